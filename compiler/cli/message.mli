(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the user is told, and the one place that prints it: for people, or as JSON, one object on each line (docs/diagnostics.md). Always on
    standard error. *)

(** [excerpt]: a line of the source, where in it the place begins, and how many columns it takes. Lines and columns count from 1, the end
    is exclusive. *)
type lines = { line : int; column : int; end_line : int; end_column : int; excerpt : string * int * int }

(** [Byte]: in a file that is not text, counted from 0. *)
type place = Lines of lines | Byte of int

(** [where]: a file, an option of the command line, or the program itself. *)
type part = { where : string; place : place option; message : string }

type t = { error : part; notes : part list; help : string }

type format = Text | Json

(** What [--format] says; [Text] unless it is set. *)
val format : format ref

(** [--format], which sets it when it is evaluated. *)
val option : unit Cmdliner.Term.t

(** With that option, which takes effect before the term is evaluated. *)
val formatted : 'a Cmdliner.Term.t -> 'a Cmdliner.Term.t

(** For people. *)
val to_text : t -> string

val print : t -> unit

(** The same of what is no error: a warning. *)
val warn : t -> unit

(** What is said of all of them together, to people only. *)
val summary : ('a, unit, string, unit) format4 -> 'a

(** A line that is no mistake of anybody's, in either format. *)
val say_plainly : ('a, unit, string, unit) format4 -> 'a

(** What somebody else has made ready for people. *)
val say_raw : string -> unit

(** Names of files and what else the user gave may hold anything; what a terminal would obey of it is written out. *)
val visible : string -> string
