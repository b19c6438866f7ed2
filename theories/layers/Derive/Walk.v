(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Derive, part 3: the walk through a program.

    Once through the term, from its end to its beginning ([walk T K I S L M]: subterm, who waits; what the machine
    does, the small source, the
    variables and the loops that it needs). On the way it declares constants for the source and keeps the pieces of the
    machine. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Rules Coroutine Terms Code Inline.

Elpi Db derive.derived lp:{{
  pred derived o:gref, o:callee.
}}.

Elpi Db derive.walk lp:{{
  % A derived program's machine: as it was noted, or (in modules that are not imported, or made of functors) by its
  % names.
  pred program-of i:gref, o:callee.
  program-of G C1 :- derived G C, !, still-there G C, C1 = C.
  program-of G _ :- inline G, !, fail.
  program-of G C1 :- C = mk-callee A St Tu (global Pe) (global Step) (global GoOn) (global Start) (global Src)
      (global SrcT) (global SO) (global TO) (global StartOk),
    beside G "equiv" _, beside G "step" Step, beside G "go_on" GoOn, beside G "pending" Pe, beside G "start" Start,
    beside G "source" Src, beside G "source_turn" SrcT, beside G "steps_ok" SO, beside G "turns_ok" TO,
    (beside G "start_related" StartOk; beside G "start_ok" StartOk), !,
    coq.env.typeof GoOn (prod _ Tu (_\ _)), coq.env.typeof Step (prod _ St (_\ _)), still-there G C,
    coq.env.typeof G Ty, result-type Ty A, C1 = C.
  % its functions have no variables of a section before their own
  pred still-there i:gref, i:callee.
  still-there _ (mk-callee _ St _ (global Pe) (global Step) _ _ _ _ _ _ _) :-
    coq.env.typeof Pe (prod _ S1 (_\ _)), coq.env.typeof Step (prod _ S2 (_\ _)), same_term St S1, same_term St S2, !.
  still-there G _ :- coq.gref->id G Id, fail-at (global G) {calc (Id ^
    " was derived in a section that has been closed")}
    "derive it outside the section, with the section's variables as arguments, or what uses it inside".
  pred result-type i:term, o:term.
  result-type T A :- coq.reduction.lazy.whd T (app [{{ @t }}, _, _, _, A]), !.
  result-type T A :- coq.reduction.lazy.whd T (prod N X F), pi x\ decl x N X => result-type (F x) A.
  pred beside i:gref, i:string, o:gref.
  beside G Part H :- coq.gref->path G Path, coq.gref->id G Id, std.string.concat "." Path Module,
    Short is Id ^ "_" ^ Part, Name is Module ^ "." ^ Short, coq.locate-all Name Ls, coq.locate-all Short Ss,
    std.append Ls Ss L, std.mem L (loc-gref H), coq.gref->path H Path, !.

  pred walk i:term, i:kont, o:ir, o:term, o:list live, o:list int.

  pred leaf i:kont, i:term, o:ir, o:list live, o:list int.
  leaf top V I L [] :- vars V [] L, I = ir-done V.
  leaf (join M FV _ _ Loops) V I L Loops :- vars V FV L, I = ir-jump M FV V.

  % [scope K N T F I S L M]: the walk under one more variable; L is what is needed from outside.
  pred scope i:kont, i:name, i:term, i:(term -> term), o:(term -> ir), o:(term -> term), o:list live, o:list int.
  % In [F] is all that is left of the program. Elpi opens it under one binder for nothing, but copies it where there are
  % two (so no [sigma] here) and where it is given to an output.
  scope K N0 T0 F I S L M :- tidy T0 T, entering N0 T N D B U,
    (pi x\ decl x N T => bound x B D => depth B => used U => walk-scope x (F x) K (I x) (S x) L0 M),
    vars T L0 L.
  pred walk-scope i:term, i:term, i:kont, o:ir, o:term, o:list live, o:list int.
  walk-scope X T K I S L M :- walk T K I S LX M, without X LX L.

  % a reply's type, without the function that gives it
  pred tidy i:term, o:term.
  tidy T W :- signature _ _ R _, applied R [_] T, !, tidied T W.
  tidy T T.

  pred tidied i:term, o:term.
  tidied T W :- replies S, open_safe S L, std.mem! L (pr T W1), !, W = W1.  % asking Coq costs the size of the context
  tidied T W :- coq.reduction.lazy.whd T W, if (closed-term T) (replies S, stash_in_safe S (pr T W)) true.
  pred closed-term i:term.
  closed-term (app L) :- std.forall L closed-term.
  closed-term (global _).
  pred replies o:safe.

  % What has been read of Coq already: each question to it costs the size of the context.
  kind met-here type.
  type met-type inductive -> int -> list constructor -> list term -> met-here.
  type met-inlined constant -> term -> met-here.
  pred met-before o:safe.
  pred met-already o:met-here.
  met-already X :- met-before S, open_safe S L, std.mem! L X.
  pred remember i:met-here.
  remember X :- met-before S, !, stash_in_safe S X.
  remember _.

  % [constructors-of I N Ks Ts]: its parameters' number, its constructors, their types. Coq-elpi ends at what it cannot
  % read, without saying where.
  pred constructors-of i:inductive, o:int, o:list constructor, o:list term.
  constructors-of I N Ks KTs :- met-already (met-type I N Ks KTs), !.
  constructors-of I _ _ _ :- declared-with I J, !, coq.gref->id (indt J) Id, fail-at (global (indt I)) {calc (
    "this type is declared together with " ^ Id ^ ", which Derive cannot read")}
    "make it one type, as a tree is whose branches are a list of it".
  constructors-of I N Ks KTs :- coq.env.indt I _ N _ _ Ks KTs,
    (if (std.exists KTs has-computed) (fail-at (global (indt I))
      "a part of this type is computed (:=) by its constructor" "compute it where it is used") true),
    remember (met-type I N Ks KTs).
  pred has-computed i:term.
  has-computed (let _ _ _ _).
  has-computed (prod _ _ F) :- pi x\ has-computed (F x).
  pred declared-with i:inductive, o:inductive.
  declared-with I J :- coq.env.dependencies (indt I) _ S, std.mem {coq.gref.set.elements S} (indt J), not (J = I),
    coq.env.dependencies (indt J) _ S1, coq.gref.set.mem (indt I) S1.
  pred fail-universes i:term.
  fail-universes T :- fail-at T "this type is universe polymorphic, which Derive cannot read"
    "declare it with Unset Universe Polymorphism".

  % What is saved is data: no functions, programs or types.
  pred storable i:list live.
  storable L :- std.forall L storable-var.
  pred storable-var i:live.
  storable-var (lv _ X as V) :- decl X _ T, if (data T []) true (coq.reduction.lazy.whd T W, fail-closure V W).
  % [data T Seen]: no functions in it, however deep; of what types with a body are made, their constructors say
  pred data i:term, i:list inductive.
  data (global (indt I)) _ :- known-data I, !.
  data (global (indt I)) _ :- found-data S, open_safe S L, std.mem! L I, !.
  data (app [global (indt I), X]) Seen :- known-data I, !, data X Seen.
  data (global (indt I) as T) Seen :- found-data S, !, data-whd T Seen, stash_in_safe S I.
  data T Seen :- coq.reduction.lazy.whd T W, data-whd W Seen.
  pred found-data o:safe.                  % looked at in this Derive: each once
  pred known-data i:inductive.
  known-data I :- {{ nat }} = global (indt I).
  known-data I :- {{ bool }} = global (indt I).
  known-data I :- {{ unit }} = global (indt I).
  known-data I :- {{ @list }} = global (indt I).
  known-data I :- {{ @option }} = global (indt I).
  pred data-whd i:term, i:list inductive.
  data-whd (prod _ _ _ as T) _ :- !, coq.typecheck T S ok, (S = sort prop; S = sort sprop), !.
  data-whd (sort _) _ :- !, fail.
  data-whd (app [{{ @t }}|_]) _ :- !, fail.
  data-whd T Seen :- coq.safe-dest-app T (global (indt I)) Args, !,
    if (std.mem! Seen I) (std.forall Args (argument [I|Seen]))
      (constructors-of I N _ KTs, std.take N Args Params, std.forall KTs (constructor-data Params [I|Seen])).
  % Coq's arrays
  data-whd T Seen :- coq.safe-dest-app T Hd Args, (Hd = pglobal (const C) _; Hd = global (const C)),
    coq.env.primitive? C, !, std.forall Args (a\ data a Seen).
  data-whd T _ :- coq.safe-dest-app T (pglobal (indt _) _) _, !, fail-universes T.
  data-whd _ _.
  % a type met again may have other arguments
  pred argument i:list inductive, i:term.
  argument Seen T :- coq.reduction.lazy.whd T W, if (W = prod _ _ _) fail (if (W = app [global (indt _)|_]) (data W
    Seen) true).
  pred constructor-data i:list term, i:list inductive, i:term.
  constructor-data Params Seen T :- coq.subst-prod Params T T1, coq.reduction.lazy.whd T1 W, fields W Seen.
  pred fields i:term, i:list inductive.
  fields (prod N T F) Seen :- !, data T Seen, (pi x\ decl x N T => sigma W\ coq.reduction.lazy.whd (F x) W,
    fields W Seen).
  fields _ _.
  pred fail-closure i:live, i:term.
  fail-closure (lv _ X) (sort _) :- fail-at X "the type that this variable is would have to be saved across an effect"
    "derive at given types: a Definition or a section variable".
  fail-closure (lv _ X) (app [{{ @t }}|_]) :- fail-at X "this program would have to be saved across an effect"
    "run it with let* where it is, or make it a coroutine".
  fail-closure (lv _ X) T :- not (T = prod _ _ _), !, fail-at {{ lp:X : lp:T }}
    "a function, a program or a type in this would have to be saved across an effect"
    "save the data that it depends on".
  fail-closure (lv _ X) _ :- fail-at X "this function would have to be saved across an effect"
    "make it a Definition or a section variable, or save the data that it depends on".

  % The proof about a construct has the code and the source of all that is inside, so what is deep inside is a constant
  % of its own, with a lemma: the proof is as long as the program. Not where a loop goes round, whose calls are Coq's.
  walk T K I S L M :- deep-enough, cut-here T, !, (around 0 => walk T K I1 S1 L M),
    if (M = []) (cut K I1 S1 L I S) (I = I1, S = S1).
  pred deep-enough.
  deep-enough :- around N, !, N > 15.
  pred deep i:prop.
  deep P :- around N, !, N1 is N + 1, around N1 => P.
  pred cut-here i:term.
  cut-here (app [{{ @let_ }}|_]).
  cut-here (app [{{ @bind }}|_]).
  cut-here (let _ _ _ _).
  cut-here (match _ _ _).
  cut-here (app [match _ _ _|_]).
  pred cut i:kont, i:ir, i:term, i:list live, o:ir, o:term.
  cut K I S FV (ir-part J FV) SV :- parts-made Made, open_safe Made Js, std.length Js J0, J is J0 + 1,
    stash_in_safe Made J,
    keep-source "piece" J FV S SC, over SC FV SV, code I C, proof I K S P,
    part "part" J Part, keep-def Part FV C [],
    over (ph Part) FV O, plug K SV Q, sames O Q St,
    keep-lemma {part "parted" J} FV St P [].

  % Return
  walk (app [{{ @Return }}, E, Ar, R, A, V]) K I S L M :- !, leaf K V I L M, S = app [{{ @Return }}, E, Ar, R, A, V].

  % an effect
  walk (app [{{ @Eff }}, E, Ar, R, A, Op, Arg, fun N T0 F]) K I S L M :- !,
    walk-effect E Ar R A Op Arg N T0 F K I S L M.
  walk (app [{{ @Eff }}, E, Ar, R, A, Op, Arg, Cont]) K I S L M :- !, applied R [Op] TR, as-fun Cont TR N T0 F,
    walk-effect E Ar R A Op Arg N T0 F K I S L M.
  pred walk-effect i:term, i:term, i:term, i:term, i:term, i:term, i:name, i:term, i:(term -> term), i:kont, o:ir,
    o:term, o:list live, o:list int.
  walk-effect E Ar R A Op Arg N T0 F K I0 S0 L [] :- vars Arg [] LA, tidy T0 T,
    (around 0 => scope K N T F I S LF M),
    vars Op [] LO, kept K LK, merge LO LK L0, merge L0 LF FV, storable FV,
    merge LA FV L, I0 = ir-ask State FV Arg, S0 = app [{{ @Eff }}, E, Ar, R, A, Op, Arg, After],
    fresh J, part "at" J State, part "after" J Step, part "steps" J Ok,
    keep-source "cont" J FV (fun N T S) AfterC, over AfterC FV After,
    (pi x\ decl x N T => code (I x) (C x)), (pi x\ decl x N T => proof (I x) K (S x) (P x)),
    keep-def Step FV (fun N T C) M,
    over (ph Step) FV StepV,
    (pi x\ sigma O SX\ applied StepV [x] O, applied After [x] SX, plug K SX (Plugged x), sames O (Plugged x) (St x)),
    keep-lemma Ok FV (prod N T St) (fun N T P) M,
    prods FV (ph "state") StateT, lams FV Op Pending, lams FV (fun N T Plugged) Source,
    keep (p-state State StateT Pending Source (ph Step) (ph Ok)).

  % a program, then another
  walk (app [{{ @bind }}, E, Ar, R, B, A, P, fun N T0 F]) K I S L M :- !, walk-bind E Ar R B A P N T0 F K I S L M.
  walk (app [{{ @bind }}, E, Ar, R, B, A, P, Cont]) K I S L M :- !, as-fun Cont B N T0 F,
    walk-bind E Ar R B A P N T0 F K I S L M.
  pred walk-bind i:term, i:term, i:term, i:term, i:term, i:term, i:name, i:term, i:(term -> term), i:kont, o:ir,
    o:term, o:list live, o:list int.
  walk-bind E Ar R B A P N T0 F K (ir-bind J JC N T I S IP K SP) (app [{{ @bind }}, E, Ar, R, B, A, SP, JC]) L M :-
    tidy T0 T,
    (around 0 => scope K N T F I S LF MF),
    kept K LK, vars B LK LB, merge LF LB FV,
    fresh J0, keep-source "then" J0 FV (fun N T S) JCC, over JCC FV JC,
    (if (K = top) (KC = JCC)
      (std.do! [(pi x\ sigma Q\ applied JC [x] Q, plug K Q (KF x)), keep-source "rest" J0 FV (fun N T KF) KC])),
    (pi x\ decl x N T => code (I x) (C x)), (pi x\ decl x N T => proof (I x) K (S x) (PF x)),
    part "join" J0 Jn, part "joined" J0 Jd,
    keep-def Jn FV (fun N T C) MF,
    over (ph Jn) FV JV, over KC FV KV,
    (pi x\ sigma O SX\ applied JV [x] O, applied KV [x] SX, sames O SX (St x)),
    keep-lemma Jd FV (prod N T St) (fun N T PF) MF,
    J = join J0 FV B KC MF,
    deep (walk P J IP SP LP M), merge LP FV L.

  % a named value, by let_ or by Coq's let
  walk (app [{{ @let_ }}, T, _, V, fun N _ F]) K I S L M :- !, walk-let N T V F K I S L M.
  walk (app [{{ @let_ }}, T, _, V, Cont]) K I S L M :- !, as-fun Cont T N _ F, walk-let N T V F K I S L M.
  walk (let _ _ V (x\ x)) K I S L M :- !, walk V K I S L M.  % a cast
  walk (let _ T V F) K I S L M :- (cheap T V; signature T _ _ _), !, walk (F V) K I S L M.  % types may depend on it
  walk (let N T V F) K I S L M :- typed-by-let, not (typed-without N T F), !, walk (F V) K I S L M.
  walk (let N T V F) K I S L M :- !, walk-let N T V F K I S L M.
  pred typed-by-let.                       % types need what some let names
  pred typed-without i:name, i:term, i:(term -> term).
  typed-without N T F :- pi x\ decl x N T => coq.typecheck (F x) _ ok.
  pred walk-let i:name, i:term, i:term, i:(term -> term), i:kont, o:ir, o:term, o:list live, o:list int.
  % a program of the user's own: where it is used
  walk-let _ T V F K I S L M :- yields-program T, !, walk (F V) K I S L M.
  walk-let N T V F K I0 S0 L M :- vars V [] LV, I0 = ir-let N T V I S, S0 = app [{{ @let_ }}, T, TA, V, fun N T S],
    t-of-wanted K TA,
    deep (scope K N T F I S LF M), merge LV LF L.
  walk (app [let N T V F|Xs]) K I S L M :- !, (pi x\ applied (F x) Xs (G x)), walk (let N T V G) K I S L M.
  pred yields-program i:term.
  yields-program (app [{{ @t }}|_]) :- !.
  yields-program (prod N T F) :- !, pi x\ decl x N T => yields-program (F x).
  yields-program T :- coq.safe-dest-app T (global (const _)) _, coq.reduction.lazy.whd T W, not (T = W),
    yields-program W.
  walk (app [app L|Xs]) K I S L1 M :- !, std.append L Xs T, walk (app T) K I S L1 M.
  walk (app [fun N T F, X]) K I S L M :- not (cheap T X), !, t-of-wanted K TA, walk (app [{{ @let_ }}, T, TA, X,
    fun N T F]) K I S L M.
  walk (app [fun _ _ F, X|Xs]) K I S L M :- !, applied (F X) Xs T, walk T K I S L M.
  pred cheap i:term, i:term.
  cheap _ X :- name X, !.
  cheap _ (global _) :- !.
  cheap T _ :- coq.reduction.lazy.whd T (prod _ _ _).

  % case analysis; branches may be functions of what the match is applied to, which is how Coq writes patterns whose
  % parts
  % have types that depend on others
  walk (match X Rty Brs) K I S L M :- !, walk-case X Rty Brs [] K I S L M.
  walk (app [match X Rty Brs|Args]) K I S L M :- !, walk-case X Rty Brs Args K I S L M.
  pred constructor-of i:constructor, o:list constructor, o:int.
  constructor-of K Ks NP :- coq.env.typeof (indc K) T, result-inductive T I, constructors-of I NP Ks _.
  pred result-inductive i:term, o:inductive.
  result-inductive (prod _ _ F) I :- !, pi x\ result-inductive (F x) I.
  result-inductive T I :- coq.safe-dest-app T (global (indt I)) _.
  pred nth-branch i:list constructor, i:list term, i:constructor, o:term.
  nth-branch [K|_] [B|_] K B :- !.
  nth-branch [_|Ks] [_|Bs] K B :- nth-branch Ks Bs K B.
  pred walk-case i:term, i:term, i:list term, i:list term, i:kont, o:ir, o:term, o:list live, o:list int.
  % a record of programs, looked through
  walk-case X _ Brs Args K I S L M :- coq.safe-dest-app X (global (const C)) Xs, inline (const C), !,
    coq.env.const-body C (some B), unfold-app B Xs X1, coq.safe-dest-app X1 (global (indc Con)) Ys,
    coq.env.typeof (indc Con) KT, coq.count-prods KT NK, std.length Ys NK, constructor-of Con Ks NP, nth-branch Ks
    Brs Con Br,
    std.drop NP Ys Zs, unfold-app Br Zs P0, applied P0 Args P, walk P K I S L M.
  walk-case X Rty Brs Args K I0 S0 L M :- std.fold [X|Args] [] vars LX, std.length Args Given,
    if (Rty = fun N T TR, not (TR = _\ fun _ _ _), pi z\ decl z N T => (wanted-result z (TR z) Given,
      retyped (TR z) Given (ph "outcome") (OT z))) true (fail-match X Rty Given),
    I0 = ir-case X Rty N T OT IBs SBs Args, applied (match X Rty SBs) Args S0,
    (if (coq.safe-dest-app T (global (indt Ind)) Ps) true
      (coq.reduction.lazy.whd T T1, coq.safe-dest-app T1 Hd Ps,
       (if (Hd = global (indt Ind)) true (if (Hd = pglobal _ _) (fail-universes T1) fail)))),
    constructors-of Ind NP Ks KTs,
    std.map KTs (kt\ n\ sigma C\ coq.count-prods kt C, n is C - NP + Given) Counts,
    deep (if (Given = 0) (walk-brs Brs Counts K IBs SBs LX L [] M)
      (std.take NP Ps Params, std.map2 Ks KTs (branch-type Params TR) Tys, expanded Brs Counts Tys Brs1,
       walk-brs Brs1 Counts K IBs SBs LX L [] M)).
  pred branch-type i:list term, i:(term -> term), i:constructor, i:term, o:term.
  branch-type Params TR C KT T :- coq.mk-app (global (indc C)) Params K, coq.subst-prod Params KT KT1,
    made-by KT1 K TR T.
  pred made-by i:term, i:term, i:(term -> term), o:term.
  made-by (prod N T F) K TR (prod N T G) :- !, pi x\ sigma K1\ applied K [x] K1, made-by (F x) K1 TR (G x).
  made-by _ K TR (TR K).
  pred expanded i:list term, i:list int, i:list term, o:list term.
  expanded [] [] [] [].
  expanded [B|Bs] [N|Ns] [T|Ts] [B1|Bs1] :- expand N T B B1, expanded Bs Ns Ts Bs1.
  pred expand i:int, i:term, i:term, o:term.
  expand 0 _ B B :- !.
  expand I (prod _ _ G) (fun N T F) (fun N T F1) :- !, I1 is I - 1,
    pi x\ decl x N T => expand I1 (G x) (F x) (F1 x).
  expand I (prod N T G) B (fun N T F1) :- !, I1 is I - 1,
    pi x\ decl x N T => sigma BX\ applied B [x] BX, expand I1 (G x) BX (F1 x).
  expand I T B B1 :- coq.reduction.lazy.whd T (prod N T1 F), expand I (prod N T1 F) B B1.
  % [retyped T N O T1]: T1 is T after N arguments, with another result
  pred retyped i:term, i:int, i:term, o:term.
  retyped _ 0 O O :- !.
  retyped (prod N T F) I O (prod N T G) :- !, I1 is I - 1, pi x\ retyped (F x) I1 O (G x).
  retyped T I O T1 :- coq.reduction.lazy.whd T (prod N T2 F), retyped (prod N T2 F) I O T1.
  % what comes of each branch is a program, of one type
  pred wanted-result i:term, i:term, i:int.
  wanted-result Z T 0 :- !, not (occurs Z T), not (T = prod _ _ _), not (T = fun _ _ _).
  wanted-result Z (prod N T F) I :- !, I1 is I - 1, pi x\ decl x N T => wanted-result Z (F x) I1.
  wanted-result Z T I :- coq.reduction.lazy.whd T (prod N T1 F), wanted-result Z (prod N T1 F) I.
  pred fail-match i:term, i:term, i:int.
  fail-match X (fun _ _ (_\ fun _ _ _)) _ :- !, fail-at X "the match on this is on a family of types with indices"
    "match on a datatype without indices".
  fail-match X (fun _ _ TR) N :- (pi z\ functions (TR z) N), !, fail-at X
    "the branches of the match on this are functions that are not applied" "let each branch be a program".
  fail-match X _ _ :- fail-at X "the type of the branches of the match depends on this"
    "let all branches be programs of one type".
  pred functions i:term, i:int.
  functions (prod _ _ _) 0 :- !.
  functions (prod _ _ F) N :- N1 is N - 1, pi x\ functions (F x) N1.
  pred walk-brs i:list term, i:list int, i:kont, o:list br, o:list term, i:list live, o:list live, i:list int,
    o:list int.
  walk-brs [] _ _ [] [] L L M M.
  walk-brs [B|Bs] [C|Cs] K [I|Is] [S|Ss] L L2 M M2 :- walk-br B C K I S LB MB, merge L LB L1, union MB M M1,
    walk-brs Bs Cs K Is Ss L1 L2 M1 M2.
  pred walk-br i:term, i:int, i:kont, o:br, o:term, o:list live, o:list int.
  walk-br B 0 K (br-end I S) S L M :- !, walk B K I S L M.
  walk-br (fun N0 T F) C K (br-fun N0 T I) (fun N0 T S) L M :- C1 is C - 1, entering N0 T N D B U,
    (pi x\ decl x N T => bound x B D => depth B => used U => walk-br-scope x (F x) C1 K (I x) (S x) L0 M),
    vars T L0 L.
  walk-br B _ _ _ _ _ _ :- fail-at B "this branch of a match is no function of what its constructor has"
    "write the match with patterns".

  pred walk-br-scope i:term, i:term, i:int, i:kont, o:br, o:term, o:list live, o:list int.
  walk-br-scope X T C K I S L M :- walk-br T C K I S LX M, without X LX L.

  % a loop
  walk (app [fix N Rno Ty F|Args]) K I0 S0 L M :- std.length Args Given, (pi f\ abstractions (F f) Given), !,
    std.fold Args [] vars LA,
    (pi f\ calls-allowed => vars (F f) [] LB), kept K LK, merge LB LK FV,
    fresh I, (rec-sources => keep-source "fix" I FV (fix N Rno Ty F) SrcC), over SrcC FV SrcV,
    std.length Args Count,
    (pi f\ decl f N Ty => recfun f I FV K Count SrcC => around 0 => walk-loop (F f) Count K Body M0),
    std.filter M0 (i\ not (i = I)) M,
    applied SrcV Args S0, merge LA FV L, I0 = ir-loop Loop Args M,
    Loop = mk-loop I FV N Rno Ty Body SrcC,
    loop-code Loop Code, part "loop" I LoopN, keep-def LoopN FV Code M,
    over (ph LoopN) FV LoopV,
    t-of-wanted K TB, keep-unfold Loop TB SrcV,
    loop-proof Loop K LoopV Proof, loop-statement Body K LoopV SrcV St,
    keep-lemma {part "looped" I} FV St Proof M,
    keep (p-loop I M).
  % one whose body gives functions after fewer arguments: [match n with O => fun s => ..]
  walk (app [fix N Rno Ty F|Args]) K I S L M :- std.length Args Given,
    (pi f\ decl f N Ty => expand Given Ty (F f) (F1 f)), (pi f\ not (F f = F1 f), abstractions (F1 f) Given), !,
    walk (app [fix N Rno Ty F1|Args]) K I S L M.
  pred abstractions i:term, i:int.         % there are that many, and then a program
  abstractions (fun _ _ F) N :- N > 0, !, N1 is N - 1, pi x\ abstractions (F x) N1.
  abstractions T 0 :- not (T = fun _ _ _).
  pred walk-loop i:term, i:int, i:kont, o:br, o:list int.
  walk-loop B 0 K (br-end I S) M :- !, walk B K I S _ M.
  walk-loop (fun N T F) C K (br-fun N T I) M :- C1 is C - 1, under N T (x\ walk-loop (F x) C1 K (I x) M).
  pred keep-unfold i:loop, i:term, i:term.
  keep-unfold (mk-loop I FV _ Rno _ Body _) TB SrcV :- unfold-statement Body TB [] Rno SrcV St P,
    keep-lemma {part "unfold" I} FV St P [].
  pred unfold-statement i:br, i:term, i:list term, i:int, i:term, o:term, o:term.
  unfold-statement (br-fun N T B) TB Xs R S (prod N T St) (fun N T P) :- pi x\ decl x N T =>
    unfold-statement (B x) TB [x|Xs] R S (St x) (P x).
  unfold-statement (br-end _ Src) Ty Xs' R S (app [{{ @eq }}, Ty, Lhs, Src]) P :-
    std.rev Xs' Xs, applied S Xs Lhs, std.nth R Xs X, by-cases X Ty Lhs Src P.
  walk (app [F|Args]) K I0 Src L [I] :- name F, recfun F I FV KF Count SrcC, !, std.fold Args [] vars LA,
    if (K = KF) true (fail-at (app [F|Args]) "this recursive call is not the last thing that its loop does"
      "carry what is left to do in an argument of the loop, as mapM and foldM do"),
    std.length Args N,
    if (N = Count) true (stuck F),
    over SrcC FV S0, applied S0 Args Src, merge LA FV L, I0 = ir-rec I FV Args.

  % iteration without end
  walk (app [{{ @iter }}, E, Ar, R, T, B, Body, X]) K I0 S0 L M :- !,
    vars X [] LX,
    (calls-allowed => vars Body [] LB), kept K LK, merge LB LK FV, storable FV,
    fresh I, part "turn" I Turn, part "iter" I Iter, part "itered" I Ok,
    (rec-sources => keep-source "body" I FV Body BodyC), over BodyC FV BodyV,
    IterP = app [{{ @iter }}, E, Ar, R, T, B, BodyV],
    Sum = app [{{ sum }}, T, B], t-of B TB,
    (if (Body = fun Nm _ _) true (Nm = `s`)),
    (pi x\ use Body x (BX x)),
    (pi x\ F x = app [{{ @bind }}, E, Ar, R, Sum, B, BX x, fun `next` Sum n\
      match n (fun `next` Sum (_\ TB)) [(fun `s` T s\ again-node I FV B IterP s), (fun `a` B a\ app [{{ @Return }}, E,
        Ar, R, B, a])]]),
    (around 0 => scope K Nm T F IB SB _ M),
    merge LX FV L, I0 = ir-iter I FV X T IB SB BodyV M, S0 = app [{{ @iter }}, E, Ar, R, T, B, BodyV, X],
    (pi x\ decl x Nm T => code (IB x) (C x)),
    (pi x\ decl x Nm T => iter-proof (ir-iter I FV X T IB SB BodyV M) K x (P x)),
    keep-def Iter FV (fun Nm T C) M,
    over (ph Iter) FV IterV,
    (pi x\ sigma O SX\ applied IterV [x] O, SX = app [{{ @iter }}, E, Ar, R, T, B, BodyV, x], plug K SX (Plugged x),
      sames O (Plugged x) (St x)),
    keep-lemma Ok FV (prod Nm T St) (fun Nm T P) M,
    (pi x\ TurnT0 x = ph "turn"), prods FV (prod Nm T TurnT0) TurnT, lams FV (fun Nm T Plugged) Source,
    keep (p-turn Turn TurnT Source (ph Iter) (ph Ok)).
  walk (again-node I FV B IterP S) _ (ir-silent Turn FV S) (app [{{ @Later }}, E, Ar, R, B, P]) L [] :- !,
    part "turn" I Turn, vars S FV L, signature E Ar R _, applied IterP [S] P.

  % a derived program
  walk (app [global G|Args] as S) K I S1 L M :- program-of G C, !, walk-call S C Args K I L M, S1 = S.
  walk (global G as S) K I S L M :- program-of G C, !, walk-call S C [] K I L M.
  walk (app [{{ @begin_machine }}, E, Ar, Rt, CE, CA, R, St, Tu, Pe, GoOn, O] as S) K I S1 L M :- !,
    Callee = mk-callee (app [{{ @asked }}, CE, CA, R, app [{{ @in_state }}, CE, St, Pe]]) {{ Empty_set }} Tu
      (app [{{ @never }}, E]) {{ tt }}
      (app [{{ @asking_go_on }}, E, Ar, CE, CA, R, St, Tu, Pe, GoOn])
      (app [{{ @asking_of }}, E, Ar, CE, CA, R, St, Tu, Pe])
      (app [{{ @asking_source }}, E, Ar, Rt, CE, CA, R, St, Pe])
      (app [{{ @asking_source_turn }}, E, Ar, Rt, CE, CA, R, St, Tu, Pe, GoOn]) {{ tt }}
      (app [{{ @asking_turns_ok }}, E, Ar, Rt, CE, CA, R, St, Tu, Pe, GoOn])
      (app [{{ @asking_ok }}, E, Ar, Rt, CE, CA, R, St, Tu, Pe, GoOn]),
    walk-call S Callee [O] K I L M, S1 = S.
  walk (app [{{ @reply_machine }}, E, Ar, Rt, CE, CA, CR, R, St, Tu, Pe, Step, GoOn, Ef, C, X] as S) K I S1 L M :- !,
    Callee = mk-callee (app [{{ @asked }}, CE, CA, R, app [{{ @in_state }}, CE, St, Pe]]) {{ Empty_set }} Tu
      (app [{{ @never }}, E]) {{ tt }}
      (app [{{ @asking_go_on }}, E, Ar, CE, CA, R, St, Tu, Pe, GoOn])
      (app [{{ @asking_reply }}, E, Ar, CE, CA, CR, R, St, Tu, Pe, Step])
      (app [{{ @asking_source }}, E, Ar, Rt, CE, CA, R, St, Pe])
      (app [{{ @asking_source_turn }}, E, Ar, Rt, CE, CA, R, St, Tu, Pe, GoOn]) {{ tt }}
      (app [{{ @asking_turns_ok }}, E, Ar, Rt, CE, CA, R, St, Tu, Pe, GoOn])
      (app [{{ @asking_reply_ok }}, E, Ar, Rt, CE, CA, CR, R, St, Tu, Pe, Step, GoOn]),
    walk-call S Callee [Ef, C, X] K I L M, S1 = S.
  walk (app [{{ @resume_machine }}, E, Ar, Rt, A, B, R, St, Tu, Pe, Step, GoOn, C, X] as S) K I S1 L M :- !,
    Callee = mk-callee (app [{{ @resumed }}, B, R, St]) {{ Empty_set }} Tu (app [{{ @never }}, E]) {{ tt }}
      (app [{{ @resumption_go_on }}, E, Ar, B, R, St, Tu, Pe, GoOn])
      (app [{{ @resumption_start }}, E, Ar, A, B, R, St, Tu, Pe, Step])
      (app [{{ @resumption_source }}, E, Ar, Rt, B, R, St])
      (app [{{ @resumption_source_turn }}, E, Ar, Rt, B, R, St, Tu, Pe, GoOn]) {{ tt }}
      (app [{{ @resumption_turns_ok }}, E, Ar, Rt, B, R, St, Tu, Pe, GoOn])
      (app [{{ @resumption_start_ok }}, E, Ar, Rt, A, B, R, St, Tu, Pe, Step, GoOn]),
    walk-call S Callee [C, X] K I L M, S1 = S.
  pred walk-call i:term, i:callee, i:list term, i:kont, o:ir, o:list live, o:list int.
  walk-call S Callee Args K I0 L M :- std.fold Args [] vars LA,
    kept K FV, storable FV, merge LA FV L, I0 = ir-call Call Args S,
    (if (K = join _ _ _ _ M) true (M = [])),
    fresh J, part "in" J State, part "inside" J Turn,
    Call = mk-call State Turn FV K Callee,
    Callee = mk-callee _ St Tu Pe StepG GoG _ SrcG SrcTG OkG TurnOkG _,
    signature _ _ R _,
    if (St = {{ Empty_set }}) true (std.do! [part "back" J Step, part "backs" J Ok,
    (pi s\ sigma Q\ applied Pe [s] Q, applied R [Q] (RT s), Pend s = Q),
    (pi s r\ sigma O\ applied StepG [s, r] O, call-code Call O (C s r)),
    (pi s r\ sigma O P H\ applied StepG [s, r] O, applied SrcG [s, r] P, applied OkG [s, r] H,
      call-proof Call O P H (PF s r)),
    keep-def Step FV (fun `s` St s\ fun `r` (RT s) (C s)) M,
    over (ph Step) FV StepV,
    (pi s r\ sigma P\ applied SrcG [s, r] P, plug K P (Plugged s r), sames {applied StepV [s,
      r]} (Plugged s r) (Stm s r)),
    keep-lemma Ok FV (prod `s` St s\ prod `r` (RT s) (Stm s)) (fun `s` St s\ fun `r` (RT s) (PF s)) M,
    prods FV (prod `s` St (_\ ph "state")) StateT, lams FV (fun `s` St Pend) Pending,
      lams FV (fun `s` St s\ fun `r` (RT s) (Plugged s)) Source,
    keep (p-state State StateT Pending Source (ph Step) (ph Ok))]),
    if (Tu = {{ Empty_set }}) true (std.do! [
      part "backt" J TStep, part "backst" J TOk,
      (pi s\ sigma O\ applied GoG [s] O, call-code Call O (CT s)),
      (pi s\ sigma O P H\ applied GoG [s] O, applied SrcTG [s] P, applied TurnOkG [s] H, call-proof Call O P H (PT s)),
      keep-def TStep FV (fun `l` Tu CT) M,
      over (ph TStep) FV TStepV,
      (pi s\ sigma P\ applied SrcTG [s] P, plug K P (PluggedT s), sames {applied TStepV [s]} (PluggedT s) (StT s)),
      keep-lemma TOk FV (prod `l` Tu StT) (fun `l` Tu PT) M,
      prods FV (prod `l` Tu (_\ ph "turn")) TurnT, lams FV (fun `l` Tu PluggedT) SourceT,
      keep (p-turn Turn TurnT SourceT (ph TStep) (ph TOk))]).

  % a combinator: its definition
  walk (app [global (const C as G)|Args]) K I S L M :- inline G, !, inlined-body C B,
    walk-app B Args K I S L M.
  walk (global (const C as G)) K I S L M :- inline G, !, inlined-body C T, walk T K I S L M.
  pred walk-app i:term, i:list term, i:kont, o:ir, o:term, o:list live, o:list int.
  walk-app (fun _ _ F) [X|Xs] K I S L M :- !, walk-app (F X) Xs K I S L M.
  walk-app F [] K I S L M :- !, walk F K I S L M.
  walk-app F Xs K I S L M :- applied F Xs T, walk T K I S L M.
  pred inlined-body i:constant, o:term.
  inlined-body C B :- met-already (met-inlined C B), !.
  inlined-body C B :- coq.env.const-body C (some B), remember (met-inlined C B).
  pred unfold-app i:term, i:list term, o:term.
  unfold-app (fun _ _ F) [X|Xs] T :- !, unfold-app (F X) Xs T.
  unfold-app F Xs T :- applied F Xs T.

  walk T _ _ _ _ _ :- stuck T.

  % what Derive does not know: which subterm, why, what to do
  pred stuck i:term.
  stuck T :- T = (fix _ _ _ _), !, fail-at T "this fix lacks arguments" "give it all that it abstracts over".
  stuck (app [fix _ _ _ _|_] as T) :- !, fail-at T "this fix lacks arguments, or has too many"
    "give it all that it abstracts over before its program begins".
  stuck X :- name X, recfun X _ _ _ _ _, !, fail-at X "this recursive call lacks arguments" "give it all of them".
  stuck X :- name X, !, fail-unknown X X.
  stuck (app [X|_] as T) :- name X, !, fail-unknown X T.
  stuck (app [{{ @Later }}|_] as T) :- !, fail-at T "Later is written by hand" "say with iter what goes on for ever".
  stuck T :- coq.safe-dest-app T (global (const C)) _, !, coq.gref->id (const C) Id,
    fail-constant C Id T.
  pred fail-constant i:constant, i:string, i:term.
  fail-constant C Id T :- coq.env.const-body C none, !, fail-at T {calc (Id ^ " has no body")}
    "ask for it as an effect".
  fail-constant C Id T :- field-of-record C, !, fail-at T {calc ("this program is a field of a record, " ^ Id)}
    {calc ("let the record be a Definition, and write DeriveInline for it and for " ^ Id)}.
  fail-constant C Id T :- coq.env.typeof (const C) Ty, not (ends-in-program Ty), !, fail-at T
    {calc (Id ^ " is no program, but a function that is given programs")}
    "loop with foldM, mapM, forM_, times, iter or a fix of your own".
  fail-constant _ Id T :- fail-at T {calc (Id ^ " has not been derived")} {calc ("write Derive " ^ Id ^
    " before, or DeriveInline " ^ Id ^ " to look through its definition")}.
  pred ends-in-program i:term.
  ends-in-program T :- coq.reduction.lazy.whd T (prod N T1 F), !, pi x\ decl x N T1 => ends-in-program (F x).
  ends-in-program T :- coq.reduction.lazy.whd T (app [{{ @t }}|_]).
  pred field-of-record i:constant.
  field-of-record C :- coq.env.typeof (const C) T, field-of-record-type T I, coq.env.projections I Ps,
    std.mem Ps (some C), !.
  pred field-of-record-type i:term, o:inductive.
  field-of-record-type (prod _ T _) I :- coq.safe-dest-app T (global (indt I)) _, coq.env.record? I _.
  field-of-record-type (prod _ _ F) I :- pi x\ field-of-record-type (F x) I.
  stuck T :- fail-at T "this is no construct that Derive knows"
    "use Return, effects, let*, let, if, match, fix, iter and programs that have been derived".
  pred fail-unknown i:term, i:term.
  fail-unknown X T :- fail-at T {calc ("which program " ^ {coq.term->string X} ^ " is, is not known")}
    "derive programs of given parts: make it a Definition, or inline the function that takes it (DeriveInline)".
  pred fail-at i:term, i:string, i:string.
  fail-at T Why What :- program P, readable T T1,
    coq.error "derive:" {calc (P ^ ":")} {calc (Why ^ ":")} {coq.term->string T1} {calc ("(" ^ What ^ ")")}.
  % binders that have names, and no two the same: Coq-elpi would invent others
  pred readable i:term, o:term.
  readable (fun N T F) (fun N1 T1 G) :- !, readable T T1, named-binder N F N1 S, pi x\ used S => readable (F x) (G x).
  readable (prod N T F) (prod N1 T1 G) :- !, readable T T1, named-binder N F N1 S, pi x\ used S => readable (F x) (G x).
  readable (let N T B F) (let N1 T1 B1 G) :- !, readable T T1, readable B B1, named-binder N F N1 S,
    pi x\ used S => readable (F x) (G x).
  readable (fix N I T F) (fix N1 I T1 G) :- !, readable T T1, named-binder N F N1 S,
    pi x\ used S => readable (F x) (G x).
  readable (app L) (app L1) :- !, std.map L readable L1.
  readable (match X R Bs) (match X1 R1 Bs1) :- !, readable X X1, readable R R1, std.map Bs readable Bs1.
  readable T T.
  pred named-binder i:name, i:(term -> term), o:name, o:string.
  named-binder N (_\ B_) N "_" :- !.
  named-binder N _ N1 S :- coq.name->id N Id, (if (Id = "_") (coq.id->name "x" N0) (N0 = N)), distinct N0 N1 S.

  pred keep-def i:string, i:list live, i:term, i:list int.
  keep-def N FV T M :- lams FV T C, keep (p-def N C M).
  pred keep-source i:string, i:int, i:list live, i:term, o:term.
  keep-source P J FV T (ph N) :- part P J N, lams FV T C, keep (p-source N C).
  pred keep-lemma i:string, i:list live, i:term, i:term, i:list int.
  keep-lemma N FV St P M :- prods FV St St1, lams FV P P1, keep (p-lemma N St1 P1 M).
  pred fresh o:int.
  fresh N :- first-number B, new_int N0, N is N0 - B.
  pred first-number o:int.
}}.
