(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = Z.t
type order = [ `Eq | `Lt | `Gt ]

let zero = Z.zero
let one = Z.one
let double n = Z.shift_left n 1
let double_plus_one n = Z.succ (double n)

let match_positive odd even one p =
  if Z.equal p Z.one then one ()
  else
    let half = Z.shift_right p 1 in
    if Z.is_even p then even half else odd half

let match_n zero pos n = if Z.sign n = 0 then zero () else pos n

let match_z zero pos negative z =
  match Z.sign z with 0 -> zero () | 1 -> pos z | _ -> negative (Z.neg z)

let succ = Z.succ
let pred = Z.pred
let add = Z.add
let sub = Z.sub
let mul = Z.mul
let neg = Z.neg
let abs = Z.abs
let div a b = if Z.sign b = 0 then Z.zero else Z.fdiv a b
let modulo a b = if Z.sign b = 0 then a else Z.sub a (Z.mul b (Z.fdiv a b))
let logand = Z.logand
let logor = Z.logor
let logxor = Z.logxor
let lognot = Z.lognot

(* Amounts beyond an int would need more memory than there is; Z.to_int raises rather than lie. *)
let shift a n =
  if n >= 0 then Z.shift_left a n else Z.shift_right a (-n)

let shift_left a n = shift a (Z.to_int n)
let shift_right a n = shift a (-Z.to_int n)
let pow a n = if Z.sign n < 0 then Z.zero else Z.pow a (Z.to_int n)
let min = Z.min
let max = Z.max
let order c = if c < 0 then `Lt else if c > 0 then `Gt else `Eq
let compare a b = order (Z.compare a b)
let compare_int (a : int) (b : int) = order (Stdlib.compare a b)
let equal = Z.equal
let leb = Z.leq
let ltb = Z.lt
let geb = Z.geq
let gtb = Z.gt
let at_least low n = if Z.lt n low then low else n
let pred_positive n = at_least Z.one (Z.pred n)
let sub_positive a b = at_least Z.one (Z.sub a b)
let pred_n n = at_least Z.zero (Z.pred n)
let sub_n a b = at_least Z.zero (Z.sub a b)
let of_nat = Z.of_int
let to_nat = Z.to_int
let nat_of_z z = if Z.sign z < 0 then 0 else Z.to_int z
let n_of_z z = at_least Z.zero z
let of_succ_nat n = Z.of_int (n + 1)
let positive_of_nat n = Z.of_int (Stdlib.max 1 n)
