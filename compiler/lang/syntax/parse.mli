(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The declarations of a file; [whole]: it has no others. *)
type t = { decls : Surface.decl list; whole : bool }

(** Syntax errors are added to the mistakes found, at most one for each declaration, which is left out then. Raises
    {!Errors.Enough} for too many mistakes. *)
val file : Errors.t -> Source.t -> t
