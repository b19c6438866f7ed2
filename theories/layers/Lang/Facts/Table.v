(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A table of facts as a list

    [fairlead coq] prints, for each procedure, what its fact finder found at which statements. [lang_pruned] holds for
    any table that [check_facts] accepts, so nothing has to be proved of how this one is looked up: were two different
    statements taken for one, the check would see facts that do not hold there, and refuse. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang Require Import Typing.Checker Facts.Checker.

Section options.
  Context {A : Type} (same : A → A → bool).
  Definition same_option (a b : option A) : bool :=
    match a, b with Some a, Some b => same a b | None, None => true | _, _ => false end.
End options.

Definition same_arith (a b : arith) : bool :=
  match a, b with
  | Add, Add | Sub, Sub | Mul, Mul | AddW, AddW | SubW, SubW | MulW, MulW | Div, Div | Rem, Rem | And, And | Or, Or | Xor, Xor
  | Shl, Shl | Shr, Shr | Rotl, Rotl | Rotr, Rotr => true
  | _, _ => false
  end.
Definition same_compare (a b : compare) : bool :=
  match a, b with Eq, Eq | Ne, Ne | Lt, Lt | Le, Le | Gt, Gt | Ge, Ge => true | _, _ => false end.
Definition same_endian (a b : endian) : bool := match a, b with Big, Big | Little, Little => true | _, _ => false end.
Definition same_nat : nat → nat → bool := Init.Nat.eqb.

Fixpoint same_place (p q : place) {struct p} : bool :=
  match p, q with
  | PVar x, PVar y | PConst x, PConst y => same_nat x y
  | PField p i, PField q j | PCase p i, PCase q j => same_place p q && same_nat i j
  | PIndex p e, PIndex q f | PKey p e, PKey q f => same_place p q && same_expr e f
  | _, _ => false
  end
with same_expr (e f : expr) {struct e} : bool :=
  match e, f with
  | EBool a, EBool b => Bool.eqb a b
  | EInt w z, EInt w' z' => width_eqb w w' && Z.eqb z z'
  | EBytes l, EBytes l' => all2 Z.eqb l l'
  | ERead p, ERead q | ECount p, ECount q => same_place p q
  | ENot e, ENot f | ELen e, ELen f => same_expr e f
  | EComp w e, EComp w' f => width_eqb w w' && same_expr e f
  | EAnd e1 e2, EAnd f1 f2 | EOr e1 e2, EOr f1 f2 | EBoolEq e1 e2, EBoolEq f1 f2 | EBytesEq e1 e2, EBytesEq f1 f2 =>
      same_expr e1 f1 && same_expr e2 f2
  | EArith o w e1 e2, EArith o' w' f1 f2 => same_arith o o' && width_eqb w w' && same_expr e1 f1 && same_expr e2 f2
  | ECompare o w e1 e2, ECompare o' w' f1 f2 => same_compare o o' && width_eqb w w' && same_expr e1 f1 && same_expr e2 f2
  | EWiden w v e, EWiden w' v' f | ENarrow w v e, ENarrow w' v' f => width_eqb w w' && width_eqb v v' && same_expr e f
  | ECond e e1 e2, ECond f f1 f2 | ESlice e e1 e2, ESlice f f1 f2 => same_expr e f && same_expr e1 f1 && same_expr e2 f2
  | EFit n e, EFit n' f => N.eqb n n' && same_expr e f
  | EIs p i, EIs q j => same_place p q && same_nat i j
  | EHas p e, EHas q f | EKeyAt p e, EKeyAt q f => same_place p q && same_expr e f
  | ELoad o w e1 e2, ELoad o' w' f1 f2 => same_endian o o' && width_eqb w w' && same_expr e1 f1 && same_expr e2 f2
  | ERecord t es, ERecord t' fs | EArray t es, EArray t' fs => ty_eqb t t' && all2 same_expr es fs
  | EUnion t i e, EUnion t' j f => ty_eqb t t' && same_nat i j && same_expr e f
  | EFill t n e, EFill t' n' f => ty_eqb t t' && N.eqb n n' && same_expr e f
  | EDefault t, EDefault t' => ty_eqb t t'
  | ECoro p es, ECoro q fs => same_nat p q && all2 same_expr es fs
  | _, _ => false
  end.

Definition same_arg (a b : arg) : bool :=
  match a, b with
  | AIn e, AIn f => same_expr e f
  | AInout p, AInout q => same_place p q
  | AInoutSlice p e1 e2, AInoutSlice q f1 f2 => same_place p q && same_expr e1 f1 && same_expr e2 f2
  | _, _ => false
  end.

Definition same_basic (a b : basic) : bool :=
  match a, b with
  | BLine x, BLine y => same_nat x y
  | BAssign p e, BAssign q f | BRemove p e, BRemove q f => same_place p q && same_expr e f
  | BPush p n e, BPush q m f | BAppend p n e, BAppend q m f | BResize p n e, BResize q m f =>
      same_place p q && N.eqb n m && same_expr e f
  | BBlit p e1 e2, BBlit q f1 f2 => same_place p q && same_expr e1 f1 && same_expr e2 f2
  | BStore o w p e1 e2, BStore o' w' q f1 f2 =>
      same_endian o o' && width_eqb w w' && same_place p q && same_expr e1 f1 && same_expr e2 f2
  | BPut p n e1 e2, BPut q m f1 f2 => same_place p q && N.eqb n m && same_expr e1 f1 && same_expr e2 f2
  | BExtern f es d, BExtern g fs d' => same_nat f g && all2 same_arg es fs && same_option same_place d d'
  | BTrap, BTrap => true
  | _, _ => false
  end.

Definition same_visit (v w : visit) : bool :=
  match v, w with
  | VRun a, VRun b => same_basic a b
  | VTest e, VTest f => same_expr e f
  | VCall x, VCall y =>
      same_nat (callee x) (callee y) && all2 same_arg (call_args x) (call_args y) &&
      same_option same_place (call_dest x) (call_dest y)
  | _, _ => false
  end.

(** For each procedure, in order, the statements of which something is known. *)
Definition table_of_list (found : list (list (visit * list lin))) : table_of_facts := λ p v,
  match found !! p ≫= List.find (λ entry, same_visit (fst entry) v) with Some (_, facts) => facts | None => [] end.
