(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What was said of a marked function, as the verified comparison takes it (theories/layers/Threads/Text): the
    statements that the check of frames was told of, with the tokens of their slices. Of the text that was printed
    nothing is known here. *)

type t = {
  marked : Text_model.marked;
  home : int -> int option;  (** of a variable: the member that the accepted layout gives it *)
  place : int -> string list;  (** of a variable *)
  source : C_tokens.t array;  (** the function's tokens, the header's first *)
  stands : int list;  (** tokens of these for which there is other text *)
  index : Ir.var -> int;
  number : Ir.call -> int;
  in_frame : Ir.var -> bool;
}

(** Tokens in a range of bytes. *)
val within : C_tokens.t array -> int * int -> int list

(** [apart]: calls of that function are not by functions that they share. [fields]: names of members, by variable. *)
val of_function :
  Program.t ->
  blanks:(int * int) list ->
  apart:(string -> bool) ->
  fields:(Ir.var list -> (int, string) Hashtbl.t) ->
  Checked.t ->
  t
