(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Bytes behind pointers, elements of arrays, keys of maps. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Typing Require Import Numbers.
From Fairlead.Printed Require Export Represents.
Local Open Scope Z_scope.

Lemma nth_object_lookup (l : list fl_object) i :
  0 ≤ i → nth_object l i = l !! Z.to_nat i.
Proof.
  intros Hi. unfold nth_object. rewrite (proj2 (Z.leb_le 0 i) Hi). cbn [andb].
  destruct (i <? Z.of_nat (length l)) eqn:Hl.
  - generalize (Z.to_nat i). clear. induction l as [|o l IH]; intros [|n]; simpl; auto.
  - apply Z.ltb_ge in Hl. symmetry. apply lookup_ge_None. lia.
Qed.

Lemma holds_bytes_lookup arr i l k z :
  holds_bytes arr i l → l !! k = Some z → nth_object arr (i + Z.of_nat k) = Some (OInt U8 z).
Proof.
  intros (Hi & rest & Hd) Hk. rewrite nth_object_lookup by lia.
  replace (Z.to_nat (i + Z.of_nat k)) with (Z.to_nat i + k)%nat by lia.
  rewrite <- lookup_drop, Hd, lookup_app_l by (rewrite map_length; by eapply lookup_lt_Some).
  by rewrite list_lookup_fmap, Hk.
Qed.

Lemma holds_bytes_length arr i l : holds_bytes arr i l → i + Z.of_nat (length l) ≤ Z.of_nat (length arr).
Proof.
  intros (Hi & rest & Hd). apply (f_equal length) in Hd. rewrite drop_length, app_length, map_length in Hd. lia.
Qed.

Lemma holds_bytes_take arr i l n : holds_bytes arr i l → holds_bytes arr i (take n l).
Proof.
  intros (Hi & rest & Hd). split; [done|]. exists (map (OInt U8) (drop n l) ++ rest).
  by rewrite (assoc_L (++)), <- map_app, take_drop.
Qed.

Lemma holds_bytes_drop arr i l n :
  0 ≤ n ≤ Z.of_nat (length l) → holds_bytes arr i l → holds_bytes arr (i + n) (drop (Z.to_nat n) l).
Proof.
  intros Hn Hl. pose proof (holds_bytes_length _ _ _ Hl). destruct Hl as (Hi & rest & Hd). split; [lia|].
  exists rest. replace (Z.to_nat (i + n)) with (Z.to_nat i + Z.to_nat n)%nat by lia.
  rewrite <- drop_drop, Hd, skipn_app, map_length.
  replace (Z.to_nat n - length l)%nat with 0%nat by lia. by rewrite drop_0, skipn_map.
Qed.

Lemma all_bytes l : all byte_of (map (OInt (M:=member_name) U8) l) = Some l.
Proof. induction l as [|z l IH]; simpl; [done|]. by rewrite IH. Qed.

Lemma bytes_at_ok arr i l : holds_bytes arr i l → bytes_at arr i (Z.of_nat (length l)) = Some l.
Proof.
  intros Hl. pose proof (holds_bytes_length _ _ _ Hl). destruct Hl as (Hi & rest & Hd). unfold bytes_at.
  rewrite !(proj2 (Z.leb_le _ _)) by lia. cbn [andb]. rewrite Hd, Nat2Z.id.
  rewrite take_app_alt by (by rewrite map_length). apply all_bytes.
Qed.

(** What is sliced off. *)
Lemma slice_parts {A} (l l' : list A) a b :
  slice l a b = Some l' → 0 ≤ a ≤ b ∧ b ≤ Z.of_nat (length l) ∧ l' = take (Z.to_nat (b - a)) (drop (Z.to_nat a) l).
Proof.
  unfold slice. destruct (_ && _ && _) eqn:Hb; [|done]. intros [= <-].
  apply andb_true_iff in Hb as [[?%Z.leb_le ?%Z.leb_le]%andb_true_iff ?%Z.leb_le]. done.
Qed.

(** ** Maps *)
Lemma position_found {A} t (l : list (Z * A)) rest k a :
  map_find l k = Some a →
  ∃ j, position (map (λ kv, OInt t kv.1) l ++ rest) (length l) k = Some j ∧ l !! j = Some (k, a).
Proof.
  induction l as [|[k' a'] l IH]; simpl; [done|]. destruct (k =? k') eqn:Hk.
  - intros [= ->]. apply Z.eqb_eq in Hk as ->. by exists 0%nat.
  - intros (j & -> & Hj)%IH. by exists (S j).
Qed.

Lemma position_absent {A} t (l : list (Z * A)) rest k :
  map_find l k = None → position (map (λ kv, OInt t kv.1) l ++ rest) (length l) k = Some (length l).
Proof.
  induction l as [|[k' a'] l IH]; simpl; [by destruct rest|]. destruct (k =? k'); [done|]. by intros ->%IH.
Qed.
