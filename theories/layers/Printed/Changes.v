(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Bytes that are changed where they are.

    What is added is stored behind those that are there, and the length last: until then nothing but the array is
    changed, so what is added may be read from it. The guard in front has seen to the room. The printer says which
    copies are to be memmove; memcpy is only taken where no byte is shared. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.C Require Export Statements.
From Fairlead.Lang.Typing Require Import Checker.
From Fairlead.Printed Require Export Conditions Values.
Local Open Scope Z_scope.

(** The variable whose bytes are read through a pointer. *)
Fixpoint source_of (e : fl_cexpr) : option variable :=
  match e with
  | XRead TyPointer l => source_at l
  | XParen e | XBinary OAdd e _ => source_of e
  | _ => None
  end
with source_at (l : fl_clvalue) : option variable :=
  match l with LVariable x => Some x | LMember l _ => source_at l | LSubscript e _ => source_of e end.

Definition read_length (cap : N) (l : fl_clvalue) : fl_cexpr := XRead (TyInt (cell_type cap)) (LMember l MLen).
Definition set_length (cap : N) (l : fl_clvalue) (n : fl_cexpr) : fl_cstat :=
  SAssign (cell_type cap) (LMember l MLen) (XCast (cell_type cap) (XParen n)).

Section changes.
  Context (variables constants : nat → option ty) (apart : variable → variable → bool).

  (** Members lead there, and whose bytes they are. *)
  Definition lower_changed (p : place) : option (fl_clvalue * ty * variable) :=
    '(l, t) ← lower_place variables constants p; x ← owner l; Some (l, t, x).
  (** With room for [cap]; lengths have 32 bits while they are computed. *)
  Definition lower_bounded (p : place) (cap : N) : option (fl_clvalue * variable) :=
    '(l, t, x) ← lower_changed p;
    match t with TBytes cap' => if (cap' =? cap)%N && (cap <? 4294967296)%N then Some (l, x) else None | _ => None end.

  (** No byte of [x] is where [d] points to. *)
  Definition elsewhere (x : variable) (d : fl_cexpr) : bool :=
    is_string d || match source_of d with Some y => negb (bool_decide (y = x)) && apart x y | None => false end.

  Definition lower_push (p : place) (cap : N) (e : expr) : option (list fl_cstat) :=
    '(l, x) ← lower_bounded p cap; z ← typed (lower variables constants e) (TInt W8);
    Some [its_array l cap; SAssign U8 (LSubscript (data_of l) (read_length cap l)) z;
          set_length cap l (XBinary OAdd (read_length cap l) (XConstant Unsigned 1))].

  (** [k]: how many temporaries are taken. *)
  Definition lower_append (move : bool) (k : nat) (p : place) (cap : N) (e : expr) : option (list fl_cstat) :=
    '(l, x) ← lower_bounded p cap; '(d, n) ← lower_bytes variables constants e;
    let len := XRead (TyInt U32) (LVariable (NTemporary (S k))) in
    if move || elsewhere x d
    then Some [its_array l cap;
               SBlock U32 (NTemporary (S k)) n
                 [SBytes move (XBinary OAdd (data_of l) (read_length cap l)) d len;
                  set_length cap l (XBinary OAdd (read_length cap l) len)]]
    else None.

  (** Only what leaves nothing; longer ones are cleared by memset. *)
  Definition lower_resize (p : place) (cap : N) (e : expr) : option (list fl_cstat) :=
    '(l, x) ← lower_bounded p cap;
    if is_zero e then Some [SAssign (cell_type cap) (LMember l MLen) (XConstant Plain 0)] else None.

  (** Over those that are there, from an offset on. *)
  Definition lower_blit (move : bool) (p : place) (off e : expr) : option (list fl_cstat) :=
    '(l, t, x) ← lower_changed p; tl ← length_type t; i ← typed (lower variables constants off) (TInt W32);
    '(d, n) ← lower_bytes variables constants e;
    if move || elsewhere x d then Some [SBytes move (XBinary OAdd (data_of l) i) d n] else None.
End changes.
