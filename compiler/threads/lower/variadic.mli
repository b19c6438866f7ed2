(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Arguments behind `...`: the caller lays them out in memory as the machine's calls do when registers are full, and
    the callee's frame has a copy, on which `va_start` begins. *)

(** Declarations that lay out these variables, each with its type, and the expressions for where and how many bytes.
    [tag] tells their names from others in the same block. *)
val layout : tag:string -> (string * string) list -> string * string * string
