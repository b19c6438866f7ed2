(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * functions.compare_and_set and functions.transfer: they write data where data are, never trap, and change nothing
    when they refuse. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Arguments Numbers.
Local Open Scope Z_scope.

Section exchange.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  (** One byte is appended. *)
  Local Ltac answered H :=
    fl_reached; do 2 eexists; split; [reflexivity|]; split; [exact H|]; split; [|by right];
    eexists; split; [reflexivity|]; split; [fl_octets|fl_lens; lia].

  Lemma compare_and_set_ensures t s a out :
    thread_ok t → operand_ok t s → octets a → len a < 2 ^ 32 → len out + 1 ≤ 65536 →
    ensures fn_functions_compare_and_set [vthread t; VInt s; VBytes a; VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VInt s; VBytes a; VBytes out'] ∧ evaluated t out 1 r t' out').
  Proof.
    intros Ht Hs Ha Hal Hout. thread_numbers Ht. pose proof (len_nonneg a).
    pose proof (data_written_same t Ht) as Hsame.
    fl_ensures. fl_steps. fl_call datum_size_calls; [done|].
    destruct (datum_size_range a Ha) as [Hz|[Hz|[Hz Hz']]]; [rewrite Hz; fl_walk_through|rewrite Hz; fl_walk_through|].
    set (p := datum_size a) in *. clearbody p.
    fl_walk_through. fl_call datum_size_calls; [fl_octets|]. fold (size_at a p).
    destruct (size_cases a p Ha ltac:(lia)) as [Hy|[Hy|[Hy Hy']]];
      [rewrite Hy; fl_walk_through|rewrite Hy; fl_walk_through|].
    assert (size_at a p = len a - p → datum_size (cut a p (len a)) = len (cut a p (len a))) as Hd.
    { fold (size_at a p). by rewrite len_cut by lia. }
    destruct (decide (s = NONE)) as [->|Hsn].
    - fl_walk_through; answered Hsame.
    - assert (Hs' := Hs). destruct Hs' as [->|(Hs' & _ & Hdat)]; [done|].
      pose proof (datum_len _ Hdat) as Hvl. unfold slot_at in Hvl.
      fl_walk_through; try answered Hsame.
      fl_known_call writable_ensures. intros r ws (-> & [(w & Hw & ->)|(-> & _ & Hsmall)]); fl_after; fl_walk_through.
      fl_known_call write_ensures; [done|done|done|fl_octets|apply Hd; lia|unfold size_at in *;
        rewrite len_cut by lia; lia|].
      intros r ws (t2 & -> & Hw2). fl_after. fl_walk_through. answered Hw2.
  Qed.

  Lemma transfer_ensures t s s2 x out :
    thread_ok t → operand_ok t s → operand_ok t s2 → 0 ≤ x < 2 ^ 64 → len out + 1 ≤ 65536 →
    ensures fn_functions_transfer [vthread t; VInt s; VInt s2; VInt x; VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VInt s; VInt s2; VInt x; VBytes out'] ∧ evaluated t out 1 r t' out').
  Proof.
    intros Ht Hs Hs2 Hx Hout. pose proof (data_written_same t Ht) as Hsame.
    fl_ensures. fl_steps.
    fl_known_call number_in_ensures; [done|done|]. intros ? ws (-> & gx & mx & zx & -> & Hzx & Hgx). fl_after. fl_steps.
    fl_known_call number_in_ensures; [done|done|]. intros ? ws (-> & gy & my & zy & -> & Hzy & Hgy). fl_after.
    destruct gx; [|fl_walk_through; answered Hsame].
    destruct gy; [|fl_walk_through; answered Hsame].
    destruct mx; [fl_walk_through; answered Hsame|].
    specialize (Hgx eq_refl). unfold room in Hgx. fl_walk_through; [|answered Hsame].
    fl_known_call plus_ensures; [by split|split; [lia|intros _; unfold room; lia]|].
    intros ? ws (-> & g & m & z & -> & Hz & Hg). fl_after.
    destruct g; [|fl_walk_through; answered Hsame]. specialize (Hg eq_refl).
    assert (0 ≤ z ≤ 2 ^ 63) as Hz63 by (destruct m; unfold room in Hg; lia).
    fl_walk_through.
    fl_known_call text_of_ensures; [lia|]. intros ? ws (-> & text & -> & Ho & Hl). fl_after. fl_steps.
    fl_known_call write_value_ensures; [done|done|lia|done|lia|]. intros ? ws (t1 & -> & Hw1). fl_after. fl_steps.
    fl_known_call text_of_ensures; [lia|]. intros ? ws (-> & text2 & -> & Ho2 & Hl2). fl_after. fl_steps.
    fl_known_call write_value_ensures; [apply Hw1|by apply Hw1|lia|done|lia|]. intros ? ws (t2 & -> & Hw2).
    pose proof (data_written_trans _ _ _ Hw1 Hw2) as Hw. fl_after. fl_walk_through. answered Hw.
  Qed.
End exchange.
