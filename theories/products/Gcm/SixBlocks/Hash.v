(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** GHASH on six blocks as in examples/asm/six_blocks.S: the sum of products is reduced in part, to a sum of three,
  which
    the next iteration finishes. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Runs Mixed.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Reduction Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Hash.
From Fairlead.Gcm.Loops Require Import Text.
From Fairlead.Gcm.SixBlocks Require Import Numbers Listing Counters.
Local Open Scope N_scope.

(** The sum so far, in three parts. *)
Definition sum_held (x : contents) (n : N) : Prop :=
  block_sized (in_v x V4) ∧ block_sized (in_v x V6) ∧ block_sized (in_v x V7) ∧
  whole (in_v x V4) (in_v x V6) (in_v x V7) = n.

(** What hashing does not change. *)
Definition kept_by_hash (b : vreg) : bool := existsb (same_vreg b) [V1; V2; V9; V10; V11; V12; V13; V14; V15].

Section hash.
  Context (at_ : mem → N).
  Notation power x d := (load (in_m x) (at_ (power_at d)) 16).
  Notation stored x d := (load (in_m x) (at_ (scratch_at d)) 16).

  Local Opaque clmul N.lxor low load v2_sem vshift_sem.

  Lemma clmul_sized a b : block_sized (clmul (lo64 a) (lo64 b)) ∧ block_sized (clmul (hi64 a) (lo64 b)) ∧
    block_sized (clmul (lo64 a) (hi64 b)) ∧ block_sized (clmul (hi64 a) (hi64 b)).
  Proof using. repeat split; apply clmul_below; apply lo64_below || apply hi64_below. Qed.

  Lemma start_sum_spec x : let y := mixed_run at_ start_sum x in sum_held y (product (in_v x V7) (in_v x V3)).
  Proof using.
    destruct x as [v r m]. cbv zeta. unfold sum_held, start_sum. mixed.
    rewrite sem_clmul_ll, sem_clmul_hh, sem_clmul_hl, sem_clmul_lh.
    destruct (clmul_sized (v V7) (v V3)) as (C1 & C2 & C3 & C4). rewrite sem_xor by assumption.
    split; [exact C1|]. split; [by apply xor_below|]. split; [exact C4|]. rewrite <-whole_product.
    unfold part_low, part_middle, part_high. by rewrite (N.lxor_comm (clmul (lo64 (v V7)) (hi64 (v V3)))).
  Qed.

  Lemma add_product_spec d b x n : sum_held x n → b = V0 ∨ b = V8 →
    sum_held (mixed_run at_ (add_product d b) x) (N.lxor n (product (in_v x b) (power x d))).
  Proof using.
    destruct x as [v r m]. unfold sum_held. cbn [in_v in_m]. intros (H4 & H6 & H7 & <-) Hb.
    destruct (clmul_sized (v b) (load m (at_ (power_at d)) 16)) as (C1 & C2 & C3 & C4).
    rewrite <-whole_product, <-whole_add. unfold part_low, part_middle, part_high, add_product.
    destruct Hb as [-> | ->]; mixed; rewrite !sem_clmul_ll, !sem_clmul_hh, !sem_clmul_hl, !sem_clmul_lh;
      rewrite (sem_xor (v V4)), (sem_xor (v V7)), (sem_xor (v V6)), sem_xor by (assumption || by apply xor_below);
      (split; [by apply xor_below|]); (split; [apply xor_below; [by apply xor_below|assumption]|]); (split;
        [by apply xor_below|]);
      by rewrite N.lxor_assoc, (N.lxor_comm (clmul (lo64 _) (hi64 _))).
  Qed.

  Lemma add_stored_spec d e x n : sum_held x n →
    sum_held (mixed_run at_ (add_stored d e) x) (N.lxor n (product (stored x e) (power x d))).
  Proof using.
    intros H. unfold add_stored. change (get V0 (scratch_at e) :: add_product d V0) with ([get V0 (scratch_at e)] ++
      add_product d V0). rewrite (mixed_run_app at_ [get V0 (scratch_at e)] (add_product d V0)).
    destruct x as [v r m]. exact (add_product_spec d V0 (mixed_run at_ [get V0 (scratch_at e)] (Contents v r m)) n H
      (or_introl eq_refl)).
  Qed.

  Lemma spread_reduce_spec x n : sum_held x n →
    let y := mixed_run at_ (spread ++ reduce_in_part) x in
    block_sized (in_v y V4) ∧ block_sized (in_v y V7) ∧ block_sized (in_v y V8) ∧
    N.lxor (N.lxor (in_v y V8) (in_v y V4)) (in_v y V7) = reduce n.
  Proof using.
    destruct x as [v r m]. intros (H4 & H6 & H7 & <-). cbn [in_v] in *. cbv zeta. unfold spread, reduce_in_part. mixed.
    rewrite clear_zero. assert (low 128 (insert 64 1 0 (word 64 13979173243358019584)) = N.shiftl polynomial 64) as
      -> by by vm_compute.
    rewrite (sem_spread_low _ _ H4), (sem_spread_high _ _ H6 H7).
    pose proof (spread_low_below (v V4) (v V6) H4) as Hl. pose proof (spread_high_below (v V6) (v V7) H6 H7) as Hh.
    assert (∀ a, block_sized a → low 128 (v2_sem (PALIGNR 8) a a) = v2_sem (PALIGNR 8) a a ∧
      low 128 (v2_sem (PCLMULQDQ 16) a (N.shiftl polynomial 64)) = low 128 (v2_sem (PCLMULQDQ 0) a polynomial)) as Hf.
    { intros a Ha. split.
      - rewrite (palignr_swaps a Ha). apply lt_low. unfold swap_halves. apply xor_below.
        + apply below_by_bits. intros i Hi. rewrite N.shiftl_spec_high' by lia.
        apply (bit_above _ 64); [apply lo64_below|lia].
        + apply (N.lt_trans _ (2 ^ 64)); [apply hi64_below|done].
      - rewrite sem_clmul_ll, sem_clmul_lh. f_equal. }
    assert (∀ a, block_sized a →
      low 128 (v2_sem PXOR (low 128 (v2_sem (PCLMULQDQ 16) a (N.shiftl polynomial 64))) (low 128 (v2_sem (PALIGNR 8)
        a a))) = fold a) as Hfold.
    { intros a Ha. rewrite <-(sem_fold a Ha). rewrite (proj2 (Hf a Ha)).
      rewrite !sem_xor by (apply low_below). apply N.lxor_comm. }
    rewrite !(Hfold _ Hl). pose proof (fold_below _ Hl) as Hfl.
    split; [apply low_below|]. split; [exact Hh|]. split; [apply low_below|].
    rewrite <-reduction_correct by assumption.
    assert (reduction (v V4) (v V6) (v V7) = N.lxor (fold (fold (spread_low (v V4) (v V6)))) (spread_high (v V6) (v
      V7))) as ->.
    { rewrite <-sem_xor; [|by apply fold_below|exact Hh]. unfold reduction. symmetry. apply lt_low.
      change (v2_sem PXOR ?a ?b) with (N.lxor a b). apply xor_below; [by apply fold_below|exact Hh]. }
    f_equal. rewrite <-(Hfold _ Hfl). rewrite sem_xor by apply low_below. apply N.lxor_comm.
  Qed.
  Local Opaque reduce product twist Aggregate.power multiply.

  Lemma join_hash_spec x y x1 :
    block_sized (in_v x V4) → block_sized (in_v x V8) → N.lxor (N.lxor (in_v x V8) (in_v x V4)) (stored x 16) = y →
    stored x 112 = x1 → in_v (mixed_run at_ join_hash x) V8 = N.lxor y x1.
  Proof using.
    destruct x as [v r m]. cbn [in_v in_m]. intros S4 S8 <- <-. unfold join_hash. mixed.
    pose proof (load_block_below m (at_ (scratch_at 16))). pose proof (load_block_below m (at_ (scratch_at 112))).
    rewrite (sem_xor (v V8)) by assumption. rewrite (sem_xor (N.lxor (v V8) (v V4))) by (assumption || by apply
      xor_below).
    apply sem_xor; [apply xor_below; [by apply xor_below|assumption]|assumption].
  Qed.

  Lemma join_hash_kept x : in_m (mixed_run at_ join_hash x) = in_m x ∧ in_v (mixed_run at_ join_hash x) V7 = in_v x V7 ∧
    in_v (mixed_run at_ join_hash x) V3 = in_v x V3.
  Proof using. split_and!; reflexivity. Qed.
  Lemma start_sum_kept x : in_m (mixed_run at_ start_sum x) = in_m x ∧ in_v (mixed_run at_ start_sum x) V8 = in_v x V8.
  Proof using. split; reflexivity. Qed.
  Lemma add_stored_kept d e x :
    in_m (mixed_run at_ (add_stored d e) x) = in_m x ∧ in_v (mixed_run at_ (add_stored d e) x) V8 = in_v x V8.
  Proof using. split; reflexivity. Qed.
  Lemma hash_six_kept x : in_m (mixed_run at_ hash_six x) = in_m x ∧
    ∀ b, kept_by_hash b = true → in_v (mixed_run at_ hash_six x) b = in_v x b.
  Proof using. split; [reflexivity|]. intros []; intros H; first [discriminate H|reflexivity]. Qed.

  Lemma six_summed a m h yx x2 x3 x4 x5 x6 :
    in_m a = m → in_v a V8 = yx → in_v a V3 = twist (Aggregate.power h 0) → in_v a V7 = x6 →
    load m (at_ (power_at (-16))) 16 = twist (Aggregate.power h 1) →
      load m (at_ (power_at 16)) 16 = twist (Aggregate.power h 2) →
    load m (at_ (power_at 32)) 16 = twist (Aggregate.power h 3) →
      load m (at_ (power_at 64)) 16 = twist (Aggregate.power h 4) →
    load m (at_ (power_at 80)) 16 = twist (Aggregate.power h 5) →
    load m (at_ (scratch_at 48)) 16 = x5 → load m (at_ (scratch_at 64)) 16 = x4 → load m (at_ (scratch_at 80)) 16 = x3 →
    load m (at_ (scratch_at 96)) 16 = x2 →
    sum_held (mixed_run at_ SixBlocks.Listing.sum_of_products a)
      (Aggregate.sum_of_products (λ b p, product b (twist p)) h [yx; x2; x3; x4; x5; x6]).
  Proof using.
    intros Am A8 A3 A7 P1 P2 P3 P4 P5 M5 M4 M3 M2. unfold SixBlocks.Listing.sum_of_products. rewrite !mixed_run_app.
    pose proof (start_sum_spec a) as T. cbv zeta in T. rewrite A7, A3 in T. destruct (start_sum_kept a) as [Bm B8].
    revert T Bm B8. generalize (mixed_run at_ start_sum a). intros b T Bm B8. rewrite Am in Bm. rewrite A8 in B8.
    clear A8 A3 A7 Am. clear a. rename b into a.
    apply (add_stored_spec (-16) 48) in T. rewrite Bm, P1, M5 in T. destruct (add_stored_kept (-16) 48 a) as [Cm C8].
    revert T Cm C8. generalize (mixed_run at_ (add_stored (-16) 48) a). intros b T Cm C8. rewrite Bm in Cm.
    rewrite B8 in C8.
    clear Bm B8. clear a. rename b into a, Cm into Bm, C8 into B8.
    apply (add_stored_spec 16 64) in T. rewrite Bm, P2, M4 in T. destruct (add_stored_kept 16 64 a) as [Cm C8].
    revert T Cm C8. generalize (mixed_run at_ (add_stored 16 64) a). intros b T Cm C8. rewrite Bm in Cm.
    rewrite B8 in C8.
    clear Bm B8. clear a. rename b into a, Cm into Bm, C8 into B8.
    apply (add_stored_spec 32 80) in T. rewrite Bm, P3, M3 in T. destruct (add_stored_kept 32 80 a) as [Cm C8].
    revert T Cm C8. generalize (mixed_run at_ (add_stored 32 80) a). intros b T Cm C8. rewrite Bm in Cm.
    rewrite B8 in C8.
    clear Bm B8. clear a. rename b into a, Cm into Bm, C8 into B8.
    apply (add_stored_spec 64 96) in T. rewrite Bm, P4, M2 in T. destruct (add_stored_kept 64 96 a) as [Cm C8].
    revert T Cm C8. generalize (mixed_run at_ (add_stored 64 96) a). intros b T Cm C8. rewrite Bm in Cm.
    rewrite B8 in C8.
    clear Bm B8. clear a. rename b into a, Cm into Bm, C8 into B8.
    apply (add_product_spec 80 V8) in T; [|by right]. rewrite Bm, P5, B8 in T.
    rewrite !sum_cons. cbn [length]. change (Aggregate.sum_of_products _ h []) with 0. rewrite N.lxor_0_r.
    rewrite (N.lxor_comm (product yx _)), (N.lxor_comm (product x2 _)), (N.lxor_comm (product x3 _)),
      (N.lxor_comm (product x4 _)), (N.lxor_comm (product x5 _)). exact T.
  Qed.

  (** All of it: [y] is the hash so far, in three; the first block waits last in memory. *)
  Theorem six_hashed x h y x1 x2 x3 x4 x5 x6 :
    h < 2 ^ 128 → block_sized y → Forall (λ a, block_sized a) [x1; x2; x3; x4; x5; x6] →
    power x (-16) = twist (Aggregate.power h 1) → power x 16 = twist (Aggregate.power h 2) →
    power x 32 = twist (Aggregate.power h 3) → power x 64 = twist (Aggregate.power h 4) →
    power x 80 = twist (Aggregate.power h 5) →
    in_v x V3 = twist (Aggregate.power h 0) → in_v x V7 = x6 →
    map (λ d, stored x d) [48; 64; 80; 96; 112]%Z = [x5; x4; x3; x2; x1] →
    block_sized (in_v x V4) → block_sized (in_v x V8) → N.lxor (N.lxor (in_v x V8) (in_v x V4)) (stored x 16) = y →
    let z := mixed_run at_ hash_six x in
    block_sized (in_v z V4) ∧ block_sized (in_v z V7) ∧ block_sized (in_v z V8) ∧
    N.lxor (N.lxor (in_v z V8) (in_v z V4)) (in_v z V7) = fold_left (hash_step h) [x1; x2; x3; x4; x5; x6] y ∧
    (∀ b, kept_by_hash b = true → in_v z b = in_v x b) ∧ in_m z = in_m x.
  Proof using.
    intros Hh Hy Hxs P1 P2 P3 P4 P5 H3 H7 Hs S4 S8 Hsum. cbv zeta. cbn [map] in Hs. injection Hs as M5 M4 M3 M2 M1.
    destruct (hash_six_kept x) as [Hmem Hkept].
    assert (∃ u, sum_held u (Aggregate.sum_of_products (λ b p, product b (twist p)) h (N.lxor y x1 :: [x2; x3; x4;
      x5; x6])) ∧
      mixed_run at_ hash_six x = mixed_run at_ (spread ++ reduce_in_part) u) as (u & Hu & E).
    { destruct (join_hash_kept x) as (Am & A7 & A3). eexists.
    split; [|unfold hash_six; rewrite !mixed_run_app; reflexivity].
      apply (six_summed _ (in_m x)); [exact Am|exact (join_hash_spec x y x1 S4 S8 Hsum M1)|by rewrite A3|
        by rewrite A7|assumption..]. }
    destruct (spread_reduce_spec u _ Hu) as (R1 & R2 & R3 & R4). rewrite <-E in R1, R2, R3, R4.
    split; [exact R1|]. split; [exact R2|]. split; [exact R3|]. split; [|exact (conj Hkept Hmem)].
    rewrite R4. exact (aggregated_hash_correct h y x1 [x2; x3; x4; x5; x6] Hh Hy Hxs).
  Qed.
End hash.
