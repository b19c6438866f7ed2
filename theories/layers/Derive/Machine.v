(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * State machines, and what it means that one behaves as a program.

    A machine waits in a [state], which says what it has asked for ([pending]) and so which type the reply has: there
    is no reply that a
    state does not expect. A step has one result: the machine is done, or asks from a new state, or goes on by itself
    from a [turn]. *)
From Fairlead.Derive Require Import Freer Same.

Section outcome.
Context {eff : Type} (args rets : eff -> Type) (state turn : Type) (pending : state -> eff) (A : Type).
Variant outcome : Type :=
| Done (a : A)
| Ask (s : state) (a : args (pending s))
| Silent (l : turn).
End outcome.
Arguments Done {eff args state turn pending A}.
Arguments Ask {eff args state turn pending A}.
Arguments Silent {eff args state turn pending A}.

Section machine.
Context {eff : Type} {args rets : eff -> Type} {state turn : Type} {pending : state -> eff} {A : Type}.
Notation t := (t args rets).
Notation outcome := (outcome args state turn pending A).
Context (step : forall s, rets (pending s) -> outcome) (go_on : turn -> outcome).

(** ** A machine that has come to [o] behaves as the program [p], for ever. *)
Variant agrees (rel : outcome -> t A -> Prop) : outcome -> node args rets A (t A) -> Prop :=
| agrees_done a : agrees rel (Done a) (ReturnF a)
| agrees_ask s a k : (forall r, rel (step s r) (k r)) -> agrees rel (Ask s a) (EffF (pending s) a k)
| agrees_silent l p : rel (go_on l) p -> agrees rel (Silent l) (LaterF p).

Local Set Primitive Projections.
CoInductive equiv (o : outcome) (p : t A) : Prop := Equiv { equiv_observe : agrees equiv o (observe p) }.
Local Unset Primitive Projections.

(** ** The same for programs that end, whatever the replies: by induction. *)
Inductive equiv_ending (o : outcome) (p : t A) : Prop := Equiv_ending : agrees equiv_ending o (observe p) ->
  equiv_ending o p.

Variant ends_node {B} (rel : t B -> Prop) : node args rets B (t B) -> Prop :=
| ends_return b : ends_node rel (ReturnF b)
| ends_eff e a k : (forall r, rel (k r)) -> ends_node rel (EffF e a k)
| ends_later q : rel q -> ends_node rel (LaterF q).
Inductive ends {B} (p : t B) : Prop := Ends : ends_node ends (observe p) -> ends p.

Lemma agrees_inv rel o n : agrees rel o n ->
  match o with
  | Done a => n = ReturnF a
  | Ask s a => exists k, n = EffF (pending s) a k /\ forall r, rel (step s r) (k r)
  | Silent l => exists q, n = LaterF q /\ rel (go_on l) q
  end.
Proof. destruct 1; eauto. Qed.
(** [equiv] is the inductive relation, for programs that end. *)
Theorem equiv_ending_iff o p : equiv_ending o p <-> equiv o p /\ ends p.
Proof.
  split.
  - intros H. split.
    + revert o p H. cofix CIH. intros o p [H]. constructor. destruct H; constructor; auto.
    + revert o p H. fix IH 3. intros o p [H]. constructor. destruct H as [a|s a k H|l q H]; constructor.
      * intros r. exact (IH _ _ (H r)).
      * exact (IH _ _ H).
  - intros [H E]. revert p E o H. fix IH 2. intros p [E] o [H]. constructor. revert H. destruct E as [b|e a k E|q E];
    intros H.
    + inversion H. constructor.
    + assert (G : forall n, agrees equiv o n ->
        match n with EffF e a k => (forall r o, equiv o (k r) -> equiv_ending o (k r)) | _ => False end ->
          agrees equiv_ending o n).
      { intros n []; [intros []| |intros []]. intros G. constructor. intros r. auto. }
      apply (G _ H). intros r o'. exact (IH _ (E r) o').
    + assert (G : forall n, agrees equiv o n ->
        match n with LaterF q => (forall o, equiv o q -> equiv_ending o q) | _ => False end -> agrees equiv_ending o n).
      { intros n []; [intros []|intros []|]. intros G. constructor. auto. }
      apply (G _ H). intros o'. exact (IH _ E o').
Qed.

(** ** One step is enough.

    Let [source s] be what is left of the program where the machine waits in [s], and [source_turn l] where it goes on
    from [l]. Then an
    outcome stands for a program, its [tree]; if every step leads to an outcome that stands for what is left of the
    program, the machine
    behaves as the program for ever. No proof about a particular program needs coinduction. *)
Section one_step.
Context (source : forall s, rets (pending s) -> t A) (source_turn : turn -> t A).

Definition tree (o : outcome) : t A :=
  match o with
  | Done a => Return a
  | Ask s a => Eff (pending s) a (source s)
  | Silent l => Later (source_turn l)
  end.

Theorem equiv_by_steps :
  (forall s r, same (tree (step s r)) (source s r)) -> (forall l, same (tree (go_on l)) (source_turn l)) ->
  forall o p, same (tree o) p -> equiv o p.
Proof.
  intros Hstep Hturn. cofix CIH. intros o p [H]. constructor. apply same_node_inv in H.
  destruct o as [a|s a|l]; cbn in H.
  - destruct H as (b & -> & <-). constructor.
  - destruct H as (k & -> & Hk). constructor. intros r. apply CIH, (same_trans _ _ _ (Hstep s r)), Hk.
  - destruct H as (q & -> & Hq). constructor. apply CIH, (same_trans _ _ _ (Hturn l)), Hq.
Qed.
End one_step.

(** [equiv] does not see how a program is written. *)
Theorem equiv_same o p q : equiv o p -> same p q -> equiv o q.
Proof.
  revert o p q. cofix CIH. intros o p q [H] [G]. constructor. apply same_node_inv in G.
  destruct H as [a|s a k H|l p' H].
  - destruct G as (b & -> & <-). constructor.
  - destruct G as (k' & -> & Hk). constructor. intros r. exact (CIH _ _ _ (H r) (Hk r)).
  - destruct G as (q' & -> & Hq). constructor. exact (CIH _ _ _ H Hq).
Qed.
End machine.
