(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** CBC-MAC of a random permutation, in this use: one comparison of two multisets of messages of five blocks. That an
epoch is accepted in which they differ has probability at most [2^-85]. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Monitor.Hash Require Import Accumulator Counting Congruence RandomFunction Collision Forgery Exchange
    CbcMac.
From Coq Require Import QArith.
Local Open Scope Z_scope.

Section permutations.
  Context {B : Type} `{EqDecision B} (blocks : list B) (Hblocks : NoDup blocks) (Hall : ∀ b, b ∈ blocks).

  (** The sample space: every order of the blocks, once. The first block goes to the first one of the order, and so
      on. *)
  Definition orders : list (list B) := remove_dups (permutations blocks).
  Fixpoint at_place (from to : list B) (x : B) : B :=
    match from, to with
    | b :: from, c :: to => if decide (x = b) then c else at_place from to x
    | _, _ => x
    end.
  Definition permuted (k : list B) (x : B) : B := at_place blocks k x.
  Definition exchanged (a b : B) (k : list B) : list B := exchange a b <$> k.

  Lemma elem_of_orders k : k ∈ orders ↔ k ≡ₚ blocks.
  Proof. unfold orders. rewrite elem_of_remove_dups, permutations_Permutation. split; by intros ->. Qed.

  Lemma exchange_back a b (c : B) : exchange b a (exchange a b c) = c.
  Proof. unfold exchange. repeat case_decide; congruence. Qed.

  Lemma at_place_in from to x : length from = length to → x ∈ from → at_place from to x ∈ to.
  Proof.
    revert to; induction from as [|b from IH]; intros [|c to] Hl Hx; try done; try (by apply elem_of_nil in Hx).
    cbn [at_place]. case_decide as Hb; [left|right]. apply IH; [by injection Hl|]. by apply elem_of_cons in Hx as [?|?].
  Qed.
  Lemma at_place_inj from to x y :
    length from = length to → NoDup to → x ∈ from → y ∈ from → at_place from to x = at_place from to y → x = y.
  Proof.
    revert to; induction from as [|b from IH]; intros [|c to] Hl Hnd Hx Hy; try done; try (by apply elem_of_nil in Hx).
    cbn [at_place]. injection Hl as Hl. apply NoDup_cons in Hnd as [Hc Hnd].
    apply elem_of_cons in Hx. apply elem_of_cons in Hy. case_decide as Hb; case_decide as Hb'.
    - congruence.
    - intros ->. destruct Hc. apply at_place_in; [done|]. naive_solver.
    - intros <-. destruct Hc. apply at_place_in; [done|]. naive_solver.
    - apply IH; naive_solver.
  Qed.
  Lemma at_place_exchanged from to a b x :
    length from = length to → x ∈ from → at_place from (exchange a b <$> to) x = exchange a b (at_place from to x).
  Proof.
    revert to; induction from as [|c from IH]; intros [|e to] Hl Hx; try done; try (by apply elem_of_nil in Hx).
    cbn [at_place fmap list_fmap]. case_decide; [done|]. apply IH; [by injection Hl|]. by apply elem_of_cons in Hx as
        [?|?].
  Qed.

  Lemma orders_length k : k ∈ orders → length blocks = length k.
  Proof. by intros ->%elem_of_orders. Qed.
  Lemma permuted_inj k x y : k ∈ orders → permuted k x = permuted k y → x = y.
  Proof using Hblocks Hall.
    intros Hk. apply at_place_inj; [by apply orders_length| |done|done]. apply elem_of_orders in Hk. by rewrite Hk.
  Qed.
  Lemma permuted_exchanged a b k x : k ∈ orders → permuted (exchanged a b k) x = exchange a b (permuted k x).
  Proof using Hall. intros Hk. apply at_place_exchanged; [by apply orders_length|done]. Qed.
  Lemma exchanged_in a b k : k ∈ orders → exchanged a b k ∈ orders.
  Proof using Hblocks Hall.
    rewrite !elem_of_orders. intros Hk. assert (NoDup k) as Hnd by (by rewrite Hk).
    assert (∀ x, x ∈ k) as Hin by (intros x; by rewrite Hk).
    apply NoDup_Permutation; [|done|].
    - apply NoDup_fmap_2_strong; [|done]. intros x y _ _ Hxy. rewrite <-(exchange_back a b x), Hxy. apply exchange_back.
    - intros x. split; [done|]. intros _. apply elem_of_list_fmap. exists (exchange b a x).
      by rewrite exchange_back.
  Qed.
  Lemma exchanged_back a b k : exchanged b a (exchanged a b k) = k.
  Proof.
    unfold exchanged. rewrite <-list_fmap_compose. rewrite <-(list_fmap_id k) at 2. apply list_fmap_ext.
    intros i x _. apply exchange_back.
  Qed.

  (** Blocks are numbers of 128 bits, in some way, and exclusive or can be undone on both sides. *)
  Context (val : B → Z) (Hval : val <$> blocks ≡ₚ residues (2 ^ 128)).
  Context (xor : B → B → B) (zero : B).
  Context (xor_left : ∀ a b c, xor a b = xor a c → b = c) (xor_right : ∀ a b c, xor a c = xor b c → a = b).
  (** Four blocks and the last one. *)
  Notation message := (list B * B)%type.
  Definition mac (k : list B) (m : message) : Z := val (code permuted xor zero k m).

  Lemma blocks_size : size blocks = 2 ^ 128.
  Proof using Hval.
    rewrite <-(residues_size (2 ^ 128)) by done. unfold size. apply Permutation_length in Hval. by rewrite <-Hval,
        fmap_length.
  Qed.

  Theorem cbc_mac_bound (added evicted : list message) :
    (∀ m, m ∈ added ++ evicted → length m.1 = 4%nat) →
    Z.of_nat (length added) < 2 ^ 32 → Z.of_nat (length evicted) < 2 ^ 32 →
    ¬ added ≡ₚ evicted →
    (prob orders (λ k, bool_decide (multiset_hash 128 (mac k) added = multiset_hash 128 (mac k) evicted)) <= 1 # 2 ^
        85)%Q.
  Proof using All.
    intros Hlen Ha He Hne. destruct (different_multiplicity added evicted Hne) as (m & Hm & Hmult).
    set (dom := remove_dups (added ++ evicted)).
    set (d := λ m, multiplicity added m - multiplicity evicted m).
    assert (NoDup dom) as Hnd by apply NoDup_remove_dups.
    assert (∀ m, m ∈ dom ↔ m ∈ added ++ evicted) as Hdom by (intros; apply elem_of_remove_dups).
    assert (Z.of_nat (length dom) ≤ 2 ^ 33) as Hn.
    { assert (length dom ≤ length (added ++ evicted))%nat as Hl.
      { apply submseteq_length, NoDup_submseteq; [done|]. intros m'. by rewrite Hdom. }
      rewrite app_length in Hl. lia. }
    assert (orders ≠ []) as Hspace.
    { intros Hnil. assert (blocks ∈ orders) as Hin by (by apply elem_of_orders). rewrite Hnil in Hin. by apply
        elem_of_nil in Hin. }
    pose proof (combination_bound blocks Hblocks Hall orders ltac:(apply NoDup_remove_dups) permuted permuted_inj
        exchanged
      permuted_exchanged exchanged_in exchanged_back xor zero xor_left xor_right val 128 ltac:(done) Hval
      d dom m 4 32 (5 * 2 ^ 33) Hnd (proj2 (Hdom m) Hm)
      (λ m' Hm', Hlen m' (proj1 (Hdom m') Hm')) ltac:(done) ltac:(unfold d; lia)) as Hbound.
    rewrite blocks_size in Hbound.
    assert (Z.abs (d m) < 2 ^ 32) as Hd.
    { unfold d. pose proof (multiplicity_nonneg added m). pose proof (multiplicity_nonneg evicted m).
      pose proof (multiplicity_le_length added m). pose proof (multiplicity_le_length evicted m). lia. }
    specialize (Hbound Hd). change (Z.of_nat 4 + 1) with 5 in Hbound. change (near 4) with 148 in Hbound.
    specialize (Hbound ltac:(lia) ltac:(done) ltac:(done)).
    apply prob_le; [done|]. rewrite Z.mul_1_l. change (Z.pos (2 ^ 85)) with (2 ^ 85).
    assert (count (λ k, bool_decide (multiset_hash 128 (mac k) added = multiset_hash 128 (mac k) evicted)) orders ≤
      count (λ k, combination permuted xor zero val d dom k mod 2 ^ 128 =? 0) orders) as Hle.
    { apply count_mono. intros k _. rewrite bool_decide_eq_true, !hash_sum_count, Z.eqb_eq. intros [= Heq _].
      rewrite (prf_sum_linear (mac k) dom added), (prf_sum_linear (mac k) dom evicted) in Heq
        by (done || (intros m' Hm'; apply Hdom, elem_of_app; tauto)).
      replace (combination permuted xor zero val d dom k)
        with (RandomFunction.linear (multiplicity added) (mac k) dom -
              RandomFunction.linear (multiplicity evicted) (mac k) dom).
      - rewrite Zminus_mod, Heq, Z.sub_diag. by apply Z.mod_0_l.
      - assert (combination permuted xor zero val d dom k =
          total (λ m, multiplicity added m * mac k m + -1 * (multiplicity evicted m * mac k m)) dom) as ->
          by (apply total_ext; intros m' _; unfold d, mac; ring).
        unfold RandomFunction.linear. rewrite total_add, total_scale. lia. }
    pose proof (size_nonneg orders) as Hsize. revert Hbound Hle Hsize Hn.
    generalize (count (λ k, combination permuted xor zero val d dom k mod 2 ^ 128 =? 0) orders).
    generalize (count (λ k, bool_decide (multiset_hash 128 (mac k) added = multiset_hash 128 (mac k) evicted)) orders).
    generalize (size orders), (Z.of_nat (length dom)). clear. intros s l a c Hbound Hle Hs Hl.
    assert (c * (2 ^ 128 - 5 * 2 ^ 33) ≤ (2 ^ 31 + 2 ^ 33 * 5 * 148) * s) as H1.
    { etrans; [exact Hbound|]. apply Z.mul_le_mono_nonneg_r; [done|]. change (2 ^ (32 - 1)) with (2 ^ 31). lia. }
    assert ((2 ^ 31 + 2 ^ 33 * 5 * 148) * 2 ^ 85 ≤ 2 ^ 128 - 5 * 2 ^ 33) as H2 by (by vm_compute).
    assert (0 < 2 ^ 128 - 5 * 2 ^ 33) as H3 by done. assert (0 ≤ 2 ^ 85) as H4 by done.
    revert H1 H2 H3 H4. generalize (2 ^ 128 - 5 * 2 ^ 33), (2 ^ 31 + 2 ^ 33 * 5 * 148), (2 ^ 85). intros D C e H1 H2
        H3 H4.
    apply (Z.mul_le_mono_pos_r _ _ D); [done|].
    assert (a * D ≤ c * D) as H5 by (apply Z.mul_le_mono_nonneg_r; lia).
    replace (a * e * D) with (a * D * e) by ring. trans (C * s * e); [apply Z.mul_le_mono_nonneg_r; lia|].
    replace (C * s * e) with (s * (C * e)) by ring. by apply Z.mul_le_mono_nonneg_l.
  Qed.
End permutations.

(** There are such blocks: the numbers below [2^128], with their exclusive or. *)
Section numbers.
  Definition number128 : Type := dsig (λ z : Z, 0 ≤ z < 2 ^ 128).
  Lemma lxor_bounded a b : 0 ≤ a < 2 ^ 128 → 0 ≤ b < 2 ^ 128 → 0 ≤ Z.lxor a b < 2 ^ 128.
  Proof.
    intros Ha Hb. assert (0 ≤ Z.lxor a b) as H0 by (apply Z.lxor_nonneg; lia). split; [done|].
    destruct (decide (Z.lxor a b = 0)) as [->|Hne]; [done|]. apply Z.log2_lt_pow2; [lia|].
    eapply Z.le_lt_trans; [apply Z.log2_lxor; lia|].
    apply Z.max_lub_lt; [destruct (decide (a = 0)) as [->|]|destruct (decide (b = 0)) as [->|]]; try done;
      apply Z.log2_lt_pow2; lia.
  Qed.
  Definition number_xor (a b : number128) : number128 :=
    dexist (Z.lxor (`a) (`b)) (lxor_bounded _ _ (proj2_dsig a) (proj2_dsig b)).
  Definition number128_of (z : Z) : option number128 :=
    match decide (0 ≤ z < 2 ^ 128) with left Hz => Some (dexist z Hz : number128) | right _ => None end.
  Definition numbers128 : list number128 := omap (M := list) number128_of (residues (2 ^ 128)).

  Lemma lxor_left a b c : Z.lxor a b = Z.lxor a c → b = c.
  Proof.
    intros Heq. apply (f_equal (Z.lxor a)) in Heq. by rewrite <-!Z.lxor_assoc, Z.lxor_nilpotent, !Z.lxor_0_l in Heq.
  Qed.

  Theorem numbers_are_blocks :
    NoDup numbers128 ∧ (∀ b, b ∈ numbers128) ∧ proj1_sig <$> numbers128 ≡ₚ residues (2 ^ 128) ∧
    (∀ a b c, number_xor a b = number_xor a c → b = c) ∧ (∀ a b c, number_xor a c = number_xor b c → a = b).
  Proof.
    assert (proj1_sig <$> numbers128 = residues (2 ^ 128)) as Hval.
    { unfold numbers128. assert (∀ z, z ∈ residues (2 ^ 128) → 0 ≤ z < 2 ^ 128) as Hz by (intros z; apply
        elem_of_residues).
      revert Hz. generalize (residues (2 ^ 128)) as l. intros l Hz. induction l as [|z l IH]; [done|].
      cbn [omap list_omap]. unfold number128_of at 1. destruct (decide (0 ≤ z < 2 ^ 128)) as [H0|H0];
        [|exfalso; apply H0, Hz; left]. cbn [fmap list_fmap]. f_equal. apply IH. intros y Hy. apply Hz. by right. }
    split_and!.
    - apply (NoDup_fmap_1 proj1_sig). rewrite Hval. apply NoDup_seqZ.
    - intros b. assert (`b ∈ proj1_sig <$> numbers128) as (b'&Hb&Hin)%elem_of_list_fmap.
      { rewrite Hval. apply elem_of_residues. apply (proj2_dsig b). }
      assert (b = b') as -> by (by apply dsig_eq). done.
    - by rewrite Hval.
    - intros a b c Heq%dsig_eq. apply dsig_eq. by apply (lxor_left (`a)).
    - intros a b c Heq%dsig_eq. apply dsig_eq. apply (lxor_left (`c)). simpl in Heq.
      by rewrite (Z.lxor_comm (`c)), Heq, Z.lxor_comm.
  Qed.
End numbers.
