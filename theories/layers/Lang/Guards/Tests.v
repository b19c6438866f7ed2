(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Lowering tests: guards where evaluation gets to them.

    The guard of a whole test may be put in front of it, as everywhere else
    ([guard_expr]). Where the right operand of [&&] or [||] has a guard that is
    slow and evaluates the left operand once more. A test is therefore lowered
    to a small decision ([lower_test]): tests that are guarded and then branch,
    negation, which exchanges the branches, and conjunction, which goes on to
    its second part, guards and all, only if the first holds. The printer prints
    a conjunction as one [if] inside another; what is split, and where guards
    go, is decided here. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Guards Require Import Guards Exprs Statements.

Inductive ctest :=
| CTest (g : cguard) (e : expr)  (* a trap unless [g] holds; then a branch on [e] *)
| CNot (t : ctest)
| CBoth (t1 t2 : ctest).

Fixpoint lower_test (e : expr) : ctest :=
  match e with
  | ENot e => CNot (lower_test e)
  | EAnd e1 e2 =>
      match guard_expr e2 with
      | GTrue => CTest (guard_expr e) e
      | _ => CBoth (lower_test e1) (lower_test e2)
      end
  | EOr e1 e2 =>
      match guard_expr e2 with
      | GTrue => CTest (guard_expr e) e
      | _ => CNot (CBoth (CNot (lower_test e1)) (CNot (lower_test e2)))
      end
  | _ => CTest (guard_expr e) e
  end.

Section tests.
  Context {P : Type} (W : world P).
  Context (Hfresh : ∀ p vs, fresh_frame W p vs ≠ Trap).
  Implicit Types (s : store P).

  (** Where it goes; [Wrong] where C would be undefined (see [guarded]). *)
  Fixpoint test_val (t : ctest) s : outcome bool :=
    match t with
    | CTest g e => guarded W g s (eval_bool W e s)
    | CNot t => negb <$> test_val t s
    | CBoth t1 t2 => b ← test_val t1 s; if b : bool then test_val t2 s else Ok false
    end.

  Lemma whole_test e s :
    eval_bool W e s ≠ Wrong → test_val (CTest (guard_expr e) e) s = eval_bool W e s.
  Proof using Hfresh. apply covers_guarded, covers_test. auto. Qed.

  (** One operand of [eval_bool], as a boolean. *)
  Lemma eval_bool_not e s : eval_bool W (ENot e) s = negb <$> eval_bool W e s.
  Proof. unfold eval_bool. cbn [eval]. fold (eval W). destruct (eval W e s) as [[]| |]; done. Qed.
  Lemma eval_bool_and e1 e2 s :
    eval_bool W (EAnd e1 e2) s = (b ← eval_bool W e1 s; if b : bool then eval_bool W e2 s else Ok false).
  Proof. unfold eval_bool. cbn [eval]. fold (eval W). destruct (eval W e1 s) as [[[]| | | | | | | |]| |]; done. Qed.
  Lemma eval_bool_or e1 e2 s :
    eval_bool W (EOr e1 e2) s = (b ← eval_bool W e1 s; if b : bool then Ok true else eval_bool W e2 s).
  Proof. unfold eval_bool. cbn [eval]. fold (eval W). destruct (eval W e1 s) as [[[]| | | | | | | |]| |]; done. Qed.

  (** A lowered test goes where the test goes, and traps when it traps, unless
      the test is stuck. *)
  Theorem lower_test_correct e s :
    eval_bool W e s ≠ Wrong → test_val (lower_test e) s = eval_bool W e s.
  Proof using Hfresh.
    induction e as [| | | |e IH| |e1 IH1 e2 IH2|e1 IH1 e2 IH2 | | | | | | | | | | | | | | | | | | | | |];
      try apply whole_test; cbn [lower_test].
    - rewrite eval_bool_not. intros H. simpl. rewrite IH; [done|]. by destruct (eval_bool W e s).
    - destruct (guard_expr e2); try apply whole_test; rewrite eval_bool_and; intros H; simpl;
        (rewrite IH1; [|by destruct (eval_bool W e1 s)]); destruct (eval_bool W e1 s) as [[]| |]; simpl in *; auto.
    - destruct (guard_expr e2); try apply whole_test; rewrite eval_bool_or; intros H; simpl;
        (rewrite IH1; [|by destruct (eval_bool W e1 s)]); destruct (eval_bool W e1 s) as [[]| |]; simpl in *; try done;
        rewrite IH2 by done; by destruct (eval_bool W e2 s) as [[]| |].
  Qed.
End tests.
