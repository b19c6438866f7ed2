(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the theorem about secrets takes for granted, as far as it can be seen in the code: that returns go back to the
    caller, that nothing computed from a pointer into a secret region is the address of an access to a public one. This
    only refuses; pointers are followed as {!Pointer_flow} does. *)

(** What all positions are looked at for. *)
type question = {
  regions : Regions.t;
  public : Bignum.t -> bool;
  told : Bignum.t list;  (** the public ones whose contents count as public in this code *)
  is_code : Bignum.t -> bool;  (** the region of a label of the code *)
  stores_secret : int -> bool;  (** what is stored at that position may be secret *)
  clear : int -> bool;  (** what is stored at that position is known to be apart from where functions return to *)
}

val check : question -> entered:(string * int) list -> Flat_code.line array -> unit
(** [entered]: functions, and positions where they are entered. Refused are returns where [%rsp] is not what it was at
    the entry, or where their address was stored to; secrets stored where that address may be ([Regions.keeps_return]);
    accesses to a public region through a register that leads to another one, or to code; and stores to a region that
    may hold secrets through a register that leads to one of [told]. What functions of the file are given when they are
    called, and what they leave, is followed into them and back. Raises {!Diagnostic.Error}. *)

(** From what it was computed: from an address of the stack, perhaps; from those of other regions; from none that is
    known, such as what was loaded from other memory than the stack. *)
type lead = To_stack | Elsewhere | Unknown

val leads_to :
  regions:Regions.t -> entered:(string * int) list -> Flat_code.line array -> int -> Asm_model.reg -> lead
(** What a register holds in front of a position. *)

val clear_of_returns :
  regions:Regions.t -> roots:(string * int) list -> entered:(string * int) list -> Flat_code.line array -> int -> bool
(** For {!question}: what functions access through an address that they were given. Of the file's own calls it is known
    where that is, and apart from where functions return to; of others ([roots]) it is said that it leads to a region
    which is not the stack. *)
