(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Values with their types, and where one type is accepted for another. *)

open Fairlead_lang_coq.Syntax

type value = { e : expr; ty : Types.t }

(** The value as one of the expected type: equal types, bytes where a view is
    expected, and bytes of another capacity (a trap if too long). Otherwise the
    mismatch is reported. *)
val coerce : Env.t -> Loc.t -> expected:Types.t -> value -> expr

(** Bytes as [bytes<n>]: a trap if too long. *)
val fit : int -> expr -> expr

val mismatch : Env.t -> Loc.t -> expected:Types.t -> found:Types.t -> 'a

(** Without loss: an integer literal, in range. *)
val integer : Loc.t -> width -> Z.t -> expr

(** An index, offset, length or shift amount as u32: narrower integers are
    widened, u64 is checked. *)
val to_u32 : Env.t -> Loc.t -> value -> expr

val unit : value
val bytes_of_string : string -> expr
