(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Finite maps, of whatever make: what Derive has to know follows from five laws.

    An instance of [FiniteMap] says which functions a kind of map has and that they are a map's. Two maps stand for
    each other if
    what is found under each key does; that the operations keep this needs no more than the laws, so coroutines may
    be kept in
    any map, and in maps of lists of maps. Programs use the names of the class. *)
From Fairlead.Derive Require Import Freer Same Machine Coroutine Relate.

Class FiniteMap (K : Type) (M : Type -> Type) : Type := {
  same_key : forall k k' : K, {k = k'} + {k <> k'};
  no_entries : forall {A}, M A;
  entry : forall {A}, K -> M A -> option A;
  set_entry : forall {A}, K -> A -> M A -> M A;
  drop_entry : forall {A}, K -> M A -> M A;
  entry_none : forall A k, entry k (no_entries : M A) = None;
  entry_set : forall A k a (m : M A), entry k (set_entry k a m) = Some a;
  entry_set_other : forall A k k' a (m : M A), k <> k' -> entry k' (set_entry k a m) = entry k' m;
  entry_drop : forall A k (m : M A), entry k (drop_entry k m) = None;
  entry_drop_other : forall A k k' (m : M A), k <> k' -> entry k' (drop_entry k m) = entry k' m }.
#[global] Hint Mode FiniteMap - ! : typeclass_instances.

Section related.
Context {K : Type} {M : Type -> Type} {HM : FiniteMap K M} {A' A : Type} {HA : Related A' A}.
#[global] Instance rel_finite_map : Related (M A') (M A) | 10 := fun m' m => forall k, rel (entry k m') (entry k m).

Lemma rel_no_entries : rel (no_entries : M A') (no_entries : M A).
Proof. intros k. rewrite !(entry_none (M := M)). constructor. Qed.
Lemma rel_entry k (m' : M A') (m : M A) : rel m' m -> rel (entry k m') (entry k m).
Proof. intros H. apply H. Qed.
Lemma rel_set_entry k (a' : A') (a : A) (m' : M A') (m : M A) : rel a' a -> rel m' m ->
  rel (set_entry k a' m') (set_entry k a m).
Proof.
  intros Ha Hm k'. destruct (same_key (M := M) k k') as [<-|H].
  - rewrite !(entry_set (M := M)). constructor. exact Ha.
  - rewrite !(entry_set_other (M := M)) by exact H. apply Hm.
Qed.
Lemma rel_drop_entry k (m' : M A') (m : M A) : rel m' m -> rel (drop_entry k m') (drop_entry k m).
Proof.
  intros Hm k'. destruct (same_key (M := M) k k') as [<-|H].
  - rewrite !(entry_drop (M := M)). constructor.
  - rewrite !(entry_drop_other (M := M)) by exact H. apply Hm.
Qed.
End related.
#[global] Hint Resolve rel_no_entries rel_entry rel_set_entry rel_drop_entry : derive.
