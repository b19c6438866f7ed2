(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
external raise_it : unit -> unit = "fairlead_raise_stack_limit" [@@noalloc]
