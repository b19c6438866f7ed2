(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type home = { file : string; name : string }

type ty =
  | Unit
  | Bool
  | Int of int
  | Bytes of int
  | View
  | Array of int * ty
  | Record of home
  | Union of home
  | Option of ty
  | Map of int * ty * int
  | Coro of home
  | Event of home
  | Arguments of home
  | Extern of home

type value =
  | V_unit
  | V_bool of bool
  | V_int of Z.t
  | V_bytes of string
  | V_array of value list
  | V_record of (string * value) list
  | V_case of string * value
  | V_map of (Z.t * value) list
  | V_coro of coroutine
  | V_extern of Z.t list

and coroutine = Finished | Not_started of (value list -> answer) | Waiting of home * (value -> value list -> answer)

and answer =
  | Ask of home * value list * value list * (value -> value list -> answer)
  | Done of value * value list
  | Trap of Fairlead_lang.Loc.t

exception Lost of Fairlead_lang.Loc.t * string

let lost loc fmt = Printf.ksprintf (fun s -> raise (Lost (loc, s))) fmt
