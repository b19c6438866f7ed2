(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** macs.S on memory, from its first instruction to its return; and the same for the order that ships, which the
    verified checker accepts. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Reorder.
From Fairlead.Asm.Model Require Import Syntax_trusted Semantics_trusted State_trusted Run_trusted Flat_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Asm.Hoare Require Import Scalars Reordered.
From Fairlead.Asm.Control Require Import Runs.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Cipher.
From Fairlead.Gcm.Loops Require Import Text Setting Body Ends Shipped.
From Fairlead.Gcm.Procedures Require Import Macros.
From Fairlead.Gcm.Macs Require Import Listing Lanes.
From Fairlead.Gcm.Generated Require clean_macs shipped_macs.
Local Open Scope N_scope.

(** A call: 11 round keys at [k], eight messages at [a], room for their CBC-MACs at [q]. *)
Record macs_call (g : env) (s : state) (ks : list N) (k a q : N) : Prop := MacsCall {
  call_keys : span g key_region k 176;
  call_messages : span g state_region a 640;
  call_output : span g output_region q 128;
  call_writable : writable_region g output_region;
  call_count : length ks = 11%nat;
  call_round_key i x : nth_error ks i = Some x → load (memory s) (k + 16 * N.of_nat i) 16 = x;
  call_rdi : locs s (G RDI) = low 64 k;
  call_rsi : locs s (G RSI) = low 64 a;
  call_rdx : locs s (G RDX) = low 64 q;
}.

Local Opaque Gcm_trusted.aes v2_sem low.

(** What the instructions read: round keys and messages. *)
Definition reads_call (m : mem) : bool :=
  match m with
  | Mem (BaseReg RSI) None d 3 => (0 <=? d)%Z && (d <=? 624)%Z
  | Mem (BaseReg RDI) None d 2 => (0 <=? d)%Z && (d <=? 160)%Z
  | _ => false
  end.

Lemma lanes_read : forallb reads_call (flat_map voperands (mac_lanes lanes)) = true.
Proof. by vm_compute. Qed.
Lemma lanes_vector : forallb is_vector (mac_lanes lanes) = true.
Proof. by vm_compute. Qed.
Lemma lanes_registers : NoDup (map fst lanes).
Proof. apply (bool_decide_unpack _). by vm_compute. Qed.

Lemma reads_call_cases m : reads_call m = true →
  (∃ d, m = state_at d ∧ (0 <= d <= 624)%Z) ∨ (∃ d, m = key_at d ∧ (0 <= d <= 160)%Z).
Proof.
  unfold reads_call. intros H. repeat case_match; try done; subst; apply andb_true_iff in H as [H1 H2];
    apply Z.leb_le in H1, H2;
    solve [left; eexists; split; [reflexivity|lia] | right; eexists; split; [reflexivity|lia]].
Qed.

Section call.
  Context (g : env) (s : state) (ks : list N) (k a q : N).
  Context (Hcall : macs_call g s ks k a q).

  Lemma message_address s1 d : locs s1 (G RSI) = low 64 a → (0 <= d <= 624)%Z →
    address g (locs s1) (state_at d) = a + Z.to_N d.
  Proof using Hcall.
    intros HSI Hd. destruct (call_messages _ _ _ _ _ _ Hcall) as (S1 & S2 & S3).
    unfold state_at. rewrite (address_plus _ _ _ _ _ a HSI) by lia. lia.
  Qed.

  Lemma call_readable s1 : locs s1 (G RDI) = low 64 k → locs s1 (G RSI) = low 64 a →
    ∀ m, m ∈ flat_map voperands (mac_lanes lanes) → readable g s1 m.
  Proof using Hcall.
    intros HDI HSI m Hm. pose proof (proj1 (forallb_forall _ _) lanes_read m (proj1 (elem_of_list_In _ _) Hm)) as H.
    apply reads_call_cases in H as [(d & -> & Hd)|(d & -> & Hd)].
    - apply (span_readable g s1 _ state_region a 640 (Z.to_N d)); [done|apply Hcall|by apply message_address|lia].
    - apply (key_readable_in g s1 k 176); [apply Hcall|exact HDI|lia|lia].
  Qed.

  Lemma call_keys_sized : Forall (λ x, block_sized x) ks.
  Proof using Hcall.
    apply Forall_forall. intros x Hx. apply elem_of_list_In, In_nth_error in Hx as [i Hi].
    rewrite <-(call_round_key _ _ _ _ _ _ Hcall i x Hi). apply load_block_below.
  Qed.

  Lemma macs_below : Forall (λ w, w < 2 ^ 128) (macs_at ks (memory s) a 8).
  Proof using Hcall.
    apply Forall_forall. intros x Hx. unfold macs_at in Hx. apply elem_of_list_fmap in Hx as (j & -> & _).
    apply cbc_mac_below; [apply Hcall|apply call_keys_sized|apply load_blocks_below].
  Qed.

  Lemma save_macs_spec s1 ws :
    locs s1 (G RCX) = low 64 q → map (λ p, vectors s1 p.1) lanes = ws → Forall (λ w, w < 2 ^ 128) ws →
    ∃ s' ts, run g (map store_instr mac_places) s1 = Some (s', ts) ∧ memory s' = store_blocks (memory s1) q ws.
  Proof using Hcall.
    intros Hr <- Hws. pose proof (call_output _ _ _ _ _ _ Hcall) as Hs. pose proof Hs as (S1 & S2 & S3).
    assert (∀ d, (0 <= d <= 112)%Z → address g (locs s1) (output_at d) = q + Z.to_N d) as Ha.
    { intros d Hd. unfold output_at. rewrite (address_plus _ _ _ _ _ q Hr) by lia. lia. }
    assert (∀ d, (0 <= d <= 112)%Z → writable g s1 (output_at d)) as Hwr.
    { intros d Hd. apply (span_writable g s1 _ output_region q 128 (Z.to_N d));
        [done|exact Hs|apply Hcall|by apply Ha|lia]. }
    destruct (stores_sound g mac_places s1) as (s' & ts & H1 & H2 & H3).
    { intros p Hp. unfold mac_places, lanes in Hp. cbn [map fst snd] in Hp. rewrite !elem_of_cons, elem_of_nil in Hp.
      destruct_or! Hp; try done; subst p; apply Hwr; lia. }
    exists s', ts. split; [exact H1|]. rewrite H3. unfold stored, mac_places, lanes. cbn [map fold_left fst snd].
    unfold lanes in Hws. cbn [map fst] in Hws. rewrite !Forall_cons in Hws. destruct_and! Hws.
    rewrite !Ha by lia. rewrite !lt_low by assumption. cbn [store_blocks]. rewrite <-!N.add_assoc.
    change (Z.to_N (16 * Z.of_nat 0)) with 0. rewrite N.add_0_r. reflexivity.
  Qed.

  Theorem macs_runs : ∃ s' ts, run g macs_code s = Some (s', ts) ∧
    memory s' = store_blocks (memory s) q (macs_at ks (memory s) a 8) ∧ ∀ x, x <> V13 → vectors s' x = 0.
  Proof using Hcall.
    destruct (exec_mov g s RCX RDX) as (s1 & X1 & M1 & D1 & O1).
    assert (locs s1 (G RDI) = low 64 k ∧ locs s1 (G RSI) = low 64 a) as [DI1 SI1].
    { rewrite !O1 by congruence. split; apply Hcall. }
    assert (locs s1 (G RCX) = low 64 q) as CX1.
    { rewrite D1, (call_rdx _ _ _ _ _ _ Hcall). by apply low_low. }
    assert (round_keys (loaded g s1) ks) as Hkeys.
    { split; [exact call_keys_sized|]. intros i x Hi.
      assert (i < length ks)%nat as Hlen by (apply nth_error_Some; by rewrite Hi).
      rewrite (call_count _ _ _ _ _ _ Hcall) in Hlen. unfold loaded.
      rewrite M1, (key_address_in g _ k 176) by (apply Hcall || exact DI1 || lia).
      rewrite <-(call_round_key _ _ _ _ _ _ Hcall i x Hi). f_equal. lia. }
    destruct (vrun_sound g (mac_lanes lanes) s1 lanes_vector (call_readable s1 DI1 SI1))
      as (s2 & ts2 & H2 & M2 & [G2 _] & V2).
    assert (map (λ p, vectors s2 p.1) lanes = macs_at ks (memory s) a 8) as E.
    { transitivity (map (λ p, vrun (loaded g s1) (mac_lanes lanes) (vectors s1) p.1) lanes).
      { apply map_ext. intros p. apply V2. }
      rewrite (mac_lanes_spec (loaded g s1) ks Hkeys (call_count _ _ _ _ _ _ Hcall) lanes (vectors s1));
        [|intros m; apply load_block_below|exact lanes_registers].
      unfold macs_at.
      transitivity (map (λ j, cbc_mac ks (map (λ b, loaded g s1 (message_block j b)) (seq 0 5))) (map snd lanes)).
      { by rewrite map_map. }
      change (map snd lanes) with (seq 0 8). apply map_ext_in. intros j Hj. apply in_seq in Hj.
      assert (∀ b, (b < 5)%nat → loaded g s1 (message_block j b) =
        load (memory s) (a + 80 * N.of_nat j + 16 * N.of_nat b) 16) as L.
      { intros b Hb. unfold loaded, message_block. rewrite M1, (message_address s1 _ SI1) by lia. f_equal. lia. }
      f_equal. cbn [map seq load_blocks]. rewrite !L by lia.
      repeat (apply (f_equal2 cons); [f_equal; lia|]). reflexivity. }
    destruct (save_macs_spec s2 (macs_at ks (memory s) a 8)) as (s3 & ts3 & H3 & M3).
    { by rewrite G2. }
    { exact E. }
    { exact macs_below. }
    destruct (vrun_sound g wipe s3) as (s4 & ts4 & H4 & M4 & _ & V4); [reflexivity| |].
    { intros m Hm. cbn in Hm. by apply elem_of_nil in Hm. }
    eexists s4, _. split; [|split].
    - unfold macs_code. eapply run_app_some; [cbn [run]; by rewrite X1|].
      eapply run_app_some; [exact H2|]. eapply run_app_some; [exact H3|exact H4].
    - by rewrite M4, M3, M2, M1.
    - intros x Hx. rewrite V4. by apply wipe_spec.
  Qed.
End call.

(** ** The order that ships *)

Definition shipped_code : list instr := instructions shipped_macs.code.

Lemma shipped_same : shipped_macs.code = straight shipped_code.
Proof. by vm_compute. Qed.
Lemma shipped_accepted : check_reorder (λ _ _, false) (find_hints macs_code shipped_code) macs_code shipped_code = true.
Proof. by vm_compute. Qed.

Theorem macs_spec g s ks k a q code : In code [clean_macs.code; shipped_macs.code] → macs_call g s ks k a q →
  ∃ s', ends_in g code s s' ∧ memory s' = store_blocks (memory s) q (macs_at ks (memory s) a 8) ∧
        ∀ x, x <> V13 → vectors s' x = 0.
Proof.
  intros Hcode Hcall. destruct (macs_runs g s ks k a q Hcall) as (s' & ts & Hr & Hm & Hv).
  exists s'. split; [|by split]. destruct Hcode as [<-|[<-|[]]].
  - rewrite macs_same. by eapply straight_ends.
  - rewrite shipped_same. eapply straight_ends.
    rewrite (reorder_sound g _ _ _ _ s (respects_none g) shipped_accepted), Hr. reflexivity.
Qed.
