(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Lowering to C-shaped statements: guards.

    In C an operation whose precondition fails is undefined; in .fl it traps.
    Lowering puts every precondition in front, as a *guard*: a short-circuiting
    condition whose own parts are never undefined. What follows a guard that
    holds may then be computed without looking ([Exprs] proves it),
    and that is what the printer writes: the guard, then plain C. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Guards Require Export Bounds.
From Fairlead.Lang.Model Require Export Semantics.

(** Preconditions of single operations. Operands are evaluated unchecked: the
    guard that contains a check makes sure of them first. *)
Inductive ccheck :=
| KIndex (p : place) (e : expr)             (* [e] is below the length of [p] *)
| KArith (op : arith) (w : width) (e1 e2 : expr)
| KNarrow (w : width) (e : expr)
| KFit (cap : N) (e : expr)
| KSlice (low high : bool) (e lo hi : expr) (* lo <= hi, if [low]; hi <= the length, if [high] *)
| KLoad (w : width) (e off : expr)
| KCase (p : place) (tag : nat)
| KKey (p : place) (e : expr)
| KKeyAt (p : place) (e : expr)             (* [e] is below the number of entries of [p] *)
| KPush (p : place) (cap : N)               (* room for one more byte *)
| KAppend (p : place) (cap : N) (e : expr)
| KResize (cap : N) (e : expr)
| KBlit (p : place) (off e : expr)
| KStore (w : width) (p : place) (off : expr)
| KPut (p : place) (cap : N) (k : expr)
| KWaits (p : place) (waits : option nat).  (* the coroutine waits for exactly this *)

Inductive cguard :=
| GTrue
| GFalse
| GCheck (k : ccheck)
| GAnd (g1 g2 : cguard)                      (* the second only if the first holds *)
| GCond (e : expr) (g1 g2 : cguard).

(** ** Building guards, leaving out what always holds *)
Definition gand (g1 g2 : cguard) : cguard :=
  match g1, g2 with GTrue, g | g, GTrue => g | GFalse, _ => GFalse | _, _ => GAnd g1 g2 end.
Definition gcond (e : expr) (g1 g2 : cguard) : cguard :=
  match g1, g2 with GTrue, GTrue => GTrue | _, _ => GCond e g1 g2 end.
Infix "&&&" := gand (at level 40, left associativity).

Section gall.
  Context {A} (f : A → cguard).  (* outside the fixpoint, so that nested recursion goes through it *)
  Fixpoint gall (l : list A) : cguard :=
    match l with [] => GTrue | a :: l => f a &&& gall l end.
End gall.

(** Operations that cannot fail, whatever their operands. *)
Definition arith_total (op : arith) (w : width) (e2 : expr) : bool :=
  match op, e2 with
  | (AddW | SubW | MulW | And | Or | Xor | Rotl | Rotr), _ => true
  | (Div | Rem), EInt _ z => negb (z =? 0)%Z
  | (Shl | Shr), EInt _ z => (z <? bits w)%Z
  | _, _ => false
  end.

Definition is_zero (e : expr) : bool := match e with EInt _ z => (z =? 0)%Z | _ => false end.
Definition times_zero (op : arith) (e1 e2 : expr) : bool :=
  match op with Mul => is_zero e1 || is_zero e2 | _ => false end.

Definition stays_below (op : arith) (w : width) (e1 e2 : expr) : bool :=
  match op with
  | Add => within (both Z.add (bound e1) (bound e2)) (largest w)
  | Mul => within (both Z.mul (bound e1) (bound e2)) (largest w)
  | _ => false
  end.

Definition check_arith (op : arith) (w : width) (e1 e2 : expr) : cguard :=
  if arith_total op w e2 || times_zero op e1 e2 || stays_below op w e1 e2 then GTrue
  else
    match op, e2 with
    | (Div | Rem | Shl | Shr), EInt _ _ => GFalse
    | _, _ => GCheck (KArith op w e1 e2)
    end.

Definition check_narrow (to : width) (e : expr) : cguard :=
  if within (bound e) (largest to) then GTrue else GCheck (KNarrow to e).

Definition check_resize (cap : N) (e : expr) : cguard :=
  match e with
  | EInt _ z => if (z <=? Z.of_N cap)%Z then GTrue else GFalse
  | _ => if within (bound e) (Z.of_N cap) then GTrue else GCheck (KResize cap e)
  end.

(** The same place, without subscripts. *)
Fixpoint same_place (p q : place) : bool :=
  match p, q with
  | PVar x, PVar y | PConst x, PConst y => x =? y
  | PField p i, PField q j | PCase p i, PCase q j => same_place p q && (i =? j)
  | _, _ => false
  end.

Definition in_order (lo hi : expr) : bool :=
  match lo, hi with EInt _ a, EInt _ b => ((0 <=? a) && (a <=? b))%Z | _, _ => false end.

(** A slice that begins at 0 needs no check of its beginning, nor does one with literals
    in order; one that ends at the length of the same bytes needs none of its end. *)
Definition check_slice (e lo hi : expr) : cguard :=
  let low := negb (is_zero lo || in_order lo hi) in
  let high := match e, hi with ERead p, ELen (ERead q) => negb (same_place p q) | _, _ => true end in
  if low || high then GCheck (KSlice low high e lo hi) else GTrue.

Definition check_fit (cap : N) (e : expr) : cguard :=
  match e with
  | EBytes l => if (Z.of_nat (length l) <=? Z.of_N cap)%Z then GTrue else GFalse
  | _ => GCheck (KFit cap e)
  end.

(** ** Guards of expressions and places that are read *)
Fixpoint guard_place (p : place) : cguard :=
  match p with
  | PVar _ | PConst _ => GTrue
  | PField p _ => guard_place p
  | PIndex p e => guard_place p &&& guard_expr e &&& GCheck (KIndex p e)
  | PCase p tag => guard_place p &&& GCheck (KCase p tag)
  | PKey p e => guard_place p &&& guard_expr e &&& GCheck (KKey p e)
  end
with guard_expr (e : expr) : cguard :=
  match e with
  | EBool _ | EInt _ _ | EBytes _ | EDefault _ => GTrue
  | ERead p | ECount p | EIs p _ => guard_place p
  | ENot e | EComp _ e | EWiden _ _ e | ELen e | EUnion _ _ e | EFill _ _ e => guard_expr e
  | EAnd e1 e2 => guard_expr e1 &&& gcond e1 (guard_expr e2) GTrue
  | EOr e1 e2 => guard_expr e1 &&& gcond e1 GTrue (guard_expr e2)
  | EArith op w e1 e2 => guard_expr e1 &&& guard_expr e2 &&& check_arith op w e1 e2
  | ECompare _ _ e1 e2 | EBoolEq e1 e2 | EBytesEq e1 e2 => guard_expr e1 &&& guard_expr e2
  | ENarrow _ to e => guard_expr e &&& check_narrow to e
  | ECond e e1 e2 => guard_expr e &&& gcond e (guard_expr e1) (guard_expr e2)
  | EFit cap e => guard_expr e &&& check_fit cap e
  | EHas p e => guard_place p &&& guard_expr e
  | EKeyAt p e => guard_place p &&& guard_expr e &&& GCheck (KKeyAt p e)
  | ESlice e lo hi =>
      guard_expr e &&& guard_expr lo &&& guard_expr hi &&& check_slice e lo hi
  | ELoad _ w e off => guard_expr e &&& guard_expr off &&& GCheck (KLoad w e off)
  | ERecord _ es | EArray _ es | ECoro _ es => gall guard_expr es
  end.

(** ** Guards of places that are written

    A write evaluates the subscripts first, the last one first, and then walks
    from the variable to the part that changes. *)
Fixpoint guard_subscripts (p : place) : cguard :=
  match p with
  | PVar _ | PConst _ => GTrue
  | PField p _ | PCase p _ => guard_subscripts p
  | PIndex p e | PKey p e => guard_expr e &&& guard_subscripts p
  end.

Fixpoint guard_walk (p : place) : cguard :=
  match p with
  | PVar _ | PConst _ => GTrue
  | PField p _ => guard_walk p
  | PIndex p e => guard_walk p &&& GCheck (KIndex p e)
  | PCase p tag => guard_walk p &&& GCheck (KCase p tag)
  | PKey p e => guard_walk p &&& GCheck (KKey p e)
  end.

Definition guard_write (p : place) : cguard := guard_subscripts p &&& guard_walk p.
Definition guard_dest (dest : option place) : cguard :=
  match dest with Some p => guard_write p | None => GTrue end.

(** ** Guards of arguments *)
Definition guard_pass (a : arg) : cguard :=
  match a with
  | AIn e => guard_expr e
  | AInout p => guard_place p
  | AInoutSlice p lo hi => guard_expr (ESlice (ERead p) lo hi)
  end.
Definition guard_args : list arg → cguard := gall guard_pass.

(** Of a place that an argument goes back to, after the call. *)
Definition guard_give_back (a : arg) : cguard :=
  match a with
  | AIn _ => GTrue
  | AInout p => guard_write p
  | AInoutSlice p lo _ => guard_expr lo &&& guard_write p
  end.

(** ** Guards of statements

    Those of [BExtern] cover its arguments; its destination is guarded after
    the call ([guard_dest]), when [inout] arguments have their new values. *)
Definition guard_basic (b : basic) : cguard :=
  match b with
  | BLine _ => GTrue
  | BAssign p e => guard_expr e &&& guard_write p
  | BPush p cap e => guard_expr e &&& guard_write p &&& GCheck (KPush p cap)
  | BAppend p cap e => guard_expr e &&& guard_write p &&& GCheck (KAppend p cap e)
  | BResize p cap e => guard_expr e &&& check_resize cap e &&& guard_write p
  | BBlit p off e => guard_expr off &&& guard_expr e &&& guard_write p &&& GCheck (KBlit p off e)
  | BStore _ w p off e =>
      guard_expr off &&& guard_expr e &&& guard_write p &&& GCheck (KStore w p off)
  | BPut p cap k e => guard_expr k &&& guard_expr e &&& guard_write p &&& GCheck (KPut p cap k)
  | BRemove p k => guard_expr k &&& guard_write p
  | BExtern _ args _ => guard_args args
  | BTrap => GFalse
  end.

Definition guard_ask (x : suspension) : cguard := gall guard_expr (ask_args x).
Definition guard_call (x : call) : cguard := guard_args (call_args x).
Definition guard_resume (x : resumption) : cguard :=
  guard_place (child x) &&& GCheck (KWaits (child x) (fst <$> reply x)) &&&
  match reply x ≫= snd with Some e => guard_expr e | None => GTrue end &&&
  guard_args (lend x).

(** ** What a guard says, in a store *)
Section gval.
  Context {P : Type} (W : world P).
  Implicit Types (s : store P).

  (** Unchecked evaluation: the value, or undefined ([None]) as soon as
      anything in it would have trapped. *)
  Definition unchecked {A} (o : outcome A) : option A :=
    match o with Ok a => Some a | _ => None end.

  Definition uint (e : expr) s : option Z := unchecked (eval_int W e s).
  Definition ubytes (e : expr) s : option (list Z) := unchecked (eval_bytes W e s).
  Definition uget (p : place) s : option (val P) := unchecked (get W p s).
  Definition ubytes_at (p : place) s : option (list Z) := v ← uget p s; unchecked (as_bytes v).
  Definition umap_at (p : place) s : option (list (Z * val P)) := v ← uget p s; unchecked (as_map v).

  Definition in_range (i : Z) (n : nat) : bool := ((0 <=? i) && (i <? Z.of_nat n))%Z.
  Definition is_some {A} (o : option A) : bool := match o with Some _ => true | None => false end.

  Definition check_val (k : ccheck) s : option bool :=
    match k with
    | KIndex p e =>
        v ← uget p s; i ← uint e s;
        match v with
        | VArray l => Some (in_range i (length l))
        | VBytes l => Some (in_range i (length l))
        | _ => None
        end
    | KArith op w e1 e2 => a ← uint e1 s; b ← uint e2 s; Some (is_some (arith_op op w a b))
    | KNarrow w e => z ← uint e s; Some (fits w z)
    | KFit cap e => l ← ubytes e s; Some (Z.of_nat (length l) <=? Z.of_N cap)%Z
    | KSlice low high e lo hi =>
        l ← ubytes e s; a ← uint lo s; b ← uint hi s;
        Some ((if low then (0 <=? a) && (a <=? b) else 0 <=? b) &&
              (if high then b <=? Z.of_nat (length l) else true))%Z
    | KLoad w e off =>
        l ← ubytes e s; a ← uint off s;
        Some (is_some (slice l a (a + Z.of_nat (byte_count w))))
    | KCase p tag => v ← uget p s; '(t, _) ← unchecked (as_union v); Some (bool_decide (t = tag))
    | KKey p e => l ← umap_at p s; k ← uint e s; Some (is_some (map_find l k))
    | KKeyAt p e => l ← umap_at p s; i ← uint e s; Some (in_range i (length l))
    | KPush p cap => l ← ubytes_at p s; Some (Z.of_nat (length l) <? Z.of_N cap)%Z
    | KAppend p cap e =>
        l ← ubytes_at p s; l' ← ubytes e s;
        Some (Z.of_nat (length l + length l') <=? Z.of_N cap)%Z
    | KResize cap e => n ← uint e s; Some (n <=? Z.of_N cap)%Z
    | KBlit p off e =>
        l ← ubytes_at p s; n ← uint off s; l' ← ubytes e s; Some (is_some (blit l n l'))
    | KStore w p off =>
        l ← ubytes_at p s; n ← uint off s;
        Some (is_some (blit l n (store_int Little w 0)))
    | KPut p cap k =>
        l ← umap_at p s; k ← uint k s;
        Some (is_some (map_find l k) || (Z.of_nat (length l) <? Z.of_N cap)%Z)
    | KWaits p w =>
        v ← uget p s;
        match v with
        | VCoro _ [] => Some false
        | VCoro waits _ => Some (bool_decide (waits = w))
        | _ => None
        end
    end.

  Fixpoint guard_val (g : cguard) s : option bool :=
    match g with
    | GTrue => Some true
    | GFalse => Some false
    | GCheck k => check_val k s
    | GAnd g1 g2 => b ← guard_val g1 s; if b : bool then guard_val g2 s else Some false
    | GCond e g1 g2 =>
        b ← unchecked (eval_bool W e s); if b : bool then guard_val g1 s else guard_val g2 s
    end.

  (** A guard, then what it guards, done without looking: where the guard is
      undefined, or holds although what follows would trap, nothing is promised
      ([Wrong]). *)
  Definition guarded {A} (g : cguard) s (o : outcome A) : outcome A :=
    match guard_val g s with
    | Some true => match o with Ok a => Ok a | _ => Wrong end
    | Some false => Trap
    | None => Wrong
    end.
End gval.
