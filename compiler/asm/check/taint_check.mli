(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead asm taint FILE.S]: no address, no branch depends on a secret. The analysis here is
    untrusted; the extracted [taint_check] verifies what it found. *)

val run : quiet:bool -> object_file:string option -> string -> int
(** Secrets are what [# fairlead: secret] names: registers at the entry, regions for good. With an object file, it is the code there
    that is analysed, and only the annotations are the source's. Exit status. *)
