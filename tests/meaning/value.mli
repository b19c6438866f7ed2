(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What programs compute with, and what a run of one comes to. *)

(** Where something is declared: its file, and its name there. *)
type home = { file : string; name : string }

type ty =
  | Unit
  | Bool
  | Int of int  (** bits *)
  | Bytes of int  (** room *)
  | View
  | Array of int * ty
  | Record of home
  | Union of home
  | Option of ty
  | Map of int * ty * int  (** bits of keys, values, room *)
  | Coro of home
  | Event of home
  | Arguments of home  (** several of an effect, as a record: what an event holds *)
  | Extern of home

type value =
  | V_unit
  | V_bool of bool
  | V_int of Z.t
  | V_bytes of string
  | V_array of value list
  | V_record of (string * value) list
  | V_case of string * value  (** unions, options and events; {!V_unit} where there is no payload *)
  | V_map of (Z.t * value) list  (** by position *)
  | V_coro of coroutine
  | V_extern of Z.t list  (** what the external functions keep in it; empty at first *)

(** A suspended coroutine goes on when it is given what it waits for: each time it is, from where it was, so that copies
    are forks. *)
and coroutine =
  | Finished
  | Not_started of (value list -> answer)  (** given what is lent *)
  | Waiting of home * (value -> value list -> answer)  (** for that effect; given its response and what is lent *)

(** What a coroutine does next. The lists of values are what goes back to whom has lent it. *)
and answer =
  | Ask of home * value list * value list * (value -> value list -> answer)  (** effect, arguments *)
  | Done of value * value list
  | Trap of Fairlead_lang.Loc.t

(** The interpreter itself is at a loss: not something that a program does. *)
exception Lost of Fairlead_lang.Loc.t * string

val lost : Fairlead_lang.Loc.t -> ('a, unit, string, 'b) format4 -> 'a
