(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The taint checker: flat code whose addresses and branches do not depend on secrets.

    For each position of a stretch of code, untrusted analysis says which locations are public there; the checker
    verifies each claim against the next ones, instruction by instruction. Regions of
    memory are public or secret for good. The theorem: two runs that start with the same
    public data, whatever the secrets, go the same way and show the same addresses. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted.
From Fairlead.Asm.Footprints Require Import Locset Footprint Commute.
From Fairlead.Asm.Model Require Import Idioms.
Local Open Scope N_scope.

(** ** The checker *)

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

(** The public locations after an instruction, if it may be executed with [P] public before. *)
Definition taint_desc (rel : relation) (public : list N) (P : N) (d : desc op) : option N :=
  let constant := set_of (flat_map constant_locs (d_out d)) in
  let computed := set_of (flat_map computed_locs (d_out d)) in
  let lost := set_of (flat_map lost_locs (d_out d)) in
  let address_public :=
    match d_access d with Some a => subset (set_of (address_locs (a_mem a))) P | None => true end in
  let region_public :=
    match d_access d with Some a => existsb (N.eqb (m_region (a_mem a))) public && loads (a_use a) | None => true end in
  let all_public := idiom d || forallb (input_public P region_public address_public) (d_in d) in
  let may_leak := match d_access d with Some a => match a_use a with Address => false | _ => true end | None => false end in
  let stores_well :=
    match d_access d with
    | Some a => negb (stores (a_use a)) || all_public || forallb (fun r => rel (m_region (a_mem a)) r) public
    | None => true
    end in
  if (negb may_leak || address_public) && stores_well then
    Some (N.ldiff
            (if all_public then N.lor (N.lor P constant) computed
             else N.lor (N.ldiff (N.lor P constant) computed) (set_of (moved_pointer P d)))
            lost)
  else None.

(** What is claimed of a position: that it is never reached, or what is public there. Of positions before [first], and
    of those behind the end of [inv], it is claimed that they are never reached. *)
Fixpoint claim (first : nat) (inv : list (option N)) (pc : nat) : option N :=
  match first, pc with
  | O, _ => nth pc inv None
  | S _, O => None
  | S first, S pc => claim first inv pc
  end.

(** It is reached, perhaps, with [P] public, and claims no more. *)
Definition claimed (there : option N) (P : N) : bool :=
  match there with Some Q => subset Q P | None => false end.

(** An instruction or jump of which [here] is claimed, and [next] of the position behind it. *)
Definition taint_at (rel : relation) (public : list N) (target : nat -> option N) (here next : option N)
    (f : flat) : bool :=
  match here with
  | None => true
  | Some P =>
      match f with
      | FInstr i =>
          match describe i with
          | Some d => match taint_desc rel public P d with Some Q => claimed next Q | None => false end
          | None => false
          end
      | FJump t => claimed (target t) P
      | FBranch c t => subset (set_of (map F (cc_flags c))) P && claimed (target t) P && claimed next P
      | FHalt => true
      end
  end.

Fixpoint taint_from (rel : relation) (public : list N) (target : nat -> option N) (inv : list (option N))
    (p : list flat) : bool :=
  match inv, p with
  | here :: inv, f :: p =>
      taint_at rel public target here (nth 0 inv None) f && taint_from rel public target inv p
  | _, _ => true
  end.

(** Of a window of the code, [w_gap] behind the begin of the window before: which regions are public, what is claimed of
    its positions, and at which of them, counted from its begin, it is entered with [w_known] public. *)
Record window := Window {
  w_gap : nat;
  w_public : list N;
  w_known : N;
  w_entries : list nat;
  w_claims : list (option N);
}.

Definition taint_window (rel : relation) (first : nat) (w : window) (p : list flat) : bool :=
  taint_from rel (w_public w) (claim first (w_claims w)) (w_claims w) p &&
  forallb (fun k => claimed (nth k (w_claims w) None) (w_known w)) (w_entries w).

(** Windows may overlap. [p] is the code from position [first] on, where the last one began; it is walked along once for all
    of them. *)
Fixpoint taint_check (rel : relation) (first : nat) (windows : list window) (p : list flat) : bool :=
  match windows with
  | [] => true
  | w :: windows =>
      let first := (w_gap w + first)%nat in
      let p := skipn (w_gap w) p in
      taint_window rel first w p && taint_check rel first windows p
  end.

(** The windows with the positions at which they begin. *)
Fixpoint placed (first : nat) (windows : list window) : list (nat * window) :=
  match windows with
  | [] => []
  | w :: windows => let first := (w_gap w + first)%nat in (first, w) :: placed first windows
  end.

(** ** Soundness *)

Section sound.
  Context (g : env) (rel : relation) (public : list N) (Hrel : respects g rel).

  (** The same public registers, and the same public memory. *)
  Definition alike (P : N) (s1 s2 : state) : Prop :=
    (∀ l, mem_set l P = true -> locs s1 l = locs s2 l) /\
    (∀ r x, r ∈ public -> inside (regions g r) x -> memory s1 x = memory s2 x).

  Lemma alike_subset P Q s1 s2 : subset Q P = true -> alike P s1 s2 -> alike Q s1 s2.
  Proof. intros H [H1 H2]. split; [|done]. intros l Hl. apply H1. by eapply subset_spec. Qed.

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

  Lemma taint_desc_sound P Q d s1 s2 s1' s2' t1 t2 :
    taint_desc rel public P d = Some Q -> alike P s1 s2 ->
    step sem g d s1 = Some (s1', t1) -> step sem g d s2 = Some (s2', t2) ->
    t1 = t2 /\ alike Q s1' s2'.
  Proof using Hrel.
    unfold taint_desc, step, effect_of. intros H Ha H1 H2.
    destruct (negb (forallb (ready s1) _)); [done|]. destruct (negb (forallb (ready s2) _)); [done|].
    destruct (_ && _) eqn:Hok in H; [|done]. apply andb_true_iff in Hok as [Hleak Hstore]. simplify_eq.
    destruct (d_access d) as [a|].
    - set (p1 := address g (locs s1) (a_mem a)) in *. set (p2 := address g (locs s2) (a_mem a)) in *.
      set (ap := subset (set_of (address_locs (a_mem a))) P) in *.
      set (rp := existsb _ public && loads (a_use a)) in *.
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
          apply load_agree. intros x Hx. apply existsb_exists in Hr as (r & Hr & Er%N.eqb_eq). rewrite <- Er in Hr.
          eapply (proj2 Ha); [by apply elem_of_list_In|]. apply Hinside; [|done]. unfold touches. by rewrite Hl.
        - assert (loads (a_use a) = false) as Hnl.
          { destruct (loads (a_use a)) eqn:L; [|done]. discriminate Hta. unfold touches. by rewrite L. }
          subst ld1 ld2. rewrite Hnl. clear -Ha Hall. destruct Ha as [HP _].
          induction (d_in d) as [|i ins IH]; cbn in *; [done|]. apply andb_true_iff in Hall as [Hi Hall].
          f_equal; [|by apply IH]. destruct i; cbn in *; [by apply HP|done|done|done]. }
      assert (Hta : touches (a_use a) = true -> ap = true).
      { intros Ht. destruct ap; [done|]. by destruct (a_use a). }
      split.
      + destruct (a_use a) eqn:U; unfold events_of; rewrite U; try done; rewrite Hp by (destruct ap; done); done.
      + split.
        * intros l Hl%mem_ldiff. eapply (after_alike P d); [done|exact A1|exact A2| | |exact Hl].
          { intros Hall. by rewrite Hvals. }
          intros l' Hl'. eapply moved_pointer_alike; [apply Ha|exact Hl'|exact A1|exact A2].
        * intros r x Hr Hx. cbn. destruct (stores (a_use a)) eqn:St; [|by eapply (proj2 Ha)]. cbn.
          assert (ap = true) as Hap by (apply Hta; unfold touches; rewrite St; by rewrite orb_true_r).
          apply orb_true_iff in Hstore as [Hall|Hdis].
          -- cbn in Hall. rewrite (Hvals Hall Hta), A2 in A1. simplify_eq. unfold store. rewrite (Hp Hap).
             by rewrite (proj2 Ha r x Hr Hx).
          -- unfold store. rewrite <- (Hp Hap).
             destruct ((p1 <=? x) && (x <? p1 + N.of_nat (a_bytes a))) eqn:Hc; [exfalso|by eapply (proj2 Ha)].
             apply andb_true_iff in Hc as [?%N.leb_le ?%N.ltb_lt].
             rewrite forallb_forall in Hdis. eapply Hrel; [apply Hdis, elem_of_list_In, Hr| |exact Hx].
             apply Hinside; [unfold touches; rewrite St; by rewrite orb_true_r|by split].
    - destruct (assign (d_out d) (sem (d_op d) (map (input_value (locs s1) 0 0) _))) as [[ws1 v1]|] eqn:A1; [|done].
      destruct (assign (d_out d) (sem (d_op d) (map (input_value (locs s2) 0 0) _))) as [[ws2 v2]|] eqn:A2; [|done].
      simplify_eq. split; [done|]. split; [|by apply Ha].
      intros l Hl%mem_ldiff. eapply (after_alike P d); [done|exact A1|exact A2| | |exact Hl];
        [|intros l' Hl'; eapply moved_pointer_alike; [apply Ha|exact Hl'|exact A1|exact A2]].
      intros [Hid|Hall]%orb_true_iff; [by apply idiom_sem|]. f_equal. eapply inputs_public; [done| |exact Hall]. done.
  Qed.

  Lemma claim_from first inv pc : claim first inv (first + pc) = nth pc inv None.
  Proof. induction first as [|first IH]; [done|]. apply IH. Qed.

  Lemma claim_some first inv pc P :
    claim first inv pc = Some P -> ∃ k, pc = (first + k)%nat /\ nth k inv None = Some P.
  Proof.
    revert pc. induction first as [|first IH]; intros pc H; [by exists pc|]. destruct pc as [|pc]; [done|].
    apply IH in H as (k & -> & H). by exists k.
  Qed.

  Lemma taint_from_at target inv p k f P :
    taint_from rel public target inv p = true -> nth k inv None = Some P -> nth_error p k = Some f ->
    taint_at rel public target (Some P) (nth (S k) inv None) f = true.
  Proof.
    revert inv k. induction p as [|h p IH]; intros [|c inv] [|k] H Hc Hf; simplify_eq/=; try done;
      apply andb_true_iff in H as [Hh H]; simplify_eq/=; [done|]. by eapply IH.
  Qed.

  Lemma nth_error_skipn {A} first (p : list A) k : nth_error (skipn first p) k = nth_error p (first + k).
  Proof.
    revert p. induction first as [|first IH]; intros p; [done|]. destruct p as [|x p]; cbn; [by destruct k|]. apply IH.
  Qed.

  Lemma test_public P c s1 s2 b1 b2 :
    subset (set_of (map F (cc_flags c))) P = true -> alike P s1 s2 ->
    test c s1 = Some b1 -> test c s2 = Some b2 -> b1 = b2.
  Proof.
    intros Hs [HP _] H1 H2. unfold test in *.
    destruct (forallb _ _) in H1; [|done]. destruct (forallb _ _) in H2; [|done]. simplify_eq. f_equal.
    apply map_ext_in. intros f Hf. apply HP. eapply subset_spec; [exact Hs|]. apply mem_set_of, elem_of_list_In, in_map_iff. eauto.
  Qed.

  (** As alike as is claimed of the position, which is then one that may be reached. *)
  Definition alike_at (there : option N) (s1 s2 : state) : Prop :=
    match there with Some P => alike P s1 s2 | None => False end.

  Lemma claimed_alike there P s1 s2 : claimed there P = true -> alike P s1 s2 -> alike_at there s1 s2.
  Proof. unfold claimed, alike_at. destruct there; [|done]. apply alike_subset. Qed.

  Lemma taint_sound first inv p n pc s1 s2 pc1 pc2 s1' s2' t1 t2 :
    taint_from rel public (claim first inv) inv (skipn first p) = true -> alike_at (claim first inv pc) s1 s2 ->
    flat_steps g p n pc s1 = Some (pc1, s1', t1) -> flat_steps g p n pc s2 = Some (pc2, s2', t2) ->
    t1 = t2 /\ pc1 = pc2.
  Proof using Hrel.
    intros Hc. revert pc s1 s2 t1 t2. induction n as [|n IH]; cbn; intros pc s1 s2 t1 t2 Ha H1 H2; [by simplify_eq|].
    assert (∀ q1 q2 r1 r2 u1 u2, flat_step g p pc s1 = Some (q1, r1, u1) -> flat_step g p pc s2 = Some (q2, r2, u2) ->
            u1 = u2 /\ q1 = q2 /\ alike_at (claim first inv q1) r1 r2) as Hone.
    { intros q1 q2 r1 r2 u1 u2 F1 F2. unfold flat_step in F1, F2.
      destruct (claim first inv pc) as [P|] eqn:EP; [|done]. cbn in Ha.
      apply claim_some in EP as (k & -> & EP).
      destruct (nth_error p (first + k)) as [f|] eqn:Ef; [|done].
      rewrite <- nth_error_skipn in Ef. pose proof (taint_from_at _ _ _ _ _ _ Hc EP Ef) as Ht.
      rewrite <- (claim_from first inv (S k)), Nat.add_succ_r in Ht. cbn [taint_at] in Ht.
      destruct f as [i|t|c t|]; try done.
      - unfold exec in *. destruct (describe i) as [d|]; [|done].
        destruct (step sem g d s1) as [[s1a ta1]|] eqn:E1; [|done]. destruct (step sem g d s2) as [[s2a ta2]|] eqn:E2; [|done].
        destruct (taint_desc rel public P d) as [Q|] eqn:EQ; [|done]. simplify_eq.
        destruct (taint_desc_sound _ _ _ _ _ _ _ _ _ EQ Ha E1 E2) as [-> HQ]. split; [done|]. split; [done|].
        by eapply claimed_alike.
      - simplify_eq. split; [done|]. split; [done|]. by eapply claimed_alike.
      - rewrite !andb_true_iff in Ht. destruct Ht as ((Hf & Htt) & Hn).
        destruct (test c s1) as [b1|] eqn:T1; [|done]. destruct (test c s2) as [b2|] eqn:T2; [|done].
        pose proof (test_public _ _ _ _ _ _ Hf Ha T1 T2) as ->. simplify_eq. split; [done|]. split; [done|].
        destruct b2; by eapply claimed_alike. }
    destruct (flat_step g p pc s1) as [[[q1 r1] u1]|]; [|done].
    destruct (flat_step g p pc s2) as [[[q2 r2] u2]|]; [|done].
    destruct (Hone _ _ _ _ _ _ eq_refl eq_refl) as (-> & -> & Hr).
    destruct (flat_steps g p n q2 r1) as [[[e1 x1] w1]|] eqn:W1; [|done].
    destruct (flat_steps g p n q2 r2) as [[[e2 x2] w2]|] eqn:W2; [|done]. simplify_eq.
    destruct (IH _ _ _ _ _ Hr W1 W2) as [-> ->]. done.
  Qed.
End sound.

Lemma skipn_skipn {A} n m (p : list A) : skipn n (skipn m p) = skipn (n + m) p.
Proof.
  revert p. induction m as [|m IH]; intros p; [by rewrite Nat.add_0_r|].
  destruct p as [|x p]; [by rewrite !skipn_nil|]. rewrite Nat.add_succ_r. apply IH.
Qed.

Lemma taint_check_window rel first windows p start w :
  taint_check rel first windows (skipn first p) = true -> (start, w) ∈ placed first windows ->
  taint_window rel start w (skipn start p) = true.
Proof.
  revert first. induction windows as [|v windows IH]; cbn; intros first H Hw; [by apply elem_of_nil in Hw|].
  rewrite skipn_skipn in H. apply andb_true_iff in H as [Hv H]. apply elem_of_cons in Hw as [Hw|Hw]; [by simplify_eq|].
  by apply (IH _ H).
Qed.

(** Two runs of any length from an entry of a window, with the same public registers and public memory, show
    the same addresses and branches, and are at the same place. *)
Theorem taint_check_sound g rel windows first w k p n s1 s2 pc1 pc2 s1' s2' t1 t2 :
  respects g rel -> taint_check rel 0 windows p = true -> (first, w) ∈ placed 0 windows -> k ∈ w_entries w ->
  alike g (w_public w) (w_known w) s1 s2 ->
  flat_steps g p n (first + k) s1 = Some (pc1, s1', t1) -> flat_steps g p n (first + k) s2 = Some (pc2, s2', t2) ->
  t1 = t2 /\ pc1 = pc2.
Proof.
  intros Hrel Hc Hw Hk Ha. apply (taint_check_window rel 0 windows p first w Hc) in Hw.
  apply andb_true_iff in Hw as [Hf He]. eapply taint_sound; [done|exact Hf|].
  eapply claimed_alike; [|done]. rewrite claim_from. rewrite forallb_forall in He. by apply He, elem_of_list_In.
Qed.
