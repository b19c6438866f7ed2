(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What [fairlead derive] asks of a theorem before it writes C, beside what it rests on.

    [Fairlead_verdict p theorem library.] fails unless [theorem] says, of the .fl program that was read back and the
    program [p] of that library,

      forall external x..., (what C supplies is typed and total) -> computes external -> ok x... ->
        compiles_to Q L T external q asks replies (fun a => (enc a, [])) [enc x...] (p x...)

    with no other hypothesis ([computes] is not there when C supplies nothing), where [asks] numbers the effects and
    [replies] takes every value of a reply's type, and data mean what Fairlead says: what a program's file declares for
    all who require it could stand in the statement, where nobody looks. *)
From elpi Require Import elpi.
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang Require Import Typing.Soundness EndToEnd.
From Fairlead.Derive.ToC Require Import Compiled Represent.

(** What every theorem about a compiled program assumes of the functions that C supplies. *)
Definition supplied_typed (Q : program) (external : nat → list data → option (list data * data)) : Prop :=
  external_ok (λ f, externs Q !! f) external.
Definition supplied_total (external : nat → list data → option (list data * data)) : Prop :=
  ∀ f ds, external f ds ≠ None.

Elpi Command Fairlead_verdict.
Elpi Accumulate lp:{{
  pred path-of i:gref, o:string.
  path-of G S :- coq.gref->path G P, std.string.concat "." P S.
  pred fail-verdict i:list string.
  fail-verdict L :- std.string.concat " " L S, coq.error S.
  pred says-else i:string, i:term.
  says-else What T :- fail-verdict ["its theorem says something else:", What, {coq.term->string T}].
  pred ensure i:prop, i:string, i:term.     % or else this part of the theorem says something else
  ensure P _ _ :- P, !.
  ensure _ What T :- says-else What T.

  % ** Names
  % the .fl program, its layout, its facts: those of this library
  pred from-library i:string, i:string, i:term.
  from-library Lib Name T :- coq.locate {calc (Lib ^ "." ^ Name)} G, coq.unify-eq T (global G) ok, !.
  from-library Lib Name T :- fail-verdict ["its theorem is not about", {calc (Lib ^ "." ^ Name)}, "but",
    {coq.term->string T}].

  pred is-program i:string, i:string, i:term.
  is-program Id Lib (global G) :- coq.gref->id G Id, path-of G Path,
    (Path = Lib ; rex_match {calc ("^" ^ {rex_replace "[.]" "[.]" Lib} ^ "[.]")} Path), !.
  is-program _ Lib T :- fail-verdict ["its theorem is about", {coq.term->string T}, "and not about that program of",
    Lib].

  pred proof-library o:string.
  pred ours i:gref.                         % Fairlead's, or what ToFl writes beside the theorem
  ours G :- path-of G Path, (rex_match "^Fairlead[.]" Path ; proof-library Path), !.
  pred proof-constant i:string, i:term, o:term.
  proof-constant Name (global (const C)) Body :- proof-library Path, path-of (const C) Path,
    coq.gref->id (const C) Name, coq.env.const-body C (some Body).

  % ** Data: that each instance is ours
  pred meant i:tc-instance.
  meant (tc-instance G _) :- ours G, !.
  meant (tc-instance G _) :- other-meaning G.
  pred other-meaning i:gref.
  other-meaning G :- coq.gref->id G I, fail-verdict ["data mean what", {calc ({path-of G} ^ "." ^ I)},
    "says, an instance that is not Fairlead's"].
  pred is-type-former i:term.
  is-type-former (prod N T F) :- !, @pi-decl N T x\ is-type-former (F x).
  is-type-former T :- coq.reduction.lazy.whd T T1,
    (T1 = sort _ ; (T1 = prod N A F, @pi-decl N A x\ is-type-former (F x))), !.
  pred only-ours i:term.
  only-ours T :- coq.env.term-dependencies T S, std.forall {coq.gref.set.elements S} part-of-meaning.
  pred part-of-meaning i:gref.
  part-of-meaning {{:gref Build_Data}} :- !, other-meaning {{:gref Build_Data}}.
  part-of-meaning G :- (G = indt _ ; G = indc _ ; ours G), !.
  part-of-meaning G :- coq.env.typeof G Ty, is-type-former Ty, !.
  part-of-meaning G :- other-meaning G.

  pred encoded i:term, o:term.              % [enc x], and this x
  encoded (app [{{ @enc }}, _, D, _, X]) X :- only-ours D.
  pred in-range i:term, o:term.
  in-range (app [{{ @ok }}, _, D, X]) X :- only-ours D.
  pred list-of i:term, o:list term.
  list-of {{ @nil _ }} [].
  list-of {{ @cons _ lp:X lp:Xs }} [X|L] :- list-of Xs L.
  pred all-encoded i:term, o:list term.
  all-encoded T Xs :- list-of T Es, std.map Es encoded Xs.
  pred counted i:int, o:term.
  counted 0 {{ O }} :- !.
  counted N {{ S lp:T }} :- M is N - 1, counted M T.
  pred numbered o:int, i:term.
  numbered 0 {{ O }} :- !.
  numbered N {{ S lp:T }} :- numbered M T, N is M + 1.
  pred is-proposition i:term.
  is-proposition T :- coq.typecheck T S ok, coq.reduction.lazy.whd S S1, (S1 = sort prop ; S1 = sort sprop), !.
  pred applied-to i:term, i:list term.
  applied-to T [] :- !, T = global _.
  applied-to (app [global _|Xs]) Xs1 :- same-terms Xs Xs1.
  pred same-terms i:list term, i:list term.
  same-terms [] [].
  same-terms [X|Xs] [Y|Ys] :- same_term X Y, same-terms Xs Ys.
  pred one-of i:term, i:list term.
  one-of X L :- std.exists L (same_term X), !.

  % ** Hypotheses
  % each function that C supplies, in their order: on values in range it computes the model, whose value is in range
  pred models i:term, i:int, i:term.
  models _ _ {{ True }} :- !.
  models E N {{ and lp:A lp:B }} :- model E N [] A, M is N + 1, models E M B.
  pred model i:term, i:int, i:list term, i:term.
  model E N Xs (prod I T F) :- !, (if (is-proposition T) (in-range T X, one-of X Xs, Ys = (x\ Xs))
      (Ys = (x\ {std.append Xs [x]}))), @pi-decl I T x\ model E N (Ys x) (F x).
  model E N Xs {{ and (@eq _ lp:Called (@Some _ (@pair _ _ lp:Ds lp:R))) lp:Ok }} :-
    Called = app [E1, I, Given], same_term E1 E, counted N I, all-encoded Given Xs1, same-terms Xs Xs1,
    all-encoded Ds Xs2, same-terms Xs Xs2, encoded R Call, applied-to Call Xs, in-range Ok Call1, same_term Call Call1.

  pred hypothesis i:string, i:list term, i:term.
  hypothesis _ [_|Xs] T :- in-range T X, one-of X Xs, !.
  hypothesis _ [E|_] T :- T = app [C, E1], same_term E E1, proof-constant "computes" C (fun N Ty F),
    @pi-decl N Ty e\ models e 0 (F e), !.
  hypothesis Fl [E|_] T :- coq.safe-dest-app T {{ @external_ok }} _, coq.locate {calc (Fl ^ ".Q")} Q,
    coq.unify-eq T (app [ {{ supplied_typed }}, global Q, E]) ok, !.
  hypothesis _ [E|_] T :- T = prod _ _ _, coq.unify-eq T {{ supplied_total lp:E }} ok, !.
  hypothesis _ _ T :- fail-verdict ["its theorem has a hypothesis that it may not have:", {coq.term->string T}].

  % ** What is asked, and what the replies stand for
  pred branches i:term, o:list term.
  branches (fun N T F) Bs :- @pi-decl N T e\ branches-of e (F e) Bs.
  pred branches-of i:term, i:term, o:list term.
  branches-of E (match E1 _ Bs) Bs :- same_term E E1.
  branches-of E (fun N T F) Bs :- @pi-decl N T x\ branches-of E (F x) Bs.

  pred asks-are i:int, i:list term.
  asks-are _ [].
  asks-are N [B|Bs] :- asked N [] [] B, M is N + 1, asks-are M Bs.
  pred asked i:int, i:list term, i:list term, i:term.   % the parts of the argument: before those that come now, after
  asked N Xs Ys (fun I T F) :- !, @pi-decl I T x\ sigma Zs\ std.append Xs [x] Zs, asked N Zs Ys (F x).
  asked N Xs Ys (match X _ [B]) :- !, std.append Xs Ys Zs, parted X Zs Before After, asked N Before After B.
  asked N Xs Ys {{ @pair _ _ (@pair _ _ lp:I lp:Ds) (@nil _) }} :- counted N I, all-encoded Ds Sent,
    std.append Xs Ys Zs, std.filter Zs (x\ not (of-unit x)) Parts, same-terms Sent Parts.
  pred parted i:term, i:list term, o:list term, o:list term.
  parted X [Y|Ys] [] Ys :- same_term X Y, !.
  parted X [Y|Ys] [Y|Before] After :- parted X Ys Before After.
  pred of-unit i:term.
  of-unit X :- coq.typecheck X T ok, coq.reduction.lazy.whd T {{ unit }}.

  pred reply-is i:term.
  reply-is (fun _ T F) :- (@pi-decl `r` T r\ reply-is-for r (F r)).
  pred reply-is-for i:term, i:term.
  reply-is-for R (fun _ T F) :- @pi-decl `d` T d\ reply-is-this R d (F d).
  pred reply-is-this i:term, i:term, i:term.
  reply-is-this R D {{ and lp:Ok (@eq _ lp:D1 (@pair _ _ lp:E (@nil _))) }} :-
    in-range Ok R1, same_term R R1, same_term D D1, encoded E R2, same_term R R2.
  pred result-is i:term.
  result-is (fun _ T F) :- @pi-decl `a` T a\ result-is-this a (F a).
  pred result-is-this i:term, i:term.
  result-is-this A {{ @pair _ _ lp:E (@nil _) }} :- encoded E A1, same_term A A1.

  % ** The whole
  pred says i:string, i:string, i:string, i:list term, i:term.
  says Id Fl Lib Xs (prod N T F) :- is-proposition T, !, hypothesis Fl Xs T, @pi-decl N T h\ says Id Fl Lib Xs (F h).
  says Id Fl Lib Xs (prod N T F) :- !, @pi-decl N T x\ sigma Ys\ std.append Xs [x] Ys, says Id Fl Lib Ys (F x).
  says Id Fl Lib [E|Xs] T :-
    coq.safe-dest-app T {{ @compiles_to }}
      [Q, L, Facts, E1, Number, _, _, _, _, Asks, Replies, Results, Given, Program], !,
    from-library Fl "Q" Q, from-library Fl "L" L, from-library Fl "T" Facts,
    ensure (same_term E E1) "about other functions than those that are supplied:" E1,
    coq.safe-dest-app Program P Ps, is-program Id Lib P,
    ensure (coq.unify-eq {{ S lp:Number }} {{ length (procs lp:Q) }} ok) "about another coroutine:" Number,
    ensure (same-terms Ps Xs) "what the program is given:" Program,
    ensure (all-encoded Given Gs, same-terms Gs Xs) "what is given:" Given,
    ensure (result-is Results) "what the result stands for:" Results,
    ensure (proof-constant {calc ("asks_" ^ Id)} Asks AsksBody, branches AsksBody As, numbered First Number,
      asks-are First As) "what is asked:" Asks,
    ensure (proof-constant {calc ("replies_" ^ Id)} Replies RepliesBody, branches RepliesBody Rs,
      std.forall Rs reply-is) "what is replied:" Replies.
  says _ _ _ _ T :- fail-verdict ["its theorem says something else:", {coq.term->string T}].

  pred verdict i:string, i:gref, i:string.
  verdict Id Theorem Lib :- coq.env.typeof Theorem Ty, path-of Theorem Proof,
    rex_replace "_proof$" "_fl" Proof Fl,
    proof-library Proof => (
      std.forall [ {{:gref Data}}, {{:gref Typed}}, {{:gref Rep}} ]
        (c\ sigma Is\ coq.TC.db-for c Is, std.forall Is meant),
      says Id Fl Lib [] Ty).

  main [str Id, str Theorem, str Lib] :- !,
    (if (coq.locate-all Theorem [loc-gref G|_]) (verdict Id G Lib)
      (fail-verdict ["there is no theorem", Theorem])).
  main _ :- coq.error "usage: Fairlead_verdict <program> <theorem> <library>.".
}}.
Elpi Typecheck.
Elpi Export Fairlead_verdict.

(** The names that [Print Assumptions] printed, in full, a line each. *)
Elpi Command Fairlead_full_names.
Elpi Accumulate lp:{{
  pred full-name i:argument.
  full-name (str S) :- coq.locate-all S [loc-gref G], !, coq.gref->id G I, coq.gref->path G Path,
    std.string.concat "." {std.append Path [I]} Full, coq.say Full.
  full-name (str S) :- coq.error S "is not the name of one thing".
  main L :- std.forall L full-name.
}}.
Elpi Typecheck.
Elpi Export Fairlead_full_names.
