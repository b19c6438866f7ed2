(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What is known of the stack in front of each instruction, for each chain of calls in the file in which it is reached:
    the claims that the proved checker ([check_stack]) is asked about. Nothing here is trusted. *)

type t = {
  activations : Asm_model.activation list;
  depth : Bignum.t;  (** the stack that they need, below where %rsp is at the entry *)
  taken : int -> bool;  (** of a position: whether it is only taken for granted that what it loads was written *)
  begins : int -> Asm_model.effect_on option;
      (** of a position: whether what it calls is followed from where it is entered, and what that does to its caller *)
}

val propose : own:bool -> spread:bool -> Flat_code.line array -> int list -> (t, Diagnostic.place * string) result
(** From these entries; [own]: what functions of the file leave below %rsp is not kept; [spread]: where memory
    elsewhere may lead to the stack. If there is a place to which the stack cannot be followed, that and why. *)
