(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Each message in its register: what the instructions compute there, and that they leave the other registers alone. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Aes_trusted Syntax_trusted Semantics_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Rounds Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Cipher.
From Fairlead.Gcm.Loops Require Import Text Six.
From Fairlead.Gcm.Macs Require Import Listing.
Local Open Scope N_scope.

Lemma vrun_zero ld x p v : vrun ld (vop PXOR x x x :: p) v = vrun ld p (put x 0 v).
Proof.
  assert (low 128 (v2_sem PXOR (v x) (v x)) = 0) as E by (cbn [v2_sem]; by rewrite N.lxor_nilpotent).
  rewrite <-E. reflexivity.
Qed.

Local Opaque aesenc aesenclast v2_sem aes.

(** One instruction that works in one register. *)
Lemma vrun_one ld o x m p v :
  vrun ld (vop_mem o x x m :: p) v = vrun ld p (put x (low 128 (v2_sem o (v x) (ld m))) v).
Proof. reflexivity. Qed.

Section cipher.
  Context (ld : mem → N) (ks : list N).
  Context (Hks : round_keys ld ks) (Hn : length ks = 11%nat).

  Lemma mac_middle_spec mid x from p v :
    (∀ i k, nth_error mid i = Some k → nth_error ks (from + i) = Some k) → block_sized (v x) →
    ∃ v', vrun ld (mac_middle x from (length mid) ++ p) v = vrun ld p v' ∧ v' x = fold_left aesenc mid (v x) ∧
          block_sized (v' x).
  Proof using Hks Hn.
    destruct Hks as [Hall Hkeys]. revert from v. induction mid as [|k mid IH]; intros from v Hmid Hv.
    { exists v. by repeat split. }
    assert (nth_error ks from = Some k) as Hk by (rewrite <-(Nat.add_0_r from); by apply Hmid).
    assert (block_sized k) as Hkb.
    { rewrite Forall_forall in Hall. apply Hall. apply elem_of_list_In. by eapply nth_error_In. }
    change (mac_middle x from (length (k :: mid)) ++ p)
      with (vop_mem AESENC x x (key_at (16 * Z.of_nat from)) :: (mac_middle x (S from) (length mid) ++ p)).
    rewrite vrun_one, (Hkeys _ _ Hk), (sem_aesenc (v x) k Hkb).
    destruct (IH (S from) (put x (aesenc (v x) k) v)) as (v' & E & Ex & Eb).
    - intros i k' Hi. replace (S from + i)%nat with (from + S i)%nat by lia. by apply Hmid.
    - rewrite put_same. by apply aesenc_below.
    - exists v'. split; [exact E|]. split; [|exact Eb]. rewrite Ex, put_same, fold_left_cons. reflexivity.
  Qed.

  Lemma round_key_ends : ∃ k0 mid last, ks = k0 :: mid ++ [last] ∧ length mid = 9%nat.
  Proof using Hn.
    revert Hn. generalize ks. clear. intros [|k0 rest] Hn; [done|].
    destruct (exists_last (l := rest)) as (mid & last & ->). { intros ->. done. }
    exists k0, mid, last. cbn [length] in Hn. rewrite app_length in Hn. cbn [length] in Hn. split; [done|lia].
  Qed.

  Lemma mac_rounds_spec x v : block_sized (v x) → vrun ld (mac_rounds x) v x = aes ks (v x).
  Proof using Hks Hn.
    intros Hv. destruct Hks as [Hall Hkeys]. destruct round_key_ends as (k0 & mid & last & Eks & Hm).
    assert (nth_error ks 0 = Some k0) as E0 by (by rewrite Eks).
    assert (nth_error ks 10 = Some last) as E10.
    { rewrite Eks. change (nth_error (mid ++ [last]) 9 = Some last). rewrite nth_error_app2, Hm by lia. done. }
    assert (∀ i k, nth_error ks i = Some k → block_sized k) as Hsized.
    { intros i k Hi. rewrite Forall_forall in Hall. apply Hall. apply elem_of_list_In. by eapply nth_error_In. }
    unfold mac_rounds. rewrite vrun_one. change (key_at 0) with (key_at (16 * Z.of_nat 0)).
    rewrite (Hkeys 0%nat k0 E0), sem_xor by (done || by apply (Hsized 0%nat)). rewrite <-Hm.
    destruct (mac_middle_spec mid x 1 [vop_mem AESENCLAST x x (key_at 160)] (put x (N.lxor (v x) k0) v))
      as (v' & E & Ex & _).
    { intros i k Hi. rewrite Eks. cbn [nth_error Nat.add]. rewrite nth_error_app1; [done|].
      apply nth_error_Some. by rewrite Hi. }
    { rewrite put_same. apply xor_below; [done|by apply (Hsized 0%nat)]. }
    rewrite E, vrun_one. change (vrun ld [] ?u) with u. rewrite put_same, Ex, put_same.
    change (key_at 160) with (key_at (16 * Z.of_nat 10)). rewrite (Hkeys 10%nat last E10), Eks, aes_instructions.
    exact (sem_aesenclast _ last (Hsized 10%nat last E10)).
  Qed.

  Lemma mac_block_spec x m v :
    block_sized (v x) → block_sized (ld m) → vrun ld (mac_block x m) v x = aes ks (N.lxor (v x) (ld m)).
  Proof using Hks Hn.
    intros Hv Hm. unfold mac_block. rewrite vrun_one, sem_xor by done.
    rewrite mac_rounds_spec; rewrite put_same; [done|].
    by apply xor_below.
  Qed.

  Lemma mac_blocks_spec x (f : nat → mem) bs v :
    (∀ m, block_sized (ld m)) → block_sized (v x) →
    vrun ld (flat_map (λ b, mac_block x (f b)) bs) v x =
      fold_left (λ a m, aes ks (N.lxor a m)) (map (λ b, ld (f b)) bs) (v x).
  Proof using Hks Hn.
    intros Hld. revert v. induction bs as [|b bs IH]; intros v Hv; [done|]. cbn [flat_map map].
    rewrite vector_run_app, IH; rewrite mac_block_spec by (done || apply Hld); [by rewrite fold_left_cons|].
    apply (aes_below ks 10); [exact Hn|lia|apply Hks|]. by apply xor_below.
  Qed.

  Lemma mac_lane_spec x j v : (∀ m, block_sized (ld m)) →
    vrun ld (mac_lane x j) v x = cbc_mac ks (map (λ b, ld (message_block j b)) (seq 0 5)).
  Proof using Hks Hn.
    intros Hld. unfold mac_lane. rewrite vrun_zero.
    rewrite (mac_blocks_spec x (message_block j) (seq 0 5)); [by rewrite put_same|done|by rewrite put_same].
  Qed.

  Lemma mac_lane_other x j v y : y <> x → vrun ld (mac_lane x j) v y = v y.
  Proof using.
    intros Hy. apply vrun_other. assert ((vreg_index x =? vreg_index y) = false) as E.
    { apply N.eqb_neq. intros H. by apply vreg_index_inj in H. }
    unfold mac_lane, mac_block, mac_rounds, mac_middle. cbn [flat_map seq map app forallb vtarget vop vop_mem existsb].
    rewrite !E. reflexivity.
  Qed.

  Lemma mac_lanes_other l v y : y ∉ map fst l → vrun ld (mac_lanes l) v y = v y.
  Proof using.
    revert v. induction l as [|[x j] l IH]; intros v Hy; [done|]. cbn [map fst] in Hy.
    apply not_elem_of_cons in Hy as [Hx Hy]. unfold mac_lanes in *. cbn [flat_map fst snd].
    rewrite vector_run_app, IH by done. by apply mac_lane_other.
  Qed.

  Theorem mac_lanes_spec l v : (∀ m, block_sized (ld m)) → NoDup (map fst l) →
    map (λ p, vrun ld (mac_lanes l) v p.1) l = map (λ p, cbc_mac ks (map (λ b, ld (message_block p.2 b)) (seq 0 5))) l.
  Proof using Hks Hn.
    intros Hld. revert v. induction l as [|[x j] l IH]; intros v Hd; [done|]. cbn [map fst] in Hd.
    apply NoDup_cons in Hd as [Hx Hd]. unfold mac_lanes. cbn [flat_map fst snd map]. f_equal.
    - rewrite vector_run_app. change (flat_map _ l) with (mac_lanes l). rewrite mac_lanes_other by done.
      by apply mac_lane_spec.
    - rewrite <-(IH (vrun ld (mac_lane x j) v) Hd). apply map_ext. intros p. by rewrite vector_run_app.
  Qed.
End cipher.

Lemma cbc_mac_below ks ms : length ks = 11%nat → Forall (λ k, block_sized k) ks → Forall (λ m, block_sized m) ms →
  block_sized (cbc_mac ks ms).
Proof.
  intros Hn Hks Hms. unfold cbc_mac. assert (block_sized 0) as H0 by done. revert H0. generalize 0.
  induction Hms as [|m ms Hm _ IH]; intros a Ha; [done|]. cbn [fold_left]. apply IH.
  apply (aes_below ks 10); [exact Hn|lia|exact Hks|]. by apply xor_below.
Qed.
