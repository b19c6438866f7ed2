(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A guard, then what it guards: in C as in the source. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Guards Require Import Exprs.
From Fairlead.Printed Require Export Checks.

Section guarded.
  Context {P : Type} (W : world P) (s : store P).
  Context (waits : procedure → fl_object → option Z) (variables constants : nat → option ty).
  Context (objects : variable → option fl_object).
  Context (Hs : represents_store waits W variables constants objects s).
  Context (Hfresh : ∀ p vs, fresh_frame W p vs ≠ Trap).
  Local Notation fails := (fails waits objects).
  Local Notation guard_fails := (guard_fails variables constants).

  Lemma covered {A} g fs (o : outcome A) :
    guard_fails g = Some fs → covers W g s o →
    match o with Ok _ => fails fs = Some false | Trap => fails fs = Some true | Wrong => True end.
  Proof using Hs.
    intros Hf Hg. destruct o; try done;
      apply (guard_fails_ok W s waits variables constants objects Hs _ _ _ Hf Hg).
  Qed.

  Theorem expression_guarded e x t fs :
    lower variables constants e = Some (x, t) → guard_fails (guard_expr e) = Some fs →
    match eval W e s with
    | Ok v => fails fs = Some false ∧ value_of waits objects t v x
    | Trap => fails fs = Some true
    | Wrong => True
    end.
  Proof using Hs Hfresh.
    intros Hx Hf. pose proof (covered _ _ _ Hf (proj2 (covers_read W Hfresh) e s)) as Hc.
    pose proof (lower_value W s waits variables constants objects Hs e x t) as Hv.
    destruct (eval W e s); auto.
  Qed.

  Theorem bytes_guarded e d n fs :
    lower_bytes variables constants e = Some (d, n) → guard_fails (guard_expr e) = Some fs →
    match eval W e s with
    | Ok v => fails fs = Some false ∧ ∃ l, v = VBytes l ∧ bytes_of waits objects l d n
    | Trap => fails fs = Some true
    | Wrong => True
    end.
  Proof using Hs Hfresh.
    intros Hx Hf. pose proof (covered _ _ _ Hf (proj2 (covers_read W Hfresh) e s)) as Hc.
    pose proof (proj2 (proj2 (lower_correct W s waits variables constants objects Hs) e) d n) as Hv.
    destruct (eval W e s); auto.
  Qed.

  Theorem place_guarded p l t fs :
    lower_place variables constants p = Some (l, t) → guard_fails (guard_place p) = Some fs →
    match get W p s with
    | Ok v => fails fs = Some false ∧ represents waits t v (denote objects (functions waits) l)
    | Trap => fails fs = Some true
    | Wrong => True
    end.
  Proof using Hs Hfresh.
    intros Hx Hf. pose proof (covered _ _ _ Hf (proj1 (covers_read W Hfresh) p s)) as Hc.
    pose proof (proj1 (lower_correct W s waits variables constants objects Hs) p l t) as Hv.
    destruct (get W p s); auto.
  Qed.
End guarded.
