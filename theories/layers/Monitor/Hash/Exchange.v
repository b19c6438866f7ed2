(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A random permutation, of which two values are exchanged. Where the value at a point is used nowhere else, it can be
exchanged with any that is not in use, and nothing else changes: so that value is as good as random. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Monitor.Hash Require Import Counting Forgery.
Local Open Scope Z_scope.

(** Exchanges two values. *)
Definition exchange {B} `{EqDecision B} (a b c : B) : B := if decide (c = a) then b else if decide (c = b) then a
    else c.

Section exchange.
  Context {B : Type} `{EqDecision B} (blocks : list B) (Hblocks : NoDup blocks) (Hall : ∀ b, b ∈ blocks).
  (** The secrets: each is a permutation of blocks; and with each, the one is there that differs by an exchange of two
  values. *)
  Context {K : Type} `{EqDecision K} (secrets : list K) (Hsecrets : NoDup secrets).
  Context (E : K → B → B) (E_inj : ∀ k x y, k ∈ secrets → E k x = E k y → x = y).
  Context (swap : B → B → K → K).
  Context (swap_E : ∀ a b k x, k ∈ secrets → E (swap a b k) x = exchange a b (E k x)).
  Context (swap_in : ∀ a b k, k ∈ secrets → swap a b k ∈ secrets).
  Context (swap_back : ∀ a b k, swap b a (swap a b k) = k).

  Lemma count_in (l : list B) : count (λ y, bool_decide (y ∈ l)) blocks ≤ Z.of_nat (length l).
  Proof using Hblocks.
    unfold count, size. apply inj_le, submseteq_length, NoDup_submseteq.
    - by apply NoDup_ListNoDup, List.NoDup_filter, NoDup_ListNoDup.
    - intros y. rewrite elem_of_list_In, filter_In, bool_decide_eq_true. tauto.
  Qed.

  Context (x : K → B) (used : K → list B) (q : Z).
  Definition fresh (k : K) : bool := bool_decide (x k ∉ used k).
  Definition unused (k : K) (y : B) : bool := bool_decide (y ∉ E k <$> used k).
  Context (Hq : ∀ k, k ∈ secrets → Z.of_nat (length (used k)) ≤ q).
  (** An exchange at [x] with a value that is not in use changes neither [x] nor what is used. *)
  Context (stays : ∀ k y, k ∈ secrets → fresh k = true → unused k y = true →
    x (swap (E k (x k)) y k) = x k ∧ used (swap (E k (x k)) y k) = used k).

  Definition turn (p : K * B) : K * B :=
    if fresh p.1 && unused p.1 p.2 then (swap (E p.1 (x p.1)) p.2 p.1, E p.1 (x p.1)) else p.

  Lemma turn_good k y :
    k ∈ secrets → fresh k = true → unused k y = true →
    let k' := swap (E k (x k)) y k in fresh k' = true ∧ unused k' (E k (x k)) = true ∧ E k' (x k') = y.
  Proof using E_inj swap_E stays.
    intros Hk Hf Hu k'. destruct (stays k y Hk Hf Hu) as [Hx Hs]. fold k' in Hx, Hs.
    apply bool_decide_eq_true in Hf. apply bool_decide_eq_true in Hu. split_and!.
    - apply bool_decide_eq_true. by rewrite Hx, Hs.
    - apply bool_decide_eq_true. rewrite Hs. intros (s&Heq&Hin)%elem_of_list_fmap. unfold k' in Heq. rewrite swap_E
        in Heq by done.
      unfold exchange in Heq. case_decide as H1; [by apply E_inj in H1 as ->|].
      case_decide as H2; [|congruence].
      apply Hu, elem_of_list_fmap. by exists s.
    - rewrite Hx. unfold k'. rewrite swap_E by done. unfold exchange. by rewrite decide_True.
  Qed.
  Lemma turn_back p : p.1 ∈ secrets → turn (turn p) = p.
  Proof using E_inj swap_E stays swap_back.
    destruct p as [k y]. cbn [fst]. intros Hk. unfold turn at 2. cbn [fst snd].
    destruct (fresh k) eqn:Hf; cbn [andb]; [|by unfold turn; cbn [fst snd]; rewrite Hf].
    destruct (unused k y) eqn:Hu; [|by unfold turn; cbn [fst snd]; rewrite Hf, Hu].
    destruct (turn_good k y Hk Hf Hu) as (H1&H2&H3). unfold turn. cbn [fst snd]. rewrite H1, H2. cbn [andb].
    by rewrite H3, swap_back.
  Qed.
  Lemma turn_permutes : turn <$> pairs secrets blocks ≡ₚ pairs secrets blocks.
  Proof using All.
    assert (∀ k y, (k, y) ∈ pairs secrets blocks ↔ k ∈ secrets) as Hin.
    { intros k y. unfold pairs. rewrite elem_of_list_bind. split.
      - intros (k' & (y' & [= -> ->] & _)%elem_of_list_fmap & Hk). done.
      - intros Hk. exists k. split; [|done]. apply elem_of_list_fmap. by exists y. }
    assert (∀ p, p ∈ pairs secrets blocks → turn p ∈ pairs secrets blocks) as Hturn.
    { intros [k y] Hk%Hin. unfold turn. cbn [fst snd]. case_match; [|by apply Hin]. apply Hin. by apply swap_in. }
    assert (NoDup (pairs secrets blocks)) as Hnd by (by apply NoDup_pairs).
    apply NoDup_Permutation; [|done|].
    - apply NoDup_fmap_2_strong; [|done]. intros [k y] [k' y'] Hp Hp' Heq. apply (f_equal turn) in Heq.
      rewrite !turn_back in Heq; [done| |]; by eapply Hin.
    - intros p. rewrite elem_of_list_fmap. split; [intros (p'&->&?); by apply Hturn|].
      intros Hp. exists (turn p). split; [|by apply Hturn]. destruct p as [k y]. rewrite turn_back; [done|by eapply
          Hin].
  Qed.

  (** Where [x] is fresh, an event is as likely as it is under exchanges. *)
  Theorem exchange_bound (P : K → bool) (g : Z) :
    (∀ k, k ∈ secrets → fresh k = true →
       count (λ y, unused k y && P (swap (E k (x k)) y k)) blocks ≤ g) →
    0 ≤ g →
    count (λ k, fresh k && P k) secrets * (size blocks - q) ≤ g * size secrets.
  Proof using All.
    intros Hg Hg0.
    set (F := λ p : K * B, if fresh p.1 && unused p.1 p.2 && P p.1 then 1 else 0).
    assert (total F (pairs secrets blocks) = total (λ p, F (turn p)) (pairs secrets blocks)) as Hsame.
    { assert (∀ l l', l ≡ₚ l' → total F l = total F l') as Hperm.
      { induction 1; rewrite ?total_cons; lia. }
      rewrite <-(total_fmap F turn). symmetry. by apply Hperm, turn_permutes. }
    assert (∀ G : K * B → Z, total G (pairs secrets blocks) = total (λ k, total (λ y, G (k, y)) blocks) secrets) as
        Hpairs.
    { intros G. unfold pairs. rewrite total_bind. apply total_ext. intros k _. by rewrite total_fmap. }
    rewrite !Hpairs in Hsame.
    assert (count (λ k, fresh k && P k) secrets * (size blocks - q) ≤
            total (λ k, total (λ y, F (k, y)) blocks) secrets) as H1.
    { rewrite count_total, Z.mul_comm, <-total_scale. apply total_le. intros k Hk. unfold F. cbn [fst snd].
      destruct (fresh k && P k) eqn:Hf.
      - apply andb_true_iff in Hf as [Hf HP]. rewrite (total_ext _ (λ y, 1 + -1 * (if bool_decide (y ∈ E k <$> used
          k) then 1 else 0))).
        + rewrite total_add, total_const, total_scale, <-count_total. pose proof (count_in (E k <$> used k)) as Hc.
          rewrite fmap_length in Hc. specialize (Hq k Hk). lia.
        + intros y _. rewrite Hf, HP. unfold unused. repeat case_bool_decide; simpl; done || lia.
      - rewrite Z.mul_0_r. trans (total (λ _ : B, 0) blocks); [rewrite total_const; lia|]. apply total_le. intros y
          _. by repeat case_match. }
    assert (total (λ k, total (λ y, F (turn (k, y))) blocks) secrets ≤ g * size secrets) as H2.
    { rewrite <-total_const. apply total_le. intros k Hk. unfold turn. cbn [fst snd].
      destruct (fresh k) eqn:Hf; cbn [andb].
      - etrans; [|by apply (Hg k Hk)]. rewrite count_total. apply total_le. intros y _.
        destruct (unused k y) eqn:Hu.
        + destruct (turn_good k y Hk Hf Hu) as (E1&E2&_). unfold F. cbn [fst snd]. rewrite E1, E2. cbn [andb].
          by case_match.
        + unfold F. cbn [fst snd]. by rewrite Hf, Hu.
      - trans (total (λ _ : B, 0) blocks); [|rewrite total_const; lia]. apply total_le. intros y _. unfold F. cbn
          [fst snd].
        by rewrite Hf. }
    lia.
  Qed.
End exchange.
