(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Statements behind which control never comes. *)

(** The first statement of each block, also of inner ones, that control does not get to. *)
val unreachable : Surface.block -> Surface.stmt list
