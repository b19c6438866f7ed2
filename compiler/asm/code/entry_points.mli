(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where the code of a file can be entered: by the linker, through a table, by a pointer to it. *)

type entry = {
  name : string;
  place : Diagnostic.place;
  position : int;  (** in the flat code *)
  scope : string;  (** the function it is in *)
  only_called : bool;
      (** nothing leads there but calls in the file: other files do not see it, and no pointer is made of it *)
}

val all : names:Operand.names -> Source.t -> entry list
(** Every function ({!Functions}), every label whose address is in data or taken by an instruction, and the begin of the
    code if nothing leads to it. Raises {!Diagnostic.Error} if an address inside of the code is given in a way that no label
    stands for, if code is read or written as data, or if the code runs on past its end. *)

val known : names:Operand.names -> Source.t -> entry list
(** The same of code that may run on past its end. *)

val scopes : Source.t -> string array
(** For each position, the function it is in. *)
