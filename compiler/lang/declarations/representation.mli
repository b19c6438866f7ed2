(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Types as types of the Coq syntax: finite, and of a size that C can have. *)

open Fairlead_lang_coq.Syntax
open Env

(** Reports types that are infinite; they are not {!Env.intact} from then on. *)
val finite : t -> unit

val coq_type : t -> Types.t -> ty

(** What a value of the type takes, padding and coroutine frames not counted. *)
val byte_size : t -> Types.t -> Z.t

(** Every name given out for records and unions, by number. *)
val named_types : t -> Types.t list

(** Coroutines whose frames a value of this type holds. *)
val coroutines_in : t -> Types.t -> int list

(** Bytes and alignment of an extern type. *)
val extern_extent : t -> int -> int * int
