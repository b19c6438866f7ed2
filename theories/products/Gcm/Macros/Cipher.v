(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** aes.inc: six blocks at once through the cipher of FIPS 197, with any number of rounds. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Aes_trusted Syntax_trusted Semantics_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Rounds Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate.
Local Open Scope N_scope.

(** The six registers of text, and those that the cipher leaves alone. *)
Definition text_register (x : vreg) : Prop := In x first_six.
Definition kept_register (x : vreg) : Prop := In x [V13; V14; V15].

Lemma six_spec ld o k v x :
  text_register x → vrun ld (six o k) v x = low 128 (v2_sem o (v x) (ld (key_at k))).
Proof.
  intros H. unfold text_register, first_six in H. cbn [In] in H.
  repeat destruct H as [<-|H]; [evaluate; reflexivity..|done].
Qed.

Lemma six_kept ld o k v x : kept_register x → vrun ld (six o k) v x = v x.
Proof.
  intros H. unfold kept_register in H. cbn [In] in H.
  repeat destruct H as [<-|H]; [evaluate; reflexivity..|done].
Qed.

Local Opaque aesenc aesenclast v2_sem.

(** Equations to rewrite with: conversion is left no choice of what to compute. *)
Lemma aes_middle_cons from count :
  aes_middle from (S count) = six AESENC (16 * Z.of_nat from) ++ aes_middle (S from) count.
Proof. reflexivity. Qed.

Lemma fold_left_cons {A B} (f : A → B → A) b l a : fold_left f (b :: l) a = fold_left f l (f a b).
Proof. reflexivity. Qed.

Section cipher.
  Context (ld : mem → N) (ks : list N).
  Context (Hks : Forall (λ k, block_sized k) ks).
  Context (Hld : ∀ i k, nth_error ks i = Some k → ld (key_at (16 * Z.of_nat i)) = k).

  Lemma aes_middle_kept from count v x : kept_register x → vrun ld (aes_middle from count) v x = v x.
  Proof using.
    intros Hx. revert from v. induction count as [|count IH]; intros from v; [reflexivity|].
    rewrite aes_middle_cons, vector_run_app, IH. by apply six_kept.
  Qed.

  Lemma aes_middle_spec mid from v x :
    text_register x → (∀ i k, nth_error mid i = Some k → nth_error ks (from + i) = Some k) → block_sized (v x) →
    vrun ld (aes_middle from (length mid)) v x = fold_left aesenc mid (v x).
  Proof using Hks Hld.
    intros Hx. revert from v. induction mid as [|k mid IH]; intros from v Hmid Hv; [reflexivity|].
    assert (nth_error ks from = Some k) as Hk by (rewrite <-(Nat.add_0_r from); by apply Hmid).
    assert (block_sized k) as Hkb.
    { rewrite Forall_forall in Hks. apply Hks. apply elem_of_list_In. by eapply nth_error_In. }
    assert (vrun ld (six AESENC (16 * Z.of_nat from)) v x = aesenc (v x) k) as E.
    { rewrite six_spec, (Hld _ _ Hk) by done. exact (sem_aesenc (v x) k Hkb). }
    change (length (k :: mid)) with (S (length mid)). rewrite aes_middle_cons, vector_run_app, fold_left_cons, <-E.
    apply IH; [|rewrite E; exact (aesenc_below (v x) k Hkb)].
    intros i k' Hi. replace (S from + i)%nat with (from + S i)%nat by lia. by apply Hmid.
  Qed.

End cipher.

Definition cipher_code (n : nat) : list instr := aes_whiten ++ aes_rounds n.

(** The round keys where the code finds them. *)
Definition round_keys (ld : mem → N) (ks : list N) : Prop :=
  Forall (λ k, block_sized k) ks ∧ ∀ i k, nth_error ks i = Some k → ld (key_at (16 * Z.of_nat i)) = k.

Lemma cipher_spec_app ld k0 mid last v x :
  round_keys ld (k0 :: mid ++ [last]) → text_register x → block_sized (v x) →
  vrun ld (cipher_code (S (length mid))) v x = aes (k0 :: mid ++ [last]) (v x).
Proof.
  intros [Hall Hkeys] Hx Hv.
  assert (block_sized k0 ∧ block_sized last) as [H0 Hl].
  { apply Forall_cons in Hall as [? Hrest]. apply Forall_app in Hrest as [_ Hrest]. by apply Forall_cons in Hrest as [? _]. }
  unfold cipher_code, aes_rounds. rewrite !vector_run_app. replace (S (length mid) - 1)%nat with (length mid) by lia.
  assert (vrun ld aes_whiten v x = N.lxor (v x) k0) as E0.
  { unfold aes_whiten. rewrite six_spec by done. change 0%Z with (16 * Z.of_nat 0)%Z.
    rewrite (Hkeys 0%nat k0 eq_refl). by apply sem_xor. }
  rewrite six_spec by done. rewrite (aes_middle_spec ld _ Hall Hkeys mid), E0; [|done| |].
  - rewrite (Hkeys (S (length mid)) last), aes_instructions; [exact (sem_aesenclast _ last Hl)|].
    cbn [nth_error]. rewrite nth_error_app2, Nat.sub_diag by lia. done.
  - intros i k Hi. cbn [nth_error Nat.add]. rewrite nth_error_app1; [done|]. apply nth_error_Some. by rewrite Hi.
  - rewrite E0. by apply xor_below.
Qed.

Theorem cipher_spec ld ks n v x :
  round_keys ld ks → length ks = S n → (1 ≤ n)%nat → text_register x → block_sized (v x) →
  vrun ld (cipher_code n) v x = aes ks (v x).
Proof.
  intros Hks Hn Hpos Hx Hv. destruct ks as [|k0 rest]; [done|]. destruct (exists_last (l := rest)) as (mid & last & E).
  { intros ->. cbn in Hn. lia. }
  rewrite E in Hks, Hn |- *. clear E. cbn [length] in Hn. rewrite app_length in Hn. cbn [length] in Hn.
  replace n with (S (length mid)) by lia. by apply cipher_spec_app.
Qed.

Lemma cipher_kept ld n v x : kept_register x → vrun ld (cipher_code n) v x = v x.
Proof.
  intros Hx. unfold cipher_code, aes_rounds, aes_whiten. rewrite !vector_run_app.
  by rewrite six_kept, aes_middle_kept, six_kept by done.
Qed.
