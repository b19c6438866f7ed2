(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Key setup as a whole, as gcm_trusted.c calls it: key expansion, the key stream of the counter 0 for the
    hash key, the powers of that. What is left is the premise of the loops. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Control Require Import Lowering.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Asm.Control Require Import Runs.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Blocks.
From Fairlead.Gcm.Loops Require Import Text Setting Body Standard.
From Fairlead.Gcm.Procedures Require Import Macros Twist SameCode Powers Keystream Schedule Expand Restated.
From Fairlead.Gcm.Generated Require clean_powers clean_keystream_128 clean_keystream_256 clean_expand_128
  clean_expand_256.
Local Open Scope N_scope.

Local Opaque key_schedule aes multiply twist power.

Lemma ends_once g p n pc s s1 t s2 :
  flat_steps g p n 0 s = Some (pc, s1, t) → nth_error p pc = Some FHalt → ends_in g p s s2 → s1 = s2.
Proof. intros H1 P1 (m & pc2 & u & H2 & P2). by destruct (halted_steps _ _ _ _ _ _ _ _ _ _ _ _ H1 P1 H2 P2). Qed.

Lemma hash_key_block ks : hash_key ks = byte_reverse 16 (N.lxor (aes ks (byte_reverse 16 0)) 0).
Proof. rewrite N.lxor_0_r. reflexivity. Qed.

Lemma schedule_length size m a : size = 16%nat ∨ size = 32%nat →
  length (key_schedule (bytes_at m a size)) = (if (size =? 16)%nat then 11 else 15)%nat.
Proof.
  intros [-> | ->].
  - rewrite <-load_bytes, key_schedule_128, rev_length, grow_length by apply load_block_below. reflexivity.
  - assert (bytes_at m a 32 = split 8 16 (load m a 16) ++ split 8 16 (load m (a + 16) 16)) as ->.
    { rewrite !load_bytes. exact (bytes_at_add m a 16 16). }
    rewrite key_schedule_256, rev_length, grow_length by apply load_block_below. reflexivity.
Qed.

Theorem key_setup size n expand stream g1 g2 g3 s1 s2 s3 s1' s2' s3' k a zero buffer constants :
  In (size, n, expand, stream)
    [(16%nat, 10%nat, clean_expand_128.code, clean_keystream_128.code);
     (32%nat, 14%nat, clean_expand_256.code, clean_keystream_256.code)] →
  (* three calls, one after the other *)
  ends_in g1 expand s1 s1' → memory s2 = memory s1' → ends_in g2 stream s2 s2' → memory s3 = memory s2' →
  ends_in g3 clean_powers.code s3 s3' →
  (* their arguments *)
  locs s1 (G RDI) = low 64 k → locs s1 (G RSI) = low 64 a →
  locs s2 (G RDI) = low 64 k → locs s2 (G RSI) = low 64 zero → locs s2 (G RDX) = low 64 buffer →
  locs s3 (G RDI) = low 64 k → locs s3 (G RSI) = low 64 buffer →
  (* regions *)
  span g1 2 k 352 → r_writable (regions g1 2) = true → span g1 3 a (N.of_nat size) →
  span g2 2 k 352 → span g2 3 zero 16 → span g2 5 buffer 96 → r_writable (regions g2 5) = true → span g2 6 constants 144 →
  span g3 2 k 352 → r_writable (regions g3 2) = true → span g3 3 buffer 16 → span g3 6 constants 160 →
  symbol g2 1 = constants → symbol g3 1 = constants →
  (* what is in memory *)
  (let word x := load (memory s1) x 16 in
   word zero = 0 ∧ word constants = 0x000102030405060708090a0b0c0d0e0f ∧
   (∀ i, (1 ≤ i ≤ 6)%nat → word (constants + 16 + 16 * N.of_nat i) = N.of_nat i) ∧
   word (constants + 128) = 0xc200000000000000 ∧ word (constants + 144) = 0xc2000000000000000000000000000001) →
  (* what does not overlap *)
  (k + 352 <= constants ∨ constants + 160 <= k) → (k + 352 <= zero ∨ zero + 16 <= k) →
  (k + 352 <= buffer ∨ buffer + 96 <= k) → (constants + 160 <= buffer ∨ buffer + 96 <= constants) →
  let ks := key_schedule (bytes_at (memory s1) a size) in
  length ks = S n ∧
  (∀ i x, nth_error ks i = Some x → load (memory s3') (k + 16 * N.of_nat i) 16 = x) ∧
  hash_key ks < 2 ^ 128 ∧
  (∀ j, (j < 6)%nat → load (memory s3') (k + 256 + 16 * N.of_nat j) 16 = twist (power (hash_key ks) j)) ∧
  ∀ x, (x < k ∨ k + 352 <= x) → (x < buffer ∨ buffer + 96 <= x) → memory s3' x = memory s1 x.
Proof.
  intros Hcode R1 M2 R2 M3 R3 A1 A2 A3 A4 A5 A6 A7 K1 W1 B1 K2 B2 B2' W2 C2 K3 W3 B3 C3 E2 E3 (Hz & H0 & Hnum & H128 & H144)
    Ac Az Ab Acb ks.
  assert ((size = 16 ∨ size = 32)%nat ∧ (1 ≤ n ≤ 14)%nat ∧ In (size, expand) [(16%nat, clean_expand_128.code); (32%nat, clean_expand_256.code)] ∧
    stream = straight (keystream_code n) ∧ S n = (if (size =? 16)%nat then 11 else 15)%nat) as (Hsize & Hn & Hexp & -> & Hlen).
  { cbn [In] in Hcode. destruct Hcode as [E|[E|[]]]; injection E as <- <- <- <-.
    - split; [by left|]. split; [lia|]. split; [by left|]. split; [exact keystream_128_same|reflexivity].
    - split; [by right|]. split; [lia|]. split; [by right; left|]. split; [exact keystream_256_same|reflexivity]. }
  assert (length ks = S n) as Hks by (unfold ks; by rewrite schedule_length, Hlen).
  destruct (expanded size expand g1 s1 k a Hexp A1 A2 K1 W1 B1) as (u1 & m1 & pc1 & t1 & X1 & P1 & Hround & Hsame1 & _).
  rewrite (ends_once _ _ _ _ _ _ _ _ X1 P1 R1) in Hround, Hsame1. clear X1 P1 R1 u1.
  change (∀ i x, nth_error ks i = Some x → load (memory s1') (k + 16 * N.of_nat i) 16 = x) in Hround.
  revert Hks Hround. generalize ks. clear ks. intros ks Hks Hround.
  assert (∀ p, (k + 256 <= p ∨ p + 16 <= k) → load (memory s2) p 16 = load (memory s1) p 16) as L1.
  { intros p Hp. rewrite M2. apply load_agree. intros x Hx. unfold covers in Hx. apply Hsame1. lia. }
  assert (keystream_call g2 s2 n ks k zero buffer 0) as Hcall.
  { split; try assumption; unfold constants_address, Macros.Listing.constants_symbol; rewrite ?E2; try assumption.
    - by split.
    - rewrite M2. exact Hround.
    - rewrite L1 by lia. exact H0.
    - intros i Hi. rewrite L1 by lia. by apply Hnum.
    - rewrite L1 by lia. exact Hz. }
  destruct (keystream_spec g2 s2 n ks k zero buffer 0 Hcall) as (u2 & (m2 & pc2 & t2 & X2 & P2) & Em2 & _).
  rewrite (ends_once _ _ _ _ _ _ _ _ X2 P2 R2) in Em2. clear X2 P2 R2 u2.
  assert (∀ x, (x < buffer ∨ buffer + 96 <= x) → memory s3 x = memory s2 x) as Hsame2.
  { intros x Hx. rewrite M3, Em2. apply store_blocks_outside. rewrite crypt_length. cbn [repeat length]. lia. }
  assert (∀ p, (buffer + 96 <= p ∨ p + 16 <= buffer) → load (memory s3) p 16 = load (memory s2) p 16) as L2.
  { intros p Hp. apply load_agree. intros x Hx. unfold covers in Hx. apply Hsame2. lia. }
  assert (byte_reverse 16 (load (memory s3) buffer 16) = hash_key ks) as Hhash.
  { rewrite hash_key_block. f_equal. rewrite M3, Em2.
    pose proof (load_store_blocks (crypt ks 0 (repeat 0 6)) (memory s2) buffer) as E.
    assert (Forall (λ w, w < 2 ^ 128) (crypt ks 0 (repeat 0 6))) as Hb.
    { apply (crypt_below ks n); [exact Hks|lia|exact (call_round_keys _ _ _ _ _ _ _ _ Hcall)|by repeat constructor]. }
    specialize (E Hb). rewrite crypt_length in E. apply (f_equal (λ l, nth_error l 0)) in E.
    rewrite load_blocks_nth in E by (cbn; lia). rewrite N.mul_0_r, N.add_0_r in E.
    assert (∀ p q : N, Some p = Some q → p = q) as Hinj by congruence. exact (Hinj _ _ E). }
  destruct (powers_left g3 s3 k buffer A6 A7 K3 W3 B3) as (u3 & m3 & pc3 & t3 & X3 & P3 & Hpow & Hsame3 & _).
  { by rewrite E3. }
  { rewrite E3, L2, L1 by lia. exact H0. }
  { rewrite E3, L2, L1 by lia. exact H128. }
  { rewrite E3, L2, L1 by lia. exact H144. }
  { rewrite E3. lia. }
  rewrite (ends_once _ _ _ _ _ _ _ _ X3 P3 R3) in Hpow, Hsame3. rewrite Hhash in Hpow.
  split; [exact Hks|]. split; [|split; [rewrite <-Hhash; apply byte_reverse_below|split; [exact Hpow|]]].
  - intros i x Hi. assert (i < length ks)%nat by (apply nth_error_Some; by rewrite Hi).
    rewrite <-(Hround i x Hi), <-M2, <-L2 by lia. apply load_agree. intros y Hy. unfold covers in Hy. apply Hsame3. lia.
  - intros x H1 H2. rewrite Hsame3, Hsame2, M2 by lia. apply Hsame1. lia.
Qed.
