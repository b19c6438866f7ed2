(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Blocks of statements. Statements contain blocks, and are elaborated in several modules, so what elaborates one is
    set by {!Statement}. *)

val elaborator : (Context.t -> Surface.stmt -> unit) ref
val statement : Context.t -> Surface.stmt -> unit

(** In a scope of its own. *)
val block : Context.t -> Surface.block -> unit

(** Its commands, instead of emitting them. *)
val captured : Context.t -> Surface.block -> Control.t
