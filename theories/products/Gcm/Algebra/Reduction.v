(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The reduction, instruction by instruction.

    Assembly keeps a sum of products in three parts: low, middle and high. What SPREAD_MIDDLE,
    FOLD and FINISH_HASH of gcm/clean/ghash.inc compute from those, in terms of the
    semantics of the instructions, is [reduce] of the 256-bit sum. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted Semantics_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Additive Multiply Aggregate Rounds.
Local Open Scope N_scope.

(** The constant in memory; its low half counts. *)
Definition polynomial : N := 0xc200000000000000.

Definition spread_low (low_ middle : N) : N := v2_sem PXOR low_ (vshift_sem PSLLDQ 8 middle).
Definition spread_high (middle high : N) : N := v2_sem PXOR high (vshift_sem PSRLDQ 8 middle).
Definition fold (x : N) : N :=
  v2_sem PXOR (v2_sem (PALIGNR 8) x x) (v2_sem (PCLMULQDQ 0) x polynomial).
Definition reduction (low_ middle high : N) : N :=
  v2_sem PXOR (fold (fold (spread_low low_ middle))) (spread_high middle high).

Lemma above x i : x < 2 ^ 128 → 128 <= i → N.testbit x i = false.
Proof.
  intros Hx Hi. rewrite <-(N.mod_small x (2 ^ 128)) by exact Hx. apply N.mod_pow2_bits_high. exact Hi.
Qed.

Lemma slice_testbit at_ len x i : N.testbit (slice at_ len x) i = N.testbit x (i + at_) && (i <? len).
Proof. unfold slice. rewrite low_testbit, N.shiftr_spec by lia. reflexivity. Qed.

Lemma shiftl_testbit x k i : N.testbit (N.shiftl x k) i = (k <=? i) && N.testbit x (i - k).
Proof.
  destruct (N.leb_spec k i); [by rewrite N.shiftl_spec_high by lia|by rewrite N.shiftl_spec_low].
Qed.

Lemma palignr_swaps x : x < 2 ^ 128 → v2_sem (PALIGNR 8) x x = swap_halves x.
Proof.
  intros Hx. change (v2_sem (PALIGNR 8) x x) with (low 128 (N.shiftr (N.lor (N.shiftl x 128) x) 64)).
  unfold swap_halves, lo64, hi64. apply N.bits_inj. intros i.
  rewrite N.lxor_spec, low_testbit, N.shiftr_spec, N.lor_spec, !shiftl_testbit, low_testbit, slice_testbit by lia.
  destruct (N.lt_ge_cases i 64).
  - rewrite (proj2 (N.leb_gt 128 (i + 64))), (proj2 (N.leb_gt 64 i)), (proj2 (N.ltb_lt i 128)), (proj2 (N.ltb_lt i 64)) by lia.
    rewrite !andb_true_r. cbn [andb orb]. rewrite xorb_false_l. reflexivity.
  - rewrite (proj2 (N.leb_le 128 (i + 64))), (proj2 (N.leb_le 64 i)), (proj2 (N.ltb_ge i 64)), (above x (i + 64)) by (done || lia).
    rewrite orb_false_r, andb_false_r, xorb_false_r. replace (i + 64 - 128) with (i - 64) by lia. cbn [andb].
    f_equal. destruct (N.ltb_spec i 128), (N.ltb_spec (i - 64) 64); done || lia.
Qed.

Lemma fold_is_phase x : x < 2 ^ 128 → fold x = fold_phase x.
Proof.
  intros Hx. unfold fold, fold_phase. rewrite (palignr_swaps x Hx).
  change (v2_sem (PCLMULQDQ 0) x polynomial) with (clmul (slice 0 64 x) (N.shiftl 0xc2 56)).
  unfold slice. rewrite N.shiftr_0_r. reflexivity.
Qed.

(** A phase maps blocks to blocks: the product of two words has at most 127 bits. *)
Lemma clmul_pos_below p : ∀ a k, a < 2 ^ k → clmul_pos p a < 2 ^ (k + N.log2 (Npos p)).
Proof.
  assert (∀ x y n, x < 2 ^ n → y < 2 ^ n → N.lxor x y < 2 ^ n) as Hxor.
  { intros x y n Hx Hy. assert (low n (N.lxor x y) = N.lxor x y) as <-.
    { apply N.bits_inj. intros i. rewrite low_testbit, N.lxor_spec. destruct (N.ltb_spec i n); [by rewrite andb_true_r|].
      assert (∀ z, z < 2 ^ n → N.testbit z i = false) as Hz.
      { intros z Hz. rewrite <-(N.mod_small z (2 ^ n)) by exact Hz. apply N.mod_pow2_bits_high. assumption. }
      rewrite (Hz x Hx), (Hz y Hy). reflexivity. }
    unfold low. rewrite N.land_ones. apply N.mod_lt, N.pow_nonzero. done. }
  assert (∀ x n, x < 2 ^ n → N.double x < 2 ^ N.succ n) as Hdouble.
  { intros x n Hx. rewrite N.pow_succ_r', N.double_spec. lia. }
  induction p as [p IH|p IH|]; intros a k Ha; cbn [clmul_pos].
  - replace (N.log2 (Npos p~1)) with (N.succ (N.log2 (Npos p))) by (destruct p; reflexivity). rewrite N.add_succ_r. apply Hxor; [|by apply Hdouble, IH].
    eapply N.lt_le_trans; [exact Ha|]. apply N.pow_le_mono_r; lia.
  - replace (N.log2 (Npos p~0)) with (N.succ (N.log2 (Npos p))) by (destruct p; reflexivity). rewrite N.add_succ_r. by apply Hdouble, IH.
  - cbn [N.log2]. by rewrite N.add_0_r.
Qed.

Lemma fold_phase_below x : x < 2 ^ 128 → fold_phase x < 2 ^ 128.
Proof.
  intros Hx. unfold fold_phase. assert (∀ a b, a < 2 ^ 128 → b < 2 ^ 128 → N.lxor a b < 2 ^ 128) as Hxor by apply lxor_below.
  apply Hxor.
  - rewrite <-(palignr_swaps x Hx).
    change (v2_sem (PALIGNR 8) x x) with (low 128 (N.shiftr (N.lor (N.shiftl x 128) x) 64)).
    unfold low. rewrite N.land_ones. apply N.mod_lt. done.
  - assert (lo64 x < 2 ^ 64) as Hl by (unfold lo64, low; rewrite N.land_ones; apply N.mod_lt; done).
    eapply N.lt_le_trans; [exact (clmul_pos_below 0xc200000000000000 (lo64 x) 64 Hl)|].
    apply N.pow_le_mono_r; [done|]. vm_compute. discriminate.
Qed.

(** ** The sum in three parts *)

Definition whole (low_ middle high : N) : N :=
  N.lxor (N.lxor low_ (N.shiftl middle 64)) (N.shiftl high 128).

Lemma spread_low_below a b : a < 2 ^ 128 → spread_low a b < 2 ^ 128.
Proof.
  intros Ha. change (spread_low a b) with (N.lxor a (low 128 (N.shiftl b 64))).
  assert (low 128 (N.lxor a (low 128 (N.shiftl b 64))) = N.lxor a (low 128 (N.shiftl b 64))) as <-.
  { apply N.bits_inj. intros i. rewrite low_testbit, N.lxor_spec, low_testbit.
    destruct (N.ltb_spec i 128); [by rewrite !andb_true_r|]. rewrite (above a) by done. by rewrite !andb_false_r. }
  unfold low. rewrite N.land_ones. apply N.mod_lt. done.
Qed.

Lemma low_whole a b c : a < 2 ^ 128 → low 128 (whole a b c) = spread_low a b.
Proof.
  intros Ha. change (spread_low a b) with (N.lxor a (low 128 (N.shiftl b 64))). unfold whole.
  apply N.bits_inj. intros i. rewrite !low_testbit, !N.lxor_spec, low_testbit, !shiftl_testbit.
  destruct (N.ltb_spec i 128).
  - rewrite (proj2 (N.leb_gt 128 i)) by done. cbn [andb]. by rewrite !andb_true_r, xorb_false_r.
  - rewrite (above a) by done. by rewrite !andb_false_r.
Qed.

Lemma high_whole a b c :
  a < 2 ^ 128 → b < 2 ^ 128 → c < 2 ^ 128 → slice 128 128 (whole a b c) = spread_high b c.
Proof.
  intros Ha Hb Hc. change (spread_high b c) with (N.lxor c (N.shiftr b 64)). unfold whole.
  apply N.bits_inj. intros i. rewrite slice_testbit, !N.lxor_spec, !shiftl_testbit, N.shiftr_spec by lia.
  rewrite (above a), (proj2 (N.leb_le 64 (i + 128))), (proj2 (N.leb_le 128 (i + 128))) by (done || lia).
  cbn [andb]. rewrite xorb_false_l, N.add_sub. replace (i + 128 - 64) with (i + 64) by lia.
  destruct (N.ltb_spec i 128); [by rewrite andb_true_r, xorb_comm|].
  rewrite (above c), (above b) by (done || lia). by rewrite andb_false_r.
Qed.

(** ** The theorem *)
Theorem reduction_correct a b c :
  a < 2 ^ 128 → b < 2 ^ 128 → c < 2 ^ 128 → reduction a b c = reduce (whole a b c).
Proof.
  intros Ha Hb Hc. unfold reduce. rewrite (low_whole a b c Ha), (high_whole a b c Ha Hb Hc).
  pose proof (spread_low_below a b Ha) as Hs. unfold reduction.
  rewrite (fold_is_phase _ Hs), fold_is_phase by (apply fold_phase_below; exact Hs).
  apply N.lxor_comm.
Qed.

(** With nothing folded, as Claims/Gcm.v states it. *)
Local Strategy -10 [reduction fold spread_low spread_high whole polynomial].

Corollary reduction_instructions a b c :
  a < 2 ^ 128 → b < 2 ^ 128 → c < 2 ^ 128 →
  let fold x := v2_sem PXOR (v2_sem (PALIGNR 8) x x) (v2_sem (PCLMULQDQ 0) x 0xc200000000000000) in
  v2_sem PXOR (fold (fold (v2_sem PXOR a (vshift_sem PSLLDQ 8 b)))) (v2_sem PXOR c (vshift_sem PSRLDQ 8 b)) =
  reduce (N.lxor (N.lxor a (N.shiftl b 64)) (N.shiftl c 128)).
Proof. exact (reduction_correct a b c). Qed.
