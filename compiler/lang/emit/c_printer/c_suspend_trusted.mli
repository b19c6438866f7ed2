(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where steps end and begin: suspensions, calls of coroutines, and resumptions of children.

    A suspension writes the request, sets [at], returns; the next step's entry switch jumps
    to the label behind it. A called coroutine's frame is a member of the caller's: its step
    is repeated, with the driver's answer, until it is done. A child that is a value is stepped
    once per [resume], and what it asks with becomes an event. *)

open Fairlead_lang_coq.Syntax

(** The statement that sets [at]. *)
val assign_at : int -> string

(** Each prints at the given indentation; [stored]: it sets [at]. *)
val ask : C_body_trusted.t -> int -> suspension -> stored:int option -> unit

val answer : C_body_trusted.t -> int -> suspension -> unit
val enter : C_body_trusted.t -> int -> label -> call -> unit
val step_callee : C_body_trusted.t -> int -> label -> call -> stored:int option -> unit
val resume : C_body_trusted.t -> int -> resumption -> unit

(** The C function that turns what a step of this coroutine returned into an event: for coroutines that
    are resumed in many places ([shared_events]), where each would print all cases. *)
val event_function : C_types_trusted.t -> int -> string

(** Where a coroutine leaves its result in a request. *)
val result : C_types_trusted.t -> int -> asked:C_expr_trusted.lvalue -> const:bool -> C_expr_trusted.lvalue
