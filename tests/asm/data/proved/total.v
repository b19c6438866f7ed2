(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the kernel computes: the sum, modulo 2^64, of [n] numbers of 8 bytes from address [a] on. *)
From Coq Require Import NArith.
From Fairlead.Asm.Model Require Import Word_trusted State_trusted.
Local Open Scope N_scope.

Fixpoint total (m : N -> N) (a : N) (n : nat) : N :=
  match n with O => 0 | S n => low 64 (load m a 8 + total m (a + 8) n) end.
