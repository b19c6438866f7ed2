(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Random well-typed .fl programs, for comparing the interpreter with emitted C.

    They terminate: loops are bounded, and only what was written before is called
    or started. Traps are possible but not the rule. *)

(** The files of the program [seed], the main one first. The last coroutine of
    that is the one to run. Now and then the front end refuses a program, because
    a constant expression in it always traps: take the next [attempt]. *)
val make : seed:int -> attempt:int -> (string * string) list
