(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Arguments, and calls of functions.

    The semantics copies [inout] arguments in and out; here they are pointers. That this is the
    same for the programs that the checks of aliasing accept is proved of references in general
    (theories/layers/Lang: [lang_in_place]); that it is these pointers is not. *)

open Fairlead_lang_coq.Syntax

type passed = {
  before : string list;  (** statements in front of the call *)
  text : string list;  (** the C arguments; none for what holds no information *)
  after : string list;  (** statements that bring results home *)
}

(** Bytes as a C value: pointer and length. *)
val view : C_body_trusted.t -> expr -> string

(** One argument. *)
val pass : C_body_trusted.t -> mode * ty -> arg -> passed

val pass_all : C_body_trusted.t -> (mode * ty) list -> arg list -> passed

(** After a call: checks of the places that [inout] arguments go back to. *)
val guards_back : C_body_trusted.t -> arg list -> string list

(** Of an external function, with its result into a place. *)
val extern_call : C_body_trusted.t -> int -> arg list -> place option -> string list

val function_call : C_body_trusted.t -> call -> string list
