(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Text of the source in which something else stands now, and that still says which line is which. *)

(** From where to where, and what is there instead. *)
type edit = int * int * string

(** A line marker for what follows at that place: begins and ends a line. *)
val resynchronized : Preprocessed.t -> int -> string

(** {!resynchronized}, and blanks up to the column. *)
val resumed : Preprocessed.t -> int -> string

(** With a line marker behind it where line ends get lost. *)
val replacing : Preprocessed.t -> int -> int -> string -> edit

(** [render p edits first last]: that range, with those of the edits that lie in it done. The latest edit is the first
    of the list; of two that begin at one place, the earlier is done first, and of two that overlap, the later one
    not. *)
val render : Preprocessed.t -> edit list -> int -> int -> string
