(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What happened: the accepted entries of a run, each with its thread's state
before and after, and the elements that went into the multisets. *)
From Fairlead.Monitor.Consistency Require Export Accepted.

Definition upd {A B} `{EqDecision A} (f : A → B) (a : A) (b : B) : A → B :=
  λ x, if decide (x = a) then b else f x.
Lemma upd_eq {A B} `{EqDecision A} (f : A → B) a b : upd f a b a = b.
Proof. unfold upd. by rewrite decide_True. Qed.
Lemma upd_ne {A B} `{EqDecision A} (f : A → B) a b x : x ≠ a → upd f a b x = f x.
Proof. unfold upd. intros. by rewrite decide_False. Qed.

Record event (acc : Type) := Event {
  ev_tid : N; ev_pre : thread acc; ev_entry : entry; ev_post : thread acc;
}.
Arguments Event {_}. Arguments ev_tid {_}. Arguments ev_pre {_}. Arguments ev_entry {_}.
Arguments ev_post {_}.

Section trace.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (st : thread acc) (m : monitor acc) (x : event acc) (l : list (event acc)).

  (** The time of an event is its thread's clock after it. *)
  Definition time x : stamp := t_clock (ev_post x).
  Definition ev_receipt x : option receipt := receipt_of cfg (ev_pre x) (ev_entry x).
  Definition by_thread (i : N) l : list (event acc) := filter (λ x, ev_tid x = i) l.

  Definition added (en : entry) : option element :=
    match en with AddB k v _ t tid => Some (k, v, t, tid) | _ => None end.
  Definition evicted st (en : entry) : option element :=
    match en with
    | EvictB s t | EvictBM s _ t =>
        match t_slots st !! s with
        | Some sl => Some (s_key sl, s_value sl, t, t_self st)
        | None => None
        end
    | _ => None
    end.
  Definition ev_added x := added (ev_entry x).
  Definition ev_evicted x := evicted (ev_pre x) (ev_entry x).
  (** The multisets of epoch [e], as lists. *)
  Definition in_epoch (e : N) (l : list element) : list element := filter (λ y, el_epoch y = e) l.
  Definition adds_in (e : N) l : list element := in_epoch e (omap ev_added l).
  Definition evicts_in (e : N) l : list element := in_epoch e (omap ev_evicted l).

  (** ** The events of a run *)
  Definition event_of m (c : call) : option (event acc) :=
    match c with
    | Feed i en =>
        if (feed cfg m i en).2 then None
        else Some (Event i (thread_of cfg m i) en (thread_of cfg (feed cfg m i en).1 i))
    | Certify => None
    end.
  Fixpoint events m (cs : list call) : list (event acc) :=
    match cs with
    | [] => []
    | c :: cs => option_list (event_of m c) ++ events (perform cfg m c) cs
    end.

  Lemma answers_events m cs : answers cfg m cs = omap ev_receipt (events m cs).
  Proof.
    revert m; induction cs as [|c cs IH]; intros m; [done|].
    cbn [answers events]. rewrite IH, omap_app. f_equal.
    destruct c as [i en|]; [|done]. cbn [answer event_of].
    destruct (feed cfg m i en).2; [done|]. cbn. unfold ev_receipt; simpl. by destruct (receipt_of _ _).
  Qed.

  Lemma run_app m cs cs' : run cfg m (cs ++ cs') = run cfg (run cfg m cs) cs'.
  Proof. revert m; induction cs; simpl; auto. Qed.
  Lemma events_app m cs cs' : events m (cs ++ cs') = events m cs ++ events (run cfg m cs) cs'.
  Proof. revert m; induction cs as [|c cs IH]; intros m; [done|]. simpl. by rewrite IH, app_assoc. Qed.

  (** ** Chains: each event starts in the state its thread was left in *)
  Fixpoint chain (G : N → thread acc) l : Prop :=
    match l with
    | [] => True
    | x :: l =>
        ev_pre x = G (ev_tid x) ∧ accepted cfg (ev_pre x) (ev_entry x) (ev_post x) ∧
        chain (upd G (ev_tid x) (ev_post x)) l
    end.
  Fixpoint chain1 st l : Prop :=
    match l with
    | [] => True
    | x :: l =>
        ev_pre x = st ∧ accepted cfg (ev_pre x) (ev_entry x) (ev_post x) ∧ chain1 (ev_post x) l
    end.

  Lemma by_thread_cons i x l :
    by_thread i (x :: l) = if decide (ev_tid x = i) then x :: by_thread i l else by_thread i l.
  Proof. unfold by_thread. rewrite filter_cons. done. Qed.

  Lemma chain_by_thread G l : chain G l ↔ ∀ i, chain1 (G i) (by_thread i l).
  Proof.
    revert G; induction l as [|x l IH]; intros G; [done|]. cbn [chain]. rewrite IH. split.
    - intros (Hpre&Hacc&H) i. specialize (H i). rewrite by_thread_cons. case_decide as Hi.
      + subst i. rewrite upd_eq in H. done.
      + by rewrite upd_ne in H.
    - intros H. pose proof (H (ev_tid x)) as Hx. rewrite by_thread_cons, decide_True in Hx by done.
      destruct Hx as (?&?&?). do 2 (split; [done|]). intros i. destruct (decide (ev_tid x = i)) as [<-|Hi].
      + by rewrite upd_eq.
      + rewrite upd_ne by done. specialize (H i). by rewrite by_thread_cons, decide_False in H.
  Qed.

  Lemma chain_ext G G' l : (∀ i, G i = G' i) → chain G l → chain G' l.
  Proof. intros HG. rewrite !chain_by_thread. intros H i. by rewrite <-HG. Qed.

  Lemma feed_inv m i en :
    (feed cfg m i en).2 = None →
    (i < n_threads cfg)%N ∧ accepted cfg (thread_of cfg m i) en (thread_of cfg (feed cfg m i en).1 i).
  Proof.
    unfold feed. case_decide as Hi; [|done]. intros H. split; [done|].
    unfold thread_of at 1. destruct (status_of cfg m i) eqn:Es; [|done].
    destruct (step cfg st en) eqn:E; [|done].
    unfold thread_of, status_of; simpl. rewrite lookup_insert. by apply step_accepted.
  Qed.
  Lemma feed_other m i en j : j ≠ i → thread_of cfg (feed cfg m i en).1 j = thread_of cfg m j.
  Proof.
    intros Hj. unfold feed. case_decide; [|done]. destruct (status_of cfg m i); [|done].
    by destruct (step cfg st en); unfold thread_of, status_of; simpl; rewrite lookup_insert_ne.
  Qed.
  Lemma feed_refused m i en why j :
    (feed cfg m i en).2 = Some why →
    thread_of cfg (feed cfg m i en).1 j = thread_of cfg m j ∧
    m_aggregates (feed cfg m i en).1 = m_aggregates m ∧ m_certified (feed cfg m i en).1 = m_certified m.
  Proof.
    unfold feed. case_decide; [|done]. destruct (status_of cfg m i) eqn:Es; [|done].
    destruct (step cfg st en); [done|]. intros _. split_and!; [|done..].
    destruct (decide (j = i)) as [->|]; unfold thread_of; unfold status_of at 1; simpl.
    - by rewrite lookup_insert, Es.
    - by rewrite lookup_insert_ne.
  Qed.

  Lemma certify_loop_threads n m : m_threads (certify_loop cfg n m) = m_threads m ∧
    m_aggregates (certify_loop cfg n m) = m_aggregates m.
  Proof. revert m; induction n as [|n IH]; intros m; simpl; [done|]. case_match; [by rewrite !(proj1 (IH _)), !(proj2 (IH _))|done]. Qed.
  Lemma certify_thread m i : thread_of cfg (certify cfg m) i = thread_of cfg m i.
  Proof. unfold thread_of, status_of, certify. by rewrite (proj1 (certify_loop_threads _ m)). Qed.

  Lemma events_chain m cs : chain (thread_of cfg m) (events m cs).
  Proof.
    revert m; induction cs as [|c cs IH]; intros m; [done|]. cbn [events].
    destruct c as [i en|]; cbn [event_of perform].
    - destruct ((feed cfg m i en).2) as [why|] eqn:E; cbn [option_list app chain].
      + eapply chain_ext; [|apply IH]. intros j. by eapply feed_refused.
      + apply feed_inv in E as [_ Hacc]. do 2 (split; [done|]).
        eapply chain_ext; [|apply IH]. intros j; simpl. destruct (decide (j = i)) as [->|Hj].
        * by rewrite upd_eq.
        * rewrite upd_ne by done. by apply feed_other.
    - eapply chain_ext; [|apply IH]. intros j. apply certify_thread.
  Qed.
  Lemma events_tid m cs x : x ∈ events m cs → (ev_tid x < n_threads cfg)%N.
  Proof.
    revert m; induction cs as [|c cs IH]; intros m; cbn [events]; [by rewrite elem_of_nil|].
    rewrite elem_of_app. intros [Hx|Hx]; [|by eapply IH].
    destruct c as [i en|]; cbn [event_of] in Hx; [|by rewrite elem_of_nil in Hx].
    destruct ((feed cfg m i en).2) eqn:E; [by rewrite elem_of_nil in Hx|].
    apply elem_of_list_singleton in Hx as ->. by apply feed_inv in E as [? _].
  Qed.

  Lemma events_entry m cs x : x ∈ events m cs → Feed (ev_tid x) (ev_entry x) ∈ cs.
  Proof.
    revert m; induction cs as [|c cs IH]; intros m; cbn [events]; [by rewrite elem_of_nil|].
    rewrite elem_of_app. intros [Hx|Hx]; [|right; by eapply IH].
    destruct c as [i en|]; cbn [event_of] in Hx; [|by apply elem_of_nil in Hx].
    destruct ((feed cfg m i en).2); [by apply elem_of_nil in Hx|]. apply elem_of_list_singleton in Hx as ->. by left.
  Qed.

  Lemma init_thread_of i : thread_of cfg init_monitor i = init_thread cfg i.
  Proof. unfold thread_of, status_of; simpl. by rewrite lookup_empty. Qed.
  Lemma run_chain cs : chain (init_thread cfg) (events init_monitor cs).
  Proof. eapply chain_ext; [apply init_thread_of|apply events_chain]. Qed.
End trace.
