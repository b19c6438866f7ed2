(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The machine with frames laid out.

    It runs the same slices on locals of which some are destroyed: before and
    after a slice those that share a slot with what it changes, at a suspension
    those that are C locals or not in the set kept there, when a function is
    entered or left all but its parameters or its result. What a destroyed local has is anything ([junk]). *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Cmd Semantics Points.
From Fairlead.Threads.Program Require Import Slices.
From Fairlead.Threads.Program Require Import Primitives.
From Fairlead.Threads.Layout Require Import Slots.

Section machine.
  Context {val heap value event : Type}.
  Notation locals := (nat → val).
  Local Notation thread_slices := (slices piece piece request request locals heap value event).
  Context (L : table plan) (junk : locals → nat → val).

  Definition destroy (dead : nat → bool) (l : locals) : locals := λ y, if dead y then junk l y else l y.
  Definition written (p : procedure) (xs : varset) : locals → locals :=
    destroy (λ y, existsb (λ x, hit L p x y) xs).
  (** Of [V] what lies in the frame stays. *)
  Definition keeping (p : procedure) (V : varset) : locals → locals :=
    destroy (λ y, negb (in_frame L p y && bool_decide (y ∈ V))).
  Definition parked (p : procedure) (l : label) : locals → locals := keeping p (set_at L p l).
  Definition begun (p : procedure) : locals → locals := keeping p (params_of L p).
  Definition ended (p : procedure) : locals → locals := keeping p (results_of L p).

  (** A piece that is run with [f], and its destruction. *)
  Definition around (p : procedure) (b : piece) (f : locals →
    outcome (locals * heap)) (l : locals) : outcome (locals * heap) :=
    '(l, h) ← f (written p (defs b) l); Ok (written p (defs b) l, h).

  Definition with_layout (P : thread_slices) : thread_slices := {|
    text := text P;
    slice p b l h := around p b (λ l, slice P p b l h) l;
    choice := choice P;
    wish := wish P;
    receive p x v l h := around p (back x) (λ l, receive P p x v l h) l;
    arguments x l h := '(q, l) ← arguments P x l h; Ok (q, begun q l);
    take_result p x q u l h := around p (back x) (λ l, take_result P p x q (ended q u) l h) l;
    result_of p l h := result_of P p (ended p l) h
  |}.

  Definition laid_out_machine (P : thread_slices) :=
    dynamics_of (with_layout P) parked machine_save (machine_load (text P)).
  Definition laid_out_start (p : procedure) (a : locals) : machine_point * memory locals heap :=
    (MStart p, (begun p a, None)).

  (** Slices are what the checker was told of them. *)
  Definition same_on (V : varset) (l1 l2 : locals) : Prop := ∀ y, y ∈ V → l1 y = l2 y.
  Definition piece_told (b : piece) (f : locals → outcome (locals * heap)) : Prop :=
  (∀ l l' h, f l = Ok (l', h) → ∀ y, y ∉ defs b → y ∉ fresh b → l' y = l y) ∧
    (∀ l1 l2, same_on (uses b) l1 l2 →
      outcome_rel (λ a c, a.2 = c.2 ∧ same_on (defs b) a.1 c.1 ∧ same_on (fresh b) a.1 c.1) (f l1) (f l2)).
  Record told (P : thread_slices) : Prop := Told {
    told_slice p b h : piece_told b (λ l, slice P p b l h);
    told_choice t l1 l2 h : same_on (uses t) l1 l2 → choice P t l1 h = choice P t l2 h;
    told_wish x l1 l2 h : same_on (arguments_use x) l1 l2 → wish P x l1 h = wish P x l2 h;
    told_receive p x v h : piece_told (back x) (λ l, receive P p x v l h);
    told_arguments x l1 l2 h : same_on (arguments_use x) l1 l2 →
      outcome_rel (λ a c, a.1 = c.1 ∧ same_on (params_of L a.1) a.2 c.2) (arguments P x l1 h) (arguments P x l2 h);
    told_take p x q u h : piece_told (back x) (λ l, take_result P p x q u l h);
    told_taken p x q u1 u2 l h : same_on (results_of L q) u1 u2 →
      take_result P p x q u1 l h = take_result P p x q u2 l h;
    told_result p l1 l2 h : same_on (results_of L p) l1 l2 → result_of P p l1 h = result_of P p l2 h
  }.
End machine.
