(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What statements may do.

    A behaviour says, for each way into a statement, what may be seen of it and how
    it is left. Texts are opaque: what is seen is that one was evaluated, how it was
    left, and what a condition was found to be; who knows what texts do knows from
    that what the whole does. Sequence, choice, loops, [switch] and [goto] are
    C's. *)
From Coq Require Import String.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

(** From the beginning; at a label; at a [case], by the place of that word. *)
Inductive entry := Top | At (n : token) | Case (i : nat) | Default.

(** [Cut]: it is still inside. Who never leaves is cut off anywhere. *)
Inductive exit := Fell | Broke | Continued | Returned | Went (n : token) | Cut.

#[global] Instance entry_eq_dec : EqDecision entry.
Proof. solve_decision. Defined.
#[global] Instance exit_eq_dec : EqDecision exit.
Proof. solve_decision. Defined.

Inductive event :=
| Did (t : text) (e : entry) (x : exit)       (* a text was entered, and left *)
| Found (b : bool)                            (* what was evaluated last is a condition *)
| Picked (e : option entry)                   (* the same of a [switch]; [None]: no case of it *)
| Sets (v : nat) | Defines (x : token)
| Calls (k : nat) (f : option token) (into : option nat)
| Gave.                                       (* the same is the result *)

Notation trace := (list event).
Definition behaviour := entry → trace → exit → Prop.

Definition skip : behaviour := λ e tr x, e = Top ∧ tr = [] ∧ x = Fell.
Definition leaves_by (y : exit) : behaviour := λ e tr x, e = Top ∧ tr = [] ∧ x = y.
Definition act (a : event) : behaviour := λ e tr x, e = Top ∧ (tr = [] ∧ x = Cut ∨ tr = [a] ∧ (x = Fell ∨ x = Cut)).
Definition label (n : token) : behaviour := λ e tr x, (e = Top ∨ e = At n) ∧ tr = [] ∧ x = Fell.
Definition case_label (l : list entry) : behaviour := λ e tr x, (e = Top ∨ e ∈ l) ∧ tr = [] ∧ x = Fell.

(** Behind each other. *)
Inductive seq (A B : behaviour) : behaviour :=
| seq_away e tr x : A e tr x → x ≠ Fell → seq A B e tr x
| seq_both e t1 t2 x : A e t1 Fell → B Top t2 x → seq A B e (t1 ++ t2) x
| seq_inside e tr x : B e tr x → e ≠ Top → seq A B e tr x.

(** As a condition is found. *)
Inductive found (A B : behaviour) : behaviour :=
| found_none : found A B Top [] Cut
| found_cut b : found A B Top [Found b] Cut
| found_true tr x : A Top tr x → found A B Top (Found true :: tr) x
| found_false tr x : B Top tr x → found A B Top (Found false :: tr) x
| found_inside_true e tr x : A e tr x → e ≠ Top → found A B e tr x
| found_inside_false e tr x : B e tr x → e ≠ Top → found A B e tr x.

(** For ever: [continue] goes on with the next round, [break] leaves. *)
Definition goes_round (x : exit) : Prop := x = Fell ∨ x = Continued.
Definition stays_out (x : exit) : Prop := x = Returned ∨ x = Cut ∨ ∃ n, x = Went n.
Inductive forever (A : behaviour) : behaviour :=
| forever_round e t1 y t2 x : A e t1 y → goes_round y → forever A Top t2 x → forever A e (t1 ++ t2) x
| forever_broken e tr : A e tr Broke → forever A e tr Fell
| forever_left e tr x : A e tr x → stays_out x → forever A e tr x.

(** Whose [continue] goes on behind it. *)
Inductive caught (A : behaviour) : behaviour :=
| caught_continued e tr : A e tr Continued → caught A e tr Fell
| caught_other e tr x : A e tr x → x ≠ Continued → caught A e tr x.

(** The body of a [switch]: its cases are of nobody around it, labels are. *)
Definition from_outside (e : entry) : Prop := match e with At _ => True | _ => False end.
Definition is_case (e : entry) : Prop := match e with Case _ | Default => True | _ => False end.
Inductive broken_out : exit → exit → Prop :=
| broken_out_break : broken_out Broke Fell
| broken_out_other x : x ≠ Broke → broken_out x x.
Inductive switched (A : behaviour) : behaviour :=
| switched_none : switched A Top [] Cut
| switched_cut c : switched A Top [Picked c] Cut
| switched_past : switched A Top [Picked None] Fell
| switched_case c tr y x : A c tr y → is_case c → broken_out y x → switched A Top (Picked (Some c) :: tr) x
| switched_inside e tr y x : A e tr y → from_outside e → broken_out y x → switched A e tr x.

(** Whose [goto n] goes on at its own label [n]. *)
Inductive followed (n : token) (A : behaviour) : behaviour :=
| followed_goto e t1 t2 x : A e t1 (Went n) → followed n A (At n) t2 x → followed n A e (t1 ++ t2) x
| followed_other e tr x : A e tr x → x ≠ Went n → followed n A e tr x.

(** A function: every [goto] goes on at its label. *)
Inductive whole_run (A : behaviour) : behaviour :=
| run_goto e t1 n t2 x : A e t1 (Went n) → whole_run A (At n) t2 x → whole_run A e (t1 ++ t2) x
| run_end e tr x : A e tr x → (∀ n, x ≠ Went n) → whole_run A e tr x.
