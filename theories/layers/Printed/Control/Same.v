(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The lines that are printed, and the switch at the entry, have the command's control. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd.
From Fairlead.Lang.Model Require Import Syntax.
From Fairlead.Lang.Guards Require Import Tests.
From Fairlead.Printed.Control Require Import Moves Equality Source Text Braces Agree.

#[global] Instance target_eq_dec : EqDecision target.
Proof. solve_decision. Defined.
#[global] Instance jump_eq_dec : EqDecision jump.
Proof. solve_decision. Defined.
#[global] Instance statement_eq_dec : EqDecision statement.
Proof. solve_decision. Defined.
#[global] Instance stat_eq_dec : EqDecision stat.
Proof. solve_decision. Defined.
#[global] Instance outer_eq_dec : EqDecision outer.
Proof. solve_decision. Defined.
#[global] Instance text_position_eq_dec : EqDecision text_position.
Proof. solve_decision. Defined.

(** ** What is in f->at may be forgotten *)
Definition forgotten (p : text_position) : text_position :=
  match p with Pos s k _ => Pos s k None | Leaving x _ => Leaving x None | Entering _ => Entering None end.
Definition below (p q : text_position) : Prop := p = q ∨ forgotten p = q.
#[global] Instance below_dec p q : Decision (below p q).
Proof. unfold below. apply _. Defined.

Lemma below_refl p : below p p.
Proof. by left. Qed.
Lemma below_trans p q r : below p q → below q r → below p r.
Proof. intros [<-|<-] [<-|<-]; [by left|by right|by right|right; by destruct p]. Qed.

Lemma below_next (t : text) p q : below p q → move_below below (text_move t p) (text_move t q).
Proof.
  assert (∀ m : fl_move text_position, move_below below m m) as Hm by (intros []; constructor; by left).
  intros [<-|<-]; [done|]. destruct p as [s k a|x a|a]; simpl; [|constructor..].
  destruct s; simpl; unfold jumps, lands, tests, store_at; repeat case_match; try apply Hm; constructor;
    (by left) || by right.
Qed.

(** ** The comparison *)

(** Where control begins: a coroutine is called with 1 in f->at, a function has no entry of its own. *)
Definition beginning (coroutine : bool) (s : stat) : text_position :=
  if coroutine then Entering (Some 1) else Pos s [] None.

(** [patience] and [find] are whoever's: with bad ones the answer is no. *)
Definition same_control (patience : nat) (suspending : procedure → bool) (lowered : expr → ctest) (body : fl_cmd)
    (coroutine : bool) (limit : nat) (e : switch) (lines : list line)
    (find : text → list (pair (P1 := source_position) (P2 := text_position))) : bool :=
  match structured lines with
  | Some s =>
      let t := whole e limit s in
      agree (source_move suspending lowered body) (text_move t) below patience (find t)
        (Focus body []) (beginning coroutine s) &&
      match arrives t 0 with Ended => true | _ => false end
  | None => false
  end.

(** What is accepted is a body of C, from whose beginning control makes the
    traces that it makes from the command's, and is never lost; a coroutine that has
    come to its end does nothing more. *)
Theorem same_control_ran patience suspending lowered body coroutine limit e lines find :
  same_control patience suspending lowered body coroutine limit e lines find = true →
  ∃ s, written s = lines ∧
    (∀ tr x, ran (source_move suspending lowered body) (Focus body []) tr x ↔
             ran (text_move (whole e limit s)) (beginning coroutine s) tr x) ∧
    (∀ tr, ¬ ran (text_move (whole e limit s)) (beginning coroutine s) tr Astray) ∧
    arrives (whole e limit s) 0 = Ended.
Proof.
  unfold same_control. destruct (structured lines) as [s|] eqn:Hs; [|done].
  intros [[Hlead Hclosed]%andb_prop Hend]%andb_prop. exists s.
  apply structured_written in Hs.
  destruct (agree_ran _ _ below patience below_trans (below_next _) _ Hclosed below_refl _ _ Hlead).
  split_and!; try done. by destruct (arrives _ 0).
Qed.
