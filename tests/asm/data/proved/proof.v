(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The clean kernel does what its contract says; so does the fast one. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Words Syntax_trusted State_trusted Run_trusted Structured_trusted
  Flat_trusted.
From Fairlead.Asm.Control Require Import Loops.
From Fairlead.Asm.Symbolic Require Import Equivalence.
From Fairlead.Asm.Hoare Require Import Logic Loads Scalars.
From Fairlead.Asm.Verdicts Require Import Carry Contracts.
From Kernel Require Import total sum.
Local Open Scope N_scope.

(** With [n] numbers left, what was added and what is to come make [all]. *)
Definition invariant (g : env) (m : N -> N) (all : N) (n : nat) (s : state) : Prop :=
  memory s = m /\ locs s (G RSI) = N.of_nat n /\ N.of_nat n < 2 ^ 64 /\
  readable g 2 (locs s (G RDI)) (8 * N.of_nat n) /\
  low 64 (locs s (G RAX) + total m (locs s (G RDI)) n) = all.

Definition body : list instr := [
  Mov W64 (R RDX) (Memory (Mem (BaseReg RDI) None 0 2));
  Lea W64 RDI (Mem (BaseReg RDI) None 8 2);
  Lea W64 RAX (Mem (BaseReg RAX) (Some (RDX, 1)) 0 0);
  Un DEC W64 (R RSI)].

(** One pass through the loop, and what its test says: zero numbers are left, or more. *)
Lemma one_pass g m all n :
  triple g (invariant g m all (S n)) (block body) (fun s =>
    (n <> 0%nat -> invariant g m all n s) /\ (n = 0%nat -> locs s (G RAX) = all) /\
    test CcNE s = Some (negb (N.of_nat n =? 0))).
Proof.
  intros s (Hm & Hsi & Hn & Hr & Hall). set (a := locs s (G RDI)) in *.
  assert (a + 8 * N.of_nat (S n) <= 2 ^ 64) as Ha by (destruct Hr; lia).
  destruct (exec_load g s RDX RDI 2) as (s1 & X1 & M1 & D1 & L1).
  { destruct Hr as (L & U & T). fold a. split_and!; lia. }
  destruct (exec_lea g s1 RDI (Mem (BaseReg RDI) None 8 2)) as (s2 & X2 & M2 & D2 & L2).
  destruct (exec_lea g s2 RAX (Mem (BaseReg RAX) (Some (RDX, 1)) 0 0)) as (s3 & X3 & M3 & D3 & L3).
  destruct (exec_dec g s3 RSI (N.of_nat n)) as (s4 & X4 & M4 & D4 & L4 & T4 & _).
  { rewrite L3, L2, L1, Hsi by done. lia. }
  { lia. }
  exists s4, (concat [[ELoad a 8]; []; []; []]). split.
  { apply block_runs. eexists. split; [|reflexivity]. cbn [run body]. by rewrite X1, X2, X3, X4. }
  assert (locs s4 (G RAX) = low 64 (locs s (G RAX) + load m a 8)) as EA.
  { rewrite L4, D3, low_address_index, L2, L2, L1, D1, Hm by done. by rewrite N.mul_1_r. }
  assert (n <> 0%nat -> locs s4 (G RDI) = a + 8) as ED.
  { intros Hn0. rewrite L4, L3, D2, (low_address _ _ _ _ _ 8), L1 by done. apply lt_low. fold a. lia. }
  assert (low 64 (locs s4 (G RAX) + total m (a + 8) n) = all) as E.
  { rewrite EA, low_add, <- Hall. cbn [total]. congruent. f_equal. lia. }
  split; [|split; [|exact T4]].
  - intros Hn0. split_and!; [by rewrite M4, M3, M2, M1|done|lia| |by rewrite (ED Hn0)].
    rewrite (ED Hn0). destruct Hr as (L & U & T). split_and!; lia.
  - intros ->. rewrite <- E. cbn [total]. by rewrite N.add_0_r, EA, low_low.
Qed.

Theorem sum_correct : sum_goal.
Proof.
  intros g _. apply (structured_triple g clean sum_clean sum_code); [exact sum_structure|]. intros s0 Hs0.
  assert (locs s0 (G RSI) < 2 ^ 64) as Hlt by (apply low_lt, (Hs0 (G RSI))).
  set (all := total (memory s0) (locs s0 (G RDI)) (N.to_nat (locs s0 (G RSI)))).
  apply (hoare_seq g _ (fun s => exists n, invariant g (memory s0) all (S n) s)).
  - intros s [-> [Hn Hr]]. destruct (exec_constant g s0 RAX 0) as (s1 & X1 & M1 & D1 & L1).
    exists s1, (concat [[]]). split; [apply block_runs; eexists; split; [cbn [run]; by rewrite X1|reflexivity]|].
    exists (N.to_nat (locs s0 (G RSI) - 1)). unfold invariant.
    replace (S (N.to_nat (locs s0 (G RSI) - 1))) with (N.to_nat (locs s0 (G RSI))) by lia.
    rewrite M1, D1, !L1, N2Nat.id by done. split_and!; try done.
    unfold all. destruct (N.to_nat (locs s0 (G RSI))); [done|]. cbn [total]. by rewrite N.add_0_l, low_low.
  - intros s [n Hn]. revert s Hn. apply (hoare_loop g (fun n => invariant g (memory s0) all (S n))). intros k.
    eapply hoare_consequence; [done| |apply one_pass]. intros s (Hmore & Hlast & ->). destruct k as [|k]; cbn.
    + by apply Hlast.
    + exists k. split; [done|]. intros s' ->. eexists _, _. split; [constructor|]. by apply Hmore.
Qed.

Theorem fast_sum_correct g : respects g apart ->
  flat_triple g fast sum_fast (sum_requires g)
    (fun s r => sum_ensures g s r /\ kept g live sum_modifies sum_stores s r).
Proof. exact (sum_contract sum_correct g). Qed.

(** It is no promise about nothing: three numbers, at 2^49, are such a call. *)
Theorem sum_can_be_called : exists g s, respects g apart /\ well_formed s /\ sum_requires g s.
Proof.
  exists (Env (fun _ => 0) (fun _ => Region (2 ^ 49) 24 false)).
  exists (State (fun l => match l with G RDI => 2 ^ 49 | G RSI => 3 | _ => 0 end) (fun _ => 1)).
  split_and!; [by intros r q H|by intros [[]| | |]|]. unfold sum_requires, readable. by split_and!; vm_compute.
Qed.

Print Assumptions fast_sum_correct.
