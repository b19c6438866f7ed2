(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Two adjacent groups of instructions change places, by their joint footprints. Inside of a group instructions may
    depend on each other, over flags for instance, which the other group sets too: what both write must be the same
    constant after either, or be written again, in what follows in the block, before it is read, or be dead at its end. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import FunctionalExtensionality.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset Footprint Commute Reorder.
From Fairlead.Asm.Hoare Require Import Scalars.
From Fairlead.Asm.Refinement Require Import Dead Refines.
From Fairlead.Asm.Groups Require Import Joint.
Local Open Scope N_scope.

(** ** The check *)

(** Nobody sees the values of [D]: not in [r], and what is left of them afterwards is dead. *)
Definition unseen (dead D : N) (r : list item) : bool :=
  (D =? 0) || (unread D r && subset (N.ldiff D (joint_writes r)) dead).

Definition same_constant (p q : list item) : N :=
  N.lor (N.land (constant_after f_zero 0 p) (constant_after f_zero 0 q))
        (N.land (constant_after f_lost 0 p) (constant_after f_lost 0 q)).

(** [p] and [q] may change places in front of [r]. *)
Definition exchangeable (rel : relation) (dead : N) (p q r : list item) : bool :=
  let wp := joint_writes p in let wq := joint_writes q in
  unread wp q && unread wq p && joint_accesses_exchange rel (N.lor wp wq) p q &&
  unseen dead (N.ldiff (N.land wp wq) (same_constant p q)) r.

(** The [n] instructions from the [at]-th on, and the [m] behind them. *)
Record trade : Set := Trade { tr_at : nat; tr_first : nat; tr_second : nat }.

Definition exchanged {A} (x : trade) (l : list A) : list A :=
  let l1 := drop (tr_at x) l in let l2 := drop (tr_first x) l1 in
  take (tr_at x) l ++ take (tr_second x) l2 ++ take (tr_first x) l1 ++ drop (tr_second x) l2.

Definition exchange_ok (rel : relation) (dead : N) (x : trade) (l : list item) : bool :=
  let l1 := drop (tr_at x) l in let l2 := drop (tr_first x) l1 in
  exchangeable rel dead (take (tr_first x) l1) (take (tr_second x) l2) (drop (tr_second x) l2).

Fixpoint exchange_all (rel : relation) (dead : N) (l : list trade) (p : list item) : option (list item) :=
  match l with
  | [] => Some p
  | x :: l => if exchange_ok rel dead x p then exchange_all rel dead l (exchanged x p) else None
  end.

Definition regroup (rel : relation) (dead : N) (l : list trade) (clean : list instr) : option (list instr) :=
  match annotate_all clean with
  | Some p => match exchange_all rel dead l p with Some q => Some (map i_instr q) | None => None end
  | None => None
  end.

Definition check_groups (rel : relation) (dead : N) (l : list trade) (clean fast : list instr) : bool :=
  match regroup rel dead l clean with Some q => bool_decide (q = fast) | None => false end.

(** What becomes of the leakage, chunk by chunk. *)
Definition rearranged {A} (l : list trade) (p : list A) : list A := fold_left (fun p x => exchanged x p) l p.

(** ** Soundness *)

Lemma same_but_trans D s1 s2 s3 : same_but D s1 s2 -> same_but D s2 s3 -> same_but D s1 s3.
Proof. intros [M1 L1] [M2 L2]. split; [congruence|]. intros l Hl. by rewrite L1, L2. Qed.

Lemma constant_written c (d : desc op) : subset (constantly c d) (set_of (writes d)) = true.
Proof.
  unfold subset. apply N.eqb_eq, N.bits_inj_0. intros n. rewrite N.ldiff_spec. unfold constantly.
  rewrite N.ldiff_spec. unfold writes. generalize (N.testbit (set_of (flat_map (gets_other c) (d_out d))) n) as b.
  intros b. induction (d_out d) as [|o outs IH]; [by destruct b|].
  assert (∀ xs ys, set_of (xs ++ ys) = N.lor (set_of xs) (set_of ys)) as Happ.
  { intros xs ys. induction xs as [|x xs Hx]; [done|]. cbn [app set_of fold_right]. fold (set_of (xs ++ ys)).
    fold (set_of xs). rewrite Hx. apply N.bits_inj. intros k.
    rewrite !N.lor_spec, !N.setbit_eqb, N.lor_spec. by rewrite orb_assoc. }
  cbn [flat_map]. rewrite !Happ, !N.lor_spec.
  destruct (N.testbit (set_of (output_locs o)) n) eqn:T; [by rewrite orb_true_l, andb_false_r|].
  assert (N.testbit (set_of (gets c o)) n = false) as ->.
  { destruct o as [k|k v|k v]; cbn [gets output_locs] in *; [apply N.bits_0| |apply N.bits_0].
    destruct (N.eqb v c); [exact T|apply N.bits_0]. }
  cbn [orb]. exact IH.
Qed.

Section sound.
  Context (g : env) (rel : relation) (Hrel : respects g rel).

  Notation run_items p := (run g (map i_instr p)).

  Lemma run_split k p s s' ts : run_items p s = Some (s', ts) ->
    ∃ m, run_items (take k p) s = Some (m, take k ts) /\ run_items (drop k p) m = Some (s', drop k ts).
  Proof using.
    revert p s ts. induction k as [|k IH]; intros p s ts H; [by exists s|].
    destruct p as [|x p]; cbn [map run] in H; [simplify_eq; by exists s'|].
    cbn [take drop map run]. destruct (exec g (i_instr x) s) as [[s1 t]|]; [|done].
    destruct (run g (map i_instr p) s1) as [[s2 us]|] eqn:R; simplify_eq.
    destruct (IH p s1 us R) as (m & T & Dr). exists m. cbn [take drop]. by rewrite T.
  Qed.

  Lemma run_join p q s m s' ts us : run_items p s = Some (m, ts) -> run_items q m = Some (s', us) ->
    run_items (p ++ q) s = Some (s', ts ++ us).
  Proof using. intros H1 H2. rewrite map_app. by eapply run_app_some. Qed.

  Definition quiet (a : access) : Prop := touches (a_use a) = false.

  Lemma in_events a q e x : e ∈ events_of a q ->
    (match e with ELoad p n => covered p n x | EStore p n => covered p n x | _ => false end) = true ->
    covers q (a_bytes a) x /\ touches (a_use a) = true /\
    (match e with EStore _ _ => stores (a_use a) = true | _ => True end).
  Proof using.
    unfold events_of. intros He Hc. destruct (a_use a) eqn:U;
      repeat (apply elem_of_cons in He as [->|He]); try (by apply elem_of_nil in He); try done;
      apply covered_spec in Hc; done.
  Qed.

  Lemma groups_apart W p q s sa sb ta tb x e f :
    Forall well_annotated p -> Forall well_annotated q -> joint_accesses_exchange rel W p q = true ->
    subset (joint_writes p) W = true -> subset (joint_writes q) W = true ->
    run_items p s = Some (sa, ta) -> run_items q sa = Some (sb, tb) -> e ∈ concat ta -> f ∈ concat tb ->
    (match e with ELoad p n => covered p n x | EStore p n => covered p n x | _ => false end) = true ->
    (match f with ELoad p n => covered p n x | EStore p n => covered p n x | _ => false end) = true ->
    (match e, f with EStore _ _, _ | _, EStore _ _ => True | _, _ => False end) -> False.
  Proof using Hrel.
    intros Hp Hq Hx Wp Wq Rp Rq He Hf Ce Cf Hs.
    destruct (joint_events g p s sa ta e Hp Rp He) as (i & a & pa & Hi & Ai & Ea & Pa & La).
    destruct (joint_events g q sa sb tb f Hq Rq Hf) as (j & b & pb & Hj & Aj & Eb & Pb & Lb).
    destruct (in_events a pa e x Ea Ce) as (Ca & Ta & Sa), (in_events b pb f x Eb Cf) as (Cb & Tb & Sb).
    unfold joint_accesses_exchange in Hx. rewrite forallb_forall in Hx.
    specialize (Hx i (proj1 (elem_of_list_In _ _) Hi)). rewrite forallb_forall in Hx.
    specialize (Hx j (proj1 (elem_of_list_In _ _) Hj)). unfold accesses_exchange in Hx. rewrite Ai, Aj in Hx.
    assert (conflicting (a_use a) (a_use b) = true) as Hc.
    { unfold conflicting. rewrite Ta, Tb. destruct e, f; try done; rewrite ?Sa, ?Sb; cbn; by rewrite ?orb_true_r. }
    rewrite Hc in Hx. cbn in Hx. unfold jointly_apart in Hx. apply orb_true_iff in Hx as [Hr|Hx].
    - destruct (permitted_within _ _ _ Pa Ta) as [_ Ia], (permitted_within _ _ _ Pb Tb) as [_ Ib]. eapply Hrel; eauto.
    - apply andb_true_iff in Hx as [[Hd Hsr]%andb_true_iff Hb].
      assert (∀ V, subset V W = true -> disjoint_sets V (set_of (address_locs (a_mem a))) = true) as Hda.
      { intros V HV. unfold disjoint_sets. apply N.eqb_eq, N.bits_inj_0. intros n. rewrite N.land_spec.
        destruct (N.testbit V n) eqn:E; [|done].
        unfold subset in HV. apply N.eqb_eq in HV. unfold disjoint_sets in Hd. apply N.eqb_eq in Hd.
        assert (N.testbit W n = true) as E2.
        { destruct (N.testbit W n) eqn:E2; [done|]. assert (N.testbit (N.ldiff V W) n = true) as X by by rewrite N.ldiff_spec, E, E2.
          rewrite HV, N.bits_0 in X. done. }
        assert (N.testbit (N.land W (set_of (address_locs (a_mem a)))) n = false) as X by by rewrite Hd, N.bits_0.
        rewrite N.land_spec, E2 in X. done. }
      assert (address_locs (a_mem b) = address_locs (a_mem a)) as Hab.
      { unfold same_registers in Hsr. apply andb_true_iff in Hsr as [E1%bool_decide_eq_true E2%bool_decide_eq_true].
        unfold address_locs. by rewrite E1, E2. }
      assert (pa = address g (locs s) (a_mem a)) as -> by auto.
      assert (pb = address g (locs sa) (a_mem b)) as -> by (apply Lb; rewrite Hab; auto).
      assert (address g (locs sa) (a_mem b) = address g (locs s) (a_mem b)) as Eb'.
      { apply address_agree. intros l Hl. destruct (joint_frame g p s sa ta Hp Rp) as [Fl _]. apply Fl.
        destruct (mem_set l (joint_writes p)) eqn:F; [|done]. exfalso.
        eapply disjoint_sets_spec; [apply (Hda (joint_writes p)); done|exact F|]. apply mem_set_of. by rewrite <- Hab. }
      rewrite Eb' in *.
      eapply (apart_disjoint (fun _ _ => false) g (locs s) a b); try done.
      unfold apart. cbn [orb]. by rewrite Hsr, Hb.
  Qed.

  Lemma stored_in t x : stored t x = true -> ∃ p n, EStore p n ∈ t /\ covered p n x = true.
  Proof using.
    unfold stored. rewrite existsb_exists. intros (e & He%elem_of_list_In & Hc). destruct e; try done. eauto.
  Qed.
  Lemma loaded_in t x : loaded t x = true -> ∃ p n, ELoad p n ∈ t /\ covered p n x = true.
  Proof using.
    unfold loaded. rewrite existsb_exists. intros (e & He%elem_of_list_In & Hc). destruct e; try done. eauto.
  Qed.

  Lemma subset_lor_l a b : subset a (N.lor a b) = true.
  Proof using.
    unfold subset. apply N.eqb_eq, N.bits_inj_0. intros n. rewrite N.ldiff_spec, N.lor_spec. by destruct (N.testbit a n).
  Qed.
  Lemma subset_lor_r a b : subset b (N.lor a b) = true.
  Proof using. rewrite N.lor_comm. apply subset_lor_l. Qed.

  (** Two adjacent groups. *)
  Theorem groups_exchange dead p q r s s' ta tb tr sa sb :
    Forall well_annotated p -> Forall well_annotated q -> Forall well_annotated r ->
    exchangeable rel dead p q r = true ->
    run_items p s = Some (sa, ta) -> run_items q sa = Some (sb, tb) -> run_items r sb = Some (s', tr) ->
    ∃ m1 m2 s'', run_items q s = Some (m1, tb) /\ run_items p m1 = Some (m2, ta) /\ run_items r m2 = Some (s'', tr) /\
      same_but dead s' s''.
  Proof using Hrel.
    intros Hp Hq Hr Hx Rp Rq Rr. unfold exchangeable in Hx.
    apply andb_true_iff in Hx as [[[Uq Up]%andb_true_iff Ha]%andb_true_iff Hd].
    set (wp := joint_writes p) in *. set (wq := joint_writes q) in *.
    pose proof (λ x e f, groups_apart (N.lor wp wq) p q s sa sb ta tb x e f Hp Hq Ha (subset_lor_l _ _)
      (subset_lor_r _ _) Rp Rq) as Hapart.
    destruct (joint_frame g p s sa ta Hp Rp) as [Pl Pm], (joint_frame g q sa sb tb Hq Rq) as [Ql Qm].
    (* the second group first *)
    destruct (joint_follows g wp (stored (concat ta)) q sa s sb tb Hq Rq) as (m1 & R1 & [F1 M1]); [split; [by apply Pl|by apply Pm]|done| |].
    { intros x (b & n & Hf & Cf)%loaded_in. destruct (stored (concat ta) x) eqn:E; [|done].
      apply stored_in in E as (c & k & He & Ce). exfalso. by eapply (Hapart x (EStore c k) (ELoad b n)). }
    destruct (joint_frame g q s m1 tb Hq R1) as [Bl Bm].
    (* then the first *)
    destruct (joint_follows g wq (stored (concat tb)) p s m1 sa ta Hp Rp) as (m2 & R2 & [F2 M2]);
      [split; intros; symmetry; auto|done| |].
    { intros x (b & n & Hf & Cf)%loaded_in. destruct (stored (concat tb) x) eqn:E; [|done].
      apply stored_in in E as (c & k & He & Ce). exfalso. by eapply (Hapart x (ELoad b n) (EStore c k)). }
    set (D := N.ldiff (N.land wp wq) (same_constant p q)) in *.
    assert (memory sb = memory m2) as Hm.
    { extensionality x. rewrite M2, M1. destruct (stored (concat ta) x) eqn:E.
      - apply Qm. destruct (stored (concat tb) x) eqn:E2; [|done].
        apply stored_in in E as (c & k & He & Ce), E2 as (b & n & Hf & Cf). exfalso.
        by eapply (Hapart x (EStore c k) (EStore b n)).
      - destruct (stored (concat tb) x) eqn:E2; [done|]. by rewrite (Qm x E2), (Pm x E). }
    assert (∀ l, mem_set l D = false -> locs sb l = locs m2 l) as Hl.
    { intros l HD. rewrite F2. fold wp. destruct (mem_set l wp) eqn:Ep.
      - destruct (mem_set l wq) eqn:Eq; [|by apply Ql].
        unfold D in HD. rewrite mem_set_ldiff, mem_set_land, Ep, Eq in HD. cbn in HD. apply negb_false_iff in HD.
        unfold same_constant in HD. rewrite mem_set_lor, !mem_set_land in HD.
        assert (∀ K, mem_set K 0 = false) as H0 by (intros K; unfold mem_set; apply N.bits_0).
        apply orb_true_iff in HD as [[Zp Zq]%andb_true_iff|[Zp Zq]%andb_true_iff].
        + transitivity 0; [|symmetry].
          * eapply (joint_constant g f_zero 0 q); [|apply (constant_written 0)|done|exact Rq| |exact Zq]; [|intros k; by rewrite H0].
            intros d st e k v He Hv Hk. by eapply (constantly_value sem g).
          * eapply (joint_constant g f_zero 0 p); [|apply (constant_written 0)|done|exact Rp| |exact Zp]; [|intros k; by rewrite H0].
            intros d st e k v He Hv Hk. by eapply (constantly_value sem g).
        + transitivity undefined; [|symmetry].
          * eapply (joint_constant g f_lost undefined q); [|apply (constant_written undefined)|done|exact Rq| |exact Zq]; [|intros k; by rewrite H0].
            intros d st e k v He Hv Hk. by eapply (constantly_value sem g).
          * eapply (joint_constant g f_lost undefined p); [|apply (constant_written undefined)|done|exact Rp| |exact Zp]; [|intros k; by rewrite H0].
            intros d st e k v He Hv Hk. by eapply (constantly_value sem g).
      - rewrite F1. fold wq. destruct (mem_set l wq) eqn:Eq; [done|]. rewrite (Ql l Eq). by apply Pl. }
    exists m1, m2.
    unfold unseen in Hd. apply orb_true_iff in Hd as [D0%N.eqb_eq|[Ur Sr]%andb_true_iff].
    - assert (sb = m2) as <-; [|exists s'; done].
      apply (same_but_nothing sb m2). split; [done|]. intros l _. apply Hl. rewrite D0. unfold mem_set. apply N.bits_0.
    - destruct (joint_follows g D (fun _ => false) r sb m2 s' tr Hr Rr) as (s'' & R3 & [F3 M3]);
        [split; [done|intros; by rewrite Hm]|done|done|].
      exists s''. split; [done|]. split; [done|]. split; [done|].
      destruct (joint_frame g r sb s' tr Hr Rr) as [Rl Rm]. split.
      + extensionality x. rewrite M3. destruct (stored (concat tr) x) eqn:E; [done|]. rewrite (Rm x E). by rewrite Hm.
      + intros l Hdead. rewrite F3. destruct (mem_set l (joint_writes r)) eqn:W; [done|]. rewrite (Rl l W).
        apply Hl. destruct (mem_set l D) eqn:E; [|done].
        pose proof (subset_spec _ _ l Sr) as X. rewrite mem_set_ldiff, E, W in X. rewrite X in Hdead; done.
  Qed.

  Lemma exchange_sound dead x p s s' ts :
    Forall well_annotated p -> exchange_ok rel dead x p = true -> run_items p s = Some (s', ts) ->
    Forall well_annotated (exchanged x p) /\
    ∃ s'', run_items (exchanged x p) s = Some (s'', exchanged x ts) /\ same_but dead s' s''.
  Proof using Hrel.
    intros Hp Hx H. destruct x as [k n m]. unfold exchange_ok, exchanged in *. cbn [tr_at tr_first tr_second] in *.
    split; [repeat apply Forall_app_2; repeat (apply Forall_take || apply Forall_drop); done|].
    destruct (run_split k p s s' ts H) as (s1 & R1 & H1), (run_split n _ _ _ _ H1) as (s2 & R2 & H2),
      (run_split m _ _ _ _ H2) as (s3 & R3 & R4).
    destruct (λ A B C, groups_exchange dead _ _ _ s1 s' _ _ _ s2 s3 A B C Hx R2 R3 R4)
      as (m1 & m2 & s'' & Q1 & Q2 & Q3 & Hs); [by apply Forall_take, Forall_drop
      |by apply Forall_take, Forall_drop, Forall_drop|by apply Forall_drop, Forall_drop, Forall_drop|].
    exists s''. split; [|done]. eapply run_join; [done|]. eapply run_join; [done|]. by eapply run_join.
  Qed.

  Lemma exchange_all_sound dead l p q s s' ts :
    Forall well_annotated p -> exchange_all rel dead l p = Some q -> run_items p s = Some (s', ts) ->
    ∃ s'', run_items q s = Some (s'', rearranged l ts) /\ same_but dead s' s''.
  Proof using Hrel.
    revert p s' ts. induction l as [|x l IH]; intros p s' ts Hp H Hr; cbn [exchange_all] in H.
    { simplify_eq. exists s'. done. }
    destruct (exchange_ok rel dead x p) eqn:E; [|done].
    destruct (exchange_sound dead x p s s' ts Hp E Hr) as (Hp' & s1 & R1 & S1).
    destruct (IH _ _ _ Hp' H R1) as (s'' & R2 & S2). exists s''. split; [exact R2|]. by eapply same_but_trans.
  Qed.

  (** Where the clean code runs, so does the fast code, which leaks the same chunks in other places, to the same end,
      except for what is dead. *)
  Theorem groups_sound dead l clean fast s s' ts :
    check_groups rel dead l clean fast = true -> run g clean s = Some (s', ts) ->
    ∃ s'', run g fast s = Some (s'', rearranged l ts) /\ same_but dead s' s''.
  Proof using Hrel.
    unfold check_groups, regroup. intros H Hr. destruct (annotate_all clean) as [p|] eqn:E; [|done].
    destruct (exchange_all rel dead l p) as [q|] eqn:Eq; [|done]. apply bool_decide_eq_true in H as <-.
    destruct (annotate_all_spec _ _ E) as [<- Hp]. by eapply exchange_all_sound.
  Qed.

  Lemma groups_better l p q : check_groups rel 0 l p q = true -> better g p q.
  Proof using Hrel.
    intros H.
    assert (∀ s s' ts, run g p s = Some (s', ts) -> run g q s = Some (s', rearranged l ts)) as Hr.
    { intros s s' ts Hp. destruct (groups_sound 0 l p q s s' ts H Hp) as (s'' & Hq & ->%same_but_nothing). done. }
    apply runs_better.
    - intros s s' ts _ Hp. eexists. by apply Hr.
    - intros s1 s2 r1 r2 ts u1 u2 _ _ H1 H2 H3 H4. apply Hr in H1, H2. by simplify_eq.
  Qed.
End sound.
