(** What a programmer says about memory, in comments of the clean file:

    {v
    # fairlead: region NAME %reg...     operands whose base is one of these registers are in NAME
    # fairlead: disjoint NAME NAME...   these regions do not overlap, pairwise
    # fairlead: secret WHAT...          a region, a register: what the taint checker must not see leak
    v}

    An operand based on [%rsp] is in region [stack] unless said otherwise; one that names a
    symbol is in the region of that symbol, which is taken to be disjoint from every other
    named region, but not from those of symbols that the file defines in the same section; one based on any other register is in region [anywhere], about which
    nothing is known. *)

type t

val create : Operand.names -> t

val declare : t -> place:Diagnostic.place -> string -> unit
(** The text after [fairlead:]; raises {!Diagnostic.Error}. *)

val place : t -> symbol:string -> section:string -> unit
(** The file defines the symbol, there. *)

val region : t -> Operand.address -> Bignum.t
val name : t -> Bignum.t -> string
val disjoint : t -> Bignum.t -> Bignum.t -> bool
(** Symmetric. *)

val secrets : t -> string list
val named : t -> string -> Bignum.t option

val declarations : t -> string list
(** What was declared, to be written to files made from this one. *)
