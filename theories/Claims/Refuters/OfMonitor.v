(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Monitor.v: see All.v. The runs are those of theories/layers/Monitor/Adversary/LeftOut.v. *)
From Coq Require Import QArith.
From stdpp Require Import gmultiset countable strings sorting.
From Fairlead.Base Require Import Prelude.
From Fairlead.Monitor.Hash Require Import Accumulator Counting RandomFunction Collision Game Forgery.
From Fairlead.Monitor.Consistency Require Import Sequential AtOnce.
From Fairlead.Monitor.Log Require Import Format Functions Message.
From Fairlead.Monitor.Adversary Require Import KeyedSum LeftOut.
Local Open Scope N_scope.

(** ** The hash: a function that the adversary knows *)
Definition one_for_two : comparison N := Comparison 0 [1; 1] [1; 2].
Definition asks_once (answers : list bool) : option (comparison N) :=
  match answers with [] => Some one_for_two | _ => None end.
Theorem monitor_forgery_bound_refuter :
  (∀ answers q, asks_once answers = Some q →
    (epoch q < 1)%nat ∧ (∀ x, x ∈ Forgery.added q → x ∈ [1; 2]) ∧ (∀ x, x ∈ Forgery.evicted q → x ∈ [1; 2]) ∧
    (∀ x, (multiplicity (Forgery.added q) x < 2 ^ 32)%Z) ∧ (∀ x, (multiplicity (Forgery.evicted q) x < 2 ^ 32)%Z)) ∧
  ¬ (prob [λ _ : nat * N, 5%Z]
      (wins (λ f q, bool_decide
               (Accumulator.multiset_hash 128 (λ x, f (epoch q, x)) (Forgery.added q) =
                Accumulator.multiset_hash 128 (λ x, f (epoch q, x)) (Forgery.evicted q)))
            (λ q, bool_decide (Forgery.added q ≡ₚ Forgery.evicted q))
            asks_once 1 [])
    <= 1 # 2 ^ 97)%Q.
Proof.
  split.
  - intros [|? ?] q; [|done]. intros [= <-]. cbn [epoch Forgery.added Forgery.evicted one_for_two].
    split_and!; [lia|set_solver|set_solver|..]; intros x;
      (eapply Z.le_lt_trans; [apply multiplicity_le_length|done]).
  - by vm_compute.
Qed.
Theorem monitor_forgery_bound_prf_refuter :
  ¬ (prob [()] (λ _ : unit, forges hash_bits asks_once 1 (λ _ : nat * N, 5%Z)) <= 1 # 2 ^ 97)%Q.
Proof. by vm_compute. Qed.
(** Who asks about equal multisets does not win. *)
Theorem monitor_forgery_wins_refuter :
  let fair (answers : list bool) := Some (Comparison 0 [1; 2] [2; 1]) in
  ¬ wins (λ (f : nat * N → Z) q, bool_decide
           (Accumulator.multiset_hash 128 (λ x, f (epoch q, x)) (Forgery.added q) =
            Accumulator.multiset_hash 128 (λ x, f (epoch q, x)) (Forgery.evicted q)))
         (λ q, bool_decide (Forgery.added q ≡ₚ Forgery.evicted q)) fair 3 [] (λ _, 5%Z) = true.
Proof. intros fair. by vm_compute. Qed.
(** A function with a value that is too large is not in the space. *)
Theorem monitor_random_function_refuter : ¬ ∃ f, f ∈ RandomFunction.functions 2 [()] ∧ f () = 2%Z.
Proof.
  intros (f & Hf & H). assert (2%Z ∈ (λ f, f ()) <$> RandomFunction.functions 2 [()]) as Hin.
  { apply elem_of_list_fmap. by exists f. }
  change ((λ f, f ()) <$> RandomFunction.functions 2 [()]) with [0%Z; 1%Z] in Hin. set_solver.
Qed.

(** ** The log: a key of 257 digits is printed as another one is *)
Definition deep_entry (b : bool) : entry := AddM (replicate 256 false ++ [b]) (Data None) 1 0.
Theorem monitor_log_canonical_refuter :
  deep_entry true ≠ deep_entry false ∧ print_log [deep_entry true] = print_log [deep_entry false] ∧
  ¬ (parse_log (print_log [deep_entry true]) = inl [deep_entry true] ∧
     parse_log (print_log [deep_entry false]) = inl [deep_entry false]).
Proof.
  assert (print_log [deep_entry true] = print_log [deep_entry false]) as Heq by by vm_compute.
  split_and!; [done|done|]. rewrite Heq. by intros [-> ?].
Qed.

(** ** Runs *)
Definition whole : config (gmultiset element) := small id.
Definition served_so_far : list call := Feed 0 <$> [AddM left_key (Data None) 1 0; put 1 old].
(** Nothing is certified yet: what is answered next may be of the same epoch. *)
Theorem monitor_certified_settled_refuter :
  m_certified (run whole init_monitor served_so_far) = None ∧
  ¬ ∀ r, r ∈ answers whole (run whole init_monitor served_so_far) [Feed 0 (get 1)] → 0 < r_epoch r.
Proof.
  split; [by vm_compute|]. intros H.
  destruct (answers whole (run whole init_monitor served_so_far) [Feed 0 (get 1)]) as [|r rs] eqn:E;
    [by vm_compute in E|].
  specialize (H r ltac:(by left)). vm_compute in E. injection E as <- _. by vm_compute in H.
Qed.
(** A record comes back from Blum with another value, and nobody has certified it. *)
Theorem monitor_merkle_mode_refuter :
  let cs := Feed 0 <$> take 5 other_value in
  starts_from whole (Record.initial 1) (λ _, None) ∧
  find_impostor whole (Record.initial 1) (events whole init_monitor cs) = None ∧
  ¬ legal (functions whole) (λ _, None) (answers whole init_monitor cs).
Proof.
  split_and!; [by apply (where_runs_start whole)|by vm_compute|]. intros H%legal_now_spec. by vm_compute in H.
Qed.
Theorem monitor_right_at_once_refuter :
  let cs := Feed 0 <$> take 5 other_value in
  nothing_outstanding whole (run whole init_monitor cs) = false ∧
  match explain_at_once whole (Record.initial 1) cs with
  | Consistent hist => ¬ legal (functions whole) (λ _, None) hist
  | _ => False
  end.
Proof.
  split; [by vm_compute|].
  destruct (explain_at_once whole (Record.initial 1) (Feed 0 <$> take 5 other_value)) as [h| |] eqn:E;
    [|by vm_compute in E..].
  intros H%legal_now_spec. vm_compute in E. injection E as <-. by vm_compute in H.
Qed.
(** Receipts in another order than that of their moments. *)
Definition two_answers : list call :=
  fed ([AddM left_key (Data None) 1 0; put 1 old; get 1] ++ close).
Theorem monitor_client_receipts_refuter :
  let right := answers whole init_monitor two_answers in
  explain whole (Record.initial 1) two_answers 0 = Consistent right ∧
  (∀ r, r ∈ reverse right → r ∈ right) ∧ ¬ reverse right `sublist_of` right.
Proof.
  intros right. split_and!; [by vm_compute|by intros r ?%elem_of_reverse|]. intros H.
  vm_compute in H. repeat match goal with H : sublist _ _ |- _ => inversion H; clear H; subst end.
Qed.

(** A store whose root has another value than the run begins with. *)
Theorem monitor_starts_refuter : ¬ starts_from whole (λ _, Data None) (λ _, None).
Proof.
  intros [[loc H] _].
  destruct (inv_cached _ _ _ _ _ H 0 0 (Slot root (Record.initial 1 root) MAdd (None, None) None)) as [_ Hv].
  - by vm_compute.
  - by vm_compute in Hv.
Qed.

(** An epoch that nobody certified: what came back is not what left, and the hash says so. *)
Theorem monitor_sequential_consistency_refuter :
  let cs := Feed 0 <$> other_value in
  m_certified (run whole init_monitor cs) = None ∧
  match explain whole (Record.initial 1) cs 0 with
  | Multiset_collision e m1 m2 => mhash (mh whole) e m1 ≠ mhash (mh whole) e m2
  | _ => False
  end.
Proof.
  split; [by vm_compute|].
  assert (match explain whole (Record.initial 1) (Feed 0 <$> other_value) 0 with
          | Multiset_collision e m1 m2 => bool_decide (mhash (mh whole) e m1 = mhash (mh whole) e m2)
          | _ => true
          end = false) as E by by vm_compute.
  destruct (explain _ _ _ _) as [| |e m1 m2]; [done..|]. by apply bool_decide_eq_false in E.
Qed.
(** Sealed by a root that is not the one in the cache, but says that there is a value. *)
Theorem monitor_sealed_refuter :
  let cs := served_so_far in let v := Data (Some old) in
  starts_from whole (Record.initial 1) (λ _, None) ∧
  nothing_outstanding whole (run whole init_monitor cs) = true ∧
  ¬ (∀ i, t_slots (thread_of whole (run whole init_monitor cs) i) = first_slots v i) ∧
  match explain_at_once whole (Record.initial 1) cs with
  | Consistent hist =>
      ¬ ∃ base', starts 1 (digest whole) v base' ∧ agrees base' (store_after (functions whole) (λ _, None) hist)
  | _ => False
  end.
Proof.
  intros cs v. split_and!; [by apply (where_runs_start whole)|by vm_compute| |].
  - intros H. specialize (H 0). apply (f_equal (λ m : gmap N slot, s_value <$> m !! 0)) in H. by vm_compute in H.
  - assert (match explain_at_once whole (Record.initial 1) served_so_far with
            | Consistent hist => bool_decide (store_after (functions whole) (λ _, None) hist root = None)
            | _ => false
            end = true) as E by by vm_compute.
    destruct (explain_at_once _ _ _) as [hist| |]; [|done..]. apply bool_decide_eq_true in E.
    intros (base' & [loc H] & Hagrees).
    destruct (inv_cached _ _ _ _ _ H 0 0 (Slot root v MAdd (None, None) None) eq_refl) as [_ Hv].
    pose proof (Hagrees root (Some old) Hv) as Hs. by rewrite E in Hs.
Qed.
(** A multiset hash that leaves values out: certified, and the answers are those of no plain store. *)
Theorem monitor_certified_store_refuter :
  let cfg := small (λ x, (el_key x, el_stamp x, el_tid x)) in
  m_certified (run cfg init_monitor (fed other_value)) = Some 0 ∧
  ¬ legal (functions cfg) (λ _, None) (answers cfg init_monitor (fed other_value)).
Proof. exact value_needed. Qed.
(** What comes back is not what left. *)
Theorem monitor_honest_certify_refuter : ¬ ∃ c, m_certified (run whole init_monitor (fed other_value)) = Some c.
Proof. intros [c H]. by vm_compute in H. Qed.

(** No threads at all: each epoch is done at once, so that there is always another to certify. *)
Definition of_no_thread : config (gmultiset element) :=
  Config 8 0 1 standard (Record.initial 1 root) 0 (print value_codec) (mh (small id)).
Theorem monitor_progress_refuter : ¬ can_certify of_no_thread (certify of_no_thread init_monitor) = false.
Proof. by vm_compute. Qed.

(** ** Messages: two elements that differ in their epoch have one, whatever the hash is *)
Definition in_epoch (e : N) : element := (left_key, Data None, (e, 1), 0).
Theorem monitor_messages_refuter hash :
  element_wf (in_epoch 0) ∧ element_wf (in_epoch 1) ∧
  message hash (in_epoch 0) = message hash (in_epoch 1) ∧
  ¬ (in_epoch 0 = in_epoch 1 ∨
     el_value (in_epoch 0) ≠ el_value (in_epoch 1) ∧
     hash (print value_codec (el_value (in_epoch 0))) = hash (print value_codec (el_value (in_epoch 1)))).
Proof.
  split; [split_and!; try done; cbn; unfold key_wf; cbn; lia|]. split; [split_and!; try done; unfold key_wf; cbn; lia|].
  split; [reflexivity|]. intros [H|[H _]]; [discriminate H|by apply H].
Qed.

(** ** The keyed hash in assembly: the last block of the last message is taken from elsewhere *)
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Gcm.Spec Require Gcm_trusted.
From Fairlead.Gcm.Macros Require Import Listing.
From Fairlead.Gcm.Library Require Library_trusted.
From Fairlead.Gcm.Refuted Require Import Run.
From Fairlead.Gcm.Generated Require clean_macs.
From Fairlead.Monitor.Hash Require CbcMac.

Theorem monitor_macs_refuter :
  let s := called [4096; 20480; 28672] (Library_trusted.write prepared (20480 + 624) [1]) in
  let block j i := load (State_trusted.memory s) (20480 + 80 * N.of_nat j + 16 * N.of_nat i) 16 in
  let right s' :=
    load (State_trusted.memory s') (28672 + 16 * 7) 16 =
    CbcMac.chained Gcm_trusted.aes N.lxor 0 (repeat 0 11) (map (block 7%nat) (seq 0 5)) in
  leaves place clean_macs.code s right ∧
  ¬ leaves place (with_instruction 477 (vop_mem PXOR V7 V7 (state_at 608)) clean_macs.code) s right.
Proof.
  cbv zeta. split; [apply leaves_right; vm_compute; reflexivity|apply leaves_wrong; vm_compute; reflexivity].
Qed.
