(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a C expression evaluates to.

    [None]: undefined behaviour, or a value that C leaves to the implementation, or
    no expression of C at all. Evaluation is a function, so it can be run: tests/c
    runs it beside gcc and clang.

    Objects are trees of members and elements, not yet bytes of memory: an object
    has one declared type, a member of a union can only be read when it is the one
    that was stored last, a pointer into an array knows the array. This rules out
    more than C does. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.C Require Export Syntax.
Local Open Scope Z_scope.

Section semantics.
  Context {V M F : Type}.

  Inductive object :=
  | OInt (t : itype) (z : Z)
  | OStruct (f : M → option object)         (* or a union: of what can be read, what it holds *)
  | OArray (l : list object)
  | OPointer (l : list object) (i : Z)      (* to an element of an array, or behind its last *)
  | OIndeterminate.                         (* nothing was stored here *)

  Inductive value :=
  | VInteger (t : itype) (z : Z)
  | VPointer (l : list object) (i : Z)
  | VAddress (o : object).

  Definition member (o : option object) (m : M) : option object :=
    match o with Some (OStruct f) => f m | _ => None end.

  Definition nth_object (l : list object) (i : Z) : option object :=
    if (0 <=? i) && (i <? Z.of_nat (length l)) then nth_error l (Z.to_nat i) else None.

  (** What reading gives. *)
  Definition read (t : vtype) (o : option object) : option value :=
    match t, o with
    | TyInt t, Some (OInt t' z) =>
        if itype_eqb t t' && holds t z then Some (VInteger t z) else None
    | TyPointer, Some (OArray l) => Some (VPointer l 0)
    | TyPointer, Some (OPointer l i) => Some (VPointer l i)
    | _, _ => None
    end.

  Definition as_integer (v : value) : option (itype * Z) :=
    match v with VInteger t z => Some (t, z) | _ => None end.

  (** C's static types; [None] for what is no integer. *)
  Fixpoint type_of (e : cexpr V M F) : option itype :=
    match e with
    | XConstant n z => constant_type n z
    | XBool _ | XNot _ | XAndAlso _ _ | XOrElse _ _ => Some I32
    | XRead (TyInt t) _ | XCast t _ | XCall _ t _ => Some t
    | XRead TyPointer _ | XString _ | XAddress _ => None
    | XParen e => type_of e
    | XComplement e => promote <$> type_of e
    | XBinary op e1 e2 => t1 ← type_of e1; t2 ← type_of e2; Some (operator_type op t1 t2)
    | XChoice _ e1 e2 => t1 ← type_of e1; t2 ← type_of e2; Some (common t1 t2)
    end.

  (** What variables hold, and what functions return. *)
  Context (objects : V → option object) (functions : F → list value → option Z).

  Section all.
    Context {A B} (f : A → option B).  (* outside the fixpoint, so that nested recursion goes through it *)
    Fixpoint all (l : list A) : option (list B) :=
      match l with [] => Some [] | a :: l => b ← f a; bs ← all l; Some (b :: bs) end.
  End all.

  Definition operate (op : operator) (v1 v2 : value) : option value :=
    match op, v1, v2 with
    | OAdd, VPointer l i, VInteger _ n =>
        if (0 <=? i + n) && (i + n <=? Z.of_nat (length l)) then Some (VPointer l (i + n)) else None
    | _, VInteger t1 a, VInteger t2 b => VInteger (operator_type op t1 t2) <$> binary op t1 a t2 b
    | _, _, _ => None
    end.

  Definition subscript (v1 v2 : value) : option object :=
    match v1, v2 with VPointer l i, VInteger _ n => nth_object l (i + n) | _, _ => None end.

  Fixpoint eval (e : cexpr V M F) : option value :=
    match e with
    | XConstant n z => t ← constant_type n z; Some (VInteger t z)
    | XBool b => Some (VInteger I32 (truth b))
    | XString l => Some (VPointer (map (OInt U8) (l ++ [0])) 0)
    | XRead t l => read t (denote l)
    | XAddress l => VAddress <$> denote l
    | XParen e => eval e
    | XNot e => v ← eval e; '(_, a) ← as_integer v; Some (VInteger I32 (truth (a =? 0)))
    | XComplement e => v ← eval e; '(t, a) ← as_integer v; VInteger (promote t) <$> complement t a
    | XCast t e => v ← eval e; '(_, a) ← as_integer v; VInteger t <$> convert t a
    | XBinary op e1 e2 => v1 ← eval e1; v2 ← eval e2; operate op v1 v2
    | XAndAlso e1 e2 =>
        v1 ← eval e1; '(_, a) ← as_integer v1;
        if a =? 0 then Some (VInteger I32 0)
        else v2 ← eval e2; '(_, b) ← as_integer v2; Some (VInteger I32 (truth (negb (b =? 0))))
    | XOrElse e1 e2 =>
        v1 ← eval e1; '(_, a) ← as_integer v1;
        if a =? 0 then v2 ← eval e2; '(_, b) ← as_integer v2; Some (VInteger I32 (truth (negb (b =? 0))))
        else Some (VInteger I32 1)
    | XChoice e e1 e2 =>
        t1 ← type_of e1; t2 ← type_of e2;
        v ← eval e; '(_, a) ← as_integer v;
        v ← (if a =? 0 then eval e2 else eval e1);
        '(_, b) ← as_integer v; VInteger (common t1 t2) <$> convert (common t1 t2) b
    | XCall f t es =>
        vs ← all eval es; z ← functions f vs; if holds t z then Some (VInteger t z) else None
    end
  with denote (l : clvalue V M F) : option object :=
    match l with
    | LVariable x => objects x
    | LMember l m => member (denote l) m
    | LSubscript e i => v ← eval e; v' ← eval i; subscript v v'
    end.
End semantics.
Arguments object : clear implicits.
Arguments value : clear implicits.

Section bytes.
  Context {M : Type}.

  Definition byte_of (o : object M) : option Z := match o with OInt U8 z => Some z | _ => None end.

  (** [n] bytes from [i] on. *)
  Definition bytes_at (l : list (object M)) (i n : Z) : option (list Z) :=
    if (0 <=? i) && (0 <=? n) && (i + n <=? Z.of_nat (length l))
    then all byte_of (take (Z.to_nat n) (drop (Z.to_nat i) l)) else None.
End bytes.
