(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Names in [typeof], of which clang's tree says nothing. *)

(** Of a function whose variables are all known: where they are named so that they have to be called otherwise becomes
    an edit of the context. In the result are the places of all names of which it is known what they mean. *)
val tell : Lower_state.t -> Ast.node -> int list
