(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A range of bytes in a source file. *)

type t = { file : string; start : int; stop : int  (** exclusive *) }

(** For things the programmer did not write. *)
val none : t

(** From the start of the first to the end of the second. *)
val span : t -> t -> t

val of_lexing : Lexing.position * Lexing.position -> t
