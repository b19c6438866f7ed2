(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The joint footprint of a group of adjacent instructions: what it reads that it has not written before, what it
    writes, what of that is a constant at its end, what it accesses. The frame theorems of single instructions
    (Footprint.v), of groups. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset Footprint Commute Reorder.
From Fairlead.Asm.Symbolic Require Import Equivalence.
Local Open Scope N_scope.

Definition joint_writes (p : list item) : N := fold_right (fun x w => N.lor (f_writes (i_footprint x)) w) 0 p.

(** No location of the set [K] is read before it is written. *)
Fixpoint unread (K : N) (p : list item) : bool :=
  (K =? 0) ||
  match p with
  | [] => true
  | x :: p => disjoint_sets K (f_reads (i_footprint x)) && unread (N.ldiff K (f_writes (i_footprint x))) p
  end.

(** The locations that are the constant at the end, if those of [K] are at the begin. *)
Fixpoint constant_after (which : footprint -> N) (K : N) (p : list item) : N :=
  match p with
  | [] => K
  | x :: p =>
      constant_after which (N.lor (N.ldiff K (f_writes (i_footprint x))) (which (i_footprint x))) p
  end.

(** Accesses that do not overlap: by their regions; or by their displacements from registers that are not in [W],
    what either group writes. *)
Definition jointly_apart (rel : relation) (W : N) (a b : access) : bool :=
  let m1 := a_mem a in let m2 := a_mem b in
  rel (m_region m1) (m_region m2) ||
  (disjoint_sets W (set_of (address_locs m1)) && same_registers m1 m2 &&
   (before (m_disp m1) (a_bytes a) (m_disp m2) (a_bytes b) ||
    before (m_disp m2) (a_bytes b) (m_disp m1) (a_bytes a))).

Definition accesses_exchange (rel : relation) (W : N) (x y : item) : bool :=
  match f_access (i_footprint x), f_access (i_footprint y) with
  | Some a, Some b => negb (conflicting (a_use a) (a_use b)) || jointly_apart rel W a b
  | _, _ => true
  end.

Definition joint_accesses_exchange (rel : relation) (W : N) (p q : list item) : bool :=
  forallb (fun x => forallb (accesses_exchange rel W x) q) p.

(** ** What was shown says which bytes were loaded and stored *)

Definition covered (p : N) (n : nat) (x : N) : bool := (p <=? x) && (x <? p + N.of_nat n).
Definition stored (t : list event) (x : N) : bool :=
  existsb (fun e => match e with EStore p n => covered p n x | _ => false end) t.
Definition loaded (t : list event) (x : N) : bool :=
  existsb (fun e => match e with ELoad p n => covered p n x | _ => false end) t.

Lemma stored_app t u x : stored (t ++ u) x = stored t x || stored u x.
Proof. apply existsb_app. Qed.
Lemma loaded_app t u x : loaded (t ++ u) x = loaded t x || loaded u x.
Proof. apply existsb_app. Qed.

Lemma covered_spec p n x : covered p n x = true <-> covers p n x.
Proof. unfold covered, covers. rewrite andb_true_iff, N.leb_le, N.ltb_lt. done. Qed.

Lemma mem_set_lor l a b : mem_set l (N.lor a b) = mem_set l a || mem_set l b.
Proof. apply N.lor_spec. Qed.
Lemma mem_set_land l a b : mem_set l (N.land a b) = mem_set l a && mem_set l b.
Proof. apply N.land_spec. Qed.
Lemma mem_set_ldiff l a b : mem_set l (N.ldiff a b) = mem_set l a && negb (mem_set l b).
Proof. apply N.ldiff_spec. Qed.

Lemma mem_set_not l ls : mem_set l (set_of ls) = false -> l ∉ ls.
Proof. intros H Hl. apply mem_set_of in Hl. congruence. Qed.

(** ** One instruction in two states *)

(** What was written is as in [s1], what was not is as in [s']. *)
Definition follows (W : N) (t : list event) (s1 s' s1' : state) : Prop :=
  (∀ l, locs s1' l = if mem_set l W then locs s1 l else locs s' l) /\
  (∀ x, memory s1' x = if stored t x then memory s1 x else memory s' x).

Definition differ (K : N) (X : N -> bool) (s s' : state) : Prop :=
  (∀ l, mem_set l K = false -> locs s l = locs s' l) /\ (∀ x, X x = false -> memory s x = memory s' x).

Section machine.
  Context (g : env).

  Lemma effect_stored d s e :
    effect_of sem g d s = Some e ->
    ∀ x, stored (e_events e) x = match e_store e with Some (p, n, _) => covered p n x | None => false end.
  Proof using.
    unfold effect_of. intros H x. destruct (negb _); [done|].
    destruct (d_access d) as [a|].
    - destruct (negb _); [done|]. destruct (assign _ _) as [[ws v]|]; simplify_eq/=.
      unfold events_of. destruct (a_use a); cbn; rewrite ?orb_false_r; done.
    - destruct (assign _ _) as [[ws v]|]; by simplify_eq/=.
  Qed.

  Lemma step_follows K X d s s' s1 t :
    step sem g d s = Some (s1, t) -> differ K X s s' -> disjoint_sets K (set_of (reads d)) = true ->
    (∀ x, loaded t x = true -> X x = false) ->
    ∃ s1', step sem g d s' = Some (s1', t) /\ follows (set_of (writes d)) t s1 s' s1'.
  Proof using.
    intros Hs [Hl Hm] Hd Hx. pose proof (step_events _ _ _ _ _ Hs) as (Ht & _ & _).
    unfold step in *. destruct (effect_of sem g d s) as [e|] eqn:E; [|done]. injection Hs as <- <-.
    assert (effect_of sem g d s = effect_of sem g d s') as E'.
    { apply frame_reads.
      - intros l Hr. apply Hl. destruct (mem_set l K) eqn:F; [|done].
        exfalso. eapply disjoint_sets_spec; [exact Hd|exact F|]. by apply mem_set_of.
      - intros a p x Ha -> _ Hld Hc. apply Hm, Hx. rewrite Ht, Ha. unfold events_of.
        apply covered_spec in Hc. destruct (a_use a); try done; cbn; by rewrite Hc. }
    rewrite <- E', E. eexists. split; [done|]. split.
    - intros l. cbn. destruct (effect_assigns sem g d s e E) as (vals & v & A).
      pose proof (assign_writes _ _ _ _ l A) as W. fold (writes d) in W.
      destruct (mem_set l (set_of (writes d))) eqn:F.
      + apply mem_set_of in F. destruct (assoc l (e_locs e)); [done|]. exfalso. by apply W.
      + apply mem_set_not in F. by rewrite (proj2 W F).
    - intros x. rewrite (effect_stored d s e E x). cbn. destruct (e_store e) as [[[p n] v]|]; [|done].
      unfold store, covered. by destruct (_ && _).
  Qed.

  Lemma step_frame d s s1 t :
    step sem g d s = Some (s1, t) ->
    (∀ l, mem_set l (set_of (writes d)) = false -> locs s1 l = locs s l) /\
    (∀ x, stored t x = false -> memory s1 x = memory s x).
  Proof using.
    unfold step. destruct (effect_of sem g d s) as [e|] eqn:E; intros H; simplify_eq.
    destruct (frame_writes sem g d s e E) as [Fl Fm]. split.
    - intros l Hl. by apply Fl, mem_set_not.
    - intros x Hx. apply Fm. rewrite (effect_stored d s e E x) in Hx.
      destruct (e_store e) as [[[p n] v]|]; [|done]. intros Hc%covered_spec. congruence.
  Qed.

  (** ** A group *)

  Notation run_items p := (run g (map i_instr p)).

  Lemma exec_well_annotated x : well_annotated x ->
    ∃ d, i_footprint x = footprint_of d /\ ∀ s, exec g (i_instr x) s = step sem g d s.
  Proof using. intros (d & D & F). exists d. split; [done|]. intros s. unfold exec. by rewrite D. Qed.

  Lemma joint_frame p s s1 ts :
    Forall well_annotated p -> run_items p s = Some (s1, ts) ->
    (∀ l, mem_set l (joint_writes p) = false -> locs s1 l = locs s l) /\
    (∀ x, stored (concat ts) x = false -> memory s1 x = memory s x).
  Proof using.
    intros Hp. revert s s1 ts. induction Hp as [|x p Hx Hp IH]; intros s s1 ts H; cbn [map run] in H; [by simplify_eq|].
    destruct (exec_well_annotated x Hx) as (d & Fd & Ed). rewrite Ed in H.
    destruct (step sem g d s) as [[m t]|] eqn:S; [|done]. destruct (run g _ m) as [[s2 us]|] eqn:R; simplify_eq.
    destruct (step_frame _ _ _ _ S) as [Sl Sm], (IH _ _ _ R) as [Rl Rm]. cbn [concat joint_writes fold_right]. split.
    - intros l Hl. rewrite mem_set_lor, Fd in Hl. apply orb_false_iff in Hl as [H1 H2]. rewrite (Rl l H2). by apply Sl.
    - intros y Hy. rewrite stored_app in Hy. apply orb_false_iff in Hy as [H1 H2]. rewrite (Rm y H2). by apply Sm.
  Qed.

  (** A group in a state that differs where it does not look: it shows the same, and leaves the same. *)
  Theorem joint_follows K X p s s' s1 ts :
    Forall well_annotated p -> run_items p s = Some (s1, ts) -> differ K X s s' -> unread K p = true ->
    (∀ x, loaded (concat ts) x = true -> X x = false) ->
    ∃ s1', run_items p s' = Some (s1', ts) /\ follows (joint_writes p) (concat ts) s1 s' s1'.
  Proof using.
    intros Hp. revert K s s' s1 ts. induction Hp as [|x p Hx Hp IH]; intros K s s' s1 ts H Hd Hu Hl; cbn [map run] in H.
    { simplify_eq. exists s'. split; [done|]. split; [intros l|intros y]; [|done]. cbn [joint_writes fold_right].
      unfold mem_set. by rewrite N.bits_0. }
    destruct (exec_well_annotated x Hx) as (d & Fd & Ed). rewrite Ed in H.
    destruct (step sem g d s) as [[m t]|] eqn:S; [|done]. destruct (run g _ m) as [[s2 us]|] eqn:R; simplify_eq.
    cbn [concat] in *.
    assert (disjoint_sets K (set_of (reads d)) = true /\ unread (N.ldiff K (set_of (writes d))) p = true) as [Hr Hu'].
    { cbn [unread] in Hu. rewrite Fd in Hu. apply orb_true_iff in Hu as [->%N.eqb_eq|Hu%andb_true_iff]; [|done].
      split; [done|]. rewrite N.ldiff_0_l. by destruct p. }
    destruct (step_follows K X d s s' m t S Hd Hr) as (m' & S' & [Fl Fm]).
    { intros y Hy. apply Hl. rewrite loaded_app. by rewrite Hy. }
    destruct (step_frame _ _ _ _ S) as [Gl Gm]. destruct Hd as [Dl Dm].
    destruct (IH (N.ldiff K (set_of (writes d))) m m' s1 us R) as (s1' & R' & [Ll Lm]); [split|done| |].
    - intros l Hk. rewrite Fl. destruct (mem_set l (set_of (writes d))) eqn:W; [done|].
      rewrite (Gl l W). apply Dl. rewrite mem_set_ldiff, W in Hk. by rewrite andb_true_r in Hk.
    - intros y Hy. rewrite Fm. destruct (stored t y) eqn:W; [done|]. rewrite (Gm y W). by apply Dm.
    - intros y Hy. apply Hl. rewrite loaded_app, Hy. apply orb_true_r.
    - exists s1'. cbn [map run]. rewrite Ed, S', R'. split; [done|].
      destruct (joint_frame p m s1 us Hp R) as [Jl Jm]. cbn [joint_writes fold_right]. fold (joint_writes p). split.
      + intros l. rewrite Ll, Fl, mem_set_lor, Fd. change (f_writes (footprint_of d)) with (set_of (writes d)).
        destruct (mem_set l (joint_writes p)) eqn:W; [by rewrite orb_true_r|]. rewrite orb_false_r, (Jl l W). done.
      + intros y. rewrite Lm, Fm, stored_app.
        destruct (stored (concat us) y) eqn:W; [by rewrite orb_true_r|]. rewrite orb_false_r, (Jm y W). done.
  Qed.

  Lemma joint_constant which k p s s1 ts K :
    (∀ d s e l v, effect_of sem g d s = Some e -> assoc l (e_locs e) = Some v ->
       mem_set l (which (footprint_of d)) = true -> v = k) ->
    (∀ d : desc op, subset (which (footprint_of d)) (set_of (writes d)) = true) ->
    Forall well_annotated p -> run_items p s = Some (s1, ts) -> (∀ l, mem_set l K = true -> locs s l = k) ->
    ∀ l, mem_set l (constant_after which K p) = true -> locs s1 l = k.
  Proof using.
    intros Hw Hsub Hp. revert K s s1 ts. induction Hp as [|x p Hx Hp IH]; intros K s s1 ts H HK; cbn [map run] in H.
    { simplify_eq. done. }
    destruct (exec_well_annotated x Hx) as (d & Fd & Ed). rewrite Ed in H.
    destruct (step sem g d s) as [[m t]|] eqn:S; [|done]. destruct (run g _ m) as [[s2 us]|] eqn:R; simplify_eq.
    cbn [constant_after]. eapply IH; [done|]. intros l Hl. rewrite Fd, mem_set_lor in Hl.
    destruct (step_frame _ _ _ _ S) as [Gl _].
    destruct (mem_set l (which (footprint_of d))) eqn:Z.
    - pose proof (subset_spec _ _ l (Hsub d) Z) as W.
      unfold step in S. destruct (effect_of sem g d s) as [e|] eqn:E; simplify_eq. cbn.
      destruct (effect_assigns sem g d s e E) as (vals & v & A).
      destruct (assoc l (e_locs e)) as [y|] eqn:Y; [by eapply Hw|].
      exfalso. apply (assign_writes _ _ _ _ l A) in Y. by apply mem_set_of in W.
    - rewrite orb_false_r, mem_set_ldiff in Hl. apply andb_true_iff in Hl as [Hl W%negb_true_iff].
      change (f_writes (footprint_of d)) with (set_of (writes d)) in W. rewrite (Gl l W). by apply HK.
  Qed.

  (** What a group showed, it showed of the accesses of its instructions; and of one from registers that it does not
      write, at the address that was there before. *)
  Lemma joint_events p s s1 ts e :
    Forall well_annotated p -> run_items p s = Some (s1, ts) -> e ∈ concat ts ->
    ∃ x a q, x ∈ p /\ f_access (i_footprint x) = Some a /\ e ∈ events_of a q /\ permitted g a q = true /\
      (disjoint_sets (joint_writes p) (set_of (address_locs (a_mem a))) = true -> q = address g (locs s) (a_mem a)).
  Proof using.
    intros Hp. revert s s1 ts. induction Hp as [|x p Hx Hp IH]; intros s s1 ts H He; cbn [map run] in H.
    { simplify_eq. by apply elem_of_nil in He. }
    destruct (exec_well_annotated x Hx) as (d & Fd & Ed). rewrite Ed in H.
    destruct (step sem g d s) as [[m t]|] eqn:S; [|done]. destruct (run g _ m) as [[s2 us]|] eqn:R; simplify_eq.
    cbn [concat] in He. apply elem_of_app in He as [He|He].
    - destruct (step_events _ _ _ _ _ S) as (-> & _ & Hpm). destruct (d_access d) as [a|] eqn:A; [|by apply elem_of_nil in He].
      exists x, a, (address g (locs s) (a_mem a)). split; [left|]. rewrite Fd. cbn. rewrite A. eauto.
    - destruct (IH _ _ _ R He) as (y & a & q & Hy & Ha & Hq & Hpm & Hw). exists y, a, q. split; [by right|].
      split; [done|]. split; [done|]. split; [done|]. intros Hd. cbn [joint_writes fold_right] in Hd.
      rewrite Fd in Hd. rewrite Hw.
      + apply address_agree. intros l Hl. destruct (step_frame _ _ _ _ S) as [Gl _]. apply Gl.
        destruct (mem_set l (set_of (writes d))) eqn:W; [|done]. exfalso.
        eapply disjoint_sets_spec; [exact Hd|rewrite mem_set_lor; cbn; by rewrite W|by apply mem_set_of].
      + unfold disjoint_sets in *. apply N.eqb_eq in Hd. apply N.eqb_eq.
        rewrite N.land_lor_distr_l in Hd. by apply N.lor_eq_0_iff in Hd as [_ Hd].
  Qed.
End machine.
