(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Syntax of the C expressions that are printed, and no others.

    It is C's grammar, not an abstraction of it: parentheses are nodes, so that to
    print a tree is to write its tokens one after the other. That C's grammar reads
    the tokens as this tree is [Grammar.grammatical]. Nothing here has a side effect:
    functions that are called only read. So in which order C evaluates operands,
    which it leaves open, cannot matter.

    Names of variables, of members of structures and of functions are whatever
    [V], [M] and [F] are; their spelling is the printer's. Where C would look a
    declaration up, the tree says what it finds: the type of an object that is read,
    and what a function returns. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.C Require Export Integers.

(** Of values: an integer, or a pointer to an element of an array. *)
Inductive vtype := TyInt (t : itype) | TyPointer.

Inductive cexpr {V M F : Type} :=
| XConstant (n : notation) (z : Z)
| XBool (b : bool)                          (* true, false: of type int *)
| XString (l : list Z)                      (* (const uint8_t * )"...": there is a zero behind the bytes *)
| XRead (t : vtype) (l : clvalue)           (* an array decays to a pointer to its first element *)
| XAddress (l : clvalue)                    (* for functions that look into a structure *)
| XParen (e : cexpr)
| XNot (e : cexpr)
| XComplement (e : cexpr)
| XCast (t : itype) (e : cexpr)
| XBinary (op : operator) (e1 e2 : cexpr)   (* or a pointer, plus an integer *)
| XAndAlso (e1 e2 : cexpr)                  (* && *)
| XOrElse (e1 e2 : cexpr)                   (* || *)
| XChoice (e e1 e2 : cexpr)                 (* ?: of integers *)
| XCall (f : F) (t : itype) (es : list cexpr)
with clvalue {V M F : Type} :=
| LVariable (x : V)
| LMember (l : clvalue) (m : M)
| LSubscript (e : cexpr) (i : cexpr).       (* e is an array's name or a pointer *)
Arguments cexpr : clear implicits.
Arguments clvalue : clear implicits.
