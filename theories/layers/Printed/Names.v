(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the C of a program names, and C's types for its types.

    Variables of the procedure and constants of the program; members of the
    structures that its types become; the functions that are printed with it, and
    what they return. How any of them is spelled is the printer's business. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.C Require Export Semantics.
From Fairlead.Lang.Frames Require Import Extents.
From Fairlead.Lang.Guards Require Export Guards.

(** Temporaries are constants of blocks that an assignment opens. *)
Inductive variable := NVariable (x : nat) | NConstant (c : nat) | NTemporary (n : nat).

(** Of bytes and views [MLen], [MData]; of arrays [MElements]; of unions [MTag], [MCases];
    of maps [MCount], [MKeys], [MValues], [MIndex]. *)
Inductive member_name :=
| MLen | MData | MElements | MTag | MCases | MCount | MKeys | MValues | MIndex
| MPart (t : ty) (i : nat).                 (* of a record; of the cases of a union *)

Inductive function_name :=
| FEqual                                    (* of two pointers, each with a length *)
| FLoad (o : endian) (w : width)            (* at a pointer *)
| FMulOverflows                             (* of two 64-bit factors *)
| FFind (t : ty) | FHas (t : ty)            (* of a map of type [t], by its key *)
| FWaits (p : procedure).                   (* what a suspended coroutine waits for *)

Notation fl_cexpr := (cexpr variable member_name function_name).
Notation fl_clvalue := (clvalue variable member_name function_name).
Notation fl_object := (object member_name).
Notation fl_value := (value member_name).

(** ** Types *)
Definition unsigned_of (w : width) : itype :=
  match w with W8 => U8 | W16 => U16 | W32 => U32 | W64 => U64 end.

(** The narrowest that holds 0 to [top]; see [Extents.cell]. *)
Definition cell_type (top : N) : itype :=
  if (cell top =? 1)%N then U8 else if (cell top =? 2)%N then U16 else if (cell top =? 4)%N then U32 else U64.

Definition length_type (t : ty) : option itype :=
  match t with TBytes cap => Some (cell_type cap) | TView => Some U32 | _ => None end.
Definition tag_type (cases : list ty) : itype := cell_type (N.of_nat (length cases - 1)).

(** What [FWaits] returns of a coroutine: 0 if it has finished, 1 if it has not started, and for each effect another
  number. *)
Definition waits_code (waits : option nat) : Z := match waits with None => 1 | Some e => Z.of_nat e + 2 end.

(** ** What the functions return *)
Section functions.
  Context (waits : procedure → fl_object → option Z).
  Local Open Scope Z_scope.

  (** Where the key is; [n], behind the last, if it is not there. *)
  Fixpoint position (keys : list fl_object) (n : nat) (k : Z) : option nat :=
    match n, keys with
    | 0%nat, _ => Some 0%nat
    | S n, OInt _ z :: keys => if k =? z then Some 0%nat else S <$> position keys n k
    | S _, _ => None
    end.

  Definition find (o : fl_object) (k : Z) : option (Z * Z) :=
    match member (Some o) MCount, member (Some o) MKeys with
    | Some (OInt _ n), Some (OArray keys) => i ← position keys (Z.to_nat n) k; Some (Z.of_nat i, n)
    | _, _ => None
    end.

  Definition functions (f : function_name) (args : list fl_value) : option Z :=
    match f, args with
    | FEqual, [VPointer l i; VInteger _ n; VPointer l' i'; VInteger _ n'] =>
        if n =? n' then a ← bytes_at l i n; b ← bytes_at l' i' n'; Some (truth (bool_decide (a = b))) else Some 0
    | FLoad o w, [VPointer l i] => load_int o <$> bytes_at l i (Z.of_nat (byte_count w))
    | FMulOverflows, [VInteger _ a; VInteger _ b] => Some (truth (limit W64 <=? a * b))
    | FFind _, [VAddress o; VInteger _ k] => fst <$> find o k
    | FHas _, [VAddress o; VInteger _ k] => '(i, n) ← find o k; Some (truth (i <? n))
    | FWaits p, [VAddress o] => waits p o
    | _, _ => None
    end.
End functions.
