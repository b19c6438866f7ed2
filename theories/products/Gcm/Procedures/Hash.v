(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** hash.S: one to six blocks are hashed, each multiplied by its own power of the hash key, with one
    reduction at the end. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted Semantics_trusted State_trusted Run_trusted Flat_trusted
  Structured_trusted.
From Fairlead.Asm.Control Require Import Loops.
From Fairlead.Asm.Hoare Require Import Logic.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Vector128 Memory.
From Fairlead.Asm.Hoare Require Import Scalars.
From Fairlead.Asm.Control Require Import Runs.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Reduction Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Hash.
From Fairlead.Gcm.Loops Require Import Text Setting Groups Ends Iterations.
From Fairlead.Gcm.Procedures Require Import Macros.
Local Open Scope N_scope.

(** ** One block, in the registers *)

Local Opaque clmul N.lxor byte_reverse low v1_sem v2_sem vshift_sem twist reduce multiply power product.

Lemma add_product_spec ld p v n :
  sum_is v n →
  let v' := vrun ld (add_product p V9 V10 V11) v in
  sum_is v' (N.lxor n (product (v V9) (ld (key_at p)))) ∧ v' V13 = v V13.
Proof.
  intros (H6 & H7 & H8 & <-). cbv zeta. split; [|by apply vrun_other].
  set (y := ld (key_at p)). set (x := v V9). destruct (parts_below x y) as (P1 & P2 & P3).
  assert (∀ a b, block_sized (clmul (lo64 a) (lo64 b)) ∧ block_sized (clmul (hi64 a) (lo64 b)) ∧
                 block_sized (clmul (lo64 a) (hi64 b)) ∧ block_sized (clmul (hi64 a) (hi64 b))) as Hc.
  { intros a b. repeat split; apply clmul_below; apply low_below. }
  destruct (Hc x y) as (C1 & C2 & C3 & C4).
  assert (vrun ld (add_product p V9 V10 V11) v V6 = N.lxor (v V6) (part_low x y)) as E6.
  { unfold add_product. evaluate. fold x y. rewrite sem_clmul_ll. by apply sem_xor. }
  assert (vrun ld (add_product p V9 V10 V11) v V8 = N.lxor (v V8) (part_high x y)) as E8.
  { unfold add_product. evaluate. fold x y. rewrite sem_clmul_hh. by apply sem_xor. }
  assert (vrun ld (add_product p V9 V10 V11) v V7 = N.lxor (v V7) (part_middle x y)) as E7.
  { unfold add_product. evaluate. fold x y. rewrite sem_clmul_hl, sem_clmul_lh, (sem_xor (v V7)) by done.
    rewrite sem_xor by (done || by apply xor_below). unfold part_middle. by rewrite N.lxor_assoc. }
  unfold sum_is. rewrite E6, E7, E8. split; [by apply xor_below|]. split; [by apply xor_below|].
  split; [by apply xor_below|]. by rewrite whole_add, whole_product.
Qed.

Lemma hash_block_spec ld v n :
  v V13 = reversal → block_sized (v V14) → sum_is v n →
  let v' := vrun ld hash_block v in
  v' V13 = reversal ∧ v' V14 = 0 ∧
  sum_is v' (N.lxor n (product (N.lxor (v V14) (byte_reverse 16 (ld (input_at 0)))) (ld (key_at 0)))).
Proof.
  intros H13 H14 Hs. cbv zeta. unfold hash_block. rewrite !vector_run_app.
  assert (vrun ld hash_take v V9 = N.lxor (v V14) (byte_reverse 16 (ld (input_at 0)))) as E9.
  { unfold hash_take. evaluate. rewrite H13, sem_reverse, sem_xor by (done || apply byte_reverse_below). apply N.lxor_comm. }
  assert (sum_is (vrun ld hash_take v) n) as S1.
  { unfold sum_is. rewrite !vrun_other by reflexivity. exact Hs. }
  assert (vrun ld hash_take v V13 = reversal) as E13 by (rewrite vrun_other; [exact H13|reflexivity]).
  revert E9 S1 E13. generalize (vrun ld hash_take v). intros v1 E9 S1 E13.
  destruct (add_product_spec ld 0 v1 n S1) as [S2 F13]. rewrite E9 in S2. rewrite E13 in F13.
  revert S2 F13. generalize (vrun ld (add_product 0 V9 V10 V11) v1). intros v2 S2 F13.
  split; [rewrite vrun_other; [exact F13|reflexivity]|]. split.
  - evaluate. Local Transparent v2_sem low. change (low 128 (N.lxor (v2 V14) (v2 V14)) = 0). by rewrite N.lxor_nilpotent.
    Local Opaque v2_sem low.
  - unfold sum_is. rewrite !vrun_other by reflexivity. exact S2.
Qed.

Lemma hash_end_run at_ v b :
  let v' := vrun (mload at_ b) reduce_code v in
  let b' := store b (at_ (state_at 0)) 16 (low 128 (v' V14)) in
  mrun at_ hash_end (v, b) = (vrun (mload at_ b') wipe v', b').
Proof.
  cbv zeta. unfold hash_end. rewrite mrun_app, (mrun_vector _ reduce_code) by reflexivity.
  rewrite mrun_app, mrun_store. by rewrite (mrun_vector _ wipe) by reflexivity.
Qed.

(** ** The sum that is still to be added *)

Definition products (h : N) : list N → N := sum_of_products (λ x p, product x (twist p)) h.

(** The first block comes with the hash so far. *)
Definition rest (h y : N) (xs : list N) : N := match xs with [] => 0 | x :: xs => products h (N.lxor y x :: xs) end.

Lemma rest_cons h y x xs : rest h y (x :: xs) = N.lxor (product (N.lxor y x) (twist (power h (length xs)))) (rest h 0 xs).
Proof.
  unfold rest, products. rewrite sum_cons. f_equal. destruct xs as [|x2 xs]; [done|]. by rewrite N.lxor_0_l.
Qed.

Section blocks.
  Context (b : bytes_of_memory) (p : N).

  (** Block [i] and those behind it, as GHASH reads them. *)
  Definition blocks_from (i m : nat) : list N := map (byte_reverse 16) (load_blocks b (p + 16 * N.of_nat i) m).

  Lemma blocks_from_cons i m :
    blocks_from i (S m) = byte_reverse 16 (load b (p + 16 * N.of_nat i) 16) :: blocks_from (S i) m.
  Proof using. unfold blocks_from. cbn [load_blocks map]. do 3 f_equal. lia. Qed.

  Lemma blocks_from_length i m : length (blocks_from i m) = m.
  Proof using. unfold blocks_from. by rewrite map_length, load_blocks_length. Qed.

End blocks.

Section hash.
  Context (g : env) (b : bytes_of_memory) (h k st p y : N) (count : nat).
  Context (Hkey : span g key_region k 352) (Hinput : span g input_region p (16 * N.of_nat count)).
  Context (Hst : span g state_region st 16) (Hw : writable_region g state_region).
  Context (Hconst : span g constants_region (constants_address g) 144).
  Context (Hrev : load b (constants_address g) 16 = reversal) (Hpoly : load b (constants_address g + 128) 16 = polynomial).
  Context (Hpow : ∀ j, (j < count)%nat → load b (k + 256 + 16 * N.of_nat j) 16 = twist (power h j)).
  Context (Hcount : (1 ≤ count ≤ 6)%nat) (Hh : h < 2 ^ 128) (Hy : load b st 16 = y).

  Local Notation blocks_from := (blocks_from b p).

  Definition total : N := rest h y (blocks_from 0 count).

  (** [i] blocks are done, [m] are left. *)
  Record progress (i m : nat) (s : state) : Prop := Progress {
    pr_rdi : locs s (G RDI) = low 64 (k + 240 + 16 * N.of_nat m);
    pr_rsi : locs s (G RSI) = low 64 st;
    pr_rdx : locs s (G RDX) = low 64 (p + 16 * N.of_nat i);
    pr_rcx : locs s (G RCX) = N.of_nat m;
    pr_memory : memory s = b;
    pr_reversal : vectors s V13 = reversal;
    pr_first : block_sized (vectors s V14);
    pr_sum : ∃ t, sum_is (vectors s) t ∧ N.lxor t (rest h (vectors s V14) (blocks_from i m)) = total;
  }.

  Lemma started s :
    locs s (G RDI) = low 64 k → locs s (G RSI) = low 64 st → locs s (G RDX) = low 64 p → locs s (G RCX) = N.of_nat count →
    memory s = b →
    ∃ s' ts, run g (hash_start ++ hash_pointer) s = Some (s', ts) ∧ progress 0 count s'.
  Proof using Hkey Hinput Hst Hw Hconst Hrev Hpoly Hpow Hcount Hh Hy.
    intros HDI HSI HDX HCX HM.
    assert (address g (locs s) (state_at 0) = st) as Ast.
    { destruct Hst as (S1 & S2 & S3). unfold state_at. rewrite (address_plus _ _ _ _ _ st HSI) by lia. lia. }
    destruct (vrun_sound g hash_start s) as (s1 & ts1 & H1 & M1 & [G1 _] & V1); [reflexivity| |].
    { change (flat_map voperands hash_start) with [state_at 0; constant_at 0]. intros m Hm.
      rewrite !elem_of_cons, elem_of_nil in Hm. destruct_or! Hm; try done; subst m.
      - apply (span_readable g s _ state_region st 16 0); [done|exact Hst|lia|lia].
      - apply (constant_readable_in g s 144); [exact Hconst|lia|lia]. }
    assert (vectors s1 V14 = y) as E14 by (rewrite V1; unfold hash_start; evaluate; unfold loaded; by rewrite Ast, HM).
    assert (vectors s1 V13 = reversal) as E13.
    { rewrite V1. unfold hash_start. evaluate. unfold loaded.
      rewrite (constant_address_in g _ 144) by (exact Hconst || lia). change (Z.to_N 0) with 0. by rewrite N.add_0_r, HM. }
    assert (∀ r, r = V6 ∨ r = V7 ∨ r = V8 → vectors s1 r = 0) as E0.
    { Local Transparent v2_sem low. intros r Hr. rewrite V1. unfold hash_start.
      destruct_or! Hr; subst r; evaluate; match goal with |- low 128 (v2_sem PXOR ?a ?a) = 0 => change (low 128 (N.lxor a a) = 0) end;
        by rewrite N.lxor_nilpotent. Local Opaque v2_sem low. }
    destruct (exec_mov g s1 RAX RCX) as (s2 & X2 & M2 & D2 & O2).
    destruct (exec_shl g s2 RAX 4 eq_refl eq_refl) as (s3 & X3 & M3 & D3 & O3).
    destruct (exec_lea g s3 RDI (Mem (BaseReg RDI) (Some (RAX, 1)) 240 key_region)) as (s4 & X4 & M4 & D4 & O4).
    assert (locs s3 (G RAX) = 16 * N.of_nat count) as ERAX.
    { rewrite D3, D2, G1, HCX, !(lt_low 64 (N.of_nat count)) by lia. rewrite N.shiftl_mul_pow2. change (2 ^ 4) with 16.
      rewrite lt_low by lia. lia. }
    exists s4, (ts1 ++ [[]; []; []]). split.
    { eapply run_app_some; [exact H1|]. unfold hash_pointer. cbn [run]. by rewrite X2, X3, X4. }
    assert (∀ r, r <> RDI → r <> RAX → locs s4 (G r) = locs s (G r)) as Hother.
    { intros r N1 N2. rewrite O4, O3, O2, G1 by congruence. done. }
    assert (∀ r, vectors s4 r = vectors s1 r) as Hvec.
    { intros r. unfold vectors. by rewrite O4, O3, O2 by congruence. }
    apply Progress; rewrite ?Hother, ?Hvec by done; try done.
    - rewrite D4. unfold address. cbn [m_base m_index m_disp]. rewrite ERAX, O3, O2, G1, HDI by congruence.
      apply N2Z.inj. rewrite of_low64, of_word64, Zmod_mod, !of_low64, <-Z.add_assoc, Zplus_mod_idemp_l. f_equal. lia.
    - rewrite N.add_0_r. exact HDX.
    - by rewrite M4, M3, M2, M1.
    - rewrite E14, <-Hy. apply load_block_below.
    - exists 0. split.
      + unfold sum_is. rewrite !Hvec, !E0 by tauto. done.
      + rewrite E14. apply N.lxor_0_l.
  Qed.

  Lemma block_progress i m s :
    (i + S m = count)%nat → progress i (S m) s →
    ∃ s' ts, run g (hash_block ++ hash_advance) s = Some (s', ts) ∧ progress (S i) m s' ∧
      test CcNE s' = Some (negb (N.of_nat m =? 0)).
  Proof using Hkey Hinput Hst Hw Hconst Hrev Hpoly Hpow Hcount Hh Hy.
    intros Hi [HDI HSI HDX HCX HM H13 H14 (t & Ht & Hsum)].
    destruct Hkey as (K1 & K2 & K3) eqn:EK; clear EK. destruct Hinput as (I1 & I2 & I3) eqn:EI; clear EI.
    set (k' := k + 240 + 16 * N.of_nat (S m)) in *. set (p' := p + 16 * N.of_nat i) in *.
    assert (address g (locs s) (key_at 0) = k') as Ak.
    { unfold key_at. rewrite (address_plus _ _ _ _ _ k' HDI) by (unfold k'; lia). lia. }
    assert (address g (locs s) (input_at 0) = p') as Ap.
    { unfold input_at. rewrite (address_plus _ _ _ _ _ p' HDX) by (unfold p'; lia). lia. }
    destruct (vrun_sound g hash_block s) as (s1 & ts1 & H1 & M1 & [G1 _] & V1); [reflexivity| |].
    { change (flat_map voperands hash_block) with [input_at 0; key_at 0]. intros o Ho.
      rewrite !elem_of_cons, elem_of_nil in Ho. destruct_or! Ho; try done; subst o.
      - apply (span_readable g s _ input_region p (16 * N.of_nat count) (16 * N.of_nat i)); [done|exact Hinput|exact Ap|lia].
      - apply (span_readable g s _ key_region k 352 (240 + 16 * N.of_nat (S m))); [done|exact Hkey|rewrite Ak; unfold k'; lia|lia]. }
    destruct (hash_block_spec (loaded g s) (vectors s) t H13 H14 Ht) as (W13 & W14 & Ws).
    assert (loaded g s (key_at 0) = twist (power h m)) as Ek.
    { unfold loaded. rewrite Ak, HM, <-(Hpow m) by lia. f_equal. unfold k'. lia. }
    assert (loaded g s (input_at 0) = load b p' 16) as Ep by (unfold loaded; by rewrite Ap, HM).
    rewrite Ek, Ep in Ws. rewrite <-V1 in W13, W14.
    assert (∀ d, vectors s1 d = vrun (loaded g s) hash_block (vectors s) d) as V1' by exact V1.
    destruct (exec_lea g s1 RDX (input_at 16)) as (s2 & X2 & M2 & D2 & O2).
    destruct (exec_lea g s2 RDI (key_at (-16))) as (s3 & X3 & M3 & D3 & O3).
    destruct (exec_dec g s3 RCX (N.of_nat m)) as (s4 & X4 & M4 & D4 & O4 & T1 & _).
    { rewrite O3, O2, G1, HCX by congruence. lia. }
    { lia. }
    exists s4, (ts1 ++ [[]; []; []]). split.
    { eapply run_app_some; [exact H1|]. unfold hash_advance. cbn [run]. by rewrite X2, X3, X4. }
    split; [|exact T1].
    assert (∀ d, vectors s4 d = vectors s1 d) as Hvec.
    { intros d. unfold vectors. by rewrite O4, O3, O2 by congruence. }
    apply Progress.
    - rewrite O4, D3 by congruence. unfold address, key_at. cbn [m_base m_index m_disp].
      rewrite O2, G1, HDI by congruence. apply N2Z.inj.
      rewrite of_low64, of_word64, Zmod_mod, of_low64, Z.add_0_r, Zplus_mod_idemp_l, of_low64. f_equal. unfold k'. lia.
    - rewrite O4, O3, O2, G1 by congruence. exact HSI.
    - rewrite O4, O3, D2 by congruence. unfold address, input_at. cbn [m_base m_index m_disp].
      rewrite G1, HDX. apply N2Z.inj.
      rewrite of_low64, of_word64, Zmod_mod, of_low64, Z.add_0_r, Zplus_mod_idemp_l, of_low64. f_equal. unfold p'. lia.
    - exact D4.
    - by rewrite M4, M3, M2, M1.
    - by rewrite Hvec.
    - by rewrite Hvec, W14.
    - eexists. split.
      + unfold sum_is. rewrite !Hvec, !V1'. exact Ws.
      + rewrite Hvec, W14, <-Hsum, blocks_from_cons, rest_cons, blocks_from_length. apply N.lxor_assoc.
  Qed.

  Lemma loop_spec :
    triple g (progress 0 count) (CLoop (block (hash_block ++ hash_advance)) CcNE CSkip) (progress count 0).
  Proof using Hkey Hinput Hst Hw Hconst Hrev Hpoly Hpow Hcount Hh Hy.
    set (I m s := ∃ i, (i + S m = count)%nat ∧ progress i (S m) s).
    eapply (hoare_consequence g _ (I (count - 1)%nat)); [| |apply (hoare_loop g I)].
    - intros s Hs. exists 0%nat. split; [lia|]. replace (S (count - 1)) with count by lia. exact Hs.
    - intros s Hs. exact Hs.
    - intros m. apply triple_of_run. intros s (i & Hi & Hs).
      destruct (block_progress i m s Hi Hs) as (s' & ts & Hr & Hp & Ht).
      exists s', ts. split; [exact Hr|]. rewrite Ht. destruct m as [|m]; cbn [N.of_nat N.eqb negb].
      + replace (S i) with count in Hp by lia. exact Hp.
      + exists m. split; [reflexivity|]. intros s2 ->. exists s', []. split; [constructor|].
        exists (S i). split; [lia|exact Hp].
  Qed.

  Lemma total_reduced : reduce total = hash_of h y (load_blocks b p count).
  Proof using Hkey Hinput Hst Hw Hconst Hrev Hpoly Hpow Hcount Hh Hy.
    unfold total, hash_of. destruct count as [|n]; [lia|]. rewrite blocks_from_cons.
    cbn [load_blocks map]. rewrite N.add_0_r.
    replace (map (byte_reverse 16) (load_blocks b (p + 16) n)) with (blocks_from 1 n)
      by (apply (f_equal (λ a, map (byte_reverse 16) (load_blocks b a n))); lia).
    unfold rest, products. apply aggregated_hash_correct; [exact Hh|rewrite <-Hy; apply load_block_below|].
    apply Forall_cons_2; [apply byte_reverse_below|]. apply Forall_fmap, Forall_forall. intros x _. apply byte_reverse_below.
  Qed.

  Lemma ended s :
    progress count 0 s →
    ∃ s' ts, run g hash_end s = Some (s', ts) ∧ memory s' = store_blocks b st [hash_of h y (load_blocks b p count)] ∧
      ∀ x, x <> V13 → vectors s' x = 0.
  Proof using Hkey Hinput Hst Hw Hconst Hrev Hpoly Hpow Hcount Hh Hy.
    intros [_ HSI _ _ HM _ _ (t & Ht & Hsum)]. cbn [blocks_from load_blocks map rest] in Hsum.
    change (rest h (vectors s V14) (blocks_from count 0)) with 0 in Hsum. rewrite N.lxor_0_r in Hsum. subst t.
    assert (address g (locs s) (state_at 0) = st) as Ast.
    { destruct Hst as (S1 & S2 & S3). unfold state_at. rewrite (address_plus _ _ _ _ _ st HSI) by lia. lia. }
    assert (address g (locs s) (constant_at 128) = constants_address g + 128) as Ac
      by (apply (constant_address_in g _ 144); [exact Hconst|lia|lia]).
    destruct (mrun_sound g hash_end s) as (s' & ts & Hr & _ & Em & Ex); [reflexivity| | |].
    { assert (readable g s (constant_at 128)) as R1 by (apply (constant_readable_in g s 144); [exact Hconst|lia|lia]).
      repeat (apply Forall_cons_2; [exact R1|]). apply Forall_nil_2. }
    { apply Forall_cons_2; [|apply Forall_nil_2]. change (writable g s (state_at 0)).
      apply (span_writable g s _ state_region st 16 0); [done|exact Hst|exact Hw|lia|lia]. }
    exists s', ts. split; [exact Hr|].
    rewrite hash_end_run in Em. cbv zeta in Em. cbn [snd] in Em. split.
    - rewrite Em, Ast, HM. cbn [store_blocks]. f_equal.
      assert (mload (address g (locs s)) b (constant_at 128) = polynomial) as Hc by (unfold mload; by rewrite Ac).
      pose proof (reduce_code_spec _ (vectors s) total Hc Ht) as ->.
      rewrite total_reduced. apply lt_low. apply hash_of_below; [exact Hh|rewrite <-Hy; apply load_block_below].
    - intros x Hx. rewrite Ex, hash_end_run. by apply wipe_spec.
  Qed.
End hash.

(** ** The procedure *)

(** A call: the key at [k], the hash so far at [st], [count] blocks at [p]. *)
Record hash_call (g : env) (s : state) (h k st p y : N) (count : nat) : Prop := HashCall {
  hash_key_span : span g key_region k 352;
  hash_input : span g input_region p (16 * N.of_nat count);
  hash_state : span g state_region st 16;
  hash_writable : writable_region g state_region;
  hash_constants : span g constants_region (constants_address g) 144;
  hash_reversal : load (memory s) (constants_address g) 16 = reversal;
  hash_polynomial : load (memory s) (constants_address g + 128) 16 = polynomial;
  hash_powers_there j : (j < count)%nat → load (memory s) (k + 256 + 16 * N.of_nat j) 16 = twist (power h j);
  hash_count : (1 ≤ count ≤ 6)%nat;
  hash_key_below : h < 2 ^ 128;
  hash_so_far : load (memory s) st 16 = y;
  hash_rdi : locs s (G RDI) = low 64 k;
  hash_rsi : locs s (G RSI) = low 64 st;
  hash_rdx : locs s (G RDX) = low 64 p;
  hash_rcx : locs s (G RCX) = N.of_nat count;
}.

Theorem hash_spec g s h k st p y count :
  hash_call g s h k st p y count →
  ∃ s', ends_in g hash_code s s' ∧
        memory s' = store_blocks (memory s) st [hash_of h y (load_blocks (memory s) p count)] ∧
        ∀ x, x <> V13 → vectors s' x = 0.
Proof.
  intros [Hk Hp Hst Hw Hc Hr Hpoly Hpow Hn Hh Hy HDI HSI HDX HCX].
  destruct (started g (memory s) h k st p y count Hk Hp Hst Hw Hc Hr Hpoly Hpow Hn Hh Hy s HDI HSI HDX HCX eq_refl) as (s1 & ts1 & H1 & P1).
  destruct (loop_spec g (memory s) h k st p y count Hk Hp Hst Hw Hc Hr Hpoly Hpow Hn Hh Hy s1 P1) as (s2 & t2 & X2 & P2).
  destruct (ended g (memory s) h k st p y count Hk Hp Hst Hw Hc Hr Hpoly Hpow Hn Hh Hy s2 P2) as (s3 & ts3 & H3 & M3 & V3).
  exists s3. split; [|by split].
  exact (loop_ends g (hash_start ++ hash_pointer) (hash_block ++ hash_advance) CcNE hash_end s s1 s2 s3 ts1 t2 ts3 H1 X2 H3).
Qed.
