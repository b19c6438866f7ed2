(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Structured code, as people write and reason about it: sequences, conditionals, loops. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Run_trusted Flat_trusted.

Inductive code : Set :=
  | CSkip
  | CInstr (i : instr)
  | CSeq (a b : code)
  | CIf (c : cc) (a b : code)            (* on flags set before *)
  | CLoop (a : code) (c : cc) (b : code) (* a; while c holds: b; a *).

(** What a run leads to, and what is seen of it. A [while] loop is a [CLoop] that tests last in [a];
    a [do]-[while] loop has [CSkip] for [b]. *)
Inductive executes (g : env) : code -> state -> state -> list event -> Prop :=
  | E_Skip s : executes g CSkip s s []
  | E_Instr i s s' t : exec g i s = Some (s', t) -> executes g (CInstr i) s s' t
  | E_Seq a b s s1 s2 t1 t2 :
      executes g a s s1 t1 -> executes g b s1 s2 t2 -> executes g (CSeq a b) s s2 (t1 ++ t2)
  | E_If c a b s s' h t :
      test c s = Some h -> executes g (if h : bool then a else b) s s' t ->
      executes g (CIf c a b) s s' (EBranch h :: t)
  | E_Exit a c b s s1 t :
      executes g a s s1 t -> test c s1 = Some false -> executes g (CLoop a c b) s s1 (t ++ [EBranch false])
  | E_Again a c b s s1 s2 s3 t1 t2 t3 :
      executes g a s s1 t1 -> test c s1 = Some true -> executes g b s1 s2 t2 ->
      executes g (CLoop a c b) s2 s3 t3 ->
      executes g (CLoop a c b) s s3 (t1 ++ EBranch true :: t2 ++ t3).
