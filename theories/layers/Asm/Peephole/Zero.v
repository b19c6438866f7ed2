(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Zeroing idioms. [mov $0] becomes [xor], which is shorter and has no input on the processors
    that know the idiom, where nobody sees the flags; and back, which leaves flags alone. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Locset Footprint Commute.
From Fairlead.Asm.Symbolic Require Import Equivalence.
From Fairlead.Asm.Refinement Require Import Refines Alike Dead.
From Fairlead.Asm.Peephole Require Import Rules.
Local Open Scope N_scope.

Definition flag_set : N := set_of (map F all_flags).

Definition to_xor : rewrite := fun p =>
  match p with
  | Mov w (R r) (Imm z) :: p =>
      if (z =? 0)%Z && overwritten flag_set p then Some (Alu XOR W32 (R r) (Reg r) :: p, 1%nat) else None
  | _ => None
  end.

(** Also where flags are seen, if they need not be what [xor] makes them. *)
Definition from_xor : rewrite := fun p =>
  match p with
  | Alu XOR w (R r) (Reg r') :: p =>
      if bool_decide (r = r') && overwritten flag_set p then Some (Mov W32 (R r) (Imm 0) :: p, 1%nat) else None
  | _ => None
  end.

(** They differ in the flags only. *)
Lemma zeroed g w v r s : ∃ s1 s2,
  exec g (Mov w (R r) (Imm 0)) s = Some (s1, []) /\ exec g (Alu XOR v (R r) (Reg r)) s = Some (s2, []) /\
  same_but flag_set s1 s2.
Proof.
  eexists _, _. split; [unfold exec, step, effect_of; cbn; reflexivity|].
  split; [unfold exec, step, effect_of; cbn -[low]; reflexivity|].
  split; [done|]. intros l Hl. cbn -[low]. rewrite N.lxor_nilpotent.
  assert (∀ f, F f ≠ l) as Hf by (intros f <-; destruct f; vm_compute in Hl; done).
  rewrite !(bool_decide_eq_false_2 (F _ = l)) by apply Hf.
  case_bool_decide; [|done]. by destruct w, v.
Qed.

Lemma same_but_sym D s s' : same_but D s s' -> same_but D s' s.
Proof. intros [Hm Hl]. split; [done|]. intros l H. symmetry. by apply Hl. Qed.

Lemma replaced_better g i j p :
  (∀ s, ∃ s1 s2, exec g i s = Some (s1, []) /\ exec g j s = Some (s2, []) /\ same_but flag_set s1 s2) ->
  overwritten flag_set p = true -> better g (i :: p) (j :: p).
Proof.
  intros H Ho. apply exactly_better. intros s s' ts _ Hr. cbn in *. destruct (H s) as (s1 & s2 & E1 & E2 & Hs).
  rewrite E1 in Hr. rewrite E2. rewrite <- (overwritten_runs g flag_set p _ _ Ho Hs).
  destruct (run g p s1) as [[r us]|]; simplify_eq. by eexists.
Qed.

Theorem to_xor_sound : sound to_xor.
Proof.
  intros g p q k H. unfold to_xor in H. repeat case_match; simplify_eq.
  match goal with E : _ && _ = true |- _ => apply andb_true_iff in E as [->%Z.eqb_eq Ho] end.
  apply replaced_better; [|done]. intros s. apply zeroed.
Qed.

Theorem from_xor_sound : sound from_xor.
Proof.
  intros g p q k H. unfold from_xor in H. repeat case_match; simplify_eq.
  match goal with E : _ && _ = true |- _ => apply andb_true_iff in E as [->%bool_decide_eq_true Ho] end.
  apply replaced_better; [|done]. intros s. edestruct zeroed as (s1 & s2 & E1 & E2 & Hs).
  exists s2, s1. split; [exact E2|]. split; [exact E1|]. by apply same_but_sym.
Qed.
