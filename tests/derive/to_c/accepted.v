(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Names that .fl does not have, numbers of 64 bits, results that are of the user's own types, or of none; operations on
   bits, and second names. *)
From Coq Require Import ZArith.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.
Inductive effect := input | print.
Definition args (e : effect) : Type := match e with input => unit | print => u64 end.
Definition rets (e : effect) : Type := match e with input => u64 | print => unit end.

Inductive color := red | green (a : u64) (b : u16) | blue (c : option u8).
Definition named (α été auto : u64) : t args rets color :=
  _x <- input tt;
  é' <- input tt;
  _ <- print (add_wrap _x é');
  _ <- print (lit 18446744073709551615);
  _ <- print (lit (2 ^ 62));
  if eqw α (lit 0) then Return (blue (Some (lit 255)))
  else if eqw été (lit 9223372036854775808) then Return (green auto (lit 65535))
  else if eqw _x auto then Return (blue None)
  else Return red.
Derive named.
ToFl named.

(* What never ends has no result. *)
Definition echo : t args rets Empty_set :=
  iter (fun _ : unit => w <- input tt; _ <- print w; Return (inl tt)) tt.
Derive echo.
ToFl echo.

(* What is made of bits is in range, and another name for a variable or a constant is none of the state's. *)
Definition mask : u64 := lit 255.
Definition bits (a b : u64) : t args rets u64 :=
  let! v := lxor (land a b) (lit 3) in
  let alias := v in
  let m := mask in
  w <- input tt;
  _ <- print (lor alias m);
  if ltw alias w then Return (sub w alias) else Return m.
Derive bits.
ToFl bits.

(* So is what is made of bits inside data. *)
Inductive packed := nothing | one (a : u8) | two (a : u8) (b : option u16).
Definition packs (a b : u8) : t args rets packed :=
  w <- input tt;
  if ltw w (lit 9) then Return (two (lor a b) (Some (lxor (cast a) (lit 3)))) else Return (one (land a (lxor a b))).
Derive packs.
ToFl packs.

(* And [None], whose type .fl has to be told, where it is matched on. *)
Definition missing (a : u64) : t args rets u64 :=
  w <- input tt;
  match (None : option u64) with Some n => _ <- print n; Return n | None => Return (add_wrap a w) end.
Derive missing.
ToFl missing.
