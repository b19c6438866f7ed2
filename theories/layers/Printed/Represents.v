(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a C object must hold to represent a value.

    What carries no information (records without fields, arrays of them) has no C
    object; nothing is demanded of it, as everything demanded is at the leaves. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang.Typing Require Import Numbers.
From Fairlead.Printed Require Export Names.
Local Open Scope Z_scope.

(** From element [i] on there are these bytes. *)
Definition holds_bytes (arr : list fl_object) (i : Z) (l : list Z) : Prop :=
  0 ≤ i ≤ Z.of_nat (length arr) ∧ ∃ rest, drop (Z.to_nat i) arr = map (OInt U8) l ++ rest.

(** Element [i] of an array, or of what a pointer points to. *)
Definition element (o : option fl_object) (i : Z) : option fl_object :=
  v ← read TyPointer o; subscript v (VInteger U32 i).

Section represents.
  Context {P : Type}.
  (** What a coroutine's [waits] function finds in its frame. *)
  Context (waits : procedure → fl_object → option Z).

  Definition waiting (w : option nat) (fs : list (frame P)) : Z :=
    match fs with [] => 0 | _ => waits_code w end.

  Inductive represents : ty → val P → option fl_object → Prop :=
  | rep_bool b : represents TBool (VBool b) (Some (OInt IBool (truth b)))
  | rep_int w z : Numbers.in_range w z → represents (TInt w) (VInt z) (Some (OInt (unsigned_of w) z))
  | rep_bytes t tl l o arr i :
      length_type t = Some tl → bytes_ok l →
      match t with TBytes cap => Z.of_nat (length l) ≤ Z.of_N cap | _ => True end →
      member o MLen = Some (OInt tl (Z.of_nat (length l))) → holds tl (Z.of_nat (length l)) = true →
      read TyPointer (member o MData) = Some (VPointer arr i) → holds_bytes arr i l →
      represents t (VBytes l) o
  | rep_array n t l o :
      length l = N.to_nat n →
      (∀ j v, l !! j = Some v → represents t v (element (member o MElements) (Z.of_nat j))) →
      represents (TArray n t) (VArray l) o
  | rep_record i ts l o :
      length l = length ts →
      (∀ j t v, ts !! j = Some t → l !! j = Some v → represents t v (member o (MPart (TRecord i ts) j))) →
      represents (TRecord i ts) (VRecord l) o
  | rep_union i ts tag t v o :
      ts !! tag = Some t →
      member o MTag = Some (OInt (tag_type ts) (Z.of_nat tag)) → holds (tag_type ts) (Z.of_nat tag) = true →
      represents t v (member (member o MCases) (MPart (TUnion i ts) tag)) →
      represents (TUnion i ts) (VUnion tag v) o
  | rep_map cap w t l f keys rest :
      f MCount = Some (OInt (cell_type cap) (Z.of_nat (length l))) →
      holds (cell_type cap) (Z.of_nat (length l)) = true → short (length l) →
      f MKeys = Some (OArray keys) → keys = map (λ kv, OInt (unsigned_of w) kv.1) l ++ rest →
      Forall (λ kv, Numbers.in_range w kv.1) l →
      (∀ j k v, l !! j = Some (k, v) → represents t v (element (f MValues) (Z.of_nat j))) →
      represents (TMap cap w t) (VMap l) (Some (OStruct f))
  | rep_extern i l o : represents (TExtern i) (VExtern l) o
  | rep_coro p w fs o :
      waits p o = Some (waiting w fs) → holds U32 (waiting w fs) = true → represents (TCoro p) (VCoro w fs) (Some o).

  (** What a procedure's C sees of a store, and of the program's constants. *)
  Definition represents_store (W : world P) (variables constants : nat → option ty)
      (objects : variable → option fl_object) (s : store P) : Prop :=
    (∀ x t v, variables x = Some t → s !! x = Some (Some v) → represents t v (objects (NVariable x))) ∧
    (∀ c t v, constants c = Some t → constant W c = Some v → represents t v (objects (NConstant c))).
End represents.
