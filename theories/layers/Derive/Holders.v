(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Derive, part 0b: records and variants of the user's own that have coroutines in their fields.

    Such a type cannot hold the machines' states, so it is declared again with states in place of coroutines
    ([I_over_machines]), with the relation of the two ([I_stands_for]) and, for each constructor, the lemma that it
    takes related
    fields to related values. Fields without coroutines are equal. A projection is the match that it is defined by. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Coroutine Relate Terms Walk Inline.

Ltac relate_constructor := intros; relate_subst; constructor; assumption.
Ltac relate_projection := let H := fresh in intros ? ? H; destruct H; solve [assumption | reflexivity].

Elpi Db derive.holders lp:{{
  pred holder o:inductive, o:inductive.    % a type with coroutines, the same over machines

  pred coroutine-names o:list gref.
  coroutine-names [A, B, C, D, E, F] :- {{ @coro }} = global A, {{ @resume }} = global B, {{ @coroutine }} = global C,
    {{ @waiting }} = global D, {{ @begin }} = global E, {{ @reply }} = global F.

  pred with-coroutines i:term.
  with-coroutines T :- with-coroutines-in T [].
  pred with-coroutines-in i:term, i:list inductive.
  with-coroutines-in T Seen :- coq.env.term-dependencies T S, coq.gref.set.elements S L,
    std.exists L (has-coroutines Seen), !.
  pred has-coroutines i:list inductive, i:gref.
  has-coroutines _ G :- coroutine-names Ns, std.mem! Ns G, !.
  has-coroutines Seen (indt I) :- !, holds-coroutines-in I Seen.
  has-coroutines Seen (indc K) :- !, coq.env.typeof (indc K) T, with-coroutines-in T Seen.
  has-coroutines Seen (const C) :- inline (const C), !, coq.env.const-body C (some B), with-coroutines-in B Seen.
  has-coroutines Seen (const C) :- projection C I, holds-coroutines-in I Seen.
  pred holds-coroutines i:inductive.
  holds-coroutines I :- holds-coroutines-in I [].
  pred holds-coroutines-in i:inductive, i:list inductive.
  holds-coroutines-in I _ :- known-data I, !, fail.
  holds-coroutines-in I Seen :- std.mem! Seen I, !, fail.
  holds-coroutines-in I _ :- coroutine-names Ns, std.mem! Ns (indt I), !, fail.
  holds-coroutines-in I _ :- declared-with I _, !, coq.env.transitive-dependencies (indt I) _ S, coroutine-names Ns,
    std.exists Ns (n\ coq.gref.set.mem n S).
  holds-coroutines-in I Seen :- constructors-of I _ _ KTs, std.exists KTs (t\ with-coroutines-in t [I|Seen]).

  % [projection C I]: C is a projection of the record I
  pred projection i:constant, o:inductive.
  projection C I :- coq.env.typeof (const C) (prod _ T F), record-of (prod `r` T F) I, coq.env.projections I Ps,
    std.mem Ps (some C), !.
  pred record-of i:term, o:inductive.
  record-of (prod _ T F) I :- (pi x\ not (F x = prod _ _ _)), !, coq.safe-dest-app T (global (indt I)) _,
    coq.env.record? I _.
  record-of (prod _ T _) I :- coq.safe-dest-app T (global (indt I)) _, coq.env.record? I _, !.
  record-of (prod _ _ F) I :- pi x\ record-of (F x) I.

  % the type over machines, declared when it is first met
  pred over-machines i:inductive, o:inductive.
  over-machines I J :- holder I J, !.
  over-machines I J :- beside (indt I) "over_machines" (indt J), !, coq.env.indt I _ _ _ _ Ks _, known-again I Ks.
  over-machines I J :- T = global (indt I), coq.gref->id (indt I) Id,
    constructors-of I _ _ _, coq.env.indt I _ NP _ Arity Ks KTs,
    (if (NP = 0, Arity = sort _) true (fail-at T {calc (Id ^ " has coroutines in its fields, and arguments")}
      "let what is a coroutine be one of the arguments, with an instance of Related as list has it")),
    (if (coq.env.recursive? I) (fail-at T {calc (Id ^ " has coroutines in its fields, and is recursive")}
      "let its elements be of any type, with an instance of Related as list has it") true),
    std.map Ks (k\ r\ sigma KId\ coq.gref->id (indc k) KId, r is KId ^ "_over_machines") KIds,
    (pi t\ std.map2 KIds KTs (id\ kt\ r\ sigma T1\ fields-over kt t T1, r = constructor id (arity T1)) (Cs t)),
    add-type {calc (Id ^ "_over_machines")} {{ Type }} Cs J,
    coq.env.indt J _ _ _ _ Js _,
    @local! => coq.elpi.accumulate _ "derive.holders" (clause _ _ (holder I J)),
    holder I J => add-relation I J Id Ks Js KTs.
  % what was declared in a section or a module that is closed: its instance and its hints
  pred known-again i:inductive, i:list constructor.
  known-again _ [K|_] :- beside (indc K) "related" H, hinted H, !.
  known-again I Ks :- (if (beside (indt I) "stands_for" S) (coq.TC.declare-instance S 5) true),
    std.forall Ks hint-again,
    (if (coq.env.record? I tt) (coq.env.primitive-projections I Ps, field-hints I 0 Ps) true).
  pred hint-again i:constructor.
  hint-again K :- if (beside (indc K) "related" H) (hint H) true.
  pred field-hints i:inductive, i:int, i:list (option (pair projection int)).
  field-hints _ _ [] :- !.
  field-hints I N [_|Ps] :- Part is "field" ^ {std.any->string N} ^ "_related",
    (if (beside (indt I) Part H) (hint H) true), N1 is N + 1, field-hints I N1 Ps.
  pred fields-over i:term, i:term, o:term.
  fields-over (prod N T F) J (prod N T1 G) :- !, copy T T1, pi x\ copy x x => fields-over (F x) J (G x).
  fields-over _ J J.
  pred add-type i:string, i:term, i:(term -> list indc-decl), o:inductive.
  add-type Name Sort Cs J :- Decl = inductive Name tt (arity Sort) Cs,
    std.assert-ok! (coq.typecheck-indt-decl Decl) {calc ("derive: internal: " ^ Name)}, coq.env.add-indt Decl J.

  pred add-relation i:inductive, i:inductive, i:string, i:list constructor, i:list constructor, i:list term.
  add-relation I J Id Ks Js KTs :- T = global (indt I), T1 = global (indt J),
    std.map Ks (k\ r\ sigma KId\ coq.gref->id (indc k) KId, r is KId ^ "_rel") KIds,
    (pi r\ constructors-related KIds Ks Js KTs (p\ q\ st\ st = app [r, p, q]) (Cs r)),
    add-type {calc (Id ^ "_rel")} (prod `_` T1 _\ prod `_` T _\ {{ Prop }}) Cs R,
    Class = app [{{ @Related }}, T1, T],
    std.assert-ok! (coq.typecheck Class _) "derive: internal: Related",
    Name is Id ^ "_stands_for",
    coq.env.add-const Name (global (indt R)) Class @transparent! S, coq.TC.declare-instance (const S) 5,
    (equal-fields => constructors-related KIds Ks Js KTs (p\ q\ st\ st = app [{{ @rel }}, T1, T, global (const S), p,
      q]) Lemmas),
    std.forall Lemmas constructor-lemma,
    (if (coq.env.record? I tt, KTs = [KT]) (coq.env.primitive-projections I Ps,
      projections-related Ps 0 Id I J KT S) true).
  pred constructor-lemma i:indc-decl.
  constructor-lemma (constructor Id (arity St)) :-
    std.assert-ok! (coq.typecheck {{ (_ : lp:St) }} _) "derive: internal: related fields",
    prove-by "relate_constructor" St Pf, Name is Id ^ "ated", coq.env.add-const Name Pf St @opaque! L, hint (const L).
  pred constructors-related i:list string, i:list constructor, i:list constructor, i:list term,
    i:(term -> term -> term -> prop), o:list indc-decl.
  constructors-related [] [] [] [] _ [].
  constructors-related [Id|Ids] [K|Ks] [J|Js] [KT|KTs] P [constructor Id (arity T)|Cs] :-
    constructor-related KT (global (indc J)) (global (indc K)) P T, constructors-related Ids Ks Js KTs P Cs.
  pred constructor-related i:term, i:term, i:term, i:(term -> term -> term -> prop), o:term.
  constructor-related (prod N T F) J K P (prod N T1 G) :- copy T T1, same_term T T1, not (equal-fields,
    pi x\ independent (F x) x), !,
    pi x\ sigma J1 K1\ applied J [x] J1, applied K [x] K1, copy x x => decl x N T => constructor-related (F x) J1 K1
      P (G x).
  constructor-related (prod N T F) J K P (prod N T1 x1\ prod N T x\ prod `_` (H x1 x) _\ G x1 x) :- !, copy T T1,
    std.assert-ok! (coq.elaborate-skeleton {{ @rel lp:T1 lp:T _ }} _ R) "derive: internal: no relation of a field",
    pi x1 x\ sigma J1 K1\ applied J [x1] J1, applied K [x] K1, applied R [x1, x] (H x1 x),
      copy x x => decl x1 N T1 => decl x N T => constructor-related (F x) J1 K1 P (G x1 x).
  constructor-related _ J K P T :- P J K T.
  pred equal-fields.                       % fields without coroutines are two, with an equality between them
  pred independent i:term, i:term.
  independent T X :- not (occurs X T).

  % [primitive (proj P N)] over machines is a match
  pred over-projection i:inductive, i:int, i:term, o:term.
  over-projection J N X M :- coq.build-match X (global (indt J)) (over-clause J N) (over-branch N) M.
  pred over-clause i:inductive, i:int, i:term, i:list term, i:list term, o:term.
  over-clause J N _ _ _ T :- coq.env.indt J _ _ _ _ _ [KT], field-type KT N T.
  pred field-type i:term, i:int, o:term.
  field-type (prod _ T _) 0 T :- !.
  field-type (prod _ _ F) N T :- N1 is N - 1, pi x\ field-type (F x) N1 T.
  pred over-branch i:int, i:term, i:term, i:list term, i:list term, o:term.
  over-branch N _ _ Vs _ V :- std.nth N Vs V.
  pred projections-related i:list (option (pair projection int)), i:int, i:string, i:inductive, i:inductive, i:term,
    i:constant.
  projections-related [] _ _ _ _ _ _.
  projections-related [some (pr P PN)|Ps] N Id I J KT S :- field-type KT N T, copy T T1, !, T1I = global (indt J),
    TI = global (indt I),
    (if (same_term T T1) (R = {{ @eq lp:T }})
      (std.assert-ok! (coq.elaborate-skeleton {{ @rel lp:T1 lp:T _ }} _ R) "derive: internal: no relation of a field")),
    (pi x1\ decl x1 `r` T1I => over-projection J N x1 (L1 x1)),
    (pi x1 x\ applied R [L1 x1, app [primitive (proj P PN), x]] (C x1 x)),
    St = (prod `r` T1I x1\ prod `r` TI x\ prod `_` (app [{{ @rel }}, T1I, TI, global (const S), x1, x]) _\ C x1 x),
    std.assert-ok! (coq.typecheck {{ (_ : lp:St) }} _) "derive: internal: projection",
    prove-by "relate_projection" St Pf,
    Name is Id ^ "_field" ^ {std.any->string N} ^ "_related",
    coq.env.add-const Name Pf St @opaque! H, hint (const H),
    N1 is N + 1, projections-related Ps N1 Id I J KT S.
  projections-related [_|Ps] N Id I J KT S :- N1 is N + 1, projections-related Ps N1 Id I J KT S.
  pred prove-by i:string, i:term, o:term.
  prove-by Tactic St T :- T = {{ (lp:{{_}} : lp:St) }}, coq.typecheck T _ ok, coq.ltac.collect-goals T [G] _,
    coq.ltac.open (coq.ltac.call Tactic []) G [].

  pred hinted o:gref.                      % is in the hint database already, here
  pred hint i:gref.
  hint G :- hinted G, !.
  hint G :- @local! => coq.hints.add-resolve G "derive" 0 {{ _ }},
    @local! => coq.elpi.accumulate _ "derive.holders" (clause _ _ (hinted G)).
  pred record-field i:projection, i:int, o:inductive.  % of the primitive records that the program has

  :before "copy:start"
  copy (app [primitive (proj P N), X]) M :- translating tt, record-field P N I, !, over-machines I J, copy X X1,
    coq.env.primitive-projections I Ps, nth-projection Ps P 0 K, over-projection J K X1 M.
  pred nth-projection i:list (option (pair projection int)), i:projection, i:int, o:int.
  nth-projection [some (pr P _)|_] P N N :- !.
  nth-projection [_|Ps] P N M :- N1 is N + 1, nth-projection Ps P N1 M.
  :before "copy:start"
  copy (global (indt I)) (global (indt J)) :- translating tt, holds-coroutines I, !, over-machines I J.
  :before "copy:start"
  copy (global (indc K)) (global (indc L)) :- translating tt, coq.env.typeof (indc K) KT, made KT I,
    holds-coroutines I, !,
    over-machines I J, coq.env.indt I _ _ _ _ Ks _, coq.env.indt J _ _ _ _ Ls _, nth-constructor Ks Ls K L.
  pred nth-constructor i:list constructor, i:list constructor, i:constructor, o:constructor.
  nth-constructor [K|_] [L|_] K L :- !.
  nth-constructor [_|Ks] [_|Ls] K L :- nth-constructor Ks Ls K L.
  pred made i:term, o:inductive.
  made (prod _ _ F) I :- !, pi x\ made (F x) I.
  made T I :- coq.safe-dest-app T (global (indt I)) _.
  % projections of records with coroutines: the matches that they are
  :before "copy:start"
  copy (app [global (const C)|Args]) T :- looking-through, projection C I, holds-coroutines I, !,
    coq.env.const-body C (some B), unfold-app B Args U, copy U T.
  :before "copy:start"
  copy (global (const C)) T :- looking-through, projection C I, holds-coroutines I, !, coq.env.const-body C (some T).
  pred translating o:bool.
  pred looking-through.
}}.
