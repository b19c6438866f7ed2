(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The pool: the attached threads of one loop.

    Each thread is run by a *runner*: a computation of Core, say, or a machine
    below it. Its requests are a primitive with the heap and its responses are a
    value with the heap. The pool holds the thread that runs, if any, the queue of
    those that are ready, and those that wait. It is the same for threads as
    written and as compiled: they differ in what a thread that waits is, which
    the pool never looks into. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd Semantics.
From Fairlead.Threads.Program Require Export Primitives.

(** A thread's step, and how it goes on when it is told what it waits for. *)
Inductive advance {state parked request result : Type} :=
| Goes (st : state)
| Waits (q : request) (k : parked)
| Ends (r : result)
| Traps
| Sticks.
Arguments advance : clear implicits.
Record runner {state parked request response result : Type} := Runner {
  advances : state → advance state parked request result;
  wakes : response → parked → state }.
Arguments runner : clear implicits.
Arguments Runner {_ _ _ _ _}.

(** Computations of Core: what waits is a list of frames. *)
Definition core_advance {B T S C R store frame request response result}
    (n : next B T S C R store frame request response result) :
    advance (state B T S C R store frame response) (list frame) request result :=
  match n with
  | Go st => Goes st
  | Emit q (Suspended fs) => Waits q fs
  | Emit _ _ | Stuck => Sticks
  | Finish r => Ends r
  | Crash => Traps
  end.
Definition core_runner {B T S C R store frame request response result}
    (D : dynamics B T S C R store frame request response result) :
    runner (state B T S C R store frame response) (list frame) request response result :=
  Runner (λ st, core_advance (step D st)) Resuming.
Coercion core_runner : dynamics >-> runner.

(** Who waits: for a signal, or for the environment, or both. *)
Record sleeper {parked event : Type} := Sleeper {
  who : thread; on : option condition; awaits : option event; kept : parked }.
Arguments sleeper : clear implicits.
Arguments Sleeper {_ _}.
Record queued {parked value : Type} := Queued { name : thread; told : value; frames : parked }.
Arguments queued : clear implicits.
Arguments Queued {_ _}.

(** The threads that do not run: [ready] is taken from in front and added to
    behind, [waiting] is in the order in which they began to wait. *)
Record queues {parked value event : Type} := Queues {
  ready : list (queued parked value); waiting : list (sleeper parked event); next_thread : thread }.
Arguments queues : clear implicits.
Arguments Queues {_ _ _}.

Section queues.
  Context {parked locals value event : Type}.
  Local Notation queues := (queues parked value event).
  Local Notation sleeper := (sleeper parked event).
  Local Notation queued := (queued parked value).
  (** A new thread, which has not begun; what a plain primitive returns, what a wait that was
      ended by a signal does, and what [Spawn] does. *)
  Context (start : procedure → locals → parked) (plain signalled : value) (spawned : thread → value).

  Definition enqueue (x : list queued) (Q : queues) : queues :=
    Queues (ready Q ++ x) (waiting Q) (next_thread Q).
  Definition await (x : sleeper) (Q : queues) : queues :=
    Queues (ready Q) (waiting Q ++ [x]) (next_thread Q).

  Definition waits_on (c : condition) (x : sleeper) : bool := bool_decide (on x = Some c).
  Definition is_thread (i : thread) (x : sleeper) : bool := who x =? i.
  Definition awaits_event (i : thread) (x : sleeper) : bool := (who x =? i) && bool_decide (is_Some (awaits x)).
  Definition woken (v : value) (x : sleeper) : queued := Queued (who x) v (kept x).

  (** The first that satisfies [f], and the others. *)
  Fixpoint extract (f : sleeper → bool) (l : list sleeper) : option (sleeper * list sleeper) :=
    match l with
    | [] => None
    | x :: l => if f x then Some (x, l) else '(y, l) ← extract f l; Some (y, x :: l)
    end.
  Definition wake_first (f : sleeper → bool) (v : value) (Q : queues) : option queues :=
    '(x, l) ← extract f (waiting Q); Some (Queues (ready Q ++ [woken v x]) l (next_thread Q)).
  Definition wake_all (f : sleeper → bool) (v : value) (Q : queues) : queues :=
    Queues (ready Q ++ map (woken v) (List.filter f (waiting Q))) (List.filter (λ x,
      negb (f x)) (waiting Q)) (next_thread Q).

  (** An order, and what it returns. A signal that finds nobody is lost. *)
  Definition obey (o : order locals value) (Q : queues) : value * queues :=
    match o with
    | Spawn p a =>
        let i := next_thread Q in
        (spawned i, Queues (ready Q ++ [Queued i plain (start p a)]) (waiting Q) (S i))
    | Signal c => (plain, default Q (wake_first (waits_on c) signalled Q))
    | SignalAll c => (plain, wake_all (waits_on c) signalled Q)
    | Cancel i v => (plain, default Q (wake_first (is_thread i) v Q))
    end.
  Definition obey_all (os : list (order locals value)) (Q : queues) : queues :=
    fold_left (λ Q o, (obey o Q).2) os Q.
End queues.

(** The parameters of a pool. Native code inside of a slice may spawn and signal
    too: it leaves its orders in the heap, in order, and the loop carries them out
    before it does what the thread asks for next. Nobody looks at the queues before. *)
Record loop {parked locals heap value : Type} := Loop_of {
  start : procedure → locals → parked;
  plain : value; signalled : value; spawned : thread → value;
  orders : heap → list (order locals value); without_orders : heap → heap }.
Arguments loop : clear implicits.
Arguments Loop_of {_ _ _ _}.

Section pool.
  Context {state parked locals heap value event : Type}.
  Local Notation request := (primitive locals value event * heap)%type.
  Local Notation response := (value * heap)%type.
  Context (M : runner state parked request response response).
  Context (L : loop parked locals heap value).
  Local Notation queues := (queues parked value event).

  (** The heap is where the running thread is, or with the loop. *)
  Inductive pool :=
  | Free (h : heap) (Q : queues)
  | Busy (i : thread) (st : state) (Q : queues)
  | Aborted.                              (* a thread has trapped *)

  Inductive event_of_pool :=
  | Took (x : input locals value heap)
  | Dispatched (i : thread)
  | Did (i : thread) (a : action request response response).

  Definition obeyed (h : heap) (Q : queues) : queues :=
    obey_all (start L) (plain L) (signalled L) (spawned L) (orders L h) Q.

  (** What becomes of thread [i], which asks for [q]. *)
  Definition serve (i : thread) (q : primitive locals value event) (h : heap) (k : parked) (Q : queues) : pool :=
    let Q := obeyed h Q in
    let h := without_orders L h in
    match q with
    | Now o =>
        let '(v, Q) := obey (start L) (plain L) (signalled L) (spawned L) o Q in Busy i (wakes M (v, h) k) Q
    | Yield => Free h (enqueue [Queued i (plain L) k] Q)
    | Wait c => Free h (await (Sleeper i (Some c) None k) Q)
    | Await e c => Free h (await (Sleeper i c (Some e) k) Q)
    end.

  (** What the pool does by itself. *)
  Definition own_step (P : pool) : option (event_of_pool * pool) :=
    match P with
    | Free h Q =>
        match ready Q with
        | [] => None
        | Queued i v k :: l => Some (Dispatched i, Busy i (wakes M (v, h) k) (Queues l (waiting Q) (next_thread Q)))
        end
    | Busy i st Q =>
        match advances M st with
        | Goes st' => Some (Did i Silent, Busy i st' Q)
        | Waits (q, h) k => Some (Did i (Request (q, h)), serve i q h k Q)
        | Ends (v, h) => Some (Did i (Result (v, h)), Free (without_orders L h) (obeyed h Q))
        | Traps => Some (Did i Trapped, Aborted)
        | Sticks => None
        end
    | Aborted => None
    end.

  (** What it takes from outside, while no thread runs. *)
  Definition input_step (x : input locals value heap) (P : pool) : option pool :=
    match P, x with
    | Free h Q, Completed i v => Free h <$> wake_first (awaits_event i) v Q
    | Free h Q, Posted o => Some (Free h (obey (start L) (plain L) (signalled L) (spawned L) o Q).2)
    | Free _ Q, Wrote h => Some (Free h Q)
    | _, _ => None
    end.

  Inductive pool_trans : pool → event_of_pool → pool → Prop :=
  | pool_own P a P' : own_step P = Some (a, P') → pool_trans P a P'
  | pool_input P x P' : input_step x P = Some P' → pool_trans P (Took x) P'.

  (** A loop with one thread, not yet begun. *)
  Definition pool_of (p : procedure) (a : locals) (h : heap) : pool :=
    Free h (Queues [Queued 0 (plain L) (start L p a)] [] 1).
End pool.
Arguments pool : clear implicits.
Arguments event_of_pool : clear implicits.
