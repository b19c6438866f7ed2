(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Of files of which {!Stack_trusted.check} says that the theorem does not cover them: why, in words that are nearer
    to the code. Nothing here is trusted. *)

val find : exact:bool -> clean:Flat_code.line array * int list -> fast:Flat_code.line array * int list -> string option
(** Each with the positions where it is entered. Refused is what is known to lie more than 128 bytes below [%rsp], in
    either file, and what lay there since it was written: that belongs to signal handlers. Else why perhaps an access
    may lie there, which is not known to be where the clean code makes it; or what calls may change under the code; if
    so. [exact]: the two files do not differ at all. Raises {!Diagnostic.Error}. *)
