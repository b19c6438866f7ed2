(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Functions that C supplies, with arguments and results of option and of a datatype of the program's own. *)
From Coq Require Import ZArith.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.
Inductive kind := small | large (n : u16) | pair_of (a b : u8).
Definition half (o : option u8) : option u8 :=
  match o with Some a => if Z.even (number a) then Some (Word (number a / 2)%Z) else None | None => None end.
Definition sort_of (k : kind) (b : bool) : u8 :=
  match k with small => Word 0%Z | large n => Word 1%Z | pair_of a b => a end.
DeriveExtern half.
DeriveExtern sort_of.
Inductive effect := input | print.
Definition args (e : effect) : Type := match e with input => unit | print => u8 end.
Definition rets (e : effect) : Type := match e with input => option u8 | print => unit end.
Definition halves : t args rets u8 :=
  o <- input tt;
  let! h := half o in
  match h with
  | Some a => let! s := sort_of (pair_of a a) true in _ <- print s; Return a
  | None => let! s := sort_of small false in _ <- print s; Return s
  end.
Derive halves.
ToFl halves.
