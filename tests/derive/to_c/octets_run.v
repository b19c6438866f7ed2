(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Programs over bytes, with drivers that reply at random; of their bytes most are small, or digits. *)
From Coq Require Import ZArith List String.
From Fairlead.Derive Require Import Freer.
From Fairlead.Derive.ToC Require Import Data.
From Programs Require Import show worlds octets.
Import ListNotations.
Local Open Scope list_scope.
Local Open Scope Z_scope.
Local Open Scope string_scope.

Definition asked (e : effect) : args e -> string :=
  match e with
  | get => fun _ => "get()" | get_text => fun _ => "get_text()"
  | print => fun a => "print(" ++ said a ++ ")" | octets.show => fun a => "show(" ++ said a ++ ")"
  end.
Definition replied (e : effect) : Known (rets e) :=
  match e return Known (rets e) with get => _ | get_text => _ | print => _ | octets.show => _ end.

Definition seeds : list Z := [3; 14; 15; 92; 65; 35; 89; 79; 32; 38; 46; 26].
Definition runs (one : Z -> string) : string := String.concat "|" (map one seeds).
Definition given (f : bytes 10 -> bytes 10) {A} `{Known A} (p : bytes 10 -> t args rets A) (n : Z) : string :=
  let (b, n) := chosen n in run asked replied n (wire (f b)) (p (f b)).
Definition as_digits (b : bytes 10) : bytes 10 := Bytes (map (fun z => 47 + z mod 11) (chars b)).
Eval vm_compute in runs (given (fun b => b) sum).
Eval vm_compute in runs (given (fun b => b) each).
Eval vm_compute in runs (fun n => let a : u8 := Word (n mod 256) in run asked replied n (wire a) (last_of a)).
Eval vm_compute in runs (given as_digits digits).
