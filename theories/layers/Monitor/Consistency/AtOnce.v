(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Answers that are right when they are given, before any certification.

What makes a client wait for certification is a record that came back from Blum:
whether it is what left is known only when its epoch certifies. As long as every record
that came from Blum did so in an epoch that is certified ([nothing_outstanding]),
everything since came from the tree, under digests; then the answers since, in the very
order in which they were given, continue the certified history as a plain store would.
This is what a store sells that works in Merkle mode: it need not certify anything; then
the theorem is about all answers. What has left to Blum and not come back does no harm. *)
From stdpp Require Import sorting.
From Fairlead.Monitor.Consistency Require Export Sequential.

Section at_once.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (cs : list call) (x : event acc) (l : list (event acc)) (m : monitor acc).
  Notation run := (run cfg init_monitor).
  Notation events := (events cfg init_monitor).
  Notation answers := (answers cfg init_monitor).

  (** What the run starts from, as in Sequential.v. *)
  Context (base : key → value) (store0 : key → datum).

  (** No thread has added a record from Blum in an epoch that is not certified. The monitor
  can tell: it is about its tallies. *)
  Definition nothing_outstanding m : bool :=
    forallb (λ i, forallb (λ en, bool_decide (en.1 < next_to_certify cfg m ∨ t_count en.2 = 0)%N)
                    (map_to_list (t_added (thread_of cfg m i)))) (all_threads cfg).

  (** The certified events in the order of clocks, then those since as they happened. *)
  Definition settled (certified : option N) l : list (event acc) :=
    match certified with Some c => upto c (clock_order l) | None => [] end.
  Definition open (certified : option N) l : list (event acc) :=
    match certified with Some c => filter (λ x, c < (time x).1)%N l | None => l end.

  Definition explain_at_once cs : verdict :=
    let E := events cs in
    let certified := m_certified (run cs) in
    match certified ≫= (λ c, unbalanced c E) with
    | Some e => Multiset_collision e (adds_in e E) (evicts_in e E)
    | None =>
        match find_impostor cfg base (settled certified E ++ open certified E) with
        | Some (v1, v2) => Value_collision v1 v2
        | None => Consistent (omap (ev_receipt cfg) (settled certified E ++ open certified E))
        end
    end.

  (** ** Nothing is outstanding: what was added was added in certified epochs *)
  Lemma nothing_outstanding_added cs y :
    nothing_outstanding (run cs) = true → y ∈ omap ev_added (events cs) →
    (el_epoch y < next_to_certify cfg (run cs))%N.
  Proof.
    intros Hout (x&Hx&Hy)%elem_of_list_omap. pose proof (run_accounts cfg cs) as Hacc.
    pose proof (ac_tid _ _ _ Hacc x Hx) as Htid. pose proof (ac_added _ _ _ Hacc (ev_tid x) (el_epoch y)) as Hsum.
    unfold nothing_outstanding in Hout. rewrite forallb_forall in Hout.
    assert (In (ev_tid x) (all_threads cfg)) as Hin.
    { apply elem_of_list_In. unfold all_threads. apply elem_of_list_fmap. exists (N.to_nat (ev_tid x)).
      rewrite elem_of_seq. split; lia. }
    specialize (Hout _ Hin). rewrite forallb_forall in Hout.
    assert (y ∈ adds_in (el_epoch y) (by_thread (ev_tid x) (events cs))) as Hadd.
    { apply in_omap_in_epoch. split; [done|]. exists x. split; [|done]. by apply elem_of_list_filter. }
    unfold tally_in in Hsum. destruct (t_added _ !! el_epoch y) as [sum|] eqn:El.
    - specialize (Hout (el_epoch y, sum)). rewrite bool_decide_eq_true in Hout. simpl in *.
      destruct Hout as [?|H0]; [by apply elem_of_list_In, elem_of_map_to_list|done|].
      exfalso. rewrite Hsum in H0. simpl in H0. by destruct (adds_in _ _); [apply elem_of_nil in Hadd|].
    - exfalso. simpl in Hsum. apply (f_equal t_count) in Hsum. simpl in Hsum.
      by destruct (adds_in _ _); [apply elem_of_nil in Hadd|].
  Qed.

  Lemma added_late cs y : y ∈ omap ev_added (events cs) → (first_epoch cfg ≤ el_epoch y)%N.
  Proof. intros Hy. apply (ac_late _ _ _ (run_accounts cfg cs)), elem_of_app. by left. Qed.

  (** ** Every thread's order is kept *)
  Lemma ordered_split c l : ordered l → l = upto c l ++ filter (λ x, c < (time x).1)%N l.
  Proof.
    induction 1 as [|x l Hl IH Hx]; [done|]. unfold upto in *. rewrite !filter_cons.
    destruct (decide ((time x).1 ≤ c)%N) as [Hc|Hc].
    - rewrite (decide_False (P := (c < (time x).1)%N)) by lia. simpl. by f_equal.
    - rewrite decide_True by lia. rewrite (filter_none (λ x, (time x).1 ≤ c)%N l).
      2:{ eapply Forall_impl; [exact Hx|]. intros y Hy%moment_le_stamp. unfold stamp_le in Hy. simpl in *. lia. }
      simpl. f_equal. rewrite <-(app_nil_l (filter _ l)). rewrite <-(filter_none (λ x, (time x).1 ≤ c)%N l); [done|].
      eapply Forall_impl; [exact Hx|]. intros y Hy%moment_le_stamp. unfold stamp_le in Hy. simpl in *. lia.
  Qed.

  Lemma settled_open_by_thread certified i l :
    ordered (by_thread i l) → by_thread i (settled certified l ++ open certified l) = by_thread i l.
  Proof.
    intros Hl. destruct certified as [c|]; [|done]. unfold by_thread, settled, open, upto.
    rewrite filter_app, !filter_and.
    rewrite (filter_iff _ (λ x, (time x).1 ≤ c ∧ ev_tid x = i)%N (clock_order l)) by (intros; tauto).
    rewrite (filter_iff _ (λ x, c < (time x).1 ∧ ev_tid x = i)%N l) by (intros; tauto).
    rewrite <-!filter_and. fold (by_thread i (clock_order l)) (by_thread i l).
    rewrite clock_order_by_thread by done. symmetry. by apply ordered_split.
  Qed.

  Lemma settled_open_perm certified l : settled certified l ++ open certified l ≡ₚ l.
  Proof.
    destruct certified as [c|]; [|done]. unfold settled, open, upto. rewrite (clock_order_perm l).
    rewrite <-filter_or by (intros; lia). induction l as [|x l IH]; [done|].
    rewrite filter_cons, decide_True by lia. by rewrite IH.
  Qed.

  (** ** Whatever came from Blum had left, and had not come back *)
  Definition certified_balance cs : Prop :=
    ∀ c e, m_certified (run cs) = Some c → (e ≤ c)%N →
      adds_in e (events cs) ≡ₚ evicts_in e (events cs).

  Lemma added_once cs :
    nothing_outstanding (run cs) = true →
    certified_balance cs →
    NoDup (omap ev_added (events cs)).
  Proof.
    intros Hout Hbal. apply NoDup_epochs. intros e. fold (adds_in e (events cs)).
    destruct (decide (e < next_to_certify cfg (run cs))%N) as [He|He].
    - unfold next_to_certify in He. destruct (m_certified (run cs)) as [c|] eqn:Ec.
      2:{ replace (adds_in e (events cs)) with (@nil element); [constructor|]. symmetry.
          apply filter_none, Forall_forall. intros y Hy <-. pose proof (added_late cs y Hy). lia. }
      rewrite (Hbal c e Ec) by lia. apply NoDup_filter.
      apply (evicts_unique cfg (init_thread cfg)); [by apply init_self|apply run_chain].
    - replace (adds_in e (events cs)) with (@nil element); [constructor|]. symmetry.
      apply filter_none, Forall_forall. intros y Hy <-. by apply He, nothing_outstanding_added.
  Qed.

  Lemma returns_had_left_at_once cs :
    nothing_outstanding (run cs) = true →
    certified_balance cs →
    ∀ l x l' y,
      settled (m_certified (run cs)) (events cs) ++ open (m_certified (run cs)) (events cs) = l ++ x :: l' →
      ev_added x = Some y → y ∈ omap ev_evicted l ∧ y ∉ omap ev_added l.
  Proof.
    intros Hout Hbal l x l' y Hsplit Hy. pose proof (added_once cs Hout Hbal) as Hnd.
    unfold certified_balance in Hbal.
    set (E := events cs) in *. pose proof (settled_open_perm (m_certified (run cs)) E) as Hperm.
    rewrite <-(omap_perm _ _ _ Hperm), Hsplit, omap_app in Hnd. simpl in Hnd. rewrite Hy in Hnd.
    assert (y ∉ omap ev_added l) as Hnew.
    { apply NoDup_app in Hnd as (_&Hd&_). intros Hin. by apply (Hd y Hin), elem_of_list_here. }
    split; [|done]. assert (x ∈ E) as HxE by (rewrite <-Hperm, Hsplit; set_solver).
    assert (y ∈ omap ev_added E) as HyE by (apply elem_of_list_omap; eauto).
    pose proof (nothing_outstanding_added cs y Hout HyE) as Hlt. unfold next_to_certify in Hlt.
    destruct (m_certified (run cs)) as [c|] eqn:Ec; [|pose proof (added_late cs y HyE); lia]. simpl in Hsplit.
    assert (y ∈ omap ev_evicted (upto c (clock_order E))) as Hev.
    { assert (y ∈ evicts_in (el_epoch y) E) as Hev.
      { rewrite <-(Hbal c) by (done || lia). apply in_omap_in_epoch. split; [done|].
        by apply elem_of_list_omap in HyE. }
      apply in_omap_in_epoch in Hev as [_ (z&HzE&Hz)].
      pose proof (chain_accepted _ _ _ _ (run_chain cfg cs) HzE) as Hacc.
      destruct (eff_evicted _ _ _ _ (accepted_effect _ _ _ _ Hacc) y Hz) as (Hst&_). fold (time z) in Hst.
      apply elem_of_list_omap. exists z. split; [|done]. unfold upto. rewrite elem_of_list_filter, clock_order_perm.
      split; [|done]. rewrite <-Hst. unfold el_epoch in Hlt. lia. }
    apply app_eq_inv in Hsplit as [(k&Hk&Hl')|(k&->&Hk)].
    - destruct k as [|x' k]; [rewrite app_nil_r in Hk; by rewrite <-Hk|].
      injection Hl' as <- Hl'. eapply (returns_had_left cfg cs c); [by eauto|exact Hk|done].
    - rewrite omap_app. set_solver.
  Qed.

  (** What it means that this verdict is right: the history is that of the certified epochs,
  and then the answers since in the order in which they were given. *)
  Definition at_once_holds cs (v : verdict) : Prop :=
    let certified := m_certified (run cs) in
    match v with
    | Consistent h =>
        legal (functions cfg) store0 h ∧ (∀ i, filter (λ r, r_tid r = i) h = filter (λ r, r_tid r = i) (answers cs)) ∧
        match certified with
        | Some c => h = history cfg c (events cs) ++ filter (λ r, c < r_epoch r)%N (answers cs)
        | None => h = answers cs
        end
    | Value_collision v1 v2 => v1 ≠ v2 ∧ digest cfg v1 = digest cfg v2
    | Multiset_collision e m1 m2 =>
        (∃ c, certified = Some c ∧ e ≤ c)%N ∧ ¬ m1 ≡ₚ m2 ∧ mhash (mh cfg) e m1 = mhash (mh cfg) e m2 ∧
        length m1 = length m2 ∧ (N.of_nat (length m1) < limit32)%N ∧ NoDup m2
    end.

  Theorem right_at_once cs :
    starts_from cfg base store0 → nothing_outstanding (run cs) = true → at_once_holds cs (explain_at_once cs).
  Proof.
    intros [[loc Hinv] Hst] Hout. pose proof (run_chain cfg cs) as Hchain.
    pose proof (answers_events cfg init_monitor cs) as Hanswers.
    assert (∀ x r, x ∈ events cs → ev_receipt cfg x = Some r → r_tid r = ev_tid x ∧ r_epoch r = (time x).1) as Hfacts.
    { intros x r Hx Hr. eapply receipt_facts; [by eapply chain_accepted| |done].
      eapply chain_self; [apply init_self|done..]. }
    unfold explain_at_once. destruct (_ ≫= _) as [e|] eqn:Eu.
    { destruct (m_certified (run cs)) as [c|] eqn:Ec; [|done]. apply (unbalanced_Some cfg store0 cs c c e) in Eu;
       [|done..].
      destruct Eu as (?&?&?&?&?&?). unfold at_once_holds. rewrite Ec. split_and!; eauto. }
    assert (certified_balance cs) as Hbal.
    { intros c e Hc He. rewrite Hc in Eu. by eapply unbalanced_None. }
    destruct (find_impostor _ _ _) as [[v1 v2]|] eqn:Ei; [by eapply find_impostor_differ|].
    assert (∀ i, ordered (by_thread i (events cs))) as Hord.
    { intros i. by eapply by_thread_ordered. }
    split_and!.
    - eapply (good_trace cfg store0 _ (init_thread cfg) base loc []).
      + by apply good_start.
      + apply init_self.
      + apply chain_by_thread. intros i. rewrite settled_open_by_thread by done. by apply chain_by_thread.
      + done.
      + intros l x l' y. by apply returns_had_left_at_once.
    - intros i. rewrite Hanswers.
      rewrite !(omap_receipt_filter cfg _ (λ x, ev_tid x = i)).
      + f_equal. by apply settled_open_by_thread.
      + intros x r Hx Hr. by destruct (Hfacts x r Hx Hr) as [-> _].
      + intros x r Hx Hr. rewrite settled_open_perm in Hx. by destruct (Hfacts x r Hx Hr) as [-> _].
    - destruct (m_certified (run cs)) as [c|]; [|done]. simpl. rewrite omap_app, Hanswers. f_equal.
      symmetry. apply omap_receipt_filter. intros x r Hx Hr. by destruct (Hfacts x r Hx Hr) as [_ ->].
  Qed.

  (** In Merkle mode, where no record comes back from Blum, all answers in the order in
  which they are given are those of a plain store, whatever is certified. *)
  Theorem right_in_merkle_mode cs :
    starts_from cfg base store0 →
    (∀ i k v s t tid, Feed i (AddB k v s t tid) ∉ cs) →
    match find_impostor cfg base (events cs) with
    | Some (v1, v2) => v1 ≠ v2 ∧ digest cfg v1 = digest cfg v2
    | None => legal (functions cfg) store0 (answers cs)
    end.
  Proof.
    intros [[loc Hinv] Hst] Hmerkle. destruct (find_impostor _ _ _) as [[v1 v2]|] eqn:Ei;
      [by eapply find_impostor_differ|].
    rewrite answers_events. eapply (good_trace cfg store0 _ (init_thread cfg) base loc []).
    - by apply good_start.
    - apply init_self.
    - apply run_chain.
    - done.
    - intros l x l' y Hl Hy. exfalso. change (events cs = l ++ x :: l') in Hl.
      assert (x ∈ events cs) as Hx by (rewrite Hl; set_solver).
      apply events_entry in Hx. unfold ev_added, added in Hy. destruct (ev_entry x) eqn:Ex; try done.
      by eapply Hmerkle.
  Qed.
End at_once.
