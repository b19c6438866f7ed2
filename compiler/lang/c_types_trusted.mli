(** C types for .fl types, and the names everything has in C.

    Trusted: that each structure holds what its .fl type holds. Tested by
    running interpreter and C side by side (tests/emit, tests/fuzz). *)

open Fairlead_lang_coq.Syntax

(** Where a variable is. Offsets and sizes are those of the layout; the C
    compiler is made to confirm them. *)
type home = Frame of int * int | Local | Reference  (** of the caller or the driver *)

type frame = {
  homes : home array;
  areas : (label * (int * int * int)) list;
      (** calls of coroutines: the callee, and offset and size of its frame *)
  size : int;
}

type t

(** [prefix] starts every external name ("fl_"); [bytes] is how many a value of a type takes. *)
val create : Program_info.t -> prefix:string -> frame:(int -> frame) -> bytes:(ty -> int) -> t

val info : t -> Program_info.t
val prefix : t -> string
val procedure : t -> int -> proc

(** Upper case of the prefix, for macros and enumerators. *)
val macro_prefix : t -> string

(** The frame that was given to {!create}. *)
val frame_of : t -> int -> frame

val identifier : string -> string

(** Of the parameters of an external function. *)
val extern_args : t -> int -> string array

(** Holds no information: nothing is stored for it. *)
val is_void : ty -> bool

val is_scalar : ty -> bool

(** The C type; defines it first if need be. *)
val c_type : t -> ty -> string

(** Definitions so far, in an order C accepts. *)
val definitions : t -> string

(** Maps that were mentioned: key width, capacity, C type and name stem. *)
val maps : t -> (string * int * width * ty) list

(** Stem of a map's helper functions. *)
val map_stem : t -> ty -> string

(** C identifiers. *)
val unprefixed : t -> string -> string

val procedure_name : t -> int -> string

val effect_name : t -> int -> string
val effect_arg : t -> int -> int -> string
val constant_name : t -> int -> string
val asks : t -> int -> string

(** Does an answer to this effect hold a pointer to its value? It does when the value is larger than
    16 bytes: what a response takes at most, so that it is passed in registers. *)
val answer_points : t -> int -> bool
val member : t -> ty -> int -> string

(** Names of a procedure's variables, distinct within it. *)
val variables : t -> int -> string array

(** Member of a coroutine's frame that holds a callee's, for a call. *)
val area : t -> int -> label -> string

(** Assertions that every frame so far is as laid out. *)
val assertions : t -> string

(** Where a coroutine can be suspended, in order of appearance. *)
val points : t -> int -> (label * [ `Suspend of suspension | `Call of call ]) list

(** Bytes of the smallest unsigned type that holds this number. *)
val unsigned : int -> string

(** Cells of the hash index of a map of this capacity; 0: no index. *)
val index_size : int -> int

val width_type : width -> string
val int_of_n : Fairlead_lang_coq.Big_trusted.t -> int
