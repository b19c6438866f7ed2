(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** From clang's tree to statements of which each is at most one suspending call.

    Suspending calls leave their expression for a statement before it, from left to right, as far as C's sequence
      points ask for it: the operands of `&&`, `||`, `?:`
    and `,` become statements. Whatever is not sequenced with a call comes after it. *)

(** The body of a function that suspends. What {!Refuse} refuses must not come here. *)
val body : Program.t -> Program.definition -> Ir.func

(** The text of a native function's body, with its spawns. *)
val native : Program.t -> Program.definition -> Ir.frag list

(** The same for threads with stacks of their own, and the functions that its spawns need before it. *)
val erased : Program.t -> Program.definition -> string * Ir.frag list

(** Variables of each OS thread that a marked function names, each with the function that says there where it is. *)
val erased_thread_locals : Program.t -> Program.definition -> (string * string) list
