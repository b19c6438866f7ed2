(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The functions of a file, and the questions about its tree on which everything else agrees. *)

type parameter = { p_id : int; p_name : string; p_type : string; p_marked : string; p_at : int }

type signature = {
  name : string;
  suspends : bool;  (** marked [cps] *)
  result : string;
  parameters : parameter list;
  variadic : bool;
  static : bool;
  inline : bool;
  prototyped : bool;
  declared_at : int;
}

type definition = { signature : signature; header : int * int;  (** the declaration, up to the body *) body : Ast.node }

type t = {
  source : Preprocessed.t;
  tree : Ast.node;
  signatures : (string, signature) Hashtbl.t;  (** by name: the definition's, or the last declaration's *)
  definitions : definition list;  (** in order; native ones, too *)
  pointed : string -> string;
      (** the type of what is called, or a pointer to it: clang does not look through all names of such types *)
}

val of_tree : Preprocessed.t -> Ast.node -> t

(** Of a suspending function with `...`, how many parameters are before it. *)
val fixed_parameters : t -> string -> int option

(** The call in `fl_spawn(call)`, if the node is such. *)
val spawned : Ast.node -> Ast.node option

(** [if (!mark(...)) ; else body], as the macros for blocks say it: the call and the body, if the node is such. *)
val marked : string -> Ast.node -> (Ast.node * Ast.node) option

(** Whether the node calls what may suspend; a spawned call does, too. *)
val cps_call : Ast.node -> bool

(** The function that a call names, if it names one. *)
val callee_name : Ast.node -> string option

(** The parts that are evaluated when the node is, in the order of the text. Those of a spawn: what its call is made
  of. *)
val evaluated : Ast.node -> Ast.node list

(** Without parentheses, and without casts that the program does not write. *)
val bare : Ast.node -> Ast.node

(** Evaluated calls that suspend, in or under a node. *)
val suspending_calls : Ast.node -> Ast.node list

(** Is there one? *)
val suspends : Ast.node -> bool

(** Behind the semicolon of a declaration outside of functions. *)
val behind : t -> Ast.node -> int option

(** Where the declaration before a definition ends. *)
val beginning : t -> definition -> int
