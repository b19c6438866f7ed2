(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Functions that C supplies, five of them on one reply: alone, in arguments of each other, and of what others gave. *)
From Coq Require Import ZArith.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.
Inductive effect := input | print.
Definition args (e : effect) : Type := match e with input => unit | print => u64 end.
Definition rets (e : effect) : Type := match e with input => u64 | print => unit end.
Definition e1 (x : u64) : u64 := add_wrap x (lit 1).
Definition e2 (x : u64) : u64 := mul_wrap x (lit 2).
Definition e3 (x y : u64) : u64 := mul_wrap x y.
Definition e4 (x : u64) : bool := ltw x (lit 3).
Definition e5 (x : u64) : u64 := sub_wrap x (lit 5).
DeriveExtern e1. DeriveExtern e2. DeriveExtern e3. DeriveExtern e4. DeriveExtern e5.
Definition many (a : u64) : t args rets u64 :=
  w <- input tt;
  _ <- print (e1 w); _ <- print (e3 w a); _ <- print (e2 w);
  if e4 w then
    let! x := e1 (e2 (e5 w)) in
    let! y := e3 x (e1 w) in
    _ <- print (e3 x (e5 y)); Return (add_wrap (e2 x) (e2 y))
  else Return (e5 w).
Derive many.
ToFl many.
