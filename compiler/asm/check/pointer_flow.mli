(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the theorem about secrets takes for granted, as far as it can be seen in the code: that returns go back to the
    caller, that nothing computed from a pointer into a secret region is the address of an access to a public one, that data
    are accessed where they are. This only refuses, and finds nothing where a pointer comes from memory that is not the
    stack, or where arithmetic leaves a region. *)

val check :
  regions:Regions.t ->
  public:(Bignum.t -> bool) ->
  told:Bignum.t list ->
  entered:(string * int) list ->
  Flat_code.line array ->
  unit
(** [entered]: functions, and positions where they are entered. Refused are returns where [%rsp] is not what it was at the entry,
    or where their address was stored to; accesses to a public region through a register that leads to another one;
    and stores to a region that may hold secrets through a register that leads to a public one whose contents count as
    public in this code ([told]).
    Raises {!Diagnostic.Error}. *)

val check_regions :
  regions:Regions.t -> entered:(string * int) list -> Flat_code.line array -> Diagnostic.place option
(** Refused are accesses in one region through a register that leads to another, disjoint one. Where [%rsp] was set to
    something that is not known to lead to the stack, the first access to the stack through it is returned.
    Raises {!Diagnostic.Error}. *)

val check_data : names:Operand.names -> Source.t -> unit
(** Accesses relative to a symbol lie in the section in which the file defines it, or in the memory of its [.comm]. Raises {!Diagnostic.Error}. *)
