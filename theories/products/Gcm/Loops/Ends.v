(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** How the procedures begin and end: the counter and the hash are loaded from the state and
    stored there, and the registers are cleared. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Semantics_trusted Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Asm.Hoare Require Import Scalars.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate.
From Fairlead.Gcm.Loops Require Import Text Setting Six Body.
Local Open Scope N_scope.

(** The state: the next counter, then the hash so far. *)
Record state_at_address (g : env) (b : bytes_of_memory) (st c y : N) : Prop := StateAt {
  state_span : span g state_region st 32;
  state_writable : writable_region g state_region;
  state_counter : load b st 16 = c;
  state_hash : load b (st + 16) 16 = y;
}.

Lemma state_address g s st d :
  span g state_region st 32 → locs s (G RSI) = low 64 st → (0 <= d <= 16)%Z →
  address g (locs s) (state_at d) = st + Z.to_N d.
Proof. intros (S1 & S2 & S3) Hr Hd. unfold state_at. rewrite (address_plus _ _ _ _ _ st Hr) by lia. lia. Qed.

Lemma enter_spec g s k ks h st p q c y :
  setting g (memory s) k ks h → state_at_address g (memory s) st c y →
  locs s (G RDI) = low 64 k → locs s (G RSI) = low 64 st → locs s (G RDX) = low 64 p → locs s (G RCX) = low 64 q →
  ∃ s' ts, run g enter s = Some (s', ts) ∧ registers s' k p q c y ∧ (∀ r, locs s' (G r) = locs s (G r)) ∧ memory s' = memory s.
Proof.
  intros Hset [Hspan _ Hc Hy] HDI HSI HDX HCX.
  assert (∀ d, (0 <= d <= 16)%Z → readable g s (state_at d)) as Hread.
  { intros d Hd. apply (span_readable g s _ state_region st 32 (Z.to_N d)); [done|exact Hspan|by apply state_address|lia]. }
  assert (readable g s (constant_at 0)) as Hconst by (apply (constant_readable g s k ks h Hset HDI); lia).
  destruct (vrun_sound g enter s) as (s1 & ts1 & H1 & M1 & [G1 _] & V1); [reflexivity| |].
  { change (flat_map voperands enter) with [state_at 0; state_at 16; constant_at 0]. intros m Hm.
    rewrite !elem_of_cons, elem_of_nil in Hm. destruct_or! Hm; try done; subst m; [apply Hread; lia|apply Hread; lia|exact Hconst]. }
  assert (vectors s1 V15 = loaded g s (state_at 0)) as E15 by (rewrite V1; unfold enter; by evaluate).
  assert (vectors s1 V14 = loaded g s (state_at 16)) as E14 by (rewrite V1; unfold enter; by evaluate).
  assert (vectors s1 V13 = loaded g s (constant_at 0)) as E13 by (rewrite V1; unfold enter; by evaluate).
  exists s1, ts1. split; [exact H1|]. split; [|exact (conj G1 M1)].
  apply Registers; rewrite ?G1; [assumption..| | |].
  - rewrite E13. exact (setting_reversal g s k ks h Hset HDI).
  - rewrite E14. unfold loaded. rewrite (state_address g s st _ Hspan HSI) by lia. exact Hy.
  - rewrite E15. unfold loaded. rewrite (state_address g s st _ Hspan HSI) by lia. change (Z.to_N 0) with 0.
    rewrite N.add_0_r. exact Hc.
Qed.

Lemma wipe_spec ld v x : x <> V13 → vrun ld wipe v x = 0.
Proof.
  assert (∀ a, low 128 (v2_sem PXOR a a) = 0) as E by (intros a; cbn [v2_sem]; by rewrite N.lxor_nilpotent).
  intros Hx. unfold wipe. destruct x; try done; evaluate; apply E.
Qed.

Lemma leave_wipe_spec g s k st p q c y :
  span g state_region st 32 → writable_region g state_region →
  locs s (G RSI) = low 64 st → registers s k p q c y → c < 2 ^ 128 → y < 2 ^ 128 →
  ∃ s' ts, run g (leave ++ wipe) s = Some (s', ts) ∧ memory s' = store_blocks (memory s) st [c; y] ∧
           ∀ x, x <> V13 → vectors s' x = 0.
Proof.
  intros Hspan Hw HSI [_ _ _ _ H14 H15] Hc Hy.
  assert (∀ d, (0 <= d <= 16)%Z → writable g s (state_at d)) as Hwrite.
  { intros d Hd. apply (span_writable g s _ state_region st 32 (Z.to_N d)); [done|exact Hspan|exact Hw|by apply state_address|lia]. }
  destruct (stores_sound g [(state_at 0, V15); (state_at 16, V14)] s) as (s1 & ts1 & H1 & L1 & M1).
  { intros m Hm. rewrite !elem_of_cons, elem_of_nil in Hm. destruct_or! Hm; try done; subst m; apply Hwrite; cbn; lia. }
  destruct (vrun_sound g wipe s1) as (s2 & ts2 & H2 & M2 & _ & V2); [reflexivity| |].
  { intros m Hm. cbn in Hm. by apply elem_of_nil in Hm. }
  exists s2, (ts1 ++ ts2). split; [by eapply run_app_some|]. split.
  - rewrite M2, M1. unfold stored. cbn [fold_left fst snd]. rewrite !(state_address g s st _ Hspan HSI) by lia.
    rewrite H14, H15, (lt_low 128 c Hc), (lt_low 128 y Hy). change (Z.to_N 0) with 0. by rewrite N.add_0_r.
  - intros x Hx. rewrite V2. by apply wipe_spec.
Qed.
