(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead asm coq CLEAN.S FAST.S]: both files as Coq terms; that every triple of the one holds of the other, for
    which Coq runs the checker that {!Judge_trusted} ran; and what is left to prove of the clean one, if it has a
    contract. *)

val of_files :
  method_:Judge_trusted.method_ -> dead:string list -> string -> string -> (string, string) result
(** [Error] is why no theorem covers the files. What the judge refuses is refused alike: raises {!Diagnostic.Error}. *)
