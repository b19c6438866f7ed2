(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** C types for .fl types, and where variables are.

    Trusted: that each structure holds what its .fl type holds. Tested by
    running interpreter and C side by side (tests/emit, tests/fuzz); that
    every structure is laid out as computed, the C compiler is made to confirm. *)

open Fairlead_lang_coq.Syntax

(** Where a variable is. Offsets are those of the layout. *)
type home = Frame of int | Local | Reference  (** of the caller or the driver *)

type frame = {
  homes : home array;
  areas : (label * (int * int)) list;  (** calls of coroutines: the callee, and the offset of its frame *)
  index_bytes : int;  (** of the label *)
}

type t

(** [facts] is what is known where, checked ({!Fact_finder.table}); without, all guards are printed. *)
val create :
  C_names_trusted.t ->
  entries:int list ->
  frame:(int -> frame) ->
  extents:C_extents_trusted.t ->
  facts:Fairlead_lang_coq.Extracted.table_of_facts option ->
  t

val names : t -> C_names_trusted.t
val info : t -> Program_info.t
val facts : t -> Fairlead_lang_coq.Extracted.table_of_facts option
val procedure : t -> int -> proc

(** Whether C code calls it. *)
val exported : t -> int -> bool

(** The frame that was given to {!create}. *)
val frame_of : t -> int -> frame

(** Types of a procedure's variables. *)
val variable_types : t -> int -> ty array

(** {2 Types} *)

(** Holds no information: nothing is stored for it. *)
val is_void : ty -> bool

val is_scalar : ty -> bool

(** How many statements it takes at most to clear a value part by part. *)
val parts : t -> ty -> int

(** The C type; defines it first if need be. *)
val c_type : t -> ty -> string

(** Definitions so far, in an order C accepts. *)
val definitions : t -> string

(** The types that these are of, in that order. *)
val structures : t -> ty list

(** The tag of a type's C structure. *)
val structure : t -> ty -> string

(** How many bytes a value takes. *)
val bytes : t -> ty -> int

(** Whether the second variable of a procedure shares no byte with the first. *)
val apart : t -> procedure -> Fairlead_lang_coq.Extracted.variable0 -> Fairlead_lang_coq.Extracted.variable0 -> bool


val alignment : t -> ty -> int

val width_type : width -> string

(** The smallest unsigned type that holds this number. *)
val unsigned : int -> string

val int_of_n : Fairlead_lang_coq.Big_trusted.t -> int

(** {2 Maps} *)

(** Those that were mentioned: C type, capacity, key width, type of values. *)
val maps : t -> (string * int * width * ty) list

(** Stem of a map's helper functions. *)
val map_stem : t -> ty -> string

(** Cells of the hash index of a map of this capacity; 0: no index. *)
val index_size : int -> int

(** {2 Coroutines} *)

(** Does an answer to this effect hold a pointer to its value? It does when the value is larger than
    16 bytes: what a response takes at most, so that it is passed in registers. *)
val answer_points : t -> int -> bool

(** Member of a coroutine's frame that holds a callee's, for a call. *)
val area : t -> int -> label -> string

(** Assertions that every structure defined so far has the size and alignment, and its members the offsets and
    sizes, that the checked layout has. *)
val assertions : t -> string
