(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Blocks that run alike: both run, to the same state, showing the same, or both fail. Then either
    may stand for the other. Proved of short blocks of given instructions by computing their effects. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import FunctionalExtensionality.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Symbolic Require Import Equivalence.
From Fairlead.Asm.Refinement Require Import Refines.
Local Open Scope N_scope.

Lemma state_eq s s' : (∀ l, locs s l = locs s' l) -> memory s = memory s' -> s = s'.
Proof. destruct s, s'. cbn. intros Hl ->. f_equal. extensionality l. apply Hl. Qed.

Definition alike (g : env) (p q : list instr) : Prop := ∀ s, well_formed s ->
  match run g p s, run g q s with
  | Some (s1, ts), Some (s2, us) => s1 = s2 /\ concat ts = concat us
  | None, None => True
  | _, _ => False
  end.

Lemma alike_better g p q : alike g p q -> better g p q /\ better g q p.
Proof.
  intros H. split; apply exactly_better; intros s s' ts Hs Hr; specialize (H s Hs); rewrite Hr in H;
    [destruct (run g q s) as [[s2 us]|]|destruct (run g p s) as [[s2 us]|]]; try done;
    destruct H as [E1 E2]; subst; by eexists.
Qed.

Ltac open_machine :=
  unfold run, exec, step, effect_of;
  cbn -[low slice load store byte_reverse permitted address nbytes bits N.mul N.shiftl N.lor]; cbn [nbytes bits].
