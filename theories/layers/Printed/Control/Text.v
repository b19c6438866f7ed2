(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Lines of C, and where their control goes.

    The printer says what each line is that it prints; [written] says of which statements they are the lines.
    What is here is C's meaning of [if], [for (;;)], [break], [continue], [goto], labels and [switch], and of
    what printed coroutines do: they store in f->at where they wait, and return; when they are called
    again, a switch over f->at at their entry jumps to a label. *)
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Core.Model Require Import Cmd.
From Fairlead.Lang.Model Require Import Syntax.
From Fairlead.Lang.Guards Require Import Guards.
From Fairlead.Printed.Control Require Import Moves Equality Source.

Inductive target :=
| After (n : nat)                 (* after_n: *)
| Named (l : label)               (* label_n:, which the program jumps to *)
| Stop (n : nat).                 (* at_n:, which the switch at the entry jumps to *)
Inductive jump :=
| Break
| Continue
| To (t : target)                 (* goto *)
| Done                            (* goto done *)
| Out.                            (* return, in a function *)

Inductive statement :=
| NLeaf (a : leaf)
| NIfJump (t : part) (negated : bool) (j : jump)  (* if (t) { j }   or   if (!(t)) { j } *)
| NJump (j : jump)
| NHere (t : target)
| NStore (n : nat)                                (* f->at = n; *)
| NAsk (l : label) (x : suspension) (stored : option nat)  (* its arguments; f->at = stored; return *)
| NStep (l : label) (x : call) (stored : option nat).
  (* the callee takes a step; unless it has come to its end: { f->at = stored; return } *)

Inductive line :=
| NLine (l : statement)
| NIf (t : part) (negated : bool)                 (* if (t) {   or   if (!(t)) { *)
| NElse                                           (* } else { *)
| NFor                                            (* for (;;) { *)
| NClose.                                         (* } *)

(** The entry of a coroutine, and its function that says what it waits for. *)
Record switch := Switch {
  likely : list (nat * nat);      (* if (f->at == n) { goto at_m; } *)
  cases : list (nat * nat);       (* then switch (f->at): case 1: break; case n: goto at_m; default: return TRAP *)
  told : list (nat * point)       (* switch (f->at): case n: return what this point waits for *)
}.

Inductive stat :=
| SSkip
| SLine (l : statement)
| SSeq (s1 s2 : stat)
| SIf (t : part) (negated : bool) (s1 s2 : stat)
| SFor (s : stat).

(** The lines of a body of C. *)
Fixpoint written (s : stat) : list line :=
  match s with
  | SSkip => []
  | SLine l => [NLine l]
  | SSeq s1 s2 => written s1 ++ written s2
  | SIf t negated s1 s2 => NIf t negated :: written s1 ++ NElse :: written s2 ++ [NClose]
  | SFor s => NFor :: written s ++ [NClose]
  end.

(** ** Control *)
Inductive outer := OSeq (s : stat) | OFor (s : stat).

(** [at]: the number in f->at. [None]: nobody knows; from [Entering (Some 1)] control never gets there. *)
Inductive text_position :=
| Pos (s : stat) (k : list outer) (at_ : option nat)   (* a statement, what comes after it *)
| Leaving (x : point) (at_ : option nat)               (* returning, as [x] waits *)
| Entering (at_ : option nat).                         (* called *)

(** Each label, as a number, and what comes after it. *)
Definition key (t : target) : nat := match t with After n => 3 * n | Named l => 3 * l + 1 | Stop n => 3 * n + 2 end.
Fixpoint labels (s : stat) (k : list outer) : list (nat * list outer) :=
  match s with
  | SSeq s1 s2 => labels s1 (OSeq s2 :: k) ++ labels s2 k
  | SIf _ _ s1 s2 => labels s1 k ++ labels s2 k
  | SFor s1 => labels s1 (OFor s1 :: k)
  | SLine (NHere t) => [(key t, k)]
  | _ => []
  end.

(** Of each number the first that there is. *)
Definition by_number {B} (l : list (nat * B)) : table B :=
  fold_right (λ '(n, b), trie_add (Pos.of_succ_nat n) b) Leaf l.

(** The innermost loop around, and what is outside of it. *)
Fixpoint innermost (k : list outer) : option (stat * list outer) :=
  match k with
  | [] => None
  | OFor s :: k => Some (s, k)
  | OSeq _ :: k => innermost k
  end.

(** A function of C; f->at can hold numbers below [at_limit]. *)
Record text := Text {
  likely_at : table nat; case_at : table nat; told_at : table point; label_at : table (list outer);
  at_limit : nat; body_of : stat
}.
Definition whole (e : switch) (limit : nat) (s : stat) : text :=
  Text (by_number (likely e)) (by_number (cases e)) (by_number (told e)) (by_number (labels s [])) limit s.

Inductive way := Beginning | To_stop (n : nat) | Ended.
Definition arrives (t : text) (n : nat) : way :=
  match look (likely_at t) n with
  | Some m => To_stop m
  | None =>
      if Init.Nat.eqb n 1 then Beginning
      else match look (case_at t) n with Some m => To_stop m | None => Ended end
  end.

Section text.
  Context (t : text).

  Definition lands (u : target) (at_ : option nat) : fl_move text_position :=
    match look (label_at t) (key u) with Some k => Silent (Pos (SLine (NHere u)) k at_) | None => Lost end.

  Definition jumps (j : jump) (k : list outer) (at_ : option nat) : fl_move text_position :=
    match j with
    | Break => match innermost k with Some (_, k) => Silent (Pos SSkip k at_) | None => Lost end
    | Continue => match innermost k with Some (s, k) => Silent (Pos (SFor s) k at_) | None => Lost end
    | To u => lands u at_
    | Done | Out => Returns
    end.

  Definition tests (u : part) (negated : bool) (p q : text_position) : fl_move text_position :=
    if negated then Tests (QTest u) q p else Tests (QTest u) p q.

  Definition store_at (stored at_ : option nat) : option nat :=
    match stored with Some n => if Init.Nat.ltb n (at_limit t) then Some n else None | None => at_ end.

  (** Whoever asks what it waits for is told by the number in f->at. *)
  Definition leaves (x : point) (at_ : option nat) : fl_move text_position :=
    match at_ ≫= λ n, look (told_at t) n with
    | Some y => if bool_decide (x = y) then Waits x (Entering at_) else Lost
    | None => Lost
    end.

  Definition enters (at_ : option nat) : fl_move text_position :=
    match arrives t <$> at_ with
    | Some Beginning => Silent (Pos (body_of t) [] at_)
    | Some (To_stop m) => lands (Stop m) at_
    | Some Ended | None => Lost
    end.

  Definition text_move (p : text_position) : fl_move text_position :=
    match p with
    | Entering at_ => enters at_
    | Leaving x at_ => leaves x at_
    | Pos s k at_ =>
        match s with
        | SSkip =>
            match k with
            | [] => Returns
            | OSeq s :: k => Silent (Pos s k at_)
            | OFor s :: k => Silent (Pos (SFor s) k at_)
            end
        | SSeq s1 s2 => Silent (Pos s1 (OSeq s2 :: k) at_)
        | SIf u negated s1 s2 => tests u negated (Pos s1 k at_) (Pos s2 k at_)
        | SFor s => Turns (Pos s (OFor s :: k) at_)
        | SLine l =>
            let next := Pos SSkip k in
            match l with
            | NLeaf a => Does a (next at_)
            | NIfJump u negated j => tests u negated (Pos (SLine (NJump j)) k at_) (next at_)
            | NJump j => jumps j k at_
            | NHere (Named _) => Turns (next at_)
            | NHere _ => Silent (next at_)
            | NStore n => Silent (next (store_at (Some n) at_))
            | NAsk l x stored => leaves (PAsk l x) (store_at stored at_)
            | NStep l x stored => Tests (QDone l x) (next at_) (Leaving (PCall l x) (store_at stored at_))
            end
        end
    end.
End text.
