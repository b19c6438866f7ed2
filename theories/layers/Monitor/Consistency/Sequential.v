(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Sequential consistency: a certified epoch means something.

[explain] looks at what a host did and, for a certified epoch, computes one of
three things: a history of one plain store that explains every answer given so far
in epochs up to it; or two values with one digest; or two multisets that the
multiset hash does not tell apart. The theorem says that it always does. *)
From stdpp Require Import sorting.
From Fairlead.Monitor.Consistency Require Export ReplayAll Account.

Lemma StronglySorted_middle {A} (R : A → A → Prop) l x l' :
  StronglySorted R (l ++ x :: l') → Forall (R x) l'.
Proof. induction l as [|y l IH]; simpl; intros Hs; apply StronglySorted_inv in Hs as [? ?]; auto. Qed.

(** A list has no duplicates if it has none in any epoch. *)
Lemma NoDup_epochs l : (∀ e, NoDup (in_epoch e l)) → NoDup l.
Proof.
  induction l as [|y l IH]; intros Hl; [constructor|]. constructor.
  - specialize (Hl (el_epoch y)). unfold in_epoch in Hl. rewrite filter_cons, decide_True in Hl by done.
    apply NoDup_cons in Hl as [Hy _]. intros Hin. apply Hy. by apply elem_of_list_filter.
  - apply IH. intros e. specialize (Hl e). unfold in_epoch in *. rewrite filter_cons in Hl.
    case_decide; [by apply NoDup_cons in Hl as [_ ?]|done].
Qed.

Inductive verdict :=
  | Consistent (h : list receipt)
  | Value_collision (v1 v2 : value)
  | Multiset_collision (e : N) (m1 m2 : list element).

Section consistency.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (cs : list call) (x : event acc) (l : list (event acc)).
  Notation run := (run cfg init_monitor).
  Notation events := (events cfg init_monitor).
  Notation answers := (answers cfg init_monitor).

  (** What the run starts from: the values of all keys in the tree below its first root, and the store that clients see
  there. *)
  Context (base : key → value) (store0 : key → datum).
  Definition starts_from : Prop :=
    starts (depth cfg) (digest cfg) (first_root cfg) base ∧ agrees base store0.

  (** The first epoch up to [e] in which other elements were added than evicted. *)
  Definition unbalanced (e : N) l : option N :=
    head (filter (λ e', ¬ adds_in e' l ≡ₚ evicts_in e' l) (N.of_nat <$> seq 0 (S (N.to_nat e)))).

  Definition explain cs (e : N) : verdict :=
    let E := events cs in
    match unbalanced e E with
    | Some e' => Multiset_collision e' (adds_in e' E) (evicts_in e' E)
    | None =>
        match find_impostor cfg base (upto e (clock_order E)) with
        | Some (v1, v2) => Value_collision v1 v2
        | None => Consistent (history cfg e E)
        end
    end.

  (** ** Each eviction to Blum is unique *)
  Lemma evicts_unique G l :
    (∀ i, t_self (G i) = i) → chain cfg G l →
    NoDup (omap ev_evicted l) ∧
    ∀ y, y ∈ omap ev_evicted l → mark_lt (mark_of (G (el_tid y))) (el_stamp y, rank (el_key y)).
  Proof.
    revert G; induction l as [|x l IH]; intros G Hself; cbn [chain].
    { intros _. split; [constructor|]. intros y. cbn. by rewrite elem_of_nil. }
    intros (Hpre&Hacc&Hchain). pose proof (accepted_effect _ _ _ _ Hacc) as Heff.
    destruct (IH (upd G (ev_tid x) (ev_post x))) as [Hnd Hlt]; [|done|].
    { intros i. unfold upd. case_decide as Hi; [|done]. by rewrite (eff_self _ _ _ _ Heff), Hpre, Hi. }
    assert (∀ y, y ∈ omap ev_evicted l → mark_lt (mark_of (G (el_tid y))) (el_stamp y, rank (el_key y))) as Htail.
    { intros y Hy. specialize (Hlt y Hy). unfold upd in Hlt. case_decide as Hi; [|done].
      rewrite Hi, <-Hpre. eapply mark_le_lt; [apply (eff_mark _ _ _ _ Heff)|done]. }
    replace (omap ev_evicted (x :: l)) with (option_list (ev_evicted x) ++ omap ev_evicted l)
      by (simpl; by destruct (ev_evicted x)).
    destruct (ev_evicted x) as [y0|] eqn:Ey; [|done]. simpl.
    destruct (eff_evicted _ _ _ _ Heff y0 Ey) as (Hst&Htid&Hmark&Hmlt).
    assert (el_tid y0 = ev_tid x) as Hy0 by (by rewrite Htid, Hpre).
    split.
    - constructor; [|done]. intros Hin. specialize (Hlt y0 Hin). rewrite Hy0, upd_eq, Hmark in Hlt.
      by apply mark_lt_irrefl in Hlt.
    - intros y [->|Hy]%elem_of_cons; [|by apply Htail]. by rewrite Hy0, <-Hpre, <-Hmark.
  Qed.

  Lemma init_self i : t_self (init_thread cfg i) = i.
  Proof. done. Qed.

  Lemma in_omap_in_epoch (f : event acc → option element) e y l :
    y ∈ in_epoch e (omap f l) ↔ el_epoch y = e ∧ ∃ x, x ∈ l ∧ f x = Some y.
  Proof. unfold in_epoch. by rewrite elem_of_list_filter, elem_of_list_omap. Qed.

  (** ** The order of the merged trace puts every eviction before its return *)
  Lemma returns_had_left cs e :
    (∀ e', (e' ≤ e)%N → adds_in e' (events cs) ≡ₚ evicts_in e' (events cs)) →
    ∀ l x l' y, upto e (clock_order (events cs)) = l ++ x :: l' → ev_added x = Some y →
      y ∈ omap ev_evicted l ∧ y ∉ omap ev_added l.
  Proof.
    set (E := events cs). intros Hbal l x l' y Hl2 Hy.
    pose proof (run_chain cfg cs) as Hchain. fold E in Hchain.
    pose proof (clock_order_ordered E) as Hord. pose proof (clock_order_perm E) as Hperm.
    destruct (upto_split e _ Hord) as [l3 Hsplit]. rewrite Hl2 in Hsplit.
    assert (∀ z, z ∈ l ++ x :: l' → (time z).1 ≤ e ∧ z ∈ E)%N as Hin.
    { intros z. rewrite <-Hl2. unfold upto. rewrite elem_of_list_filter, Hperm. done. }
    assert (∀ z w, z ∈ E → ev_added z = Some w → stamp_lt (el_stamp w) (time z)) as Hadded.
    { intros z w Hz Hw. pose proof (chain_accepted _ _ _ _ Hchain Hz) as Hacc.
      by apply (eff_added _ _ _ _ (accepted_effect _ _ _ _ Hacc)). }
    destruct (Hin x) as [Hxe HxE]; [set_solver|].
    pose proof (Hadded x y HxE Hy) as Hlt.
    assert (el_epoch y ≤ e)%N as Hye by (unfold el_epoch, stamp_lt in *; lia).
    split.
    - assert (y ∈ evicts_in (el_epoch y) E) as Hev.
      { rewrite <-Hbal by done. apply in_omap_in_epoch. eauto. }
      apply in_omap_in_epoch in Hev as [_ (z&HzE&Hz)].
      pose proof (chain_accepted _ _ _ _ Hchain HzE) as Hacc.
      destruct (eff_evicted _ _ _ _ (accepted_effect _ _ _ _ Hacc) y Hz) as (Hst&_).
      fold (time z) in Hst. apply elem_of_list_omap. exists z. split; [|done].
      assert (z ∈ l ++ x :: l') as Hzl.
      { rewrite <-Hl2. unfold upto. rewrite elem_of_list_filter, Hperm. split; [|done].
        rewrite <-Hst. exact Hye. }
      rewrite Hst in Hlt. apply elem_of_app in Hzl as [?|Hzl]; [done|exfalso].
      apply elem_of_cons in Hzl as [->|Hzl]; [by apply stamp_lt_irrefl in Hlt|].
      assert (Forall (λ w, moment_le (ev_moment x) (ev_moment w)) (l' ++ l3)) as Hafter.
      { apply (StronglySorted_middle (λ x y, moment_le (ev_moment x) (ev_moment y)) l).
        rewrite Hsplit in Hord. unfold ordered in Hord. by rewrite <-app_assoc in Hord. }
      rewrite Forall_forall in Hafter. specialize (Hafter z).
      apply (stamp_lt_irrefl (time z)). eapply stamp_lt_le_trans; [done|].
      apply (moment_le_stamp (ev_moment x) (ev_moment z)). apply Hafter. set_solver.
    - assert (NoDup (omap ev_added (l ++ x :: l'))) as Hnd.
      { apply NoDup_epochs. intros e'. destruct (decide (e' ≤ e)%N) as [He|He].
        - assert (NoDup (adds_in e' E)) as Hnd.
          { rewrite (Hbal e' He). apply NoDup_filter. apply (evicts_unique (init_thread cfg)); [apply init_self|done]. }
          unfold adds_in, in_epoch in Hnd. rewrite <-(omap_perm _ _ _ Hperm), Hsplit, omap_app, filter_app in Hnd.
          by apply NoDup_app in Hnd as [? _].
        - replace (in_epoch e' _) with (@nil element); [constructor|]. symmetry.
          apply filter_none, Forall_forall. intros w (z&Hz&Hw)%elem_of_list_omap.
          destruct (Hin z Hz) as [Hze HzE]. specialize (Hadded z w HzE Hw). unfold el_epoch, stamp_lt in *. lia. }
      rewrite omap_app in Hnd. simpl in Hnd. rewrite Hy in Hnd. apply NoDup_app in Hnd as (_&Hd&_).
      intros Hin'. by apply (Hd y Hin'), elem_of_list_here.
  Qed.

  (** ** The history respects every thread's order *)
  Lemma filter_and {A} (P Q : A → Prop) `{∀ a, Decision (P a), ∀ a, Decision (Q a)} (l0 : list A) :
    filter P (filter Q l0) = filter (λ a, P a ∧ Q a) l0.
  Proof.
    induction l0 as [|a l0 IH]; [done|]. rewrite !filter_cons.
    destruct (decide (Q a)) as [HQ|HQ].
    - rewrite filter_cons. destruct (decide (P a)).
      + rewrite decide_True by done. by rewrite IH.
      + rewrite decide_False by tauto. done.
    - rewrite decide_False by tauto. done.
  Qed.

  Lemma history_by_thread cs e i :
    filter (λ r, r_tid r = i) (history cfg e (events cs)) =
    filter (λ r, r_tid r = i ∧ (r_epoch r ≤ e)%N) (answers cs).
  Proof.
    pose proof (run_chain cfg cs) as Hchain. rewrite answers_events. set (E := events cs) in *.
    assert (∀ x r, x ∈ E → ev_receipt cfg x = Some r → r_tid r = ev_tid x ∧ r_epoch r = (time x).1) as Hfacts.
    { intros x r Hx Hr. eapply receipt_facts; [by eapply chain_accepted| |done].
      eapply chain_self; [apply init_self|done..]. }
    unfold history. rewrite (omap_receipt_filter cfg _ (λ x, ev_tid x = i)).
    2:{ intros x r Hx Hr. unfold upto in Hx. rewrite elem_of_list_filter, clock_order_perm in Hx.
        by destruct (Hfacts x r (proj2 Hx) Hr) as [-> _]. }
    rewrite (omap_receipt_filter cfg _ (λ x, ev_tid x = i ∧ ((time x).1 ≤ e)%N) E).
    2:{ intros x r Hx Hr. by destruct (Hfacts x r Hx Hr) as [-> ->]. }
    f_equal. unfold upto. rewrite filter_and.
    rewrite (filter_iff _ (λ x, ((time x).1 ≤ e)%N ∧ ev_tid x = i)) by (intros; tauto).
    rewrite <-filter_and. fold (by_thread i (clock_order E)).
    rewrite clock_order_by_thread by (by eapply by_thread_ordered).
    unfold by_thread. rewrite filter_and. apply filter_iff. intros; tauto.
  Qed.

  (** What it means that a verdict on the epochs up to [e] is right. *)
  Definition verdict_holds cs (e : N) (v : verdict) : Prop :=
    match v with
    | Consistent h =>
        legal (functions cfg) store0 h ∧ StronglySorted moment_lt (r_moment <$> h) ∧
        ∀ i, filter (λ r, r_tid r = i) h =
             filter (λ r, r_tid r = i ∧ (r_epoch r ≤ e)%N) (answers cs)
    | Value_collision v1 v2 => v1 ≠ v2 ∧ digest cfg v1 = digest cfg v2
    | Multiset_collision e' m1 m2 =>
        (e' ≤ e)%N ∧ ¬ m1 ≡ₚ m2 ∧ mhash (mh cfg) e' m1 = mhash (mh cfg) e' m2 ∧
        length m1 = length m2 ∧ (N.of_nat (length m1) < limit32)%N ∧ NoDup m2
    end.

  (** In certified epochs the multisets agree, or else collide. *)
  Lemma unbalanced_Some cs c e e' :
    m_certified (run cs) = Some c → (e ≤ c)%N → unbalanced e (events cs) = Some e' →
    verdict_holds cs e (Multiset_collision e' (adds_in e' (events cs)) (evicts_in e' (events cs))).
  Proof.
    intros Hc He Eh. pose proof (λ e', certified_agree cfg cs c e' Hc) as Hagree. cbv zeta in Hagree.
    apply head_Some_elem_of in Eh. rewrite elem_of_list_filter, elem_of_list_fmap in Eh.
    destruct Eh as (Hne&n&->&Hn%elem_of_seq). assert (N.of_nat n ≤ e)%N as Hne' by lia.
    destruct (Hagree (N.of_nat n)) as (?&?&?&_); [lia|]. simpl. split_and!; try done.
    apply NoDup_filter. by apply (evicts_unique (init_thread cfg)), run_chain.
  Qed.
  Lemma unbalanced_None e l e' : unbalanced e l = None → (e' ≤ e)%N → adds_in e' l ≡ₚ evicts_in e' l.
  Proof.
    intros Eh He'. apply head_None in Eh. apply dec_stable. intros Hne.
    assert (e' ∈ filter (λ e', ¬ adds_in e' l ≡ₚ evicts_in e' l) (N.of_nat <$> seq 0 (S (N.to_nat e)))) as Hin.
    { rewrite elem_of_list_filter, elem_of_list_fmap. split; [done|]. exists (N.to_nat e').
      rewrite elem_of_seq. lia. }
    rewrite Eh in Hin. by apply elem_of_nil in Hin.
  Qed.

  (** If epoch [e] is certified, the verdict on it is right. *)
  Theorem sequential_consistency cs c e :
    starts_from → m_certified (run cs) = Some c → (e ≤ c)%N → verdict_holds cs e (explain cs e).
  Proof.
    intros [[loc Hinv] Hst] Hc He. pose proof (run_chain cfg cs) as Hchain. unfold explain. set (E := events cs) in *.
    destruct (unbalanced e E) as [e'|] eqn:Eu; [by eapply unbalanced_Some|].
    - pose proof (λ e', unbalanced_None e E e' Eu) as Hbal.
      destruct (find_impostor _ _ _) as [[v1 v2]|] eqn:Ei; [by eapply find_impostor_differ|].
      destruct (upto_split e (clock_order E) (clock_order_ordered E)) as [l3 Hsplit].
      assert (chain cfg (init_thread cfg) (upto e (clock_order E))) as Hchain'.
      { eapply (chain_app _ _ _ l3). rewrite <-Hsplit. by apply chain_clock_order. }
      split; [|split; [|apply history_by_thread]].
      2:{ apply (ordered_moments cfg (init_thread cfg)); [apply init_self|done|].
          pose proof (clock_order_ordered E) as Hord. rewrite Hsplit in Hord. by apply StronglySorted_app_inv_l
            in Hord. }
      apply (good_trace cfg store0 (upto e (clock_order E)) (init_thread cfg) base loc []).
      + by apply good_start.
      + apply init_self.
      + done.
      + done.
      + intros l x l' y. by apply returns_had_left.
  Qed.

  (** ** Where runs start *)
  Theorem where_runs_start :
    (first_root cfg = initial (depth cfg) root →
      starts (depth cfg) (digest cfg) (first_root cfg) (initial (depth cfg)) ∧
      agrees (initial (depth cfg)) (λ _, None)) ∧
    (∀ live base0 store1,
      base0 root = first_root cfg → tree (λ k, live k = true) (next base0) →
      (∀ k d c, edge_of (base0 k) d = Some c → e_blum c = false ∧ e_digest c = digest cfg (base0 (e_key c))) →
      (∀ k, live k = false → base0 k = initial (depth cfg) k) →
      (∀ k v, base0 k = Data v → v = store1 k) →
      starts (depth cfg) (digest cfg) (first_root cfg) base0 ∧ agrees base0 store1) ∧
    (∀ A store1 h h', legal A store1 h → legal A (store_after A store1 h) h' → legal A store1 (h ++ h')).
  Proof using Type.
    split_and!.
    - intros ->. split; [apply starts_empty|]. intros k v. unfold initial. case_decide; [done|]. by intros [= <-].
    - intros live base0 store1 ? ? ? ? ?. split; [by apply (starts_below _ _ _ live)|done].
    - intros A store1 h h'. apply legal_app.
  Qed.

  (** ** Certified epochs are settled *)

  (** A later certified epoch only extends the history. *)
  Theorem history_extends cs e e' :
    (e ≤ e')%N → history cfg e (events cs) `prefix_of` history cfg e' (events cs).
  Proof.
    intros He. unfold history.
    destruct (upto_prefix e e' (clock_order (events cs)) (clock_order_ordered _) He) as [l ->].
    rewrite omap_app. by eexists.
  Qed.

  Lemma upto_clock_order e l : upto e (clock_order l) = clock_order (upto e l).
  Proof.
    induction l as [|x l IH]; [done|]. cbn [clock_order foldr]. fold (clock_order l).
    unfold upto at 2. rewrite filter_cons. fold (upto e l).
    assert (ordered (clock_order l)) as Hord by apply clock_order_ordered. revert Hord IH.
    generalize (clock_order l) as l0. intros l0 Hord IH. destruct (decide ((time x).1 ≤ e)%N) as [Hx|Hx].
    - cbn [clock_order foldr]. fold (clock_order (upto e l)). rewrite <-IH. clear IH.
      induction Hord as [|y l0 Hord IH Hy]; unfold upto in *; cbn [insert_event]; rewrite ?filter_cons.
      + by rewrite decide_True, filter_nil.
      + case_decide as Hyx.
        * rewrite filter_cons.
          assert ((time y).1 ≤ e)%N by (unfold moment_lt, ev_moment, stamp_lt in *; simpl in *; lia).
          rewrite !decide_True by done. cbn [insert_event]. by rewrite decide_True, IH.
        * rewrite filter_cons, decide_True by done. rewrite filter_cons. case_decide as Hye.
          -- cbn [insert_event]. by rewrite decide_False.
          -- replace (filter _ l0) with (@nil (event acc)); [done|].
             symmetry. apply filter_none. eapply Forall_impl; [exact Hy|].
             intros z Hz%moment_le_stamp. unfold stamp_le in Hz. simpl in *. lia.
    - rewrite <-IH. clear IH. induction Hord as [|y l0 Hord IH Hy]; unfold upto in *; cbn [insert_event].
      + by rewrite filter_cons, decide_False.
      + case_decide.
        * rewrite !filter_cons. by rewrite IH.
        * by rewrite (filter_cons _ x), decide_False.
  Qed.

  (** Once [e] is certified, whatever the host does next: the history up to [e]
  stays as it is, and every answer given from then on is in a later epoch, so it
  comes after all of that history. *)
  Theorem certified_settled cs cs' c e :
    m_certified (run cs) = Some c → (e ≤ c)%N →
    history cfg e (events (cs ++ cs')) = history cfg e (events cs) ∧
    ∀ r, r ∈ Monitor.answers cfg (run cs) cs' → (e < r_epoch r)%N.
  Proof.
    intros Hc He. destruct (certified_agree cfg cs c e Hc He) as (_&_&_&Hdone). cbv zeta in Hdone.
    pose proof (run_accounts cfg cs) as Hacc. rewrite events_app.
    assert (∀ x, x ∈ Trace.events cfg (run cs) cs' → (e < (time x).1)%N) as Hlate.
    { intros x Hx. pose proof (events_tid _ _ _ _ Hx) as Htid. specialize (Hdone _ Htid).
      pose proof (ac_clock _ _ _ Hacc (ev_tid x)) as Hclk.
      pose proof (events_chain cfg (run cs) cs') as Hchain.
      pose proof (proj1 (chain_by_thread _ _ _) Hchain (ev_tid x)) as Hle%chain1_later.
      rewrite Forall_forall in Hle. specialize (Hle x).
      assert (x ∈ by_thread (ev_tid x) (Trace.events cfg (run cs) cs')) as Hin by (by apply elem_of_list_filter).
      specialize (Hle Hin). unfold stamp_le in Hle. lia. }
    split.
    - unfold history. f_equal. rewrite !upto_clock_order. f_equal. unfold upto. rewrite filter_app.
      rewrite (filter_none _ (Trace.events cfg (run cs) cs')); [by rewrite app_nil_r|].
      apply Forall_forall. intros x Hx%Hlate. lia.
    - intros r. rewrite answers_events. intros (x&Hx&Hr)%elem_of_list_omap.
      pose proof (events_chain cfg (run cs) cs') as Hchain.
      destruct (receipt_facts cfg x r) as [_ ->]; [by eapply chain_accepted| |done|by apply Hlate].
      eapply chain_self; [|done..]. apply (ac_self _ _ _ Hacc).
  Qed.
End consistency.
