(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Text in memory as blocks: loading them, storing them, and counter mode on them. A block of
    text is a word as the processor loads it. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import State_trusted.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Blocks.
Local Open Scope N_scope.

Notation bytes_of_memory := (N → N).

(** [n] blocks from address [a] on. *)
Fixpoint load_blocks (b : bytes_of_memory) (a : N) (n : nat) : list N :=
  match n with O => [] | S n => load b a 16 :: load_blocks b (a + 16) n end.

Fixpoint store_blocks (b : bytes_of_memory) (a : N) (ws : list N) : bytes_of_memory :=
  match ws with [] => b | w :: ws => store_blocks (store b a 16 w) (a + 16) ws end.

(** Counter mode, from the counter [c] on. The cipher reads a counter big-endian. *)
Fixpoint crypt (ks : list N) (c : N) (ws : list N) : list N :=
  match ws with
  | [] => []
  | w :: ws => N.lxor (aes ks (byte_reverse 16 c)) w :: crypt ks (inc32 c) ws
  end.

Notation counter_after n c := (Nat.iter n inc32 c).

(** ** Loading *)

Lemma load_blocks_length b a n : length (load_blocks b a n) = n.
Proof. revert a. induction n as [|n IH]; intros a; cbn; [done|]. by rewrite IH. Qed.

Lemma load_blocks_agree b b' a n :
  (∀ x, a <= x < a + 16 * N.of_nat n → b x = b' x) → load_blocks b a n = load_blocks b' a n.
Proof.
  revert a. induction n as [|n IH]; intros a H; [done|]. cbn [load_blocks]. f_equal.
  - apply load_agree. intros x Hx. unfold covers in Hx. apply H. lia.
  - apply IH. intros x Hx. apply H. lia.
Qed.

Lemma load_blocks_add b a m n :
  load_blocks b a (m + n) = load_blocks b a m ++ load_blocks b (a + 16 * N.of_nat m) n.
Proof.
  revert a. induction m as [|m IH]; intros a; cbn [load_blocks Nat.add app].
  - by rewrite N.mul_0_r, N.add_0_r.
  - rewrite IH. do 3 f_equal. lia.
Qed.

Lemma load_blocks_nth b a n j : (j < n)%nat → nth_error (load_blocks b a n) j = Some (load b (a + 16 * N.of_nat j) 16).
Proof.
  revert a j. induction n as [|n IH]; intros a j Hj; [lia|]. destruct j as [|j]; cbn [load_blocks nth_error].
  - by rewrite N.mul_0_r, N.add_0_r.
  - rewrite IH by lia. do 2 f_equal. lia.
Qed.

Lemma load_block_below b a : load b a 16 < 2 ^ 128.
Proof. apply low_lt. change 128 with (8 * N.of_nat 16). apply load_low. Qed.

Lemma load_blocks_below b a n : Forall (λ w, w < 2 ^ 128) (load_blocks b a n).
Proof. revert a. induction n as [|n IH]; intros a; constructor; [apply load_block_below|apply IH]. Qed.

(** ** Storing *)

Lemma store_blocks_outside ws b a x :
  x < a ∨ a + 16 * N.of_nat (length ws) <= x → store_blocks b a ws x = b x.
Proof.
  revert b a. induction ws as [|w ws IH]; intros b a Hx; [done|]. cbn [store_blocks length] in *.
  rewrite IH by lia. unfold store. destruct (N.leb_spec a x), (N.ltb_spec x (a + N.of_nat 16)); cbn [andb]; done || lia.
Qed.

Lemma store_blocks_app ws ws' b a :
  store_blocks b a (ws ++ ws') = store_blocks (store_blocks b a ws) (a + 16 * N.of_nat (length ws)) ws'.
Proof.
  revert b a. induction ws as [|w ws IH]; intros b a; cbn [store_blocks app length].
  - by rewrite N.mul_0_r, N.add_0_r.
  - rewrite IH. f_equal. lia.
Qed.

Lemma load_store_blocks ws b a :
  Forall (λ w, w < 2 ^ 128) ws → load_blocks (store_blocks b a ws) a (length ws) = ws.
Proof.
  intros H. revert b a. induction H as [|w ws Hw _ IH]; intros b a; [done|]. cbn [store_blocks length load_blocks].
  rewrite IH. f_equal. rewrite (load_agree _ (store b a 16 w)).
  - rewrite load_store. by apply lt_low.
  - intros x Hx. unfold covers in Hx. apply store_blocks_outside. lia.
Qed.

(** ** Counter mode *)

Lemma crypt_length ks c ws : length (crypt ks c ws) = length ws.
Proof. revert c. induction ws as [|w ws IH]; intros c; cbn; [done|]. by rewrite IH. Qed.

Lemma crypt_app ks c ws ws' :
  crypt ks c (ws ++ ws') = crypt ks c ws ++ crypt ks (counter_after (length ws) c) ws'.
Proof.
  revert c. induction ws as [|w ws IH]; intros c; [done|]. cbn [app crypt length]. rewrite IH.
  f_equal. f_equal. f_equal. by rewrite Nat.iter_succ_r.
Qed.

Lemma counter_after_add m n c : counter_after (m + n) c = counter_after n (counter_after m c).
Proof. rewrite Nat.add_comm. apply Nat.iter_add. Qed.

Lemma counter_after_below n c : c < 2 ^ 128 → counter_after n c < 2 ^ 128.
Proof. intros Hc. rewrite inc32_often. by apply add32_below. Qed.
