(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Types whose values may be stored, and those that cross the border to the driver. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang.Model Require Import Syntax.

(** Lengths and counts are u32. *)
Definition small (n : N) : bool := N.ltb n 4294967296.
Definition capacity (n : N) : bool := N.ltb 0 n && small n.

(** [coro] says which coroutines may be held. *)
Fixpoint storable (coro : procedure → bool) (t : ty) : bool :=
  match t with
  | TBool | TInt _ | TExtern _ => true
  | TView => false
  | TBytes n => small n
  | TArray n t | TMap n _ t => capacity n && storable coro t
  | TRecord _ ts => forallb (storable coro) ts
  | TUnion _ ts => match ts with [] => false | _ => forallb (storable coro) ts end
  | TCoro p => coro p
  end.

Definition is_view (t : ty) : bool := match t with TView => true | _ => false end.

(** What can cross the border to the driver, and what can when it is only read. *)
Definition is_data (t : ty) : bool := storable (λ _, false) t.
Definition is_message (t : ty) : bool := is_view t || is_data t.
