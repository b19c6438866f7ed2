(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Who may call whom. *)

(** Suspending calls of functions that are not marked, each with the chain of calls down to what suspends. *)
val check : Program.t -> Diagnosis.t list

type proposal = { mark : (string * Ast.node list) list;  (** functions, with their declarations in the file *) left
  : Diagnosis.t list  (** calls that no mark can make good *) }

(** The marks that are missing: of who calls, and of who calls them, and so on up to `main`. *)
val infer : Program.t -> proposal

(** Calls of marked functions, spawns left out: caller, callee, where. [None]: through a pointer. *)
val calls : Program.definition -> (string option * Ast.node) list

val spawns : Program.definition -> (string option * Ast.node) list
