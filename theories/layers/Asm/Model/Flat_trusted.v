(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Flat code, as machines have it: instructions and jumps to positions. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Semantics_trusted Describe_trusted Run_trusted.
Local Open Scope N_scope.

Inductive flat : Set :=
  | FInstr (i : instr)
  | FJump (target : nat)
  | FBranch (c : cc) (target : nat)
  | FHalt.

(** Whether a condition holds; [None] if a flag it reads is undefined. *)
Definition test (c : cc) (s : state) : option bool :=
  if forallb (fun f => defined s (F f)) (cc_flags c)
  then Some (cc_holds c (map (fun f => locs s (F f)) (cc_flags c))) else None.

(** One step from position [pc]. Where a conditional jump goes is seen by an observer. *)
Definition flat_step (g : env) (p : list flat) (pc : nat) (s : state) : option (nat * state * list event) :=
  match nth_error p pc with
  | Some (FInstr i) => match exec g i s with Some (s, t) => Some (S pc, s, t) | None => None end
  | Some (FJump target) => Some (target, s, [])
  | Some (FBranch c target) =>
      match test c s with
      | Some b => Some (if b then target else S pc, s, [EBranch b])
      | None => None
      end
  | Some FHalt | None => None
  end.

(** [n] steps: where they lead, and what was seen. *)
Fixpoint flat_steps (g : env) (p : list flat) (n : nat) (pc : nat) (s : state) : option (nat * state * list event) :=
  match n with
  | O => Some (pc, s, [])
  | S n =>
      match flat_step g p pc s with
      | Some (pc, s, t) =>
          match flat_steps g p n pc s with Some (pc, s, us) => Some (pc, s, t ++ us) | None => None end
      | None => None
      end
  end.
