(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The theorems about the procedures around the loops, with nothing folded, as Claims/Gcm.v states
    them. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Asm.Control Require Import Runs.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Blocks.
From Fairlead.Gcm.Loops Require Import Text Setting Body Groups Standard.
From Fairlead.Gcm.Procedures Require Import Macros Twist SameCode Powers Hash Keystream Schedule Expand.
From Fairlead.Gcm.Generated Require clean_powers clean_hash clean_keystream_128 clean_keystream_256 clean_expand_128
  clean_expand_256.
Local Open Scope N_scope.

Theorem powers_left g s k st :
  let word a := load (memory s) a 16 in
  let constants := symbol g 1 in
  locs s (G RDI) = low 64 k → locs s (G RSI) = low 64 st →
  span g 2 k 352 → r_writable (regions g 2) = true → span g 3 st 16 → span g 6 constants 160 →
  word constants = 0x000102030405060708090a0b0c0d0e0f → word (constants + 128) = 0xc200000000000000 →
  word (constants + 144) = 0xc2000000000000000000000000000001 →
  k + 352 <= constants ∨ constants + 160 <= k + 256 →
  ∃ s' steps pc seen,
    flat_steps g clean_powers.code steps 0 s = Some (pc, s', seen) ∧ nth_error clean_powers.code pc = Some FHalt ∧
    (∀ j, (j < 6)%nat → load (memory s') (k + 256 + 16 * N.of_nat j) 16 = twist (power (byte_reverse 16 (word st)) j)) ∧
    (∀ x, x < k + 256 ∨ k + 352 <= x → memory s' x = memory s x) ∧
    ∀ x, x <> V13 → locs s' (Lo x) = 0.
Proof.
  intros word constants HDI HSI Hk Hw Hst Hc H0 H1 H2 Ha. rewrite powers_same.
  destruct (powers_spec g s k st) as (s' & (n & pc & t & Hr & Hh) & Em & Ev); [by split|].
  exists s', n, pc, t. split; [exact Hr|]. split; [exact Hh|]. rewrite Em. split; [|split; [|exact Ev]].
  - intros j Hj. set (h := byte_reverse 16 (word st)).
    pose proof (load_store_blocks (twisted h 6) (memory s) (k + 256) (twisted_below h 6)) as E.
    pose proof (f_equal (λ l, nth_error l j) E) as Ej. cbv beta in Ej.
    unfold twisted at 3 in Ej. rewrite (map_nth_error _ _ _ (d := j)) in Ej by
      (change (seq 0 6) with [0; 1; 2; 3; 4; 5]%nat; do 6 (destruct j as [|j]; [done|]); lia).
    rewrite load_blocks_nth in Ej by (rewrite twisted_length; lia).
    assert (∀ a c : N, Some a = Some c → a = c) as Hinj by congruence. exact (Hinj _ _ Ej).
  - intros x Hx. apply store_blocks_outside. rewrite twisted_length. lia.
Qed.

Theorem hashed g s h k st p y count :
  let word a := load (memory s) a 16 in
  let constants := symbol g 1 in
  locs s (G RDI) = low 64 k → locs s (G RSI) = low 64 st → locs s (G RDX) = low 64 p → locs s (G RCX) = N.of_nat count →
  (1 ≤ count ≤ 6)%nat →
  span g 2 k 352 → span g 3 st 16 → r_writable (regions g 3) = true → span g 4 p (16 * N.of_nat count) →
  span g 6 constants 144 →
  h < 2 ^ 128 → (∀ j, (j < count)%nat → word (k + 256 + 16 * N.of_nat j) = twist (power h j)) →
  word constants = 0x000102030405060708090a0b0c0d0e0f → word (constants + 128) = 0xc200000000000000 →
  word st = y →
  ∃ s' steps pc seen,
    flat_steps g clean_hash.code steps 0 s = Some (pc, s', seen) ∧ nth_error clean_hash.code pc = Some FHalt ∧
    load (memory s') st 16 =
      fold_left (λ y x, multiply (N.lxor y x) h) (padded (map (λ i, low 8 (memory s (p + N.of_nat i))) (seq 0 (16 * count)))) y ∧
    (∀ x, x < st ∨ st + 16 <= x → memory s' x = memory s x) ∧
    ∀ x, x <> V13 → locs s' (Lo x) = 0.
Proof.
  intros word constants HDI HSI HDX HCX Hn Hk Hst Hw Hp Hc Hh Hpow H0 H1 Hy. rewrite hash_same.
  destruct (hash_spec g s h k st p y count) as (s' & (n & pc & t & Hr & Hpc) & Em & Ev); [by split|].
  exists s', n, pc, t. split; [exact Hr|]. split; [exact Hpc|]. rewrite Em. split; [|split; [|exact Ev]].
  - pose proof (load_store_blocks [hash_of h y (load_blocks (memory s) p count)] (memory s) st) as E.
    cbn [length load_blocks] in E. unshelve epose proof (f_equal hd_error (E _)) as E1.
    { apply Forall_cons_2; [|apply Forall_nil_2]. apply hash_of_below; [exact Hh|]. rewrite <-Hy. apply load_block_below. }
    cbn [hd_error] in E1. assert (∀ a c : N, Some a = Some c → a = c) as Hinj by congruence.
    rewrite (Hinj _ _ E1), hash_of_is_ghash, load_blocks_bytes. reflexivity.
  - intros x Hx. apply store_blocks_outside. cbn [length]. lia.
Qed.

Theorem key_stream n code g s ks k st q c :
  In (n, code) [(10%nat, clean_keystream_128.code); (14%nat, clean_keystream_256.code)] →
  let word a := load (memory s) a 16 in
  let constants := symbol g 1 in
  locs s (G RDI) = low 64 k → locs s (G RSI) = low 64 st → locs s (G RDX) = low 64 q →
  span g 2 k 352 → span g 3 st 16 → span g 5 q 96 → r_writable (regions g 5) = true → span g 6 constants 144 →
  length ks = S n → (∀ i x, nth_error ks i = Some x → word (k + 16 * N.of_nat i) = x) →
  word constants = 0x000102030405060708090a0b0c0d0e0f →
  (∀ i, (1 ≤ i ≤ 6)%nat → word (constants + 16 + 16 * N.of_nat i) = N.of_nat i) →
  word st = c →
  ∃ s' steps pc seen,
    flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt ∧
    map (λ i, low 8 (memory s' (q + N.of_nat i))) (seq 0 96) = gctr 96 ks c (repeat 0 96) ∧
    (∀ x, x < q ∨ q + 96 <= x → memory s' x = memory s x) ∧
    ∀ x, x <> V13 → locs s' (Lo x) = 0.
Proof.
  intros Hcode word constants HDI HSI HDX Hk Hst Hq Hw Hc Hn Hks Hrev Hnum Hctr.
  assert (code = straight (keystream_code n) ∧ (1 ≤ n ≤ 14)%nat) as [-> Hr].
  { cbn [In] in Hcode. destruct Hcode as [E|[E|[]]]; injection E as <- <-;
      [split; [exact keystream_128_same|lia]|split; [exact keystream_256_same|lia]]. }
  assert (keystream_call g s n ks k st q c) as Hcall by (by split).
  destruct (keystream_spec g s n ks k st q c Hcall) as (s' & (m & pc & t & Hrun & Hh) & Em & Ev).
  exists s', m, pc, t. split; [exact Hrun|]. split; [exact Hh|]. split; [|split; [|exact Ev]].
  - change (bytes_at (memory s') q (16 * 6) = gctr 96 ks c (text_of_blocks (repeat 0 6))).
    rewrite crypt_is_gctr by (cbn; lia). rewrite <-load_blocks_bytes, Em. f_equal.
    pose proof (load_store_blocks (crypt ks c (repeat 0 6)) (memory s) q) as E. rewrite crypt_length in E. apply E.
    apply (crypt_below ks n); [exact Hn|lia|exact (call_round_keys g s n ks k st q c Hcall)|by repeat constructor].
  - intros x Hx. rewrite Em. apply store_blocks_outside. rewrite crypt_length. cbn [repeat length]. lia.
Qed.

(** Nothing may start to expand a key. *)
Local Opaque key_schedule.

Theorem expanded size code g s k a :
  In (size, code) [(16%nat, clean_expand_128.code); (32%nat, clean_expand_256.code)] →
  locs s (G RDI) = low 64 k → locs s (G RSI) = low 64 a →
  span g 2 k 352 → r_writable (regions g 2) = true → span g 3 a (N.of_nat size) →
  let key := map (λ i, low 8 (memory s (a + N.of_nat i))) (seq 0 size) in
  ∃ s' steps pc seen,
    flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt ∧
    (∀ i x, nth_error (key_schedule key) i = Some x → load (memory s') (k + 16 * N.of_nat i) 16 = x) ∧
    (∀ x, x < k ∨ k + 256 <= x → memory s' x = memory s x) ∧
    ∀ x, x <> V13 → locs s' (Lo x) = 0.
Proof.
  intros Hcode HDI HSI Hk Hw Ha key. change key with (bytes_at (memory s) a size). clear key.
  assert (∃ l, code = straight l ∧ schedule_stored g s k l (bytes_at (memory s) a size) ∧
    (length (key_schedule (bytes_at (memory s) a size)) ≤ 16)%nat ∧
    Forall (λ x, x < 2 ^ 128) (key_schedule (bytes_at (memory s) a size))) as (l & -> & Hstored & Hlen & Hall).
  { cbn [In] in Hcode. destruct Hcode as [E|[E|[]]]; injection E as <- <-.
    - exists expand_128_code. split; [exact expand_128_same|]. split; [by apply (expand_128_spec g s k a 16)|].
      rewrite <-load_bytes. apply schedule_128_blocks, load_block_below.
    - exists expand_256_code. split; [exact expand_256_same|]. split; [by apply (expand_256_spec g s k a 32)|].
      assert (bytes_at (memory s) a 32 = split 8 16 (load (memory s) a 16) ++ split 8 16 (load (memory s) (a + 16) 16)) as ->.
      { rewrite !load_bytes. exact (bytes_at_add (memory s) a 16 16). }
      apply schedule_256_blocks; apply load_block_below. }
  revert Hstored Hlen Hall. unfold schedule_stored. generalize (key_schedule (bytes_at (memory s) a size)). intros ks.
  intros (s' & (m & pc & t & Hr & Hh) & Em & Ev) Hlen Hall.
  exists s', m, pc, t. split; [exact Hr|]. split; [exact Hh|]. rewrite Em. split; [|split; [|exact Ev]].
  - intros i x Hi. assert (i < length ks)%nat by (apply nth_error_Some; by rewrite Hi).
    rewrite <-(load_store_blocks ks (memory s) k Hall), load_blocks_nth in Hi by done. by injection Hi.
  - intros x Hx. apply store_blocks_outside. lia.
Qed.
