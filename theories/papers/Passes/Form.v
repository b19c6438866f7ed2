(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The passes give CPS-convertible form.

    Definition 2 of Kerneis and Chroboczek, for terms with local functions: a
    suspending function is called in tail position, or its result goes to a
    variable and what follows is a tail call whose arguments are variables. That
    local functions are floated out afterwards changes no call. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Papers.Lifting Require Import Terms Lift.
From Fairlead.Papers.Passes Require Import Gotos.

Section form.
  (** The functions that suspend. *)
  Context (cps : list name).

  Fixpoint native (M : term) : Prop :=
    match M with
    | Val _ | Var _ => True
    | Assign _ a => native a
    | If a b c => native a ∧ native b ∧ native c
    | Seq a b => native a ∧ native b
    | Letrec _ _ _ _ => False
    | Call f args => f ∉ cps ∧ fold_right (λ a P, native a ∧ P) True args
    end.

  (** A call of a function that suspends, with arguments that do not. *)
  Inductive cps_call : term → Prop :=
  | call_void f args : Forall native args → cps_call (Call f args)
  | call_result x f args : Forall native args → cps_call (Assign x (Call f args)).

  Inductive convertible : term → Prop :=
  | form_native a : native a → convertible a
  | form_seq a b : native a → convertible b → convertible (Seq a b)
  | form_if a b c : native a → convertible b → convertible c → convertible (If a b c)
  | form_tail f args : Forall native args → convertible (Call f args)
  | form_then a b : cps_call a → continues b → convertible (Seq a b)
  | form_letrec f xs a b : convertible a → convertible b → convertible (Letrec f xs a b)
  (** A tail call whose arguments are variables, of a function that may be defined there. *)
  with continues : term → Prop :=
  | continues_call f ys : continues (Call f (map Var ys))
  | continues_letrec f xs a b : convertible a → continues b → continues (Letrec f xs a b).
  Scheme convertible_mut := Induction for convertible Sort Prop with continues_mut := Induction for continues Sort Prop.

  (** ** Splitting *)

  (** Flow of control made explicit: a block's statements are native, but for a
      call that is followed by a jump, or that is the end. *)
  Inductive explicit : block → Prop :=
  | explicit_native a b : native a → explicit b → explicit (Do a b)
  | explicit_call a l : cps_call a → explicit (Do a (Jump l))
  | explicit_test a b c : native a → explicit b → explicit c → explicit (Test a b c)
  | explicit_jump l : explicit (Jump l)
  | explicit_end f args : Forall native args → explicit (Finish (Call f args))
  | explicit_finish a : native a → explicit (Finish a).

  Theorem split_convertible blocks k seen b :
    (∀ l b, blocks l = Some b → explicit b) → explicit b → convertible (without_gotos blocks k seen b).
  Proof.
    intros Hblocks. revert seen b. induction k as [|k IHk]; intros seen b Hb.
    - assert (∀ l, continues (without_gotos blocks 0 seen (Jump l))) as Hj.
      { intros l. rewrite without_jump. case_decide; apply (continues_call _ []). }
      induction Hb; rewrite ?without_do, ?without_test, ?without_finish; eauto using convertible.
      rewrite without_jump. case_decide; by apply form_tail.
    - assert (∀ l, continues (without_gotos blocks (S k) seen (Jump l)) ∧
      convertible (without_gotos blocks (S k) seen (Jump l))) as Hj.
      { intros l. rewrite without_jump. case_decide; [split; [apply (continues_call _ [])|by apply form_tail]|].
        destruct (blocks l) as [b'|] eqn:E; [|split; [apply (continues_call _ [])|by apply form_tail]].
        apply Hblocks, (IHk (l :: seen)) in E.
        split; constructor; try done; [apply (continues_call _ [])|by apply form_tail]. }
      induction Hb; rewrite ?without_do, ?without_test, ?without_finish; eauto using convertible.
      + apply form_then; [done|]. apply Hj.
      + apply Hj.
  Qed.

  (** ** Lifting *)
  Context (x : var) (inner : list name) (Hinner : ∀ f, f ∈ inner → f ∈ cps).
  #[local] Set Default Proof Using "Hinner".

  Lemma lift_native a : native a → native (lift x inner a).
  Proof.
    induction a as [v|y|y a IHa|a b c IHa IHb IHc|a b IHa IHb|f xs a b IHa IHb|f args IH] using term_nested_ind;
      simpl; try naive_solver.
    intros [Hf Hargs]. split; [done|]. rewrite decide_False by auto. rewrite app_nil_r. clear Hf.
    induction IH as [|a args Ha _ IH]; simpl in *; [done|]. naive_solver.
  Qed.

  Lemma lift_natives f args : Forall native args →
    Forall native (map (lift x inner) args ++ if decide (f ∈ inner) then [Var x] else []).
  Proof.
    intros H. apply Forall_app. split; [|case_decide; by repeat constructor].
    apply Forall_map. eapply Forall_impl; [done|]. apply lift_native.
  Qed.

  Lemma lift_call a : cps_call a → cps_call (lift x inner a).
  Proof. destruct 1; simpl; constructor; by apply lift_natives. Qed.

  (** Lifting one variable after the other keeps the form. *)
  Theorem lift_convertible M : convertible M → convertible (lift x inner M).
  Proof.
    apply (convertible_mut (λ M _, convertible (lift x inner M)) (λ M _, continues (lift x inner M))); simpl.
    - intros a Ha. apply form_native. by apply lift_native.
    - intros. apply form_seq; [by apply lift_native|done].
    - intros. apply form_if; [by apply lift_native|done..].
    - intros. apply form_tail. by apply lift_natives.
    - intros. apply form_then; [by apply lift_call|done].
    - intros. by apply form_letrec.
    - intros f ys. replace (map (lift x inner) (map Var ys) ++ _) with (map Var (ys ++ if decide (f ∈ inner) then [x]
      else [])).
      { constructor. }
      rewrite map_app, !map_map. f_equal. by case_decide.
    - intros. by constructor.
  Qed.
End form.
