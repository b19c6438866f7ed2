(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the block counters of examples/asm/six_blocks.S rest on: a counter that stands big-endian in a register goes up
    by one when one is added to its last byte, as long as that does not overflow. And the halves of a register. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted Semantics_trusted State_trusted.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Vectors Require Import Vector256.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Additive Blocks.
Local Open Scope N_scope.

Lemma join_append w l l' : join w (l ++ l') = N.lor (join w l) (N.shiftl (join w l') (w * N.of_nat (length l))).
Proof.
  induction l as [|x l IH]; cbn [app join length].
  - by rewrite N.mul_0_r, N.shiftl_0_r, N.lor_0_l.
  - rewrite IH, N.shiftl_lor, N.lor_assoc, N.shiftl_shiftl. do 2 f_equal. lia.
Qed.

(** ** The last byte of a counter *)

(** One in the last byte of a block in memory. *)
Definition one_last : N := 2 ^ 120.

Lemma lor_add a b n : a < 2 ^ n → N.lor a (N.shiftl b n) = a + b * 2 ^ n.
Proof.
  intros Ha. assert (N.land a (N.shiftl b n) = 0) as H.
  { apply N.bits_inj. intros i. rewrite N.land_spec, N.bits_0. destruct (N.ltb_spec i n).
    - rewrite N.shiftl_spec_low by done. apply andb_false_r.
    - by rewrite (bit_above a n) by done. }
  rewrite <-N.shiftl_mul_pow2, N.add_nocarry_lxor by exact H. symmetry. by apply N.lxor_lor.
Qed.

(** The other bytes of a block, and its first. *)
Lemma byte_reverse_cons x : byte_reverse 16 x = join 8 (rev (split 8 15 (N.shiftr x 8))) + low 8 x * 2 ^ 120.
Proof.
  unfold byte_reverse. change (split 8 16 x) with (low 8 x :: split 8 15 (N.shiftr x 8)).
  change (rev (low 8 x :: ?l)) with (rev l ++ [low 8 x]).
  set (l := rev (split 8 15 (N.shiftr x 8))). assert (length l = 15%nat) as Hl by reflexivity.
  rewrite join_append, Hl. cbn [join]. rewrite N.shiftl_0_l, N.lor_0_r.
  rewrite lor_add; [done|]. change (8 * N.of_nat 15) with (8 * N.of_nat (length l)). apply join_below.
  apply Forall_rev, split_below.
Qed.

Lemma add32_small k x : low 32 x + k < 2 ^ 32 → add32 k x = x + k.
Proof.
  intros H. unfold add32. rewrite (lt_low 32 (low 32 x + k)) by done. rewrite N.lor_comm, lor_add by done.
  rewrite N.shiftr_div_pow2. rewrite low_mod in *. pose proof (N.div_mod x (2 ^ 32) ltac:(done)). lia.
Qed.

(** Adding one to the last byte is [inc32], if it does not overflow. *)
Theorem bump x : x < 2 ^ 128 → low 8 x < 255 →
  low 128 (v2_sem PADDD (byte_reverse 16 x) one_last) = byte_reverse 16 (inc32 x).
Proof.
  intros Hx Hb.
  assert (low 8 (inc32 x) = low 8 x + 1 ∧ N.shiftr (inc32 x) 8 = N.shiftr x 8) as [El Eh].
  { rewrite inc32_add, add32_small.
    - rewrite !N.shiftr_div_pow2, !low_mod in *. pose proof (N.div_mod x (2 ^ 8) ltac:(done)) as Hd.
      assert (x + 1 = x mod 2 ^ 8 + 1 + x / 2 ^ 8 * 2 ^ 8) as -> by lia.
      split; [rewrite N.mod_add by done; apply N.mod_small; lia|]. rewrite N.div_add by done.
      rewrite (N.div_small (x mod 2 ^ 8 + 1)) by lia. lia.
    - rewrite !low_mod in *. pose proof (N.div_mod (x mod 2 ^ 32) (2 ^ 8) ltac:(done)) as Hd.
      assert (x mod 2 ^ 32 mod 2 ^ 8 = x mod 2 ^ 8) as E.
      { rewrite (N.div_mod x (2 ^ 32)) at 2 by done.
      replace (2 ^ 32 * (x / 2 ^ 32)) with (2 ^ 24 * (x / 2 ^ 32) * 2 ^ 8) by lia.
        rewrite N.add_comm, N.mod_add by done. done. }
      assert (x mod 2 ^ 32 / 2 ^ 8 < 2 ^ 24); [|lia]. apply N.div_lt_upper_bound; [done|]. apply N.mod_lt. done. }
  rewrite (byte_reverse_cons (inc32 x)), (byte_reverse_cons x), El, Eh. set (r := join 8 (rev _)).
  assert (r < 2 ^ 120) as Hr.
  { unfold r. change (2 ^ 120) with (2 ^ (8 * N.of_nat (length (rev (split 8 15 (N.shiftr x 8)))))). apply join_below.
    apply Forall_rev, split_below. }
  generalize dependent r. intros r Hr. generalize dependent (low 8 x). intros b Hb _.
  cbn [v2_sem]. unfold pointwise. change (split 32 4 one_last) with [0; 0; 0; 2 ^ 24].
  assert (r / 2 ^ 96 < 2 ^ 24) as Hq by (apply N.div_lt_upper_bound; [done|exact Hr]).
  set (y := r + b * 2 ^ 120).
  assert (y = r mod 2 ^ 96 + (r / 2 ^ 96 + b * 2 ^ 24) * 2 ^ 96) as Hy.
  { unfold y. pose proof (N.div_mod r (2 ^ 96) ltac:(done)). lia. }
  assert (split 32 4 y = split 32 3 (r mod 2 ^ 96) ++ [r / 2 ^ 96 + b * 2 ^ 24]) as ->.
  { assert (∀ z t, z < 2 ^ 96 → t < 2 ^ 32 → split 32 4 (z + t * 2 ^ 96) = split 32 3 z ++ [t]) as Hsplit.
    { intros z t Hz Ht. cbn [split app]. rewrite !N.shiftr_shiftr, !N.shiftr_div_pow2, !low_mod.
    change (32 + 32 + 32) with 96.
      change (32 + 32) with 64.
      assert (∀ k, k <= 96 → (z + t * 2 ^ 96) / 2 ^ k = z / 2 ^ k + t * 2 ^ (96 - k)) as Hdiv.
      { intros k Hk. replace (2 ^ 96) with (2 ^ (96 - k) * 2 ^ k) by (rewrite <-N.pow_add_r; f_equal; lia).
        rewrite N.mul_assoc. apply N.div_add. apply N.pow_nonzero. done. }
      rewrite !Hdiv by lia. change (96 - 32) with 64. change (96 - 64) with 32. change (96 - 96) with 0.
      rewrite (N.div_small z (2 ^ 96)) by done.
      replace (z + t * 2 ^ 96) with (z + t * 2 ^ 64 * 2 ^ 32) by lia.
      replace (z / 2 ^ 32 + t * 2 ^ 64) with (z / 2 ^ 32 + t * 2 ^ 32 * 2 ^ 32) by lia.
      rewrite !N.mod_add by done. rewrite (N.mod_small (0 + t * 2 ^ 0)) by lia. repeat f_equal. lia. }
    rewrite Hy. apply Hsplit; [apply N.mod_lt; done|]. lia. }
  pose proof (split_below 32 3 (r mod 2 ^ 96)) as Hs. pose proof (join_split 32 3 (r mod 2 ^ 96)) as Hj.
  change (32 * N.of_nat 3) with 96 in Hj. rewrite (lt_low 96) in Hj by (apply N.mod_lt; done).
  remember (split 32 3 (r mod 2 ^ 96)) as l eqn:El'. destruct l as [|l0 [|l1 [|l2 [|]]]]; try discriminate El'.
  clear El'. rewrite !Forall_cons in Hs. destruct Hs as (H0 & H1 & H2 & _). cbn [app zip_with].
  rewrite !N.add_0_r, (lt_low 32 l0), (lt_low 32 l1), (lt_low 32 l2) by assumption.
  rewrite (lt_low 32 (r / 2 ^ 96 + b * 2 ^ 24 + 2 ^ 24)) by lia.
  change ([l0; l1; l2; ?t]) with ([l0; l1; l2] ++ [t]). rewrite join_append, Hj. cbn [length join].
  rewrite N.shiftl_0_l, N.lor_0_r. change (32 * N.of_nat 3) with 96. rewrite lor_add by (apply N.mod_lt; done).
  pose proof (N.div_mod r (2 ^ 96) ltac:(done)). rewrite lt_low; lia.
Qed.

(** ** Halves of registers and of blocks *)

Lemma insert_halves x a b :
  low 128 (insert 64 1 (low 128 (insert 64 0 x a)) b) = N.lor (low 64 a) (N.shiftl (low 64 b) 64).
Proof.
  apply N.bits_inj. intros i. unfold insert. change (64 * 0) with 0. change (64 * 1) with 64.
  rewrite !N.shiftl_0_r. rewrite low_spec, !N.lor_spec, N.ldiff_spec, low_spec, N.lor_spec, N.ldiff_spec, low_spec.
  destruct (N.ltb_spec i 64).
  - rewrite !N.shiftl_spec_low by done. rewrite N.ones_spec_low by done. rewrite (proj2 (N.ltb_lt i 128)) by lia.
  cbn [negb andb].
    by rewrite !andb_false_r, !andb_true_r, !orb_false_r.
  - rewrite !N.shiftl_spec_high' by done. rewrite !low_spec, andb_false_r. destruct (N.ltb_spec i 128).
    + rewrite (N.ones_spec_low 64 (i - 64)) by lia. cbn [negb].
      by destruct (N.testbit x i), (N.testbit a i), (N.testbit (N.ones 64) i), (N.testbit b (i - 64)), (i - 64 <? 64).
    + rewrite (proj2 (N.ltb_ge (i - 64) 64)) by lia.
      by destruct (N.testbit x i), (N.testbit a i), (N.testbit (N.ones 64) i), (N.testbit b (i - 64)).
Qed.

Lemma insert_reversal x :
  low 128 (insert 64 1 (low 128 (insert 64 0 x (word 64 579005069656919567))) (word 64 283686952306183)) = reversal.
Proof. rewrite insert_halves. by vm_compute. Qed.

Lemma clear_zero a : low 128 (v2_sem PXOR a a) = 0.
Proof. change (v2_sem PXOR a a) with (N.lxor a a). by rewrite N.lxor_nilpotent. Qed.

Lemma load_two m a u v : load (store (store m a 8 u) (a + 8) 8 v) a 16 = N.lor (low 64 u) (N.shiftl (low 64 v) 64).
Proof.
  change 16%nat with (8 + 8)%nat. rewrite load_add. change (a + N.of_nat 8) with (a + 8).
  rewrite load_store. rewrite (load_agree _ (store m a 8 u)), load_store; [done|].
  intros x Hx. unfold covers in Hx. unfold store at 1. destruct (N.leb_spec (a + 8) x); [lia|done].
Qed.

Lemma split_load m p n : split 8 n (load m p n) = map (λ i, low 8 (m (p + N.of_nat i))) (seq 0 n).
Proof.
  revert p. induction n as [|n IH]; intros p; [done|]. cbn [load split seq map]. rewrite N.add_0_r. f_equal.
  - apply N.bits_inj. intros i. rewrite low_spec, N.lor_spec, low_spec. destruct (N.ltb_spec i 8).
    + rewrite N.shiftl_spec_low, orb_false_r by done. by rewrite andb_true_r.
    + by rewrite !andb_false_r.
  - rewrite N.shiftr_lor, N.shiftr_shiftl_l, N.sub_diag, N.shiftl_0_r by lia.
    assert (N.shiftr (low 8 (m p)) 8 = 0) as ->.
    { apply N.bits_inj. intros i. rewrite N.shiftr_spec', low_spec, N.bits_0.
    destruct (N.ltb_spec (i + 8) 8); [lia|]. apply andb_false_r. }
    rewrite N.lor_0_l, IH, <-seq_shift, map_map. apply map_ext. intros i. do 2 f_equal. lia.
Qed.

(** A block reversed is its halves reversed, in the opposite order. *)
Lemma byte_reverse_load m a :
  byte_reverse 16 (load m a 16) =
  N.lor (byte_reverse 8 (load m (a + 8) 8)) (N.shiftl (byte_reverse 8 (load m a 8)) 64).
Proof.
  unfold byte_reverse. rewrite !split_load. change (seq 0 16) with (seq 0 8 ++ seq 8 8).
  rewrite map_app, rev_app_distr, join_append, rev_length, map_length, seq_length. change (8 * N.of_nat 8) with 64.
  f_equal. f_equal. f_equal. change (seq 8 8) with (map (λ i, (8 + i)%nat) (seq 0 8)). rewrite map_map. apply map_ext.
  intros i. do 2 f_equal. lia.
Qed.

Lemma byte_reverse_8_below x : low 64 (byte_reverse 8 x) = byte_reverse 8 x.
Proof.
  apply lt_low. unfold byte_reverse. change (2 ^ 64) with (2 ^ (8 * N.of_nat (length (rev (split 8 8 x))))).
  apply join_below, Forall_rev, split_below.
Qed.
