(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Lines of C, and where their control goes.

    The printer says what each line is that it prints; [structured] puts them together as C's braces do.
    What is here is C's meaning of [if], [for (;;)], [break], [continue], [goto] and labels, and of two
    things that printed coroutines do: they store where they wait (f->at), and are entered again there. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd.
From Fairlead.Lang.Model Require Import Syntax.
From Fairlead.Lang.Guards Require Import Guards.
From Fairlead.Printed.Control Require Import Moves Equality Source.

Inductive target :=
| After (n : nat)                 (* after_n: *)
| Named (l : label).              (* label_n:, which the program jumps to *)
Inductive jump :=
| Break
| Continue
| To (t : target)                 (* goto *)
| Done                            (* goto done *)
| Out.                            (* return, in a function *)

Inductive line :=
| NLeaf (a : leaf)
| NIf (t : part) (negated : bool)              (* if (t) {   or   if (!(t)) { *)
| NElse                                        (* } else { *)
| NClose                                       (* } *)
| NIfJump (t : part) (negated : bool) (j : jump)  (* if (t) { j } *)
| NJump (j : jump)
| NFor                                         (* for (;;) { *)
| NHere (t : target)
| NStore (l : label)                           (* f->at = l; *)
| NPoint (l : label) (x : point) (stores : bool).  (* a suspension or call, [stores]: f->at = l in it *)

Inductive stat :=
| SSkip
| SLeaf (a : leaf)
| SSeq (s1 s2 : stat)
| SIf (t : part) (yes no : stat)
| SFor (s : stat)
| SJump (j : jump)
| SHere (t : target)
| SStore (l : label)
| SPoint (l : label) (x : point) (stores : bool).

#[global] Instance target_eq_dec : EqDecision target.
Proof. solve_decision. Defined.
#[global] Instance jump_eq_dec : EqDecision jump.
Proof. solve_decision. Defined.
#[global] Instance stat_eq_dec : EqDecision stat.
Proof. solve_decision. Defined.

Definition if_else (t : part) (negated : bool) (yes no : stat) : stat :=
  if negated then SIf t no yes else SIf t yes no.

(** The statements up to a brace that closes, and the lines from there on. *)
Fixpoint statements (n : nat) (lines : list line) : option (stat * list line) :=
  match n with
  | O => None
  | S n =>
      let before (s : stat) (ls : list line) :=
        match statements n ls with Some (rest, ls) => Some (SSeq s rest, ls) | None => None end in
      match lines with
      | [] => Some (SSkip, [])
      | l :: ls =>
          match l with
          | NElse | NClose => Some (SSkip, lines)
          | NLeaf a => before (SLeaf a) ls
          | NIf t negated =>
              match statements n ls with
              | Some (yes, NClose :: ls) => before (if_else t negated yes SSkip) ls
              | Some (yes, NElse :: ls) =>
                  match statements n ls with
                  | Some (no, NClose :: ls) => before (if_else t negated yes no) ls
                  | _ => None
                  end
              | _ => None
              end
          | NIfJump t negated j => before (if_else t negated (SJump j) SSkip) ls
          | NJump j => before (SJump j) ls
          | NFor =>
              match statements n ls with
              | Some (s, NClose :: ls) => before (SFor s) ls
              | _ => None
              end
          | NHere t => before (SHere t) ls
          | NStore l => before (SStore l) ls
          | NPoint l x stores => before (SPoint l x stores) ls
          end
      end
  end.

(** A body of C. *)
Definition structured (ls : list line) : option stat :=
  match statements (S (length ls)) ls with Some (s, []) => Some s | _ => None end.

(** ** Control *)
Inductive outer := OSeq (s : stat) | OFor (s : stat).
#[global] Instance outer_eq_dec : EqDecision outer.
Proof. solve_decision. Defined.

(** A statement, what comes after it, and what f->at is known to be. *)
Record text_position := Pos { stat_of : stat; outside : list outer; known_at : option label }.
#[global] Instance text_position_eq_dec : EqDecision text_position.
Proof. solve_decision. Defined.

(** The first statement that [is] asks for: what comes after it. *)
Fixpoint seek (is : stat → bool) (s : stat) (k : list outer) : option (list outer) :=
  match s with
  | SSeq s1 s2 => match seek is s1 (OSeq s2 :: k) with Some r => Some r | None => seek is s2 k end
  | SIf _ s1 s2 => match seek is s1 k with Some r => Some r | None => seek is s2 k end
  | SFor s1 => seek is s1 (OFor s1 :: k)
  | _ => if is s then Some k else None
  end.
Definition is_here (t : target) (s : stat) : bool := match s with SHere u => bool_decide (t = u) | _ => false end.

(** The innermost loop around, and what is outside of it. *)
Fixpoint innermost (k : list outer) : option (stat * list outer) :=
  match k with
  | [] => None
  | OFor s :: k => Some (s, k)
  | OSeq _ :: k => innermost k
  end.

Section text.
  Context (body : stat).

  Definition jumps (j : jump) (k : list outer) (at_ : option label) : fl_move text_position :=
    match j with
    | Break => match innermost k with Some (_, k) => Silent (Pos SSkip k at_) | None => Lost end
    | Continue => match innermost k with Some (s, k) => Silent (Pos (SFor s) k at_) | None => Lost end
    | To t => match seek (is_here t) body [] with Some k => Silent (Pos (SHere t) k at_) | None => Lost end
    | Done | Out => Returns
    end.

  Definition text_move (p : text_position) : fl_move text_position :=
    let at_ := known_at p in
    let k := outside p in
    match stat_of p with
    | SSkip =>
        match k with
        | [] => Returns
        | OSeq s :: k => Silent (Pos s k at_)
        | OFor s :: k => Silent (Pos (SFor s) k at_)
        end
    | SLeaf a => Does a (Pos SSkip k at_)
    | SSeq s1 s2 => Silent (Pos s1 (OSeq s2 :: k) at_)
    | SIf t yes no => Tests t (Pos yes k at_) (Pos no k at_)
    | SFor s => Turns (Pos s (OFor s :: k) at_)
    | SJump j => jumps j k at_
    | SHere (Named _) => Turns (Pos SSkip k at_)
    | SHere (After _) => Silent (Pos SSkip k at_)
    | SStore l => Silent (Pos SSkip k (Some l))
    | SPoint l x stores =>
        (* The switch over f->at comes back to its label, which C allows once: so f->at must be [l]. A point that
           stores it says nothing of f->at afterwards: a callee may have come to its end without a suspension. *)
        if (if stores then true else bool_decide (at_ = Some l)) then
          Waits l x (Pos SSkip k (if stores then None else Some l))
        else Lost
    end.
End text.
