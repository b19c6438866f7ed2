(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Bytes at an index that is computed: in loops, after suspensions, as lengths and indices of other bytes. *)
From Coq Require Import ZArith.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.

Inductive effect := get | get_text | print | show.
Definition args (e : effect) : Type := match e with print => u8 | show => bytes 20 | _ => unit end.
Definition rets (e : effect) : Type := match e with get => u8 | get_text => bytes 10 | _ => unit end.

(* no effect at all *)
Definition sum (b : bytes 10) : t args rets u8 :=
  iter (fun '(i, total) =>
    if ltw i (len b) then let! x := at_ b i in Return (inl (add i (lit 1), add_wrap total x)) else Return (inr total))
    ((lit 0 : u32), (lit 0 : u8)).
Derive sum. ToFl sum.

Definition each (b : bytes 10) : t args rets unit :=
  iter (fun i : u32 =>
    if ltw i (len b) then _ <- print (at_ b i); Return (inl (add i (lit 1))) else Return (inr tt)) (lit 0).
Derive each. ToFl each.

(* tag, length, contents: the length says where the last byte is *)
Definition last_of (n : u8) : t args rets u8 :=
  b <- get_text tt;
  if ltw (lit 1) (len b) then
    let! l := at_ b (lit 1) in
    if ltw (add (cast l : u32) (lit 2)) (len b) then
      let! last := at_ b (add (cast l) (lit 2)) in
      _ <- show (fit (cat b b));
      Return last
    else _ <- print l; Return n
  else Return (lit 0).
Derive last_of. ToFl last_of.

(* digits, until there is none; a byte that is compared is in the range that the comparison says *)
Definition digits (b : bytes 10) : t args rets u16 :=
  iter (fun '(i, total) =>
    if ltw i (len b) then
      let! x := at_ b i in
      if lew (lit 48) x then
        if lew x (lit 57) then
          _ <- print (sub x (lit 48));
          Return (inl (add i (lit 1), add_wrap (mul_wrap total (lit 10)) (cast (sub x (lit 48)))))
        else Return (inr total)
      else Return (inr total)
    else Return (inr total)) ((lit 0 : u32), (lit 0 : u16)).
Derive digits. ToFl digits.
