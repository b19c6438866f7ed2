(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What is known where, and the checks that it decides.

    Going over the text of a procedure from its beginning, [flow] collects linear
    facts about its variables ([Inequalities]): from checks that were passed, from
    tests, from assignments, minus those that a write makes doubtful. At a loop only
    facts are kept that nothing in the body touches; a point that can be reached in
    other ways (after a suspension, at a goto's target) knows nothing. [prune] leaves
    out of a guard the checks that facts decide. [Runs] proves that the
    facts are true whenever the point is reached. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Lang.Facts Require Export Inequalities.
From Fairlead.Lang.Guards Require Export Guards Tests.
From Fairlead.Lang.Model Require Export Needs.
From Fairlead.Lang.Typing Require Export Checker.
Local Open Scope Z_scope.

Definition bytes_of (e : expr) : option lin := match e with ERead (PVar x) => Some (one (ALen x)) | _ => None end.

(** ** Expressions, checks and tests as inequalities

    [deep]: lengths of slices, cases of unions and sums modulo 2^w that do not wrap are seen, too. No check that is left
    out of a procedure looks at them, but [Trapless] does. *)
Fixpoint linear (deep : bool) (e : expr) : option lin :=
  match e with
  | EInt _ z => Some (number z)
  | ERead (PVar x) => Some (one (AInt x))
  | ELen e => if deep then size_of deep e else bytes_of e
  | EArith op _ e1 e2 =>
      match linear deep e1, linear deep e2 with
      | Some f, Some g =>
          match op with
          | Add => Some (plus f 1 g)
          | Sub => Some (plus f (-1) g)
          | Mul =>
              match terms f, terms g with
              | [], _ => Some (scale (base f) g)
              | _, [] => Some (scale (base g) f)
              | _, _ => None
              end
          | _ => None
          end
      | _, _ => None
      end
  | EWiden from to e => if bits from <=? bits to then linear deep e else None
  | ENarrow _ _ e => linear deep e
  | _ => None
  end
(** How many bytes [e] has. *)
with size_of (deep : bool) (e : expr) : option lin :=
  match e with
  | ERead (PVar x) => Some (one (ALen x))
  | EBytes l => Some (number (Z.of_nat (length l)))
  | EDefault (TBytes _) => if deep then Some (number 0) else None
  | EFit _ e => size_of deep e
  | ESlice _ lo hi =>
      match linear deep lo, linear deep hi with Some f, Some g => Some (plus g (-1) f) | _, _ => None end
  | _ => None
  end.

(** [f <= g], [f < g] *)
Definition le (f g : lin) : lin := plus g (-1) f.
Definition lt (f g : lin) : lin := plus (le f g) 1 (number (-1)).
(** What a check asks, exactly, if it can be said. *)
Definition goals (deep : bool) (k : ccheck) : option (list lin) :=
  match k with
  | KIndex (PVar x) e => f ← linear deep e; Some [f; lt f (one (ALen x))]
  | KArith ((Add | Sub | Mul) as op) w e1 e2 =>
      f ← linear deep (EArith op w e1 e2); Some [f; le f (number (largest w))]
  | KNarrow w e => f ← linear deep e; Some [f; le f (number (largest w))]
  | KSlice low high e lo hi =>
      f ← linear deep lo; g ← linear deep hi; n ← (if deep then size_of deep e else bytes_of e);
      Some ((if low then [f; le f g] else [g]) ++ (if high then [le g n] else []))
  | KResize cap e => f ← linear deep e; Some [le f (number (Z.of_N cap))]
  | _ => None
  end.

Fixpoint gains (deep : bool) (g : cguard) : list lin :=
  match g with
  | GTrue | GFalse | GCond _ _ _ => []
  | GCheck k => match goals deep k with Some l => l | None => [] end
  | GAnd g1 g2 => gains deep g1 ++ gains deep g2
  end.

Definition compared (proved : lin → bool) (op : compare) (f g : lin) : list lin * list lin :=
  let same := [le f g; le g f] in
  let unlike := if proved (le f g) then [lt f g] else if proved (le g f) then [lt g f] else [] in
  match op with
  | Eq => (same, unlike)
  | Ne => (unlike, same)
  | Lt => ([lt f g], [le g f])
  | Le => ([le f g], [lt g f])
  | Gt => ([lt g f], [le f g])
  | Ge => ([le g f], [lt f g])
  end.

(** When it is true, and when it is false. *)
Fixpoint outcomes (deep : bool) (proved : lin → bool) (e : expr) : list lin * list lin :=
  match e with
  | ENot e => let '(yes, no) := outcomes deep proved e in (no, yes)
  | EAnd e1 e2 => ((outcomes deep proved e1).1 ++ gains deep (guard_expr e2) ++ (outcomes deep proved e2).1, [])
  | EOr e1 e2 => ([], (outcomes deep proved e1).2 ++ gains deep (guard_expr e2) ++ (outcomes deep proved e2).2)
  | EIs (PVar x) tag => if deep then compared proved Eq (one (ATag x)) (number (Z.of_nat tag)) else ([], [])
  | ECompare op _ e1 e2 =>
      match linear deep e1, linear deep e2 with Some f, Some g => compared proved op f g | _, _ => ([], []) end
  | _ => ([], [])
  end.

(** ** Ranges that follow from types

    Asked for often: the variables are in a table, built once for a procedure. *)
Definition declared (pr : proc) : table (mode * ty) := build (variables pr).
Definition range (D : table (mode * ty)) (a : atom) : list lin :=
  match a, look D (atom_var a) with
  | AInt _, Some (_, TInt w) => [one a; le (one a) (number (largest w))]
  | ALen _, Some (_, TBytes cap) => [one a; le (one a) (number (Z.of_N cap))]
  | ALen _, Some (_, TView) => [one a; le (one a) (number (largest W32))]
  | ALen _, Some (_, TArray n _) => [le (one a) (number (Z.of_N n)); le (number (Z.of_N n)) (one a)]
  | ATag _, Some (_, TUnion _ ts) => [one a; le (one a) (number (Z.of_nat (length ts) - 1))]
  | _, _ => []
  end.

(** ** Leaving out what is decided *)
Section prune.
  Context (D : table (mode * ty)).  (* the procedure's variables *)
  Context (U : varset).             (* those that the statement reads *)

  Definition depth : nat := 5.
  Definition proves (facts : list lin) (g : lin) : bool := entails depth (range D) facts g.
  Definition in_scope (f : lin) : bool := forallb (λ t, existsb (λ y, (atom_var t.2 =? y)%nat) U) (terms f).
  Definition decides (facts : list lin) (o : option (list lin)) : bool :=
    match o with Some l => forallb (λ g, in_scope g && proves facts g) l | None => false end.

  (** Of a slice one half may go and the other stay. *)
  Definition ease (facts : list lin) (k : ccheck) : cguard :=
    match k with
    | KSlice low high e lo hi =>
        let low' := low && negb (decides facts (f ← linear false lo; g ← linear false hi; Some [f; le f g])) in
        let high' := high && negb (decides facts (g ← linear false hi; n ← bytes_of e; Some [le g n])) in
        if low' || high' then GCheck (KSlice low' high' e lo hi)
        else if decides facts (g ← linear false hi; Some [g]) then GTrue else GCheck k
    | _ => if decides facts (goals false k) then GTrue else GCheck k
    end.

  Definition passed (facts l : list lin) : list lin := List.filter in_scope l ++ facts.

  (** What is left, and what is known once the guard holds. *)
  Fixpoint prune (facts : list lin) (g : cguard) : cguard * list lin :=
    match g with
    | GCheck k => (ease facts k, passed facts (gains false g))
    | GAnd g1 g2 =>
        let '(g1, facts) := prune facts g1 in
        let '(g2, facts) := prune facts g2 in (g1 &&& g2, facts)
    | _ => (g, facts)
    end.

  (** What is known when a lowered test has come out true, and false. *)
  Fixpoint verdicts (t : ctest) : list lin * list lin :=
    match t with
    | CTest g e => let '(yes, no) := outcomes false (λ _, false) e in (gains false g ++ yes, gains false g ++ no)
    | CNot t => let '(yes, no) := verdicts t in (no, yes)
    | CBoth t1 t2 => ((verdicts t1).1 ++ (verdicts t2).1, [])
    end.

  Fixpoint prune_test (facts : list lin) (t : ctest) : ctest :=
    match t with
    | CTest g e => CTest (prune facts g).1 e
    | CNot t => CNot (prune_test facts t)
    | CBoth t1 t2 => CBoth (prune_test facts t1) (prune_test (passed facts (verdicts t1).1) t2)
    end.
End prune.

(** ** Facts from statement to statement

    [None] where nothing ever gets. *)
Notation known := (option (list lin)).
Definition nothing : known := Some [].

Definition overwritten (p : place) : list nat := match p with PVar x => [x] | _ => [] end.
Definition overwritten_dest (dest : option place) : list nat :=
  match dest with Some p => overwritten p | None => [] end.
Definition overwritten_arg (a : arg) : list nat := match a with AInout p => overwritten p | _ => [] end.

(** The variables of which a statement may change the integer, the length or the case. *)
Definition changed (b : basic) : list nat :=
  match b with
  | BLine _ | BTrap | BBlit _ _ _ | BStore _ _ _ _ _ => []
  | BAssign p _ | BPush p _ _ | BAppend p _ _ | BResize p _ _ | BPut p _ _ _ | BRemove p _ => overwritten p
  | BExtern _ args dest => mjoin (map overwritten_arg args) ++ overwritten_dest dest
  end.
Definition changed_call (x : call) : list nat :=
  mjoin (map overwritten_arg (call_args x)) ++ overwritten_dest (call_dest x).

Definition forget (xs : list nat) (facts : list lin) : list lin :=
  List.filter (λ f, negb (existsb (λ x, mentions x f) xs)) facts.

(** So that the compiler's time stays in proportion to the text. *)
Definition most : nat := 32.
Fixpoint learn (facts l : list lin) : list lin :=
  match l with
  | [] => facts
  | f :: l =>
      if existsb (lin_eqb f) facts || (most <=? length facts)%nat then learn facts l else learn (f :: facts) l
  end.

Definition equal (f g : lin) : list lin := [le f g; le g f].

(** Of an amount that grows by [d], which is apart from it: what is known of it before, said of what it is then. *)
Definition moved (a : atom) (d f : lin) : list lin :=
  let c := coefficient a (terms f) in
  let rest := plus f (- c) (one a) in
  if (c =? 0) || mentions (atom_var a) rest then [] else [plus rest c (plus (one a) (-1) d)].
Definition grown (a : atom) (d : lin) (facts : list lin) : list lin :=
  if mentions (atom_var a) d then [] else mjoin (map (moved a d) facts).

(** [x = x + d] *)
Definition grows (x : nat) (e : expr) : option lin :=
  match linear true e with
  | Some f => if coefficient (AInt x) (terms f) =? 1 then Some (plus f (-1) (one (AInt x))) else None
  | None => None
  end.

(** [x] is what [e] came to. *)
Definition assigned (deep : bool) (proved : lin → bool) (x : nat) (e : expr) : list lin :=
  let a := one (AInt x) in
  let apart f (l : list lin) := if mentions x f then [] else l in
  match linear deep e with Some f => apart f (equal a f) | None => [] end ++
  (if deep then match size_of true e with Some f => apart f (equal (one (ALen x)) f) | None => [] end else []) ++
  match e with
  | EArith Div _ e1 (EInt _ k) =>
      match linear deep e1 with
      | Some f => if 0 <? k then apart f [le (scale k a) f; le f (plus (number (k - 1)) k a)] else []
      | None => []
      end
  | EArith AddW w e1 e2 =>
      match linear deep e1, linear deep e2 with
      | Some f, Some g =>
          let h := plus f 1 g in
          if deep then if proved h && proved (le h (number (largest w))) then apart h (equal a h) else [] else []
      | _, _ => []
      end
  | _ => []
  end ++
  match bound e with Some m => if 0 <=? m then [le a (number m)] else [] | None => [] end.

Definition after_run (deep : bool) (D : table (mode * ty)) (facts : list lin) (b : basic) : known :=
  let before := learn facts (gains deep (guard_basic b)) in
  let kept := forget (changed b) before in
  match b with
  | BTrap => None
  | BExtern _ _ _ => Some (forget (changed b) facts)
  | BAssign (PVar x) e =>
      let more := if deep then match grows x e with Some d => grown (AInt x) d before | None => [] end else [] in
      Some (learn kept (more ++ assigned deep (proves D before) x e))
  | BPush (PVar x) _ _ => Some (if deep then learn kept (grown (ALen x) (number 1) before) else kept)
  | BAppend (PVar x) _ e =>
      Some (if deep then
        learn kept match size_of true e with Some d => grown (ALen x) d before | None => [] end else kept)
  | BResize (PVar x) _ e =>
      Some (learn kept
        match linear deep e with
        | Some f =>
            if mentions x f then [] else if proves D before f then equal (one (ALen x)) f else []
        | None => []
        end)
  | _ => Some kept
  end.

Definition after_test (deep : bool) (D : table (mode * ty)) (facts : list lin) (e : expr) (b : bool) : list lin :=
  let passed := learn facts (gains deep (guard_expr e)) in
  let '(yes, no) := outcomes deep (proves D passed) e in learn passed (if b then yes else no).

Definition after_call (deep : bool) (facts : list lin) (x : call) : list lin :=
  forget (changed_call x) (learn facts (gains deep (guard_call x))).

Definition among (f : lin) (l : list lin) : bool := existsb (lin_eqb f) l.
Definition covered (F G : known) : bool :=
  match F, G with
  | _, None => true
  | None, Some _ => false
  | Some l, Some m => forallb (λ f, among f m) l
  end.
Definition join (F G : known) : known :=
  match F, G with
  | None, G => G
  | F, None => F
  | Some l, Some m => Some (List.filter (λ f, among f m) l)
  end.

(** ** Along a procedure *)
Inductive visit := VRun (b : basic) | VTest (e : expr) | VCall (x : call) | VAsk (x : suspension).

Section flow.
  Context (silent : procedure → bool).         (* functions: they never suspend *)
  Context (D : table (mode * ty)).              (* the procedure's variables *)
  Context (deep : bool).                        (* see [linear] *)
  Context (accept : visit → list lin → bool).  (* asked at each statement, with what is known there *)

  (** The variables that may change while [c] runs; [None]: any. *)
  Fixpoint touched (c : fl_cmd) : option (list nat) :=
    match c with
    | Skip | Exit _ | Return => Some []
    | Do b => Some (changed b)
    | Seq c1 c2 | If _ c1 c2 =>
        match touched c1 with
        | Some l => match touched c2 with Some m => Some (l ++ m) | None => None end
        | None => None
        end
    | Block c | Loop _ c => touched c
    | Call _ x => if silent (callee x) then Some (changed_call x) else None
    | Label _ _ | Goto _ | Suspend _ _ | Resume _ => None
    end.

  Definition untouched (c : fl_cmd) (F : known) : known :=
    match F with
    | Some [] | None => nothing
    | Some l => match touched c with Some xs => Some (forget xs l) | None => nothing end
    end.

  Definition asked (v : visit) (F : known) : bool := match F with Some l => accept v l | None => true end.
  Definition through {A} (F : known) (f : list lin → A) : option A := f <$> F.

  (** What is known after [c], if [F] is before, and [E] says what is known after
      the enclosing blocks. *)
  Fixpoint flow (c : fl_cmd) (F : known) (E : list known) : option known :=
    match c with
    | Skip => Some F
    | Do b => if asked (VRun b) F then Some (F ≫= λ l, after_run deep D l b) else None
    | Seq c1 c2 => match flow c1 F E with Some G => flow c2 G E | None => None end
    | If e c1 c2 =>
        if asked (VTest e) F then
          match flow c1 ((λ l, after_test deep D l e true) <$> F) E with
          | Some G1 =>
              match flow c2 ((λ l, after_test deep D l e false) <$> F) E with
              | Some G2 => Some (join G1 G2)
              | None => None
              end
          | None => None
          end
        else None
    | Block c =>
        let X := untouched c F in
        match flow c F (X :: E) with Some G => Some (join G X) | None => None end
    | Loop _ c =>
        let X := untouched c F in
        match flow c X E with Some G => if covered X G then Some None else None | None => None end
    | Exit n => match nth_error E n with Some X => if covered X F then Some None else None | None => None end
    | Label _ c => flow c nothing E
    | Goto _ | Return => Some None
    | Suspend _ x => if asked (VAsk x) F then Some nothing else None
    | Resume _ => Some nothing
    | Call _ x =>
        if asked (VCall x) F then
          Some (if silent (callee x) then (λ l, after_call deep l x) <$> F else nothing)
        else None
    end.
End flow.

(** ** A table of facts, and its check

    A table says, for statements of a procedure, what is known wherever they are
    executed. It comes from outside ([compiler/lang/plan/fact_finder.ml] goes along [flow]) and
    is not trusted: [check_facts] goes along [flow] once more. *)
Definition table_of_facts := procedure → visit → list lin.

Definition function (Q : program) (p : procedure) : bool :=
  match procs Q !! p with Some pr => negb (suspends pr) | None => false end.

Definition accepts_facts (T : table_of_facts) (p : procedure) (v : visit) (facts : list lin) : bool :=
  forallb (λ f, among f facts) (T p v).

Definition facts_flow (Q : program) (silent : procedure → bool) (T : table_of_facts) (p : procedure) (pr : proc) : bool :=
  match flow silent (declared pr) false (accepts_facts T p) (body pr) nothing [] with
  | Some _ => true
  | None => false
  end.

Definition check_facts (Q : program) (T : table_of_facts) : bool :=
  forallb (λ '(p, pr), facts_flow Q (function Q) T p pr) (imap pair (procs Q)).
