(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What both paths of an iteration of examples/asm/six_blocks.S have in common: six blocks are hashed,
  six are reversed,
    six are encrypted, and the next six counters are made. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Vectors Require Import Mixed.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Counters.
From Fairlead.Gcm.Loops Require Import Text Six.
From Fairlead.Gcm.SixBlocks Require Import Numbers Listing Counters Cipher Hash Reverse.
Local Open Scope N_scope.

(** The powers of the hash key lie in pairs, with something else after each pair. *)
Definition power_place (j : nat) : N := nth j [0; 16; 48; 64; 96; 112] 0.

(** Scratch memory at [t] is apart from [n] bytes at [a]. *)
Definition clear_of (t a n : N) : Prop := t + 144 <= a ∨ a + n <= t.

Lemma load_outside t m m' q : (∀ z, z < t ∨ t + 144 <= z → m' z = m z) → clear_of t q 16 → load m' q 16 = load m q 16.
Proof. intros H Hq. apply load_agree. intros z Hz. unfold covers, clear_of in *. apply H. lia. Qed.

(** The next six counters: in registers until they are taken. *)
Record next_held (x : contents) (c k0 : N) : Prop := NextHeld {
  next_first : in_v x V1 = counter_block c 0;
  next_others : map (in_v x) [V0; V5; V6; V7; V3] = map (λ i, ups i (counter_block c 0)) [1; 2; 3; 4; 5]%nat;
  next_one : in_v x V2 = one_last;
  next_key : in_v x V15 = k0;
}.

Section middle.
  Context (at_ : mem → N) (k w t p a : N).
  Context (Hk : ∀ d, (-128 <= d <= 32)%Z → at_ (round_key d) = k + Z.to_N (d + 128)).
  Context (Hw : ∀ d, (-32 <= d <= 80)%Z → at_ (power_at d) = w + Z.to_N (d + 32)).
  Context (Hs : ∀ d, (0 <= d <= 136)%Z → at_ (scratch_at d) = t + Z.to_N d).
  Context (Hp : ∀ d, (0 <= d <= 80)%Z → at_ (text_at d) = p + Z.to_N d).
  Context (He : ∀ d, (0 <= d <= 88)%Z → at_ (earlier_at d) = a + Z.to_N d).
  Context (Ak : clear_of t k 176) (Aw : clear_of t w 128) (Ap : clear_of t p 96) (Aa : clear_of t a 96).

  Local Opaque load store byte_reverse low v2_sem aes crypt multiply twist Aggregate.power one_last.

  Lemma last_whitened_spec x : let y := mixed_run at_ last_whitened x in
    in_m y = store (in_m x) (t + 128) 16 (low 128 (in_v x V1)) ∧
    (∀ b, existsb (same_vreg b) [V12; V13; V14] = true → in_v y b = low 128 (v2_sem PXOR (in_v x b) (in_v x V15))) ∧
    ∀ b, existsb (same_vreg b) [V1; V3; V4; V7; V8; V9; V10; V11; V15] = true → in_v y b = in_v x b.
  Proof using Hs.
    cbv zeta. split; [|split; [intros []; intros H; first [discriminate H|reflexivity]|]].
    - change 128 with (Z.to_N 128) at 1. rewrite <-(Hs 128) by lia. reflexivity.
    - intros []; intros H; first [discriminate H|reflexivity].
  Qed.

  Lemma put_spec x : let y := mixed_run at_ [put_at (scratch_at 16) V7] x in
    in_m y = store (in_m x) (t + 16) 16 (low 128 (in_v x V7)) ∧ in_v y = in_v x.
  Proof using Hs.
    cbv zeta. split; [|reflexivity]. change 16 with (Z.to_N 16) at 1. rewrite <-(Hs 16) by lia. reflexivity.
  Qed.

  Lemma count_six_kept x : let y := mixed_run at_ count_six x in
    in_m y = in_m x ∧ ∀ b, existsb (same_vreg b) (V4 :: V8 :: six_text) = true → in_v y b = in_v x b.
  Proof using. split; [reflexivity|]. intros []; intros H; first [discriminate H|reflexivity]. Qed.

  Theorem middle_spec x ks k0 h c y x1 x2 x3 x4 x5 x6 :
    ks = load_blocks (in_m x) k 11 → hd_error ks = Some k0 →
    (∀ j, (j < 6)%nat → load (in_m x) (w + power_place j) 16 = twist (Aggregate.power h j)) → h < 2 ^ 128 →
      c < 2 ^ 128 →
    block_sized y → Forall (λ b, block_sized b) [x1; x2; x3; x4; x5; x6] →
    blocks_held x c k0 → in_v x V3 = load (in_m x) (w + power_place 0) 16 → in_v x V7 = x6 →
    map (λ i, load (in_m x) (t + 112 - 16 * i) 16) [0; 1; 2; 3; 4] = [x1; x2; x3; x4; x5] →
    block_sized (in_v x V4) → block_sized (in_v x V8) →
    N.lxor (N.lxor (in_v x V8) (in_v x V4)) (load (in_m x) (t + 16) 16) = y →
    let z := mixed_run at_ middle x in
    map (in_v z) six_text = crypt ks c (load_blocks (in_m x) p 6) ∧
    block_sized (in_v z V4) ∧ block_sized (in_v z V8) ∧
    N.lxor (N.lxor (in_v z V8) (in_v z V4)) (load (in_m z) (t + 16) 16) = fold_left (hash_step h) [x1; x2; x3; x4;
      x5; x6] y ∧
    map (λ i, load (in_m z) (t + 112 - 16 * i) 16) [0; 1; 2; 3; 4;
      5] = map (byte_reverse 16) (load_blocks (in_m x) a 6) ∧
    next_held z (Nat.iter 6 inc32 c) k0 ∧ load (in_m z) (t + 128) 16 = byte_reverse 16 (Nat.iter 6 inc32 c) ∧
    ∀ q, q < t ∨ t + 144 <= q → in_m z q = in_m x q.
  Proof using Hk Hw Hs Hp He Ak Aw Ap Aa.
    intros Hks Hk0 Hpow Hh Hc Hy Hxs [B1 B2 B3 B4] HV3 HV7 Hx S4 S8 Hsum. cbv zeta.
    cbn [map] in Hx. injection Hx as M1 M2 M3 M4 M5.
    assert (block_sized k0) as Sk0.
    { rewrite Hks in Hk0. cbn [load_blocks hd_error] in Hk0. injection Hk0 as <-. apply load_block_below. }
    unfold middle. rewrite !mixed_run_app.
    (* the counter is stored, and the last three blocks are whitened *)
    destruct (last_whitened_spec x) as (Am & A2 & A3). set (m0 := in_m x) in *.
    assert (in_v x V1 = byte_reverse 16 (Nat.iter 6 inc32 c)) as HV1.
    { rewrite B1. unfold counter_block. by rewrite inc32_often. }
    assert (∀ i, existsb (same_vreg i) [V1; V3; V4; V7; V8; V9; V10; V11; V15] = true →
      in_v (mixed_run at_ last_whitened x) i = in_v x i) as A4 by exact A3. clear A3.
    assert (map (in_v (mixed_run at_ last_whitened x)) six_text = map (λ i, N.lxor (counter_block c i) k0) [0; 1; 2;
      3; 4; 5]%nat) as AT.
    { cbn [map] in B2, B3. injection B2 as B9 B10 B11. injection B3 as B12 B13 B14.
      unfold six_text. cbn [map]. rewrite (A2 V12 eq_refl), (A2 V13 eq_refl), (A2 V14 eq_refl), !A4, B9, B10, B11,
        B12, B13, B14, B4 by reflexivity.
      rewrite !whiten_block by exact Sk0. reflexivity. }
    pose proof (A4 V3 eq_refl) as AV3. pose proof (A4 V4 eq_refl) as AV4. pose proof (A4 V7 eq_refl) as AV7.
    pose proof (A4 V8 eq_refl) as AV8. clear A4 A2 B1 B2 B3 B4.
    revert Am AT AV3 AV4 AV7 AV8. generalize (mixed_run at_ last_whitened x). intros u Am AT AV3 AV4 AV7 AV8.
    set (m1 := store m0 (t + 128) 16 (low 128 (in_v x V1))) in *.
    assert (∀ q, q + 16 <= t + 128 ∨ t + 144 <= q → load m1 q 16 = load m0 q 16) as L1.
    { intros q Hq. apply load_agree. intros z Hz. unfold covers in Hz. apply store_outside. lia. }
    (* six blocks are hashed *)
    unfold clear_of in Ak, Aw, Ap, Aa.
    assert (∀ d j, (-32 <= d <= 80)%Z → Z.to_N (d + 32) = power_place j → (j < 6)%nat →
      load (in_m u) (at_ (power_at d)) 16 = twist (Aggregate.power h j)) as Pow.
    { intros d j Hd Hj Hj6. rewrite Hw by lia. rewrite Am, Hj. assert (power_place j <= 112) by lia.
    rewrite L1 by lia. by apply Hpow. }
    assert (∀ d, (16 <= d <= 112)%Z → load (in_m u) (at_ (scratch_at d)) 16 = load m0 (t + Z.to_N d) 16) as Sto.
    { intros d Hd. rewrite Hs by lia. rewrite Am. apply L1. lia. }
    destruct (six_hashed at_ u h y x1 x2 x3 x4 x5 x6 Hh Hy Hxs (Pow (-16)%Z 1%nat ltac:(lia) eq_refl ltac:(lia))
      (Pow 16%Z 2%nat ltac:(lia) eq_refl ltac:(lia)) (Pow 32%Z 3%nat ltac:(lia) eq_refl ltac:(lia))
      (Pow 64%Z 4%nat ltac:(lia) eq_refl ltac:(lia)) (Pow 80%Z 5%nat ltac:(lia) eq_refl ltac:(lia)))
      as (H4 & H7 & H8 & HS & HK & HM).
    { rewrite AV3, HV3. apply Hpow. lia. }
    { by rewrite AV7. }
    { cbn [map]. rewrite !Sto by lia. rewrite <-M1, <-M2, <-M3, <-M4, <-M5. repeat (f_equal; try lia). }
    { by rewrite AV4. }
    { by rewrite AV8. }
    { rewrite Sto by lia. by rewrite AV4, AV8. }
    clear Pow Sto.
    assert (map (in_v (mixed_run at_ hash_six u)) six_text = map (λ i, N.lxor (counter_block c i) k0) [0; 1; 2; 3; 4;
      5]%nat) as HT.
    { rewrite <-AT. unfold six_text. cbn [map]. by rewrite !HK by reflexivity. }
    rewrite Am in HM. clear HK AT AV3 AV4 AV7 AV8 Am.
    revert H4 H7 H8 HS HM HT. generalize (mixed_run at_ hash_six u). clear u. intros u H4 H7 H8 HS HM HT.
    (* the third part of the hash is stored *)
    destruct (put_spec u) as [Pm Pv]. rewrite HM in Pm. rewrite (lt_low 128 (in_v u V7)) in Pm by exact H7.
    revert Pm Pv. generalize (mixed_run at_ [put_at (scratch_at 16) V7] u). intros u1 Pm Pv.
    set (m2 := store m1 (t + 16) 16 (in_v u V7)) in *.
    assert (∀ q, q < t ∨ t + 144 <= q → m2 q = m0 q) as O2.
    { intros q Hq. unfold m2, m1. rewrite !store_outside by lia. done. }
    assert (load m2 (t + 16) 16 = in_v u V7) as L16.
    { unfold m2. rewrite load_store. by apply lt_low. }
    assert (load m2 (t + 128) 16 = byte_reverse 16 (Nat.iter 6 inc32 c)) as L128.
    { rewrite (load_agree m2 m1).
      - unfold m1. rewrite load_store, HV1. change (8 * N.of_nat 16) with 128. rewrite low_low by lia.
      apply lt_low, byte_reverse_below.
      - intros z Hz. unfold covers in Hz. apply store_outside. lia. }
    (* six blocks are reversed *)
    destruct (six_reversed at_ t a Hs He ltac:(lia) u1) as (R1 & R2 & R3). rewrite Pm in R1, R2. rewrite Pv in R3.
    revert R1 R2 R3. generalize (mixed_run at_ reverse_six u1). clear u1 Pm Pv. intros u1 R1 R2 R3.
    assert (∀ q, q < t ∨ t + 144 <= q → in_m u1 q = m0 q) as O3.
    { intros q Hq. rewrite R2 by lia. by apply O2. }
    assert (load (in_m u1) (t + 16) 16 = in_v u V7) as K16.
    { rewrite <-L16. apply load_agree. intros z Hz. unfold covers in Hz. apply R2. lia. }
    assert (load (in_m u1) (t + 128) 16 = byte_reverse 16 (Nat.iter 6 inc32 c)) as K128.
    { rewrite <-L128. apply load_agree. intros z Hz. unfold covers in Hz. apply R2. lia. }
    assert (∀ i, i <= 5 → load m2 (a + 16 * i) 16 = load m0 (a + 16 * i) 16) as La.
    { intros i Hi. apply (load_outside t); [exact O2|unfold clear_of; lia]. }
    (* six are encrypted *)
    assert (∀ d, (-128 <= d <= 32)%Z → load (in_m u1) (at_ (round_key d)) 16 = load m0 (k + Z.to_N (d + 128)) 16) as Lk.
    { intros d Hd. rewrite Hk by lia. apply (load_outside t); [exact O3|unfold clear_of; lia]. }
    assert (∀ d, (0 <= d <= 80)%Z → load (in_m u1) (at_ (text_at d)) 16 = load m0 (p + Z.to_N d) 16) as Lp.
    { intros d Hd. rewrite Hp by lia. apply (load_outside t); [exact O3|unfold clear_of; lia]. }
    rewrite <-(mixed_run_app at_ SixBlocks.Listing.rounds last_round).
    destruct (six_ciphered at_ u1 ks k0 (map (λ d, load (in_m u1) (at_ (round_key d)) 16) [-112; -96; -80; -64; -48;
      -32; -16; 0; 16]%Z)
      (load (in_m u1) (at_ (round_key 32)) 16) c) as (C1 & C2 & C3); [|reflexivity|reflexivity| |].
    { cbn [map]. rewrite !Lk by lia. rewrite Hks in Hk0 |- *. cbn [load_blocks hd_error] in Hk0. injection Hk0 as <-.
      cbn [load_blocks app]. repeat (f_equal; try lia). }
    { by rewrite R3. }
    assert (map (λ d, load (in_m u1) (at_ (text_at d)) 16) six_offsets = load_blocks m0 p 6) as Lt.
    { unfold six_offsets. cbn [map load_blocks]. rewrite !Lp by lia. repeat (f_equal; try lia). }
    rewrite Lt in C1. pose proof (C2 V4 eq_refl) as C4. pose proof (C2 V8 eq_refl) as C8. rewrite R3 in C4, C8.
    clear C2 Lt Lp.
    pose proof (Lk (-128)%Z ltac:(lia)) as Lk0. clear Lk.
    revert C1 C3 C4 C8. generalize (mixed_run at_ (SixBlocks.Listing.rounds ++ last_round) u1). intros v C1 C3 C4 C8.
    (* the next counters *)
    destruct (count_six_spec at_ v (Nat.iter 6 inc32 c)) as (N1 & N2 & N15 & NO).
    { rewrite Hs, C3 by lia. change (Z.to_N 128) with 128. rewrite K128. unfold counter_block. by rewrite add32_0. }
    destruct (count_six_kept v) as [Nm Nv]. rewrite C3 in Nm, N15.
    revert N1 N2 N15 NO Nm Nv. generalize (mixed_run at_ count_six v). intros z N1 N2 N15 NO Nm Nv.
    split_and!.
    - rewrite <-C1. unfold six_text in Nv |- *. cbn [map]. by rewrite !Nv by reflexivity.
    - by rewrite (Nv V4 eq_refl), C4.
    - by rewrite (Nv V8 eq_refl), C8.
    - by rewrite (Nv V4 eq_refl), (Nv V8 eq_refl), C4, C8, Nm, K16.
    - rewrite Nm, R1. cbn [map load_blocks]. rewrite !La by lia. repeat (f_equal; try lia).
    - split; [exact N1|exact NO|exact N2|]. rewrite N15, Lk0. rewrite Hks in Hk0. cbn [load_blocks hd_error] in Hk0.
      injection Hk0 as <-. f_equal. lia.
    - by rewrite Nm.
    - intros q Hq. rewrite Nm. by apply O3.
  Qed.
End middle.
