(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** How much C stack compiled procedures take, at most: a figure for whoever sizes stacks, on 64-bit machines. It
    counts every local and temporary that is printed, as if none shared storage, along the longest way through the
    calls, and an allowance for each function and for what is called last. External functions come on top.
    No theorem says so: tests/emit/stack.t compares it with what compilers use. *)

(** What compilers put aside for a body that is printed so. *)
val put_aside : string -> int

(** [own] is how many bytes the locals of a procedure take, and what is put aside for its body. *)
val bound : Program_info.t -> own:(int -> int) -> int -> int
