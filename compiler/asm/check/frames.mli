(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where functions access the stack, from where each is entered: through registers, pushes and pops, frames of any
    depth and alignment, slots, and what functions of the file do to their callers. For [taint]; that functions come
    back, and that nothing is read that others left there, {!Stack_apart_trusted} decides. *)

val kept : Flat_code.line array -> int list -> int -> Asm_model.reg list
(** Which registers besides [%rsp] the call at a position leaves as they were: of a function of the file, what it can be
    seen to; of others, as is said. *)

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
  low : int list;  (** calls in the file that are given an address below [%rsp]: in the callee's own frame *)
}

val frames : Flat_code.line array -> int list -> frames
(** [entered]: the positions where it is. Of code that {!Stack_apart_trusted.unfollowed} says nothing of. *)

(** {1 For [Stack_reasons]} *)

type value =
  | Other
  | Initial of int * int  (** what this register held at the entry, and a distance *)
  | From of int  (** computed from what these registers held there, a set: an address of a caller's stack, perhaps *)
  | Somewhere  (** on the stack, perhaps *)
  | At of place

module Given : Set.S with type elt = int * int
(** Bytes of what a function was given the address of: by register and distance. *)

type state
type effect = {
  kept : Asm_model.reg list;
  needs : Given.t;
  touches : Given.t;
  hands : int;
  aims : int;
  results : results;
}
and results

type analysis = { states : (int, state) Hashtbl.t; effect : int -> effect; settled : bool }

val entry : place
val leads : value -> bool
val moved : value -> int -> value
val add_byte : value -> Given.t -> Given.t
val astray : value -> int -> bool
val exactly : state -> Asm_model.reg -> value
val get : state -> Asm_model.reg -> value
val exact_address : state -> Asm_model.mem -> value
val address : state -> Asm_model.mem -> value
val hides : state -> bool
val spreads : state -> bool
val is_scattered : state -> bool
val start : state
val after : state -> Asm_model.instr -> state
val meet : state -> state -> state
val same : state -> state -> bool
val behind_call : effect -> state -> state
val effect_of : effect:(int -> effect) -> Flat_code.line array -> int -> Flat_code.callee -> effect
val general : Asm_model.reg list
val given : (int * Asm_model.reg) list
val within : int -> (int * Asm_model.reg) list
val called : Flat_code.line array -> int list
val returns_of : Flat_code.line array -> int -> int list
val analyse : Flat_code.line array -> int list -> analysis
