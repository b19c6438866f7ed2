(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a programmer says about memory, in comments of the clean file:

    {v
    # fairlead: region NAME %reg...     operands whose base is one of these registers are in NAME
    # fairlead: disjoint NAME NAME...   these regions do not overlap, pairwise
    # fairlead: requires TEXT           a contract: see Clause
    # fairlead: secret WHAT...          a region, a register: what the taint checker must not see leak; none: there is nothing
    # fairlead: extern FUNCTION ...     what the taint checker is to know of a function in another file
    v}

    They belong to a function (see {!Functions}): those before its label, behind the last instruction of the function before it, and
    those inside of it. Nothing that is said of one holds in another; but if all stand before the first function, they
    are said of each.

    An operand based on [%rsp] is in region [stack] unless said otherwise; one that names a
    symbol is in the region of that symbol, which is taken to be disjoint from every other
    named region, but not from those of symbols that the file defines in the same section, and not if it is weak; one
    based on any other register is in region [anywhere], about which nothing is known. *)

type t

val create : Operand.names -> t

val anywhere : Bignum.t
val stack : Bignum.t

type event = Says of Diagnostic.place * string  (** the text after [fairlead:] *) | Event of Functions.event

val settle : t -> event list -> unit
(** All that the annotated file says, in its order. Until then {!region} only gives numbers to symbols. Raises {!Diagnostic.Error}. *)

val begin_file : t -> unit
val enter : t -> string -> unit
(** A file is read, from its begin; a label is met in it. {!region} then speaks of the function that the annotated file has
    under that name. *)

val place : t -> symbol:string -> section:string -> unit
(** The file defines the symbol, there. *)

val weaken : t -> string -> unit
(** The symbol is weak: where it is, is not known. *)

val region : t -> Operand.address -> Bignum.t
val name : t -> Bignum.t -> string
val disjoint : t -> Bignum.t -> Bignum.t -> bool
(** Symmetric. *)

type secrets = {
  said : bool;  (** of this function there is a [secret], if only [secret none] *)
  regions : (Diagnostic.place * string * Bignum.t) list;  (** as they were called *)
  registers : (Diagnostic.place * string) list;  (** what is no region *)
  words : string list;  (** as they were said *)
}

val secrets : t -> string -> secrets
(** Of the function of that name. *)

val contract : t -> string -> Clause.t list
(** Of the function of that name, in order. It says nothing of memory: {!apart} and {!declarations} do not see it. *)

(** What is said of something that is called in another file ([extern]); of what is said nothing is [None]. *)
type extern = {
  needs : (Diagnostic.place * string) list option;  (** registers and regions on which its time depends *)
  stores : (Diagnostic.place * string) list option;
  keeps : (Diagnostic.place * string) list option;
  returns : (Diagnostic.place * string) list option;  (** registers that are public then *)
}

val extern : t -> string -> string -> extern option
(** [extern t f g], where function [f] calls [g]. *)

val in_function : t -> string -> string -> Bignum.t option
(** Which region that function calls so. *)

val apart : t -> string -> string -> bool
(** Of these two functions different things are said. *)

val says : t -> string -> bool
(** Of that function something is said that is not said of the whole file. *)

val said_alike : t -> string -> string -> bool
(** Of these two functions the same things are said, or nothing of either. *)

val made_by_linker : string -> bool
(** The linker gives that name to memory which has other names, or none. *)

val registers : t -> string -> (Asm_model.reg * Bignum.t) list
(** Of the function of that name: which region each register is said to lead to. *)

val named : t -> string -> bool
(** A region of some function has that name. *)

val of_symbol : t -> string -> Bignum.t option
(** The region of a symbol that some operand names. *)

val part : t -> Bignum.t
(** A region of which nothing is said, a part of the stack. *)

val keeps_return : t -> Bignum.t -> bool
(** It is said that nothing stored in that region changes the address which a function returns to
    ([disjoint stack return]). *)

val declarations : t -> (string option * string list) list
(** What was declared, to be written to files made from this one: of the file, then by function. *)
