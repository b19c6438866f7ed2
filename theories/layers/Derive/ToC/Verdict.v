(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What [fairlead derive] asks of a theorem before it writes C, beside what it rests on.

    [Fairlead_verdict p theorem library declared...] fails unless [theorem] says, of the .fl program that was read back
    and the program [p] of that library,

      forall external x..., (what C supplies is typed and total) -> computes external -> ok x... ->
        compiles_to Q L T external q asks replies (fun a => (enc a, [])) [enc x...] (p x...)

    with no other hypothesis ([computes] is not there when C supplies nothing), where [asks] numbers the effects and
    [replies] takes every value of a reply's type, and data mean what Fairlead says: what a program's file declares for
    all who require it could stand in the statement, where nobody looks.

    The theorem has coroutines, effects, cases and fields by number; C has them by name. So [declared] are the lines of
    compiler/derive/declared.mli, what the .fl text calls its parts: they have to be the names of the Gallina
    program. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Freer.
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
  from-library Lib Name T :- coq.locate {calc (Lib ^ "." ^ Name)} G, path-of G Lib, coq.unify-eq T (global G) ok, !.
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
  meant (tc-instance G _) :- ours G, (if (is-data G) (part-of-meaning G) true), !.
  meant (tc-instance G _) :- other-meaning G.
  pred is-data i:gref.
  is-data (const _ as G) :- not (path-of G Path, rex_match "^Fairlead[.]" Path), coq.env.typeof G {{ Data _ }}.
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
  part-of-meaning G :- (G = indt _ ; G = indc _), !.
  part-of-meaning G :- path-of G Path, rex_match "^Fairlead[.]" Path, !.
  part-of-meaning G :- written-beside G, !.
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

  % The meaning of a datatype of the user's own, beside the theorem: each case its number and its parts, in range if
  % these are.
  pred written-beside i:gref.
  written-beside (const C) :- path-of (const C) Path, proof-library Path,
    coq.env.const-body C (some (app [{{ Build_Data }}, T, fun _ TP (p\ fun _ TX (x\ Enc p x)), fun _ TX (x\ Ok x)])),
    T = global (indt _), not (std.mem! [ {{ unit }}, {{ Empty_set }}, {{ bool }} ] T),
    (@pi-decl `P` TP p\ @pi-decl `x` TX x\ sigma Es\ Enc p x = match x _ Es, cases-encoded 0 Es Es),
    (@pi-decl `x` TX x\ sigma Os\ Ok x = match x _ Os, std.forall Os (case-in-range [])).
  pred cases-encoded i:int, i:list term, i:list term.
  cases-encoded _ _ [].
  cases-encoded N All [E|Es] :- case-encoded (case-of N All) [] E, M is N + 1, cases-encoded M All Es.
  kind case-of type.
  type case-of int -> list term -> case-of.
  pred case-encoded i:case-of, i:list term, i:term.
  case-encoded K Xs (fun N T F) :- @pi-decl N T x\ sigma Ys\ std.append Xs [x] Ys, case-encoded K Ys (F x).
  case-encoded (case-of _ [_]) Xs {{ VRecord lp:L }} :- !, all-encoded L Ys, same-terms Xs Ys.
  case-encoded (case-of N _) [X] {{ VUnion lp:I lp:E }} :- encoded E Y, !, counted N I, same_term X Y.
  case-encoded (case-of N _) Xs {{ VUnion lp:I (VRecord lp:L) }} :- counted N I, all-encoded L Ys, same-terms Xs Ys.
  pred case-in-range i:list term, i:term.
  case-in-range Xs (fun N T F) :- @pi-decl N T x\ sigma Ys\ std.append Xs [x] Ys, case-in-range Ys (F x).
  case-in-range [] {{ True }}.
  case-in-range [X|Xs] {{ and lp:Ok lp:Oks }} :- in-range Ok Y, same_term X Y, case-in-range Xs Oks.

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

  % ** Names
  pred declared o:list (list string).       % the words of each line
  pred of-kind i:string, o:list (list string).
  of-kind Kind L :- declared All, std.map-filter All (ws\ r\ ws = [Kind|r]) L.
  pred differs i:string, i:string, i:string.
  differs What Id Said :- fail-verdict ["its .fl text does not have the names of the program:", {calc (What ^ " " ^
    Id ^ " is")}, Said].
  pred says-names i:string, i:string, i:list string, i:prop.    % this part is what these words say
  says-names _ _ _ P :- P, !.
  says-names What Id Ws _ :- differs What Id {std.string.concat " " Ws}.
  % of all these names this one has this name in .fl; ToFl changes what would be a word of .fl
  pred called i:list string, i:string, i:string.
  called _ Id Id :- !.
  called Ids Id Name :- Name is Id ^ "_", not (std.mem! Ids Name).

  pred shape i:term, o:string.              % of a type: the names in it
  shape T S :- coq.reduction.lazy.whd T W, shape-whd W S.
  pred shape-whd i:term, o:string.
  shape-whd {{ unit }} "-".
  shape-whd {{ Empty_set }} "-".
  shape-whd {{ bool }} "bool".
  shape-whd {{ word lp:W }} S :- width-of W S.
  shape-whd {{ bytes lp:Cap }} S :- S is "bytes(" ^ {capacity Cap} ^ ")".
  shape-whd {{ option lp:A }} S :- S is {shape A} ^ "?".
  shape-whd {{ table lp:Cap lp:W lp:A }} S :-
    S is "map(" ^ {capacity Cap} ^ "," ^ {width-of W} ^ "," ^ {shape A} ^ ")".
  shape-whd (global (indt I)) S :- not (std.mem! [ {{ unit }}, {{ Empty_set }}, {{ bool }} ] (global (indt I))),
    coq.gref->id (indt I) S, same-members I S.
  pred width-of i:term, o:string.
  width-of W S :- coq.reduction.lazy.norm W W1, width-is W1 S.
  pred width-is o:term, o:string.
  width-is {{ W8 }} "u8".
  width-is {{ W16 }} "u16".
  width-is {{ W32 }} "u32".
  width-is {{ W64 }} "u64".
  pred capacity i:term, o:string.
  capacity Cap S :- coq.reduction.lazy.norm {{ N.to_uint lp:Cap }} D, digits D S.
  pred digits i:term, o:string.
  digits {{ Decimal.Nil }} "".
  digits {{ Decimal.D0 lp:D }} S :- digits D R, S is "0" ^ R.
  digits {{ Decimal.D1 lp:D }} S :- digits D R, S is "1" ^ R.
  digits {{ Decimal.D2 lp:D }} S :- digits D R, S is "2" ^ R.
  digits {{ Decimal.D3 lp:D }} S :- digits D R, S is "3" ^ R.
  digits {{ Decimal.D4 lp:D }} S :- digits D R, S is "4" ^ R.
  digits {{ Decimal.D5 lp:D }} S :- digits D R, S is "5" ^ R.
  digits {{ Decimal.D6 lp:D }} S :- digits D R, S is "6" ^ R.
  digits {{ Decimal.D7 lp:D }} S :- digits D R, S is "7" ^ R.
  digits {{ Decimal.D8 lp:D }} S :- digits D R, S is "8" ^ R.
  digits {{ Decimal.D9 lp:D }} S :- digits D R, S is "9" ^ R.
  pred parts-of i:term, o:list term.        % of what is sent: pairs are taken apart, and unit is nothing
  parts-of T L :- coq.reduction.lazy.whd T W, parts-of-whd W L.
  pred parts-of-whd i:term, o:list term.
  parts-of-whd {{ unit }} [] :- !.
  parts-of-whd {{ prod lp:A lp:B }} L :- !, parts-of A LA, parts-of B LB, std.append LA LB L.
  parts-of-whd T [T].
  pred fields-of i:term, o:list string, o:list term.
  fields-of (prod N T F) [Id|Ids] [T|Ts] :- !, coq.name->id N Id, @pi-decl N T x\ fields-of (F x) Ids Ts.
  fields-of _ [] [].

  % a datatype of the user's own has the members that the text says
  pred compared o:safe.
  pred same-members i:inductive, i:string.
  same-members I _ :- compared S, open_safe S L, std.mem! L I, !.
  same-members I D :- compared S, stash_in_safe S I, coq.env.indt I _ _ _ _ Ks Ts,
    std.map Ks (k\ r\ coq.gref->id (indc k) r) Ids,
    (if (Ts = [T]) (record-is D T)
      (of-kind "union" L, (if (std.mem L [D|Ws]) true (differs "the type" D "not there")),
       says-names "the type" D Ws (cases-are D Ids Ts Ws))).
  pred record-is i:string, i:term.
  record-is D T :- of-kind "record" L, (if (std.mem L [D|Ws]) true (differs "the type" D "not there")),
    fields-of T Ids Ts, says-names "the type" D Ws (fields-are Ids Ids Ts Ws).
  pred fields-are i:list string, i:list string, i:list term, i:list string.
  fields-are _ [] [] [].
  fields-are All [Id|Ids] [T|Ts] [W|Ws] :- rex_split ":" W [N, S], field All Id N, shape T S,
    fields-are All Ids Ts Ws.
  pred field i:list string, i:string, i:string.
  field _ Id Id :- !.
  field All _ N :- rex_match "^a[0-9]+$" N, not (std.mem! All N).   % without a name, or with a word of .fl
  pred cases-are i:string, i:list string, i:list term, i:list string.
  cases-are _ [] [] [].
  cases-are D [Id|Ids] [T|Ts] [W|Ws] :- rex_split ":" W [N, S], N is "in_" ^ Id, fields-of T _ Fs,
    payload D Id T Fs S, cases-are D Ids Ts Ws.
  pred payload i:string, i:string, i:term, i:list term, i:string.
  payload _ _ _ [] "-" :- !.
  payload _ _ _ [T] S :- !, shape T S.
  payload D Id T _ S :- S is D ^ "_" ^ Id, record-is S T.

  pred arguments-are i:list term, i:int, i:list string, o:list string.   % and the words after them
  arguments-are [] _ Ws Ws.
  arguments-are [T|Ts] N [W|Ws] R :- W is "x" ^ {std.any->string N} ^ ":" ^ {shape T}, M is N + 1,
    arguments-are Ts M Ws R.
  pred nth-of-kind i:string, i:int, o:list string.
  nth-of-kind Kind N Ws :- of-kind Kind L, after-those N L [Ws|_], !.
  nth-of-kind Kind N _ :- differs Kind {std.any->string N} "not there".
  pred after-those i:int, i:list (list string), o:list (list string).
  after-those 0 L L :- !.
  after-those N [_|L] R :- M is N - 1, after-those M L R.
  pred effects-are i:list string, i:list string, i:list constructor, i:int, i:term, i:term.
  effects-are _ [] [] _ _ _.
  effects-are All [Id|Ids] [K|Ks] N Args Rets :- nth-of-kind "effect" N Ws,
    parts-of {coq.mk-app Args [global (indc K)]} Ts, shape {coq.mk-app Rets [global (indc K)]} R,
    says-names "the effect" Id Ws (Ws = [Name|As], called All Id Name, arguments-are Ts 0 As ["->", R]),
    M is N + 1, effects-are All Ids Ks M Args Rets.
  pred effects-named i:term, i:int, i:term, i:term.
  effects-named E N Args Rets :- coq.safe-dest-app E (global (indt I)) _, coq.env.indt I _ _ _ _ Ks _,
    std.map Ks (k\ r\ coq.gref->id (indc k) r) Ids, effects-are Ids Ids Ks N Args Rets.
  pred externs-named i:list gref.
  externs-named Gs :- std.map Gs (g\ r\ sigma Id\ coq.gref->id g Id, rex_replace "'" "_" Id r) Ids,
    externs-are Ids Ids Gs 0.
  pred externs-are i:list string, i:list string, i:list gref, i:int.
  externs-are _ [] [] _.
  externs-are All [Id|Ids] [G|Gs] N :- nth-of-kind "extern" N Ws, coq.env.typeof G Ty, function-of Ty Ts R,
    shape R RS,
    says-names "the function" Id Ws (Ws = [Name|As], called All Id Name, arguments-are Ts 0 As ["->", RS]),
    M is N + 1, externs-are All Ids Gs M.
  pred function-of i:term, o:list term, o:term.
  function-of (prod N T F) [T|Ts] R :- !, @pi-decl N T x\ function-of (F x) Ts R.
  function-of R [] R.

  % its parameters: what .fl does not have in names is changed, and names that are taken get a number
  pred parameters i:term, i:term, o:list string, o:list term, o:term.
  parameters B Ty Ids Ts R :- coq.reduction.lazy.whd Ty Ty1, parameters-whd B Ty1 Ids Ts R.
  pred parameters-whd i:term, i:term, o:list string, o:list term, o:term.
  parameters-whd B (prod N0 T F) [Id|Ids] [T|Ts] R :- !, (if (B = fun N _ _) true (N = N0)),
    coq.name->id N Id0, rex_replace "[^A-Za-z0-9_]" "_" Id0 Id1,
    (if (Id0 = "_") (Id = "unused") (if (rex_match "^[A-Za-z]" Id1) (Id = Id1) (Id is "v" ^ Id1))),
    @pi-decl N0 T x\ sigma B1\ (if (B = fun _ _ G) (B1 = G x) (B1 = B)), parameters B1 (F x) Ids Ts R.
  parameters-whd _ (app [{{ @Freer.t }}, _, _, _, R]) [] [] R.
  pred parameters-are i:list string, i:list string, i:list term, i:list string, o:list string.
  parameters-are _ [] [] Ws Ws.
  parameters-are All [Id|Ids] [T|Ts] [W|Ws] R :- rex_split ":" W [N, S], shape T S,
    (N = Id ; rex_match {calc ("^" ^ Id ^ "_[0-9]+$")} N, not (std.mem! All N)), !, parameters-are All Ids Ts Ws R.
  pred coroutine-named i:term, i:string, i:term.
  coroutine-named (global (const C)) Id Number :- numbered N Number, nth-of-kind "coroutine" N Ws,
    coq.env.typeof (const C) Ty, (if (coq.env.const-body C (some B)) true (B = sort prop)),
    parameters B Ty Ids Ts A, shape A R,
    says-names "the program" Id Ws (Ws = [Id|Ps], parameters-are Ids Ids Ts Ps ["->", R]).

  % ** Hypotheses
  % each function that C supplies, in their order: on values in range it computes the model, whose value is in range
  pred models i:term, i:int, i:term, o:list gref.
  models _ _ {{ True }} [] :- !.
  models E N {{ and lp:A lp:B }} [G|Gs] :- model E N [] A G, M is N + 1, models E M B Gs.
  pred model i:term, i:int, i:list term, i:term, o:gref.
  model E N Xs (prod I T F) G :- !, (if (is-proposition T) (in-range T X, one-of X Xs, Ys = (x\ Xs))
      (Ys = (x\ {std.append Xs [x]}))), @pi-decl I T x\ model E N (Ys x) (F x) G.
  model E N Xs {{ and (@eq _ lp:Called (@Some _ (@pair _ _ lp:Ds lp:R))) lp:Ok }} G :-
    Called = app [E1, I, Given], same_term E1 E, counted N I, all-encoded Given Xs1, same-terms Xs Xs1,
    all-encoded Ds Xs2, same-terms Xs Xs2, encoded R Call, applied-to Call Xs, in-range Ok Call1, same_term Call Call1,
    coq.safe-dest-app Call (global G) _, not (path-of G Path, proof-library Path).

  pred hypothesis i:string, i:list term, i:term.
  hypothesis _ [_|Xs] T :- in-range T X, one-of X Xs, !.
  hypothesis _ [E|_] T :- T = app [C, E1], same_term E E1, proof-constant "computes" C (fun N Ty F),
    (@pi-decl N Ty e\ models e 0 (F e) Gs), !, externs-named Gs.
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
      [Q, L, Facts, E1, Number, Effect, Args, Rets, _, Asks, Replies, Results, Given, Program], !,
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
      std.forall Rs reply-is) "what is replied:" Replies,
    effects-named Effect First Args Rets, coroutine-named P Id Number.
  says _ _ _ _ T :- fail-verdict ["its theorem says something else:", {coq.term->string T}].

  pred verdict i:string, i:gref, i:string.
  verdict Id Theorem Lib :- coq.env.typeof Theorem Ty, path-of Theorem Proof,
    rex_replace "_proof$" "_fl" Proof Fl,
    proof-library Proof => (
      std.forall [ {{:gref Data}}, {{:gref Typed}}, {{:gref Rep}} ]
        (c\ sigma Is\ coq.TC.db-for c Is, std.forall Is meant),
      says Id Fl Lib [] Ty).

  main [str Id, str Theorem, str Lib|Lines] :- !, new_safe Compared,
    std.map Lines (l\ r\ sigma S\ l = str S, rex_split " " S r) Words,
    (if (coq.locate-all Theorem Ls, std.mem Ls (loc-gref G), Theorem is {path-of G} ^ "." ^ {coq.gref->id G})
      (declared Words => compared Compared => verdict Id G Lib)
      (fail-verdict ["there is no theorem", Theorem])).
  main _ :- coq.error "usage: Fairlead_verdict <program> <theorem> <library> <declared>...".
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
