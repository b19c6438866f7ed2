(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Keys of the tree (the published protocol, "Keys, values").

A base key is a path of bits from the root. The published system stores a
256-bit word and a number of digits with the bits past the digits zero; a list
of bits says the same and has one representation per key. *)
From Fairlead.Base Require Export Prelude.

Definition key := list bool.
Definition root : key := [].

(** [heading k k' = Some d] says two things of the published protocol at once: [desc(k,k')],
that [k'] is a proper prefix of [k], and [dir(k,k') = d], the bit of [k] that
comes next (false is left). *)
Fixpoint heading (k k' : key) : option bool :=
  match k', k with
  | [], d :: _ => Some d
  | b' :: k', b :: k => if decide (b = b') then heading k k' else None
  | _, [] => None
  end.

(** The order on keys, "digits first, then the words", is the order of the
numbers that have the key's bits after a leading 1. *)
Definition rank (k : key) : N :=
  foldl (λ n (b : bool), if b then N.succ_double n else N.double n) 1%N k.

Lemma heading_spec k k' d : heading k k' = Some d ↔ ∃ l, k = k' ++ d :: l.
Proof.
  revert k; induction k' as [|b' k' IH]; intros [|b k]; simpl.
  - split; [done|by intros [??]].
  - split; [intros [= ->]; eauto|by intros [? [= -> ->]]].
  - split; [done|by intros [??]].
  - case_decide as Hb; [|split; [done|by intros [? [= ??]]]].
    subst b'. rewrite IH. split; [intros [l ->]; eauto|intros [l [= ->]]; eauto].
Qed.

Lemma heading_length k k' d : heading k k' = Some d → length k' < length k.
Proof. rewrite heading_spec. intros [l ->]. rewrite app_length. simpl. lia. Qed.

Lemma heading_irrefl k : heading k k = None.
Proof.
  destruct (heading k k) eqn:E; [|done]. apply heading_length in E. lia.
Qed.

Lemma heading_asym k k' d : heading k k' = Some d → heading k' k = None.
Proof.
  intros E. destruct (heading k' k) eqn:E'; [|done].
  apply heading_length in E, E'. lia.
Qed.

Lemma heading_ne k k' d : heading k k' = Some d → k ≠ k'.
Proof. intros E ->. by rewrite heading_irrefl in E. Qed.

(** The direction is the first step, so it does not depend on how far one goes. *)
Lemma heading_trans c k k' d d' :
  heading c k = Some d' → heading k k' = Some d → heading c k' = Some d.
Proof.
  rewrite !heading_spec. intros [l ->] [l' ->].
  exists (l' ++ d' :: l). by rewrite <-app_assoc.
Qed.

(** Two ancestors of one key are comparable: the keys form a tree. *)
Lemma heading_tree k a b d d' :
  heading k a = Some d → heading k b = Some d' →
  a = b ∨ heading a b = Some d' ∨ heading b a = Some d.
Proof.
  rewrite !heading_spec. intros [l ->] [l' H].
  revert b H; induction a as [|x a IH]; intros [|y b] H.
  - auto.
  - injection H as -> H. right; right. by exists b.
  - injection H as <- H. right; left. by exists a.
  - injection H as -> H.
    destruct (IH _ H) as [->|[[m ->]|[m ->]]]; [auto|right; left|right; right]; by exists m.
Qed.
