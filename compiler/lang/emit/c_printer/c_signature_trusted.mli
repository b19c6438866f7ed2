(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Prototypes, without a semicolon: how values cross between caller and callee.

    Scalars and views go by value, other arguments by const pointer, [inout] and lent ones by
    pointer. docs/c-api.md tells callers. *)

(** In front of exported functions: the user's storage class or attributes. *)
val api : C_types_trusted.t -> string

(** Of a coroutine. *)
val init : C_types_trusted.t -> int -> string

(** What a step that is called from outside returns; others return [unsigned], as they may also ask what only their
    parents answer. *)
val status : C_types_trusted.t -> string

val step : C_types_trusted.t -> int -> exported:bool -> string
val plain_function : C_types_trusted.t -> int -> string
val external_function : C_types_trusted.t -> int -> string
