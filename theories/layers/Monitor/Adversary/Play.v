(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The adversary of the protocol: a host that chooses every call by what the
    monitor answered to the calls before. It sees receipts, refusals and the last
    certified epoch; it never sees an accumulator. *)
From Fairlead.Monitor.Adversary Require Export Rehash.
From Fairlead.Monitor.Consistency Require Export Account.

Definition observation : Type := option receipt * option refusal * option N.
Definition host : Type := list observation → call.

Section play.
  Context {acc : Type} (cfg : config acc).

  Definition refusal_of (m : monitor acc) (c : call) : option refusal :=
    match c with Feed i en => (feed cfg m i en).2 | Certify => None end.
  Definition observe (m : monitor acc) (c : call) : observation :=
    (answer cfg m c, refusal_of m c, m_certified (perform cfg m c)).

  (** The [n] calls the host makes from [m], having seen [seen]. *)
  Fixpoint calls_from (h : host) (n : nat) (seen : list observation) (m : monitor acc) : list call :=
    match n with
    | O => []
    | S n =>
        let c := h seen in
        c :: calls_from h n (seen ++ [observe m c]) (perform cfg m c)
    end.
  Definition calls (h : host) (n : nat) : list call := calls_from h n [] init_monitor.

  (** What it sees in them. *)
  Fixpoint seen_from (h : host) (n : nat) (seen : list observation) (m : monitor acc) : list observation :=
    match n with
    | O => []
    | S n =>
        let o := observe m (h seen) in
        o :: seen_from h n (seen ++ [o]) (perform cfg m (h seen))
    end.
  Definition transcript (h : host) (n : nat) : list observation := seen_from h n [] init_monitor.

  (** What the host has done by the [n']th call it has done by the [n]th. *)
  Lemma calls_from_add h n k seen m :
    ∃ cs, calls_from h (n + k) seen m = calls_from h n seen m ++ cs.
  Proof.
    revert seen m; induction n as [|n IH]; intros seen m; [by eexists|]. cbn [calls_from Nat.add].
    destruct (IH (seen ++ [observe m (h seen)]) (perform cfg m (h seen))) as [cs ->]. by exists cs.
  Qed.
  Lemma calls_prefix h n n' : (n' ≤ n)%nat → ∃ cs, calls h n = calls h n' ++ cs.
  Proof. intros Hn. replace n with (n' + (n - n'))%nat by lia. apply calls_from_add. Qed.
End play.

(** Everybody is done with a complete epoch. *)
Lemma complete_done {acc} (cfg : config acc) m e i :
  complete cfg m e = true → (i < n_threads cfg)%N → i ∈ a_done (aggregate_of cfg m e).
Proof.
  unfold complete. rewrite forallb_forall. intros Hall Hi.
  specialize (Hall i). apply bool_decide_eq_true in Hall; [done|].
  unfold all_threads. apply elem_of_list_In, elem_of_list_fmap.
  exists (N.to_nat i). rewrite elem_of_seq. lia.
Qed.

(** So its aggregate is that of the whole run, and no later entry changes it. *)
Lemma complete_published {acc} (cfg : config acc) m E e :
  accounts cfg m E → complete cfg m e = true → published cfg m e E = E.
Proof.
  intros Hm Hc. unfold published.
  rewrite (filter_iff _ (λ _, True)).
  - clear. induction E as [|x E IH]; [done|]. rewrite filter_cons, decide_True by done. by rewrite IH.
  - intros x Hx. split; [done|]. intros _. apply complete_done; [done|]. by apply (ac_tid cfg m E).
Qed.

Lemma complete_feed {acc} (cfg : config acc) m E e i en :
  accounts cfg m E → complete cfg m e = true →
  aggregate_of cfg (feed cfg m i en).1 e = aggregate_of cfg m e.
Proof.
  intros Hm Hc. unfold feed. case_decide as Hi; [|done].
  destruct (status_of cfg m i) as [st|st why] eqn:Est; [|done].
  destruct (step cfg st en); [|done]. destruct en; try done.
  unfold aggregate_of at 1; simpl. unfold publish. rewrite lookup_insert_ne; [done|].
  pose proof (complete_done cfg m e i Hc Hi) as Hd.
  apply (ac_done cfg m E Hm) in Hd as [_ [_ Hlt]]. unfold thread_of in Hlt. rewrite Est in Hlt.
  simpl in Hlt. lia.
Qed.

Lemma feed_certified {acc} (cfg : config acc) m i en :
  m_certified (feed cfg m i en).1 = m_certified m.
Proof.
  unfold feed. case_decide; [|done]. destruct (status_of cfg m i); [|done]. by destruct (step cfg st en).
Qed.

Section image.
  Context {acc1 acc2 : Type} (M1 : multiset_hash acc1) (M2 : multiset_hash acc2).
  Context (φ : acc1 → acc2).
  Context (φ_zero : φ (mh_zero M1) = mh_zero M2).
  Context (φ_plus : ∀ x y, φ (mh_plus M1 x y) = mh_plus M2 (φ x) (φ y)).
  Context (φ_element : ∀ e x, φ (mh_element M1 e x) = mh_element M2 e x).
  Context (size threads deep : N) (A : application) (top : value) (first : N) (H : value → bytes).
  Notation cfg1 := (Config size threads deep A top first H M1).
  Notation cfg2 := (Config size threads deep A top first H M2).
  Notation deceived := (deceived M1 M2 φ size threads deep A top first H).
  Notation image := (map_monitor φ).

  (** Once deceived, always deceived: the original is stuck at that epoch, whose
      aggregate is final. *)
  Lemma deceived_perform m E c :
    accounts cfg1 m E → deceived m = true → deceived (perform cfg1 m c) = true.
  Proof using φ_zero.
    intros Hm Hd. destruct c as [i en|]; cbn [perform].
    - revert Hd. unfold Rehash.deceived.
      assert (next_to_certify cfg1 (feed cfg1 m i en).1 = next_to_certify cfg1 m) as ->
        by (unfold next_to_certify; by rewrite feed_certified).
      intros Hd. assert (complete cfg1 m (next_to_certify cfg1 m) = true) as Hc
        by (by repeat apply andb_true_iff in Hd as [Hd _]).
      pose proof (complete_feed cfg1 m E _ i en Hm Hc) as Hagg.
      revert Hd. unfold complete, agree.
      by rewrite !(map_aggregate_of M1 M2 φ φ_zero), Hagg.
    - unfold certify; simpl. destruct (can_certify cfg1 m) eqn:Hc; [|done].
      exfalso. unfold can_certify in Hc. apply andb_true_iff in Hc as [_ Ha].
      unfold Rehash.deceived in Hd. rewrite Ha, andb_false_r in Hd. done.
  Qed.

  Lemma deceived_run cs cs' :
    deceived (run cfg1 init_monitor cs) = true →
    deceived (run cfg1 (run cfg1 init_monitor cs) cs') = true.
  Proof using φ_zero.
    revert cs; induction cs' as [|c cs' IH]; intros cs Hd; [done|].
    cbn [run]. replace (perform cfg1 (run cfg1 init_monitor cs) c)
      with (run cfg1 init_monitor (cs ++ [c])) by (by rewrite run_app).
    apply IH. rewrite run_app. cbn [run].
    by eapply deceived_perform; [apply run_accounts|].
  Qed.

  Lemma map_perform m c :
    deceived (perform cfg1 m c) = false →
    perform cfg2 (image m) c = image (perform cfg1 m c).
  Proof using φ_zero φ_plus φ_element.
    intros Hd. destruct c as [i en|]; cbn [perform].
    - by rewrite (map_feed M1 M2 φ).
    - by apply (map_certify M1 M2 φ).
  Qed.

  Lemma map_observe m c :
    deceived (perform cfg1 m c) = false → observe cfg2 (image m) c = observe cfg1 m c.
  Proof using φ_zero φ_plus φ_element.
    intros Hd. unfold observe. rewrite map_perform by done. f_equal.
    destruct c as [i en|]; [|done]. cbn [answer refusal_of].
    rewrite (map_feed M1 M2 φ) by done. cbn [fst snd].
    by rewrite (map_receipt M1 M2 φ).
  Qed.

  (** A host that never deceives the image makes the same calls of it as of the
      original, and leaves it in the image of the state. *)
  Lemma map_play_from h n seen cs :
    let m := run cfg1 init_monitor cs in
    deceived (run cfg1 m (calls_from cfg1 h n seen m)) = false →
    calls_from cfg2 h n seen (image m) = calls_from cfg1 h n seen m ∧
    run cfg2 (image m) (calls_from cfg1 h n seen m) = image (run cfg1 m (calls_from cfg1 h n seen m)) ∧
    events cfg2 (image m) (calls_from cfg1 h n seen m) =
      map_event φ <$> events cfg1 m (calls_from cfg1 h n seen m).
  Proof using φ_zero φ_plus φ_element.
    revert seen cs. induction n as [|n IH]; intros seen cs m Hd; [done|].
    cbn [calls_from run events] in Hd |- *.
    set (c := h seen) in *.
    assert (perform cfg1 m c = run cfg1 init_monitor (cs ++ [c])) as Hm by (unfold m; by rewrite run_app).
    assert (deceived (perform cfg1 m c) = false) as Hnow.
    { apply not_true_iff_false. intros Ht. rewrite Hm in Ht, Hd. by rewrite deceived_run in Hd. }
    rewrite map_observe, map_perform by done. rewrite Hm in Hd |- *.
    destruct (IH (seen ++ [observe cfg1 m c]) (cs ++ [c]) Hd) as (-> & -> & ->).
    split_and!; [done..|]. rewrite fmap_app, (map_event_of M1 M2 φ) by done.
    by destruct (event_of cfg1 m c).
  Qed.

  Theorem map_play h n :
    deceived (run cfg1 init_monitor (calls cfg1 h n)) = false →
    calls cfg2 h n = calls cfg1 h n ∧
    run cfg2 init_monitor (calls cfg1 h n) = image (run cfg1 init_monitor (calls cfg1 h n)) ∧
    events cfg2 init_monitor (calls cfg1 h n) =
      map_event φ <$> events cfg1 init_monitor (calls cfg1 h n).
  Proof using φ_zero φ_plus φ_element.
    intros Hd. pose proof (map_play_from h n [] []) as Hp. cbn [run] in Hp.
    rewrite map_init in Hp. by apply Hp.
  Qed.

  (** And it sees the same. *)
  Lemma map_transcript h n :
    deceived (run cfg1 init_monitor (calls cfg1 h n)) = false → transcript cfg2 h n = transcript cfg1 h n.
  Proof using φ_zero φ_plus φ_element.
    unfold transcript, calls. intros Hd.
    assert (∀ n seen cs, let m := run cfg1 init_monitor cs in
      deceived (run cfg1 m (calls_from cfg1 h n seen m)) = false →
      seen_from cfg2 h n seen (image m) = seen_from cfg1 h n seen m) as Hgen.
    { clear n Hd. induction n as [|n IH]; intros seen cs m Hd; [done|]. cbn [calls_from run seen_from] in Hd |- *.
      set (c := h seen) in *.
      assert (perform cfg1 m c = run cfg1 init_monitor (cs ++ [c])) as Hm by (unfold m; by rewrite run_app).
      assert (deceived (perform cfg1 m c) = false) as Hnow.
      { apply not_true_iff_false. intros Ht. rewrite Hm in Ht, Hd. by rewrite deceived_run in Hd. }
      rewrite map_observe, map_perform by done. rewrite Hm in Hd |- *. f_equal. by apply IH. }
    specialize (Hgen n [] [] Hd). cbn [run] in Hgen. by rewrite map_init in Hgen.
  Qed.
End image.
