(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Where control goes, with everything else opaque.

    Control is a function that says, of each position, which move comes next:
    a step that nothing outside sees, or one of five that are events. The same
    events in the same order are then a trace. Commands are one instance
    ([Control.Source]), lines of C the other ([Control.Text]). *)
From Fairlead.Base Require Import Prelude.

Section moves.
  (** What is done, what is tested, and what suspends. *)
  Context {A T X : Type}.

  Inductive move {P : Type} :=
  | Silent (p : P)
  | Turns (p : P)                          (* a loop begins its next turn; a place that jumps name *)
  | Does (a : A) (p : P)
  | Tests (t : T) (yes no : P)
  | Waits (x : X) (p : P)                  (* [p]: where it goes on when it is entered again *)
  | Returns
  | Lost.                                  (* nothing says where it goes *)
  Global Arguments move : clear implicits.

  Inductive event := Turned | Did (a : A) | Found (t : T) (yes : bool) | Waited (x : X).
  Inductive ending := Going | Returned | Astray.

  (** [ran p tr x]: from [p], with the answers in it, control makes the trace [tr], and then it
      may go on, has returned, or is lost. *)
  Inductive ran {P} (next : P → move P) : P → list event → ending → Prop :=
  | ran_now p : ran next p [] Going
  | ran_returns p : next p = Returns → ran next p [] Returned
  | ran_lost p : next p = Lost → ran next p [] Astray
  | ran_silent p p' tr x : next p = Silent p' → ran next p' tr x → ran next p tr x
  | ran_turns p p' tr x : next p = Turns p' → ran next p' tr x → ran next p (Turned :: tr) x
  | ran_does p a p' tr x : next p = Does a p' → ran next p' tr x → ran next p (Did a :: tr) x
  | ran_tests p t yes no b tr x :
      next p = Tests t yes no → ran next (if b : bool then yes else no) tr x → ran next p (Found t b :: tr) x
  | ran_waits p y p' tr x : next p = Waits y p' → ran next p' tr x → ran next p (Waited y :: tr) x.
End moves.
Arguments move : clear implicits.
Arguments event : clear implicits.
