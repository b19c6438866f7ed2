(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a thread asks of its loop.

    An *order* is carried out at once, and who gives it goes on; the other
    requests suspend. Sleeping and waiting for a descriptor are one request,
    [Await]: until the environment says that the event has come, or somebody
    signals the condition variable that was given with it. Barriers, timeouts,
    channels and nurseries are written above these. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd.

Definition thread := nat.
Definition condition := nat.

Inductive order {locals value : Type} :=
| Spawn (p : procedure) (a : locals)       (* a new thread, behind all that are ready *)
| Signal (c : condition)                   (* wakes the one that has waited longest *)
| SignalAll (c : condition)                (* all of them, in the order in which they began to wait *)
| Cancel (i : thread) (v : value).         (* wakes [i], if it waits: [v] is what its wait comes to *)
Arguments order : clear implicits.

Inductive primitive {locals value event : Type} :=
| Now (o : order locals value)
| Yield
| Wait (c : condition)
| Await (e : event) (c : option condition).
Arguments primitive : clear implicits.

(** What comes from outside, between slices only. *)
Inductive input {locals value heap : Type} :=
| Completed (i : thread) (v : value)       (* the event that [i] awaits *)
| Posted (o : order locals value)          (* by an operating system thread, or by the foreign loop around ours *)
| Wrote (h : heap).                        (* memory is now this: a buffer was filled *)
Arguments input : clear implicits.
