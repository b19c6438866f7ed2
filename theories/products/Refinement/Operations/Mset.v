(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * functions.mset: it writes data where data are, never traps, and changes nothing when it refuses.

    It goes through its argument four times: where the data are, whether what is absent is written null, whether all
    fit, and then it writes. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Arguments.
Local Open Scope Z_scope.

Section mset.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Local Ltac refused :=
    fl_reached; eexists; split; [reflexivity|]; split; [by apply data_written_same|]; left; split; [|reflexivity];
    eexists; split; [|reflexivity]; lia.
  Local Ltac on := repeat first [fl_step | fl_case]; try solve [refused].

  Lemma mset_ensures t n l a :
    thread_ok t → ops_ok t n l → octets a → len a < 2 ^ 32 →
    ensures fn_functions_mset [vthread t; vops n l; VBytes a]
      (λ r ws, ∃ t', ws = [vthread t'; vops n l; VBytes a] ∧ data_written t t' ∧ (fails r ∧ t' = t ∨ r = passes)).
  Proof.
    intros Ht Hops Ha Hal. assert (Hops' := Hops). destruct Hops' as (Hn & Hl & Hslots). pose proof (len_nonneg a).
    fl_ensures. fl_steps.
    (* Where the data are. *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i p1 z1,
      s = <[4%nat := Some (VInt p1)]> (<[6%nat := Some (VInt i)]> (<[7%nat := Some (VInt z1)]> s0)) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ p1 = data_at a (Z.to_nat i) ∧ data_fit a i) (Z.to_nat n)).
    { exists 0, 0, 0. split_and!; [reflexivity|lia|lia|lia|done|]. intros j Hj. lia. }
    intros m s (i & p1 & z1 & -> & -> & Hi & Hp & Hfit). fl_round.
    pose proof (data_at_range a i Ha ltac:(lia) Hfit) as Hpr. rewrite <-Hp in Hpr.
    fl_steps. fl_case.
    { fl_steps. fl_call datum_size_calls; [fl_octets|]. fold (size_at a p1).
      destruct (size_cases a p1 Ha Hpr) as [Hz|[Hz|[Hz Hz']]]; [rewrite Hz; on|rewrite Hz; on|].
      on. exists (Z.to_nat (n - (i + 1))). split; [lia|]. eexists (i + 1), _, _. split; [reflexivity|].
      rewrite data_at_next, <-Hp by lia. split_and!; [done|lia|lia|done|]. apply data_fit_next; [done|]. rewrite <-Hp.
      lia. }
    assert (i = n) as -> by lia. clear Hi. pose proof (λ j, data_at_range a j Ha) as Hrange.
    assert (∀ j, 0 ≤ j < n → 0 ≤ data_at a (Z.to_nat j) ≤ len a ∧
      1 ≤ size_at a (data_at a (Z.to_nat j)) ≤ len a - data_at a (Z.to_nat j)) as Hat.
    { intros j Hj. assert (0 ≤ data_at a (Z.to_nat j) ≤ len a) as Hr
        by (apply Hrange; [lia|]; intros k Hk; apply Hfit; lia).
      split; [done|]. by apply size_fit; [| |apply Hfit]. }
    clear Hrange. on.
    (* Is what is absent written null? *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i p2 z2,
      s = <[4%nat := Some (VInt p2)]> (<[8%nat := Some (VInt i)]> (<[9%nat := Some (VInt z2)]> s0)) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ p2 = data_at a (Z.to_nat i)) (Z.to_nat n)).
    { exists 0, 0, 0. by split_and!; [reflexivity|lia|lia|lia|]. }
    intros m s (i & p2 & z2 & -> & -> & Hi & Hp2). fl_round. fl_steps. fl_case.
    { destruct (Hat i ltac:(lia)) as [Hpr2 Hz]. rewrite <-Hp2 in Hpr2, Hz.
      fl_steps. fl_call datum_size_calls; [fl_octets|]. fold (size_at a p2).
      on; (exists (Z.to_nat (n - (i + 1))); split; [lia|]; eexists (i + 1), _, _; split; [reflexivity|];
           rewrite data_at_next, <-Hp2 by lia; split_and!; [done|lia|lia|done]). }
    assert (i = n) as -> by lia. clear Hi. on.
    (* Do they fit? *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i p3 z3,
      s = <[4%nat := Some (VInt p3)]> (<[10%nat := Some (VInt i)]> (<[11%nat := Some (VInt z3)]> s0)) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ p3 = data_at a (Z.to_nat i) ∧
      ∀ j, 0 ≤ j < i → size_at a (data_at a (Z.to_nat j)) ≤ 255) (Z.to_nat n)).
    { exists 0, 0, 0. split_and!; [reflexivity|lia|lia|lia|done|]. intros j Hj. lia. }
    intros m s (i & p3 & z3 & -> & -> & Hi & Hp3 & Hsmall). fl_round. fl_steps. fl_case.
    { destruct (Hat i ltac:(lia)) as [Hpr3 Hz]. rewrite <-Hp3 in Hpr3, Hz.
      fl_steps. fl_call datum_size_calls; [fl_octets|]. fold (size_at a p3). on.
      exists (Z.to_nat (n - (i + 1))). split; [lia|]. eexists (i + 1), _, _. split; [reflexivity|].
      rewrite data_at_next, <-Hp3 by lia. split_and!; [done|lia|lia|done|].
      intros j Hj. destruct (decide (j = i)) as [->|]; [rewrite <-Hp3; lia|]. apply Hsmall. lia. }
    assert (i = n) as -> by lia. clear Hi. on.
    (* They are written. *)
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i p4 z4 t',
      s = <[0%nat := Some (vthread t')]> (<[4%nat := Some (VInt p4)]> (<[12%nat := Some (VInt i)]>
        (<[13%nat := Some (VInt z4)]> s0))) ∧
      m = Z.to_nat (n - i) ∧ 0 ≤ i ≤ n ∧ p4 = data_at a (Z.to_nat i) ∧ data_written t t') (Z.to_nat n)).
    { exists 0, 0, 0, t. split_and!; [reflexivity|lia|lia|lia|done|by apply data_written_same]. }
    intros m s (i & p4 & z4 & t' & -> & -> & Hi & Hp4 & Hw). fl_round. fl_steps. fl_case.
    - destruct (Hat i ltac:(lia)) as [Hpr4 Hz]. specialize (Hsmall i ltac:(lia)). specialize (Hfit i ltac:(lia)).
      rewrite <-Hp4 in Hpr4, Hz, Hsmall, Hfit. destruct (size_whole a p4 Ha Hpr4 Hfit) as [Hd Hdl].
      fl_steps. fl_call datum_size_calls; [fl_octets|]. fold (size_at a p4). on.
      + exists (Z.to_nat (n - (i + 1))). split; [lia|]. eexists (i + 1), _, _, _. split; [reflexivity|].
        rewrite data_at_next, <-Hp4 by lia. by split_and!; [done|lia|lia|done|].
      + destruct (ops_written t t' n l Hw Hops) as (_ & _ & Hop).
        fl_known_call write_ensures; [apply Hw|apply Hop; lia|lia|fl_octets|lia|lia|].
        intros r ws (t2 & -> & Hw2). fl_after. fl_steps.
        exists (Z.to_nat (n - (i + 1))). split; [lia|]. eexists (i + 1), _, _, _. split; [reflexivity|].
        rewrite data_at_next, <-Hp4 by lia. split_and!; [done|lia|lia|done|by eapply data_written_trans].
    - on. fl_reached. eexists. split; [reflexivity|]. split; [done|by right].
  Qed.
End mset.
