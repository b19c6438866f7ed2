(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast
open Ir

(* What stands for a node from now on. *)
type replacement = Result of var | Instead of node | Done  (** it has no value *)

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
  variables : (int, var) Hashtbl.t;  (** by declaration *)
  mutable declared : var list;
  replaced : (int, replacement) Hashtbl.t;
  literals : (int, var) Hashtbl.t;  (** compound literals that become variables *)
  temporaries : (string * int, var) Hashtbl.t;
  decayed : (int, unit) Hashtbl.t;  (** calls of whose result an array is used: a pointer into it may outlive
    another suspension *)
  named : (int, unit) Hashtbl.t;  (** values that do not suspend, and become variables all the same ({!Objects}) *)
  used : (string, int) Hashtbl.t;  (** temporaries of each type in this full expression *)
  mutable typeof_edits : (int * int * frag list) list;  (** variables named where clang's tree does not say so *)
  lengths : (int, var list) Hashtbl.t;  (** by the declaration of an array: the variables in its length *)
  mutable early : var list;  (** named in their own initializers, before these are evaluated *)
  mutable statement : t -> node -> Written.t;  (** {!Suspending}'s, for statement expressions *)
  mutable scope : int * int;
  mutable continue_to : string option;
  mutable fresh : int;
  mutable out : stmt list;
}

(* Where the frame is declared, nobody knows the function's own typedefs. *)
let type_of ctx (n : node) =
  let plain c = if Preprocessed.is_word (String.make 1 c) || (c >= '0' && c <= '9') then c else ' ' in
  let own = Hashtbl.length ctx.typedefs > 0
    && List.exists (Hashtbl.mem ctx.typedefs) (String.split_on_char ' ' (String.map plain n.ty)) in
  if own then Ctype.plain n.desugared else Ctype.written ~desugared:n.desugared n.ty

(* clang makes a literal, which has no braces, of an argument for a transparent union. *)
let type_of_value ctx (n : node) =
  match (n.kind, n.inner) with
  | CompoundLiteralExpr, [ ({ inner = [ value ]; _ } as braces) ] when braces.first <= n.first -> type_of ctx value
  | _ -> type_of ctx n

let suspends ctx n = Hashtbl.mem ctx.suspending n.id
let emit ctx at desc = ctx.out <- { at; desc } :: ctx.out

(* The statements that [f] emits. *)
let collect ctx f =
  let outer = ctx.out in
  ctx.out <- [];
  f ();
  let made = List.rev ctx.out in
  ctx.out <- outer;
  made

let fresh ctx = ctx.fresh <- ctx.fresh + 1; ctx.fresh
let declare ctx v = ctx.declared <- v :: ctx.declared

(* Whether some suspending call is in these bytes. *)
let call_within ctx (first, last) = Array.exists (fun at -> first <= at && at < last) ctx.calls
