(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The program of a seed as everything here uses it: accepted by the front end. *)

type t = {
  files : (string * string) list;  (** name and text, the main one first *)
  info : Fairlead_lang.Program_info.t;
  refused : int;  (** earlier attempts, refused for a constant that always traps *)
}

(** [Error] has what the front end said of a program that it should accept. *)
val of_seed : int -> (t, string) result

(** What a driver supplies to the program of a seed: the same [count] strings each time. *)
val inputs : int -> count:int -> string list
