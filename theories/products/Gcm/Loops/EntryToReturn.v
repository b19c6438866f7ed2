(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The procedures of the assembly files from their first instruction to their return: as
    written, and with any body of the loop that the reordering checker accepts, so as shipped. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Run_trusted Flat_trusted Structured_trusted.
From Fairlead.Asm.Control Require Import Lowering Loops.
From Fairlead.Asm.Hoare Require Import Logic.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Asm.Hoare Require Import Scalars Reordered.
From Fairlead.Asm.Control Require Import Runs.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Macros Require Import Listing.
From Fairlead.Gcm.Loops Require Import Text Setting Body Groups SameCode Iterations Ends Shipped.
Local Open Scope N_scope.

(** A call, by the registers and what is in memory: key at [k], state at [st], text from [p] to [q]. *)
Record call (g : env) (s : state) (n : nat) (ks : list N) (h k st p q : N) (groups : nat) (c y : N) : Prop := Call {
  call_job : job g (memory s) n ks h k p q groups;
  call_state : state_at_address g (memory s) st c y;
  call_groups : (0 < groups)%nat;
  call_rdi : locs s (G RDI) = low 64 k;
  call_rsi : locs s (G RSI) = low 64 st;
  call_rdx : locs s (G RDX) = low 64 p;
  call_rcx : locs s (G RCX) = low 64 q;
  call_r8 : locs s (G R8) = N.of_nat groups;
}.

(** What it leaves: the text, then the next counter and the hash in the state; nothing else in memory has changed, and
    the vector registers are cleared (but for the mask of the byte reversal, which is no secret). *)
Definition answered (s s' : state) (ks : list N) (st p q : N) (groups : nat) (c y' : N) : Prop :=
  memory s' = store_blocks (memory_after (memory s) ks p q c groups) st [counter_after (6 * groups) c; y'] ∧
  ∀ x, x <> V13 → vectors s' x = 0.

Section whole.
  Context (g : env) (s : state) (n : nat) (ks : list N) (h k st p q : N) (groups : nat) (c y : N).
  Context (Hcall : call g s n ks h k st p q groups c y).

  Notation b := (memory s).

  Lemma call_counter_below : c < 2 ^ 128.
  Proof using Hcall. destruct Hcall as [_ [_ _ <- _] _ _ _ _ _ _]. apply load_block_below. Qed.
  Lemma call_hash_below : y < 2 ^ 128.
  Proof using Hcall. destruct Hcall as [_ [_ _ _ <-] _ _ _ _ _ _]. apply load_block_below. Qed.
  Lemma call_hash_key_below : h < 2 ^ 128.
  Proof using Hcall. apply (job_setting _ _ _ _ _ _ _ _ _ (call_job _ _ _ _ _ _ _ _ _ _ _ _ Hcall)). Qed.

  Lemma entered : ∃ s1 ts, run g enter s = Some (s1, ts) ∧
    progress b ks k p q c (low 64 st) 0 (N.of_nat groups) y s1.
  Proof using Hcall.
    destruct Hcall as [Hjob Hst _ HDI HSI HDX HCX H8].
    destruct (enter_spec g s k ks h st p q c y (job_setting _ _ _ _ _ _ _ _ _ Hjob) Hst HDI HSI HDX HCX)
      as (s1 & ts & H1 & R1 & G1 & M1).
    exists s1, ts. split; [exact H1|]. apply Progress; rewrite ?G1; [|exact H8|exact HSI|exact M1].
    change (96 * N.of_nat 0) with 0. rewrite !N.add_0_r. exact R1.
  Qed.

  Lemma left s1 hash :
    progress b ks k p q c (low 64 st) groups 0 hash s1 → hash < 2 ^ 128 →
    ∃ s' ts, run g (leave ++ wipe) s1 = Some (s', ts) ∧ answered s s' ks st p q groups c hash.
  Proof using Hcall.
    intros [R1 _ HSI M1] Hh. destruct Hcall as [_ [Hspan Hw _ _] _ _ _ _ _ _].
    destruct (leave_wipe_spec g s1 k st _ _ _ _ Hspan Hw HSI R1) as (s' & ts & H & M & V);
      [apply counter_after_below, call_counter_below|exact Hh|].
    exists s', ts. split; [exact H|]. split; [|exact V]. by rewrite M, M1.
  Qed.

  (** ** Decryption *)
  Theorem decrypt_whole fast :
    accepted (decrypt_iteration n) fast →
    ∃ s', ends_in g (decrypt_around fast) s s' ∧
          answered s s' ks st p q groups c (hash_of h y (text_read b p groups)).
  Proof using Hcall.
    intros Hacc. pose proof call_counter_below as Hc. pose proof call_hash_below as Hy.
    destruct entered as (s1 & ts1 & H1 & P1).
    pose proof (call_groups _ _ _ _ _ _ _ _ _ _ _ _ Hcall) as Hpos.
    pose proof (call_job _ _ _ _ _ _ _ _ _ _ _ _ Hcall) as Hjob.
    pose proof (accepted_loop g _ _ _ _ _ CcNE (respects_none g) Hacc
      (decrypt_loop_spec g b n ks h k p q groups c y (low 64 st) Hjob Hc Hy Hpos)) as Hloop.
    destruct (Hloop s1 P1) as (s2 & t2 & X2 & P2).
    destruct (left s2 _ P2) as (s3 & ts3 & H3 & A3); [apply hash_of_below; [apply call_hash_key_below|exact Hy]|].
    exists s3. split; [|exact A3]. exact (loop_ends g enter fast CcNE (leave ++ wipe) s s1 s2 s3 ts1 t2 ts3 H1 X2 H3).
  Qed.

  (** ** Encryption *)
  Lemma started : ∃ s1 ts, run g (encrypt_start n) s = Some (s1, ts) ∧
    progress b ks k p q c (low 64 st) 1 (N.of_nat (groups - 1)) y s1 ∧
    test CcE s1 = Some (N.of_nat (groups - 1) =? 0).
  Proof using Hcall.
    pose proof call_counter_below as Hc. pose proof call_hash_below as Hy.
    destruct entered as (s1 & ts1 & H1 & P1).
    pose proof (call_groups _ _ _ _ _ _ _ _ _ _ _ _ Hcall) as Hpos.
    pose proof (call_job _ _ _ _ _ _ _ _ _ _ _ _ Hcall) as Hjob.
    assert (0 + S (groups - 1) = groups)%nat as Hg by lia.
    assert (progress b ks k p q c (low 64 st) 0 (N.of_nat (S (groups - 1))) y s1) as P1' by (by rewrite <-Hg in P1).
    destruct (cipher_progress g b n ks h k p q groups c y (low 64 st) Hjob Hc Hy 0 (groups - 1)%nat
                (cipher_six n ++ save) y y s1 Hg P1') as (s2 & ts2 & H2 & P2 & _ & T2).
    { apply (cipher_save_spec g ks h n (job_rounds _ _ _ _ _ _ _ _ _ Hjob) (job_rounds_range _ _ _ _ _ _ _ _ _ Hjob)).
      - eapply (progress_setting g b n ks h k p q groups c y (low 64 st) Hjob Hc Hy 0); [lia|exact P1].
      - exact (prog_registers _ _ _ _ _ _ _ _ _ _ _ P1).
      - exact Hc.
      - apply (progress_input g b n ks h k p q groups c y Hjob Hc Hy 0). lia.
      - apply (progress_output g b n ks h k p q groups c y Hjob Hc Hy 0). lia. }
    exists s2, (ts1 ++ ts2). split; [|exact (conj P2 T2)].
    replace (encrypt_start n) with (enter ++ (cipher_six n ++ save) ++ count_down)
      by (unfold encrypt_start; by rewrite <-app_assoc).
    by eapply run_app_some.
  Qed.

  Lemma hashed_last s1 :
    progress b ks k p q c (low 64 st) groups 0 (hash_of h y (text_written b ks p c (groups - 1))) s1 →
    ∃ s' ts, run g encrypt_end s1 = Some (s', ts) ∧
      answered s s' ks st p q groups c (hash_of h y (text_written b ks p c groups)).
  Proof using Hcall.
    pose proof call_counter_below as Hc. pose proof call_hash_below as Hy.
    pose proof (call_groups _ _ _ _ _ _ _ _ _ _ _ _ Hcall) as Hpos.
    pose proof (call_job _ _ _ _ _ _ _ _ _ _ _ _ Hcall) as Hjob.
    destruct (Nat.lt_exists_pred 0 groups Hpos) as (i & Hi & _). intros P1.
    replace (groups - 1)%nat with i in P1 by lia.
    assert (text_at g s1 written_at (q + 96 * N.of_nat i)) as Ht.
    { apply (written_text_at g s1 (q + 96 * N.of_nat groups)).
      - apply (prog_registers _ _ _ _ _ _ _ _ _ _ _ P1).
      - lia.
      - apply (span_part g groups c y Hc Hy); [apply Hjob|lia]. }
    destruct (hash_spec g ks h s1 k _ _ _ _ written_at _
      (progress_setting g b n ks h k p q groups c y (low 64 st) Hjob Hc Hy _ _ _ s1 (le_n _) P1)
      (prog_registers _ _ _ _ _ _ _ _ _ _ _ P1)
      (hash_of_below h y _ call_hash_key_below Hy) Ht) as (s2 & ts2 & H2 & R2 & G2 & M2).
    assert (progress b ks k p q c (low 64 st) groups 0 (hash_of h y (text_written b ks p c groups)) s2) as P2.
    { destruct P1 as [R1 L1 S1 M1]. apply Progress; rewrite ?G2; [|exact L1|exact S1|by rewrite M2, M1].
      rewrite Hi, (memory_after_written g b n ks h k p q groups c Hjob i), hash_of_app.
      rewrite M1, Hi in R2. exact R2. }
    destruct (left s2 _ P2 (hash_of_below h y _ call_hash_key_below Hy)) as (s3 & ts3 & H3 & A3).
    exists s3, (ts2 ++ ts3). split; [by eapply run_app_some|exact A3].
  Qed.

  Theorem encrypt_whole fast :
    accepted (encrypt_iteration n) fast →
    ∃ s', ends_in g (encrypt_around n fast) s s' ∧
          answered s s' ks st p q groups c (hash_of h y (text_written b ks p c groups)).
  Proof using Hcall.
    intros Hacc. pose proof call_counter_below as Hc. pose proof call_hash_below as Hy.
    pose proof (call_groups _ _ _ _ _ _ _ _ _ _ _ _ Hcall) as Hpos.
    pose proof (call_job _ _ _ _ _ _ _ _ _ _ _ _ Hcall) as Hjob.
    destruct started as (s1 & ts1 & H1 & P1 & T1).
    pose proof (stands_whole (encrypt_around n fast)) as Hst. unfold encrypt_around at 2, guarded_loop in Hst. cbv zeta in Hst.
    set (prog := encrypt_around n fast) in *.
    set (first := length (encrypt_start n)) in *. set (last := S (S first + length fast)) in *.
    apply stands_app in Hst as [S1 Hst]. rewrite map_length in Hst. fold first in Hst.
    apply stands_cons in Hst as [S2 Hst].
    change (flat_block fast ++ FBranch CcNE (S first) :: flat_block encrypt_end ++ [FHalt; FHalt])
      with (flat_block fast ++ [FBranch CcNE (S first)] ++ flat_block encrypt_end ++ [FHalt; FHalt]) in Hst.
    rewrite app_assoc in Hst. apply stands_app in Hst as [S3 Hst]. rewrite app_length, map_length in Hst.
    apply stands_app in Hst as [S4 Hst]. rewrite map_length in Hst. apply stands_cons in Hst as [S5 _].
    change (length [FBranch CcNE (S first)]) with 1%nat in *.
    replace (0 + first + 1)%nat with (S first) in * by lia.
    replace (S first + (length fast + 1))%nat with last in * by (unfold last; lia).
    pose proof (block_reaches g prog (encrypt_start n) 0 s s1 ts1 S1 H1) as Q1.
    change (0 + length (encrypt_start n))%nat with first in Q1.
    assert (∃ s2 t2, reaches g prog first s1 last s2 t2 ∧
              progress b ks k p q c (low 64 st) groups 0 (hash_of h y (text_written b ks p c (groups - 1))) s2)
      as (s2 & t2 & Q2 & P2).
    { destruct (Nat.eq_dec groups 1) as [E|Hmore].
      - rewrite E in T1. exists s1, [EBranch true]. split.
        + eapply reaches_branch; [exact S2|exact T1|]. apply reaches_refl.
        + rewrite E in P1 |- *. exact P1.
      - assert (1 < groups)%nat as Hloops by lia.
        pose proof (accepted_loop g _ _ _ _ _ CcNE (respects_none g) Hacc
          (encrypt_loop_spec g b n ks h k p q groups c y (low 64 st) Hjob Hc Hy Hloops)) as Hloop.
        destruct (Hloop s1 P1) as (s2 & t2 & X2 & P2). exists s2, (EBranch false :: t2). split; [|exact P2].
        assert (N.of_nat (groups - 1) =? 0 = false) as E by (apply N.eqb_neq; lia). rewrite E in T1.
        eapply reaches_branch; [exact S2|exact T1|]. cbn match.
        pose proof (back_reaches g prog fast CcNE _ s1 s2 t2 S3 X2) as Q.
        replace (S first + length fast + 1)%nat with last in Q by (unfold last; lia). exact Q. }
    destruct (hashed_last s2 P2) as (s3 & ts3 & H3 & A3). exists s3. split; [|exact A3].
    pose proof (block_reaches g prog encrypt_end last s2 s3 ts3 S4 H3) as Q3.
    destruct (reaches_trans _ _ _ _ _ _ _ _ _ _ (reaches_trans _ _ _ _ _ _ _ _ _ _ Q1 Q2) Q3) as [m Hm].
    eexists m, _, _. split; [exact Hm|exact S5].
  Qed.
End whole.
