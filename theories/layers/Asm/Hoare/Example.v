(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The logic at work: a procedure with operands as parameters, and a loop. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted Structured_trusted.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Control Require Import Loops.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Symbolic Require Import Rewrites.
From Fairlead.Asm.Hoare Require Import Logic.
Local Open Scope N_scope.

(** Multiplication by repeated addition: rax += rdi, rcx times. *)
Definition step_code : list instr := [Alu ADD W64 (R RAX) (Reg RDI); Un DEC W64 (R RCX)].

Definition multiply : procedure unit :=
  Procedure
    (fun _ => CLoop (block step_code) CcNE CSkip)
    (fun _ s => 0 < locs s (G RCX) < 2 ^ 64)
    (fun _ s s' => locs s' (G RAX) = low 64 (locs s (G RAX) + locs s (G RCX) * locs s (G RDI)))
    (fun _ => [G RAX; G RCX; F CF; F PF; F AF; F ZF; F SF; F OF]).

(** After [n + 1] more iterations the accumulator will hold [r]. *)
Definition invariant (d r : N) (n : nat) (s : state) : Prop :=
  locs s (G RCX) = N.of_nat (S n) /\ N.of_nat (S n) < 2 ^ 64 /\ locs s (G RDI) = d /\
  low 64 (locs s (G RAX) + N.of_nat (S n) * d) = r.

(** One pass: the accumulator grows, the counter falls, and the zero flag says whether it got to 0. *)
Lemma step_spec g d r n :
  triple g (invariant d r n) (block step_code) (fun s =>
    locs s (G RCX) = N.of_nat n /\ N.of_nat n < 2 ^ 64 /\ locs s (G RDI) = d /\
    low 64 (locs s (G RAX) + N.of_nat n * d) = r /\ low 64 (locs s (G RAX)) = locs s (G RAX) /\
    test CcNE s = Some (negb (N.of_nat n =? 0))).
Proof.
  run_block. destruct H as (Hc & Hn & Hd & Hr).
  assert (low 64 (2 ^ 64 + low 64 (locs s (G RCX)) - (low 64 1 + 0)) = N.of_nat n) as Hdec.
  { rewrite Hc, (lt_low 64 (N.of_nat (S n))) by done. change (low 64 1) with 1. rewrite low_mod.
    replace (2 ^ 64 + N.of_nat (S n) - (1 + 0)) with (N.of_nat n + 1 * 2 ^ 64) by lia.
    rewrite N.mod_add by done. apply N.mod_small. lia. }
  rewrite !Hdec. split_and!.
  - apply lt_low. lia.
  - lia.
  - done.
  - subst r d. rewrite N.add_0_r, low_low, low_add, <- N.add_assoc, low_add by lia.
    set (m := N.of_nat n * locs s (G RDI)). replace (locs s (G RAX) + (low 64 (locs s (G RDI)) + m))
      with (low 64 (locs s (G RDI)) + (m + locs s (G RAX))) by lia.
    rewrite low_add. f_equal. unfold m. rewrite Nat2N.inj_succ, N.mul_succ_l. lia.
  - by rewrite !low_low by lia.
  - unfold zero. by destruct (N.of_nat n =? 0).
Qed.

Theorem multiply_correct g : correct g multiply.
Proof.
  apply procedure_correct; [intros [] l Hl; cbn in *; set_solver|].
  intros [] s0. set (d := locs s0 (G RDI)).
  set (r := low 64 (locs s0 (G RAX) + locs s0 (G RCX) * d)).
  apply (hoare_consequence g _ (invariant d r (N.to_nat (locs s0 (G RCX) - 1))) _ (fun s => locs s (G RAX) = r)).
  - intros s [-> Hs]. cbn in Hs. unfold invariant.
    replace (N.of_nat (S (N.to_nat (locs s0 (G RCX) - 1)))) with (locs s0 (G RCX)) by lia. by split_and!; [|lia| |].
  - done.
  - apply hoare_loop. intros n. eapply hoare_consequence; [done| |apply step_spec].
    intros s (Hc & Hn & Hd & Hr & Hl & ->). destruct n as [|n]; cbn.
    + by rewrite <- Hl, <- Hr, N.add_0_r.
    + exists n. split; [done|]. intros s' ->. eexists _, _. split; [constructor|].
      by split_and!.
Qed.
