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

(* Quotients, shifts, parts of bytes: what may trap in .fl stands behind a test, or is bounded by a mask. *)
Definition digit (n : u8) : t args rets u64 :=
  let! high := shr n (lit 4) in
  let! low := land n (lit 15) in
  let* a := if ltw high (lit 10) then Return (add high (lit 48)) else Return (add high (lit 87)) in
  let* b := if ltw low (lit 10) then Return (add low (lit 48)) else Return (add low (lit 87)) in
  _ <- print (lor (shl (cast a) (lit 8)) (cast b));
  d <- input tt;
  if eqw d (lit 0) then Return (complement d) else
  _ <- print (div (cast n) d);
  _ <- print (rem (rotl d (lit 13)) d);
  Return (rotr (cast (truncate d : u16)) (add (cast n) (lit 1))).
Derive digit.
ToFl digit.
Definition field (b : bytes 9) : t args rets u64 :=
  if ltw (len b) (lit 3) then Return (lit 0) else
  let! n := (load_be b (lit 1) : u16) in
  _ <- print (cast n);
  let! rest := part b (lit 3) (len b) in
  if lew (lit 4) (len rest) then Return (cast (load_le rest (sub (len rest) (lit 4)) : u32)) else
  let! begun := part b (lit 0) (lit 2) in
  if bytes_eq begun rest then Return (lit 1) else Return (cast (len begun)).
Derive field.
ToFl field.

(* What .fl computes of literals before it runs. *)
Definition literals : t args rets u64 :=
  w <- input tt;
  let! m := lor (shl (lit 1) (lit 6)) (lit 6) in
  _ <- print m;
  if ltw w (rotr (lor (lit 1) (lit 6)) (lit 60)) then Return (add_wrap w (complement (lit 7))) else Return m.
Derive literals.
ToFl literals.

(* A parameter that nothing reads afterwards is copied, not written. *)
Definition longer (b : bytes 9) (n : u64) : t args rets (bytes 9) :=
  if ltw (len b) (lit 8) then let! c := push b (truncate n) in _ <- print n; Return c else Return b.
Derive longer.
ToFl longer.
