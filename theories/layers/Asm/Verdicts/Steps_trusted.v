(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Flat code that calls, step by step. A halt may be a call: of a position of this code, or of something else.

    What is called in the code finds the stack pointer lowered and an address to return to, and comes back if it
    halts with the same stack pointer and that address still there. What is not is anything, as in Calls_trusted.v.
    *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Flat_trusted Run_trusted.
From Fairlead.Asm.Verdicts Require Import Calls_trusted.
Local Open Scope N_scope.

Definition code : Set := list (flat * option callee).

(** A call that has not come back: where it is, for which regions its function runs, and in which state it called. *)
Record frame := Frame { f_from : nat; f_env : env; f_state : state }.

Record place (world : Type) := Place {
  p_world : world;
  p_env : env;
  p_frames : list frame;
  p_at : nat;
  p_state : state;
}.
Arguments Place {world} _ _ _ _ _. Arguments p_world {world} _. Arguments p_env {world} _.
Arguments p_frames {world} _. Arguments p_at {world} _. Arguments p_state {world} _.

Section steps.
  (** What is called elsewhere errs, as instructions do, where it would access memory outside of its regions. *)
  Context {world : Type} (outside : positive -> env -> world -> state -> option (world * state * list event)).
  (** Where a call in the code returns to; and for which regions what is there is entered, [n] steps before the end. *)
  Context (return_to : nat -> N) (entered : nat -> env -> nat -> env) (p : code).

  (** An observer sees the two accesses to the address that a call returns to. *)
  Definition call_step (n : nat) (c : place world) : option (place world * list shown) :=
    let '(Place w g fs pc s) := c in
    match nth_error p pc with
    | Some (FHalt, Some (Inside k)) =>
        Some (Place w (entered n g k) (Frame pc g s :: fs) k (enter (return_to pc) s), [Own (EStore (below s) 8)])
    | Some (FHalt, Some (Outside f)) =>
        match outside f g w (forget s) with
        | Some (w, r, t) => Some (Place w g fs (S pc) (forget r), [Own (EStore (below s) 8); Called f t])
        | None => None
        end
    | Some (FHalt, None) =>
        match fs with
        | Frame from g s0 :: fs =>
            match leave (return_to from) s0 s with
            | Some r => Some (Place w g fs (S from) r, [Own (ELoad (locs s (G RSP)) 8); Left])
            | None => None
            end
        | [] => None
        end
    | Some _ =>
        match flat_step g (map fst p) pc s with
        | Some (pc, s, t) => Some (Place w g fs pc s, map Own t)
        | None => None
        end
    | None => None
    end.

  Fixpoint call_steps (n : nat) (c : place world) : option (place world * list shown) :=
    match n with
    | O => Some (c, [])
    | S n =>
        match call_step n c with
        | Some (c, t) => match call_steps n c with Some (c, u) => Some (c, t ++ u) | None => None end
        | None => None
        end
    end.
End steps.
