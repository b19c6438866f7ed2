(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The bound for the adversary of the protocol. A host that chooses its calls
    adaptively deceives the monitor, that is gets an epoch certified in which what
    was added is not what was evicted, with probability at most [2^-97] over the
    keys: not per epoch, but in the monitor's whole life. For the first epoch that
    ought not to certify and does not is the last that the monitor looks at, so
    there is one comparison of differing multisets to err on. *)
From stdpp Require Import gmultiset.
From Coq Require Import QArith.
From Fairlead.Monitor.Adversary Require Export Play.
From Fairlead.Monitor.Adversary Require Import KeyedSum.
From Fairlead.Monitor.Hash Require Import Counting RandomFunction Collision Forgery.
From Fairlead.Monitor.Hash Require Accumulator.
Local Open Scope Z_scope.

Lemma sum_of_mhash f e l : sum_of f (mhash free e l) = mhash (keyed_sum f) e l.
Proof.
  induction l as [|x l IH]; [apply sum_of_zero|].
  change (mhash free e (x :: l)) with (mh_plus free (mh_element free e x) (mhash free e l)).
  by rewrite sum_of_plus, sum_of_element, IH.
Qed.

(** Equal sums of as many elements: what the forgery bound calls the same hash. *)
Lemma same_hash_keyed f e l k :
  mhash (keyed_sum f) e l = mhash (keyed_sum f) e k → length l = length k →
  same_hash Accumulator.hash_bits (epoch_key f e) l k = true.
Proof.
  rewrite !keyed_sum_mhash. intros Hs Hl.
  apply bool_decide_eq_true. rewrite !Accumulator.hash_sum_count.
  unfold modulus in Hs. by rewrite Hs, Hl.
Qed.

Section deception.
  Context (size threads deep : N) (A : application) (top : value) (first : N) (H : value → bytes).

  (** The monitor as used, under the keys [f], and the ideal one. *)
  Definition keyed_config (f : keys) : config Z := Config size threads deep A top first H (keyed_sum f).
  Definition ideal_config : config (gmultiset (N * element)) := Config size threads deep A top first H free.

  (** What the host makes the monitor hash, as long as no comparison errs. *)
  Definition inputs (h : host) (n : nat) : list element :=
    let E := events ideal_config init_monitor (calls ideal_config h n) in
    omap ev_added E ++ omap ev_evicted E.

  (** There always is a finite domain that holds them. *)
  Theorem inputs_domain h n :
    ∃ epochs dom, NoDup dom ∧
      ∀ x, x ∈ inputs h n → (N.to_nat (el_epoch x) < epochs)%nat ∧ x ∈ dom.
  Proof.
    exists (S (max_list (N.to_nat ∘ el_epoch <$> inputs h n))), (remove_dups (inputs h n)).
    split; [apply NoDup_remove_dups|]. intros x Hx. split; [|by apply elem_of_remove_dups].
    apply Nat.lt_succ_r, max_list_elem_of_le, elem_of_list_fmap. by exists x.
  Qed.

  Definition deceives (h : host) (n : nat) (f : keys) : bool :=
    deceived free (keyed_sum f) (sum_of f) size threads deep A top first H
      (run ideal_config init_monitor (calls ideal_config h n)).

  Lemma elem_of_in_epoch e l x : x ∈ in_epoch e l ↔ el_epoch x = e ∧ x ∈ l.
  Proof. unfold in_epoch. by rewrite elem_of_list_filter. Qed.

  (** A deceived monitor has accepted one fixed comparison that it should not. *)
  Lemma deceives_comparison h n f epochs dom :
    (∀ x, x ∈ inputs h n → (N.to_nat (el_epoch x) < epochs)%nat ∧ x ∈ dom) →
    deceives h n f = true →
    let m := run ideal_config init_monitor (calls ideal_config h n) in
    let E := events ideal_config init_monitor (calls ideal_config h n) in
    let e := next_to_certify ideal_config m in
    let q := Comparison (N.to_nat e) (adds_in e E) (evicts_in e E) in
    certifies Accumulator.hash_bits f q = true ∧ same_multiset q = false ∧ within 32 epochs dom q.
  Proof.
    intros Hdom Hd m E e q.
    pose proof (run_accounts ideal_config (calls ideal_config h n)) as Hacc.
    fold m E in Hacc. unfold deceives, deceived in Hd. fold ideal_config m e in Hd.
    apply andb_true_iff in Hd as [[Hc Hideal%negb_true_iff]%andb_true_iff Hreal].
    pose proof (complete_published _ _ _ _ Hacc Hc) as Hpub.
    pose proof (ac_sum_added _ _ _ Hacc e) as Ha. pose proof (ac_sum_evicted _ _ _ Hacc e) as Hv.
    rewrite Hpub in Ha, Hv.
    unfold agree in Hideal, Hreal.
    rewrite (map_aggregate_of free (keyed_sum f) (sum_of f) (sum_of_zero f)) in Hreal.
    fold ideal_config in Hreal.
    cbn [map_aggregate map_tally a_added a_evicted t_sum t_count] in Hreal.
    rewrite Ha, Hv in Hideal, Hreal. cbn [tally_of t_sum t_count] in Hideal, Hreal.
    apply andb_true_iff in Hreal
      as [[Hs%bool_decide_eq_true Hn%bool_decide_eq_true]%andb_true_iff Hl%bool_decide_eq_true].
    rewrite !sum_of_mhash in Hs. apply (inj N.of_nat) in Hn.
    assert (¬ adds_in e E ≡ₚ evicts_in e E) as Hne.
    { intros Hp. apply not_true_iff_false in Hideal. apply Hideal.
      rewrite !andb_true_iff, !bool_decide_eq_true. split_and!; [|by rewrite Hn|done].
      by apply mhash_perm. }
    assert (∀ x, x ∈ adds_in e E ++ evicts_in e E → el_epoch x = e ∧ x ∈ inputs h n) as Hin.
    { intros x [Hx|Hx]%elem_of_app; apply elem_of_in_epoch in Hx as [<- Hx];
        (split; [done|]); apply elem_of_app; [by left|by right]. }
    assert (∀ l : list element, length l = length (adds_in e E) → multiplicities_below (2 ^ 32) l) as Hm.
    { intros l Hll. apply multiplicities_below_length. rewrite Hll. unfold limit32 in Hl. lia. }
    split_and!.
    - by apply same_hash_keyed.
    - by apply bool_decide_eq_false.
    - split_and!; [|intros x Hx; apply Hdom, Hin, elem_of_app; by left
        |intros x Hx; apply Hdom, Hin, elem_of_app; by right|by apply Hm|by apply Hm].
      cbn [epoch q].
      destruct (adds_in e E ++ evicts_in e E) as [|x l] eqn:Hnil.
      + apply app_nil in Hnil as [Hnil1 Hnil2]. by rewrite Hnil1, Hnil2 in Hne.
      + destruct (Hin x) as [<- Hx]; [left|]. by apply Hdom.
  Qed.

  Theorem deception_bound h n epochs dom :
    NoDup dom →
    (∀ x, x ∈ inputs h n → (N.to_nat (el_epoch x) < epochs)%nat ∧ x ∈ dom) →
    (prob (epoch_keys Accumulator.hash_bits epochs dom) (deceives h n) <= 1 # 2 ^ 97)%Q.
  Proof.
    intros Hnd Hdom. apply (prob_le_2_97 _ _ 1); [by apply epoch_keys_ne_nil|].
    destruct (List.filter (deceives h n) (epoch_keys Accumulator.hash_bits epochs dom))
      as [|f fs] eqn:Hf.
    - unfold count at 1. rewrite Hf.
      pose proof (size_nonneg (epoch_keys Accumulator.hash_bits epochs dom)).
      change (Counting.size []) with 0. lia.
    - assert (deceives h n f = true) as Hfd.
      { apply (proj1 (filter_In _ f (epoch_keys Accumulator.hash_bits epochs dom))).
        rewrite Hf. by left. }
      destruct (deceives_comparison h n f epochs dom Hdom Hfd) as (_ & Hne & Hw).
      pose proof (single_comparison Accumulator.hash_bits 32 epochs dom _
        ltac:(done) ltac:(done) Hnd Hw Hne) as Hq.
      etrans; [|etrans; [exact Hq|lia]].
      apply Z.mul_le_mono_nonneg_r; [done|]. apply count_mono. intros g _ Hg.
      by apply (deceives_comparison h n g epochs dom Hdom Hg).
  Qed.

  (** Who is not deceived by the [n]th call was not before. *)
  Lemma deceives_earlier h n n' f : (n' ≤ n)%nat → deceives h n f = false → deceives h n' f = false.
  Proof.
    intros Hn. rewrite <-!not_true_iff_false. intros Hd Hd'. apply Hd. unfold deceives.
    destruct (calls_prefix ideal_config h n n' Hn) as [cs ->]. rewrite run_app.
    apply (deceived_run free (keyed_sum f) (sum_of f) (sum_of_zero f)), Hd'.
  Qed.

  (** With a real keyed function for the random one: the host is the distinguisher. *)
  Corollary deception_bound_prf {K} (secrets : list K) (F : K → keys) h n epochs dom :
    NoDup dom →
    (∀ x, x ∈ inputs h n → (N.to_nat (el_epoch x) < epochs)%nat ∧ x ∈ dom) →
    (prob secrets (λ k, deceives h n (F k))
      <= (1 # 2 ^ 97)
         + advantage secrets F (epoch_keys Accumulator.hash_bits epochs dom) (deceives h n))%Q.
  Proof. intros Hnd Hdom. by apply prob_advantage, deception_bound. Qed.

  (** If it is not deceived, every certified epoch balances. *)
  Theorem certified_epochs_balance h n f c e :
    deceives h n f = false →
    let cs := calls (keyed_config f) h n in
    let E := events (keyed_config f) init_monitor cs in
    m_certified (run (keyed_config f) init_monitor cs) = Some c → (e ≤ c)%N →
    adds_in e E ≡ₚ evicts_in e E.
  Proof.
    intros Hd cs E Hc He.
    destruct (map_play free (keyed_sum f) (sum_of f) (sum_of_zero f) (sum_of_plus f)
      (sum_of_element f) size threads deep A top first H h n Hd) as (Hcs & Hrun & HE).
    fold ideal_config (keyed_config f) in Hcs, Hrun, HE.
    unfold E, cs in *. rewrite Hcs in Hc |- *. rewrite Hrun in Hc.
    destruct (certified_agree ideal_config _ c e Hc He) as [Hm _].
    apply free_mhash_inj in Hm. rewrite HE. unfold adds_in, evicts_in.
    by rewrite map_omap_added, map_omap_evicted.
  Qed.
End deception.
