(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * C's control, and its tokens.

    What flcc prints of a marked function: statements of C around *text*, which
    is the user's slices and our words. A slice is tokens of the source, each with
    its place there, and the places of variables. [flat] writes a statement down,
    token by token: nothing is decided there. *)
From Coq Require Import String Ascii.
From Fairlead.Base Require Import Prelude.

Definition token := string.

Inductive frag :=
| Copied (l : list (nat * token))    (* of the source, each with its place *)
| Own (l : list token)
| Place (v : nat).

Notation text := (list frag).

(** Words of ours, apart by blanks. *)
Fixpoint split_words (s : string) : string * list token :=
  match s with
  | EmptyString => (EmptyString, [])
  | String c s =>
      let '(w, l) := split_words s in
      if Ascii.eqb c " "%char then (EmptyString, if String.eqb w EmptyString then l else w :: l) else (String c w, l)
  end.
Definition words (s : string) : list token :=
  let '(w, l) := split_words s in if String.eqb w EmptyString then l else w :: l.

Inductive code :=
| CNone
| CThen (a b : code)
| CAct (t : text)                      (* one statement without control: ends with a semicolon *)
| CRaw (t : text)                      (* statements as the source has them *)
| CBraces (c : code)
| CIf (t : text) (a : code)
| CElse (t : text) (a b : code)
| CWhile (t : text) (c : code)
| CDo (c : code) (t : text)
| CFor (c : code)                      (* for ever *)
| CSwitch (t : text) (c : code)
| CCase (t : text)                     (* of the source, with its colon *)
| CLabel (n : token)
| CGoto (n : token)
| CBreak
| CContinue
| CReturn (t : text)
| CAt (k : nat)                        (* the frame is told where it goes on *)
| CPark (t : text)                     (* runs a callee, and returns if that has to wait *)
| CResume (named : bool) (k : nat) (c : code)   (* the way in, which is taken when the callee is done *)
| CLanding (named : bool) (k : nat).      (* the same, where everybody passes *)

Definition braced (c : code) : code := CBraces c.

Section flat.
  (** How a number is written, and where a variable is. *)
  Context (number : nat → token) (place : nat → list token).

  Definition flat_frag (f : frag) (rest : list token) : list token :=
    match f with
    | Copied l => fold_right (λ x, cons x.2) rest l
    | Own l => l ++ rest
    | Place v => place v ++ rest
    end.
  Definition flat_text (t : text) (rest : list token) : list token := fold_right flat_frag rest t.

  Definition way_in (named : bool) (k : nat) (rest : list token) : list token :=
    if named then (("fl__at_" ++ number k)%string) :: ":" %string :: rest
    else "case"%string :: number k :: ":"%string :: rest.

  Definition w_at := words "fl__s -> h . at =".
  Definition w_park := words "if ( ( fl__t =".
  Definition w_parked := words ") != FL_DONE ) return fl__t ;".
  Definition w_never := words "if ( 0 ) {".
  Definition w_ever := words "for ( ; ; )".

  Fixpoint flat (c : code) (rest : list token) : list token :=
    match c with
    | CNone => rest
    | CThen a b => flat a (flat b rest)
    | CAct t => flat_text t (";"%string :: rest)
    | CRaw t => flat_text t rest
    | CBraces c => "{"%string :: flat c ("}"%string :: rest)
    | CIf t a => "if"%string :: "("%string :: flat_text t (")"%string :: flat a rest)
    | CElse t a b => "if"%string :: "("%string :: flat_text t (")"%string :: flat a ("else"%string :: flat b rest))
    | CWhile t c => "while"%string :: "("%string :: flat_text t (")"%string :: flat c rest)
    | CDo c t => "do"%string :: flat c ("while"%string :: "("%string :: flat_text t (")"%string :: ";"%string :: rest))
    | CFor c => w_ever ++ flat c rest
    | CSwitch t c => "switch"%string :: "("%string :: flat_text t (")"%string :: flat c rest)
    | CCase t => flat_text t (";"%string :: rest)
    | CLabel n => n :: ":"%string :: ";"%string :: rest
    | CGoto n => "goto"%string :: n :: ";"%string :: rest
    | CBreak => "break"%string :: ";"%string :: rest
    | CContinue => "continue"%string :: ";"%string :: rest
    | CReturn t => "return"%string :: flat_text t (";"%string :: rest)
    | CAt k => w_at ++ number k :: ";"%string :: rest
    | CPark t => w_park ++ flat_text t (w_parked ++ rest)
    | CResume named k c => w_never ++ way_in named k (flat c ("}"%string :: rest))
    | CLanding named k => way_in named k (";"%string :: rest)
    end.
End flat.

(** ** What is in it *)

Definition frag_places (f : frag) : list nat := match f with Copied l => map fst l | _ => [] end.
Definition text_places (t : text) : list nat := flat_map frag_places t.

(** Places of the source whose tokens are there, in order. *)
Fixpoint places (c : code) : list nat :=
  match c with
  | CNone | CBreak | CContinue | CLabel _ | CGoto _ | CAt _ | CLanding _ _ => []
  | CThen a b => places a ++ places b
  | CAct t | CRaw t | CCase t | CReturn t | CPark t => text_places t
  | CBraces c | CFor c | CResume _ _ c => places c
  | CIf t a => text_places t ++ places a
  | CElse t a b => text_places t ++ places a ++ places b
  | CWhile t c | CSwitch t c => text_places t ++ places c
  | CDo c t => places c ++ text_places t
  end.

(** Ways in, in order. *)
Fixpoint ways (c : code) : list nat :=
  match c with
  | CNone | CBreak | CContinue | CLabel _ | CGoto _ | CAt _ | CAct _ | CRaw _ | CCase _ | CReturn _ | CPark _ => []
  | CThen a b | CElse _ a b => ways a ++ ways b
  | CBraces c | CFor c | CIf _ c | CWhile _ c | CSwitch _ c | CDo c _ => ways c
  | CResume _ k c => k :: ways c
  | CLanding _ k => [k]
  end.
