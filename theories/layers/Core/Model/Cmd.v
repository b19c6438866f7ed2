(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Commands that suspend.

    Straight-line control with suspension points, parametric in everything
    that the compiler never looks into:
    - [B] basic statements, [T] tests;
    - [S] suspensions (a request to whoever drives us, and where the response goes);
    - [C] calls of other procedures, which may themselves suspend;
    - [R] resumptions of a suspended computation held as a value in the store.

    The .fl language is one instance, the counters of Example.v another. *)
From Fairlead.Base Require Import Prelude.

(** Labels of suspensions, calls, loops and goto targets. Within one procedure
    all of them are distinct ([labels] below). *)
Definition label := nat.
(** Procedures are named by their index in the program. *)
Definition procedure := nat.

Inductive cmd {B T S C R : Type} : Type :=
| Skip
| Do (b : B)
| Seq (c1 c2 : cmd)
| If (t : T) (c1 c2 : cmd)
| Block (c : cmd)                  (* [Exit 0] inside leaves it *)
| Loop (l : label) (c : cmd)       (* for ever; left by [Exit], [Goto] or [Return] *)
| Exit (n : nat)                   (* leaves the n-th enclosing block, innermost is 0 *)
| Label (l : label) (c : cmd)      (* where [Goto l] lands *)
| Goto (l : label)
| Suspend (l : label) (s : S)
| Call (l : label) (x : C)
| Resume (x : R)
| Return.
Arguments cmd : clear implicits.

Section cmd.
  Context {B T S C R : Type}.
  Local Notation cmd := (cmd B T S C R).

  (** What remains to be done after the command in focus, innermost first. *)
  Inductive item :=
  | KSeq (c : cmd)
  | KBlock
  | KLoop (l : label) (c : cmd).
  Definition kont := list item.

  (** Every label of a command, in order of appearance. *)
  Fixpoint labels (c : cmd) : list label :=
    match c with
    | Skip | Do _ | Exit _ | Goto _ | Resume _ | Return => []
    | Seq c1 c2 | If _ c1 c2 => labels c1 ++ labels c2
    | Block c => labels c
    | Loop l c | Label l c => l :: labels c
    | Suspend l _ | Call l _ => [l]
    end.

  (** [find l c k]: the command labelled [l] inside [c], with the continuation
      it has there when [c] itself runs under [k]. This is all the compiler
      needs: jumping to [l] is running what [find] returns. *)
  Fixpoint find (l : label) (c : cmd) (k : kont) : option (cmd * kont) :=
    match c with
    | Skip | Do _ | Exit _ | Goto _ | Resume _ | Return => None
    | Seq c1 c2 =>
        match find l c1 (KSeq c2 :: k) with
        | Some r => Some r
        | None => find l c2 k
        end
    | If _ c1 c2 =>
        match find l c1 k with
        | Some r => Some r
        | None => find l c2 k
        end
    | Block c1 => find l c1 (KBlock :: k)
    | Loop m c1 => if decide (l = m) then Some (c, k) else find l c1 (KLoop m c1 :: k)
    | Label m c1 => if decide (l = m) then Some (c, k) else find l c1 k
    | Suspend m _ | Call m _ => if decide (l = m) then Some (c, k) else None
    end.

  (** [leave n k]: the continuation after leaving the n-th enclosing block. *)
  Fixpoint leave (n : nat) (k : kont) : option kont :=
    match k with
    | [] => None
    | KBlock :: k => match n with 0 => Some k | Datatypes.S n => leave n k end
    | _ :: k => leave n k
    end.
End cmd.
Arguments item : clear implicits.
Arguments kont : clear implicits.
