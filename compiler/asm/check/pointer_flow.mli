(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where pointers lead: into which regions, and how far from where [%rsp] was at the entry. They are followed through
    registers, flags and the stack. This finds nothing where a pointer comes from other memory, where arithmetic leaves a
    region, or where a program makes a pointer by branching. *)

(** Between which distances it is from where [%rsp] was at the entry; a bit for each region that what it was computed
    from leads to. It is plain if it is one pointer and a distance. *)
type value = { at : (int * int) option; into : Bignum.t; plain : bool }

type state

val leads : value -> bool
val get : state -> Asm_model.reg -> value
val address : state -> Asm_model.mem -> value
val on_stack : stack:Bignum.t -> state -> Asm_model.mem -> bool

val returns : state -> (int * int) list option
(** Between which distances the callers return to somewhere, if that is known. *)

val states :
  ?kept:(int -> Asm_model.reg list) -> regions:Regions.t -> stack:Bignum.t -> entered:(string * int) list ->
  Flat_code.line array -> (int, state) Hashtbl.t
(** In front of each position, from functions and positions where they are entered with [%rsp] in one region. [kept]: by
    what is called. What functions of the file are given when they are called, and what they leave, is followed into
    them and back. *)

val by_stack : regions:Regions.t -> (string * int) list -> (Bignum.t * (string * int) list) list
(** Entries by the region that [%rsp] leads to there. *)

val iter_lines :
  (int -> Flat_code.line -> state -> unit) -> Flat_code.line array -> (int, state) Hashtbl.t -> unit
(** In the order of the code. *)

val check_regions :
  regions:Regions.t -> entered:(string * int) list -> Flat_code.line array -> unit
(** Refused are accesses in one region through a register that leads to another, disjoint one.
    Raises {!Diagnostic.Error}. *)

val check_data : names:Operand.names -> elf:Elf_trusted.t option -> Source.t -> unit
(** Accesses relative to a symbol lie in the section in which the file defines it, or in the memory of its [.comm]. Code
    that was read from an object file comes with that file's tables. Raises {!Diagnostic.Error}. *)
