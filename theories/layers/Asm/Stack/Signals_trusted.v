(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Code as it runs beside signal handlers. Before each step a handler may change all memory from the end of the
    stack, [low], up to 128 bytes below %rsp. Else a step is one of Steps_trusted.v. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted.
From Fairlead.Asm.Verdicts Require Import Calls_trusted Steps_trusted.
Local Open Scope N_scope.

(** Below what the System V ABI calls the red zone. *)
Definition below_red_zone (low : N) (s : state) (a : N) : bool := (low <=? a) && (a + 128 <? locs s (G RSP)).

(** [handler]: what it leaves at an address, if memory is so. *)
Definition interrupted (low : N) (handler : (N -> N) -> N -> N) (s : state) : state :=
  State (locs s) (fun a => if below_red_zone low s a then handler (memory s) a else memory s a).

Section signals.
  Context {world : Type} (outside : positive -> env -> world -> state -> option (world * state * list event)).
  Context (entered : nat -> env -> nat -> env) (p : code) (low : N).

  Definition interrupted_place (handler : (N -> N) -> N -> N) (c : place world) : place world :=
    Place (p_world c) (p_env c) (p_frames c) (p_at c) (interrupted low handler (p_state c)).

  (** [handlers n] comes [n] steps before the end. *)
  Fixpoint signal_steps (return_to : nat -> N) (handlers : nat -> (N -> N) -> N -> N) (n : nat) (c : place world)
    : option (place world * list shown) :=
    match n with
    | O => Some (c, [])
    | S n =>
        match call_step outside return_to entered p n (interrupted_place (handlers n) c) with
        | Some (c, t) =>
            match signal_steps return_to handlers n c with Some (c, u) => Some (c, t ++ u) | None => None end
        | None => None
        end
    end.
End signals.
