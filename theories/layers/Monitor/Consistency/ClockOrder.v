(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The clock-merged trace: all events in the order of their threads' clocks, ties by the threads' numbers, and a
thread's in the order in which they happened. It keeps every thread's order, an epoch's events come before the next
epoch's, and the answers in it are in the order of their receipts' moments. *)
From stdpp Require Import sorting.
From Fairlead.Monitor.Consistency Require Export Effect.

Lemma filter_none {A} (P : A → Prop) `{∀ x, Decision (P x)} (l : list A) :
  Forall (λ x, ¬ P x) l → filter P l = [].
Proof. induction 1 as [|x l Hx _ IH]; [done|]. by rewrite filter_cons, decide_False. Qed.

Lemma moment_le_trans p q r : moment_le p q → moment_le q r → moment_le p r.
Proof. unfold moment_le, stamp_lt. lia. Qed.
Lemma moment_lt_le p q : moment_lt p q → moment_le p q.
Proof. unfold moment_le, moment_lt, stamp_lt. lia. Qed.
Lemma moment_not_lt p q : ¬ moment_lt p q → moment_le q p.
Proof. unfold moment_le, moment_lt, stamp_lt. lia. Qed.
Lemma moment_le_not_lt p q : moment_le p q → ¬ moment_lt q p.
Proof. unfold moment_le, moment_lt, stamp_lt. lia. Qed.
Lemma moment_le_stamp p q : moment_le p q → stamp_le p.1.1 q.1.1.
Proof. unfold moment_le, stamp_le, stamp_lt. lia. Qed.
Lemma moment_le_lt p q : moment_le p q → p ≠ q → moment_lt p q.
Proof.
  destruct p as [[[e c] i] n], q as [[[e' c'] i'] n']. unfold moment_le, moment_lt, stamp_lt; simpl. intros H Hne.
  destruct (decide (e = e')), (decide (c = c')), (decide (i = i')), (decide (n = n')); subst; try done; lia.
Qed.

Section clock.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (st : thread acc) (x y : event acc) (l : list (event acc)).

  (** Where an event stands; the receipt of an answer says the same. *)
  Definition ev_moment x : moment := (time x, ev_tid x, t_index (ev_pre x)).

  Fixpoint insert_event x l : list (event acc) :=
    match l with
    | [] => [x]
    | y :: l' => if decide (moment_lt (ev_moment y) (ev_moment x)) then y :: insert_event x l' else x :: l
    end.
  Definition clock_order l : list (event acc) := foldr insert_event [] l.
  (** The events of epochs up to [e]. *)
  Definition upto (e : N) l : list (event acc) := filter (λ x, (time x).1 ≤ e)%N l.
  (** The client operations of those epochs, in that order. *)
  Definition history (e : N) l : list receipt := omap (ev_receipt cfg) (upto e (clock_order l)).

  Definition ordered l : Prop := StronglySorted (λ x y, moment_le (ev_moment x) (ev_moment y)) l.

  Lemma insert_event_perm x l : insert_event x l ≡ₚ x :: l.
  Proof.
    induction l as [|y l IH]; simpl; [done|]. case_decide; [|done].
    rewrite IH. apply Permutation_swap.
  Qed.
  Lemma clock_order_perm l : clock_order l ≡ₚ l.
  Proof. induction l as [|x l IH]; simpl; [done|]. by rewrite insert_event_perm, IH. Qed.

  Lemma insert_event_ordered x l : ordered l → ordered (insert_event x l).
  Proof.
    induction 1 as [|y l Hl IH Hy]; simpl; [by repeat constructor|].
    case_decide as Hlt.
    - constructor; [done|]. rewrite insert_event_perm. constructor; [by apply moment_lt_le|done].
    - apply moment_not_lt in Hlt. constructor; [by constructor|]. constructor; [done|].
      eapply Forall_impl; [exact Hy|]. intros z. by apply moment_le_trans.
  Qed.
  Lemma clock_order_ordered l : ordered (clock_order l).
  Proof. induction l; simpl; [constructor|by apply insert_event_ordered]. Qed.

  Lemma insert_event_by_thread i x l :
    (∀ y, y ∈ by_thread i l → moment_le (ev_moment x) (ev_moment y)) →
    by_thread i (insert_event x l) = by_thread i (x :: l).
  Proof.
    induction l as [|y l IH]; intros H; cbn [insert_event]; [done|].
    case_decide as Hlt; [|done]. rewrite !by_thread_cons.
    rewrite by_thread_cons in H. rewrite IH, by_thread_cons.
    - destruct (decide (ev_tid y = i)) as [Hi|Hi]; [|done]. destruct (decide (ev_tid x = i)); [|done].
      exfalso. eapply moment_le_not_lt; [|exact Hlt]. apply H. left.
    - intros z Hz. apply H. case_decide; [by right|done].
  Qed.
  Lemma clock_order_by_thread i l :
    ordered (by_thread i l) → by_thread i (clock_order l) = by_thread i l.
  Proof.
    induction l as [|x l IH]; [done|]. cbn [clock_order foldr]. fold (clock_order l).
    rewrite by_thread_cons. intros H.
    destruct (decide (ev_tid x = i)) as [Hi|Hi].
    - apply StronglySorted_inv in H as [Hl Hx]. rewrite insert_event_by_thread, by_thread_cons.
      + by rewrite decide_True, IH.
      + intros y. rewrite IH by done. revert y. by apply Forall_forall.
    - assert (∀ l', by_thread i (insert_event x l') = by_thread i l') as ->; [|by apply IH].
      clear -Hi. induction l' as [|y l' IH]; cbn [insert_event].
      + by rewrite by_thread_cons, decide_False.
      + case_decide; rewrite !by_thread_cons; [by rewrite IH|by rewrite (decide_False _ _ Hi)].
  Qed.

  (** Within a thread clocks never go back, nor does the number of answers. *)
  Lemma chain1_later st l : chain1 cfg st l → Forall (λ x, stamp_le (t_clock st) (time x)) l.
  Proof.
    revert st; induction l as [|x l IH]; intros st; [done|].
    cbn [chain1]. intros (<-&Hacc&H). apply IH in H. apply accepted_effect, eff_clock in Hacc. constructor; [done|].
    eapply Forall_impl; [exact H|]. intros y. by apply stamp_le_trans.
  Qed.
  Lemma chain1_ordered i st l :
    chain1 cfg st l → Forall (λ x, ev_tid x = i) l →
    ordered l ∧ Forall (λ x, moment_le (t_clock st, i, t_index st) (ev_moment x)) l.
  Proof.
    revert st; induction l as [|x l IH]; intros st; [by repeat constructor|].
    cbn [chain1]. intros (<-&Hacc&H) [Hi Hl]%Forall_cons. apply IH in H as [Ho Hle]; [|done].
    apply accepted_effect in Hacc. pose proof (eff_clock _ _ _ _ Hacc) as Hc. pose proof (eff_index _ _ _ _ Hacc) as Hn.
    assert (moment_le (t_clock (ev_pre x), i, t_index (ev_pre x)) (ev_moment x)) as Hx.
    { unfold moment_le, ev_moment, time, stamp_le, stamp_lt in *; simpl. lia. }
    assert (Forall (λ y, moment_le (ev_moment x) (ev_moment y)) l) as Hy.
    { eapply Forall_impl; [exact Hle|]. intros y. apply moment_le_trans.
      unfold moment_le, ev_moment, time, stamp_lt; simpl. lia. }
    split; [by constructor|]. constructor; [done|]. eapply Forall_impl; [exact Hy|]. intros y. by apply moment_le_trans.
  Qed.
  Lemma by_thread_ordered G l i : chain cfg G l → ordered (by_thread i l).
  Proof.
    intros H. eapply (chain1_ordered i (G i)); [by apply chain_by_thread|].
    apply Forall_forall. intros x. unfold by_thread. by intros [? _]%elem_of_list_filter.
  Qed.
  Lemma chain_clock_order G l : chain cfg G l → chain cfg G (clock_order l).
  Proof.
    intros Hl. pose proof (by_thread_ordered G l) as Ho. revert Hl.
    rewrite !chain_by_thread. intros H i. rewrite clock_order_by_thread; [done|].
    apply Ho. by apply chain_by_thread.
  Qed.

  (** What is in the first epochs is a first part of the whole. *)
  Lemma upto_prefix e e' l : ordered l → (e ≤ e')%N → upto e l `prefix_of` upto e' l.
  Proof.
    intros Hl He. induction Hl as [|x l Hl IH Hx]; [done|]. unfold upto in *. rewrite !filter_cons.
    destruct (decide ((time x).1 ≤ e)%N) as [Hx'|Hx'].
    - rewrite decide_True by lia. by apply prefix_cons.
    - replace (filter _ l) with (@nil (event acc)); [apply prefix_nil|].
      symmetry. apply filter_none. eapply Forall_impl; [exact Hx|].
      intros y Hy%moment_le_stamp. unfold stamp_le in Hy. simpl in *. lia.
  Qed.
  Lemma upto_split e l : ordered l → ∃ l2, l = upto e l ++ l2.
  Proof.
    intros Hl. induction Hl as [|x l Hl [l2 IH] Hx]; [by exists []|]. unfold upto in *. rewrite filter_cons.
    destruct (decide ((time x).1 ≤ e)%N) as [Hx'|Hx'].
    - exists l2. simpl. by f_equal.
    - exists (x :: l). replace (filter _ l) with (@nil (event acc)); [done|].
      symmetry. apply filter_none. eapply Forall_impl; [exact Hx|].
      intros y Hy%moment_le_stamp. unfold stamp_le in Hy. simpl in *. lia.
  Qed.
  Lemma chain_app G l l' : chain cfg G (l ++ l') → chain cfg G l.
  Proof. revert G; induction l as [|x l IH]; intros G; simpl; [done|]. intros (?&?&?). eauto. Qed.

  (** ** The events of a chain, one by one *)
  Lemma chain_accepted G l x : chain cfg G l → x ∈ l → accepted cfg (ev_pre x) (ev_entry x) (ev_post x).
  Proof.
    intros H Hx. revert G H. induction Hx as [|x y l _ IH]; intros G; simpl; [tauto|].
    intros (_&_&?). eauto.
  Qed.
  Lemma chain_self G l x :
    (∀ i, t_self (G i) = i) → chain cfg G l → x ∈ l → t_self (ev_pre x) = ev_tid x.
  Proof.
    intros HG H Hx. revert G HG H. induction Hx as [x l|x y l _ IH]; intros G HG; simpl.
    - intros (->&_). apply HG.
    - intros (Hpre&Hacc&H). eapply IH; [|exact H]. intros i. destruct (decide (i = ev_tid y)) as [->|].
      + rewrite upd_eq. apply accepted_effect, eff_self in Hacc. by rewrite Hacc, Hpre.
      + by rewrite upd_ne.
  Qed.
  Lemma receipt_moment x r :
    accepted cfg (ev_pre x) (ev_entry x) (ev_post x) → t_self (ev_pre x) = ev_tid x →
    ev_receipt cfg x = Some r → r_moment r = ev_moment x.
  Proof.
    intros Hacc Hself Hr. unfold ev_moment, time, r_moment.
    rewrite (eff_client _ _ _ _ (accepted_effect _ _ _ _ Hacc)) by (exists r; exact Hr).
    unfold ev_receipt, receipt_of in Hr. repeat case_match; simplify_eq; simpl; by rewrite <-Hself.
  Qed.
  Lemma receipt_facts x r :
    accepted cfg (ev_pre x) (ev_entry x) (ev_post x) → t_self (ev_pre x) = ev_tid x →
    ev_receipt cfg x = Some r → r_tid r = ev_tid x ∧ r_epoch r = (time x).1.
  Proof.
    intros Hacc Hself Hr. pose proof (receipt_moment x r Hacc Hself Hr) as Hp.
    unfold r_moment, ev_moment in Hp. unfold r_epoch. injection Hp as Ht Hi _. by rewrite Ht.
  Qed.

  (** ** No two answers have one moment *)
  Lemma answers_numbered G l :
    (∀ i, t_self (G i) = i) → chain cfg G l →
    NoDup (r_moment <$> omap (ev_receipt cfg) l) ∧
    ∀ r, r ∈ omap (ev_receipt cfg) l → (t_index (G (r_tid r)) ≤ r_index r)%N.
  Proof.
    revert G; induction l as [|x l IH]; intros G Hself; cbn [chain].
    { intros _. split; [constructor|]. intros r. cbn. by rewrite elem_of_nil. }
    intros (Hpre&Hacc&Hchain). pose proof (accepted_effect _ _ _ _ Hacc) as Heff.
    pose proof (eff_index _ _ _ _ Heff) as Hmono.
    destruct (IH (upd G (ev_tid x) (ev_post x))) as [Hnd Hlt]; [|done|].
    { intros i. unfold upd. case_decide as Hi; [|done]. by rewrite (eff_self _ _ _ _ Heff), Hpre, Hi. }
    assert (∀ r, r ∈ omap (ev_receipt cfg) l → (t_index (G (r_tid r)) ≤ r_index r)%N) as Htail.
    { intros r Hr. specialize (Hlt r Hr). unfold upd in Hlt. case_decide as Hi; [|done]. rewrite Hi, <-Hpre. lia. }
    replace (omap (ev_receipt cfg) (x :: l)) with (option_list (ev_receipt cfg x) ++ omap (ev_receipt cfg) l)
      by (simpl; by destruct (ev_receipt cfg x)).
    destruct (ev_receipt cfg x) as [r0|] eqn:Er; [|done]. simpl.
    assert (t_self (ev_pre x) = ev_tid x) as Hs by (by rewrite Hpre).
    pose proof (receipt_moment x r0 Hacc Hs Er) as Hp. unfold ev_moment, r_moment in Hp. injection Hp as _ Ht Hn.
    split.
    - constructor; [|done]. intros (r&Heq&Hin)%elem_of_list_fmap. unfold r_moment in Heq. injection Heq as _ Ht' Hn'.
      specialize (Hlt r Hin). rewrite <-Ht', Ht, upd_eq, (eff_answer _ _ _ _ Heff) in Hlt by (by exists r0). lia.
    - intros r [->|Hr]%elem_of_cons; [|by apply Htail]. rewrite Ht, Hn, <-Hpre. lia.
  Qed.

  (** In the merged trace the moments of answers only grow. *)
  Lemma ordered_moments G l :
    (∀ i, t_self (G i) = i) → chain cfg G l → ordered l →
    StronglySorted moment_lt (r_moment <$> omap (ev_receipt cfg) l).
  Proof.
    intros Hself Hchain Hord. destruct (answers_numbered G l Hself Hchain) as [Hnd _].
    assert (∀ x r, x ∈ l → ev_receipt cfg x = Some r → r_moment r = ev_moment x) as Hmoment.
    { intros x r Hx. apply receipt_moment; [by eapply chain_accepted|by eapply chain_self]. }
    clear Hchain. induction Hord as [|x l Hord IH Hx]; [constructor|].
    assert (∀ x r, x ∈ l → ev_receipt cfg x = Some r → r_moment r = ev_moment x) as Hmoment'.
    { intros y r Hy. apply Hmoment. by right. }
    cbn [omap list_omap] in *. destruct (ev_receipt cfg x) as [r|] eqn:Er; [|by apply IH].
    cbn [fmap list_fmap] in *. apply NoDup_cons in Hnd as [Hnew Hnd]. constructor; [by apply IH|].
    apply Forall_forall. intros q Hq. pose proof Hq as (r'&->&(y&Hy&Hr')%elem_of_list_omap)%elem_of_list_fmap.
    apply moment_le_lt; [|by intros E; rewrite <-E in Hq].
    pose proof (Hmoment x r (elem_of_list_here _ _) Er) as ->. pose proof (Hmoment' y r' Hy Hr') as ->.
    rewrite Forall_forall in Hx. by apply Hx.
  Qed.

  (** Filtering receipts by thread and epoch is filtering events. *)
  Lemma omap_receipt_filter (P : receipt → Prop) (Q : event acc → Prop)
      `{∀ r, Decision (P r), ∀ x, Decision (Q x)} l :
    (∀ x r, x ∈ l → ev_receipt cfg x = Some r → P r ↔ Q x) →
    filter P (omap (ev_receipt cfg) l) = omap (ev_receipt cfg) (filter Q l).
  Proof.
    induction l as [|x l IH]; intros HPQ; [done|]. rewrite filter_cons. cbn [omap list_omap].
    assert (filter P (omap (ev_receipt cfg) l) = omap (ev_receipt cfg) (filter Q l)) as IH'.
    { apply IH. intros y r Hy. apply HPQ. by right. }
    unfold omap in IH'. destruct (ev_receipt cfg x) as [r|] eqn:Er.
    - rewrite filter_cons. pose proof (HPQ x r (elem_of_list_here _ _) Er).
      destruct (decide (P r)), (decide (Q x)); try tauto.
      cbn [omap list_omap]. rewrite Er. by f_equal.
    - destruct (decide (Q x)); [|done]. cbn [omap list_omap]. by rewrite Er.
  Qed.
End clock.
