(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The lowered machine does what the machine does.

    [lowered] is [fl] with every operation done without looking, behind its
    guard: where an operation would trap although its guard holds, or where the
    guard itself is undefined, it is stuck, as C would be undefined. A program
    that is not stuck takes the same steps in both ([lowered_step]): so the
    printed guards, and nothing else, decide what traps. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Guards Require Import Guards Exprs Statements Tests.

Local Arguments gand : simpl never.
Local Arguments gcond : simpl never.

Section lowered.
  Context {P : Type} (Q : program) (A : presentation P).
  Context (external : nat → list data → option (list data * data)).
  Implicit Types (s : store P).

  Local Notation D := (fl Q A external).
  Local Notation W := (Semantics.W Q A).
  Local Notation touch p := (Semantics.touch A p).

  (** [inout] arguments go back to their places, guarded again ([guard_give_back]). That a slice
      still has its length is checked here with its new content; in C a callee
      cannot change a slice's length. *)
  Definition guard_back (q : place) (off : Z) (l : list Z) : cguard :=
    guard_write q &&& GCheck (KBlit q (EInt W64 off) (EBytes l)).

  Definition lowered_give_back p (a : arg) (v : val P) s : outcome (store P) :=
    match a with
    | AIn _ => Ok s
    | AInout q => guarded W (guard_write q) s (assign W (touch p) q v s)
    | AInoutSlice q lo _ =>
        off ← guarded W (guard_expr lo) s (eval_int W lo s);
        l ← as_bytes v;
        guarded W (guard_back q off l) s
          (update_bytes W (touch p) q (λ old, or_trap (blit old off l)) s)
    end.

  Fixpoint lowered_give_back_all p (args : list arg) (vs : list (val P)) s : outcome (store P) :=
    match args, vs with
    | [], [] => Ok s
    | a :: args, v :: vs => s ← lowered_give_back p a v s; lowered_give_back_all p args vs s
    | _, _ => Wrong
    end.

  Definition lowered_dest p (dest : option place) v s : outcome (store P) :=
    guarded W (guard_dest dest) s (assign_to W (touch p) dest v s).

  (** An external function comes back with an answer, or the program is stuck. *)
  Definition lowered_basic p (b : basic) s : outcome (store P) :=
    match b with
    | BExtern f args dest =>
        vs ← guarded W (guard_args args) s (collect (λ a, pass W a s) args);
        ds ← collect to_data vs;
        '(ds, d) ← or_wrong (external f ds);
        s ← lowered_give_back_all p args (map of_data ds) s;
        lowered_dest p dest (of_data d) s
    | _ => guarded W (guard_basic b) s (run_basic W (touch p) external b s)
    end.

  Definition lowered_answer p (x : suspension) (r : response) s : outcome (store P) :=
    s ← borrow A p (ask_lent x) (snd r) s; lowered_dest p (ask_dest x) (of_data (fst r)) s.

  Fixpoint lowered_copy_out p (args : list arg) (callee_store : store P) s : outcome (store P) :=
    match args, callee_store with
    | [], _ => Ok s
    | AIn _ :: args, _ :: vs => lowered_copy_out p args vs s
    | a :: args, v :: vs =>
        v ← or_wrong v; s ← lowered_give_back p a v s; lowered_copy_out p args vs s
    | _, [] => Wrong
    end.

  Definition lowered_leave_call p (x : call) (q : procedure) (callee_store : store P) s :
      outcome (store P) :=
    if decide (q = callee x) then
      pr ← or_wrong (procs Q !! q);
      s ← lowered_copy_out p (call_args x) callee_store s;
      match call_dest x with
      | None => Ok s
      | Some dest => v ← variable callee_store (ret pr); lowered_dest p (Some dest) v s
      end
    else Wrong.

  Definition lowered_leave_resume p (x : resumption) (h : happening (store P) (frame P) request) s :
      outcome (store P) :=
    '(c, ev, lent) ← learned Q x h;
    s ← lowered_dest p (Some (child x)) c s;
    s ← lowered_give_back_all p (lend x) (map of_data lent) s;
    lowered_dest p (Some (event x)) ev s.

  Definition lowered :
      dynamics basic expr suspension call resumption (store P) (frame P) request response result :=
    {| code := code D;
       run := lowered_basic;
       test e s := test_val W (lower_test e) s;
       ask x s := guarded W (guard_ask x) s (ask D x s);
       Semantics.answer := lowered_answer;
       begin := begin D;
       enter_call x s := guarded W (guard_call x) s (enter_call D x s);
       leave_call := lowered_leave_call;
       enter_resume x s := guarded W (guard_resume x) s (enter_resume D x s);
       leave_resume := lowered_leave_resume;
       finish := finish D;
       park := park D;
       save := save D;
       load := load D |}.

  (** External functions that are called have a C body, which always answers. *)
  Context (Hexternal : ∀ f ds, external f ds ≠ None).

  (** The same, unless the source is stuck. *)
  Definition agrees {B} (o' o : outcome B) : Prop := o ≠ Wrong → o' = o.

  Lemma agrees_refl {B} (o : outcome B) : agrees o o.
  Proof. done. Qed.

  Lemma agrees_bind {B C} (o o' : outcome B) (f f' : B → outcome C) :
    agrees o' o → (∀ b, agrees (f' b) (f b)) → agrees (o' ≫= f') (o ≫= f).
  Proof.
    intros H Hf. destruct o as [b| |]; simpl.
    - rewrite H by done. apply Hf.
    - intros _. by rewrite H.
    - by intros [].
  Qed.

  Lemma agrees_guarded {B} g s (o : outcome B) : covers W g s o → agrees (guarded W g s o) o.
  Proof. intros Hc Ho. by apply covers_guarded. Qed.

  Lemma place_args_no_trap ps vs : place_args A ps vs ≠ Trap.
  Proof.
    revert vs. induction ps as [|[[] t] ps IH]; intros [|v vs]; simpl; try done;
      match goal with |- context [place_args A ps ?l] => specialize (IH l); by destruct (place_args A ps l) end.
  Qed.

  Lemma fresh_no_trap p vs : fresh_frame W p vs ≠ Trap.
  Proof.
    simpl. unfold fresh. destruct (procs Q !! p) as [pr|]; simpl; [|done].
    pose proof (place_args_no_trap (params pr) vs). by destruct (place_args A (params pr) vs).
  Qed.
  Local Hint Resolve fresh_no_trap to_data_no_trap : core.

  Lemma agrees_dest p dest v s :
    agrees (lowered_dest p dest v s) (assign_to W (touch p) dest v s).
  Proof. apply agrees_guarded, covers_dest. auto. Qed.

  Lemma agrees_give_back p a v s :
    agrees (lowered_give_back p a v s) (give_back W (touch p) a v s).
  Proof.
    destruct a as [e|q|q lo hi]; cbn [give_back lowered_give_back]; [apply agrees_refl| |].
    - apply agrees_guarded, covers_assign. auto.
    - apply agrees_bind; [apply agrees_guarded, covers_int; auto|]. intros off.
      apply agrees_bind; [apply agrees_refl|]. intros l. apply agrees_guarded.
      apply covers_update_bytes; [auto|]. intros old Hold.
      unfold Guards.Exprs.covers. simpl. rewrite (ubytes_at_ok W _ _ _ Hold). simpl.
      by destruct (blit old off l).
  Qed.

  Lemma agrees_give_back_all p args vs s :
    agrees (lowered_give_back_all p args vs s) (give_back_all W (touch p) args vs s).
  Proof.
    revert vs s. induction args as [|a args IH]; intros [|v vs] s; simpl; try apply agrees_refl.
    apply agrees_bind; [apply agrees_give_back|auto].
  Qed.

  Lemma agrees_copy_out p args vs s :
    agrees (lowered_copy_out p args vs s) (copy_out Q A p args vs s).
  Proof.
    revert vs s. induction args as [|a args IH]; intros [|v vs] s; simpl;
      try apply agrees_refl; try (destruct a; apply agrees_refl).
    destruct a; [apply IH| |];
      (apply agrees_bind; [apply agrees_refl|]; intros ?; apply agrees_bind; [apply agrees_give_back|auto]).
  Qed.

  Lemma agrees_run p b s : agrees (run lowered p b s) (run D p b s).
  Proof using Hexternal.
    destruct b as [|q e|q cap e|q cap e|q cap e|q off e|o w q off e|q cap k e|q k|f args dest|];
      try (apply agrees_guarded, covers_basic; [auto|]; by intros).
    cbn [run lowered fl lowered_basic run_basic].
    apply agrees_bind; [apply agrees_guarded, covers_args; auto|]. intros vs.
    apply agrees_bind; [apply agrees_refl|]. intros ds.
    destruct (external f ds) as [[ds' d]|] eqn:He; [|by destruct (Hexternal f ds)]. simpl.
    apply agrees_bind; [apply agrees_give_back_all|]. intros s'. apply agrees_dest.
  Qed.

  Lemma agrees_test e s : agrees (test lowered e s) (test D e s).
  Proof. intros H. apply lower_test_correct; auto. Qed.

  Lemma covers_ask x s : Guards.Exprs.covers W (guard_ask x) s (fl_ask Q A x s).
  Proof.
    apply (covers_bind W); [apply covers_exprs; auto|]. intros vs _.
    pose proof (collect_no_trap to_data vs (λ v, to_data_no_trap v)).
    destruct (collect to_data vs); simpl; try done. unfold lent_data.
    pose proof (collect_no_trap (λ y, v ← variable s y; to_data v) (ask_lent x)) as Hl.
    destruct (collect _ (ask_lent x)); simpl; try done. exfalso. apply Hl; [|done]. intros y.
    unfold variable. destruct (mjoin (s !! y)) as [v|]; simpl; [|done]. apply to_data_no_trap.
  Qed.
  Lemma agrees_ask x s : agrees (ask lowered x s) (ask D x s).
  Proof. apply agrees_guarded, covers_ask. Qed.

  Lemma agrees_answer p x r s : agrees (answer lowered p x r s) (answer D p x r s).
  Proof. apply agrees_bind; [apply agrees_refl|]. intros. apply agrees_dest. Qed.

  Lemma covers_enter_call x s : Guards.Exprs.covers W (guard_call x) s (fl_enter_call Q A x s).
  Proof.
    unfold fl_enter_call. destruct (procs Q !! callee x); simpl; [|by unfold Guards.Exprs.covers].
    apply (covers_bind W); [apply covers_args; auto|]. intros vs _. by case_decide.
  Qed.
  Lemma agrees_enter_call x s : agrees (enter_call lowered x s) (enter_call D x s).
  Proof. apply agrees_guarded, covers_enter_call. Qed.

  Lemma agrees_leave_call p x q cs s : agrees (leave_call lowered p x q cs s) (leave_call D p x q cs s).
  Proof.
    cbn [leave_call lowered fl]. unfold lowered_leave_call, fl_leave_call.
    case_decide; [|apply agrees_refl].
    apply agrees_bind; [apply agrees_refl|]. intros pr. apply agrees_bind; [apply agrees_copy_out|].
    intros s'. destruct (call_dest x) as [dest|]; [|apply agrees_refl].
    apply agrees_bind; [apply agrees_refl|]. intros v. apply (agrees_dest p (Some dest)).
  Qed.

  Lemma agrees_enter_resume x s : agrees (enter_resume lowered x s) (enter_resume D x s).
  Proof.
    apply agrees_guarded. cbn [enter_resume fl]. unfold fl_enter_resume, guard_resume.
    apply (covers_and4 W); [apply covers_place; auto|]. intros v Hv.
    destruct v as [| | | | | | | |w [|f fs]]; try (unfold Guards.Exprs.covers; exact I).
    - change Trap with ((Trap : outcome ()) ≫= λ _, (Trap : outcome (list (frame P) * response))).
      apply (covers_and3 W); [|discriminate].
      unfold Guards.Exprs.covers. simpl. by rewrite (uget_ok W _ _ _ Hv).
    - apply (covers_and3 W).
      { unfold Guards.Exprs.covers. simpl. rewrite (uget_ok W _ _ _ Hv). simpl. by case_bool_decide. }
      intros _ _. apply (covers_and W).
      { destruct (reply x ≫= snd) as [e|]; simpl; [|done].
        apply (covers_bind W); [apply covers_expr; auto|]. intros v _. apply to_data_no_trap. }
      intros d _. apply (covers_bind W); [apply covers_args; auto|]. intros vs _.
      pose proof (collect_no_trap to_data vs (λ v, to_data_no_trap v)). by destruct (collect to_data vs).
  Qed.

  Lemma agrees_leave_resume p x h s :
    agrees (leave_resume lowered p x h s) (leave_resume D p x h s).
  Proof.
    apply agrees_bind; [apply agrees_refl|].
    intros [[c ev] lent]. apply agrees_bind; [apply (agrees_dest p (Some (child x)))|].
    intros s'. apply agrees_bind; [apply agrees_give_back_all|]. intros s''.
    apply (agrees_dest p (Some (event x))).
  Qed.

  (** ** Steps *)
  Local Notation next := (next basic expr suspension call resumption (store P) (frame P) request response result).
  Local Notation link := (link basic expr suspension call resumption (store P)).

  Lemma settle_agrees {B} (o o' : outcome B) (f f' : B → next) :
    agrees o' o → (∀ b, o = Ok b → f b ≠ Stuck → f' b = f b) →
    settle o f ≠ Stuck → settle o' f' = settle o f.
  Proof. intros H Hf Hs. destruct o; simpl in *; [rewrite H; simpl; auto|by rewrite H|done]. Qed.

  Lemma unwind_agrees (ls : list link) fs q :
    unwind D ls fs q ≠ Stuck → unwind lowered ls fs q = unwind D ls fs q.
  Proof.
    revert fs. induction ls as [|[l x p k s|x p k s] ls IH]; intros fs; simpl; [done|apply IH|].
    apply settle_agrees; [apply agrees_leave_resume|done].
  Qed.

  Lemma callers_same (fs : list (frame P)) : callers lowered fs = callers D fs.
  Proof. induction fs as [|f fs IH]; [done|]. cbn [callers]. by rewrite IH. Qed.

  Lemma rebuild_agrees fs r (ls : list link) :
    rebuild D fs r ls ≠ Stuck → rebuild lowered fs r ls = rebuild D fs r ls.
  Proof.
    destruct fs as [|f fs]; [done|]. unfold rebuild. rewrite callers_same.
    change (load lowered f) with (load D f).
    destruct (load D f) as [[p s|p [] k s]|]; try done; destruct (callers D fs); try done.
    apply settle_agrees; [apply agrees_answer|done].
  Qed.

  Lemma return_agrees p s (ls : list link) :
    return_to D p s ls ≠ Stuck → return_to lowered p s ls = return_to D p s ls.
  Proof.
    destruct ls as [|[l x p' k s'|x p' k s'] ls]; simpl; [done| |];
      apply settle_agrees; try done; [apply agrees_leave_call|apply agrees_leave_resume].
  Qed.

  (** Unless it is stuck, a state takes the same step with guards. *)
  Theorem lowered_step st : step D st ≠ Stuck → step lowered st = step D st.
  Proof using Hexternal.
    destruct st as [c p k s ls|fs|r fs|]; try done; [|apply rebuild_agrees].
    destruct c; cbn [step]; try done.
    - destruct k as [|[]]; try done. apply return_agrees.
    - apply settle_agrees; [apply agrees_run|done].
    - apply settle_agrees; [apply agrees_test|done].
    - apply settle_agrees; [apply agrees_ask|]. intros. by apply unwind_agrees.
    - apply settle_agrees; [apply agrees_enter_call|]. by intros [].
    - apply settle_agrees; [apply agrees_enter_resume|]. intros [fs r] _. apply rebuild_agrees.
    - apply return_agrees.
  Qed.
End lowered.
