(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * operation.same_slot, exactly; and the model's answer to an operation, in bytes. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Model Require Monitor.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactRunOperands.
Local Open Scope Z_scope.

(** The slot of operand [i] is that of an earlier one. *)
Definition twice (l : list Z) (i : Z) : Prop :=
  l !!! Z.to_nat i ≠ NONE ∧ ∃ j, 0 ≤ j < i ∧ l !!! Z.to_nat i = l !!! Z.to_nat j.

Lemma none_twice (ops : list operand) (l : list Z) :
  (∀ i o, ops !! i = Some o → l !!! i = slot_number o) → (∀ s, Here s ∈ ops → Z.of_N s < SLOTS) →
  NoDup (omap slot_of ops) ↔ ∀ i, 0 ≤ i < len ops → ¬ twice l i.
Proof.
  intros Hl Hs. split.
  - intros Hn i Hi (Hne & j & Hj & Heq).
    destruct (lookup_lt_is_Some_2 ops (Z.to_nat i)) as [o Ho]; [unfold len in *; lia|].
    destruct (lookup_lt_is_Some_2 ops (Z.to_nat j)) as [o' Ho']; [unfold len in *; lia|].
    rewrite (Hl _ _ Ho) in Hne, Heq. rewrite (Hl _ _ Ho') in Heq. destruct o as [s|k s]; [|done].
    destruct o' as [s'|k s']; cbn [slot_number] in *.
    + assert (s = s') as <- by lia. clear -Hn Hi Hj Ho Ho'. exfalso. revert Hn Ho Ho'.
      assert (Z.to_nat j < Z.to_nat i)%nat as Hlt by lia. revert Hlt. generalize (Z.to_nat i) (Z.to_nat j). clear.
      induction ops as [|o ops IH]; intros i j Hlt Hn Hi Hj; [done|].
      destruct i as [|i]; [lia|]. destruct j as [|j].
      * injection Hj as ->. cbn in Hi, Hn. apply NoDup_cons in Hn as [Hn _]. apply Hn, elem_of_list_omap.
        exists (Here s). split; [by eapply elem_of_list_lookup_2|done].
      * cbn in Hi, Hj. apply (IH i j); [lia| |done|done].
        destruct o; cbn in Hn; [by apply NoDup_cons in Hn as [_ ?]|done].
    + pose proof (Hs s ltac:(by eapply elem_of_list_lookup_2)). lia.
  - intros Hn. assert (∀ i j s, (j < i)%nat → ops !! i = Some (Here s) → ops !! j = Some (Here s) → False) as Hd.
    { intros i j s Hj Hi Hj'. apply (Hn (Z.of_nat i)); [apply lookup_lt_Some in Hi; unfold len; lia|].
      pose proof (Hs s ltac:(by eapply elem_of_list_lookup_2)). unfold twice. rewrite Nat2Z.id, (Hl _ _ Hi).
      cbn [slot_number]. split; [lia|]. exists (Z.of_nat j). split; [lia|]. by rewrite Nat2Z.id, (Hl _ _ Hj'). }
    clear -Hd. induction ops as [|o ops IH]; [constructor|].
    assert (NoDup (omap slot_of ops)) as Hn.
    { apply IH. intros i j s Hj Hi Hj'. apply (Hd (S i) (S j) s); [lia|done|done]. }
    destruct o as [s|k s]; cbn; [|done]. apply NoDup_cons. split; [|done]. intros Hin.
    apply elem_of_list_omap in Hin as (o & Hin & Ho). destruct o as [s'|]; [|done]. injection Ho as ->.
    apply elem_of_list_lookup in Hin as [i Hi]. apply (Hd (S i) 0%nat s); [lia|done|done].
Qed.

Lemma list_choice {A C} (P : A → C → Prop) (l : list A) :
  (∀ i a, l !! i = Some a → ∃ c, P a c) → ∃ k, Forall2 P l k.
Proof.
  induction l as [|a l IH]; intros H; [by exists []|]. destruct (H 0%nat a eq_refl) as [c Hc].
  destruct IH as [k Hk]; [intros i a' Ha'; apply (H (S i) a' Ha')|]. exists (c :: k). by constructor.
Qed.

Section slots.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation ensures := (ensures Q external).

  Lemma same_slot_exact n l :
    0 ≤ n ≤ 16 → len l = 16 →
    ensures fn_operation_same_slot [vops n l] (λ r ws, ws = [vops n l] ∧
      (r = VBool true ∧ (∃ i, 0 ≤ i < n ∧ twice l i) ∨ r = VBool false ∧ ∀ i, 0 ≤ i < n → ¬ twice l i)).
  Proof using.
    intros Hn Hl. fl_ensures. fl_steps.
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i j,
      s = <[3%nat := Some (VInt i)]> (<[4%nat := Some (VInt j)]> s0) ∧ m = Z.to_nat (16 - i) ∧ 1 ≤ i ≤ 16 ∧
      (i ≤ n ∨ i = 1) ∧ ∀ k, 0 ≤ k < i → ¬ twice l k) 15%nat).
    { exists 1, 0. split_and!; [reflexivity|lia|lia|lia|lia|]. intros k Hk (_ & j & Hj & _). lia. }
    intros m s (i & j0 & -> & -> & Hi & Hin & Hnone). fl_round. fl_steps. fl_case.
    - fl_steps.
      let s0 := fl_store in
      eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ j,
        s = <[4%nat := Some (VInt j)]> s0 ∧ m = Z.to_nat (i - j) ∧ 0 ≤ j ≤ i ∧
        ∀ k, 0 ≤ k < j → ¬ (l !!! Z.to_nat i ≠ NONE ∧ l !!! Z.to_nat i = l !!! Z.to_nat k)) (Z.to_nat i)).
      { exists 0. split_and!; [reflexivity|lia|lia|lia|]. intros k Hk. lia. }
      intros m s (j & -> & -> & Hj & Hnot). fl_round. fl_steps. fl_case.
      + repeat first [fl_step|fl_case].
        * exists (Z.to_nat (i - (j + 1))). split; [lia|]. eexists (j + 1). split; [reflexivity|].
          split_and!; [done|lia|lia|]. intros k Hk. destruct (decide (k = j)) as [->|]; [lia|apply Hnot; lia].
        * fl_reached. split; [done|]. left. split; [done|]. exists i. split; [lia|]. split; [lia|]. exists j.
          split; lia.
        * exists (Z.to_nat (i - (j + 1))). split; [lia|]. eexists (j + 1). split; [reflexivity|].
          split_and!; [done|lia|lia|]. intros k Hk. destruct (decide (k = j)) as [->|]; [lia|apply Hnot; lia].
      + fl_steps. exists (Z.to_nat (16 - (i + 1))). split; [lia|]. eexists (i + 1), _. split; [reflexivity|].
        split_and!; [done|lia|lia|lia|]. intros k Hk. destruct (decide (k = i)) as [->|]; [|apply Hnone; lia].
        intros (Hne & k & Hk' & Heq). apply (Hnot k); [lia|done].
    - fl_steps. fl_reached. split; [done|]. right. split; [done|]. intros k Hk. apply Hnone. lia.
  Qed.
End slots.

Section answer.
  Context {B : base} (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z).
  (** The model's answer. *)
  Lemma answer_is t st f ops a ys news y :
    thread_ok t → thread_is F cfg x t st → (f < 256)%N → len ops ≤ 16 → length ys = length ops →
    Thread.evaluate cfg st f ops a = Thread.Ok (ys, (news, y)) →
    zs (answer_to cfg st (Run f ops a)) =
    head_of (Z.of_N f) (f_epoch t) (f_counter t) (f_index t) (len ops) ++ zs (print_keys ys.*1) ++
    zs (print argument_codec a) ++ zs (print argument_codec y).
  Proof using.
    intros Ht (_ & _ & _ & [Hepoch Hcounter] & _ & _ & Hindex & _) Hf Hn Hl Hy. thread_numbers Ht.
    unfold answer_to. cbn [Monitor.receipt_of]. rewrite Hy.
    lazymatch goal with |- context [option_list (Some ?r)] => change (option_list (Some r)) with [r] end.
    rewrite print_receipts_one. destruct (t_clock st) as [e c]. cbn [fst snd] in *.
    rewrite receipt_zs by (first [lia|rewrite fmap_length; unfold len in Hn; lia]).
    rewrite Hepoch, Hcounter, Hindex. do 2 f_equal. unfold len. by rewrite fmap_length, Hl.
  Qed.
End answer.
