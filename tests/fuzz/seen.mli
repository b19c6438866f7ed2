(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a value holds, made visible: as a sum, to a driver, in a decision. *)

(** [absorb indent sum depth text type_]: statements that add all of a value, to that depth, to the
    64-bit variable [sum]. *)
val absorb : int -> string -> int -> string -> Model.ty -> unit

(** All that some of the variables hold, as one number: the variable that is first in scope after it. *)
val sum_up : int -> Model.env -> Model.env

(** [add_up indent sum map type_]: the keys of a map in their order, and what can be seen of its values,
    in the 32-bit [sum]. *)
val add_up : int -> string -> string -> Model.ty -> unit

(** Lets a number be seen from outside, or decide something. *)
val observe : int -> Model.env -> string -> unit
