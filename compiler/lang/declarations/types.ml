(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
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
  | Arguments of int

let bits = function W8 -> 8 | W16 -> 16 | W32 -> 32 | W64 -> 64
let max_int w = Z.pred (Z.shift_left Z.one (bits w))
let width_name w = "u" ^ string_of_int (bits w)

let width_of_name = function
  | "u8" -> Some W8
  | "u16" -> Some W16
  | "u32" -> Some W32
  | "u64" -> Some W64
  | _ -> None

let is_scalar = function Bool | Int _ -> true | _ -> false
