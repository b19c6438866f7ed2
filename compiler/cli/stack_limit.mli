(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Lists are as long as the arrays in the programs that are compiled and run, and functions on lists, extracted ones
    above all, take stack for each element. *)

(** Lets the stack grow to 112 MiB, if the system does. *)
external raise_it : unit -> unit = "fairlead_raise_stack_limit" [@@noalloc]
