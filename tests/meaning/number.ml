(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax

let bits = function W8 -> 8 | W16 -> 16 | W32 -> 32 | W64 -> 64
let limit bits = Z.shift_left Z.one bits
let fits bits z = Z.sign z >= 0 && Z.lt z (limit bits)
let wrap bits z = Z.erem z (limit bits)
let shifts = function Shl | Shr | Rotl | Rotr -> true | _ -> false

let arithmetic op bits a b =
  let checked z = if fits bits z then Some z else None in
  let wrapped z = Some (wrap bits z) in
  (* a shift's amount below the width *)
  let by f = if Z.lt b (Z.of_int bits) then wrapped (f a (Z.to_int b)) else None in
  let rotated n = wrapped (Z.logor (Z.shift_left a n) (Z.shift_right a (bits - n))) in
  let amount = Z.to_int (Z.erem b (Z.of_int bits)) in
  match op with
  | Add -> checked (Z.add a b)
  | Sub -> checked (Z.sub a b)
  | Mul -> checked (Z.mul a b)
  | AddW -> wrapped (Z.add a b)
  | SubW -> wrapped (Z.sub a b)
  | MulW -> wrapped (Z.mul a b)
  | Div -> if Z.equal b Z.zero then None else Some (Z.div a b)
  | Rem -> if Z.equal b Z.zero then None else Some (Z.rem a b)
  | And -> Some (Z.logand a b)
  | Or -> Some (Z.logor a b)
  | Xor -> Some (Z.logxor a b)
  | Shl -> by Z.shift_left
  | Shr -> by Z.shift_right
  | Rotl -> rotated amount
  | Rotr -> rotated (bits - amount)

let holds comparison c =
  match comparison with Eq -> c = 0 | Ne -> c <> 0 | Lt -> c < 0 | Le -> c <= 0 | Gt -> c > 0 | Ge -> c >= 0

let place endian n i = match endian with Little -> i | Big -> n - 1 - i

let to_bytes endian bits z =
  let n = bits / 8 in
  String.init n (fun i -> Char.chr (Z.to_int (Z.extract z (8 * place endian n i) 8)))

let of_bytes endian s =
  let n = String.length s in
  let byte i = Z.shift_left (Z.of_int (Char.code s.[i])) (8 * place endian n i) in
  List.fold_left Z.logor Z.zero (List.init n byte)
