(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The bodies of the 256-bit loops on the machine, up to the four stores at their end: eight blocks
    are hashed, eight are encrypted in %ymm0 to %ymm3; nothing else changes. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Run_trusted.
From Fairlead.Asm.Vectors Require Import Vector128 Vector256.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Reduction Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Counters Cipher Hash.
From Fairlead.Gcm.Loops Require Import Text.
From Fairlead.Gcm.Loops256 Require Import Macros Cipher Hash.
Local Open Scope N_scope.

(** What the memory operands hold: the constants, the round keys [ks], and the powers of the
    hash key [h]. *)
Record wide_memory (ld : mem → N) (ks : list N) (h : N) : Prop := WideMemory {
  wide_polynomial : ld (constant_at 128) = polynomial;
  wide_counts : wide_numbers ld;
  wide_keys : round_keys ld ks;
  wide_hash_powers : wide_powers ld h;
}.

(** Between bodies: [c] is the next counter, [y] the hash so far. *)
Record wide_registers (w : wregs) (c y : N) : Prop := WideRegisters {
  in_ymm13 : w V13 = (reversal, reversal);
  in_ymm14 : w V14 = (y, 0);
  in_ymm15 : w V15 = (c, counter_after 1 c);
}.

Lemma wide_middle_is_wide from count : forallb is_wide (wide_middle from count) = true.
Proof.
  revert from. induction count as [|count IH]; intros from; [done|]. rewrite wide_middle_cons, forallb_app, IH. done.
Qed.

Lemma wide_body_is_wide src n : forallb is_wide (hash_eight src ++ cipher_eight n) = true.
Proof.
  assert (forallb is_wide (hash_eight src) = true) as Hh by reflexivity.
  unfold cipher_eight, wide_cipher. by rewrite !forallb_app, Hh, wide_middle_is_wide.
Qed.

Theorem wide_body_spec g s src ks n h c y :
  let ld := loaded g s in
  (∀ q, q ∈ flat_map woperands (hash_eight src ++ cipher_eight n) → readable_bytes g s q) →
  wide_memory ld ks h → length ks = S n → (1 ≤ n)%nat → h < 2 ^ 128 →
  wide_registers (halves s) c y → c < 2 ^ 128 → y < 2 ^ 128 →
  ∃ s' ts, run g (hash_eight src ++ cipher_eight n) s = Some (s', ts) ∧
    memory s' = memory s ∧ same_scalars s s' ∧
    wide_registers (halves s') (counter_after 8 c) (fold_left (hash_step h) (wide_hash_blocks ld src) y) ∧
    blocks_in (halves s') first_four = crypt ks c (map (λ d, ld (input_at d)) eight_offsets).
Proof.
  intros ld Hread [M1 M2 M3 M4] Hn Hpos Hh [R13 R14 R15] Hc Hy.
  destruct (wrun_sound g _ s (wide_body_is_wide src n) Hread) as (s' & ts & Hr & Hm & Hs & Hw).
  fold ld in Hw. exists s', ts. split; [exact Hr|]. split; [exact Hm|]. split; [exact Hs|].
  assert (∀ x, halves s' x = wrun ld (cipher_eight n) (wrun ld (hash_eight src) (halves s)) x) as E.
  { intros x. by rewrite Hw, vector_run_app. }
  destruct (hash_eight_spec ld src (halves s) h y M1 M4 Hh R13 R14 Hy) as (H13 & H15 & H14).
  destruct (cipher_eight_spec ld ks n (wrun ld (hash_eight src) (halves s)) c M2 M3 Hn Hpos) as (C13 & C14 & C15 & Ct).
  { intros m. apply load_block_below. }
  { by rewrite H13. }
  { by rewrite H15. }
  { exact Hc. }
  split.
  - split; rewrite E.
    + by rewrite C13, H13.
    + by rewrite C14.
    + rewrite C15. exact (f_equal (pair _) (counter_after_add 8 1 c)).
  - rewrite <-Ct. unfold blocks_in. cbn [flat_map first_four app]. by rewrite !E.
Qed.
