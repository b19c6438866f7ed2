(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * When two programs are the same: strong bisimilarity, up to a relation on their results.

    Nothing is forgotten: requests, replies and silent steps go in lockstep. Results may be related rather than equal,
    since a program that returns
    coroutines and the one that returns the states of their machines return values of different types. *)
From Fairlead.Derive Require Import Freer.
From Coq Require Import Setoid Morphisms.

Section same.
Context {eff : Type} {args rets : eff -> Type}.
Notation t := (t args rets).
Notation node := (node args rets).

Variant same_node {A B} (R : A -> B -> Prop) (rel : t A -> t B -> Prop) : node A (t A) -> node B (t B) -> Prop :=
| same_return a b : R a b -> same_node R rel (ReturnF a) (ReturnF b)
| same_eff e a k k' : (forall r, rel (k r) (k' r)) -> same_node R rel (EffF e a k) (EffF e a k')
| same_later p q : rel p q -> same_node R rel (LaterF p) (LaterF q).

Local Set Primitive Projections.
CoInductive related {A B} (R : A -> B -> Prop) (p : t A) (q : t B) : Prop :=
  Related { related_observe : same_node R (related R) (observe p) (observe q) }.

Lemma related_by_observe {A B} (R : A -> B -> Prop) (p p' : t A) (q q' : t B) :
  observe p = observe p' -> observe q = observe q' -> related R p' q' -> related R p q.
Proof. intros Hp Hq [H]. constructor. now rewrite Hp, Hq. Qed.

Lemma related_impl {A B} (R R' : A -> B -> Prop) :
  (forall a b, R a b -> R' a b) -> forall p q, related R p q -> related R' p q.
Proof.
  intros HR. cofix CIH. intros p q [H]. constructor.
  destruct H; constructor; auto.
Qed.

Lemma related_bind {A B A' B'} (R : A -> A' -> Prop) (S : B -> B' -> Prop) (k : A -> t B) (k' : A' -> t B') :
  (forall a a', R a a' -> related S (k a) (k' a')) ->
  forall p p', related R p p' -> related S (bind p k) (bind p' k').
Proof.
  intros Hk. cofix CIH. intros p p' [H]. constructor. cbn.
  destruct H as [a b HR|e a c c' Hc|q q' Hq].
  - exact (related_observe _ _ _ (Hk a b HR)).
  - constructor. intros r. apply CIH, Hc.
  - constructor. apply CIH, Hq.
Qed.

(** What stands beside a node: read off the left one, so that no equality between requests has to be taken apart (and
    no axiom is needed). *)
Lemma same_node_inv {A B} (R : A -> B -> Prop) rel (m : node A (t A)) (n : node B (t B)) : same_node R rel m n ->
  match m with
  | ReturnF a => exists b, n = ReturnF b /\ R a b
  | EffF e a k => exists k', n = EffF e a k' /\ forall r, rel (k r) (k' r)
  | LaterF p => exists q, n = LaterF q /\ rel p q
  end.
Proof. destruct 1; eauto. Qed.

Lemma related_trans {A B C} (R : A -> B -> Prop) (S : B -> C -> Prop) (Q : A -> C -> Prop) :
  (forall a b c, R a b -> S b c -> Q a c) -> forall p q r, related R p q -> related S q r -> related Q p r.
Proof.
  intros HQ. cofix CIH. intros p q r [H] [G]. constructor.
  destruct H as [a b HR|e a c c' Hc|p' q' Hp]; apply same_node_inv in G.
  - destruct G as (c & -> & HS). constructor. eauto.
  - destruct G as (d & -> & Hd). constructor. eauto.
  - destruct G as (r' & -> & Hq). constructor. eauto.
Qed.

Lemma related_sym {A B} (R : A -> B -> Prop) (S : B -> A -> Prop) :
  (forall a b, R a b -> S b a) -> forall p q, related R p q -> related S q p.
Proof. intros HS. cofix CIH. intros p q [H]. constructor. destruct H; constructor; auto. Qed.

(** ** The same program: equal results *)
Definition same {A} : t A -> t A -> Prop := related eq.

Lemma same_refl {A} (p : t A) : same p p.
Proof. revert p. cofix CIH. intros p. constructor. destruct (observe p); constructor; [reflexivity|intros r;
  apply CIH|apply CIH]. Qed.
Lemma same_sym {A} (p q : t A) : same p q -> same q p.
Proof. apply related_sym. auto. Qed.
Lemma same_trans {A} (p q r : t A) : same p q -> same q r -> same p r.
Proof. apply related_trans. intros; congruence. Qed.

(** Programs whose first steps are equal, whatever they look like. *)
Lemma same_by_observe {A} (p q : t A) : observe p = observe q -> same p q.
Proof. intros H. apply (related_by_observe _ p q q q H eq_refl), same_refl. Qed.

Lemma same_bind {A B} (p p' : t A) (k k' : A -> t B) :
  same p p' -> (forall a, same (k a) (k' a)) -> same (bind p k) (bind p' k').
Proof. intros Hp Hk. apply (related_bind eq); [|exact Hp]. intros a _ <-. apply Hk. Qed.

Lemma bind_bind {A B C} (p : t A) (k : A -> t B) (l : B -> t C) : same (bind (bind p k) l) (bind p (fun a =>
  bind (k a) l)).
Proof.
  revert p. cofix CIH. intros p. constructor. cbn. destruct (observe p); cbn.
  - exact (related_observe _ _ _ (same_refl (bind (k a) l))).
  - constructor. intros r. apply CIH.
  - constructor. apply CIH.
Qed.

Lemma iter_unfold {S A} (body : S -> t (S + A)) s :
  same (iter body s) (bind (body s) (fun next => match next with inl s => Later (iter body s) | inr a => Return a end)).
Proof. apply same_by_observe. reflexivity. Qed.
End same.

#[global] Instance same_equivalence {eff args rets A} : Equivalence (@same eff args rets A).
Proof. split; [exact same_refl|exact same_sym|exact same_trans]. Qed.
