(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Any number of iterations of examples/asm/six_blocks.S: what a caller promises, and what holds after some of them.
    The text that is read and the ciphertext that is written may be the same place. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Blocks.
From Fairlead.Gcm.Loops Require Import Text Setting Body.
From Fairlead.Gcm.SixBlocks Require Import Middle Body.
Local Open Scope N_scope.

(** Eleven round keys at [k], six powers of the hash key at [w], scratch memory at [t], text for [n] iterations at [p];
    from [a] on, six blocks of ciphertext and room for those of all iterations but the last. Ciphertext is written over
    no key, and over no text before it is read. *)
Record six_task (g : env) (k w t p a : N) (n : nat) : Prop := SixTask {
  task_key : span g 2 k 176;
  task_powers : span g 3 w 128;
  task_scratch : span g 4 t 144 ∧ writable_region g 4;
  task_text : span g 5 p (96 * N.of_nat n);
  task_cipher : span g 6 a (96 * N.of_nat n) ∧ writable_region g 6;
  task_apart : clear_of t k 176 ∧ clear_of t w 128 ∧ clear_of t p (96 * N.of_nat n) ∧ clear_of t a (96 * N.of_nat n);
  task_in_place : a + 96 <= p ∨ p + 96 * N.of_nat n <= a + 96;
  task_key_apart : k + 176 <= a + 96 ∨ a + 96 * N.of_nat n <= k;
  task_powers_apart : w + 128 <= a + 96 ∨ a + 96 * N.of_nat n <= w;
}.

(** Where registers lead; [m] iterations are left, and [c] is the next counter. *)
Record six_registers (s : state) (k w t p a c m : N) : Prop := SixRegisters {
  reg_rcx : locs s (G RCX) = low 64 (k + 128);
  reg_r9 : locs s (G R9) = low 64 (w + 32);
  reg_rbp : locs s (G RBP) = low 64 t;
  reg_rdi : locs s (G RDI) = low 64 p;
  reg_rsi : locs s (G RSI) = low 64 (a + 96);
  reg_r14 : locs s (G R14) = low 64 a;
  reg_rdx : locs s (G RDX) = 6 * m;
  reg_rbx : locs s (G RBX) = low 8 c;
}.

Lemma store_blocks_same m m' a ws x : m x = m' x → store_blocks m a ws x = store_blocks m' a ws x.
Proof.
  revert m m' a. induction ws as [|v ws IH]; intros m m' a H; [exact H|]. cbn [store_blocks]. apply IH.
  unfold store. by rewrite H.
Qed.

Lemma fold_hash_below h l y : h < 2 ^ 128 → y < 2 ^ 128 → fold_left (hash_step h) l y < 2 ^ 128.
Proof.
  intros Hh. revert y. induction l as [|x l IH]; intros y Hy; [exact Hy|]. rewrite fold_left_step. apply IH.
  by apply hash_step_below.
Qed.

Section task.
  Context (g : env) (b : bytes_of_memory) (k w t p a : N) (ks : list N) (h : N) (n : nat) (c y : N) (xs : list N).
  Context (Htask : six_task g k w t p a n) (Hkeys : load_blocks b k 11 = ks).
  Context (Hpowers : ∀ j, (j < 6)%nat → load b (w + power_place j) 16 = twist (Aggregate.power h j)).

  Definition six_written (i : nat) : list N := crypt ks c (load_blocks b p (6 * i)).
  Definition six_stored (i : nat) : bytes_of_memory := store_blocks b (a + 96) (six_written i).

  (** All that goes into the hash, as far as it is known after [i] iterations. *)
  Definition to_hash (i : nat) : list N := xs ++ map (byte_reverse 16) (load_blocks b a 6 ++ six_written i).

  (** [i] iterations are done and [m] are left: the blocks [before] have been hashed, [next] are next. *)
  Record six_progress (i : nat) (m : N) (before next : list N) (s : state) : Prop := SixProgress {
    progress_registers : six_registers s k w t (p + 96 * N.of_nat i) (a + 96 * N.of_nat i) (counter_after (6 * i) c) m;
    progress_held : six_held (memory s) (λ x, locs s (Lo x)) k w t ks h (counter_after (6 * i) c)
      (fold_left (hash_step h) before y) next;
    progress_memory x : x < t ∨ t + 144 <= x → memory s x = six_stored i x;
    progress_hash : to_hash i = before ++ next ++ map (byte_reverse 16) (load_blocks (memory s) (a + 96 * N.of_nat i)
      6);
  }.

  Lemma six_written_length i : length (six_written i) = (6 * i)%nat.
  Proof using. unfold six_written. by rewrite crypt_length, load_blocks_length. Qed.

  Lemma six_written_more i : six_written (S i) =
    six_written i ++ crypt ks (counter_after (6 * i) c) (load_blocks b (p + 96 * N.of_nat i) 6).
  Proof using.
    unfold six_written. replace (6 * S i)%nat with (6 * i + 6)%nat by lia.
    rewrite load_blocks_add, crypt_app, load_blocks_length. do 4 f_equal. lia.
  Qed.

  Lemma six_written_below from ws : Forall (λ v, v < 2 ^ 128) ws → Forall (λ v, v < 2 ^ 128) (crypt ks from ws).
  Proof using Hkeys.
    rewrite <-Hkeys. apply (crypt_below _ 10); [by rewrite load_blocks_length|lia|apply load_blocks_below].
  Qed.

  (** ** Memory outside of the scratch *)
  Section memory.
    Context (i : nat) (m : bytes_of_memory) (Hm : ∀ x, x < t ∨ t + 144 <= x → m x = six_stored i x).

    Lemma stored_outside x : x < a + 96 ∨ a + 96 + 96 * N.of_nat i <= x → six_stored i x = b x.
    Proof using. intros Hx. apply store_blocks_outside. rewrite six_written_length. lia. Qed.

    Lemma memory_key : (i < n)%nat → load_blocks m k 11 = ks.
    Proof using Hm Htask Hkeys.
      intros Hi. destruct Htask. rewrite <-Hkeys. apply load_blocks_agree. intros x Hx.
      unfold clear_of in *. rewrite Hm by lia. apply stored_outside. lia.
    Qed.

    Lemma memory_powers j : (i < n)%nat → (j < 6)%nat → load m (w + power_place j) 16 = twist (Aggregate.power h j).
    Proof using Hm Htask Hpowers.
      intros Hi Hj. destruct Htask. rewrite <-Hpowers by exact Hj. apply load_agree. intros x Hx.
      assert (power_place j <= 112) by (do 6 (destruct j as [|j]; [cbv; discriminate|]); lia).
      unfold covers, clear_of in *. rewrite Hm by lia. apply stored_outside. lia.
    Qed.

    (** What is read next has not been overwritten. *)
    Lemma memory_text : (i < n)%nat →
      load_blocks m (p + 96 * N.of_nat i) 6 = load_blocks b (p + 96 * N.of_nat i) 6.
    Proof using Hm Htask.
      intros Hi. destruct Htask. apply load_blocks_agree. intros x Hx. unfold clear_of in *.
      rewrite Hm by lia. apply stored_outside. lia.
    Qed.
  End memory.

  Lemma six_stored_more i :
    store_blocks (six_stored i) (a + 96 + 96 * N.of_nat i)
      (crypt ks (counter_after (6 * i) c) (load_blocks b (p + 96 * N.of_nat i) 6)) = six_stored (S i).
  Proof using.
    unfold six_stored at 2. rewrite six_written_more, store_blocks_app, six_written_length. f_equal. lia.
  Qed.

  Lemma six_to_hash_more i : to_hash (S i) =
    to_hash i ++ map (byte_reverse 16) (crypt ks (counter_after (6 * i) c) (load_blocks b (p + 96 * N.of_nat i) 6)).
  Proof using. unfold to_hash. by rewrite six_written_more, !map_app, <-!app_assoc. Qed.
End task.
