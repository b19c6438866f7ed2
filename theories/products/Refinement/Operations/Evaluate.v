(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * functions.evaluate: what clients ask for changes data only, appends at most 4,080 bytes, never traps, and changes
    nothing when it refuses. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Exchange Mset.
Local Open Scope Z_scope.

(** The longest result: so many values. *)
Notation RESULT := 4080 (only parsing).

Section evaluate.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Lemma give_ensures t s out :
    thread_ok t → operand_ok t s → len out + 255 ≤ 65536 →
    ensures fn_functions_give [vthread t; VInt s; VBytes out]
      (λ _ ws, ∃ out', ws = [vthread t; VInt s; VBytes out'] ∧ grown 255 out out').
  Proof.
    intros Ht Hs Hout. eapply ensures_mono; [by apply calls_ensures, give_calls|]. intros ? ? [_ ->].
    eexists. split; [reflexivity|]. eexists. split; [reflexivity|]. destruct (Z.eqb_spec s NONE) as [|Hsn].
    - split; [repeat constructor; lia|]. rewrite len_cons, len_nil. lia.
    - destruct Hs as [?|(Hs & _ & Hd)]; [done|]. pose proof (datum_len _ Hd). pose proof (datum_octets _ Hd).
      pose proof (slot_at_ok t s Ht Hs) as (_&_&_&_&_&_&[_ Hv]&_). split; [by apply octets_cut|]. rewrite len_cut; lia.
  Qed.

  Lemma is_there_ensures t s :
    thread_ok t → operand_ok t s →
    ensures fn_functions_is_there [vthread t; VInt s] (λ r ws, ws = [vthread t; VInt s] ∧ ∃ b, r = VBool b).
  Proof.
    intros Ht Hs. eapply ensures_mono; [by apply calls_ensures, is_there_calls|]. intros ? ? [-> ->].
    split; [done|by eexists].
  Qed.

  Local Ltac either b := let E := fresh "E" in destruct b eqn:E; cbn beta iota.
  Local Ltac fl_either := lazymatch goal with |- walk _ _ _ (if ?b then _ else _) _ _ _ => either b end.
  Local Ltac refused := fl_steps; fl_nothing.

  Theorem evaluate_ensures t f n l a out :
    thread_ok t → ops_ok t n l → octets a → len a ≤ 4096 → len out + RESULT ≤ 65536 →
    ensures fn_functions_evaluate [vthread t; VInt f; vops n l; VBytes a; VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VInt f; vops n l; VBytes a; VBytes out'] ∧
         evaluated t out RESULT r t' out').
  Proof.
    intros Ht Hops Ha Hal Hout. assert (Hops' := Hops). destruct Hops' as (Hn & Hl & Hslots).
    pose proof (len_nonneg a). pose proof (len_nonneg out).
    pose proof (data_written_same t Ht) as Hsame. fl_ensures. fl_steps. fl_either.
    { (* get *)
      fl_steps. fl_case; [|refused]. fl_steps.
      let s0 := fl_store in
      eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i out',
        s = <[4%nat := Some (VBytes out')]> (<[9%nat := Some (VInt i)]> s0) ∧
        m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ grown (255 * i) out out') (Z.to_nat n)).
      { exists 0, out. split_and!; [reflexivity|lia|lia|lia|by apply grown_same]. }
      intros m s (i & out' & -> & -> & Hi & Hg). fl_round. pose proof (grown_len _ _ _ Hg). fl_steps. fl_case.
      - fl_steps. fl_known_call give_ensures; [done|apply Hslots; lia|lia|]. intros r ws (out2 & -> & Hg2).
        fl_after. fl_steps. exists (Z.to_nat (n - (i + 1))). split; [lia|]. eexists (i + 1), _. split; [reflexivity|].
        split_and!; [done|lia|lia|]. replace (255 * (i + 1)) with (255 * i + 255) by lia. by eapply grown_trans.
      - fl_steps. fl_reached. do 2 eexists. split; [reflexivity|]. split_and!; [done| |by right].
        eapply grown_weaken; [exact Hg|lia]. }
    fl_steps. fl_either.
    { (* put, getset *)
      fl_steps. fl_case; [|refused]. specialize (Hslots 0 ltac:(lia)). set (s := l !!! Z.to_nat 0) in *.
      fl_steps. fl_known_call writable_ensures. intros r ws (-> & [(w & Hw & ->)|(-> & Hsn & Hsmall)]); fl_after.
      { fl_steps. fl_nothing. }
      fl_steps. fl_case.
      - fl_steps. fl_known_call give_ensures; [done|done|lia|]. intros r ws (out2 & -> & Hg2). fl_after. fl_steps.
        fl_known_call write_value_ensures; [done|done|done|done|lia|]. intros r2 ws (t2 & -> & Hw2). fl_after. fl_steps.
        fl_reached. do 2 eexists. split; [reflexivity|]. split_and!; [done| |by right].
        eapply grown_weaken; [exact Hg2|lia].
      - fl_steps.
        fl_known_call write_value_ensures; [done|done|done|done|lia|]. intros r2 ws (t2 & -> & Hw2). fl_after. fl_steps.
        fl_reached. do 2 eexists. split; [reflexivity|]. split_and!; [done|by apply grown_same|by right]. }
    fl_steps. fl_either.
    { (* delete, exists *)
      fl_steps. fl_case; [|refused]. fl_steps.
      let s0 := fl_store in
      eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i b t' out',
        s = <[0%nat := Some (vthread t')]> (<[4%nat := Some (VBytes out')]> (<[11%nat := Some (VInt i)]>
          (<[12%nat := Some (VBool b)]> s0))) ∧
        m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ grown i out out' ∧ data_written t t') (Z.to_nat n)).
      { exists 0, false, t, out. split_and!; [reflexivity|lia|lia|lia|by apply grown_same|done]. }
      intros m s (i & b & t' & out' & -> & -> & Hi & Hg & Hw). fl_round. pose proof (grown_len _ _ _ Hg). fl_steps.
      fl_case.
      - destruct (ops_written t t' n l Hw Hops) as (_ & _ & Hop). specialize (Hop i ltac:(lia)).
        fl_steps. fl_known_call is_there_ensures; [apply Hw|done|]. intros r ws (-> & there & ->). fl_after. fl_steps.
        assert (grown (i + 1) out (out' ++ [if there then 1 else 0])) as Hg2.
        { eapply (grown_more i _ 1); [exact Hg|destruct there; repeat constructor; lia|reflexivity|lia]. }
        fl_walk_through.
        + exists (Z.to_nat (n - (i + 1))). split; [lia|]. eexists (i + 1), _, _, _. split; [reflexivity|].
          by split_and!; [done|lia|lia|done|].
        + fl_known_call write_ensures; [apply Hw|done|lia|repeat constructor; lia|done|done|].
          intros r ws (t2 & -> & Hw2). fl_after. fl_steps.
          exists (Z.to_nat (n - (i + 1))). split; [lia|]. eexists (i + 1), _, _, _. split; [reflexivity|].
          split_and!; [done|lia|lia|done|by eapply data_written_trans].
        + exists (Z.to_nat (n - (i + 1))). split; [lia|]. eexists (i + 1), _, _, _. split; [reflexivity|].
          by split_and!; [done|lia|lia|done|].
      - fl_steps. fl_reached. do 2 eexists. split; [reflexivity|]. split_and!; [done| |by right].
        eapply grown_weaken; [exact Hg|lia]. }
    fl_steps. fl_either.
    { (* mset *)
      fl_steps. fl_known_call mset_ensures; [done|done|done|lia|]. intros r ws (t2 & -> & Hw2 & Hr). fl_after. fl_steps.
      fl_reached. do 2 eexists. split; [reflexivity|]. split_and!; [done|by apply grown_same|done]. }
    fl_steps. fl_either.
    { (* incr *)
      fl_walk_through. specialize (Hslots 0 ltac:(lia)). set (s := l !!! Z.to_nat 0) in *.
      fl_number a 0 8.
      fl_known_call number_in_ensures; [done|done|]. intros ? ws (-> & g & m & z & -> & Hz & Hg). fl_after.
      destruct g.
      2:{ fl_steps. fl_reached. do 2 eexists. split; [reflexivity|]. split_and!; [done| |by right].
          eexists. split; [reflexivity|]. split; [repeat constructor; lia|done]. }
      fl_steps. fl_known_call signed_ensures; [lia|]. intros ? ws (-> & m2 & z2 & -> & Hz2). fl_after. fl_steps.
      fl_known_call plus_ensures; [by split|done|]. intros ? ws (-> & g3 & m3 & z3 & -> & Hz3 & Hg3). fl_after.
      destruct g3.
      2:{ fl_steps. fl_reached. do 2 eexists. split; [reflexivity|]. split_and!; [done| |by right].
          eexists. split; [reflexivity|]. split; [repeat constructor; lia|done]. }
      specialize (Hg3 eq_refl). assert (0 ≤ z3 ≤ 2 ^ 63) as Hz63 by (destruct m3; unfold room in Hg3; lia).
      fl_walk_through.
      fl_known_call text_of_ensures; [lia|]. intros ? ws (-> & text & -> & Ho & Hlt). fl_after. fl_steps.
      fl_known_call write_value_ensures; [done|done|lia|done|lia|]. intros ? ws (t2 & -> & Hw2). fl_after. fl_steps.
      fl_reached. do 2 eexists. split; [reflexivity|]. split_and!; [done| |by right].
      exists (1 :: text). rewrite <-(assoc_L (++)). split_and!; [done|by constructor|rewrite len_cons; lia]. }
    fl_steps. fl_either.
    { (* compare and set *)
      fl_steps. fl_case; [|refused]. specialize (Hslots 0 ltac:(lia)). set (s := l !!! Z.to_nat 0) in *. fl_steps.
      fl_known_call compare_and_set_ensures; [done|done|done|lia|lia|]. intros r ws (t2 & out2 & -> & He).
      fl_after. fl_steps. fl_reached. do 2 eexists. split; [reflexivity|]. eapply evaluated_weaken; [exact He|lia]. }
    fl_steps. fl_either.
    { (* transfer *)
      fl_walk_through. assert (operand_ok t (l !!! Z.to_nat 0)) as Hs0 by (apply Hslots; lia).
      assert (operand_ok t (l !!! Z.to_nat 1)) as Hs1 by (apply Hslots; lia).
      fl_number a 0 8.
      fl_known_call transfer_ensures; [done|done|done|lia|lia|]. intros r ws (t2 & out2 & -> & He).
      fl_after. fl_steps. fl_reached. do 2 eexists. split; [reflexivity|]. eapply evaluated_weaken; [exact He|lia]. }
    refused.
  Qed.
End evaluate.
