(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What Elpi cannot read: [cofix], functions that are defined together, arrays that are written out.

    Coq-elpi stops at them without saying where, so a constant's body is looked through in Ltac2 before. The answer
    is the
    term that solves the goal [found]: [fun f => 1], a cofix called [f]; [fun f => 2], several functions,
      the first of them [f];
    [fun _ => 4], an array; [fun _ => 0], none of these. *)
From Ltac2 Require Import Ltac2.

Definition found : Set := nat -> nat.

Ltac2 Type unreadable := [ Cofix (ident option) | Mutual (ident option) | Literal ].
Ltac2 first_some (f : 'a -> 'b option) (l : 'a list) : 'b option :=
  List.fold_left (fun found x => match found with Some _ => found | None => f x end) l None.
Ltac2 rec look (t : constr) : unreadable option :=
  let all l := first_some look l in
  let binders bs := List.map Constr.Binder.type (Array.to_list bs) in
  match Constr.Unsafe.kind t with
  | Constr.Unsafe.CoFix i bs _ => Some (Cofix (Constr.Binder.name (Array.get bs i)))
  | Constr.Unsafe.Fix rs i bs ts =>
    if Int.equal (Array.length rs) 1 then all (List.append (binders bs) (Array.to_list ts))
    else Some (Mutual (Constr.Binder.name (Array.get bs i)))
  | Constr.Unsafe.Cast t _ u => all [t; u]
  | Constr.Unsafe.Prod b t => all [Constr.Binder.type b; t]
  | Constr.Unsafe.Lambda b t => all [Constr.Binder.type b; t]
  | Constr.Unsafe.LetIn b t u => all [Constr.Binder.type b; t; u]
  | Constr.Unsafe.App t us => all (t :: Array.to_list us)
  | Constr.Unsafe.Case _ r _ t ts => all (r :: t :: Array.to_list ts)
  | Constr.Unsafe.Proj _ t => look t
  | Constr.Unsafe.Array _ _ _ _ => Some Literal
  | _ => None
  end.
Ltac2 answer (id : ident option) (n : constr) : unit :=
  let t := Constr.Unsafe.make (Constr.Unsafe.Lambda (Constr.Binder.make id constr:(nat)) n) in
  exact $t.
Ltac2 look_through (t : constr) : unit :=
  match look t with
  | None => answer None constr:(0)
  | Some u =>
    match u with
    | Cofix id => answer id constr:(1)
    | Mutual id => answer id constr:(2)
    | Literal => answer None constr:(4)
    end
  end.
Ltac look_at := ltac2:(t |- match Ltac1.to_constr t with Some t => look_through t | None => () end).
Ltac look_in c := first [ (let t := eval cbv delta [c] in c in look_at t) | look_at I ].

(** Coq's own [let] may be needed by types: in [let m := f n in k], what is inside may be well typed only because [m] is
    [f n]. A machine knows of [m] no more than its type. The answer is [fun let_is_needed => 3], if so; else 0. *)
Ltac2 rec opaque_lets (t : constr) : constr :=
  let all := Array.map opaque_lets in
  let again k := Constr.Unsafe.make k in
  match Constr.Unsafe.kind t with
  | Constr.Unsafe.LetIn b v u =>
    again (Constr.Unsafe.App (again (Constr.Unsafe.Lambda b (opaque_lets u))) (Array.make 1 (opaque_lets v)))
  | Constr.Unsafe.Lambda b u => again (Constr.Unsafe.Lambda b (opaque_lets u))
  | Constr.Unsafe.App u us => again (Constr.Unsafe.App (opaque_lets u) (all us))
  | Constr.Unsafe.Case c r i u us => again (Constr.Unsafe.Case c r i (opaque_lets u) (all us))
  | Constr.Unsafe.Fix rs i bs us => again (Constr.Unsafe.Fix rs i bs (all us))
  | _ => t
  end.
Ltac2 rec has_let (t : constr) : bool :=
  let some := Array.fold_left (fun found u => if found then true else has_let u) false in
  match Constr.Unsafe.kind t with
  | Constr.Unsafe.LetIn _ _ _ => true
  | Constr.Unsafe.Lambda _ u => has_let u
  | Constr.Unsafe.App u us => if has_let u then true else some us
  | Constr.Unsafe.Case _ _ _ u us => if has_let u then true else some us
  | Constr.Unsafe.Fix _ _ _ us => some us
  | _ => false
  end.
Ltac2 look_lets (t : constr) : unit :=
  if has_let t then
    match Constr.Unsafe.check (opaque_lets t) with Val _ => answer None constr:(0) | Err _ => answer None constr:(3) end
  else answer None constr:(0).
Ltac look_at_lets := ltac2:(t |- match Ltac1.to_constr t with Some t => look_lets t | None => () end).
Ltac look_for_lets c := first [ (let t := eval cbv delta [c] in c in look_at_lets t) | look_at_lets I ].
