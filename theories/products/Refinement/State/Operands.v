(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * functions.fl: reading and writing one operand; no trap, and the invariant of the state is kept. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export State.
Local Open Scope Z_scope.

(** An operand is absent, or a slot with a datum in it. *)
Definition operand_ok (t : fthread) (s : Z) : Prop :=
  s = NONE ∨ 0 ≤ s < SLOTS ∧ f_how (slot_at t s) ≠ 0 ∧ datum_ok (f_value (slot_at t s)).
(** What functions may change: data, where data are. *)
Definition data_written `{B : base} (t t' : fthread) : Prop :=
  thread_ok t' ∧ (∀ s, operand_ok t s → operand_ok t' s) ∧ f_index t' = f_index t.

Theorem data_written_same `{B : base} t : thread_ok t → data_written t t.
Proof. intros. unfold data_written. by split_and!. Qed.
Theorem data_written_trans `{B : base} t1 t2 t3 : data_written t1 t2 → data_written t2 t3 → data_written t1 t3.
Proof. intros (?&?&?) (?&?&?). unfold data_written. split_and!; [done|auto|congruence]. Qed.
Lemma data_written_with `{B : base} t s v :
  thread_ok t → 0 ≤ s < SLOTS → datum_ok v → len v ≤ 256 → data_written t (with_slot t s (with_value (slot_at t s) v)).
Proof.
  intros Ht Hs Hv Hl. unfold data_written. split_and!; [apply write_value_ok; [done..|by split; [|left]]| |done].
  intros s' [->|(Hs' & Hfull & Hd)]; [by left|]. right. split; [done|].
  destruct (decide (s = s')) as [->|Hne]; [rewrite slot_at_same by done; by cbn|]. by rewrite slot_at_other by lia.
Qed.
Lemma datum_len v : datum_ok v → 2 ≤ len v.
Proof.
  intros (d & -> & _ & Hd). rewrite len_cons. destruct d as [|z d]; [by vm_compute in Hd|].
  rewrite len_cons. pose proof (len_nonneg d). lia.
Qed.
Theorem datum_octets v : datum_ok v → octets v.
Proof. intros (d & -> & Hd & _). constructor; [lia|done]. Qed.
Lemma datum_front v : datum_ok v → fit v 1 = [0].
Proof. intros (d & -> & _). unfold fit. cbn [length]. by replace (Z.to_nat 1 - S (length d))%nat with 0%nat by lia. Qed.
(** The datum of a value that has one: what is after 01, and a length. *)
Theorem datum_room v : datum_ok v → byte v 1 ≠ 0 → 4 ≤ len v.
Proof.
  intros (d & -> & _ & Hd). rewrite byte_cons by lia. change (1 - 1) with 0. rewrite len_cons. intros Hb.
  unfold datum_size in Hd. pose proof (len_nonneg d). repeat case_match; lia.
Qed.
Lemma long_datum (v : list Z) : len v ≤ 252 → datum_size (1 :: 0 :: len v :: v) = 3 + len v.
Proof.
  intros Hl. pose proof (len_nonneg v). unfold datum_size.
  assert (loaded Big (1 :: 0 :: len v :: v) 1 2 = len v) as ->.
  { unfold loaded. change (cut (1 :: 0 :: len v :: v) 1 (1 + 2)) with [0; len v]. cbn. lia. }
  rewrite !len_cons. change (byte (1 :: 0 :: len v :: v) 0) with 1. repeat case_match; lia.
Qed.

Section operands.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).

  Theorem give_calls t s out :
    thread_ok t → operand_ok t s → len out + 255 ≤ 65536 →
    calls fn_functions_give [vthread t; VInt s; VBytes out] unit_value
      [vthread t; VInt s;
       VBytes (out ++ (if s =? NONE then [0] else cut (f_value (slot_at t s)) 1 (len (f_value (slot_at t s)))))].
  Proof.
    intros Ht Hs Hout. thread_numbers Ht. destruct Hs as [->|(Hs & Hfull & Hd)].
    - fl_function. fl_walk.
    - pose proof (datum_len _ Hd) as Hl. pose proof (slot_at_ok t s Ht Hs) as Hslot. unfold slot_ok, slot_at in *.
      rewrite (proj2 (Z.eqb_neq s NONE)) by lia. fl_function. fl_walk.
  Qed.

  Theorem is_there_calls t s :
    thread_ok t → operand_ok t s →
    calls fn_functions_is_there [vthread t; VInt s]
      (VBool (if s =? NONE then false else negb (byte (f_value (slot_at t s)) 1 =? 0))) [vthread t; VInt s].
  Proof.
    intros Ht Hs. thread_numbers Ht. destruct Hs as [->|(Hs & Hfull & Hd)].
    - fl_function. fl_walk.
    - pose proof (datum_len _ Hd) as Hl. pose proof (slot_at_ok t s Ht Hs) as Hslot. unfold slot_ok, slot_at in *.
      rewrite (proj2 (Z.eqb_neq s NONE)) by lia. fl_function. fl_walk.
  Qed.

  Theorem writable_ensures s n :
    ensures fn_functions_writable [VInt s; VInt n]
      (λ r ws, ws = [VInt s; VInt n] ∧ (fails r ∨ r = passes ∧ s ≠ NONE ∧ n ≤ 255)).
  Proof.
    fl_ensures. repeat first [fl_step|fl_case]; fl_reached; (split; [done|]).
    - left. exists 26%nat. split; [lia|done].
    - left. exists 27%nat. split; [lia|done].
    - right. split_and!; [done|lia|lia].
  Qed.

  Theorem write_ensures t s d :
    thread_ok t → operand_ok t s → s ≠ NONE → octets d → datum_size d = len d → len d ≤ 255 →
    ensures fn_functions_write [vthread t; VInt s; VBytes d]
      (λ _ ws, ∃ t', ws = [vthread t'; VInt s; VBytes d] ∧ data_written t t').
  Proof.
    intros Ht Hs Hsn Hd Hsize Hl. thread_numbers Ht. destruct Hs as [->|(Hs & Hfull & Hdat)]; [done|].
    pose proof (datum_len _ Hdat) as Hvl. pose proof (datum_front _ Hdat) as Hfront.
    unfold slot_at in Hvl, Hfront. fl_ensures. fl_steps. fl_reached. eexists. split; [reflexivity|].
    apply (data_written_with t s _ Ht Hs); rewrite Hfront.
    - by exists d.
    - cbn. rewrite len_cons. lia.
  Qed.

  Theorem write_value_ensures t s v :
    thread_ok t → operand_ok t s → s ≠ NONE → octets v → len v ≤ 252 →
    ensures fn_functions_write_value [vthread t; VInt s; VBytes v]
      (λ _ ws, ∃ t', ws = [vthread t'; VInt s; VBytes v] ∧ data_written t t').
  Proof.
    intros Ht Hs Hsn Hv Hl. thread_numbers Ht. destruct Hs as [->|(Hs & Hfull & Hdat)]; [done|].
    pose proof (datum_len _ Hdat) as Hvl. pose proof (datum_front _ Hdat) as Hfront.
    pose proof (len_nonneg v). unfold slot_at in Hvl, Hfront.
    assert (Z.shiftr (len v) 8 = 0) as Hhi.
    { rewrite Z.shiftr_div_pow2 by lia. apply Z.div_small. change (2 ^ 8) with 256. lia. }
    assert (Z.land (len v) 255 = len v) as Hlo.
    { change 255 with (Z.ones 8). rewrite Z.land_ones by lia. apply Z.mod_small. change (2 ^ 8) with 256. lia. }
    fl_ensures. fl_steps. fl_reached. eexists. split; [reflexivity|].
    apply (data_written_with t s _ Ht Hs); rewrite Hfront.
    - rewrite Hhi, Hlo. exists (1 :: 0 :: len v :: v). split; [done|].
      split; [|by rewrite long_datum, !len_cons by lia; lia].
      repeat (constructor; [lia|]). done.
    - rewrite Hhi, Hlo. cbn [app]. rewrite !len_cons. lia.
  Qed.
End operands.
