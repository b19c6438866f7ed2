(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Values of any type, built where they are stored.

    Records and unions member by member, bytes as a length and a copy, what is read as a whole by an assignment
    of the structure. While parts of the destination are written nothing of it is read: [variables] are those
    that share no byte with it, so an expression that reads others has no C here, and memcpy will do. Nor has one
    that is built otherwise (arrays, but those of integers or booleans that are cleared; coroutines); the printer then
    has a text of its own. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.C Require Export Statements.
From Fairlead.Lang.Typing Require Import Checker.
From Fairlead.Printed Require Export Lowering.
From Fairlead.Printed.Control Require Import Equality.
Local Open Scope Z_scope.

Notation fl_cstat := (cstat variable member_name function_name).

#[global] Instance variable_eq_dec : EqDecision variable.
Proof. solve_decision. Defined.
#[global] Instance member_eq_dec : EqDecision member_name.
Proof. solve_decision. Defined.

(** The cases of a union share their bytes. *)
Definition beside (m m' : member_name) : bool :=
  match m, m' with MPart (TUnion _ _) _, MPart (TUnion _ _) _ => false | _, _ => true end.

(** What C converts to when it stores. *)
Definition stored_type (t : ty) : option itype :=
  match t with TBool => Some IBool | TInt w => Some (unsigned_of w) | _ => None end.

(** No part of it has a C object. *)
Fixpoint void (t : ty) : bool :=
  match t with TRecord _ ts => forallb void ts | TArray _ t => void t | _ => false end.

(** What represents a value of it is an object of which something is known. *)
Fixpoint solid (t : ty) : bool :=
  match t with
  | TRecord _ ts => existsb solid ts | TArray n t => negb (n =? 0)%N && solid t | TExtern _ => false | _ => true
  end.

(** The variable that members lead to, without subscripts. *)
Fixpoint owner (l : fl_clvalue) : option variable :=
  match l with LVariable x => Some x | LMember l _ => owner l | LSubscript _ _ => None end.

Definition case_of (l : fl_clvalue) (t : ty) (tag : nat) : fl_clvalue := LMember (LMember l MCases) (MPart t tag).
Definition tagged (l : fl_clvalue) (ts : list ty) (tag : nat) : option fl_cstat :=
  z ← constant_of Plain (Z.of_nat tag); Some (SAssign (tag_type ts) (LMember l MTag) z).

(** There is an array of one element for none. *)
Definition its_array (l : fl_clvalue) (cap : N) : fl_cstat := SArray (N.max 1 cap) (LMember l MData).

Section parts.
  Context {A B : Type} (f : nat → ty → A → B → option (list fl_cstat * B)).
  (** Of each member, with its type and what it is made of. *)
  Fixpoint parts (i : nat) (ts : list ty) (l : list A) (b : B) {struct l} : option (list fl_cstat * B) :=
    match l, ts with
    | [], [] => Some ([], b)
    | a :: l, t :: ts => '(s, b) ← f i t a b; '(s', b) ← parts (S i) ts l b; Some (s ++ s', b)
    | _, _ => None
    end.
End parts.

Section values.
  Context (variables constants : nat → option ty).
  (** Types that are cleared here and not by a function; whatever the printer likes. *)
  Context (in_line : ty → bool).

  (** As nothing was assigned to it: zeros. *)
  Fixpoint lower_clear (l : fl_clvalue) (t : ty) {struct t} : option (list fl_cstat) :=
    if in_line t then
      match t with
      | TBool => Some [SAssign IBool l (XBool false)]
      | TInt w => Some [SAssign (unsigned_of w) l (XConstant Plain 0)]
      | TBytes cap => Some [its_array l cap; SAssign (cell_type cap) (LMember l MLen) (XConstant Plain 0)]
      | TArray n t' => it ← stored_type t'; Some [SClear (N.max 1 n) it (LMember l MElements)]
      | TMap cap _ _ =>
          let cells := Extents.index_cells cap in
          Some (SArray (N.max 1 cap) (LMember l MKeys) ::
            SAssign (cell_type cap) (LMember l MCount) (XConstant Plain 0) ::
            if (cells =? 0)%N then [] else [SClear cells (cell_type cap) (LMember l MIndex)])
      | TRecord _ ts =>
          fst <$> parts (λ i _ t' b, s ← lower_clear (LMember l (MPart t i)) t'; Some (s, b)) 0%nat ts ts ()
      | TUnion _ ts =>
          match ts with
          | t' :: _ => s ← lower_clear (case_of l t 0) t'; s' ← tagged l ts 0; Some (s' :: s)
          | [] => None
          end
      | _ => None
      end
    else None.

  (** Bytes that have been found to fit, and are not in the destination. *)
  Definition has_room (cap : N) (e : expr) : bool :=
    match e with
    | EFit cap' _ => (cap' =? cap)%N
    | ERead p => match lower_place variables constants p with Some (_, TBytes cap') => (cap' =? cap)%N | _ => false end
    | _ => false
    end.

  Definition lower_fitting (k : nat) (l : fl_clvalue) (cap : N) (e : expr) : option (list fl_cstat * nat) :=
    if has_room cap e then
      '(d, n) ← lower_bytes variables constants e;
      let x := LVariable (NTemporary (S k)) in let len := XRead (TyInt U32) x in
      Some ([its_array l cap;
             SBlock U32 (NTemporary (S k)) n
               [SBytes false (data_of l) d len;
                SAssign (cell_type cap) (LMember l MLen) (XCast (cell_type cap) len)]], S k)
    else None.

  Definition lower_whole (l : fl_clvalue) (t : ty) (p : place) : option (list fl_cstat) :=
    '(l', t') ← lower_place variables constants p;
    if ty_eqb t' t then
      if void t then Some [] else if solid t || bool_decide (is_Some (owner l')) then Some [SCopy l l'] else None
    else None.

  Fixpoint lower_into (k : nat) (l : fl_clvalue) (t : ty) (e : expr) {struct e} : option (list fl_cstat * nat) :=
    match stored_type t, t, e with
    | Some it, _, _ => x ← typed (lower variables constants e) t; Some ([SAssign it l x], k)
    | _, _, EDefault t' => if ty_eqb t' t then s ← lower_clear l t; Some (s, k) else None
    | _, TBytes cap, _ => lower_fitting k l cap e
    | _, _, ERead p => s ← lower_whole l t p; Some (s, k)
    | _, TRecord _ ts, ERecord t' es =>
        if ty_eqb t' t
        then parts (λ i t' e k, lower_into k (LMember l (MPart t i)) t' e) 0 ts es k else None
    | _, TUnion _ ts, EUnion t' tag e =>
        if ty_eqb t' t
        then ti ← ts !! tag; '(s, k) ← lower_into k (case_of l t tag) ti e; s' ← tagged l ts tag; Some (s ++ [s'], k)
        else None
    | _, _, _ => None
    end.
End values.
