(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The translated file: bytes of the source, text between them, and line markers that tell compilers and debuggers
  which lines they come from. *)

type t

(** [blanks]: bytes of the source that are not copied; blanks stand for them. *)
val create : ?blanks:(int * int) list -> Preprocessed.t -> t

(** Bytes of the source, without the mark. *)
val copy : t -> int -> int -> unit

(** Text of ours, which has no line breaks but for one at each end; it belongs to the line where it stands.
    Words that come next to each other are kept apart. *)
val word : t -> string -> unit

(** A new line of ours, for the source's line with that byte. *)
val line : t -> at:int -> string -> unit

(** Lines before the first of the source. *)
val preamble : t -> string -> unit

val contents : t -> string
