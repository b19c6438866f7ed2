(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** keystream_*.S: six blocks of key stream: the cipher of six counters, with no text. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted Semantics_trusted State_trusted Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Asm.Hoare Require Import Scalars.
From Fairlead.Asm.Control Require Import Runs.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Counters Cipher.
From Fairlead.Gcm.Loops Require Import Text Setting Six Body Ends.
From Fairlead.Gcm.Procedures Require Import Macros.
Local Open Scope N_scope.

(** A call: the round keys at [k], the counter [c] at [st], room for six blocks at [q]. No powers of the
    hash key are needed. *)
Record keystream_call (g : env) (s : state) (n : nat) (ks : list N) (k st q c : N) : Prop := KeystreamCall {
  key_span : span g key_region k 352;
  key_state : span g state_region st 16;
  key_output : output_text g q;
  key_constants : span g constants_region (constants_address g) 144;
  key_rounds : length ks = S n;
  key_range : (1 ≤ n ≤ 14)%nat;
  key_round i x : nth_error ks i = Some x → load (memory s) (k + 16 * N.of_nat i) 16 = x;
  key_reversal : load (memory s) (constants_address g) 16 = reversal;
  key_numbers i : (1 ≤ i ≤ 6)%nat → load (memory s) (constants_address g + 16 + 16 * N.of_nat i) 16 = N.of_nat i;
  key_counter : load (memory s) st 16 = c;
  key_rdi : locs s (G RDI) = low 64 k;
  key_rsi : locs s (G RSI) = low 64 st;
  key_rdx : locs s (G RDX) = low 64 q;
}.

Local Opaque aes byte_reverse v2_sem low inc32.

(** In the registers. *)
Lemma keystream_blocks_spec ld ks n v c :
  numbers ld → round_keys ld ks → length ks = S n → (1 ≤ n)%nat →
  ld (constant_at 0) = reversal → ld (state_at 0) = c → block_sized c →
  map (vrun ld (keystream_blocks n) v) first_six = crypt ks c (repeat 0 6).
Proof.
  intros Hnum Hks Hn Hpos Hrev Hc Hcb. unfold keystream_blocks. rewrite !vector_run_app.
  change (aes_whiten ++ aes_rounds n) with (cipher_code n).
  assert (vrun ld keystream_enter v V13 = reversal) as H13 by (unfold keystream_enter; evaluate; exact Hrev).
  assert (vrun ld keystream_enter v V15 = c) as H15 by (unfold keystream_enter; evaluate; exact Hc).
  revert H13 H15. generalize (vrun ld keystream_enter v). intros v0 H13 H15.
  destruct (counters_spec ld v0 c Hnum H13 H15 Hcb) as [Hcs _].
  revert Hcs. generalize (vrun ld counters v0). intros v1 Hcs.
  assert (∀ x, text_register x → block_sized (v1 x)) as Hsized.
  { intros x Hx. apply (in_map v1) in Hx. rewrite Hcs in Hx. apply in_map_iff in Hx as (i & <- & _). apply byte_reverse_below. }
  change (repeat 0 6) with [0; 0; 0; 0; 0; 0]. rewrite crypt_six, <-(map_map (counter_block c) (aes ks)), <-Hcs, map_map.
  transitivity (map (λ x, aes ks (v1 x)) first_six).
  - apply map_ext_in. intros x Hx. rewrite <-vector_run_app. by apply cipher_spec; [| | | |apply Hsized].
  - unfold first_six. cbn [map zip_with]. by rewrite !N.lxor_0_r.
Qed.

Lemma keystream_vector n : forallb is_vector (keystream_blocks n) = true.
Proof. unfold keystream_blocks, aes_rounds. rewrite !forallb_app, aes_middle_vector. done. Qed.

Section call.
  Context (g : env) (s : state) (n : nat) (ks : list N) (k st q c : N).
  Context (Hcall : keystream_call g s n ks k st q c).

  Lemma keystream_readable s1 : locs s1 (G RDI) = low 64 k → locs s1 (G RSI) = low 64 st →
    Forall (readable g s1) (flat_map voperands (keystream_blocks n)).
  Proof using Hcall.
    intros HDI HSI. destruct Hcall as [Hk Hst _ Hc _ Hr _ _ _ _ _ _ _].
    assert (∀ d, (0 <= d <= 128)%Z → readable g s1 (constant_at d)) as Rc
      by (intros; apply (constant_readable_in g s1 144); [exact Hc|lia|lia]).
    assert (∀ d, (0 <= d <= 336)%Z → readable g s1 (key_at d)) as Rk
      by (intros; apply (key_readable_in g s1 k 352); [exact Hk|exact HDI|lia|lia]).
    assert (∀ from count, (from + count ≤ 22)%nat → Forall (readable g s1) (flat_map voperands (aes_middle from count))) as Rm.
    { intros from count. revert from. induction count as [|count IH]; intros from Hn; [constructor|].
      rewrite aes_middle_cons, flat_map_app. apply Forall_app. split; [|apply IH; lia].
      apply Forall_cons_2; [apply Rk; lia|apply Forall_nil_2]. }
    unfold keystream_blocks, aes_rounds, aes_whiten. rewrite !flat_map_app.
    apply Forall_app. split.
    { apply Forall_cons_2; [|apply Forall_cons_2; [apply Rc; lia|apply Forall_nil_2]].
      apply (span_readable g s1 _ state_region st 16 0); [done|exact Hst| |lia].
      destruct Hst as (S1 & S2 & S3). unfold state_at. rewrite (address_plus _ _ _ _ _ st HSI) by lia. lia. }
    apply Forall_app. split; [repeat (apply Forall_cons_2; [apply Rc; lia|]); apply Forall_nil_2|].
    apply Forall_app. split; [apply Forall_cons_2; [apply Rk; lia|apply Forall_nil_2]|].
    apply Forall_app. split; [apply Rm; lia|]. apply Forall_cons_2; [apply Rk; lia|apply Forall_nil_2].
  Qed.

  Lemma call_round_keys : Forall (λ k, block_sized k) ks.
  Proof using Hcall.
    apply Forall_forall. intros x Hx. apply elem_of_list_In, In_nth_error in Hx as [i Hi].
    rewrite <-(key_round _ _ _ _ _ _ _ _ Hcall i x Hi). apply load_block_below.
  Qed.

  Theorem keystream_spec :
    ∃ s', ends_in g (straight (keystream_code n)) s s' ∧
          memory s' = store_blocks (memory s) q (crypt ks c (repeat 0 6)) ∧ ∀ x, x <> V13 → vectors s' x = 0.
  Proof using Hcall.
    pose proof Hcall as [Hk Hst Hq Hc Hn Hr Hks Hrev Hnum Hctr HDI HSI HDX].
    destruct (exec_mov g s RCX RDX) as (s1 & X1 & M1 & D1 & O1).
    assert (locs s1 (G RDI) = low 64 k ∧ locs s1 (G RSI) = low 64 st) as [DI1 SI1] by (rewrite !O1 by congruence; done).
    assert (locs s1 (G RCX) = low 64 q) as CX1 by (by rewrite D1, HDX, low_low by done).
    assert (address g (locs s1) (state_at 0) = st) as Ast.
    { destruct Hst as (S1 & S2 & S3). unfold state_at. rewrite (address_plus _ _ _ _ _ st SI1) by lia. lia. }
    assert (∀ d, (0 <= d <= 128)%Z → loaded g s1 (constant_at d) = load (memory s) (constants_address g + Z.to_N d) 16) as Lc.
    { intros d Hd. unfold loaded. rewrite M1, (constant_address_in g _ 144) by (exact Hc || lia). done. }
    assert (∀ i x, nth_error ks i = Some x → loaded g s1 (key_at (16 * Z.of_nat i)) = x) as Lk.
    { intros i x Hi. assert (i < length ks)%nat by (apply nth_error_Some; by rewrite Hi). unfold loaded.
      rewrite M1, (key_address_in g _ k 352) by (exact Hk || exact DI1 || lia). rewrite <-(Hks i x Hi). f_equal. lia. }
    destruct (vrun_sound g (keystream_blocks n) s1) as (s2 & ts2 & H2 & M2 & [G2 _] & V2).
    { apply keystream_vector. }
    { apply Forall_forall. by apply keystream_readable. }
    assert (map (vectors s2) first_six = crypt ks c (repeat 0 6)) as E.
    { rewrite (map_ext _ _ V2). apply keystream_blocks_spec; try done; try lia.
      - assert (∀ i, (1 ≤ i ≤ 6)%nat → loaded g s1 (constant_at (16 + 16 * Z.of_nat i)) = N.of_nat i) as L.
        { intros i Hi. rewrite Lc by lia. rewrite <-(Hnum i Hi). f_equal. lia. }
        repeat split; [exact (L 1%nat ltac:(lia))|exact (L 2%nat ltac:(lia))|exact (L 3%nat ltac:(lia))|
                       exact (L 4%nat ltac:(lia))|exact (L 5%nat ltac:(lia))|exact (L 6%nat ltac:(lia))].
      - split; [exact call_round_keys|exact Lk].
      - rewrite Lc by lia. change (Z.to_N 0) with 0. by rewrite N.add_0_r.
      - unfold loaded. by rewrite Ast, M1.
      - rewrite <-Hctr. apply load_block_below. }
    destruct (save_spec g s2 q (crypt ks c (repeat 0 6))) as (s3 & ts3 & H3 & L3 & M3).
    { by rewrite G2. }
    { exact Hq. }
    { exact E. }
    { apply (crypt_below ks n); [exact Hn|lia|exact call_round_keys|]. by repeat constructor. }
    destruct (vrun_sound g wipe s3) as (s4 & ts4 & H4 & M4 & _ & V4); [reflexivity| |].
    { intros m Hm. cbn in Hm. by apply elem_of_nil in Hm. }
    exists s4. split; [|split].
    - eapply straight_ends. unfold keystream_code. eapply run_app_some; [cbn [run]; by rewrite X1|].
      eapply run_app_some; [exact H2|]. eapply run_app_some; [exact H3|exact H4].
    - by rewrite M4, M3, M2, M1.
    - intros x Hx. rewrite V4. by apply wipe_spec.
  Qed.
End call.
