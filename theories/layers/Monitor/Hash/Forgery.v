(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The bound on forgeries for the monitor's hash: a key per epoch, sums modulo
    [2^128], an adversary who chooses both multisets of every comparison, sees
    only accept or reject, and chooses again.

    The keys of all epochs together are one random function on pairs of an epoch
    and an element, which is the same as an independent random function for each
    epoch. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Monitor.Hash Require Import Accumulator Counting Congruence RandomFunction Collision Game.
From Coq Require Import QArith Qabs.
Local Open Scope Z_scope.

Section forgery.
  Context {E : Type} `{EqDecision E}.

  (** The monitor is asked to certify an epoch in which [added] was added and
      [evicted] was evicted. *)
  Record comparison := Comparison {
    epoch : nat;
    added : list E;
    evicted : list E;
  }.

  (** One function for each epoch. *)
  Definition keyed : Type := nat * E → Z.

  Definition certifies (bits : Z) (f : keyed) (q : comparison) : bool :=
    same_hash bits (λ x, f (epoch q, x)) (added q) (evicted q).

  Definition same_multiset (q : comparison) : bool :=
    bool_decide (added q ≡ₚ evicted q).

  (** The sample space: independent random functions for the epochs below [epochs]. *)
  Definition epoch_keys (bits : Z) (epochs : nat) (dom : list E) : list keyed :=
    functions (2 ^ bits) (pairs (seq 0 epochs) dom).

  (** What the adversary may ask: epochs that have a key, elements of the domain,
      multiplicities below [2^b]. *)
  Definition within (b : Z) (epochs : nat) (dom : list E) (q : comparison) : Prop :=
    (epoch q < epochs)%nat ∧
    (∀ x, x ∈ added q → x ∈ dom) ∧ (∀ x, x ∈ evicted q → x ∈ dom) ∧
    multiplicities_below (2 ^ b) (added q) ∧ multiplicities_below (2 ^ b) (evicted q).

  (** The adversary forges: some epoch with differing multisets certifies. *)
  Definition forges (bits : Z) (σ : strategy (Query := comparison)) (rounds : nat) : keyed → bool :=
    wins (certifies bits) same_multiset σ rounds [].

  Lemma elem_of_pairs {A B} (x : A) (y : B) S T :
    (x, y) ∈ pairs S T ↔ x ∈ S ∧ y ∈ T.
  Proof.
    unfold pairs. rewrite elem_of_list_bind. split.
    - intros (a & (b & [= -> ->] & Hb)%elem_of_list_fmap & Ha). done.
    - intros [Hx Hy]. exists x. split; [|done]. apply elem_of_list_fmap. by exists y.
  Qed.

  Lemma NoDup_pairs {A B} (S : list A) (T : list B) :
    NoDup S → NoDup T → NoDup (pairs S T).
  Proof.
    intros HS HT. unfold pairs. induction HS as [|x S Hx HS IH]; [constructor|].
    rewrite bind_cons. apply NoDup_app. split_and!; [|intros [a y]|done].
    - apply NoDup_fmap_2_strong; [|done]. by intros y z _ _ [= ->].
    - intros (? & [= -> _] & _)%elem_of_list_fmap Hin.
      by apply elem_of_pairs in Hin as [? _].
  Qed.

  (** An epoch's hash as the hash, under the joint function, of tagged elements. *)
  Lemma multiplicity_tag (e : nat) l (x : E) :
    multiplicity (pair e <$> l) (e, x) = multiplicity l x.
  Proof.
    induction l as [|y l IH]; [done|].
    rewrite fmap_cons, !multiplicity_cons, IH. f_equal.
    destruct (decide (y = x)) as [->|Hne].
    - by rewrite decide_True.
    - rewrite decide_False; [done|]. by intros [= ?].
  Qed.

  Lemma multiplicity_tag_other (e e' : nat) l (x : E) :
    e ≠ e' → multiplicity (pair e <$> l) (e', x) = 0.
  Proof.
    intros He. apply multiplicity_not_elem.
    intros (y & [= -> _] & _)%elem_of_list_fmap. done.
  Qed.

  Lemma certifies_tagged bits f q :
    certifies bits f q = same_hash bits f (pair (epoch q) <$> added q) (pair (epoch q) <$> evicted q).
  Proof.
    unfold certifies, same_hash. rewrite !hash_sum_count, !fmap_length.
    assert (∀ l, prf_sum (λ x, f (epoch q, x)) l = prf_sum f (pair (epoch q) <$> l)) as Hs.
    { induction l as [|x l IH]; [done|].
      change (f (epoch q, x) + prf_sum (λ x, f (epoch q, x)) l
        = f (epoch q, x) + prf_sum f (pair (epoch q) <$> l)). by rewrite IH. }
    by rewrite !Hs.
  Qed.

  Lemma single_comparison bits b epochs dom q :
    0 ≤ bits → 0 < b → NoDup dom → within b epochs dom q → same_multiset q = false →
    count (λ f, certifies bits f q) (epoch_keys bits epochs dom) * 2 ^ bits
      ≤ 2 ^ (b - 1) * size (epoch_keys bits epochs dom).
  Proof.
    intros Hbits Hb Hnd (He & Ha & Hv & Hma & Hmv) Hne.
    apply bool_decide_eq_false in Hne.
    assert (∀ l : list E, (∀ x, x ∈ l → x ∈ dom) →
      ∀ p, p ∈ pair (epoch q) <$> l → p ∈ pairs (seq 0 epochs) dom) as Hdom.
    { intros l Hl p (x & -> & Hx)%elem_of_list_fmap. apply elem_of_pairs.
      split; [apply elem_of_seq; lia|by apply Hl]. }
    assert (∀ l : list E, multiplicities_below (2 ^ b) l →
      multiplicities_below (2 ^ b) (pair (epoch q) <$> l)) as Hmult.
    { intros l Hl [e x]. destruct (decide (epoch q = e)) as [<-|He'].
      - rewrite multiplicity_tag. apply Hl.
      - rewrite multiplicity_tag_other by done. by apply Z.pow_pos_nonneg; lia. }
    rewrite (count_ext _ (λ f, same_hash bits f (pair (epoch q) <$> added q)
      (pair (epoch q) <$> evicted q))) by (intros; apply certifies_tagged).
    apply collision_count; [done|done| |by apply Hdom..|by apply Hmult|by apply Hmult|].
    - apply NoDup_pairs; [apply NoDup_seq|done].
    - intros Hp. apply Hne, permutation_multiplicity. intros x.
      rewrite <-!(multiplicity_tag (epoch q)).
      exact (proj1 (permutation_multiplicity _ _) Hp (epoch q, x)).
  Qed.

  Lemma forgery_count bits b epochs dom σ rounds :
    0 ≤ bits → 0 < b → NoDup dom →
    (∀ answers q, σ answers = Some q → within b epochs dom q) →
    count (forges bits σ rounds) (epoch_keys bits epochs dom) * 2 ^ bits
      ≤ Z.of_nat rounds * 2 ^ (b - 1) * size (epoch_keys bits epochs dom).
  Proof.
    intros Hbits Hb Hnd Hσ.
    apply (adaptive_count _ _ _ (within b epochs dom)); [| | | |done].
    - intros f q Hq%bool_decide_eq_true. by apply same_hash_permutation.
    - intros q Hw Hq. by apply single_comparison.
    - apply Z.pow_nonneg; lia.
    - apply Z.pow_nonneg; lia.
  Qed.

  Lemma epoch_keys_ne_nil bits epochs dom : 0 ≤ bits → epoch_keys bits epochs dom ≠ [].
  Proof. intros. apply functions_ne_nil. by apply Z.pow_pos_nonneg. Qed.

  (** From counts at [2^128] and [2^32] to a probability. *)
  Lemma prob_le_2_97 {A} (S : list A) (P : A → bool) (rounds : nat) :
    S ≠ [] →
    count P S * 2 ^ hash_bits ≤ Z.of_nat rounds * 2 ^ (32 - 1) * size S →
    (prob S P <= Z.of_nat rounds # 2 ^ 97)%Q.
  Proof.
    intros HS Hle. apply prob_le; [done|].
    change (2 ^ hash_bits) with (2 ^ 97 * 2 ^ 31) in Hle.
    change (2 ^ (32 - 1)) with (2 ^ 31) in Hle.
    change (Z.pos (2 ^ 97)) with (2 ^ 97).
    assert (0 < 2 ^ 31) as Hpos by done.
    revert Hle Hpos. generalize (2 ^ 31), (2 ^ 97). intros a c Hle Hpos.
    apply (Z.mul_le_mono_pos_r _ _ a); [done|]. lia.
  Qed.

  (** The bound. Sums modulo [2^128], multiplicities below [2^32]. *)
  Theorem forgery_bound epochs dom σ rounds :
    NoDup dom →
    (∀ answers q, σ answers = Some q → within 32 epochs dom q) →
    (prob (epoch_keys hash_bits epochs dom) (forges hash_bits σ rounds)
      <= Z.of_nat rounds # 2 ^ 97)%Q.
  Proof.
    intros Hnd Hσ. apply prob_le_2_97; [by apply epoch_keys_ne_nil|].
    by apply forgery_count.
  Qed.

  (** The same for an adversary who tosses coins. *)
  Theorem forgery_bound_coins {C} (coins : list C) epochs dom σ rounds :
    coins ≠ [] → NoDup dom →
    (∀ c answers q, c ∈ coins → σ c answers = Some q → within 32 epochs dom q) →
    (prob (pairs coins (epoch_keys hash_bits epochs dom))
        (λ '(c, f), forges hash_bits (σ c) rounds f)
      <= Z.of_nat rounds # 2 ^ 97)%Q.
  Proof.
    intros Hcoins Hnd Hσ. apply prob_le_2_97.
    - pose proof (epoch_keys_ne_nil hash_bits epochs dom ltac:(done)).
      intros Heq%(f_equal size). rewrite size_pairs in Heq. unfold size in Heq.
      destruct coins, (epoch_keys hash_bits epochs dom); cbn [length] in Heq; [done..|lia].
    - apply count_pairs_le. intros c Hc. apply forgery_count; [done|done|done|].
      intros answers q. by apply Hσ.
  Qed.

  (** From the random function to a keyed function in use. [F k] is the function
      under key [k] (all epochs' keys together). The advantage of a distinguisher
      is how differently it answers for a random key and for a random function. *)
  Definition advantage {K} (keys : list K) (F : K → keyed) (space : list keyed)
      (distinguisher : keyed → bool) : Q :=
    Qabs (prob keys (λ k, distinguisher (F k)) - prob space distinguisher).

  (** A bound over the random function is one over the keys, plus the advantage. *)
  Lemma prob_advantage {K} (keys : list K) (F : K → keyed) space D bound :
    (prob space D <= bound)%Q →
    (prob keys (λ k, D (F k)) <= bound + advantage keys F space D)%Q.
  Proof.
    intros Hle. unfold advantage. set (p := prob keys _). set (q := prob space _) in *.
    pose proof (Qle_Qabs (p - q)) as Habs.
    apply (Qle_trans _ (q + (p - q))).
    - setoid_replace (q + (p - q))%Q with p by ring. apply Qle_refl.
    - by apply Qplus_le_compat.
  Qed.

  (** The adversary itself, run against the monitor, is the distinguisher. *)
  Theorem forgery_bound_prf {K} (keys : list K) (F : K → keyed) epochs dom σ rounds :
    NoDup dom →
    (∀ answers q, σ answers = Some q → within 32 epochs dom q) →
    (prob keys (λ k, forges hash_bits σ rounds (F k))
      <= (Z.of_nat rounds # 2 ^ 97)
         + advantage keys F (epoch_keys hash_bits epochs dom) (forges hash_bits σ rounds))%Q.
  Proof. intros Hnd Hσ. by apply prob_advantage, forgery_bound. Qed.
End forgery.

Global Arguments comparison : clear implicits.
Global Arguments keyed : clear implicits.
