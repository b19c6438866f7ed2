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

Definition no_tally : ftally := FTally (FSide 0 0 0 []) (FSide 0 0 0 []).
(** A thread in which nothing has been done: nothing is in a sum or in a slot, but the root in thread 0's first. *)
Definition as_new (t : fthread) (self depth slots first : Z) (root : list Z) : Prop :=
  (f_self t = self ∧ f_depth t = depth ∧ f_slots t = slots ∧ f_epoch t = first ∧ f_counter t = 0 ∧
   f_last t = replicate 34 0 ∧ f_next t = first ∧ f_index t = 0) ∧
  (∀ i, 0 ≤ i < 4 → tally_at t i = no_tally) ∧
  ∀ s, 0 ≤ s < slots →
    if (self =? 0) && (s =? 0) then slot_at t s = FSlot 1 0 NONE NONE NONE (replicate 34 0) root
    else f_how (slot_at t s) = 0.

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
         verifier_ok t' false None ∧ as_new t' self depth slots first root).
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
      m = Z.to_nat (4 - i) ∧ 0 ≤ i ≤ 4 ∧ len l = 4 ∧ ∀ j, 0 ≤ j < i → l !!! Z.to_nat j = no_tally) 4%nat).
    { exists 0, (f_open t). split; [reflexivity|]. split_and!; [done|lia|lia|done|]. intros j Hj. lia. }
    intros m s (i & l & -> & -> & Hi & Hl & Hall). fl_round. fl_steps. fl_case.
    { fl_steps. exists (Z.to_nat (4 - (i + 1))). split; [lia|]. eexists (i + 1), _. split; [reflexivity|].
      rewrite len_insert. split_and!; [done|lia|lia|done|]. intros j Hj. destruct (decide (j = i)) as [->|].
      - rewrite list_lookup_total_insert by (unfold len in *; lia). reflexivity.
      - rewrite list_lookup_total_insert_ne by lia. apply Hall. lia. }
    assert (i = 4) as -> by lia. clear Hi. assert (Forall tally_ok l) as Hls.
    { apply Forall_lookup_2. intros j y Hy. rewrite <-(list_lookup_total_correct _ _ _ Hy).
      rewrite <-(Nat2Z.id j). rewrite Hall; [by split; apply zero_side|]. apply lookup_lt_Some in Hy.
      unfold len in *. lia. }
    fl_steps.
    (* The slots are empty. *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i c,
      s = <[0%nat := Some (VRecord [vthread (FThread self depth slots first 0 (replicate 34 0) first 0 l c);
          VBool closing; vfailed failed])]> (<[11%nat := Some (VInt i)]> s0) ∧
      m = Z.to_nat (slots - i) ∧ 0 ≤ i ≤ slots ∧ len c = SLOTS ∧ Forall slot_ok c ∧
      ∀ j, 0 ≤ j < i → f_how (c !!! Z.to_nat j) = 0) (Z.to_nat slots)).
    { exists 0, (f_cache t). split; [reflexivity|]. split_and!; [f_equal; lia|lia|lia|done|done|].
      intros j Hj. lia. }
    intros m s (i & c & -> & -> & Hi & Hcl' & Hcs & Hcempty). fl_round. fl_steps. fl_case.
    { fl_steps. exists (Z.to_nat (slots - (i + 1))). split; [lia|]. eexists (i + 1), _. split; [reflexivity|].
      rewrite len_insert. split_and!; [done|lia|lia|done| |].
      - apply Forall_insert; [done|].
        apply (with_how_ok (c !!! Z.to_nat i)). apply (Forall_lookup_total_1 _ _ _ Hcs). unfold len in *. lia.
      - intros j Hj. destruct (decide (j = i)) as [->|].
        + rewrite list_lookup_total_insert by (unfold len in *; lia). reflexivity.
        + rewrite list_lookup_total_insert_ne by lia. apply Hcempty. lia. }
    assert (i = slots) as -> by lia. clear Hi.
    set (t1 := FThread self depth slots first 0 (replicate 34 0) first 0 l c).
    assert (@thread_ok (Base self first) t1) as Ht1.
    { unfold thread_ok. cbn. split_and!; try done; try lia; apply root_wf. }
    pose (B := Base self first). change (@thread_ok B t1) in Ht1.
    (* The root's record. *)
    fl_steps. fl_case; [fl_steps; fl_call put_slot_calls; [exact Ht1|lia|done|lia|]|]; fl_steps; fl_reached;
      (split; [reflexivity|]); eexists; (split; [reflexivity|]).
    - split.
      { apply (@kept_ok B), open_ok, with_slot_ok; [exact Ht1|].
        apply new_slot_ok; [lia|lia|by right|apply root_wf|exact Hok]. }
      unfold as_new. split; [done|]. split; [intros j Hj; by apply Hall|]. intros j Hj.
      assert ((self =? 0) = true) as -> by lia. cbn [andb]. destruct (Z.eqb_spec j 0) as [->|].
      + by apply (@slot_at_same B); [exact Ht1|lia].
      + rewrite slot_at_other by lia. by apply Hcempty.
    - split; [by apply (@kept_ok B), open_ok|].
      unfold as_new. split; [done|]. split; [intros j Hj; by apply Hall|]. intros j Hj.
      assert ((self =? 0) = false) as -> by lia. by apply Hcempty.
  Qed.
End init.
