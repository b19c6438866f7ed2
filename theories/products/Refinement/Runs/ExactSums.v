(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * functions.fl: sums of decimal numbers, and their bytes, are the model's. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactNumbers ExactApplied.
Local Open Scope Z_scope.

Section numbers.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).

  (** A datum in a record. *)
  Lemma datum_read (v : datum) vb :
    value_is vb (Data v) → len vb ≤ 256 →
    match v with
    | Some a => byte vb 1 = 1 ∧ 4 ≤ len vb ∧ cut vb 4 (len vb) = zs a ∧ len a ≤ 252
    | None => byte vb 1 = 0
    end.
  Proof using.
    intros Hv Hmax. destruct (value_is_data _ _ Hv) as (_ & Hl & _). destruct Hv as [_ ->].
    destruct v as [a|]; [|done].
    rewrite print_value_len in Hl. rewrite zs_value by lia.
    split; [done|]. rewrite !len_cons. pose proof (len_nonneg (zs a)). split; [lia|]. split; [|lia].
    unfold cut. change (Z.to_nat 4) with 4%nat. cbn [drop]. apply take_ge. unfold len. lia.
  Qed.
  Lemma number_in_is t st o y :
    thread_ok t → operand_is t st o y →
    ensures fn_functions_number_in [vthread t; VInt (slot_number o)]
      (λ v ws, ws = [vthread t; VInt (slot_number o)] ∧ number_is v (number_in y.2)).
  Proof using.
    intros Ht Ho. thread_numbers Ht. destruct o as [s|k s]; cbn [slot_number].
    2:{ destruct Ho as [-> _]. fl_ensures. repeat first [fl_step|fl_case]. fl_reached. split; [done|]. by split. }
    pose proof (operand_is_ok _ _ _ _ Ht Ho) as Hok. pose proof (operand_datum_len _ _ _ _ Ht Ho) as Hl.
    destruct Ho as (Hs & _ & _ & _ & Hv). cbn [slot_number] in *.
    destruct Hok as [?|(Hsr & Hfull & Hd)]; [lia|]. pose proof (datum_len _ Hd) as Hvl.
    pose proof (slot_at_ok t (Z.of_N s) Ht Hsr) as (_&_&_&_&_&_&[Hvo Hmax]&_).
    pose proof (datum_read _ _ Hv Hmax) as Hread. unfold slot_at in *. clear Hv Hd Hfull.
    fl_ensures. repeat first [fl_step|fl_case].
    - fl_reached. split; [done|]. destruct y.2 as [a|]; [lia|]. by split.
    - destruct y.2 as [a|]; [|lia]. destruct Hread as (_ & Hr & Hcut & Hal).
      pose proof (number_of_is external a ltac:(lia)) as Hcall. rewrite <-Hcut in Hcall.
      fl_known_call Hcall. intros v ws [-> Hv]. fl_after. fl_steps. fl_reached. by split.
  Qed.

  Lemma signed_is n :
    (n < 18446744073709551616)%N →
    ensures fn_functions_signed [VInt (Z.of_N n)] (λ v ws, ws = [VInt (Z.of_N n)] ∧ v = vinteger (signed64 n)).
  Proof using.
    intros Hn. fl_ensures. unfold vinteger, signed64. repeat first [fl_step|fl_case]; fl_reached; (split; [done|]).
    - rewrite (proj2 (N.ltb_lt _ _)) by lia. by replace (Z.of_N n <? 0) with false by lia; rewrite Z.abs_eq by lia.
    - rewrite (proj2 (N.ltb_ge _ _)) by lia. replace (_ <? 0) with true by lia.
      unfold wrap, limit, bits. replace ((0 - Z.of_N n) mod 2 ^ 64) with (2 ^ 64 - Z.of_N n).
      + by replace (Z.abs _) with (2 ^ 64 - Z.of_N n) by lia.
      + apply (Z.mod_unique _ _ (-1)); lia.
  Qed.

  (** Sums. *)
  Lemma plus_signs (m m' : bool) z z' :
    0 ≤ z ≤ room m → 0 ≤ z' ≤ room m' → (m = true → 0 < z) → (m' = true → 0 < z') →
    ensures fn_functions_plus [vnumber true m z; vnumber true m' z']
      (λ v ws, ws = [vnumber true m z; vnumber true m' z'] ∧
         number_is v (within64 ((if m then - z else z) + (if m' then - z' else z')))).
  Proof using.
    unfold room. intros Hz Hz' Hm Hm'.
    destruct m, m'; fl_ensures; fl_steps; try (fl_call room_calls; fl_steps); repeat first [fl_step|fl_case];
      fl_reached; (split; [done|]).
    all: try specialize (Hm eq_refl); try specialize (Hm' eq_refl).
    3: destruct (Z.ltb_spec 0 (z - z')).
    all: first
      [apply (is_sum true); first [done|lia]
      |apply (is_sum false); first [done|lia]
      |rewrite within64_none by lia; by apply is_no_number].
  Qed.
  Lemma plus_is i j :
    in_int64 i = true → in_int64 j = true →
    ensures fn_functions_plus [vinteger i; vinteger j]
      (λ v ws, ws = [vinteger i; vinteger j] ∧ number_is v (within64 (i + j))).
  Proof using.
    intros Hi%in_int64_range Hj%in_int64_range. unfold vinteger.
    assert (∀ k, k = if k <? 0 then - Z.abs k else Z.abs k) as Habs by (intros k; destruct (Z.ltb_spec k 0); lia).
    rewrite (f_equal2 Z.add (Habs i) (Habs j)).
    destruct (Z.ltb_spec i 0), (Z.ltb_spec j 0); apply plus_signs; unfold room; first [done|lia].
  Qed.
End numbers.
