(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Derive, part 4: the command.

    [Derive p] takes a constant [p] whose result is a program and declares the machine [p_state], [p_turn],
    [p_pending], [p_step], [p_go_on], [p_start],
    and the theorem [p_equiv]: for all arguments, [equiv p_step p_go_on (p_start x...) (p x...)]. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Rules.
From Fairlead.Derive Require Export Terms Code Walk.

Elpi Db derive.emit lp:{{
  pred parts o:std.string.map term.
  copy (ph N as X) T :- !, if (parts M) (if (std.string.map.find N M T) true (coq.error
    "derive: internal: nothing is called" N)) (T = X).

  pred here i:std.string.map term, i:term, o:term.
  here M T T1 :- parts M => copy T T1.

  pred declare i:string, i:term, o:term.
  declare Part Body (global (const C)) :- program P, Name is P ^ "_" ^ Part, add-checked Name Body _ @transparent! C.
  pred add-checked i:string, i:term, i:term, i:opaque?, o:constant.
  add-checked Name Body Type O C :-
    std.assert-ok! (coq.typecheck Body Type) {calc ("derive: internal: " ^ Name)},
    coq.env.add-const Name Body Type O C.

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
    std.map-i Cs (data-constructor Part) Cs1,
    (if (std.forall Cs (small Part)) (U = {{ Set }}) (coq.univ.new U0, U = sort (typ U0))),
    Decl = inductive Name tt (arity U) (t\ D1 t),
    (pi t\ (copy (ph Part) t :- !) => copy-constructors Cs1 (D1 t)),
    std.assert-ok! (coq.typecheck-indt-decl Decl) "derive: internal: state",
    coq.env.add-indt Decl I,
    coq.env.indt I _ _ _ _ Ks _,
    std.string.map.add Part (global (indt I)) M M1,
    add-constructors Cs Ks M1 M2.
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
    std.map Str (p\ r\ p = p-state _ _ _ r _ _) Sources,
    t-of A TA,
    define "source" (fun `s` State s\ match s (fun `s` State (s\ prod `r` (app [R, app [Pe,
      s]]) (_\ TA))) Sources) M3 Src M4,
    std.map Tus (p\ r\ p = p-turn _ _ r _ _) TSources,
    define "source_turn" (fun `l` Turn s\ match s (fun `l` Turn (_\ TA)) TSources) M4 SrcT M5,
    define "outcome" (app [{{ @outcome }}, E, Ar, State, Turn, Pe, A]) M5 Out M6,
    define "tree" (fun `o` Out o\ app [{{ @tree }}, E, Ar, R, State, Turn, Pe, A, Src, SrcT, o]) M6 _ M7,
    emit-defs Ps [] [] M7 M8,
    std.map Str (p\ r\ sigma T F\ p = p-state _ T _ _ F _, eta-branch T F r) Steps,
    define "step" (fun `s` State s\ match s (fun `s` State (s\ prod `r` (app [R, app [Pe,
      s]]) (_\ Out))) Steps) M8 Step M9,
    std.map Tus (p\ r\ sigma T F\ p = p-turn _ T _ F _, eta-branch T F r) GoOns,
    define "go_on" (fun `l` Turn s\ match s (fun `l` Turn (_\ Out)) GoOns) M9 GoOn M10,
    emit-lemmas Ps [] [] M10 M11,
    std.map Str (p\ r\ sigma T F\ p = p-state _ T _ _ _ F, eta-branch T F r) StepOks,
    (pi s r\ sames (app [Step, s, r]) (app [Src, s, r]) (SP s r)),
    (pi s\ StepStm s = prod `r` (app [R, app [Pe, s]]) (SP s)),
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
  fail-type Id Ty :- ends-in-t Ty, !, coq.error "derive:" Id ": what it asks for or returns depends on its arguments:"
    {coq.term->string Ty}
    "(derive at given types: a Definition or a section variable)".
  fail-type Id Ty :- coq.error "derive:" Id ": this is no program, its type does not end in t:" {coq.term->string Ty}.
  pred ends-in-t i:term.
  ends-in-t T :- coq.reduction.lazy.whd T (prod N T1 F), !, pi x\ decl x N T1 => ends-in-t (F x).
  ends-in-t T :- coq.reduction.lazy.whd T (app [{{ @t }}|_]).

  pred derive-const i:constant.
  derive-const C :-
    GR = const C, coq.gref->id GR Id,
    coq.env.typeof GR Ty,
    (if (result Ty N (app [_, E, Ar, R, A])) true (fail-type Id Ty)),
    (if (coq.env.const-body C (some Body)) true (coq.error "derive:" Id
      ": it has no body: nothing can be derived from an assumption")),
    (if (derived GR _) (coq.error "derive:" Id ": it has been derived already") true),
    new_safe S, new_int First0, First is First0 + 1,
    new_safe Rs, program Id => signature E Ar R A => store S => replies Rs => first-number First0 => depth 0 =>
      derive-body GR Body Ty N First.

  pred derive-body i:gref, i:term, i:term, i:int, i:int.
  derive-body GR Body Ty N _ :-
    walk-params Body Ty N [] (global GR) Start Ok St,
    store S, open_safe S Ps,
    std.string.map.empty M,
    build Ps M M1,
    define "start" Start M1 StartC M2,
    here M2 Ok Ok1, here M2 St St1, !, declare-lemma "start_ok" St1 Ok1 StartOk,
    signature E Ar R A,
    F = (n\ c\ std.string.map.find n M2 c),
    F "step" Step, F "go_on" GoOn, F "source" Src, F "source_turn" SrcT, F "steps_ok" SO, F "turns_ok" TO,
      F "state" State, F "turn" Turn, F "pending" Pe,
    theorem-over Ty N (global GR) StartC StartOk
      (s\ p\ r\ r = app [{{ @equiv }}, E, Ar, R, State, Turn, Pe, A, Step, GoOn, s, p])
      (s\ p\ h\ r\ r = app [{{ @equiv_by_steps }}, E, Ar, R, State, Turn, Pe, A, Step, GoOn, Src, SrcT, SO, TO, s, p,
        h]) ThSt Th,
    declare-lemma "equiv" ThSt Th _,
    Callee = mk-callee A State Turn Pe Step GoOn StartC Src SrcT SO TO StartOk,
    coq.elpi.accumulate _ "derive.derived" (clause _ _ (derived GR Callee)).

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
Elpi Accumulate Db derive.walk.
Elpi Accumulate Db derive.emit.
Elpi Accumulate lp:{{
  main [str Name] :- !,
    (if (coq.locate Name (const C)) true (coq.error "derive:" Name ": this is no constant")), derive-const C.
  main _ :- coq.error "derive: usage: Derive <program>.".
}}.
Elpi Typecheck.
Elpi Export Derive.

Elpi Command DeriveInline.
Elpi Accumulate Db derive.inline.
Elpi Accumulate lp:{{
  main [str Name] :- !,
    (if (coq.locate Name (const C)) true (coq.error "derive: DeriveInline" Name ": this is no constant")),
    (if (coq.env.const-body C (some _)) true (coq.error "derive: DeriveInline" Name ": it has no body")),
    coq.elpi.accumulate _ "derive.inline" (clause _ _ (inline (const C))).
  main _ :- coq.error "derive: usage: DeriveInline <definition>.".
}}.
Elpi Typecheck.
Elpi Export DeriveInline.
