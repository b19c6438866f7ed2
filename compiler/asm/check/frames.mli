(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Memory below [%rsp] - 128 belongs to signal handlers: the model, in which nobody else runs, does not speak of what
    is there. So no access may lie there, and nothing may be read again that lay there in between. Places on the stack
    are followed through registers, pushes and pops, frames of any depth and alignment, and slots. *)

val kept : Flat_code.line array -> int list -> int -> Asm_model.reg list
(** Which registers besides [%rsp] the call at a position leaves as they were: of a function of the file, what it can be
    seen to; of others, as is said. *)

val check : exact:bool -> clean:Flat_code.line array * int list -> fast:Flat_code.line array * int list -> string option
(** Each with the positions where it is entered. Refused is what is known to lie too low, in either file. Of an access
    of which it is not known where on the stack it is (by an index, through a pointer that was computed) the clean code
    is taken to be right; the fast code must make it where [%rsp] is no higher than the clean code does: why that is not
    so, or not known, if so. Where there are calls: why the clean code may read what a call left below [%rsp], or may
    not come back from one in the file; [exact]: the two files do not differ at all. Raises {!Diagnostic.Error}. *)

(** A place on the stack: so far from where [%rsp] was at the entry, or from where an alignment left it. *)
type origin = Entry | Aligned of place * int
and place = { origin : origin; offset : int }

val bounds : place -> int * int
(** The least and the most that it can be away from the entry's [%rsp]. *)

val difference : place -> place -> int * int
(** Between which numbers the distance from the second to the first is. *)

(** Where an access is: there; perhaps on the stack; at a distance from what this register held at the entry;
    elsewhere. *)
type found = Known of place | Vague | Given of Asm_model.reg | Off

(** A byte that a function of the file, called at that position, accesses at a distance from what it is given in that
    register: where that is, for the caller; and whether it is perhaps written. *)
type passed = { call : int; by : Asm_model.reg; place : found; written : bool }

type frames = {
  access : int -> found option;  (** of a position *)
  passed : passed list;
  tops : (int * place option) list;  (** where [%rsp] is at each call *)
  spread : bool;  (** an address of the stack may be stored where it is not followed *)
  unfollowed : exact:bool -> string option;  (** as {!check} says of calls *)
}

val frames : Flat_code.line array -> int list -> frames
(** [entered] as for {!check}. *)
