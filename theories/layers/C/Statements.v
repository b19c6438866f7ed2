(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The C statements that stand within a line, and what they do.

    Assignments to an integer or boolean, or of a whole structure; bytes that are copied in memory, cleared, or the
    digits of a number; blocks with one constant; tests that trap, and what control never gets to; a list of them is
    done in order. As expressions, they are C's grammar and no abstraction of it. What a trap is (a jump, or a return)
    is the printer's.

    [None] is undefined behaviour: of a copy, too, whose source and destination overlap. Objects are trees, as in
    [Semantics]: what is stored through a pointer is seen through that pointer. That nothing else is looked at
    through another is no matter of C (see [check_aliasing]). That an lvalue has the members that it names is C's
    typing; what an object holds of which nothing is known can be stored member by member. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.C Require Export Semantics.
Local Open Scope Z_scope.

Inductive cstat {V M F : Type} :=
| STrap
| STrapIf (e : cexpr V M F)                            (* if (e) { trap } *)
| SNever                                               (* control does not get here *)
| SAssign (t : itype) (l : clvalue V M F) (e : cexpr V M F)  (* l = e; where l is declared with type t *)
| SCopy (l l' : clvalue V M F)                         (* l = l'; of structures or unions of one type *)
| SArray (n : N) (l : clvalue V M F)                   (* not written: l is declared as an array of n elements *)
| SBytes (move : bool) (d e n : cexpr V M F)           (* memcpy or memmove (d, e, n); unless n is 0 *)
| SZeros (d n : cexpr V M F)                           (* memset(d, 0, n); of bytes *)
| SClear (n : N) (t : itype) (l : clvalue V M F)        (* memset(l, 0, sizeof l); of n elements of type t *)
| SDigits (big : bool) (t : itype) (d e : cexpr V M F) (* to bytes, from d on; the most significant first if big *)
| SWhen (e : cexpr V M F) (s : list cstat)             (* if (e) { s } *)
| SBlock (t : itype) (x : V) (e : cexpr V M F) (s : list cstat).  (* { const t x = e; s } *)
Arguments cstat : clear implicits.

(** On the way from a variable to a part of it. *)
Inductive step {M : Type} := IMember (m : M) | IElement (i : Z).
Arguments step : clear implicits.

#[global] Instance step_eq_dec {M} `{!EqDecision M} : EqDecision (step M).
Proof. solve_decision. Defined.

Section statements.
  Context {V M F : Type} `{!EqDecision V, !EqDecision M}.
  Context (functions : F → list (value M) → option Z).
  (** Members that share no byte, and of a variable [x] the variables that share no byte with it. *)
  Context (beside : M → M → bool) (apart : V → V → bool).
  Local Notation objects := (V → option (object M)).

  (** A member, changed; of those that share bytes with it nothing is known any more. *)
  Definition store_member (m : M) (g : option (object M) → option (object M)) (o : option (object M)) :
      option (object M) :=
    o' ← g (member o m);
    Some (OStruct (λ m', if decide (m' = m) then Some o' else if beside m m' then member o m' else None)).

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

  (** ** Overlap *)
  Section paths.
    Context (os : objects).

    (** Where an lvalue is, and where a pointer points to: an array, and which of its elements. *)
    Fixpoint path (l : clvalue V M F) : option (V * list (step M)) :=
      match l with
      | LVariable x => Some (x, [])
      | LMember l m => '(x, p) ← path l; Some (x, p ++ [IMember m])
      | LSubscript e i =>
          _ ← denote os functions (LSubscript e i); '(x, p, k) ← points e;
          v ← eval os functions i; '(_, n) ← as_integer v; Some (x, p ++ [IElement (k + n)])
      end
    with points (e : cexpr V M F) : option (V * list (step M) * Z) :=
      match e with
      | XRead TyPointer l =>
          '(x, p) ← path l;
          match denote os functions l with
          | Some (OArray _) => Some (x, p, 0) | Some (OPointer _ i) => Some (x, p, i) | _ => None
          end
      | XParen e => points e
      | XBinary OAdd e i =>
          '(x, p, k) ← points e; v ← eval os functions i; '(_, n) ← as_integer v; Some (x, p, k + n)
      | _ => None
      end.

    Fixpoint is_string (e : cexpr V M F) : bool :=
      match e with XString _ => true | XParen e | XBinary OAdd e _ => is_string e | _ => false end.
  End paths.

  Fixpoint apart_steps (p q : list (step M)) : bool :=
    match p, q with
    | IMember m :: p, IMember m' :: q => if decide (m = m') then apart_steps p q else beside m m'
    | IElement i :: p, IElement j :: q => if i =? j then apart_steps p q else true
    | _, _ => false
    end.

  Definition apart_paths (d s : V * list (step M)) : bool :=
    if decide (d.1 = s.1) then apart_steps d.2 s.2 else apart d.1 s.1.

  (** C 6.5.16.1: what is assigned from an object that overlaps with it is that object. *)
  Definition copies_well os (l l' : clvalue V M F) : bool :=
    match path os l, path os l' with
    | Some d, Some s => bool_decide (d = s) || apart_paths d s
    | _, _ => false
    end.

  (** C 7.24.2.1: memcpy between objects that overlap is undefined. What is a string literal's is nobody else's. *)
  Definition memcpy_well os (d e : cexpr V M F) (n : Z) : bool :=
    (n =? 0) || is_string e ||
    match points os d, points os e with
    | Some (x, p, i), Some (y, q, j) =>
        if decide ((x, p) = (y, q)) then (i + n <=? j) || (j + n <=? i) else apart_paths (x, p) (y, q)
    | _, _ => false
    end.

  (** ** Arrays *)

  (** What is known of an array of [n] elements: of those that are seen there. *)
  Definition elements (n : N) (o : option (object M)) : list (object M) :=
    let seen := match o with Some (OArray l) => l | Some (OPointer l i) => drop (Z.to_nat i) l | _ => [] end in
    take (N.to_nat n) (seen ++ replicate (N.to_nat n) OIndeterminate).

  Definition put_bytes (k : Z) (bs : list Z) (l : list (object M)) : option (list (object M)) :=
    if (0 <=? k) && (k + Z.of_nat (length bs) <=? Z.of_nat (length l))
    then Some (take (Z.to_nat k) l ++ map (OInt U8) bs ++ drop (Z.to_nat k + length bs) l) else None.

  Definition store_bytes (k : Z) (bs : list Z) (o : option (object M)) : option (object M) :=
    match o with
    | Some (OArray l) => OArray <$> put_bytes k bs l
    | Some (OPointer l i) => l ← put_bytes (i + k) bs l; Some (OPointer l i)
    | _ => None
    end.

  (** What is copied to, and from which element on. *)
  Fixpoint target os (d : cexpr V M F) : option (clvalue V M F * Z) :=
    match d with
    | XRead TyPointer l => Some (l, 0)
    | XParen d => target os d
    | XBinary OAdd d i =>
        '(l, k) ← target os d; v ← eval os functions i; '(_, n) ← as_integer v; Some (l, k + n)
    | _ => None
    end.

  (** With the objects that there are then. *)
  Inductive ending := Ends (os : objects) | Traps (os : objects).

  Definition put_at os (d : cexpr V M F) (bs : list Z) : option ending :=
    '(l, k) ← target os d; '(x, o) ← store os l (store_bytes k bs); Some (Ends (stored os x o)).

  (** How many elements there are, where a pointer points to. *)
  Definition extent os (d : cexpr V M F) : option Z :=
    '(l, _) ← target os d;
    match denote os functions l with Some (OArray l | OPointer l _) => Some (Z.of_nat (length l)) | _ => None end.

  (** Of a number, by bytes. *)
  Fixpoint digits (n : nat) (z : Z) : list Z :=
    match n with O => [] | S n => z mod 256 :: digits n (z / 256) end.
  Definition digits_of (big : bool) (t : itype) (z : Z) : list Z :=
    let l := digits (Z.to_nat (bit_size t / 8)) z in if big then reverse l else l.

  (** ** What is done *)

  Definition and_then (r : option ending) (f : objects → option ending) : option ending :=
    match r with Some (Ends os) => f os | _ => r end.

  Section in_order.
    Context (run : cstat V M F → objects → option ending).  (* outside the fixpoint, as [all] is *)
    Fixpoint in_order (s : list (cstat V M F)) (os : objects) : option ending :=
      match s with [] => Some (Ends os) | c :: s => and_then (run c os) (in_order s) end.
  End in_order.

  (** Behind a block its variable is what it was: of another object of that name, or nothing. *)
  Definition leave (x : V) (os os' : objects) : objects := λ y, if decide (y = x) then os x else os' y.

  Fixpoint perform (c : cstat V M F) (os : objects) : option ending :=
    match c with
    | STrap => Some (Traps os)
    | SNever => None
    | STrapIf e => v ← eval os functions e; '(_, z) ← as_integer v; Some (if z =? 0 then Ends os else Traps os)
    | SAssign t l e =>
        v ← eval os functions e; '(_, z) ← as_integer v; z ← convert t z;
        '(x, o) ← store os l (λ _, Some (OInt t z)); Some (Ends (stored os x o))
    | SCopy l l' =>
        if copies_well os l l' then
          '(x, o) ← store os l (λ _, Some (from_option id OIndeterminate (denote os functions l')));
          Some (Ends (stored os x o))
        else None
    | SArray n l =>
        '(x, o) ← store os l (λ o, Some (OArray (elements n o)));
        Some (Ends (λ y, if decide (y = x) then Some o else os y))
    | SBytes move d e n =>
        v ← eval os functions n; '(_, z) ← as_integer v;
        v ← eval os functions e; '(l', i) ← match v with VPointer l i => Some (l, i) | _ => None end;
        bs ← bytes_at l' i z; if move || memcpy_well os d e z then put_at os d bs else None
    | SZeros d n =>
        v ← eval os functions n; '(_, z) ← as_integer v; most ← extent os d;
        if (0 <=? z) && (z <=? most) then put_at os d (replicate (Z.to_nat z) 0) else None
    | SClear n t l =>
        '(x, o) ← store os l (λ _, Some (OArray (replicate (N.to_nat n) (OInt t 0)))); Some (Ends (stored os x o))
    | SDigits big t d e =>
        v ← eval os functions e; '(_, z) ← as_integer v; z ← convert t z; put_at os d (digits_of big t z)
    | SWhen e s =>
        v ← eval os functions e; '(_, z) ← as_integer v; if z =? 0 then Some (Ends os) else in_order perform s os
    | SBlock t x e s =>
        v ← eval os functions e; '(_, z) ← as_integer v; z ← convert t z;
        match in_order perform s (stored os x (OInt t z)) with
        | Some (Ends os') => Some (Ends (leave x os os'))
        | Some (Traps os') => Some (Traps (leave x os os'))
        | None => None
        end
    end.

  Definition exec : list (cstat V M F) → objects → option ending := in_order perform.
End statements.
Arguments Ends {V M} _.
Arguments Traps {V M} _.
