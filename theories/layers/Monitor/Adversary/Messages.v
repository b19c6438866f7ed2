(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The bound for a keyed function of messages, as the monitor in C has one, in place of a function of elements: what
is hashed of an element is some [φ] of it, and the function is random on messages. If no two elements of an epoch,
among those that the host makes the monitor hash, have one message, all is as before. *)
From Coq Require Import QArith.
From Fairlead.Monitor.Adversary Require Export Deception.
From Fairlead.Monitor.Adversary Require Import KeyedSum.
From Fairlead.Monitor.Hash Require Import Counting RandomFunction Collision Forgery.
From Fairlead.Monitor.Hash Require Accumulator.
From Fairlead.Monitor.Log Require Import Message.
Local Open Scope Z_scope.

Lemma multiplicity_map {A B} `{EqDecision A, EqDecision B} (φ : A → B) l x :
  (∀ y, y ∈ l → φ y = φ x → y = x) → multiplicity (φ <$> l) (φ x) = multiplicity l x.
Proof.
  induction l as [|y l IH]; intros Hinj; [done|]. rewrite fmap_cons, !multiplicity_cons, IH by (intros; apply Hinj;
      [by right|done]).
  f_equal. destruct (decide (y = x)) as [->|Hne]; [by rewrite decide_True|].
  rewrite decide_False; [done|]. intros E. apply Hne, Hinj; [left|done].
Qed.

Section messages.
  Context {B : Type} `{EqDecision B} (φ : element → B).
  Context (size threads deep : N) (A : application) (top : value) (first : N) (H : value → bytes) (h : host) (n : nat).

  (** The keyed function of elements that one of messages is. *)
  Definition of_messages (F : Forgery.keyed B) : keys := λ x, F (x.1, φ x.2).
  Definition hashed_elements : list element := inputs size threads deep A top first H h n.
  (** No two of them with one message, in an epoch. *)
  Definition told_apart : Prop :=
    ∀ x y, x ∈ hashed_elements → y ∈ hashed_elements → el_epoch x = el_epoch y → φ x = φ y → x = y.

  Theorem deception_bound_messages epochs dom :
    told_apart → NoDup dom →
    (∀ x, x ∈ hashed_elements → (N.to_nat (el_epoch x) < epochs)%nat ∧ φ x ∈ dom) →
    (prob (epoch_keys Accumulator.hash_bits epochs dom) (λ F, deceives size threads deep A top first H h n
        (of_messages F))
      <= 1 # 2 ^ 97)%Q.
  Proof.
    intros Hapart Hnd Hdom. apply (prob_le_2_97 _ _ 1); [by apply epoch_keys_ne_nil|].
    set (P := λ F, deceives size threads deep A top first H h n (of_messages F)).
    destruct (List.filter P (epoch_keys Accumulator.hash_bits epochs dom)) as [|F Fs] eqn:HF.
    { unfold count at 1. rewrite HF. pose proof (size_nonneg (epoch_keys Accumulator.hash_bits epochs dom)).
      change (Counting.size []) with 0. lia. }
    assert (P F = true) as HP.
    { apply (proj1 (filter_In _ F (epoch_keys Accumulator.hash_bits epochs dom))). rewrite HF. by left. }
    destruct (inputs_domain size threads deep A top first H h n) as (epochs'&dom'&Hnd'&Hdom').
    pose proof (λ G, deceives_comparison size threads deep A top first H h n (of_messages G) epochs' dom' Hdom') as Hq.
    cbv zeta in Hq. set (E := events _ _ _) in Hq. set (e := next_to_certify _ _) in Hq.
    set (l := adds_in e E) in Hq. set (k := evicts_in e E) in Hq.
    destruct (Hq F HP) as (_&Hne%bool_decide_eq_false&_&_&_&Hml&Hmk). cbn [epoch added evicted] in *.
    assert (∀ x, x ∈ l ++ k → el_epoch x = e ∧ x ∈ hashed_elements) as Hin.
    { intros x [Hx|Hx]%elem_of_app; apply elem_of_in_epoch in Hx as [<- Hx]; (split; [done|]);
        unfold hashed_elements, inputs; apply elem_of_app; [by left|by right]. }
    assert (∀ x y, x ∈ l ++ k → y ∈ l ++ k → φ y = φ x → y = x) as Hinj.
    { intros x y [Hxe Hx]%Hin [Hye Hy]%Hin. apply Hapart; [done|done|congruence]. }
    assert (∀ l0, l0 = l ∨ l0 = k → ∀ x, x ∈ l ++ k → multiplicity (φ <$> l0) (φ x) = multiplicity l0 x) as Hmult.
    { intros l0 Hl0 x Hx. apply multiplicity_map. intros y Hy. apply Hinj; [done|].
      destruct Hl0 as [->| ->]; apply elem_of_app; [by left|by right]. }
    assert (∀ l0, l0 = l ∨ l0 = k → multiplicities_below (2 ^ 32) l0 → multiplicities_below (2 ^ 32) (φ <$> l0)) as
        Hbelow.
    { intros l0 Hl0 Hb b. destruct (decide (b ∈ φ <$> l0)) as [(x&->&Hx)%elem_of_list_fmap|Hout].
      - rewrite Hmult; [apply Hb|done|]. destruct Hl0 as [->| ->]; apply elem_of_app; [by left|by right].
      - rewrite multiplicity_not_elem by done. done. }
    set (q := Comparison (N.to_nat e) (φ <$> l) (φ <$> k)).
    assert (same_multiset q = false) as Hne'.
    { apply bool_decide_eq_false. intros Hp. apply Hne, permutation_multiplicity. intros x.
      destruct (decide (x ∈ l ++ k)) as [Hx|Hx].
      - rewrite <-(Hmult l), <-(Hmult k) by tauto. by apply permutation_multiplicity.
      - apply not_elem_of_app in Hx as [? ?]. by rewrite !multiplicity_not_elem. }
    assert (∀ x, x ∈ l ++ k → φ x ∈ dom) as Hdoms by (intros x [_ Hx]%Hin; by apply Hdom).
    assert (within 32 epochs dom q) as Hwithin.
    { split_and!; cbn [epoch added evicted q].
      - destruct (l ++ k) as [|x r] eqn:Hnil.
        + apply app_nil in Hnil as [E1 E2]. rewrite E1, E2 in Hne. done.
        + destruct (Hin x) as [<- Hx]; [left|]. by apply Hdom.
      - intros b (x&->&Hx)%elem_of_list_fmap. apply Hdoms, elem_of_app. by left.
      - intros b (x&->&Hx)%elem_of_list_fmap. apply Hdoms, elem_of_app. by right.
      - by apply Hbelow; [left|].
      - by apply Hbelow; [right|]. }
    pose proof (single_comparison Accumulator.hash_bits 32 epochs dom q ltac:(done) ltac:(done) Hnd Hwithin Hne') as
        Hsingle.
    etrans; [|etrans; [exact Hsingle|lia]]. apply Z.mul_le_mono_nonneg_r; [done|]. apply count_mono. intros G _ HG.
    destruct (Hq G HG) as (Hcert&_&_). revert Hcert. unfold certifies, same_hash. cbn [epoch added evicted q].
    rewrite !bool_decide_eq_true, !Accumulator.hash_sum_count, !fmap_length.
    assert (∀ l0 : list element, Accumulator.prf_sum (λ x, of_messages G (N.to_nat e, x)) l0 =
      Accumulator.prf_sum (λ x, G (N.to_nat e, x)) (φ <$> l0)) as Hsum.
    { induction l0 as [|x l0 IH]; [done|]. unfold Accumulator.prf_sum in *. cbn [fmap list_fmap foldr]. by rewrite IH. }
    by rewrite !Hsum.
  Qed.
End messages.

(** ** The messages of the monitor in C *)
Section c.
  Context (hash : bytes → bytes) (Hhash : ∀ b, length (hash b) = 32%nat).
  (** Values are digested as they are printed. *)
  Definition digest_of (v : value) : bytes := hash (print value_codec v).
  Context (size threads deep : N) (A : application) (top : value) (first : N) (h : host) (n : nat).
  Notation hashed := (hashed_elements size threads deep A top first digest_of h n).
  Notation bad F := (deceives size threads deep A top first digest_of h n (of_messages (message hash) F)).

  (** Two elements that the host makes the monitor hash, with different values that have one digest. *)
  Definition value_collision (p : element * element) : bool :=
    bool_decide (el_value p.1 ≠ el_value p.2) && bool_decide (digest_of (el_value p.1) = digest_of (el_value p.2)).
  Definition find_collision : option (element * element) :=
    head (filter (λ p, value_collision p = true) (pairs hashed hashed)).

  (** There always is a domain. *)
  Lemma messages_domain :
    ∃ epochs dom, NoDup dom ∧ ∀ x, x ∈ hashed → (N.to_nat (el_epoch x) < epochs)%nat ∧ message hash x ∈ dom.
  Proof.
    destruct (inputs_domain size threads deep A top first digest_of h n) as (epochs&dom&_&Hdom).
    exists epochs, (remove_dups (message hash <$> dom)). split; [apply NoDup_remove_dups|].
    intros x [Hx Hd]%Hdom. split; [done|]. apply elem_of_remove_dups, elem_of_list_fmap. by exists x.
  Qed.

  Theorem messages_bound epochs dom :
    (∀ x, x ∈ hashed → element_wf x) →
    NoDup dom → (∀ x, x ∈ hashed → (N.to_nat (el_epoch x) < epochs)%nat ∧ message hash x ∈ dom) →
    match find_collision with
    | Some (x, y) => el_value x ≠ el_value y ∧ digest_of (el_value x) = digest_of (el_value y)
    | None =>
        (∀ x, x ∈ hashed → length (message hash x) = 80%nat) ∧
        (prob (epoch_keys Accumulator.hash_bits epochs dom) (λ F, bad F) <= 1 # 2 ^ 97)%Q ∧
        (∀ K (secrets : list K) (F : K → Forgery.keyed bytes),
          prob secrets (λ k, bad (F k))
            <= (1 # 2 ^ 97) + advantage secrets F (epoch_keys Accumulator.hash_bits epochs dom) (λ F, bad F))%Q
    end.
  Proof using Hhash.
    intros Hwf Hnd Hdom. unfold find_collision. destruct (head _) as [[x y]|] eqn:Hh.
    - apply head_Some_elem_of, elem_of_list_filter in Hh as [Hc _]. unfold value_collision in Hc. cbn [fst snd] in Hc.
      by rewrite andb_true_iff, !bool_decide_eq_true in Hc.
    - apply head_None in Hh.
      assert (prob (epoch_keys Accumulator.hash_bits epochs dom) (λ F, bad F) <= 1 # 2 ^ 97)%Q as Hbound.
      { apply deception_bound_messages; [|done|done]. intros x y Hx Hy He Hm.
        destruct (message_injective hash x y Hhash (Hwf x Hx) (Hwf y Hy) He Hm) as [?|Hcol]; [done|exfalso].
        apply (not_elem_of_nil (x, y)). rewrite <-Hh. apply elem_of_list_filter.
        rewrite elem_of_pairs. unfold value_collision. by rewrite andb_true_iff, !bool_decide_eq_true. }
      split_and!.
      + intros x Hx. apply message_length; [done|by apply Hwf].
      + done.
      + intros K secrets F. exact (prob_advantage secrets F _ (λ F, bad F) _ Hbound).
  Qed.
End c.
