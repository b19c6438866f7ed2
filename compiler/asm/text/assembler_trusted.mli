(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The system's assembler, and the C preprocessor: what becomes of a text. *)

type failure = { line : int option;  (** of the text *) message : string }

type job = Assemble of string | Preprocess_and_assemble of string  (** as [cc -c FILE.S] does *)

val run : ?all_labels:bool -> job list -> (Elf_trusted.t, failure) result list
(** Side by side; [all_labels]: local ones (as [.L1]) are in the symbol table, too. Raises {!Diagnostic.Error} if there
    is no assembler, or no C compiler for the preprocessor. *)

val listing : string -> (string, failure) result
(** What [as -alcmn] lists of a text: each statement, and what macros, repetitions and conditions make of it. *)
