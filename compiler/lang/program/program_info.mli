(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the front end hands over: the program that the verified part works on,
    and the names and positions that it leaves out.

    Conventions of the program beyond what its type says:
    - procedures are ordered: each comes after those it calls, starts or holds
      coroutines of, so nothing refers forwards;
    - labels of a procedure count from 1 in order of appearance;
    - every body ends in [Return] on every path that ends, and [ret] has been
      assigned before each;
    - every variable is assigned ([EDefault] at least) before it is read, on
      every path, and again each time its declaration is passed;
    - a statement is preceded by [Do (BLine n)];
    - [BAssign p e] with a constructor as [e] does not read [p]; with [EFit] it
      may ([b = b[2..5]]): move, do not copy;
    - [call_args] has one argument for each parameter, [AInout (PVar x)] for a
      lent one; [ECoro] has one expression for each parameter that is not lent;
    - indices, offsets, lengths and shift amounts are u32;
    - in one call, [inout] places, and the places of aggregate arguments read by
      reference, do not overlap; nor does a result's destination, which is a
      static path (variables, fields, constant indices). *)

open Fairlead_lang_coq.Syntax

type position = {
  file : string;
  line : int;  (** from 1 *)
  column : int;  (** from 1, in characters *)
}

(** A name in the module that defines it. [module_name] is empty for the file
    given on the command line, and unique otherwise. *)
type name = { module_name : string; base : string; defined_at : position }

type variable = {
  var_name : string option;  (** [None]: a temporary *)
  var_ty : ty;
  var_at : position;
}

(** In which order a coroutine asks. Of each state what may come in it, and to which that leads, the first that fits
    counting; it begins in the first one. *)
type order = { states : order_state array; order_at : position }

and order_state = { state_name : string; state_at : position; edges : order_edge list }

and order_edge = {
  on : order_trigger;
  answer : int option;
      (** which case its answer is: if one is said, each has an edge, or there is one for the others behind them *)
  target : int;
  edge_at : position;
}

and order_trigger =
  | Asked of int * (int * int) option  (** an effect; which argument is to be which case *)
  | Marked of string

type procedure = {
  proc_name : name;
  variables : variable array;  (** parameters, then locals, as the program numbers them *)
  ends_at : position;  (** the closing brace *)
  trapless : bool;
  requires : expr list;  (** tests of its parameters that are true whenever it is called; of trapless functions only *)
  order : order option;  (** of coroutines only *)
  checks : int option;
      (** The function that it is in front of: it tests what that one requires, and calls it. Whoever knows nothing
          calls this one; both have one name. *)
}

(** What a number in [TRecord] or [TUnion] stands for. *)
type type_kind =
  | Unit  (** number 0 *)
  | Record
  | Union
  | Option
  | Event of int  (** of the procedure with this index *)
  | Arguments of int  (** of the effect with this index: a record *)

type type_info = {
  type_name : name;  (** made up for options, events and arguments *)
  kind : type_kind;
  members : string array;  (** of fields or cases *)
  has_payload : bool array;  (** cases: whether one was declared; the type of the others is unit *)
  representation : ty;
}

type effect_info = { effect_name : name; effect_args : string array }

(** [symbol] is the C name. *)
type extern_info = { extern_name : name; symbol : string; extern_args : string array }

type t = {
  program : program;
  procedures : procedure array;  (** indexed like [program.procs] *)
  types : type_info array;  (** indexed by the number in [TRecord] and [TUnion] *)
  effects : effect_info array;  (** like [program.effs] *)
  externs : extern_info array;  (** like [program.externs] *)
  extern_types : name array;  (** indexed by the number in [TExtern] *)
  told : (name * ty * const) array;
      (** all constants that are numbers, booleans, bytes or arrays of numbers: who drives the program may want them, too *)
  constants : name option array;  (** like [program.consts]; [None]: a literal *)
  positions : position array;  (** what the number in [BLine] stands for *)
  marks : (int * string) list;  (** which numbers in [BLine] are marks, and what they are called *)
  files : string list;  (** every file read, the main one first *)
}
