(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Interaction trees.

    What a computation means, without saying how it runs: a possibly infinite
    tree of requests, with a subtree for each response (the free monad over
    requests, with silent steps so that it may run for ever). This file has
    trees, sequencing, and equality of trees as strong bisimilarity, with the
    up-to principle that makes proofs about loops short. No axiom is needed. *)
From Fairlead.Base Require Import Prelude.

CoInductive tree {request response A : Type} :=
| Ret (a : A)
| Tau (t : tree)
| Vis (q : request) (k : response → tree).
Arguments tree : clear implicits.

(** Forces one step of a corecursive definition. *)
Definition force {request response A} (t : tree request response A) : tree request response A :=
  match t with Ret a => Ret a | Tau t => Tau t | Vis q k => Vis q k end.
Lemma tree_force {request response A} (t : tree request response A) : t = force t.
Proof. by destruct t. Qed.

(** First [t], then what [f] says of its result. *)
CoFixpoint bind {request response A B} (t : tree request response A)
    (f : A → tree request response B) : tree request response B :=
  match t with
  | Ret a => match f a with Ret b => Ret b | Tau t => Tau t | Vis q k => Vis q k end
  | Tau t => Tau (bind t f)
  | Vis q k => Vis q (λ r, bind (k r) f)
  end.

Section bind.
  Context {request response A B : Type}.
  Local Notation tree := (tree request response).
  Lemma bind_ret (a : A) (f : A → tree B) : bind (Ret a) f = f a.
  Proof. rewrite (tree_force (bind _ _)); simpl. by destruct (f a). Qed.
  Lemma bind_tau t (f : A → tree B) : bind (Tau t) f = Tau (bind t f).
  Proof. by rewrite (tree_force (bind _ _)). Qed.
  Lemma bind_vis q k (f : A → tree B) : bind (Vis q k) f = Vis q (λ r, bind (k r) f).
  Proof. by rewrite (tree_force (bind _ _)). Qed.
End bind.

(** ** Equality *)
Section equality.
  Context {request response A : Type}.
  Local Notation tree := (tree request response A).
  Implicit Types (t u : tree) (P : tree → tree → Prop).

  (** The same first node, with subtrees in [P]. *)
  Inductive same_node P : tree → tree → Prop :=
  | same_ret a : same_node P (Ret a) (Ret a)
  | same_tau t u : P t u → same_node P (Tau t) (Tau u)
  | same_vis q k k' : (∀ r, P (k r) (k' r)) → same_node P (Vis q k) (Vis q k').

  (** Trees are equal when they have the same nodes, all the way down. *)
  CoInductive tree_eq t u : Prop := TreeEq { tree_eq_node : same_node tree_eq t u }.

  Lemma same_node_mono P P' t u : (∀ t u, P t u → P' t u) → same_node P t u → same_node P' t u.
  Proof. intros ? []; constructor; auto. Qed.

  Lemma tree_eq_coind P : (∀ t u, P t u → same_node P t u) → ∀ t u, P t u → tree_eq t u.
  Proof.
    intros HP. cofix IH. intros t u Htu. constructor.
    destruct (HP _ _ Htu); constructor; auto.
  Qed.

  Global Instance tree_eq_equivalence : Equivalence tree_eq.
  Proof.
    split.
    - intros t. apply (tree_eq_coind eq); [|done]. intros t' ? <-. destruct t'; by constructor.
    - intros t u H. apply (tree_eq_coind (flip tree_eq)); [|done].
      clear. intros t u [[]]; by constructor.
    - intros t u v H1 H2. apply (tree_eq_coind (λ t v, ∃ u, tree_eq t u ∧ tree_eq u v)); [|by eauto].
      clear. intros t v (u & [[]] & [H2]); inversion H2; subst; constructor; eauto.
  Qed.

  Lemma tree_eq_tau t u : tree_eq t u → tree_eq (Tau t) (Tau u).
  Proof. intros. constructor. by constructor. Qed.
  Lemma tree_eq_vis q k k' : (∀ r, tree_eq (k r) (k' r)) → tree_eq (Vis q k) (Vis q k').
  Proof. intros. constructor. by constructor. Qed.
End equality.
Infix "≅" := tree_eq (at level 70).

(** ** Up to equality and sequencing

    To show trees equal it is enough to find a relation whose pairs have the
    same node, with subtrees that are equal, or in the relation, or begin with
    the same tree and go on in the relation. *)
Section up_to.
  Context {request response A : Type}.
  Local Notation tree := (tree request response).
  Context (P : tree A → tree A → Prop).

  Inductive up_to : tree A → tree A → Prop :=
  | up_to_base t u : P t u → up_to t u
  | up_to_eq t u : t ≅ u → up_to t u
  | up_to_bind {X} (t u : tree X) f g :
      t ≅ u → (∀ x, up_to (f x) (g x)) → up_to (bind t f) (bind u g)
  | up_to_trans t t' u u' : t ≅ t' → up_to t' u' → u' ≅ u → up_to t u.

  Lemma up_to_tau t u : up_to t u → up_to (Tau t) (Tau u).
  Proof.
    intros H. apply (up_to_trans _ (bind (Tau (Ret ())) (λ _, t)) _ (bind (Tau (Ret ())) (λ _, u))).
    - by rewrite bind_tau, bind_ret.
    - by apply up_to_bind.
    - by rewrite bind_tau, bind_ret.
  Qed.

  Lemma up_to_node :
    (∀ t u, P t u → same_node up_to t u) → ∀ t u, up_to t u → same_node up_to t u.
  Proof.
    intros HP t u. induction 1 as [t u Htu|t u [Htu]|X t u f g [Htu] Hfg IH|t t' u u' [Ht] _ IH [Hu]].
    - by apply HP.
    - eapply same_node_mono, Htu. by constructor.
    - destruct Htu as [x|t u Htu|q k k' Hk].
      + by rewrite !bind_ret.
      + rewrite !bind_tau. constructor. by apply up_to_bind.
      + rewrite !bind_vis. constructor. intros r. by apply up_to_bind.
    - destruct Ht; inversion IH; subst; inversion Hu; subst; constructor; intros;
        eapply up_to_trans; eauto.
  Qed.

  Theorem tree_eq_up_to :
    (∀ t u, P t u → same_node up_to t u) → ∀ t u, up_to t u → t ≅ u.
  Proof. intros HP. by apply tree_eq_coind, up_to_node. Qed.
End up_to.

Section laws.
  Context {request response : Type}.
  Local Notation tree := (tree request response).

  Lemma bind_congruence {A B} (t u : tree A) (f g : A → tree B) :
    t ≅ u → (∀ a, f a ≅ g a) → bind t f ≅ bind u g.
  Proof.
    intros. apply (tree_eq_up_to (λ _ _, False)); [done|].
    apply up_to_bind; [done|]. intros. by apply up_to_eq.
  Qed.

  Lemma bind_assoc {A B C} (t : tree A) (f : A → tree B) (g : B → tree C) :
    bind (bind t f) g ≅ bind t (λ a, bind (f a) g).
  Proof.
    apply (tree_eq_coind (λ u v,
      u ≅ v ∨ ∃ t : tree A, u = bind (bind t f) g ∧ v = bind t (λ a, bind (f a) g))); [|by eauto].
    clear. intros u v [[H]|(t & -> & ->)].
    - eapply same_node_mono, H. auto.
    - destruct t as [a|t|q k]; rewrite ?bind_ret, ?bind_tau, ?bind_vis.
      + apply (same_node_mono tree_eq); [by auto|]. apply tree_eq_node. reflexivity.
      + constructor. eauto.
      + constructor. eauto.
  Qed.

  Theorem bind_ret_r {A} (t : tree A) : bind t Ret ≅ t.
  Proof.
    apply (tree_eq_coind (λ u t, u = bind t Ret)); [|done].
    clear. intros ? [a|t|q k] ->; rewrite ?bind_ret, ?bind_tau, ?bind_vis; by constructor.
  Qed.
End laws.
