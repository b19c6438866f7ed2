(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the source may do: C's control, and C's orders of evaluation.

    [may] is [does] (Control.v) without the order that hoisting chose. An
    expression is evaluated in pieces: a text with what becomes of its value, a
    call, a block of a statement expression. Operands and arguments take turns,
    piece by piece. What is left of [&&], [||], [?] and [,] comes before what is
    right of it, and arguments before the call. *)
From Coq Require Import String.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Printed.
From Fairlead.Threads.Unhoist Require Import Tree Lowered Jumps Behaviour Control.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

(** ** Pieces *)

(** The pieces of an expression that is entered at its beginning, and how it is left: at its end ([Fell]), by a jump, or
    not yet ([Cut]). *)
Definition pieces := list trace → exit → Prop.

(** Pieces of both, those of each in their order. *)
Inductive turns : list trace → list trace → list trace → Prop :=
| turns_nil : turns [] [] []
| turns_left p a b c : turns a b c → turns (p :: a) b (p :: c)
| turns_right p a b c : turns a b c → turns a (p :: b) (p :: c).

Definition nobody : pieces := λ _ _, False.
Definition nothing : pieces := λ l x, l = [] ∧ x = Fell.
Definition at_once (A : behaviour) : pieces := λ l x, ∃ tr, l = [tr] ∧ A Top tr x.

(** What is before a sequence point, and what is behind it. *)
Inductive ahead (A B : pieces) : pieces :=
| ahead_away l x : A l x → x ≠ Fell → ahead A B l x
| ahead_both a b x : A a Fell → B b x → ahead A B (a ++ b) x.

(** A test, which decides what comes behind it. *)
Definition decides (T : behaviour) (A B : pieces) : pieces := λ l x,
  ahead (at_once (seq T (act (Found true)))) A l x ∨ ahead (at_once (seq T (act (Found false)))) B l x.

(** These pieces are done, and perhaps all. *)
Definition so_far (A : pieces) (l : list trace) : Prop := l = [] ∨ A l Fell ∨ ∃ p m x, A (l ++ p :: m) x.

(** Nothing is sequenced between them. If one is left by a jump, or is in the midst of a piece, nothing of the other
    comes behind. *)
Inductive unsequenced (A B : pieces) : pieces :=
| unsequenced_both a b l : A a Fell → B b Fell → turns a b l → unsequenced A B l Fell
| unsequenced_left a p b l x :
    A (a ++ [p]) x → x ≠ Fell → so_far B b → turns a b l → unsequenced A B (l ++ [p]) x
| unsequenced_right a b p l x :
    so_far A a → B (b ++ [p]) x → x ≠ Fell → turns a b l → unsequenced A B (l ++ [p]) x.

(** A text behind the calls that were taken out of it. Only if none of it is sequenced before one of them ([free]) may
    there be any. *)
Definition behind (free : bool) (A T : pieces) : pieces :=
  if free then ahead A T else λ l x, A [] Fell ∧ T l x.

(** As statements: in these pieces. Whoever leaves it by [goto], or comes in at a label of a statement expression, has
    the order of [D] besides: where it goes on is in the text, and not what was evaluated before. *)
Definition flattened (A : pieces) (tr : trace) (x : exit) : Prop := ∃ l, A l x ∧ tr = concat l.
Definition in_pieces (A : pieces) (D : behaviour) : behaviour := λ e tr x,
  match e with
  | Top => flattened A tr x ∧ match x with Went _ => D Top tr x | _ => True end
  | _ => D e tr x
  end.

(** ** The source *)

Section may.
  Context (name : nat → token) (framed temporary : nat → bool).
  Notation does := (does name framed).

  (** [T]: the text of [e], and what becomes of it. *)
  Definition then_text (orders : tree → pieces) (e : tree) (T : pieces) : pieces :=
    behind (ordered temporary (left e)) (orders e) T.
  Definition value (orders : tree → pieces) (e : tree) : pieces :=
    then_text orders e (at_once (source_text e (left e))).
  Definition set_to (t : nat) (e : tree) (words : text) : pieces := at_once (seq (source_text e words) (act (Sets t))).
  Definition set_own (t : nat) (words : text) : pieces := at_once (seq (text_does words) (act (Sets t))).
  (** Of which nobody wants the value: there is none. *)
  Definition unwanted (orders : tree → pieces) (e : tree) : pieces :=
    if no_text (left e) then orders e else nobody.
  Definition evaluates (orders : tree → pieces) (e : tree) : behaviour :=
    in_pieces (value orders e) (seq (does e) (source_text e (left e))).
  (** Nothing was taken out of it. *)
  Definition untouched (orders : tree → pieces) (e : tree) (A : behaviour) : behaviour := λ en tr x,
    orders e [] Fell ∧ A en tr x.

  Fixpoint orders (t : tree) : pieces :=
    match t with
    | SNil | SSame _ | SStood _ | SOurs _ | SNamed _ _ | SWhere _ | SCallee _ => nothing
    | SThen a b => unsequenced (orders a) (orders b)
    | SArgument e l => unsequenced (value orders e) (orders l)
    | SCalled k f c l into => ahead (unsequenced (value orders c) (orders l)) (at_once (act (Calls k f into)))
    | SApart t e => then_text orders e (set_to t e (grouped (left e)))
    | SGrouped e | SParens e | SCast _ e => orders e
    | SPair a b => ahead (unwanted orders a) (orders b)
    | SAnd t a b =>
        then_text orders a (decides (source_text a (left a))
          (then_text orders b (set_to t b (truth (left b)))) (set_own t zero))
    | SOr t a b =>
        then_text orders a (decides (source_text a (left a))
          (set_own t one) (then_text orders b (set_to t b (truth (left b)))))
    | SChoice t c a b =>
        then_text orders c (decides (source_text c (left c))
          (then_text orders a (set_to t a (left a))) (then_text orders b (set_to t b (left b))))
    | SChosen c a b =>
        then_text orders c (decides (source_text c (left c)) (unwanted orders a) (unwanted orders b))
    | SElvis u t c b =>
        then_text orders c (decides
          (seq (seq (source_text c (left c)) (act (Sets u))) (text_does (at_temporary u)))
          (set_own t (at_temporary u)) (then_text orders b (set_to t b (left b))))
    | SInner _ s => at_once (may s)
    | SEffect e => value orders e
    | SQuiet e => if no_tokens (left e) then orders e else nobody
    | SAndOnly a b => then_text orders a (decides (source_text a (left a)) (unwanted orders b) nothing)
    | SOrOnly a b => then_text orders a (decides (source_text a (left a)) nothing (unwanted orders b))
    | _ => nobody
    end

  with may (t : tree) : behaviour :=
    match t with
    | SNil | SEmpty | SGone | SAttribute _ | SType _ => skip
    | SThen a b => seq (may a) (may b)
    | SEnded s | SBraces s => may s
    | SEffect e => evaluates orders e
    | SQuiet e => in_pieces (if no_tokens (left e) then orders e else nobody) (does t)
    | SParens e | SCast _ e => in_pieces (unwanted orders e) (does t)
    | SPair a b => in_pieces (ahead (unwanted orders a) (unwanted orders b)) (does t)
    | SAndOnly a b =>
        in_pieces (then_text orders a (decides (source_text a (left a)) (unwanted orders b) nothing)) (does t)
    | SOrOnly a b =>
        in_pieces (then_text orders a (decides (source_text a (left a)) nothing (unwanted orders b))) (does t)
    | SLast t e => seq (evaluates orders e) (act (Sets t))
    | SPlain e | SPrototype e => untouched orders e (source_text e (left e))
    | SIf c a => seq (evaluates orders c) (found (may a) skip)
    | SElse c a b => seq (evaluates orders c) (found (may a) (may b))
    | SWhile c s => forever (seq (evaluates orders c) (found (may s) (leaves_by Broke)))
    | SDo _ s c => forever (seq (caught (may s)) (seq (evaluates orders c) (found skip (leaves_by Broke))))
    | SFor _ i c step s => seq (may i) (forever (seq (seq (may c) (caught (may s))) (may step)))
    | STest c => seq (evaluates orders c) (found skip (leaves_by Broke))
    | SSwitch c s => seq (evaluates orders c) (switched (may s))
    | SCase e => untouched orders e (case_label (cases (left e)))
    | SDefault => case_label [Default]
    | SLabel n => label n
    | SReturn e => seq (evaluates orders e) (seq (act Gave) (leaves_by Returned))
    | SReturnVoid e => seq (may e) (leaves_by Returned)
    | SDirective _ w => text_does [Own [w]]
    | SVariable _ v _ => if framed v then skip else act (Defines (name v))
    | SInitialized _ v _ e => seq (evaluates orders e) (act (if framed v then Sets v else Defines (name v)))
    | _ => λ _ _ _, False
    end.
End may.
