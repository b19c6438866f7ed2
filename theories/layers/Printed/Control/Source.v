(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Where the control of a command goes.

    A position is a command and what is to be done after it, as in
    [Core.Model.Semantics]: [source_semantics] says that each step of the semantics inside of a
    procedure is the move of its position. A test is taken apart as it was
    lowered ([Lang.Guards.Tests]): which parts are tested, in which order. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics.
From Fairlead.Lang.Model Require Import Syntax.
From Fairlead.Lang.Guards Require Import Guards Tests.
From Fairlead.Printed.Control Require Import Moves Equality.

(** What one line of C does, as far as control is concerned. *)
Inductive leaf :=
| LBasic (b : basic)
| LCall (l : label) (x : call)
| LResume (x : resumption)
| LAnswer (l : label) (x : suspension)    (* the answer is taken *)
| LEnter (l : label) (x : call).          (* a called coroutine gets its arguments *)
(** Where a coroutine waits: for an answer, or for a coroutine that it calls. *)
Inductive point := PAsk (l : label) (x : suspension) | PCall (l : label) (x : call).
(** A test without [!] and [&&] that are lowered: its guard, then the expression. *)
Definition part : Type := cguard * expr.
(** What control depends on: a test, or whether the coroutine that was called has come to its end in this step. *)
Inductive question := QTest (t : part) | QDone (l : label) (x : call).

#[global] Instance leaf_eq_dec : EqDecision leaf.
Proof. solve_decision. Defined.
#[global] Instance point_eq_dec : EqDecision point.
Proof. solve_decision. Defined.
#[global] Instance part_eq_dec : EqDecision part := _.
#[global] Instance question_eq_dec : EqDecision question.
Proof. solve_decision. Defined.
#[global] Instance ctest_eq_dec : EqDecision ctest.
Proof. solve_decision. Defined.

Notation fl_move := (move leaf question point).
Notation fl_event := (event leaf question point).

Inductive source_position :=
| Focus (c : fl_cmd) (k : fl_kont)
| Asking (t : ctest) (yes no : source_position)
| Answered (l : label) (x : suspension) (k : fl_kont)
| Calling (l : label) (x : call) (k : fl_kont)      (* what was called takes a step *)
| Waiting (l : label) (x : call) (k : fl_kont).     (* which was not its last *)

#[global] Instance source_position_eq_dec : EqDecision source_position.
Proof. solve_decision. Defined.

Section source.
  (** Which procedures are coroutines; how tests are lowered; the body of the procedure. *)
  Context (suspending : procedure → bool) (lowered : expr → ctest) (body : fl_cmd).

  Definition source_move (p : source_position) : fl_move source_position :=
    match p with
    | Asking (CTest g e) yes no => Tests (QTest (g, e)) yes no
    | Asking (CNot t) yes no => Silent (Asking t no yes)
    | Asking (CBoth t u) yes no => Silent (Asking t (Asking u yes no) no)
    | Answered l x k => Does (LAnswer l x) (Focus Skip k)
    | Calling l x k => Tests (QDone l x) (Focus Skip k) (Waiting l x k)
    | Waiting l x k => Waits (PCall l x) (Calling l x k)
    | Focus c k =>
        match c with
        | Skip =>
            match k with
            | [] => Returns
            | KSeq c :: k => Silent (Focus c k)
            | KBlock :: k => Silent (Focus Skip k)
            | KLoop l c :: k => Silent (Focus (Loop l c) k)
            end
        | Do (BLine _) => Silent (Focus Skip k)
        | Do b => Does (LBasic b) (Focus Skip k)
        | Seq c1 c2 => Silent (Focus c1 (KSeq c2 :: k))
        | If e c1 c2 => Silent (Asking (lowered e) (Focus c1 k) (Focus c2 k))
        | Block c => Silent (Focus c (KBlock :: k))
        | Loop l c => Turns (Focus c (KLoop l c :: k))
        | Exit n => match leave n k with Some k => Silent (Focus Skip k) | None => Lost end
        | Label _ c => Turns (Focus c k)
        | Goto l =>
            match find l body [] with
            | Some (Label m c, k) => Silent (Focus (Label m c) k)
            | _ => Lost
            end
        | Suspend l x => Waits (PAsk l x) (Answered l x k)
        | Call l x =>
            if suspending (callee x) then Does (LEnter l x) (Calling l x k)
            else Does (LCall l x) (Focus Skip k)
        | Resume x => Does (LResume x) (Focus Skip k)
        | Return => Returns
        end
    end.

  (** What the semantics does at a move. *)
  Section semantics.
    Context {P frame request response result : Type}.
    Context (D : dynamics basic expr suspension call resumption (store P) frame request response result).
    Context (p : procedure) (Hcode : code D p = Some body).
    Context (Hline : ∀ n s, run D p (BLine n) s = Ok s).

    Theorem source_semantics c k s ls :
      match source_move (Focus c k) with
      | Silent (Focus c' k') | Turns (Focus c' k') => step D (Running c p k s ls) = Go (Running c' p k' s ls)
      | Silent (Asking t yes no) =>
          ∃ e c1 c2, c = If e c1 c2 ∧ t = lowered e ∧ yes = Focus c1 k ∧ no = Focus c2 k ∧
            step D (Running c p k s ls) =
              settle (test D e s) (λ b : bool, Go (Running (if b then c1 else c2) p k s ls))
      | Does (LBasic b) (Focus c' k') =>
          step D (Running c p k s ls) = settle (run D p b s) (λ s, Go (Running c' p k' s ls))
      | Does (LCall l x) q => c = Call l x ∧ q = Focus Skip k
      | Does (LResume x) q => c = Resume x ∧ q = Focus Skip k
      | Does (LEnter l x) q =>
          c = Call l x ∧ q = Calling l x k ∧
          step D (Running c p k s ls) =
            settle (enter_call D x s) (λ '(p', s'),
              match code D p' with
              | Some c => Go (Running c p' [] s' (Caller l x p k (park D p l s) :: ls))
              | None => Stuck
              end)
      | Waits (PAsk l x) q =>
          c = Suspend l x ∧ q = Answered l x k ∧
          step D (Running c p k s ls) =
            settle (ask D x s) (unwind D ls [save D p (Suspend l x) k (park D p l s)])
      | Does (LAnswer _ _) _ | Waits (PCall _ _) _ => False
      | Returns => step D (Running c p k s ls) = return_to D p s ls
      | Tests _ _ _ => False
      | _ => True
      end.
    Proof using Hcode Hline.
      destruct c as [|b| | | | |n|l c|l|l x|l x|x|]; simpl; rewrite ?Hcode; simpl; try done.
      - by destruct k as [|[]].
      - destruct b; simpl; try done. by rewrite Hline.
      - by eauto 10.
      - by destruct (leave n k).
      - by destruct (find l body []) as [[[] ?]|].
      - by destruct (suspending (callee x)).
    Qed.
  End semantics.
End source.
