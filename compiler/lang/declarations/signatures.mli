(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What effects, functions and coroutines take, give and ask, resolved; and what may not be in them. *)

(** After {!Resolution.resolve_types}. Mistakes go to the environment's errors. *)
val resolve : Env.t -> unit
