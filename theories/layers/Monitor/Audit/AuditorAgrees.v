(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The auditor is the model. Whatever calls are made, it refuses what the model
refuses and for the same reason, answers what the model answers, and certifies
what the model certifies. *)
From Fairlead.Monitor.Audit Require Export StepAgrees Auditor.
From Fairlead.Monitor.Consistency Require Import Account Progress.
Set Default Proof Using "Type*".

Section auditor.
  Context {S acc MS MT MX MG : Type}.
  Context (O : strings S) (OS : maps MS (packed_slot S)) (OT : maps MT (tally acc)).
  Context (OX : maps MX (packed_status S MS MT)) (OG : maps MG (counted_aggregate acc)).
  Context (text : S → bytes) (cfg : setting S acc) (c : config acc).
  Context (L : lawful_strings O text) (LS : lawful_maps OS) (LT : lawful_maps OT).
  Context (LX : lawful_maps OX) (LG : lawful_maps OG).
  Context (Hc : suits text cfg c) (Hsome : (0 < n_threads c)%N) (Hfew : (n_threads c ≤ 65536)%N).
  Implicit Types (u : auditor MX MG) (m : monitor acc).

  Definition is_receipt (p : packed_receipt S) (r : receipt) : Prop :=
    z_tid p = r_tid r ∧ z_stamp p = r_stamp r ∧ z_index p = r_index r ∧ z_function p = r_function r ∧
    text (z_argument p) = r_argument r ∧ Forall2 (is_key text) (z_keys p) (r_keys r) ∧ text (z_result p) = r_result r.
  Definition is_call (p : packed_call S) (x : call) : Prop :=
    match p, x with
    | PFeed i pe, Feed i' en => i = i' ∧ is_entry text pe en
    | PCertify, Certify => True
    | _, _ => False
    end.
  Definition is_status (p : packed_status S MS MT) (x : status acc) : Prop :=
    is_thread OS OT text cfg c (y_state p) (state_of x) ∧
    y_stopped p = match x with Running _ => false | Stopped _ _ => true end.
  Definition is_aggregate (g : counted_aggregate acc) (a : aggregate acc) : Prop :=
    g_added g = a_added a ∧ g_evicted g = a_evicted a ∧ g_done g = N.of_nat (size (a_done a)).

  Record is_auditor u m : Prop := {
    au_threads i : (i < n_threads c)%N → is_status (u_status O OS OT OX cfg u i) (status_of c m i);
    au_next : u_next u = next_to_certify c m;
    au_aggregates e : (next_to_certify c m ≤ e)%N → is_aggregate (u_aggregate OG cfg u e) (aggregate_of c m e);
    au_published : size (m_aggregates m) ≤ N.to_nat (u_published u);
  }.

  (** Who is done with an epoch, by Consistency/Account.v. *)
  Definition done_in_turn m : Prop :=
    ∀ i e, i ∈ a_done (aggregate_of c m e) ↔ (i < n_threads c)%N ∧ (first_epoch c ≤ e < t_next (thread_of c m i))%N.
  Lemma run_done cs : done_in_turn (run c init_monitor cs).
  Proof. intros i e. apply (ac_done _ _ _ (run_accounts c cs)). Qed.

  (** ** Feeding *)
  Lemma status_set u i x j (gs : MG) p n :
    u_status O OS OT OX cfg (Auditor (m_set OX (u_threads u) i x) gs p n) j =
    if (i =? j)%N then x else u_status O OS OT OX cfg u j.
  Proof. unfold u_status. simpl. rewrite (set_law _ LX). by destruct (i =? j)%N. Qed.
  Lemma status_insert m i x j gs ce :
    status_of c (Monitor (<[i := x]> (m_threads m)) gs ce) j = if (i =? j)%N then x else status_of c m j.
  Proof.
    unfold status_of. simpl. destruct (N.eqb_spec i j) as [<-|Hne].
    - by rewrite lookup_insert.
    - by rewrite lookup_insert_ne.
  Qed.
  Lemma threads_set u m i p x (gs : MG) ps n gs' ce :
    is_auditor u m → is_status p x →
    ∀ j, (j < n_threads c)%N →
      is_status (u_status O OS OT OX cfg (Auditor (m_set OX (u_threads u) i p) gs ps n) j)
        (status_of c (Monitor (<[i := x]> (m_threads m)) gs' ce) j).
  Proof.
    intros Hu Hp j Hj. rewrite status_set, status_insert. destruct (i =? j)%N; [done|]. by apply (au_threads _ _ Hu).
  Qed.

  Lemma receipt_agrees y st pe en :
    is_thread OS OT text cfg c y st → is_entry text pe en →
    option_Forall2 is_receipt (u_receipt O OS cfg y pe) (receipt_of c st en).
  Proof.
    intros Hy He. destruct pe, en; simpl in He; try done; simpl; try constructor.
    destruct He as (->&Hops&<-).
    pose proof (evaluate_agrees O OS OT text cfg c L LS LT Hc y st f0 ops ops0 a Hy Hops) as H.
    destruct (y_evaluate _ _ _ _ _ _ _) as [[x [news r]]|], (evaluate _ _ _ _ _) as [[x' [news' r']]|];
      simpl in H; try done; constructor.
    destruct H as (Hx&_&Hr&_). unfold is_receipt; simpl.
    split_and!; try done;
      [apply (is_self _ _ _ _ _ _ _ Hy)|apply (is_clock _ _ _ _ _ _ _ Hy)|apply (is_index _ _ _ _ _ _ _ Hy)|].
    clear -Hx. induction Hx as [|? ? ? ? [? _] _ IH]; constructor; done.
  Qed.

  Lemma publish_agrees u m i y st e :
    is_auditor u m → is_thread OS OT text cfg c y st → t_next st = e →
    i ∉ a_done (aggregate_of c m e) →
    ∀ e' (ts : MX) ps n ts' ce, (next_to_certify c m ≤ e')%N →
      is_aggregate (u_aggregate OG cfg (Auditor ts (u_publish OT OG cfg u y e) ps n) e')
        (aggregate_of c (Monitor ts' (publish c m i st e) ce) e').
  Proof.
    intros Hu Hy He Hi e' ts ps n ts' ce Hle. unfold u_aggregate, aggregate_of; simpl.
    unfold u_publish, publish. rewrite (set_law _ LG). destruct (N.eqb_spec e e') as [<-|Hne].
    2:{ rewrite lookup_insert_ne by done. by apply (au_aggregates _ _ Hu). }
    rewrite lookup_insert. simpl. destruct (au_aggregates _ _ Hu e Hle) as (Ha&Hev&Hd).
    unfold is_aggregate; simpl. rewrite Ha, Hev, Hd.
    rewrite (is_added _ _ _ _ _ _ _ Hy e), (is_evicted _ _ _ _ _ _ _ Hy e) by lia.
    assert (∀ x y, u_sum cfg x y = tally_plus (mh c) x y) as Hsum.
    { intros. unfold u_sum, tally_plus. by rewrite (suits_plus _ _ _ Hc). }
    rewrite !Hsum. split; [done|]. split; [done|].
    rewrite size_union, size_singleton by set_solver. unfold n1. lia.
  Qed.

  Definition same_reply (r : reply) (o : option refusal) (a : option receipt) : Prop :=
    match r, o with
    | Accepted p, None => option_Forall2 is_receipt p a
    | Not_accepted why, Some why' => why = why'
    | _, _ => False
    end.

  Lemma feed_agrees u m i pe en :
    is_auditor u m → done_in_turn m → is_entry text pe en →
    is_auditor (u_feed O OS OT OX OG cfg u i pe).1 (feed c m i en).1 ∧
    same_reply (u_feed O OS OT OX OG cfg u i pe).2 (feed c m i en).2 (receipt_of c (thread_of c m i) en).
  Proof.
    intros Hu Hdone He. unfold u_feed, feed. rewrite (suits_threads _ _ _ Hc).
    destruct (N.ltb_spec i (n_threads c)) as [Hi|Hi];
      [rewrite decide_True by done|rewrite decide_False by lia; done].
    destruct (au_threads _ _ Hu i Hi) as [Hy Hstop]. rewrite Hstop. unfold thread_of.
    destruct (status_of c m i) as [st|st why] eqn:Est; simpl in Hy |- *; [|done].
    pose proof (step_agrees O OS OT text cfg c L LS LT Hc _ _ _ _ Hy He) as Hstep.
    destruct (y_step _ _ _ _ _ _) as [y'|why] eqn:Ey, (step c st en) as [st'|why'] eqn:Em; simpl in Hstep; try done.
    2:{ subst why'. simpl. split; [|done]. constructor; simpl.
        - apply threads_set; [done|]. by split.
        - apply (au_next _ _ Hu).
        - apply (au_aggregates _ _ Hu).
        - apply (au_published _ _ Hu). }
    assert (is_status (PackedStatus false y') (Running st')) as Hst by (by split).
    pose proof (receipt_agrees _ _ _ _ Hy He) as Hr.
    assert (en = VerifyEpoch ∨ en ≠ VerifyEpoch) as [->|Hne] by (destruct en; first [by left|by right]).
    - destruct pe; simpl in He; try done. simpl. split; [|constructor].
      assert (i ∉ a_done (aggregate_of c m (t_next st))) as Hnot.
      { intros Hin. apply Hdone in Hin as [_ [_ Hlt]]. unfold thread_of in Hlt. rewrite Est in Hlt. simpl in Hlt. lia. }
      rewrite (is_next _ _ _ _ _ _ _ Hy).
      constructor; simpl.
      + by apply threads_set.
      + apply (au_next _ _ Hu).
      + intros e Hle. by apply publish_agrees.
      + pose proof (au_published _ _ Hu). unfold publish.
        rewrite map_size_insert. unfold n1. destruct (m_aggregates m !! _); simpl; lia.
    - assert (match en with VerifyEpoch => publish c m i st (t_next st) | _ => m_aggregates m end
        = m_aggregates m) as -> by (by destruct en).
      destruct pe, en; simpl in He; try done; simpl; (split; [|exact Hr]); (constructor; simpl;
        [by apply threads_set|apply (au_next _ _ Hu)|apply (au_aggregates _ _ Hu)|apply (au_published _ _ Hu)]).
  Qed.

  (** ** Certifying *)
  Lemma all_threads_set : size (list_to_set (all_threads c) : gset N) = N.to_nat (n_threads c).
  Proof.
    unfold all_threads. rewrite size_list_to_set, fmap_length, seq_length; [done|].
    apply NoDup_fmap_2; [intros ? ?; lia|apply NoDup_seq].
  Qed.
  Lemma elem_of_all_threads i : i ∈ all_threads c ↔ (i < n_threads c)%N.
  Proof.
    unfold all_threads. rewrite elem_of_list_fmap. split.
    - intros (j&->&Hj%elem_of_seq). lia.
    - intros Hi. exists (N.to_nat i). split; [lia|]. apply elem_of_seq. lia.
  Qed.
  Lemma complete_agrees u m e :
    done_in_turn m → is_aggregate (u_aggregate OG cfg u e) (aggregate_of c m e) →
    u_complete OG cfg u e = complete c m e.
  Proof.
    intros Hdone (_&_&Hd). unfold u_complete, complete. rewrite Hd, (suits_threads _ _ _ Hc).
    set (D := a_done (aggregate_of c m e)). set (A := list_to_set (all_threads c) : gset N).
    assert (D ⊆ A) as Hsub.
    { intros i [Hi _]%Hdone. by apply elem_of_list_to_set, elem_of_all_threads. }
    apply eq_true_iff_eq. rewrite N.eqb_eq, forallb_forall. split.
    - intros Hsize i Hi%elem_of_list_In. apply bool_decide_eq_true.
      destruct (decide (A ⊆ D)) as [Hsup|Hnot]; [by apply Hsup, elem_of_list_to_set|].
      assert (size D < size A) as Hlt by (by apply subset_size).
      unfold A in Hlt. rewrite all_threads_set in Hlt. lia.
    - intros Hall. assert (A ⊆ D) as Hsup.
      { intros i Hi%elem_of_list_to_set%elem_of_list_In%Hall%bool_decide_eq_true. done. }
      assert (D = A) as -> by set_solver. unfold A. rewrite all_threads_set. lia.
  Qed.
  Lemma agree_agrees u m e :
    is_aggregate (u_aggregate OG cfg u e) (aggregate_of c m e) → u_agree OG cfg u e = agree c m e.
  Proof.
    intros (Ha&He&_). unfold u_agree, agree. rewrite Ha, He. apply eq_true_iff_eq.
    rewrite !andb_true_iff, !bool_decide_eq_true, N.eqb_eq, N.ltb_lt. by rewrite (suits_same _ _ _ Hc).
  Qed.
  Lemma certify_one_agrees u m :
    is_auditor u m →
    is_auditor (Auditor (u_threads u) (m_remove OG (u_aggregates u) (u_next u)) (u_published u) (u_next u + n1)%N)
      (certify_one c m).
  Proof.
    intros Hu. pose proof (au_next _ _ Hu) as Hn. constructor; simpl.
    - apply (au_threads _ _ Hu).
    - by rewrite Hn.
    - intros e Hle. unfold next_to_certify at 1 in Hle. simpl in Hle.
      unfold u_aggregate. simpl. rewrite (remove_law _ LG). destruct (N.eqb_spec (u_next u) e); [lia|].
      apply (au_aggregates _ _ Hu). lia.
    - apply (au_published _ _ Hu).
  Qed.
  Lemma certify_loop_agrees fuel u m :
    is_auditor u m → done_in_turn m → is_auditor (u_certify_loop OG cfg fuel u) (certify_loop c fuel m).
  Proof.
    revert u m; induction fuel as [|fuel IH]; intros u m Hu Hdone; [done|]. simpl.
    pose proof (au_aggregates _ _ Hu (next_to_certify c m) ltac:(lia)) as Hg.
    unfold can_certify. rewrite (au_next _ _ Hu), (complete_agrees _ _ _ Hdone Hg), (agree_agrees _ _ _ Hg).
    destruct (_ && _); [|done]. rewrite <-(au_next _ _ Hu).
    apply IH; [by apply certify_one_agrees|exact Hdone].
  Qed.
  Lemma certify_loop_stuck fuel m : can_certify c m = false → certify_loop c fuel m = m.
  Proof. intros H. destruct fuel; simpl; [done|by rewrite H]. Qed.
  Lemma certify_loop_app f k m : certify_loop c (f + k) m = certify_loop c k (certify_loop c f m).
  Proof.
    revert m; induction f as [|f IH]; intros m; simpl; [done|].
    destruct (can_certify c m) eqn:E; [apply IH|by rewrite certify_loop_stuck].
  Qed.
  Lemma certify_agrees u m :
    is_auditor u m → done_in_turn m → is_auditor (u_certify OG cfg u) (certify c m).
  Proof.
    intros Hu Hdone. unfold u_certify.
    replace (certify c m) with (certify_loop c (Datatypes.S (N.to_nat (u_published u))) m).
    { by apply certify_loop_agrees. }
    pose proof (au_published _ _ Hu).
    replace (Datatypes.S (N.to_nat (u_published u))) with
      (Datatypes.S (size (m_aggregates m)) + (N.to_nat (u_published u) - size (m_aggregates m))) by lia.
    rewrite certify_loop_app. apply certify_loop_stuck. by apply (certify_complete c).
  Qed.

  (** ** Whole runs *)
  Lemma init_auditor_agrees : is_auditor (u_init OX OG cfg) (init_monitor (acc:=acc)).
  Proof.
    constructor; simpl.
    - intros i Hi. unfold u_status. simpl. rewrite (empty_law _ LX). unfold status_of. simpl.
      rewrite lookup_empty. split; [|done]. simpl. apply init_agrees; try done. lia.
    - apply (suits_epoch _ _ _ Hc).
    - intros e _. unfold u_aggregate, aggregate_of. simpl. rewrite (empty_law _ LG), lookup_empty. simpl.
      unfold is_aggregate, tally_zero. simpl. by rewrite (suits_zero _ _ _ Hc).
    - by rewrite map_size_empty.
  Qed.

  Theorem auditor_agrees pcs cs :
    Forall2 is_call pcs cs →
    is_auditor (u_run O OS OT OX OG cfg (u_init OX OG cfg) pcs) (run c init_monitor cs) ∧
    Forall2 is_receipt (u_answers O OS OT OX OG cfg (u_init OX OG cfg) pcs) (answers c init_monitor cs).
  Proof.
    assert (∀ u before, is_auditor u (run c init_monitor before) → Forall2 is_call pcs cs →
      is_auditor (u_run O OS OT OX OG cfg u pcs) (run c (run c init_monitor before) cs) ∧
      Forall2 is_receipt (u_answers O OS OT OX OG cfg u pcs) (answers c (run c init_monitor before) cs)) as H.
    2:{ intros. by apply (H _ []); [apply init_auditor_agrees|]. }
    revert cs; induction pcs as [|p pcs IH]; intros cs u before Hu Hcs; inversion Hcs as [|? x ? cs' Hx Hrest]; subst;
      [split; [exact Hu|constructor]|]. simpl.
    set (m := run c init_monitor before) in *.
    assert (perform c m x = run c init_monitor (before ++ [x])) as Em by (by rewrite run_app).
    assert (is_auditor (u_perform O OS OT OX OG cfg u p) (perform c m x) ∧
      option_Forall2 is_receipt (u_answer O OS OT OX OG cfg u p) (answer c m x)) as [Hu' Ha].
    { destruct p as [i pe|], x as [i' en|]; simpl in Hx; try done; simpl.
      - destruct Hx as [<- He].
        destruct (feed_agrees _ _ i _ _ Hu (run_done before) He) as [Hm Hr]. split; [done|].
        destruct (u_feed _ _ _ _ _ _ _ _ _).2 as [r|why], (feed c m i en).2 as [why'|]; simpl in Hr; try done.
        constructor.
      - split; [|constructor]. by apply certify_agrees, run_done. }
    rewrite Em in Hu' |- *. destruct (IH _ _ _ Hu' Hrest) as [H1 H2]. split; [done|].
    apply Forall2_app; [|done]. destruct Ha; simpl; [|by constructor]. by apply Forall2_cons_2.
  Qed.

  (** What is certified, read off. *)
  Lemma certified_agrees u m :
    (∀ e, m_certified m = Some e → (first_epoch c ≤ e)%N) → is_auditor u m → u_certified cfg u = m_certified m.
  Proof.
    intros Hfirst Hu. unfold u_certified. rewrite (au_next _ _ Hu), (suits_epoch _ _ _ Hc). unfold next_to_certify, n1.
    destruct (m_certified m) as [e|]; [|by rewrite N.eqb_refl]. specialize (Hfirst e eq_refl).
    destruct (N.eqb_spec (e + 1) (first_epoch c)); [lia|]. f_equal. lia.
  Qed.
End auditor.
