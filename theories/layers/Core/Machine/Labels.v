(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Labels are distinct: a check in one pass.

    The front end numbers labels in order of appearance, so that it is enough
    to see them increase: no sets, no quadratic comparison. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd.

Section labels.
  Context {B T S C R : Type}.
  Local Notation cmd := (cmd B T S C R).

  (** The first number above the labels of [c], if they increase from [lo] on. *)
  Fixpoint increasing (c : cmd) (lo : nat) : option nat :=
    match c with
    | Skip | Do _ | Exit _ | Goto _ | Resume _ | Return => Some lo
    | Seq c1 c2 | If _ c1 c2 =>
        match increasing c1 lo with Some lo => increasing c2 lo | None => None end
    | Block c => increasing c lo
    | Loop l c | Label l c => if lo <=? l then increasing c (Datatypes.S l) else None
    | Suspend l _ | Call l _ => if lo <=? l then Some (Datatypes.S l) else None
    end.

  Lemma increasing_bounds c lo hi :
    increasing c lo = Some hi → lo ≤ hi ∧ (∀ l, l ∈ labels c → lo ≤ l < hi) ∧ NoDup (labels c).
  Proof.
    revert lo hi; induction c; simpl; intros lo hi ?;
      repeat (case_match; simplify_eq); simplify_eq;
      repeat match goal with
        | IH : ∀ _ _, increasing ?c _ = Some _ → _, H : increasing ?c _ = Some _ |- _ =>
            destruct (IH _ _ H) as (? & ? & ?); clear H
        | H : (_ <=? _) = true |- _ => apply Nat.leb_le in H
        end;
      repeat setoid_rewrite elem_of_app; repeat setoid_rewrite elem_of_cons;
      rewrite ?NoDup_app, ?NoDup_cons;
      repeat match goal with
        | |- _ ∧ _ => split
        | |- ∀ _, _ => intro
        | |- NoDup [] => constructor
        | |- ¬ _ => intro
        | H : _ ∨ _ |- _ => destruct H
        | H : _ ∈ [] |- _ => by apply elem_of_nil in H
        | H : ?l ∈ labels ?c, H' : ∀ _, _ ∈ labels ?c → _ |- _ => apply H' in H
        | _ => done || lia
        end.
  Qed.

  Corollary increasing_distinct c lo hi : increasing c lo = Some hi → NoDup (labels c).
  Proof. by intros (_ & _ & ?)%increasing_bounds. Qed.
End labels.
