(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Statements that drive coroutines. [block indent env count] prints what is done between their steps
    ({!Statements.block}). Each returns what is in scope after it. *)

type block := int -> Model.env -> int -> unit

(** A new child, somewhere in containers of containers. *)
val contain : block:block -> int -> Model.env -> Model.env

(** One that is in scope already, if there is one. *)
val resume_some : block:block -> int -> Model.env -> Model.env

(** Children that stay suspended while others go on, each beside its last event. *)
val table : block:block -> int -> Model.env -> Model.env
