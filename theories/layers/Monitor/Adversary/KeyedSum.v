(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Two multiset hashes for the monitor's model. [keyed_sum f] is the one to use:
    sums modulo [2^128] of the keyed function [f]. [free] is the ideal that it is
    compared with: the accumulator is the multiset itself, so it never errs. The
    sums are an image of the ideal ([sum_of]), and [Rehash.v] carries that through
    every step of the monitor. *)
From stdpp Require Import gmultiset countable strings.
From Fairlead.Monitor.Model Require Import Tally.
From Fairlead.Monitor.Hash Require Accumulator Forgery.
Local Open Scope Z_scope.

(** One secret function per epoch. *)
Notation keys := (Forgery.keyed element).
Definition epoch_key (f : keys) (e : N) (x : element) : Z := f (N.to_nat e, x).

(** The construction that the reference monitor runs, at 128 bits. *)
Definition keyed_sum (f : keys) : multiset_hash Z :=
  prf_sum_hash Accumulator.hash_bits (epoch_key f).

Definition modulus : Z := 2 ^ Accumulator.hash_bits.

Lemma keyed_sum_plus f x y : mh_plus (keyed_sum f) x y = (x + y) mod modulus.
Proof. done. Qed.
Lemma keyed_sum_element f e x : mh_element (keyed_sum f) e x = epoch_key f e x mod modulus.
Proof. done. Qed.

(** It is the hash that the forgery bound is about. *)
Lemma keyed_sum_mhash f e l :
  mhash (keyed_sum f) e l = Accumulator.prf_sum (epoch_key f e) l mod modulus.
Proof.
  induction l as [|x l IH]; [done|].
  change (mhash (keyed_sum f) e (x :: l))
    with (mh_plus (keyed_sum f) (mh_element (keyed_sum f) e x) (mhash (keyed_sum f) e l)).
  rewrite IH, keyed_sum_plus, keyed_sum_element. symmetry. apply Zplus_mod.
Qed.

(** ** The ideal *)
Global Instance edge_countable : Countable edge.
Proof.
  refine (inj_countable' (λ c, (e_key c, e_digest c, e_blum c))
    (λ '(k, d, b), Edge k d b) _). by intros [].
Defined.
Global Instance value_countable : Countable value.
Proof.
  refine (inj_countable'
    (λ v, match v with Data d => inl d | Merkle ends => inr ends end)
    (λ s, match s with inl d => Data d | inr ends => Merkle ends end) _).
  by intros [].
Defined.
Global Instance element_countable : Countable element := _.

Definition free : multiset_hash (gmultiset (N * element)) := {|
  mh_eq := _;
  mh_zero := ∅;
  mh_plus := (⊎);
  mh_element e x := {[+ (e, x) +]};
  mh_comm := comm_L (⊎);
  mh_assoc := assoc_L (⊎);
  mh_unit := left_id_L ∅ (⊎) ∅;
  mh_unit_element e x := left_id_L ∅ (⊎) {[+ (e, x) +]};
|}.

Lemma free_mhash e l : mhash free e l = list_to_set_disj (pair e <$> l).
Proof.
  induction l as [|x l IH]; [done|].
  change (mhash free e (x :: l)) with ({[+ (e, x) +]} ⊎ mhash free e l). by rewrite IH.
Qed.

Lemma elements_list_to_set_disj {A} `{Countable A} (l : list A) :
  elements (list_to_set_disj l : gmultiset A) ≡ₚ l.
Proof.
  induction l as [|x l IH]; [done|].
  by rewrite list_to_set_disj_cons, gmultiset_elements_disj_union,
    gmultiset_elements_singleton, IH.
Qed.

(** The ideal hash is equal for equal multisets only. *)
Lemma free_mhash_inj e l k : mhash free e l = mhash free e k → l ≡ₚ k.
Proof.
  rewrite !free_mhash. intros Heq.
  apply (f_equal elements) in Heq.
  assert (pair e <$> l ≡ₚ pair e <$> k) as Hp
    by (by rewrite <-(elements_list_to_set_disj (pair e <$> l)), Heq, elements_list_to_set_disj).
  apply (fmap_Permutation snd) in Hp. rewrite <-!list_fmap_compose in Hp.
  unfold compose in Hp; simpl in Hp. by rewrite !list_fmap_id in Hp.
Qed.

(** The keyed sum as an image of the ideal. *)
Definition sum_of (f : keys) (X : gmultiset (N * element)) : Z :=
  Accumulator.prf_sum (λ p, epoch_key f p.1 p.2) (elements X) mod modulus.

Lemma sum_of_zero f : sum_of f (mh_zero free) = mh_zero (keyed_sum f).
Proof. cbn [free mh_zero]. unfold sum_of. by rewrite gmultiset_elements_empty. Qed.

Lemma sum_of_plus f X Y :
  sum_of f (mh_plus free X Y) = mh_plus (keyed_sum f) (sum_of f X) (sum_of f Y).
Proof.
  cbn [free mh_plus]. rewrite keyed_sum_plus. unfold sum_of.
  rewrite (Accumulator.prf_sum_permutation _ _ _ (gmultiset_elements_disj_union X Y)),
    Accumulator.prf_sum_app.
  apply Zplus_mod.
Qed.

Lemma sum_of_element f e x : sum_of f (mh_element free e x) = mh_element (keyed_sum f) e x.
Proof.
  cbn [free mh_element]. rewrite keyed_sum_element. unfold sum_of.
  rewrite gmultiset_elements_singleton.
  unfold Accumulator.prf_sum, epoch_key; cbn [foldr fst snd]. by rewrite Z.add_0_r.
Qed.
