(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Which line of the .fl text a place in a coroutine is of.

    For messages only: no proof depends on it. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang.Model Require Import Source.
From Fairlead.Derive.ToC Require Import Represent Places.

(** The lines that begin in a command, in their order. *)
Fixpoint lines_of (c : fl_cmd) : list nat :=
  match c with
  | Seq c1 c2 | If _ c1 c2 => lines_of c1 ++ lines_of c2
  | Block c | Loop _ c | Label _ c => lines_of c
  | Do (BLine n) => [n]
  | _ => []
  end.
Fixpoint lines_after (k : fl_kont) : list nat :=
  match k with
  | KSeq c :: k => lines_of c ++ lines_after k
  | _ :: k => lines_after k
  | [] => []
  end.
Definition lines_left (here : fl_place) : list nat := lines_of (fst here) ++ lines_after (snd here).

(** All places in a command with their lines, where it begins in [line]; and the line in which it ends. *)
Fixpoint places_in (c : fl_cmd) (k : fl_kont) (line : nat) : nat * list (nat * fl_place) :=
  match c with
  | Seq c1 c2 =>
    let '(line, l1) := places_in c1 (KSeq c2 :: k) line in let '(line, l2) := places_in c2 k line in (line, l1 ++ l2)
  | If _ c1 c2 =>
    let '(_, l1) := places_in c1 k line in let '(last, l2) := places_in c2 k line in (last, (line, (c, k)) :: l1 ++ l2)
  | Block c => places_in c (KBlock :: k) line
  | Loop l c1 => let '(last, l1) := places_in c1 (KLoop l c1 :: k) line in (last, (line, (c, k)) :: l1)
  | Label _ c => places_in c k line
  | Do (BLine n) => (n, [])
  | _ => (line, [(line, (c, k))])
  end.
(** Those that have as much before them: a few. *)
Definition places_like (Q : program) (q : procedure) (here : fl_place) : list (nat * fl_place) :=
  List.filter (λ '(_, other), bool_decide (lines_left other = lines_left here))
    (snd (places_in (code_of Q q) [] 0)).

(** A program's table of lines: its proof says which. *)
Ltac fl_source_lines := constr:(@nil nat).
Ltac fl_first_like places here :=
  lazymatch places with
  | (?n, ?other) :: ?rest =>
    match goal with
    | _ => let same := constr:(eq_refl : other = here) in n
    | _ => fl_first_like rest here
    end
  end.
Ltac fl_line_of Q q c k :=
  let here := eval vm_compute in (c, k) in
  let others := eval vm_compute in (places_like Q q here) in
  let n := fl_first_like others here in
  let lines := fl_source_lines in
  lazymatch eval vm_compute in (lines !! n) with Some ?line => line end.
