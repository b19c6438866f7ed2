(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a loop over a map visits.

    [for k in m] goes from the last position to the first and looks at the map as
    it then is. Why in this direction: whatever the body inserts comes after, and
    what it removes is replaced by an entry from after. So if the body inserts,
    replaces, and removes nothing whose turn is still to come, every key that was
    there at the beginning comes once, and no other ([rounds_once]); and whatever
    the body does, there are no more rounds than there were entries
    ([rounds_bounded]). *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang.Model Require Export Value.
From Fairlead.Lang.Typing Require Import Values.

Section walk.
  Context {A : Type}.
  Implicit Types (l m : list (Z * A)).

  (** The first [i] positions hold the same keys. *)
  Definition spares (i : nat) l m : Prop := take i (map fst m) = take i (map fst l).

  Lemma map_put_spares i l k a : i ≤ length l → spares i l (map_put l k a).
  Proof. intros. unfold spares. rewrite map_put_keys. apply take_app_le. by rewrite map_length. Qed.

  Lemma map_remove_spares i l k : k ∉ take i (map fst l) → spares i l (map_remove l k).
  Proof.
    unfold spares. revert i. induction l as [|[k' a] l IH]; intros [|i]; simpl; try done.
    rewrite not_elem_of_cons. intros [Hk Hl]. rewrite (proj2 (Z.eqb_neq _ _) Hk). simpl. by rewrite IH.
  Qed.

  (** The rounds of the loop, as the front end makes them: [i] is the position after
      the one whose turn it is, unless the map has become shorter. [body k l m]: the
      body may make [m] of the map [l] when it is at the key [k]. *)
  Context (body : Z → list (Z * A) → list (Z * A) → Prop).
  Inductive rounds : nat → list (Z * A) → list Z → list (Z * A) → Prop :=
  | rounds_over i l : i `min` length l = 0 → rounds i l [] l
  | rounds_next i j l k a l' ks m :
      i `min` length l = S j → l !! j = Some (k, a) → body k l l' → rounds j l' ks m →
      rounds i l (k :: ks) m.

  Theorem rounds_bounded i l ks m : rounds i l ks m → length ks ≤ i.
  Proof. induction 1; simpl; lia. Qed.

  Theorem rounds_once l ks m :
    (∀ i k a l l', l !! i = Some (k, a) → body k l l' → spares i l l') →
    rounds (length l) l ks m → ks = reverse (map fst l).
  Proof.
    intros Hbody Hrounds.
    assert (∀ i, rounds i l ks m → i ≤ length l → ks = reverse (take i (map fst l))) as Hall.
    { clear Hrounds. intros i. induction 1 as [i l Hi|i j l k a l' ks m Hi Hk Hb _ IH]; intros Hl.
      - by replace i with 0 by lia.
      - replace i with (S j) by lia. pose proof (Hbody _ _ _ _ _ Hk Hb) as Hspares.
        assert (j ≤ length l').
        { apply (f_equal length) in Hspares. rewrite !take_length, !map_length in Hspares. lia. }
        rewrite IH, Hspares by done. erewrite take_S_r; [by rewrite reverse_snoc|].
        change (map fst l) with (fst <$> l). by rewrite list_lookup_fmap, Hk. }
    rewrite (Hall (length l)) by done. by rewrite take_ge by (by rewrite map_length).
  Qed.
End walk.
