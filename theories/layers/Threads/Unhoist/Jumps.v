(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Which words of a text lead out of it.

    In texts, other words stand for [return], and for a [continue] that has to do
    something before the next round. [continues] asks whether these words are there,
    and lead where the source's do. *)
From Coq Require Import String Ascii.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Printed.
From Fairlead.Threads.Unhoist Require Import Tree Lowered.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

(** What is left of an expression when calls were taken out of it. *)
Fixpoint left (t : tree) : text :=
  match t with
  | SThen a b => left a ++ left b
  | SSame l => [Copied l]
  | SOurs l => [Own l]
  | SNamed _ v | SWhere v => [Place v]
  | SCalled _ _ _ _ into => value_of into
  | SApart t _ | SAnd t _ _ | SOr t _ _ | SChoice t _ _ _ | SElvis _ t _ _ => at_temporary t
  | SChosen _ _ _ => nowhere
  | SInner t _ => value_of t
  | SGrouped e => grouped (left e)
  | SPair _ b => left b
  | SParens e | SEnded e | SCast _ e => left e
  | _ => []
  end.

(** ** Words *)

Definition copied (w : token) (t : text) : bool :=
  existsb (λ f, match f with Copied l => existsb (λ x, String.eqb x.2 w) l | _ => false end) t.
Definition our_count (w : token) (t : text) : nat :=
  list_sum (map (λ f, match f with Own l => length (filter (String.eqb w) l) | _ => 0 end) t).
Fixpoint targets (l : list token) : list token :=
  match l with
  | g :: l => (if String.eqb g "goto" then match l with n :: _ => [n] | [] => [] end else []) ++ targets l
  | [] => []
  end.
Definition our_gotos (t : text) : list token := flat_map (λ f, match f with Own l => targets l | _ => [] end) t.

(** Those for which other words stand. *)
Fixpoint stood_words (w : token) (t : tree) : nat :=
  match t with
  | SThen a b => stood_words w a + stood_words w b
  | SStood l => length (filter (λ x, String.eqb x.2 w) l)
  | SGrouped e | SPair _ e | SParens e | SEnded e | SCast _ e => stood_words w e
  | _ => 0
  end.

(** A text with loops of its own has them around its [continue], where no other words stand for that. *)
Definition loops (t : text) : bool := existsb (λ w, copied w t) ["for"; "while"; "do"].
Definition lets_continue (t : text) : bool := copied "continue" t && negb (loops t).

(** ** What is checked *)

(** Where [continue] leads: nowhere, for no loop is around; to the head of a loop as C has it; to a label of ours. *)
Inductive target := Nowhere | Head | Latch (n : token).

Definition jumps_fine (next : target) (e : tree) : bool :=
  let t := left e in
  (stood_words "return" e =? our_count "return" t)%nat && negb (copied "return" t) &&
  (stood_words "continue" e =? length (our_gotos t))%nat &&
  match next with
  | Nowhere => no_text (map (λ n, Own [n]) (our_gotos t)) && negb (lets_continue t)
  | Head => no_text (map (λ n, Own [n]) (our_gotos t))
  | Latch n => forallb (String.eqb n) (our_gotos t) && negb (lets_continue t)
  end.

Section continues.
  Context (name : nat → token) (framed temporary : nat → bool).

  Fixpoint continues (next : target) (t : tree) : bool :=
    match t with
    | SThen a b | SPair a b => continues next a && continues next b
    | SCalled _ _ a b _ | SArgument a b | SAndOnly a b | SOrOnly a b | SIf a b | SSwitch a b =>
        jumps_fine next a && continues next a && continues next b
    | SAnd _ a b | SOr _ a b | SElvis _ _ a b =>
        jumps_fine next a && continues next a && jumps_fine next b && continues next b
    | SChoice _ c a b =>
        jumps_fine next c && continues next c && jumps_fine next a && continues next a &&
        jumps_fine next b && continues next b
    | SChosen c a b | SElse c a b => jumps_fine next c && continues next c && continues next a && continues next b
    | SApart _ e | SLast _ e | SEffect e | STest e | SReturn e | SInitialized _ _ _ e =>
        jumps_fine next e && continues next e
    | SPlain e | SPrototype e => jumps_fine next e
    | SInner _ s | SBraces s | SGrouped s | SQuiet s | SParens s | SCast _ s | SEnded s | SReturnVoid s =>
        continues next s
    | SWhile c s => jumps_fine Head c && continues Head c && continues Head s
    | SDo n s c =>
        jumps_fine Nowhere c && continues Nowhere c &&
        match n with
        | None => none_before (before (lower name framed temporary c)) && continues Head s
        | Some n => negb (none_before (before (lower name framed temporary c))) && continues (Latch n) s
        end
    | SFor n i c step s =>
        continues next i && continues Nowhere c && continues Nowhere step && continues (Latch n) s
    | _ => true
    end.
End continues.

(** Labels of ours are nobody else's, and each is there once. *)
Definition our_label (n : token) : bool := String.prefix "fl__continue_" n.

Fixpoint all_of {A} (f : tree → list A) (t : tree) : list A :=
  f t ++
  match t with
  | SThen a b | SArgument a b | SPair a b | SAnd _ a b | SOr _ a b | SElvis _ _ a b | SAndOnly a b | SOrOnly a b
  | SIf a b | SWhile a b | SSwitch a b | SDo _ a b | SCalled _ _ a b _ => all_of f a ++ all_of f b
  | SChoice _ a b c | SChosen a b c | SElse a b c => all_of f a ++ all_of f b ++ all_of f c
  | SFor _ a b c d => all_of f a ++ all_of f b ++ all_of f c ++ all_of f d
  | SApart _ e | SGrouped e | SInner _ e | SLast _ e | SEffect e | SQuiet e | SParens e | SCast _ e | SEnded e
  | SPlain e | SBraces e | STest e | SCase e | SReturn e | SReturnVoid e | SInitialized _ _ _ e | SPrototype e =>
      all_of f e
  | _ => []
  end.
Definition looped (t : tree) : list token :=
  match t with SFor n _ _ _ _ | SDo (Some n) _ _ => [n] | _ => [] end.
Definition misnamed (t : tree) : list token :=
  match t with
  | SFor n _ _ _ _ | SDo (Some n) _ _ => if our_label n then [] else [n]
  | SSame l => flat_map (λ x, if our_label x.2 then [x.2] else []) l
  | SLabel n => if our_label n then [n] else []
  | _ => []
  end.
Fixpoint distinct (l : list token) : bool := match l with [] => true | w :: l => negb (one_of l w) && distinct l end.
Definition labels_fine (t : tree) : bool :=
  match all_of misnamed t with [] => distinct (all_of looped t) | _ => false end.
