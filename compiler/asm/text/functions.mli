(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where the functions of a file begin: at labels that other files may name ([.globl], [.weak], [.type NAME, @function]), and at labels of
    the assembler's symbol table that are only reached from elsewhere: nothing runs or jumps on to them. *)

type event =
  | Label of string
  | Named of string  (** by a directive that makes it known to other files, or says that it is a function *)
  | Goes_to of string  (** a jump; the instruction itself comes as {!Instruction} too *)
  | Instruction of { runs_on : bool }  (** to the next one, perhaps *)

val starts : event list -> (string, unit) Hashtbl.t
(** Of the events of a file, in its order. *)

val is_local : string -> bool
(** The assembler keeps the label to itself: [.L...] or a number. *)
