(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Names for the numbers that a driver would otherwise have to repeat: cases of unions, constants, capacities.

    So a driver that says what it means keeps meaning it when cases are reordered or a size is changed, or no longer compiles. Tested by
    tests/emit/numbers.t. *)

(** All of the header's, after the definitions of its types. *)
val print : C_types_trusted.t -> entries:int list -> effects:int list -> string
