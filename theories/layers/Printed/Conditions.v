(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Guards as C conditions.

    A guard becomes a list of conditions, tested in order: it fails where one of them
    holds. Each may count on the ones before it having been false, and is itself
    defined: nothing overflows in a test for overflow. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang.Typing Require Import Checker.
From Fairlead.Printed Require Export Lowering.
Local Open Scope Z_scope.

(** [Always]: whatever the operands. *)
Inductive failure := Always | When (x : fl_cexpr).

Definition when (x : fl_cexpr) : option (list failure) := Some [When x].
Definition less : fl_cexpr → fl_cexpr → fl_cexpr := XBinary OLt.
Definition greater : fl_cexpr → fl_cexpr → fl_cexpr := XBinary OGt.
Definition reaches : fl_cexpr → fl_cexpr → fl_cexpr := XBinary OGe.
Definition minus : fl_cexpr → fl_cexpr → fl_cexpr := XBinary OSub.
Definition bound_of (n : Z) : option fl_cexpr := constant_of Unsigned n.

Section conditions.
  Context (variables constants : nat → option ty).
  Local Notation lower_place := (lower_place variables constants).
  Local Notation lower := (lower variables constants).
  Local Notation lower_bytes := (lower_bytes variables constants).

  Definition lower_int (e : expr) : option (fl_cexpr * width) :=
    '(x, t) ← lower e; match t with TInt w => Some (x, w) | _ => None end.

  Definition length_at (p : place) : option fl_cexpr :=
    '(l, t) ← lower_place p; tl ← length_type t; Some (length_of tl l).

  (** [size] bytes from [off] in [len] are too many. *)
  Definition beyond (len : fl_cexpr) (off : expr) (size : Z) : option (list failure) :=
    match off with
    | EInt _ z => if z <? 0 then None else n ← bound_of (z + size); when (less len n)
    | _ =>
        x ← typed (lower off) (TInt W32); n ← bound_of size;
        when (XOrElse (less len n) (greater x (minus len n)))
    end.

  Definition index_fails (p : place) (e : expr) : option (list failure) :=
    '(l, t) ← lower_place p; '(x, _) ← lower_int e;
    match t with
    | TArray n _ =>
        if within (bound e) (Z.of_N n - 1) then Some []
        else
          match e with
          | EInt _ z => if Z.of_N n <=? z then Some [Always] else n ← bound_of (Z.of_N n); when (reaches x n)
          | _ => n ← bound_of (Z.of_N n); when (reaches x n)
          end
    | _ => tl ← length_type t; when (reaches x (length_of tl l))
    end.

  (** By which constant a factor may be multiplied. *)
  Definition constant_factor (w : width) (z : Z) (other : fl_cexpr) : option (list failure) :=
    if z =? 0 then Some [] else when (greater other (number w (largest w / z))).

  Definition arith_fails (op : arith) (w : width) (e1 e2 : expr) : option (list failure) :=
    x ← typed (lower e1) (TInt w); y ← typed (lower e2) (TInt (second_operand op w));
    match op with
    | Add =>
        match w, Bounds.literal e1, Bounds.literal e2 with
        | (W8 | W16), _, _ =>
            when (greater (XBinary OAdd (XCast U32 x) (XCast U32 y)) (XConstant Unsigned (largest w)))
        | _, _, Some z => when (greater x (number w (largest w - z)))
        | _, Some z, _ => when (greater y (number w (largest w - z)))
        | _, _, _ => when (less (XCast (unsigned_of w) (infix OAdd x y)) x)
        end
    | Mul =>
        match w, Bounds.literal e1, Bounds.literal e2 with
        | (W8 | W16), _, _ =>
            when (greater (XBinary OMul (XCast U32 x) (XCast U32 y)) (XConstant Unsigned (largest w)))
        | _, _, Some z => constant_factor w z x
        | _, Some z, _ => constant_factor w z y
        | W32, _, _ => when (greater (XBinary OMul (XCast U64 x) y) (number W32 (largest W32)))
        | W64, _, _ => when (XCall FMulOverflows IBool [x; y])
        end
    | Sub => when (less x y)
    | Div | Rem => when (XBinary OEq y (XConstant Plain 0))
    | Shl | Shr => when (reaches y (XConstant Unsigned (bits w)))
    | AddW | SubW | MulW | And | Or | Xor | Rotl | Rotr => Some []
    end.

  Definition slice_fails (low high : bool) (e lo hi : expr) : option (list failure) :=
    '(_, n) ← lower_bytes e; y ← typed (lower hi) (TInt W32); x ← typed (lower lo) (TInt W32);
    match low, high with
    | false, false => Some []
    | true, false => when (greater x y)
    | false, true => when (greater y n)
    | true, true => when (XOrElse (greater x y) (greater y n))
    end.

  Definition blit_fails (p : place) (off e : expr) : option (list failure) :=
    n ← length_at p; '(_, size) ← lower_bytes e; x ← typed (lower off) (TInt W32);
    if is_zero off then when (greater size n)
    else when (XOrElse (greater x n) (greater size (minus n x))).

  Definition has (p : place) (k : expr) : option (fl_clvalue * N * fl_cexpr) :=
    '(l, t) ← lower_place p;
    match t with
    | TMap cap w _ => x ← typed (lower k) (TInt w); Some (l, cap, XCall (FHas t) IBool [XAddress l; x])
    | _ => None
    end.

  Definition check_fails (k : ccheck) : option (list failure) :=
    match k with
    | KIndex p e => index_fails p e
    | KArith op w e1 e2 => arith_fails op w e1 e2
    | KNarrow w e => '(x, _) ← lower_int e; when (greater x (XConstant Unsigned (largest w)))
    | KFit cap e => '(_, n) ← lower_bytes e; c ← bound_of (Z.of_N cap); when (greater n c)
    | KSlice low high e lo hi => slice_fails low high e lo hi
    | KLoad w e off => '(_, n) ← lower_bytes e; beyond n off (Z.of_nat (byte_count w))
    | KCase p tag =>
        '(l, t) ← lower_place p;
        match t with
        | TUnion _ [_] => if (tag =? 0)%nat then Some [] else None
        | TUnion _ ts => z ← constant_of Plain (Z.of_nat tag); when (XBinary ONe (tag_of ts l) z)
        | _ => None
        end
    | KKey p e => '(_, _, x) ← has p e; when (XNot x)
    | KKeyAt p e =>
        '(l, t) ← lower_place p; x ← typed (lower e) (TInt W32);
        match t with TMap cap _ _ => when (reaches x (count_of cap l)) | _ => None end
    | KPush p cap => n ← length_at p; c ← bound_of (Z.of_N cap); when (reaches n c)
    | KAppend p cap e =>
        '(l, t) ← lower_place p; '(_, n) ← lower_bytes e; c ← bound_of (Z.of_N cap);
        match t with
        | TBytes cap' =>
            if (cap' =? cap)%N then when (greater n (minus c (length_of (cell_type cap') l))) else None
        | _ => None
        end
    | KResize cap e => '(x, _) ← lower_int e; c ← bound_of (Z.of_N cap); when (greater x c)
    | KBlit p off e => blit_fails p off e
    | KStore w p off => n ← length_at p; beyond n off (Z.of_nat (byte_count w))
    | KPut p cap k =>
        '(l, cap', x) ← has p k; c ← bound_of (Z.of_N cap);
        when (XAndAlso (reaches (count_of cap' l) c) (XNot x))
    | KWaits p what =>
        '(l, t) ← lower_place p; c ← bound_of (waits_code what);
        match t with TCoro q => when (XBinary ONe (XCall (FWaits q) U32 [XAddress l]) c) | _ => None end
    end.

  (** Whether any of them holds, as one operand. *)
  Definition condition (f : failure) : fl_cexpr := XParen (match f with Always => XBool true | When x => x end).
  Definition any (f : failure) (fs : list failure) : fl_cexpr :=
    match fs with
    | [] => condition f
    | _ => XParen (fold_left (λ x f, XOrElse x (condition f)) fs (condition f))
    end.

  Fixpoint guard_fails (g : cguard) : option (list failure) :=
    match g with
    | GTrue => Some []
    | GFalse => Some [Always]
    | GCheck k => check_fails k
    | GAnd g1 g2 => a ← guard_fails g1; b ← guard_fails g2; Some (a ++ b)
    | GCond e g1 g2 =>
        x ← typed (lower e) TBool; a ← guard_fails g1; b ← guard_fails g2;
        match a, b with
        | [], [] => Some []
        | f :: a, [] => when (XAndAlso x (any f a))
        | [], f :: b => when (XAndAlso (XNot x) (any f b))
        | f :: a, f' :: b =>
            match type_of (any f a), type_of (any f' b) with
            | Some _, Some _ => when (XChoice x (any f a) (any f' b))
            | _, _ => None
            end
        end
    end.
End conditions.
