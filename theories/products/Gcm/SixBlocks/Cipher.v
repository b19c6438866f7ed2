(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** AES on six blocks as in examples/asm/six_blocks.S: the last round key and the text are added together. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Aes_trusted Syntax_trusted State_trusted Semantics_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Runs Mixed.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Aggregate Rounds Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Counters.
From Fairlead.Gcm.Loops Require Import Text Six.
From Fairlead.Gcm.SixBlocks Require Import Listing Counters.
Local Open Scope N_scope.

Section cipher.
  Context (at_ : mem → N).
  Notation key x d := (load (in_m x) (at_ (round_key d)) 16).
  Notation text x d := (load (in_m x) (at_ (text_at d)) 16).

  Local Opaque aesenc aesenclast v2_sem low load.

  Lemma round_spec d x b : In b six_text →
    in_v (mixed_run at_ (round d) x) b = low 128 (v2_sem AESENC (in_v x b) (key x d)).
  Proof using. unfold six_text. intros H. cbn [In] in H. repeat destruct H as [<-|H]; [reflexivity..|done]. Qed.

  (** Nothing else changes, but for the register of the key. *)
  Definition other (b : vreg) : bool := negb (existsb (same_vreg b) (V2 :: V15 :: six_text)).

  Lemma round_other d x b : other b = true → in_v (mixed_run at_ (round d) x) b = in_v x b.
  Proof using. by destruct b. Qed.

  Lemma round_memory d x : in_m (mixed_run at_ (round d) x) = in_m x.
  Proof using. reflexivity. Qed.

  Lemma rounds_spec ds x :
    (∀ b, In b six_text →
       in_v (mixed_run at_ (flat_map round ds) x) b = fold_left aesenc (map (λ d, key x d) ds) (in_v x b)) ∧
    (∀ b, other b = true → in_v (mixed_run at_ (flat_map round ds) x) b = in_v x b) ∧
    in_m (mixed_run at_ (flat_map round ds) x) = in_m x.
  Proof using.
    revert x. induction ds as [|d ds IH]; intros x; [done|].
    change (flat_map round (d :: ds)) with (round d ++ flat_map round ds). rewrite mixed_run_app.
    destruct (IH (mixed_run at_ (round d) x)) as (E1 & E2 & E3).
    rewrite round_memory in E1, E3. split; [|split].
    - intros b Hb. rewrite (E1 b Hb), (round_spec d x b Hb), sem_aesenc by apply load_block_below.
      cbn [map]. rewrite fold_left_step. reflexivity.
    - intros b Hb. rewrite (E2 b Hb). by apply round_other.
    - exact E3.
  Qed.

  Lemma last_round_spec x :
    map (in_v (mixed_run at_ last_round x)) six_text =
      zip_with N.lxor (map (λ b, aesenclast (in_v x b) (key x 32)) six_text) (map (λ d, text x d) six_offsets) ∧
    (∀ b, other b = true → in_v (mixed_run at_ last_round x) b = in_v x b) ∧
    in_m (mixed_run at_ last_round x) = in_m x.
  Proof using.
    assert (∀ d, low 128 (v2_sem PXOR (key x 32) (text x d)) = N.lxor (key x 32) (text x d)) as Hx.
    { intros d. apply sem_xor; apply load_block_below. }
    assert (∀ a d, low 128 (v2_sem AESENCLAST a (N.lxor (key x 32) (text x d))) = N.lxor (aesenclast a (key x 32))
      (text x d)) as Hl.
    { intros a d. rewrite sem_aesenclast by (apply xor_below; apply load_block_below).
      assert (∀ u k, aesenclast u k = N.lxor (sub_bytes (shift_rows u)) k) as -> by reflexivity.
      assert (∀ u k, aesenclast u k = N.lxor (sub_bytes (shift_rows u)) k) as -> by reflexivity.
      by rewrite N.lxor_assoc. }
    split; [|split; [by intros []|done]].
    destruct x as [v r m]. cbn [in_m in_v] in *. unfold last_round, last, six_offsets, six_text. mixed.
    cbn [zip_with]. by rewrite !Hx, !Hl.
  Qed.

  (** All of it, from whitened counters. *)
  Theorem six_ciphered x ks k0 mid k10 c :
    ks = k0 :: mid ++ [k10] → mid = map (λ d, key x d) [-112; -96; -80; -64; -48; -32; -16; 0; 16]%Z → k10 = key x 32 →
    map (in_v x) six_text = map (λ i, N.lxor (counter_block c i) k0) [0; 1; 2; 3; 4; 5]%nat →
    let y := mixed_run at_ (SixBlocks.Listing.rounds ++ last_round) x in
    map (in_v y) six_text = crypt ks c (map (λ d, text x d) six_offsets) ∧
    (∀ b, other b = true → in_v y b = in_v x b) ∧ in_m y = in_m x.
  Proof using.
    intros -> -> -> Hx. cbv zeta. rewrite mixed_run_app. unfold SixBlocks.Listing.rounds.
    destruct (rounds_spec [-112; -96; -80; -64; -48; -32; -16; 0; 16]%Z x) as (E1 & E2 & E3).
    set (ds := [-112; -96; -80; -64; -48; -32; -16; 0; 16]%Z) in *.
    set (z := mixed_run at_ (flat_map round ds) x) in *. clearbody z ds.
    destruct (last_round_spec z) as (F1 & F2 & F3). rewrite E3 in F1, F3. split; [|split; [|exact F3]].
    - rewrite F1. unfold six_offsets. cbn [map]. rewrite crypt_six. f_equal. unfold six_text in Hx, E1 |- *.
    cbn [map] in Hx |- *.
      injection Hx as H0 H1 H2 H3 H4 H5.
      rewrite !E1 by (cbn; tauto). rewrite !aes_instructions, H0, H1, H2, H3, H4, H5. reflexivity.
    - intros b Hb. by rewrite (F2 b Hb), (E2 b Hb).
  Qed.
End cipher.
