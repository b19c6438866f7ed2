(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Sealing. When nothing is outstanding and no cache holds anything but the root, the value of the root is the whole
state: a run that starts from it starts from the store that clients left. *)
From Fairlead.Monitor.Consistency Require Export AtOnce.

Section seal.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (cs : list call) (x : event acc) (l : list (event acc)) (G : N → thread acc).

  (** The states in which a trace leaves the threads. *)
  Fixpoint after G l : N → thread acc :=
    match l with [] => G | x :: l => after (upd G (ev_tid x) (ev_post x)) l end.

  Lemma after_by_thread G l i : after G l i = foldl (λ _ x, ev_post x) (G i) (by_thread i l).
  Proof.
    revert G; induction l as [|x l IH]; intros G; cbn [after]; [done|]. rewrite IH, by_thread_cons. unfold upd.
    destruct (decide (ev_tid x = i)) as [->|Hi]; [by rewrite decide_True|]. by rewrite decide_False.
  Qed.
  Lemma after_ext G G' l i : (∀ j, G j = G' j) → after G l i = after G' l i.
  Proof. intros HG. by rewrite !after_by_thread, HG. Qed.
  Lemma run_after m cs i : thread_of cfg (run cfg m cs) i = after (thread_of cfg m) (events cfg m cs) i.
  Proof.
    revert m; induction cs as [|c cs IH]; intros m; [done|]. cbn [run events]. rewrite IH.
    destruct c as [j en|]; cbn [perform event_of].
    - destruct ((feed cfg m j en).2) as [why|] eqn:E; [|change (option_list (Some ?x)) with [x]; cbn [app after]];
        apply after_ext; intros k.
      + by eapply feed_refused.
      + simpl. destruct (decide (k = j)) as [->|Hk]; [by rewrite upd_eq|]. rewrite upd_ne by done. by apply feed_other.
    - apply after_ext. intros k. apply certify_thread.
  Qed.

  (** The value of every key after a trace. *)
  Definition tracked cur l : key → value := foldl (track cfg) cur l.

  (** As in ReplayAll.v, with the state of the argument at the end. *)
  Lemma good_trace_after store0 l2 : ∀ G cur loc l1,
    good cfg store0 (λ i, t_slots (G i)) cur loc l1 →
    (∀ i, t_self (G i) = i) → chain cfg G l2 →
    find_impostor cfg cur l2 = None →
    (∀ l x l' y, l2 = l ++ x :: l' → ev_added x = Some y →
       y ∈ omap ev_evicted (l1 ++ l) ∧ y ∉ omap ev_added (l1 ++ l)) →
    ∃ loc', good cfg store0 (λ i, t_slots (after G l2 i)) (tracked cur l2) loc' (l1 ++ l2).
  Proof.
    induction l2 as [|x l2 IH]; intros G cur loc l1 Hgood Hself Hchain Himp Hadd.
    - rewrite app_nil_r. by exists loc.
    - cbn [chain find_impostor] in *. destruct Hchain as (Hpre&Hacc&Hchain).
      destruct (impostor cfg cur x) eqn:Ei; [done|].
      assert (t_self (ev_pre x) = ev_tid x) as Hs by (by rewrite Hpre).
      destruct (good_step cfg store0 G cur loc l1 x) as [loc' Hgood']; try done.
      { intros y Hy. specialize (Hadd [] x l2 y eq_refl Hy). by rewrite app_nil_r in Hadd. }
      replace (l1 ++ x :: l2) with ((l1 ++ [x]) ++ l2) by (by rewrite <-app_assoc).
      eapply IH; [exact Hgood'| |exact Hchain|done|].
      + intros i. unfold upd. case_decide as Hi; [|done].
        apply accepted_effect, eff_self in Hacc. by rewrite Hacc, Hi.
      + intros l x' l' y -> Hy. rewrite <-app_assoc. by apply (Hadd (x :: l) x' l').
  Qed.

  (** The value of every key at the end of a run, in which nothing is outstanding. *)
  Definition base_after (base : key → value) cs : key → value :=
    let certified := m_certified (run cfg init_monitor cs) in
    let E := events cfg init_monitor cs in
    tracked base (settled certified E ++ open certified E).

  (** What is sealed is what clients left, unless there are two values with one digest, or multisets collide. *)
  Theorem sealed_after base store0 cs v hist :
    starts_from cfg base store0 →
    nothing_outstanding cfg (run cfg init_monitor cs) = true →
    (∀ i, t_slots (thread_of cfg (run cfg init_monitor cs) i) = first_slots v i) →
    explain_at_once cfg base cs = Consistent hist →
    starts (depth cfg) (digest cfg) v (base_after base cs) ∧
    agrees (base_after base cs) (store_after (functions cfg) store0 hist).
  Proof.
    intros [[loc Hinv] Hst] Hout Hslots. unfold explain_at_once.
    destruct (_ ≫= _) as [e|] eqn:Eu; [done|].
    destruct (find_impostor _ _ _) as [[v1 v2]|] eqn:Ei; [done|]. intros [= <-].
    pose proof (run_chain cfg cs) as Hchain.
    assert (certified_balance cfg cs) as Hbal.
    { intros c e Hc He. rewrite Hc in Eu. by eapply unbalanced_None. }
    set (E := events cfg init_monitor cs) in *.
    set (l := settled _ E ++ open _ E) in *.
    assert (∀ i, by_thread i l = by_thread i E) as Hsame.
    { intros i. apply settled_open_by_thread. by eapply by_thread_ordered. }
    destruct (good_trace_after store0 l (init_thread cfg) base loc []) as (loc'&Hgood).
    - by apply good_start.
    - apply init_self.
    - apply chain_by_thread. intros i. rewrite Hsame. by apply chain_by_thread.
    - done.
    - intros l1 x l' y. by apply returns_had_left_at_once.
    - split; [|apply (good_store _ _ _ _ _ _ Hgood)].
      exists loc'. eapply inv_ext; [|done..|apply (good_inv _ _ _ _ _ _ Hgood)].
      intros i. simpl. rewrite after_by_thread, Hsame, <-after_by_thread, <-Hslots, run_after. f_equal.
  Qed.
  Corollary sealed base store0 cs v hist :
    starts_from cfg base store0 →
    nothing_outstanding cfg (run cfg init_monitor cs) = true →
    (∀ i, t_slots (thread_of cfg (run cfg init_monitor cs) i) = first_slots v i) →
    explain_at_once cfg base cs = Consistent hist →
    ∃ base', starts (depth cfg) (digest cfg) v base' ∧ agrees base' (store_after (functions cfg) store0 hist).
  Proof. intros. eexists. by apply (sealed_after base store0 cs v hist). Qed.
End seal.
