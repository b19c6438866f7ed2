(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * [FirstOrder p]: what [Derive p] declared computes with data only.

    That no function is saved in a state, [Derive] sees to. This command looks through the code as well: [p_step],
      [p_go_on],
    [p_start], all that they are made of, and the machines that they call. A function may be there by its name (a
    constant, a
    section variable, a Parameter, an argument of the program's own), and by name in the code of one step (a join
    point, a loop),
    where it is called with all its arguments. Refused are functions made on the way: given to another function, the
    result of a match, a part of data. Types and proofs do not count. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Terms Code Walk Inline.

Elpi Db derive.first_order lp:{{
  pred looked-at o:safe.
  pred own o:term, o:int.                  % a function of this step by its name, with how many arguments it has
  pred given o:term.                       % an argument of the program's own
  pred looking o:gref.

  pred machine i:gref, i:callee.
  machine G (mk-callee _ _ _ _ Step GoOn Start _ _ _ _ _) :-
    looked-at S, open_safe S L, if (std.mem! L G) true
      (stash_in_safe S G, coq.gref->id G Id, program Id => looking G => (std.forall [Step, GoOn] part-of,
        starting Start => part-of Start)).
  pred part-of i:term.
  part-of T :- coq.safe-dest-app T (global G) _, !, constant-of G.
  part-of _.
  pred constant-of i:gref.
  constant-of (const C as G) :- looked-at S, open_safe S L, if (std.mem! L G) true (stash_in_safe S G,
    coq.env.const-body C B0, if (B0 = some B) (coq.env.typeof G Ty, coq.gref->id G Id,
      program Id => current G => top B Ty) true).
  constant-of _.

  % a constant's own arguments
  pred top i:term, i:term.
  top (fun N T F) Ty :- !, coq.reduction.lazy.whd Ty (prod _ _ G),
    var-of N T x\ if (in-start) ((given x :- !) => top (F x) (G x)) (handed N T, top (F x) (G x)).
  top T _ :- result T.

  % what a function comes to: code
  pred result i:term.
  result (fun N T F) :- !, bound-data N T, var-of N T x\ result (F x).
  result (match X _ Bs) :- !, value X, std.forall Bs result.
  result (app [match X _ Bs|Args]) :- !, value X, std.forall Bs result, std.forall Args value.
  result (app [{{ @let_ }}, T, _, V, fun N T1 F]) :- !, (if (function-type T) (local-function T V N F) (value V,
    var-of N T1 x\ result (F x))).
  result (let N T V F) :- !, (if (function-type T) (local-function T V N F) (value V, var-of N T x\ result (F x))).
  result (app [fix N _ Ty F|Args]) :- !, arity Ty K, (var-of N Ty f\ own f K => result (F f)), std.forall Args value.
  result (fix N _ Ty F) :- !, arity Ty K, var-of N Ty f\ own f K => result (F f).
  result T :- value T.

  pred local-function i:term, i:term, i:name, i:(term -> term).
  local-function T (fun _ _ _ as V) N F :- !, arity T K, result V, var-of N T x\ own x K => result (F x).
  local-function _ V _ _ :- refuse-term V "which function this is, is found out when it runs"
    "keep data that says what the function does".

  pred var-of i:name, i:term, i:(term -> prop).
  var-of N T P :- coq.name->id N Id, (if (Id = "_") (coq.id->name "x" N0) (N0 = N)), distinct N0 N1 S,
    pi x\ decl x N1 T => used S => P x.
  pred starting o:term.                    % this constant has the program's own arguments
  pred current o:gref.
  pred in-start.
  in-start :- current G, !, starting T, coq.safe-dest-app T (global G) _.
  pred handed i:name, i:term.
  handed N T :- function-type T, !, refuse {coq.name->id N} T "is a function that is handed on here"
    "make it a Definition or a section variable".
  handed _ _.

  % a constructor's argument, or a function's: data
  pred bound-data i:name, i:term.
  bound-data N T :- function-type T, !, refuse {coq.name->id N} T "is a function that is taken out of data"
    "keep data in it that says what the function does".
  bound-data _ _.

  pred value i:term.
  value (app [F|Args] as T) :- own F K, !, std.length Args L,
    if (L = K) (std.forall Args value) (refuse-term T "this lacks arguments" "call it with all of them").
  value X :- own X _, !, refuse-term X "this is a function, and used as a value" "call it with all its arguments".
  value (fun _ _ _ as T) :- !, refuse-term T "a function is made here" "make it a Definition, so that it has a name".
  value (fix _ _ _ _ as T) :- !, refuse-term T "a function is made here" "make it a Definition, so that it has a name".
  value (match _ _ _ as T) :- !, result T.
  value (let _ _ _ _ as T) :- !, result T.
  value (app [{{ @let_ }}, _, _, _, fun _ _ _] as T) :- !, result T.
  value (app [match _ _ _|_] as T) :- !, result T.
  value (app [fix _ _ _ _|_] as T) :- !, result T.
  value (app [global (indc K)|Args]) :- !, coq.env.typeof (indc K) Ty, constructed-type Ty I,
    coq.env.indt I _ N _ _ _ _,
    (if (std.length Args L, L < N) (Rest = []) (std.drop N Args Rest)), parameters N Args Ty Ty1, arguments Ty1 Rest.
  value (app [global (indt _)|_]) :- !.
  value (app [global G|Args]) :- !, (if (machine-part G P C) (machine P C) (if (ours G) (constant-of G) true)),
    coq.env.typeof G Ty, arguments Ty Args.
  value (app [X|Args]) :- name X, !, decl X _ Ty, arguments Ty Args.
  value (app [F|Args]) :- !, result F, std.forall Args value.
  value (global G) :- !, if (machine-part G P C) (machine P C) (if (ours G) (constant-of G) true).
  value _.

  pred parameters i:int, i:list term, i:term, o:term.
  parameters 0 _ T T :- !.
  parameters N [X|Xs] T T1 :- !, coq.reduction.lazy.whd T (prod _ _ F), N1 is N - 1, parameters N1 Xs (F X) T1.
  parameters _ [] T T.
  pred constructed-type i:term, o:inductive.
  constructed-type (prod _ _ F) I :- !, pi x\ constructed-type (F x) I.
  constructed-type (let _ _ B F) I :- !, constructed-type (F B) I.
  constructed-type T I :- coq.safe-dest-app T (global (indt I)) _.

  pred arguments i:term, i:list term.
  arguments _ [] :- !.
  arguments Ty [X|Xs] :- coq.reduction.lazy.whd Ty (prod _ T F), !, argument-of T X, arguments (F X) Xs.
  arguments _ Xs :- std.forall Xs value.
  pred argument-of i:term, i:term.
  argument-of T _ :- type-like T, !.
  argument-of T X :- function-type T, !, if (named-function X) true (if (X = fun _ _ _)
    (refuse-term X "a function is made here" "make it a Definition, so that it has a name")
    (refuse-term X "a function is made here, of a function and some of its arguments"
      "make it a Definition, so that it has a name")).
  argument-of T _ :- coq.typecheck T S ok, (S = sort prop; S = sort sprop), !.
  argument-of _ X :- value X.

  % by a name, or by a name and what was known before the program began
  pred named-function i:term.
  named-function (global G) :- !, value (global G).
  named-function X :- given X, !.
  named-function (app [global G|Xs]) :- !, value (global G), std.forall Xs known-before.
  pred known-before i:term.
  known-before (global _).
  known-before X :- given X.
  known-before (app L) :- std.forall L known-before.
  known-before (fun _ T F) :- known-before T, pi x\ (given x :- !) => known-before (F x).  % families of types

  pred type-like i:term.
  type-like T :- coq.reduction.lazy.whd T W, type-like-whd W.
  type-like-whd (sort _).
  type-like-whd (prod N T F) :- pi x\ decl x N T => type-like (F x).
  pred type-like-whd i:term.
  pred function-type i:term.
  function-type T :- coq.reduction.lazy.whd T W, W = prod _ _ _, not (type-like W), not (coq.typecheck W S ok,
    (S = sort prop; S = sort sprop)).
  pred arity i:term, o:int.
  arity T N :- coq.reduction.lazy.whd T (prod X A F), !, (pi x\ decl x X A => arity (F x) M), N is M + 1.
  arity _ 0.

  % of a machine: by its place (the constants that Derive declared beside it)
  pred machine-part i:gref, o:gref, o:callee.
  machine-part G P C :- derived P C, C = mk-callee _ _ _ _ Step GoOn Start _ _ _ _ _,
    (coq.safe-dest-app Step (global G) _; coq.safe-dest-app GoOn (global G) _; coq.safe-dest-app Start (global G) _), !.
  pred ours i:gref.
  ours G :- looking P, coq.gref->path P Path, coq.gref->path G Path, coq.gref->id P Id, coq.gref->id G Part,
    S is Id ^ "_", N is size S, N1 is size Part, N1 > N, S is substring Part 0 N.

  pred refuse i:string, i:term, i:string, i:string.
  refuse X T Why What :- program P, coq.error "derive:" {calc (P ^ ":")} X {calc (Why ^ ":")} {coq.term->string T}
    {calc ("(" ^ What ^ ")")}.
  pred refuse-term i:term, i:string, i:string.
  refuse-term T Why What :- fail-at T Why What.
}}.

Elpi Command FirstOrder.
Elpi Accumulate Db derive.terms.
Elpi Accumulate Db derive.code.
Elpi Accumulate Db derive.derived.
Elpi Accumulate Db derive.inline.
Elpi Accumulate Db derive.walk.
Elpi Accumulate Db derive.first_order.
Elpi Accumulate lp:{{
  main [str Name] :- !,
    (if (coq.locate-all Name L, std.mem L (loc-gref G), G = const _) true
      (coq.error "derive: FirstOrder" {calc (Name ^ ":")} "there is no constant of this name")),
    new_safe S,
    looked-at S => program Name => (
      (if (program-of G C) true (coq.error "derive: FirstOrder" {calc (Name ^ ":")} "it has not been derived")),
      machine G C),
    coq.say "derive:" {calc (Name ^ ":")} "its machine has functions by their names only".
  main _ :- coq.error "derive: usage: FirstOrder <program>.".
}}.
Elpi Typecheck.
Elpi Export FirstOrder.
