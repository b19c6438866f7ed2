(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Induction over syntax and values that nest through lists. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang.Model Require Import Syntax Value.

Section forall_list.
  Context {A} (R : A → Prop) (f : ∀ a, R a).  (* outside the fixpoint, so that nested recursion goes through it *)
  Fixpoint forall_list (l : list A) : Forall R l :=
    match l with
    | [] => @List.Forall_nil _ R
    | a :: l => @List.Forall_cons _ R a l (f a) (forall_list l)
    end.
End forall_list.

Section ty.
  Context (R : ty → Prop).
  Context (Hbool : R TBool) (Hint : ∀ w, R (TInt w)) (Hbytes : ∀ n, R (TBytes n)) (Hview : R TView).
  Context (Harray : ∀ n t, R t → R (TArray n t)).
  Context (Hrecord : ∀ n ts, Forall R ts → R (TRecord n ts)).
  Context (Hunion : ∀ n ts, Forall R ts → R (TUnion n ts)).
  Context (Hmap : ∀ n k t, R t → R (TMap n k t)).
  Context (Hextern : ∀ n, R (TExtern n)) (Hcoro : ∀ p, R (TCoro p)).

  Fixpoint ty_nested_ind (t : ty) : R t :=
    match t with
    | TBool => Hbool | TInt w => Hint w | TBytes n => Hbytes n | TView => Hview
    | TArray n t => Harray n t (ty_nested_ind t)
    | TRecord n ts => Hrecord n ts (forall_list R ty_nested_ind ts)
    | TUnion n ts => Hunion n ts (forall_list R ty_nested_ind ts)
    | TMap n k t => Hmap n k t (ty_nested_ind t)
    | TExtern n => Hextern n | TCoro p => Hcoro p
    end.
End ty.

Section const.
  Context (R : const → Prop).
  Context (Hbool : ∀ b, R (CBool b)) (Hint : ∀ z, R (CInt z)) (Hbytes : ∀ l, R (CBytes l)).
  Context (Harray : ∀ l, Forall R l → R (CArray l)) (Hrecord : ∀ l, Forall R l → R (CRecord l)).
  Context (Hunion : ∀ tag c, R c → R (CUnion tag c)).

  Fixpoint const_nested_ind (c : const) : R c :=
    match c with
    | CBool b => Hbool b | CInt z => Hint z | CBytes l => Hbytes l
    | CArray l => Harray l (forall_list R const_nested_ind l)
    | CRecord l => Hrecord l (forall_list R const_nested_ind l)
    | CUnion tag c => Hunion tag c (const_nested_ind c)
    end.
End const.

(** Frames inside coroutines are not entered. *)
Section val.
  Context {P : Type} (R : val P → Prop).
  Context (Hbool : ∀ b, R (VBool b)) (Hint : ∀ z, R (VInt z)) (Hbytes : ∀ l, R (VBytes l)).
  Context (Harray : ∀ l, Forall R l → R (VArray l)) (Hrecord : ∀ l, Forall R l → R (VRecord l)).
  Context (Hunion : ∀ tag v, R v → R (VUnion tag v)).
  Context (Hmap : ∀ l, Forall (λ a, R a.2) l → R (VMap l)).
  Context (Hextern : ∀ l, R (VExtern l)) (Hcoro : ∀ w fs, R (VCoro w fs)).

  Fixpoint val_nested_ind (v : val P) : R v :=
    match v with
    | VBool b => Hbool b | VInt z => Hint z | VBytes l => Hbytes l
    | VArray l => Harray l (forall_list R val_nested_ind l)
    | VRecord l => Hrecord l (forall_list R val_nested_ind l)
    | VUnion tag v => Hunion tag v (val_nested_ind v)
    | VMap l => Hmap l (forall_list (λ a, R a.2) (λ a, val_nested_ind a.2) l)
    | VExtern l => Hextern l | VCoro w fs => Hcoro w fs
    end.
End val.

(** Places and expressions together. *)
Section expr.
  Context (R : place → Prop) (S : expr → Prop).
  Context (Hvar : ∀ x, R (PVar x)) (Hconst : ∀ c, R (PConst c)) (Hfield : ∀ p i, R p → R (PField p i)).
  Context (Hindex : ∀ p e, R p → S e → R (PIndex p e)) (Hcase : ∀ p tag, R p → R (PCase p tag)).
  Context (Hkey : ∀ p e, R p → S e → R (PKey p e)).
  Context (Hbool : ∀ b, S (EBool b)) (Hint : ∀ w z, S (EInt w z)) (Hbytes : ∀ l, S (EBytes l)).
  Context (Hread : ∀ p, R p → S (ERead p)) (Hnot : ∀ e, S e → S (ENot e)).
  Context (Hcomp : ∀ w e, S e → S (EComp w e)).
  Context (Hand : ∀ e1 e2, S e1 → S e2 → S (EAnd e1 e2)) (Hor : ∀ e1 e2, S e1 → S e2 → S (EOr e1 e2)).
  Context (Harith : ∀ op w e1 e2, S e1 → S e2 → S (EArith op w e1 e2)).
  Context (Hcompare : ∀ op w e1 e2, S e1 → S e2 → S (ECompare op w e1 e2)).
  Context (Hbooleq : ∀ e1 e2, S e1 → S e2 → S (EBoolEq e1 e2)).
  Context (Hbyteseq : ∀ e1 e2, S e1 → S e2 → S (EBytesEq e1 e2)).
  Context (Hwiden : ∀ w w' e, S e → S (EWiden w w' e)) (Hnarrow : ∀ w w' e, S e → S (ENarrow w w' e)).
  Context (Hcond : ∀ e1 e2 e3, S e1 → S e2 → S e3 → S (ECond e1 e2 e3)).
  Context (Hfit : ∀ n e, S e → S (EFit n e)) (Hlen : ∀ e, S e → S (ELen e)).
  Context (Hcount : ∀ p, R p → S (ECount p)) (His : ∀ p tag, R p → S (EIs p tag)).
  Context (Hhas : ∀ p e, R p → S e → S (EHas p e)).
  Context (Hkeyat : ∀ p e, R p → S e → S (EKeyAt p e)).
  Context (Hslice : ∀ e1 e2 e3, S e1 → S e2 → S e3 → S (ESlice e1 e2 e3)).
  Context (Hload : ∀ o w e1 e2, S e1 → S e2 → S (ELoad o w e1 e2)).
  Context (Hrecord : ∀ t es, Forall S es → S (ERecord t es)).
  Context (Hunion : ∀ t tag e, S e → S (EUnion t tag e)).
  Context (Harray : ∀ t es, Forall S es → S (EArray t es)).
  Context (Hfill : ∀ t n e, S e → S (EFill t n e)) (Hdefault : ∀ t, S (EDefault t)).
  Context (Hcoro : ∀ p es, Forall S es → S (ECoro p es)).

  Fixpoint place_nested_ind (p : place) : R p :=
    match p with
    | PVar x => Hvar x
    | PConst c => Hconst c
    | PField p i => Hfield p i (place_nested_ind p)
    | PIndex p e => Hindex p e (place_nested_ind p) (expr_nested_ind e)
    | PCase p tag => Hcase p tag (place_nested_ind p)
    | PKey p e => Hkey p e (place_nested_ind p) (expr_nested_ind e)
    end
  with expr_nested_ind (e : expr) : S e :=
    match e with
    | EBool b => Hbool b
    | EInt w z => Hint w z
    | EBytes l => Hbytes l
    | ERead p => Hread p (place_nested_ind p)
    | ENot e => Hnot e (expr_nested_ind e)
    | EComp w e => Hcomp w e (expr_nested_ind e)
    | EAnd e1 e2 => Hand e1 e2 (expr_nested_ind e1) (expr_nested_ind e2)
    | EOr e1 e2 => Hor e1 e2 (expr_nested_ind e1) (expr_nested_ind e2)
    | EArith op w e1 e2 => Harith op w e1 e2 (expr_nested_ind e1) (expr_nested_ind e2)
    | ECompare op w e1 e2 => Hcompare op w e1 e2 (expr_nested_ind e1) (expr_nested_ind e2)
    | EBoolEq e1 e2 => Hbooleq e1 e2 (expr_nested_ind e1) (expr_nested_ind e2)
    | EBytesEq e1 e2 => Hbyteseq e1 e2 (expr_nested_ind e1) (expr_nested_ind e2)
    | EWiden w w' e => Hwiden w w' e (expr_nested_ind e)
    | ENarrow w w' e => Hnarrow w w' e (expr_nested_ind e)
    | ECond e1 e2 e3 => Hcond e1 e2 e3 (expr_nested_ind e1) (expr_nested_ind e2) (expr_nested_ind e3)
    | EFit n e => Hfit n e (expr_nested_ind e)
    | ELen e => Hlen e (expr_nested_ind e)
    | ECount p => Hcount p (place_nested_ind p)
    | EIs p tag => His p tag (place_nested_ind p)
    | EHas p e => Hhas p e (place_nested_ind p) (expr_nested_ind e)
    | EKeyAt p e => Hkeyat p e (place_nested_ind p) (expr_nested_ind e)
    | ESlice e1 e2 e3 => Hslice e1 e2 e3 (expr_nested_ind e1) (expr_nested_ind e2) (expr_nested_ind e3)
    | ELoad o w e1 e2 => Hload o w e1 e2 (expr_nested_ind e1) (expr_nested_ind e2)
    | ERecord t es => Hrecord t es (forall_list S expr_nested_ind es)
    | EUnion t tag e => Hunion t tag e (expr_nested_ind e)
    | EArray t es => Harray t es (forall_list S expr_nested_ind es)
    | EFill t n e => Hfill t n e (expr_nested_ind e)
    | EDefault t => Hdefault t
    | ECoro p es => Hcoro p es (forall_list S expr_nested_ind es)
    end.

  Lemma place_expr_ind : (∀ p, R p) ∧ (∀ e, S e).
  Proof using All. split; [exact place_nested_ind|exact expr_nested_ind]. Qed.
End expr.
