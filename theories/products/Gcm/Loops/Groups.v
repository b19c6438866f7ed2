(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Any number of groups of six blocks: what memory holds after [i] of them, when the text that
    is read and the text that is written may be the same. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import State_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Aggregate Blocks.
From Fairlead.Gcm.Macros Require Import Listing Cipher.
From Fairlead.Gcm.Loops Require Import Text Setting Body.
Local Open Scope N_scope.

(** The hash of [y] and blocks of text. *)
Definition hash_of (h y : N) (ws : list N) : N := fold_left (hash_step h) (map (byte_reverse 16) ws) y.

Lemma hash_of_app h y ws ws' : hash_of h y (ws ++ ws') = hash_of h (hash_of h y ws) ws'.
Proof. unfold hash_of. rewrite map_app. apply fold_left_app. Qed.

Lemma hash_of_below h y ws : h < 2 ^ 128 → y < 2 ^ 128 → hash_of h y ws < 2 ^ 128.
Proof.
  intros Hh. unfold hash_of. generalize (map (byte_reverse 16) ws). intros l. revert y.
  induction l as [|x l IH]; intros y Hy; [exact Hy|]. rewrite fold_left_step.
  apply IH. exact (hash_step_below h y x Hh).
Qed.

(** What a caller promises: a key of [n] rounds at [k] and the constants, [groups] times 96 bytes to be read
    at [p] and to be written at [q]. The text that is written is apart from key and constants, and no
    text is overwritten before it is read. *)
Record job (g : env) (b : bytes_of_memory) (n : nat) (ks : list N) (h k p q : N) (groups : nat) : Prop := Job {
  job_setting : setting g b k ks h;
  job_rounds : length ks = S n;
  job_rounds_range : (1 ≤ n ≤ 14)%nat;
  job_input : span g input_region p (96 * N.of_nat groups);
  job_output : span g output_region q (96 * N.of_nat groups);
  job_writable : writable_region g output_region;
  job_in_place : q <= p ∨ p + 96 * N.of_nat groups <= q;
  job_key_apart : k + 352 <= q ∨ q + 96 * N.of_nat groups <= k;
  job_constants_apart : constants_address g + 144 <= q ∨ q + 96 * N.of_nat groups <= constants_address g;
}.

Section groups.
  Context (g : env) (b : bytes_of_memory) (n : nat) (ks : list N) (h k p q : N) (groups : nat) (c : N).
  Context (Hjob : job g b n ks h k p q groups).

  (** The first [i] groups: what is read, what is written, memory then. *)
  Definition text_read (i : nat) : list N := load_blocks b p (6 * i).
  Definition text_written (i : nat) : list N := crypt ks c (text_read i).
  Definition memory_after (i : nat) : bytes_of_memory := store_blocks b q (text_written i).

  Lemma text_read_length i : length (text_read i) = (6 * i)%nat.
  Proof using. apply load_blocks_length. Qed.

  Lemma text_written_length i : length (text_written i) = (6 * i)%nat.
  Proof using. unfold text_written. rewrite crypt_length. apply text_read_length. Qed.

  Lemma text_read_more i : text_read (S i) = text_read i ++ load_blocks b (p + 96 * N.of_nat i) 6.
  Proof using.
    unfold text_read. replace (6 * S i)%nat with (6 * i + 6)%nat by lia. rewrite load_blocks_add. do 2 f_equal. lia.
  Qed.

  Lemma text_written_more i :
    text_written (S i) =
    text_written i ++ crypt ks (counter_after (6 * i) c) (load_blocks b (p + 96 * N.of_nat i) 6).
  Proof using. unfold text_written. by rewrite text_read_more, crypt_app, text_read_length. Qed.

  Lemma text_written_below i : Forall (λ w, w < 2 ^ 128) (text_written i).
  Proof using Hjob.
    destruct Hjob as [Hset Hn Hr _ _ _ _ _ _]. apply (crypt_below ks n); [exact Hn|lia| |apply load_blocks_below].
    apply Forall_forall. intros x Hx. apply elem_of_list_In, In_nth_error in Hx as [j Hj].
    rewrite <-(set_round_keys _ _ _ _ _ Hset j x Hj). apply load_block_below.
  Qed.

  Lemma memory_after_outside i x : x < q ∨ q + 96 * N.of_nat i <= x → memory_after i x = b x.
  Proof using. intros Hx. apply store_blocks_outside. rewrite text_written_length. lia. Qed.

  Lemma memory_after_setting i : (i ≤ groups)%nat → setting g (memory_after i) k ks h.
  Proof using Hjob.
    intros Hi. destruct Hjob as [Hset _ _ _ _ _ _ Hk Hc]. eapply setting_agree; [|exact Hset].
    intros x Hx. apply memory_after_outside. lia.
  Qed.

  (** What is read next has not been overwritten. *)
  Lemma memory_after_input i :
    (i < groups)%nat →
    load_blocks (memory_after i) (p + 96 * N.of_nat i) 6 = load_blocks b (p + 96 * N.of_nat i) 6.
  Proof using Hjob.
    intros Hi. destruct Hjob as [_ _ _ _ _ _ Hplace _ _]. apply load_blocks_agree. intros x Hx.
    apply memory_after_outside. lia.
  Qed.

  Lemma memory_after_more i :
    (i < groups)%nat →
    store_blocks (memory_after i) (q + 96 * N.of_nat i)
      (crypt ks (counter_after (6 * i) c) (load_blocks (memory_after i) (p + 96 * N.of_nat i) 6)) =
    memory_after (S i).
  Proof using Hjob.
    intros Hi. rewrite memory_after_input by done. unfold memory_after at 2. rewrite text_written_more, store_blocks_app.
    rewrite text_written_length. f_equal. lia.
  Qed.

  (** The group that was written last. *)
  Lemma memory_after_written i :
    text_written (S i) = text_written i ++ load_blocks (memory_after (S i)) (q + 96 * N.of_nat i) 6.
  Proof using Hjob.
    pose proof (load_store_blocks (text_written (S i)) b q (text_written_below (S i))) as E.
    rewrite text_written_length in E. replace (6 * S i)%nat with (6 * i + 6)%nat in E by lia. rewrite load_blocks_add in E.
    replace (q + 16 * N.of_nat (6 * i)) with (q + 96 * N.of_nat i) in E by lia. fold (memory_after (S i)) in E.
    rewrite <-E at 1. f_equal. rewrite text_written_more in E. apply app_inj_1 in E as [E _]; [exact E|].
    by rewrite load_blocks_length, text_written_length.
  Qed.
End groups.
