(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Procedures as C functions: locals, entry, body, ending.

    A coroutine becomes [NAME_init], which stores its arguments, and [NAME_step], which goes on
    where [at] says; a function a function. *)

(** What the procedures of a program have in common. *)
type shared = {
  types : C_types_trusted.t;
  constants : (int, unit) Hashtbl.t;  (** mentioned by a body so far *)
  waits : (int, unit) Hashtbl.t;  (** coroutines whose state a body asks for *)
  stack : (int, int) Hashtbl.t;  (** bytes of the C locals of each procedure printed so far *)
  shared_events : (int, unit) Hashtbl.t;  (** coroutines resumed in so many places that a function makes their events *)
  told : (int, (int * Fairlead_lang_coq.Extracted.point) list) Hashtbl.t;
      (** of coroutines printed so far: where they wait, by the number in [at] *)
}

val init : shared -> int -> string
val step : shared -> int -> exported:bool -> string
val plain_function : shared -> int -> exported:bool -> string

(** Where it waits: a number in [at], and what it waits for there. *)
val told : shared -> int -> (int * Fairlead_lang_coq.Extracted.point) list

(** Tells what a coroutine waits for. *)
val waits_function : shared -> int -> string

(** A line that stands for a #line with its own number in the generated file: what follows
    comes from no line of the source. *)
val own_line : string
