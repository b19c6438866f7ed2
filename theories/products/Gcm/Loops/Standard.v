(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the theorems about the code say with blocks is what the standard says with strings of
    bytes: counter mode is GCTR of SP 800-38D, and the hash is GHASH's. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Aes_trusted State_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Aggregate Rounds Blocks.
From Fairlead.Gcm.Loops Require Import Text Groups.
Local Open Scope N_scope.

(** [n] bytes of memory. *)
Definition bytes_at (b : bytes_of_memory) (a : N) (n : nat) : list N := map (λ i, low 8 (b (a + N.of_nat i))) (seq 0 n).

(** Blocks as bytes. *)
Definition text_of_blocks (ws : list N) : list N := concat (map bytes ws).

Lemma bytes_length w : length (bytes w) = 16%nat.
Proof. reflexivity. Qed.

Lemma bytes_xor a b : zip_with N.lxor (bytes a) (bytes b) = bytes (N.lxor a b).
Proof.
  unfold bytes. generalize 16%nat. intros n. revert a b. induction n as [|n IH]; intros a b; [reflexivity|].
  cbn [split zip_with]. by rewrite IH, low_lxor, N.shiftr_lxor.
Qed.

Lemma bytes_cons w : ∃ x l, bytes w = x :: l.
Proof. eexists _, _. reflexivity. Qed.

Lemma bytes_app_parts w l : firstn 16 (bytes w ++ l) = bytes w ∧ skipn 16 (bytes w ++ l) = l.
Proof.
  split; [rewrite <-(bytes_length w), firstn_app, Nat.sub_diag, firstn_all; apply app_nil_r|].
  rewrite <-(bytes_length w), skipn_app, Nat.sub_diag, skipn_all. reflexivity.
Qed.

Lemma gctr_more fuel ks c w l :
  gctr (S fuel) ks c (bytes w ++ l) = bytes (N.lxor (aes ks (byte_reverse 16 c)) w) ++ gctr fuel ks (inc32 c) l.
Proof.
  destruct (bytes_app_parts w l) as [E1 E2].
  transitivity (zip_with N.lxor (firstn 16 (bytes w ++ l)) (encrypt_block ks c) ++ gctr fuel ks (inc32 c) (skipn 16 (bytes w ++ l))).
  { destruct (bytes_cons w) as (x & r & ->). reflexivity. }
  rewrite E1, E2. unfold encrypt_block. f_equal. rewrite bytes_xor. by rewrite N.lxor_comm.
Qed.

Theorem crypt_is_gctr ks ws c fuel :
  (length ws ≤ fuel)%nat → gctr fuel ks c (text_of_blocks ws) = text_of_blocks (crypt ks c ws).
Proof.
  revert c fuel. induction ws as [|w ws IH]; intros c fuel Hf; [by destruct fuel|].
  cbn [length] in Hf. destruct fuel as [|fuel]; [lia|]. unfold text_of_blocks. cbn [map concat crypt].
  rewrite gctr_more. f_equal. apply IH. lia.
Qed.

Lemma pad_blocks_more fuel w l : pad_blocks (S fuel) (bytes w ++ l) = byte_reverse 16 w :: pad_blocks fuel l.
Proof.
  destruct (bytes_app_parts w l) as [E1 E2].
  transitivity (from_bytes (firstn 16 (bytes w ++ l) ++ repeat 0 (16 - length (firstn 16 (bytes w ++ l)))) ::
                pad_blocks fuel (skipn 16 (bytes w ++ l))).
  { destruct (bytes_cons w) as (x & r & ->). reflexivity. }
  rewrite E1, E2, bytes_length. change (repeat 0 (16 - 16)) with (@nil N). by rewrite app_nil_r.
Qed.

Lemma pad_blocks_text ws fuel : (length ws ≤ fuel)%nat → pad_blocks fuel (text_of_blocks ws) = map (byte_reverse 16) ws.
Proof.
  revert fuel. induction ws as [|w ws IH]; intros fuel Hf; [by destruct fuel|].
  cbn [length] in Hf. destruct fuel as [|fuel]; [lia|]. unfold text_of_blocks. cbn [map concat].
  rewrite pad_blocks_more. f_equal. apply IH. lia.
Qed.

Lemma text_of_blocks_length ws : length (text_of_blocks ws) = (16 * length ws)%nat.
Proof.
  induction ws as [|w ws IH]; [reflexivity|]. unfold text_of_blocks in *. cbn [map concat length].
  rewrite app_length, bytes_length, IH. lia.
Qed.

(** The hash goes on from [y] as GHASH does. *)
Theorem hash_of_is_ghash h y ws :
  hash_of h y ws = fold_left (λ y x, multiply (N.lxor y x) h) (padded (text_of_blocks ws)) y.
Proof.
  unfold padded. rewrite pad_blocks_text; [reflexivity|]. rewrite text_of_blocks_length. lia.
Qed.

(** ** Memory *)

Lemma load_bytes b a n : split 8 n (load b a n) = bytes_at b a n.
Proof.
  unfold bytes_at. revert a. induction n as [|n IH]; intros a; [reflexivity|]. cbn [load split seq map].
  rewrite low_join, high_join, IH by (by apply low_low). rewrite N.add_0_r. f_equal.
  rewrite <-seq_shift, map_map. apply map_ext. intros i. do 2 f_equal. lia.
Qed.

Lemma bytes_at_add b a m n : bytes_at b a (m + n) = bytes_at b a m ++ bytes_at b (a + N.of_nat m) n.
Proof.
  unfold bytes_at. rewrite seq_app, map_app. f_equal.
  assert (seq (0 + m) n = map (Nat.add m) (seq 0 n)) as ->.
  { change (0 + m)%nat with m. rewrite <-(Nat.add_0_r m) at 1. symmetry. apply fmap_add_seq. }
  rewrite map_map. apply map_ext. intros i. do 2 f_equal. lia.
Qed.

Theorem load_blocks_bytes b a n : text_of_blocks (load_blocks b a n) = bytes_at b a (16 * n).
Proof.
  revert a. induction n as [|n IH]; intros a; [reflexivity|]. replace (16 * S n)%nat with (16 + 16 * n)%nat by lia.
  rewrite bytes_at_add. unfold text_of_blocks in *. cbn [load_blocks map concat]. rewrite IH. f_equal. apply load_bytes.
Qed.
