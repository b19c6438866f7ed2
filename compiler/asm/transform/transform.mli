(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead asm transform]: makes fast code from clean code by the proved transformers. *)

type peephole =
  | No_movbe
  | To_movbe
  | No_copies  (** copies of copies, copies to itself, copies nobody reads *)
  | No_unseen  (** whatever computes what nobody reads *)
  | To_xor
  | From_xor
  | No_prefetch
  | Prefetch_at of Asm_model.reg * int  (** before accesses based on that register, so many bytes further *)

val peephole_of_string : string -> (peephole, string) result
val peepholes : string
(** What may be given, for people. *)

type change =
  | Peephole of peephole
  | Rule of string list  (** as after [//@ by] *)
  | Order of string  (** a file with orders of the longest block, as [fairlead asm optimize] writes it *)

val run : lower:bool -> intel:bool -> quiet:bool -> change list -> string -> string option -> int
(** In the order given. Exit status. *)

val lower : intel:bool -> string -> string option -> int
(** [fairlead asm lower FILE.S -o OUT.S]. Exit status. *)
