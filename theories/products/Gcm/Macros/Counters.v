(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** counters.inc: six counter blocks, and the counter after them. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted Semantics_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate.
Local Open Scope N_scope.

(** The counter blocks as AES reads them: big-endian. *)
Definition counter_block (c : N) (i : nat) : N := byte_reverse 16 (add32 (N.of_nat i) c).

(** The numbers 1 to 6 in memory. *)
Definition numbers (ld : mem → N) : Prop :=
  ld (constant_at 32) = 1 ∧ ld (constant_at 48) = 2 ∧ ld (constant_at 64) = 3 ∧
  ld (constant_at 80) = 4 ∧ ld (constant_at 96) = 5 ∧ ld (constant_at 112) = 6.

Lemma counters_spec ld v c :
  numbers ld →
  v V13 = reversal → v V15 = c → block_sized c →
  let v' := vrun ld counters v in
  map v' first_six = map (counter_block c) [0; 1; 2; 3; 4; 5]%nat ∧ v' V15 = add32 6 c.
Proof.
  intros (L1 & L2 & L3 & L4 & L5 & L6) H13 H15 Hc.
  cbv zeta. unfold counters. evaluate. rewrite H13, H15, L1, L2, L3, L4, L5, L6, !sem_reverse, !sem_count by done.
  unfold counter_block. cbn [N.of_nat Pos.of_succ_nat Pos.succ]. by rewrite add32_0.
Qed.
