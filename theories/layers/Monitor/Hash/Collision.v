(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** One comparison. Two different multisets, chosen before the random function
    and with multiplicities below [2^b], get equal hashes for at most [2^(b-1)]
    in [2^bits] of the functions. Equal multisets always get equal hashes. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Monitor.Hash Require Import Accumulator Counting Congruence RandomFunction.
From Coq Require Import Permutation.
Local Open Scope Z_scope.

Section collision.
  Context {E : Type} `{EqDecision E}.

  (** How often [x] occurs. *)
  Definition multiplicity (l : list E) (x : E) : Z :=
    Z.of_nat (count_occ (λ y z : E, decide (y = z)) l x).

  Definition multiplicities_below (n : Z) (l : list E) : Prop :=
    ∀ x, multiplicity l x < n.

  Lemma multiplicity_cons y l x :
    multiplicity (y :: l) x = (if decide (y = x) then 1 else 0) + multiplicity l x.
  Proof. unfold multiplicity. cbn [count_occ]. destruct (decide (y = x)); lia. Qed.

  Lemma multiplicity_nonneg l x : 0 ≤ multiplicity l x.
  Proof. unfold multiplicity; lia. Qed.

  Lemma multiplicity_not_elem l x : x ∉ l → multiplicity l x = 0.
  Proof.
    intros Hx. unfold multiplicity. rewrite elem_of_list_In in Hx.
    by rewrite (proj1 (count_occ_not_In _ l x) Hx).
  Qed.

  Lemma multiplicity_le_length l x : multiplicity l x ≤ Z.of_nat (length l).
  Proof. unfold multiplicity. apply inj_le, count_occ_bound. Qed.

  (** A count below [2^32] is one way to know that multiplicities are. *)
  Lemma multiplicities_below_length n l :
    Z.of_nat (length l) < n → multiplicities_below n l.
  Proof. intros Hl x. pose proof (multiplicity_le_length l x). lia. Qed.

  Lemma permutation_multiplicity l k :
    l ≡ₚ k ↔ ∀ x, multiplicity l x = multiplicity k x.
  Proof.
    rewrite (Permutation_count_occ (λ y z : E, decide (y = z))).
    unfold multiplicity. split; intros H x; specialize (H x); lia.
  Qed.

  (** Different multisets differ at some element, which can be found. *)
  Lemma different_multiplicity l k :
    ¬ l ≡ₚ k → ∃ x, x ∈ l ++ k ∧ multiplicity l x ≠ multiplicity k x.
  Proof.
    intros Hlk.
    destruct (decide (Exists (λ x, multiplicity l x ≠ multiplicity k x) (l ++ k)))
      as [Hex|Hnone]; [by apply Exists_exists in Hex as (x & ? & ?); exists x|].
    destruct Hlk. apply permutation_multiplicity. intros x.
    destruct (decide (multiplicity l x = multiplicity k x)) as [|Hne]; [done|].
    destruct Hnone. apply Exists_exists. exists x. split; [|done].
    destruct (decide (x ∈ l ++ k)) as [|Hx]; [done|].
    apply not_elem_of_app in Hx as [Hl Hk].
    by rewrite !multiplicity_not_elem in Hne.
  Qed.

  (** The sum over a multiset is a linear form in the function's values. *)
  Lemma linear_indicator (y : E) f dom :
    NoDup dom → y ∈ dom →
    linear (λ x, if decide (y = x) then 1 else 0) f dom = f y.
  Proof.
    unfold linear. induction dom as [|x dom IH]; intros Hnd Hy; [by apply elem_of_nil in Hy|].
    apply NoDup_cons in Hnd as [Hx Hnd]. rewrite total_cons.
    destruct (decide (y = x)) as [<-|Hyx].
    - rewrite (total_ext _ (λ _, 0)), total_const; [lia|].
      intros z Hz. rewrite decide_False; [lia|]. by intros <-.
    - apply elem_of_cons in Hy as [?|Hy]; [done|]. rewrite IH by done. lia.
  Qed.

  Lemma prf_sum_linear f dom l :
    NoDup dom → (∀ x, x ∈ l → x ∈ dom) →
    prf_sum f l = linear (multiplicity l) f dom.
  Proof.
    intros Hnd Hl. unfold linear. induction l as [|y l IH].
    - cbn. rewrite (total_ext _ (λ _, 0)), total_const; [lia|].
      intros x _. unfold multiplicity; cbn; lia.
    - change (prf_sum f (y :: l)) with (f y + prf_sum f l).
      rewrite IH by (intros; apply Hl; by right).
      rewrite <-(linear_indicator y f dom) by (try apply Hl; by left || done).
      unfold linear. rewrite <-total_add. apply total_ext; intros x _.
      rewrite multiplicity_cons. lia.
  Qed.

  (** What the monitor compares. *)
  Definition same_hash (bits : Z) (f : E → Z) (l k : list E) : bool :=
    bool_decide (multiset_hash bits f l = multiset_hash bits f k).

  Lemma same_hash_permutation bits f l k : l ≡ₚ k → same_hash bits f l k = true.
  Proof. intros Hp. by apply bool_decide_eq_true, hash_permutation. Qed.

  Theorem collision_count bits b dom l k :
    0 ≤ bits → 0 < b → NoDup dom →
    (∀ x, x ∈ l → x ∈ dom) → (∀ x, x ∈ k → x ∈ dom) →
    multiplicities_below (2 ^ b) l → multiplicities_below (2 ^ b) k →
    ¬ l ≡ₚ k →
    count (λ f, same_hash bits f l k) (functions (2 ^ bits) dom) * 2 ^ bits
      ≤ 2 ^ (b - 1) * size (functions (2 ^ bits) dom).
  Proof.
    intros Hbits Hb Hnd Hl Hk Hml Hmk Hlk.
    assert (0 < 2 ^ bits) as Hm by (by apply Z.pow_pos_nonneg).
    destruct (different_multiplicity l k Hlk) as (x & Hx & Hne).
    set (d := λ x, multiplicity l x - multiplicity k x).
    etrans; [|apply (linear_vanishes (2 ^ bits) dom d x (2 ^ (b - 1)) 0 Hm Hnd)].
    - apply Z.mul_le_mono_nonneg_r; [lia|]. apply count_mono; intros f _.
      unfold same_hash. rewrite bool_decide_eq_true, !hash_sum_count, Z.eqb_eq.
      intros [= Heq _].
      rewrite !(prf_sum_linear f dom) in Heq by done.
      replace (linear d f dom + 0)
        with (linear (multiplicity l) f dom - linear (multiplicity k) f dom).
      + rewrite Zminus_mod, Heq, Z.sub_diag. apply Z.mod_0_l. lia.
      + unfold linear, d.
        rewrite (total_ext (λ y, (multiplicity l y - multiplicity k y) * f y)
          (λ y, multiplicity l y * f y + (-1) * (multiplicity k y * f y))) by (intros; lia).
        rewrite total_add, total_scale. lia.
    - apply elem_of_app in Hx as [?|?]; auto.
    - intros c. apply solutions_le_power; [done|done|unfold d; lia|].
      specialize (Hml x). specialize (Hmk x). unfold d.
      pose proof (multiplicity_nonneg l x). pose proof (multiplicity_nonneg k x). lia.
  Qed.
End collision.
