(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Facts about blocks of 16 bytes that link instructions with the standards: what the cipher's
    instructions make of blocks are blocks; [pshufb] with the right mask reverses bytes; [paddd]
    of a small number is [inc32] that often. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Aes_trusted Syntax_trusted Semantics_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Additive Rounds.
Local Open Scope N_scope.

(** ** Bounds, by bits *)

Lemma bit_above x n i : x < 2 ^ n → n <= i → N.testbit x i = false.
Proof. intros Hx Hi. rewrite <-(lt_low n x Hx), low_spec. destruct (N.ltb_spec i n); [lia|]. apply andb_false_r. Qed.

Lemma below_by_bits x n : (∀ i, n <= i → N.testbit x i = false) → x < 2 ^ n.
Proof.
  intros H. apply low_lt. apply N.bits_inj. intros i. rewrite low_spec. destruct (N.ltb_spec i n) as [|Hi].
  - apply andb_true_r.
  - rewrite (H i Hi). reflexivity.
Qed.

Lemma xor_below n x y : x < 2 ^ n → y < 2 ^ n → N.lxor x y < 2 ^ n.
Proof. intros Hx Hy. apply below_by_bits. intros i Hi. by rewrite N.lxor_spec, (bit_above x n), (bit_above y n). Qed.

Lemma low_below w x : low w x < 2 ^ w.
Proof. apply low_lt. by apply low_low. Qed.

Lemma join_below w l : Forall (λ x, x < 2 ^ w) l → join w l < 2 ^ (w * N.of_nat (length l)).
Proof.
  induction 1 as [|x l Hx _ IH]; cbn [join length]; [rewrite N.mul_0_r; reflexivity|].
  apply below_by_bits. intros i Hi. rewrite Nat2N.inj_succ in Hi. rewrite N.lor_spec, (bit_above x w) by (done || nia).
  rewrite N.shiftl_spec_high' by nia. by rewrite (bit_above _ _ _ IH) by nia.
Qed.

Lemma split_below w n x : Forall (λ y, y < 2 ^ w) (split w n x).
Proof. revert x. induction n as [|n IH]; intros x; constructor; [apply low_below|apply IH]. Qed.

Lemma join_split w n x : join w (split w n x) = low (w * N.of_nat n) x.
Proof.
  revert x. induction n as [|n IH]; intros x; cbn [split join].
  - rewrite N.mul_0_r. unfold low. by rewrite N.land_0_r.
  - rewrite IH. apply N.bits_inj. intros i. rewrite N.lor_spec, !low_spec. destruct (N.ltb_spec i w) as [Hi|Hi].
    + rewrite N.shiftl_spec_low, orb_false_r by done. f_equal. symmetry. apply N.ltb_lt. nia.
    + rewrite andb_false_r, N.shiftl_spec_high', low_spec, N.shiftr_spec' by done. cbn [orb].
      replace (i - w + w) with i by lia. f_equal.
      destruct (N.ltb_spec (i - w) (w * N.of_nat n)), (N.ltb_spec i (w * N.of_nat (S n))); done || nia.
Qed.

(** ** The cipher's instructions make blocks of blocks *)

Definition all_bytes : list N := map N.of_nat (seq 0 256).

Lemma for_all_bytes (f : N → bool) b : forallb f all_bytes = true → b < 256 → f b = true.
Proof.
  intros H Hb. rewrite forallb_forall in H. apply H. apply in_map_iff. exists (N.to_nat b).
  split; [apply N2Nat.id|]. apply in_seq. lia.
Qed.

Lemma gmul_small : forallb (λ b, (gmul 1 b <? 256) && (gmul 2 b <? 256) && (gmul 3 b <? 256)) all_bytes = true.
Proof. by vm_compute. Qed.

Lemma sbox_small : forallb (λ b, sbox b <? 256) all_bytes = true.
Proof. by vm_compute. Qed.

Lemma mix_column_below c : mix_column 2 3 1 1 c < 2 ^ 32.
Proof.
  unfold mix_column. cbn [split].
  assert (∀ b, b < 2 ^ 8 → gmul 1 b < 2 ^ 8 ∧ gmul 2 b < 2 ^ 8 ∧ gmul 3 b < 2 ^ 8) as Hg.
  { intros b Hb. pose proof (for_all_bytes _ b gmul_small Hb) as H. cbv beta in H.
    rewrite !andb_true_iff, !N.ltb_lt in H. destruct H as [[H1 H2] H3]. done. }
  pose proof (Hg _ (low_below 8 c)) as (A1 & A2 & A3).
  pose proof (Hg _ (low_below 8 (N.shiftr c 8))) as (B1 & B2 & B3).
  pose proof (Hg _ (low_below 8 (N.shiftr (N.shiftr c 8) 8))) as (C1 & C2 & C3).
  pose proof (Hg _ (low_below 8 (N.shiftr (N.shiftr (N.shiftr c 8) 8) 8))) as (D1 & D2 & D3).
  match goal with |- join 8 ?l < _ => change (join 8 l < 2 ^ (8 * N.of_nat (length l))) end.
  apply join_below. repeat constructor; by repeat apply xor_below.
Qed.

Lemma aesenc_below x k : k < 2 ^ 128 → aesenc x k < 2 ^ 128.
Proof.
  intros Hk. unfold aesenc, mix_columns. generalize (sub_bytes (shift_rows x)). intros y.
  apply xor_below; [|exact Hk]. match goal with |- join 32 ?l < _ => change (join 32 l < 2 ^ (32 * N.of_nat (length l))) end.
  apply join_below. cbn [split map]. repeat constructor; apply mix_column_below.
Qed.

Lemma sub_bytes_below x : sub_bytes x < 2 ^ 128.
Proof.
  unfold sub_bytes, block, bytes. change (2 ^ 128) with (2 ^ (8 * N.of_nat (length (map sbox (split 8 16 x))))).
  apply join_below. apply Forall_fmap. eapply Forall_impl; [apply split_below|]. intros b Hb.
  pose proof (for_all_bytes _ b sbox_small Hb) as H. by apply N.ltb_lt in H.
Qed.

Lemma aesenclast_below x k : k < 2 ^ 128 → aesenclast x k < 2 ^ 128.
Proof. intros Hk. unfold aesenclast. apply xor_below; [apply sub_bytes_below|exact Hk]. Qed.

(** ** Reversing bytes *)

(** 15, 14, ..., 0 in memory. *)
Definition reversal : N := 0x000102030405060708090a0b0c0d0e0f.

Lemma byte_reverse_below x : byte_reverse 16 x < 2 ^ 128.
Proof.
  unfold byte_reverse. change (2 ^ 128) with (2 ^ (8 * N.of_nat (length (rev (split 8 16 x))))).
  apply join_below. apply Forall_rev. apply split_below.
Qed.

Lemma pshufb_reverses x : pshufb x reversal = byte_reverse 16 x.
Proof.
  (* both are lists of 16 bytes of [x], in the same order: by computation *)
  unfold pshufb, byte_reverse. f_equal.
Qed.

(** ** Counters *)

Definition add32 (k x : N) : N := N.lor (N.shiftl (N.shiftr x 32) 32) (low 32 (low 32 x + k)).

Lemma inc32_add x : inc32 x = add32 1 x.
Proof. reflexivity. Qed.

Lemma add32_high k x : N.shiftr (add32 k x) 32 = N.shiftr x 32.
Proof. unfold add32. rewrite N.lor_comm. apply high_join. by apply low_low. Qed.

Lemma add32_low k x : low 32 (add32 k x) = low 32 (low 32 x + k).
Proof. unfold add32. rewrite N.lor_comm. apply low_join. by apply low_low. Qed.

Lemma add32_add j k x : add32 j (add32 k x) = add32 (k + j) x.
Proof.
  unfold add32 at 1. rewrite add32_high, add32_low. unfold add32. f_equal. rewrite low_add. f_equal. lia.
Qed.

Lemma add32_0 x : add32 0 x = x.
Proof.
  unfold add32. rewrite N.add_0_r, low_low by lia. apply N.bits_inj. intros i. rewrite N.lor_spec, low_spec.
  destruct (N.ltb_spec i 32).
  - rewrite N.shiftl_spec_low by done. apply andb_true_r.
  - rewrite N.shiftl_spec_high', N.shiftr_spec', andb_false_r, orb_false_r by done. f_equal. lia.
Qed.

Lemma inc32_often n x : Nat.iter n inc32 x = add32 (N.of_nat n) x.
Proof.
  induction n as [|n IH]; [symmetry; apply add32_0|]. rewrite Nat.iter_succ, IH, inc32_add, add32_add. f_equal. lia.
Qed.

Lemma add32_below k x : x < 2 ^ 128 → add32 k x < 2 ^ 128.
Proof.
  intros Hx. apply below_by_bits. intros i Hi. unfold add32. rewrite N.lor_spec, low_spec.
  rewrite N.shiftl_spec_high', N.shiftr_spec' by lia. replace (i - 32 + 32) with i by lia.
  rewrite (bit_above x 128) by done. cbn [orb]. destruct (N.ltb_spec i 32); [lia|]. apply andb_false_r.
Qed.

Lemma paddd_counts k x : k < 2 ^ 32 → x < 2 ^ 128 → v2_sem PADDD x k = add32 k x.
Proof.
  intros Hk Hx. cbn [v2_sem]. unfold pointwise.
  assert (split 32 4 k = [k; 0; 0; 0]) as ->.
  { assert (N.shiftr k 32 = 0) as E.
    { apply N.bits_inj. intros i. rewrite N.shiftr_spec', N.bits_0. apply (bit_above k 32); [done|lia]. }
    cbn [split]. rewrite E, (lt_low 32 k Hk). reflexivity. }
  change (split 32 4 x) with (low 32 x :: split 32 3 (N.shiftr x 32)). cbn [zip_with join].
  rewrite N.lor_comm. unfold add32. f_equal. f_equal.
  transitivity (join 32 (split 32 3 (N.shiftr x 32))).
  - cbn [split zip_with join]. by rewrite !N.add_0_r, !low_low by lia.
  - rewrite join_split. apply lt_low. apply below_by_bits. intros i Hi. rewrite N.shiftr_spec'.
    apply (bit_above x 128); [done|]. lia.
Qed.
