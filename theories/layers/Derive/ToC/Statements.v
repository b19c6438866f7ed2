(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * ToFl, part 2: programs as statements.

    The walk follows that of Derive ([Walk]), so that the places where the coroutine waits come in the order of the
    machine's states: what follows first, then the place itself. If it ever does not,
      the proof that is written beside the
    text fails. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Coroutine Terms Inline Walk Translate.
From Fairlead.Derive.ToC Require Import Data Print.

Elpi Db derive.fl.statements lp:{{
  % what becomes of a result
  kind goal-of type.
  type to-return goal-of.
  type to-cells tree -> goal-of.
  type to-round tree -> string -> goal-of -> goal-of.     % of a round: state, label, end

  % "ask", "loop", "inside" (a coroutine that is being resumed) or "join" (what follows a program that is bound); its
  % number, what is known by which name; for a loop its state, for a join the result, for a resumption the coroutine
  kind site type.
  type site string -> int -> list (pair string tree) -> tree -> string -> site.

  pred st i:term, i:goal-of, i:list (pair string tree), o:list item, o:list site.

  pred operation i:term, o:string.                          % an effect's name in .fl
  operation {{ yield }} S :- !, program P, S is P ^ "_yield".
  operation (global (indc K)) S :- !, coq.gref->id (indc K) Id, outer-name (global (indc K)) Id,
    (if (keyword Id) (S is Id ^ "_") (S = Id)).
  operation T _ :- refuse T "an effect that has parameters" "one constructor for each effect, without arguments".

  pred deeper i:prop.
  deeper P :- ind I, I1 is I + 1, ind I1 => P.

  pred same-id i:term, o:string.
  same-id X Id :- decl X N _, coq.name->id N Id.

  % the tree of a new variable, and how it is declared before it has a value
  pred new-tree i:string, i:term, o:tree, o:list item.
  new-tree _ T nothing [] :- is-unit T, !.
  new-tree Id T (parts TA TB) L :- coq.reduction.lazy.whd T {{ prod lp:A lp:B }}, !,
    new-tree Id A TA LA, new-tree Id B TB LB, std.append LA LB L.
  new-tree Id T (cell S) [line I D] :- flname Id S, ty T TS, ind I, D is "var " ^ S ^ ": " ^ TS ^ ";".

  % a new variable that holds V: pairs are taken apart; a place that nothing reads any more is changed in place, but for
  % a parameter, which .fl does not let us write
  pred held i:string, i:term, i:term, i:list term, o:tree, o:list item.
  held _ T _ _ nothing [] :- is-unit T, !.
  held Id T V Rest (parts TA TB) L :- coq.reduction.lazy.whd T {{ prod lp:A lp:B }}, V = {{ pair lp:VA lp:VB }}, !,
    held Id A VA [VB|Rest] TA LA, held Id B VB Rest TB LB, std.append LA LB L.
  held _ _ V _ Tr [] :- name V, flvar V (parts _ _ as Tr), !.
  held _ T V Rest (cell S) L :- kept-whole T, base V B, not (B = V), name B, flvar B (cell S), not (parameter S),
    last-use B Rest, !,
    changes S V L.
  held Id T V _ (cell S) L :- flname Id S, declare-into S T V L.
  pred last-use i:term, i:list term.
  last-use X Rest :- not (std.exists Rest (t\ occurs X t)), not (sigma T\ later T, occurs X T).

  % names for the parts of a loop's state: those by which its body takes it apart
  pred state-tree i:term, i:term, i:string, i:term, o:tree.
  state-tree _ T _ _ nothing :- is-unit T, !.
  state-tree X T Id (match Y _ [fun NA _ (a\ fun NB _ (F a))]) (parts TA TB) :- X = Y,
    coq.reduction.lazy.whd T {{ prod lp:A lp:B }}, !,
    coq.name->id NA IA, coq.name->id NB IB,
    (@pi-decl NA A a\ @pi-decl NB B b\ sigma IA1 IB1\
      (if (IA = "p") (IA1 = Id) (IA1 = IA)), (if (IB = "p") (IB1 = Id) (IB1 = IB)),
      state-tree a A IA1 (F a b) TA, state-tree b B IB1 (F a b) TB).
  state-tree X T Id Body (parts TA TB) :- coq.reduction.lazy.whd T {{ prod lp:A lp:B }}, !,
    state-tree X A Id Body TA, state-tree X B Id Body TB.
  state-tree _ _ Id _ (cell S) :- flname Id S.
  pred declare-state i:tree, i:term, i:term, o:list item.
  declare-state nothing _ _ [].
  declare-state (parts TA TB) T V L :- coq.reduction.lazy.whd T {{ prod lp:A lp:B }},
    (if (V = {{ pair lp:VA lp:VB }}) (declare-state TA A VA LA, declare-state TB B VB LB)
      (if (name V, flvar V (parts FA FB)) (declare-state-from TA A FA LA, declare-state-from TB B FB LB)
        (refuse V "the loop begins with a pair that is not taken apart" "begin with (a, b)"))),
    std.append LA LB L.
  declare-state (cell S) T V L :- child-start V _, !, declare-into S T V L.
  declare-state (cell S) T V L :- base V B, ty T TS, ind I,
    (if (V = {{ @fit _ _ lp:A }}) (expr A P E, L1 = []) (expr B P E, (if (B = V) (L1 = []) (changes S V L1)))),
    std.append P [line I {calc ("var " ^ S ^ ": " ^ TS ^ " = " ^ E ^ ";")}|L1] L.
  pred child-start i:term, o:term.
  child-start V G :- coq.safe-dest-app V G _, runs _ G _.
  pred declare-state-from i:tree, i:term, i:tree, o:list item.
  declare-state-from nothing _ _ [].
  declare-state-from (parts TA TB) T (parts VA VB) L :- coq.reduction.lazy.whd T {{ prod lp:A lp:B }},
    declare-state-from TA A VA LA, declare-state-from TB B VB LB, std.append LA LB L.
  declare-state-from (cell S) T (cell V) [line I D] :- ty T TS, ind I, D is "var " ^ S ^ ": " ^ TS ^ " = " ^ V ^ ";".

  % ** What becomes of a result
  pred leaf-st i:goal-of, i:term, o:list item.
  leaf-st to-return V [line I "return;"] :- coq.typecheck V T ok, is-unit T, !, ind I.
  leaf-st to-return V L :- ind I, coq.typecheck V T ok,
    (if (whole-result V) (flname "result" S, declare-into S T V L0, L1 = [line I {calc ("return " ^ S ^ ";")}])
      (expr V L0 E, L1 = [line I {calc ("return " ^ E ^ ";")}])), std.append L0 L1 L.
  leaf-st (to-cells Tr) V L :- assign Tr V L.
  leaf-st (to-round Tr _ _) {{ @inl _ _ lp:V }} L :- !, assign Tr V L.
  leaf-st (to-round _ Lab K) {{ @inr _ _ lp:V }} L :- !, leaf-st K V L0, ind I,
    (if (K = to-return) (L = L0) (std.append L0 [line I {calc ("break " ^ Lab ^ ";")}] L)).
  leaf-st (to-round _ _ _) V _ :- refuse V "whether the loop goes on is computed" "say inl or inr in each branch".
  pred whole-result i:term.
  whole-result V :- base V B, not (B = V).
  whole-result {{ @fit _ _ _ }}.

  % all at once; in an order in which no place is written that is still to be read, or by way of new variables
  pred assign i:tree, i:term, o:list item.
  assign Tr V L :- assignments Tr V As, std.filter As (a\ not (trivial a)) Bs, in-order Bs L.
  pred assignments i:tree, i:term, o:list (pair string term).
  assignments nothing _ [] :- !.
  assignments (cell S) V [pr S V] :- !.
  assignments (parts TA TB) {{ pair lp:VA lp:VB }} L :- !, assignments TA VA LA, assignments TB VB LB,
    std.append LA LB L.
  assignments (parts TA TB) V L :- name V, flvar V (parts A B), !, whole-pairs (parts TA TB) (parts A B) L.
  assignments _ V _ :- refuse V "this pair is not taken apart" "say (a, b)".
  pred whole-pairs i:tree, i:tree, o:list (pair string term).
  whole-pairs nothing _ [].
  whole-pairs (cell S) (cell R) [pr S (copied R)].
  whole-pairs (parts A B) (parts C D) L :- whole-pairs A C LA, whole-pairs B D LB, std.append LA LB L.
  type copied string -> term.
  pred trivial i:pair string term.
  trivial (pr S (copied S)).
  trivial (pr S V) :- name V, flvar V (cell S).
  pred in-order i:list (pair string term), o:list item.
  in-order [] [] :- !.
  in-order As L :- std.exists As (a\ sigma S V\ a = pr S V, std.filter As (b\ not (b = a)) Others,
      std.forall Others (b\ sigma R\ read-by b R, not (std.mem! R S)), Found = a, Others1 = Others), !,
    Found = pr S V, store-one S V L0, in-order Others1 L1, std.append L0 L1 L.
  in-order As L :- std.map As by-way-of Bs, std.map Bs fst Ds, std.flatten Ds L0, std.map Bs snd L1, std.append L0 L1 L.
  pred by-way-of i:pair string term, o:pair (list item) item.
  by-way-of (pr S V) (pr D (line I A)) :- flname S N,
    (if (V = copied R) (refuse V R "give the parts of this pair") true),
    coq.typecheck V T ok, declare-into N T V D, ind I, A is S ^ " = " ^ N ^ ";".
  pred read-by i:pair string term, o:list string.
  read-by (pr _ (copied R)) [R] :- !.
  read-by (pr _ V) R :- reads V R.
  pred store-one i:string, i:term, o:list item.
  store-one S (copied R) [line I A] :- !, ind I, A is S ^ " = " ^ R ^ ";".
  store-one S V L :- child-start V _, !, coq.typecheck V T ok, flname S N, declare-into N T V L0, ind I,
    std.append L0 [line I {calc (S ^ " = " ^ N ^ ";")}] L.
  store-one S {{ @fit _ _ lp:A }} L :- !, expr A P E, ind I, std.append P [line I {calc (S ^ " = " ^ E ^ ";")}] L.
  store-one S V L :- store-into S V L.

  % ** Programs
  st (app [{{ @Return }}, _, _, _, _, V]) K _ L [] :- !, leaf-st K V L.

  st (app [{{ @Eff }}, _, _, R, _, Op, Arg, Cont]) K Env L Sites :- !, applied R [Op] TR, as-fun Cont TR N T0 F,
    tidy T0 T,
    operation Op OpN, arguments Arg Pre Args, new_int J, ind I,
    Asks is "ask " ^ OpN ^ "(" ^ {std.string.concat ", " Args} ^ ");",
    (if (is-unit T) (Tr = nothing, Line = Asks)
      (coq.name->id N Id, flname Id S, Tr = cell S, Line is {var-or-let T} ^ S ^ ": " ^ {ty T} ^ " = " ^ Asks)),
    (under N T x\ sigma Id\ same-id x Id, flvar x Tr => st (F x) K [pr Id Tr|Env] LF SF),
    std.append Pre [mark "ask" J, line I Line|LF] L, std.append SF [site "ask" J Env nothing ""] Sites.
  pred arguments i:term, o:list item, o:list string.
  arguments Arg [] [] :- coq.typecheck Arg T ok, is-unit T, !.
  arguments {{ pair lp:A lp:B }} P Es :- !, arguments A PA EA, arguments B PB EB, std.append PA PB P,
    std.append EA EB Es.
  arguments V P [E] :- expr V P E.

  st (app [{{ @bind }}, _, _, _, B, _, P, Cont]) K Env L Sites :- !, as-fun Cont B N T0 F, tidy T0 T,
    st-bind P N T F K Env L Sites.
  pred st-bind i:term, i:name, i:term, i:(term -> term), i:goal-of, i:list (pair string tree), o:list item, o:list site.
  st-bind (app [{{ @resume_machine }}, _, _, _, _, _, _, _, _, _, Step, _, C, X]) N T F K Env L Sites :- !,
    resumed-child Step W, ind I, arguments X PX EX, new_int J, flname "event" Ev,
    (under N T r\ std.do! [
      (if (resumed-branches (F r) r Y E) true
        (refuse (F r) "what comes of resuming a coroutine is not looked at at once"
          "write match r with Yields b c => ... | Ends a => ... end")),
      resumed-place C r Y E S LC,
      R1 is "let " ^ Ev ^ " = resume " ^ S ^ " with " ^ W ^ "_yield(" ^ {std.string.concat ", " EX} ^ ");",
      M1 is "match " ^ Ev ^ " {",
      flname "yielded" YN, flname "ended" EN,
      event-br Y 2 {calc (W ^ "_yield")} YN [cell YN, cell S] K Env LY SY,
      event-br E 1 "done" EN [cell EN] K Env LE SE,
      std.flatten [PX, LC, [mark "resume" J, line I R1, line I M1], LY, LE, [line I "}"]] L,
      std.flatten [SY, SE, [site "join" J Env nothing "", site "inside" J Env nothing W]] Sites]).
  pred resumed-branches i:term, i:term, o:term, o:term.
  resumed-branches (match R _ [Y, E]) R Y E.
  pred resumed-child i:term, o:string.
  resumed-child Step W :- derived GR (mk-callee _ _ _ _ Step _ _ _ _ _ _ _), runs GR _ _, coq.gref->id GR W.
  % the place of the coroutine: the variable itself, if it is not used again
  pred resumed-place i:term, i:term, i:term, i:term, o:string, o:list item.
  resumed-place C _ Y E S [] :- name C, flvar C (cell S), last-use C [Y, E], !.
  resumed-place C _ _ _ S L :- coq.typecheck C T ok, flname "resumed" S, declare-into S T C L0, to-var L0 L.
  pred to-var i:list item, o:list item.
  to-var L L.
  % a branch on what a coroutine came to
  pred event-br i:term, i:int, i:string, i:string, i:list tree, i:goal-of, i:list (pair string tree), o:list item,
    o:list site.
  event-br (fun N T F) _ Case PN [cell PC|Trees] K Env L Sites :- !, ind I, I1 is I + 1,
    (if (is-unit T) (Tr = nothing, Head is Case ^ " {", Decl = [])
      (coq.name->id N Id, flname Id S, Tr = cell S, Head is Case ^ "(" ^ PN ^ ") {", (PC = PC),
       Decl = [line I1 {calc ({var-or-let T} ^ S ^ ": " ^ {ty T} ^ " = " ^ PN ^ ";")}])),
    (under N T x\ sigma Id\ same-id x Id, flvar x Tr => ind I1 => event-rest (F x) Trees K [pr Id Tr|Env] LB Sites),
    std.flatten [[line I Head], Decl, LB, [line I "}"]] L.
  event-br T _ _ _ _ _ _ _ _ :-
    refuse T "this branch does not name what it is given" "write Yields b c => ... and Ends a => ...".
  pred event-rest i:term, i:list tree, i:goal-of, i:list (pair string tree), o:list item, o:list site.
  event-rest T [] K Env L Sites :- !, st T K Env L Sites.
  event-rest (fun N T F) [Tr] K Env L Sites :- !,
    under N T x\ sigma Id\ same-id x Id, flvar x Tr => st (F x) K [pr Id Tr|Env] L Sites.

  st-bind (app [{{ @begin_machine }}|_]) _ _ _ _ _ _ _ :- !, refuse-begin.
  st-bind (app [{{ @reply_machine }}|_]) _ _ _ _ _ _ _ :- !, refuse-begin.
  pred refuse-begin.
  refuse-begin :- program P, coq.error "to C:" P ": a child with effects of its own (begin, reply) is not within reach"
    "of .fl (make it a coroutine that yields what it asks for)".
  st-bind (app [{{ @Return }}, _, _, _, _, V]) N T F K Env L Sites :- !, new_int J, st-let N T V F K Env L SF,
    std.append SF [site "join" J Env nothing ""] Sites.
  st-bind P N T F K Env L Sites :- coq.name->id N Id, new-tree Id T Tr LD, new_int J,
    (pi x\ later (F x) => st P (to-cells Tr) Env LP SP),
    (under N T x\ sigma Id\ same-id x Id, flvar x Tr => st (F x) K [pr Id Tr|Env] LF SF),
    std.flatten [LD, LP, [mark "join" J], LF] L, std.flatten [SF, [site "join" J Env Tr ""], SP] Sites.

  st (app [{{ @let_ }}, T, _, V, Cont]) K Env L Sites :- !, as-fun Cont T N _ F, st-let N T V F K Env L Sites.
  st (let _ T V F) K Env L Sites :- cheap T V, !, st (F V) K Env L Sites.   % as Derive does: no state has it
  st (let N T V F) K Env L Sites :- !, st-let N T V F K Env L Sites.
  pred st-let i:name, i:term, i:term, i:(term -> term), i:goal-of, i:list (pair string tree), o:list item, o:list site.
  st-let _ T V F K Env L Sites :- yields-program T, !, st (F V) K Env L Sites.
  st-let N T V F K Env L Sites :- coq.name->id N Id, (pi x\ Rest x = F x), (pi x\ held Id T V [Rest x] Tr LV),
    (under N T x\ sigma Id\ same-id x Id, flvar x Tr => st (F x) K [pr Id Tr|Env] LF Sites),
    std.append LV LF L.
  st (app [app L|Xs]) K Env I S :- !, std.append L Xs T, st (app T) K Env I S.
  st (app [fun N T F, X]) K Env L S :- not (cheap T X), !, st-let N T X F K Env L S.
  st (app [fun _ _ F, X|Xs]) K Env L S :- !, applied (F X) Xs T, st T K Env L S.

  % case analysis
  st (match X _ [fun NA TA (a\ fun NB TB (F a))]) K Env L Sites :- name X, flvar X (parts A B), !,
    under NA TA a\ sigma Ia\ same-id a Ia, flvar a A => under NB TB b\ sigma Ib\ same-id b Ib, flvar b B =>
      st (F a b) K [pr Ib B, pr Ia A|Env] L Sites.
  st (match {{ pair lp:VA lp:VB }} _ [fun NA TA (a\ fun NB TB (F a))]) K Env L Sites :- !,
    coq.name->id NA IdA, coq.name->id NB IdB,
    (pi a b\ held IdA TA VA [VB, F a b] A LA, held IdB TB VB [F a b] B LB),
    (under NA TA a\ sigma Ia\ same-id a Ia, flvar a A => under NB TB b\ sigma Ib\ same-id b Ib, flvar b B =>
      st (F a b) K [pr Ib B, pr Ia A|Env] LF Sites),
    std.flatten [LA, LB, LF] L.
  st (match {{ @find _ _ lp:T lp:M lp:Key }} _ [fun N _ F, None]) K Env L Sites :- !, ind I, I1 is I + 1,
    expr M PM SM, expr Key PK SK, coq.name->id N Id, flname Id S,
    Head is "if " ^ SK ^ " in " ^ SM ^ " {", Decl is {var-or-let T} ^ S ^ ": " ^ {ty T} ^ " = " ^ SM ^ "[" ^ SK ^ "];",
    (under N T x\ sigma Id\ same-id x Id, flvar x (cell S) => ind I1 => st (F x) K [pr Id (cell S)|Env] LF SF),
    (ind I1 => st None K Env LN SN),
    std.flatten [PM, PK, [line I Head, line I1 Decl], LF, [line I "} else {"], LN, [line I "}"]] L,
      std.append SF SN Sites.
  st (match X (fun _ T _) [A, B]) K Env L Sites :- coq.reduction.lazy.whd T {{ bool }}, !, ind I, I1 is I + 1,
    expr X P E,
    Head is "if " ^ E ^ " {",
    (ind I1 => st A K Env LA SA), (ind I1 => st B K Env LB SB),
    std.flatten [P, [line I Head], LA, [line I "} else {"], LB, [line I "}"]] L, std.append SA SB Sites.
  st (match X (fun _ T _) [A, B]) K Env L Sites :- coq.reduction.lazy.whd T {{ option _ }}, !, ind I, I1 is I + 1,
    I2 is I + 2,
    expr X P0 E0, with-type T E0 D E, std.append P0 D P, Head is "match " ^ E ^ " {",
    (ind I2 => payload-br A K Env "some" LA SA), (ind I2 => st B K Env LB SB),
    std.flatten [P, [line I Head], LA, [line I1 "none {"], LB, [line I1 "}", line I "}"]] L, std.append SA SB Sites.
  pred with-type i:term, i:string, o:list item, o:string.    % [none] has none of its own
  with-type T "none" [line I L] S :- !, ind I, flname "nothing" S, L is "let " ^ S ^ ": " ^ {ty T} ^ " = none;".
  with-type _ E [] E.
  pred payload-br i:term, i:goal-of, i:list (pair string tree), i:string, o:list item, o:list site.
  payload-br (fun N T F) K Env Case L Sites :- ind I2, I1 is I2 - 1, flname "payload" PN, coq.name->id N Id,
    flname Id S,
    Head is Case ^ "(" ^ PN ^ ") {", Decl is {var-or-let T} ^ S ^ ": " ^ {ty T} ^ " = " ^ PN ^ ";",
    (under N T x\ sigma Id\ same-id x Id, flvar x (cell S) => st (F x) K [pr Id (cell S)|Env] LF Sites),
    std.flatten [[line I1 Head, line I2 Decl], LF, [line I1 "}"]] L.
  st (match X (fun _ T _) Brs) K Env L Sites :- coq.reduction.lazy.whd T (global (indt Ind)), user-type Ind, !,
    user-types Known, open_safe Known Ds, std.mem Ds (datatype Ind D Cs), !, ind I, expr X P E,
    (if (Cs = [case _ _ Fs]) (fields-br {std.rev Fs} Fs E {std.nth 0 Brs} K Env L1 Sites, std.append P L1 L)
      (std.map2 Cs Brs (c\ b\ r\ sigma LL SS\ case-br D c b K Env LL SS, r = pr LL SS) Rs,
       std.map Rs fst Ls, std.map Rs snd Ss, std.flatten Ls LL, std.flatten Ss Sites,
       std.flatten [P, [line I {calc ("match " ^ E ^ " {")}], LL, [line I "}"]] L)).
  pred case-br i:string, i:user-case, i:term, i:goal-of, i:list (pair string tree), o:list item, o:list site.
  case-br _ (case Nm _ []) B K Env L Sites :- !, ind I, I1 is I + 1, I2 is I + 2, case-name Nm C,
    (ind I2 => st B K Env LB Sites), std.flatten [[line I1 {calc (C ^ " {")}], LB, [line I1 "}"]] L.
  case-br _ (case Nm _ [_]) B K Env L Sites :- !, ind I, I2 is I + 2, case-name Nm C, ind I2 =>
    payload-br B K Env C L Sites.
  case-br D (case Nm _ Fs) B K Env L Sites :- ind I, I1 is I + 1, I2 is I + 2, case-name Nm C, flname "payload" PN,
    flname "fields" FN, payload-name D Nm R,
    (ind I2 => fields-br Fs Fs FN B K Env LB Sites),
    std.flatten [[line I1 {calc (C ^ "(" ^ PN ^ ") {")}, line I2 {calc ("let " ^ FN ^ ": " ^ R ^ " = " ^ PN ^ ";")}],
      LB, [line I1 "}"]] L.
  % each field in a variable of its own
  pred fields-br i:list (pair string string), i:list (pair string string), i:string, i:term, i:goal-of,
    i:list (pair string tree), o:list item, o:list site.
  fields-br _ [] _ B K Env L Sites :- !, st B K Env L Sites.
  fields-br All [pr Fd FT|Fs] E (fun N T F) K Env L Sites :- coq.name->id N Id, flname Id S, ind I,
    Decl is {var-or-let T} ^ S ^ ": " ^ FT ^ " = " ^ E ^ "." ^ Fd ^ ";",
    (under N T x\ sigma Id\ same-id x Id, flvar x (cell S) => fields-br All Fs E (F x) K [pr Id (cell S)|Env] LF Sites),
    L = [line I Decl|LF].
  st (match X (fun _ T _) _) _ _ _ _ :- !, (pi a\ T1 = T), ty T1 _,
    refuse X "a match on this is not within reach of .fl"
    "match on bool, option, find, pairs that are taken apart, and datatypes of yours".

  % iteration
  st (app [{{ @iter }}, _, _, _, T, _, Body, X]) K Env L Sites :- !,
    (if (Body = fun Nm _ _) true (Nm = `s`)), (pi x\ use Body x (F x)), coq.name->id Nm Id0,
    (if (Id0 = "pat" ; Id0 = "p" ; Id0 = "_") (Id1 = "s") (Id1 = Id0)),
    (@pi-decl Nm T x\ state-tree x T Id1 (F x) Tr),
    declare-state Tr T X LD, flname "round" Lab, new_int J, ind I, I1 is I + 1,
    (under Nm T x\ sigma Id\ same-id x Id, flvar x Tr => later Body => ind I1 =>
      st (F x) (to-round Tr Lab K) [pr Id Tr|Env] LB SB),
    std.flatten [LD, [mark "loop" J, line I {calc (Lab ^ ": loop {")}], LB, [line I "}"]] L,
    % the machine has shared code for going round, too
    std.flatten [[site "join" J Env nothing ""], SB, [site "loop" J Env Tr ""]] Sites.

  st (app [{{ @resume_machine }}|_] as T) _ _ _ _ :- !,
    refuse T "what comes of resuming a coroutine is a result" "bind it with let*, and match on it at once".
  st (app [global (const C as G)|Args]) K Env L S :- inline G, !, coq.env.const-body C (some B), unfold-app B Args T,
    st T K Env L S.
  st (global (const C as G)) K Env L S :- inline G, !, coq.env.const-body C (some T), st T K Env L S.
  st (app [global G|_] as T) _ _ _ _ :- derived G _, !,
    refuse T "a call of a derived program" "inline it (DeriveInline), or make it a coroutine".
  st (global G as T) _ _ _ _ :- derived G _, !,
    refuse T "a call of a derived program" "inline it (DeriveInline), or make it a coroutine".
  st (app [fix _ _ _ _|_] as T) _ _ _ _ :- !,
    refuse T "a recursion of Coq's, whose rounds .fl cannot count" "say it with iter, over words".
  st (match X _ _) _ _ _ _ :- !, refuse X "a match on this is not within reach of .fl"
    "match on bool, option, find, pairs that are taken apart, and datatypes of yours".
  st T _ _ _ _ :- refuse T "this is not within reach of .fl" "use effects, let*, let, if, match and iter".
}}.
