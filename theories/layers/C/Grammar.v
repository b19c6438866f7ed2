(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * C's grammar reads a tree's tokens as that tree.

    Each production of C11 6.5 has a level; an operand must be of the level that
    its place demands, or in parentheses. A printer that writes a grammatical tree
    down as it stands has nothing to decide. *)
From Fairlead.C Require Export Syntax.
From Fairlead.Base Require Import Prelude.

(** From the comma's operands up. *)
Definition conditional := 2.
Definition logical_or := 3.
Definition logical_and := 4.
Definition cast := 13.
Definition unary := 14.
Definition postfix := 15.

Definition operator_level (op : operator) : nat :=
  match op with
  | OOr => 5 | OXor => 6 | OAnd => 7
  | OEq | ONe => 8
  | OLt | OGt | OLe | OGe => 9
  | OShl | OShr => 10
  | OAdd | OSub => 11
  | OMul | ODiv | ORem => 12
  end.

Section grammar.
  Context {V M F : Type}.
  Implicit Types (e : cexpr V M F) (l : clvalue V M F).

  (** The production that a tree is of. *)
  Definition level e : nat :=
    match e with
    | XConstant _ _ | XBool _ | XRead _ _ | XParen _ | XCall _ _ _ => postfix
    | XAddress _ | XNot _ | XComplement _ => unary
    | XString _ | XCast _ _ => cast
    | XBinary op _ _ => operator_level op
    | XAndAlso _ _ => logical_and
    | XOrElse _ _ => logical_or
    | XChoice _ _ _ => conditional
    end.

  Definition at_least (n : nat) e : bool := n <=? level e.

  Fixpoint grammatical e : bool :=
    match e with
    | XConstant _ z => (0 <=? z)%Z
    | XBool _ | XString _ => true
    | XRead _ l | XAddress l => grammatical_lvalue l
    | XParen e => grammatical e
    | XNot e | XComplement e | XCast _ e => grammatical e && at_least cast e
    | XBinary op e1 e2 =>
        grammatical e1 && grammatical e2 && at_least (operator_level op) e1 && at_least (S (operator_level op)) e2
    | XAndAlso e1 e2 => grammatical e1 && grammatical e2 && at_least logical_and e1 && at_least (S logical_and) e2
    | XOrElse e1 e2 => grammatical e1 && grammatical e2 && at_least logical_or e1 && at_least (S logical_or) e2
    | XChoice e e1 e2 =>
        grammatical e && grammatical e1 && grammatical e2 && at_least logical_or e && at_least conditional e2
    | XCall _ _ es => forallb grammatical es
    end
  with grammatical_lvalue l : bool :=
    match l with
    | LVariable _ => true
    | LMember l _ => grammatical_lvalue l
    | LSubscript e i => grammatical e && grammatical i && at_least postfix e
    end.
End grammar.
