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

From Fairlead.Monitor.Consistency Require Import Clients.
From Fairlead.Monitor.Adversary Require Import Incarnations Instances Authenticated.
From Fairlead.Monitor.Audit Require Import Native Lists Packed Reader Sum.
Local Open Scope N_scope.

(** At the start no key has a value. *)
Lemma agrees_initial deep : agrees (Record.initial deep) (λ _, None).
Proof. intros k v. unfold Record.initial. case_decide; congruence. Qed.

(** ** A store is rolled back: the second life starts with the root of the first one's beginning *)
Definition stale_life : incarnation :=
  Incarnation 8 1 (Record.initial 1 root) 1 (scripted (Feed 0 <$> [AddM left_key (Data None) 1 0; get 1])) 2.
Definition rolls_back : plan := λ past, match past with [] => first_life | _ => stale_life end.
Definition plain : keys := λ _, 0%Z.

Theorem monitor_incarnations_refuter :
  let H := print value_codec in
  some_fooled 1 standard H rolls_back [] [plain; plain] = false ∧
  lives 1 standard H rolls_back [] [plain; plain] = [(first_life, plain); (stale_life, plain)] ∧
  ¬ restored 1 standard H [(first_life, plain)] [3%nat] stale_life ∧
  starts 1 H (i_root first_life) (Record.initial 1) ∧ agrees (Record.initial 1) (λ _, None) ∧
  let cfg := config_of 1 standard H (keyed_sum plain) stale_life in
  let cs := life_calls 1 standard H (stale_life, plain) 2 in
  nothing_outstanding cfg (run cfg init_monitor cs) = true ∧
  match explain_past 1 standard H (Record.initial 1) [(first_life, plain)] [3%nat] with
  | inr _ => False
  | inl (hists, base') =>
      ∃ hist, explain_at_once cfg base' cs = Consistent hist ∧ ¬ legal standard (λ _, None) (concat hists ++ hist)
  end.
Proof.
  intros H. split; [by vm_compute|]. split; [reflexivity|]. split.
  { intros (_ & (_ & Hroot) & _). specialize (Hroot 0). cbn [fst snd] in Hroot.
    apply (f_equal (λ m : gmap N slot, s_value <$> m !! 0)) in Hroot. by vm_compute in Hroot. }
  split; [apply starts_empty|]. split; [apply agrees_initial|]. intros cfg cs. split; [by vm_compute|].
  assert (match explain_past 1 standard H (Record.initial 1) [(first_life, plain)] [3%nat] with
          | inl (hists, base') =>
              match explain_at_once cfg base' cs with
              | Consistent hist => negb (legal_now standard (λ _, None) (concat hists ++ hist))
              | _ => false
              end
          | inr _ => false
          end = true) as E by by vm_compute.
  destruct (explain_past _ _ _ _ _ _) as [[hists base']|]; [|done].
  destruct (explain_at_once _ _ _) as [hist| |]; [|done..]. exists hist. split; [done|].
  intros Hl%legal_now_spec. by rewrite Hl in E.
Qed.

(** ** A host that forges: tags are 0, which it guesses, and no client asked for anything *)
Definition forger : rogue := λ seen, Make (nth (length seen) (served ++ finish) Certify).
Definition no_tags : tags := λ _, 0%Z.
Theorem monitor_clients_refuter :
  let H := print value_codec in
  let top := Record.initial 256 root in
  keys_of_clients numbered_key begins_with_1 ∧ starts 256 H top (Record.initial 256) ∧
  agrees (Record.initial 256) (λ _, None) ∧
  bad 256 2 256 standard top 0 H numbered_key begins_with_1 forger 13 (no_tags, plain) = true ∧
  let cfg := Config 256 2 256 (guarded standard) top 0 H (keyed_sum plain) in
  let cs := calls cfg (host_of 2 no_tags forger) 13 in
  m_certified (run cfg init_monitor cs) = Some 0 ∧
  (∀ r, r ∈ answers cfg init_monitor cs → r_epoch r ≤ 0 → admits numbered_key begins_with_1 no_tags r = true) ∧
  ∃ hist, explain cfg (Record.initial 256) cs 0 = Consistent hist ∧
    ¬ (∀ r, r ∈ hist → ∃ q t,
         addressed numbered_key begins_with_1 r = Some (q, t) ∧ q ∈ asked 2 cfg no_tags forger 13).
Proof.
  intros H top. split; [apply numbered_keys_of_clients|]. split; [apply starts_empty|]. split; [apply agrees_initial|].
  split; [by vm_compute|]. intros cfg cs. split; [by vm_compute|]. split.
  - assert (forallb (admits numbered_key begins_with_1 no_tags) (answers cfg init_monitor cs) = true) as E
      by by vm_compute.
    intros r Hr _. rewrite forallb_forall in E. apply E. by apply elem_of_list_In.
  - assert (match explain cfg (Record.initial 256) cs 0 with Consistent (_ :: _) => true | _ => false end = true) as E
      by by vm_compute.
    destruct (explain _ _ _ _) as [[|r hist]| |]; [done| |done..]. exists (r :: hist). split; [done|].
    intros Hall. destruct (Hall r ltac:(by left)) as (q & t & _ & Hq). by vm_compute in Hq; apply elem_of_nil in Hq.
Qed.

(** ** The auditor, on strings whose parts lose their last byte *)
Definition losing : strings bytes := {|
  s_length := s_length list_strings; s_sub s p n := s_sub list_strings s p (n - 1); s_concat := s_concat list_strings;
  s_equal := s_equal list_strings; s_number := s_number list_strings; s_bytes := s_bytes list_strings;
  s_below := s_below list_strings; s_bit := s_bit list_strings; s_same_bits := s_same_bits list_strings;
  s_zero_from := s_zero_from list_strings; s_explode := s_explode list_strings; s_implode := s_implode list_strings |}.
Theorem monitor_auditor_refuter :
  ¬ lawful_strings losing id ∧
  let s := print value_codec (Data (Some old)) in
  0 ≤ s_length losing s ∧
  match read_value losing s 0, parse value_codec (drop (N.to_nat 0) s) with
  | Taken pv q, Parsed v rest => ¬ is_value id pv v
  | _, _ => False
  end.
Proof.
  split; [intros H; by pose proof (sub_law _ _ H old 0 1 ltac:(done))|]. intros s. split; [done|].
  vm_compute. by intros [_ ?].
Qed.

(** ** CBC-MAC *)
From Fairlead.Monitor.Hash Require Import CbcMacBound.
Local Open Scope Z_scope.

(** Blocks that are dropped where they should be joined: every message of five has the code of every other. *)
Lemma dropped_blocks {B} `{EqDecision B} (blocks : list B) (val : B → Z) (zero : B) (m m' : list B * B) :
  ¬ (prob (orders blocks) (λ k, bool_decide
       (Accumulator.multiset_hash 128 (mac blocks val (λ _ _, zero) zero k) [m] =
        Accumulator.multiset_hash 128 (mac blocks val (λ _ _, zero) zero k) [m'])) <= 1 # 2 ^ 85)%Q.
Proof.
  assert (0 < Counting.size (orders blocks)) as Hsize.
  { assert (blocks ∈ orders blocks) as Hin by (by apply elem_of_orders). unfold Counting.size.
    destruct (orders blocks); [by apply elem_of_nil in Hin|cbn; lia]. }
  unfold prob. rewrite (count_ext _ (λ _, true)); [|intros k _; by apply bool_decide_eq_true].
  rewrite count_total, total_const, Z.mul_1_l. revert Hsize. generalize (Counting.size (orders blocks)) as n.
  intros n Hn H. setoid_replace (inject_Z n / inject_Z n)%Q with 1%Q in H; [by apply H|].
  apply Qmult_inv_r. intros E. unfold Qeq in E. cbn in E. lia.
Qed.
Local Opaque numbers128 orders.
Definition block_of (n : Z) (H : bool_decide (0 ≤ n < 2 ^ 128) = true) : number128 :=
  dexist n (bool_decide_eq_true_1 _ H).
Definition block0 : number128 := block_of 0 eq_refl.
Definition block1 : number128 := block_of 1 eq_refl.
Theorem monitor_cbc_mac_refuter :
  let drop (_ _ : number128) := block0 in
  let message b : list number128 * number128 := (replicate 4 block0, b) in
  let added := [message block0] in let evicted := [message block1] in
  ¬ (∀ a b c, drop a b = drop a c → b = c) ∧ ¬ added ≡ₚ evicted ∧
  ¬ (prob (orders numbers128) (λ k, bool_decide
       (Accumulator.multiset_hash 128 (mac numbers128 proj1_sig drop block0 k) added =
        Accumulator.multiset_hash 128 (mac numbers128 proj1_sig drop block0 k) evicted)) <= 1 # 2 ^ 85)%Q.
Proof.
  assert (block0 ≠ block1) as Hne by (intros H%(f_equal (λ x : number128, proj1_sig x)); vm_compute in H;
    discriminate H).
  intros drop message added evicted. split_and!.
  - intros H. by apply Hne, (H block0).
  - intros H%Permutation_singleton_inj. apply Hne. by injection H.
  - exact (dropped_blocks numbers128 proj1_sig block0 _ _).
Qed.
