(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Z = Bignum

(* A constant of 64 bits may be written without its sign. *)
let small z =
  let all = Z.shift_left Z.one 64 in
  let z = Z.sub z (Z.mul all (Z.fdiv (Z.add z (Z.shift_left Z.one 63)) all)) in
  if Z.lt (Z.abs z) (Z.shift_left Z.one 40) then Some (Z.to_int z) else None

(* Of a mask that takes away the lowest bits: to what it aligns. *)
let alignment z = match small z with Some n when n < 0 && n land -n = -n -> Some (-n) | _ -> None
