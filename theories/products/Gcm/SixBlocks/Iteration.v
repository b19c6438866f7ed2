(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** One iteration of examples/asm/six_blocks.S with its jumps, by either path and to either end. *)
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
From Fairlead.Gcm.SixBlocks Require Import Numbers Listing Middle Body Around Jumps Task.
Local Open Scope N_scope.

Local Opaque crypt aes multiply twist Aggregate.power load byte_reverse v2_sem inc32 low.

(** ** From the text to the end, and back to the test *)

Definition ends_fit (a : access) : bool :=
  existsb (λ w, in_window w a) [result_window; scratch_window] && (0 <? a_bytes a)%nat.

Lemma go_on_allowed g s q t :
  opens g s result_window q → opens g s scratch_window t → Forall (allowed g s) (flat_map accesses go_on).
Proof.
  intros H1 H2. assert (forallb ends_fit (flat_map accesses go_on) = true) as H by (vm_compute; reflexivity).
  rewrite forallb_forall in H. apply Forall_forall. intros x Hx%elem_of_list_In. apply H in Hx.
  apply andb_true_iff in Hx as [Hx Hb%Nat.ltb_lt]. cbn [existsb] in Hx. rewrite !orb_true_iff in Hx.
  destruct Hx as [Hx|[Hx|Hx]]; [| |done]; (eapply window_allowed; [|exact Hx|exact Hb]); eassumption.
Qed.

Lemma finish_allowed g s t : opens g s scratch_window t → Forall (allowed g s) (flat_map accesses finish).
Proof.
  intros H1.
  assert (forallb (λ a, in_window scratch_window a && (0 <? a_bytes a)%nat) (flat_map accesses finish) = true) as H
    by (vm_compute; reflexivity).
  rewrite forallb_forall in H. apply Forall_forall. intros x Hx%elem_of_list_In. apply H in Hx.
  apply andb_true_iff in Hx as [Hx Hb%Nat.ltb_lt]. eapply window_allowed; [exact H1|exact Hx|exact Hb].
Qed.

(** A register that is not among some. *)
Ltac absent := apply (bool_decide_unpack _); vm_compute; exact I.

Lemma some_left m : negb (N.of_nat (S m) =? 0) = true.
Proof. by destruct m. Qed.

Lemma span_inside g r a n b m : span g r a n → a <= b → b + m <= a + n → span g r b m.
Proof. unfold span. lia. Qed.

Section iteration.
  Context (g : env) (b : bytes_of_memory) (k w t p a : N) (ks : list N) (h : N) (n : nat) (c y : N) (xs : list N).
  Context (Htask : six_task g k w t p a n) (Hkeys : load_blocks b k 11 = ks).
  Context (Hpowers : ∀ j, (j < 6)%nat → load b (w + power_place j) 16 = twist (Aggregate.power h j)).
  Context (Hsized : Forall (λ x, x < 2 ^ 128) (h :: c :: y :: xs)).

  Notation progress := (six_progress b k w t p a ks h c y xs).
  Notation now i := (counter_after (6 * i) c).
  Notation made i := (crypt ks (counter_after (6 * i) c) (load_blocks b (p + 96 * N.of_nat i) 6)).

  Lemma progress_places i m before next s s3 : (i < n)%nat → progress i m before next s → same_but [RBX] s s3 →
    places g s3 k w t (p + 96 * N.of_nat i) (a + 96 * N.of_nat i).
  Proof using Htask.
    intros Hi [[R1 R2 R3 R4 R5 R6 R7 R8] _ _ _] (_ & _ & G3). destruct Htask as [T1 T2 [T3 T4] T5 [T6 T7] T8 _ _ _].
    unfold clear_of in T8.
    split; [..|unfold clear_of; lia].
    all: split; [rewrite G3 by absent;
      cbn [w_ahead w_reg key_window power_window scratch_window text_window earlier_window]; rewrite ?N.add_0_r;
        assumption|].
    all: split; [|cbn; intros E; try discriminate E]; try exact T4.
    all: cbn [w_region w_size key_window power_window scratch_window text_window earlier_window]; try assumption.
    - apply (span_inside _ _ _ _ _ _ T5); lia.
    - apply (span_inside _ _ _ _ _ _ T6); lia.
  Qed.

  (** The text is made; pointers have advanced, but nothing is saved yet. *)
  Lemma text_made i m before next s : (i + S m = n)%nat → progress i (N.of_nat (S m)) before next s →
    ∃ s3 s1 s', goes g 254 s 237 s' ∧ same_but [RBX] s s3 ∧ same_but [RDI; RSI; R14; RDX] s1 s' ∧
      six_registers s' k w t (p + 96 * N.of_nat (S i)) (a + 96 * N.of_nat (S i)) (now (S i)) (N.of_nat m) ∧
      test CcBE s' = Some (N.of_nat m =? 0) ∧
      six_done s3 s1 t (p + 96 * N.of_nat i) (a + 96 * N.of_nat i) ks h (now i) (fold_left (hash_step h) before y) next.
  Proof using Htask.
    intros Hi Hp. pose proof Hp as [[R1 R2 R3 R4 R5 R6 R7 R8] Hh _ _].
    assert (6 * N.of_nat (S m) < 2 ^ 64) as Hlt.
    { destruct Htask as [_ _ _ (? & ? & ?) _ _ _ _ _]. lia. }
    destruct (again_spec g s (N.of_nat (S m)) R7 Hlt) as (s0 & ts0 & X0 & B0 & T0).
    assert (progress i (N.of_nat (S m)) before next s0) as Hp0.
    { destruct Hp as [_ Hh' Hm Hs], B0 as (M & V & G0). split.
      - split; rewrite G0 by (apply not_elem_of_nil); assumption.
      - rewrite M. by apply (six_held_same _ (λ x, locs s (Lo x))).
      - intros x Hx. rewrite M. by apply Hm.
      - by rewrite M. }
    pose proof Hp0 as [[Q1 Q2 Q3 Q4 Q5 Q6 Q7 Q8] Hh0 _ _].
    destruct (body_goes g s0 k w t _ _ ks h _ _ next
      (λ s3, progress_places i _ before next s0 s3 ltac:(lia) Hp0) Hh0 Q8) as (s3 & s1 & G1 & B3 & D3 & Hd).
    pose proof Hd as [D1 D2 D2' D4 D5 D6 D7 D8 D9 D10]. destruct B3 as (M3 & V3 & G3).
    assert (∀ r, r ≠ RBX → r ≠ R11 → r ≠ R12 → r ≠ R13 → locs s1 (G r) = locs s0 (G r)) as Hr.
    { intros r Hr1 Hr2 Hr3 Hr4. rewrite D10 by assumption. apply G3. by intros ?%elem_of_list_singleton. }
    destruct (advance_spec g s1 (p + 96 * N.of_nat i) (a + 96 * N.of_nat i + 96) (a + 96 * N.of_nat i) (N.of_nat m))
      as (s4 & ts4 & X4 & (M4 & V4 & G4) & E1 & E2 & E3 & E4 & T4); [rewrite ?Hr by done..|lia|].
    1, 2, 3: assumption.
    { rewrite Q7. lia. }
    exists s3, s1, s4. split; [|split; [|split; [exact (conj M4 (conj V4 G4))|split; [|split; [exact T4|exact Hd]]]]].
    - eapply goes_trans; [exact (goes_block g again 254 s s0 ts0 ltac:(vm_compute; reflexivity) X0)|].
      eapply (goes_branch _ _ CcA 1 true); [vm_compute; reflexivity|by rewrite T0, some_left|].
      eapply goes_trans; [exact G1|]. exact (goes_block g advance body_end s1 s4 ts4 ltac:(vm_compute; reflexivity) X4).
    - apply (same_but_trans _ _ s0); [|exact (conj M3 (conj V3 G3))]. destruct B0 as (M & V & G0). split; [exact M|].
      split; [exact V|].
      intros r _. apply G0, not_elem_of_nil.
    - assert (∀ r, r = RCX ∨ r = R9 ∨ r = RBP → locs s4 (G r) = locs s0 (G r)) as Hk.
      { intros r [->|[->| ->]]; (rewrite G4 by absent); by apply Hr. }
      rewrite <-(Hk RCX) in Q1 by auto. rewrite <-(Hk R9) in Q2 by auto. rewrite <-(Hk RBP) in Q3 by auto.
      replace (p + 96 * N.of_nat (S i)) with (p + 96 * N.of_nat i + 96) by lia.
      replace (a + 96 * N.of_nat (S i)) with (a + 96 * N.of_nat i + 96) by lia.
      split; [exact Q1|exact Q2|exact Q3|exact E1|exact E2|exact E3|exact E4|].
      rewrite G4 by absent. rewrite (D10 RBX), D3 by discriminate.
      replace (6 * S i)%nat with (6 * i + 6)%nat by lia. by rewrite counter_after_add.
  Qed.

  (** What both ends begin with. *)
  Lemma scratch_opens s q c' m : six_registers s k w t (p + q) (a + q) c' m → opens g s scratch_window t.
  Proof using Htask.
    intros R. destruct Htask as [_ _ [T3 T4] _ _ _ _ _ _]. split; [|split; [exact T3|intros _; exact T4]].
    cbn [w_reg w_ahead scratch_window]. rewrite N.add_0_r. apply R.
  Qed.

  Lemma scratch_address s q c' m : six_registers s k w t (p + q) (a + q) c' m →
    ∀ d, (0 <= d <= 136)%Z → address g (locs s) (scratch_at d) = t + Z.to_N d.
  Proof using Htask.
    intros R d Hd. rewrite <-(Z.add_0_r d) at 2.
    apply (window_address g s scratch_window t (scratch_at d) (scratch_opens s q c' m R) eq_refl eq_refl); cbn; lia.
  Qed.

  Lemma made_text i m before next s s3 s1 : (i < n)%nat → progress i m before next s → same_but [RBX] s s3 →
    six_done s3 s1 t (p + 96 * N.of_nat i) (a + 96 * N.of_nat i) ks h (now i) (fold_left (hash_step h) before y) next →
    map (λ x, locs s1 (Lo x)) six_text = made i.
  Proof using Htask.
    intros Hi Hp [M3 _] Hd. rewrite (done_text _ _ _ _ _ _ _ _ _ _ Hd), M3. f_equal.
    apply (memory_text g b k w t p a ks n c Htask i); [|exact Hi]. apply Hp.
  Qed.

  Lemma made_below i : Forall (λ v, v < 2 ^ 128) (made i).
  Proof using Hkeys. apply (six_written_below b k ks Hkeys), load_blocks_below. Qed.

  Lemma done_outside i m before next s s3 s1 x : progress i m before next s → same_but [RBX] s s3 →
    six_done s3 s1 t (p + 96 * N.of_nat i) (a + 96 * N.of_nat i) ks h (now i) (fold_left (hash_step h) before y) next →
    x < t ∨ t + 144 <= x → memory s1 x = six_stored b p a ks c i x.
  Proof using.
    intros Hp [M3 _] Hd Hx. rewrite (done_memory _ _ _ _ _ _ _ _ _ _ Hd), M3 by exact Hx. by apply Hp.
  Qed.

  Lemma key_below x : Some x = hd_error ks → x < 2 ^ 128.
  Proof using Hkeys.
    rewrite <-Hkeys. cbn [load_blocks hd_error]. intros [= ->].
    apply load_block_below.
  Qed.

  Lemma iteration_more i m before next s : (i + S (S m) = n)%nat → progress i (N.of_nat (S (S m))) before next s →
    ∃ next' s', goes g 254 s 254 s' ∧ progress (S i) (N.of_nat (S m)) (before ++ next) next' s'.
  Proof using Htask Hkeys Hpowers Hsized.
    intros Hi Hp. destruct (text_made i (S m) before next s Hi Hp) as (s3 & s1 & s4 & Hg & B3 & (M4 & W4 & _) & R & T
      & Hd).
    set (q := a + 96 * N.of_nat (S i)) in *. pose proof Htask as [_ _ _ _ [T6 T7] (_ & _ & _ & T8) _ _ _].
    unfold clear_of in T8.
    assert (opens g s4 result_window q) as Ho.
    { split; [exact (reg_rsi _ _ _ _ _ _ _ _ R)|]. split; [|intros _; exact T7].
      apply (span_inside _ _ _ _ _ _ T6); cbn [w_size result_window]; lia. }
    pose proof (scratch_opens s4 _ _ _ R) as Hsc.
    destruct (mixed_run_sound g go_on s4 ltac:(vm_compute; reflexivity) (go_on_allowed g s4 q t Ho Hsc))
      as (s5 & ts & X5 & K5 & HV & _ & HM).
    destruct (go_on_spec (address g (locs s4)) t q (scratch_address s4 _ _ _ R)) with (x := contents_of s4)
      (ws := made i) as (E1 & E2 & E3 & E4 & E5).
    { intros d Hd'. apply (window_address g s4 result_window q (result_at d) Ho eq_refl eq_refl); cbn; lia. }
    { rewrite <-(made_text i _ before next s s3 s1 ltac:(lia) Hp B3 Hd). apply map_ext. exact W4. }
    { apply made_below. }
    rewrite <-HM in E1, E4. change (in_m (contents_of s4)) with (memory s4) in E1. rewrite M4 in E1.
    assert (∀ x, locs s5 (Lo x) = in_v (mixed_run (address g (locs s4)) go_on (contents_of s4)) x) as HV' by exact HV.
    change (in_m (contents_of s5)) with (memory s5) in *. clear HV HM.
    assert (length (made i) = 6%nat) as Hlen by (by rewrite crypt_length, load_blocks_length).
    assert (∀ x, x < t ∨ t + 144 <= x → memory s5 x = six_stored b p a ks c (S i) x) as Hout.
    { intros x Hx. rewrite E1, <-six_stored_more. replace (a + 96 + 96 * N.of_nat i) with q by lia.
      apply store_blocks_same. by apply (done_outside i _ before next s s3 s1 x Hp B3 Hd). }
    assert (∀ o, t <= o → o + 16 <= t + 144 → load (memory s5) o 16 = load (memory s1) o 16) as Hin.
    { intros o H1 H2. apply load_agree. intros x Hx. unfold covers in Hx. rewrite E1. apply store_blocks_outside.
      rewrite Hlen. lia. }
    pose proof Hd as [D1 D2 [D8 D4] D5 D6 D7 D9 D10 _ _]. destruct B3 as (M3 & _ & _).
    assert (∀ x, in_v (contents_of s4) x = locs s1 (Lo x)) as W1 by exact W4.
    rewrite !W1 in E2.
    assert (counter_after 6 (now i) = now (S i)) as Hnow.
    { replace (6 * S i)%nat with (6 * i + 6)%nat by lia. by rewrite counter_after_add. }
    rewrite Hnow in *.
    set (next' := map (byte_reverse 16) (load_blocks (memory s) (a + 96 * N.of_nat i) 6)).
    rewrite M3 in D5. fold next' in D5.
    exists next', s5. split; [|split].
    - eapply goes_trans; [exact Hg|].
      eapply (goes_branch _ _ CcBE 252 false); [vm_compute; reflexivity|rewrite T; apply f_equal, N.eqb_neq; lia|].
      eapply goes_trans; [exact (goes_block g go_on 238 s4 s5 ts ltac:(vm_compute; reflexivity) X5)|].
      eapply (goes_jump _ _ 254); [vm_compute; reflexivity|]. apply goes_refl.
    - destruct R as [R1 R2 R3 R4 R5 R6 R7 R8]. split; rewrite K5 by done; assumption.
    - pose proof Hsized as Hs'. rewrite !Forall_cons in Hs'. destruct Hs' as (Sh & Sc & Sy & _).
      split.
      + apply (memory_key g b k w t p a ks n c Htask Hkeys (S i)); [exact Hout|lia].
      + intros j Hj. apply (memory_powers g b k w t p a ks h n c Htask Hpowers (S i)); [exact Hout|lia|exact Hj].
      + rewrite HV', (E5 V1 eq_refl), W1. exact D6.
      + rewrite HV', E2, <-D10. cbn [option_map]. f_equal. rewrite D6. apply sem_xor; [apply byte_reverse_below|by
        apply key_below].
      + transitivity (map (in_v (mixed_run (address g (locs s4)) go_on (contents_of s4))) [V10; V11; V12; V13; V14]);
          [by apply map_ext|]. rewrite E3.
        rewrite (map_ext (in_v (contents_of s4)) (λ x, locs s1 (Lo x)) W1), D7, map_map. apply map_ext_in.
        intros [|j] Hj; [exfalso; cbn in Hj; lia|]. rewrite Nat.iter_succ. by apply low_low.
      + by rewrite HV', (E5 V2 eq_refl), W1.
      + by rewrite HV', (E5 V15 eq_refl), W1.
      + rewrite HV', E4, Hin by lia. apply (f_equal (λ l, nth_error l 5)) in D5. rewrite <-D5. cbn [map nth_error].
        do 2 f_equal. lia.
      + apply (f_equal (firstn 5)) in D5. rewrite <-D5. cbn [map firstn]. by rewrite !Hin by lia.
      + unfold next'. by rewrite map_length, load_blocks_length.
      + rewrite !HV', (E5 V8 eq_refl), (E5 V4 eq_refl), !W1, Hin by lia. rewrite D2. by rewrite fold_left_app.
      + rewrite !HV', (E5 V8 eq_refl), (E5 V4 eq_refl), !W1. rewrite !Forall_cons.
        split_and!; [exact D4|exact D8|exact Sh|by apply counter_after_below|by apply fold_hash_below|].
        apply Forall_map, Forall_forall. intros x _. apply byte_reverse_below.
    - exact Hout.
    - rewrite six_to_hash_more. rewrite (progress_hash _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hp). fold next'.
      rewrite <-!app_assoc. do 4 f_equal. rewrite E1. symmetry. rewrite <-Hlen. apply load_store_blocks, made_below.
  Qed.

  (** The last iteration: no text is saved, and the hash is put together. *)
  Record six_finished (next : list N) (s : state) : Prop := SixFinished {
    finished_registers : six_registers s k w t (p + 96 * N.of_nat n) (a + 96 * N.of_nat n) (now n) 0;
    finished_text : map (λ x, locs s (Lo x)) six_text = made (n - 1);
    finished_hash : ∃ before, locs s (Lo V8) = fold_left (hash_step h) before y ∧
      to_hash b p a ks c xs n = before ++ next ++ map (byte_reverse 16) (made (n - 1));
    finished_next : map (λ i, load (memory s) (t + 112 - 16 * i) 16) [0; 1; 2; 3; 4; 5] = next;
    finished_counter : locs s (Lo V1) = byte_reverse 16 (now n);
    finished_memory x : x < t ∨ t + 144 <= x → memory s x = six_stored b p a ks c (n - 1) x;
  }.

  Lemma iteration_last i before next s : (S i = n)%nat → progress i 1 before next s →
    ∃ next' s', goes g 254 s 256 s' ∧ six_finished next' s' ∧ length next' = 6%nat.
  Proof using Htask.
    intros Hi Hp. destruct (text_made i 0 before next s ltac:(lia) Hp) as (s3 & s1 & s4 & Hg & B3 & (M4 & W4 & _) & R
      & T & Hd).
    pose proof (scratch_opens s4 _ _ _ R) as Hsc.
    destruct (mixed_run_sound g finish s4 ltac:(vm_compute; reflexivity) (finish_allowed g s4 t Hsc))
      as (s5 & ts & X5 & K5 & HV & _ & HM).
    pose proof Hd as [D1 D2 [D8 D4] D5 D6 D7 D9 D10 _ _].
    assert (∀ x, in_v (contents_of s4) x = locs s1 (Lo x)) as W1 by exact W4.
    destruct (finish_spec (address g (locs s4)) t (scratch_address s4 _ _ _ R) (contents_of s4)) as (E1 & E2 & E3);
      [by rewrite W1..|].
    rewrite <-HM in E1. rewrite !W1 in E2. change (in_m (contents_of s4)) with (memory s4) in *. rewrite M4 in *.
    assert (∀ x, locs s5 (Lo x) = in_v (mixed_run (address g (locs s4)) finish (contents_of s4)) x) as HV' by exact HV.
    change (in_m (contents_of s5)) with (memory s5) in *. clear HV HM.
    destruct (again_spec g s5 0) as (s6 & ts6 & X6 & (M6 & W6 & G6) & T6); [rewrite K5 by done; apply R|done|].
    assert (∀ x, same_vreg x V8 = false → locs s6 (Lo x) = locs s1 (Lo x)) as L.
    { intros x Hx. by rewrite W6, HV', (E3 x Hx), W1. }
    assert (counter_after 6 (now i) = now n) as Hnow.
    { rewrite <-Hi. replace (6 * S i)%nat with (6 * i + 6)%nat by lia. by rewrite counter_after_add. }
    rewrite Hnow in *. destruct B3 as (M3 & B3). rewrite M3 in D5. replace (n - 1)%nat with i in * by lia.
    exists (map (byte_reverse 16) (load_blocks (memory s) (a + 96 * N.of_nat i) 6)), s6. split; [|split].
    - eapply goes_trans; [exact Hg|].
      eapply (goes_branch _ _ CcBE 252 true); [vm_compute; reflexivity|exact T|].
      eapply goes_trans; [exact (goes_block g finish 252 s4 s5 ts ltac:(vm_compute; reflexivity) X5)|].
      eapply goes_trans; [exact (goes_block g again 254 s5 s6 ts6 ltac:(vm_compute; reflexivity) X6)|].
      eapply (goes_branch _ _ CcA 1 false); [vm_compute; reflexivity|exact T6|]. apply goes_refl.
    - assert (n - 1 = i)%nat as Hn by lia. split; rewrite ?Hn.
      + rewrite Hi in R. destruct R as [R1 R2 R3 R4 R5 R6 R7 R8].
        split; rewrite G6 by absent; rewrite K5 by done; assumption.
      + rewrite <-(made_text i _ before next s s3 s1 ltac:(lia) Hp (conj M3 B3) Hd). unfold six_text. cbn [map].
        by rewrite !L.
      + exists (before ++ next). rewrite W6, HV', E2, D2, fold_left_app. split; [done|].
        rewrite <-Hi, six_to_hash_more, (progress_hash _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hp). by rewrite <-!app_assoc.
      + by rewrite M6, E1.
      + by rewrite L.
      + intros x Hx. rewrite M6, E1. by apply (done_outside i _ before next s s3 s1 x Hp (conj M3 B3) Hd).
    - by rewrite map_length, load_blocks_length.
  Qed.

  Theorem iterations m : ∀ i before next s, (i + S m = n)%nat → progress i (N.of_nat (S m)) before next s →
    ∃ next' s', goes g 254 s 256 s' ∧ six_finished next' s' ∧ length next' = 6%nat.
  Proof using Htask Hkeys Hpowers Hsized.
    induction m as [|m IH]; intros i before next s Hi Hp.
    - apply (iteration_last i before next s); [lia|exact Hp].
    - destruct (iteration_more i m before next s Hi Hp) as (next1 & s1 & G1 & P1).
      destruct (IH (S i) _ _ s1 ltac:(lia) P1) as (next2 & s2 & G2 & F2). exists next2, s2. split; [|exact F2].
      by eapply goes_trans.
  Qed.
End iteration.
