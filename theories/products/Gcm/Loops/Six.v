(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Six blocks through counter mode, in the registers: cipher_six, from the counter to the text. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted Semantics_trusted State_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Counters Cipher.
From Fairlead.Gcm.Loops Require Import Text.
Local Open Scope N_scope.

Definition six_offsets : list Z := [0; 16; 32; 48; 64; 80]%Z.
Notation text_of ld := (map (λ d, ld (input_at d)) six_offsets).

Local Opaque aes byte_reverse v2_sem low inc32.

Lemma combine_spec ld v :
  (∀ m, block_sized (ld m)) → Forall (λ x, block_sized (v x)) first_six →
  map (vrun ld combine v) first_six = zip_with N.lxor (map v first_six) (text_of ld).
Proof.
  intros Hld Hv. unfold first_six in Hv. rewrite !Forall_cons in Hv. destruct_and! Hv.
  unfold combine, six_offsets. evaluate. cbn [zip_with]. rewrite !sem_xor by (done || apply Hld). reflexivity.
Qed.

Lemma combine_kept ld v x : kept_register x → vrun ld combine v x = v x.
Proof.
  intros Hx. unfold kept_register in Hx. cbn [In] in Hx. repeat destruct Hx as [<-|Hx]; [by apply vrun_other..|done].
Qed.

Lemma crypt_six ks c a0 a1 a2 a3 a4 a5 :
  crypt ks c [a0; a1; a2; a3; a4; a5] =
  zip_with N.lxor (map (λ i, aes ks (counter_block c i)) [0; 1; 2; 3; 4; 5]%nat) [a0; a1; a2; a3; a4; a5].
Proof.
  assert (∀ i, counter_block c i = byte_reverse 16 (counter_after i c)) as H.
  { intros i. unfold counter_block. by rewrite inc32_often. }
  cbn [map]. rewrite !H. reflexivity.
Qed.

Lemma aes_below ks n x : length ks = S n → (1 ≤ n)%nat → Forall (λ k, block_sized k) ks → block_sized x → block_sized (aes ks x).
Proof.
  intros Hn Hpos Hks Hx.
  set (ld := λ m : mem, nth (Z.to_nat (m_disp m) / 16) ks 0).
  assert (round_keys ld ks) as Hr.
  { split; [done|]. intros i k Hi. unfold ld. cbn [m_disp key_at].
    replace (Z.to_nat (16 * Z.of_nat i) / 16)%nat with i.
    - by apply nth_error_nth.
    - replace (Z.to_nat (16 * Z.of_nat i)) with (i * 16)%nat by lia. by rewrite Nat.div_mul. }
  rewrite <-(cipher_spec ld ks n (λ _, x) V0 Hr Hn Hpos); [|by left|done].
  unfold cipher_code, aes_rounds. rewrite !vector_run_app, six_spec by (by left). apply low_below.
Qed.

Theorem cipher_six_spec ld ks n v c :
  numbers ld → round_keys ld ks → length ks = S n → (1 ≤ n)%nat → (∀ m, block_sized (ld m)) →
  v V13 = reversal → v V15 = c → block_sized c →
  let v' := vrun ld (cipher_six n) v in
  v' V13 = reversal ∧ v' V14 = v V14 ∧ v' V15 = counter_after 6 c ∧ map v' first_six = crypt ks c (text_of ld).
Proof.
  intros Hnum Hks Hn Hpos Hld H13 H15 Hc. cbv zeta.
  destruct (counters_spec ld v c Hnum H13 H15 Hc) as [Hcs Hc15].
  assert (∀ x, x = V13 ∨ x = V14 → vrun ld counters v x = v x) as Hkeep.
  { intros x [->| ->]; by apply vrun_other. }
  replace (cipher_six n) with (counters ++ cipher_code n ++ combine)
    by (unfold cipher_six, cipher_code; by rewrite <-app_assoc).
  rewrite !vector_run_app. set (v1 := vrun ld counters v) in *. clearbody v1.
  assert (∀ x, text_register x → block_sized (v1 x)) as Hsized.
  { intros x Hx. apply (in_map v1) in Hx. rewrite Hcs in Hx. apply in_map_iff in Hx as (i & <- & _).
    apply byte_reverse_below. }
  assert (map (vrun ld (cipher_code n) v1) first_six = map (λ i, aes ks (counter_block c i)) [0; 1; 2; 3; 4; 5]%nat) as Ha.
  { rewrite <-(map_map (counter_block c) (aes ks)), <-Hcs, map_map. apply map_ext_in. intros x Hx.
    apply cipher_spec; try done. by apply Hsized. }
  assert (∀ x, kept_register x → vrun ld combine (vrun ld (cipher_code n) v1) x = v1 x) as Hk.
  { intros x Hx. by rewrite combine_kept, cipher_kept. }
  rewrite (Hk V13), (Hk V14), (Hk V15), (Hkeep V13), (Hkeep V14), H13, Hc15 by (unfold kept_register; cbn; tauto).
  split; [done|]. split; [done|]. split; [by rewrite inc32_often|].
  rewrite combine_spec, Ha; [|done|].
  - unfold six_offsets. cbn [map]. rewrite crypt_six. reflexivity.
  - apply Forall_forall. intros x Hx. apply elem_of_list_In in Hx. rewrite (cipher_spec ld ks) by (done || by apply Hsized).
    apply (aes_below ks n); try done; [apply Hks|by apply Hsized].
Qed.
