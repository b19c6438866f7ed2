(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where messages of {!Reading_trusted} point. *)

val first_place : Source.t -> Diagnostic.place option

val of_difference :
  printed:((int -> string) -> string) -> text:string -> Source.t -> Elf_trusted.difference -> Diagnostic.place option
(** The statement whose object differs, or that names the symbol. [printed f]: what is assembled, with [f k] before
    the k-th statement. *)

val of_line :
  file:string -> string -> (Diagnostic.place * string) list option -> int -> Diagnostic.place option
(** A line of what the assembler was given, as the user has it; {!Source.reading} says what was expanded. *)
