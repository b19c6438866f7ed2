(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The .fl language: abstract syntax.

    First order, with value semantics: no pointers, no aliasing, no heap.
    Control is [Core.Model.Cmd]; this file supplies the pure parts. Variables,
    fields, cases, effects, procedures and constants are numbered; their names
    and positions stay in the front end.

    Sizes are in elements (bytes for [TBytes]); widths are in bits. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Export Cmd.

Inductive width := W8 | W16 | W32 | W64.
Definition bits (w : width) : Z :=
  match w with W8 => 8 | W16 => 16 | W32 => 32 | W64 => 64 end.

(** Types are structural; the number a record or union carries is its name and
    takes part in type equality, nothing else. *)
Inductive ty :=
| TBool
| TInt (w : width)
| TBytes (cap : N)                          (* up to [cap] bytes, stored inline *)
| TView                                     (* bytes of any length that somebody else stores:
                                               parameters and effect arguments only *)
| TArray (n : N) (t : ty)
| TRecord (name : nat) (fields : list ty)
| TUnion (name : nat) (cases : list ty)     (* tagged; option is a union; at least one case *)
| TMap (cap : N) (key : width) (t : ty)     (* up to [cap] entries, keyed by an integer *)
| TExtern (name : nat)                      (* opaque; the program says its size *)
| TCoro (p : procedure).                    (* a suspended coroutine *)

Definition TUnit : ty := TRecord 0 [].

Inductive endian := Big | Little.

Inductive arith :=
| Add | Sub | Mul                           (* trap when the result does not fit *)
| AddW | SubW | MulW                        (* wrap modulo 2^width *)
| Div | Rem                                 (* trap when the divisor is 0 *)
| And | Or | Xor
| Shl | Shr                                 (* trap when the amount is not below the width *)
| Rotl | Rotr.                              (* amount taken modulo the width *)

Inductive compare := Eq | Ne | Lt | Le | Gt | Ge.

(** Constants, for tables. *)
Inductive const :=
| CBool (b : bool)
| CInt (z : Z)
| CBytes (l : list Z)
| CArray (l : list const)
| CRecord (l : list const)
| CUnion (tag : nat) (c : const).

(** Places denote storage that can be read or updated in place. *)
Inductive place :=
| PVar (x : nat)
| PConst (c : nat)                          (* a constant table; never written *)
| PField (p : place) (i : nat)
| PIndex (p : place) (e : expr)             (* of an array or of bytes; traps out of bounds *)
| PCase (p : place) (tag : nat)             (* a union's payload; traps on another case *)
| PKey (p : place) (e : expr)               (* a map's entry; traps when absent *)
with expr :=
| EBool (b : bool)
| EInt (w : width) (z : Z)
| EBytes (l : list Z)                       (* a literal: a view of constant bytes *)
| ERead (p : place)
| ENot (e : expr)                           (* of a boolean *)
| EComp (w : width) (e : expr)              (* bitwise complement *)
| EAnd (e1 e2 : expr)                       (* the second only if the first is true *)
| EOr (e1 e2 : expr)
| EArith (op : arith) (w : width) (e1 e2 : expr)  (* for shifts and rotates [e2] is a u32 *)
| ECompare (op : compare) (w : width) (e1 e2 : expr)
| EBoolEq (e1 e2 : expr)
| EBytesEq (e1 e2 : expr)                   (* bytes or views *)
| EWiden (from to : width) (e : expr)       (* from <= to: never traps; to < from: truncates *)
| ENarrow (from to : width) (e : expr)      (* traps when the value does not fit *)
| ECond (e e1 e2 : expr)                    (* e ? e1 : e2, on integers and booleans *)
| EFit (cap : N) (e : expr)                 (* bytes or a view as [TBytes cap]; traps when longer *)
| ELen (e : expr)                           (* of bytes or a view: u32 *)
| ECount (p : place)                        (* of a map: u32 *)
| EIs (p : place) (tag : nat)
| EHas (p : place) (e : expr)
| EKeyAt (p : place) (e : expr)             (* the key at a position (u32) of a map; traps beyond the last *)
| ESlice (e lo hi : expr)                   (* e[lo..hi], u32 bounds; traps unless lo <= hi <= len *)
| ELoad (o : endian) (w : width) (e off : expr)   (* integer at byte offset; traps out of bounds *)
| ERecord (t : ty) (es : list expr)
| EUnion (t : ty) (tag : nat) (e : expr)
| EArray (t : ty) (es : list expr)          (* [t] is the element type *)
| EFill (t : ty) (n : N) (e : expr)         (* n copies *)
| EDefault (t : ty)                         (* zero, false, empty, first case, finished coroutine *)
| ECoro (p : procedure) (es : list expr).   (* a coroutine that has not started *)

(** What a call passes for each parameter. *)
Inductive arg :=
| AIn (e : expr)
| AInout (p : place)
| AInoutSlice (p : place) (lo hi : expr).   (* p[lo..hi] of bytes, updated in place *)

Inductive basic :=
| BLine (pos : nat)                         (* no effect; where in the source we are *)
| BAssign (p : place) (e : expr)
| BPush (p : place) (cap : N) (e : expr)    (* one byte at the end; traps when [cap] are there *)
| BAppend (p : place) (cap : N) (e : expr)  (* bytes at the end; traps when they do not fit in [cap] *)
| BResize (p : place) (cap : N) (e : expr)  (* set the length (u32); new bytes are 0; traps beyond [cap] *)
| BBlit (p : place) (off e : expr)          (* overwrite bytes from [off]; traps unless they fit in the length *)
| BStore (o : endian) (w : width) (p : place) (off e : expr) (* integer at byte offset *)
| BPut (p : place) (cap : N) (k e : expr)   (* insert or replace; traps when [cap] others are there *)
| BRemove (p : place) (k : expr)            (* no effect when absent *)
| BExtern (f : nat) (args : list arg) (dest : option place)
| BTrap.                                    (* always traps: assert(false), unreachable *)

(** A request to the driver and where its response goes. [ask_lent] are the
    lent parameters of the coroutine, in order. *)
Record suspension := Ask {
  ask_effect : nat;
  ask_args : list expr;
  ask_dest : option place;
  ask_lent : list nat
}.

Record call := MkCall { callee : procedure; call_args : list arg; call_dest : option place }.

(** Resume the coroutine held in [child]. [reply] says which effect it must be
    suspended at, and the response; [None] for one that has not started.
    [lend] are the places lent for this step, one for each lent parameter.
    What happens next goes to [event]: case i for the i-th effect of the
    child's list (payload: a record of its arguments), then one last case for
    its result. Traps when the child is finished, or waits for something else. *)
Record resumption := MkResume {
  child : place;
  child_proc : procedure;
  reply : option (nat * option expr);
  lend : list arg;
  event : place
}.

Notation fl_cmd := (cmd basic expr suspension call resumption).
Notation fl_kont := (kont basic expr suspension call resumption).

(** [Lent] parameters belong to the driver: their value leaves with each
    request and a new one arrives with each response, so they take no room in
    the frame. Only coroutines have them. *)
Inductive mode := In | Inout | Lent.

Record effect := MkEffect { eff_args : list ty; eff_result : ty }.

(** Variables are numbered: parameters, then locals. [ret] is the local that
    holds the result. Functions have no [effects] and never suspend. *)
Record proc := MkProc {
  params : list (mode * ty);
  locals : list ty;
  result : ty;
  ret : nat;
  suspends : bool;                          (* coroutine, not function *)
  effects : list nat;
  body : fl_cmd
}.

Record extern := MkExtern { ext_params : list (mode * ty); ext_result : ty }.

Record program := MkProgram {
  procs : list proc;
  effs : list effect;
  consts : list (ty * const);
  externs : list extern;
  extern_types : list (N * N)               (* what numbers in [TExtern] stand for: bytes, alignment *)
}.
