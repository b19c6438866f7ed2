(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * publish and certify do to the accounts what the model's VerifyEpoch and certification do to its aggregates. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang Require Import Typing.Soundness Model.Source EndToEnd.
From Fairlead.Lang.Logic Require Import Functions.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Monitor.Consistency Require Import Progress.
From Fairlead.Refinement Require Export ExactInit.
Import Fairlead.Monitor.Model.Monitor.
Local Open Scope Z_scope.

Lemma filter_every (P : Z → bool) (l : list Z) : (∀ j, j ∈ l → P j = true) → filter (λ i, P i = true) l = l.
Proof.
  induction l as [|y l IH]; intros HP; [done|]. rewrite filter_cons, (HP y) by left. rewrite decide_True by done.
  f_equal. apply IH. intros j Hj. apply HP. by right.
Qed.
Local Transparent count.
Lemma count_these P n : 0 ≤ n ≤ SLOTS → (∀ j, 0 ≤ j < SLOTS → P j = (j <? n)) → count P = n.
Proof.
  intros Hn HP. unfold count, count_in. replace SLOTS with (n + (SLOTS - n)) by lia. rewrite seqZ_app by lia.
  rewrite list.filter_app, (filter_none _ (seqZ (0 + n) _)), app_nil_r.
  - rewrite filter_every; [unfold len; rewrite seqZ_length; lia|]. intros j Hj%elem_of_seqZ. rewrite HP by lia. lia.
  - intros j Hj%elem_of_seqZ. rewrite HP by lia. lia.
Qed.
Local Opaque count.

Section exact.
  Context (external : nat → list data → option (list data * data)).
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : config Z) (x : list Z).
  Context (Hmh : hashes_as F hash cfg x).
  Local Notation thread_is := (thread_is F cfg x).
  Local Notation empty := (Aggregate (tally_zero (mh cfg)) (tally_zero (mh cfg)) ∅).
  Implicit Types m : monitor Z.

  Definition account_is (c : faccount) (a : aggregate Z) : Prop :=
    c_low c + 2 ^ 64 * c_high c = t_sum (a_added a) ∧ c_low_out c + 2 ^ 64 * c_high_out c = t_sum (a_evicted a) ∧
    c_count c = Z.of_N (t_count (a_added a)) ∧ c_count_out c = Z.of_N (t_count (a_evicted a)) ∧
    (∀ i, (i < 65536)%N → published c (Z.of_N i) = bool_decide (i ∈ a_done a)) ∧
    ∀ i, i ∈ a_done a → (i < n_threads cfg)%N.
  (** Of the epochs in the window there are accounts; in the model nothing has been published of later ones. If the
      program has stopped certifying, the model never certifies that epoch. *)
  Definition aggregate_is (g : faggregate) m : Prop :=
    g_threads g = Z.of_N (n_threads cfg) ∧ g_certified g = Z.of_N (next_to_certify cfg m) ∧
    (∀ e, (next_to_certify cfg m ≤ e)%N →
       if decide (e < next_to_certify cfg m + 8)%N then account_is (account_at g (Z.of_N e)) (aggregate_of cfg m e)
       else aggregate_of cfg m e = empty) ∧
    (g_broken g = true →
       Monitor.complete cfg m (next_to_certify cfg m) = true ∧ agree cfg m (next_to_certify cfg m) = false).

  Lemma no_account_is : account_is no_account empty.
  Proof using Hmh.
    unfold account_is. cbn [a_added a_evicted a_done tally_zero t_sum t_count]. rewrite Hmh. split_and!; try done.
    intros i Hi. rewrite published_none by lia. symmetry. apply bool_decide_eq_false. set_solver.
  Qed.

  (** ** publish *)
  Lemma flushed_is e d d' y :
    sums external F → flushed external x (Z.of_N e) d d' → tally_is F x e d y →
    f_low d' + 2 ^ 64 * f_high d' = t_sum y ∧ f_count d' = Z.of_N (t_count y).
  Proof using.
    intros Hsums Hf [Hc Hs]. rewrite <-(flushed_sum _ F _ _ _ _ Hsums Hf) in Hs.
    destruct Hf as ((Hl & Hh & _) & Hw & Hcount & _). split; [|lia]. rewrite Hs. unfold side_sum. rewrite Hw.
    change (Sums.total F x (Z.of_N e) []) with 0. rewrite Z.mod_small by lia. lia.
  Qed.

  Lemma account_plus_is c a i added evicted y z :
    account_ok c → account_is c a → (i < n_threads cfg)%N → (i < 65536)%N →
    0 ≤ f_low added < 2 ^ 64 → 0 ≤ f_high added < 2 ^ 64 → 0 ≤ f_low evicted < 2 ^ 64 → 0 ≤ f_high evicted < 2 ^ 64 →
    f_low added + 2 ^ 64 * f_high added = t_sum y → f_count added = Z.of_N (t_count y) →
    f_low evicted + 2 ^ 64 * f_high evicted = t_sum z → f_count evicted = Z.of_N (t_count z) →
    account_is (account_plus c (Z.of_N i) added evicted)
      (Aggregate (tally_plus (mh cfg) y (a_added a)) (tally_plus (mh cfg) z (a_evicted a)) ({[i]} ∪ a_done a)).
  Proof using Hmh.
    intros (?&?&?&?&_&_&[_ Hl]&_) (Ha & He & Hc & Hco & Hp & Hd) Hi Hi' ???? Hy Hyc Hz Hzc. unfold account_is.
    cbn [account_plus c_low c_high c_low_out c_high_out c_count c_count_out a_added a_evicted a_done tally_plus t_sum
      t_count]. rewrite Hmh. cbn [mh_plus prf_sum_hash]. split_and!; try lia.
    - rewrite sum_of_sums by done. rewrite Ha, Hy. f_equal. lia.
    - rewrite sum_of_sums by done. rewrite He, Hz. f_equal. lia.
    - intros j Hj. rewrite (published_marked _ (c_who c) (Z.of_N i)) by (done || lia).
      change (Z.testbit (c_who c !!! Z.to_nat (Z.of_N j / 8)) (Z.of_N j mod 8)) with (published c (Z.of_N j)).
      rewrite Hp by done. apply eq_true_iff_eq. rewrite orb_true_iff, !bool_decide_eq_true, Z.eqb_eq.
      rewrite elem_of_union, elem_of_singleton. split; intros [?|?]; auto; left; lia.
    - intros j [->%elem_of_singleton|?]%elem_of_union; auto.
  Qed.

  Lemma complete_all m e i :
    Monitor.complete cfg m e = true → (i < n_threads cfg)%N → i ∈ a_done (aggregate_of cfg m e).
  Proof using.
    unfold Monitor.complete. intros Hc Hi. rewrite forallb_forall in Hc. specialize (Hc i).
    apply bool_decide_eq_true in Hc; [done|]. unfold all_threads. apply elem_of_list_In, elem_of_list_fmap.
    exists (N.to_nat i). rewrite N2Nat.id. split; [done|]. apply elem_of_seq. lia.
  Qed.

  Theorem publishes_is t g g' m i st :
    sums external F → @thread_ok (base_of t) t → aggregate_ok g → may_publish t g →
    (i < n_threads cfg)%N → status_of cfg m i = Running st → f_self t = Z.of_N i → thread_is t st →
    f_next t < f_epoch t → f_next t < g_certified g + 8 →
    publishes external x t g g' → aggregate_is g m →
    thread_is (after_publishing t) (thread_of cfg (feed cfg m i VerifyEpoch).1 i) ∧
    aggregate_is g' (feed cfg m i VerifyEpoch).1.
  Proof using Hmh.
    intros Hsums Ht Hg [Hcert Hown] Hi Hstatus Hself Hst Hover Hwin (added & evicted & Hfa & Hfe & ->)
      (Hthreads & Hnc & Hacc & Hbroken).
    destruct (Hown Hwin) as [_ Hfree]. clear Hown.
    assert (Hst' := Hst). destruct Hst' as (Hself' & _ & _ & [Hepoch _] & _ & Hnext & _ & _ & Htallies).
    assert (Ht' := Ht). destruct Ht' as ((Hselfr & _)&_&_&_&_&_&_&_&[Hol _]&_).
    unfold feed. rewrite decide_True by done. rewrite Hstatus. cbn [step].
    destruct (verify_epoch st) as [st'|] eqn:Ev;
      [|exfalso; revert Ev; unfold verify_epoch, need; rewrite decide_True by lia; done].
    cbn [fst]. split.
    { unfold thread_of, status_of. cbn [m_threads]. rewrite lookup_insert. cbn [default state_of from_option].
      by eapply (published_is F hash cfg x Hmh). }
    set (m' := Monitor _ _ _).
    assert (next_to_certify cfg m' = next_to_certify cfg m) as Hncm by done.
    assert (∀ e, e ≠ t_next st → aggregate_of cfg m' e = aggregate_of cfg m e) as Hother.
    { intros e He. unfold aggregate_of, m'. cbn [m_aggregates]. unfold publish. by rewrite lookup_insert_ne. }
    specialize (Htallies (t_next st) ltac:(lia)) as Htally. unfold tallies_are in Htally.
    rewrite decide_True in Htally by lia. rewrite <-Hnext in Htally. destruct Htally as [Hadded Hevicted].
    rewrite Hnext in Hfa, Hfe. rewrite Hnext in Hadded, Hevicted.
    destruct (flushed_is _ _ _ _ Hsums Hfa Hadded) as [Hya Hyc].
    destruct (flushed_is _ _ _ _ Hsums Hfe Hevicted) as [Hza Hzc].
    destruct Hfa as ((?&?&_) & _), Hfe as ((?&?&_) & _).
    assert (Hg' := Hg). destruct Hg' as (_ & Hgc & Hgl & _ & _).
    specialize (Hacc (t_next st) ltac:(lia)) as Hnow. rewrite decide_True in Hnow by lia.
    unfold aggregate_is. rewrite Hncm. cbn [g_threads g_certified g_broken with_account]. split_and!; try done.
    - intros e He. destruct (decide (e = t_next st)) as [->|Hne].
      + rewrite decide_True by lia. rewrite Hnext, account_same by done.
        unfold aggregate_of at 1, m'. cbn [m_aggregates]. unfold publish. rewrite lookup_insert.
        cbn [default from_option].
        rewrite Hself. apply account_plus_is; try done; [by apply account_at_ok|lia].
      + rewrite Hother by done. specialize (Hacc e He). case_decide as Hin; [|done].
        rewrite Hnext. rewrite (account_other g (g_certified g)) by lia. exact Hacc.
    - intros Hb. destruct (Hbroken Hb) as [Hcomp Hag].
      destruct (decide (next_to_certify cfg m = t_next st)) as [Heq|Hne].
      + exfalso. pose proof (complete_all m _ i Hcomp Hi) as Hin. rewrite Heq in Hin.
        destruct Hnow as (_&_&_&_&Hp&_). rewrite Hself, Hnext, Hp in Hfree by lia.
        by apply bool_decide_eq_false in Hfree.
      + split.
        * unfold Monitor.complete. rewrite Hother by done. exact Hcomp.
        * unfold agree. rewrite Hother by done. exact Hag.
  Qed.

  (** ** certify *)
  Lemma balanced_is c m e :
    account_ok c → account_is c (aggregate_of cfg m e) → balanced c = agree cfg m e.
  Proof using.
    intros (?&?&?&?&_) (Ha & He & Hc & Hco & _). unfold balanced, agree. cbv zeta. rewrite <-Ha, <-He.
    apply eq_true_iff_eq. rewrite !andb_true_iff, !bool_decide_eq_true, !Z.eqb_eq, Z.ltb_lt. unfold limit32. lia.
  Qed.
  Lemma complete_is g m :
    aggregate_ok g → aggregate_is g m → (n_threads cfg ≤ 65536)%N →
    (c_done (next_account g) = g_threads g ↔ Monitor.complete cfg m (next_to_certify cfg m) = true).
  Proof using.
    intros Hg (Hthreads & Hnc & Hacc & _) Hmax. specialize (Hacc (next_to_certify cfg m) ltac:(lia)).
    rewrite decide_True in Hacc by lia. rewrite <-Hnc in Hacc. fold (next_account g) in Hacc.
    destruct (account_at_ok g (g_certified g) Hg) as (_&_&_&_&_&_&_&Hcount). fold (next_account g) in Hcount.
    destruct Hacc as (_&_&_&_&Hp&Hd). set (c := next_account g) in *. clearbody c.
    assert (∀ j, g_threads g ≤ j < SLOTS → published c j = false) as Hnone.
    { intros j Hj. rewrite <-(Z2N.id j) by lia. rewrite Hp by lia. apply bool_decide_eq_false. intros Hin.
      specialize (Hd _ Hin). lia. }
    rewrite Hcount. split.
    - intros Hall. unfold Monitor.complete. apply forallb_forall. intros i Hi%elem_of_list_In.
      apply elem_of_list_fmap in Hi as (k & -> & Hk%elem_of_seq). apply bool_decide_eq_true.
      pose proof (count_all _ (g_threads g) (Z.of_nat k) Hnone ltac:(lia) Hall ltac:(lia)) as Hpub.
      rewrite <-nat_N_Z, Hp in Hpub by lia. by apply bool_decide_eq_true in Hpub.
    - intros Hall. apply count_these; [lia|]. intros j Hj. destruct (Z.ltb_spec j (g_threads g)) as [Hlt|Hge].
      + rewrite <-(Z2N.id j) by lia. rewrite Hp by lia. apply bool_decide_eq_true. apply complete_all; [done|lia].
      + apply Hnone. lia.
  Qed.

  Lemma with_certified_is g m :
    aggregate_ok g → aggregate_is g m → aggregate_is (with_certified g) (certify_one cfg m).
  Proof using Hmh.
    intros (_ & Hgc & Hgl & _) (Hthreads & Hnc & Hacc & _).
    assert (next_to_certify cfg (certify_one cfg m) = next_to_certify cfg m + 1)%N as Hnext by done.
    unfold aggregate_is. rewrite Hnext. cbn [g_threads g_certified g_broken with_certified].
    split_and!; [done|lia| |done].
    intros e He. specialize (Hacc e ltac:(lia)).
    change (aggregate_of cfg (certify_one cfg m) e) with (aggregate_of cfg m e).
    destruct (decide (e < next_to_certify cfg m + 8)%N) as [Hin|Hout].
    - rewrite decide_True by lia.
      change (account_at (with_certified g) (Z.of_N e)) with
        (account_at (with_account g (g_certified g) no_account) (Z.of_N e)).
      rewrite (account_other g (g_certified g)) by lia. exact Hacc.
    - case_decide; [|done]. rewrite Hacc. assert (e = next_to_certify cfg m + 8)%N as -> by lia.
      assert (account_at (with_certified g) (Z.of_N (next_to_certify cfg m + 8)) = no_account) as ->;
        [|apply no_account_is].
      unfold account_at, with_certified. cbn [g_accounts].
      replace (Z.of_N (next_to_certify cfg m + 8)) with (g_certified g + 1 * 8) by lia.
      rewrite Z.mod_add by lia. pose proof (Z.mod_pos_bound (g_certified g) 8 ltac:(lia)). unfold len in Hgl.
      by rewrite list_lookup_total_insert by lia.
  Qed.

  Lemma loop_stops n k m :
    can_certify cfg (certify_loop cfg n m) = false → can_certify cfg (certify_loop cfg k m) = false →
    certify_loop cfg n m = certify_loop cfg k m.
  Proof using.
    revert k m. induction n as [|n IH]; intros k m; cbn [certify_loop].
    - intros Hm _. destruct k as [|k]; cbn [certify_loop]; [done|]. by rewrite Hm.
    - destruct (can_certify cfg m) eqn:Hm.
      + intros Hn. destruct k as [|k]; cbn [certify_loop]; [congruence|]. rewrite Hm. by apply IH.
      + intros _. destruct k as [|k]; cbn [certify_loop]; [done|]. by rewrite Hm.
  Qed.

  Theorem certifies_is g g' m :
    certifies g g' → aggregate_ok g → (0 < n_threads cfg ≤ 65536)%N → aggregate_is g m →
    aggregate_is g' (Monitor.certify cfg m).
  Proof using Hmh.
    intros Hc Hg Hn Hm.
    assert (∃ k, aggregate_is g' (certify_loop cfg k m) ∧
      can_certify cfg (certify_loop cfg k m) = false) as (k & Hk & Hstop).
    2:{ unfold Monitor.certify. rewrite (loop_stops _ k m); [done| |done]. apply certify_complete. lia. }
    revert m Hg Hm. induction Hc as [g Hb|g Hb Hd|g Hcomp Hbal|g g' Hcomp Hbal _ IH]; intros m Hg Hm.
    - exists 0%nat. split; [done|]. destruct Hm as (_&_&_&Hbroken). destruct (Hbroken Hb) as [_ Ha]. cbn [certify_loop].
      unfold can_certify. by rewrite Ha, andb_false_r.
    - exists 0%nat. split; [done|]. cbn [certify_loop]. unfold can_certify.
      destruct (Monitor.complete cfg m (next_to_certify cfg m)) eqn:E; [|done].
      exfalso. apply Hd. apply (complete_is g m); [done|done|lia|done].
    - exists 0%nat. cbn [certify_loop]. destruct Hcomp as [Hb Hd].
      assert (Monitor.complete cfg m (next_to_certify cfg m) = true) as Hcm
        by (apply (complete_is g m); [done|done|lia|done]).
      assert (agree cfg m (next_to_certify cfg m) = false) as Ham.
      { assert (Hm' := Hm). destruct Hm' as (_ & Hnc & Hacc & _). specialize (Hacc (next_to_certify cfg m) ltac:(lia)).
        rewrite decide_True in Hacc by lia. rewrite <-(balanced_is (next_account g)); [done|by apply account_at_ok|].
        unfold next_account. by rewrite Hnc. }
      split; [|unfold can_certify; by rewrite Ham, andb_false_r].
      destruct Hm as (?&?&?&_). by split_and!.
    - destruct Hcomp as [Hb Hd].
      assert (Monitor.complete cfg m (next_to_certify cfg m) = true) as Hcm
        by (apply (complete_is g m); [done|done|lia|done]).
      assert (agree cfg m (next_to_certify cfg m) = true) as Ham.
      { assert (Hm' := Hm). destruct Hm' as (_ & Hnc & Hacc & _). specialize (Hacc (next_to_certify cfg m) ltac:(lia)).
        rewrite decide_True in Hacc by lia. rewrite <-(balanced_is (next_account g)); [done|by apply account_at_ok|].
        unfold next_account. by rewrite Hnc. }
      destruct (IH (certify_one cfg m)) as (k & Hk & Hstop).
      + apply with_certified_ok; [done| |done]. destruct Hm as (-> & _). lia.
      + by apply with_certified_is.
      + exists (S k). cbn [certify_loop]. unfold can_certify at 1 3. rewrite Hcm, Ham. cbn [andb]. done.
  Qed.
End exact.

(** ** Compiled *)
Theorem publish_exact (external : nat → list data → option (list data * data)) (F : list Z → Z → list Z → Z)
    (hash : bytes → bytes) (cfg : config Z) (secret : list Z) (t : fthread) (g : faggregate) (m : monitor Z) (i : N)
    (st : thread Z) :
  externals_ok external → sums external F → hashes_as F hash cfg secret →
  verifier_ok t true None → aggregate_ok g → may_publish t g → f_self t = Z.of_N i → (i < n_threads cfg)%N →
  status_of cfg m i = Running st → thread_is F cfg secret t st → aggregate_is cfg g m →
  compiled_ensures external fn_publish [dverifier t true None; VExtern secret; daggregate g]
    (λ d ds,
       d = VBool false ∧ ds = [dverifier t true None; daggregate g] ∧ (next_to_certify cfg m + 8 ≤ t_next st)%N ∨
       d = VBool true ∧ ∃ t' g', ds = [dverifier t' false None; daggregate g'] ∧
         verifier_ok t' false None ∧ aggregate_ok g' ∧
         thread_is F cfg secret t' (thread_of cfg (feed cfg m i VerifyEpoch).1 i) ∧
         aggregate_is cfg g' (feed cfg m i VerifyEpoch).1).
Proof.
  intros Hext Hsums Hmh Hv Hg Hmay Hself Hi Hstatus Hst Hm.
  eapply (ensures_compiled external fn_publish _ _
    [vverifier t true None; VExtern secret; vaggregate g] _ _ Hext);
    [reflexivity|reflexivity| |reflexivity|reflexivity| |by apply publish_ensures|].
  - constructor; [by apply verifier_typed|]. constructor; [apply extern_ty|].
    constructor; [by apply aggregate_typed|constructor].
  - cbn [map]. by rewrite of_dverifier, of_daggregate.
  - assert (∀ t' c g', collect (λ i, v ← or_wrong ([vverifier t' c None; VExtern secret; vaggregate g'] !! i);
        to_data v) [0%nat; 2%nat] = Outcome.Ok [dverifier t' c None; daggregate g']) as Hshown.
    { intros t' c g'. change (collect _ [0%nat; 2%nat]) with
        (d ← to_data (vverifier t' c None); ds ← (d ← to_data (vaggregate g'); Outcome.Ok [d]); Outcome.Ok (d :: ds)).
      by rewrite to_dverifier, to_daggregate. }
    destruct Hv as (Ht & Hover & _). specialize (Hover eq_refl).
    intros r ws [(? & _)|[(_ & Hfull & -> & ->)|(_ & Hwin & -> & g' & -> & Hp)]]; [done| |].
    + exists (VBool false), [dverifier t true None; daggregate g]. split; [done|]. split; [apply Hshown|].
      left. split_and!; [done|done|]. destruct Hst as (_&_&_&_&_&Hnext&_). destruct Hm as (_&Hnc&_). lia.
    + exists (VBool true), [dverifier (after_publishing t) false None; daggregate g']. split; [done|].
      split; [apply Hshown|]. right. split; [done|]. exists (after_publishing t), g'. split; [done|].
      split; [split_and!; [by apply after_publishing_ok|done|done]|].
      assert (aggregate_ok g') as Hg'.
      { destruct Hp as (added & evicted & (Hao & _) & (Heo & _) & ->). destruct Hmay as [Hcert Hmay].
        destruct (Hmay Hwin) as [_ Hfree]. thread_numbers Ht.
        apply with_account_ok; [done| |lia|lia]. apply account_plus_ok; [by apply account_at_ok|done|done|lia|done]. }
      split; [done|].
      by apply (publishes_is external F hash cfg secret Hmh t g g' m i st).
Qed.

Theorem certify_exact (external : nat → list data → option (list data * data)) (F : list Z → Z → list Z → Z)
    (hash : bytes → bytes) (cfg : config Z) (secret : list Z) (g : faggregate) (m : monitor Z) :
  externals_ok external → hashes_as F hash cfg secret → (0 < n_threads cfg ≤ 65536)%N →
  aggregate_ok g → aggregate_is cfg g m →
  compiled_ensures external fn_certify [daggregate g]
    (λ d ds, ∃ g', ds = [daggregate g'] ∧ aggregate_ok g' ∧ aggregate_is cfg g' (certify cfg m) ∧
       d = VInt (Z.of_N (next_to_certify cfg (certify cfg m)))).
Proof.
  intros Hext Hmh Hn Hg Hm. assert (0 < g_threads g) as Hpos by (destruct Hm as (-> & _); lia).
  eapply compiled_mono; [by apply certify_safe|].
  intros d ds (g' & Hc & -> & ->). exists g'. destruct (certifies_ok _ _ Hc Hg Hpos) as [Hg' _].
  assert (aggregate_is cfg g' (certify cfg m)) as Hm' by by eapply (certifies_is F hash cfg secret Hmh).
  split_and!; [done|done|done|]. f_equal. apply Hm'.
Qed.

(** At the start. *)
Theorem begun_is (cfg : config Z) F hash secret :
  hashes_as F hash cfg secret →
  aggregate_is cfg (new_aggregate (Z.of_N (n_threads cfg)) (Z.of_N (first_epoch cfg))) init_monitor.
Proof.
  intros Hmh. unfold aggregate_is. split_and!; [done|done| |done]. intros e He.
  assert (aggregate_of cfg init_monitor e = Aggregate (tally_zero (mh cfg)) (tally_zero (mh cfg)) ∅) as -> by done.
  case_decide; [|done].
  assert (account_at (new_aggregate (Z.of_N (n_threads cfg)) (Z.of_N (first_epoch cfg))) (Z.of_N e) =
      no_account) as ->; [|by apply (no_account_is F hash cfg secret)].
  unfold account_at, new_aggregate. cbn [g_accounts]. pose proof (Z.mod_pos_bound (Z.of_N e) 8 ltac:(lia)).
  apply lookup_total_replicate_2. lia.
Qed.
