(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** ghash.inc: six blocks are hashed, as SP 800-38D says. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted Semantics_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Additive Multiply Aggregate Reduction Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate.
Local Open Scope N_scope.

(** The three parts of the product of a block and a power of the hash key. *)
Definition part_low (x p : N) : N := clmul (lo64 x) (lo64 p).
Definition part_middle (x p : N) : N := N.lxor (clmul (hi64 x) (lo64 p)) (clmul (lo64 x) (hi64 p)).
Definition part_high (x p : N) : N := clmul (hi64 x) (hi64 p).

(** The sum so far, in the registers: low, middle and high. *)
Definition sum_is (v : vregs) (n : N) : Prop :=
  block_sized (v V6) ∧ block_sized (v V7) ∧ block_sized (v V8) ∧ whole (v V6) (v V7) (v V8) = n.

Local Opaque clmul N.lxor byte_reverse low.

Lemma parts_below x p : block_sized (part_low x p) ∧ block_sized (part_middle x p) ∧ block_sized (part_high x p).
Proof.
  unfold part_low, part_middle, part_high.
  pose proof (lo64_below x). pose proof (hi64_below x). pose proof (lo64_below p). pose proof (hi64_below p).
  split; [|split]; [by apply clmul_below|apply xor_below; by apply clmul_below|by apply clmul_below].
Qed.

Lemma whole_product x p : whole (part_low x p) (part_middle x p) (part_high x p) = product x p.
Proof. unfold whole, product, part_low, part_middle, part_high. by rewrite (N.lxor_comm (clmul (hi64 x) (lo64 p))). Qed.

Lemma whole_add a b c a' b' c' :
  whole (N.lxor a a') (N.lxor b b') (N.lxor c c') = N.lxor (whole a b c) (whole a' b' c').
Proof.
  unfold whole. rewrite !N.shiftl_lxor. rewrite (lxor_swap a a'). apply lxor_swap.
Qed.

(** ** One block *)

Lemma hash_first_run ld m v :
  v V13 = reversal → block_sized (v V14) →
  let v' := vrun ld (hash_first m) v in
  let x := N.lxor (byte_reverse 16 (ld m)) (v V14) in let p := ld (key_at 336) in
  v' V6 = part_low x p ∧ v' V7 = part_middle x p ∧ v' V8 = part_high x p ∧ v' V13 = reversal.
Proof.
  intros H13 Hy. unfold hash_first, product_code. evaluate.
  rewrite H13, sem_reverse, (sem_xor (byte_reverse _ _)) by (done || apply byte_reverse_below).
  rewrite sem_clmul_ll, sem_clmul_hh, sem_clmul_hl, sem_clmul_lh, sem_xor
    by (apply clmul_below; apply low_below).
  done.
Qed.

Lemma hash_next_run ld power m v :
  v V13 = reversal → block_sized (v V6) → block_sized (v V7) → block_sized (v V8) →
  let v' := vrun ld (hash_next power m) v in
  let x := byte_reverse 16 (ld m) in let p := ld (key_at power) in
  v' V6 = N.lxor (v V6) (part_low x p) ∧ v' V7 = N.lxor (v V7) (part_middle x p) ∧
  v' V8 = N.lxor (v V8) (part_high x p) ∧ v' V13 = reversal.
Proof.
  intros H13 H6 H7 H8. unfold hash_next, add_product. evaluate. rewrite H13, sem_reverse.
  rewrite sem_clmul_ll, sem_clmul_hh, sem_clmul_hl, sem_clmul_lh.
  set (x := byte_reverse 16 (ld m)). set (p := ld (key_at power)).
  assert (∀ a b, block_sized (clmul (lo64 a) (lo64 b)) ∧ block_sized (clmul (hi64 a) (lo64 b)) ∧
                 block_sized (clmul (lo64 a) (hi64 b)) ∧ block_sized (clmul (hi64 a) (hi64 b))) as Hc.
  { intros a b. repeat split; apply clmul_below; apply low_below. }
  destruct (Hc x p) as (C1 & C2 & C3 & C4).
  rewrite (sem_xor (v V6)), (sem_xor (v V8)), (sem_xor (v V7)), sem_xor by (done || by apply xor_below).
  unfold part_low, part_middle, part_high. by rewrite N.lxor_assoc.
Qed.

Lemma hash_next_sum ld power m v n :
  v V13 = reversal → sum_is v n →
  let v' := vrun ld (hash_next power m) v in
  v' V13 = reversal ∧ sum_is v' (N.lxor n (product (byte_reverse 16 (ld m)) (ld (key_at power)))).
Proof.
  intros H13 (H6 & H7 & H8 & <-). cbv zeta.
  destruct (hash_next_run ld power m v H13 H6 H7 H8) as (E6 & E7 & E8 & E13).
  set (x := byte_reverse 16 (ld m)) in *. set (p := ld (key_at power)) in *.
  destruct (parts_below x p) as (P1 & P2 & P3). split; [exact E13|]. unfold sum_is. rewrite E6, E7, E8.
  split; [by apply xor_below|]. split; [by apply xor_below|]. split; [by apply xor_below|].
  by rewrite whole_add, whole_product.
Qed.

Lemma hash_first_sum ld m v :
  v V13 = reversal → block_sized (v V14) →
  let v' := vrun ld (hash_first m) v in
  v' V13 = reversal ∧ sum_is v' (product (N.lxor (byte_reverse 16 (ld m)) (v V14)) (ld (key_at 336))).
Proof.
  intros H13 H14. cbv zeta. destruct (hash_first_run ld m v H13 H14) as (E6 & E7 & E8 & E13).
  set (x := N.lxor _ _) in *. set (p := ld (key_at 336)) in *.
  destruct (parts_below x p) as (P1 & P2 & P3). split; [exact E13|]. unfold sum_is. rewrite E6, E7, E8.
  split; [done|]. split; [done|]. split; [done|]. by apply whole_product.
Qed.

(** ** The reduction *)

Local Strategy expand [v2_sem vshift_sem].

Lemma sem_spread_low a b : block_sized a → low 128 (v2_sem PXOR a (low 128 (vshift_sem PSLLDQ 8 b))) = spread_low a b.
Proof.
  intros Ha. assert (low 128 (vshift_sem PSLLDQ 8 b) = vshift_sem PSLLDQ 8 b) as ->.
  { change (vshift_sem PSLLDQ 8 b) with (low 128 (N.shiftl b 64)). by apply low_low. }
  apply lt_low. by apply spread_low_below.
Qed.

Lemma spread_high_below b c : block_sized b → block_sized c → block_sized (spread_high b c).
Proof.
  intros Hb Hc. change (spread_high b c) with (N.lxor c (N.shiftr b 64)). apply xor_below; [done|].
  apply below_by_bits. intros i Hi. rewrite N.shiftr_spec'. apply (bit_above b 128); [done|lia].
Qed.

Lemma sem_spread_high b c :
  block_sized b → block_sized c → low 128 (v2_sem PXOR c (low 128 (vshift_sem PSRLDQ 8 b))) = spread_high b c.
Proof.
  intros Hb Hc. assert (low 128 (vshift_sem PSRLDQ 8 b) = vshift_sem PSRLDQ 8 b) as ->.
  { change (vshift_sem PSRLDQ 8 b) with (N.shiftr b 64). apply lt_low. apply below_by_bits. intros i Hi.
    rewrite N.shiftr_spec'. apply (bit_above b 128); [done|lia]. }
  apply lt_low. by apply spread_high_below.
Qed.

Lemma fold_below x : block_sized x → block_sized (fold x).
Proof. intros Hx. rewrite fold_is_phase by done. by apply fold_phase_below. Qed.

Lemma sem_fold x :
  block_sized x →
  low 128 (v2_sem PXOR (low 128 (v2_sem (PALIGNR 8) x x)) (low 128 (v2_sem (PCLMULQDQ 0) x polynomial))) = fold x.
Proof.
  intros Hx. assert (low 128 (v2_sem (PALIGNR 8) x x) = v2_sem (PALIGNR 8) x x) as ->.
  { change (v2_sem (PALIGNR 8) x x) with (low 128 (N.shiftr (N.lor (N.shiftl x 128) x) 64)). by apply low_low. }
  assert (low 128 (v2_sem (PCLMULQDQ 0) x polynomial) = v2_sem (PCLMULQDQ 0) x polynomial) as ->.
  { rewrite sem_clmul_ll. change (v2_sem (PCLMULQDQ 0) x polynomial) with (clmul (slice 0 64 x) (slice 0 64 polynomial)).
    unfold slice. by rewrite !N.shiftr_0_r. }
  apply lt_low. by apply fold_below.
Qed.

Local Opaque fold spread_low spread_high v2_sem vshift_sem.

Lemma reduce_code_spec ld v n :
  ld (constant_at 128) = polynomial → sum_is v n → vrun ld reduce_code v V14 = reduce n.
Proof.
  intros Hp (H6 & H7 & H8 & <-). unfold reduce_code, spread_middle, fold_code. evaluate.
  rewrite Hp, (sem_spread_low _ _ H6), (sem_spread_high _ _ H7 H8).
  pose proof (spread_low_below _ (v V7) H6) as Hl. rewrite (sem_fold _ Hl), (sem_fold _ (fold_below _ Hl)).
  rewrite sem_xor by (apply spread_high_below || apply fold_below, fold_below; assumption).
  rewrite <-reduction_correct by assumption. reflexivity.
Qed.

(** ** Six blocks *)

(** The powers of the hash key where the code finds them: the first at 256. *)
Definition hash_powers (ld : mem → N) (h : N) : Prop :=
  ∀ j, (j < 6)%nat → ld (key_at (256 + 16 * Z.of_nat j)) = twist (power h j).

(** Six blocks of text, as GHASH reads them. *)
Definition hash_blocks (ld : mem → N) (src : Z → mem) : list N :=
  map (λ i, byte_reverse 16 (ld (src i))) [0; 16; 32; 48; 64; 80]%Z.

Local Opaque reduce product twist power multiply.

Theorem hash_six_spec ld src v h y :
  ld (constant_at 128) = polynomial → hash_powers ld h → block_sized h →
  v V13 = reversal → v V14 = y → block_sized y →
  let v' := vrun ld (hash_six src) v in
  v' V13 = reversal ∧ v' V14 = fold_left (hash_step h) (hash_blocks ld src) y.
Proof.
  intros Hpoly Hpow Hh H13 H14 Hy. cbv zeta. unfold hash_six. rewrite !vector_run_app.
  pose proof (Hpow 0%nat ltac:(lia)) as P0. pose proof (Hpow 1%nat ltac:(lia)) as P1.
  pose proof (Hpow 2%nat ltac:(lia)) as P2. pose proof (Hpow 3%nat ltac:(lia)) as P3.
  pose proof (Hpow 4%nat ltac:(lia)) as P4. pose proof (Hpow 5%nat ltac:(lia)) as P5. clear Hpow.
  change (256 + 16 * Z.of_nat 0)%Z with 256%Z in P0. change (256 + 16 * Z.of_nat 1)%Z with 272%Z in P1.
  change (256 + 16 * Z.of_nat 2)%Z with 288%Z in P2. change (256 + 16 * Z.of_nat 3)%Z with 304%Z in P3.
  change (256 + 16 * Z.of_nat 4)%Z with 320%Z in P4. change (256 + 16 * Z.of_nat 5)%Z with 336%Z in P5.
  assert (block_sized (v V14)) as Hv by by rewrite H14.
  destruct (hash_first_sum ld (src 0%Z) v H13 Hv) as [R1 S1]. rewrite P5, H14 in S1.
  revert R1 S1. generalize (vrun ld (hash_first (src 0%Z)) v). intros v1 R1 S1.
  destruct (hash_next_sum ld 320 (src 16%Z) v1 _ R1 S1) as [R2 S2]. rewrite P4 in S2.
  revert R2 S2. generalize (vrun ld (hash_next 320 (src 16%Z)) v1). intros v2 R2 S2. clear R1 S1.
  destruct (hash_next_sum ld 304 (src 32%Z) v2 _ R2 S2) as [R3 S3]. rewrite P3 in S3.
  revert R3 S3. generalize (vrun ld (hash_next 304 (src 32%Z)) v2). intros v3 R3 S3. clear R2 S2.
  destruct (hash_next_sum ld 288 (src 48%Z) v3 _ R3 S3) as [R4 S4]. rewrite P2 in S4.
  revert R4 S4. generalize (vrun ld (hash_next 288 (src 48%Z)) v3). intros v4 R4 S4. clear R3 S3.
  destruct (hash_next_sum ld 272 (src 64%Z) v4 _ R4 S4) as [R5 S5]. rewrite P1 in S5.
  revert R5 S5. generalize (vrun ld (hash_next 272 (src 64%Z)) v4). intros v5 R5 S5. clear R4 S4.
  destruct (hash_next_sum ld 256 (src 80%Z) v5 _ R5 S5) as [R6 S6]. rewrite P0 in S6.
  revert R6 S6. generalize (vrun ld (hash_next 256 (src 80%Z)) v5). intros v6 R6 S6. clear R5 S5.
  split; [rewrite vrun_other; [exact R6|reflexivity]|].
  rewrite (reduce_code_spec _ _ _ Hpoly S6). unfold hash_blocks. cbn [map].
  rewrite <-aggregated_hash_correct; [|done..|].
  - cbn [sum_of_products length]. f_equal. rewrite (N.lxor_comm y), N.lxor_0_r, !N.lxor_assoc. reflexivity.
  - repeat (constructor; [apply byte_reverse_below|]). constructor.
Qed.
