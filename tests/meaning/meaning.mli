(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a program means, by docs/language.md: an interpreter of the syntax as the parser gives it, which shares nothing
    with the rest of the front end. It expects a program that the front end accepts. *)

open Value

type t

exception Out_of_steps

(** External functions: their arguments afterwards, and what they answer. *)
type externals = string -> value list -> (value list * value) option

val create : ?externals:externals -> steps:int -> Program.t -> t

(** A coroutine, with its arguments, waiting for what is lent to it. Runs raise {!Out_of_steps} after [steps] statements
    in all. *)
val start : t -> home -> value list -> value list -> answer
