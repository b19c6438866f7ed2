(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * [equiv] is bisimilarity of labelled transition systems.

    Requests are labels of their own, and so are replies; a system that waits says for which request, so that a reply
    has its type. The published theorem needs every
    type of replies inhabited (there a request shows only in the step that answers it) and two axioms; this one needs
    nothing. *)
From Fairlead.Derive Require Import Freer Same Machine.

(** A labelled transition system: it asks, is answered, goes on silently, ends. *)
Record lts {eff : Type} (args rets : eff -> Type) (A : Type) : Type := {
  running : Type;
  waiting : eff -> Type;
  asks : running -> forall e, args e -> waiting e -> Prop;
  answered : forall e, waiting e -> rets e -> running -> Prop;
  silently : running -> running -> Prop;
  ends_with : running -> A -> Prop;
}.
Arguments running {eff args rets A}. Arguments waiting {eff args rets A}. Arguments asks {eff args rets A}.
Arguments answered {eff args rets A}. Arguments silently {eff args rets A}. Arguments ends_with {eff args rets A}.

(** A bisimulation between two of them: whatever one can do, so can the other, and they are related again. *)
Record bisimulation {eff args rets A} (M N : @lts eff args rets A)
    (Run : running M -> running N -> Prop) (Wait : forall e, waiting M e -> waiting N e -> Prop) : Prop := {
  asks_right x y e a v : Run x y -> asks M x e a v -> exists w, asks N y e a w /\ Wait e v w;
  asks_left x y e a w : Run x y -> asks N y e a w -> exists v, asks M x e a v /\ Wait e v w;
  answered_right e v w r x : Wait e v w -> answered M e v r x -> exists y, answered N e w r y /\ Run x y;
  answered_left e v w r y : Wait e v w -> answered N e w r y -> exists x, answered M e v r x /\ Run x y;
  silently_right x y x' : Run x y -> silently M x x' -> exists y', silently N y y' /\ Run x' y';
  silently_left x y y' : Run x y -> silently N y y' -> exists x', silently M x x' /\ Run x' y';
  ends_right x y b : Run x y -> ends_with M x b -> ends_with N y b;
  ends_left x y b : Run x y -> ends_with N y b -> ends_with M x b;
}.

Definition bisimilar {eff args rets A} (M N : @lts eff args rets A) (x : running M) (y : running N) : Prop :=
  exists Run Wait, bisimulation M N Run Wait /\ Run x y.

Section systems.
Context {eff : Type} {args rets : eff -> Type} {A : Type}.
Notation t := (t args rets).

(** A program as a system: it waits as the function from the reply to what is left. *)
Definition lts_of_programs : lts args rets A := {|
  running := t A;
  waiting e := rets e -> t A;
  asks p e a k := observe p = EffF e a k;
  answered e k r q := q = k r;
  silently p q := observe p = LaterF q;
  ends_with p a := observe p = ReturnF a;
|}.

Context {state turn : Type} {pending : state -> eff}.
Notation outcome := (outcome args state turn pending A).
Context (step : forall s, rets (pending s) -> outcome) (go_on : turn -> outcome).

(** A machine as a system: it waits in a state that is pending for that request. *)
Inductive at_rest : eff -> Type := At s : at_rest (pending s).
Inductive machine_asks : outcome -> forall e, args e -> at_rest e -> Prop :=
| Machine_asks s a : machine_asks (Ask s a) (pending s) a (At s).

Definition answer {e} (w : at_rest e) : rets e -> outcome := match w with At s => step s end.

Definition lts_of_machine : lts args rets A := {|
  running := outcome;
  waiting := at_rest;
  asks := machine_asks;
  answered e w r o := o = answer w r;
  silently o o' := exists l, o = Silent l /\ o' = go_on l;
  ends_with o a := o = Done a;
|}.

Definition waits (e : eff) (w : at_rest e) (k : rets e -> t A) : Prop := forall r, equiv step go_on (answer w r) (k r).

(** What stands beside a program's node. *)
Lemma agrees_inv_r rel o n : agrees step go_on rel o n ->
  match n with
  | ReturnF a => o = Done a
  | EffF e a k => exists w, machine_asks o e a w /\ forall r, rel (answer w r) (k r)
  | LaterF q => exists l, o = Silent l /\ rel (go_on l) q
  end.
Proof. destruct 1; [reflexivity| |eauto]. exists (At s). split; [constructor|assumption]. Qed.

Lemma equiv_bisimulation : bisimulation lts_of_machine lts_of_programs (equiv step go_on) waits.
Proof.
  split; cbn.
  - intros o p e a v [H] Hask. destruct Hask as [s a]. exact (agrees_inv _ _ _ _ _ H).
  - intros o p e a w [H] Hask. apply agrees_inv_r in H. rewrite Hask in H. exact H.
  - intros e v w r o H ->. eauto.
  - intros e v w r p H ->. eauto.
  - intros o p o' [H] (l & -> & ->). exact (agrees_inv _ _ _ _ _ H).
  - intros o p q [H] Hq. apply agrees_inv_r in H. rewrite Hq in H. destruct H as (l & -> & H). eauto.
  - intros o p b [H] ->. exact (agrees_inv _ _ _ _ _ H).
  - intros o p b [H] Hb. apply agrees_inv_r in H. rewrite Hb in H. exact H.
Qed.

Lemma bisimulation_equiv Run Wait : bisimulation lts_of_machine lts_of_programs Run Wait ->
  forall o p, Run o p -> equiv step go_on o p.
Proof.
  intros [Hasks _ Hanswered _ Hsilently _ Hends _]. cbn in *.
  cofix CIH. intros o p HR. constructor. destruct o as [a|s a|l].
  - rewrite (Hends _ _ a HR eq_refl). constructor.
  - destruct (Hasks _ _ _ _ _ HR (Machine_asks s a)) as (k & -> & HW). constructor.
    intros r. destruct (Hanswered _ _ _ r _ HW eq_refl) as (q & -> & HR'). exact (CIH _ _ HR').
  - destruct (Hsilently _ _ _ HR (ex_intro _ l (conj eq_refl eq_refl))) as (q & ->
    & HR'). constructor. exact (CIH _ _ HR').
Qed.

Theorem equiv_iff_bisimilar o p : equiv step go_on o p <-> bisimilar lts_of_machine lts_of_programs o p.
Proof.
  split.
  - intros H. exists (equiv step go_on), waits. split; [exact equiv_bisimulation|exact H].
  - intros (Run & Wait & HB & HR). exact (bisimulation_equiv _ _ HB o p HR).
Qed.
End systems.
