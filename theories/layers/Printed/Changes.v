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

(** The variable that a pointer leads into, and by which members; where it takes an element, it may be any. *)
Fixpoint way (e : fl_cexpr) : option (variable * list (option member_name)) :=
  match e with
  | XRead TyPointer l => way_at l
  | XParen e | XBinary OAdd e _ => way e
  | _ => None
  end
with way_at (l : fl_clvalue) : option (variable * list (option member_name)) :=
  match l with
  | LVariable x => Some (x, [])
  | LMember l m => '(x, ms) ← way_at l; Some (x, ms ++ [Some m])
  | LSubscript e _ => '(x, ms) ← way e; Some (x, ms ++ [None])
  end.

Fixpoint apart_ways (ms ms' : list (option member_name)) : bool :=
  match ms, ms' with
  | Some m :: ms, Some m' :: ms' => if decide (m = m') then apart_ways ms ms' else beside m m'
  | None :: ms, None :: ms' => apart_ways ms ms'
  | _, _ => false
  end.

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

  (** No byte is where both point to. *)
  Definition elsewhere (to d : fl_cexpr) : bool :=
    is_string d ||
    match way to, way d with
    | Some (x, ms), Some (y, ms') => if decide (x = y) then apart_ways ms ms' else apart x y
    | _, _ => false
    end.

  Definition lower_push (p : place) (cap : N) (e : expr) : option (list fl_cstat) :=
    '(l, _) ← lower_bounded p cap; z ← typed (lower variables constants e) (TInt W8);
    Some [its_array l cap; SAssign U8 (LSubscript (data_of l) (read_length cap l)) z;
          set_length cap l (XBinary OAdd (read_length cap l) (XConstant Unsigned 1))].

  (** [k]: how many temporaries are taken. *)
  Definition lower_append (move : bool) (k : nat) (p : place) (cap : N) (e : expr) : option (list fl_cstat) :=
    '(l, _) ← lower_bounded p cap; '(d, n) ← lower_bytes variables constants e;
    let len := XRead (TyInt U32) (LVariable (NTemporary (S k))) in
    if move || elsewhere (data_of l) d
    then Some [its_array l cap;
               SBlock U32 (NTemporary (S k)) n
                 [SBytes move (XBinary OAdd (data_of l) (read_length cap l)) d len;
                  set_length cap l (XBinary OAdd (read_length cap l) len)]]
    else None.

  (** Shorter, or longer with zeros behind those that are there. *)
  Definition lower_resize (k : nat) (p : place) (cap : N) (e : expr) : option (list fl_cstat * nat) :=
    '(l, _) ← lower_bounded p cap;
    if is_zero e then Some ([SAssign (cell_type cap) (LMember l MLen) (XConstant Plain 0)], k)
    else
      n ← typed (lower variables constants e) (TInt W32);
      let there := read_length cap l in let len := XRead (TyInt U32) (LVariable (NTemporary (S k))) in
      Some ([its_array l cap;
             SBlock U32 (NTemporary (S k)) n
               [SWhen (XBinary OGt len there) [SZeros (XBinary OAdd (data_of l) there) (XBinary OSub len there)];
                SAssign (cell_type cap) (LMember l MLen) (XCast (cell_type cap) len)]], S k).

  (** ** Over those that are there, from an offset on: of any place *)
  Definition lower_over (p : place) (off : expr) : option (fl_clvalue * fl_cexpr) :=
    '(l, t) ← lower_place variables constants p; _ ← length_type t;
    i ← typed (lower variables constants off) (TInt W32);
    Some (l, XBinary OAdd (data_of l) i).

  Definition lower_blit (move : bool) (p : place) (off e : expr) : option (list fl_cstat) :=
    '(l, to) ← lower_over p off; '(d, n) ← lower_bytes variables constants e;
    if move || elsewhere (data_of l) d then Some [SBytes move to d n] else None.

  (** A number of more than one byte. *)
  Definition lower_number (o : endian) (w : width) (p : place) (off e : expr) : option (list fl_cstat) :=
    '(_, to) ← lower_over p off; z ← typed (lower variables constants e) (TInt w);
    Some [SDigits (match o with Big => true | Little => false end) (unsigned_of w) to z].
End changes.
