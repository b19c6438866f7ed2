(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Calls of the compiled library that trap, computed: of these nothing is ensured. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics Bisimulation.
From Fairlead.Core.Logic Require Import Runs.
From Fairlead.Lang Require Import Typing.Soundness Model.Source Frames.Checker Guards.Machine EndToEnd.
From Fairlead.Lang.Logic Require Import Functions.
From Fairlead.Refinement Require Import Program Safe.

Section traps.
  Context (external : nat → list data → option (list data * data)).
  Local Notation D := (lowered Q (laid_out Q (plans_of L)) external).

  (** Silent steps to a trap, at most [n]. *)
  Fixpoint trapped (n : nat) st : bool :=
    match n with
    | O => false
    | S n => match Core.Model.Semantics.step D st with Go st' => trapped n st' | Crash => true | _ => false end
    end.
  Definition traps (p : procedure) (args : list data) : bool :=
    match fl_initial Q (laid_out Q (plans_of L)) p args [] with Some st => trapped 400 st | None => false end.

  Lemma trapped_execution p n st w :
    trapped n st = true → ∃ k x, execution (driven Q p D) (w, st) (replicate k Silent ++ [Trapped]) x.
  Proof using.
    revert st. induction n as [|n IH]; intros st; cbn [trapped]; [done|].
    destruct (Core.Model.Semantics.step D st) as [st'| | | |] eqn:E; try done; intros H.
    - destruct (IH st' H) as (k & x & Hx). exists (S k), x. eapply execution_cons; [|exact Hx].
      split; [by apply trans_silent|done].
    - exists 0, (w, Halted). eapply execution_cons; [|constructor]. split; [by constructor|done].
  Qed.

  Lemma traps_ensures p args (Φ : data → list data → Prop) :
    traps p args = true → ¬ compiled_ensures external p args Φ.
  Proof using.
    unfold traps, compiled_ensures. intros Ht (st & Hst & n & r & _ & Hr). rewrite Hst in Ht.
    destruct (trapped_execution p _ st None Ht) as (k & x & Hx).
    destruct (Hr (replicate k Silent ++ [Trapped])) as [Hp _]. specialize (Hp (ex_intro _ x Hx)).
    assert (Trapped ∈ replicate n (@Silent request response Semantics.result) ++ [Result r]) as Hin.
    { destruct Hp as [l ->]. apply elem_of_app. left. apply elem_of_app. right. by left. }
    apply elem_of_app in Hin as [[? _]%elem_of_replicate|Hin%elem_of_list_singleton]; done.
  Qed.
End traps.
