(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Additive functions over bit strings.

    A function that maps xor to xor is determined by its values on the powers of
    two: two such functions of 128 bits are equal when they agree on 128 inputs,
    which Coq can compute. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
Local Open Scope N_scope.

Definition additive (f : N → N) : Prop := ∀ a b, f (N.lxor a b) = N.lxor (f a) (f b).

Lemma additive_zero f : additive f → f 0 = 0.
Proof. intros Hf. specialize (Hf 0 0). rewrite !N.lxor_nilpotent in Hf. done. Qed.

(** Equality of bit strings, bit by bit. *)
Ltac bitwise := apply N.bits_inj; intros i.

(** [x] below [2^(n+1)] is its top bit and the rest. *)
Lemma split_top n x :
  x < 2 ^ N.succ n →
  ∃ y, y < 2 ^ n ∧ x = N.lxor y (if N.testbit x n then 2 ^ n else 0).
Proof.
  intros Hx. exists (x mod 2 ^ n). split; [apply N.mod_lt, N.pow_nonzero; lia|].
  bitwise. rewrite N.lxor_spec.
  destruct (N.lt_trichotomy i n) as [Hi|[->|Hi]].
  - rewrite N.mod_pow2_bits_low by done.
    destruct (N.testbit x n); rewrite ?N.pow2_bits_false, ?N.bits_0, ?xorb_false_r by lia; done.
  - rewrite N.mod_pow2_bits_high by lia.
    destruct (N.testbit x n); rewrite ?N.pow2_bits_true, ?N.bits_0; done.
  - rewrite N.mod_pow2_bits_high by lia.
    assert (N.testbit x i = false) as ->.
    { destruct (decide (x = 0)) as [->|]; [apply N.bits_0|].
      apply N.bits_above_log2, N.log2_lt_pow2; [lia|].
      eapply N.lt_le_trans; [done|]. apply N.pow_le_mono_r; lia. }
    destruct (N.testbit x n); rewrite ?N.pow2_bits_false, ?N.bits_0 by lia; done.
Qed.

(** Agreement on a basis is agreement. *)
Lemma agree_on_basis f g (n : nat) :
  additive f → additive g →
  (∀ i, (i < n)%nat → f (2 ^ N.of_nat i) = g (2 ^ N.of_nat i)) →
  ∀ x, x < 2 ^ N.of_nat n → f x = g x.
Proof.
  intros Hf Hg. induction n as [|n IH]; intros Hb x Hx.
  - assert (x = 0) as -> by (simpl in Hx; lia). by rewrite !additive_zero.
  - rewrite Nat2N.inj_succ in Hx. destruct (split_top _ _ Hx) as (y & Hy & ->).
    rewrite Hf, Hg, IH by (done || auto with lia).
    f_equal. destruct (N.testbit x (N.of_nat n)); [by apply Hb; lia|].
    by rewrite !additive_zero.
Qed.

(** The two-argument form: additive in each argument, equal on pairs of a basis. *)
Lemma agree_on_basis2 f g (n : nat) :
  (∀ y, additive (λ x, f x y)) → (∀ x, additive (f x)) →
  (∀ y, additive (λ x, g x y)) → (∀ x, additive (g x)) →
  (∀ i j, (i < n)%nat → (j < n)%nat →
     f (2 ^ N.of_nat i) (2 ^ N.of_nat j) = g (2 ^ N.of_nat i) (2 ^ N.of_nat j)) →
  ∀ x y, x < 2 ^ N.of_nat n → y < 2 ^ N.of_nat n → f x y = g x y.
Proof.
  intros Hf1 Hf2 Hg1 Hg2 Hb x y Hx Hy.
  apply (agree_on_basis (λ x, f x y) (λ x, g x y) n); [done..| |done].
  intros i Hi. apply (agree_on_basis _ _ n); auto.
Qed.

(** ** What is additive *)

Lemma additive_id : additive (λ x, x).
Proof. done. Qed.
Lemma additive_const_zero : additive (λ _, 0).
Proof. intros a b. by rewrite N.lxor_0_l. Qed.
Lemma additive_compose f g : additive f → additive g → additive (λ x, f (g x)).
Proof. intros Hf Hg a b. by rewrite Hg, Hf. Qed.
Lemma additive_lxor f g : additive f → additive g → additive (λ x, N.lxor (f x) (g x)).
Proof. intros Hf Hg a b. rewrite Hf, Hg. bitwise. rewrite !N.lxor_spec. by repeat destruct (N.testbit _ _). Qed.
Lemma additive_shiftl k : additive (λ x, N.shiftl x k).
Proof. intros a b. apply N.shiftl_lxor. Qed.
Lemma additive_shiftr k : additive (λ x, N.shiftr x k).
Proof. intros a b. apply N.shiftr_lxor. Qed.
Lemma additive_double : additive N.double.
Proof. intros [|[]] [|[]]; done || (simpl; by destruct (Pos.lxor _ _)). Qed.
Lemma additive_div2 : additive N.div2.
Proof. intros a b. rewrite !N.div2_spec. apply N.shiftr_lxor. Qed.
Lemma additive_low w : additive (low w).
Proof. intros a b. bitwise. unfold low. rewrite !N.land_spec, !N.lxor_spec, !N.land_spec.
  by repeat destruct (N.testbit _ _). Qed.
Lemma additive_slice k w : additive (slice k w).
Proof. intros a b. unfold slice. by rewrite N.shiftr_lxor, additive_low. Qed.

(** A constant where a bit is set. *)
Lemma additive_select k c : additive (λ x, if N.testbit x k then c else 0).
Proof.
  intros a b. rewrite N.lxor_spec.
  destruct (N.testbit a k), (N.testbit b k); simpl;
    by rewrite ?N.lxor_nilpotent, ?N.lxor_0_l, ?N.lxor_0_r.
Qed.

(** ** The carry-less product is additive in both arguments *)

Lemma clmul_pos_additive p : additive (clmul_pos p).
Proof.
  induction p as [p IH|p IH|]; simpl.
  - apply additive_lxor; [done|]. by apply additive_compose; [apply additive_double|].
  - by apply additive_compose; [apply additive_double|].
  - done.
Qed.

Lemma clmul_additive_l b : additive (λ a, clmul a b).
Proof. destruct b; simpl; [apply additive_const_zero|apply clmul_pos_additive]. Qed.

Lemma clmul_double a n : clmul a (N.double n) = N.double (clmul a n).
Proof. by destruct n. Qed.
Lemma clmul_succ_double a n : clmul a (N.succ_double n) = N.lxor a (N.double (clmul a n)).
Proof. destruct n; simpl; by rewrite ?N.lxor_0_r. Qed.

Lemma lxor_swap a b c d : N.lxor (N.lxor a b) (N.lxor c d) = N.lxor (N.lxor a c) (N.lxor b d).
Proof. bitwise. rewrite !N.lxor_spec. by repeat destruct (N.testbit _ _). Qed.

Lemma clmul_additive_r a : additive (clmul a).
Proof.
  intros b. induction b as [|n IH|n IH] using N.binary_ind; intros c.
  - done.
  - destruct c as [|c _|c _] using N.binary_ind.
    + by rewrite !N.lxor_0_r.
    + by rewrite <-additive_double, !clmul_double, IH, additive_double.
    + assert (N.lxor (N.double n) (N.succ_double c) = N.succ_double (N.lxor n c)) as ->.
      { destruct n, c; done || (simpl; by destruct (Pos.lxor _ _)). }
      rewrite clmul_double, !clmul_succ_double, IH, additive_double.
      bitwise. rewrite !N.lxor_spec. by repeat destruct (N.testbit _ _).
  - destruct c as [|c _|c _] using N.binary_ind.
    + by rewrite !N.lxor_0_r.
    + assert (N.lxor (N.succ_double n) (N.double c) = N.succ_double (N.lxor n c)) as ->.
      { destruct n, c; done || (simpl; by destruct (Pos.lxor _ _)). }
      rewrite clmul_double, !clmul_succ_double, IH, additive_double.
      bitwise. rewrite !N.lxor_spec. by repeat destruct (N.testbit _ _).
    + assert (N.lxor (N.succ_double n) (N.succ_double c) = N.double (N.lxor n c)) as ->.
      { destruct n, c; done || (simpl; by destruct (Pos.lxor _ _)). }
      rewrite clmul_double, !clmul_succ_double, IH, additive_double.
      bitwise. rewrite !N.lxor_spec. by repeat destruct (N.testbit _ _).
Qed.
