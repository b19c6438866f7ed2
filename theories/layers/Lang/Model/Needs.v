(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What an operation needs of the store.

    [uses] and [uses_place]: the variables that evaluation reads, added to a set.
    [need_...]: the variables that must be there before a statement so that
    [after] are there after it; [None] when the statement would destroy one of
    them. A write destroys the variables that share bytes with the one written
    ([clash] says whether any of a set does). *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang.Model Require Export Syntax Varset.

Fixpoint uses_place (p : place) (V : varset) {struct p} : varset :=
  match p with
  | PVar x => add x V
  | PConst _ => V
  | PField p _ | PCase p _ => uses_place p V
  | PIndex p e | PKey p e => uses_place p (uses e V)
  end
with uses (e : expr) (V : varset) {struct e} : varset :=
  match e with
  | EBool _ | EInt _ _ | EBytes _ | EDefault _ => V
  | ERead p | ECount p | EIs p _ => uses_place p V
  | EHas p e | EKeyAt p e => uses_place p (uses e V)
  | ENot e | EComp _ e | EWiden _ _ e | ENarrow _ _ e | EFit _ e | ELen e
  | EUnion _ _ e | EFill _ _ e => uses e V
  | EAnd e1 e2 | EOr e1 e2 | EArith _ _ e1 e2 | ECompare _ _ e1 e2
  | EBoolEq e1 e2 | EBytesEq e1 e2 | ELoad _ _ e1 e2 => uses e1 (uses e2 V)
  | ECond e1 e2 e3 | ESlice e1 e2 e3 => uses e1 (uses e2 (uses e3 V))
  | ERecord _ es | EArray _ es | ECoro _ es => foldr (λ e V, uses e V) V es
  end.

Definition uses_all (es : list expr) (V : varset) : varset := foldr (λ e V, uses e V) V es.
Definition uses_arg (a : arg) (V : varset) : varset :=
  match a with
  | AIn e => uses e V
  | AInout p => uses_place p V
  | AInoutSlice p lo hi => uses (ESlice (ERead p) lo hi) V
  end.
Definition uses_args (args : list arg) (V : varset) : varset := foldr uses_arg V args.

(** The variable that a place is part of. *)
Fixpoint root (p : place) : option nat :=
  match p with
  | PVar x => Some x
  | PConst _ => None
  | PField p _ | PIndex p _ | PCase p _ | PKey p _ => root p
  end.

(** Evaluates to an integer or a boolean that is not simply copied from
    storage: in C, a value in a register before anything is written. *)
Definition scalar (e : expr) : bool :=
  match e with
  | EBool _ | EInt _ _ | ENot _ | EComp _ _ | EAnd _ _ | EOr _ _ | EArith _ _ _ _
  | ECompare _ _ _ _ | EBoolEq _ _ | EBytesEq _ _ | EWiden _ _ _ | ENarrow _ _ _
  | ELen _ | ECount _ | EIs _ _ | EHas _ _ | EKeyAt _ _ | ELoad _ _ _ _ => true
  | _ => false
  end.

Section need.
  Context (clash : nat → varset → bool).

  Definition need_write (x : nat) (after : varset) : option varset :=
    if clash x after then None else Some (remove x after).

  Definition need_borrow (xs : list nat) (after : varset) : option varset :=
    foldr (λ x o, o ≫= need_write x) (Some after) xs.

  (** Part of a variable changes: the rest of it is used. *)
  Definition need_update (p : place) (after : varset) : option varset :=
    match root p with
    | Some x => if clash x after then None else Some (uses_place p after)
    | None => None
    end.

  Definition need_assign (p : place) (after : varset) : option varset :=
    match p with PVar x => need_write x after | _ => need_update p after end.

  Definition need_dest (dest : option place) (after : varset) : option varset :=
    match dest with Some p => need_assign p after | None => Some after end.

  (** The statement may write [dest] while it still reads [before]: the model
      evaluates first, printed C builds large values in place. *)
  Definition apart (dest : option place) (before : varset) : option varset :=
    match dest with
    | Some (PVar x) => if clash x before then None else Some before
    | _ => Some before
    end.

  Definition need_give_back (a : arg) (after : varset) : option varset :=
    match a with
    | AIn _ => Some after
    | AInout p => need_assign p after
    | AInoutSlice p lo _ => uses lo <$> need_update p after
    end.
  Definition need_give_back_all (args : list arg) (after : varset) : option varset :=
    foldr (λ a o, o ≫= need_give_back a) (Some after) args.

  Definition need_basic (b : basic) (after : varset) : option varset :=
    match b with
    | BLine _ => Some after
    | BAssign p e =>
        before ← uses e <$> need_assign p after;
        if scalar e then Some before else apart (Some p) before
    | BPush p _ e | BAppend p _ e | BResize p _ e | BRemove p e => uses e <$> need_update p after
    | BBlit p e1 e2 | BStore _ _ p e1 e2 | BPut p _ e1 e2 =>
        uses e1 ∘ uses e2 <$> need_update p after
    | BExtern _ args dest =>
        kept ← need_dest dest after; before ← need_give_back_all args kept;
        apart dest (uses_args args before)
    | BTrap => Some []
    end.

  (** A place lent to a callee stays where it is while the callee runs. *)
  Fixpoint reserve (xs : list (mode * ty)) (args : list arg) (V : varset) : varset :=
    match xs, args with
    | (m, _) :: xs, a :: args =>
        let V := reserve xs args V in
        match m, a with
        | Inout, (AInout p | AInoutSlice p _ _) =>
            match root p with Some x => add x V | None => V end
        | _, _ => V
        end
    | _, _ => V
    end.

  (** While the callee, with parameters [xs], runs. *)
  Definition keep_during_call (xs : list (mode * ty)) (x : call) (after : varset) : option varset :=
    kept ← need_dest (call_dest x) after;
    reserve xs (call_args x) <$> need_give_back_all (call_args x) kept.

  Definition reply_expr (x : resumption) : list expr :=
    match reply x with Some (_, Some e) => [e] | _ => [] end.

  Definition need_before_resume (x : resumption) (after : varset) : option varset :=
    kept ← need_assign (event x) after;
    kept ← need_give_back_all (lend x) kept;
    kept ← need_assign (child x) kept;
    apart (Some (event x))
      (uses_place (child x) (uses_all (reply_expr x) (uses_args (lend x) kept))).

  Definition keep_during_ask (x : suspension) (after : varset) : option varset :=
    kept ← need_dest (ask_dest x) after; need_borrow (ask_lent x) kept.
End need.

(** The roots of the arguments that the driver reads in place, given the types
    of the effect's. *)
Fixpoint view_root (e : expr) : list nat :=
  match e with
  | ERead p => match root p with Some x => [x] | None => [] end
  | ESlice e _ _ => view_root e
  | _ => []
  end.
Fixpoint viewed (ts : list ty) (es : list expr) : list nat :=
  match ts, es with
  | TView :: ts, e :: es => view_root e ++ viewed ts es
  | _ :: ts, _ :: es => viewed ts es
  | _, _ => []
  end.

(** Variables of a procedure by the mode they are passed in. *)
Definition numbered {A} (l : list A) : list (nat * A) := imap pair l.
Definition by_mode (f : mode → bool) (pr : proc) : varset :=
  omap (λ '(i, (m, _)), if f m then Some i else None) (numbered (params pr)).
Definition owned (m : mode) : bool := match m with Lent => false | _ => true end.
Definition returned (m : mode) : bool := match m with In => false | _ => true end.

(** At exit: the result and what callers get back. *)
Definition exit_vars (pr : proc) : varset := add (ret pr) (by_mode returned pr).
