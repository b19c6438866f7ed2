(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The source of a marked function as lowering took it apart, as the verified check takes it
    (theories/layers/Threads/Unhoist). It is not believed: what it is written as is compared with the source, and what
    it becomes with what was said to be printed. *)

(** All between the braces of the function's body. *)
val tree : Told.t -> Ir.func -> Text_model.tree

(** A variable's name, as the source spells it where it is declared. *)
val spelled : Told.t -> Ir.var -> string
