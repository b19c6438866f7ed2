(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Operands as GNU assembler text has them, before the opcode gives them meaning. *)

open Asm_model

type size = Byte | Word | Dword | Qword | Xmmword | Ymmword

type address = {
  base : mbase;
  index : (reg * int) option;
  disp : Bignum.t;
  rip : bool;  (** [symbol(%rip)], the only form in which symbols occur *)
  pointer : size option;  (** Intel's [qword ptr] *)
}

type t = Gpr of size * reg | Xmm of vreg | Ymm of vreg | Imm of Bignum.t | Address of address

type names
(** Symbols and the numbers the model knows them by. *)

val new_names : unit -> names
val symbol_number : names -> string -> Bignum.t
val symbol_name : names -> Bignum.t -> string
val is_symbol : names -> string -> bool
val symbols : names -> string list
(** All, in the order of their numbers. *)

val gprs : reg list
val vregs : vreg list
val register : string -> t option
(** By name, without [%]. *)

val gpr_name : size -> reg -> string
val vreg_number : vreg -> int
val location_name : loc -> string
