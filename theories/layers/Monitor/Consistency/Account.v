(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What certification says about the whole run: in a certified epoch the sums and
counts of everything added and everything evicted agree, over all threads, and
nothing that came later has changed that. *)
From Fairlead.Monitor.Consistency Require Export Effect.

Lemma filter_or {A} (P Q : A → Prop) `{∀ x, Decision (P x), ∀ x, Decision (Q x)} (l : list A) :
  (∀ x, P x → ¬ Q x) → filter (λ x, P x ∨ Q x) l ≡ₚ filter P l ++ filter Q l.
Proof.
  intros Hd. induction l as [|x l IH]; [done|]. rewrite !filter_cons.
  repeat case_decide; try (exfalso; naive_solver).
  - simpl. by rewrite IH.
  - by rewrite IH, Permutation_middle.
  - done.
Qed.
Lemma filter_iff {A} (P Q : A → Prop) `{∀ x, Decision (P x), ∀ x, Decision (Q x)} (l : list A) :
  (∀ x, x ∈ l → P x ↔ Q x) → filter P l = filter Q l.
Proof.
  induction l as [|x l IH]; intros Hl; [done|]. rewrite !filter_cons.
  pose proof (Hl x (elem_of_list_here _ _)). rewrite IH by (intros; apply Hl; by right).
  by repeat case_decide; try tauto.
Qed.

Lemma omap_perm {A B} (f : A → option B) l l' : l ≡ₚ l' → omap f l ≡ₚ omap f l'.
Proof.
  induction 1 as [|x l l' _ IH|x y l|l1 l2 l3 _ IH1 _ IH2]; simpl; try done.
  - destruct (f x); by rewrite ?IH.
  - destruct (f x), (f y); try done. apply Permutation_swap.
  - by rewrite IH1.
Qed.

Section account.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (m : monitor acc) (x : event acc) (E : list (event acc)).

  Lemma insert_tally_of e o l :
    insert_tally cfg e o (tally_of (mh cfg) e (in_epoch e l)) =
    tally_of (mh cfg) e (in_epoch e (l ++ option_list o)).
  Proof.
    unfold insert_tally, in_epoch. destruct o as [y|]; simpl; [|by rewrite app_nil_r].
    rewrite filter_app, filter_cons, filter_nil. case_decide; [|by rewrite app_nil_r].
    rewrite (tally_of_perm _ e (_ ++ [y]) (y :: filter (λ y, el_epoch y = e) l)) by (by rewrite Permutation_app_comm).
    unfold tally_plus, tally_of; simpl. f_equal. lia.
  Qed.

  Lemma adds_in_snoc e E x : adds_in e (E ++ [x]) = in_epoch e (omap ev_added E ++ option_list (ev_added x)).
  Proof. unfold adds_in. rewrite omap_app. simpl. by destruct (ev_added x). Qed.
  Lemma evicts_in_snoc e E x : evicts_in e (E ++ [x]) = in_epoch e (omap ev_evicted E ++ option_list (ev_evicted x)).
  Proof. unfold evicts_in. rewrite omap_app. simpl. by destruct (ev_evicted x). Qed.

  (** The elements of two disjoint sets of threads, together. *)
  Lemma tally_or (f : event acc → option element) (P Q : event acc → Prop)
      `{∀ x, Decision (P x), ∀ x, Decision (Q x)} e E :
    (∀ x, P x → ¬ Q x) →
    tally_of (mh cfg) e (in_epoch e (omap f (filter (λ x, P x ∨ Q x) E))) =
    tally_plus (mh cfg) (tally_of (mh cfg) e (in_epoch e (omap f (filter P E))))
      (tally_of (mh cfg) e (in_epoch e (omap f (filter Q E)))).
  Proof.
    intros Hd. rewrite <-tally_of_app. unfold in_epoch. rewrite <-filter_app, <-omap_app.
    apply tally_of_perm, filter_Permutation. apply omap_perm. by apply filter_or.
  Qed.

  (** The events of the threads that have published epoch [e]. *)
  Definition published m (e : N) E : list (event acc) :=
    filter (λ x, ev_tid x ∈ a_done (aggregate_of cfg m e)) E.

  Record accounts m E : Prop := {
    ac_tid x : x ∈ E → (ev_tid x < n_threads cfg)%N;
    ac_self i : t_self (thread_of cfg m i) = i;
    ac_added i e : tally_in cfg (t_added (thread_of cfg m i)) e = tally_of (mh cfg) e (adds_in e (by_thread i E));
    ac_evicted i e : tally_in cfg (t_evicted (thread_of cfg m i)) e = tally_of (mh cfg) e (evicts_in e (by_thread i E));
    ac_clock i : (t_next (thread_of cfg m i) ≤ (t_clock (thread_of cfg m i)).1)%N;
    ac_first i : (first_epoch cfg ≤ t_next (thread_of cfg m i))%N;
    ac_late y : y ∈ omap ev_added E ++ omap ev_evicted E → (first_epoch cfg ≤ el_epoch y)%N;
    ac_done i e : i ∈ a_done (aggregate_of cfg m e) ↔
      (i < n_threads cfg ∧ first_epoch cfg ≤ e < t_next (thread_of cfg m i))%N;
    ac_sum_added e : a_added (aggregate_of cfg m e) = tally_of (mh cfg) e (adds_in e (published m e E));
    ac_sum_evicted e : a_evicted (aggregate_of cfg m e) = tally_of (mh cfg) e (evicts_in e (published m e E));
    ac_begin c : m_certified m = Some c → (first_epoch cfg ≤ c)%N;
    ac_certified c e : m_certified m = Some c → (first_epoch cfg ≤ e ≤ c)%N →
      complete cfg m e = true ∧ agree cfg m e = true;
  }.

  Lemma accounts_init : accounts (init_monitor (acc:=acc)) [].
  Proof.
    assert (∀ e, aggregate_of cfg (init_monitor (acc:=acc)) e = Aggregate (tally_zero (mh cfg)) (tally_zero (mh cfg)) ∅) as Hagg.
    { intros e. unfold aggregate_of. simpl. by rewrite lookup_empty. }
    split; try (intros; rewrite Hagg; done).
    - intros x. by rewrite elem_of_nil.
    - intros i. by rewrite init_thread_of.
    - intros i e. rewrite init_thread_of. unfold tally_in; simpl. by rewrite lookup_empty.
    - intros i e. rewrite init_thread_of. unfold tally_in; simpl. by rewrite lookup_empty.
    - intros i. by rewrite init_thread_of.
    - intros i. by rewrite init_thread_of.
    - intros y. cbn. by rewrite elem_of_nil.
    - intros i e. rewrite Hagg, init_thread_of. simpl. split; [set_solver|lia].
    - done.
    - done.
  Qed.

  (** Monitors with the same threads, aggregates and certified epoch. *)
  Lemma accounts_same m m' E :
    (∀ i, thread_of cfg m' i = thread_of cfg m i) → m_aggregates m' = m_aggregates m →
    (∀ c, m_certified m' = Some c → (first_epoch cfg ≤ c)%N) →
    (∀ c e, m_certified m' = Some c → (first_epoch cfg ≤ e ≤ c)%N → complete cfg m e = true ∧ agree cfg m e = true) →
    accounts m E → accounts m' E.
  Proof.
    intros Ht Ha Hb Hc [].
    assert (∀ e, aggregate_of cfg m' e = aggregate_of cfg m e) as Hagg by (intros; unfold aggregate_of; by rewrite Ha).
    assert (∀ e, published m' e E = published m e E) as Hpub.
    { intros e. unfold published. apply filter_iff. intros x _. by rewrite Hagg. }
    split; try (intros; rewrite ?Hpub, ?Hagg, ?Ht; by auto).
    - intros c e Hm He. unfold complete, agree. rewrite !Hagg. by eapply Hc.
  Qed.

  Lemma certify_accounts m E : accounts m E → accounts (certify cfg m) E.
  Proof.
    unfold certify. generalize (S (size (m_aggregates m))) as n. intros n. revert m.
    induction n as [|n IH]; intros m Hm; simpl; [done|].
    destruct (can_certify cfg m) eqn:Ec; [|done]. apply IH.
    eapply (accounts_same m); [done..| | |done].
    { intros c [= <-]. pose proof (ac_begin _ _ Hm) as Hb. unfold next_to_certify.
      destruct (m_certified m) as [c|]; [specialize (Hb c eq_refl)|]; lia. }
    intros c e. simpl. intros [= <-] He. unfold can_certify in Ec. apply andb_true_iff in Ec.
    destruct (decide (e = next_to_certify cfg m)) as [->|Hne]; [done|].
    unfold next_to_certify in *. destruct (m_certified m) as [c|] eqn:Em; [|lia].
    eapply (ac_certified m E); [done..|]. lia.
  Qed.

  Lemma by_thread_snoc i E x :
    by_thread i (E ++ [x]) = by_thread i E ++ (if decide (ev_tid x = i) then [x] else []).
  Proof. unfold by_thread. rewrite filter_app, filter_cons, filter_nil. done. Qed.
  Lemma published_snoc m e E x :
    published m e (E ++ [x]) = published m e E ++ (if decide (ev_tid x ∈ a_done (aggregate_of cfg m e)) then [x] else []).
  Proof. unfold published. rewrite filter_app, filter_cons, filter_nil. done. Qed.

  Lemma in_epoch_snoc_ne e l (o : option element) :
    (∀ y, o = Some y → el_epoch y ≠ e) → in_epoch e (l ++ option_list o) = in_epoch e l.
  Proof.
    intros H. unfold in_epoch. destruct o as [y|]; simpl; [|by rewrite app_nil_r].
    rewrite filter_app, filter_cons, filter_nil, decide_False by auto. by rewrite app_nil_r.
  Qed.

  Lemma feed_accounts m E i en :
    accounts m E → (feed cfg m i en).2 = None →
    accounts (feed cfg m i en).1
      (E ++ [Event i (thread_of cfg m i) en (thread_of cfg (feed cfg m i en).1 i)]).
  Proof.
    intros [Htid Hself Hadd Hev Hclk Hfirst Hlate Hdone Hsa Hse Hbegin Hcert] Hok.
    destruct (feed_inv cfg m i en Hok) as [Hi Hacc].
    pose proof (feed_other cfg m i en) as Hother.
    pose proof (accepted_effect cfg _ _ _ Hacc) as [Es Ec _ Ea Ee Eta Ete Ev Eo _ _ _].
    assert (m_aggregates (feed cfg m i en).1 =
      match en with VerifyEpoch => publish cfg m i (thread_of cfg m i) (t_next (thread_of cfg m i))
                  | _ => m_aggregates m end ∧ m_certified (feed cfg m i en).1 = m_certified m) as [Hagg Hmc].
    { revert Hok. unfold feed, thread_of. rewrite decide_True by done.
      destruct (status_of cfg m i) eqn:E1; [|done]. destruct (step cfg st en); [|done]. intros _. by destruct en. }
    remember (feed cfg m i en).1 as m' eqn:Em'.
    remember (Event i (thread_of cfg m i) en (thread_of cfg m' i)) as x eqn:Ex.
    set (st := thread_of cfg m i) in *. set (st' := thread_of cfg m' i) in *.
    assert (ev_added x = added en) as Hxa by by subst x.
    assert (ev_evicted x = evicted st en) as Hxe by by subst x.
    assert (ev_tid x = i) as Hxt by by subst x.
    (* what x adds or evicts is in an epoch thread i has not published *)
    assert (∀ e y, i ∈ a_done (aggregate_of cfg m e) → ev_added x = Some y → el_epoch y ≠ e) as Hna.
    { intros e y [_ [_ Hlt]]%Hdone Hy <-. rewrite Hxa in Hy. apply Ea in Hy as [? _]. fold st in Hlt. lia. }
    assert (∀ e y, i ∈ a_done (aggregate_of cfg m e) → ev_evicted x = Some y → el_epoch y ≠ e) as Hne.
    { intros e y [_ [_ Hlt]]%Hdone Hy <-. rewrite Hxe in Hy. apply Ee in Hy as (Hst&_).
      unfold el_epoch in Hlt. rewrite Hst in Hlt. specialize (Hclk i). fold st in Hclk, Hlt.
      unfold stamp_le in Ec. lia. }
    assert (∀ e, adds_in e (published m e (E ++ [x])) = adds_in e (published m e E)) as Hpa.
    { intros e. rewrite published_snoc. case_decide as Hd; [|by rewrite app_nil_r].
      rewrite adds_in_snoc. apply in_epoch_snoc_ne. intros y. apply Hna. by rewrite Hxt in Hd. }
    assert (∀ e, evicts_in e (published m e (E ++ [x])) = evicts_in e (published m e E)) as Hpe.
    { intros e. rewrite published_snoc. case_decide as Hd; [|by rewrite app_nil_r].
      rewrite evicts_in_snoc. apply in_epoch_snoc_ne. intros y. apply Hne. by rewrite Hxt in Hd. }
    assert (∀ j e, tally_in cfg (t_added (thread_of cfg m' j)) e = tally_of (mh cfg) e (adds_in e (by_thread j (E ++ [x])))) as Hadd'.
    { intros j e. rewrite by_thread_snoc, Hxt. case_decide as Hj.
      - subst j. fold st'. rewrite Eta, adds_in_snoc, Hxa, <-insert_tally_of. f_equal. apply Hadd.
      - rewrite app_nil_r, Hother by done. apply Hadd. }
    assert (∀ j e, tally_in cfg (t_evicted (thread_of cfg m' j)) e = tally_of (mh cfg) e (evicts_in e (by_thread j (E ++ [x])))) as Hev'.
    { intros j e. rewrite by_thread_snoc, Hxt. case_decide as Hj.
      - subst j. fold st'. rewrite Ete, evicts_in_snoc, Hxe, <-insert_tally_of. f_equal. apply Hev.
      - rewrite app_nil_r, Hother by done. apply Hev. }
    (* the aggregates: unchanged, but for the epoch that thread i publishes now *)
    assert (∀ e, (en = VerifyEpoch ∧ e = t_next st ∧
        aggregate_of cfg m' e = Aggregate
          (tally_plus (mh cfg) (tally_in cfg (t_added st) e) (a_added (aggregate_of cfg m e)))
          (tally_plus (mh cfg) (tally_in cfg (t_evicted st) e) (a_evicted (aggregate_of cfg m e)))
          ({[i]} ∪ a_done (aggregate_of cfg m e))) ∨
      ((en = VerifyEpoch → e ≠ t_next st) ∧ aggregate_of cfg m' e = aggregate_of cfg m e)) as Hcase.
    { intros e. unfold aggregate_of at 1 5. rewrite Hagg. destruct en; try (right; by split).
      unfold publish. destruct (decide (e = t_next st)) as [->|Hne'].
      - left. by rewrite lookup_insert.
      - right. by rewrite lookup_insert_ne. }
    assert (∀ e, (∀ j, (j < n_threads cfg)%N → j ∈ a_done (aggregate_of cfg m e)) →
      aggregate_of cfg m' e = aggregate_of cfg m e) as Hfinal.
    { intros e Hall. destruct (Hcase e) as [(_&->&_)|[_ H]]; [|done].
      specialize (Hall i Hi). apply Hdone in Hall as [_ [_ Hlt]]. fold st in Hlt. lia. }
    split; try done.
    - intros y. rewrite elem_of_app, elem_of_list_singleton. intros [Hy|Hy]; [by apply Htid|]. by rewrite Hy, Hxt.
    - intros j. destruct (decide (j = i)) as [->|]; [fold st'; rewrite Es; apply Hself|by rewrite Hother].
    - intros j. destruct (decide (j = i)) as [->|]; [|by rewrite Hother]. fold st'. rewrite Ev.
      specialize (Hclk i). fold st in Hclk. unfold stamp_le in Ec. destruct en; try lia.
      specialize (Eo eq_refl). lia.
    - intros j. destruct (decide (j = i)) as [->|]; [|by rewrite Hother]. fold st'. rewrite Ev.
      specialize (Hfirst i). fold st in Hfirst. destruct en; lia.
    - intros y. rewrite !omap_app, !elem_of_app. intros [[Hy|Hy]|[Hy|Hy]].
      + apply Hlate, elem_of_app. by left.
      + cbn in Hy. rewrite Hxa in Hy. destruct (added en) as [y'|] eqn:Ey; [|by apply elem_of_nil in Hy].
        apply elem_of_list_singleton in Hy as ->. destruct (Ea y' eq_refl) as [Hle _].
        specialize (Hfirst i). fold st in Hfirst. lia.
      + apply Hlate, elem_of_app. by right.
      + cbn in Hy. rewrite Hxe in Hy. destruct (evicted st en) as [y'|] eqn:Ey; [|by apply elem_of_nil in Hy].
        apply elem_of_list_singleton in Hy as ->. destruct (Ee y' eq_refl) as (Hst&_). unfold el_epoch. rewrite Hst.
        specialize (Hfirst i). specialize (Hclk i). fold st in Hfirst, Hclk. unfold stamp_le in Ec. lia.
    - intros j e. destruct (Hcase e) as [(->&->&->)|[Hv ->]]; simpl.
      + rewrite elem_of_union, elem_of_singleton, Hdone.
        specialize (Hfirst i). fold st in Hfirst.
        destruct (decide (j = i)) as [->|]; [fold st st'; rewrite Ev; lia|rewrite Hother by done; naive_solver].
      + rewrite Hdone. destruct (decide (j = i)) as [->|]; [fold st st'; rewrite Ev|by rewrite Hother].
        destruct en; try done. specialize (Hv eq_refl). lia.
    - intros e. unfold published. destruct (Hcase e) as [(->&He&->)|[Hv ->]]; simpl; [|by rewrite Hsa, <-Hpa].
      rewrite (filter_iff _ (λ y, ev_tid y = i ∨ ev_tid y ∈ a_done (aggregate_of cfg m e)))
        by (intros; set_solver).
      assert (i ∉ a_done (aggregate_of cfg m e)) as Hni by (rewrite Hdone; fold st; lia).
      unfold adds_in at 1. rewrite tally_or by naive_solver.
      rewrite Hsa, <-Hpa. f_equal. unfold st. rewrite Hadd. f_equal.
      unfold adds_in. fold (by_thread i (E ++ [x])). rewrite by_thread_snoc, decide_True, omap_app by done.
      simpl. rewrite Hxa. simpl. by rewrite app_nil_r.
    - intros e. unfold published. destruct (Hcase e) as [(->&He&->)|[Hv ->]]; simpl; [|by rewrite Hse, <-Hpe].
      rewrite (filter_iff _ (λ y, ev_tid y = i ∨ ev_tid y ∈ a_done (aggregate_of cfg m e)))
        by (intros; set_solver).
      assert (i ∉ a_done (aggregate_of cfg m e)) as Hni by (rewrite Hdone; fold st; lia).
      unfold evicts_in at 1. rewrite tally_or by naive_solver.
      rewrite Hse, <-Hpe. f_equal. unfold st. rewrite Hev. f_equal.
      unfold evicts_in. fold (by_thread i (E ++ [x])). rewrite by_thread_snoc, decide_True, omap_app by done.
      simpl. rewrite Hxe. simpl. by rewrite app_nil_r.
    - intros c. rewrite Hmc. apply Hbegin.
    - intros c e. rewrite Hmc. intros Hm He. destruct (Hcert c e Hm He) as [Hco Hag].
      unfold complete, agree in *. rewrite Hfinal; [done|].
      intros j Hj. rewrite forallb_forall in Hco. specialize (Hco j).
      apply bool_decide_eq_true in Hco; [done|]. unfold all_threads. apply elem_of_list_In, elem_of_list_fmap.
      exists (N.to_nat j). rewrite elem_of_seq. lia.
  Qed.

  Lemma run_accounts cs : accounts (run cfg init_monitor cs) (events cfg init_monitor cs).
  Proof.
    induction cs as [|c cs IH] using rev_ind; [apply accounts_init|].
    rewrite run_app, events_app. revert IH.
    generalize (run cfg init_monitor cs) as m, (events cfg init_monitor cs) as E. intros m E Hm.
    cbn [run events]. rewrite app_nil_r. destruct c as [i en|]; cbn [perform event_of].
    - destruct ((feed cfg m i en).2) as [why|] eqn:Ef.
      + cbn [option_list]. rewrite app_nil_r. pose proof (λ j, feed_refused cfg m i en why j Ef) as Href.
        eapply accounts_same; [intros j; apply Href|apply (Href 0%N)| | |done].
        { intros c. rewrite (proj2 (proj2 (Href 0%N))). apply (ac_begin _ _ Hm). }
        intros c e. rewrite (proj2 (proj2 (Href 0%N))). by apply (ac_certified m E).
      + by apply feed_accounts.
    - cbn [option_list]. rewrite app_nil_r. by apply certify_accounts.
  Qed.

  (** A certified epoch: everybody is done with it, hash and count agree, and the
  count is below 2^32. *)
  Theorem certified_agree cs c e :
    let E := events cfg init_monitor cs in
    m_certified (run cfg init_monitor cs) = Some c → (e ≤ c)%N →
    mhash (mh cfg) e (adds_in e E) = mhash (mh cfg) e (evicts_in e E) ∧
    length (adds_in e E) = length (evicts_in e E) ∧
    (N.of_nat (length (adds_in e E)) < limit32)%N ∧
    ∀ i, (i < n_threads cfg)%N → (e < t_next (thread_of cfg (run cfg init_monitor cs) i))%N.
  Proof.
    intros E Hm He. destruct (run_accounts cs) as [Htid _ _ _ _ Hfirst Hlate Hdone Hsa Hse _ Hcert].
    destruct (decide (e < first_epoch cfg)%N) as [Hearly|Hearly].
    { (* before the run's first epoch there is nothing *)
      assert (∀ f, (∀ y, y ∈ omap f E → (first_epoch cfg ≤ el_epoch y)%N) → in_epoch e (omap f E) = []) as Hnone.
      { intros f Hf. unfold in_epoch. induction (omap f E) as [|y l IH]; [done|]. rewrite filter_cons, decide_False.
        - apply IH. intros z Hz. apply Hf. by right.
        - specialize (Hf y (elem_of_list_here _ _)). lia. }
      unfold adds_in, evicts_in. rewrite !Hnone.
      - split; [done|]. split; [done|]. split; [done|]. intros i _. specialize (Hfirst i). lia.
      - intros y Hy. apply Hlate, elem_of_app. by right.
      - intros y Hy. apply Hlate, elem_of_app. by left. }
    destruct (Hcert c e Hm ltac:(lia)) as [Hco Hag].
    assert (∀ j, (j < n_threads cfg)%N → j ∈ a_done (aggregate_of cfg (run cfg init_monitor cs) e)) as Hall.
    { intros j Hj. unfold complete in Hco. rewrite forallb_forall in Hco. specialize (Hco j).
      apply bool_decide_eq_true in Hco; [done|]. unfold all_threads. apply elem_of_list_In, elem_of_list_fmap.
      exists (N.to_nat j). rewrite elem_of_seq. lia. }
    assert (published (run cfg init_monitor cs) e E = E) as Hpub.
    { unfold published.
      rewrite (filter_iff _ (λ _, True)).
      - clear. induction E as [|x E IH]; [done|]. rewrite filter_cons, decide_True by done. by rewrite IH.
      - intros x Hx. split; [done|]. intros _. by apply Hall, Htid. }
    unfold agree in Hag. rewrite Hsa, Hse in Hag. fold E in Hag. rewrite Hpub in Hag.
    apply andb_true_iff in Hag as [[H1%bool_decide_eq_true H2%bool_decide_eq_true]%andb_true_iff H3%bool_decide_eq_true].
    simpl in *. split; [done|]. split; [lia|]. split; [done|].
    intros i Hi. by apply Hdone, Hall.
  Qed.
End account.
