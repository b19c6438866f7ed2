(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The translated file: bytes of the source, text between them, and line markers that tell compilers and debuggers
  which lines they come from. *)

type t

(** [blanks]: bytes of the source that are not copied; blanks stand for them. *)
val create : ?blanks:(int * int) list -> Preprocessed.t -> t

(** Bytes of the source, without the mark. [again]: they are copied once more than they have to be. *)
val copy : ?again:bool -> t -> int -> int -> unit

(** Text of ours, which has no line breaks but for one at each end; it belongs to the line where it stands.
    Words that come next to each other are kept apart. *)
val word : t -> string -> unit

(** A new line of ours, for the source's line with that byte. *)
val line : t -> at:int -> string -> unit

(** Lines before the first of the source. *)
val preamble : t -> string -> unit

(** Bytes of the source for which there is other text now. *)
val account : t -> int -> int -> unit

(** The same of one of these words, if it is there. *)
val account_word : t -> int -> string list -> unit

(** Of each byte of the source, how often it was copied or accounted for. *)
val times : t -> int array

val contents : t -> string
