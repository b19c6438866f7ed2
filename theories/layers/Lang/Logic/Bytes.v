(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Bytes in proofs about functions: names for what is read and written, and the conditions under which it is there.

    [byte b i] is a byte, [cut b lo hi] a slice, [loaded o b i n] a number, [paste b i c] what a store or a blit leaves,
    [fit b n] what a resize leaves. The tactics of [Steps] turn what a program does to bytes into these,
    asking [lia] for the conditions. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Typing Require Import Numbers.
From Fairlead.Lang.Logic Require Export Steps Calls.
Local Open Scope Z_scope.

Definition len {A} (l : list A) : Z := Z.of_nat (length l).
Definition byte (b : list Z) (i : Z) : Z := b !!! Z.to_nat i.
Definition cut (b : list Z) (lo hi : Z) : list Z := take (Z.to_nat (hi - lo)) (drop (Z.to_nat lo) b).
Definition loaded (o : endian) (b : list Z) (i n : Z) : Z := load_int o (cut b i (i + n)).
Definition paste (b : list Z) (i : Z) (c : list Z) : list Z :=
  take (Z.to_nat i) b ++ c ++ drop (Z.to_nat i + length c) b.
Definition fit (b : list Z) (n : Z) : list Z := take (Z.to_nat n) b ++ replicate (Z.to_nat n - length b) 0.
Arguments byte : simpl never.
Arguments cut : simpl never.
Arguments loaded : simpl never.
Arguments paste : simpl never.
Arguments fit : simpl never.
Arguments len : simpl never.

(** ** Lengths *)
Lemma len_nonneg {A} (l : list A) : 0 ≤ len l.
Proof. unfold len. lia. Qed.
Lemma len_app {A} (l k : list A) : len (l ++ k) = len l + len k.
Proof. unfold len. rewrite app_length. lia. Qed.
Lemma len_cut b lo hi : 0 ≤ lo ≤ hi → hi ≤ len b → len (cut b lo hi) = hi - lo.
Proof. unfold len, cut. intros. rewrite take_length, drop_length. lia. Qed.
Lemma len_paste b i c : 0 ≤ i → i + len c ≤ len b → len (paste b i c) = len b.
Proof. unfold len, paste. intros. rewrite !app_length, take_length, drop_length. lia. Qed.
Lemma len_fit b n : 0 ≤ n → len (fit b n) = n.
Proof. unfold len, fit. intros. rewrite app_length, take_length, replicate_length. lia. Qed.
Lemma len_map {A B} (f : A → B) l : len (map f l) = len l.
Proof. unfold len. by rewrite map_length. Qed.
Lemma len_insert {A} (l : list A) i x : len (<[i := x]> l) = len l.
Proof. unfold len. by rewrite insert_length. Qed.
Lemma len_cons {A} (x : A) l : len (x :: l) = 1 + len l.
Proof. unfold len. cbn [length]. lia. Qed.
Lemma len_nil {A} : len (@nil A) = 0.
Proof. done. Qed.

(** ** Ranges *)
Definition octets (b : list Z) : Prop := Forall (λ z, 0 ≤ z < 256) b.

Lemma byte_range b i : octets b → 0 ≤ byte b i < 256.
Proof.
  intros Hb. unfold byte. destruct (b !! Z.to_nat i) as [z|] eqn:E.
  - rewrite (list_lookup_total_correct _ _ _ E). by apply (Forall_lookup_1 _ _ _ _ Hb E).
  - rewrite list_lookup_total_alt, E. cbn. lia.
Qed.
Lemma octets_cut b lo hi : octets b → octets (cut b lo hi).
Proof. intros Hb. unfold cut. by apply Forall_take, Forall_drop. Qed.
Lemma octets_app b c : octets b → octets c → octets (b ++ c).
Proof. intros. by apply Forall_app. Qed.
Lemma octets_paste b i c : octets b → octets c → octets (paste b i c).
Proof.
  intros. unfold paste. apply octets_app; [by apply Forall_take|]. apply octets_app; [done|by apply Forall_drop].
Qed.
Lemma octets_fit b n : octets b → octets (fit b n).
Proof. intros. unfold fit. apply octets_app; [by apply Forall_take|]. apply Forall_replicate. lia. Qed.
Lemma octets_nil : octets [].
Proof. constructor. Qed.
Lemma octets_cons z b : 0 ≤ z < 256 → octets b → octets (z :: b).
Proof. by constructor. Qed.

Lemma le_value_range l : octets l → 0 ≤ le_value l < 2 ^ (8 * len l).
Proof.
  induction 1 as [|z l Hz _ IH]; [unfold len; cbn; lia|]. cbn [le_value]. rewrite len_cons.
  replace (8 * (1 + len l)) with (8 + 8 * len l) by lia. pose proof (len_nonneg l).
  rewrite Z.pow_add_r by lia. change (2 ^ 8) with 256. lia.
Qed.
Lemma load_int_range o l : octets l → 0 ≤ load_int o l < 2 ^ (8 * len l).
Proof.
  intros Hl. destruct o; [|by apply le_value_range]. cbn. replace (len l) with (len (reverse l)).
  - apply le_value_range. unfold octets. by apply Forall_reverse.
  - unfold len. by rewrite reverse_length.
Qed.
Lemma load_range o b i n : octets b → 0 ≤ n → 0 ≤ loaded o b i n < 2 ^ (8 * n).
Proof.
  intros Hb Hn. unfold loaded. pose proof (load_int_range o (cut b i (i + n)) (octets_cut _ _ _ Hb)) as H.
  assert (len (cut b i (i + n)) ≤ n) by (unfold len, cut; rewrite take_length; lia).
  split; [lia|]. eapply Z.lt_le_trans; [apply H|]. apply Z.pow_le_mono_r; lia.
Qed.
Lemma octets_le_bytes n z : octets (le_bytes n z).
Proof.
  revert z. induction n as [|n IH]; intros z; cbn; [constructor|]. constructor; [|apply IH].
  pose proof (Z.mod_pos_bound z 256). lia.
Qed.
Lemma octets_store_int o w z : octets (store_int o w z).
Proof.
  unfold store_int. destruct o; [|apply octets_le_bytes]. unfold octets. apply Forall_reverse, octets_le_bytes.
Qed.
Lemma le_bytes_length n z : length (le_bytes n z) = n.
Proof. revert z. induction n as [|n IH]; intros z; cbn; [done|]. by rewrite IH. Qed.
Lemma len_store_int o w z : len (store_int o w z) = Z.of_nat (byte_count w).
Proof. unfold len, store_int. destruct o; cbn; [rewrite reverse_length|]; by rewrite le_bytes_length. Qed.

(** ** What may trap *)
Lemma at_index_bytes (b : list Z) i : 0 ≤ i < len b → at_index b i = Ok (byte b i).
Proof. intros. by apply at_index_ok. Qed.
Lemma at_index_map {A B} `{!Inhabited A} (f : A → B) (l : list A) i :
  0 ≤ i < len l → at_index (map f l) i = Ok (f (l !!! Z.to_nat i)).
Proof.
  unfold len. intros Hi. unfold at_index.
  rewrite map_length, (proj2 (Z.leb_le _ _)), (proj2 (Z.ltb_lt _ _)) by lia. cbn.
  destruct (lookup_lt_is_Some_2 l (Z.to_nat i)) as [a Ha]; [lia|].
  by rewrite (list_lookup_fmap f l : ∀ i, map f l !! i = _), Ha, (list_lookup_total_correct _ _ _ Ha).
Qed.
Lemma slice_cut (b : list Z) lo hi : 0 ≤ lo ≤ hi → hi ≤ len b → slice b lo hi = Some (cut b lo hi).
Proof. unfold len. apply slice_ok. Qed.
Lemma blit_paste b i c : 0 ≤ i → i + len c ≤ len b → blit b i c = Some (paste b i c).
Proof. unfold len, blit. intros. by rewrite !(proj2 (Z.leb_le _ _)) by lia. Qed.
Lemma wrap_ok w z : 0 ≤ z < limit w → wrap w z = z.
Proof. apply Z.mod_small. Qed.
Global Hint Resolve octets_cut octets_app octets_paste octets_fit octets_nil octets_store_int octets_le_bytes : octets.
Global Hint Extern 2 (octets (_ :: _)) => apply octets_cons; [lia|] : octets.
