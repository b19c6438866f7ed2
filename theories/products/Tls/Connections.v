(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The map of all connections, by number: Coq's own binary tries, which here hold coroutines. Two of them are
    related when what is found in them is. *)
From Coq Require Import BinNums FMapPositive.
From Fairlead.Derive Require Import Derive.

Definition connections (A : Type) : Type := PositiveMap.t A.
Section operations.
Context {A : Type}.
Definition nobody : connections A := PositiveMap.empty A.
Definition lookup (k : positive) (m : connections A) : option A := PositiveMap.find k m.
Definition insert (k : positive) (a : A) (m : connections A) : connections A := PositiveMap.add k a m.
Definition remove (k : positive) (m : connections A) : connections A := PositiveMap.remove k m.
End operations.

Section related.
Context {A' A : Type} {HA : Related A' A}.
#[export] Instance rel_connections : Related (connections A') (connections A) | 5 :=
  fun m' m => forall k, rel (lookup k m') (lookup k m).

Lemma rel_nobody : rel (@nobody A') (@nobody A).
Proof. intros k. unfold lookup, nobody. rewrite !PositiveMap.gempty. constructor. Qed.
Lemma rel_lookup k (m' : connections A') (m : connections A) : rel m' m -> rel (lookup k m') (lookup k m).
Proof. intros H. apply H. Qed.
Lemma rel_insert k (a' : A') (a : A) (m' : connections A') (m : connections A) :
  rel a' a -> rel m' m -> rel (insert k a' m') (insert k a m).
Proof.
  intros Ha Hm i. unfold lookup, insert. rewrite !PositiveMapAdditionalFacts.gsspec.
  destruct (PositiveMap.E.eq_dec i k); [now constructor|apply Hm].
Qed.
Lemma rel_remove k (m' : connections A') (m : connections A) : rel m' m -> rel (remove k m') (remove k m).
Proof.
  intros Hm i. unfold lookup, remove. destruct (PositiveMap.E.eq_dec i k) as [->|Hk].
  - rewrite !PositiveMap.grs. constructor.
  - rewrite !PositiveMap.gro by assumption. apply Hm.
Qed.
End related.
#[export] Hint Resolve rel_nobody rel_lookup rel_insert rel_remove : derive.
