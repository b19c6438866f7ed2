(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** One iteration of examples/asm/six_blocks.S on the machine, from the counters on, by either path. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Run_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Mixed.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Counters.
From Fairlead.Gcm.Loops Require Import Text Setting.
From Fairlead.Gcm.SixBlocks Require Import Numbers Listing Counters Cipher Middle.
Local Open Scope N_scope.

(** ** A register leads to a piece of memory, some bytes ahead of where that starts. *)
Record window := Window { w_reg : reg; w_region : N; w_ahead : N; w_size : N; w_write : bool }.

Definition opens (g : env) (s : state) (w : window) (start : N) : Prop :=
  locs s (G (w_reg w)) = low 64 (start + w_ahead w) ∧ span g (w_region w) start (w_size w) ∧
  (w_write w = true → writable_region g (w_region w)).

Definition in_window (w : window) (a : access) : bool :=
  match m_base (a_mem a), m_index (a_mem a) with
  | BaseReg r, None =>
      let d := (m_disp (a_mem a) + Z.of_N (w_ahead w))%Z in
      (reg_index r =? reg_index (w_reg w)) && (m_region (a_mem a) =? w_region w) && (0 <=? d)%Z &&
      (d + Z.of_nat (a_bytes a) <=? Z.of_N (w_size w))%Z && (a_align a =? 1) && (negb (stores (a_use a)) || w_write w)
  | _, _ => false
  end.

Lemma window_address g s w start m :
  opens g s w start → m_base m = BaseReg (w_reg w) → m_index m = None →
  (0 <= m_disp m + Z.of_N (w_ahead w) < Z.of_N (w_size w))%Z →
  address g (locs s) m = start + Z.to_N (m_disp m + Z.of_N (w_ahead w)).
Proof.
  intros (Hr & (S1 & S2 & S3) & _) Hb Hi Hd. destruct m as [b i d rg]. cbn in Hb, Hi, Hd |- *. subst b i.
  rewrite (address_plus g (locs s) (w_reg w) d rg (start + w_ahead w) Hr) by lia. lia.
Qed.

Lemma window_allowed g s w start a : opens g s w start → in_window w a = true → (0 < a_bytes a)%nat → allowed g s a.
Proof.
  intros Ho Hw Hpos. unfold in_window in Hw. destruct (m_base (a_mem a)) as [|r|] eqn:Eb; [done| |done].
  destruct (m_index (a_mem a)) eqn:Ei; [done|]. cbv zeta in Hw. rewrite !andb_true_iff, !Z.leb_le, !N.eqb_eq in Hw.
  destruct Hw as [[[[[Hr Hg] H0] Hn] Ha] Hs]. apply reg_index_inj in Hr. subst r.
  pose proof (window_address g s w start (a_mem a) Ho Eb Ei ltac:(lia)) as E.
  destruct Ho as (_ & (S1 & S2 & S3) & Hwr). unfold allowed, permitted, within. rewrite E, Hg, Ha, N.mod_1_r.
  rewrite !(proj2 (N.leb_le _ _)) by lia. cbn [andb N.eqb].
  destruct (stores (a_use a)); cbn [negb orb] in *; [|by rewrite orb_true_r]. rewrite orb_true_r. cbn [negb orb andb].
  by apply Hwr.
Qed.

(** ** Where this code finds things *)
Definition key_window := Window RCX 2 128 176 false.
Definition power_window := Window R9 3 32 128 false.
Definition scratch_window := Window RBP 4 0 144 true.
Definition text_window := Window RDI 5 0 96 false.
Definition earlier_window := Window R14 6 0 96 false.

Record places (g : env) (s : state) (k w t p a : N) : Prop := Places {
  place_key : opens g s key_window k;
  place_powers : opens g s power_window w;
  place_scratch : opens g s scratch_window t;
  place_text : opens g s text_window p;
  place_earlier : opens g s earlier_window a;
  place_apart : clear_of t k 176 ∧ clear_of t w 128 ∧ clear_of t p 96 ∧ clear_of t a 96;
}.

Definition in_places (a : access) : bool :=
  existsb (λ w, in_window w a) [key_window; power_window; scratch_window; text_window; earlier_window] &&
  (0 <? a_bytes a)%nat.

Lemma places_allowed g s k w t p a code :
  places g s k w t p a → forallb in_places (flat_map accesses code) = true →
    Forall (allowed g s) (flat_map accesses code).
Proof.
  intros [P1 P2 P3 P4 P5 _] H. rewrite forallb_forall in H. apply Forall_forall. intros x Hx.
  apply elem_of_list_In in Hx. specialize (H x Hx). unfold in_places in H. apply andb_true_iff in H as [H Hb].
  apply Nat.ltb_lt in Hb. cbn [existsb] in H. rewrite !orb_true_iff in H.
  destruct H as [H|[H|[H|[H|[H|H]]]]]; [..|done].
  all: eapply window_allowed; [|exact H|exact Hb]; eassumption.
Qed.

(** ** What holds between iterations

    [ks] are the eleven round keys, [h] is the hash key, [c] the next counter, [y] the hash so far, in three;
      [xs] are the
    six blocks that are hashed next, as GHASH reads them. *)
Record six_held (b : N → N) (v : vreg → N) (k w t : N) (ks : list N) (h c y : N) (xs : list N) : Prop := SixHeld {
  six_keys : load_blocks b k 11 = ks;
  six_powers j : (j < 6)%nat → load b (w + power_place j) 16 = twist (Aggregate.power h j);
  six_next : v V1 = byte_reverse 16 c;
  six_first : Some (v V9) = option_map (N.lxor (byte_reverse 16 c)) (hd_error ks);
  six_others : map v [V10; V11; V12; V13; V14] =
    map (λ i, Nat.iter i (λ x, low 128 (v2_sem PADDD x (2 ^ 120))) (byte_reverse 16 c)) [1; 2; 3; 4; 5]%nat;
  six_one : v V2 = 2 ^ 120;
  six_key : Some (v V15) = hd_error ks;
  six_last_block : nth_error xs 5 = Some (v V7);
  six_stored : map (λ i, load b (t + 112 - 16 * i) 16) [0; 1; 2; 3; 4] = firstn 5 xs;
  six_count : length xs = 6%nat;
  six_hash : N.lxor (N.lxor (v V8) (v V4)) (load b (t + 16) 16) = y;
  six_sized : Forall (λ x, x < 2 ^ 128) (v V4 :: v V8 :: h :: c :: y :: xs);
}.

(** The path that is taken while the last byte of the counter does not overflow in these six blocks,
  and the other one. *)
Definition path (c : N) (code : list instr) : Prop := code = overflowing ∨ code = counting_on ∧ low 8 c + 6 < 256.

(** After the counters have been made and the text is in %xmm9 to %xmm14. *)
Record six_done (s s' : state) (t p a : N) (ks : list N) (h c y : N) (xs : list N) : Prop := SixDone {
  done_text : map (λ x, locs s' (Lo x)) six_text = crypt ks c (load_blocks (memory s) p 6);
  done_hash : N.lxor (N.lxor (locs s' (Lo V8)) (locs s' (Lo V4))) (load (memory s') (t + 16) 16) =
    fold_left (hash_step h) xs y;
  done_sized : locs s' (Lo V8) < 2 ^ 128 ∧ locs s' (Lo V4) < 2 ^ 128;
  done_reversed : map (λ i, load (memory s') (t + 112 - 16 * i) 16) [0; 1; 2; 3; 4; 5] =
    map (byte_reverse 16) (load_blocks (memory s) a 6);
  done_next : locs s' (Lo V1) = byte_reverse 16 (Nat.iter 6 inc32 c);
  done_others : map (λ x, locs s' (Lo x)) [V0; V5; V6; V7; V3] =
    map (λ i, Nat.iter i (λ x, low 128 (v2_sem PADDD x (2 ^ 120))) (byte_reverse 16 (Nat.iter 6 inc32 c))) [1; 2; 3;
      4; 5]%nat;
  done_one : locs s' (Lo V2) = 2 ^ 120;
  done_key : Some (locs s' (Lo V15)) = hd_error ks;
  done_memory : ∀ x, x < t ∨ t + 144 <= x → memory s' x = memory s x;
  done_registers : ∀ r, r ≠ R11 → r ≠ R12 → r ≠ R13 → locs s' (G r) = locs s (G r);
}.

Lemma path_kept at_ c code x : path c code →
  let y := mixed_run at_ code x in
  in_m y = in_m x ∧ in_v y V3 = load (in_m x) (at_ (power_at (-32))) 16 ∧ in_v y V4 = in_v x V4 ∧
    in_v y V7 = in_v x V7 ∧
  in_v y V8 = in_v x V8.
Proof. intros [->|[-> _]]; cbv zeta; split_and!; reflexivity. Qed.

Lemma path_code c code : path c code →
  forallb is_mixed (code ++ middle) = true ∧ forallb in_places (flat_map accesses (code ++ middle)) = true.
Proof. intros [->|[-> _]]; split; vm_compute; reflexivity. Qed.

Lemma passing_other r : r ≠ R11 → r ≠ R12 → r ≠ R13 → passing r = false.
Proof. destruct r; intros; reflexivity || congruence. Qed.

Local Opaque crypt aes multiply twist Aggregate.power load byte_reverse v2_sem inc32 low.

Theorem six_blocks_body g s k w t p a ks h c y xs code :
  places g s k w t p a → six_held (memory s) (λ x, locs s (Lo x)) k w t ks h c y xs → path c code →
  ∃ s' ts, run g (code ++ middle) s = Some (s', ts) ∧ six_done s s' t p a ks h c y xs.
Proof.
  intros Hpl [K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12] Hpath. destruct (path_code c code Hpath) as [Hmix Hin].
  destruct (mixed_run_sound g (code ++ middle) s Hmix (places_allowed g s k w t p a _ Hpl Hin)) as (s' & ts & Hr &
    Hkeep & HV & _ & HM).
  exists s', ts. split; [exact Hr|]. clear Hr Hmix Hin. destruct Hpl as [P1 P2 P3 P4 P5 (A1 & A2 & A3 & A4)].
  set (at_ := address g (locs s)) in *.
  do 7 (destruct xs as [|? xs]; try discriminate K10).
  rename n into x1, n0 into x2, n1 into x3, n2 into x4, n3 into x5, n4 into x6.
  cbn [nth_error] in K8. injection K8 as K8. rewrite !Forall_cons in K12.
  destruct K12 as (S4 & S8 & Sh & Sc & Sy & Sxs).
  destruct (hd_error ks) as [k0|] eqn:Ek; [|discriminate K7]. cbn [option_map] in K4. injection K4 as K4.
  injection K7 as K7.
  assert (k0 < 2 ^ 128) as Sk.
  { rewrite <-K1 in Ek. cbn [load_blocks hd_error] in Ek. injection Ek as <-. apply load_block_below. }
  assert (counter_block c 0 = byte_reverse 16 c) as E0 by (unfold counter_block; by rewrite add32_0).
  assert (counted (contents_of s) c k0) as Hc by (split; rewrite ?E0; assumption).
  assert (blocks_held (mixed_run at_ code (contents_of s)) c k0) as Hb.
  { destruct Hpath as [->|[-> Hlow]]; [by apply overflowing_spec|by apply counting_on_spec]. }
  destruct (path_kept at_ c code (contents_of s) Hpath) as (U1 & U2 & U3 & U4 & U5).
  rewrite mixed_run_app in HV, HM. revert U1 U2 U3 U4 U5 Hb HV HM. generalize (mixed_run at_ code (contents_of s)).
  intros u U1 U2 U3 U4 U5 Hb HV HM.
  assert (∀ d, (-128 <= d <= 32)%Z → at_ (round_key d) = k + Z.to_N (d + 128)) as Hk
    by (intros d Hd; apply (window_address g s key_window k (round_key d) P1 eq_refl eq_refl); cbn; lia).
  assert (∀ d, (-32 <= d <= 80)%Z → at_ (power_at d) = w + Z.to_N (d + 32)) as Hw
    by (intros d Hd; apply (window_address g s power_window w (power_at d) P2 eq_refl eq_refl); cbn; lia).
  assert (∀ d, (0 <= d <= 136)%Z → at_ (scratch_at d) = t + Z.to_N d) as Hs.
  { intros d Hd. rewrite <-(Z.add_0_r d) at 2.
    apply (window_address g s scratch_window t (scratch_at d) P3 eq_refl eq_refl); cbn; lia. }
  assert (∀ d, (0 <= d <= 80)%Z → at_ (text_at d) = p + Z.to_N d) as Hp.
  { intros d Hd. rewrite <-(Z.add_0_r d) at 2.
    apply (window_address g s text_window p (text_at d) P4 eq_refl eq_refl); cbn; lia. }
  assert (∀ d, (0 <= d <= 88)%Z → at_ (earlier_at d) = a + Z.to_N d) as He.
  { intros d Hd. rewrite <-(Z.add_0_r d) at 2.
    apply (window_address g s earlier_window a (earlier_at d) P5 eq_refl eq_refl); cbn; lia. }
  change (in_m (contents_of s)) with (memory s) in *.
  destruct (middle_spec at_ k w t p a Hk Hw Hs Hp He A1 A2 A3 A4 u ks k0 h c y x1 x2 x3 x4 x5 x6) as (R1 & R2 & R3 &
    R4 & R5 & [N1 N2 N3 N4] & R7 & R8);
    rewrite ?U1, ?U2, ?U3, ?U4, ?U5;
    [by symmetry|exact Ek|exact K2|exact Sh|exact Sc|exact Sy|rewrite !Forall_cons; exact Sxs|exact Hb|
     rewrite Hw by lia; reflexivity|by symmetry|exact K9|exact S4|exact S8|exact K11|].
  rewrite U1 in R1, R5, R8. change (memory s') with (in_m (contents_of s')) in *.
  assert (∀ x, locs s' (Lo x) = in_v (mixed_run at_ middle u) x) as HV' by exact HV.
  assert (memory s' = in_m (mixed_run at_ middle u)) as HM' by exact HM.
  split; rewrite ?HM', ?HV'.
  - rewrite <-R1. by apply map_ext.
  - exact R4.
  - exact (conj R3 R2).
  - exact R5.
  - rewrite N1. unfold counter_block. by rewrite add32_0.
  - unfold counter_block in N2. rewrite add32_0 in N2.
    transitivity (map (in_v (mixed_run at_ middle u)) [V0; V5; V6; V7; V3]); [by apply map_ext|exact N2].
  - exact N3.
  - by rewrite N4.
  - exact R8.
  - intros r H1 H2 H3. apply Hkeep. exact (passing_other r H1 H2 H3).
Qed.
