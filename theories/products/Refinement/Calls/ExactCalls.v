(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Sequences of calls of the library, on any logs, are runs of the model. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang Require Import Typing.Soundness Model.Source EndToEnd.
From Fairlead.Lang.Logic Require Import Functions.
From Fairlead.Monitor.Consistency Require Import Progress.
From Fairlead.Monitor.Log Require Functions.
From Fairlead.Refinement Require Export ExactVerify ExactAggregate.
Import Fairlead.Monitor.Model.Monitor.
Local Open Scope Z_scope.

Section exact.
  Context (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : config Z) (x : list Z).
  Context (Hsums : sums external F) (Hhash : hash_is external hash) (Hmh : hashes_as F hash cfg x).
  Context (Hdigests : digests_as hash cfg) (Hfun : functions cfg = Functions.standard).
  Local Notation ensures := (ensures Q external).
  Implicit Types m : monitor Z.

  (** The verifier [v] stands for thread [i] of [m]: of one that has refused, the model is not fed more. *)
  Definition verifier_is m (i : nat) (v : fverifier) : Prop :=
    (v_failed v ≠ None → v_closing v = false) ∧
    ∃ st, status_of cfg m (N.of_nat i) = Running st ∧ thread_is F cfg x (v_thread v) st.
  Definition system_is (y : fsystem) m : Prop :=
    system_ok y ∧ aggregate_is cfg (y_aggregate y) m ∧
    ∀ i v, y_verifiers y !! i = Some v → verifier_is m i v.

  (** What a call that is given [c] may feed to the model: of a log, whole entries from its front, whatever comes after
      them. *)
  Definition feeds (c : fcall) (ks : list call) : Prop :=
    match c with
    | CVerify i _ log _ => ∃ taken rest, log = zs (print_log taken) ++ rest ∧ Forall entry_wf taken ∧
        ks = Feed (N.of_nat i) <$> taken
    | CQuiet _ => ks = []
    | CPublish i _ => ks = [] ∨ ks = [Feed (N.of_nat i) VerifyEpoch]
    | CCertify => ks = [Certify]
    end.
  (** A call with the one secret. *)
  Definition one_secret (c : fcall) : Prop :=
    match c with
    | CVerify _ secret _ _ | CPublish _ secret => secret = x
    | CQuiet _ | CCertify => True
    end.
  (** One call after another: each feeds to the model what it may, its state stands for the model's then, and what was
      appended to [out] are the model's answers, in bytes. *)
  Fixpoint mirrors (y : fsystem) m (cs : list fcall) : Prop :=
    system_is y m ∧
    match cs with
    | [] => True
    | c :: cs =>
        performs external y c (λ y' said, ∃ ks, feeds c ks ∧ said = zs (print_receipts (answers cfg m ks)) ∧
          mirrors y' (run cfg m ks) cs)
    end.

  (** ** The model, fed by one thread's entries *)
  Lemma fed_one m i en :
    (m_certified (feed cfg m i en).1 = m_certified m) ∧
    (∀ j, j ≠ i → status_of cfg (feed cfg m i en).1 j = status_of cfg m j) ∧
    (en ≠ VerifyEpoch → m_aggregates (feed cfg m i en).1 = m_aggregates m).
  Proof using.
    unfold feed. case_decide; [|done]. destruct (status_of cfg m i) as [st|]; [|done].
    destruct (step cfg st en) as [st'|why]; cbn [fst m_certified m_aggregates]; (split; [done|]);
      (split; [intros j Hj; unfold status_of; cbn [m_threads]; by rewrite lookup_insert_ne|]); [|done].
    by destruct en.
  Qed.
  Lemma feeds_steps i l : ∀ m st st',
    (i < n_threads cfg)%N → status_of cfg m i = Running st → VerifyEpoch ∉ l → steps cfg st l = Thread.Ok st' →
    let m' := run cfg m (Feed i <$> l) in
    status_of cfg m' i = Running st' ∧ m_certified m' = m_certified m ∧ m_aggregates m' = m_aggregates m ∧
    ∀ j, j ≠ i → status_of cfg m' j = status_of cfg m j.
  Proof using.
    induction l as [|en l IH]; intros m st st' Hi Hm Hn Hs; cbn [steps fmap list_fmap run] in *.
    { injection Hs as <-. by split_and!. }
    apply not_elem_of_cons in Hn as [Hne Hn]. cbn [perform].
    destruct (step cfg st en) as [st1|] eqn:E; [|done]. cbn [mbind outcome_bind] in Hs.
    assert (status_of cfg (feed cfg m i en).1 i = Running st1) as Hm1.
    { unfold feed. rewrite decide_True by done. rewrite Hm, E. unfold status_of. cbn [fst m_threads].
      by rewrite lookup_insert. }
    destruct (fed_one m i en) as (Hc & Ho & Ha). destruct (IH _ _ _ Hi Hm1 Hn Hs) as (H1 & H2 & H3 & H4).
    split_and!; [done|by rewrite H2|rewrite H3; by apply Ha|]. intros j Hj. by rewrite H4, Ho.
  Qed.
  Lemma answers_app ks ks' : ∀ m, answers cfg m (ks ++ ks') = answers cfg m ks ++ answers cfg (run cfg m ks) ks'.
  Proof using.
    induction ks as [|k ks IH]; intros m; [done|]. cbn [app answers run]. by rewrite IH, (assoc_L (++)).
  Qed.
  Lemma answers_replies i l : ∀ m st st',
    (i < n_threads cfg)%N → status_of cfg m i = Running st → steps cfg st l = Thread.Ok st' →
    answers cfg m (Feed i <$> l) = replies cfg st l.
  Proof using.
    induction l as [|en l IH]; intros m st st' Hi Hm Hs; cbn [steps replies fmap list_fmap answers] in *; [done|].
    destruct (step cfg st en) as [st1|] eqn:E; [|done]. cbn [mbind outcome_bind] in Hs.
    assert (status_of cfg (feed cfg m i en).1 i = Running st1 ∧ (feed cfg m i en).2 = None) as [Hm1 Hok].
    { unfold feed. rewrite decide_True by done. rewrite Hm, E. unfold status_of. cbn [fst snd m_threads].
      by rewrite lookup_insert. }
    cbn [perform]. rewrite (IH _ _ _ Hi Hm1 Hs). f_equal. unfold answer, thread_of. by rewrite Hok, Hm.
  Qed.
  Lemma same_aggregates g m m' :
    m_certified m' = m_certified m → m_aggregates m' = m_aggregates m → aggregate_is cfg g m → aggregate_is cfg g m'.
  Proof using.
    intros Hc Ha.
    assert (next_to_certify cfg m' = next_to_certify cfg m) as Hn by (unfold next_to_certify; by rewrite Hc).
    assert (∀ e, aggregate_of cfg m' e = aggregate_of cfg m e) as He by (intros e; unfold aggregate_of; by rewrite Ha).
    unfold aggregate_is. rewrite Hn. intros (? & ? & Hacc & Hb). split_and!; [done|done| |].
    - intros e. rewrite He. apply Hacc.
    - intros Hbr. destruct (Hb Hbr) as [H1 H2]. unfold Monitor.complete, agree in *. by rewrite He.
  Qed.

  (** ** verify of a thread that has refused, or waits for its epoch to be published *)
  Definition idle_status (failed : option nat) : Verify.status :=
    match failed with Some w => Verify.Refused w | None => Close end.
  Lemma verify_idle t closing failed (log out : list Z) :
    closing = true ∨ failed ≠ None → octets log → len log < 2 ^ 32 → octets out → len out ≤ 65536 →
    verifier_ok t closing failed →
    ensures fn_verify [vverifier t closing failed; VExtern x; VBytes log; VBytes out]
      (λ r ws, ws = [vverifier t closing failed; VExtern x; VBytes log; VBytes out] ∧
         r = vprogress 0 (idle_status failed)).
  Proof using.
    intros Hidle Hlog Hlogl Ho Hout Hv. fl_ensures. destruct failed as [w|].
    { fl_steps. by fl_reached. }
    destruct closing; [|by destruct Hidle].
    fl_steps. by fl_reached.
  Qed.
  Lemma verify_idle_compiled t closing failed (log out : list Z) :
    closing = true ∨ failed ≠ None → octets log → len log < 2 ^ 32 → octets out → len out ≤ 65536 →
    verifier_ok t closing failed →
    compiled_ensures external fn_verify [dverifier t closing failed; VExtern x; VBytes log; VBytes out]
      (λ d ds, d = dprogress 0 (idle_status failed) ∧ ds = [dverifier t closing failed; VBytes out]).
  Proof using Hext.
    intros Hidle Hlog Hlogl Ho Hout Hv.
    eapply (ensures_compiled external fn_verify _ _
      [vverifier t closing failed; VExtern x; VBytes log; VBytes out] _ _ Hext);
      [reflexivity|reflexivity| |reflexivity|reflexivity| |by apply verify_idle|].
    - constructor; [by apply verifier_typed|]. constructor; [apply extern_ty|].
      constructor; [apply view_ty; by split|]. constructor; [apply bytes_fit; [done|lia|lia]|constructor].
    - cbn [map]. by rewrite of_dverifier.
    - intros r ws (-> & ->). exists (dprogress 0 (idle_status failed)), [dverifier t closing failed; VBytes out].
      split; [apply to_dprogress|]. split; [|done].
      change (shown_of _) with [0%nat; 3%nat].
      change (collect _ [0%nat; 3%nat]) with
        (d ← to_data (vverifier t closing failed); ds ← Outcome.Ok [VBytes out]; Outcome.Ok (d :: ds)).
      by rewrite to_dverifier.
  Qed.

  (** ** Each call *)
  Lemma threads_are y m : system_is y m → n_threads cfg = N.of_nat (length (y_verifiers y)).
  Proof using. intros ((_ & Hn & _) & (Ht & _) & _). unfold len in Hn. lia. Qed.

  (** A verifier and its thread are others; all else is as it was. *)
  Lemma verified_is y m m' i v v' :
    system_is y m → y_verifiers y !! i = Some v → system_ok (with_verifier y i v') →
    m_certified m' = m_certified m → m_aggregates m' = m_aggregates m →
    (∀ j, j ≠ N.of_nat i → status_of cfg m' j = status_of cfg m j) → verifier_is m' i v' →
    system_is (with_verifier y i v') m'.
  Proof using.
    intros (_ & Hg & Hv) Hi Hok Hc Ha Ho Hi'. split; [done|]. split; [by eapply same_aggregates|].
    intros j w Hj. cbn [y_verifiers with_verifier] in Hj. destruct (decide (i = j)) as [<-|Hne].
    - rewrite list_lookup_insert in Hj by (by eapply lookup_lt_Some). by injection Hj as <-.
    - rewrite list_lookup_insert_ne in Hj by done. specialize (Hv j w Hj). unfold verifier_is in *.
      rewrite Ho by lia. exact Hv.
  Qed.

  Lemma taken_feeds log l tail last taken rest i secret out :
    divided log l tail last → l = taken ++ rest → feeds (CVerify i secret log out) (Feed (N.of_nat i) <$> taken).
  Proof using.
    intros [-> Hwf _ _] ->. apply Forall_app in Hwf as [Hwf _]. exists taken, (zs (print_log rest) ++ tail).
    split; [|by split]. by rewrite print_log_app, zs_app, <-(assoc_L (++)).
  Qed.
  Lemma verify_mirrors y m i log out :
    system_is y m → all_linked cfg m → call_ok (length (y_verifiers y)) (CVerify i x log out) →
    performs external y (CVerify i x log out)
      (λ y' said, ∃ ks, feeds (CVerify i x log out) ks ∧ said = zs (print_receipts (answers cfg m ks)) ∧
         system_is y' (run cfg m ks) ∧ length (y_verifiers y') = length (y_verifiers y)).
  Proof using Hext Hsums Hhash Hmh Hdigests Hfun.
    intros Hy Hlinked (Hi & Hlog & Hlogl & Ho & Hol).
    destruct (lookup_lt_is_Some_2 _ _ Hi) as [v Hvi]. exists v. split; [done|].
    assert (Hy' := Hy). destruct Hy' as (Hok & Hg & Hv).
    assert (Hok' := Hok). destruct Hok' as (_ & _ & _ & Hplaced & _).
    destruct (Hplaced i v Hvi) as (Hvok & _). destruct (Hv i v Hvi) as (Hfc & st & Hst & Hist).
    pose proof (threads_are y m Hy) as Hn. destruct v as [t closing failed]. cbn [v_thread v_closing v_failed] in *.
    destruct (decide (closing = true ∨ failed ≠ None)) as [Hidle|Hbusy].
    { eapply compiled_mono; [by apply verify_idle_compiled|]. intros d ds [-> ->].
      exists (FVerifier t closing failed), []. rewrite app_nil_r. split; [done|]. split; [apply octets_nil|].
      split; [done|]. exists [].
      unfold with_verifier. rewrite list_insert_id by done. split; [|split; [done|split; [by destruct y|done]]].
      exists [], log. by split_and!. }
    destruct closing; [by destruct Hbusy; left|]. destruct failed as [w|]; [by destruct Hbusy; right|].
    assert (linked (t_slots st)) as Hls.
    { specialize (Hlinked (N.of_nat i)). unfold thread_of in Hlinked. by rewrite Hst in Hlinked. }
    destruct (any_divided log Hlog Hlogl) as (l & tail & last & Hdiv).
    eapply compiled_mono; [apply (verify_exact external F hash cfg x t st log l tail last out); try done|].
    intros d ds (t' & out' & taken & s & -> & -> & Hvok' & Hself & Hnext & Ho' & Hol' & done & rest & st' &
      El & Hnv & Hsteps & Hist' & _ & -> & _).
    exists (FVerifier t' (closing_of s) (failed_of s)), (zs (print_receipts (replies cfg st done))).
    split; [reflexivity|]. split; [apply octets_zs|]. split; [done|].
    rewrite <-(answers_replies (N.of_nat i) done m st st') by (done || lia).
    destruct (feeds_steps (N.of_nat i) done m st st' ltac:(lia) Hst Hnv Hsteps) as (Hrun & Hc & Ha & Hother).
    exists (Feed (N.of_nat i) <$> done). split; [by eapply taken_feeds|]. split; [done|].
    split; [|apply insert_length]. eapply verified_is; [done|done|by eapply system_verified|done|done|done|].
    split; [by destruct s|by exists st'].
  Qed.

  Lemma publish_mirrors y m i :
    system_is y m → call_ok (length (y_verifiers y)) (CPublish i x) →
    performs external y (CPublish i x)
      (λ y' said, ∃ ks, feeds (CPublish i x) ks ∧ said = zs (print_receipts (answers cfg m ks)) ∧
         system_is y' (run cfg m ks) ∧ length (y_verifiers y') = length (y_verifiers y)).
  Proof using Hext Hsums Hmh.
    intros Hy Hi. cbn [call_ok] in Hi. destruct (lookup_lt_is_Some_2 _ _ Hi) as [v Hvi]. exists v. split; [done|].
    assert (Hy' := Hy). destruct Hy' as (Hok & Hg & Hv).
    assert (Hok' := Hok). destruct Hok' as (Hgok & _ & _ & Hplaced & _).
    destruct (Hplaced i v Hvi) as (Hvok & Hself & _). pose proof (threads_are y m Hy) as Hn.
    pose proof (system_may_publish y i v Hok Hvi) as Hmay.
    eapply compiled_mono; [apply (publish_safe external Hext); [done|done|done]|].
    intros d ds (b & v' & g' & -> & -> & Hcase). exists v', g'. split; [done|]. split; [by eauto|].
    destruct Hcase as [(-> & -> & _)|(_ & Hclosing & Hwin & -> & Hp)].
    { exists []. rewrite list_insert_id by done. split; [by left|]. split; [done|]. split; [by destruct y|done]. }
    destruct Hvok as (Ht & Hover & Hf). specialize (Hover Hclosing).
    destruct (Hv i v Hvi) as (Hfc & st & Hst & Hist).
    destruct (publishes_is external F hash cfg x Hmh (v_thread v) (y_aggregate y) g' m (N.of_nat i) st)
      as [Hthread Hagg]; try done; [lia|lia|].
    exists [Feed (N.of_nat i) VerifyEpoch]. split; [by right|].
    split; [cbn [answers answer receipt_of]; by destruct (feed _ _ _ _).2|]. cbn [run perform].
    split; [|by cbn [y_verifiers]; rewrite insert_length]. split; [by eapply system_published|]. split; [done|].
    intros j w Hj. cbn [y_verifiers] in Hj. destruct (decide (i = j)) as [<-|Hne].
    - rewrite list_lookup_insert in Hj by done. injection Hj as <-. unfold verifier_is.
      cbn [v_thread v_closing v_failed]. split; [done|].
      exists (thread_of cfg (feed cfg m (N.of_nat i) VerifyEpoch).1 (N.of_nat i)).
      split; [|done]. unfold thread_of.
      destruct (status_of cfg (feed cfg m (N.of_nat i) VerifyEpoch).1 (N.of_nat i)) eqn:E;
        [done|]. exfalso. revert E. unfold feed. rewrite decide_True by lia. rewrite Hst. cbn [step].
      destruct Hist as (_&_&_&[Hepoch _]&_&Hnext&_).
      unfold verify_epoch, need. rewrite decide_True by lia. cbn [mbind outcome_bind fst]. unfold status_of.
      cbn [m_threads]. by rewrite lookup_insert.
    - rewrite list_lookup_insert_ne in Hj by done. specialize (Hv j w Hj). unfold verifier_is in *.
      destruct (fed_one m (N.of_nat i) VerifyEpoch) as (_ & Ho & _). rewrite Ho by lia. exact Hv.
  Qed.

  Lemma certify_mirrors y m :
    system_is y m →
    performs external y CCertify
      (λ y' said, ∃ ks, feeds CCertify ks ∧ said = zs (print_receipts (answers cfg m ks)) ∧
         system_is y' (run cfg m ks) ∧ length (y_verifiers y') = length (y_verifiers y)).
  Proof using Hext Hmh.
    intros Hy. pose proof (threads_are y m Hy) as Hn. destruct Hy as (Hok & Hg & Hv). assert (Hok' := Hok).
    destruct Hok' as (Hgok & Hgn & Hr & _). cbn [performs].
    eapply compiled_mono; [apply certify_safe; [done|done|lia]|]. intros d ds (g' & Hc & -> & ->). exists g'.
    split; [done|]. split; [done|]. exists [Certify]. split; [done|]. split; [done|]. split; [|done]. cbn [run perform].
    split; [eapply system_certified; [done|by destruct y]|]. split.
    - eapply (certifies_is F hash cfg x Hmh); [done|done| |done]. unfold len in Hr. lia.
    - intros j w Hj. specialize (Hv j w Hj). unfold verifier_is in *.
      by rewrite status_certify.
  Qed.

  Lemma performs_mono y c (Φ Φ' : fsystem → list Z → Prop) :
    (∀ y' said, Φ y' said → Φ' y' said) → performs external y c Φ → performs external y c Φ'.
  Proof using.
    intros Himp. destruct c as [i secret log out|i|i secret|]; cbn [performs].
    - intros (v & Hvi & Hp). exists v. split; [done|]. eapply compiled_mono; [exact Hp|].
      intros d ds (v' & out' & ? & ? & ? & ?). exists v', out'. auto.
    - intros (v & Hvi & Hp). exists v. split; [done|]. eapply compiled_mono; [exact Hp|].
      intros d ds (? & ? & ?). auto.
    - intros (v & Hvi & Hp). exists v. split; [done|]. eapply compiled_mono; [exact Hp|].
      intros d ds (v' & g' & ? & ? & ?). exists v', g'. auto.
    - intros Hp. eapply compiled_mono; [exact Hp|]. intros d ds (g' & ? & ? & ?). exists g'. auto.
  Qed.

  Theorem calls_mirror cs : ∀ y m,
    system_is y m → all_linked cfg m → Forall (call_ok (length (y_verifiers y))) cs →
    Forall one_secret cs → mirrors y m cs.
  Proof using Hext Hsums Hhash Hmh Hdigests Hfun.
    induction cs as [|c cs IH]; intros y m Hy Hlinked Hcs Hb; cbn [mirrors]; (split; [done|]); [done|].
    apply Forall_cons in Hcs as [Hc Hcs], Hb as [Hb Hbs].
    assert (∀ y' said, (∃ ks, feeds c ks ∧ said = zs (print_receipts (answers cfg m ks)) ∧
        system_is y' (run cfg m ks) ∧ length (y_verifiers y') = length (y_verifiers y)) →
      ∃ ks, feeds c ks ∧ said = zs (print_receipts (answers cfg m ks)) ∧ mirrors y' (run cfg m ks) cs) as Hnext.
    { intros y' said (ks & Hf & Hsaid & Hy' & Hl). exists ks. split; [done|]. split; [done|].
      apply IH; [done|by apply run_linked|by rewrite Hl|done]. }
    eapply performs_mono; [exact Hnext|]. clear Hnext.
    destruct c as [i secret log out|i|i secret|].
    - cbn [one_secret] in Hb. subst secret. by apply verify_mirrors.
    - cbn [call_ok] in Hc. destruct (lookup_lt_is_Some_2 _ _ Hc) as [v Hvi]. exists v. split; [done|].
      assert (Hy' := Hy). destruct Hy' as ((_&_&_&Hplaced&_)&_). destruct (Hplaced i v Hvi) as (Hvok & _).
      eapply compiled_mono; [by apply quiet_safe|]. intros d ds (-> & b & -> & _). split; [done|]. split; [by eauto|].
      exists []. by split_and!.
    - cbn [one_secret] in Hb. subst secret. by apply publish_mirrors.
    - by apply certify_mirrors.
  Qed.

  (** ** From the start *)
  Lemma all_begin memory : ∀ vs (Φ : list fverifier → Prop),
    let root := zs (print value_codec (first_root cfg)) in
    (first_epoch cfg < 2 ^ 64)%N → value_wf (first_root cfg) →
    init_allowed (Z.of_N (depth cfg)) (Z.of_N (store_size cfg)) root → len vs + len memory ≤ SLOTS →
    Forall (λ v, before_init (v_thread v) (v_closing v) (v_failed v)) memory →
    (∀ i v, vs !! i = Some v → verifier_ok (v_thread v) (v_closing v) (v_failed v) ∧
       f_self (v_thread v) = Z.of_nat i ∧ f_next (v_thread v) = Z.of_N (first_epoch cfg) ∧ v_failed v = None ∧
       thread_is F cfg x (v_thread v) (init_thread cfg (N.of_nat i))) →
    (∀ vs', length vs' = (length vs + length memory)%nat →
       (∀ i v, vs' !! i = Some v → verifier_ok (v_thread v) (v_closing v) (v_failed v) ∧
         f_self (v_thread v) = Z.of_nat i ∧ f_next (v_thread v) = Z.of_N (first_epoch cfg) ∧ v_failed v = None ∧
         thread_is F cfg x (v_thread v) (init_thread cfg (N.of_nat i))) → Φ vs') →
    starts external (Z.of_N (depth cfg)) (Z.of_N (store_size cfg)) (Z.of_N (first_epoch cfg)) root memory vs Φ.
  Proof using Hext Hmh.
    induction memory as [|v0 memory IH]; intros vs Φ root Hf Hw Hall Hlen Hm Hvs HΦ; cbn [starts].
    { apply HΦ; [cbn; lia|done]. }
    apply Forall_cons in Hm as [Hm1 Hm2]. rewrite len_cons in Hlen. pose proof (len_nonneg vs).
    pose proof (len_nonneg memory).
    eapply compiled_mono; [by apply (init_safe external); [..|lia|lia|]|].
    intros d ds (t & -> & Hok & Hnew). exists (FVerifier t false None). split; [done|].
    assert (Hnew' := Hnew). destruct Hnew' as ((Hself & _ & _ & _ & _ & _ & Hnext & _) & _).
    apply IH; try done.
    - rewrite len_app, len_cons, len_nil. lia.
    - intros i v [Hi|[Hi Hv]]%lookup_app_Some; [by apply Hvs|].
      apply list_lookup_singleton_Some in Hv as [Hi0 <-]. cbn [v_thread v_closing v_failed].
      assert (len vs = Z.of_nat i) as Hli by (unfold len; lia). rewrite Hli in *.
      split_and!; [done|done|done|done|]. apply (new_is F hash cfg x Hmh _ _ root); [by split|].
      by rewrite nat_N_Z.
    - intros vs' Hl Hvs'. apply HΦ; [|done]. rewrite Hl, app_length. cbn [length]. lia.
  Qed.

  Theorem runs_mirror (aggregate : data) (memory : list fverifier) (cs : list fcall) :
    let root := zs (print value_codec (first_root cfg)) in
    Values.data_ok type_22 aggregate → Forall (λ v, before_init (v_thread v) (v_closing v) (v_failed v)) memory →
    0 < len memory ≤ SLOTS → n_threads cfg = N.of_nat (length memory) → (first_epoch cfg < 2 ^ 64)%N →
    value_wf (first_root cfg) → init_allowed (Z.of_N (depth cfg)) (Z.of_N (store_size cfg)) root →
    Forall (call_ok (length memory)) cs → Forall one_secret cs →
    compiled_ensures external fn_init_aggregate [aggregate; VInt (len memory); VInt (Z.of_N (first_epoch cfg))]
      (λ _ ds, ∃ g, ds = [daggregate g] ∧
         starts external (Z.of_N (depth cfg)) (Z.of_N (store_size cfg)) (Z.of_N (first_epoch cfg)) root memory []
           (λ vs, mirrors (FSystem g vs) init_monitor cs)).
  Proof using Hext Hsums Hhash Hmh Hdigests Hfun.
    intros root Ha Hm Hl Hn Hf Hw Hall Hcs Hb.
    eapply compiled_mono; [apply (init_aggregate_safe external Hext); [done|lia|lia]|].
    intros d ds ->. eexists. split; [reflexivity|].
    apply all_begin; try done; [rewrite len_nil; lia|]. intros vs Hlen Hvs. cbn in Hlen.
    apply calls_mirror; cbn [y_verifiers]; [|apply all_linked_init|by rewrite Hlen|done]. split; [|split].
    - apply system_started; [unfold len; by rewrite Hlen|lia|lia|]. intros i v Hi. destruct (Hvs i v Hi) as (?&?&?&_).
      done.
    - cbn [y_aggregate]. replace (len memory) with (Z.of_N (n_threads cfg)) by (unfold len; lia).
      by apply (begun_is cfg F hash x).
    - intros i v Hi. cbn [y_verifiers] in Hi. destruct (Hvs i v Hi) as (_&_&_&Hnone&His). unfold verifier_is.
      rewrite Hnone. split; [done|]. by exists (init_thread cfg (N.of_nat i)).
  Qed.
End exact.
