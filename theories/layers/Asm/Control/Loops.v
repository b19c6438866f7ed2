(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Rules for loops, so that instructions can be scheduled across iterations: peel the first
    iteration off, rotate the body, regroup sequences; each keeps final states and all that
    is seen of a run, in order. Then blocks may be reordered in place, inside of
    any conditionals and loops. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Run_trusted Flat_trusted Structured_trusted.
From Fairlead.Asm.Footprints Require Import Reorder.

Section rules.
  Context (g : env).

  (** The same runs: ends and everything seen on the way. *)
  Definition same_runs (x y : code) : Prop := ∀ s s' t, executes g x s s' t <-> executes g y s s' t.

  Global Instance same_runs_equivalence : Equivalence same_runs.
  Proof.
    split; [by intros x s s' t | by intros x y H s s' t; symmetry | intros x y z H1 H2 s s' t].
    by rewrite (H1 s s' t).
  Qed.

  Lemma same_seq a a' b b' : same_runs a a' -> same_runs b b' -> same_runs (CSeq a b) (CSeq a' b').
  Proof.
    intros Ha Hb s s' t. split; intros H; inversion H; subst; econstructor; (by apply Ha) || (by apply Hb).
  Qed.

  Lemma same_if c a a' b b' : same_runs a a' -> same_runs b b' -> same_runs (CIf c a b) (CIf c a' b').
  Proof.
    intros Ha Hb s s' t. split; intros H; inversion H as [| | |? ? ? ? ? h ? Ht Hx| |]; subst; econstructor; try done;
      destruct h; (by apply Ha) || (by apply Hb).
  Qed.

  Lemma loop_same a a' c b b' s s' t :
    same_runs a a' -> same_runs b b' -> executes g (CLoop a c b) s s' t -> executes g (CLoop a' c b') s s' t.
  Proof.
    intros Ha Hb H. remember (CLoop a c b) as x eqn:E. induction H; simplify_eq.
    - apply E_Exit; [by apply Ha|done].
    - eapply E_Again; [by apply Ha|done|by apply Hb|by eauto].
  Qed.

  Lemma same_loop a a' c b b' : same_runs a a' -> same_runs b b' -> same_runs (CLoop a c b) (CLoop a' c b').
  Proof. intros Ha Hb s s' t. split; apply loop_same; done || by symmetry. Qed.

  Lemma seq_assoc a b c : same_runs (CSeq a (CSeq b c)) (CSeq (CSeq a b) c).
  Proof.
    intros s s' t. split; intros H; inversion H as [| |? ? ? ? ? ? ? H1 H2| | |]; subst.
    - inversion H2; subst. rewrite app_assoc. repeat (econstructor; try done).
    - inversion H1; subst. rewrite <- app_assoc. repeat (econstructor; try done).
  Qed.

  Lemma seq_skip a : same_runs (CSeq a CSkip) a.
  Proof.
    intros s s' t. split; intros H.
    - inversion H as [| |? ? ? ? ? ? ? H1 H2| | |]; subst. inversion H2; subst. by rewrite app_nil_r.
    - rewrite <- (app_nil_r t). econstructor; [done|constructor].
  Qed.

  (** The first iteration by itself. *)
  Theorem peel a c b : same_runs (CLoop a c b) (CSeq a (CIf c (CSeq b (CLoop a c b)) CSkip)).
  Proof.
    intros s s' t. split; intros H.
    - inversion H; subst.
      + econstructor; [done|]. by apply (E_If _ _ _ _ _ _ false); [|constructor].
      + econstructor; [done|]. apply (E_If _ _ _ _ _ _ true); [done|]. by econstructor.
    - inversion H as [| |? ? ? ? ? t1 ? H1 H2| | |]; subst.
      inversion H2 as [| | |? ? ? ? ? h ? Ht Hx| |]; subst. destruct h.
      + inversion Hx; subst. by eapply E_Again.
      + inversion Hx; subst. by eapply E_Exit.
  Qed.

  (** The first part of the body moves to the end of the iteration before, where it can be scheduled
      together with what is there. *)
  Theorem rotate a1 a2 c b :
    same_runs (CLoop (CSeq a1 a2) c b) (CSeq a1 (CLoop a2 c (CSeq b a1))).
  Proof.
    intros s s' t. split; intros H.
    - remember (CLoop (CSeq a1 a2) c b) as x eqn:E. induction H as [| | | |? ? ? ? ? ? Ha _ Ht|? ? ? s s1 s2 s3 t1 t2 t3 Ha _ Ht Hb _ Hl IH]; simplify_eq.
      + inversion Ha as [| |? ? ? ? ? ? ? H1 H2| | |]; subst. rewrite <- app_assoc. econstructor; [done|]. by apply E_Exit.
      + inversion Ha as [| |? ? ? ? ? u1 u2 H1 H2| | |]; subst. specialize (IH eq_refl).
        inversion IH as [| |? ? ? ? ? w1 w2 J1 J2| | |]; subst.
        rewrite <- app_assoc. econstructor; [done|].
        replace (u2 ++ EBranch true :: t2 ++ w1 ++ w2) with (u2 ++ EBranch true :: (t2 ++ w1) ++ w2) by (by rewrite <- !app_assoc).
        eapply E_Again; [done|done| |done]. by econstructor.
    - inversion H as [| |? ? ? m ? u ? H1 H2| | |]; subst. clear H.
      remember (CLoop a2 c (CSeq b a1)) as x eqn:E. revert s u H1.
      induction H2 as [| | | |? ? ? ? ? ? Ha _ Ht|? ? ? ? ? ? ? ? ? ? Ha _ Ht Hb _ Hl IH]; intros s0 u H1; simplify_eq.
      + rewrite app_assoc. apply E_Exit; [by econstructor|done].
      + inversion Hb as [| |? ? ? ? ? v1 v2 J1 J2| | |]; subst. specialize (IH eq_refl _ _ J2).
        rewrite app_assoc. replace ((u ++ t1) ++ EBranch true :: (v1 ++ v2) ++ t3)
          with ((u ++ t1) ++ EBranch true :: v1 ++ (v2 ++ t3)) by (by rewrite <- !app_assoc).
        eapply E_Again; [by econstructor|done|done|done].
  Qed.

  (** ** Blocks in context *)

  Fixpoint block (p : list instr) : code :=
    match p with [] => CSkip | i :: p => CSeq (CInstr i) (block p) end.

  Lemma block_runs p s s' t :
    executes g (block p) s s' t <-> ∃ ts, run g p s = Some (s', ts) /\ t = concat ts.
  Proof.
    revert s t. induction p as [|i p IH]; intros s t; cbn.
    - split; [intros H; inversion H; subst; by exists []|intros (ts & ? & ->); simplify_eq; constructor].
    - split.
      + intros H. inversion H as [| |? ? ? ? ? ? ? H1 H2| | |]; subst. inversion H1 as [|? ? ? ? He| | | |]; subst.
        apply IH in H2 as (ts & Hr & ->). rewrite He, Hr. by eexists.
      + intros (ts & H & ->). destruct (exec g i s) as [[s1 t1]|] eqn:He; [|done].
        destruct (run g p s1) as [[s2 us]|] eqn:Hr; simplify_eq. cbn. econstructor; [by constructor|]. apply IH. by eexists.
  Qed.

  (** The same ends, whatever the order in which things are seen. *)
  Definition same_ends (x y : code) : Prop :=
    ∀ s s', (∃ t, executes g x s s' t) <-> (∃ t, executes g y s s' t).

  Lemma ends_seq a a' b b' : same_ends a a' -> same_ends b b' -> same_ends (CSeq a b) (CSeq a' b').
  Proof.
    assert (∀ a a' b b' s s', same_ends a a' -> same_ends b b' ->
      (∃ t, executes g (CSeq a b) s s' t) -> ∃ t, executes g (CSeq a' b') s s' t) as Hone.
    { intros x x' y y' s s' Hx Hy [t H]. inversion H as [| |? ? ? m ? ? ? H1 H2| | |]; subst.
      destruct (proj1 (Hx s m)) as [u Hu]; [by eexists|]. destruct (proj1 (Hy m s')) as [w Hw]; [by eexists|].
      eexists. by econstructor. }
    intros Ha Hb s s'. split; apply Hone; done || (intros ? ?; by rewrite (Ha _ _) || by rewrite (Hb _ _)).
  Qed.

  Lemma ends_if c a a' b b' : same_ends a a' -> same_ends b b' -> same_ends (CIf c a b) (CIf c a' b').
  Proof.
    assert (∀ a a' b b' s s', same_ends a a' -> same_ends b b' ->
      (∃ t, executes g (CIf c a b) s s' t) -> ∃ t, executes g (CIf c a' b') s s' t) as Hone.
    { intros x x' y y' s s' Hx Hy [t H]. inversion H as [| | |? ? ? ? ? h ? Ht H1| |]; subst.
      assert (∃ u, executes g (if h then x' else y') s s' u) as [u Hu].
      { destruct h; [apply (Hx s s')|apply (Hy s s')]; by eexists. }
      eexists. by econstructor. }
    intros Ha Hb s s'. split; apply Hone; done || (intros ? ?; by rewrite (Ha _ _) || by rewrite (Hb _ _)).
  Qed.

  Lemma ends_loop a a' c b b' : same_ends a a' -> same_ends b b' -> same_ends (CLoop a c b) (CLoop a' c b').
  Proof.
    assert (∀ a a' b b' s s' t, same_ends a a' -> same_ends b b' ->
      executes g (CLoop a c b) s s' t -> ∃ t, executes g (CLoop a' c b') s s' t) as Hone.
    { intros x x' y y' s s' t Hx Hy H. remember (CLoop x c y) as l eqn:E.
      induction H as [| | | |? ? ? s s1 ? Ha _ Ht|? ? ? s s1 s2 s3 ? ? ? Ha _ Ht Hb _ Hl IH]; simplify_eq.
      - destruct (proj1 (Hx s s1)) as [u Hu]; [by eexists|]. eexists. by apply E_Exit.
      - destruct (proj1 (Hx s s1)) as [u Hu]; [by eexists|]. destruct (proj1 (Hy s1 s2)) as [w Hw]; [by eexists|].
        destruct (IH eq_refl) as [v Hv]. eexists. by eapply E_Again. }
    intros Ha Hb s s'. split; intros [t H]; (eapply Hone; [| |exact H]); done || (intros ? ?; by rewrite (Ha _ _) || by rewrite (Hb _ _)).
  Qed.

  (** A block may be reordered wherever it stands: with the lemmas above, inside of any
      conditionals and loops. *)
  Theorem reorder_in_place rel hints clean fast :
    respects g rel -> check_reorder rel hints clean fast = true -> same_ends (block clean) (block fast).
  Proof.
    intros Hrel Hc s s'. pose proof (reorder_sound g rel hints clean fast s Hrel Hc) as H.
    split; intros [t Ht]; apply block_runs in Ht as (ts & Hr & _).
    - rewrite Hr in H. eexists. apply block_runs. by eexists.
    - rewrite Hr in H. destruct (run g clean s) as [[s1 us]|] eqn:E; simplify_eq.
      eexists. apply block_runs. by eexists.
  Qed.
End rules.
