(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Types as the checker sees them: records, unions, coroutines and events by
    number ({!Env}), so that equality is structural and cheap. *)

open Fairlead_lang_coq.Syntax

type t =
  | Unit
  | Bool
  | Int of width
  | Bytes of int
  | View
  | Array of int * t
  | Record of int
  | Union of int
  | Option of t
  | Map of int * width * t
  | Extern of int
  | Coro of int
  | Event of int
  | Arguments of int  (** the record of an effect's arguments, when there are several *)

val bits : width -> int

(** Largest value. *)
val max_int : width -> Z.t

val width_name : width -> string
val width_of_name : string -> width option

(** Integers and booleans: passed by value, and cheap to copy. *)
val is_scalar : t -> bool
