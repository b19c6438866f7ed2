(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Nothing in the monitor but certification looks at a hash. So if one multiset
    hash is the image of another under [φ], the monitor over the one is the image
    of the monitor over the other, entry by entry: same refusals, same receipts,
    same elements hashed. Only where aggregates are compared may they differ:
    equal accumulators have equal images, but not the other way round. *)
From Fairlead.Monitor.Consistency Require Export Trace.

Definition outcome_map {A B} (f : A → B) (o : outcome A) : outcome B :=
  match o with Ok a => Ok (f a) | Refused why => Refused why end.

Lemma bind_map {A B C} (f : B → C) (m : outcome A) g h :
  (∀ a, h a = outcome_map f (g a)) → m ≫= h = outcome_map f (m ≫= g).
Proof. intros Hh. destruct m; simpl; [apply Hh|done]. Qed.

Section rehash.
  Context {acc1 acc2 : Type} (M1 : multiset_hash acc1) (M2 : multiset_hash acc2).
  Context (φ : acc1 → acc2).
  Context (φ_zero : φ (mh_zero M1) = mh_zero M2).
  Context (φ_plus : ∀ x y, φ (mh_plus M1 x y) = mh_plus M2 (φ x) (φ y)).
  Context (φ_element : ∀ e x, φ (mh_element M1 e x) = mh_element M2 e x).
  Context (size threads deep : N) (A : application) (top : value) (first : N) (H : value → bytes).
  Notation cfg1 := (Config size threads deep A top first H M1).
  Notation cfg2 := (Config size threads deep A top first H M2).
  Implicit Types (st : thread acc1) (m : monitor acc1).

  Definition map_tally (t : tally acc1) : tally acc2 := Tally (φ (t_sum t)) (t_count t).
  Definition map_thread st : thread acc2 :=
    Thread (t_self st) (t_slots st) (t_clock st) (t_lek st)
      (map_tally <$> t_added st) (map_tally <$> t_evicted st) (t_next st) (t_index st).
  Definition map_status (x : status acc1) : status acc2 :=
    match x with
    | Running st => Running (map_thread st)
    | Stopped st why => Stopped (map_thread st) why
    end.
  Definition map_aggregate (a : aggregate acc1) : aggregate acc2 :=
    Aggregate (map_tally (a_added a)) (map_tally (a_evicted a)) (a_done a).
  Definition map_monitor m : monitor acc2 :=
    Monitor (map_status <$> m_threads m) (map_aggregate <$> m_aggregates m) (m_certified m).
  Definition map_event (x : event acc1) : event acc2 :=
    Event (ev_tid x) (map_thread (ev_pre x)) (ev_entry x) (map_thread (ev_post x)).

  Lemma map_tally_zero : map_tally (tally_zero M1) = tally_zero M2.
  Proof using φ_zero. unfold map_tally; simpl. by rewrite φ_zero. Qed.
  Lemma map_tally_plus x y : map_tally (tally_plus M1 x y) = tally_plus M2 (map_tally x) (map_tally y).
  Proof using φ_plus. unfold map_tally, tally_plus; simpl. by rewrite φ_plus. Qed.

  Lemma map_tally_in (ts : gmap N (tally acc1)) e :
    tally_in cfg2 (map_tally <$> ts) e = map_tally (tally_in cfg1 ts e).
  Proof using φ_zero.
    unfold tally_in. rewrite lookup_fmap. destruct (ts !! e); simpl; [done|].
    by rewrite map_tally_zero.
  Qed.

  Lemma map_tally_one e x : map_tally (tally_one M1 e x) = tally_one M2 e x.
  Proof using φ_element. unfold map_tally; simpl. by rewrite φ_element. Qed.

  Lemma map_tally_insert e x t :
    tally_insert M2 e x (map_tally t) = map_tally <$> tally_insert M1 e x t.
  Proof using φ_plus φ_element.
    unfold tally_insert. simpl. case_decide; simpl; [|done].
    rewrite map_tally_plus, map_tally_one. done.
  Qed.

  (** Walks through a chain of checks that do not look at the tallies. *)
  Local Ltac walk :=
    repeat first [progress cbn zeta | apply bind_map; intros ? | done | case_match].

  Lemma map_leave st sl s slots t :
    leave_to_blum cfg2 (map_thread st) sl s slots t =
    outcome_map map_thread (leave_to_blum cfg1 st sl s slots t).
  Proof using φ_zero φ_plus φ_element.
    unfold leave_to_blum. walk. cbn [map_thread t_evicted t_added t_self mh].
    rewrite map_tally_in, map_tally_insert.
    destruct (tally_insert _ _ _ _); simpl; [|done].
    unfold map_thread; simpl. by rewrite fmap_insert.
  Qed.

  Lemma map_read_operands st ops : read_operands cfg2 (map_thread st) ops = read_operands cfg1 st ops.
  Proof.
    induction ops as [|o ops IH]; [done|]. cbn [read_operands].
    assert (read_operand cfg2 (map_thread st) o = read_operand cfg1 st o) as -> by (by destruct o). by rewrite IH.
  Qed.
  Lemma map_evaluate st f ops a : evaluate cfg2 (map_thread st) f ops a = evaluate cfg1 st f ops a.
  Proof. unfold evaluate. by rewrite map_read_operands. Qed.

  Theorem map_step st en : step cfg2 (map_thread st) en = outcome_map map_thread (step cfg1 st en).
  Proof using φ_zero φ_plus φ_element.
    destruct en; cbn [step].
    - unfold add_merkle. walk.
    - unfold add_blum. change (advance (map_thread st)) with (advance st). walk. cbn [map_thread t_evicted t_added t_self mh].
      rewrite map_tally_in, map_tally_insert.
      destruct (tally_insert _ _ _ _); simpl; [|done].
      unfold map_thread; simpl. by rewrite fmap_insert.
    - unfold evict_merkle. walk.
    - unfold evict_blum. apply bind_map; intros ?. apply bind_map; intros ?. apply map_leave.
    - unfold evict_merkle_to_blum. do 10 (apply bind_map; intros ?). apply map_leave.
    - unfold next_epoch. walk.
    - unfold verify_epoch. walk.
    - unfold run_function. rewrite map_evaluate. walk.
    - unfold remove, merge. cbn [depth]. walk.
  Qed.

  Lemma map_status_of m i : status_of cfg2 (map_monitor m) i = map_status (status_of cfg1 m i).
  Proof.
    unfold status_of; simpl. rewrite lookup_fmap. destruct (m_threads m !! i); simpl; [done|].
    unfold init_thread, map_thread; simpl. by rewrite !fmap_empty.
  Qed.

  Lemma map_thread_of m i : thread_of cfg2 (map_monitor m) i = map_thread (thread_of cfg1 m i).
  Proof. unfold thread_of. rewrite map_status_of. by destruct (status_of cfg1 m i). Qed.

  Lemma map_aggregate_of m e :
    aggregate_of cfg2 (map_monitor m) e = map_aggregate (aggregate_of cfg1 m e).
  Proof using φ_zero.
    unfold aggregate_of; simpl. rewrite lookup_fmap. destruct (m_aggregates m !! e); simpl; [done|].
    unfold map_aggregate; simpl. by rewrite map_tally_zero.
  Qed.

  Lemma map_publish m i st e :
    publish cfg2 (map_monitor m) i (map_thread st) e = map_aggregate <$> publish cfg1 m i st e.
  Proof using φ_zero φ_plus.
    unfold publish. rewrite fmap_insert, map_aggregate_of. cbn [map_aggregate map_thread a_added a_evicted a_done t_added t_evicted mh].
    rewrite !map_tally_in. unfold map_aggregate at 1; simpl. by rewrite !map_tally_plus.
  Qed.

  (** Feeding an entry. *)
  Theorem map_feed m i en :
    feed cfg2 (map_monitor m) i en = (map_monitor (feed cfg1 m i en).1, (feed cfg1 m i en).2).
  Proof using φ_zero φ_plus φ_element.
    unfold feed. cbn [n_threads]. case_decide; [|done].
    rewrite map_status_of. destruct (status_of cfg1 m i) as [st|st why]; cbn [map_status]; [|done].
    rewrite map_step. destruct (step cfg1 st en) as [st'|why]; cbn [outcome_map fst snd].
    - assert (match en with
        | VerifyEpoch => publish cfg2 (map_monitor m) i (map_thread st) (t_next (map_thread st))
        | _ => m_aggregates (map_monitor m) end =
        map_aggregate <$> match en with
        | VerifyEpoch => publish cfg1 m i st (t_next st)
        | _ => m_aggregates m end) as -> by (destruct en; try done; apply map_publish).
      unfold map_monitor; simpl. by rewrite fmap_insert.
    - unfold map_monitor; simpl. by rewrite fmap_insert.
  Qed.

  Lemma map_receipt m i en :
    receipt_of cfg2 (thread_of cfg2 (map_monitor m) i) en = receipt_of cfg1 (thread_of cfg1 m i) en.
  Proof. rewrite map_thread_of. destruct en; try done. cbn [receipt_of]. by rewrite map_evaluate. Qed.

  Lemma map_event_of m c :
    event_of cfg2 (map_monitor m) c = map_event <$> event_of cfg1 m c.
  Proof using φ_zero φ_plus φ_element.
    destruct c as [i en|]; [|done]. cbn [event_of]. rewrite map_feed; cbn [fst snd].
    destruct ((feed cfg1 m i en).2); [done|]. by rewrite !map_thread_of.
  Qed.

  Lemma map_complete m e : complete cfg2 (map_monitor m) e = complete cfg1 m e.
  Proof using φ_zero.
    unfold complete, all_threads; cbn [n_threads].
    induction (seq 0 (N.to_nat threads)) as [|i l IH]; [done|]. cbn. by rewrite IH, map_aggregate_of.
  Qed.

  (** Equal aggregates have equal images. *)
  Lemma map_agree m e : agree cfg1 m e = true → agree cfg2 (map_monitor m) e = true.
  Proof using φ_zero.
    unfold agree. rewrite map_aggregate_of. cbn [map_aggregate a_added a_evicted map_tally t_sum t_count].
    rewrite !andb_true_iff, !bool_decide_eq_true. intros [[-> ?] ?]. done.
  Qed.

  (** The image is deceived: it would certify the next epoch, and the original
      would not. *)
  Definition deceived m : bool :=
    complete cfg1 m (next_to_certify cfg1 m) && negb (agree cfg1 m (next_to_certify cfg1 m)) &&
    agree cfg2 (map_monitor m) (next_to_certify cfg1 m).

  Lemma map_can_certify m :
    deceived m = false → can_certify cfg2 (map_monitor m) = can_certify cfg1 m.
  Proof using φ_zero.
    unfold deceived, can_certify. change (next_to_certify cfg2 (map_monitor m)) with (next_to_certify cfg1 m).
    rewrite map_complete. destruct (complete cfg1 m _); [|done]. simpl.
    destruct (agree cfg1 m _) eqn:Ha; simpl; [by rewrite (map_agree _ _ Ha)|done].
  Qed.

  (** Certification gives the image's certification, unless the image is deceived
      where the original stops. *)
  Theorem map_certify m :
    deceived (certify cfg1 m) = false → certify cfg2 (map_monitor m) = map_monitor (certify cfg1 m).
  Proof using φ_zero.
    unfold certify.
    assert (base.size (m_aggregates (map_monitor m)) = base.size (m_aggregates m)) as ->
      by (unfold map_monitor; apply map_size_fmap).
    generalize (S (base.size (m_aggregates m))) as n. intros n; revert m.
    induction n as [|n IH]; intros m; simpl; [done|].
    destruct (can_certify cfg1 m) eqn:Hc.
    - assert (can_certify cfg2 (map_monitor m) = true) as ->.
      { unfold can_certify in *. change (next_to_certify cfg2 (map_monitor m)) with (next_to_certify cfg1 m).
        rewrite map_complete. apply andb_true_iff in Hc as [-> Ha]. by rewrite (map_agree _ _ Ha). }
      apply IH.
    - intros Hd. by rewrite map_can_certify, Hc.
  Qed.

  Lemma map_init : map_monitor init_monitor = init_monitor.
  Proof. unfold map_monitor; simpl. by rewrite !fmap_empty. Qed.

  Lemma map_omap_added (E : list (event acc1)) : omap ev_added (map_event <$> E) = omap ev_added E.
  Proof. induction E as [|x E IH]; [done|]. cbn. by rewrite IH. Qed.
  Lemma map_omap_evicted (E : list (event acc1)) :
    omap ev_evicted (map_event <$> E) = omap ev_evicted E.
  Proof. induction E as [|x E IH]; [done|]. cbn. by rewrite IH. Qed.
End rehash.
