(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What cannot be translated, where and why. *)

type t = { first : int; last : int; message : string; notes : (int * int * string) list; help : string }

val at : Ast.node -> ?notes:(int * int * string) list -> help:string -> ('a, unit, string, t) format4 -> 'a
val print : Preprocessed.t -> t -> unit
