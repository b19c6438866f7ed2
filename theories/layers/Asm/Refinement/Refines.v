(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What every transformer of structured code must keep. [refines x y]: where [x] runs, so
    does [y], to the same state, and [y] leaks no more: when two runs of [x] show the same, so do the two
    runs of [y] from the same states. Both are one statement about pairs of runs that show the
    same, which has one rule per constructor of code; so refinement goes through all of them. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted Structured_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Footprint Commute.
From Fairlead.Asm.Control Require Import Loops.
From Fairlead.Asm.Symbolic Require Import Rewrites Equivalence.
Local Open Scope N_scope.

(** ** States stay well formed *)

Definition constant_fits (o : output) : bool :=
  match o with OConst l c => low (start_capacity l) c =? c | _ => true end.

Lemma describe_constants i d : describe i = Some d -> forallb constant_fits (d_out d) = true.
Proof.
  destruct i; cbn [describe]; unfold only_if, read_modify; intros H; simplify_eq; repeat (case_match; simplify_eq);
    cbn [d_out forallb constant_fits andb app]; unfold alu_flags, shift_flags, shift_by_flags, vout, vmem_out; repeat case_match; reflexivity.
Qed.

Lemma assign_fits outs vals ws v l x :
  assign outs vals = Some (ws, v) -> forallb constant_fits outs = true ->
  assoc l ws = Some x -> low (start_capacity l) x = x.
Proof.
  revert vals ws v. induction outs as [|o outs IH]; intros vals ws v H Hf Hx; [destruct vals; by simplify_eq/=|].
  cbn in Hf. apply andb_true_iff in Hf as [Ho Hf].
  destruct o as [k|k c|o n]; [destruct vals as [|y vals]; [discriminate|] | | destruct vals as [|y vals]; [discriminate|]];
    cbn in H; destruct (assign outs vals) as [[ws' v']|] eqn:E; simplify_eq; cbn in Hx; eauto.
  - case_bool_decide; simplify_eq; [|by eauto]. destruct l; apply low_low; done.
  - case_bool_decide; simplify_eq; [|by eauto]. by apply N.eqb_eq.
Qed.

Lemma exec_well_formed g i s s' t : exec g i s = Some (s', t) -> well_formed s -> well_formed s'.
Proof.
  unfold exec. destruct (describe i) as [d|] eqn:D; [|done]. unfold step.
  destruct (effect_of sem g d s) as [e|] eqn:E; [|done]. intros [= <- <-] Hs l. cbn.
  destruct (assoc l (e_locs e)) as [x|] eqn:X; [|apply Hs].
  destruct (effect_assigns sem g d s e E) as (vals & v & A).
  eapply assign_fits; [done| |done]. by apply (describe_constants i).
Qed.

Section refine.
  Context (g : env).

  (** ** Two runs side by side that show the same *)

  Definition pair : Type := state * state.
  Implicit Types σ ρ τ : pair.

  Definition exec2 (i : instr) σ ρ : Prop :=
    ∃ t, exec g i σ.1 = Some (ρ.1, t) /\ exec g i σ.2 = Some (ρ.2, t).
  Definition test2 (c : cc) σ (h : bool) : Prop := test c σ.1 = Some h /\ test c σ.2 = Some h.
  Definition well_formed2 σ : Prop := well_formed σ.1 /\ well_formed σ.2.

  Inductive together : code -> pair -> pair -> Prop :=
    | T_Skip σ : together CSkip σ σ
    | T_Instr i σ ρ : exec2 i σ ρ -> together (CInstr i) σ ρ
    | T_Seq a b σ τ ρ : together a σ τ -> together b τ ρ -> together (CSeq a b) σ ρ
    | T_If c a b σ ρ h : test2 c σ h -> together (if h : bool then a else b) σ ρ -> together (CIf c a b) σ ρ
    | T_Exit a c b σ ρ : together a σ ρ -> test2 c ρ false -> together (CLoop a c b) σ ρ
    | T_Again a c b σ τ τ' ρ :
        together a σ τ -> test2 c τ true -> together b τ τ' -> together (CLoop a c b) τ' ρ -> together (CLoop a c b) σ ρ.

  Lemma together_executes x σ ρ :
    together x σ ρ -> ∃ t, executes g x σ.1 ρ.1 t /\ executes g x σ.2 ρ.2 t.
  Proof.
    induction 1 as [σ|i σ ρ (t & H1 & H2)|a b σ τ ρ _ (t & ? & ?) _ (u & ? & ?)|c a b σ ρ h [] _ (t & ? & ?)
                   |a c b σ ρ _ (t & ? & ?) []|a c b σ τ τ' ρ _ (t & ? & ?) [] _ (u & ? & ?) _ (w & ? & ?)].
    - eexists. by split; constructor.
    - eexists. by split; constructor.
    - eexists. by split; econstructor.
    - eexists. by split; econstructor.
    - eexists. by split; apply E_Exit.
    - eexists. by split; eapply E_Again.
  Qed.

  Lemma exec_length i s1 r1 t s2 r2 u :
    exec g i s1 = Some (r1, t) -> exec g i s2 = Some (r2, u) -> length t = length u.
  Proof.
    unfold exec. destruct (describe i) as [d|]; [|done].
    intros (-> & _)%step_events (-> & _)%step_events. destruct (d_access d) as [a|]; [|done].
    by unfold events_of; destruct (a_use a).
  Qed.

  Lemma executes_together_prefix x s1 r1 t : executes g x s1 r1 t ->
    ∀ s2 r2 u w v, executes g x s2 r2 u -> t ++ w = u ++ v -> t = u /\ w = v /\ together x (s1, s2) (r1, r2).
  Proof.
    induction 1 as [s|i s s' t He|a b s m r t1 t2 _ IHa _ IHb|c a b s r h t Ht _ IH
                   |a c b s m t _ IHa Ht|a c b s m m' r t1 t2 t3 _ IHa Ht _ IHb _ IHl];
      intros s2 r2 u w v H2 E; inversion H2; subst.
    - cbn in E. split; [done|]. split; [done|]. constructor.
    - match goal with H : exec g i s2 = _ |- _ => pose proof (exec_length _ _ _ _ _ _ _ He H) as L; rename H into He2 end.
      apply app_inj_1 in E as [-> ->]; [|done]. split; [done|]. split; [done|]. constructor. eexists. by cbn.
    - rewrite <- !app_assoc in E. match goal with X : executes _ _ _ _ _ |- _ => destruct (IHa _ _ _ _ _ X E) as (-> & E2 & Ta) end.
      match goal with X : executes _ _ _ _ _ |- _ => destruct (IHb _ _ _ _ _ X E2) as (-> & -> & Tb) end. split; [done|]. split; [done|]. by econstructor.
    - cbn in E. injection E as <- E. match goal with X : executes _ _ _ _ _ |- _ => destruct (IH _ _ _ _ _ X E) as (-> & -> & T) end.
      split; [done|]. split; [done|]. by econstructor.
    - rewrite <- !app_assoc in E. match goal with X : executes _ _ _ _ _ |- _ => destruct (IHa _ _ _ _ _ X E) as (-> & E2 & Ta) end. injection E2 as ->.
      split; [done|]. split; [done|]. by apply T_Exit.
    - rewrite <- !app_assoc in E. match goal with X : executes _ _ _ _ _ |- _ => destruct (IHa _ _ _ _ _ X E) as (-> & E2 & Ta) end. done.
    - rewrite <- !app_assoc in E. match goal with X : executes _ _ _ _ _ |- _ => destruct (IHa _ _ _ _ _ X E) as (-> & E2 & Ta) end. done.
    - rewrite <- !app_assoc in E. match goal with X : executes _ _ _ _ _ |- _ => destruct (IHa _ _ _ _ _ X E) as (-> & E2 & Ta) end. cbn in E2.
      injection E2 as E2. rewrite <- !app_assoc in E2. match goal with X : executes _ _ _ _ _ |- _ => destruct (IHb _ _ _ _ _ X E2) as (-> & E3 & Tb) end.
      match goal with X : executes _ _ _ _ _ |- _ => destruct (IHl _ _ _ _ _ X E3) as (-> & -> & Tl) end. split; [done|]. split; [done|].
      by eapply T_Again.
  Qed.

  Lemma executes_together x s1 r1 s2 r2 t :
    executes g x s1 r1 t -> executes g x s2 r2 t -> together x (s1, s2) (r1, r2).
  Proof. intros H1 H2. by destruct (executes_together_prefix _ _ _ _ H1 _ _ _ [] [] H2 eq_refl) as (_ & _ & ?). Qed.

  Lemma together_well_formed x σ ρ : together x σ ρ -> well_formed2 σ -> well_formed2 ρ.
  Proof.
    induction 1 as [|i σ ρ (t & H1 & H2)| | | |]; intros Hw; eauto.
    destruct Hw. split; by eapply exec_well_formed.
  Qed.

  Lemma executes_det x s r t r' t' : executes g x s r t -> executes g x s r' t' -> r = r' /\ t = t'.
  Proof.
    intros H. revert r' t'. induction H as [s|i s s' t He|a b s m r t1 t2 _ IHa _ IHb|c a b s r h t Ht _ IH
                   |a c b s m t _ IHa Ht|a c b s m m' r t1 t2 t3 _ IHa Ht _ IHb _ IHl];
      intros r' t' H'; inversion H'; subst; simplify_eq; try done;
      repeat match goal with
      | I : ∀ r' t', executes g ?x ?s r' t' -> _, X : executes g ?x ?s _ _ |- _ => destruct (I _ _ X) as [<- <-]; clear X
      end; done || congruence.
  Qed.

  (** ** Refinement *)

  Definition refines (x y : code) : Prop := ∀ σ ρ, well_formed2 σ -> together x σ ρ -> together y σ ρ.

  (** It is what was promised. *)
  Theorem refines_runs x y s r t :
    refines x y -> well_formed s -> executes g x s r t -> ∃ u, executes g y s r u.
  Proof.
    intros H Hs He. destruct (together_executes y (s, s) (r, r)) as (u & Hu & _); [|by exists u].
    apply H; [done|]. by eapply executes_together.
  Qed.

  Theorem refines_leaks_no_more x y s1 s2 r1 r2 t q1 q2 u1 u2 :
    refines x y -> well_formed s1 -> well_formed s2 ->
    executes g x s1 r1 t -> executes g x s2 r2 t -> executes g y s1 q1 u1 -> executes g y s2 q2 u2 -> u1 = u2.
  Proof.
    intros H H1 H2 X1 X2 Y1 Y2. destruct (together_executes y (s1, s2) (r1, r2)) as (u & U1 & U2).
    - apply H; [done|]. by eapply executes_together.
    - cbn in *. destruct (executes_det _ _ _ _ _ _ U1 Y1) as [_ <-], (executes_det _ _ _ _ _ _ U2 Y2) as [_ <-]. done.
  Qed.

  Global Instance refines_preorder : PreOrder refines.
  Proof. split; [by intros x σ ρ|]. intros x y z H1 H2 σ ρ Hw H. apply H2; [done|]. by apply H1. Qed.

  Lemma refines_seq a a' b b' : refines a a' -> refines b b' -> refines (CSeq a b) (CSeq a' b').
  Proof.
    intros Ha Hb σ ρ Hw H. inversion H; subst. econstructor; [by apply Ha|].
    apply Hb; [|done]. by eapply together_well_formed.
  Qed.

  Lemma refines_if c a a' b b' : refines a a' -> refines b b' -> refines (CIf c a b) (CIf c a' b').
  Proof.
    intros Ha Hb σ ρ Hw H. inversion H as [| | |? ? ? ? ? h| |]; subst. apply (T_If _ _ _ _ _ h); [done|].
    destruct h; [by apply Ha|by apply Hb].
  Qed.

  Lemma refines_loop a a' c b b' : refines a a' -> refines b b' -> refines (CLoop a c b) (CLoop a' c b').
  Proof.
    intros Ha Hb σ ρ Hw H. remember (CLoop a c b) as x eqn:E.
    induction H as [| | | |? ? ? σ ρ H1 _ Ht|? ? ? σ τ τ' ρ H1 _ Ht H2 _ H3 IH]; simplify_eq.
    - apply T_Exit; [by apply Ha|done].
    - assert (well_formed2 τ) as Hτ by by eapply together_well_formed.
      eapply T_Again; [by apply Ha|done|by apply Hb|]. apply IH; [|done]. by eapply together_well_formed.
  Qed.

  Lemma same_runs_refines x y : same_runs g x y -> refines x y.
  Proof.
    intros H [s1 s2] [r1 r2] _ (t & H1 & H2)%together_executes. cbn in *.
    eapply executes_together; by apply H.
  Qed.

  (** ** Blocks *)

  (** The block [q] may stand for the block [p]. *)
  Definition better (p q : list instr) : Prop := refines (block p) (block q).

  (** It is enough that it ends in the same state and shows the same. *)
  Lemma exactly_better p q :
    (∀ s s' ts, well_formed s -> run g p s = Some (s', ts) ->
       ∃ us, run g q s = Some (s', us) /\ concat us = concat ts) ->
    better p q.
  Proof.
    intros H [s1 s2] [r1 r2] [W1 W2] (t & H1 & H2)%together_executes. cbn in *.
    apply block_runs in H1 as (ts1 & R1 & ->), H2 as (ts2 & R2 & E).
    destruct (H _ _ _ W1 R1) as (us1 & Q1 & E1), (H _ _ _ W2 R2) as (us2 & Q2 & E2).
    apply (executes_together _ _ _ _ _ (concat ts1)); apply block_runs; eexists; (split; [done|]); congruence.
  Qed.

  (** Runs of one block that show the same in all show the same instruction by instruction. *)
  Lemma run_shows p s1 r1 ts s2 r2 us :
    run g p s1 = Some (r1, ts) -> run g p s2 = Some (r2, us) -> concat ts = concat us -> ts = us.
  Proof.
    revert s1 s2 ts us. induction p as [|i p IH]; intros s1 s2 ts us H1 H2 E; cbn in *; [by simplify_eq|].
    destruct (exec g i s1) as [[m1 t]|] eqn:X1; [|done]. destruct (run g p m1) as [[n1 ts']|] eqn:R1; [|done].
    destruct (exec g i s2) as [[m2 u]|] eqn:X2; [|done]. destruct (run g p m2) as [[n2 us']|] eqn:R2; [|done].
    simplify_eq. cbn in E. apply app_inj_1 in E as [-> E]; [|by eapply exec_length]. f_equal. by eapply IH.
  Qed.

  (** In general: the same end, and nothing shown that differs where what was shown does not. *)
  Lemma runs_better p q :
    (∀ s s' ts, well_formed s -> run g p s = Some (s', ts) -> ∃ us, run g q s = Some (s', us)) ->
    (∀ s1 s2 r1 r2 ts u1 u2, well_formed s1 -> well_formed s2 ->
       run g p s1 = Some (r1, ts) -> run g p s2 = Some (r2, ts) ->
       run g q s1 = Some (r1, u1) -> run g q s2 = Some (r2, u2) -> u1 = u2) ->
    better p q.
  Proof.
    intros Hr Hl [s1 s2] [r1 r2] [W1 W2] (t & H1 & H2)%together_executes. cbn in *.
    apply block_runs in H1 as (ts1 & R1 & ->), H2 as (ts2 & R2 & E).
    apply (run_shows _ _ _ _ _ _ _ R1 R2) in E as <-.
    destruct (Hr _ _ _ W1 R1) as (us1 & Q1), (Hr _ _ _ W2 R2) as (us2 & Q2).
    assert (us1 = us2) as -> by by apply (Hl s1 s2 r1 r2 ts1).
    apply (executes_together _ _ _ _ _ (concat us2)); apply block_runs; by eexists.
  Qed.

  Lemma block_app p q : same_runs g (block (p ++ q)) (CSeq (block p) (block q)).
  Proof.
    induction p as [|i p IH]; cbn.
    - intros s s' t. split; intros H.
      + change t with ([] ++ t). econstructor; [constructor|done].
      + inversion H as [| |? ? ? ? ? ? ? H1 H2| | |]; subst. by inversion H1; subst.
    - rewrite <- seq_assoc. by apply same_seq.
  Qed.

  Lemma better_app p p' q q' : better p p' -> better q q' -> better (p ++ q) (p' ++ q').
  Proof.
    intros Hp Hq. unfold better. transitivity (CSeq (block p) (block q)); [apply same_runs_refines, block_app|].
    transitivity (CSeq (block p') (block q')); [by apply refines_seq|].
    apply same_runs_refines. symmetry. apply block_app.
  Qed.
End refine.
