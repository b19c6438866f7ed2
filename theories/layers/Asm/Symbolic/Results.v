(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** How many results each operation has: it depends on the operation and the
    number of arguments only, never on values. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted Semantics_trusted.

Definition results (o : op) (n : nat) : nat :=
  match o, n with
  | OCopies, n => n
  | OLow _, 1 | OReverse _, 1 => 1
  | OAlu (ADC | SBB) _, 3 => 7
  | OAlu (ADD | SUB) _, 2 => 7
  | OAlu (AND | OR | XOR) _, 2 => 4
  | OCmp CMP _, 2 => 6
  | OCmp TEST _, 2 => 3
  | OUn (INC | DEC) _, 1 => 6
  | OUn NEG _, 1 => 7
  | OUn NOT _, 1 => 1
  | OShift (SHL | SHR | SAR) _ k, 1 => if N.eqb k 1 then 6 else 5
  | OShift (ROL | ROR) _ k, 1 => if N.eqb k 1 then 3 else 2
  | OShiftBy _ _, 2 => 1
  | OBmi (PEXT | PDEP) _, 2 => 1
  | OBmi ANDN _, 2 => 3
  | OShiftd _ _ k, 2 => if N.eqb k 1 then 6 else 5
  | OShiftdBy _ _, 3 | ONot, 1 | OSigned, 1 => 1
  | OBit BT _ _, 1 => 1
  | OBit _ _ _, 1 | OScan _, 2 => 2
  | OMul _, 2 | OImulWide _, 2 => 4
  | OImul _, 2 | ORotc _ _, 2 => 3
  | OPopcnt _, 1 => 2
  | OMulx _, 2 | OAdx _, 3 | OPush, 2 | OPop, 2 => 2
  | OCmov _ _, S (S _) | OSet _, S _ => 1
  | OV2 _ 1, 2 | OV1 _ 1, 1 | OVShift _ _ 1, 1 => 1
  | OV2 _ 2, 4 | OV1 _ 2, 2 | OVShift _ _ 2, 2 => 2
  | OInsert _ _, 2 | OExtract _ _, 1 | OExtract128 _, 2 => 1
  | OInsert128 _, 3 | OPerm128 _, 4 | OPermq _, 2 | OTwice, 1 | OPermd, 4 => 2
  | OSpread _ lanes, 1 => lanes
  | OWiden 1, 1 | OMask _ 1, 1 | OMask _ 2, 2 | OBlendBytes 1, 3 => 1
  | OWiden 2, 1 | OBlendBytes 2, 6 => 2
  | _, _ => 0
  end.

Lemma sem_results o args : length (sem o args) = results o (length args).
Proof.
  (* what decides how many there are, whatever operations there are *)
  destruct o; try done;
    repeat match goal with
      | o : alu |- _ => destruct o
      | o : cmpop |- _ => destruct o
      | o : unop |- _ => destruct o
      | o : shift |- _ => destruct o
      | o : bmi |- _ => destruct o
      | o : bitop |- _ => destruct o
      | o : rotc |- _ => destruct o
      end;
    try match goal with
      | |- context [OV2 _ ?lanes] => destruct lanes as [|[|[|lanes]]]
      | |- context [OV1 _ ?lanes] => destruct lanes as [|[|[|lanes]]]
      | |- context [OVShift _ _ ?lanes] => destruct lanes as [|[|[|lanes]]]
      | |- context [OWiden ?lanes] => destruct lanes as [|[|[|lanes]]]
      | |- context [OMask _ ?lanes] => destruct lanes as [|[|[|lanes]]]
      | |- context [OBlendBytes ?lanes] => destruct lanes as [|[|[|lanes]]]
      end;
    destruct args as [|a1 [|a2 [|a3 [|a4 [|a5 [|a6 [|a7 args]]]]]]]; try reflexivity;
    cbn; unfold logic, shift_sem, shiftd_sem, scan_sem; cbn; repeat case_match; try apply repeat_length;
    try reflexivity; try done.
Qed.
