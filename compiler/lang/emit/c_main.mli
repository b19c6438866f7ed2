(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [compile --main]: a C program that drives a compiled coroutine from bytes on
    standard input, as docs/run-protocol.md says. For tests and first
    experiments; nothing depends on it. *)

(** [Error] says why that coroutine cannot be driven this way. [name] is that of
    the header. [externs]: the extern functions that the program may have will be
    linked with it. *)
val print : ?externs:bool -> C_types_trusted.t -> entry:int -> name:string -> (string, string) result
