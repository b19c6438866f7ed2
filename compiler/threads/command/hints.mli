(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What is said of a file that cc did not take: that it has words of fl_threads.h, and has not seen the header. *)
val header : name:string -> string -> unit
