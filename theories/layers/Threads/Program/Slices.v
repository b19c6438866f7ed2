(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * C with threads as an instance of Core.

    A suspending function is control around *slices*: pieces of C without a
    suspending call. A slice is an opaque function on the activation's locals
    and on the heap, and so are tests, arguments and results. The heap is all
    that threads share: globals, what malloc gave, and every local whose
    address is taken. There is one, so a request takes it along to the loop, a
    response brings it back, and a frame that waits has none. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics Points.
From Fairlead.Core.Machine Require Import Liveness Simulation Compilation.
From Fairlead.Threads.Program Require Import Primitives.

Record slices {B T S C locals heap value event : Type} := Slices {
  text : procedure → option (cmd B T S C Empty_set);
  slice : procedure → B → locals → heap → outcome (locals * heap);
  choice : T → locals → heap → outcome bool;
  wish : S → locals → heap → outcome (primitive locals value event);
  receive : procedure → S → value → locals → heap → outcome (locals * heap);
  arguments : C → locals → heap → outcome (procedure * locals);
  take_result : procedure → C → procedure → locals (* the callee's last *) → locals → heap →
    outcome (locals * heap);
  result_of : procedure → locals → heap → outcome value
}.
Arguments slices : clear implicits.

Section slices.
  Context {B T S C locals heap value event : Type}.
  Local Notation slices := (slices B T S C locals heap value event).

  (** Locals, and the heap while this activation runs. *)
  Notation memory := (locals * option heap)%type.

  Definition with_heap {X} (f : locals → heap → outcome X) (m : memory) : outcome X :=
    match m.2 with Some h => f m.1 h | None => Wrong end.
  Definition held (x : locals * heap) : memory := (x.1, Some x.2).

  (** [park]: what of the locals survives a suspension at a label. *)
  Definition dynamics_of {frame} (P : slices) (park' : procedure → label → locals → locals)
      (save' : procedure → cmd B T S C Empty_set → kont B T S C Empty_set → memory → frame)
      (load' : frame → option (entry B T S C Empty_set memory)) :
      dynamics B T S C Empty_set memory frame (primitive locals value event * heap) (value * heap) (value * heap) := {|
    code := text P;
    run p b := with_heap (λ l h, held <$> slice P p b l h);
    test t := with_heap (choice P t);
    ask x := with_heap (λ l h, (., h) <$> wish P x l h);
    answer p x r m := held <$> receive P p x r.1 m.1 r.2;
    begin p r m := Ok (m.1, Some r.2);
    enter_call x := with_heap (λ l h, '(p, l') ← arguments P x l h; Ok (p, (l', Some h)));
    leave_call p x q u m := with_heap (λ lq h, held <$> take_result P p x q lq m.1 h) u;
    enter_resume x := match x with end;
    leave_resume _ x := match x with end;
    finish p := with_heap (λ l h, (., h) <$> result_of P p l h);
    park p l m := (park' p l m.1, None);
    save := save';
    load := load'
  |}.

  (** The program as written: a thread that waits keeps the rest of itself to run. *)
  Definition source (P : slices) := dynamics_of P (λ _ _, id) source_save source_load.
  (** The program as compiled: it keeps a label. *)
  Definition machine (P : slices) := dynamics_of P (λ _ _, id) machine_save (machine_load (text P)).

  (** A thread that has been spawned: one frame, with its arguments. *)
  Definition source_start (p : procedure) (a : locals) : source_point B T S C Empty_set * memory := (SFresh p, (a,
    None)).
  Definition machine_start (p : procedure) (a : locals) : machine_point * memory := (MStart p, (a, None)).

  Lemma slices_agreement (P : slices) :
    agreement always (source P) (machine P) (λ _ _, eq).
  Proof.
    split; simpl; intros; subst; eauto using outcome_eq; try done.
    split; [|done]. match goal with |- outcome_rel _ ?o _ => destruct o as [[]| |]; by constructor end.
  Qed.
End slices.
Notation memory locals heap := (locals * option heap)%type.
