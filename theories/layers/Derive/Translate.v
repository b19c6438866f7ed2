(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Derive, part 0: a program with coroutines becomes one with their machines' states.

    Types [coro w A B R] become [w_state], [coroutine (w x)] becomes [w_new x], [resume] becomes [resume_machine w_step
    w_go_on]. All else is copied: containers and their
    operations are polymorphic, and so go on to be of the right types. The two programs are related by the tactic
    [relate]. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Coroutine Relate Terms Walk Inline Holders.

(** The goal of the proof, as the tactic takes it. *)
Ltac relate_programs :=
  intros;
  lazymatch goal with |- @same _ _ _ ?A ?p' ?p => change (related (@rel A A rel_eq) p' p) end;
  relate.

Elpi Db derive.coroutine lp:{{
  pred runs o:gref, o:term, o:callee.      % a coroutine's function, its first state, its machine
}}.

Elpi Db derive.translate lp:{{
  pred machine-of i:term, i:term, o:term, o:callee.
  machine-of (global G) _ New C1 :- runs G New C, !, still-there G C, meet (met-coroutine G), C1 = C.
  machine-of (global G) _ (global New) C1 :- beside G "new" New, program-of G C, !, meet (met-coroutine G), C1 = C.
  machine-of (global G) T _ _ :- derived G _, !, fail-at T
    "this has been derived, but as a program that is not a coroutine"
    "a coroutine takes the reply to a yield last: its type ends in A -> yields A B R".
  machine-of (global G) T _ _ :- coq.gref->id G Id, !, fail-at T {calc ("the coroutine " ^ Id ^
    " has not been derived")} {calc ("write Derive " ^ Id ^ " before")}.
  machine-of _ T _ _ :- fail-at T "which program this coroutine runs is not known"
    "a coroutine runs a constant, applied to its arguments: make it a Definition".

  % names of variables, for messages
  :before "copy:start"
  copy (fun N T F) (fun N T1 F1) :- translating _, !, copy T T1, pi x\ copy x x => decl x N T => copy (F x) (F1 x).
  :before "copy:start"
  copy (fix N I T F) (fix N I T1 F1) :- translating _, !, copy T T1, pi x\ copy x x => decl x N T => copy (F x) (F1 x).

  % what has been met, for the proof: the relations of machines' states to what they stand for
  kind meeting type.
  type met-coroutine gref -> meeting.
  type met-program gref -> callee -> meeting.
  pred meetings o:safe.
  pred meet i:meeting.
  meet X :- meetings S, open_safe S L, if (std.mem! L X) true (stash_in_safe S X).
  pred child-of i:term, i:term, o:callee.
  child-of (global G) _ C1 :- program-of G C, !, meet (met-program G C), C1 = C.
  child-of (global G) T _ :- construct G, !, fail-at T
    "which program this runs is not known" "begin a constant, applied to its arguments: make it a Definition".
  child-of (global G) T _ :- !, coq.gref->id G Id, fail-at T {calc ("the program " ^ Id ^ " has not been derived")}
    {calc ("write Derive " ^ Id ^ " before")}.
  child-of _ T _ :- fail-at T "which program this runs is not known"
    "begin a constant, applied to its arguments: make it a Definition".

  pred is-of i:term, i:term, o:list term.
  is-of P W Xs :- coq.safe-dest-app P W1 Xs, same_term W W1, !.
  is-of P W _ :- fail-at P {calc ("this is not " ^ {coq.term->string W} ^ ", applied to its arguments")}
    "make it a Definition, and derive that".
  pred construct i:gref.
  construct G :- std.mem! [{{ @bind }}, {{ @Eff }}, {{ @Return }}, {{ @Later }}, {{ @iter }}, {{ @let_ }},
    {{ @Go }}] (global G).
  % a coroutine is only resumed
  :before "copy:start"
  copy (global G as T) _ :- translating tt, std.mem! [{{ @continue }}, {{ @Suspended }}, {{ @start }}, {{ @proceed }},
    {{ @Waits }}, {{ @await }}, {{ @await_asked }}] T, !, coq.gref->id G Id,
    fail-at T {calc ("a coroutine is made or taken apart by hand here, with " ^ Id)}
      "make it with coroutine or begin, and run it with resume or reply".

  :before "copy:start"
  copy (app [{{ @waiting }}, _, W, E, _, _, _|Rest] as T) (app [{{ @in_state }}, E1, St, Pe|Rest1]) :-
    translating tt, !, child-of W T (mk-callee _ St _ Pe _ _ _ _ _ _ _ _), copy E E1, std.map Rest copy Rest1.
  :before "copy:start"
  copy (app [{{ @begin }}, E, Ar, Re, CE, CA, _, R, P, _, W, _] as T)
      (app [{{ @begin_machine }}, E, Ar, Re, CE, CA, R, St, Tu, Pe, GoOn, O]) :-
    translating tt, !, child-of W T (mk-callee _ St Tu Pe _ GoOn Start _ _ _ _ _),
    is-of P W Xs, std.map Xs copy Ys, applied Start Ys O.
  :before "copy:start"
  copy (app [{{ @reply }}, E, Ar, Re, CE, CA, CR, R, _, W, Ef, C, X] as T)
      (app [{{ @reply_machine }}, E, Ar, Re, CE, CA, CR, R, St, Tu, Pe, Step, GoOn, Ef1, C1, X1]) :-
    translating tt, !, child-of W T (mk-callee _ St Tu Pe Step GoOn _ _ _ _ _ _), copy Ef Ef1, copy C C1, copy X X1.

  :before "copy:start"
  copy (app [{{ @coro }}, _, W, _, _, _] as T) St :- translating tt, !,
    machine-of W T _ (mk-callee _ St _ _ _ _ _ _ _ _ _ _).
  :before "copy:start"
  copy (app [{{ @coroutine }}, _, _, _, P, _, W, _] as T) S :- translating tt, !,
    machine-of W T New _, is-of P W Xs, std.map Xs copy Ys, applied New Ys S.
  :before "copy:start"
  copy (app [{{ @resume }}, E, Ar, R, A, B, Res, _, W, C, X] as T) (app [{{ @resume_machine }}, E, Ar, R, A, B, Res,
    St, Tu, Pe, Step, GoOn, C1, X1]) :-
    translating tt, !, machine-of W T _ (mk-callee _ St Tu Pe Step GoOn _ _ _ _ _ _), copy C C1, copy X X1.
  :before "copy:start"
  copy (app [global (const F as G)|Args] as T) T1 :- looking-through, inline G,
    coq.env.const-body F (some B), with-coroutines B, !, unfold-app B Args U, if (U = T) (T1 = T) (copy U T1).
  :before "copy:start"
  copy (global G as T) _ :- translating tt, not (coroutine-part G), coq.env.typeof G Ty, with-coroutines Ty, !,
    fail-at T "this is about coroutines, at their own types"
      "make it polymorphic, with a lemma in the hint database derive, or inline it (DeriveInline)".
  pred coroutine-part i:gref.
  coroutine-part G :- coroutine-names L, std.mem! L G.
  coroutine-part (indt I) :- holds-coroutines I.
  coroutine-part (indc K) :- coq.env.typeof (indc K) T, made T I, holds-coroutines I.

  % the program with inlined definitions looked through, and the same with machines
  pred translate i:term, o:term, o:term.
  translate B B0 B1 :- (translating ff => looking-through => copy B B0),
    primitive-fields B0 Fs, (Fs => translating tt => copy B0 B1).
  pred primitive-fields i:term, o:list prop.
  primitive-fields T Fs :- coq.env.term-dependencies T S, coq.gref.set.elements S L,
    std.map-filter L (g\ ps\ sigma I\ g = indt I, coq.env.record? I tt, holds-coroutines I,
      coq.env.primitive-projections I Ps, std.map-filter Ps (p\ c\ sigma P N\ p = some (pr P N),
        c = record-field P N I) ps) Fss,
    std.flatten Fss Fs.
}}.
