(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The pieces of examples/asm/six_blocks.S where they stand, and the jumps between them: from the counters to the
    text of an iteration, by either path. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Run_trusted
  Flat_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Footprint Reorder.
From Fairlead.Asm.Control Require Import Lowering Runs.
From Fairlead.Asm.Hoare Require Import Scalars Reordered.
From Fairlead.Asm.Vectors Require Import Mixed.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate.
From Fairlead.Gcm.Loops Require Import Text Setting.
From Fairlead.Gcm.SixBlocks Require Import Numbers Listing Middle Body Around.
Local Open Scope N_scope.

(** ** The pieces where they stand *)

Lemma stands_there p at_ l : firstn (length l) (skipn at_ p) = l → stands p at_ l.
Proof.
  intros H i f Hi. rewrite <-H in Hi.
  assert (i < length l)%nat as Hl.
  { apply nth_error_Some. rewrite <-H. by rewrite Hi. }
  assert (∀ (q : list flat) j, nth_error (firstn (length l) q) j = Some f → nth_error q j = Some f) as F.
  { intros q. generalize (length l) as d. induction q as [|x q IH]; intros [|d] [|j] E; try done. by apply (IH d). }
  assert (∀ (q : list flat) d j, nth_error (skipn d q) j = nth_error q (d + j)) as K.
  { intros q. induction q as [|x q IH]; intros [|d] j; try done; [by destruct j|]. apply IH. }
  apply F in Hi. by rewrite K in Hi.
Qed.

Definition body_end : nat := 232.

Section goes.
  Context (g : env).

  Definition goes (pc : nat) (s : state) (pc' : nat) (s' : state) : Prop :=
    ∃ t, reaches g six_blocks_code pc s pc' s' t.

  Lemma goes_refl pc s : goes pc s pc s.
  Proof. eexists. apply reaches_refl. Qed.

  Lemma goes_trans pc s pc1 s1 pc2 s2 : goes pc s pc1 s1 → goes pc1 s1 pc2 s2 → goes pc s pc2 s2.
  Proof. intros [t1 H1] [t2 H2]. eexists. by eapply reaches_trans. Qed.

  Lemma goes_block l pc s s' ts : firstn (length l) (skipn pc six_blocks_code) = map FInstr l →
    run g l s = Some (s', ts) → goes pc s (pc + length l) s'.
  Proof.
    intros Hl Hr. eexists. eapply block_reaches; [|exact Hr]. apply stands_there. by rewrite map_length.
  Qed.

  Lemma goes_jump pc target s pc' s' : nth_error six_blocks_code pc = Some (FJump target) →
    goes target s pc' s' → goes pc s pc' s'.
  Proof. intros Hj [t H]. eexists. by eapply reaches_jump. Qed.

  Lemma goes_branch pc c target h s pc' s' : nth_error six_blocks_code pc = Some (FBranch c target) →
    test c s = Some h → goes (if h : bool then target else S pc) s pc' s' → goes pc s pc' s'.
  Proof. intros Hj Ht [t H]. eexists. by eapply reaches_branch. Qed.
End goes.

(** The register that counts may be brought down before the counters are made. *)
Lemma wrap_first g s s' ts : run g (wrap :: overflowing ++ middle) s = Some (s', ts) →
  ∃ ts', run g (overflowing ++ wrap :: middle) s = Some (s', ts').
Proof.
  intros H. rewrite (reorder_sound g (λ _ _, false) (repeat 1%nat (length overflowing) ++ repeat 0%nat (S (length
    middle)))
    (wrap :: overflowing ++ middle)); [|apply respects_none|vm_compute; reflexivity].
  rewrite H. by eexists.
Qed.

Lemma low8_counter c : low 8 (counter_after 6 c) = if low 8 c + 6 <? 256 then low 8 c + 6 else low 8 c + 6 - 256.
Proof.
  rewrite inc32_often. change (N.of_nat 6) with 6. rewrite <-(low_low' 32 8) by lia. rewrite add32_low.
  rewrite low_low' by lia. rewrite <-low_add, low_low' by lia. pose proof (low_below 8 c) as Hb. change (2 ^ 8) with
    256 in Hb.
  rewrite low_mod. change (2 ^ 8) with 256. destruct (N.ltb_spec (low 8 c + 6) 256).
  - by apply N.mod_small.
  - replace (low 8 c + 6) with (low 8 c + 6 - 256 + 1 * 256) at 1 by lia. rewrite N.mod_add by done.
    apply N.mod_small. lia.
Qed.

(** ** From the test to the text *)

Local Opaque overflowing counting_on middle crypt aes multiply twist Aggregate.power load byte_reverse v2_sem inc32 low.

Lemma same_but_trans rs s s1 s2 : same_but rs s s1 → same_but rs s1 s2 → same_but rs s s2.
Proof.
  intros (M1 & V1 & G1) (M2 & V2 & G2). split; [by rewrite M2|]. split; [intros x; by rewrite V2|].
  intros r Hr. by rewrite G2, G1.
Qed.

Lemma six_held_same b v v' k w t ks h c y xs :
  (∀ x, v' x = v x) → six_held b v k w t ks h c y xs → six_held b v' k w t ks h c y xs.
Proof.
  intros H [K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12]. split; rewrite ?H; try done.
  cbn [map] in K5 |- *. by rewrite !H.
Qed.

(** By either path, with the register that counts brought down before the body. *)
Lemma body_goes g s k w t p a ks h c y xs :
  (∀ s3, same_but [RBX] s s3 → places g s3 k w t p a) → six_held (memory s) (λ x, locs s (Lo x)) k w t ks h c y xs →
  locs s (G RBX) = low 8 c →
  ∃ s3 s', goes g 1 s body_end s' ∧ same_but [RBX] s s3 ∧ locs s3 (G RBX) = low 8 (counter_after 6 c) ∧
    six_done s3 s' t p a ks h c y xs.
Proof.
  intros Hpl Hheld Hbx. pose proof (low_below 8 c) as Hlow. change (2 ^ 8) with 256 in Hlow.
  destruct (begin_spec g s (low 8 c) Hbx Hlow) as (s2 & ts2 & R2 & B2 & D2 & T2).
  pose proof (goes_block g begin 1 s s2 ts2 ltac:(vm_compute; reflexivity) R2) as G2. change (1 + length begin)%nat
    with 3%nat in G2.
  assert (∀ s3, same_but [RBX] s s3 → six_held (memory s3) (λ x, locs s3 (Lo x)) k w t ks h c y xs) as Hh.
  { intros s3 (M & V & _). rewrite M. by apply (six_held_same _ (λ x, locs s (Lo x))). }
  rewrite low8_counter. destruct (N.ltb_spec (low 8 c + 6) 256) as [Hl|Hl].
  - destruct (six_blocks_body g s2 k w t p a ks h c y xs counting_on (Hpl s2 B2) (Hh s2 B2)) as (s' & ts & R & Hd).
    { right. by split. }
    exists s2, s'. split; [|by split_and!]. eapply goes_trans; [exact G2|].
    eapply (goes_branch _ _ CcB 32 true); [vm_compute; reflexivity|exact T2|].
    exact (goes_block g (counting_on ++ middle) 32 s2 s' ts ltac:(vm_compute; reflexivity) R).
  - destruct (wrap_spec g s2 (low 8 c + 6) D2 ltac:(lia)) as (s3 & X3 & B3 & D3).
    pose proof (same_but_trans _ _ _ _ B2 B3) as B.
    destruct (six_blocks_body g s3 k w t p a ks h c y xs overflowing (Hpl s3 B) (Hh s3 B)) as (s' & ts & R & Hd);
      [by left|].
    exists s3, s'. split; [|by split_and!]. eapply goes_trans; [exact G2|].
    eapply (goes_branch _ _ CcB 32 false); [vm_compute; reflexivity|exact T2|].
    destruct (wrap_first g s2 s' ([] :: ts)) as [ts' R']; [by cbn [run]; rewrite X3, R|].
    replace (overflowing ++ wrap :: middle) with ((overflowing ++ [wrap]) ++ middle) in R' by (by rewrite <-app_assoc).
    rewrite run_app in R'.
    destruct (run g (overflowing ++ [wrap]) s2) as [[s4 ts4]|] eqn:R4; [|done].
    destruct (run g middle s4) as [[s5 ts5]|] eqn:R5; [|done]. injection R' as -> _.
    eapply goes_trans; [exact (goes_block g (overflowing ++ [wrap]) 4 s2 s4 ts4 ltac:(vm_compute; reflexivity) R4)|].
    eapply (goes_jump _ _ 36); [vm_compute; reflexivity|].
    exact (goes_block g middle 36 s4 s' ts5 ltac:(vm_compute; reflexivity) R5).
Qed.
