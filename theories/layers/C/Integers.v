(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * C's integers: types, promotion, conversion, operators.

    Of C11, where [int] has 32 bits and the widest type 64: gcc and clang on every
    processor that the printed C asserts its layout for. [None] is whatever a
    program must not rely on: undefined behaviour (overflow of a signed type, division
    by zero, shifts by too much), and also what C leaves to the implementation
    (conversion to a signed type of what it cannot hold, shifts right of what is
    negative). *)
From Fairlead.Base Require Import Prelude.
Local Open Scope Z_scope.

(** [I32] is [int]. [I64] is what a decimal constant has that [int] cannot hold. *)
Inductive itype := IBool | U8 | U16 | U32 | U64 | I32 | I64.

Definition itype_eqb (t t' : itype) : bool :=
  match t, t' with
  | IBool, IBool | U8, U8 | U16, U16 | U32, U32 | U64, U64 | I32, I32 | I64, I64 => true
  | _, _ => false
  end.

Definition signed (t : itype) : bool := match t with I32 | I64 => true | _ => false end.
Definition bit_size (t : itype) : Z :=
  match t with IBool => 1 | U8 => 8 | U16 => 16 | U32 | I32 => 32 | U64 | I64 => 64 end.
Definition least_of (t : itype) : Z := if signed t then - 2 ^ (bit_size t - 1) else 0.
Definition most_of (t : itype) : Z := if signed t then 2 ^ (bit_size t - 1) - 1 else 2 ^ bit_size t - 1.
Definition holds (t : itype) (z : Z) : bool := (least_of t <=? z) && (z <=? most_of t).

(** What is narrower than [int] becomes [int]. *)
Definition promote (t : itype) : itype := match t with IBool | U8 | U16 => I32 | t => t end.

(** The usual arithmetic conversions: the type that two operands are brought to. *)
Definition common (t1 t2 : itype) : itype :=
  match promote t1, promote t2 with
  | U64, _ | _, U64 => U64
  | I64, _ | _, I64 => I64
  | U32, _ | _, U32 => U32
  | _, _ => I32
  end.

Definition convert (t : itype) (z : Z) : option Z :=
  match t with
  | IBool => Some (if z =? 0 then 0 else 1)
  | _ => if signed t then if holds t z then Some z else None else Some (z mod 2 ^ bit_size t)
  end.

(** What an operator whose mathematical result is [z] gives at type [t]. *)
Definition computed (t : itype) (z : Z) : option Z :=
  if signed t then if holds t z then Some z else None else Some (z mod 2 ^ bit_size t).

Inductive operator := OMul | ODiv | ORem | OAdd | OSub | OShl | OShr | OLt | OGt | OLe | OGe | OEq | ONe | OAnd | OXor
  | OOr.

Inductive form := Arithmetic | Shift | Comparison.
Definition form_of (op : operator) : form :=
  match op with
  | OShl | OShr => Shift
  | OLt | OGt | OLe | OGe | OEq | ONe => Comparison
  | _ => Arithmetic
  end.

(** The type of the result. *)
Definition operator_type (op : operator) (t1 t2 : itype) : itype :=
  match form_of op with Arithmetic => common t1 t2 | Shift => promote t1 | Comparison => I32 end.

(** Operands of the common type. Of signed types a quotient is rounded towards zero. *)
Definition arithmetic (op : operator) (t : itype) (a b : Z) : option Z :=
  match op with
  | OMul => computed t (a * b)
  | OAdd => computed t (a + b)
  | OSub => computed t (a - b)
  | ODiv => if b =? 0 then None else computed t (Z.quot a b)
  | ORem => if b =? 0 then None else match computed t (Z.quot a b) with Some _ => Some (Z.rem a b) | None => None end
  | OAnd => computed t (Z.land a b)
  | OXor => computed t (Z.lxor a b)
  | OOr => computed t (Z.lor a b)
  | _ => None
  end.

(** The left operand promoted, and the right operand's value. *)
Definition shift (op : operator) (t : itype) (a n : Z) : option Z :=
  if (0 <=? n) && (n <? bit_size t) && (0 <=? a) then
    match op with
    | OShl => computed t (Z.shiftl a n)
    | OShr => Some (Z.shiftr a n)
    | _ => None
    end
  else None.

Definition comparison (op : operator) (a b : Z) : bool :=
  match op with
  | OLt => a <? b
  | OGt => b <? a
  | OLe => a <=? b
  | OGe => b <=? a
  | OEq => a =? b
  | ONe => negb (a =? b)
  | _ => false
  end.

Definition truth (b : bool) : Z := if b then 1 else 0.

Definition binary (op : operator) (t1 : itype) (a : Z) (t2 : itype) (b : Z) : option Z :=
  match form_of op with
  | Arithmetic =>
      a ← convert (common t1 t2) a; b ← convert (common t1 t2) b; arithmetic op (common t1 t2) a b
  | Shift => a ← convert (promote t1) a; b ← convert (promote t2) b; shift op (promote t1) a b
  | Comparison =>
      a ← convert (common t1 t2) a; b ← convert (common t1 t2) b; Some (truth (comparison op a b))
  end.

Definition complement (t : itype) (a : Z) : option Z := a ← convert (promote t) a; computed (promote t) (Z.lnot a).

(** ** Constants *)

(** As they are written: [12], [12u], [0xcu], [UINT64_C(12)]. *)
Inductive notation := Plain | Unsigned | Hexadecimal | Wide.

(** The type that C gives them: the first of a list that can hold it. *)
Definition constant_type (n : notation) (z : Z) : option itype :=
  if z <? 0 then None
  else
    match n with
    | Plain => if holds I32 z then Some I32 else if holds I64 z then Some I64 else None
    | Unsigned | Hexadecimal => if holds U32 z then Some U32 else if holds U64 z then Some U64 else None
    | Wide => if holds U64 z then Some U64 else None
    end.
