(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The taint checker, of one instruction: what is public behind it, if no address that it accesses depends on a secret.

    Regions of memory are public for good, or they are not. Beside them there are words, regions of eight bytes such as
    a register is spilled to: what was stored last in one is public or not. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted.
From Fairlead.Asm.Footprints Require Import Locset Footprint Commute.
From Fairlead.Asm.Model Require Import Idioms.
Local Open Scope N_scope.

(** ** The checker *)

(** A set of locations has room for words behind its 54 bits. *)
Definition word_at (r P : N) : bool := N.testbit P (54 + r).
Definition words_of (rs : list N) : N := fold_right (fun r s => N.setbit s (54 + r)) 0 rs.
Definition all_locs : N := N.ones 54.

Definition input_public (P : N) (region_public : bool) (address_public : bool) (i : input) : bool :=
  match i with
  | ILoc l => mem_set l P
  | IConst _ => true
  | IAddr => address_public
  | IMem _ _ => region_public
  end.

Definition constant_locs (o : output) : list loc := match o with OConst l _ => [l] | _ => [] end.
Definition computed_locs (o : output) : list loc := match o with OLoc l => [l] | _ => [] end.

(** What the model leaves undefined, on a processor may well depend on the operands: it is never public. *)
Definition lost_locs (o : output) : list loc :=
  match o with OConst l c => if c =? undefined then [l] else [] | _ => [] end.

(** Of what [push] and [pop] compute, the stack pointer depends on the stack pointer alone, whatever is pushed or popped. *)
Definition moved_pointer (P : N) (d : desc op) : list loc :=
  match d_op d, d_in d, d_out d with
  | OPush, [ILoc sp; _], [OLoc sp'; OMem _ _] => if mem_set sp P then [sp'] else []
  | OPop, [ILoc sp; _], [OLoc popped; OLoc sp'] => if mem_set sp P && bool_decide (popped <> sp') then [sp'] else []
  | _, _, _ => []
  end.

(** The public locations and words after an instruction, if it may be executed with [P] public before. *)
Definition taint_desc (rel : relation) (words public : list N) (P : N) (d : desc op) : option N :=
  let constant := set_of (flat_map constant_locs (d_out d)) in
  let computed := set_of (flat_map computed_locs (d_out d)) in
  let lost := set_of (flat_map lost_locs (d_out d)) in
  let address_public :=
    match d_access d with Some a => subset (set_of (address_locs (a_mem a))) P | None => true end in
  let region_public :=
    match d_access d with
    | Some a => let r := m_region (a_mem a) in (existsb (N.eqb r) public || word_at r P) && loads (a_use a)
    | None => true
    end in
  let all_public := idiom d || forallb (input_public P region_public address_public) (d_in d) in
  let may_leak := match d_access d with Some a => match a_use a with Address => false | _ => true end | None => false end in
  let stores_well :=
    match d_access d with
    | Some a => negb (stores (a_use a)) || all_public || forallb (fun r => rel (m_region (a_mem a)) r) public
    | None => true
    end in
  let after :=
    N.ldiff
      (if all_public then N.lor (N.lor P constant) computed
       else N.lor (N.ldiff (N.lor P constant) computed) (set_of (moved_pointer P d)))
      lost in
  if (negb may_leak || address_public) && stores_well then
    Some match d_access d with
    | Some a =>
        let r := m_region (a_mem a) in
        if negb (stores (a_use a)) then after
        else if all_public
        then if existsb (N.eqb r) words && Nat.eqb (a_bytes a) 8 then N.setbit after (54 + r) else after
        else N.land after (N.lor all_locs (words_of (List.filter (rel r) words)))
    | None => after
    end
  else None.

(** ** Soundness *)

(** What a set of both says of words. *)

Lemma index_small l : index l < 54.
Proof. destruct l as [r|x|x|f]; [destruct r|destruct x|destruct x|destruct f]; done. Qed.

Lemma word_set_of r ls : word_at r (set_of ls) = false.
Proof.
  unfold word_at. induction ls as [|l ls IH]; [apply N.bits_0|].
  change (set_of (l :: ls)) with (N.setbit (set_of ls) (index l)).
  rewrite N.setbit_eqb, IH, orb_false_r. apply N.eqb_neq. pose proof (index_small l). lia.
Qed.

Lemma word_all_locs r : word_at r all_locs = false.
Proof. apply N.ones_spec_high. lia. Qed.

Lemma word_words_of r rs : word_at r (words_of rs) = true <-> r ∈ rs.
Proof.
  unfold word_at. induction rs as [|k rs IH]; cbn [words_of fold_right].
  - rewrite N.bits_0. split; [done|by intros ?%elem_of_nil].
  - rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq, elem_of_cons. fold (words_of rs). rewrite IH.
    split; (intros [?|?]; [left; lia|by right]).
Qed.

Lemma loc_words_of l rs : mem_set l (words_of rs) = false.
Proof.
  unfold mem_set. induction rs as [|r rs IH]; [apply N.bits_0|].
  change (words_of (r :: rs)) with (N.setbit (words_of rs) (54 + r)).
  rewrite N.setbit_eqb, IH, orb_false_r. apply N.eqb_neq. pose proof (index_small l). lia.
Qed.

Lemma word_subset r P Q : subset Q P = true -> word_at r Q = true -> word_at r P = true.
Proof.
  unfold subset, word_at. rewrite N.eqb_eq. intros H Hq. destruct (N.testbit P (54 + r)) eqn:E; [done|].
  assert (N.testbit (N.ldiff Q P) (54 + r) = true) as X by by rewrite N.ldiff_spec, Hq, E.
  by rewrite H, N.bits_0 in X.
Qed.

Lemma loc_setbit l r P : mem_set l (N.setbit P (54 + r)) = mem_set l P.
Proof. unfold mem_set. rewrite N.setbit_neq; [done|]. pose proof (index_small l). lia. Qed.

Section sound.
  Context (g : env) (rel : relation) (words public : list N).
  Context (Hrel : respects g rel) (Hwords : ∀ r, r ∈ words -> r_size (regions g r) = 8).

  Definition is_open (P r : N) : Prop := r ∈ public \/ word_at r P = true.

  (** The same public registers, and the same public memory. *)
  Definition alike (P : N) (s1 s2 : state) : Prop :=
    (∀ l, mem_set l P = true -> locs s1 l = locs s2 l) /\
    (∀ r x, is_open P r -> inside (regions g r) x -> memory s1 x = memory s2 x).

  Lemma alike_subset P Q s1 s2 : subset Q P = true -> alike P s1 s2 -> alike Q s1 s2.
  Proof.
    intros H [H1 H2]. split; [intros l Hl; apply H1; by eapply subset_spec|].
    intros r x [Hr|Hr]; [apply H2; by left|]. apply H2. right. by eapply word_subset.
  Qed.

  Lemma assign_constants outs vals1 vals2 ws1 ws2 v1 v2 l :
    assign outs vals1 = Some (ws1, v1) -> assign outs vals2 = Some (ws2, v2) ->
    l ∉ flat_map computed_locs outs -> assoc l ws1 = assoc l ws2.
  Proof.
    revert vals1 vals2 ws1 ws2 v1 v2. induction outs as [|[k|k c|o n] outs IH]; cbn; intros vals1 vals2 ws1 ws2 v1 v2 H1 H2 Hl.
    - destruct vals1, vals2; by simplify_eq.
    - destruct vals1 as [|x1 vals1], vals2 as [|x2 vals2]; try done.
      destruct (assign outs vals1) as [[? ?]|] eqn:E1, (assign outs vals2) as [[? ?]|] eqn:E2; simplify_eq. cbn.
      rewrite elem_of_cons in Hl. case_bool_decide; [naive_solver|]. eapply IH; [done|done|naive_solver].
    - destruct (assign outs vals1) as [[? ?]|] eqn:E1, (assign outs vals2) as [[? ?]|] eqn:E2; simplify_eq. cbn.
      case_bool_decide; [done|]. by eapply IH.
    - destruct vals1 as [|x1 vals1], vals2 as [|x2 vals2]; try done.
      destruct (assign outs vals1) as [[? ?]|] eqn:E1, (assign outs vals2) as [[? ?]|] eqn:E2; simplify_eq. by eapply IH.
  Qed.

  Lemma mem_ldiff l P Q : mem_set l (N.ldiff P Q) = true -> mem_set l P = true.
  Proof. unfold mem_set. rewrite N.ldiff_spec, andb_true_iff. by intros [? _]. Qed.

  (** What an instruction that writes [ws] leaves in a location. *)
  Definition after (s : state) (ws : list (loc * N)) (l : loc) : N :=
    match assoc l ws with Some v => v | None => locs s l end.

  Lemma moved_pointer_alike P d f1 f2 p1 p2 ld1 ld2 ws1 ws2 v1 v2 l :
    (∀ l, mem_set l P = true -> f1 l = f2 l) -> l ∈ moved_pointer P d ->
    assign (d_out d) (sem (d_op d) (map (input_value f1 p1 ld1) (d_in d))) = Some (ws1, v1) ->
    assign (d_out d) (sem (d_op d) (map (input_value f2 p2 ld2) (d_in d))) = Some (ws2, v2) ->
    ∃ y, assoc l ws1 = Some y /\ assoc l ws2 = Some y.
  Proof.
    intros HP Hl H1 H2. unfold moved_pointer in Hl.
    repeat (case_match; try (by apply elem_of_nil in Hl)); apply elem_of_list_singleton in Hl as ->; cbn -[low] in H1, H2;
      simplify_eq; cbn -[low].
    - rewrite !bool_decide_eq_true_2 by done. eexists. split; [done|]. by rewrite <- HP.
    - match goal with E : _ && _ = true |- _ => apply andb_true_iff in E as [E1 E2%bool_decide_eq_true] end.
      rewrite !(bool_decide_eq_false_2 (_ = _)) by done. rewrite !bool_decide_eq_true_2 by done.
      eexists. split; [done|]. by rewrite <- HP.
  Qed.

  Lemma after_alike P d vals1 vals2 ws1 ws2 v1 v2 s1 s2 all_public moved :
    alike P s1 s2 ->
    assign (d_out d) vals1 = Some (ws1, v1) -> assign (d_out d) vals2 = Some (ws2, v2) ->
    (all_public = true -> vals1 = vals2) ->
    (∀ l, l ∈ moved -> ∃ y, assoc l ws1 = Some y /\ assoc l ws2 = Some y) ->
    ∀ l, mem_set l (if all_public : bool
                    then N.lor (N.lor P (set_of (flat_map constant_locs (d_out d)))) (set_of (flat_map computed_locs (@d_out op d)))
                    else N.lor (N.ldiff (N.lor P (set_of (flat_map constant_locs (d_out d)))) (set_of (flat_map computed_locs (d_out d))))
                           (set_of moved)) = true ->
    after s1 ws1 l = after s2 ws2 l.
  Proof.
    intros [HP _] H1 H2 Hall Hmoved l Hl. unfold after.
    assert (Hsome : assoc l ws1 = None <-> assoc l ws2 = None).
    { by rewrite (assign_writes _ _ _ _ l H1), (assign_writes _ _ _ _ l H2). }
    assert (Hin : l ∈ flat_map constant_locs (d_out d) \/ l ∈ flat_map computed_locs (d_out d) -> assoc l ws1 <> None).
    { rewrite (assign_writes _ _ _ _ l H1). intros Hc Hn. apply Hn. clear -Hc.
      rewrite !elem_of_list_In, !in_flat_map in *. destruct Hc as [(o & Ho & Hl)|(o & Ho & Hl)]; exists o; split; try done;
        by destruct o. }
    assert (Hequal : assoc l ws1 = assoc l ws2 -> (mem_set l P = true \/ assoc l ws1 <> None) ->
                     match assoc l ws1 with Some v => v | None => locs s1 l end =
                     match assoc l ws2 with Some v => v | None => locs s2 l end).
    { intros -> Hor. destruct (assoc l ws2); [done|]. destruct Hor as [?|?]; [by apply HP|done]. }
    destruct all_public.
    - rewrite (Hall eq_refl), H2 in H1. simplify_eq. apply Hequal; [done|].
      unfold mem_set in Hl. rewrite !N.lor_spec, !orb_true_iff in Hl.
      destruct Hl as [[Hl|Hl]|Hl]; [by left|right; apply Hin; left|right; apply Hin; right]; by apply mem_set_of.
    - unfold mem_set in Hl. rewrite N.lor_spec, orb_true_iff in Hl. destruct Hl as [Hl|Hl].
      2: { destruct (Hmoved l) as (y & -> & ->); [|done]. by apply mem_set_of. }
      rewrite N.ldiff_spec, N.lor_spec, andb_true_iff, negb_true_iff, orb_true_iff in Hl.
      destruct Hl as [Hl Hn]. apply Hequal.
      + eapply assign_constants; [done|done|]. intros Hc. apply mem_set_of in Hc. unfold mem_set in Hc. congruence.
      + destruct Hl as [Hl|Hl]; [by left|right]. apply Hin. left. by apply mem_set_of.
  Qed.

  Lemma inputs_public P d p ld1 ld2 rp ap s1 s2 :
    alike P s1 s2 -> (rp = true -> ld1 = ld2) ->
    forallb (input_public P rp ap) (@d_in op d) = true ->
    map (input_value (locs s1) p ld1) (d_in d) = map (input_value (locs s2) p ld2) (d_in d).
  Proof.
    intros [HP _] Hld H. induction (d_in d) as [|i ins IH]; cbn in *; [done|].
    apply andb_true_iff in H as [Hi H]. f_equal; [|by apply IH].
    destruct i; cbn in *; [by apply HP|done|done|]. by rewrite Hld.
  Qed.

  (** What is public behind an instruction, but for the words that it stores to. *)
  Definition unstored (P : N) (d : desc op) (all_public : bool) : N :=
    N.ldiff
      (if all_public
       then N.lor (N.lor P (set_of (flat_map constant_locs (d_out d)))) (set_of (flat_map computed_locs (d_out d)))
       else N.lor (N.ldiff (N.lor P (set_of (flat_map constant_locs (d_out d)))) (set_of (flat_map computed_locs
         (d_out d))))
              (set_of (moved_pointer P d)))
      (set_of (flat_map lost_locs (d_out d))).

  Lemma word_unstored P d all_public r : word_at r (unstored P d all_public) = true -> word_at r P = true.
  Proof.
    assert (∀ a b, word_at r (N.lor a b) = word_at r a || word_at r b) as Hor by (intros; apply N.lor_spec).
    assert (∀ a b, word_at r (N.ldiff a b) = word_at r a && negb (word_at r b)) as Hdiff by (intros; apply
      N.ldiff_spec).
    unfold unstored. rewrite Hdiff. destruct all_public; rewrite ?Hor, ?Hdiff, ?Hor, !word_set_of, ?orb_false_r; cbn;
      by rewrite ?andb_true_r.
  Qed.

  Lemma taint_desc_sound P Q d s1 s2 s1' s2' t1 t2 :
    taint_desc rel words public P d = Some Q -> alike P s1 s2 ->
    step sem g d s1 = Some (s1', t1) -> step sem g d s2 = Some (s2', t2) ->
    t1 = t2 /\ alike Q s1' s2'.
  Proof using Hrel Hwords.
    unfold taint_desc, step, effect_of. intros H Ha H1 H2.
    destruct (negb (forallb (ready s1) _)); [done|]. destruct (negb (forallb (ready s2) _)); [done|].
    destruct (_ && _) eqn:Hok in H; [|done]. apply andb_true_iff in Hok as [Hleak Hstore]. apply (inj Some) in
      H. subst Q.
    destruct (d_access d) as [a|].
    - set (p1 := address g (locs s1) (a_mem a)) in *. set (p2 := address g (locs s2) (a_mem a)) in *.
      set (ap := subset (set_of (address_locs (a_mem a))) P) in *.
      set (rp := (existsb (N.eqb _) public || word_at _ P) && loads (a_use a)) in *.
      assert (Hp : ap = true -> p1 = p2).
      { intros Hap. subst p1 p2. apply address_agree. intros l Hl. apply Ha. eapply subset_spec; [exact Hap|]. by apply mem_set_of. }
      destruct (permitted g a p1) eqn:P1; [|done]. destruct (permitted g a p2) eqn:P2; [|done]. cbn [negb] in *.
      set (ld1 := if loads (a_use a) then load (memory s1) p1 (a_bytes a) else 0) in *.
      set (ld2 := if loads (a_use a) then load (memory s2) p2 (a_bytes a) else 0) in *.
      destruct (assign (d_out d) (sem (d_op d) (map (input_value (locs s1) p1 ld1) _))) as [[ws1 v1]|] eqn:A1; [|done].
      destruct (assign (d_out d) (sem (d_op d) (map (input_value (locs s2) p2 ld2) _))) as [[ws2 v2]|] eqn:A2; [|done].
      simplify_eq. cbn [e_events].
      assert (Hinside : touches (a_use a) = true -> ∀ x, covers p1 (a_bytes a) x -> inside (regions g (m_region (a_mem a))) x)
        by (intros Ht; by eapply (permitted_within g a p1)).
      (* the instruction whose inputs are all public, and whose address is public or only an input *)
      assert (Hvals : idiom d || forallb (input_public P rp ap) (d_in d) = true ->
        (touches (a_use a) = true -> ap = true) ->
        sem (d_op d) (map (input_value (locs s1) p1 ld1) (d_in d)) = sem (d_op d) (map (input_value (locs s2) p2 ld2) (d_in d))).
      { intros [Hid|Hall]%orb_true_iff Hta; [by apply idiom_sem|]. f_equal. destruct ap eqn:Eap.
        - rewrite <- Hp by done. eapply inputs_public; [done| |done]. intros Hrp.
          subst rp. apply andb_true_iff in Hrp as [Hr Hl]. subst ld1 ld2. rewrite Hl, <- Hp by done.
          apply load_agree. intros x Hx. apply (proj2 Ha (m_region (a_mem a))).
          { apply orb_true_iff in Hr as [Hr|Hr]; [left|by right].
            apply existsb_exists in Hr as (r & Hr & Er%N.eqb_eq). rewrite <- Er in Hr. by apply elem_of_list_In. }
          apply Hinside; [|done]. unfold touches. by rewrite Hl.
        - assert (loads (a_use a) = false) as Hnl.
          { destruct (loads (a_use a)) eqn:L; [|done]. discriminate Hta. unfold touches. by rewrite L. }
          subst ld1 ld2. rewrite Hnl. clear -Ha Hall. destruct Ha as [HP _].
          induction (d_in d) as [|i ins IH]; cbn in *; [done|]. apply andb_true_iff in Hall as [Hi Hall].
          f_equal; [|by apply IH]. destruct i; cbn in *; [by apply HP|done|done|done]. }
      assert (Hta : touches (a_use a) = true -> ap = true).
      { intros Ht. destruct ap; [done|]. by destruct (a_use a). }
      split.
      + destruct (a_use a) eqn:U; unfold events_of; rewrite U; try done; rewrite Hp by (destruct ap; done); done.
      + fold (unstored P d (idiom d || forallb (input_public P rp ap) (d_in d))).
        set (all := idiom d || forallb (input_public P rp ap) (d_in d)) in *.
        set (m := m_region (a_mem a)) in *.
        assert (∀ l, mem_set l (unstored P d all) = true -> after s1 ws1 l = after s2 ws2 l) as Hlocs.
        { intros l Hl%mem_ldiff. eapply (after_alike P d); [done|exact A1|exact A2| | |exact Hl].
          { intros Hall. by rewrite Hvals. }
          intros l' Hl'. eapply moved_pointer_alike; [apply Ha|exact Hl'|exact A1|exact A2]. }
        assert (∀ r x, is_open (unstored P d all) r -> inside (regions g r) x -> memory s1 x = memory s2 x) as Hmem.
        { intros r x [Hr|Hr%word_unstored] Hx; apply (proj2 Ha r x); [by left|done|by right|done]. }
        destruct (stores (a_use a)) eqn:St; cbn [negb] in *; [|split; [exact Hlocs|exact Hmem]].
        assert (ap = true) as Hap by (apply Hta; unfold touches; rewrite St; by rewrite orb_true_r).
        assert (touches (a_use a) = true) as Tt by (unfold touches; rewrite St; by rewrite orb_true_r).
        destruct all eqn:Eall.
        * cbn in Hstore. rewrite (Hvals eq_refl Hta), A2 in A1. simplify_eq. cbn.
          rewrite <- (Hp Hap) in *. split.
          { intros l Hl. apply Hlocs. revert Hl. destruct (existsb (N.eqb m) words && Nat.eqb (a_bytes a) 8);
            [by rewrite loc_setbit|done]. }
          intros r x Hr Hx. cbn. unfold store.
          destruct ((p1 <=? x) && (x <? p1 + N.of_nat (a_bytes a))) eqn:Hc; [done|].
          apply (Hmem r x); [|done]. destruct Hr as [Hr|Hr]; [by left|].
          destruct (existsb (N.eqb m) words && Nat.eqb (a_bytes a) 8) eqn:Ew; [|by right].
          unfold word_at in Hr. rewrite N.setbit_eqb in Hr. apply orb_true_iff in Hr as [Hr|Hr]; [exfalso|by right].
          apply N.eqb_eq in Hr. assert (m = r) as Emr by lia. clear Hr.
          apply andb_true_iff in Ew as [Ew E8%Nat.eqb_eq].
          apply existsb_exists in Ew as (r' & Hr' & Er%N.eqb_eq). rewrite <- Er in Hr'.
          pose proof (Hwords m (proj2 (elem_of_list_In _ _) Hr')) as Hsize.
          pose proof (Hinside Tt p1) as I1. pose proof (Hinside Tt (p1 + 7)) as I2.
          rewrite E8 in *. unfold covers, inside in *. rewrite <- Emr in Hx. change (N.of_nat 8) with 8 in *.
          apply andb_false_iff in Hc as [Hc%N.leb_gt|Hc%N.ltb_ge]; lia.
        * cbn in Hstore. split.
          { intros l Hl. apply Hlocs. revert Hl. unfold mem_set. rewrite N.land_spec. by intros [? _]%andb_true_iff. }
          intros r x Hr Hx. cbn. unfold store. rewrite <- (Hp Hap).
          assert (rel m r = true) as Hrm.
          { destruct Hr as [Hr|Hr].
            - rewrite forallb_forall in Hstore. by apply Hstore, elem_of_list_In.
            - unfold word_at in Hr. rewrite N.land_spec, N.lor_spec in Hr. fold (word_at r all_locs) in Hr.
              rewrite word_all_locs in Hr. apply andb_true_iff in Hr as [_ Hr]. cbn in Hr.
              apply word_words_of, elem_of_list_In, filter_In in Hr. apply Hr. }
          destruct ((p1 <=? x) && (x <? p1 + N.of_nat (a_bytes a))) eqn:Hc.
          { exfalso. apply andb_true_iff in Hc as [?%N.leb_le ?%N.ltb_lt].
            apply (Hrel m r Hrm x); [apply Hinside; [done|by split]|done]. }
          apply (Hmem r x); [|done]. destruct Hr as [Hr|Hr]; [by left|right].
          revert Hr. unfold word_at. rewrite N.land_spec. by intros [? _]%andb_true_iff.
    - destruct (assign (d_out d) (sem (d_op d) (map (input_value (locs s1) 0 0) _))) as [[ws1 v1]|] eqn:A1; [|done].
      destruct (assign (d_out d) (sem (d_op d) (map (input_value (locs s2) 0 0) _))) as [[ws2 v2]|] eqn:A2; [|done].
      simplify_eq. split; [done|]. split.
      2: { intros r x [Hr|Hr] Hx; apply (proj2 Ha r x); [by left|done| |done]. right. by eapply word_unstored. }
      intros l Hl%mem_ldiff. eapply (after_alike P d); [done|exact A1|exact A2| | |exact Hl];
        [|intros l' Hl'; eapply moved_pointer_alike; [apply Ha|exact Hl'|exact A1|exact A2]].
      intros [Hid|Hall]%orb_true_iff; [by apply idiom_sem|]. f_equal. eapply inputs_public; [done| |exact Hall]. done.
  Qed.
End sound.
