(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A pool of compiled threads does what the pool of the threads as written does.

    Of two runners that take related steps with equal requests the pools are
    bisimilar: a pool only moves waiting threads around and looks at requests, so
    that it keeps them related whatever the loop does. Core's [step_related] says
    this of computations as written and as compiled. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics Points Bisimulation.
From Fairlead.Core.Machine Require Import Liveness Simulation Compilation.
From Fairlead.Threads.Program Require Import Slices.
From Fairlead.Threads.Pool Require Import Model.

(** ** Queues of related threads *)
Section queues.
  Context {parked1 parked2 locals value event : Type} (R : parked1 → parked2 → Prop).
  Context (start1 : procedure → locals → parked1) (start2 : procedure → locals → parked2).
  Context (plain signalled : value) (spawned : thread → value).
  Context (start_rel : ∀ p a, R (start1 p a) (start2 p a)).

  Definition queued_rel (x : queued parked1 value) (y : queued parked2 value) : Prop :=
    name x = name y ∧ told x = told y ∧ R (frames x) (frames y).
  Definition sleeper_rel (x : sleeper parked1 event) (y : sleeper parked2 event) : Prop :=
    who x = who y ∧ on x = on y ∧ awaits x = awaits y ∧ R (kept x) (kept y).
  Definition queues_rel (P : queues parked1 value event) (Q : queues parked2 value event) : Prop :=
    Forall2 queued_rel (ready P) (ready Q) ∧ Forall2 sleeper_rel (waiting P) (waiting Q) ∧
    next_thread P = next_thread Q.

  (** A test of sleepers that does not look into frames. *)
  Definition blind (f : sleeper parked1 event → bool) (g : sleeper parked2 event → bool) : Prop :=
    ∀ x y, sleeper_rel x y → f x = g y.
  Lemma blind_on c : blind (waits_on c) (waits_on c).
  Proof. intros x y (_ & H & _). unfold waits_on. by rewrite H. Qed.
  Lemma blind_thread i : blind (is_thread i) (is_thread i).
  Proof. intros x y (H & _). unfold is_thread. by rewrite H. Qed.
  Lemma blind_event i : blind (awaits_event i) (awaits_event i).
  Proof. intros x y (H & _ & H' & _). unfold awaits_event. by rewrite H, H'. Qed.

  Lemma woken_rel v x y : sleeper_rel x y → queued_rel (woken v x) (woken v y).
  Proof. intros (? & _ & _ & ?). done. Qed.

  Lemma extract_rel f g l l' : blind f g → Forall2 sleeper_rel l l' →
    option_Forall2 (λ a b, sleeper_rel a.1 b.1 ∧ Forall2 sleeper_rel a.2 b.2) (extract f l) (extract g l').
  Proof.
    intros Hb. induction 1 as [|x y l l' Hxy Hl IH]; simpl; [constructor|].
    rewrite (Hb x y Hxy). destruct (g y); [by constructor|].
    destruct IH as [[] [] []|]; simpl in *; constructor. split; [done|by constructor].
  Qed.

  Lemma wake_first_rel f g v P Q : blind f g → queues_rel P Q →
    option_Forall2 queues_rel (wake_first f v P) (wake_first g v Q).
  Proof.
    intros Hb (Hr & Hw & Hn). unfold wake_first.
    destruct (extract_rel f g _ _ Hb Hw) as [[] [] []|]; simpl in *; constructor.
    split_and!; simpl; try done. apply Forall2_app; [done|]. constructor; [|done]. by apply woken_rel.
  Qed.

  Lemma wake_all_rel f g v P Q : blind f g → queues_rel P Q → queues_rel (wake_all f v P) (wake_all g v Q).
  Proof.
    intros Hb (Hr & Hw & Hn). split_and!; simpl; try done.
    - apply Forall2_app; [done|]. induction Hw as [|x y l l' Hxy _ IH]; simpl; [done|].
      rewrite (Hb x y Hxy). destruct (g y); simpl; [|done]. constructor; [|done]. by apply woken_rel.
    - induction Hw as [|x y l l' Hxy _ IH]; simpl; [done|].
      rewrite (Hb x y Hxy). destruct (g y); simpl; [done|]. by constructor.
  Qed.

  Lemma default_rel f g v P Q : blind f g → queues_rel P Q →
    queues_rel (default P (wake_first f v P)) (default Q (wake_first g v Q)).
  Proof. intros ? HPQ. by destruct (wake_first_rel f g v P Q). Qed.

  Lemma obey_rel o P Q : queues_rel P Q →
    (obey start1 plain signalled spawned o P).1 = (obey start2 plain signalled spawned o Q).1 ∧
    queues_rel (obey start1 plain signalled spawned o P).2 (obey start2 plain signalled spawned o Q).2.
  Proof using start_rel.
    intros HPQ. destruct o as [p a|c|c|i v]; simpl.
    - destruct HPQ as (Hr & Hw & Hn). rewrite Hn. split; [done|]. split_and!; simpl; try done.
      apply Forall2_app; [done|]. constructor; [|done]. split_and!; simpl; done.
    - split; [done|]. apply default_rel; [apply blind_on|done].
    - split; [done|]. apply wake_all_rel; [apply blind_on|done].
    - split; [done|]. apply default_rel; [apply blind_thread|done].
  Qed.
End queues.

(** Runners that take related steps. *)
Section runners.
  Context {state1 state2 parked1 parked2 request response result : Type}.
  Context (M1 : runner state1 parked1 request response result) (M2 : runner state2 parked2 request response result).
  Context (Rs : state1 → state2 → Prop) (Rk : parked1 → parked2 → Prop).

  Inductive advance_rel : advance state1 parked1 request result → advance state2 parked2 request result → Prop :=
  | goes_rel st st' : Rs st st' → advance_rel (Goes st) (Goes st')
  | waits_rel q k k' : Rk k k' → advance_rel (Waits q k) (Waits q k')
  | ends_rel r : advance_rel (Ends r) (Ends r)
  | traps_rel : advance_rel Traps Traps
  | sticks_rel : advance_rel Sticks Sticks.

  Record runner_rel : Prop := {
    advances_related st st' : Rs st st' → advance_rel (advances M1 st) (advances M2 st');
    wakes_related r k k' : Rk k k' → Rs (wakes M1 r k) (wakes M2 r k') }.
End runners.

(** Two loops that differ in how they begin a thread, and begin related ones. *)
Record loop_rel {parked1 parked2 locals heap value : Type} (Rk : parked1 → parked2 → Prop)
    (L1 : loop parked1 locals heap value) (L2 : loop parked2 locals heap value) : Prop := {
  starts_related p a : Rk (start L1 p a) (start L2 p a);
  same_plain : plain L1 = plain L2; same_signalled : signalled L1 = signalled L2;
  same_spawned i : spawned L1 i = spawned L2 i;
  same_orders h : orders L1 h = orders L2 h; same_without h : without_orders L1 h = without_orders L2 h }.

Section pools.
  Context {state1 state2 parked1 parked2 locals heap value event : Type}.
  Local Notation request := (primitive locals value event * heap)%type.
  Local Notation response := (value * heap)%type.
  Context {M1 : runner state1 parked1 request response response}.
  Context {M2 : runner state2 parked2 request response response}.
  Context {Rs : state1 → state2 → Prop} {Rk : parked1 → parked2 → Prop}.
  Context (steps : runner_rel M1 M2 Rs Rk).
  Context {L1 : loop parked1 locals heap value} {L2 : loop parked2 locals heap value}.
  Context (loops : loop_rel Rk L1 L2).
  #[local] Set Default Proof Using "steps loops".

  Local Notation queues_rel := (queues_rel (value := value) (event := event) Rk).
  Local Notation pool1 := (pool state1 parked1 heap value event).
  Local Notation pool2 := (pool state2 parked2 heap value event).

  Inductive pool_rel : pool1 → pool2 → Prop :=
  | free_rel h P Q : queues_rel P Q → pool_rel (Free h P) (Free h Q)
  | busy_rel i st st' P Q : Rs st st' → queues_rel P Q → pool_rel (Busy i st P) (Busy i st' Q)
  | aborted_rel : pool_rel Aborted Aborted.

  Lemma obeys_related o P Q : queues_rel P Q →
    (obey (start L1) (plain L1) (signalled L1) (spawned L1) o P).1 =
      (obey (start L2) (plain L2) (signalled L2) (spawned L2) o Q).1 ∧
    queues_rel (obey (start L1) (plain L1) (signalled L1) (spawned L1) o P).2
      (obey (start L2) (plain L2) (signalled L2) (spawned L2) o Q).2.
  Proof.
    intros HPQ. destruct loops as [Hs Hp Hg Hi _ _].
    destruct (obey_rel Rk (start L1) (start L2) (plain L1) (signalled L1) (spawned L1) Hs o P Q HPQ) as [E HR].
    rewrite <-Hp, <-Hg. destruct o; simpl in *; rewrite <-?Hi; done.
  Qed.

  Lemma obeyed_related h P Q : queues_rel P Q → queues_rel (obeyed L1 h P) (obeyed L2 h Q).
  Proof.
    unfold obeyed, obey_all. rewrite (same_orders _ _ _ loops). generalize (orders L2 h). intros os.
    revert P Q. induction os as [|o os IH]; intros P Q HPQ; simpl; [done|]. apply IH. by apply obeys_related.
  Qed.

  Lemma serve_related i q h k k' P Q : Rk k k' → queues_rel P Q →
    pool_rel (serve M1 L1 i q h k P) (serve M2 L2 i q h k' Q).
  Proof.
    intros Hk HPQ%(obeyed_related h). unfold serve. rewrite (same_without _ _ _ loops).
    assert (∀ x y, queued_rel Rk x y → pool_rel (Free (without_orders L2 h) (enqueue [x] (obeyed L1 h P)))
      (Free (without_orders L2 h) (enqueue [y] (obeyed L2 h Q)))) as Henqueue.
    { intros x y ?. constructor. destruct HPQ as (? & ? & ?). split_and!; simpl; try done.
      apply Forall2_app; [done|]. by constructor. }
    assert (∀ x y, sleeper_rel Rk x y → pool_rel (Free (without_orders L2 h) (await x (obeyed L1 h P)))
      (Free (without_orders L2 h) (await y (obeyed L2 h Q)))) as Hawait.
    { intros x y ?. constructor. destruct HPQ as (? & ? & ?). split_and!; simpl; try done.
      apply Forall2_app; [done|]. by constructor. }
    destruct q as [o| |c|e c].
    - destruct (obeys_related o _ _ HPQ) as [E HR].
      destruct (obey _ _ _ _ o _) as [v P'], (obey _ _ _ _ o _) as [v' Q']; simpl in *; subst.
      constructor; [|done]. by apply (wakes_related _ _ _ _ steps).
    - rewrite (same_plain _ _ _ loops). by apply Henqueue.
    - by apply Hawait.
    - by apply Hawait.
  Qed.

  (** Related pools do the same next, and stay related. *)
  Theorem own_step_related P Q : pool_rel P Q →
    option_Forall2 (λ a b, a.1 = b.1 ∧ pool_rel a.2 b.2) (own_step M1 L1 P) (own_step M2 L2 Q).
  Proof.
    destruct 1 as [h P Q HPQ|i st st' P Q Hst HPQ|]; simpl; [| |constructor].
    - destruct HPQ as (Hr & Hw & Hn).
      destruct Hr as [|[i v fs] [j u gs] l l' (? & ? & ?) Hl]; simpl in *; subst; constructor.
      split; [done|]. constructor; [by apply (wakes_related _ _ _ _ steps)|]. split_and!; simpl; try done.
    - destruct (advances_related _ _ _ _ steps _ _ Hst) as [? ? ?|[q h] ? ? ?|[v h]| |]; simpl; try by constructor.
      + constructor. split; [done|]. by constructor.
      + constructor. split; [done|]. by apply serve_related.
      + constructor. split; [done|]. rewrite (same_without _ _ _ loops). constructor. by apply obeyed_related.
      + constructor. split; [done|]. constructor.
  Qed.

  Theorem input_step_related x P Q : pool_rel P Q →
    option_Forall2 pool_rel (input_step L1 x P) (input_step L2 x Q).
  Proof.
    destruct 1 as [h P Q HPQ|i st st' P Q Hst HPQ|]; simpl; [|constructor..].
    destruct x as [i v|o|h'].
    - destruct (wake_first_rel Rk (awaits_event i) (awaits_event i) v P Q (blind_event _ i) HPQ);
        simpl; constructor. by constructor.
    - do 2 constructor. by apply obeys_related.
    - by do 2 constructor.
  Qed.

  Theorem pool_simulation : bisimulation (pool_trans M1 L1) (pool_trans M2 L2) pool_rel.
  Proof.
    split; intros P Q a P' HPQ Ht.
    - destruct Ht as [P a P' E|P x P' E].
      + pose proof (own_step_related P Q HPQ) as H. rewrite E in H.
        inversion H as [? [] [? ?] E'|]; simplify_eq/=. eauto using pool_own, pool_input.
      + pose proof (input_step_related x P Q HPQ) as H. rewrite E in H.
        inversion H as [? ? ? E'|]; simplify_eq/=. eauto using pool_own, pool_input.
    - destruct Ht as [Q a Q' E|Q x Q' E].
      + pose proof (own_step_related P Q HPQ) as H. rewrite E in H.
        inversion H as [[] ? [? ?] E'|]; simplify_eq/=. eauto using pool_own, pool_input.
      + pose proof (input_step_related x P Q HPQ) as H. rewrite E in H.
        inversion H as [? ? ? E'|]; simplify_eq/=. eauto using pool_own, pool_input.
  Qed.

  (** Loops with one thread, begun on the same heap. *)
  Theorem pool_bisimilar p a h :
    bisimilar (pool_trans M1 L1) (pool_trans M2 L2) (pool_of L1 p a h) (pool_of L2 p a h).
  Proof.
    exists pool_rel. split; [apply pool_simulation|]. constructor. destruct loops as [Hs Hp _ _ _ _].
    split; simpl; [|done]. constructor; [|done]. split_and!; simpl; done.
  Qed.

  (** Whatever state two related pools are in, one is stuck when the other is. *)
  Theorem pool_stuck P Q : pool_rel P Q → own_step M1 L1 P = None ↔ own_step M2 L2 Q = None.
  Proof. intros H%own_step_related. by destruct H. Qed.
End pools.

(** ** Computations of Core *)
Section core.
  Context {B T S C R V store1 store2 request response result : Type}.
  Context {A : analysis B T S C R V}.
  Context {D1 : dynamics B T S C R store1 (source_point B T S C R * store1) request response result}.
  Context {D2 : dynamics B T S C R store2 (machine_point * store2) request response result}.
  Context {srel : procedure → V → store1 → store2 → Prop}.
  Context (agree : agreement A D1 D2 srel) (ok : accepted A (code D1)).

  Lemma core_runners :
    runner_rel D1 D2 (state_rel (A := A) (D1 := D1) (srel := srel)) (Forall2 (frame_rel A (code D1) srel)).
  Proof using agree ok.
    split; [|by constructor]. intros st st' Hst. simpl.
    destruct (step_related agree ok _ _ Hst) as [? ? ?|q ? ? Hs|?| |]; simpl; try by constructor.
    destruct Hs; by constructor.
  Qed.
End core.

(** ** C with threads, with nothing left out of frames

    Slices, tests, arguments may be any functions at all. *)
Section slices.
  Context {B T S C locals heap value event : Type} (P : slices B T S C locals heap value event).
  Context (plain signalled : value) (spawned : thread → value).
  Context (orders : heap → list (order locals value)) (without : heap → heap).

  Definition source_loop := Loop_of (λ p a, [source_start (B := B) (T := T) (S := S) (C := C) (heap := heap) p a])
    plain signalled spawned orders without.
  Definition machine_loop := Loop_of (λ p a, [machine_start (heap := heap) p a]) plain signalled spawned orders without.

  Theorem slices_bisimilar p a h :
    compilable (text P) →
    bisimilar (pool_trans (source P) source_loop) (pool_trans (machine P) machine_loop)
      (pool_of source_loop p a h) (pool_of machine_loop p a h).
  Proof.
    intros Hc. eapply pool_bisimilar; [eapply core_runners; [apply slices_agreement|by apply compilable_accepted]|].
    split; try done. intros q b. constructor; [|done]. exists (). split; [|done]. apply point_fresh.
  Qed.
End slices.
