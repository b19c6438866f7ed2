(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Random changes of logs, made of what is in them. *)

open Monitor_model

type pool

(** The keys, values and stamps of these logs. *)
val pool : entry list array -> pool

(** A few entries removed, repeated, moved, or changed in one field. *)
val mutate : Random.State.t -> pool -> entry list array -> entry list array
