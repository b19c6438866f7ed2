(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Gives out numbered tickets,
  one for each call. tickets_invariant.v shows that each number comes once and in order, by an
    invariant of this program, and that the C keeps it. *)
From Coq Require Import ZArith.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.

Inductive effect := turn | give.
Definition args (e : effect) : Type := match e with turn => unit | give => u32 end.
Definition rets (e : effect) : Type := match e with turn => bool | give => unit end.

Definition round (n : u32) : t args rets (u32 + u32) :=
  more <- turn tt;
  if more then _ <- give n; Return (inl (add_wrap n (lit 1))) else Return (inr n).
DeriveInline round.

Definition tickets (first : u32) : t args rets u32 := iter round first.
Derive tickets.
ToFl tickets.
