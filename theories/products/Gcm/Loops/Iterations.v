(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The loops: by induction on the number of groups, all of the text is encrypted or decrypted,
    and the ciphertext is hashed. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Run_trusted Flat_trusted Structured_trusted.
From Fairlead.Asm.Control Require Import Loops.
From Fairlead.Asm.Hoare Require Import Logic.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Asm.Hoare Require Import Scalars.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Aggregate Blocks.
From Fairlead.Gcm.Macros Require Import Listing Cipher.
From Fairlead.Gcm.Loops Require Import Text Setting Body Groups SameCode.
Local Open Scope N_scope.

(** Straight-line code, by its runs. *)
Lemma triple_of_run g (P Q : state → Prop) code :
  (∀ s, P s → ∃ s' ts, run g code s = Some (s', ts) ∧ Q s') → triple g P (block code) Q.
Proof. intros H. apply hoare_block. intros s Hs. destruct (H s Hs) as (s' & ts & -> & HQ). exact HQ. Qed.

Section loops.
  Context (g : env) (b : bytes_of_memory) (n : nat) (ks : list N) (h k p q : N) (groups : nat) (c y : N) (st : N).
  Context (Hjob : job g b n ks h k p q groups) (Hc : c < 2 ^ 128) (Hy : y < 2 ^ 128).

  Notation read i := (text_read b p i).
  Notation written i := (text_written b ks p c i).

  (** [i] groups are done, [m] are left; the hash so far is [hash]. *)
  Record progress (i : nat) (m : N) (hash : N) (s : state) : Prop := Progress {
    prog_registers : registers s k (p + 96 * N.of_nat i) (q + 96 * N.of_nat i) (counter_after (6 * i) c) hash;
    prog_left : locs s (G R8) = m;
    prog_state : locs s (G RSI) = st;
    prog_memory : memory s = memory_after b ks p q c i;
  }.

  Lemma groups_fit : 96 * N.of_nat groups <= 2 ^ 64.
  Proof using Hjob Hc Hy. destruct Hjob as [_ _ _ (? & ? & ?) _ _ _ _ _]. lia. Qed.

  Lemma span_part r a i len : span g r a (96 * N.of_nat groups) → 96 * N.of_nat i + len <= 96 * N.of_nat groups →
    span g r (a + 96 * N.of_nat i) len.
  Proof using Hc Hy. unfold span. intros (? & ? & ?) ?. lia. Qed.

  (** One iteration, whatever it hashes. *)
  Lemma cipher_progress i m body hash hash' s :
    (i + S m = groups)%nat → progress i (N.of_nat (S m)) hash s →
    (∃ s1 ts, run g body s = Some (s1, ts) ∧
              registers s1 k (p + 96 * N.of_nat i) (q + 96 * N.of_nat i) (counter_after 6 (counter_after (6 * i) c)) hash' ∧
              (∀ r, locs s1 (G r) = locs s (G r)) ∧
              memory s1 = store_blocks (memory s) (q + 96 * N.of_nat i)
                            (crypt ks (counter_after (6 * i) c) (load_blocks (memory s) (p + 96 * N.of_nat i) 6))) →
    ∃ s' ts, run g (body ++ count_down) s = Some (s', ts) ∧ progress (S i) (N.of_nat m) hash' s' ∧
      test CcNE s' = Some (negb (N.of_nat m =? 0)) ∧ test CcE s' = Some (N.of_nat m =? 0).
  Proof using Hjob Hc Hy.
    intros Hi [R L Hst M] (s1 & ts1 & H1 & R1 & G1 & M1). pose proof groups_fit as Hfit.
    pose proof (job_input _ _ _ _ _ _ _ _ _ Hjob) as (I1 & I2 & I3).
    pose proof (job_output _ _ _ _ _ _ _ _ _ Hjob) as (O1 & O2 & O3).
    rewrite Nat2N.inj_succ in L.
    destruct (count_down_spec g s1 _ _ _ _ _ (N.of_nat m) R1) as (s2 & ts2 & H2 & R2 & L2 & S2 & M2 & T1 & T2);
      [lia|lia|by rewrite G1|lia|].
    exists s2, (ts1 ++ ts2). split; [by eapply run_app_some|]. split; [|exact (conj T1 T2)].
    apply Progress.
    - replace (p + 96 * N.of_nat (S i)) with (p + 96 * N.of_nat i + 96) by lia.
      replace (q + 96 * N.of_nat (S i)) with (q + 96 * N.of_nat i + 96) by lia.
      replace (6 * S i)%nat with (6 * i + 6)%nat by lia. rewrite counter_after_add. exact R2.
    - exact L2.
    - by rewrite S2, G1, Hst.
    - rewrite M2, M1, M. apply (memory_after_more g b n ks h k p q groups c Hjob). lia.
  Qed.

  Lemma iteration_progress i m a body hash s :
    (i + S m = groups)%nat → progress i (N.of_nat (S m)) hash s →
    (∃ s1 ts, run g body s = Some (s1, ts) ∧
              body_done ks h s s1 k (p + 96 * N.of_nat i) (q + 96 * N.of_nat i) (counter_after (6 * i) c) hash a) →
    ∃ s' ts, run g (body ++ count_down) s = Some (s', ts) ∧
      progress (S i) (N.of_nat m) (hash_of h hash (load_blocks (memory_after b ks p q c i) a 6)) s' ∧
      test CcNE s' = Some (negb (N.of_nat m =? 0)) ∧ test CcE s' = Some (N.of_nat m =? 0).
  Proof using Hjob Hc Hy.
    intros Hi Hs (s1 & ts & H). rewrite <-(prog_memory _ _ _ _ Hs).
    apply (cipher_progress i m body hash _ s Hi Hs). exists s1, ts. exact H.
  Qed.

  Lemma progress_setting i m hash s : (i ≤ groups)%nat → progress i m hash s → setting g (memory s) k ks h.
  Proof using Hjob Hc Hy. intros Hi [_ _ _ ->]. by apply (memory_after_setting g b n ks h k p q groups c Hjob). Qed.

  Lemma progress_input i : (i < groups)%nat → input_text g (p + 96 * N.of_nat i).
  Proof using Hjob Hc Hy. intros Hi. apply span_part; [apply Hjob|lia]. Qed.

  Lemma progress_output i : (i < groups)%nat → output_text g (q + 96 * N.of_nat i).
  Proof using Hjob Hc Hy. intros Hi. split; [apply span_part; [apply Hjob|lia]|apply Hjob]. Qed.

  Lemma hash_sized ws : hash_of h y ws < 2 ^ 128.
  Proof using Hjob Hc Hy. apply hash_of_below; [apply (job_setting _ _ _ _ _ _ _ _ _ Hjob)|exact Hy]. Qed.

  (** ** Decryption *)

  Lemma decrypt_iteration_progress i m s :
    (i + S m = groups)%nat → progress i (N.of_nat (S m)) (hash_of h y (read i)) s →
    ∃ s' ts, run g (decrypt_iteration n) s = Some (s', ts) ∧
      progress (S i) (N.of_nat m) (hash_of h y (read (S i))) s' ∧
      test CcNE s' = Some (negb (N.of_nat m =? 0)) ∧ test CcE s' = Some (N.of_nat m =? 0).
  Proof using Hjob Hc Hy.
    intros Hi Hs. unfold decrypt_iteration.
    rewrite text_read_more, hash_of_app, <-(memory_after_input g b n ks h k p q groups c Hjob) by lia.
    apply (iteration_progress i m); [exact Hi|exact Hs|].
    apply (decrypt_body_spec g ks h n (job_rounds _ _ _ _ _ _ _ _ _ Hjob) (job_rounds_range _ _ _ _ _ _ _ _ _ Hjob)).
    - eapply (progress_setting i); [lia|exact Hs].
    - exact (prog_registers _ _ _ _ Hs).
    - by apply counter_after_below.
    - apply hash_sized.
    - apply progress_input. lia.
    - apply progress_output. lia.
  Qed.

  Theorem decrypt_loop_spec :
    (0 < groups)%nat →
    triple g (progress 0 (N.of_nat groups) y) (CLoop (block (decrypt_iteration n)) CcNE CSkip)
      (progress groups 0 (hash_of h y (read groups))).
  Proof using Hjob Hc Hy.
    intros Hpos. set (I m s := ∃ i, (i + S m = groups)%nat ∧ progress i (N.of_nat (S m)) (hash_of h y (read i)) s).
    eapply (hoare_consequence g _ (I (groups - 1)%nat)); [| |apply (hoare_loop g I)].
    - intros s Hs. exists 0%nat. split; [lia|]. replace (S (groups - 1)) with groups by lia. exact Hs.
    - intros s Hs. exact Hs.
    - intros m. apply triple_of_run. intros s (i & Hi & Hs).
      destruct (decrypt_iteration_progress i m s Hi Hs) as (s' & ts & Hr & Hp & Ht & _).
      exists s', ts. split; [exact Hr|]. rewrite Ht. destruct m as [|m]; cbn [N.of_nat N.eqb negb].
      + replace (S i) with groups in Hp by lia. exact Hp.
      + exists m. split; [reflexivity|]. intros s2 ->. exists s', []. split; [constructor|].
        exists (S i). split; [lia|exact Hp].
  Qed.

  (** ** Encryption: what was written in one iteration is hashed in the next *)

  Lemma encrypt_iteration_progress i m s :
    (S i + S m = groups)%nat → progress (S i) (N.of_nat (S m)) (hash_of h y (written i)) s →
    ∃ s' ts, run g (encrypt_iteration n) s = Some (s', ts) ∧
      progress (S (S i)) (N.of_nat m) (hash_of h y (written (S i))) s' ∧
      test CcNE s' = Some (negb (N.of_nat m =? 0)) ∧ test CcE s' = Some (N.of_nat m =? 0).
  Proof using Hjob Hc Hy.
    intros Hi Hs. unfold encrypt_iteration.
    rewrite (memory_after_written g b n ks h k p q groups c Hjob i), hash_of_app.
    apply (iteration_progress (S i) m); [exact Hi|exact Hs|].
    replace (q + 96 * N.of_nat (S i)) with (q + 96 * N.of_nat i + 96) by lia.
    apply (encrypt_body_spec g ks h n (job_rounds _ _ _ _ _ _ _ _ _ Hjob) (job_rounds_range _ _ _ _ _ _ _ _ _ Hjob)).
    - eapply (progress_setting (S i)); [lia|exact Hs].
    - replace (q + 96 * N.of_nat i + 96) with (q + 96 * N.of_nat (S i)) by lia. exact (prog_registers _ _ _ _ Hs).
    - by apply counter_after_below.
    - apply hash_sized.
    - apply progress_input. lia.
    - replace (q + 96 * N.of_nat i + 96) with (q + 96 * N.of_nat (S i)) by lia. apply progress_output. lia.
    - apply span_part; [apply Hjob|lia].
  Qed.

  Theorem encrypt_loop_spec :
    (1 < groups)%nat →
    triple g (progress 1 (N.of_nat (groups - 1)) y) (CLoop (block (encrypt_iteration n)) CcNE CSkip)
      (progress groups 0 (hash_of h y (written (groups - 1)))).
  Proof using Hjob Hc Hy.
    intros Hpos. set (I m s := ∃ i, (S i + S m = groups)%nat ∧ progress (S i) (N.of_nat (S m)) (hash_of h y (written i)) s).
    eapply (hoare_consequence g _ (I (groups - 2)%nat)); [| |apply (hoare_loop g I)].
    - intros s Hs. exists 0%nat. split; [lia|]. replace (S (groups - 2)) with (groups - 1)%nat by lia. exact Hs.
    - intros s Hs. exact Hs.
    - intros m. apply triple_of_run. intros s (i & Hi & Hs).
      destruct (encrypt_iteration_progress i m s Hi Hs) as (s' & ts & Hr & Hp & Ht & _).
      exists s', ts. split; [exact Hr|]. rewrite Ht. destruct m as [|m]; cbn [N.of_nat N.eqb negb].
      + replace (S (S i)) with groups in Hp by lia. replace (groups - 1)%nat with (S i) by lia. exact Hp.
      + exists m. split; [reflexivity|]. intros s2 ->. exists s', []. split; [constructor|].
        exists (S i). split; [lia|exact Hp].
  Qed.
End loops.
