(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What stands around the body of an iteration of examples/asm/six_blocks.S: the last byte of the counter is counted
    in a register, pointers advance, six blocks are saved or the hash is put together. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Run_trusted
  Flat_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Hoare Require Import Scalars Immediate.
From Fairlead.Asm.Vectors Require Import Mixed.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate.
From Fairlead.Gcm.Loops Require Import Text Setting.
From Fairlead.Gcm.SixBlocks Require Import Numbers Listing Middle Body.
Local Open Scope N_scope.

(** The same but for flags and the registers [rs]. *)
Definition same_but (rs : list reg) (s s' : state) : Prop :=
  memory s' = memory s ∧ (∀ x, locs s' (Lo x) = locs s (Lo x)) ∧ ∀ r, r ∉ rs → locs s' (G r) = locs s (G r).

(** ** The last byte of the counter *)

Lemma begin_spec g s x : locs s (G RBX) = x → x < 256 →
  ∃ s' ts, run g begin s = Some (s', ts) ∧ same_but [RBX] s s' ∧ locs s' (G RBX) = x + 6 ∧
    test CcB s' = Some (x + 6 <? 256).
Proof.
  intros Hx Hs. destruct (exec_add g s RBX 6 6 eq_refl eq_refl) as (s1 & X1 & M1 & D1 & O1).
  rewrite Hx, lt_low in D1 by lia.
  destruct (exec_cmp g s1 RBX 256 256 eq_refl eq_refl) as (s2 & X2 & M2 & O2 & T2 & _); [rewrite D1; lia|].
  exists s2, [[]; []]. unfold begin. cbn [run]. rewrite X1, X2. split; [done|]. rewrite D1 in T2.
  split; [|split; [by rewrite O2|exact T2]]. split; [by rewrite M2|].
  split; [intros y; by rewrite O2, O1|]. intros r Hr. rewrite O2, O1; [done| |done|done].
  intros [= ->]. apply Hr. by left.
Qed.

Definition wrap : instr := Alu SUB W64 (R RBX) (Imm 256).

Lemma wrap_spec g s x : locs s (G RBX) = x → 256 <= x < 512 →
  ∃ s', exec g wrap s = Some (s', []) ∧ same_but [RBX] s s' ∧ locs s' (G RBX) = x - 256.
Proof.
  intros Hx Hs. destruct (exec_sub g s RBX 256 256 eq_refl eq_refl) as (s1 & X1 & M1 & D1 & O1); [lia..|].
  exists s1. split; [exact X1|]. split; [|by rewrite D1, Hx]. split; [exact M1|].
  split; [intros y; by rewrite O1|]. intros r Hr. rewrite O1; [done| |done]. intros [= ->]. apply Hr. by left.
Qed.

(** ** Pointers *)

Lemma lea_more g f r x rg : f (G r) = low 64 x →
  low 64 (address g f (Mem (BaseReg r) None 96 rg)) = low 64 (x + 96).
Proof.
  intros Hf. unfold address. cbn [m_base m_index m_disp]. rewrite Hf, Z.add_0_r.
  apply N2Z.inj. by rewrite of_low64, of_word64, Zmod_mod, of_low64, Zplus_mod_idemp_l, of_low64, N2Z.inj_add.
Qed.

Lemma advance_spec g s p q a m :
  locs s (G RDI) = low 64 p → locs s (G RSI) = low 64 q → locs s (G R14) = low 64 a →
  locs s (G RDX) = 6 * (m + 1) → 6 * (m + 1) < 2 ^ 64 →
  ∃ s' ts, run g advance s = Some (s', ts) ∧ same_but [RDI; RSI; R14; RDX] s s' ∧
    locs s' (G RDI) = low 64 (p + 96) ∧ locs s' (G RSI) = low 64 (q + 96) ∧ locs s' (G R14) = low 64 (a + 96) ∧
    locs s' (G RDX) = 6 * m ∧ test CcBE s' = Some (m =? 0).
Proof.
  intros Hp Hq Ha Hm Hlt.
  destruct (exec_lea g s RDI (text_at 96)) as (s1 & X1 & M1 & D1 & O1).
  destruct (exec_lea g s1 RSI (result_at 96)) as (s2 & X2 & M2 & D2 & O2).
  destruct (exec_add g s2 R14 96 96 eq_refl eq_refl) as (s3 & X3 & M3 & D3 & O3).
  assert (locs s3 (G RDX) = 6 * (m + 1)) as H3 by (rewrite O3, O2, O1 by done; exact Hm).
  destruct (exec_sub g s3 RDX 6 6 eq_refl eq_refl) as (s4 & X4 & M4 & D4 & O4); [rewrite H3; lia..|].
  rewrite H3 in D4. replace (6 * (m + 1) - 6) with (6 * m) in D4 by lia.
  destruct (exec_cmp g s4 RDX 0 0 eq_refl eq_refl) as (s5 & X5 & M5 & O5 & _ & T5 & _); [rewrite D4; lia|].
  exists s5, [[]; []; []; []; []]. unfold advance. cbn [run]. rewrite X1, X2, X3, X4, X5. split; [done|].
  split; [split; [by rewrite M5, M4, M3, M2|split]|split_and!].
  - intros x. by rewrite O5, O4, O3, O2, O1.
  - intros r Hr. rewrite !elem_of_cons, elem_of_nil in Hr. rewrite O5, O4, O3, O2, O1; try done; intros [= ->]; tauto.
  - rewrite O5, O4, O3, O2, D1 by done. by apply lea_more.
  - rewrite O5, O4, O3, D2 by done. apply lea_more. by rewrite O1.
  - rewrite O5, O4, D3 by done. rewrite O2, O1, Ha by done. apply low_add.
  - by rewrite O5, D4.
  - rewrite T5, D4. f_equal. destruct (N.leb_spec (6 * m) 0), (N.eqb_spec m 0); try done; lia.
Qed.

Lemma again_spec g s m : locs s (G RDX) = 6 * m → 6 * m < 2 ^ 64 →
  ∃ s' ts, run g again s = Some (s', ts) ∧ same_but [] s s' ∧ test CcA s' = Some (negb (m =? 0)).
Proof.
  intros Hm Hlt. destruct (exec_cmp g s RDX 0 0 eq_refl eq_refl) as (s1 & X1 & M1 & O1 & _ & _ & T1); [lia|].
  exists s1, [[]]. unfold again. cbn [run]. rewrite X1. split; [done|].
  split; [split; [exact M1|split; intros; by rewrite O1]|].
  rewrite T1, Hm. do 2 f_equal. destruct (N.leb_spec (6 * m) 0), (N.eqb_spec m 0); try done; lia.
Qed.

(** ** The end of an iteration *)

Definition result_window := Window RSI 6 96 96 true.

Section ends.
  Context (at_ : mem → N) (t q : N).
  Context (Hs : ∀ d, (0 <= d <= 136)%Z → at_ (scratch_at d) = t + Z.to_N d).
  Context (Hq : ∀ d, (-96 <= d <= -16)%Z → at_ (result_at d) = q + Z.to_N (d + 96)).

  Local Opaque load store low v2_sem.

  Lemma go_on_spec x ws : map (in_v x) six_text = ws → Forall (λ w, w < 2 ^ 128) ws →
    let y := mixed_run at_ go_on x in
    in_m y = store_blocks (in_m x) q ws ∧
    in_v y V9 = low 128 (v2_sem PXOR (in_v x V1) (in_v x V15)) ∧
    map (in_v y) [V10; V11; V12; V13; V14] = map (low 128) (map (in_v x) [V0; V5; V6; V7; V3]) ∧
    in_v y V7 = load (in_m y) (t + 32) 16 ∧
    ∀ b, existsb (same_vreg b) [V1; V2; V4; V8; V15] = true → in_v y b = in_v x b.
  Proof using Hs Hq.
    intros Hws Hb. cbv zeta. split; [|split; [reflexivity|split; [reflexivity|split]]].
    - transitivity (store (store (store (store (store (store (in_m x) (at_ (result_at (-96))) 16 (low 128 (in_v x V9)))
        (at_ (result_at (-80))) 16 (low 128 (in_v x V10))) (at_ (result_at (-64))) 16 (low 128 (in_v x V11)))
        (at_ (result_at (-48))) 16 (low 128 (in_v x V12))) (at_ (result_at (-32))) 16 (low 128 (in_v x V13)))
        (at_ (result_at (-16))) 16 (low 128 (in_v x V14))); [reflexivity|].
      rewrite !Hq by lia. unfold six_text in Hws. cbn [map] in Hws. rewrite <-Hws in Hb |- *. rewrite !Forall_cons in
        Hb.
      destruct_and! Hb. rewrite !lt_low by assumption. cbn [store_blocks]. rewrite <-!N.add_assoc.
      cbn [Z.to_N Z.add Z.pos_sub]. by rewrite N.add_0_r.
    - change 32 with (Z.to_N 32). rewrite <-(Hs 32) by lia. reflexivity.
    - intros []; intros H; first [discriminate H|reflexivity].
  Qed.

  Lemma finish_spec x : block_sized (in_v x V8) → block_sized (in_v x V4) →
    let y := mixed_run at_ finish x in
    in_m y = in_m x ∧ in_v y V8 = N.lxor (N.lxor (in_v x V8) (in_v x V4)) (load (in_m x) (t + 16) 16) ∧
    ∀ b, same_vreg b V8 = false → in_v y b = in_v x b.
  Proof using Hs.
    intros H8 H4. cbv zeta. split; [reflexivity|]. split.
    - transitivity (low 128 (v2_sem PXOR (low 128 (v2_sem PXOR (in_v x V8) (load (in_m x) (at_ (scratch_at 16)) 16)))
        (in_v x V4))); [reflexivity|].
      rewrite Hs by lia. change (Z.to_N 16) with 16. pose proof (load_block_below (in_m x) (t + 16)) as HL.
      rewrite (sem_xor (in_v x V8)), sem_xor by (assumption || by apply xor_below).
      rewrite !N.lxor_assoc. f_equal. apply N.lxor_comm.
    - intros []; intros H; first [discriminate H|reflexivity].
  Qed.
End ends.
