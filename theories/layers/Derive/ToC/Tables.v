(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Tables of related things.

    Used twice:
      a table of a machine's states stands for one of coroutines (what Derive has to know of the container), and
    a map in .fl for a table of states. *)
From stdpp Require Import prelude.
From Fairlead.Derive Require Import Relate.
From Fairlead.Lang.Model Require Import Value.
From Fairlead.Derive.ToC Require Import Data.

Section entries.
  Context {A B : Type} (R : A → B → Prop).
  Definition same_entry (a : Z * A) (b : Z * B) : Prop := fst a = fst b ∧ R (snd a) (snd b).
  Definition same_entries : list (Z * A) → list (Z * B) → Prop := Forall2 same_entry.

  Lemma same_entries_find l l' k : same_entries l l' →
    match map_find l k, map_find l' k with Some a, Some b => R a b | None, None => True | _, _ => False end.
  Proof.
    induction 1 as [|[i a] [j b] l l' [Hi Ha] _ IH]; [done|]. simpl in *. subst j. by destruct (k =? i)%Z.
  Qed.
  Lemma same_entries_put l l' k a b : same_entries l l' → R a b → same_entries (map_put l k a) (map_put l' k b).
  Proof.
    intros Hl Hab. induction Hl as [|[i c] [j d] l l' [Hi Hc] Hl IH]; simpl in *; [repeat constructor; done|].
    subst j. destruct (k =? i)%Z; constructor; done.
  Qed.
  Lemma same_entries_last l l' : same_entries l l' → same_entries (last_first l) (last_first l').
  Proof.
    intros Hl. unfold last_first. assert (same_entries (removelast l) (removelast l')) as Hr.
    { induction Hl as [|a b l l' Hab Hl IH]; [constructor|]. destruct Hl; simpl in *; [constructor|].
      constructor; done. }
    assert (option_Forall2 same_entry (last l) (last l')) as Hlast.
    { clear Hr. induction Hl as [|a b l l' Hab Hl IH]; [constructor|]. destruct Hl; simpl in *; [by constructor|done]. }
    destruct Hlast; [|constructor]. by constructor.
  Qed.
  Lemma same_entries_remove l l' k : same_entries l l' → same_entries (map_remove l k) (map_remove l' k).
  Proof.
    induction 1 as [|[i c] [j d] l l' [Hi Hc] Hl IH]; simpl in *; [constructor|].
    subst j. destruct (k =? i)%Z; [by apply same_entries_last|by constructor].
  Qed.
End entries.

(** ** What Derive has to know of the container *)
#[global] Instance related_table {cap w A' A} `{Related A' A} : Related (table cap w A') (table cap w A) | 5 :=
  λ m' m, same_entries rel (entries m') (entries m).

Section related.
  Context {cap : N} {w : width} {A' A : Type} {H : Related A' A}.
  Implicit Types m : table cap w A.

  Lemma rel_no_entries : rel (no_entries : table cap w A') (no_entries : table cap w A).
  Proof. constructor. Qed.
  Lemma rel_find (m' : table cap w A') m k : rel m' m → rel (find m' k) (find m k).
  Proof.
    intros Hm. pose proof (same_entries_find rel _ _ (number k) Hm) as Hk. unfold find.
    destruct (map_find _ _), (map_find _ _); try done; by constructor.
  Qed.
  Lemma rel_put (m' : table cap w A') m k a' a : rel m' m → rel a' a → rel (put m' k a') (put m k a).
  Proof. apply same_entries_put. Qed.
  Lemma rel_remove (m' : table cap w A') m k : rel m' m → rel (remove m' k) (remove m k).
  Proof. apply same_entries_remove. Qed.
  Lemma rel_count (m' : table cap w A') m : rel m' m → rel (count m') (count m).
  Proof. intros Hm%Forall2_length. unfold count. by rewrite Hm. Qed.
End related.
#[export] Hint Resolve rel_no_entries rel_find rel_put rel_remove rel_count : derive.
