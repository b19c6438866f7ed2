(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A second look at whose address may be known. {!Effects_trusted.mark_fixed} looks for what gives an address away;
    this looks at each use of a variable and knows those that do not: reads, writes, `sizeof`, and elements and members
    of it that are read and written. All else counts as giving it away. *)

(** Marks variables as [fixed], more of them at most. *)
val mark : Lower_state.t -> Ast.node -> unit
