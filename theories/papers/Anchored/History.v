(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The pure part of the anchored preorder: histories. A state that evolves along
    a preorder [R] is represented by all values it ever had, oldest first, each
    with the number of the anchor that was set at the time; the anchors are a
    second list. A history is well formed for a list of anchors if values and
    anchor numbers only grow and every value is within reach of its anchor. *)
From stdpp Require Import list relations.
From iris.prelude Require Import options.

Section history.
  Context {A : Type} (R anchors : relation A) `{!PreOrder R}.
  Implicit Types (v w a : A) (h : list (A * nat)) (anc : list A).

  Record history (anc : list A) (h : list (A * nat)) : Prop := {
    history_within i v g :
      h !! i = Some (v, g) → ∃ a, anc !! g = Some a ∧ anchors a v;
    history_grows i j v g w g' :
      i ≤ j → h !! i = Some (v, g) → h !! j = Some (w, g') → R v w ∧ g ≤ g';
  }.

  Lemma history_singleton v : anchors v v → history [v] [(v, 0)].
  Proof using All.
    intros Hv. split.
    - intros [|i] w g [= <- <-]. by exists v.
    - intros [|i] [|j] w g w' g' _ [= <- <-] [= <- <-]. done.
  Qed.

  (** A new anchor leaves the past alone. *)
  Lemma history_anchor anc h a : history anc h → history (anc ++ [a]) h.
  Proof.
    intros [Hw Hg]. split; [|done].
    intros i v g (b & Hb & ?)%Hw. exists b. split; [|done]. by apply lookup_app_l_Some.
  Qed.

  Lemma last_lookup_Some h v g :
    last h = Some (v, g) → ∃ i, h !! i = Some (v, g) ∧ i < length h ∧ ∀ j, j < length h → j ≤ i.
  Proof.
    rewrite last_lookup. intros Hl. exists (pred (length h)).
    split_and!; [done|by eapply lookup_lt_Some|lia].
  Qed.

  (** A step of the state, under the same anchor or a later one. *)
  Lemma history_step anc h v g w g' a :
    history anc h → last h = Some (v, g) → R v w → g ≤ g' →
    anc !! g' = Some a → anchors a w → history anc (h ++ [(w, g')]).
  Proof using All.
    intros [Hw Hg] (k & Hk & Hklt & Hkmax)%last_lookup_Some HR Hle Ha Haw. split.
    - intros i x y [Hi|[_ Hi]]%lookup_app_Some; [by eapply Hw|].
      apply list_lookup_singleton_Some in Hi as [_ [= <- <-]]. by exists a.
    - intros i j x gx y gy Hij [Hi|[Hi Hi']]%lookup_app_Some [Hj|[Hj Hj']]%lookup_app_Some.
      + by eapply Hg.
      + apply list_lookup_singleton_Some in Hj' as [_ [= <- <-]].
        destruct (Hg i k x gx v g) as [??]; [|done..|].
        { apply Hkmax. by eapply lookup_lt_Some. }
        split; [by etrans|lia].
      + apply lookup_lt_Some in Hj. lia.
      + apply list_lookup_singleton_Some in Hi' as [_ [= <- <-]].
        apply list_lookup_singleton_Some in Hj' as [_ [= <- <-]]. done.
  Qed.

  (** The last value of a longer history is later. *)
  Lemma history_prefix anc h h' v g w g' :
    history anc h' → h `prefix_of` h' →
    last h = Some (v, g) → last h' = Some (w, g') → R v w ∧ g ≤ g'.
  Proof.
    intros [_ Hg] Hpre (i & Hi & Hilt & _)%last_lookup_Some (j & Hj & _ & Hjmax)%last_lookup_Some.
    eapply (Hg i j); [|by eapply prefix_lookup|done].
    apply Hjmax. apply prefix_length in Hpre. lia.
  Qed.

  Lemma history_last_within anc h v g :
    history anc h → last h = Some (v, g) → ∃ a, anc !! g = Some a ∧ anchors a v.
  Proof. intros [Hw _] (i & Hi & _)%last_lookup_Some. by eapply Hw. Qed.
End history.
