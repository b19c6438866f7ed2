(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a host may count on: failure stays with its thread, a thread without
traffic can always complete an epoch, certification does not stop early, epochs
that balance certify, and a record that left to Blum may come back. *)
From Fairlead.Monitor.Consistency Require Export Account.

Section progress.
  Context {acc : Type} (cfg : config acc).
  Implicit Types m : monitor acc.

  Lemma status_certify m i : status_of cfg (certify cfg m) i = status_of cfg m i.
  Proof. unfold status_of, certify. by rewrite (proj1 (certify_loop_threads cfg _ m)). Qed.
  Lemma status_feed_other m i j en : j ≠ i → status_of cfg (feed cfg m i en).1 j = status_of cfg m j.
  Proof.
    intros Hj. unfold feed. case_decide; [|done]. destruct (status_of cfg m i); [|done].
    by destruct (step cfg st en); unfold status_of; simpl; rewrite lookup_insert_ne.
  Qed.

  (** Failure is permanent: whatever follows, the thread stays stopped, in the same
  state and for the same reason, and whatever it is fed is refused. *)
  Theorem failure_is_permanent cs m i st why :
    status_of cfg m i = Stopped st why →
    status_of cfg (run cfg m cs) i = Stopped st why ∧
    ∀ en, (i < n_threads cfg)%N → (feed cfg (run cfg m cs) i en).2 = Some Thread_failed.
  Proof.
    intros Hs. assert (status_of cfg (run cfg m cs) i = Stopped st why) as Hrun.
    { revert m Hs. induction cs as [|c cs IH]; intros m Hs; [done|]. cbn [run]. apply IH.
      destruct c as [j en|]; cbn [perform]; [|by rewrite status_certify].
      destruct (decide (i = j)) as [<-|Hne]; [|by rewrite status_feed_other].
      unfold feed. case_decide; [|done]. by rewrite Hs. }
    split; [done|]. intros en Hi. unfold feed. by rewrite decide_True, Hrun.
  Qed.

  (** What a thread accepts depends on that thread alone: the failure of another
  refuses it nothing. *)
  Theorem threads_are_independent m m' i en :
    status_of cfg m i = status_of cfg m' i → (feed cfg m i en).2 = (feed cfg m' i en).2.
  Proof.
    intros E. unfold feed. case_decide; [|done]. rewrite E. destruct (status_of cfg m' i); [|done].
    by destruct (step cfg st en).
  Qed.

  (** An idle thread completes its next epoch with [NextEpoch] and [VerifyEpoch],
  until epoch numbers run out. *)
  Theorem idle_thread_completes cs i st :
    let m := run cfg init_monitor cs in
    status_of cfg m i = Running st → (i < n_threads cfg)%N → ((t_clock st).1 + 1 < limit64)%N →
    let m1 := (feed cfg m i NextEpoch).1 in
    (feed cfg m i NextEpoch).2 = None ∧ (feed cfg m1 i VerifyEpoch).2 = None ∧
    i ∈ a_done (aggregate_of cfg (feed cfg m1 i VerifyEpoch).1 (t_next st)).
  Proof.
    intros m Hs Hi Hlim m1. pose proof (ac_clock _ _ _ (run_accounts cfg cs) i) as Hclk. fold m in Hclk.
    unfold thread_of in Hclk. rewrite Hs in Hclk. simpl in Hclk.
    set (st1 := Thread (t_self st) (t_slots st) ((t_clock st).1 + 1, 0)%N root
      (t_added st) (t_evicted st) (t_next st) (t_index st)).
    assert (feed cfg m i NextEpoch = (Monitor (<[i := Running st1]> (m_threads m)) (m_aggregates m) (m_certified m), None)) as E1.
    { unfold feed. rewrite decide_True, Hs by done. simpl. unfold next_epoch, need.
      by rewrite decide_True by done. }
    assert (status_of cfg m1 i = Running st1) as Hs1.
    { unfold m1. rewrite E1. unfold status_of; simpl. by rewrite lookup_insert. }
    split; [by rewrite E1|].
    assert (step cfg st1 VerifyEpoch = Ok (Thread (t_self st1) (t_slots st1) (t_clock st1) (t_lek st1)
      (t_added st1) (t_evicted st1) (t_next st1 + 1)%N (t_index st1))) as E2.
    { simpl. unfold verify_epoch, need. rewrite decide_True; [done|]. unfold t_next in *. simpl. lia. }
    unfold feed at 1 2. rewrite decide_True, Hs1, E2 by done. split; [done|].
    unfold aggregate_of; simpl. unfold publish. rewrite lookup_insert. simpl. set_solver.
  Qed.

  (** ** Certification goes as far as it can *)
  Lemma can_certify_known m :
    (0 < n_threads cfg)%N → can_certify cfg m = true → is_Some (m_aggregates m !! next_to_certify cfg m).
  Proof.
    intros Hn [Hc _]%andb_true_iff. unfold complete in Hc. rewrite forallb_forall in Hc.
    specialize (Hc 0%N). rewrite bool_decide_eq_true in Hc.
    destruct (m_aggregates m !! next_to_certify cfg m) eqn:E; [done|]. exfalso.
    unfold aggregate_of in Hc. rewrite E in Hc. simpl in Hc.
    assert (0%N ∈ (∅ : gset N)); [|set_solver]. apply Hc. apply elem_of_list_In.
    unfold all_threads. apply elem_of_list_fmap. exists 0. rewrite elem_of_seq. split; [done|lia].
  Qed.

  Lemma certify_loop_known n m :
    (0 < n_threads cfg)%N → can_certify cfg (certify_loop cfg n m) = true →
    ∀ j, j ≤ n → is_Some (m_aggregates m !! (next_to_certify cfg m + N.of_nat j)%N).
  Proof.
    intros Hn. revert m. induction n as [|n IH]; intros m; cbn [certify_loop].
    - intros Hc j Hj. replace j with 0 by lia. rewrite N.add_0_r. by apply can_certify_known.
    - destruct (can_certify cfg m) eqn:Ec; [|congruence]. intros Hc j Hj. destruct j as [|j].
      + rewrite N.add_0_r. by apply can_certify_known.
      + specialize (IH _ Hc j). simpl in IH. unfold next_to_certify at 1 in IH; simpl in IH.
        replace (next_to_certify cfg m + N.of_nat (S j))%N with (next_to_certify cfg m + 1 + N.of_nat j)%N by lia.
        apply IH. lia.
  Qed.

  (** After [certify], the next epoch is not complete or does not agree. *)
  Theorem certify_complete m : (0 < n_threads cfg)%N → can_certify cfg (certify cfg m) = false.
  Proof.
    intros Hn. destruct (can_certify cfg (certify cfg m)) eqn:Ec; [exfalso|done].
    pose proof (certify_loop_known _ _ Hn Ec) as Hknown.
    set (size_of := size (m_aggregates m)) in *.
    assert ((λ j, next_to_certify cfg m + N.of_nat j)%N <$> seq 0 (S (S size_of)) ⊆+ (map_to_list (m_aggregates m)).*1) as Hsub.
    { apply NoDup_submseteq.
      - apply NoDup_fmap_2; [intros a b; lia|apply NoDup_seq].
      - intros e (j&->&Hj%elem_of_seq)%elem_of_list_fmap. destruct (Hknown j) as [a Ha]; [lia|].
        apply elem_of_list_fmap. exists ((next_to_certify cfg m + N.of_nat j)%N, a).
        split; [done|]. by apply elem_of_map_to_list. }
    apply submseteq_length in Hsub. rewrite !fmap_length, seq_length in Hsub.
    change (length (map_to_list (m_aggregates m))) with size_of in Hsub. lia.
  Qed.

  (** ** Honest hosts *)

  (** If every thread has completed the epochs up to [e], and in each of them what
  came back is what left, fewer than 2^32 elements, then they all certify. *)
  Theorem balanced_epochs_certify cs e :
    let m := run cfg init_monitor cs in
    let E := events cfg init_monitor cs in
    (0 < n_threads cfg)%N → (first_epoch cfg ≤ e)%N →
    (∀ i, (i < n_threads cfg)%N → (e < t_next (thread_of cfg m i))%N) →
    (∀ e', (e' ≤ e)%N → adds_in e' E ≡ₚ evicts_in e' E ∧ (N.of_nat (length (adds_in e' E)) < limit32)%N) →
    ∃ c, m_certified (certify cfg m) = Some c ∧ (e ≤ c)%N.
  Proof.
    intros m E Hn Hfirst Hdone Hbal. pose proof (certify_complete m Hn) as Hstop.
    pose proof (certify_accounts cfg m E (run_accounts cfg cs)) as Hacc.
    set (m' := certify cfg m) in *.
    destruct (decide (next_to_certify cfg m' ≤ e)%N) as [Hle|Hgt].
    2:{ unfold next_to_certify in Hgt. destruct (m_certified m') as [c|]; [|lia]. exists c. split; [done|lia]. }
    exfalso. set (e' := next_to_certify cfg m') in *.
    assert (∀ i, (i < n_threads cfg)%N → i ∈ a_done (aggregate_of cfg m' e')) as Hall.
    { intros i Hi. apply (ac_done _ _ _ Hacc). split; [done|]. unfold m'. rewrite certify_thread.
      specialize (Hdone i Hi). pose proof (ac_begin _ _ _ Hacc) as Hb. unfold e', next_to_certify in *.
      destruct (m_certified m') as [c|]; [specialize (Hb c eq_refl)|]; lia. }
    assert (published cfg m' e' E = E) as Hpub.
    { unfold published. rewrite (filter_iff _ (λ _, True)).
      - clear. induction E as [|x E IH]; [done|]. rewrite filter_cons, decide_True by done. by rewrite IH.
      - intros x Hx. split; [done|]. intros _. apply Hall. by apply (ac_tid _ _ _ Hacc). }
    destruct (Hbal e' Hle) as [Hperm Hcount].
    assert (can_certify cfg m' = true) as Hgo; [|congruence].
    unfold can_certify. fold e'. apply andb_true_iff. split.
    - unfold complete. rewrite forallb_forall. intros i Hi. apply bool_decide_eq_true, Hall.
      apply elem_of_list_In in Hi. unfold all_threads in Hi.
      apply elem_of_list_fmap in Hi as (j&->&Hj%elem_of_seq). lia.
    - unfold agree. rewrite (ac_sum_added _ _ _ Hacc), (ac_sum_evicted _ _ _ Hacc), Hpub.
      rewrite (tally_of_perm _ _ _ _ Hperm).
      rewrite !andb_true_iff, !bool_decide_eq_true. simpl.
      split; [done|]. by rewrite <-(Permutation_length Hperm).
  Qed.

  (** A record that left to Blum is never refused on its way back, in an epoch that
  its thread has not verified, nor on its way out again at the next time, as long
  as counters and counts last. *)
  Theorem round_trip_accepted (st : thread acc) k v s t tid :
    k ≠ root → (s < store_size cfg)%N → t_slots st !! s = None → fits (depth cfg) k v = true →
    (t_next st ≤ t.1)%N → (t.2 + 1 < limit32)%N →
    (t_count (tally_in cfg (t_added st) t.1) + 1 < limit32)%N →
    ∃ st1, step cfg st (AddB k v s t tid) = Ok st1 ∧
      t_slots st1 !! s = Some (Slot k v BAdd (None, None) None) ∧
      let t' := ((t_clock st1).1, (t_clock st1).2 + 1)%N in
      (t'.1 < limit64)%N → (t'.2 < limit32)%N →
      (t_count (tally_in cfg (t_evicted st1) t'.1) + 1 < limit32)%N →
      ∃ st2, step cfg st1 (EvictB s t') = Ok st2.
  Proof.
    intros Hk Hs Hfree Hfits Hver Hctr Hcnt. simpl.
    unfold add_blum, vacant, need, some, tally_insert. rewrite !decide_True by done. cbn -[tally_in advance].
    destruct (advance st (t.1, t.2 + 1)%N) as [clock lek]. eexists. split; [done|]. cbn [t_slots].
    rewrite lookup_insert. split; [done|]. intros H1 H2 Hcount.
    unfold evict_blum, full, some, need. cbn [t_slots t_clock] in *.
    rewrite decide_True by done. cbn -[leave_to_blum]. rewrite lookup_insert. cbn -[leave_to_blum tally_in].
    unfold leave_to_blum, need, some, tally_insert. cbn [s_key s_child s_value t_clock t_lek t_evicted t_self t_added fst snd] in *.
    rewrite !decide_True; cbn -[tally_in]; eauto.
    left. unfold stamp_lt; simpl. lia.
  Qed.
End progress.
