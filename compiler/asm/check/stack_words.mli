(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Words of a function's own frame, such as registers are spilled to, as regions by themselves: then what is stored in
    one may be public though the stack holds secrets. The stack that is at known places is cut into words and
    what lies between them; each access to it is said to be in its part. What a function accesses through an address
    that it was given is apart from all words: none is given. All else that is at places which are not known, is in
    region [stack], which is disjoint from no part. *)

type t = {
  lines : Flat_code.line array;  (** the same, except for the regions of what they access *)
  words : Bignum.t list;
  parts : Bignum.t list;  (** words, what lies between, and what functions are given of the stack *)
  disjoint : Bignum.t -> Bignum.t -> bool;
  stays : int -> Bignum.t -> bool;
      (** a word is none of the function at that position, nor of what it calls, so that it is where it was there *)
}

val make :
  regions:Regions.t -> called:(int -> int list) -> entered:(string * int) list -> roots:int list ->
  Flat_code.line array -> t option
(** [entered]: functions, and positions where they are entered; [roots]: those where others enter; [called]: the
    positions that one at a position reaches, with what it calls. [None]: too little is known of where the stack is
    accessed, or of what calls do to it. *)
