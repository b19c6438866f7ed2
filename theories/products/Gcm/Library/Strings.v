(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Counter mode and GHASH on strings of bytes, cut at blocks: what is taken from a stream of key blocks, and what waits
    to be hashed. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Aes_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Loops Require Import Standard Correct.
From Fairlead.Gcm.Library Require Import Library_trusted Frame.
Local Open Scope N_scope.

Local Opaque aes inc32 multiply.

(** ** Counter mode *)

Definition ctr (ks : list N) (c : N) (l : list N) : list N := gctr (length l) ks c l.

Lemma gctr_fuel ks : ∀ f1 f2 c l, (length l ≤ f1)%nat → (length l ≤ f2)%nat → gctr f1 ks c l = gctr f2 ks c l.
Proof.
  induction f1 as [|f1 IH]; intros f2 c l H1 H2.
  - destruct l; [|cbn in H1; lia]. by destruct f2.
  - destruct l as [|x l]; [by destruct f2|]. cbn [length] in *. destruct f2 as [|f2]; [lia|]. cbn [gctr]. f_equal.
    apply IH; rewrite skipn_length; cbn [length]; lia.
Qed.

Lemma ctr_more ks c l : l ≠ [] →
  ctr ks c l = zip_with N.lxor (firstn 16 l) (encrypt_block ks c) ++ ctr ks (inc32 c) (skipn 16 l).
Proof.
  intros Hl. destruct l as [|x l]; [done|]. unfold ctr at 1. cbn [length gctr]. f_equal.
  apply gctr_fuel; rewrite ?skipn_length; cbn [length]; lia.
Qed.

Lemma encrypt_block_length ks c : length (encrypt_block ks c) = 16%nat.
Proof. reflexivity. Qed.

Lemma encrypt_block_bytes ks c : Forall byte (encrypt_block ks c).
Proof. apply split_bytes. Qed.

(** The encryptions of [n] counters. *)
Fixpoint key_blocks (ks : list N) (c : N) (n : nat) : list N :=
  match n with O => [] | S n => encrypt_block ks c ++ key_blocks ks (inc32 c) n end.

Local Opaque encrypt_block.

Lemma key_blocks_length ks c n : length (key_blocks ks c n) = (16 * n)%nat.
Proof. revert c. induction n as [|n IH]; intros c; [done|]. cbn [key_blocks]. rewrite app_length, IH, encrypt_block_length. lia. Qed.

Lemma key_blocks_bytes ks c n : Forall byte (key_blocks ks c n).
Proof.
  revert c. induction n as [|n IH]; intros c; [constructor|]. cbn [key_blocks]. apply Forall_app.
  split; [apply encrypt_block_bytes|apply IH].
Qed.

Lemma key_blocks_add ks c i j : key_blocks ks c (i + j) = key_blocks ks c i ++ key_blocks ks (Nat.iter i inc32 c) j.
Proof.
  revert c. induction i as [|i IH]; intros c; [done|]. cbn [key_blocks Nat.add]. by rewrite IH, <-app_assoc, Nat.iter_succ_r.
Qed.

Lemma xor_app l k1 k2 :
  zip_with N.lxor l (k1 ++ k2) =
  zip_with N.lxor (firstn (length k1) l) k1 ++ zip_with N.lxor (skipn (length k1) l) k2.
Proof.
  revert l. induction k1 as [|x k1 IH]; intros l; [done|]. destruct l as [|y l]; [done|].
  cbn [length firstn skipn zip_with app]. by rewrite IH.
Qed.

Lemma xor_zeros n k : (length k ≤ n)%nat → zip_with N.lxor (repeat 0 n) k = k.
Proof.
  revert k. induction n as [|n IH]; intros [|x k] H; cbn [length] in *; try done; [lia|]. cbn [repeat zip_with].
  by rewrite IH by lia.
Qed.

(** A string in counter mode is added to key blocks, as far as they reach; then it goes on. *)
Lemma ctr_key ks n : ∀ c l,
  ctr ks c l = zip_with N.lxor l (key_blocks ks c n) ++ ctr ks (Nat.iter n inc32 c) (skipn (16 * n) l).
Proof.
  induction n as [|n IH]; intros c l; [by destruct l|]. destruct l as [|x l]; [done|].
  rewrite ctr_more, IH by done. cbn [key_blocks]. rewrite xor_app, encrypt_block_length, <-app_assoc, Nat.iter_succ_r.
  do 2 f_equal.
  apply (f_equal (ctr ks _)). rewrite drop_drop. f_equal. lia.
Qed.

Lemma ctr_zeros ks c n : gctr (16 * n) ks c (repeat 0 (16 * n)) = key_blocks ks c n.
Proof.
  transitivity (ctr ks c (repeat 0 (16 * n))); [unfold ctr; by rewrite repeat_length|].
  rewrite (ctr_key ks n), xor_zeros by (rewrite key_blocks_length; lia).
  rewrite skipn_all2 by (rewrite repeat_length; lia). apply app_nil_r.
Qed.

(** Cut between blocks. *)
Lemma ctr_app ks n c l l' : length l = (16 * n)%nat → ctr ks c (l ++ l') = ctr ks c l ++ ctr ks (Nat.iter n inc32 c) l'.
Proof.
  intros Hl. rewrite (ctr_key ks n c (l ++ l')), (ctr_key ks n c l), <-Hl, skipn_all, skipn_app, Nat.sub_diag, skipn_all.
  change (ctr ks _ []) with (@nil N). rewrite app_nil_r. f_equal.
  rewrite <-(firstn_skipn (length l) (key_blocks ks c n)) at 1.
  pose proof (key_blocks_length ks c n) as E. rewrite firstn_all2, skipn_all2, app_nil_r by lia.
  rewrite <-(app_nil_r (key_blocks ks c n)) at 1. rewrite xor_app, E, <-Hl, firstn_app, Nat.sub_diag, firstn_all, app_nil_r.
  by destruct (skipn (length l) (l ++ l')); rewrite app_nil_r.
Qed.

(** ** GHASH *)

Definition whole (l : list N) : Prop := (length l mod 16 = 0)%nat.

Lemma pad_blocks_fuel : ∀ f1 f2 l, (length l ≤ f1)%nat → (length l ≤ f2)%nat → pad_blocks f1 l = pad_blocks f2 l.
Proof.
  induction f1 as [|f1 IH]; intros f2 l H1 H2.
  - destruct l; [|cbn in H1; lia]. by destruct f2.
  - destruct l as [|x l]; [by destruct f2|]. cbn [length] in *. destruct f2 as [|f2]; [lia|]. cbn [pad_blocks]. f_equal.
    apply IH; rewrite skipn_length; cbn [length]; lia.
Qed.

Lemma padded_more l : l ≠ [] →
  padded l = from_bytes (firstn 16 l ++ repeat 0 (16 - length (firstn 16 l))) :: padded (skipn 16 l).
Proof.
  intros Hl. destruct l as [|x l]; [done|]. unfold padded at 1. cbn [length pad_blocks]. f_equal.
  apply pad_blocks_fuel; rewrite ?skipn_length; cbn [length]; lia.
Qed.

Local Opaque from_bytes.

Lemma whole_blocks l : whole l → ∃ n, length l = (16 * n)%nat.
Proof. intros H. exists (length l / 16)%nat. unfold whole in H. pose proof (Nat.div_mod (length l) 16). lia. Qed.

Lemma blocks_whole n l : length l = (16 * n)%nat → whole l.
Proof. intros H. unfold whole. rewrite H, Nat.mul_comm. by apply Nat.mod_mul. Qed.

Lemma padded_app l l' : whole l → padded (l ++ l') = padded l ++ padded l'.
Proof.
  intros [n Hn]%whole_blocks. revert l Hn. induction n as [|n IH]; intros l Hn.
  - by destruct l.
  - assert (l ≠ []) as Hne by (by intros ->). rewrite (padded_more l Hne), (padded_more (l ++ l')) by (by destruct l).
    rewrite firstn_app, skipn_app. replace (16 - length l)%nat with 0%nat by lia. cbn [firstn skipn app].
    rewrite app_nil_r. f_equal. apply IH. rewrite skipn_length. lia.
Qed.

Lemma pad_length l : length (pad l) = (16 * ((length l + 15) / 16))%nat.
Proof.
  unfold pad. rewrite app_length, repeat_length. pose proof (Nat.div_mod (length l) 16 ltac:(lia)) as E.
  pose proof (Nat.mod_upper_bound (length l) 16 ltac:(lia)) as B. set (r := (length l mod 16)%nat) in *.
  set (d := (length l / 16)%nat) in *. destruct (Nat.eq_dec r 0) as [Z|NZ].
  - rewrite Z. change ((16 - 0) mod 16)%nat with 0%nat.
    rewrite <-(Nat.div_unique (length l + 15) 16 d 15); lia.
  - rewrite Nat.mod_small by lia. rewrite <-(Nat.div_unique (length l + 15) 16 (S d) (r - 1)); lia.
Qed.

Lemma pad_whole l : whole (pad l).
Proof. eapply blocks_whole, pad_length. Qed.

Lemma pad_bytes l : Forall byte l → Forall byte (pad l).
Proof. intros H. apply Forall_app. split; [exact H|apply repeat_bytes]. Qed.

Lemma pad_app l l' : whole l → pad (l ++ l') = l ++ pad l'.
Proof.
  intros [n Hn]%whole_blocks. unfold pad. rewrite <-app_assoc, app_length.
  by rewrite Hn, Nat.add_comm, Nat.mul_comm, Nat.mod_add by lia.
Qed.

Lemma padded_pad l : padded (pad l) = padded l.
Proof.
  remember (length l) as n eqn:Hn. revert l Hn. induction (lt_wf n) as [n _ IH]. intros l ->.
  destruct (decide (l = [])) as [->|Hne]; [done|]. assert (length l ≠ 0)%nat as Hpos by (by destruct l).
  rewrite (padded_more l Hne). destruct (Nat.le_gt_cases 16 (length l)) as [Hle|Hlt].
  - assert (l = firstn 16 l ++ skipn 16 l) as E by (symmetry; apply firstn_skipn).
    assert (length (firstn 16 l) = 16%nat) as L by (rewrite firstn_length; lia).
    rewrite E at 1. rewrite pad_app, padded_app by exact (blocks_whole 1 _ L).
    rewrite (IH (length (skipn 16 l))) by (rewrite ?skipn_length; lia).
    rewrite padded_more by (by destruct (firstn 16 l)).
    rewrite firstn_all2, skipn_all2, L by lia. done.
  - unfold pad. rewrite (Nat.mod_small (length l)) by lia. rewrite (Nat.mod_small (16 - length l)) by lia.
    rewrite padded_more by (by destruct l). set (z := repeat 0 (16 - length l)).
    assert (length (l ++ z) = 16%nat) as L by (unfold z; rewrite app_length, repeat_length; lia).
    rewrite (firstn_all2 (l ++ z)), (firstn_all2 l), (skipn_all2 (l ++ z)), (skipn_all2 l), L by lia.
    change (repeat 0 (16 - 16)) with (@nil N). by rewrite app_nil_r.
Qed.

Lemma ghash_from_app h y l l' : whole l → ghash_from h y (l ++ l') = ghash_from h (ghash_from h y l) l'.
Proof. intros Hl. unfold ghash_from. by rewrite padded_app, fold_left_app. Qed.

(** ** The block of lengths *)

Transparent from_bytes.

Lemma join_app w l l' : join w (l ++ l') = N.lor (join w l) (N.shiftl (join w l') (w * N.of_nat (length l))).
Proof.
  induction l as [|x l IH]; cbn [join app length].
  - by rewrite N.mul_0_r, N.shiftl_0_r, N.lor_0_l.
  - rewrite IH, N.shiftl_lor, N.shiftl_shiftl, N.lor_assoc. do 2 f_equal. lia.
Qed.

Lemma length_block_number a b : N.of_nat a < 2 ^ 61 → N.of_nat b < 2 ^ 61 →
  from_bytes (length_block a b) = N.lor (N.shiftl (8 * N.of_nat a) 64) (8 * N.of_nat b).
Proof.
  intros Ha Hb. unfold from_bytes, length_block, to_bytes. rewrite rev_app_distr, !rev_involutive, join_app, split_length, !join_split.
  change (8 * N.of_nat 8) with 64. rewrite !lt_low by lia. apply N.lor_comm.
Qed.

Lemma length_block_length a b : length (length_block a b) = 16%nat.
Proof. unfold length_block, to_bytes. by rewrite app_length, !rev_length, !split_length. Qed.

Lemma length_block_bytes a b : Forall byte (length_block a b).
Proof. apply Forall_app. split; apply Forall_rev, split_bytes. Qed.
