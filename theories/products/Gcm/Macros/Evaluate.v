(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Evaluating vector code: leaves the operations on words, and puts them in the vocabulary of
    the algorithms ([clmul] of halves, [byte_reverse], [lxor] without masks). *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Aes_trusted Syntax_trusted Semantics_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Additive Multiply Reduction Blocks.
From Fairlead.Gcm.Macros Require Export Listing.
Local Open Scope N_scope.

Notation block_sized x := (x < 2 ^ 128).

(** Which value a register has at the end of a list of instructions that is given in full. *)
Ltac evaluate :=
  cbv [vector_run vector_step vvalue put vreg_index N.eqb Pos.eqb fold_left map app
       fetch vop vop_mem first_six six take].

Lemma sem_xor a b : block_sized a → block_sized b → low 128 (v2_sem PXOR a b) = N.lxor a b.
Proof. intros Ha Hb. apply lt_low. by apply xor_below. Qed.

Lemma lo64_below x : lo64 x < 2 ^ 64.
Proof. apply low_below. Qed.
Lemma hi64_below x : hi64 x < 2 ^ 64.
Proof. apply low_below. Qed.

Lemma clmul_below a b : a < 2 ^ 64 → b < 2 ^ 64 → block_sized (clmul a b).
Proof.
  intros Ha Hb. destruct b as [|p]; [done|]. eapply N.lt_le_trans; [by apply clmul_pos_below|].
  apply N.pow_le_mono_r; [done|]. assert (N.log2 (Npos p) < 64); [|lia]. apply N.log2_lt_pow2; lia.
Qed.

Lemma sem_clmul_ll a b : low 128 (v2_sem (PCLMULQDQ 0) a b) = clmul (lo64 a) (lo64 b).
Proof.
  change (v2_sem (PCLMULQDQ 0) a b) with (clmul (slice 0 64 a) (slice 0 64 b)). unfold slice. rewrite !N.shiftr_0_r.
  apply lt_low, clmul_below; apply low_below.
Qed.
Lemma sem_clmul_hh a b : low 128 (v2_sem (PCLMULQDQ 17) a b) = clmul (hi64 a) (hi64 b).
Proof. apply lt_low. apply clmul_below; apply low_below. Qed.
Lemma sem_clmul_hl a b : low 128 (v2_sem (PCLMULQDQ 1) a b) = clmul (hi64 a) (lo64 b).
Proof.
  change (v2_sem (PCLMULQDQ 1) a b) with (clmul (slice 64 64 a) (slice 0 64 b)). unfold slice at 2. rewrite N.shiftr_0_r.
  apply lt_low, clmul_below; apply low_below.
Qed.
Lemma sem_clmul_lh a b : low 128 (v2_sem (PCLMULQDQ 16) a b) = clmul (lo64 a) (hi64 b).
Proof.
  change (v2_sem (PCLMULQDQ 16) a b) with (clmul (slice 0 64 a) (slice 64 64 b)). unfold slice at 1. rewrite N.shiftr_0_r.
  apply lt_low, clmul_below; apply low_below.
Qed.

Lemma sem_reverse a : low 128 (v2_sem PSHUFB a reversal) = byte_reverse 16 a.
Proof.
  change (v2_sem PSHUFB a reversal) with (pshufb a reversal). rewrite pshufb_reverses. apply lt_low, byte_reverse_below.
Qed.

Lemma sem_count k a : k < 2 ^ 32 → block_sized a → low 128 (v2_sem PADDD a k) = add32 k a.
Proof. intros Hk Ha. rewrite paddd_counts by done. by apply lt_low, add32_below. Qed.

(** The semantics is unfolded before what it is made of: the other way round, conversion would
    start to compute AES on unknown words. *)
Local Strategy expand [v2_sem].

Lemma sem_aesenc a k : block_sized k → low 128 (v2_sem AESENC a k) = aesenc a k.
Proof. intros Hk. assert (v2_sem AESENC a k = aesenc a k) as -> by reflexivity. by apply lt_low, aesenc_below. Qed.

Lemma sem_aesenclast a k : block_sized k → low 128 (v2_sem AESENCLAST a k) = aesenclast a k.
Proof. intros Hk. assert (v2_sem AESENCLAST a k = aesenclast a k) as -> by reflexivity. by apply lt_low, aesenclast_below. Qed.

Create HintDb sized.
Global Hint Resolve xor_below low_below byte_reverse_below add32_below clmul_below lo64_below hi64_below : sized.
Ltac sized := auto 8 with sized nocore.
