(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A function while its body becomes statements. *)

(** What stands for a node from now on. *)
type replacement = Result of Ir.var | Instead of Ast.node | Done  (** it has no value *)

type mode = Suspending | Native | Erased

type t = {
  p : Preprocessed.t;
  name : string;
  result : string;
  variadic : bool;
  typedefs : (string, unit) Hashtbl.t;  (** declared in the function *)
  fixed_parameters : string -> int option;  (** of a function with `...`, how many are before it *)
  framed : string -> bool;  (** whether the frame of that function is declared before this one's text *)
  mode : mode;
  thread_locals : (int, string) Hashtbl.t;  (** in erased mode: by declaration, what says where it is *)
  mutable spawns : string list;
  mutable thunks : string list;  (** latest first *)
  suspending : (int, unit) Hashtbl.t;  (** nodes with a suspending call in them *)
  calls : int array;  (** where suspending calls are, in order *)
  variables : (int, Ir.var) Hashtbl.t;  (** by declaration *)
  mutable declared : Ir.var list;
  replaced : (int, replacement) Hashtbl.t;
  literals : (int, Ir.var) Hashtbl.t;  (** compound literals that become variables *)
  temporaries : (string * int, Ir.var) Hashtbl.t;
  decayed : (int, unit) Hashtbl.t;
      (** calls of whose result an array is used: a pointer into it may outlive another suspension *)
  named : (int, unit) Hashtbl.t;  (** values that do not suspend, and become variables all the same ({!Objects}) *)
  used : (string, int) Hashtbl.t;  (** temporaries of each type in this full expression *)
  mutable typeof_edits : (int * int * Ir.frag list) list;
      (** variables named where clang's tree does not say so, and names for types that have none *)
  lengths : (int, Ir.var list) Hashtbl.t;  (** by the declaration of an array: the variables in its length *)
  mutable early : Ir.var list;  (** named in their own initializers, before these are evaluated *)
  mutable statement : t -> Ast.node -> Ir.Written.t;  (** {!Suspending}'s, for statement expressions *)
  mutable scope : int * int;
  mutable continue_to : string option;
  mutable fresh : int;
  mutable out : Ir.stmt list;
}

(** As text that can be written in another place. *)
val type_of : t -> Ast.node -> string

(** Of what is passed for an argument: a transparent union's member has its own type. *)
val type_of_value : t -> Ast.node -> string

val suspends : t -> Ast.node -> bool
val emit : t -> int -> Ir.desc -> unit

(** The statements that the function emits. *)
val collect : t -> (unit -> unit) -> Ir.stmt list

val fresh : t -> int
val declare : t -> Ir.var -> unit

(** Whether some suspending call is in these bytes. *)
val call_within : t -> int * int -> bool
