(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead asm optimize]: search for a faster order of the largest block of a file, by measuring
    on this processor. Orders are kept in small text files with their provenance; [--apply] makes
    the assembly file of an order again. The verified checker sees every candidate before it runs. *)

val cmd : int Cmdliner.Cmd.t
