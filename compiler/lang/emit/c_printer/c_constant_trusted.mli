(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Constants of a program as [static const] definitions with initializers. *)

(** The definition; nothing for a constant without information. *)
val definition : C_types_trusted.t -> int -> string
