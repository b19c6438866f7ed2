(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* What ToFl refuses: one program for each reason. The messages are in refused.expected. *)
From Coq Require Import ZArith List.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Import ListNotations.
Local Open Scope program_scope.

Inductive effect := ask_byte | tell | choose (n : nat).
Definition args (e : effect) : Type := match e with ask_byte => unit | tell => u32 | choose _ => unit end.
Definition rets (e : effect) : Type := match e with ask_byte => u8 | tell => unit | choose _ => u8 end.
Notation prog := (t args rets).

Definition not_derived : prog u32 := Return (lit 1).
Fail ToFl not_derived.

Definition a_number : prog nat := _ <- ask_byte tt; Return 3.
Derive a_number.
Fail ToFl a_number.

Definition a_list (n : u32) : prog u32 := _ <- ask_byte tt; let! l := [n; n] in Return (hd n l).
Derive a_list.
Fail ToFl a_list.

Definition a_parameter : prog u8 := b <- (choose 3) tt; Return b.
Derive a_parameter.
Fail ToFl a_parameter.

Definition a_recursion : prog u32 := foldM (fun n s => _ <- tell n; Return s) [lit 1; lit 2] (lit 0).
Derive a_recursion.
Fail ToFl a_recursion.

Definition a_helper (n : u32) : prog u32 := _ <- tell n; Return n.
Derive a_helper.
Definition a_call : prog u32 := let* n := a_helper (lit 1) in Return n.
Derive a_call.
Fail ToFl a_call.

Definition out_of_reach (n : u32) : prog u32 := _ <- tell (Word (Z.sqrt (number n))); Return n.
Derive out_of_reach.
Fail ToFl out_of_reach.

Definition echo (b : u8) : yields u8 u8 unit :=
  let* _ := iter (fun b => b <- yield b; Return (inl b : u8 + unit)) b in Return tt.
Derive echo.
Fail ToFl echo.

Definition computed_end : prog u8 :=
  iter (fun b => c <- ask_byte tt; Return (if eqw b c then inl c else inr b)) (lit 0).
Derive computed_end.
Fail ToFl computed_end.

Module Inside.
Definition here : prog u8 := b <- ask_byte tt; Return b.
Derive here.
Fail ToFl here.
End Inside.
Fail ToFl Inside.here.

Definition asker : prog unit := b <- ask_byte tt; _ <- tell (cast b); Return tt.
Derive asker.
Definition handler : prog unit :=
  let* a := begin asker in
  match a with Asks e x c => r <- e x; let* _ := reply c r in Return tt | Returns _ => Return tt end.
Derive handler.
Fail ToFl handler.

Fail DeriveExtern nothing_of_this_name.
Definition of_types (A : Type) (a : A) : A := a.
Fail DeriveExtern of_types.

(* Numbers *)
Definition over_8 : prog u8 := _ <- ask_byte tt; Return (lit 300).
Derive over_8.
Fail ToFl over_8.
Definition over_64 : prog u64 := _ <- ask_byte tt; Return (lit 18446744073709551616).
Derive over_64.
Fail ToFl over_64.
Definition negative : prog u8 := _ <- ask_byte tt; Return (lit (-3)).
Derive negative.
Fail ToFl negative.
Definition no_literal : prog u32 := b <- ask_byte tt; Return (lit (number b)).
Derive no_literal.
Fail ToFl no_literal.

(* Names that C and who drives the program would have to say *)
Definition é : prog u8 := b <- ask_byte tt; Return b.
Derive é.
Fail ToFl é.
Definition primed' : prog u8 := b <- ask_byte tt; Return b.
Derive primed'.
Fail ToFl primed'.
Inductive ill_named := get' | _put.
Definition asks_get : t (fun _ : ill_named => unit) (fun _ => u8) u8 := b <- get' tt; Return b.
Derive asks_get.
Fail ToFl asks_get.
Inductive ill_cased := A' | B.
Definition returns_case : prog ill_cased := _ <- ask_byte tt; Return B.
Derive returns_case.
Fail ToFl returns_case.
Record ill_fielded := { f' : u8 }.
Definition returns_field : prog ill_fielded := b <- ask_byte tt; Return {| f' := b |}.
Derive returns_field.
Fail ToFl returns_field.
Definition ü (b : u8) := b.
DeriveExtern ü.
Definition calls : prog u8 := b <- ask_byte tt; Return (ü b).
Derive calls.
Fail ToFl calls.

(* What is universe polymorphic *)
Set Universe Polymorphism.
Definition poly_rets (_ : unit) : Type := u8.
Unset Universe Polymorphism.
Definition asks_poly : t (fun _ : unit => unit) poly_rets u8 := b <- tt tt; Return b.
Derive asks_poly.
Fail ToFl asks_poly.

(* What Coq would not look into *)
Lemma secret : u8. Proof. exact (lit 3). Qed.
Definition says_secret : prog u8 := _ <- ask_byte tt; Return secret.
Derive says_secret.
Fail ToFl says_secret.

(* What says nothing, in other data *)
Inductive perhaps := ask_perhaps | ask_pair | put_perhaps.
Record with_unit := With_unit { said : u8; unsaid : unit }.
Definition perhaps_args (e : perhaps) : Type := match e with put_perhaps => option unit | _ => unit end.
Definition perhaps_rets (e : perhaps) : Type :=
  match e with ask_perhaps => option unit | ask_pair => with_unit | put_perhaps => unit end.
Definition takes_perhaps : t perhaps_args perhaps_rets u8 :=
  o <- ask_perhaps tt; match o with Some tt => Return (lit 1) | None => Return (lit 0) end.
Derive takes_perhaps.
Fail ToFl takes_perhaps.
Definition takes_field : t perhaps_args perhaps_rets u8 :=
  r <- ask_pair tt; match r with With_unit b _ => Return b end.
Derive takes_field.
Fail ToFl takes_field.
Definition takes_parameter (x : unit) : prog u8 := b <- ask_byte x; Return b.
Derive takes_parameter.
Fail ToFl takes_parameter.
Definition takes_table (seen : table 4 W8 unit) : prog bool :=
  b <- ask_byte tt; Return (match find seen b with Some _ => true | None => false end).
Derive takes_table.
Fail ToFl takes_table.

(* Cutting off what is narrower already *)
Definition cuts_wider : prog u32 := b <- ask_byte tt; Return (truncate b).
Derive cuts_wider.
Fail ToFl cuts_wider.
