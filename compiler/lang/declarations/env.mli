(** Everything declared at the top of a module: numbered, resolved on demand,
    and turned into types of the Coq syntax. *)

open Fairlead_lang_coq.Syntax

type definition =
  | Type_record of int
  | Type_union of int
  | Type_alias of int
  | Type_extern of int
  | Const of int
  | Effect of int
  | Proc of int
  | Extern_fn of int

type origin = { name : Surface.name; in_module : int }

type extern_type = { x_origin : origin; x_size : Surface.expr; x_align : Surface.expr }

type record = { r_origin : origin; r_decl : (Surface.name * Surface.ty) list; fields : (string * Types.t) array Lazy_definition.t }

(** A case without payload has none. *)
type union = { u_origin : origin; u_decl : (Surface.name * Surface.ty option) list; cases : (string * Types.t option) array Lazy_definition.t }

type effect_decl = {
  e_origin : origin;
  e_decl : Surface.signature;
  mutable args : (string * Types.t) list;
  mutable response : Types.t;
}

type routine = {
  origin : origin;
  signature : Surface.signature;
  mutable params : (mode * string * Types.t) list;
  mutable returns : Types.t;
}

type proc = {
  routine : routine;
  decl : Surface.procedure;
  mutable asks : int list;
  mutable number : int;  (** its index in the program, once {!Call_order} has found it *)
}

type constant

type t = {
  modules : modul array;
  records : record array;
  unions : union array;
  effects : effect_decl array;
  procs : proc array;
  externs : routine array;
  constants : constant array;
  extern_types : extern_type array;
  errors : Errors.t;
  mutable suspending : bool array;  (** by {!Call_order}: whether the procedure with that number is a coroutine *)
  mutable evaluate : int -> Types.t -> Surface.expr -> Types.t * const;
      (** by {!Expression}: the value of a constant expression in a module *)
  state : state;
}

and modul = {
  module_name : string;
  path : string;
  imports : (string, int) Hashtbl.t;
  definitions : (string, definition) Hashtbl.t;
}

and state

(** A file and its imports, as {!Modules} found them; indices are into the list. *)
type unit_ = { file : string; unique_name : string; decls : Surface.decl list; import_of : (Surface.name * int) list }

(** Registers every declaration. Set [evaluate] next. *)
val create : Errors.t -> unit_ array -> t

(** Resolves a definition by that function. Mistakes go to [errors], and the definition is not {!intact} from then on. *)
val guarded : t -> definition -> (unit -> unit) -> unit

(** Aliases, records and unions. Signatures are resolved by {!Signatures}. *)
val resolve_types : t -> unit

(** False, and reported, if some type is infinite: then nothing that walks over types may be called. *)
val finite : t -> bool

(** Raises {!Errors.Reported} if the definition could not be resolved. *)
val intact : t -> definition -> unit

val evaluate_constants : t -> unit

(** {1 Names} *)

(** Looks up [NAME] or [module.NAME]; says what it is, or that it is unknown. *)
val find : t -> int -> Surface.path -> definition

val find_opt : t -> int -> Surface.path -> definition option
val find_proc : t -> int -> Surface.path -> int
val find_effect : t -> int -> Surface.path -> int

(** Help for a name that is not known. *)
val declare_it : string

(** What to call a definition in messages: "function", "record", ... *)
val describe : t -> definition -> string

(** As seen from the main module: [module.name] unless it is there. *)
val qualified : t -> origin -> string

val origin : t -> definition -> origin

(** Names one can write in a module, for proposals. *)
val visible_names : t -> int -> string list

(** {1 Types} *)

val show : t -> Types.t -> string

(** [view] says whether [bytes] without a size is allowed here. *)
val resolve : t -> int -> view:bool -> Surface.ty -> Types.t

(** Reports a name that appears twice among names of that kind. *)
val unique : string -> Surface.name list -> unit

(** A constant expression of type u32, at least 1. *)
val size : t -> int -> Surface.expr -> int

(** Reports, at that place, a coroutine that cannot be resumed in .fl code. *)
val driven_here : t -> Loc.t -> int -> unit

val coq_type : t -> Types.t -> ty

(** Cases with the types of their payloads: of unions, options and events. *)
val cases : t -> Types.t -> (string * Types.t option) array option

val fields : t -> Types.t -> (string * Types.t) array option

(** Every name given out for records and unions, by number. *)
val named_types : t -> Types.t list

(** Coroutines whose frames a value of this type holds. *)
val coroutines_in : t -> Types.t -> int list

(** Bytes and alignment of an extern type. *)
val extern_extent : t -> int -> int * int

(** {1 Constants} *)

(** Its type and value, evaluated if need be. *)
val constant : t -> int -> Types.t * const

(** The number of a constant as a place in the program, given out on first use. *)
val table : t -> int -> int

(** A constant for a literal. *)
val anonymous_table : t -> Types.t -> const -> int

val table_type : t -> int -> Types.t
val table_value : t -> int -> const

(** In the order of their numbers; [None]: anonymous. *)
val tables : t -> (origin option * Types.t * const) list
