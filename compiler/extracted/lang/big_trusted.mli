(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What Extract_trusted.v maps Coq's numbers to: Zarith integers, with Coq's
    conventions where they differ from Zarith's (division by zero, negative
    shift amounts, truncated subtraction). *)

type t = Z.t
type order = [ `Eq | `Lt | `Gt ]

val zero : t
val one : t
val double : t -> t
val double_plus_one : t -> t

(** Case analysis, in the order of the Coq constructors. *)

val match_positive : (t -> 'a) -> (t -> 'a) -> (unit -> 'a) -> t -> 'a
val match_n : (unit -> 'a) -> (t -> 'a) -> t -> 'a
val match_z : (unit -> 'a) -> (t -> 'a) -> (t -> 'a) -> t -> 'a

val succ : t -> t
val pred : t -> t
val add : t -> t -> t
val sub : t -> t -> t
val mul : t -> t -> t
val neg : t -> t
val abs : t -> t

(** Rounds towards minus infinity; [div a 0 = 0]. *)
val div : t -> t -> t

(** Has the sign of the divisor; [modulo a 0 = a]. *)
val modulo : t -> t -> t

val logand : t -> t -> t
val logor : t -> t -> t
val logxor : t -> t -> t
val lognot : t -> t

(** A negative amount shifts the other way. *)
val shift_left : t -> t -> t

val shift_right : t -> t -> t

(** 0 for a negative exponent. *)
val pow : t -> t -> t

val min : t -> t -> t
val max : t -> t -> t
val compare : t -> t -> order
val compare_int : int -> int -> order
val equal : t -> t -> bool
val leb : t -> t -> bool
val ltb : t -> t -> bool
val geb : t -> t -> bool
val gtb : t -> t -> bool

(** Truncated operations of [positive] (never below 1) and [N] (never below 0). *)

val pred_positive : t -> t
val sub_positive : t -> t -> t
val pred_n : t -> t
val sub_n : t -> t -> t

(** Conversions; a [nat] is an OCaml [int]. Negative integers become 0. *)

val of_nat : int -> t
val to_nat : t -> int
val nat_of_z : t -> int
val n_of_z : t -> t
val of_succ_nat : int -> t
val positive_of_nat : int -> t
