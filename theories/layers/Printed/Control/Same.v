(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The lines that are printed have the command's control. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd.
From Fairlead.Lang.Model Require Import Syntax.
From Fairlead.Lang.Guards Require Import Tests.
From Fairlead.Printed.Control Require Import Moves Equality Source Text Agree.

(** [patience] and [pairs] are whoever's: with bad ones the answer is no. *)
Definition same_control (patience : nat) (suspending : procedure → bool) (lowered : expr → ctest) (body : fl_cmd)
    (lines : list line) (pairs : list (pair (P1 := source_position) (P2 := text_position))) : bool :=
  match structured lines with
  | Some s => agree (source_move suspending lowered body) (text_move s) patience pairs (Focus body []) (Pos s [] None)
  | None => false
  end.

(** What is accepted is a body of C, from whose beginning control makes the
    traces that it makes from the command's, and is never lost. *)
Theorem same_control_ran patience suspending lowered body lines pairs :
  same_control patience suspending lowered body lines pairs = true →
  ∃ s, structured lines = Some s ∧
    (∀ tr x, ran (source_move suspending lowered body) (Focus body []) tr x ↔
             ran (text_move s) (Pos s [] None) tr x) ∧
    ∀ tr, ¬ ran (text_move s) (Pos s [] None) tr Astray.
Proof.
  unfold same_control. destruct (structured lines) as [s|]; [|done]. intros H. exists s. split; [done|].
  split; [by eapply agree_ran|by eapply agree_found].
Qed.
