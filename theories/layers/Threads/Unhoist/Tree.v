(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The source, as lowering took it apart.

    Statements and expressions of the body of a marked function, around texts that
    stay as they are. It comes from the translator, which is not believed. What it
    has to be is what [written] makes of it: the source, token by token. What it
    becomes ([Lowered.v]) has to be what was said to be printed. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

(** Tokens of the source, each with its place. *)
Notation tokens := (list (nat * token)).

(** Variables are numbers; [t] and [u] are temporaries. *)
Inductive tree :=
| SNil
| SThen (a b : tree)
(* Texts *)
| SSame (l : tokens)                     (* as it is *)
| SStood (l : tokens)                    (* other words stand for it *)
| SOurs (l : list token)                 (* these words *)
| SNamed (i v : nat)                     (* a variable *)
| SWhere (v : nat)                       (* a variable that is not named there *)
| SCallee (l : tokens)                   (* the name of who is called *)
(* Expressions that become statements *)
| SCalled (k : nat) (f : option token) (callee arguments : tree) (into : option nat)
| SArgument (e rest : tree)
| SApart (t : nat) (e : tree)            (* a value that needs an object *)
| SGrouped (e : tree)                    (* in parentheses of ours *)
| SPair (a b : tree)                     (* [a, b] *)
| SAnd (t : nat) (a b : tree) | SOr (t : nat) (a b : tree)
| SChoice (t : nat) (c a b : tree)       (* [c ? a : b] *)
| SChosen (c a b : tree)                 (* the same without a value *)
| SElvis (u t : nat) (c b : tree)        (* [c ?: b] *)
| SInner (t : option nat) (s : tree)     (* [({ s })] *)
| SLast (t : nat) (e : tree)             (* the value of such *)
(* Expressions whose value nobody wants *)
| SEffect (e : tree) | SQuiet (e : tree)
| SAndOnly (a b : tree) | SOrOnly (a b : tree)
| SParens (e : tree) | SCast (l : tokens) (e : tree)
(* Statements *)
| SEnded (e : tree)                      (* [e;] *)
| SPlain (e : tree)                      (* a text that is statements *)
| SEmpty                                 (* [;] *)
| SGone                                  (* [;], of which nothing is left *)
| SBraces (s : tree)
| SIf (c a : tree) | SElse (c a b : tree)
| SWhile (c s : tree)
| SDo (l : option token) (s c : tree)
| SFor (l : token) (init c step s : tree)
| STest (c : tree)                       (* of a loop with [for] *)
| SSwitch (c s : tree) | SCase (e : tree) | SDefault
| SLabel (n : token) | SAttribute (l : tokens)
| SReturn (e : tree) | SReturnVoid (e : tree)
| SDirective (i : nat) (w : token)
(* Declarations *)
| SType (l : tokens)                     (* what declarators have beside names and initializers *)
| SVariable (i v : nat) (behind : tokens)
| SInitialized (i v : nat) (behind : tokens) (e : tree)
| SPrototype (e : tree).                 (* printed as a declaration of its own; [SType] has the tokens *)

(** ** What it was written as *)

(** A token, and its place in the source if the tree has it. *)
Notation written_token := (option nat * token)%type.
Definition tok (w : token) : written_token := (None, w).
Definition placed (l : tokens) (rest : list written_token) : list written_token :=
  fold_right (λ x, cons (Some x.1, x.2)) rest l.

Section written.
  (** [spelled]: a variable's name, in the source. *)
  Context (spelled : nat → token).

  Fixpoint written (t : tree) (rest : list written_token) : list written_token :=
    match t with
    | SNil | SOurs _ | SWhere _ | SPrototype _ => rest
    | SThen a b => written a (written b rest)
    | SSame l | SStood l | SCallee l | SAttribute l | SType l => placed l rest
    | SNamed i v => (Some i, spelled v) :: rest
    | SCalled _ _ c l _ => written c (tok "(" :: written l (tok ")" :: rest))
    | SArgument e SNil => written e rest
    | SArgument e l => written e (tok "," :: written l rest)
    | SApart _ e | SGrouped e | SLast _ e | SEffect e | SQuiet e | SPlain e | STest e => written e rest
    | SPair a b => written a (tok "," :: written b rest)
    | SAnd _ a b | SAndOnly a b => written a (tok "&&" :: written b rest)
    | SOr _ a b | SOrOnly a b => written a (tok "||" :: written b rest)
    | SChoice _ c a b | SChosen c a b => written c (tok "?" :: written a (tok ":" :: written b rest))
    | SElvis _ _ c b => written c (tok "?" :: tok ":" :: written b rest)
    | SInner _ s => tok "(" :: tok "{" :: written s (tok "}" :: tok ")" :: rest)
    | SParens e => tok "(" :: written e (tok ")" :: rest)
    | SCast l e => tok "(" :: placed l (tok ")" :: written e rest)
    | SEnded e => written e (tok ";" :: rest)
    | SEmpty | SGone => tok ";" :: rest
    | SBraces s => tok "{" :: written s (tok "}" :: rest)
    | SIf c a => tok "if" :: tok "(" :: written c (tok ")" :: written a rest)
    | SElse c a b => tok "if" :: tok "(" :: written c (tok ")" :: written a (tok "else" :: written b rest))
    | SWhile c s => tok "while" :: tok "(" :: written c (tok ")" :: written s rest)
    | SDo _ s c => tok "do" :: written s (tok "while" :: tok "(" :: written c (tok ")" :: tok ";" :: rest))
    | SFor _ i c n s =>
        tok "for" :: tok "(" :: written i (written c (tok ";" :: written n (tok ")" :: written s rest)))
    | SSwitch c s => tok "switch" :: tok "(" :: written c (tok ")" :: written s rest)
    | SCase e => written e (tok ":" :: rest)
    | SDefault => tok "default" :: tok ":" :: rest
    | SLabel n => tok n :: tok ":" :: rest
    | SReturn e | SReturnVoid e => tok "return" :: written e (tok ";" :: rest)
    | SDirective i w => (Some i, w) :: rest
    | SVariable i v l => (Some i, spelled v) :: placed l rest
    | SInitialized i v l e => (Some i, spelled v) :: placed l (tok "=" :: written e rest)
    end.
End written.
