(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Every token of the source is in the translation exactly once. It looks at bytes that the writer copied, or was told
    that other text stands for ({!Ir.frag}), and at clang's tree, and at nothing that the translation is made from.
    Exceptions are the tree's: braces, semicolons and the like of statements, and operators that suspend and become
    statements, are there at most once; what a declaration says of several names, as often as it declares. *)

(** Of each byte how often it may be there: once (['1']), at most once (['?']), or as often as one likes. In
    functions that became others; [unprinted]: bytes that need not be there. *)
val painted : Program.t -> translated:Program.definition list -> unprinted:(int * int) list -> Bytes.t

(** [blanks]: bytes for which there are blanks. *)
val check : Program.t -> allowances:Bytes.t -> blanks:(int * int) list -> int array -> (unit, Diagnosis.t) result
