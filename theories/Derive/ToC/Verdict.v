(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What [fairlead derive] asks of a theorem before it writes C, beside what it rests on.

    [Fairlead_verdict p theorem library.] fails unless [theorem] ends in [compiles_to], about the .fl program that was
    read back and the program [p] of that library, and data mean what Fairlead says: what a program's file declares for
    all who require it could stand in the statement, where nobody looks. *)
From elpi Require Import elpi.
From Fairlead.Derive.ToC Require Import Compiled Represent.

Elpi Command Fairlead_verdict.
Elpi Accumulate lp:{{
  pred path-of i:gref, o:string.
  path-of G S :- coq.gref->path G P, std.string.concat "." P S.
  pred fail-verdict i:list string.
  fail-verdict L :- std.string.concat " " L S, coq.error S.

  % the .fl program, its layout, its facts: those of this library
  pred from-library i:string, i:string, i:term.
  from-library Lib Name T :- coq.locate {calc (Lib ^ "." ^ Name)} G, coq.unify-eq T (global G) ok, !.
  from-library Lib Name T :- fail-verdict ["its theorem is not about", {calc (Lib ^ "." ^ Name)}, "but",
    {coq.term->string T}].

  pred is-program i:string, i:string, i:term.
  is-program Id Lib T :- coq.safe-dest-app T (global G) _, coq.gref->id G Id, path-of G Path,
    (Path = Lib ; rex_match {calc ("^" ^ {rex_replace "[.]" "[.]" Lib} ^ "[.]")} Path), !.
  is-program _ Lib T :- fail-verdict ["its theorem is about", {coq.term->string T}, "and not about that program of",
    Lib].

  pred meant i:string, i:tc-instance.
  meant Proof (tc-instance G _) :- path-of G Path, (rex_match "^Fairlead[.]" Path ; Path = Proof), !.
  meant _ (tc-instance G _) :- coq.gref->id G I, fail-verdict ["data mean what", {calc ({path-of G} ^ "." ^ I)},
    "says, an instance that is not Fairlead's"].

  pred verdict i:string, i:gref, i:string.
  verdict Id Theorem Lib :- coq.env.typeof Theorem Ty, path-of Theorem Proof,
    rex_replace "_proof$" "_fl" Proof Fl,
    std.forall [ {{:gref Data}}, {{:gref Typed}}, {{:gref Rep}} ]
      (c\ sigma Is\ coq.TC.db-for c Is, std.forall Is (meant Proof)),
    conclusion-is Id Fl Lib Ty.
  pred conclusion-is i:string, i:string, i:string, i:term.
  conclusion-is Id Fl Lib (prod N T F) :- !, @pi-decl N T x\ conclusion-is Id Fl Lib (F x).
  conclusion-is Id Fl Lib T :- coq.safe-dest-app T {{ @compiles_to }} [Q, L, Facts|Rest], !,
    from-library Fl "Q" Q, from-library Fl "L" L, from-library Fl "T" Facts, std.last Rest Program,
    is-program Id Lib Program.
  conclusion-is _ _ _ T :- fail-verdict ["its theorem says something else:", {coq.term->string T}].

  main [str Id, str Theorem, str Lib] :- !,
    (if (coq.locate-all Theorem [loc-gref G|_]) (verdict Id G Lib)
      (fail-verdict ["there is no theorem", Theorem])).
  main _ :- coq.error "usage: Fairlead_verdict <program> <theorem> <library>.".
}}.
Elpi Typecheck.
Elpi Export Fairlead_verdict.
