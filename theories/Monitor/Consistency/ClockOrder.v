(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The clock-merged trace: all events in the order of their threads' clocks,
ties in the order in which they happened. It keeps every thread's order, and an
epoch's events come before the next epoch's. *)
From stdpp Require Import sorting.
From Fairlead.Monitor.Consistency Require Export Effect.

Lemma filter_none {A} (P : A → Prop) `{∀ x, Decision (P x)} (l : list A) :
  Forall (λ x, ¬ P x) l → filter P l = [].
Proof. induction 1 as [|x l Hx _ IH]; [done|]. by rewrite filter_cons, decide_False. Qed.

Section clock.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (st : thread acc) (x y : event acc) (l : list (event acc)).

  Fixpoint insert_event x l : list (event acc) :=
    match l with
    | [] => [x]
    | y :: l' => if decide (stamp_lt (time y) (time x)) then y :: insert_event x l' else x :: l
    end.
  Definition clock_order l : list (event acc) := foldr insert_event [] l.
  (** The events of epochs up to [e]. *)
  Definition upto (e : N) l : list (event acc) := filter (λ x, (time x).1 ≤ e)%N l.
  (** The client operations of those epochs, in that order. *)
  Definition history (e : N) l : list receipt := omap ev_receipt (upto e (clock_order l)).

  Definition ordered l : Prop := StronglySorted (λ x y, stamp_le (time x) (time y)) l.

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
    - constructor; [done|]. rewrite insert_event_perm. constructor; [by apply stamp_lt_le|done].
    - apply stamp_not_lt in Hlt. constructor; [by constructor|]. constructor; [done|].
      eapply Forall_impl; [exact Hy|]. intros z. by apply stamp_le_trans.
  Qed.
  Lemma clock_order_ordered l : ordered (clock_order l).
  Proof. induction l; simpl; [constructor|by apply insert_event_ordered]. Qed.

  Lemma insert_event_by_thread i x l :
    (∀ y, y ∈ by_thread i l → stamp_le (time x) (time y)) →
    by_thread i (insert_event x l) = by_thread i (x :: l).
  Proof.
    induction l as [|y l IH]; intros H; cbn [insert_event]; [done|].
    case_decide as Hlt; [|done]. rewrite !by_thread_cons.
    rewrite by_thread_cons in H. rewrite IH, by_thread_cons.
    - destruct (decide (ev_tid y = i)) as [Hi|Hi]; [|done]. destruct (decide (ev_tid x = i)); [|done].
      exfalso. apply (stamp_lt_irrefl (time y)). eapply stamp_lt_le_trans; [done|].
      apply H. left.
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

  (** Within a thread clocks never go back. *)
  Lemma chain1_ordered st l :
    chain1 cfg st l → ordered l ∧ Forall (λ x, stamp_le (t_clock st) (time x)) l.
  Proof.
    revert st; induction l as [|x l IH]; intros st; [by repeat constructor|].
    cbn [chain1]. intros (<-&Hacc&H). apply IH in H as [Ho Hle].
    apply accepted_effect, eff_clock in Hacc. split; [by constructor|]. constructor; [done|].
    eapply Forall_impl; [exact Hle|]. intros y. by apply stamp_le_trans.
  Qed.
  Lemma chain_clock_order G l : chain cfg G l → chain cfg G (clock_order l).
  Proof.
    rewrite !chain_by_thread. intros H i. rewrite clock_order_by_thread; [done|].
    by eapply chain1_ordered.
  Qed.

  (** What is in the first epochs is a first part of the whole. *)
  Lemma upto_prefix e e' l : ordered l → (e ≤ e')%N → upto e l `prefix_of` upto e' l.
  Proof.
    intros Hl He. induction Hl as [|x l Hl IH Hx]; [done|]. unfold upto in *. rewrite !filter_cons.
    destruct (decide ((time x).1 ≤ e)%N) as [Hx'|Hx'].
    - rewrite decide_True by lia. by apply prefix_cons.
    - replace (filter _ l) with (@nil (event acc)); [apply prefix_nil|].
      symmetry. apply filter_none. eapply Forall_impl; [exact Hx|].
      intros y. unfold stamp_le. simpl. lia.
  Qed.
  Lemma upto_split e l : ordered l → ∃ l2, l = upto e l ++ l2.
  Proof.
    intros Hl. induction Hl as [|x l Hl [l2 IH] Hx]; [by exists []|]. unfold upto in *. rewrite filter_cons.
    destruct (decide ((time x).1 ≤ e)%N) as [Hx'|Hx'].
    - exists l2. simpl. by f_equal.
    - exists (x :: l). replace (filter _ l) with (@nil (event acc)); [done|].
      symmetry. apply filter_none. eapply Forall_impl; [exact Hx|].
      intros y. unfold stamp_le. simpl. lia.
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
  Lemma receipt_facts x r :
    accepted cfg (ev_pre x) (ev_entry x) (ev_post x) → t_self (ev_pre x) = ev_tid x →
    ev_receipt x = Some r → r_tid r = ev_tid x ∧ r_epoch r = (time x).1.
  Proof.
    intros Hacc Hself Hr. unfold time.
    rewrite (eff_client _ _ _ _ (accepted_effect _ _ _ _ Hacc)) by (exists r; exact Hr).
    unfold ev_receipt, receipt_of in Hr. repeat case_match; simplify_eq; by rewrite <-Hself.
  Qed.

  (** Filtering receipts by thread and epoch is filtering events. *)
  Lemma omap_receipt_filter (P : receipt → Prop) (Q : event acc → Prop)
      `{∀ r, Decision (P r), ∀ x, Decision (Q x)} l :
    (∀ x r, x ∈ l → ev_receipt x = Some r → P r ↔ Q x) →
    filter P (omap ev_receipt l) = omap ev_receipt (filter Q l).
  Proof.
    induction l as [|x l IH]; intros HPQ; [done|]. rewrite filter_cons. cbn [omap list_omap].
    assert (filter P (omap ev_receipt l) = omap ev_receipt (filter Q l)) as IH'.
    { apply IH. intros y r Hy. apply HPQ. by right. }
    unfold omap in IH'. destruct (ev_receipt x) as [r|] eqn:Er.
    - rewrite filter_cons. pose proof (HPQ x r (elem_of_list_here _ _) Er).
      destruct (decide (P r)), (decide (Q x)); try tauto.
      cbn [omap list_omap]. rewrite Er. by f_equal.
    - destruct (decide (Q x)); [|done]. cbn [omap list_omap]. by rewrite Er.
  Qed.
End clock.
