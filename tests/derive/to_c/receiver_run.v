(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The receiver of frames with checksums as a Gallina program, on inputs that the C is given too. *)
From Coq Require Import ZArith List String.
From Fairlead.Derive Require Import Freer Run.
From Fairlead.Derive.ToC Require Import Data.
From Programs Require Import show checksum.
Import ListNotations.
Local Open Scope string_scope.

Definition shown (e : effect) : args e -> string :=
  match e with
  | frame => fun _ => "frame()"
  | expected => fun _ => "expected()"
  | deliver => fun a => "deliver(" ++ show_bytes a ++ ")"
  | reject => fun a => "reject(" ++ show_word (fst a) ++ ", " ++ show_word (snd a) ++ ")"
  end.
(* a frame and the sum that is said of it *)
Definition answer (e : effect) (i : list (bytes 32 + u32)) : option (rets e * list (bytes 32 + u32)) :=
  match e with
  | frame => match i with inl b :: i => Some (b, i) | _ => None end
  | expected => match i with inr n :: i => Some (n, i) | _ => None end
  | deliver | reject => Some (tt, i)
  end.
Definition run (i : list (bytes 32 + u32)) : list string := lines shown answer show_word 100 receiver i.
Notation f s := (inl (text s)).
Notation s n := (inr (Word n)).
Eval vm_compute in run
  [f "123456789"; s 0xcbf43926%Z; f "a"; s 0xe8b7be43%Z; f "a"; s 0xe8b7be43%Z; f "b"; s 1%Z; f ""].
Eval vm_compute in run [f "0123456789abcdef0123456789ABCDEF"; s 0%Z; f "xyz"].
