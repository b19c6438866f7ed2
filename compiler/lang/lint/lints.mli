(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What is no mistake, and likely not meant: variables that are never read, imports that are not used,
    effects that are never asked,
    statements that control never gets to, names that hide others (docs/diagnostics.md). Of the text alone: nothing
    that is compiled depends on it. *)

(** [warnings units main]: those of one file, in its order. *)
val warnings : Env.unit_ array -> int -> Diagnostic.t list
