(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The body of a procedure while it is printed: what is known of it, and its text so far.

    Each line of C that does something is preceded by a [#line] of the source it comes from, so
    that debuggers and trap hooks show the source. *)

open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax

type t = {
  env : C_expr_trusted.env;
  pr : proc; declared : (mode * ty) Fairlead_lang_coq.Extracted.table;
  exported : bool;  (** called from outside *)
  out : Buffer.t;
  mutable lines : line list;  (** what was printed there ({!C_lines_trusted}), the last first *)
  mutable line : string;  (** the pending #line, if any *)
  mutable here : string;  (** the last #line *)
  mutable drifted : bool;  (** there were lines of C since then *)
  mutable fresh : int;
  mutable traps : bool;  (** the trap label is mentioned *)
  shared_events : (int, unit) Hashtbl.t;  (** coroutines whose events a function makes *)
  mutable in_stepped_loop : bool;  (** printing the body of a loop that a step leaves and re-enters *)
  mutable crowded : bool;  (** so many entries that compilers are told to forget what they loaded *)
  stack : int ref;  (** bytes of the C locals so far *)
}

(** Of the procedure with this number. [reach] says how each variable is written in C. *)
val create :
  C_types_trusted.t ->
  int ->
  exported:bool ->
  constants:(int, unit) Hashtbl.t ->
  waits:(int, unit) Hashtbl.t ->
  shared_events:(int, unit) Hashtbl.t ->
  reach:C_expr_trusted.lvalue array ->
  in_frame:bool array ->
  t

val types : t -> C_types_trusted.t
val names : t -> C_names_trusted.t
val info : t -> Program_info.t

(** A name that the body has nowhere else. *)
val fresh : t -> string

(** {2 Storage on the stack} *)

(** One more local takes so many bytes. *)
val takes : t -> int -> unit

(** The declaration of a temporary, which {!takes} its bytes. *)
val temporary : t -> ty -> string -> string

(** {2 Text} *)

(** One line, indented so many times. *)
val put : t -> int -> string -> unit

(** On one line of C, as far as it goes: each line that does something needs a #line of its own. *)
val statement : t -> int -> string list -> unit

(** The #line of the source's line with this number. *)
val line_text : t -> int -> string

(** What is printed next is from there. *)
val set_line : t -> int -> unit

(** {2 Traps} *)

val trap : t -> string

(** The statement that traps where a test is true. *)
val trap_if : t -> string -> string

(** Whether the procedure is marked: nothing in it is guarded. *)
val trapless : t -> bool

(** Traps when a guard fails. *)
val guard : t -> cguard -> string list

(** Whether a statement of a {!guard} always traps. *)
val always : string -> bool

(** {2 Guards and tests, without the checks that facts decide} *)

val basic_guard : t -> Fairlead_lang_coq.Syntax.basic -> Fairlead_lang_coq.Extracted.cguard
val call_guard : t -> Fairlead_lang_coq.Syntax.call -> Fairlead_lang_coq.Extracted.cguard
val test : t -> Fairlead_lang_coq.Syntax.expr -> Fairlead_lang_coq.Extracted.ctest
