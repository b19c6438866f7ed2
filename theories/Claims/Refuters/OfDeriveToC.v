(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/DeriveToC.v: see All.v. A coroutine that implements no program that returns 8. *)
From stdpp Require prelude.
From Fairlead.Base Require Prelude.
From Fairlead.Derive Require Freer.
From Fairlead.Core.Model Require Semantics Bisimulation.
From Fairlead.Lang Require Typing.Soundness Model.Source Frames.Checker Guards.Machine EndToEnd Facts.Checker
  Facts.Machine Facts.Table.
From Fairlead.Derive.ToC Require Implements Compiled Invariants.

Section derive_to_c.
Import Base.Prelude.
Import Core.Model.Semantics Model.Bisimulation Soundness Source Frames.Checker Guards.Machine Lang.EndToEnd
  Facts.Checker Facts.Machine Facts.Table ToC.Implements ToC.Compiled ToC.Invariants.

(** fn seven() -> u8 { return 7; }, and a program in Gallina that returns 8, asking nothing. *)
Definition seven : program :=
  MkProgram [MkProc [] [TInt W8] (TInt W8) 0 false [] (Seq (Do (BAssign (PVar 0) (EInt W8 7))) Return)] [] [] [] [].
Definition seven_layout : layout := [FrameLayout [Local] 0 1 0 [] []].
Definition silent_external (_ : nat) (ds : list data) : option (list data * data) := Some (ds, VRecord []).
Definition eight : Freer.t (λ _ : Empty_set, unit) (λ _, unit) Z := Freer.Return 8%Z.
Definition asks_nothing (e : Empty_set) (_ : unit) : request := match e with end.
Definition no_replies (e : Empty_set) (_ : unit) (_ : response) : Prop := False.
Definition as_integer (z : Z) : Semantics.result := (VInt z, []).

Local Notation machine := (driven seven 0 (lowered seven (laid_out seven (plans_of seven_layout)) silent_external)).
Lemma seven_returns st :
  fl_initial seven (laid_out seven (plans_of seven_layout)) 0 [] [] = Some st →
  ∃ s', execution machine (None, st) [Silent; Silent; Silent; Silent; Result (as_integer 7)] s'.
Proof.
  intros Hst. vm_compute in Hst. injection Hst as <-. exists (None, Halted).
  do 4 (eapply (execution_cons _ _ _ (None, _)); [split; [apply trans_silent; vm_compute; reflexivity|done]|]).
  eapply (execution_cons _ _ _ (None, _)); [split; [apply trans_result; vm_compute; reflexivity|done]|constructor].
Qed.
Definition only_eight (_ : unit) (z : Z) : Prop := z = 8%Z.
Definition anything_allowed (_ : unit) (e : Empty_set) (_ : unit) : Prop := True.
Definition nothing_learnt (_ : unit) (e : Empty_set) (_ _ : unit) : unit := ().
Lemma seven_breaks : ¬ conforms asks_nothing no_replies as_integer anything_allowed nothing_learnt only_eight ()
  [Silent; Silent; Silent; Silent; Result (as_integer 7)].
Proof.
  intros H. do 4 (inversion H as [|? ? H'| |]; clear H; subst; rename H' into H).
  inversion H as [| |? z ? Hz Hr|]; subst.
  unfold only_eight in Hz. by subst.
Qed.
(** The program keeps to results of 8, and the machine, which does not implement it, ends with 7. *)
Theorem derive_invariant_refuter :
  keeps anything_allowed nothing_learnt only_eight (λ _ _, True) () eight ∧
  ∃ st l s', fl_initial seven (laid_out seven (plans_of seven_layout)) 0 [] [] = Some st ∧
    execution machine (None, st) l s' ∧
    ¬ conforms asks_nothing no_replies as_integer anything_allowed nothing_learnt only_eight () l.
Proof.
  split; [exists (λ _ p, p = eight); split; [by intros w p ->|done]|].
  destruct (fl_initial seven (laid_out seven (plans_of seven_layout)) 0 [] []) as [st|] eqn:Hst;
    [|by vm_compute in Hst].
  destruct (seven_returns st Hst) as [s' Hs]. eexists st, _, s'. split; [done|]. split; [exact Hs|exact seven_breaks].
Qed.
(** All that is checked is accepted. *)
Theorem derive_compiled_refuter :
  check_program seven = None ∧ check_layout seven seven_layout = true ∧ check_facts seven (table_of_list []) = true ∧
  ¬ compiles_to seven seven_layout (table_of_list []) silent_external 0 asks_nothing no_replies as_integer [] eight.
Proof.
  split_and!; [by vm_compute..|]. intros (st & Hst & H & _). destruct (seven_returns st Hst) as [s' Hs].
  apply seven_breaks. eapply (invariant_implemented _ _ _ anything_allowed nothing_learnt only_eight (λ _ _, True));
    [done|exists (λ _ p, p = eight); split; [by intros w p ->|done]|exact H|exact Hs].
Qed.
End derive_to_c.
