(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** powers.S: six powers of the hash key, each times x, are left in the key where the loops take
    them. What is stored is loaded again, so memory is part of the computation ([Asm/Vectors/Memory.v]). *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted Semantics_trusted State_trusted Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset Footprint.
From Fairlead.Asm.Vectors Require Import Vector128 Memory.
From Fairlead.Asm.Control Require Import Runs.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Reduction Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Hash.
From Fairlead.Gcm.Loops Require Import Text Setting Ends.
From Fairlead.Gcm.Procedures Require Import Macros Twist.
Local Open Scope N_scope.

(** ** One power, in the registers *)

Local Opaque clmul N.lxor byte_reverse low v1_sem v2_sem vshift_sem twist reduce multiply power.

Lemma twist_code_spec ld v :
  ld (constant_at 144) = twist_polynomial → block_sized (v V14) →
  let v' := vrun ld twist_code v in v' V2 = twist (v V14) ∧ v' V14 = v V14.
Proof.
  intros Hp Hx. cbv zeta. unfold twist_code, lanes_of, shifted. split; [|by apply vrun_other].
  evaluate. rewrite Hp. by apply twist_words.
Qed.

Lemma product_code_spec ld p v :
  let v' := vrun ld (product_code p V9 V10) v in sum_is v' (product (v V9) (ld (key_at p))).
Proof.
  cbv zeta. unfold product_code. set (y := ld (key_at p)). set (x := v V9).
  assert (∀ r, vrun ld [fetch V14 (key_at p); vop (PCLMULQDQ 0) V6 V9 V14; vop (PCLMULQDQ 17) V8 V9 V14;
                        vop (PCLMULQDQ 1) V7 V9 V14; vop (PCLMULQDQ 16) V10 V9 V14; vop PXOR V7 V7 V10] v r =
          match r with V6 => part_low x y | V7 => part_middle x y | V8 => part_high x y
          | V10 => clmul (lo64 x) (hi64 y) | V14 => y | _ => v r end) as E.
  { intros []; evaluate; try reflexivity; fold x; fold y;
      rewrite ?sem_clmul_ll, ?sem_clmul_hh, ?sem_clmul_hl, ?sem_clmul_lh, ?sem_xor by (apply clmul_below; apply low_below);
      reflexivity. }
  destruct (parts_below x y) as (P1 & P2 & P3). unfold sum_is. rewrite !E.
  split; [exact P1|]. split; [exact P2|]. split; [exact P3|]. apply whole_product.
Qed.

Lemma power_code_spec ld v h j :
  ld (constant_at 144) = twist_polynomial → ld (constant_at 128) = polynomial → ld (key_at 256) = twist h →
  h < 2 ^ 128 → v V14 = power h j →
  let v' := vrun ld power_code v in v' V2 = twist (power h (S j)) ∧ v' V14 = power h (S j).
Proof.
  intros Ht Hp Hk Hh Hv. cbv zeta. pose proof (power_below h j Hh) as Hj.
  unfold power_code. rewrite !vector_run_app.
  assert (vrun ld [copy V9 V14] v V9 = power h j) as E9.
  { unfold copy. evaluate. rewrite Hv. by apply lt_low. }
  revert E9. generalize (vrun ld [copy V9 V14] v). intros v1 E9.
  pose proof (product_code_spec ld 256 v1) as Hs. cbv zeta in Hs. rewrite E9, Hk in Hs.
  revert Hs. generalize (vrun ld (product_code 256 V9 V10) v1). intros v2 Hs.
  pose proof (reduce_code_spec ld v2 _ Hp Hs) as Hr. rewrite reduce_product in Hr by done.
  rewrite power_step in Hr. revert Hr. generalize (vrun ld reduce_code v2). intros v3 Hr.
  pose proof (power_below h (S j) Hh) as HSj.
  destruct (twist_code_spec ld v3 Ht) as [T1 T2]; [rewrite Hr; exact HSj|]. rewrite Hr in T1, T2.
  exact (conj T1 T2).
Qed.

(** ** All of them, in memory *)

(** What is at constants_address, up to the polynomial that twists. *)
Record power_constants (b : bytes_of_memory) (a : N) : Prop := PowerConstants {
  pc_reversal : load b a 16 = reversal;
  pc_polynomial : load b (a + 128) 16 = polynomial;
  pc_twist : load b (a + 144) 16 = twist_polynomial;
}.

Section twisted.
  Context (b : bytes_of_memory) (k h : N).

  (** The first [n] powers, times x. *)
  Definition twisted (n : nat) : list N := map (λ j, twist (power h j)) (seq 0 n).

  Lemma twisted_length n : length (twisted n) = n.
  Proof using. unfold twisted. by rewrite map_length, seq_length. Qed.

  Lemma twisted_below n : Forall (λ w, w < 2 ^ 128) (twisted n).
  Proof using. apply Forall_fmap, Forall_forall. intros j _. apply twist_below. Qed.

  Lemma twisted_more n : twisted (S n) = twisted n ++ [twist (power h n)].
  Proof using. unfold twisted. by rewrite seq_S, map_app. Qed.

  Definition memory_with (n : nat) : bytes_of_memory := store_blocks b (k + 256) (twisted n).

  Lemma store_more n :
    store (memory_with n) (k + Z.to_N (256 + 16 * Z.of_nat n)) 16 (low 128 (twist (power h n))) = memory_with (S n).
  Proof using.
    unfold memory_with. rewrite twisted_more, store_blocks_app, twisted_length. cbn [store_blocks].
    rewrite (lt_low 128) by apply twist_below. f_equal. lia.
  Qed.

  Lemma memory_with_first n : (0 < n)%nat → load (memory_with n) (k + 256) 16 = twist h.
  Proof using.
    intros Hn. pose proof (load_store_blocks (twisted n) b (k + 256) (twisted_below n)) as E.
    rewrite twisted_length in E. destruct n as [|n]; [lia|]. cbn [load_blocks] in E. by injection E.
  Qed.

End twisted.

Section powers.
  Context (at_ : mem → N) (b : bytes_of_memory) (k st a h : N).
  Context (Hkey : ∀ d, (0 <= d <= 336)%Z → at_ (key_at d) = k + Z.to_N d).
  Context (Hconst : ∀ d, (0 <= d <= 144)%Z → at_ (constant_at d) = a + Z.to_N d).
  Context (Hstate : at_ (state_at 0) = st).
  Context (Hb : power_constants b a) (Hh : byte_reverse 16 (load b st 16) = h).
  Context (Hapart : k + 352 <= a ∨ a + 160 <= k + 256).

  Local Notation memory_with := (memory_with b k h).

  Lemma memory_with_constants n : (n ≤ 6)%nat → power_constants (memory_with n) a.
  Proof using Hkey Hconst Hstate Hb Hh Hapart.
    intros Hn. destruct Hb as [B1 B2 B3].
    assert (∀ p, a <= p → p + 16 <= a + 160 → load (memory_with n) p 16 = load b p 16) as L.
    { intros p H1 H2. apply load_agree. intros x Hx. unfold covers in Hx.
      apply store_blocks_outside. rewrite twisted_length. lia. }
    split; rewrite L by lia; done.
  Qed.

  Local Notation loads n := (mload at_ (memory_with n)).

  Lemma first_power_spec v :
    ∃ v', mrun at_ first_power (v, b) = (v', memory_with 1) ∧ v' V14 = power h 0.
  Proof using Hkey Hconst Hstate Hb Hh Hapart.
    unfold first_power. rewrite mrun_app, mrun_vector by reflexivity. rewrite mrun_store.
    rewrite vector_run_app. set (v1 := vrun (mload at_ b) load_hash_key v).
    assert (v1 V14 = h) as E.
    { unfold v1, load_hash_key. evaluate. unfold mload. rewrite (Hconst 0), Hstate by lia. change (Z.to_N 0) with 0. rewrite N.add_0_r.
      destruct Hb as [-> _ _]. by rewrite sem_reverse. }
    destruct (twist_code_spec (mload at_ b) v1) as [T1 T2].
    { unfold mload. rewrite Hconst by lia. apply Hb. }
    { rewrite E, <-Hh. apply byte_reverse_below. }
    eexists. split; [|by rewrite T2, E]. rewrite T1, E, Hkey by lia. f_equal. exact (store_more b k h 0).
  Qed.

  Lemma next_power_spec v j :
    (j < 5)%nat → v V14 = power h j →
    ∃ v', mrun at_ (next_power (256 + 16 * Z.of_nat (S j))) (v, memory_with (S j)) = (v', memory_with (S (S j))) ∧
          v' V14 = power h (S j).
  Proof using Hkey Hconst Hstate Hb Hh Hapart.
    intros Hj Hv. assert (h < 2 ^ 128) as Hhb by (rewrite <-Hh; apply byte_reverse_below).
    destruct (memory_with_constants (S j) ltac:(lia)) as [_ B2 B3].
    unfold next_power. rewrite mrun_app, mrun_vector by reflexivity. rewrite mrun_store.
    destruct (power_code_spec (loads (S j)) v h j) as [P1 P2]; [| | |exact Hhb|exact Hv|].
    { unfold mload. rewrite Hconst by lia. exact B3. }
    { unfold mload. rewrite Hconst by lia. exact B2. }
    { unfold mload. rewrite Hkey by lia. apply memory_with_first. lia. }
    eexists. split; [|exact P2]. rewrite P1, Hkey by lia. f_equal. exact (store_more b k h (S j)).
  Qed.

  Theorem powers_run v :
    (mrun at_ powers_code (v, b)).2 = memory_with 6 ∧ ∀ x, x <> V13 → (mrun at_ powers_code (v, b)).1 x = 0.
  Proof using Hkey Hconst Hstate Hb Hh Hapart.
    destruct (first_power_spec v) as (v1 & E1 & H1).
    destruct (next_power_spec v1 0 ltac:(lia) H1) as (v2 & E2 & H2).
    destruct (next_power_spec v2 1 ltac:(lia) H2) as (v3 & E3 & H3).
    destruct (next_power_spec v3 2 ltac:(lia) H3) as (v4 & E4 & H4).
    destruct (next_power_spec v4 3 ltac:(lia) H4) as (v5 & E5 & H5).
    destruct (next_power_spec v5 4 ltac:(lia) H5) as (v6 & E6 & H6).
    assert (mrun at_ powers_code (v, b) = mrun at_ wipe (v6, memory_with 6)) as ->.
    { unfold powers_code. rewrite mrun_app, E1. cbn [flat_map]. rewrite app_nil_r, !mrun_app.
      change 272%Z with (256 + 16 * Z.of_nat 1)%Z. rewrite E2.
      change 288%Z with (256 + 16 * Z.of_nat 2)%Z. rewrite E3.
      change 304%Z with (256 + 16 * Z.of_nat 3)%Z. rewrite E4.
      change 320%Z with (256 + 16 * Z.of_nat 4)%Z. rewrite E5.
      change 336%Z with (256 + 16 * Z.of_nat 5)%Z. by rewrite E6. }
    rewrite mrun_vector by reflexivity. split; [done|]. intros x Hx. by apply wipe_spec.
  Qed.
End powers.

(** ** The procedure *)

(** A call: the key at [k], the hash key, as the cipher left it, at [st]. *)
Record powers_call (g : env) (s : state) (k st : N) : Prop := PowersCall {
  pow_key : span g key_region k 352;
  pow_writable : writable_region g key_region;
  pow_hash_key : span g state_region st 16;
  pow_constants : span g constants_region (constants_address g) 160;
  pow_in_memory : power_constants (memory s) (constants_address g);
  pow_apart : k + 352 <= constants_address g ∨ constants_address g + 160 <= k + 256;
  pow_rdi : locs s (G RDI) = low 64 k;
  pow_rsi : locs s (G RSI) = low 64 st;
}.

Theorem powers_spec g s k st :
  powers_call g s k st →
  let h := byte_reverse 16 (load (memory s) st 16) in
  ∃ s', ends_in g (straight powers_code) s s' ∧ memory s' = store_blocks (memory s) (k + 256) (twisted h 6) ∧
        ∀ x, x <> V13 → vectors s' x = 0.
Proof.
  intros [Hk Hw Hst Hc Hb Ha HDI HSI] h.
  assert (∀ d, (0 <= d <= 336)%Z → address g (locs s) (key_at d) = k + Z.to_N d) as Akey.
  { intros d Hd. apply (key_address_in g _ k 352); [done|done|lia|lia]. }
  assert (address g (locs s) (state_at 0) = st) as Astate.
  { destruct Hst as (S1 & S2 & S3). unfold state_at. rewrite (address_plus _ _ _ _ _ st HSI) by lia. lia. }
  destruct (mrun_sound g powers_code s) as (s' & ts & Hr & _ & Em & Ex); [reflexivity| | |].
  { assert (∀ d, (0 <= d <= 144)%Z → readable g s (constant_at d)) as Rc by (intros; apply (constant_readable_in g s 160); [done|lia|lia]).
    assert (readable g s (key_at 256)) as Rk by (apply (key_readable_in g s k 352); [done|done|lia|lia]).
    assert (readable g s (state_at 0)) as Rs by (apply (span_readable g s _ state_region st 16 0); [done|done|lia|lia]).
    assert (readable g s (constant_at 0)) as R0 by (apply Rc; lia).
    assert (readable g s (constant_at 128)) as R1 by (apply Rc; lia).
    assert (readable g s (constant_at 144)) as R2 by (apply Rc; lia).
    repeat (apply Forall_cons_2; [assumption|]). apply Forall_nil_2. }
  { assert (∀ d, (0 <= d <= 336)%Z → writable g s (key_at d)) as W.
    { intros d Hd. apply (span_writable g s _ key_region k 352 (Z.to_N d)); [done|done|done|by apply Akey|lia]. }
    repeat (apply Forall_cons_2; [apply W; lia|]). apply Forall_nil_2. }
  destruct (powers_run (address g (locs s)) (memory s) k st (constants_address g) h Akey) with (v := vectors s) as [E1 E2]; try done.
  { intros d Hd. apply (constant_address_in g _ 160); [done|lia|lia]. }
  exists s'. split; [by eapply straight_ends|]. split; [by rewrite Em|]. intros x Hx. rewrite Ex. by apply E2.
Qed.
