(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the procedures do, in the words of the standard: strings of bytes, GCTR and GHASH. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Asm.Control Require Import Runs.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Loops Require Import Text Setting Body Groups SameCode Ends Shipped EntryToReturn Standard.
From Fairlead.Gcm.Generated Require shipped_encrypt_128 shipped_encrypt_256 shipped_decrypt_128 shipped_decrypt_256
  clean_encrypt_128 clean_encrypt_256 clean_decrypt_128 clean_decrypt_256.
Local Open Scope N_scope.

(** The state apart from the text that is written. *)
Definition state_apart (st q : N) (groups : nat) : Prop := st + 32 <= q ∨ q + 96 * N.of_nat groups <= st.

(** GHASH goes on from [y]. *)
Definition ghash_from (h y : N) (text : list N) : N :=
  fold_left (λ y x, multiply (N.lxor y x) h) (padded text) y.

(** The text that was at [p] is at [q], encrypted or decrypted from the counter [c] on; the state holds the counter that
    comes next and the hash [y']; no other byte of memory has changed; the vector registers are cleared, except %xmm13,
    which holds a constant. *)
Definition text_done (s s' : state) (ks : list N) (st p q : N) (groups : nat) (c y' : N) : Prop :=
  let size := (96 * groups)%nat in
  bytes_at (memory s') q size = gctr size ks c (bytes_at (memory s) p size) ∧
  load (memory s') st 16 = counter_after (6 * groups) c ∧ load (memory s') (st + 16) 16 = y' ∧
  (∀ x, (x < q ∨ q + N.of_nat size <= x) → (x < st ∨ st + 32 <= x) → memory s' x = memory s x) ∧
  ∀ x, x <> V13 → vectors s' x = 0.

Section correct.
  Context (g : env) (s : state) (n : nat) (ks : list N) (h k st p q : N) (groups : nat) (c y : N).
  Context (Hcall : call g s n ks h k st p q groups c y) (Hst : state_apart st q groups).

  Notation b := (memory s).
  Notation written := (text_written b ks p c groups).

  Lemma written_bytes : text_of_blocks written = gctr (96 * groups) ks c (bytes_at b p (96 * groups)).
  Proof using.
    unfold text_written, text_read. rewrite <-(crypt_is_gctr ks _ c (96 * groups)).
    - rewrite load_blocks_bytes. by replace (16 * (6 * groups))%nat with (96 * groups)%nat by lia.
    - rewrite load_blocks_length. lia.
  Qed.

  Lemma answered_done s' y' : y' < 2 ^ 128 → answered s s' ks st p q groups c y' → text_done s s' ks st p q groups c y'.
  Proof using Hcall Hst.
    intros Hy' [HM HV]. pose proof (call_job _ _ _ _ _ _ _ _ _ _ _ _ Hcall) as Hjob.
    pose proof (call_counter_below _ _ _ _ _ _ _ _ _ _ _ _ Hcall) as Hc.
    assert (bytes_at (memory s') q (96 * groups) = bytes_at (memory_after b ks p q c groups) q (96 * groups)) as Eq.
    { replace (96 * groups)%nat with (16 * (6 * groups))%nat by lia. rewrite <-!load_blocks_bytes.
      apply (f_equal text_of_blocks). apply load_blocks_agree. intros x Hx. rewrite HM. apply store_blocks_outside.
      cbn [length]. unfold state_apart in Hst. lia. }
    assert (load_blocks (memory s') st 2 = [counter_after (6 * groups) c; y']) as Es.
    { rewrite HM. apply (load_store_blocks [counter_after (6 * groups) c; y']).
      apply Forall_cons_2; [by apply counter_after_below|]. apply Forall_cons_2; [exact Hy'|apply Forall_nil_2]. }
    cbn [load_blocks] in Es. injection Es as E1 E2.
    split; [|split; [exact E1|split; [exact E2|split; [|exact HV]]]].
    - rewrite Eq, <-written_bytes. replace (96 * groups)%nat with (16 * (6 * groups))%nat by lia.
      rewrite <-load_blocks_bytes. apply (f_equal text_of_blocks). unfold memory_after.
      rewrite <-(text_written_length b ks p c groups). apply load_store_blocks.
      apply (text_written_below g b n ks h k p q groups c Hjob).
    - intros x Hx Hx'. rewrite HM, store_blocks_outside by (cbn [length]; lia). apply memory_after_outside. lia.
  Qed.

  (** Encryption, with any body of the loop that the checker accepts. *)
  Theorem encrypt_correct fast :
    accepted (encrypt_iteration n) fast →
    ∃ s', ends_in g (encrypt_around n fast) s s' ∧
          text_done s s' ks st p q groups c
            (ghash_from h y (gctr (96 * groups) ks c (bytes_at b p (96 * groups)))).
  Proof using Hcall Hst.
    intros Hacc. destruct (encrypt_whole g s n ks h k st p q groups c y Hcall fast Hacc) as (s' & He & Ha).
    exists s'. split; [exact He|]. unfold ghash_from. rewrite <-written_bytes, <-hash_of_is_ghash.
    apply answered_done; [|exact Ha]. apply hash_of_below;
      [exact (call_hash_key_below _ _ _ _ _ _ _ _ _ _ _ _ Hcall)|exact (call_hash_below _ _ _ _ _ _ _ _ _ _ _ _ Hcall)].
  Qed.

  Theorem decrypt_correct fast :
    accepted (decrypt_iteration n) fast →
    ∃ s', ends_in g (decrypt_around fast) s s' ∧
          text_done s s' ks st p q groups c (ghash_from h y (bytes_at b p (96 * groups))).
  Proof using Hcall Hst.
    intros Hacc. destruct (decrypt_whole g s n ks h k st p q groups c y Hcall fast Hacc) as (s' & He & Ha).
    exists s'. split; [exact He|]. unfold ghash_from. replace (96 * groups)%nat with (16 * (6 * groups))%nat by lia.
    rewrite <-load_blocks_bytes, <-hash_of_is_ghash. apply answered_done; [|exact Ha]. apply hash_of_below;
      [exact (call_hash_key_below _ _ _ _ _ _ _ _ _ _ _ _ Hcall)|exact (call_hash_below _ _ _ _ _ _ _ _ _ _ _ _ Hcall)].
  Qed.
End correct.

(** The clean body is accepted too, of course. *)
Lemma clean_encrypt_accepted : accepted (encrypt_iteration 10) (encrypt_iteration 10) ∧ accepted (encrypt_iteration 14) (encrypt_iteration 14).
Proof. split; by vm_compute. Qed.
Lemma clean_decrypt_accepted : accepted (decrypt_iteration 10) (decrypt_iteration 10) ∧ accepted (decrypt_iteration 14) (decrypt_iteration 14).
Proof. split; by vm_compute. Qed.

(** Code that encrypts, or decrypts, with AES of [n] rounds. *)
Definition encrypts (n : nat) (code : list flat) : Prop := ∀ g s ks h k st p q groups c y,
  call g s n ks h k st p q groups c y → state_apart st q groups →
  ∃ s', ends_in g code s s' ∧
        text_done s s' ks st p q groups c (ghash_from h y (gctr (96 * groups) ks c (bytes_at (memory s) p (96 * groups)))).

Definition decrypts (n : nat) (code : list flat) : Prop := ∀ g s ks h k st p q groups c y,
  call g s n ks h k st p q groups c y → state_apart st q groups →
  ∃ s', ends_in g code s s' ∧
        text_done s s' ks st p q groups c (ghash_from h y (bytes_at (memory s) p (96 * groups))).

Lemma encrypts_around n fast : accepted (encrypt_iteration n) fast → encrypts n (encrypt_around n fast).
Proof. intros Ha g s ks h k st p q groups c y Hcall Hst. by apply (encrypt_correct g s n ks h k). Qed.
Lemma decrypts_around n fast : accepted (decrypt_iteration n) fast → decrypts n (decrypt_around fast).
Proof. intros Ha g s ks h k st p q groups c y Hcall Hst. by apply (decrypt_correct g s n ks h k). Qed.

Theorem shipped_correct :
  encrypts 10 shipped_encrypt_128.code ∧ encrypts 14 shipped_encrypt_256.code ∧
  decrypts 10 shipped_decrypt_128.code ∧ decrypts 14 shipped_decrypt_256.code.
Proof.
  destruct encrypt_128_ships as [-> A1], encrypt_256_ships as [-> A2], decrypt_128_ships as [-> A3], decrypt_256_ships as [-> A4].
  split; [exact (encrypts_around _ _ A1)|]. split; [exact (encrypts_around _ _ A2)|].
  split; [exact (decrypts_around _ _ A3)|exact (decrypts_around _ _ A4)].
Qed.

Theorem clean_correct :
  encrypts 10 clean_encrypt_128.code ∧ encrypts 14 clean_encrypt_256.code ∧
  decrypts 10 clean_decrypt_128.code ∧ decrypts 14 clean_decrypt_256.code.
Proof.
  rewrite encrypt_128_same, encrypt_256_same, decrypt_128_same, decrypt_256_same.
  destruct clean_encrypt_accepted as [A1 A2], clean_decrypt_accepted as [A3 A4].
  split; [exact (encrypts_around _ _ A1)|]. split; [exact (encrypts_around _ _ A2)|].
  split; [exact (decrypts_around _ _ A3)|exact (decrypts_around _ _ A4)].
Qed.
