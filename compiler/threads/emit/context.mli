(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What is known where a function is printed, and the parts of text of which all else is made. *)

open Ir

type t = {
  w : Writer.t;
  name : string;  (** of the function *)
  poison : bool;
  fields : (int, string) Hashtbl.t;  (** of what is saved, by key *)
  numbers : (int, Checked.suspension) Hashtbl.t;  (** by where the call ends *)
  saved : var list;
  slot : var -> int option;
  result : string;  (** type *)
  leaf : string -> bool;  (** primitives that need no frame *)
  apart : string -> bool;  (** what a call of it needs is where the call is *)
  size : string;  (** of the frame *)
  fixed_parameters : string -> int option;  (** of a function with `...` *)
  parts : (int, Outline.t) Hashtbl.t;
  compact : bool;  (** it has many calls: each is to be little text, which compilers take their time for *)
  mutable in_switch : bool;  (** in a switch of the source: resuming has to go through a label *)
}

(** For functions that do not suspend, and in erased mode. *)
val nowhere : Writer.t -> Program.t -> t

val printf : ('a, unit, string) format -> 'a

(** The member of the frame in which it is, if it is in the frame. *)
val field : t -> var -> string option

(** Its name in the text. *)
val place : t -> var -> string

val frags : t -> frag list -> unit
val exp : t -> exp -> unit
val word : t -> string -> unit

(** A type, where a declaration begins. *)
val typeof : string -> string

val alignment : var -> string

(** Whether an assignment cannot write it, or may not: constants, arrays, structures with constant members. *)
val by_copy : var -> bool
