(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The whole code of a function decoded: flat code, and where each of its instructions stands. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Run_trusted Flat_trusted.
From Fairlead.Asm.Bytes Require Import Operands_trusted Table_trusted Machine_trusted.
Local Open Scope N_scope.

(** What stands at an offset, and the next offset. *)
Notation line := (N * decoded * N)%type (only parsing).

Section listing.
  Context (names : list String.string) (o : object).

  Fixpoint sweep (fuel : nat) (pc : N) (rest : list N) : option (list line) :=
    match rest, fuel with
    | [], _ => Some []
    | _, O => None
    | _, S fuel =>
        match fetch names o pc rest with
        | Some (d, next) =>
            if pc <? next then option_map (cons (pc, d, next)) (sweep fuel next (skipn (N.to_nat (next - pc)) rest))
              else None
        | None => None
        end
    end.

  (** The position of an offset. *)
  Fixpoint position (l : list line) (pc : N) : option nat :=
    match l with
    | [] => None
    | (at_, _, _) :: l => if at_ =? pc then Some O else option_map S (position l pc)
    end.

  Definition target (l : list line) (next : N) (by_ : Z) : option nat :=
    match jump next by_ with Some pc => position l pc | None => None end.

  Definition flat_of (l : list line) (x : line) : option flat :=
    match x with
    | (_, Does i, _) => Some (FInstr i)
    | (_, Jumps by_, next) => option_map FJump (target l next by_)
    | (_, Branches c by_, next) => option_map (FBranch c) (target l next by_)
    | (_, Returns, _) => Some FHalt
    end.

  Definition ends (x : line) : bool := match x with (_, Returns, _) | (_, Jumps _, _) => true | _ => false end.

  (** Code does not run out at its end. *)
  Definition decode_function : option (list flat) :=
    match sweep (length (o_code o)) 0 (o_code o) with
    | Some l => if match last l with Some x => ends x | None => false end then mapM (flat_of l) l else None
    | None => None
    end.
End listing.
