(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the source does, and what the statements do.

    [does] is C's control on the tree of the source, [exec] is C's control on the
    statements that were made of it. Operands come from left to right, calls out of
    a text before the rest of it: one of the orders that C allows (Orders.v). *)
From Coq Require Import String.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Printed.
From Fairlead.Threads.Unhoist Require Import Tree Lowered Jumps Behaviour.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

(** ** Texts

    A text may be entered at its labels and cases: at any word, as far as is known. It may be left wherever a word
    leads out of it. *)
Definition cases (t : text) : list entry :=
  flat_map (λ f, match f with
    | Copied l => flat_map (λ x, if String.eqb x.2 "case" then [Case x.1] else []) l
    | Own l => if one_of l "default" then [Default] else []
    | Place _ => []
    end) t.
Definition enters (t : text) (e : entry) : Prop :=
  match e with
  | Top => True
  | At n => copied n t = true
  | Case _ => e ∈ cases t
  | Default => copied "default" t = true
  end.

Section text.
  (** [leaves y x]: what is seen of how it is left is [y], and the way is [x]. *)
  Context (t : text) (leaves : exit → exit → Prop).
  Definition opaque : behaviour := λ e tr x,
    enters t e ∧ (tr = [] ∧ x = Cut ∨ ∃ y z, leaves y z ∧ tr = [Did t e y] ∧ (x = z ∨ x = Cut)).
End text.

(** In the source. *)
Inductive tree_leaves (e : tree) : exit → exit → Prop :=
| tree_falls : tree_leaves e Fell Fell
| tree_breaks : copied "break" (left e) = true → tree_leaves e Broke Broke
| tree_goes n : copied "goto" (left e) = true → copied n (left e) = true → tree_leaves e (Went n) (Went n)
| tree_continues :
    stood_words "continue" e ≠ 0 ∨ lets_continue (left e) = true → tree_leaves e Continued Continued
| tree_returns : stood_words "return" e ≠ 0 ∨ copied "return" (left e) = true → tree_leaves e Returned Returned.

(** As it is printed: our [goto] stands for the source's [continue], and leads where it leads; our [return] is one of
    the source, whose result was written before. A [return] that was copied would give the frame's status, not the
    result: it is no [return] of the source's function. *)
Inductive text_leaves (t : text) : exit → exit → Prop :=
| text_falls : text_leaves t Fell Fell
| text_breaks : copied "break" t = true → text_leaves t Broke Broke
| text_goes n : copied "goto" t = true → copied n t = true → text_leaves t (Went n) (Went n)
| text_continues : lets_continue t = true → text_leaves t Continued Continued
| text_continues_at n : n ∈ our_gotos t → text_leaves t Continued (Went n)
| text_returns : our_count "return" t ≠ 0 → text_leaves t Returned Returned.

Definition source_text (e : tree) (t : text) : behaviour := opaque t (tree_leaves e).
Definition text_does (t : text) : behaviour := opaque t (text_leaves t).

(** ** The source *)

Section does.
  Context (name : nat → token) (framed : nat → bool).

  Fixpoint arguments_do (l : tree) : behaviour :=
    match l with
    | SArgument e l => seq (source_text e (left e)) (arguments_do l)
    | SParens l | SEnded l => arguments_do l
    | _ => skip
    end.

  Fixpoint does (t : tree) : behaviour :=
    match t with
    (* Expressions: what is done before what is left of them is evaluated *)
    | SThen a b | SPair a b | SArgument a b => seq (does a) (does b)
    | SCalled k f c l into =>
        seq (does c) (seq (does l) (seq (source_text c (left c)) (seq (arguments_do l) (act (Calls k f into)))))
    | SApart t e => seq (does e) (seq (source_text e (grouped (left e))) (act (Sets t)))
    | SAnd t a b =>
        seq (does a) (seq (source_text a (left a))
          (found (seq (does b) (seq (source_text b (truth (left b))) (act (Sets t))))
             (seq (text_does zero) (act (Sets t)))))
    | SOr t a b =>
        seq (does a) (seq (source_text a (left a))
          (found (seq (text_does one) (act (Sets t)))
             (seq (does b) (seq (source_text b (truth (left b))) (act (Sets t))))))
    | SChoice t c a b =>
        seq (does c) (seq (source_text c (left c))
          (found (seq (does a) (seq (source_text a (left a)) (act (Sets t))))
             (seq (does b) (seq (source_text b (left b)) (act (Sets t))))))
    | SChosen c a b | SElse c a b => seq (does c) (seq (source_text c (left c)) (found (does a) (does b)))
    | SElvis u t c b =>
        seq (does c) (seq (seq (source_text c (left c)) (act (Sets u))) (seq (text_does (at_temporary u))
          (found (seq (text_does (at_temporary u)) (act (Sets t)))
             (seq (does b) (seq (source_text b (left b)) (act (Sets t)))))))
    | SLast t e => seq (does e) (seq (source_text e (left e)) (act (Sets t)))
    | SEffect e => seq (does e) (source_text e (left e))
    | SAndOnly a b | SIf a b => seq (does a) (seq (source_text a (left a)) (found (does b) skip))
    | SOrOnly a b => seq (does a) (seq (source_text a (left a)) (found skip (does b)))
    | SGrouped e | SInner _ e | SQuiet e | SParens e | SCast _ e | SEnded e | SBraces e => does e
    (* Statements *)
    | SPlain e | SPrototype e => source_text e (left e)
    | SWhile c s =>
        forever (seq (does c) (seq (source_text c (left c)) (found (does s) (leaves_by Broke))))
    | SDo _ s c =>
        forever (seq (caught (does s))
          (seq (does c) (seq (source_text c (left c)) (found skip (leaves_by Broke)))))
    | SFor _ i c step s => seq (does i) (forever (seq (seq (does c) (caught (does s))) (does step)))
    | STest c => seq (does c) (seq (source_text c (left c)) (found skip (leaves_by Broke)))
    | SSwitch c s => seq (does c) (seq (source_text c (left c)) (switched (does s)))
    | SCase e => case_label (cases (left e))
    | SDefault => case_label [Default]
    | SLabel n => label n
    | SReturn e => seq (does e) (seq (source_text e (left e)) (seq (act Gave) (leaves_by Returned)))
    | SReturnVoid e => seq (does e) (leaves_by Returned)
    | SDirective _ w => text_does [Own [w]]
    (* Declarations *)
    | SVariable _ v _ => if framed v then skip else act (Defines (name v))
    | SInitialized _ v _ e =>
        seq (does e) (seq (source_text e (left e)) (act (if framed v then Sets v else Defines (name v))))
    | _ => skip
    end.
End does.

(** ** The statements

    [follow]: who follows a label of ours. *)
Section exec.
  Context (follow : token → behaviour → behaviour).

  Fixpoint texts_do (l : list text) : behaviour :=
    match l with [] => skip | t :: l => seq (text_does t) (texts_do l) end.

  Fixpoint exec (s : lowered) : behaviour :=
    let execs := fix execs l := match l with [] => skip | s :: l => seq (exec s) (execs l) end in
    match s with
    | LNothing => skip
    | LText t | LEval t => text_does t
    | LSet v t => seq (text_does t) (act (Sets v))
    | LDefine x None => act (Defines x)
    | LDefine x (Some t) => seq (text_does t) (act (Defines x))
    | LCall k f p l into => seq (text_does p) (seq (texts_do l) (act (Calls k f into)))
    | LBlock l => execs l
    | LIf t a b => seq (text_does t) (found (execs a) (execs b))
    | LWhile t l => forever (seq (text_does t) (found (execs l) (leaves_by Broke)))
    | LDo l t => forever (seq (caught (execs l)) (seq (text_does t) (found skip (leaves_by Broke))))
    | LFor l None b => forever (seq (execs l) (execs b))
    | LFor l (Some n) b => forever (follow n (seq (execs l) (seq (label n) (execs b))))
    | LSwitch t l => seq (text_does t) (switched (execs l))
    | LCase t => case_label (cases t)
    | LLabel n => label n
    | LGoto n => leaves_by (Went n)
    | LBreak => leaves_by Broke
    | LContinue => leaves_by Continued
    | LReturn None => leaves_by Returned
    | LReturn (Some t) => seq (text_does t) (seq (act Gave) (leaves_by Returned))
    end.
  Definition execs (l : list lowered) : behaviour :=
    (fix execs l := match l with [] => skip | s :: l => seq (exec s) (execs l) end) l.
End exec.

(** A [goto] goes on at its label: our label is in the loop that it is of, all others are anywhere in the function. *)
Definition runs_as (l : list lowered) : behaviour := whole_run (execs followed l).
