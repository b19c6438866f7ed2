(** [fairlead asm taint FILE.S]: no address, no branch depends on a secret. The analysis here is
    untrusted; the extracted [taint_check] verifies what it found. *)

val run : quiet:bool -> string -> int
(** Secrets are what [# fairlead: secret] names: registers at the entry, regions for good. Exit status. *)
