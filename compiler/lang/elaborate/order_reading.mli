(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The order that a coroutine declares, resolved; and marks. *)

(** Mistakes in it raise {!Diagnostic.Error}, or have been reported. *)
val order : Env.t -> (Loc.t -> Program_info.position) -> Env.proc -> Surface.order -> Program_info.order

(** The marks of all procedures, as far as their places have been numbered: the number of each, and what it is
    called. *)
val marks : Env.t -> (string * int, int) Hashtbl.t -> (int * string) list
