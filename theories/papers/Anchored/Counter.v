(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The paper's counter example, on a program that runs: a producer and a consumer
    share two counters without a lock, and the producer is never more than one
    ahead.

    The ghost state is the pair (produced, consumed). The consumer holds the
    anchor at [(m, m)], which reaches [(m, m)] and [(m + 1, m)] only. So the
    producer may step from [(m, m)] to [(m + 1, m)] without the consumer, and the
    consumer, between two of its steps, knows the other counter to within one,
    although it owns no part of it. Neither the invariant nor the consumer says
    [m <= n <= m + 1] anywhere: it follows from the anchor.

    The consumer asserts the bound at run time, and a failed assertion is a stuck
    program; [counters_safe] says that no execution gets stuck. *)
From iris.proofmode Require Import proofmode.
From iris.base_logic.lib Require Import invariants.
From iris.program_logic Require Import weakestpre adequacy.
From iris.heap_lang Require Import proofmode notation adequacy.
From iris.heap_lang.lib Require Import assert.
From Fairlead.Papers.Anchored Require Import Preorder.
From iris.prelude Require Import options.

Definition producer : val := rec: "producer" "p" "c" :=
  let: "m" := !"c" in
  let: "n" := !"p" in
  (if: "m" = "n" then "p" <- "n" + #1 else #()) ;;
  "producer" "p" "c".

Definition consumer : val := rec: "consumer" "p" "c" :=
  let: "n" := !"p" in
  let: "m" := !"c" in
  assert: (("n" = "m") || ("n" = "m" + #1)) ;;
  (if: "n" = "m" then #() else "c" <- "m" + #1) ;;
  "consumer" "p" "c".

Definition counters : expr :=
  let: "p" := ref #0 in
  let: "c" := ref #0 in
  Fork (producer "p" "c") ;;
  consumer "p" "c".

Definition state : Type := nat * nat.
Definition later : relation state := λ s t, s.1 ≤ t.1 ∧ s.2 ≤ t.2.
Definition one_ahead : relation state := λ a s,
  a.1 = a.2 ∧ s.2 = a.2 ∧ a.2 ≤ s.1 ≤ a.2 + 1.

Global Instance later_preorder : PreOrder later.
Proof. split; [done|]. intros s t u [??] [??]. split; lia. Qed.

Section proof.
  Context `{!heapGS Σ, !anchoredG Σ state}.
  Let N : namespace := nroot .@ "counters".
  Notation value := (value later one_ahead).
  Notation snapshot := (snapshot later one_ahead).
  Notation anchored := (anchored later one_ahead).

  Definition counters_inv γ (p c : loc) : iProp Σ :=
    ∃ n m : nat, p ↦{#1/2} #n ∗ c ↦{#1/2} #m ∗ value γ 1 (n, m).

  Lemma producer_spec γ p c (n : nat) :
    inv N (counters_inv γ p c) -∗ p ↦{#1/2} #n -∗ WP producer #p #c {{ _, False }}.
  Proof.
    iIntros "#Hinv Hp". iLöb as "IH" forall (n). wp_rec. wp_pures.
    wp_bind (! _)%E. iInv N as (k m) ">(Hp' & Hc & Hv)". wp_load.
    iDestruct (mapsto_agree with "Hp Hp'") as %[= <-%Nat2Z.inj].
    iDestruct (value_snapshot with "Hv") as "#Hsnap".
    iModIntro. iSplitL "Hp' Hc Hv"; [iExists n, m; by iFrame|].
    wp_load. wp_pures. destruct (decide (m = n)) as [->|Hne].
    - rewrite bool_decide_true //. wp_pures.
      wp_bind (_ <- _)%E. iInv N as (k m) ">(Hp' & Hc & Hv)".
      iDestruct (mapsto_agree with "Hp Hp'") as %[= <-%Nat2Z.inj].
      iDestruct (snapshot_history with "Hv Hsnap") as %[_ Hm]; simpl in Hm.
      iDestruct (value_within with "Hv") as %(a & Ha1 & Ha2 & Ha3); simpl in *.
      assert (m = n) as -> by lia.
      iCombine "Hp Hp'" as "Hp". wp_store. iDestruct "Hp" as "[Hp Hp']".
      iMod (value_update_anchored _ _ γ (n, n) (n + 1, n) with "Hv") as "Hv".
      { split; simpl; lia. }
      { intros b (? & ? & ?); simpl in *. split_and!; simpl; lia. }
      replace (n + 1)%Z with (Z.of_nat (n + 1)) by lia.
      iModIntro. iSplitL "Hp' Hc Hv"; [iExists (n + 1), n; by iFrame|].
      wp_pures. by iApply "IH".
    - rewrite bool_decide_false; [|by intros [= ?%Nat2Z.inj]].
      wp_pures. by iApply "IH".
  Qed.

  Lemma consumer_spec γ p c (m : nat) :
    inv N (counters_inv γ p c) -∗ c ↦{#1/2} #m -∗ anchored γ (m, m) -∗
    WP consumer #p #c {{ _, False }}.
  Proof.
    iIntros "#Hinv Hc Ha". iLöb as "IH" forall (m). wp_rec. wp_pures.
    wp_bind (! _)%E. iInv N as (n k) ">(Hp & Hc' & Hv)". wp_load.
    iDestruct (mapsto_agree with "Hc Hc'") as %[= <-%Nat2Z.inj].
    iDestruct (anchored_recall with "Hv Ha") as %(_ & _ & Hn); simpl in Hn.
    iDestruct (value_snapshot with "Hv") as "#Hsnap".
    iModIntro. iSplitL "Hp Hc' Hv"; [iExists n, m; by iFrame|].
    wp_load. wp_pures. wp_apply wp_assert.
    destruct (decide (n = m)) as [->|Hne].
    - wp_pures. rewrite bool_decide_true //. wp_pures. iModIntro. iSplit; [done|]. iNext.
      wp_pures. rewrite bool_decide_true //. wp_pures. by iApply ("IH" with "Hc Ha").
    - assert (n = m + 1) as -> by lia.
      wp_pures. rewrite bool_decide_false; [|intros [= ?]; lia]. wp_pures.
      rewrite bool_decide_true; [|do 2 f_equal; lia]. iModIntro. iSplit; [done|]. iNext.
      wp_pures. rewrite bool_decide_false; [|intros [= ?]; lia]. wp_pures.
      wp_bind (_ <- _)%E. iInv N as (n k) ">(Hp & Hc' & Hv)".
      iDestruct (mapsto_agree with "Hc Hc'") as %[= <-%Nat2Z.inj].
      iDestruct (snapshot_history with "Hv Hsnap") as %[Hle _]; simpl in Hle.
      iDestruct (anchored_recall with "Hv Ha") as %(_ & _ & Hn'); simpl in Hn'.
      assert (n = m + 1) as -> by lia.
      iCombine "Hc Hc'" as "Hc". wp_store. iDestruct "Hc" as "[Hc Hc']".
      iMod (owned_move _ _ γ (m + 1, m) (m + 1, m + 1) with "Hv Ha") as "[Hv Ha]".
      { split; simpl; lia. }
      { split_and!; simpl; lia. }
      replace (m + 1)%Z with (Z.of_nat (m + 1)) by lia.
      iModIntro. iSplitL "Hp Hc' Hv"; [iExists (m + 1), (m + 1); by iFrame|].
      wp_pures. by iApply ("IH" with "Hc Ha").
  Qed.

  Lemma counters_spec : ⊢ WP counters {{ _, False }}.
  Proof using All.
    iStartProof. rewrite /counters.
    wp_alloc p as "[Hp Hp']". wp_pures. wp_alloc c as "[Hc Hc']". wp_pures.
    iMod (anchored_alloc later one_ahead (0, 0)) as (γ) "[Hv Ha]".
    { split_and!; simpl; lia. }
    iMod (inv_alloc N _ (counters_inv γ p c) with "[Hp' Hc' Hv]") as "#Hinv".
    { iNext. iExists 0, 0. iFrame. }
    wp_apply (wp_fork with "[Hp]").
    - iNext. iApply (wp_wand with "[Hp]"); [by iApply (producer_spec γ p c 0 with "Hinv")|].
      by iIntros (v) "?".
    - wp_pures. by iApply (consumer_spec γ p c 0 with "Hinv Hc Ha").
  Qed.
End proof.

(** No execution of the two threads gets stuck, so no assertion fails; and the
    program never returns. *)
Theorem counters_safe (σ : heap_lang.state) :
  adequate NotStuck counters σ (λ _ _, False).
Proof.
  set (Σ := #[heapΣ; anchoredΣ state]).
  eapply (heap_adequacy Σ). iIntros (?) "_".
  iApply wp_wand; [iApply counters_spec|]. by iIntros (v) "?".
Qed.
