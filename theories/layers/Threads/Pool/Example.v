(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A pool small enough to see whole.

    A consumer waits for a condition variable until there is something in the
    heap, which here is one number; a producer puts it there, signals and goes
    on. Both runs are computed, step by step, of the threads as written and as
    compiled: they are equal, and the consumer finds what the producer left. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics Points Bisimulation.
From Fairlead.Core.Machine Require Import Compilation.
From Fairlead.Threads.Program Require Import Slices.
From Fairlead.Threads.Pool Require Import Model Bisimulation.

(** Slices: put the local into the heap, take it out. *)
Inductive piece := Put | Take.
Local Notation example_command := (cmd piece () (primitive nat nat nat) Empty_set Empty_set).

Definition consumer : example_command :=
  Seq (Suspend 0 (Now (Spawn 1 7)))
    (Seq (Block (Loop 1 (Seq (If () (Exit 0) Skip) (Suspend 2 (Wait 0))))) (Do Take)).
Definition producer : example_command :=
  Seq (Suspend 0 Yield) (Seq (Do Put) (Seq (Suspend 1 (Now (Signal 0))) (Suspend 2 (Await 5 None)))).

Definition example : slices piece () (primitive nat nat nat) Empty_set nat nat nat nat := {|
  text p := [consumer; producer] !! p;
  slice _ b l h := Ok (match b with Put => (l, l) | Take => (h, 0) end);
  choice _ _ h := Ok (negb (bool_decide (h = 0)));
  wish q _ _ := Ok q;
  receive _ _ _ l h := Ok (l, h);
  arguments (x : Empty_set) := match x with end;
  take_result _ (x : Empty_set) := match x with end;
  result_of _ l _ := Ok l
|}.

(** A run, as far as the loop goes by itself. *)
Fixpoint run_alone {state parked locals heap value event}
    (M : runner state parked (primitive locals value event * heap) (value * heap) (value * heap))
    (L : loop parked locals heap value) (n : nat) (P : pool state parked heap value event) :
    list (event_of_pool locals heap value event) :=
  match n with
  | 0 => []
  | S n => match own_step M L P with Some (a, P) => a :: run_alone M L n P | None => [] end
  end.
Definition seen {locals heap value event} (a : event_of_pool locals heap value event) : bool :=
  match a with Did _ Silent => false | _ => true end.

Definition loop1 := source_loop (B := piece) (T := ()) (S := primitive nat nat nat) (C := Empty_set) (locals := nat)
  0 1 id (λ _ : nat, []) id.
Definition loop2 := machine_loop (locals := nat) 0 1 id (λ _ : nat, []) id.

Example consumer_finds :
  List.filter seen (run_alone (source example) loop1 100 (pool_of loop1 0 3 0)) =
  [Dispatched 0; Did 0 (Request (Now (Spawn 1 7), 0)); Did 0 (Request (Wait 0, 0));
   Dispatched 1; Did 1 (Request (Yield, 0)); Dispatched 1; Did 1 (Request (Now (Signal 0), 7));
   Did 1 (Request (Await 5 None, 7)); Dispatched 0; Did 0 (Result (7, 0))].
Proof. vm_compute. reflexivity. Qed.

Example compiled_alike :
  run_alone (machine example) loop2 100 (pool_of loop2 0 3 0) = run_alone (source example) loop1 100 (pool_of loop1 0
    3 0).
Proof. vm_compute. reflexivity. Qed.

(** And so it is for every argument, every heap and whatever comes from outside. *)
Theorem example_bisimilar p a h :
  bisimilar (pool_trans (source example) loop1) (pool_trans (machine example) loop2) (pool_of loop1 p a h) (pool_of
    loop2 p a h).
Proof.
  apply slices_bisimilar. intros [|[|q]] body; simpl; intros; simplify_eq/=.
  all: split; [|done]; apply (bool_decide_unpack (NoDup _)); vm_compute; done.
Qed.
