(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* A coroutine whose argument is computed, begun and resumed without a suspension between. *)
From Coq Require Import ZArith.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.
Definition adder (total : u32) (first : u8) : yields u8 u32 u32 :=
  iter (fun '(total, b) =>
    if eqw b (lit 0) then Return (inr total)
    else let! total := add_wrap total (cast b) in b <- yield total; Return (inl (total, b))) (total, first).
Derive adder.
Inductive effect := next | say.
Definition args (e : effect) : Type := match e with next => unit | say => u32 end.
Definition rets (e : effect) : Type := match e with next => u8 | say => unit end.
Definition computed_argument : t args rets unit :=
  b <- next tt;
  let_coro c := adder (add_wrap (cast b) (lit 7)) in
  let* r := resume c b in
  match r with Yields n _ => _ <- say n; Return tt | Ends n => _ <- say n; Return tt end.
Derive computed_argument.
ToFl computed_argument.
