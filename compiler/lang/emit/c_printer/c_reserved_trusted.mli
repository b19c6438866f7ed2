(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Names that mean something in C or C++ wherever they stand: keywords, and macros of headers that a driver may include. *)

val is_reserved : string -> bool
