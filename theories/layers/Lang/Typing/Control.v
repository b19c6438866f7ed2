(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Well-typed control, and what it makes of suspended coroutines.

    A position of a procedure is a command with the continuation it runs under,
    both checked, in which no calls are but those of the procedure. Positions are closed under everything that control does: going
    on, leaving blocks, jumping. A coroutine is well formed when its frames are
    suspended at positions that call one another. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Machine Require Import Find.
From Fairlead.Lang.Model Require Export Source.
From Fairlead.Lang.Typing Require Export Statements.

(** ** What [check_program] has checked *)
Lemma first_bad_None {A} (ok : nat → A → bool) name i l j a :
  first_bad ok name i l = None → l !! j = Some a → ok (i + j) a = true.
Proof.
  revert i j; induction l as [|b l IH]; intros i j; simpl; [done|].
  destruct (ok i b) eqn:Hb; [|done]. intros Hl. destruct j as [|j]; simpl.
  - intros [= ->]. by rewrite Nat.add_0_r.
  - intros Hj. rewrite Nat.add_succ_r. by apply (IH (S i)).
Qed.

Definition proc_env (Q : program) (p : procedure) (pr : proc) : env :=
  env_of (build (procs Q)) (build (effs Q)) (build (map fst (consts Q))) (build (externs Q)) p pr.

Section checked.
  Context {Q : program} (HQ : well_typed Q).

  Lemma checked :
    (∀ i e, effs Q !! i = Some e → effect_ok e = true) ∧
    (∀ i x, externs Q !! i = Some x → extern_ok x = true) ∧
    (∀ i t c, consts Q !! i = Some (t, c) → const_ok c t = true) ∧
    (∀ p pr, procs Q !! p = Some pr → proc_ok (proc_env Q p pr) pr = true).
  Proof using HQ.
    unfold well_typed, check_program in HQ.
    destruct (first_bad _ BadEffect _ _) eqn:He; [done|].
    destruct (first_bad _ BadExtern _ _) eqn:Hx; [done|].
    destruct (first_bad _ BadConst _ _) eqn:Hc; [done|].
    split_and!.
    - intros i e Hi. by eapply (first_bad_None _ _ _ _ _ _ He).
    - intros i e Hi. by eapply (first_bad_None _ _ _ _ _ _ Hx).
    - intros i t c Hi. pose proof (first_bad_None _ _ _ _ _ _ Hc Hi) as Htc. simpl in Htc.
      by apply andb_true_iff in Htc as [].
    - intros p pr Hp. by apply (first_bad_None _ _ _ _ _ _ HQ Hp).
  Qed.

  Lemma callee_known p pr q pr' : callee_at (proc_env Q p pr) q = Some pr' → procs Q !! q = Some pr'.
  Proof. unfold callee_at. case_match; [|done]. simpl. by rewrite look_build. Qed.
  Lemma effect_known p pr i e : look (e_effs (proc_env Q p pr)) i = Some e → effs Q !! i = Some e.
  Proof. simpl. by rewrite look_build. Qed.
  Lemma extern_known p pr i e : look (e_externs (proc_env Q p pr)) i = Some e → externs Q !! i = Some e.
  Proof. simpl. by rewrite look_build. Qed.

  (** ** Labels *)
  Lemma labels_onto_labels c acc : labels_onto c acc = labels c ++ acc.
  Proof.
    clear HQ. revert acc; induction c; intros acc; simpl; auto; rewrite ?IHc1, ?IHc2, ?IHc; by rewrite <-?app_assoc.
  Qed.

  Lemma target_found l c acc k :
    l ∈ targets_onto c acc → l ∈ acc ∨
      (l ∈ labels c ∧ (NoDup (labels c) → ∃ c' k', find l c k = Some (Label l c', k'))).
  Proof.
    clear HQ. revert acc k; induction c; intros acc k; simpl; auto.
    - intros [[Hl|[Hin Hf]]%(IHc2 _ k)|[Hin Hf]]%(IHc1 _ (KSeq c2 :: k)); [auto| |].
      + right. split; [set_solver|]. intros (Hnd1 & Hdis & Hnd2)%NoDup_app.
        destruct (Hf Hnd2) as (c' & k' & Hf'). destruct (find l c1 _) as [r|] eqn:Hr; [|eauto].
        apply find_in_labels, Hdis in Hr. done.
      + right. split; [set_solver|]. intros (Hnd1 & Hdis & Hnd2)%NoDup_app.
        destruct (Hf Hnd1) as (c' & k' & ->). eauto.
    - intros [[Hl|[Hin Hf]]%(IHc2 _ k)|[Hin Hf]]%(IHc1 _ k); [auto| |].
      + right. split; [set_solver|]. intros (Hnd1 & Hdis & Hnd2)%NoDup_app.
        destruct (Hf Hnd2) as (c' & k' & Hf'). destruct (find l c1 _) as [r|] eqn:Hr; [|eauto].
        apply find_in_labels, Hdis in Hr. done.
      + right. split; [set_solver|]. intros (Hnd1 & Hdis & Hnd2)%NoDup_app.
        destruct (Hf Hnd1) as (c' & k' & ->). eauto.
    - intros [Hl|[Hin Hf]]%(IHc _ (KLoop l0 c :: k)); [auto|]. right. split; [set_solver|].
      intros [Hnot Hnd]%NoDup_cons. rewrite decide_False by congruence. auto.
    - intros [->|[Hl|[Hin Hf]]%(IHc _ k)]%elem_of_cons; [|auto|].
      + right. split; [set_solver|]. intros _. rewrite decide_True by done. eauto.
      + right. split; [set_solver|]. intros [Hnot Hnd]%NoDup_cons. rewrite decide_False by congruence. auto.
  Qed.

  (** ** Positions *)
  Fixpoint depth (k : fl_kont) : nat :=
    match k with [] => 0 | KBlock :: k => S (depth k) | _ :: k => depth k end.

  Fixpoint kont_ok (E : env) (gotos : table ()) (k : fl_kont) : Prop :=
    match k with
    | [] => True
    | KBlock :: k => kont_ok E gotos k
    | (KSeq c | KLoop _ c) :: k => cmd_ok E gotos (depth k) c = true ∧ kont_ok E gotos k
    end.

  (** The statements, calls and resumptions that are still in sight. *)
  Fixpoint occurs (d c : fl_cmd) : Prop :=
    match c with
    | Do _ | Call _ _ | Resume _ => d = c
    | Seq c1 c2 | If _ c1 c2 => occurs d c1 ∨ occurs d c2
    | Block c | Loop _ c | Label _ c => occurs d c
    | Skip | Exit _ | Goto _ | Suspend _ _ | Return => False
    end.
  Fixpoint kont_occurs (d : fl_cmd) (k : fl_kont) : Prop :=
    match k with
    | [] => False
    | KBlock :: k => kont_occurs d k
    | (KSeq c | KLoop _ c) :: k => occurs d c ∨ kont_occurs d k
    end.

  Record position (p : procedure) (pr : proc) (c : fl_cmd) (k : fl_kont) : Prop := Position {
    position_proc : procs Q !! p = Some pr;
    position_cmd : cmd_ok (proc_env Q p pr) (goto_targets pr) (depth k) c = true;
    position_kont : kont_ok (proc_env Q p pr) (goto_targets pr) k;
    position_occurs d : occurs d c ∨ kont_occurs d k → occurs d (body pr)
  }.

  Lemma find_occurs l c k c' k' d :
    find l c k = Some (c', k') → occurs d c' ∨ kont_occurs d k' → occurs d c ∨ kont_occurs d k.
  Proof.
    clear HQ. revert k. induction c; intros k Hf Hx; simpl in Hf; try done;
      repeat (case_match; simplify_eq); simpl in *; try tauto;
      match goal with IH : ∀ k, find _ ?c k = Some _ → _, H : find _ ?c _ = Some _ |- _ =>
        apply IH in H; simpl in *; tauto end.
  Qed.

  Lemma leave_occurs n k k' d : leave n k = Some k' → kont_occurs d k' → kont_occurs d k.
  Proof.
    clear HQ. revert n. induction k as [|[] k IH]; intros n Hn Hx; simpl in *; try done; eauto.
    destruct n; [by simplify_eq|eauto].
  Qed.

  Lemma find_kont_ok E gotos l c k c' k' :
    find l c k = Some (c', k') → cmd_ok E gotos (depth k) c = true → kont_ok E gotos k →
    cmd_ok E gotos (depth k') c' = true ∧ kont_ok E gotos k'.
  Proof.
    clear HQ. revert k. induction c; intros k Hf Hc Hk; simpl in Hf; try done;
      repeat (case_match; simplify_eq); cbn [cmd_ok] in Hc; typing; eauto;
      match goal with IH : ∀ k, find _ ?c k = Some _ → _, H : find _ ?c _ = Some _ |- _ =>
        apply IH in H; simpl; eauto end.
  Qed.

  Lemma leave_ok E gotos n k : n < depth k → kont_ok E gotos k → ∃ k', leave n k = Some k' ∧ kont_ok E gotos k'.
  Proof.
    clear HQ. revert n. induction k as [|[] k IH]; intros n Hn Hk; simpl in *; try lia.
    - destruct Hk. auto.
    - destruct n as [|n]; [eauto|]. apply IH; [lia|done].
    - destruct Hk. auto.
  Qed.

  Lemma body_position p pr : procs Q !! p = Some pr → position p pr (body pr) [].
  Proof using HQ.
    intros Hp. split; [done| |done|by intros x [?|[]]]. destruct checked as (_ & _ & _ & Hprocs).
    specialize (Hprocs p pr Hp). unfold proc_ok in Hprocs. by apply andb_true_iff in Hprocs as [_ ?].
  Qed.

  Lemma goto_position p pr l k :
    position p pr (Goto l) k →
    ∃ c' k', find l (body pr) [] = Some (Label l c', k') ∧ position p pr (Label l c') k'.
  Proof using HQ.
    intros [Hp Hc Hk _]. cbn [cmd_ok] in Hc. destruct checked as (_ & _ & _ & Hprocs).
    specialize (Hprocs p pr Hp). unfold proc_ok in Hprocs.
    repeat (apply andb_true_iff in Hprocs as [Hprocs ?]).
    apply is_some_eq, look_set_of in Hc. apply (target_found _ _ _ []) in Hc as [Hc|[_ Hf]].
    { by apply elem_of_nil in Hc. }
    destruct Hf as (c' & k' & Hf).
    { rewrite <-(app_nil_r (labels _)), <-labels_onto_labels. by apply distinct_NoDup. }
    exists c', k'. split; [done|]. destruct (body_position p pr Hp) as [_ Hb Hk0 Hcalls].
    destruct (find_kont_ok _ _ _ _ _ _ _ Hf Hb Hk0). split; [done..|]. intros x Hx. by eapply Hcalls, find_occurs.
  Qed.

  (** ** Coroutines as lists of points *)

  (** Requests of [q] reach [top] through these callers, innermost first. *)
  Inductive callers_of : procedure → list fl_point → procedure → Prop :=
  | callers_none p : callers_of p [] p
  | callers_one p pr l x k pts top :
      position p pr (Call l x) k → callers_of p pts top →
      callers_of (callee x) (SAt p (Call l x) k :: pts) top.

  (** A coroutine [p]: finished, not started, or waiting for the answer to an effect. *)
  Inductive coro_points : procedure → option nat → list fl_point → Prop :=
  | points_finished p w : coro_points p w []
  | points_fresh p pr : procs Q !! p = Some pr → coro_points p None [SFresh p]
  | points_waiting p pr l x k pts top :
      position p pr (Suspend l x) k → callers_of p pts top →
      coro_points top (Some (ask_effect x)) (SAt p (Suspend l x) k :: pts).

  Lemma callers_snoc q pts p pr l x k :
    callers_of q pts (callee x) → position p pr (Call l x) k →
    callers_of q (pts ++ [SAt p (Call l x) k]) p.
  Proof.
    intros Hq Hp. remember (callee x) as top eqn:Htop. revert x l k Htop Hp.
    induction Hq; intros; subst; simpl; econstructor; try done.
    - constructor.
    - eauto.
  Qed.
End checked.
Arguments position : clear implicits.
Arguments callers_of : clear implicits.
Arguments coro_points : clear implicits.
