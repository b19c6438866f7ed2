(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Programs over records, with drivers that reply at random; a few shades and mostly lit up, so that tables have what is
   looked for and coroutines are resumed. *)
From Coq Require Import ZArith List String.
From Fairlead.Derive Require Import Freer.
From Fairlead.Derive.ToC Require Import Data.
From Programs Require Import show worlds records.
Import ListNotations.
Local Open Scope list_scope.
Local Open Scope Z_scope.
Local Open Scope string_scope.

#[export] Instance known_pixel : Known pixel := {|
  chosen s := let (a, s) := below 6 s in let (b, s) := below 8 s in (Build_pixel (Word a) (0 <? b)%Z, s);
  wire p := (wire (shade p) ++ wire (lit_up p))%list;
  said p := "{shade: " ++ said (shade p) ++ ", lit_up: " ++ said (lit_up p) ++ "}" |}.
#[export] Instance known_box : Known box := {|
  chosen s := let (p, s) := chosen s in let (w, s) := chosen s in let (l, s) := chosen s in (make_box p w l, s);
  wire b := (wire (corner b) ++ wire (width b) ++ wire (label b))%list;
  said b :=
    "{corner: " ++ said (corner b) ++ ", width: " ++ said (width b) ++ ", label: " ++ said (label b) ++ "}" |}.
#[export] Instance known_shape : Known shape := {|
  chosen s := let (n, s) := below 3 s in let (p, s) := chosen s in let (q, s) := chosen s in
    (match n with 0 => dot p | 1 => frame p q | _ => nothing end, s);
  wire h := match h with dot p => 0 :: wire p | frame p q => (1 :: wire p ++ wire q)%list | nothing => [2] end;
  said _ := "" |}.

Definition asked (e : effect) : args e -> string :=
  match e with
  | get_pixel => fun _ => "get_pixel()" | get_box => fun _ => "get_box()" | get_maybe => fun _ => "get_maybe()"
  | get_shape => fun _ => "get_shape()" | print => fun a => "print(" ++ said a ++ ")"
  | records.show => fun a => "show(" ++ said (fst a) ++ ", " ++ said (snd a) ++ ")"
  end.
Definition replied (e : effect) : Known (rets e) :=
  match e return Known (rets e) with
  | get_pixel => _ | get_box => _ | get_maybe => _ | get_shape => _ | print => _ | records.show => _
  end.

Definition seeds : list Z := [3; 14; 15; 92; 65; 35; 89; 79].
Definition runs (one : Z -> string) : string := String.concat "|" (map one seeds).
Eval vm_compute in runs (fun n => run asked replied n [] pictures).
Eval vm_compute in runs (fun n =>
  let (p, n) := chosen n in let a : u8 := Word (n mod 12) in run asked replied n (wire p ++ wire a)%list (joined p a)).
Eval vm_compute in runs (fun n => run asked replied n [] parent).
