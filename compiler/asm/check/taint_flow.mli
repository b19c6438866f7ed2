(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What is public where, by iteration from "never reached". A function that is called in the file is analysed in
    contexts: anew for each set of what is public where it is called. Untrusted: the extracted [taint_check]
    verifies what was found. *)

open Asm_model

(** What the analysis is of: see [taint_check]. *)
type setting = {
  code : Flat_code.line array;
  rel : Bignum.t -> Bignum.t -> bool;
  words : Bignum.t list;
  public : Bignum.t list;
  stays : int -> Bignum.t -> bool;
  contract : int -> contract;  (** of what is called at a position, if it is in another file *)
}

type context = {
  entries : int list;
  known : Bignum.t;
  claims : Bignum.t option array;
  mutable returns : Bignum.t option;
  mutable callers : (context * int) list;
  callees : (int, context) Hashtbl.t;  (** by the position of the call *)
}

val set : loc list -> Bignum.t
val everything : Bignum.t

val solve : setting -> entries:int list -> known:Bignum.t -> context list
(** That of the entries, then those of the functions that are called from there. *)

val reached : context -> int list
(** In the order of the code. *)

val holds : setting -> context -> int -> bool
(** What is claimed there may be, if what is claimed of functions is so. *)

val window : context -> before:int -> int * window
(** Where it begins, and the window behind one that begins at [before], without its public regions. *)
