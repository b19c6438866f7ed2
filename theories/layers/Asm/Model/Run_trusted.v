(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Running straight-line code. The leakage of a run is the list of what each
    instruction leaked, one chunk per instruction. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Semantics_trusted Describe_trusted.

(** [None] is an error: no such instruction, or see [effect_of]. *)
Definition exec (g : env) (i : instr) (s : state) : option (state * list event) :=
  match describe i with Some d => step sem g d s | None => None end.

Fixpoint run (g : env) (p : list instr) (s : state) : option (state * list (list event)) :=
  match p with
  | [] => Some (s, [])
  | i :: p =>
      match exec g i s with
      | Some (s, t) =>
          match run g p s with Some (s, ts) => Some (s, t :: ts) | None => None end
      | None => None
      end
  end.

(** Which pairs of regions the programmer declares to be disjoint, and the
    machines for which that is true. *)
Definition relation := N -> N -> bool.

Definition inside (r : region) (x : N) : Prop := (r_base r <= x < r_base r + r_size r)%N.

Definition respects (g : env) (rel : relation) : Prop :=
  forall r1 r2, rel r1 r2 = true -> forall x, inside (regions g r1) x -> inside (regions g r2) x -> False.

(** Runs from related states leak the same. *)
Definition constant_time (g : env) (same : state -> state -> Prop) (p : list instr) : Prop :=
  forall s1 s2 s1' s2' ts1 ts2, same s1 s2 ->
    run g p s1 = Some (s1', ts1) -> run g p s2 = Some (s2', ts2) -> ts1 = ts2.
