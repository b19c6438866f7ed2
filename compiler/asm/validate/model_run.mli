(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Files without calls, run in the extracted model: what they leak. *)

type t

val load : Reading_trusted.t -> t

val leakage : t -> names:Operand.names -> name:string -> arguments:string -> public:int -> secret:int -> Asm_model.event list option
(** What an observer sees of a call of that function: registers are drawn from the seed [public], the contents of buffers and of vector registers
    from [secret]; arguments as in mutant_driver.c. [None] if the model says that it fails, or it does not end soon. *)
