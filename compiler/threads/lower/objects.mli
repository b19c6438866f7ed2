(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Objects that C makes, and that the text of a statement that is taken apart would lose. *)

(** A structure that is a value lives until the full expression ends in which it is made, and an array in it has an
  address. Where that expression may suspend, such a value becomes a variable of the frame: it is hoisted as what
  suspends is. To be called when it is known of which values an address is taken. *)
val mark : Lower_state.t -> Ast.node -> unit

(** Whether the initializer of a variable names it (`T *p = f(sizeof *p)`). If the initializer may suspend, that text
  comes before the variable's definition, where the name means another one, or nothing. *)
val names_itself : Lower_state.t -> Ast.node -> bool
