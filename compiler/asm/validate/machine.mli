(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** This processor, as a machine to run code on from a given state: see cosim_harness_trusted.c. *)

open Asm_model

val missing : unit -> string list
(** Features that this processor lacks and the model needs: if there are none, it has every instruction of the model, but
    perhaps those for which {!lacks} gives a name. *)

val lacks : instr -> string option
(** The name of the extension this instruction needs, if this processor does not have it (VAES, VPCLMULQDQ). *)

val install : string -> bool
(** Machine code; false if the fixed addresses are taken. *)

val execute : int -> Bytes.t -> Bytes.t -> bool
(** [execute offset state data] runs the code at that offset, until it jumps to the harness; state and data
    are replaced by what they are afterwards. False if it faulted. *)

val assemble : slot:int -> names:Operand.names -> instr list list -> string
(** Each list in its own slot of that many bytes. Runs as, ld and objcopy; raises {!Diagnostic.Error}. *)

val link : dir:string -> at:int -> string -> string
(** [link ~dir ~at name] assembles NAME.S in that directory to be run at an address: the machine code. *)

val read_file : string -> string

val with_directory : (string -> 'a) -> 'a
(** A temporary one, removed afterwards with the files in it. *)

val code_base : int
val window : int
(** Where [data] is. *)

val window_capacity : int
val code_capacity : int
val symbol_address : int
(** Of the symbol [flsym]. *)

val state_size : int
val location : Bytes.t -> loc -> Bignum.t
val registers : Bytes.t -> Bytes.t
(** The part of a state that is registers, not flags. *)

val set_register : Bytes.t -> reg -> int64 -> unit
val get_register : Bytes.t -> reg -> int64
val random_registers : Random.State.t -> Bytes.t
(** A state of random and corner values. *)
