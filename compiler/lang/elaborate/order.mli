(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Coroutines that declare an order: whether they keep it.

    The extracted [check_order] decides (theories/layers/Lang/Order), by what {!Order_planner} tells it. *)

(** An order as the planner and the checker take it. *)
val given : Program_info.t -> Program_info.order -> Order_planner.given

(** What an answer of that effect is called that is that case. *)
val answer_name : Program_info.t -> int -> int -> string

(** Whether the verified checker accepts all orders of the program. *)
val accepted : Program_info.t -> bool

(** What is not in order, if the verified checker does not accept the program. *)
val mistakes : (string -> Source.t option) -> Program_info.t -> Diagnostic.t list
