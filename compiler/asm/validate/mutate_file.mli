(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead asm mutate --whole FILE.S]: random changes to the text of a file; [asm check] judges each against the original,
    and what it accepts is linked and run beside it, on the same inputs. *)

val run : mutations:int -> inputs:int -> seed:int -> string -> int
(** Exit status: 1 if one that was accepted does something else. *)
