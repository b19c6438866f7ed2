(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What lowering makes of it.

    [lower] takes suspending calls out of expressions: what has to be evaluated
    before becomes statements, and a temporary stands in its place. [seen] is what
    was said to be printed (Text/Told.v), without types, with parts of a function
    where they are called. *)
From Coq Require Import String Ascii.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Printed.
From Fairlead.Threads.Unhoist Require Import Tree.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

Inductive lowered :=
| LNothing
| LText (t : text)
| LEval (t : text)
| LSet (v : nat) (t : text)
| LDefine (x : token) (t : option text)
| LCall (k : nat) (f : option token) (pointer : text) (arguments : list text) (into : option nat)
| LBlock (l : list lowered)
| LIf (t : text) (a b : list lowered)
| LWhile (t : text) (l : list lowered)
| LDo (l : list lowered) (t : text)
| LFor (l : list lowered) (n : option token) (latch : list lowered)
| LSwitch (t : text) (l : list lowered)
| LCase (t : text)
| LLabel (n : token)
| LGoto (n : token)
| LBreak
| LContinue
| LReturn (t : option text).

(** Statements before, the text that stands there, the texts of arguments; and whether nothing is lost, and C evaluates
    it all in that order. *)
Record made := Made { before : list lowered; here : text; passed_texts : list text; good : bool }.

Definition at_temporary (t : nat) : text := [Place t].
Definition nowhere : text := [own "( ( void ) 0 )"].
Definition value_of (t : option nat) : text := match t with Some t => at_temporary t | None => nowhere end.
Definition one : text := [Own ["1"]].
Definition zero : text := [Own ["0"]].
Definition truth (t : text) : text := own "! ! (" :: t ++ [Own [")"]].
Definition grouped (t : text) : text := Own ["("] :: t ++ [Own [")"]].
Definition leave (t : text) : lowered := LIf t [] [LBreak].

Definition no_text (t : text) : bool := match t with [] => true | _ => false end.
Definition none_before (l : list lowered) : bool := match l with [] => true | _ => false end.
(** No tokens of the source. *)
Definition no_tokens (t : text) : bool := forallb (λ f, match f with Copied (_ :: _) => false | _ => true end) t.

(** ** What C sequences within a text

    Who is called from the middle of a text is called before the rest of it. So nothing of it may be sequenced before
    the place where the call stood: that is, to the left no [&&], [||] or [?], and no [;] of a block, in what is open
    there. Nor may it stand where nothing is evaluated. *)
Definition sequencing : list token := ["&&"; "||"; "?"; ";"].
Definition unevaluated : list token :=
  ["sizeof"; "_Alignof"; "__alignof__"; "__alignof"; "typeof"; "__typeof__"; "__typeof"; "__builtin_offsetof"].
Definition prefixes : list token := ["*"; "&"; "-"; "+"; "!"; "~"; "++"; "--"; "__extension__"].
Definition opening_tokens : list token := ["("; "["; "{"].
Definition closing_tokens : list token := [")"; "]"; "}"].
Definition one_of (l : list token) (w : token) : bool := existsb (String.eqb w) l.

(** [open]: of each bracket, innermost first, whether a call may not stand in it any more. [idle]: what comes next is
    not evaluated. *)
Record scan := Scan { open : list bool; idle : bool }.
Definition scan_token (s : scan) (w : token) : scan :=
  if one_of opening_tokens w then Scan (idle s :: open s) false
  else if one_of closing_tokens w then Scan (tail (open s)) false
  else if one_of sequencing w then
    Scan match open s with _ :: l => true :: l | [] => [true] end false
  else if one_of unevaluated w then Scan (open s) true
  else Scan (open s) (idle s && one_of prefixes w).

(** Our own words only open and close. *)
Definition scan_own (s : scan) (w : token) : scan :=
  if one_of opening_tokens w then Scan (false :: open s) false
  else if one_of closing_tokens w then Scan (tail (open s)) false
  else Scan (open s) false.

Section ordered.
  Context (temporary : nat → bool).
  Definition scan_frag (s : option scan) (f : frag) : option scan :=
    match s with
    | None => None
    | Some s =>
        match f with
        | Copied l => Some (fold_left (λ s x, scan_token s x.2) l s)
        | Own l => Some (fold_left scan_own l s)
        | Place v =>
            if temporary v && (idle s || existsb id (open s)) then None else Some (Scan (open s) false)
        end
    end.
  Definition ordered (t : text) : bool :=
    match fold_left scan_frag t (Some (Scan [false] false)) with Some _ => true | None => false end.
End ordered.

(** Whether statements write that variable. *)
Fixpoint sets (v : nat) (s : lowered) : bool :=
  match s with
  | LSet w _ | LCall _ _ _ _ (Some w) => (v =? w)%nat
  | LBlock l | LWhile _ l | LDo l _ | LSwitch _ l => existsb (sets v) l
  | LIf _ a b | LFor a _ b => existsb (sets v) a || existsb (sets v) b
  | _ => false
  end.

(** Beside names and initializers, declarators have no [=] but in brackets. *)
Fixpoint only_type (depth : nat) (l : tokens) : bool :=
  match l with
  | [] => true
  | (_, w) :: l =>
      if one_of opening_tokens w then only_type (S depth) l
      else if one_of closing_tokens w then only_type (pred depth) l
      else if String.eqb w "=" then negb (depth =? 0)%nat && only_type depth l
      else only_type depth l
  end.
Definition only_attribute (l : tokens) : bool :=
  match l with (_, w) :: _ => one_of ["__attribute__"; "__attribute"; "["] w | [] => true end.
(** Whom a call names: that name, perhaps in parentheses. Letters that a name spells by their numbers are not read. *)
Fixpoint has_number (w : token) : bool :=
  match w with String c w => Ascii.eqb c "\" || has_number w | EmptyString => false end.
Definition only_name (f : token) (c : tree) : bool :=
  match c with
  | SCallee l =>
      existsb (λ x, String.eqb x.2 f || has_number x.2) l &&
      forallb (λ x, one_of [f; "("; ")"; "*"; "&"; "__extension__"] x.2 || has_number x.2) l
  | _ => false
  end.

(** For which tokens of a text other words stand: those of [return], [continue], of threads that are made, of where
    arguments behind [...] begin, and of a function's name. *)
Definition stand_for : list token :=
  ["return"; "continue"; ";"; ","; "("; ")"; "void"; "__fl_spawned"; "__builtin_va_start"; "__func__"; "__FUNCTION__";
   "__PRETTY_FUNCTION__"; "fl_signal_here"; "__builtin_FUNCTION"].
Definition stood_fine (l : tokens) : bool :=
  match l with
  | (_, w) :: l' =>
      forallb (λ x, one_of stand_for x.2) l || String.eqb w "__fl_spawned" ||
      match l' with [_] => String.eqb w "," | [_; (_, x)] => String.eqb w "," && String.eqb x ")" | _ => false end
  | [] => true
  end.

Section lower.
  (** [framed]: the variable is in the frame. *)
  Context (name : nat → token) (framed temporary : nat → bool).

  (** A text that is evaluated there, behind what was before it. *)
  (** Whether the value of a temporary in that text is lost when these are evaluated. *)
  Definition keeps (t : text) (l : list lowered) : bool :=
    forallb (λ f, match f with Place v => negb (temporary v && existsb (sets v) l) | _ => true end) t.
  Definition no_list (m : made) : bool := match passed_texts m with [] => good m | _ => false end.
  Definition is_list (m : made) : bool := good m && no_text (here m).
  Definition evaluated (m : made) : bool :=
    no_list m && (none_before (before m) || ordered temporary (here m)).
  Definition statement (m : made) : bool := no_list m && no_text (here m).
  Definition statements (l : list lowered) (g : bool) : made := Made l [] [] g.
  Definition only_text (t : text) : made := Made [] t [] true.

  Definition initialized (v : nat) (t : text) : lowered :=
    if framed v then LSet v t else LDefine (name v) (Some t).

  Fixpoint lower (t : tree) : made :=
    match t with
    | SNil | SGone => only_text []
    | SStood l => Made [] [] [] (stood_fine l)
    | SCallee _ => Made [] [] [] false
    | SAttribute l => statements [] (only_attribute l)
    | SType l => statements [] (only_type 0 l)
    | SThen a b =>
        let a := lower a in let b := lower b in
        Made (before a ++ before b) (here a ++ here b) [] (no_list a && no_list b && keeps (here a) (before b))
    | SSame l => only_text [Copied l]
    | SOurs l => only_text [Own l]
    | SNamed _ v => Made [] [Place v] [] (negb (temporary v))
    | SWhere v => only_text [Place v]
    | SCalled k f c l into =>
        let callee := c in let c := lower c in let l := lower l in
        Made (before c ++ before l ++ [LCall k f (here c) (passed_texts l) into]) (value_of into) []
          (match f with Some f => only_name f callee | None => evaluated c end && is_list l &&
           keeps (here c) (before l))
    | SArgument e l =>
        let e := lower e in let l := lower l in
        Made (before e ++ before l) [] (here e :: passed_texts l)
          (evaluated e && is_list l && keeps (here e) (before l))
    | SApart t e =>
        let e := lower e in Made (before e ++ [LSet t (grouped (here e))]) (at_temporary t) [] (evaluated e)
    | SGrouped e => let e := lower e in Made (before e) (grouped (here e)) [] (no_list e)
    | SPair a b =>
        let a := lower a in let b := lower b in Made (before a ++ before b) (here b) [] (statement a && no_list b)
    | SAnd t a b =>
        let a := lower a in let b := lower b in
        Made (before a ++ [LIf (here a) (before b ++ [LSet t (truth (here b))]) [LSet t zero]]) (at_temporary t) []
          (evaluated a && evaluated b)
    | SOr t a b =>
        let a := lower a in let b := lower b in
        Made (before a ++ [LIf (here a) [LSet t one] (before b ++ [LSet t (truth (here b))])]) (at_temporary t) []
          (evaluated a && evaluated b)
    | SChoice t c a b =>
        let c := lower c in let a := lower a in let b := lower b in
        Made (before c ++ [LIf (here c) (before a ++ [LSet t (here a)]) (before b ++ [LSet t (here b)])])
          (at_temporary t) [] (evaluated c && evaluated a && evaluated b)
    | SChosen c a b =>
        let c := lower c in let a := lower a in let b := lower b in
        Made (before c ++ [LIf (here c) (before a) (before b)]) nowhere []
          (evaluated c && statement a && statement b)
    | SElvis u t c b =>
        let c := lower c in let b := lower b in
        Made (before c ++ [LSet u (here c);
                LIf (at_temporary u) [LSet t (at_temporary u)] (before b ++ [LSet t (here b)])])
          (at_temporary t) [] (evaluated c && evaluated b)
    | SInner t s => let s := lower s in Made [LBlock (before s)] (value_of t) [] (statement s)
    | SLast t e => let e := lower e in statements (before e ++ [LSet t (here e)]) (evaluated e)
    | SEffect e => let e := lower e in statements (before e ++ [LEval (here e)]) (evaluated e)
    | SQuiet e => let e := lower e in statements (before e) (no_list e && no_tokens (here e))
    | SAndOnly a b =>
        let a := lower a in let b := lower b in
        statements (before a ++ [LIf (here a) (before b) []]) (evaluated a && statement b)
    | SOrOnly a b =>
        let a := lower a in let b := lower b in
        statements (before a ++ [LIf (here a) [] (before b)]) (evaluated a && statement b)
    | SParens e | SEnded e => lower e
    | SCast l e =>
        let e := lower e in
        Made (before e) (here e) [] (statement e && negb (existsb (λ x, one_of opening_tokens x.2) l))
    | SPlain e =>
        let e := lower e in statements [LText (here e)] (no_list e && none_before (before e))
    | SEmpty => statements [LNothing] true
    | SBraces s => let s := lower s in statements [LBlock (before s)] (statement s)
    | SIf c a =>
        let c := lower c in let a := lower a in
        statements (before c ++ [LIf (here c) (before a) []]) (evaluated c && statement a)
    | SElse c a b =>
        let c := lower c in let a := lower a in let b := lower b in
        statements (before c ++ [LIf (here c) (before a) (before b)]) (evaluated c && statement a && statement b)
    | SWhile c s =>
        let c := lower c in let s := lower s in
        statements match before c with
          | [] => [LWhile (here c) (before s)]
          | l => [LFor (l ++ leave (here c) :: before s) None []]
          end (evaluated c && statement s)
    | SDo n s c =>
        let c := lower c in let s := lower s in
        statements match before c with
          | [] => [LDo (before s) (here c)]
          | l => [LFor (before s) n (l ++ [leave (here c)])]
          end (evaluated c && statement s)
    | SFor n i c step s =>
        let i := lower i in let c := lower c in let step := lower step in let s := lower s in
        statements [LBlock (before i ++ [LFor (before c ++ before s) (Some n) (before step)])]
          (statement i && statement c && statement step && statement s)
    | STest c => let c := lower c in statements (before c ++ [leave (here c)]) (evaluated c)
    | SSwitch c s =>
        let c := lower c in let s := lower s in
        statements (before c ++ [LSwitch (here c) (before s)]) (evaluated c && statement s)
    | SCase e =>
        let e := lower e in statements [LCase (here e ++ [Own [":"]])] (no_list e && none_before (before e))
    | SDefault => statements [LCase [own "default :"]] true
    | SLabel n => statements [LLabel n] true
    | SReturn e => let e := lower e in statements (before e ++ [LReturn (Some (here e))]) (evaluated e)
    | SReturnVoid e => let e := lower e in statements (before e ++ [LReturn None]) (statement e)
    | SDirective _ w => statements [LText [Own [w]]] true
    | SVariable _ v l => statements (if framed v then [] else [LDefine (name v) None]) (only_type 0 l)
    | SInitialized _ v l e =>
        let e := lower e in statements (before e ++ [initialized v (here e)]) (evaluated e && only_type 0 l)
    | SPrototype e => let e := lower e in statements [LEval (here e)] (no_list e && none_before (before e))
    end.
End lower.

(** ** What was said *)

Section seen.
  Context (unit_of : nat → option stmt).

  Fixpoint seen (depth : nat) (s : stmt) : list lowered :=
    match depth with
    | 0 => []
    | S depth =>
        (fix go (s : stmt) : list lowered :=
          match s with
          | TNone => []
          | TThen a b => go a ++ go b
          | TNothing => [LNothing]
          | TText t => [LText t]
          | TEval [] => []                (* a length is told of *)
          | TEval t => [LEval t]
          | TSet _ _ _ v t => [LSet v t]
          | TDefine _ _ x t => [LDefine x t]
          | TCall c =>
              [match called c with
               | ByName f => LCall (call_number c) (Some f) [] (map snd (arguments c)) (option_map fst (into c))
               | ByPointer _ e => LCall (call_number c) None e (map snd (arguments c)) (option_map fst (into c))
               end]
          | TPart p => match unit_of (part_number p) with Some s => seen depth s | None => [LContinue] end
          | TBlock s => [LBlock (go s)]
          | TIf t a b => [LIf t (go a) (go b)]
          | TWhile t s => [LWhile t (go s)]
          | TDo s t => [LDo (go s) t]
          | TFor s n latch => [LFor (go s) n (go latch)]
          | TSwitch t s => [LSwitch t (go s)]
          | TCase t => [LCase t]
          | TLabel n => [LLabel n]
          | TGoto n => [LGoto n]
          | TBreak => [LBreak]
          | TContinue => [LContinue]
          | TReturn None => [LReturn None]
          | TReturn (Some (_, _, t)) => [LReturn (Some t)]
          end) s
    end.
End seen.
