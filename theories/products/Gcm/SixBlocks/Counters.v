(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The block counters of examples/asm/six_blocks.S. Between iterations the next six stand in registers, counted up in
    the last byte. Where that overflows, they are counted again from the first one, by 32 bits. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Runs Mixed.
From Fairlead.Asm.Peephole Require Import Movbe.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Counters.
From Fairlead.Gcm.SixBlocks Require Import Numbers Listing.
Local Open Scope N_scope.

(** What code that is given in full leaves in a register or in memory: operations on words. *)
Ltac mixed :=
  cbv [mixed_run mixed_step mixed_value put put_r same_vreg vreg_index reg_index N.eqb Pos.eqb fold_left map app
    flat_map
       in_v in_r in_m andb N.ltb N.compare N.mul Pos.mul Pos.compare Pos.compare_cont
       fetch vop vop_mem get put_at copy clear half lane whiten six_text].

Notation up x := (low 128 (v2_sem PADDD x one_last)).
Notation ups i x := (Nat.iter i (λ y, up y) x).

(** Between iterations: [c] is the next counter, [k0] the first round key. *)
Record counted (x : contents) (c k0 : N) : Prop := Counted {
  counter_next : in_v x V1 = counter_block c 0;
  counter_first : in_v x V9 = N.lxor (counter_block c 0) k0;
  counter_others : map (in_v x) [V10; V11; V12; V13; V14] = map (λ i, ups i (counter_block c 0)) [1; 2; 3; 4; 5]%nat;
  counter_one : in_v x V2 = one_last;
  counter_key : in_v x V15 = k0;
}.

(** After either path: what is still to be whitened, and the counter after these six. *)
Record blocks_held (x : contents) (c k0 : N) : Prop := BlocksHeld {
  held_next : in_v x V1 = counter_block c 6;
  held_first : map (in_v x) [V9; V10; V11] = map (λ i, N.lxor (counter_block c i) k0) [0; 1; 2]%nat;
  held_last : map (in_v x) [V12; V13; V14] = map (counter_block c) [3; 4; 5]%nat;
  held_key : in_v x V15 = k0;
}.

Lemma low8_add32 k x : low 8 (add32 k x) = low 8 (low 8 x + k).
Proof.
  rewrite <-(low_low' 32 8 (add32 k x)) by lia.
  rewrite add32_low, low_low', <-(low_add 8 (low 32 x)), low_low', !low_add by lia.
  done.
Qed.

Lemma counter_block_succ c i : counter_block c (S i) = byte_reverse 16 (inc32 (add32 (N.of_nat i) c)).
Proof. unfold counter_block. rewrite inc32_add, add32_add. do 2 f_equal. lia. Qed.

Lemma ups_count c i : c < 2 ^ 128 → low 8 c + N.of_nat i < 256 → ups i (counter_block c 0) = counter_block c i.
Proof.
  intros Hc. induction i as [|i IH]; intros Hi; [done|]. rewrite Nat.iter_succ, IH by lia. rewrite counter_block_succ.
  apply bump; [by apply add32_below|]. rewrite low8_add32, (lt_low 8) by lia. lia.
Qed.

Lemma paddd_comm a b : v2_sem PADDD a b = v2_sem PADDD b a.
Proof.
  cbn [v2_sem]. unfold pointwise. f_equal. generalize (split 32 4 a), (split 32 4 b). intros l.
  induction l as [|x l IH];
    intros [|y l']; [done..|]. cbn [zip_with]. by rewrite IH, N.add_comm.
Qed.

Local Opaque v2_sem low byte_reverse insert word one_last.

Lemma whiten_block c i k0 : k0 < 2 ^ 128 → low 128 (v2_sem PXOR (counter_block c i) k0) = N.lxor (counter_block c i) k0.
Proof. intros Hk. apply sem_xor; [apply byte_reverse_below|exact Hk]. Qed.

Lemma counting_on_spec at_ x c k0 :
  counted x c k0 → c < 2 ^ 128 → k0 < 2 ^ 128 → low 8 c + 6 < 256 → blocks_held (mixed_run at_ counting_on x) c k0.
Proof.
  destruct x as [v r m]. intros [H1 H9 H H2 H15] Hc Hk Hb. cbn [in_v map] in *. injection H as H10 H11 H12 H13 H14.
  assert (∀ i, (i < 6)%nat → ups i (counter_block c 0) = counter_block c i) as U by (intros; apply ups_count;
    [done|lia]).
  assert (v V10 = counter_block c 1) as E10 by (rewrite H10; apply (U 1%nat); lia).
  assert (v V11 = counter_block c 2) as E11 by (rewrite H11; apply (U 2%nat); lia).
  assert (v V12 = counter_block c 3) as E12 by (rewrite H12; apply (U 3%nat); lia).
  assert (v V13 = counter_block c 4) as E13 by (rewrite H13; apply (U 4%nat); lia).
  assert (v V14 = counter_block c 5) as E14 by (rewrite H14; apply (U 5%nat); lia).
  assert (up (counter_block c 5) = counter_block c 6) as E6.
  { rewrite <-E14, H14. apply (ups_count c 6); [done|lia]. }
  split; unfold counting_on, first_whitened; cbn [map]; mixed;
    rewrite ?H1, ?H2, ?H9, ?E10, ?E11, ?E12, ?E13, ?E14, ?H15, ?whiten_block by done; [|done..].
  by rewrite paddd_comm.
Qed.

Lemma lane_number z n (a : N) : low 128 (insert 64 0 0 (word 64 z)) = n →
  low 128 (insert 64 0 (low 128 (v2_sem PXOR a a)) (word 64 z)) = n.
Proof. by rewrite clear_zero. Qed.

Lemma overflowing_spec at_ x c k0 :
  counted x c k0 → c < 2 ^ 128 → k0 < 2 ^ 128 → blocks_held (mixed_run at_ overflowing x) c k0.
Proof.
  destruct x as [v r m]. intros [H1 H9 H H2 H15] Hc Hk. cbn [in_v] in *. clear H.
  assert (byte_reverse 16 (counter_block c 0) = c) as Hback.
  { unfold counter_block. rewrite byte_reverse_twice. change (8 * N.of_nat 16) with 128. change (N.of_nat 0) with 0.
    rewrite add32_0. by apply lt_low. }
  assert (∀ a, low 128 (insert 64 0 (low 128 (v2_sem PXOR a a)) (word 64 1)) = 1) as L1.
  { intros a. apply lane_number. by vm_compute. }
  assert (∀ a, low 128 (insert 64 0 (low 128 (v2_sem PXOR a a)) (word 64 2)) = 2) as L2.
  { intros a. apply lane_number. by vm_compute. }
  assert (∀ k, k < 2 ^ 32 → ∀ i, low 128 (v2_sem PADDD (add32 i c) k) = add32 (i + k) c) as Hadd.
  { intros k Hk32 i. rewrite sem_count by (done || by apply add32_below). by rewrite add32_add. }
  split; unfold overflowing, count_reversed, first_whitened; cbn [map]; mixed;
    rewrite ?insert_reversal, ?H1, ?L1, ?L2, ?sem_reverse, ?Hback, ?(sem_count 1 c), ?(sem_count 2 c), ?Hadd, ?H9, ?H15
      by done; unfold counter_block.
  - reflexivity.
  - rewrite ?sem_xor by (exact Hk || apply byte_reverse_below). reflexivity.
  - reflexivity.
  - reflexivity.
Qed.

(** The next six, from the counter in memory. *)
Lemma count_six_spec at_ x c :
  load (in_m x) (at_ (scratch_at 128)) 16 = counter_block c 0 →
  let y := mixed_run at_ count_six x in
  in_v y V1 = counter_block c 0 ∧ in_v y V2 = one_last ∧ in_v y V15 = load (in_m x) (at_ (round_key (-128))) 16 ∧
  map (in_v y) [V0; V5; V6; V7; V3] = map (λ i, ups i (counter_block c 0)) [1; 2; 3; 4; 5]%nat.
Proof.
  destruct x as [v r m]. cbn [in_m in_v]. intros H. cbv zeta. unfold count_six. cbn [map]. mixed.
  rewrite !H, clear_zero.
  assert (low 128 (insert 64 1 0 (word 64 72057594037927936)) = one_last) as -> by by vm_compute.
  split_and!; reflexivity.
Qed.
