(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Names that C compilers know without being told, so that nothing else can be called so in C. *)

(** Functions: with other types than theirs, a declaration is an error or a warning. *)
val is_builtin : string -> bool

(** Macros that say how large a type is. *)
val is_limit : string -> bool
