(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Lines that wait, in order, until it is known what to say of them: in memory if they are few, else in a file without
    a name. *)

type t

val create : unit -> t

(** A number and a line. @raise Sys_error if there is no room for it. *)
val add : t -> int -> string -> unit

(** All of them; and then it is empty and takes no more. @raise Sys_error *)
val drain : t -> (int -> string -> unit) -> unit
