(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The POPL paper's first program, with bytes that have a bound, and so all the way to C. *)
From Coq Require Import ZArith String.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.

Inductive effect := input | print.
Definition args (e : effect) : Type := match e with input => unit | print => bytes 16 end.
Definition rets (e : effect) : Type := match e with input => bytes 8 | print => unit end.

Definition get_put : t args rets (bytes 8) :=
  w1 <- input tt;
  w2 <- input tt;
  if bytes_eq w1 (text (cap := 0) "") then Return (text "done")
  else _ <- print (cat w1 w2); Return w2.

Derive get_put.
ToFl get_put.
