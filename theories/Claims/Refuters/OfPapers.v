(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Papers.v: see All.v. Programs that leave out what the passes suppose. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Papers.Lifting Require Import Terms Evaluator Agreement Lift Correctness Steps Counterexamples.
From Fairlead.Papers.Passes Require Import Gotos Form.

(** The function 2 sees the variable 0, and the parameter of 3, which calls it, hides that. *)
Definition hiding : term :=
  Letrec 1 [0] (Letrec 2 [] (Var 0) (Letrec 3 [0] (Call 2 []) (Call 3 [Val (VNat 5)])))
    (Call 1 [Val (VNat 4)]).
Theorem threads_distinct_fine_refuter : ¬ NoDup (parameters hiding) ∧ ¬ fine ∅ SNil hiding.
Proof.
  split.
  - intros H. apply NoDup_cons in H as [H _]. apply H. by left.
  - intros (_ & _ & (_ & _ & _ & (_ & (H & _) & _)) & _). set_solver.
Qed.

(** A block that calls its own label as a function: there is none before the pass, and after it there is. *)
Definition calls_label (l : name) : option block := if decide (l = 1) then Some (Finish (Call 1 [])) else None.
Theorem threads_gotos_correct_refuter :
  ¬ plain_block [1] (Finish (Call 1 [])) ∧
  ¬ ev 5 SNil ∅ (split [1] calls_label (Jump 1)) = run calls_label 5 SNil ∅ (Jump 1).
Proof. split; [intros [H _]; apply H; by left|]. by vm_compute. Qed.
(** And one that goes on after that call. *)
Theorem threads_gotos_tail_calls_refuter :
  let b := Finish (Seq (Call 1 []) (Val (VNat 0))) in
  ¬ plain_block [1] b ∧ ¬ liftable 0 [1] true true (without_gotos (λ _, None) 3 [] b).
Proof.
  split; [intros [[H _] _]; apply H; by left|]. intros [[H _] _]. by destruct (H ltac:(by left)).
Qed.
(** A call of a function that suspends, and a value after it. *)
Theorem threads_passes_convertible_refuter :
  let b := Finish (Seq (Call 1 []) (Val (VNat 0))) in
  ¬ explicit [1] b ∧ ¬ convertible [1] (without_gotos (λ _, None) 3 [] b).
Proof.
  assert (¬ native [1] (Call 1 [])) as Hn by (intros [H _]; apply H; by left).
  split.
  - intros H. inversion H as [| | | | |a Ha]; subst. by destruct Ha.
  - intros H. inversion H as [a Ha|a b Ha| | |a b _ Hb|]; subst; [by destruct Ha|done|inversion Hb].
Qed.

(** The locations in closures, as a list that computes. *)
Fixpoint locations (F : functions) : list loc :=
  match F with FNil => [] | FCons _ _ _ ρ own rest => image ρ ++ locations own ++ locations rest end.
Lemma fresh_location (l : loc) (s : store) F :
  bool_decide (s !! l = None ∧ l ∉ locations F) = true → ∀ l', l' ∈ [l] → s !! l' = None ∧ ¬ appears l' F.
Proof.
  intros [Hs Hl]%bool_decide_eq_true l' ->%elem_of_list_singleton. split; [done|]. intros H. apply Hl. clear -H.
  induction F as [|f xs b ρ own IHown rest IHrest]; [done|]. cbn. rewrite !elem_of_app, elem_of_image.
  destruct H as [?|[?|?]]; auto.
Qed.

(** By the naive rules 2 returns the variable that it captured; without locations, what hides it. *)
Lemma hiding_reduces : ∃ s, reduces naive ∅ ∅ FNil hiding ∅ (VNat 4) s.
Proof.
  eexists. unfold hiding. apply r_letrec.
  eapply (r_call naive _ _ _ 1 [_] [0] _ _ _ [0] [VNat 4]); [reflexivity| |done|done|apply NoDup_singleton| |].
  { eapply r_cons; [apply r_val|apply r_nil]. }
  { by apply fresh_location. }
  apply r_letrec, r_letrec.
  eapply (r_call naive _ _ _ 3 [_] [0] _ _ _ [1] [VNat 5]); [reflexivity| |done|done|apply NoDup_singleton| |].
  { eapply r_cons; [apply r_val|apply r_nil]. }
  { by apply fresh_location. }
  eapply (r_call naive _ _ _ 2 [] [] _ _ _ [] []); [reflexivity|apply r_nil|done|done|apply NoDup_nil_2| |].
  { by intros l ?%elem_of_nil. }
  eapply r_var; [reflexivity|]. reflexivity.
Qed.
Lemma hiding_computes v : computes hiding v → v = VNat 5.
Proof. intros H. apply (computes_unique hiding); [done|]. apply (computes_at 5). by vm_compute. Qed.

Theorem threads_naive_computes_refuter :
  ¬ ((∃ s, reduces naive ∅ ∅ FNil hiding ∅ (VNat 4) s) ↔ computes hiding (VNat 4)).
Proof. intros [H _]. by pose proof (hiding_computes _ (H hiding_reduces)). Qed.
Theorem threads_machine_reduces_refuter :
  ¬ ((∃ s, reduces naive ∅ ∅ FNil hiding ∅ (VNat 4) s) ↔ ∃ k σ, steps k (begun hiding) (Back (VNat 4) σ [])).
Proof. intros [H _]. by pose proof (hiding_computes _ (proj1 (machine_returns _ _) (H hiding_reduces))). Qed.

(** Two parameters of one name: the optimised rules forget one of the two and leave the other in the store. *)
Definition twice : term := Letrec 1 [0; 0] (Var 0) (Call 1 [Val (VNat 4); Val (VNat 5)]).
Lemma twice_reduces : ∃ s, reduces naive ∅ ∅ FNil twice ∅ (VNat 4) s.
Proof.
  eexists. unfold twice. apply r_letrec.
  eapply (r_call naive _ _ _ 1 [_; _] [0; 0] _ _ _ [0; 1] [VNat 4; VNat 5]); [reflexivity| |done|done| | |].
  { eapply r_cons; [apply r_val|]. eapply r_cons; [apply r_val|apply r_nil]. }
  { by apply (bool_decide_unpack (NoDup [0; 1])). }
  { intros l Hl. apply (fresh_location l); [|by left]. set_solver. }
  eapply r_var; [reflexivity|]. reflexivity.
Qed.
Theorem threads_rules_equivalent_refuter :
  ¬ fine ∅ SNil twice ∧
  ¬ (reduces optimised ∅ ∅ FNil twice ∅ (VNat 4) ∅ ↔ ∃ s, reduces naive ∅ ∅ FNil twice ∅ (VNat 4) s).
Proof.
  split; [intros (Hnd & _); apply NoDup_cons in Hnd as [Hnd _]; apply Hnd; by left|].
  intros [_ H]. specialize (H twice_reduces). unfold twice in H.
  inversion H as [| | | | |? ? ? ? ? ? ? ? ? ? Hc|]; subst.
  inversion Hc as [| | | | | |? ? ? ? ? ? ? ? ? ls vs ? ? s1 s2 Hlook Hargs Hvs Hls Hnd Hfresh Hb]; subst.
  simpl in Hlook. simplify_eq/=.
  destruct ls as [|l1 [|l2 [|]]], vs as [|v1 [|v2 [|]]]; simplify_eq/=.
  inversion Hb as [|? ? ? ? ? ? ? Hl Hv| | | | |]; subst.
  assert (cleaned ∅ (clean optimised (bind_all [0; 0] [l1; l2]) (<[l1:=v1]> (<[l2:=v2]> ∅) ∪ s1)) !! l2 = Some v2)
    as Hl2; [|by rewrite H7 in Hl2].
  assert (l1 ≠ l2) as Hne by (intros ->; apply NoDup_cons in Hnd as [Hnd _]; apply Hnd; by left).
  rewrite cleaned_empty. cbn [clean optimised]. rewrite lookup_cleaned.
  - apply lookup_union_Some_l. rewrite lookup_insert_ne by done. by rewrite lookup_insert.
  - intros x. unfold bind_all. cbn. destruct (decide (x = 0)) as [->|Hx].
    + rewrite lookup_insert. congruence.
    + by rewrite !lookup_insert_ne.
Qed.

