(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Tables, when a coroutine is run on symbols.

    A map of .fl and the table that it stands for have the same keys in the same places ([same_entries]): so what is
    decided of the one, whether a key is there and how many there are, is known of the other. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Model Require Import Value.
From Fairlead.Lang Require Import Typing.Values.
From Fairlead.Derive.ToC Require Import Tables.

Section entries.
  Context {A B : Type} (R : A → B → Prop).
  Implicit Types (l : list (Z * A)) (m : list (Z * B)).

  Lemma entries_found l m k a : same_entries R l m → map_find l k = Some a → ∃ b, map_find m k = Some b ∧ R a b.
  Proof.
    intros H Hk. pose proof (same_entries_find R _ _ k H) as Hf. rewrite Hk in Hf.
    destruct (map_find m k); [eauto|done].
  Qed.
  Lemma entries_missing l m k : same_entries R l m → map_find l k = None → map_find m k = None.
  Proof.
    intros H Hk. pose proof (same_entries_find R _ _ k H) as Hf. rewrite Hk in Hf. by destruct (map_find m k).
  Qed.
  Lemma entries_count l m : same_entries R l m → length m = length l.
  Proof. intros H%Forall2_length. done. Qed.
End entries.

(** How many there are after a change, if it is known whether the key was there. *)
Section count.
  Context {A : Type}.
  Implicit Types (l : list (Z * A)).

  Lemma put_count_found l k a b : map_find l k = Some b → length (map_put l k a) = length l.
  Proof. intros H. rewrite map_put_length, H. lia. Qed.
  Lemma put_count_missing l k a : map_find l k = None → length (map_put l k a) = S (length l).
  Proof. intros H. rewrite map_put_length, H. lia. Qed.

  Lemma remove_count_missing l k : map_find l k = None → map_remove l k = l.
  Proof. induction l as [|[i a] l IH]; [done|]. simpl. destruct (k =? i)%Z; [done|]. intros H. by rewrite IH. Qed.
  Lemma last_first_length l : length (last_first l) = length l.
  Proof.
    unfold last_first. destruct l as [|a l _] using rev_ind; [done|]. rewrite last_snoc, removelast_last.
    rewrite app_length; simpl. lia.
  Qed.
  Lemma remove_count_found l k a : map_find l k = Some a → length l = S (length (map_remove l k)).
  Proof.
    induction l as [|[i b] l IH]; [done|]. simpl. destruct (k =? i)%Z; [by rewrite last_first_length|].
    intros H. simpl. by rewrite (IH H).
  Qed.

  (** There is room. *)
  Lemma put_room_found l k a b cap : map_find l k = Some b → (Z.of_nat (length l) ≤ cap)%Z →
    (Z.of_nat (length (map_put l k a)) ≤ cap)%Z.
  Proof. intros H. by rewrite (put_count_found _ _ _ _ H). Qed.
  Lemma put_room l k a cap : (Z.of_nat (length l) < cap)%Z → (Z.of_nat (length (map_put l k a)) ≤ cap)%Z.
  Proof. rewrite map_put_length. destruct (map_find l k); lia. Qed.
  Lemma remove_room l k cap : (Z.of_nat (length l) ≤ cap)%Z → (Z.of_nat (length (map_remove l k)) ≤ cap)%Z.
  Proof.
    destruct (map_find l k) as [a|] eqn:H; [|by rewrite (remove_count_missing _ _ H)].
    rewrite (remove_count_found _ _ _ H). lia.
  Qed.

  (** Written and read at once. *)
  Lemma find_put_same l k a : map_find (map_put l k a) k = Some a.
  Proof.
    induction l as [|[i b] l IH]; simpl; [by rewrite Z.eqb_refl|].
    destruct (k =? i)%Z eqn:E; simpl; [by rewrite Z.eqb_refl|].
    by rewrite E.
  Qed.
End count.
