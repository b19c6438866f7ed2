(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Derive, part 4: the command.

    [Derive p] takes a constant [p] whose result is a program and declares the machine [p_state], [p_turn],
    [p_pending], [p_step], [p_go_on], [p_start],
    and the theorem [p_equiv]: for all arguments, [equiv p_step p_go_on (p_start x...) (p x...)]. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Rules Coroutine Relate.
From Fairlead.Derive Require Export Terms Code Walk Holders Translate.

Elpi Db derive.emit lp:{{
  pred parts o:std.string.map term.
  copy (ph N as X) T :- !, if (parts M) (if (std.string.map.find N M T) true (coq.error
    "derive: internal: nothing is called" N)) (T = X).

  pred here i:std.string.map term, i:term, o:term.
  here M T T1 :- parts M => copy T T1.

  pred declare i:string, i:term, o:term.
  declare Part Body (global (const C)) :- program P, Name is P ^ "_" ^ Part, add-checked Name Body _ @transparent! C.
  pred add-checked i:string, i:term, i:term, i:opaque?, o:constant.
  add-checked Name Body Type O C :- still-free Name,
    std.assert-ok! (coq.typecheck Body Type) {calc ("derive: internal: " ^ Name)},
    (@dropunivs! => coq.env.add-const Name Body Type O C).

  pred still-free i:string.                 % in the module or file that is open
  still-free Name :- coq.locate-all Name L, coq.env.current-path P, std.mem L (loc-gref G), coq.gref->path G P, !,
    program Id, coq.error "derive:" {calc (Id ^ ":")} "there is something called" Name
      "already, and a part of the machine would have that name (rename one of them)".
  still-free _.

  pred emit-sources i:list piece, i:std.string.map term, o:std.string.map term.
  emit-sources [] M M :- !.
  emit-sources [p-source N T|Ps] M M2 :- !, define N T M _ M1, emit-sources Ps M1 M2.
  emit-sources [_|Ps] M M1 :- emit-sources Ps M M1.

  % [emit Ps Loops Waiting M M1]: definitions in their order; what calls a loop waits until the loop is there.
  pred emit-defs i:list piece, i:list int, i:list piece, i:std.string.map term, o:std.string.map term.
  emit-defs [] _ [] M M :- !.
  emit-defs [] _ [p-def N _ L|_] _ _ :- coq.error "derive: internal:" N "waits for loops" L.
  emit-defs [(p-loop _ Need as P)|Ps] Ls W M M1 :- not (std.forall Need (i\ std.mem! Ls i)), !,
    emit-defs Ps Ls [P|W] M M1.
  emit-defs [p-loop I _|Ps] Ls W M M1 :- !, std.rev W W1, std.append W1 Ps Qs, emit-defs Qs [I|Ls] [] M M1.
  emit-defs [(p-def _ _ Need as P)|Ps] Ls W M M1 :- not (std.forall Need (i\ std.mem! Ls i)), !,
    emit-defs Ps Ls [P|W] M M1.
  emit-defs [p-def N T _|Ps] Ls W M M1 :- !, here M T T1, declare N T1 C, std.string.map.add N C M M0,
    emit-defs Ps Ls W M0 M1.
  emit-defs [_|Ps] Ls W M M1 :- emit-defs Ps Ls W M M1.

  pred emit-lemmas i:list piece, i:list int, i:list piece, i:std.string.map term, o:std.string.map term.
  emit-lemmas [] _ [] M M :- !.
  emit-lemmas [(p-loop _ Need as P)|Ps] Ls W M M1 :- not (std.forall Need (i\ std.mem! Ls i)), !,
    emit-lemmas Ps Ls [P|W] M M1.
  emit-lemmas [p-loop I _|Ps] Ls W M M1 :- !, std.rev W W1, std.append W1 Ps Qs, emit-lemmas Qs [I|Ls] [] M M1.
  emit-lemmas [(p-lemma _ _ _ Need as P)|Ps] Ls W M M1 :- not (std.forall Need (i\ std.mem! Ls i)), !,
    emit-lemmas Ps Ls [P|W] M M1.
  emit-lemmas [p-lemma N St T _|Ps] Ls W M M1 :- !, here M T T1, here M St St1, declare-lemma N St1 T1 C,
    std.string.map.add N C M M0, emit-lemmas Ps Ls W M0 M1.
  emit-lemmas [_|Ps] Ls W M M1 :- emit-lemmas Ps Ls W M M1.
  pred declare-lemma i:string, i:term, i:term, o:term.
  declare-lemma Part St T (global (const C)) :- program P, Name is P ^ "_" ^ Part, add-checked Name T St @opaque! C.

  pred data-type i:string, i:list (pair string term), i:std.string.map term, o:term, o:std.string.map term.
  data-type Part [] M {{ Empty_set }} M1 :- !, std.string.map.add Part {{ Empty_set }} M M1.
  data-type Part Cs M (global (indt I)) M2 :- program P, Name is P ^ "_" ^ Part,
    (if (Cs = [pr "new" NT|Rest]) (New is P ^ "_new", Cs1 = [pr New NT|Cs2]) (Rest = Cs, Cs1 = Cs2)),
    std.map-i Rest (data-constructor Part) Cs2,
    (if (std.forall Cs (small Part)) (U = {{ Set }}) (coq.univ.new U0, U = sort (typ U0))),
    std.forall [Name|{std.map Cs1 fst}] still-free,
    Decl = inductive Name tt (arity U) (t\ D1 t),
    (pi t\ (copy (ph Part) t :- !) => copy-constructors Cs1 (D1 t)),
    std.assert-ok! (coq.typecheck-indt-decl Decl) "derive: internal: state",
    without-schemes (coq.env.add-indt Decl I),
    coq.env.indt I _ _ _ _ Ks _,
    std.string.map.add Part (global (indt I)) M M1,
    add-constructors Cs Ks M1 M2.
  % Coq takes quadratic time to write induction principles, which nobody needs of a type that is not recursive.
  pred without-schemes i:prop.
  without-schemes P :- O = ["Elimination", "Schemes"], coq.option.get O V, coq.option.set O (coq.option.bool ff), P,
    coq.option.set O V.
  pred small i:string, i:pair string term.
  small Part (pr _ T) :- (copy (ph Part) {{ unit }} :- !) => copy T T1, coq.typecheck-ty T1 S ok, {{ Set }} = sort S.
  pred data-constructor i:string, i:int, i:pair string term, o:pair string term.
  data-constructor Part N (pr _ T) (pr Id T) :- program P, N1 is N + 1,
    if (Part = "state") (K = "at") (K = "turn"), Id is P ^ "_" ^ K ^ {std.any->string N1}.
  pred copy-constructors i:list (pair string term), o:list indc-decl.
  copy-constructors [] [].
  copy-constructors [pr Id T|Cs] [constructor Id (arity T1)|Ds] :- copy T T1, copy-constructors Cs Ds.
  pred add-constructors i:list (pair string term), i:list constructor, i:std.string.map term, o:std.string.map term.
  add-constructors [] [] M M.
  add-constructors [pr N _|Cs] [K|Ks] M M1 :- std.string.map.add N (global (indc K)) M M0, add-constructors Cs Ks M0 M1.

  % a branch [fun x... => F x...] for a constructor of type [forall x..., _]
  pred eta-branch i:term, i:term, o:term.
  eta-branch (prod N T G) F (fun N T H) :- !, pi x\ sigma F1\ applied F [x] F1, eta-branch (G x) F1 (H x).
  eta-branch _ F F.

  pred define i:string, i:term, i:std.string.map term, o:term, o:std.string.map term.
  define N T M C M1 :- here M T T1, declare N T1 C, std.string.map.add N C M M1.

  pred build i:list piece, i:std.string.map term, o:std.string.map term.
  build Ps M MZ :-
    signature E Ar R A,
    std.filter Ps (p\ p = p-state _ _ _ _ _ _) Sts, std.filter Ps (p\ p = p-turn _ _ _ _ _) Tus,
    std.map Sts (p\ r\ sigma N T\ p = p-state N T _ _ _ _, r = pr N T) SCs, std.rev SCs SCr, std.rev Sts Str,
    std.map Tus (p\ r\ sigma N T\ p = p-turn N T _ _ _, r = pr N T) TCs,
    emit-sources Ps M M0,
    data-type "turn" TCs M0 Turn M1,
    data-type "state" SCr M1 State M2,
    std.map Str (p\ r\ sigma T\ p = p-state _ _ T _ _ _, here M2 T r) Pendings,
    define "pending" (fun `s` State s\ match s (fun `s` State (_\ E)) Pendings) M2 Pe M3,
    (pi s\ applied R [app [Pe, s]] (RP s)),
    std.map Str (p\ r\ p = p-state _ _ _ r _ _) Sources,
    t-of A TA,
    define "source" (fun `s` State s\ match s (fun `s` State (s\ prod `r` (RP s) (_\ TA))) Sources) M3 Src M4,
    std.map Tus (p\ r\ p = p-turn _ _ r _ _) TSources,
    define "source_turn" (fun `l` Turn s\ match s (fun `l` Turn (_\ TA)) TSources) M4 SrcT M5,
    define "outcome" (app [{{ @outcome }}, E, Ar, State, Turn, Pe, A]) M5 Out M6,
    define "tree" (fun `o` Out o\ app [{{ @tree }}, E, Ar, R, State, Turn, Pe, A, Src, SrcT, o]) M6 _ M7,
    emit-defs Ps [] [] M7 M8,
    std.map Str (p\ r\ sigma T F\ p = p-state _ T _ _ F _, eta-branch T F r) Steps,
    define "step" (fun `s` State s\ match s (fun `s` State (s\ prod `r` (RP s) (_\ Out))) Steps) M8 Step M9,
    std.map Tus (p\ r\ sigma T F\ p = p-turn _ T _ F _, eta-branch T F r) GoOns,
    define "go_on" (fun `l` Turn s\ match s (fun `l` Turn (_\ Out)) GoOns) M9 GoOn M10,
    emit-lemmas Ps [] [] M10 M11,
    std.map Str (p\ r\ sigma T F\ p = p-state _ T _ _ _ F, eta-branch T F r) StepOks,
    (pi s r\ sames (app [Step, s, r]) (app [Src, s, r]) (SP s r)),
    (pi s\ StepStm s = prod `r` (RP s) (SP s)),
    here M11 (fun `s` State s\ match s (fun `s` State StepStm) StepOks) StepsOkT,
      here M11 (prod `s` State StepStm) StepsOkSt,
    declare-lemma "steps_ok" StepsOkSt StepsOkT StepsOk,
    std.map Tus (p\ r\ sigma T F\ p = p-turn _ T _ _ F, eta-branch T F r) TurnOks,
    (pi s\ sames (app [GoOn, s]) (app [SrcT, s]) (TP s)),
    here M11 (fun `l` Turn s\ match s (fun `l` Turn TP) TurnOks) TurnsOkT, here M11 (prod `l` Turn TP) TurnsOkSt,
    declare-lemma "turns_ok" TurnsOkSt TurnsOkT TurnsOk,
    std.string.map.add "steps_ok" StepsOk M11 M12, std.string.map.add "turns_ok" TurnsOk M12 MZ.

  % the type of a program: parameters, then t
  pred result i:term, o:int, o:term.
  result T N R :- coq.reduction.lazy.whd T W, result-whd W N R.
  pred result-whd i:term, o:int, o:term.
  result-whd (prod N T F) C R :- !, (pi x\ decl x N T => result (F x) C0 R), C is C0 + 1.
  result-whd (app [{{ @t }}|_] as R) 0 R :- !.

  pred fail-type i:string, i:term.
  fail-type Id Ty :- ends-in-t Ty, !, coq.error "derive:" {calc (Id ^ ":")}
    "what it asks for or returns depends on its arguments:"
    {coq.term->string Ty}
    "(derive at given types: a Definition or a section variable)".
  fail-type Id Ty :- coq.error "derive:" {calc (Id ^ ":")} "this is no program, its type does not end in t:"
    {coq.term->string Ty} "(give it a type t args rets A, perhaps after arguments)".
  pred ends-in-t i:term.
  ends-in-t T :- coq.reduction.lazy.whd T (prod N T1 F), !, pi x\ decl x N T1 => ends-in-t (F x).
  ends-in-t T :- coq.reduction.lazy.whd T (app [{{ @t }}|_]).

  pred derive-const i:constant.
  derive-const C :-
    GR = const C, coq.gref->id GR Id,
    coq.env.typeof GR Ty,
    (if (result Ty N (app [_, E, Ar, R, A])) true (fail-type Id Ty)),
    (if (coq.env.opaque? C, coq.env.const-body C (some _)) (coq.error "derive:" {calc (Id ^ ":")}
      "it was ended with Qed, so nothing can be said of it (end it with Defined)") true),
    (if (coq.env.univpoly? GR _) (coq.error "derive:" {calc (Id ^ ":")}
      "it is universe polymorphic, which Derive cannot read (Unset Universe Polymorphism before it)") true),
    readable-by-elpi C,
    (if (coq.env.const-body C (some Body)) true (coq.error "derive:" {calc (Id ^ ":")}
      "it has no body: nothing can be derived from an assumption (make it a Definition)")),
    (if (derived GR _) (coq.error "derive:" {calc (Id ^ ":")}
      "it has been derived already (its machine is there, under its name)") true),
    std.forall ["state", "turn", "pending", "step", "go_on", "start", "equiv", "outcome", "tree", "source"]
    (free-name Id),
    new_safe S, new_safe Rs, new_safe Ds, new_safe Js, new_safe Ms, new_int First,
    program Id => signature E Ar R A => store S => replies Rs => found-data Ds => parts-made Js =>
      met-before Ms => first-number First => depth 0 => around 0 => derive-program GR Body Ty N.

  pred free-name i:string, i:string.
  free-name Id Part :- Name is Id ^ "_" ^ Part, if (coq.env.fresh-global-id Name Name) true (coq.error "derive:"
    {calc (Id ^ ":")} "there is something called" Name
      "already, and the machine would have that name (rename one of them)").

  % Without coroutines the program itself; with them, the one over their machines, which is the same.
  pred derive-program i:gref, i:term, i:term, i:int.
  derive-program GR Body Ty N :- not (with-coroutines Body), !, derive-body GR Body Ty N GR none.
  derive-program GR Body Ty N :-
    (if (signature E Ar R _, std.exists [E, Ar, R] about-coroutines) (fail-at (global GR)
      "an effect's argument or its reply has coroutines in it: they stay with the parent that runs them"
      "ask for what the coroutine has to do, or keep it and ask with the rest") true),
    (if (with-coroutines Ty) (fail-at (global GR) "its arguments or its result have coroutines in them"
      "inline it where it is used (DeriveInline)") true),
    new_safe Met, (meetings Met => translate Body Body0 Body1),
    open_safe Met Ms, std.forall Ms know,
    declare "over_machines" Body1 P,
    relate-statement Ty N Body1 Body0 St,
    std.assert-ok! (coq.typecheck {{ (_ : lp:St) }} _) "derive: internal: related",
    prove St Proof,
    declare-lemma "related" St Proof Rel,
    P = global GR1,
    derive-body GR1 Body1 Ty N GR (some Rel).
  % what the tactic has to know of a child: that its states stand for it
  pred know i:meeting.
  know (met-coroutine G) :- beside G "new_stands_for" H, hinted H, !.
  know (met-coroutine G) :- beside G "stands_for" Rel, coq.TC.declare-instance Rel 5, beside G "new_stands_for" H,
    hint H.
  know (met-program G (mk-callee A State Turn Pe Step GoOn _ _ _ _ _ _)) :-
    coq.gref->id G Id, coq.env.typeof G Ty, signature-of Ty E Ar R, W = global G,
    (pi e\ Type e = app [{{ @Related }}, app [{{ @in_state }}, E, State, Pe, e], app [{{ @waiting }}, Ty, W, E, Ar,
      R, A, e]]),
    (pi e\ Body e = app [{{ @waits_for }}, E, Ar, R, A, State, Turn, Pe, Step, GoOn, Ty, W, e]),
    std.assert-ok! (coq.typecheck (prod `e` E Type) _) "derive: internal: Related",
    declare-typed {calc ("waits_for_" ^ Id)} (fun `e` E Body) (prod `e` E Type) (global Rel),
    coq.TC.declare-instance Rel 5,
    (if (beside G "equiv" Equiv) true (program P, coq.error "derive: internal:" P "has no equiv")), hint Equiv.
  pred signature-of i:term, o:term, o:term, o:term.
  signature-of T E Ar R :- coq.reduction.lazy.whd T (app [{{ @t }}, E, Ar, R, _]), !.
  signature-of T E Ar R :- coq.reduction.lazy.whd T (prod N X F), pi x\ decl x N X => signature-of (F x) E Ar R.
  pred about-coroutines i:term.
  about-coroutines T :- coq.safe-dest-app T (global (const C)) _, coq.env.const-body C (some B), !, with-coroutines B.
  about-coroutines T :- with-coroutines T.
  pred prove i:term, o:term.
  prove St T :- T = {{ (lp:{{_}} : lp:St) }}, coq.typecheck T _ ok, coq.ltac.collect-goals T [G] _,
    coq.ltac.open (coq.ltac.call "relate_programs" []) G Left,
    if (Left = [First|_]) (coq.ltac.open fail-relate First _) true.
  pred fail-relate i:goal, o:list sealed-goal.
  % a lemma about a construct needs to know when two values of its type are related
  fail-relate (goal _ _ Ty _ _) _ :- coq.safe-dest-app Ty _ Args, std.rev Args [Q, P|_], kept-in P P1, kept-in Q Q1,
    not (same_term P1 Q1), !,
    fail-at Q1 "coroutines are kept in this type, of which Derive is not told when two values stand for each other"
      "a finite map: an instance of FiniteMap, whose names the program uses; others: an instance of Related".
  fail-relate (goal _ _ Ty _ _) _ :- fail-at Ty "this is what Derive cannot show of what has coroutines in it"
    "an operation needs a lemma of this form in the hint database derive, a container an instance of Related".
  pred kept-in i:term, o:term.
  kept-in (app [{{ @iter }}, _, _, _, S, _|_]) S.
  kept-in (app [{{ @let_ }}, T|_]) T.
  kept-in (app [{{ @bind }}, _, _, _, B|_]) B.
  kept-in (app [{{ @Return }}, _, _, _, A|_]) A.
  kept-in (app [fix _ _ (prod _ S _) _|_]) S.
  pred relate-statement i:term, i:int, i:term, i:term, o:term.
  relate-statement _ 0 P Q (app [{{ @same }}, E, Ar, R, A, P, Q]) :- !, signature E Ar R A.
  relate-statement Ty N P Q (prod X T St) :- coq.reduction.lazy.whd Ty (prod X T F), N1 is N - 1,
    pi x\ decl x X T => sigma P1 Q1\ use P x P1, use Q x Q1, relate-statement (F x) N1 P1 Q1 (St x).

  pred derive-body i:gref, i:term, i:term, i:int, i:gref, i:option term.
  derive-body GR Body Ty N GR0 Rel :-
    (if (GR = const C, typed-by-lets C) (Lets = typed-by-let) (Lets = true)),
    (Lets => walk-params Body Ty N [] (global GR) Start Ok St),
    keep (p-def "start" Start []), keep (p-lemma "start_ok" St Ok []),
    signature E Ar R A,
    (if (E = {{ yield_effect }}, R = app [{{ @yield_rets }}, In], Ar = app [{{ @yield_args }}, Out], N > 0,
      new-state Ty N (global GR) In NewT Pend Source)
      (Coroutine = tt, keep (p-state "new" NewT Pend Source (ph "start") (ph "start_ok"))) (Coroutine = ff)),
    store S, open_safe S Ps,
    std.string.map.empty M,
    build Ps M M2,
    F = (n\ c\ std.string.map.find n M2 c),
    F "step" Step, F "go_on" GoOn, F "source" Src, F "source_turn" SrcT, F "steps_ok" SO, F "turns_ok" TO,
    F "state" State, F "turn" Turn, F "pending" Pe, F "start" StartC, F "start_ok" StartOk1, F "tree" Tree,
    (if (Rel = some RelC)
      (theorem-over Ty N (global GR0) StartC StartOk1
        (s\ p\ r\ r = app [{{ @same }}, E, Ar, R, A, app [Tree, s], p])
        (s\ p\ h\ r\ sigma Xs P1 H2\ coq.safe-dest-app p _ Xs, applied RelC Xs H2, applied (global GR) Xs P1,
          r = app [{{ @same_trans }}, E, Ar, R, A, app [Tree, s], P1, p, h, H2]) St0 Ok0,
       declare-lemma "start_related" St0 Ok0 StartOk)
      (StartOk = StartOk1)),
    theorem-over Ty N (global GR0) StartC StartOk
      (s\ p\ r\ r = app [{{ @equiv }}, E, Ar, R, State, Turn, Pe, A, Step, GoOn, s, p])
      (s\ p\ h\ r\ r = app [{{ @equiv_by_steps }}, E, Ar, R, State, Turn, Pe, A, Step, GoOn, Src, SrcT, SO, TO, s, p,
        h]) ThSt Th,
    declare-lemma "equiv" ThSt Th Equiv,
    Callee = mk-callee A State Turn Pe Step GoOn StartC Src SrcT SO TO StartOk,
    coq.elpi.accumulate _ "derive.derived" (clause _ _ (derived GR0 Callee)),
    if (Coroutine = tt) (F "new" New, declare-coroutine GR0 Ty N New In Out A Callee Equiv) true.

  % A coroutine has one state more: it has not begun, and waits for its first reply.
  pred new-state i:term, i:int, i:term, i:term, o:term, o:term, o:term.
  new-state Ty 1 P In (ph "state") {{ yield }} (fun X T Q) :- !, coq.reduction.lazy.whd Ty (prod X T _),
    coq.unify-eq T In ok,
    pi x\ applied P [x] (Q x).
  new-state Ty N P In (prod X T St) (fun X T Pend) (fun X T Q) :- coq.reduction.lazy.whd Ty (prod X T R), N1 is N - 1,
    pi x\ decl x X T => sigma P1\ applied P [x] P1, new-state (R x) N1 P1 In (St x) (Pend x) (Q x).

  % Its states stand for it: the relation of its type, and that the first state stands for it before it has begun.
  pred declare-coroutine i:gref, i:term, i:int, i:term, i:term, i:term, i:term, i:callee, i:term.
  declare-coroutine GR Ty N New In Out A (mk-callee _ State Turn Pe Step GoOn _ _ _ _ _ _ as Callee) Equiv :-
    W = global GR, Coro = app [{{ @coro }}, Ty, W, In, Out, A],
    std.assert-ok! (coq.typecheck (app [{{ @Related }}, State, Coro]) _) "derive: internal: Related",
    declare-typed "stands_for" (app [{{ @stands_for }}, In, Out, A, State, Turn, Pe, Step, GoOn, Ty, W])
      (app [{{ @Related }}, State, Coro]) Rel,
    Rel = global RelG, coq.TC.declare-instance RelG 5,
    N1 is N - 1,
    first-related Ty N1 W New Equiv Coro State Rel In Out A Ty W St Pf,
    std.assert-ok! (coq.typecheck St _) "derive: internal: stands_for",
    declare-lemma "new_stands_for" St Pf (global HintG),
    hint HintG,
    coq.elpi.accumulate _ "derive.coroutine" (clause _ _ (runs GR New Callee)).
  pred declare-typed i:string, i:term, i:term, o:term.
  declare-typed Part T Ty (global (const C)) :- program P, Name is P ^ "_" ^ Part,
    add-checked Name T Ty @transparent! C.
  pred first-related i:term, i:int, i:term, i:term, i:term, i:term, i:term, i:term, i:term, i:term, i:term, i:term,
    i:term, o:term, o:term.
  first-related _ 0 P New Equiv Coro State Rel In Out A WT W (app [{{ @rel }}, State, Coro, Rel, New, First]) Equiv :-
    !,
    First = app [{{ @coroutine }}, In, Out, A, P, WT, W, {{ I }}].
  first-related Ty N P New Equiv Coro State Rel In Out A WT W (prod X T St) (fun X T Pf) :-
    coq.reduction.lazy.whd Ty (prod X T R), N1 is N - 1,
    pi x\ decl x X T => sigma P1 New1 Equiv1\ applied P [x] P1, applied New [x] New1, applied Equiv [x] Equiv1,
      first-related (R x) N1 P1 New1 Equiv1 Coro State Rel In Out A WT W (St x) (Pf x).

  pred theorem-over i:term, i:int, i:term, i:term, i:term, i:(term -> term -> term -> prop), i:(term -> term ->
    term -> term -> prop), o:term, o:term.
  theorem-over _ 0 P S H F G St T :- !, F S P St, G S P H T.
  theorem-over Ty N P S H F G (prod X T St) (fun X T Th) :- coq.reduction.lazy.whd Ty (prod X T R), N1 is N - 1,
    pi x\ decl x X T => sigma P1 S1 H1\ applied P [x] P1, applied S [x] S1, applied H [x] H1,
      theorem-over (R x) N1 P1 S1 H1 F G (St x) (Th x).

  pred walk-params i:term, i:term, i:int, i:list term, i:term, o:term, o:term, o:term.
  walk-params Body _ 0 Xs P Start Ok St :- !,
    walk Body top I S _ _, code I Start, proof I top S Ok,
    applied (ph "start") {std.rev Xs} C, sames C P St.
  walk-params Body Ty N Xs P (fun X T Start) (fun X T Ok) (prod X T St) :- coq.reduction.lazy.whd Ty (prod X T R),
    N1 is N - 1,
    (if (Body = fun X1 _ _) true (X1 = X)),
    under X1 T (x\ sigma B P1\ use Body x B, applied P [x] P1,
      walk-params B (R x) N1 [x|Xs] P1 (Start x) (Ok x) (St x)).
}}.

Elpi Command Derive.
Elpi Accumulate Db derive.terms.
Elpi Accumulate Db derive.code.
Elpi Accumulate Db derive.derived.
Elpi Accumulate Db derive.inline.
Elpi Accumulate Db derive.coroutine.
Elpi Accumulate Db derive.holders.
Elpi Accumulate Db derive.translate.
Elpi Accumulate Db derive.walk.
Elpi Accumulate Db derive.emit.
Elpi Accumulate lp:{{
  main [str Name] :- !,
    (if (coq.locate-all Name L, std.mem L (loc-gref (const C))) true
      (coq.error "derive:" {calc (Name ^ ":")}
        "there is no constant of this name (write the name of a Definition or Fixpoint)")),
    (if (derive-const C) true (coq.error "derive:" {calc (Name ^ ":")}
      "Derive does not get through this, and cannot say where. That is a mistake of Derive's: please report it")).
  main _ :- coq.error "derive: usage: Derive <program>.".
}}.
Elpi Typecheck.
Elpi Export Derive.
