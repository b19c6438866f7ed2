(** The assembly files of this directory that run in the emulator, as text (made by dune). *)

val boot : string
val cosim : string
val cosim_state : string
