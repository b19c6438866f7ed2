(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** search.fl finds what is there: for each function a specification, a proof about its body as the source has it,
    and, from that and the checks that `fairlead coq` prints, a theorem about the machines that are compiled. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang Require Import Typing.Soundness Model.Source Frames.Checker Guards.Machine EndToEnd Facts.Machine.
From Fairlead.Lang.Logic Require Import Functions Steps.
Require Import search.
Local Open Scope Z_scope.
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

(** ** What is to be shown *)
Definition sorted (ns : list Z) (count : Z) : Prop :=
  ∀ i j, 0 ≤ i ≤ j → j < count → ns !!! Z.to_nat i ≤ ns !!! Z.to_nat j.
Definition is_lower_bound (ns : list Z) (count wanted at_ : Z) : Prop :=
  0 ≤ at_ ≤ count ∧
  (∀ i, 0 ≤ i < at_ → ns !!! Z.to_nat i < wanted) ∧ (∀ i, at_ ≤ i < count → wanted ≤ ns !!! Z.to_nat i).

Section search.
  Context (external : nat → list data → option (list data * data)).
  Local Notation D := (fl Q source external).
  Context (ns : list Z) (count wanted : Z).
  Context (Hlength : length ns = 64%nat) (Hcount : 0 ≤ count ≤ 64) (Hsorted : sorted ns count).

  (** ** The bodies *)
  Definition arguments : store fl_point := [Some (VArray (map VInt ns)); Some (VInt count); Some (VInt wanted)].

  (** What is known whenever the loop is at its head: everything before [lo] is too small, everything from [hi] on is
      large enough; and [n] rounds are left at most. *)
  Definition invariant (n : nat) (s : store fl_point) : Prop :=
    ∃ result lo hi middle,
      s = arguments ++ [result; Some (VInt lo); Some (VInt hi); middle] ∧ n = Z.to_nat (hi - lo) ∧
      0 ≤ lo ≤ hi ∧ hi ≤ count ∧
      (∀ i, 0 ≤ i < lo → ns !!! Z.to_nat i < wanted) ∧ (∀ i, hi ≤ i < count → wanted ≤ ns !!! Z.to_nat i).

  Lemma lower_bound_body (a b c d : option (val fl_point)) :
    wp D 0%nat (body procedure_0)
      (ended (λ s, ∃ at_, s !! 3%nat = Some (Some (VInt at_)) ∧ is_lower_bound ns count wanted at_))
      (arguments ++ [a; b; c; d]).
  Proof using Hlength Hcount Hsorted.
    unfold procedure_0; cbn [body app arguments]. fl_steps.
    eapply (wp_loop _ _ _ _ _ invariant (Z.to_nat count)).
    2:{ exists a, 0, count, d. split_and!; try done; try lia. }
    intros n s (result & lo & hi & middle & -> & -> & Hlohi & Hhi & Hbelow & Habove); cbn [app arguments].
    fl_steps. destruct (lo <? hi) eqn:Hlt; fl_steps.
    - (* another round *)
      assert (lo < hi) as Hlt' by lia. set (mid := lo + (hi - lo) `div` 2).
      assert (lo ≤ mid < hi) as Hmid by lia.
      destruct (ns !!! Z.to_nat mid <? wanted) eqn:Hcompare; fl_steps.
      + exists (Z.to_nat (hi - (mid + 1))). split; [lia|].
        exists result, (mid + 1), hi, (Some (VInt mid)). split_and!; try done; try lia.
        intros i Hi. pose proof (Hsorted i mid). lia.
      + exists (Z.to_nat (mid - lo)). split; [lia|].
        exists result, lo, mid, (Some (VInt mid)). split_and!; try done; try lia.
        intros i Hi. pose proof (Hsorted mid i). lia.
    - (* the end *)
      assert (lo = hi) as -> by lia. exists hi. split; [done|]. split_and!; auto; lia.
  Qed.

  Lemma contains_body (a b : option (val fl_point)) :
    wp D 1%nat (body procedure_1)
      (ended (λ s, ∃ found, s !! 3%nat = Some (Some (VBool found)) ∧
                 (found = true ↔ ∃ i, 0 ≤ i < count ∧ ns !!! Z.to_nat i = wanted)))
      (arguments ++ [a; b]).
  Proof using Hlength Hcount Hsorted.
    unfold procedure_1; cbn [body app arguments]. fl_steps.
    eapply wp_call; [reflexivity|reflexivity|apply lower_bound_body|].
    intros s (at_ & Hat & Hbound & Hbelow & Habove). eexists. split.
    { by rewrite (leave_call_values _ _ _ _ procedure_0 _ _ (VInt at_)). }
    do 3 fl_step. destruct (at_ <? count) eqn:Hlt; fl_steps.
    - exists (ns !!! Z.to_nat at_ =? wanted). split; [done|]. rewrite Z.eqb_eq. split; [intros <-; exists at_; lia|].
      intros (i & Hi & <-). destruct (decide (i < at_)) as [Hl|Hl]; [specialize (Hbelow i); lia|].
      pose proof (Hsorted at_ i). specialize (Habove at_). lia.
    - exists false. split; [done|]. split; [done|]. intros (i & Hi & <-). specialize (Hbelow i). lia.
  Qed.
End search.

(** ** The compiled functions *)
Definition fits_u32 (z : Z) : Prop := 0 ≤ z < 2 ^ 32.

Section compiled.
  Context (external : nat → list data → option (list data * data)).
  Context (Hext : external_ok (λ f, externs Q !! f) external) (Htotal : ∀ f ds, external f ds ≠ None).
  Context (ns : list Z) (count wanted : Z).
  Context (Hlength : length ns = 64%nat) (Hns : Forall fits_u32 ns).
  Context (Hcount : 0 ≤ count ≤ 64) (Hwanted : fits_u32 wanted).
  Context (Hsorted : sorted ns count).
  Local Notation args := [VArray (map VInt ns); VInt count; VInt wanted].

  Lemma arguments_ok : Forall2 data_ok [type_0; TInt W32; TInt W32] args.
  Proof using Hlength Hns Hcount Hwanted.
    repeat constructor; try (unfold in_range, fits_u32, limit, bits in *; lia).
    - by rewrite map_length, Hlength.
    - apply Forall_map. eapply Forall_impl; [exact Hns|]. intros z Hz. constructor. exact Hz.
  Qed.

  (** Each of the two machines, started with these arguments, ends with the right result, and can do nothing else. *)
  Theorem lower_bound_right :
    ∃ st, fl_initial Q (laid_out Q (plans_of L)) 0%nat args [] = Some st ∧
      let right r := ∃ at_, r = (VInt at_, []) ∧ is_lower_bound ns count wanted at_ in
      computes (driven Q 0%nat (lowered Q (laid_out Q (plans_of L)) external)) (None, st) right ∧
      computes (guided (pruned_step Q (laid_out Q (plans_of L)) external T) Q 0%nat) (None, st) right.
  Proof using Hext Htotal Hlength Hns Hcount Hwanted Hsorted.
    eapply (verified_compiled Q L T external 0%nat procedure_0 args _ types layouts facts Hext Htotal);
      [done|done|apply arguments_ok|done|].
    eapply (verified_body Q external 0%nat procedure_0 args (arguments ns count wanted));
      [done|done|by cbn; rewrite map_map| |].
    - by apply lower_bound_body.
    - intros s (at_ & Hat & Hbound). exists (VInt at_, []). split; [by eapply finish_value|by exists at_].
  Qed.

  Theorem contains_right :
    ∃ st, fl_initial Q (laid_out Q (plans_of L)) 1%nat args [] = Some st ∧
      let right r := ∃ found, r = (VBool found, []) ∧
        (found = true ↔ ∃ i, 0 ≤ i < count ∧ ns !!! Z.to_nat i = wanted) in
      computes (driven Q 1%nat (lowered Q (laid_out Q (plans_of L)) external)) (None, st) right ∧
      computes (guided (pruned_step Q (laid_out Q (plans_of L)) external T) Q 1%nat) (None, st) right.
  Proof using Hext Htotal Hlength Hns Hcount Hwanted Hsorted.
    eapply (verified_compiled Q L T external 1%nat procedure_1 args _ types layouts facts Hext Htotal);
      [done|done|apply arguments_ok|done|].
    eapply (verified_body Q external 1%nat procedure_1 args (arguments ns count wanted));
      [done|done|by cbn; rewrite map_map| |].
    - by apply contains_body.
    - intros s (found & Hfound & Hright). exists (VBool found, []). split; [by eapply finish_value|by exists found].
  Qed.
End compiled.
Print Assumptions lower_bound_right.
Print Assumptions contains_right.
