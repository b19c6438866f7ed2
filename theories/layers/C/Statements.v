(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The C statements that stand within a line, and what they do.

    Assignments to an integer or boolean, tests that trap, and what control never
    gets to; a list of them is done in order. As expressions, they are C's grammar and no
    abstraction of it. What a trap is (a jump, or a return) is the printer's.

    [None] is undefined behaviour. Objects are trees, as in [Semantics]: what is stored
    through a pointer is seen through that pointer. That nothing else is looked at through
    another is no matter of C (see [check_aliasing]). *)
From Fairlead.Base Require Import Prelude.
From Fairlead.C Require Export Semantics.
Local Open Scope Z_scope.

Inductive cstat {V M F : Type} :=
| STrap
| STrapIf (e : cexpr V M F)                            (* if (e) { trap } *)
| SNever                                               (* control does not get here *)
| SAssign (t : itype) (l : clvalue V M F) (e : cexpr V M F).  (* l = e; where l is declared with type t *)
Arguments cstat : clear implicits.

Section statements.
  Context {V M F : Type} `{!EqDecision V, !EqDecision M}.
  Context (functions : F → list (value M) → option Z).
  (** Members that share no byte, and of a variable [x] the variables that share no byte with it. *)
  Context (beside : M → M → bool) (apart : V → V → bool).
  Local Notation objects := (V → option (object M)).

  (** A member, changed; of those that share bytes with it nothing is known any more. *)
  Definition store_member (m : M) (g : option (object M) → option (object M)) (o : option (object M)) :
      option (object M) :=
    match o with
    | Some (OStruct f) =>
        o' ← g (f m);
        Some (OStruct (λ m', if decide (m' = m) then Some o' else if beside m m' then f m' else None))
    | _ => None
    end.

  Definition changed_element (l : list (object M)) (i : Z) (g : option (object M) → option (object M)) :
      option (list (object M)) :=
    if nth_object l i then o ← g (nth_object l i); Some (<[Z.to_nat i := o]> l) else None.

  Definition store_element (i : Z) (g : option (object M) → option (object M)) (o : option (object M)) :
      option (object M) :=
    match o with
    | Some (OArray l) => OArray <$> changed_element l i g
    | Some (OPointer l j) => l ← changed_element l (j + i) g; Some (OPointer l j)
    | _ => None
    end.

  (** The variable that an lvalue is part of, and what it holds when [g] has changed that part. *)
  Fixpoint store (os : objects) (l : clvalue V M F) (g : option (object M) →
    option (object M)) : option (V * object M) :=
    match l with
    | LVariable x => o ← g (os x); Some (x, o)
    | LMember l m => store os l (store_member m g)
    | LSubscript (XRead TyPointer l) i =>
        v ← eval os functions i; '(_, n) ← as_integer v; store os l (store_element n g)
    | LSubscript _ _ => None
    end.

  Definition stored (os : objects) (x : V) (o : object M) : objects :=
    λ y, if decide (y = x) then Some o else if apart x y then os y else None.

  (** With the objects that there are then. *)
  Inductive ending := Ends (os : objects) | Traps (os : objects).

  Fixpoint exec (s : list (cstat V M F)) (os : objects) : option ending :=
    match s with
    | [] => Some (Ends os)
    | STrap :: _ => Some (Traps os)
    | SNever :: _ => None
    | STrapIf e :: s =>
        v ← eval os functions e; '(_, z) ← as_integer v; if z =? 0 then exec s os else Some (Traps os)
    | SAssign t l e :: s =>
        v ← eval os functions e; '(_, z) ← as_integer v; z ← convert t z;
        '(x, o) ← store os l (λ _, Some (OInt t z)); exec s (stored os x o)
    end.
End statements.
Arguments Ends {V M} _.
Arguments Traps {V M} _.
