(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Trees of which each part stands where its kind belongs.

    Extracted: what is no expression is in no expression, and no text is a
    statement. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code.
From Fairlead.Threads.Unhoist Require Import Tree.

Definition is_callee (t : tree) : bool := match t with SCallee _ => true | _ => false end.

(** Expressions, of which a text is left; lists of arguments; expressions whose value nobody wants; statements. *)
Fixpoint text_kind (t : tree) : bool :=
  match t with
  | SNil | SSame _ | SStood _ | SOurs _ | SNamed _ _ | SWhere _ => true
  | SThen a b | SAnd _ a b | SOr _ a b | SElvis _ _ a b => text_kind a && text_kind b
  | SCalled _ f c l _ => match f with Some _ => is_callee c | None => text_kind c end && arguments_kind l
  | SApart _ e | SGrouped e => text_kind e
  | SPair a b => effect_kind a && text_kind b
  | SChoice _ c a b => text_kind c && text_kind a && text_kind b
  | SChosen c a b => text_kind c && effect_kind a && effect_kind b
  | SInner _ s => statement_kind s
  | _ => false
  end
with arguments_kind (t : tree) : bool :=
  match t with SNil => true | SArgument e l => text_kind e && arguments_kind l | _ => false end
with effect_kind (t : tree) : bool :=
  match t with
  | SEffect e | SQuiet e => text_kind e
  | SParens e | SCast _ e => effect_kind e
  | SPair a b => effect_kind a && effect_kind b
  | SAndOnly a b | SOrOnly a b => text_kind a && effect_kind b
  | _ => false
  end
with statement_kind (t : tree) : bool :=
  match t with
  | SNil | SEmpty | SGone | SDefault | SLabel _ | SAttribute _ | SDirective _ _ | SType _ | SVariable _ _ _ => true
  | SEffect e | SQuiet e => text_kind e
  | SParens e | SCast _ e => effect_kind e
  | SPair a b => effect_kind a && effect_kind b
  | SAndOnly a b | SOrOnly a b => text_kind a && effect_kind b
  | SThen a b => statement_kind a && statement_kind b
  | SEnded s | SBraces s | SReturnVoid s => statement_kind s
  | SLast _ e | SPlain e | STest e | SCase e | SReturn e | SInitialized _ _ _ e | SPrototype e => text_kind e
  | SIf c s | SWhile c s | SSwitch c s | SDo _ s c => text_kind c && statement_kind s
  | SElse c a b => text_kind c && statement_kind a && statement_kind b
  | SFor _ i c n s => statement_kind i && statement_kind c && statement_kind n && statement_kind s
  | _ => false
  end.
