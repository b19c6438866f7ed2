(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where functions access the stack, from where each is entered: through registers, pushes and pops, frames of any
    depth and alignment, slots, and what functions of the file do to their callers. Nothing here is trusted. *)

val kept : Flat_code.line array -> int list -> int -> Asm_model.reg list
(** Which registers besides [%rsp] the call at a position leaves as they were: of a function of the file, what it can be
    seen to; of others, as is said. *)

(** A place on the stack: so far from where [%rsp] was at the entry, or from where an alignment left it. *)
type origin = Entry | Aligned of place * int
and place = { origin : origin; offset : int }

val difference : place -> place -> int * int
(** Between which numbers the distance from the second to the first is. *)

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
