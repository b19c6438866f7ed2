(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Places and expressions as C.

    What is undefined in C has been ruled out by a guard in front; what is left to
    see to is C's own arithmetic: operands narrower than [int] are promoted, so results are cast
    back, and products and shifts of them are done without sign. [None]: no C for this,
    which the printer reports as an internal error; types are looked at again on the way, so
    that nothing below depends on who made the expression. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang.Typing Require Import Checker.
From Fairlead.Printed Require Export Names.
Local Open Scope Z_scope.

Definition constant_of (n : notation) (z : Z) : option fl_cexpr :=
  if constant_type n z then Some (XConstant n z) else None.

(** Narrower than [int], C's constants are of type [int] as well. *)
Definition notation_of (w : width) : notation := match w with W8 | W16 => Plain | W32 => Unsigned | W64 => Wide end.
Definition number (w : width) (z : Z) : fl_cexpr := XConstant (notation_of w) z.

Definition narrow (w : width) (x : fl_cexpr) : fl_cexpr :=
  match w with W8 | W16 => XCast (unsigned_of w) x | W32 | W64 => x end.
(** Products and shifts of promoted operands could overflow [int]. *)
Definition widened (w : width) (x : fl_cexpr) : fl_cexpr :=
  match w with W8 | W16 => XCast U32 x | W32 | W64 => x end.
Definition infix (op : operator) (x y : fl_cexpr) : fl_cexpr := XParen (XBinary op x y).

(** Left, then right, or the other way round. By a constant, and by a value; the last is masked, as C has no
    shifts by the width. *)
Definition rotated (left right : operator) (w : width) (e2 : expr) (x y : fl_cexpr) : fl_cexpr :=
  match e2 with
  | EInt _ z =>
      let k := z mod bits w in
      if k =? 0 then x
      else
        narrow w (infix OOr (XBinary left (widened w x) (XConstant Plain k))
                            (XBinary right (widened w x) (XConstant Plain (bits w - k))))
  | _ =>
      let mask := XConstant Unsigned (bits w - 1) in
      narrow w (infix OOr (XBinary left (widened w x) (infix OAnd y mask))
                          (XBinary right (widened w x)
                             (infix OAnd (XParen (XBinary OSub (XConstant Unsigned 0) y)) mask)))
  end.

Definition lower_arith (op : arith) (w : width) (e1 e2 : expr) (x y : fl_cexpr) : fl_cexpr :=
  match check_arith op w e1 e2 with
  | GFalse => number w 0                    (* never computed: a check in front traps *)
  | _ =>
      match op with
      | Add | AddW => narrow w (infix OAdd x y)
      | Sub | SubW => narrow w (infix OSub x y)
      | Mul | MulW => narrow w (infix OMul (widened w x) (widened w y))
      | Div => narrow w (infix ODiv x y)
      | Rem => narrow w (infix ORem x y)
      | And => narrow w (infix OAnd x y)
      | Or => narrow w (infix OOr x y)
      | Xor => narrow w (infix OXor x y)
      | Shl => narrow w (infix OShl (widened w x) y)
      | Shr => narrow w (infix OShr x y)
      | Rotl => rotated OShl OShr w e2 x y
      | Rotr => rotated OShr OShl w e2 x y
      end
  end.

Definition comparison_of (op : compare) : operator :=
  match op with Eq => OEq | Ne => ONe | Lt => OLt | Le => OLe | Gt => OGt | Ge => OGe end.

Definition complemented (w : width) (x : fl_cexpr) : fl_cexpr :=
  match w with                              (* not ~, which promotes to int and brings high bits *)
  | W8 => XCast U8 (infix OSub (XConstant Hexadecimal 255) x)
  | W16 => XCast U16 (infix OSub (XConstant Hexadecimal 65535) x)
  | W32 | W64 => XCast (unsigned_of w) (XComplement x)
  end.

(** Compilers take the operand of ! for a mistake beside ==. *)
Definition apart (e : expr) (x : fl_cexpr) : fl_cexpr := match e with ENot _ => XParen x | _ => x end.

Definition chosen (t : ty) (c x y : fl_cexpr) : fl_cexpr :=
  match t with TInt w => narrow w (XParen (XChoice c x y)) | _ => XParen (XChoice c x y) end.

Definition typed (o : option (fl_cexpr * ty)) (t : ty) : option fl_cexpr :=
  '(x, t') ← o; if ty_eqb t' t then Some x else None.

(** Parts of what a place is. *)
Definition data_of (l : fl_clvalue) : fl_cexpr := XRead TyPointer (LMember l MData).
Definition length_of (t : itype) (l : fl_clvalue) : fl_cexpr := XCast U32 (XRead (TyInt t) (LMember l MLen)).
Definition count_of (cap : N) (l : fl_clvalue) : fl_cexpr :=
  XCast U32 (XRead (TyInt (cell_type cap)) (LMember l MCount)).
Definition tag_of (ts : list ty) (l : fl_clvalue) : fl_cexpr := XRead (TyInt (tag_type ts)) (LMember l MTag).

Section lowering.
  (** The types of variables and of constants. *)
  Context (variables constants : nat → option ty).

  Fixpoint lower_place (p : place) : option (fl_clvalue * ty) :=
    match p with
    | PVar x => t ← variables x; Some (LVariable (NVariable x), t)
    | PConst c => t ← constants c; Some (LVariable (NConstant c), t)
    | PField p i =>
        '(l, t) ← lower_place p;
        match t with TRecord _ ts => t' ← ts !! i; Some (LMember l (MPart t i), t') | _ => None end
    | PIndex p e =>
        '(l, t) ← lower_place p; '(i, ti) ← lower e;
        match ti, t with
        | TInt _, TArray _ t' => Some (LSubscript (XRead TyPointer (LMember l MElements)) i, t')
        | TInt _, (TBytes _ | TView) => Some (LSubscript (data_of l) i, TInt W8)
        | _, _ => None
        end
    | PCase p tag =>
        '(l, t) ← lower_place p;
        match t with TUnion _ ts => t' ← ts !! tag; Some (LMember (LMember l MCases) (MPart t tag), t') | _ => None end
    | PKey p e =>
        '(l, t) ← lower_place p;
        match t with
        | TMap _ w t' =>
            k ← typed (lower e) (TInt w);
            Some (LSubscript (XRead TyPointer (LMember l MValues)) (XCall (FFind t) U32 [XAddress l; k]), t')
        | _ => None
        end
    end
  (** Integers and booleans. *)
  with lower (e : expr) : option (fl_cexpr * ty) :=
    match e with
    | EBool b => Some (XBool b, TBool)
    | EInt w z => if fits w z then Some (number w z, TInt w) else None
    | ERead p =>
        '(l, t) ← lower_place p;
        match t with
        | TBool => Some (XRead (TyInt IBool) l, t)
        | TInt w => Some (XRead (TyInt (unsigned_of w)) l, t)
        | _ => None
        end
    | ENot e => x ← typed (lower e) TBool; Some (XNot x, TBool)
    | EComp w e => x ← typed (lower e) (TInt w); Some (complemented w x, TInt w)
    | EAnd e1 e2 =>
        x ← typed (lower e1) TBool; y ← typed (lower e2) TBool; Some (XParen (XAndAlso x y), TBool)
    | EOr e1 e2 =>
        x ← typed (lower e1) TBool; y ← typed (lower e2) TBool; Some (XParen (XOrElse x y), TBool)
    | EArith op w e1 e2 =>
        x ← typed (lower e1) (TInt w); y ← typed (lower e2) (TInt (second_operand op w));
        Some (lower_arith op w e1 e2 x y, TInt w)
    | ECompare op w e1 e2 =>
        x ← typed (lower e1) (TInt w); y ← typed (lower e2) (TInt w); Some (infix (comparison_of op) x y, TBool)
    | EBoolEq e1 e2 =>
        x ← typed (lower e1) TBool; y ← typed (lower e2) TBool;
        Some (infix OEq (apart e1 x) (apart e2 y), TBool)
    | EBytesEq e1 e2 =>
        '(d, n) ← lower_bytes e1; '(d', n') ← lower_bytes e2; Some (XCall FEqual IBool [d; n; d'; n'], TBool)
    | EWiden from to e | ENarrow from to e =>
        x ← typed (lower e) (TInt from);
        Some (if width_eqb from to then x else XCast (unsigned_of to) x, TInt to)
    | ECond e e1 e2 =>
        c ← typed (lower e) TBool; '(x, t) ← lower e1; y ← typed (lower e2) t; Some (chosen t c x y, t)
    | ELen e => '(_, n) ← lower_bytes e; Some (n, TInt W32)
    | ECount p =>
        '(l, t) ← lower_place p;
        match t with TMap cap _ _ => Some (count_of cap l, TInt W32) | _ => None end
    | EIs p tag =>
        '(l, t) ← lower_place p;
        match t with
        | TUnion _ ts => z ← constant_of Plain (Z.of_nat tag); Some (infix OEq (tag_of ts l) z, TBool)
        | _ => None
        end
    | EHas p e =>
        '(l, t) ← lower_place p;
        match t with
        | TMap _ w _ => k ← typed (lower e) (TInt w); Some (XCall (FHas t) IBool [XAddress l; k], TBool)
        | _ => None
        end
    | EKeyAt p e =>
        '(l, t) ← lower_place p;
        match t with
        | TMap _ w _ =>
            i ← typed (lower e) (TInt W32);
            Some (XRead (TyInt (unsigned_of w)) (LSubscript (XRead TyPointer (LMember l MKeys)) i), TInt w)
        | _ => None
        end
    | ELoad o w e off =>
        '(d, _) ← lower_bytes e; i ← typed (lower off) (TInt W32);
        Some (match w with
              | W8 => XRead (TyInt U8) (LSubscript (XParen d) i)
              | _ => XCall (FLoad o w) (unsigned_of w) [XBinary OAdd d i]
              end, TInt w)
    | EDefault TBool => Some (XBool false, TBool)
    | EDefault (TInt w) => Some (number w 0, TInt w)
    | EBytes _ | EFit _ _ | ESlice _ _ _ | ERecord _ _ | EUnion _ _ _ | EArray _ _ | EFill _ _ _ | EDefault _
    | ECoro _ _ => None
    end
  (** Bytes and views: a pointer, and a length of type [U32]. *)
  with lower_bytes (e : expr) : option (fl_cexpr * fl_cexpr) :=
    match e with
    | EBytes l =>
        if Checker.literal l then Some (XString l, XConstant Unsigned (Z.of_nat (length l))) else None
    | ERead p => '(l, t) ← lower_place p; tl ← length_type t; Some (data_of l, length_of tl l)
    | EFit _ e => lower_bytes e
    | ESlice e lo hi =>
        '(d, _) ← lower_bytes e; y ← typed (lower hi) (TInt W32);
        if is_zero lo then Some (d, y)
        else x ← typed (lower lo) (TInt W32); Some (XBinary OAdd d x, infix OSub y x)
    | EDefault (TBytes _ | TView) => Some (XString [], XConstant Unsigned 0)
    | _ => None
    end.
End lowering.
