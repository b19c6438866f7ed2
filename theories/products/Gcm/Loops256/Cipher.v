(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** wide_counters.inc, wide_aes.inc and wide_text.inc: eight blocks through counter mode, two in a
    register. What the cipher does in one half is what the code on six blocks does in its first
    registers, of which [Macros/Cipher.v] knows that it is the cipher of FIPS 197. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Aes_trusted Syntax_trusted Semantics_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Vector128 Vector256.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Counters Cipher.
From Fairlead.Gcm.Loops Require Import Text Six.
From Fairlead.Gcm.Loops256 Require Export Macros.
Local Open Scope N_scope.

(** Which halves a register has at the end of a list of instructions that is given in full. *)
Ltac wevaluate :=
  cbv [vector_run vector_step wvalue put both on_halves halfwise vreg_index N.eqb Pos.eqb fold_left map app fst snd
       wfetch wop wop_mem fetch vop vop_mem first_four eight wide_take fold_halves].

(** One half of a register, the upper one for [true]. *)
Definition half (up : bool) (a : N * N) : N := if up then a.2 else a.1.

Definition four_register (x : vreg) : Prop := In x first_four.

Lemma four_is_text x : four_register x → text_register x.
Proof. unfold four_register, text_register. cbn. tauto. Qed.

Local Opaque aesenc aesenclast v2_sem low byte_reverse inc32 aes.

(** ** The cipher *)

Lemma eight_spec ld o k w x :
  halfwise o = true → four_register x →
  wrun ld (eight o k) w x = on_halves (v2_sem o) (w x) (ld (key_at k), ld (key_at k)).
Proof.
  intros Ho H. unfold four_register, first_four in H. cbn [In] in H.
  repeat destruct H as [<-|H]; [destruct o; try discriminate Ho; wevaluate; reflexivity..|done].
Qed.

Lemma eight_half ld o k w v up :
  halfwise o = true → (∀ x, four_register x → half up (w x) = v x) →
  ∀ x, four_register x → half up (wrun ld (eight o k) w x) = vrun ld (six o k) v x.
Proof.
  intros Ho Hw x Hx. rewrite (eight_spec _ _ _ _ _ Ho Hx), six_spec by (by apply four_is_text).
  rewrite <-(Hw x Hx). by destruct up.
Qed.

Lemma wide_middle_cons from count :
  wide_middle from (S count) = eight AESENC (16 * Z.of_nat from) ++ wide_middle (S from) count.
Proof. reflexivity. Qed.

Lemma wide_middle_half ld from count w v up :
  (∀ x, four_register x → half up (w x) = v x) →
  ∀ x, four_register x → half up (wrun ld (wide_middle from count) w x) = vrun ld (aes_middle from count) v x.
Proof.
  revert from w v. induction count as [|count IH]; intros from w v Hw; [exact Hw|].
  rewrite wide_middle_cons, aes_middle_cons, !vector_run_app. apply IH. by apply eight_half.
Qed.

Theorem wide_cipher_spec ld ks n w x up :
  round_keys ld ks → length ks = S n → (1 ≤ n)%nat → four_register x → block_sized (half up (w x)) →
  half up (wrun ld (wide_cipher n) w x) = aes ks (half up (w x)).
Proof.
  intros Hks Hn Hpos Hx Hw.
  rewrite <-(cipher_spec ld ks n (λ x, half up (w x)) x) by (done || by apply four_is_text).
  unfold wide_cipher, cipher_code, aes_whiten, aes_rounds. rewrite !vector_run_app.
  apply eight_half; [done| |exact Hx]. apply wide_middle_half. by apply eight_half.
Qed.

(** Other registers than text and the round key stay. *)
Lemma wide_cipher_kept ld n w x : kept_register x → wrun ld (wide_cipher n) w x = w x.
Proof.
  intros Hx. apply wrun_other. unfold wide_cipher, wide_middle. rewrite !forallb_app.
  assert (∀ o k, forallb (λ i, negb (existsb (λ d, vreg_index d =? vreg_index x) (wtarget i))) (eight o k) = true) as He.
  { intros o k. unfold kept_register in Hx. cbn [In] in Hx. by repeat destruct Hx as [<-|Hx]. }
  rewrite !He. cbn [andb]. rewrite andb_true_r. generalize (seq 1 (n - 1)). intros l. induction l as [|i l IH]; [done|].
  cbn [flat_map]. by rewrite forallb_app, He, IH.
Qed.

(** ** Counters *)

(** 2, 4, 6 and 8 in memory, in both halves. *)
Definition wide_numbers (ld : mem → N) : Prop :=
  both ld (wide_constant_at 32) = (2, 2) ∧ both ld (wide_constant_at 64) = (4, 4) ∧
  both ld (wide_constant_at 96) = (6, 6) ∧ both ld (wide_constant_at 128) = (8, 8).

(** The blocks in some registers, in order. *)
Definition blocks_in (w : wregs) (xs : list vreg) : list N := flat_map (λ x, [(w x).1; (w x).2]) xs.

Definition eight_numbers : list nat := [0; 1; 2; 3; 4; 5; 6; 7]%nat.

Lemma wide_counters_spec ld w c :
  wide_numbers ld → w V13 = (reversal, reversal) → w V15 = (c, add32 1 c) → block_sized c →
  let w' := wrun ld wide_counters w in
  blocks_in w' first_four = map (counter_block c) eight_numbers ∧ w' V15 = (add32 8 c, add32 9 c).
Proof.
  intros (L1 & L2 & L3 & L4) H13 H15 Hc. unfold both in L1, L2, L3, L4.
  injection L1 as L1 L1'. injection L2 as L2 L2'. injection L3 as L3 L3'. injection L4 as L4 L4'.
  pose proof (add32_below 1 c Hc) as Hc1.
  cbv zeta. unfold blocks_in, wide_counters. cbn [flat_map app first_four]. wevaluate.
  rewrite H13, H15. cbv [fst snd]. rewrite L1, L1', L2, L2', L3, L3', L4, L4', !sem_reverse, !sem_count, !add32_add by done.
  unfold counter_block, eight_numbers. cbn [map N.of_nat Pos.of_succ_nat Pos.succ N.add Pos.add]. by rewrite add32_0.
Qed.

(** ** Text *)

Definition eight_offsets : list Z := [0; 16; 32; 48; 64; 80; 96; 112]%Z.
Notation wide_text_of ld := (map (λ d, ld (input_at d)) eight_offsets).

Lemma wide_combine_spec ld w :
  (∀ m, block_sized (ld m)) → Forall (λ a, block_sized a) (blocks_in w first_four) →
  blocks_in (wrun ld wide_combine w) first_four = zip_with N.lxor (blocks_in w first_four) (wide_text_of ld).
Proof.
  intros Hld Hw. unfold blocks_in in Hw. cbn [flat_map app first_four] in Hw. rewrite !Forall_cons in Hw. destruct_and! Hw.
  unfold blocks_in, wide_combine, eight_offsets. cbn [flat_map app first_four]. wevaluate. cbn [zip_with].
  rewrite !sem_xor by (done || apply Hld). reflexivity.
Qed.

Lemma wide_combine_kept ld w x : kept_register x → wrun ld wide_combine w x = w x.
Proof.
  intros Hx. unfold kept_register in Hx. cbn [In] in Hx. repeat destruct Hx as [<-|Hx]; [by apply wrun_other..|done].
Qed.

Lemma crypt_eight ks c a0 a1 a2 a3 a4 a5 a6 a7 :
  crypt ks c [a0; a1; a2; a3; a4; a5; a6; a7] =
  zip_with N.lxor (map (λ i, aes ks (counter_block c i)) eight_numbers) [a0; a1; a2; a3; a4; a5; a6; a7].
Proof.
  assert (∀ i, counter_block c i = byte_reverse 16 (counter_after i c)) as H.
  { intros i. unfold counter_block. by rewrite inc32_often. }
  unfold eight_numbers. cbn [map]. rewrite !H. reflexivity.
Qed.

(** Eight blocks, from the counter to the text; the counters go on. *)
Theorem cipher_eight_spec ld ks n w c :
  wide_numbers ld → round_keys ld ks → length ks = S n → (1 ≤ n)%nat → (∀ m, block_sized (ld m)) →
  w V13 = (reversal, reversal) → w V15 = (c, counter_after 1 c) → block_sized c →
  let w' := wrun ld (cipher_eight n) w in
  w' V13 = w V13 ∧ w' V14 = w V14 ∧ w' V15 = (counter_after 8 c, counter_after 9 c) ∧
  blocks_in w' first_four = crypt ks c (wide_text_of ld).
Proof.
  intros Hnum Hks Hn Hpos Hld H13 H15 Hc. cbv zeta. rewrite !inc32_often in *. cbn [N.of_nat Pos.of_succ_nat Pos.succ] in *.
  destruct (wide_counters_spec ld w c Hnum H13 H15 Hc) as [Hcs Hc15].
  assert (∀ x, x = V13 ∨ x = V14 → wrun ld wide_counters w x = w x) as Hkeep.
  { intros x [->| ->]; by apply wrun_other. }
  unfold cipher_eight. rewrite !vector_run_app. set (w1 := wrun ld wide_counters w) in *. clearbody w1.
  assert (∀ x, kept_register x → wrun ld wide_combine (wrun ld (wide_cipher n) w1) x = w1 x) as Hk.
  { intros x Hx. by rewrite wide_combine_kept, wide_cipher_kept. }
  rewrite (Hk V13), (Hk V14), (Hk V15), (Hkeep V13), (Hkeep V14), Hc15 by (unfold kept_register; cbn; tauto).
  split; [done|]. split; [done|]. split; [done|].
  assert (∀ x up, four_register x → block_sized (half up (w1 x))) as Hsized.
  { intros x up Hx. assert (In (half up (w1 x)) (blocks_in w1 first_four)) as Hin.
    { unfold blocks_in. apply in_flat_map. exists x. split; [exact Hx|]. destruct up; cbn; tauto. }
    rewrite Hcs in Hin. apply in_map_iff in Hin as (i & <- & _). apply byte_reverse_below. }
  assert (blocks_in (wrun ld (wide_cipher n) w1) first_four = map (λ i, aes ks (counter_block c i)) eight_numbers) as Ha.
  { rewrite <-(map_map (counter_block c) (aes ks)), <-Hcs.
    assert (∀ x, four_register x →
      [(wrun ld (wide_cipher n) w1 x).1; (wrun ld (wide_cipher n) w1 x).2] = [aes ks (w1 x).1; aes ks (w1 x).2]) as E.
    { intros x Hx.
      pose proof (wide_cipher_spec ld ks n w1 x false Hks Hn Hpos Hx (Hsized x false Hx)) as E1.
      pose proof (wide_cipher_spec ld ks n w1 x true Hks Hn Hpos Hx (Hsized x true Hx)) as E2.
      cbn [half] in E1, E2. by rewrite E1, E2. }
    unfold blocks_in. cbn [flat_map first_four]. rewrite !E by (unfold four_register; cbn; tauto). reflexivity. }
  rewrite wide_combine_spec, Ha; [|done|].
  - unfold eight_offsets. cbn [map]. rewrite crypt_eight. reflexivity.
  - rewrite Ha. apply Forall_forall. intros x Hx. apply elem_of_list_In, in_map_iff in Hx as (i & <- & _).
    apply (aes_below ks n); try done; [apply Hks|apply byte_reverse_below].
Qed.
