(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Facts about masked words. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted State_trusted.
From Coq Require Import Zdiv.
Local Open Scope N_scope.

Lemma low_spec w x j : N.testbit (low w x) j = N.testbit x j && (j <? w).
Proof.
  unfold low. rewrite N.land_spec. f_equal. destruct (N.ltb_spec j w).
  - by apply N.ones_spec_low.
  - by apply N.ones_spec_high.
Qed.

Lemma low_low v w x : v <= w -> low w (low v x) = low v x.
Proof.
  intros. apply N.bits_inj. intros j. rewrite !low_spec.
  destruct (N.testbit x j); [|done]. cbn. destruct (N.ltb_spec j v), (N.ltb_spec j w); try done. lia.
Qed.

Lemma low_low' v w x : w <= v -> low w (low v x) = low w x.
Proof.
  intros. apply N.bits_inj. intros j. rewrite !low_spec.
  destruct (N.testbit x j); [|done]. cbn. destruct (N.ltb_spec j v), (N.ltb_spec j w); try done. lia.
Qed.

Lemma low_wider v w x : v <= w -> low v x = x -> low w x = x.
Proof. intros H E. rewrite <- E at 1. by rewrite low_low. Qed.

Lemma low_lxor w x y : low w (N.lxor x y) = N.lxor (low w x) (low w y).
Proof.
  apply N.bits_inj. intros j. rewrite N.lxor_spec, !low_spec, N.lxor_spec.
  destruct (N.testbit x j), (N.testbit y j), (j <? w); done.
Qed.

Lemma low_mod w x : low w x = x mod 2 ^ w.
Proof. apply N.land_ones. Qed.

Lemma low_lt w x : low w x = x -> x < 2 ^ w.
Proof. rewrite low_mod. intros <-. apply N.mod_lt. apply N.pow_nonzero. lia. Qed.

Lemma lt_low w x : x < 2 ^ w -> low w x = x.
Proof. rewrite low_mod. intros. by apply N.mod_small. Qed.

Lemma low_add w x y : low w (low w x + y) = low w (x + y).
Proof. rewrite !low_mod. apply N.add_mod_idemp_l. apply N.pow_nonzero. lia. Qed.

Lemma low_slice o w x : low w (slice o w x) = slice o w x.
Proof. unfold slice. by apply low_low. Qed.

Lemma load_low m p n : low (8 * N.of_nat n) (load m p n) = load m p n.
Proof.
  apply N.bits_inj. intros j. rewrite low_spec.
  destruct (N.ltb_spec j (8 * N.of_nat n)) as [|Hj]; [by rewrite andb_true_r|].
  rewrite andb_false_r. symmetry. revert p j Hj. induction n as [|n IH]; intros p j Hj; cbn [load].
  - apply N.bits_0.
  - rewrite N.lor_spec, low_spec. rewrite N.shiftl_spec_high' by lia.
    rewrite IH by lia. destruct (N.ltb_spec j 8); [lia|]. by rewrite andb_false_r.
Qed.

(** What was just stored is what is loaded. *)
Lemma load_store m p n v : load (store m p n v) p n = low (8 * N.of_nat n) v.
Proof.
  assert (∀ k i m', (∀ x, p + N.of_nat i <= x < p + N.of_nat (i + k) -> m' x = slice (8 * (x - p)) 8 v) ->
          load m' (p + N.of_nat i) k = low (8 * N.of_nat k) (N.shiftr v (8 * N.of_nat i))) as H.
  { induction k as [|k IH]; intros i m' Hm; cbn [load].
    - apply N.bits_inj. intros j. rewrite low_spec, N.bits_0. destruct (N.ltb_spec j (8 * N.of_nat 0)); [lia|].
      by rewrite andb_false_r.
    - rewrite Hm by lia. replace (p + N.of_nat i + 1) with (p + N.of_nat (S i)) by lia.
      rewrite (IH (S i)) by (intros; apply Hm; lia).
      apply N.bits_inj. intros j. rewrite N.lor_spec, low_spec. unfold slice. rewrite low_spec, N.shiftr_spec'.
      replace (8 * (p + N.of_nat i - p)) with (8 * N.of_nat i) by lia.
      destruct (N.ltb_spec j 8).
      + rewrite N.shiftl_spec_low by lia. rewrite orb_false_r, !andb_true_r, low_spec, N.shiftr_spec'.
        destruct (N.ltb_spec j (8 * N.of_nat (S k))); [|lia]. by rewrite andb_true_r.
      + rewrite !andb_false_r, orb_false_l. rewrite N.shiftl_spec_high' by lia. rewrite !low_spec, !N.shiftr_spec'.
        f_equal; [f_equal; lia|]. destruct (N.ltb_spec (j - 8) (8 * N.of_nat k)), (N.ltb_spec j (8 * N.of_nat (S k))); lia || done. }
  replace p with (p + N.of_nat 0) at 2 by lia. rewrite (H n 0%nat); [|].
  - by rewrite N.mul_0_r, N.shiftr_0_r.
  - intros x Hx. unfold store. destruct (N.leb_spec p x), (N.ltb_spec x (p + N.of_nat n)); cbn; [done|lia..].
Qed.

(** ** Addresses modulo 2^64 *)

Notation modulus := (2 ^ 64)%Z.

Lemma of_low64 x : Z.of_N (low 64 x) = (Z.of_N x mod modulus)%Z.
Proof. rewrite low_mod, N2Z.inj_mod by done. done. Qed.

Lemma of_word64 z : Z.of_N (word 64 z) = (z mod modulus)%Z.
Proof. unfold word. rewrite Z2N.id; [done|]. apply Z.mod_pos_bound. done. Qed.

(** Words are equal when they are congruent. *)
Ltac congruent :=
  apply N2Z.inj; rewrite ?of_low64, ?of_word64, ?N2Z.inj_add, ?N2Z.inj_mul, ?of_low64, ?of_word64;
  repeat first
    [ rewrite Zplus_mod_idemp_l | rewrite Zplus_mod_idemp_r
    | rewrite Zmult_mod_idemp_l | rewrite Zmult_mod_idemp_r | rewrite Zmod_mod ].
