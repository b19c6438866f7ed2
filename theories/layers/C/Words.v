(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A tree's words, in the order in which C has them.

    How names are spelled, and what a trap is, is the printer's; where it looks names up, it can
    only find a word for a word. That C's grammar reads the words as this tree is
    [Grammar.grammatical] and [grammatical_statement]. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.C Require Export Grammar Statements.

Inductive mark := MOpen | MClose | MSquare | MSquared | MBrace | MBraced | MDot | MArrow | MStar | MAddress | MNot
  | MTilde | MAndAnd | MOrOr | MQuestion | MColon | MComma | MSemicolon | MBecomes | MConst | MCopy | MMove | MZeros |
    MSizeof | MIf | MUnlikely | MTrap | MNever.

Inductive word {V M F : Type} :=
| WMark (m : mark)
| WVariable (x : V) | WMember (m : M) | WFunction (f : F)
| WConstant (n : notation) (z : Z) | WBool (b : bool) | WString (l : list Z)
| WType (t : itype) | WOperator (op : operator)
| WDigits (big : bool) (t : itype).           (* the function that stores a number by bytes *)
Arguments word : clear implicits.

Section words.
  Context {V M F : Type}.
  (** A variable that C has the address of: [*x], and [x->m] for a member. *)
  Context (pointer : V → bool).
  Local Notation words := (list (word V M F)).
  Implicit Types (e : cexpr V M F) (l : clvalue V M F) (k : words).
  Local Notation "m ; k" := (WMark m :: k) (at level 60, right associativity).

  Section arguments.
    Context (put : cexpr V M F → words → words).
    Fixpoint put_all (es : list (cexpr V M F)) k : words :=
      match es with
      | [] => k
      | [e] => put e k
      | e :: es => put e (MComma; put_all es k)
      end.
  End arguments.

  (** In front of what comes next. *)
  Fixpoint put e k : words :=
    match e with
    | XConstant n z => WConstant n z :: k
    | XBool b => WBool b :: k
    | XString l => WString l :: k
    | XRead _ l => put_lvalue l k
    | XAddress (LVariable x) => if pointer x then WVariable x :: k else MAddress; WVariable x :: k
    | XAddress l => MAddress; put_lvalue l k
    | XParen e => MOpen; put e (MClose; k)
    | XNot e => MNot; put e k
    | XComplement e => MTilde; put e k
    | XCast t e => MOpen; WType t :: MClose; put e k
    | XBinary op e1 e2 => put e1 (WOperator op :: put e2 k)
    | XAndAlso e1 e2 => put e1 (MAndAnd; put e2 k)
    | XOrElse e1 e2 => put e1 (MOrOr; put e2 k)
    | XChoice e e1 e2 => put e (MQuestion; put e1 (MColon; put e2 k))
    | XCall f _ es => WFunction f :: MOpen; put_all put es (MClose; k)
    end
  with put_lvalue l k : words :=
    match l with
    | LVariable x => if pointer x then MOpen; MStar; WVariable x :: MClose; k else WVariable x :: k
    | LMember (LVariable x) m => WVariable x :: WMark (if pointer x then MArrow else MDot) :: WMember m :: k
    | LMember l m => put_lvalue l (MDot; WMember m :: k)
    | LSubscript e i => put e (MSquare; put i (MSquared; k))
    end.

  Definition put_assignment l e k : words := put_lvalue l (MBecomes; put e (MSemicolon; k)).

  Fixpoint put_statement (s : cstat V M F) k : words :=
    match s with
    | STrap => MTrap; k
    | STrapIf e => MIf; MOpen; MUnlikely; MOpen; put e (MClose; MClose; MBrace; MTrap; MBraced; k)
    | SNever => MNever; k
    | SAssign _ l e => put_assignment l e k
    | SCopy l l' => put_assignment l (XRead TyPointer l') k
    | SArray _ _ => k
    | SBytes move d e n =>
        WMark (if move then MMove else MCopy) :: WMark MOpen :: put_all put (d :: e :: n :: []) (MClose; MSemicolon; k)
    | SZeros d n => MZeros; MOpen; put_all put (d :: XConstant Plain 0 :: n :: []) (MClose; MSemicolon; k)
    | SClear _ _ l => MZeros; MOpen;
        put_lvalue l (MComma; put (XConstant Plain 0) (MComma; MSizeof; put_lvalue l (MClose; MSemicolon; k)))
    | SDigits big t d e => WDigits big t :: MOpen; put_all put (d :: e :: []) (MClose; MSemicolon; k)
    | SWhen e s => MIf; MOpen; put e (MClose; MBrace; foldr put_statement (MBraced; k) s)
    | SBlock t x e s =>
        MBrace; MConst; WType t :: put_assignment (LVariable x) e (foldr put_statement (MBraced; k) s)
    end.
  Definition words_of (s : list (cstat V M F)) : words := foldr put_statement [] s.

  Fixpoint grammatical_statement (s : cstat V M F) : bool :=
    match s with
    | STrap | SNever | SArray _ _ => true
    | STrapIf e => grammatical e
    | SAssign _ l e => grammatical_lvalue l && grammatical e && at_least conditional e
    | SCopy l l' => grammatical_lvalue l && grammatical_lvalue l'
    | SBytes _ d e n => forallb grammatical (d :: e :: n :: [])
    | SZeros d n => grammatical d && grammatical n
    | SClear _ _ l => grammatical_lvalue l
    | SDigits _ _ d e => grammatical d && grammatical e
    | SWhen e s => grammatical e && forallb grammatical_statement s
    | SBlock _ _ e s => grammatical e && at_least conditional e && forallb grammatical_statement s
    end.
End words.
