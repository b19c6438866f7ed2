(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * init: the state that it leaves satisfies the invariant, whatever it was before, but for slots never used. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Verifier Blum Entries.
Local Open Scope Z_scope.

(** What [init] asserts of its arguments. *)
Definition init_allowed (depth slots : Z) (root : list Z) : Prop :=
  1 ≤ depth ≤ 256 ∧ 1 ≤ slots ≤ SLOTS ∧ octets root ∧ len root ≤ 256 ∧ value_size root = len root ∧
    is_merkle root = true.

Lemma zero_side : side_ok (FSide 0 0 0 []).
Proof. unfold side_ok. cbn. split_and!; try lia; [constructor|by exists 0]. Qed.

Section init.
  Context (external : nat → list data → option (list data * data)).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  (** Before, each slot is as invariants have it (of zeros, say); of the rest nothing is supposed. *)
  Theorem init_ensures t closing failed self depth slots first root :
    len (f_open t) = 4 → len (f_cache t) = SLOTS → Forall slot_ok (f_cache t) →
    0 ≤ self < 2 ^ 16 → 0 ≤ first < 2 ^ 64 → init_allowed depth slots root →
    ensures fn_init [vverifier t closing failed; VInt self; VInt depth; VInt slots; VInt first; VBytes root]
      (λ r ws, r = unit_value ∧ ∃ t', ws = [vverifier t' false None; VInt self; VInt depth; VInt slots; VInt first;
        VBytes root] ∧
         verifier_ok t' false None ∧ f_self t' = self ∧ f_next t' = first).
  Proof.
    intros Hopen Hcl Hc Hself Hfirst (Hdepth & Hslots & Hr & Hrl & Hrs & Hrm).
    destruct (value_whole root Hr) as [?|[?|(Hn & _ & Hok)]]; [lia|lia|]. specialize (Hok ltac:(lia)).
    rewrite Hrs in Hok. unfold cut in Hok. rewrite drop_0, take_ge in Hok by (unfold len; lia).
    fl_ensures. fl_steps. fl_call value_size_calls; [done|lia|]. rewrite Hrs. fl_steps. fl_case.
    fl_steps. fl_call is_merkle_calls; [done|lia|]. rewrite Hrm. fl_steps. fl_walk_through.
    (* The sums are zeros. *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i l,
      s = <[0%nat := Some (VRecord [vthread (FThread self depth slots first 0 (replicate 34 0) first 0 l (f_cache t));
          VBool closing; vfailed failed])]> (<[10%nat := Some (VInt i)]> s0) ∧
      m = Z.to_nat (4 - i) ∧ 0 ≤ i ≤ 4 ∧ len l = 4 ∧ ∀ j, 0 ≤ j < i → tally_ok (l !!! Z.to_nat j)) 4%nat).
    { exists 0, (f_open t). split; [reflexivity|]. split_and!; [done|lia|lia|done|]. intros j Hj. lia. }
    intros m s (i & l & -> & -> & Hi & Hl & Hall). fl_round. fl_steps. fl_case.
    { fl_steps. exists (Z.to_nat (4 - (i + 1))). split; [lia|]. eexists (i + 1), _. split; [reflexivity|].
      rewrite len_insert. split_and!; [done|lia|lia|done|]. intros j Hj. destruct (decide (j = i)) as [->|].
      - rewrite list_lookup_total_insert by (unfold len in *; lia). by split; apply zero_side.
      - rewrite list_lookup_total_insert_ne by lia. apply Hall. lia. }
    assert (i = 4) as -> by lia. clear Hi. assert (Forall tally_ok l) as Hls.
    { apply Forall_lookup_2. intros j y Hy. rewrite <-(list_lookup_total_correct _ _ _ Hy).
      rewrite <-(Nat2Z.id j). apply Hall. apply lookup_lt_Some in Hy. unfold len in *. lia. }
    fl_steps.
    (* The slots are empty. *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i c,
      s = <[0%nat := Some (VRecord [vthread (FThread self depth slots first 0 (replicate 34 0) first 0 l c);
          VBool closing; vfailed failed])]> (<[11%nat := Some (VInt i)]> s0) ∧
      m = Z.to_nat (slots - i) ∧ 0 ≤ i ≤ slots ∧ len c = SLOTS ∧ Forall slot_ok c) (Z.to_nat slots)).
    { exists 0, (f_cache t). split; [reflexivity|]. split_and!; [f_equal; lia|lia|lia|done|done]. }
    intros m s (i & c & -> & -> & Hi & Hcl' & Hcs). fl_round. fl_steps. fl_case.
    { fl_steps. exists (Z.to_nat (slots - (i + 1))). split; [lia|]. eexists (i + 1), _. split; [reflexivity|].
      rewrite len_insert. split_and!; [done|lia|lia|done|]. apply Forall_insert; [done|].
      apply (with_how_ok (c !!! Z.to_nat i)). apply (Forall_lookup_total_1 _ _ _ Hcs). unfold len in *. lia. }
    set (t1 := FThread self depth slots first 0 (replicate 34 0) first 0 l c).
    assert (@thread_ok (Base self first) t1) as Ht1.
    { unfold thread_ok. cbn. split_and!; try done; try lia; apply root_wf. }
    pose (B := Base self first). change (@thread_ok B t1) in Ht1.
    (* The root's record. *)
    fl_steps. fl_case; [fl_steps; fl_call put_slot_calls; [exact Ht1|lia|done|lia|]|]; fl_steps; fl_reached;
      (split; [reflexivity|]); eexists;
      (split; [reflexivity|]); apply (@kept_ok B), open_ok; [|exact Ht1].
    apply with_slot_ok; [exact Ht1|]. apply new_slot_ok; [lia|lia|by right|apply root_wf|exact Hok].
  Qed.
End init.
