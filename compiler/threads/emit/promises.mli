(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the program promises of a function that may suspend and what its C entry does not keep: that makes a frame, and
    returns, whatever the function does. *)

(** Where such promises stand in declarations ([noreturn], [pure], [const], [returns_nonnull]): they are not printed. *)
val places : Program.t -> (int * int) list
