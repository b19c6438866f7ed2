(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What an instruction with other operands in memory is: the same, with these. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Semantics_trusted Describe_trusted.
From Fairlead.Asm.Bytes Require Import Erased.
Local Open Scope N_scope.

Section over.
  Context (f : mem → mem).

  Definition over_access (a : access) : access := Access (a_use a) (f (a_mem a)) (a_bytes a) (a_align a).
  Definition over_desc (d : desc op) : desc op :=
    Desc (d_op d) (d_in d) (option_map over_access (d_access d)) (d_out d).

  (** The stack is where %rsp is. *)
  Context (Hstack : ∀ z r, f (Mem (BaseReg RSP) None z r) =
    Mem (BaseReg RSP) None (m_disp (f (Mem (BaseReg RSP) None z r))) (m_region (f (Mem NoBase None 0 r)))).
  Context (Hpush : ∀ r, m_disp (f (Mem (BaseReg RSP) None (-8) r)) = (-8)%Z).
  Context (Hpop : ∀ r, m_disp (f (Mem (BaseReg RSP) None 0 r)) = 0%Z).

  Lemma describe_over i : describe (over f i) = option_map over_desc (describe i).
  Proof using Type*.
    destruct i; cbn;
      repeat match goal with
      | x : rm |- _ => destruct x
      | x : rmi |- _ => destruct x
      | x : vm |- _ => destruct x
      end; cbn;
      repeat match goal with
      | |- context [only_if ?b _] => destruct b; cbn
      | |- context [if ?b then _ else _] => destruct b; cbn
      | o : carryop |- _ => destruct o
      | o : shift |- _ => destruct o; cbn
      | o : bitop |- _ => destruct o; cbn
      end; try reflexivity;
      unfold over_desc, over_access, scalar; cbn; by rewrite (Hstack _ region), ?Hpush, ?Hpop.
  Qed.
End over.
