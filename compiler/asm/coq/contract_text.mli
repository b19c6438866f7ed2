(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What [# fairlead: requires] and [ensures] say, as Coq has it. It is Coq's language, about numbers of type [N], with
    these words of ours:

    {v
    %rax, %xmm3        the register; of a vector register its lower half
    mem                memory: load mem A N is the number in N bytes at A
    old(%rax) old(mem) in ensures: before
    region(NAME)       the region of that name:  readable g region(src) %rsi 16,  writable g region(dst) %rdi 16
    symbol(NAME)       the address of a symbol
    v}

    A clause is one term and stays one: its brackets match, and it has no end of a sentence, no comment, no string. Nor
    can it bind a name that the printed text uses for one of these words. *)

val term : live:Asm_model.loc list -> region:(string -> Bignum.t option) -> symbol:(string -> Bignum.t option) ->
  before:string -> after:string -> Clause.t -> string
(** [before] and [after] are the Coq variables of the two states, the same one for [requires]. What is said of the state
    afterwards must be [live]. Raises {!Diagnostic.Error}. *)

val defined_in : string list -> (string * string) list
(** The names in such texts that are Fairlead's, with the library in which each is defined. *)

val library : Clause.t -> string
(** Of [uses]: its name. Raises {!Diagnostic.Error}. *)
