(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A whole monitor: its threads' verifiers and the aggregate that they share, and what each call leaves of them.

    The invariant says of each account which threads have published its epoch: those that verify a later one. So
    publishing never finds that it has been done before, and an epoch that all have published is behind all. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Publish Quiet.
Local Open Scope Z_scope.

Record fverifier := FVerifier { v_thread : fthread; v_closing : bool; v_failed : option nat }.
Record fsystem := FSystem { y_aggregate : faggregate; y_verifiers : list fverifier }.
Definition with_verifier (y : fsystem) (i : nat) (v : fverifier) : fsystem :=
  FSystem (y_aggregate y) (<[i := v]> (y_verifiers y)).

Definition window (g : faggregate) (e : Z) : Prop := g_certified g ≤ e < g_certified g + 8.
(** A verifier in the place [i]. *)
Definition placed (g : faggregate) (i : nat) (v : fverifier) : Prop :=
  verifier_ok (v_thread v) (v_closing v) (v_failed v) ∧ f_self (v_thread v) = Z.of_nat i ∧
  g_certified g ≤ f_next (v_thread v) ≤ g_certified g + 8 ∧
  ∀ e, window g e → published (account_at g e) (Z.of_nat i) = (e <? f_next (v_thread v)).
Definition system_ok (y : fsystem) : Prop :=
  let g := y_aggregate y in
  aggregate_ok g ∧ g_threads g = len (y_verifiers y) ∧ 0 < len (y_verifiers y) ≤ SLOTS ∧
  (∀ i v, y_verifiers y !! i = Some v → placed g i v) ∧
  ∀ e i, window g e → len (y_verifiers y) ≤ i < SLOTS → published (account_at g e) i = false.

(** [verify] and [quiet]: nothing of the aggregate is touched. *)
Lemma system_verified y i v v' :
  system_ok y → y_verifiers y !! i = Some v →
  verifier_ok (v_thread v') (v_closing v') (v_failed v') →
  f_self (v_thread v') = f_self (v_thread v) → f_next (v_thread v') = f_next (v_thread v) →
  system_ok (with_verifier y i v').
Proof.
  intros (Hg & Hn & Hr & Hv & Hnone) Hi Hok Hself Hnext. unfold system_ok, with_verifier.
  cbn [y_aggregate y_verifiers]. rewrite len_insert. split_and!; try done; try lia.
  intros j w Hj. destruct (decide (i = j)) as [<-|Hne].
  - rewrite list_lookup_insert in Hj by (by eapply lookup_lt_Some). injection Hj as <-.
    destruct (Hv i v Hi) as (_ & Hs & Hx & Hp). unfold placed. rewrite Hself, Hnext. done.
  - rewrite list_lookup_insert_ne in Hj by done. by apply Hv.
Qed.

(** Publishing may be asked of any of them at any time. *)
Lemma system_may_publish y i v :
  system_ok y → y_verifiers y !! i = Some v → may_publish (v_thread v) (y_aggregate y).
Proof.
  intros (Hg & Hn & Hr & Hv & _) Hi. destruct (Hv i v Hi) as (_ & Hs & Hx & Hp).
  apply lookup_lt_Some in Hi. unfold may_publish, len in *. split; [lia|]. intros Hwin. split; [lia|].
  rewrite Hs, Hp by (unfold window; lia). apply Z.ltb_irrefl.
Qed.
Lemma system_published external x y i v g' :
  system_ok y → y_verifiers y !! i = Some v → f_next (v_thread v) < f_epoch (v_thread v) →
  f_next (v_thread v) < g_certified (y_aggregate y) + 8 → publishes external x (v_thread v) (y_aggregate y) g' →
  system_ok (FSystem g' (<[i := FVerifier (after_publishing (v_thread v)) false (v_failed v)]> (y_verifiers y))).
Proof.
  intros Hy Hi Hover Hwin (added & evicted & (Hadded & _) & (Hevicted & _) & ->).
  destruct (system_may_publish y i v Hy Hi) as (_ & Hmay). destruct (Hmay Hwin) as [_ Hown]. clear Hmay.
  destruct Hy as (Hg & Hn & Hr & Hv & Hnone). destruct (Hv i v Hi) as ((Ht & _ & Hf) & Hs & Hx & Hp).
  assert (Hil := lookup_lt_Some _ _ _ Hi). assert (0 ≤ f_self (v_thread v) < SLOTS) as Hself by (unfold len in *; lia).
  assert (Hg0 := Hg). destruct Hg0 as (_ & Hgc & Hgl & _ & _).
  set (t := v_thread v) in *. set (g := y_aggregate y) in *. set (e0 := f_next t) in *.
  assert (e0 < 2 ^ 64 - 1) as Hmax. { unfold thread_ok in Ht. lia. }
  pose proof (account_at_ok g e0 Hg) as Hacc. assert (Hacc0 := Hacc). destruct Hacc0 as (_&_&_&_&_&_&[_ Hwl]&_).
  set (c := account_plus (account_at g e0) (f_self t) added evicted).
  assert (account_ok c) as Hc by by apply account_plus_ok.
  assert (window g e0) as Hw0 by (unfold window; lia).
  assert (∀ j, 0 ≤ j → published c j = (j =? f_self t) || published (account_at g e0) j) as Hpc.
  { intros j Hj. by apply (published_marked c). }
  unfold system_ok. cbn [y_aggregate y_verifiers with_account g_threads]. rewrite len_insert.
  split_and!; try lia.
  - by apply with_account_ok.
  - intros j w Hj. unfold placed, window. cbn [g_certified with_account].
    change (FAggregate (g_threads g) (g_certified g) (g_broken g) (<[Z.to_nat (e0 mod 8) := c]> (g_accounts g)))
      with (with_account g e0 c).
    destruct (decide (i = j)) as [<-|Hne].
    + rewrite list_lookup_insert in Hj by done. injection Hj as <-. cbn [v_thread v_closing v_failed].
      split; [|split; [exact Hs|split; [change (f_next (after_publishing t)) with (e0 + 1); lia|]]].
      * split; [|split; [done|exact Hf]].
        apply (after_publishing_ok t); [|exact Hover]. exact Ht.
      * intros e He. change (f_next (after_publishing t)) with (e0 + 1). destruct (decide (e = e0)) as [->|Hne].
        -- rewrite account_same, Hpc by (done || lia). rewrite Hs, Z.eqb_refl. symmetry. apply Z.ltb_lt. lia.
        -- rewrite (account_other g (g_certified g)) by lia. rewrite Hp by done. fold t e0.
           destruct (Z.ltb_spec e e0), (Z.ltb_spec e (e0 + 1)); lia.
    + rewrite list_lookup_insert_ne in Hj by done. destruct (Hv j w Hj) as (Hwok & Hws & Hwx & Hwp).
      split_and!; [exact Hwok|done|lia|lia|]. intros e He. destruct (decide (e = e0)) as [->|Hne'].
      * rewrite account_same, Hpc by (done || lia). rewrite Hs.
        rewrite (proj2 (Z.eqb_neq (Z.of_nat j) (Z.of_nat i))) by lia. by apply Hwp.
      * rewrite (account_other g (g_certified g)) by lia. by apply Hwp.
  - intros e j He Hj. change (window g e) in He.
    change (FAggregate (g_threads g) (g_certified g) (g_broken g) (<[Z.to_nat (e0 mod 8) := c]> (g_accounts g)))
      with (with_account g e0 c).
    destruct (decide (e = e0)) as [->|Hne].
    + rewrite account_same, Hpc by (done || lia). rewrite Hs.
      rewrite (proj2 (Z.eqb_neq j (Z.of_nat i))) by (unfold len in *; lia). by apply Hnone.
    + rewrite (account_other g (g_certified g)) by (unfold window in *; lia). by apply Hnone.
Qed.

(** An epoch that is certified is behind all threads. *)
Lemma system_certified_one y :
  system_ok y → complete (y_aggregate y) → system_ok (FSystem (with_certified (y_aggregate y)) (y_verifiers y)).
Proof.
  intros (Hg & Hn & Hr & Hv & Hnone) Hc. set (g := y_aggregate y) in *.
  assert (∀ i v, y_verifiers y !! i = Some v → g_certified g < f_next (v_thread v)) as Hbehind.
  { intros i v Hi. destruct (Hv i v Hi) as (_ & _ & _ & Hp). destruct Hc as [_ Hdone].
    assert (window g (g_certified g)) as Hw by (unfold window; lia). specialize (Hp _ Hw).
    destruct (account_at_ok g (g_certified g) Hg) as (_&_&_&_&_&_&_&Hcount). unfold next_account in Hdone.
    apply lookup_lt_Some in Hi.
    rewrite (count_all _ (g_threads g) (Z.of_nat i)) in Hp; [by symmetry in Hp; apply Z.ltb_lt in Hp| | | |].
    - intros j Hj. apply Hnone; [done|lia].
    - lia.
    - by rewrite <-Hcount.
    - unfold len in *. lia. }
  assert (∀ e, window (with_certified g) e → window g e ∨ e = g_certified g + 8) as Hwin.
  { intros e. unfold window. cbn [g_certified with_certified]. lia. }
  assert (∀ e, g_certified g < e < g_certified g + 8 → account_at (with_certified g) e = account_at g e) as Hsame.
  { intros e He. apply (account_other g (g_certified g) (g_certified g) e no_account); [|lia..]. apply Hg. }
  assert (account_at (with_certified g) (g_certified g + 8) = no_account) as Hnew.
  { unfold account_at, with_certified. cbn [g_accounts].
    replace (g_certified g + 8) with (g_certified g + 1 * 8) by lia.
    rewrite Z.mod_add by lia. pose proof (Z.mod_pos_bound (g_certified g) 8 ltac:(lia)). destruct Hg as (_&_&Hgl&_&_).
    unfold len in Hgl. by rewrite list_lookup_total_insert by lia. }
  unfold system_ok. cbn [y_aggregate y_verifiers]. split_and!; try done; try lia.
  - apply with_certified_ok; [done|lia|done].
  - intros i v Hi. destruct (Hv i v Hi) as (Hok & Hs & Hx & Hp). specialize (Hbehind i v Hi).
    split_and!; try done; cbn [g_certified with_certified]; try lia. intros e He.
    destruct (Hwin e He) as [Hold| ->]; [destruct (decide (e = g_certified g)) as [->|]|].
    + unfold window in He. cbn [g_certified with_certified] in He. lia.
    + rewrite Hsame by (unfold window in *; lia). by apply Hp.
    + apply lookup_lt_Some in Hi. rewrite Hnew, published_none by (unfold len in *; lia). symmetry. apply Z.ltb_ge. lia.
  - intros e i He Hi. destruct (Hwin e He) as [Hold| ->]; [destruct (decide (e = g_certified g)) as [->|]|].
    + unfold window in He. cbn [g_certified with_certified] in He. lia.
    + rewrite Hsame by (unfold window in *; lia). by apply Hnone.
    + rewrite Hnew. apply published_none. lia.
Qed.
Lemma system_certified g g' vs :
  certifies g g' → system_ok (FSystem g vs) → system_ok (FSystem g' vs).
Proof.
  induction 1 as [g|g|g|g g' Hc Hb _ IH]; intros Hy; try done.
  apply IH. by apply (system_certified_one (FSystem g vs)).
Qed.

(** At the start. *)
Lemma system_started threads first vs :
  threads = len vs → 0 < threads ≤ SLOTS → 0 ≤ first < 2 ^ 64 →
  (∀ i v, vs !! i = Some v → verifier_ok (v_thread v) (v_closing v) (v_failed v) ∧
     f_self (v_thread v) = Z.of_nat i ∧ f_next (v_thread v) = first) →
  system_ok (FSystem (new_aggregate threads first) vs).
Proof.
  intros Ht Hr Hf Hv. assert (∀ e, account_at (new_aggregate threads first) e = no_account) as Hno.
  { intros e. unfold account_at, new_aggregate. cbn [g_accounts]. pose proof (Z.mod_pos_bound e 8 ltac:(lia)).
    apply lookup_total_replicate_2. lia. }
  unfold system_ok. cbn [y_aggregate y_verifiers]. split_and!; try done; try lia.
  - apply new_aggregate_ok; lia.
  - intros i v Hi. destruct (Hv i v Hi) as (Hok & Hs & Hx). unfold placed. rewrite Hx.
    split_and!; try done; cbn [g_certified new_aggregate]; try lia. intros e He.
    apply lookup_lt_Some in Hi.
    rewrite Hno, published_none by (unfold len in *; lia). symmetry. apply Z.ltb_ge. unfold window in He. cbn in He.
    lia.
  - intros e i _ Hi. rewrite Hno. apply published_none. lia.
Qed.
