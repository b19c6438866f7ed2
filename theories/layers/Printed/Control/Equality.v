(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What statements are made of can be compared. *)
From Coq Require Lists.List.
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd.
From Fairlead.Lang.Model Require Import Syntax.
From Fairlead.Lang.Guards Require Import Guards.

#[global] Instance width_eq_dec : EqDecision width.
Proof. solve_decision. Defined.
#[global] Instance endian_eq_dec : EqDecision endian.
Proof. solve_decision. Defined.
#[global] Instance arith_eq_dec : EqDecision arith.
Proof. solve_decision. Defined.
#[global] Instance compare_eq_dec : EqDecision compare.
Proof. solve_decision. Defined.

Fixpoint same_ty (t u : ty) : {t = u} + {t ≠ u}.
Proof.
  assert (∀ l k : list ty, {l = k} + {l ≠ k}) as IH by exact (Lists.List.list_eq_dec same_ty).
  decide equality; try apply IH; (apply width_eq_dec || apply N.eq_dec || apply Nat.eq_dec).
Defined.
#[global] Instance ty_eq_dec : EqDecision ty := same_ty.

Fixpoint same_place (p q : place) : {p = q} + {p ≠ q}
with same_expr (e f : expr) : {e = f} + {e ≠ f}.
Proof.
  - decide equality; (apply Nat.eq_dec || apply same_expr).
  - assert (∀ l k : list expr, {l = k} + {l ≠ k}) as IH by exact (Lists.List.list_eq_dec same_expr).
    decide equality; try apply IH;
      (apply Bool.bool_dec || apply width_eq_dec || apply Z.eq_dec || apply (Lists.List.list_eq_dec Z.eq_dec) ||
       apply arith_eq_dec || apply compare_eq_dec || apply N.eq_dec || apply Nat.eq_dec || apply same_place ||
       apply endian_eq_dec || apply same_ty).
Defined.
#[global] Instance place_eq_dec : EqDecision place := same_place.
#[global] Instance expr_eq_dec : EqDecision expr := same_expr.

#[global] Instance arg_eq_dec : EqDecision arg.
Proof. solve_decision. Defined.
#[global] Instance basic_eq_dec : EqDecision basic.
Proof. solve_decision. Defined.
#[global] Instance suspension_eq_dec : EqDecision suspension.
Proof. solve_decision. Defined.
#[global] Instance call_eq_dec : EqDecision call.
Proof. solve_decision. Defined.
#[global] Instance resumption_eq_dec : EqDecision resumption.
Proof. solve_decision. Defined.
#[global] Instance cmd_eq_dec : EqDecision fl_cmd.
Proof. solve_decision. Defined.
#[global] Instance item_eq_dec : EqDecision (item basic expr suspension call resumption).
Proof. solve_decision. Defined.

#[global] Instance ccheck_eq_dec : EqDecision ccheck.
Proof. solve_decision. Defined.
#[global] Instance cguard_eq_dec : EqDecision cguard.
Proof. solve_decision. Defined.
