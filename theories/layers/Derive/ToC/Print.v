(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * ToFl, part 1: types and expressions as text.

    Nothing here is trusted: what is printed is read by [fairlead], and the proof that [ToFl] writes beside it is about
    what was read. *)
From elpi Require Import elpi.
From Coq Require Import ZArith String.
From Fairlead.Derive Require Import Freer Same Machine Coroutine Terms Inline Walk Translate.
From Fairlead.Derive.ToC Require Import Data.

(** Functions that C supplies, by their models: what [DeriveExtern] has been told. *)
Elpi Db derive.fl.extern lp:{{
  pred extern-model o:gref.
}}.

Elpi Db derive.fl.print lp:{{
  % where a variable of the program is in .fl
  kind tree type.
  type cell string -> tree.
  type parts tree -> tree -> tree.          % a pair: its parts
  type nothing tree.                        % of type unit

  kind item type.
  type line int -> string -> item.          % indented so much
  type mark string -> int -> item.          % here is the ask, loop or resumption with this number

  pred flvar o:term, o:tree.
  pred parameter o:string.                  % of the program
  pred later o:term.                        % may still be evaluated after what is being printed
  pred taken-names o:safe.                        % of the coroutine that is being printed
  pred user-types o:safe.
  pred externs-met o:safe.                  % the functions that C supplies
  pred flname i:string, o:string.
  flname "_" S :- !, flname "unused" S.
  flname Id S :- rex_replace "[^A-Za-z0-9_]" "_" Id Id1,
    (if (rex_match "^[A-Za-z]" Id1) (Id0 = Id1) (Id0 is "v" ^ Id1)),
    taken-names Names, open_safe Names L,
    (if (std.mem! L Id0 ; keyword Id0) (another Id0 1 L S) (S = Id0)), stash_in_safe Names S.
  pred another i:string, i:int, i:list string, o:string.
  another Id I L S :- S1 is Id ^ "_" ^ {std.any->string I}, if (std.mem! L S1) (I1 is I + 1,
    another Id I1 L S) (S = S1).
  pred keyword o:string.
  keyword S :- std.mem! ["ask", "asks", "append", "as", "assert", "be", "bool", "break", "bytes", "call", "const",
    "continue", "coro", "coroutine", "count", "default", "done", "effect", "else", "event", "extern", "false", "fn",
      "for",
    "forward", "if", "import", "in", "inout", "is", "le", "len", "lending", "lent", "let", "load", "loop", "map",
      "match",
    "none", "push", "record", "remove", "resize", "resume", "return", "size", "some", "start", "store", "trap", "true",
    "type", "union", "u8", "u16", "u32", "u64", "var", "while", "with", "align", "state", "_", ""] S.

  pred refuse i:term, i:string, i:string.
  refuse T Why What :- program P, coq.error "to C:" P ":" {calc (Why ^ ":")} {coq.term->string T} {calc ("(" ^ What ^
    ")")}.

  % what C and those who drive the program call by this name
  pred outer-name i:term, i:string.
  outer-name _ Id :- rex_match "^[A-Za-z][A-Za-z0-9_]*$" Id, !.
  outer-name T Id :- refuse T {calc (Id ^ " can be no name in .fl and C")}
    "rename it: letters of ASCII, digits and underscores, a letter first".

  % ** Constants
  % as text: Elpi's own numbers have 63 bits
  pred number i:term, o:string.
  number T S :- coq.reduction.vm.norm T _ V, numeral V, coq.typecheck T Ty ok,
    (if (coq.unify-eq Ty {{ N }} ok) (Z = {{ Z.of_N lp:T }}) (Z = T)),
    coq.typecheck Z {{ Z }} ok, coq.reduction.vm.norm {{ Z.to_int lp:Z }} _ {{ Decimal.Pos lp:D }}, digits D S.
  pred numeral i:term.
  numeral {{ Z0 }}.
  numeral {{ N0 }}.
  numeral {{ Zpos lp:P }} :- positive P.
  numeral {{ Npos lp:P }} :- positive P.
  pred positive i:term.
  positive {{ xH }}.
  positive {{ xO lp:P }} :- positive P.
  positive {{ xI lp:P }} :- positive P.
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
  pred fits i:term, i:term.
  fits W N :- coq.reduction.vm.norm {{ Z.ltb lp:N (Fairlead.Lang.Model.Value.limit lp:W) }} {{ bool }}
    {{ true }}.
  pred bit i:term, o:int.
  bit {{ true }} 1.
  bit {{ false }} 0.
  pred characters i:term, o:string.
  characters {{ EmptyString }} "".
  characters {{ String (Ascii.Ascii lp:A lp:B lp:C lp:D lp:E lp:F lp:G lp:H) lp:S }} R :-
    std.map [H, G, F, E, D, C, B, A] bit Bs, std.fold Bs 0 (b\ n\ m\ m is n * 2 + b) N,
    characters S R1, character N C1, R is C1 ^ R1.
  pred character i:int, o:string.
  character 10 "\\n" :- !.
  character 13 "\\r" :- !.
  character 34 "\\\"" :- !.
  character 92 "\\\\" :- !.
  character N S :- N > 31, N < 127, !, S is chr N.
  character N S :- H is N div 16, L is N mod 16, hex H A, hex L B, S is "\\x" ^ A ^ B.
  pred hex i:int, o:string.
  hex N S :- N < 10, !, S is {std.any->string N}.
  hex N S :- M is N + 87, S is chr M.

  % ** Types
  pred bits i:term, o:string.
  bits {{ W8 }} "8".
  bits {{ W16 }} "16".
  bits {{ W32 }} "32".
  bits {{ W64 }} "64".
  pred kept-whole i:term.                   % of these, places are changed in place
  kept-whole T :- coq.reduction.lazy.whd T W, kept-whole-whd W.
  pred kept-whole-whd i:term.
  kept-whole-whd {{ bytes _ }}.
  kept-whole-whd {{ table _ _ _ }}.
  kept-whole-whd T :- child T _.

  pred child i:term, o:string.              % the type of a machine's states: the coroutine
  child (global _ as T) Name :- derived GR (mk-callee _ T _ _ _ _ _ _ _ _ _ _), runs GR _ _, coq.gref->id GR Name.

  pred is-unit i:term.
  is-unit T :- coq.reduction.lazy.whd T {{ unit }}.
  pred is-empty i:term.                     % what never ends has no result
  is-empty T :- coq.reduction.lazy.whd T {{ Empty_set }}.

  pred ty i:term, o:string.
  ty T _ :- is-unit T, !,
    refuse T "values of this type say nothing, and .fl has none in other data, or as parameters"
    "leave it out: a bool in place of an option of it".
  ty T S :- coq.reduction.lazy.whd T W, ty-whd W S, !.
  ty T _ :- refuse T "values of this type have no bound that .fl could keep, or are not within its reach"
    "use bool, u8 to u64, bytes, table, option, coroutines; datatypes of these, without parameters, not pairs".
  pred ty-whd i:term, o:string.
  ty-whd {{ bool }} "bool".
  ty-whd {{ word lp:W }} S :- bits W B, S is "u" ^ B.
  ty-whd {{ bytes lp:C }} S :- number C N, S is "bytes<" ^ N ^ ">".
  ty-whd {{ option lp:A }} S :- ty A SA, S is SA ^ "?".
  ty-whd {{ table lp:C lp:W lp:A }} S :- number C N, bits W B, ty A SA,
    S is "map<u" ^ B ^ ", " ^ SA ^ ", " ^ N ^ ">".
  ty-whd T S :- child T Name, S is "coro " ^ Name.
  ty-whd (global (indt I)) S :- user-type I, coq.gref->id (indt I) S.

  % A datatype of the user's own: neither recursive nor with parameters.
  pred user-type i:inductive.
  user-type I :- user-types Known, open_safe Known L, std.exists L (d\ sigma S Ks\ d = datatype I S Ks), !.
  user-type I :- coq.env.indt I tt 0 0 (sort _) Ks KTs, Ks = [_|_], coq.gref->id (indt I) S,
    outer-name (global (indt I)) S,
    std.map2 Ks KTs (k\ t\ c\ sigma As N\ user-fields I t As, coq.gref->id (indc k) N,
      outer-name (global (indc k)) N, c = case N k As) Cs,
    user-types Known, stash_in_safe Known (datatype I S Cs).
  kind user-case type.
  type case string -> constructor -> list (pair string string) -> user-case.   % fields: names and types in .fl
  kind datatype type.
  type datatype inductive -> string -> list user-case -> datatype.
  pred user-fields i:inductive, i:term, o:list (pair string string).
  user-fields I (prod N T F) [pr Id S|L] :- !, coq.env.term-dependencies T Deps, not (coq.gref.set.mem (indt I) Deps),
    ty T S, coq.name->id N Id0,
    (if (Id0 = "_" ; keyword Id0) (Id is "a" ^ {std.any->string {new_int} })
      (Id = Id0, outer-name (global (indt I)) Id)),
    @pi-decl N T x\ user-fields I (F x) L.
  user-fields _ _ [].

  % the type of a program: how many parameters it has, and [t]
  pred program-type i:term, o:int, o:term.
  program-type T N R :- coq.reduction.lazy.whd T W, program-type-whd W N R.
  pred program-type-whd i:term, o:int, o:term.
  program-type-whd (prod N T F) C R :- !, (@pi-decl N T x\ program-type (F x) C0 R), C is C0 + 1.
  program-type-whd (app [{{ @t }}|_] as R) 0 R :- !.

  % ** Expressions: what has to be done before, and the text. [expr T Pre E]
  pred ind o:int.
  pred expr i:term, o:list item, o:string.
  expr X [] S :- name X, flvar X (cell S), !.
  expr X _ _ :- name X, flvar X _, !,
    refuse X "this pair is used as a whole" "take it apart, or put it together where it is used".
  expr {{ true }} [] "true" :- !.
  expr {{ false }} [] "false" :- !.
  expr {{ @lit lp:W lp:N }} [] S :- !,
    (if (number N V) true (refuse N "this is no constant number" "write the number itself")),
    bits W B, (if (fits W N) true (refuse N {calc ("this number does not fit in u" ^ B)} "give it a wider type")),
    S is V ^ "u" ^ B.
  expr {{ @text _ lp:T }} [] S :- !, coq.reduction.vm.norm T _ V,
    (if (characters V C) true (refuse T "this is no constant string" "write the string itself")), S is "\"" ^ C ^ "\"".
  expr {{ @no_bytes _ }} [] "\"\"" :- !.
  expr {{ @no_entries _ _ _ }} [] "default" :- !.
  expr {{ andb lp:A lp:B }} P S :- !, binary "&&" A B P S.
  expr {{ orb lp:A lp:B }} P S :- !, binary "||" A B P S.
  expr {{ negb lp:A }} P S :- !, expr A P SA, S is "!" ^ SA.
  expr {{ @add_wrap _ lp:A lp:B }} P S :- !, binary "+%" A B P S.
  expr {{ @sub_wrap _ lp:A lp:B }} P S :- !, binary "-%" A B P S.
  expr {{ @mul_wrap _ lp:A lp:B }} P S :- !, binary "*%" A B P S.
  expr {{ @add _ lp:A lp:B }} P S :- !, binary "+" A B P S.
  expr {{ @sub _ lp:A lp:B }} P S :- !, binary "-" A B P S.
  expr {{ @mul _ lp:A lp:B }} P S :- !, binary "*" A B P S.
  expr {{ @land _ lp:A lp:B }} P S :- !, binary "&" A B P S.
  expr {{ @lor _ lp:A lp:B }} P S :- !, binary "|" A B P S.
  expr {{ @lxor _ lp:A lp:B }} P S :- !, binary "^" A B P S.
  expr {{ @complement _ lp:A }} P S :- !, expr A P SA, S is "(~" ^ SA ^ ")".
  expr {{ @div _ lp:A lp:B }} P S :- !, binary "/" A B P S.
  expr {{ @rem _ lp:A lp:B }} P S :- !, binary "%" A B P S.
  expr {{ @shl _ lp:A lp:B }} P S :- !, binary "<<" A B P S.
  expr {{ @shr _ lp:A lp:B }} P S :- !, binary ">>" A B P S.
  expr {{ @rotl _ lp:A lp:B }} P S :- !, binary "<<<" A B P S.
  expr {{ @rotr _ lp:A lp:B }} P S :- !, binary ">>>" A B P S.
  expr {{ @eqw _ lp:A lp:B }} P S :- !, binary "==" A B P S.
  expr {{ @ltw _ lp:A lp:B }} P S :- !, binary "<" A B P S.
  expr {{ @lew _ lp:A lp:B }} P S :- !, binary "<=" A B P S.
  expr {{ @bytes_eq _ _ lp:A lp:B }} P S :- !, binary "==" A B P S.
  expr {{ @cast _ lp:W lp:A }} P S :- !, expr A P SA, bits W B, S is "(" ^ SA ^ " as u" ^ B ^ ")".
  expr {{ @truncate lp:V lp:W lp:A }} P S :- !, expr A P SA, bits V C, bits W B,
    (if (narrower B C) (S is "(" ^ SA ^ " as% u" ^ B ^ ")")
      (refuse A {calc ("a u" ^ C ^ " is not cut off to a u" ^ B)} "use cast, or the value itself")).
  expr {{ @load_be _ lp:W lp:A lp:B }} P S :- !, loads "be" W A B P S.
  expr {{ @load_le _ lp:W lp:A lp:B }} P S :- !, loads "le" W A B P S.
  expr {{ @len _ lp:A }} P S :- !, expr A P SA, S is "len(" ^ SA ^ ")".
  expr {{ @count _ _ _ lp:A }} P S :- !, expr A P SA, S is "count(" ^ SA ^ ")".
  expr {{ @at_ _ lp:A lp:B }} P S :- !, expr A PA SA, expr B PB SB, std.append PA PB P, S is SA ^ "[" ^ SB ^ "]".
  expr {{ @Some _ lp:A }} P S :- !, expr A P SA, S is "some(" ^ SA ^ ")".
  expr {{ @None _ }} [] "none" :- !.
  expr (app [F|_] as T) P N :- built T, !, coq.typecheck T Ty ok, flname "made" N, declare-into N Ty T P, (F = F).
  expr T P S :- coq.safe-dest-app T (global (indc K)) Args, coq.env.typeof (indc K) KT,
    result-type KT (global (indt I)),
    user-type I, !,
    user-types Known, open_safe Known L, std.mem L (datatype I D Cs), !, std.mem Cs (case Nm K Fs), !,
    std.map Args (a\ r\ sigma PA SA\ expr a PA SA, r = pr PA SA) Es, std.map Es fst Ps, std.flatten Ps P,
    std.map Es snd Ss, constructed D Cs Nm Fs Ss S.
  expr T P N :- coq.safe-dest-app T (global G) Args, extern-model G, !, externs-met Met, ind I,
    (if (std.mem! {open_safe Met} G) true (stash_in_safe Met G)),
    std.map Args (a\ r\ sigma PA SA\ expr a PA SA, r = pr PA SA) Es, std.map Es fst Ps, std.map Es snd Ss,
    coq.typecheck T Ty ok, ty Ty TS, flname "answer" N,
    std.append {std.flatten Ps} [line I {calc ({var-or-let Ty} ^ N ^ ": " ^ TS ^ " = " ^ {extern-name G} ^ "(" ^
      {std.string.concat ", " Ss} ^ ");")}] P.
  expr T _ _ :- coq.safe-dest-app T (global (const C)) _, coq.env.opaque? C, coq.env.const-body C (some _), !,
    refuse T "this was ended with Qed, so nothing can be said of it" "end it with Defined".
  expr T P S :- coq.safe-dest-app T (global (const C)) Args, coq.env.const-body C (some B), not (known C),
    (if (looked-through O, not (std.mem! {open_safe O} C)) (stash_in_safe O C) true),
    beta-args B Args U, not (U = T), !, expr U P S.
  expr T _ _ :-
    refuse T "this is not within reach of .fl"
    "use the functions of Fairlead.Derive.ToC.Data, and definitions made of them".
  pred extern-name i:gref, o:string.
  extern-name G N :- extern-id G N, outer-name (global G) N.
  pred extern-id i:gref, o:string.
  extern-id G N :- coq.gref->id G Id, rex_replace "'" "_" Id N0, (if (keyword N0) (N is N0 ^ "_") (N = N0)).
  pred known i:constant.
  known C :- coq.gref->path (const C) ["Fairlead", "Derive", "ToC", "Data"].
  pred looked-through o:safe.
  pred result-type i:term, o:term.
  result-type (prod N T F) R :- !, @pi-decl N T x\ result-type (F x) R.
  result-type T R :- coq.reduction.lazy.whd T R.
  pred beta-args i:term, i:list term, o:term.
  beta-args (fun _ _ F) [X|Xs] T :- !, beta-args (F X) Xs T.
  beta-args T [] T.

  pred binary i:string, i:term, i:term, o:list item, o:string.
  binary Op A B P S :- expr A PA SA, expr B PB SB, std.append PA PB P, S is "(" ^ SA ^ " " ^ Op ^ " " ^ SB ^ ")".

  pred loads i:string, i:term, i:term, i:term, o:list item, o:string.
  loads O W A I P S :- expr A PA SA, expr I PI SI, bits W B, std.append PA PI P,
    S is "(load " ^ O ^ " u" ^ B ^ " " ^ SA ^ "[" ^ SI ^ "])".
  pred narrower i:string, i:string.
  narrower "8" B :- not (B = "8").
  narrower "16" B :- std.mem! ["32", "64"] B.
  narrower "32" "64".

  pred constructed i:string, i:list user-case, i:string, i:list (pair string string), i:list string, o:string.
  constructed D [_] _ Fs Ss S :- !, record-text D Fs Ss S.
  constructed D _ Nm [] _ S :- !, case-name Nm N, S is D ^ "." ^ N.
  constructed D _ Nm [_] [E] S :- !, case-name Nm N, S is D ^ "." ^ N ^ "(" ^ E ^ ")".
  constructed D _ Nm Fs Ss S :- case-name Nm N, payload-name D Nm R, record-text R Fs Ss E,
    S is D ^ "." ^ N ^ "(" ^ E ^ ")".
  pred record-text i:string, i:list (pair string string), i:list string, o:string.
  record-text D Fs Ss S :- std.map2 Fs Ss (f\ s\ r\ sigma N T\ f = pr N T, r is N ^ ": " ^ s) L,
    S is D ^ " { " ^ {std.string.concat ", " L} ^ " }".
  pred case-name i:string, o:string.
  case-name N S :- S is "in_" ^ N.
  pred payload-name i:string, i:string, o:string.
  payload-name D N S :- S is D ^ "_" ^ N.

  % What is made by changing a place: starts from something, and then statements.
  pred built i:term.
  built {{ @cat _ _ _ _ }}.
  built {{ @push _ _ _ }}.
  built {{ @fit _ _ _ }}.
  built {{ @part _ _ _ _ }}.
  built {{ @put _ _ _ _ _ _ }}.
  built {{ @remove _ _ _ _ _ }}.
  built T :- coq.safe-dest-app T G _, runs _ G _.

  pred base i:term, o:term.                 % where it starts from
  base {{ @cat _ _ lp:A _ }} B :- !, base A B.
  base {{ @push _ lp:A _ }} B :- !, base A B.
  base {{ @put _ _ _ lp:A _ _ }} B :- !, base A B.
  base {{ @remove _ _ _ lp:A _ }} B :- !, base A B.
  base A A.

  % [changes N T Items]: to the place N, which holds the base of T, what makes it T
  pred changes i:string, i:term, o:list item.
  changes N {{ @cat _ _ lp:A lp:B }} L :- !, changes N A L0, expr B P S, ind I,
    std.append P [line I {calc ("append " ^ N ^ ", " ^ S ^ ";")}] L1, std.append L0 L1 L.
  changes N {{ @push _ lp:A lp:B }} L :- !, changes N A L0, expr B P S, ind I,
    std.append P [line I {calc ("push " ^ N ^ ", " ^ S ^ ";")}] L1, std.append L0 L1 L.
  changes N {{ @put _ _ _ lp:A lp:K lp:B }} L :- !, changes N A L0, expr K PK SK, expr B PB SB, ind I,
    std.append PK PB P, std.append P [line I {calc (N ^ "[" ^ SK ^ "] = " ^ SB ^ ";")}] L1, std.append L0 L1 L.
  changes N {{ @remove _ _ _ lp:A lp:K }} L :- !, changes N A L0, expr K P SK, ind I,
    std.append P [line I {calc ("remove " ^ N ^ ", " ^ SK ^ ";")}] L1, std.append L0 L1 L.
  changes _ _ [].

  % a new variable N of type T that holds V
  pred declare-into i:string, i:term, i:term, o:list item.
  declare-into N _ V [line I Start, mark "resume" R, line I Resume|L] :- coq.safe-dest-app V New Args, runs G New _, !,
    coq.gref->id G W, ind I, new_int R,
    std.map Args (a\ r\ sigma P\ expr a P r) Es,
    Start is "var " ^ N ^ ": coro " ^ W ^ " = start " ^ W ^ "(" ^ {std.string.concat ", " Es} ^ ");",
    Resume is "let _ = resume " ^ N ^ ";", L = [].
  declare-into N Ty {{ @fit _ _ lp:A }} L :- !, expr A P E, ty Ty S, ind I,
    std.append P [line I {calc ("var " ^ N ^ ": " ^ S ^ " = " ^ E ^ ";")}] L.
  declare-into N Ty {{ @part _ lp:A lp:B lp:C }} L :- !, expr A PA SA, expr B PB SB, expr C PC SC, ty Ty S, ind I,
    std.flatten [PA, PB, PC, [line I {calc ("var " ^ N ^ ": " ^ S ^ " = " ^ SA ^ "[" ^ SB ^ ".." ^ SC ^ "];")}]] L.
  declare-into N Ty V L :- base V B, ty Ty S, ind I, expr B P E,
    std.append P [line I {calc ({var-or-let Ty} ^ N ^ ": " ^ S ^ " = " ^ E ^ ";")}] L0,
    (if (B = V) (L1 = []) (changes N V L1)), std.append L0 L1 L.
  pred var-or-let i:term, o:string.
  var-or-let T "var " :- kept-whole T, !.
  var-or-let _ "let ".

  % V into the variable N, which is there
  pred store-into i:string, i:term, o:list item.
  store-into N V [] :- name V, flvar V (cell N), !.
  store-into N V L :- base V B, not (B = V), !,
    (if (name B, flvar B (cell N)) (L0 = []) (store-into N B L0)), changes N V L1, std.append L0 L1 L.
  store-into N V L :- expr V P E, ind I, std.append P [line I {calc (N ^ " = " ^ E ^ ";")}] L.

  % the variables of .fl that V reads
  pred reads i:term, o:list string.
  reads T L :- std.findall (flvar _ _) All, std.map-filter All (read-here T) Ls, std.flatten Ls L.
  pred read-here i:term, i:prop, o:list string.
  read-here T (flvar X Tr) L :- occurs X T, tree-cells Tr L.
  pred tree-cells i:tree, o:list string.
  tree-cells (cell S) [S].
  tree-cells nothing [].
  tree-cells (parts A B) L :- tree-cells A LA, tree-cells B LB, std.append LA LB L.
}}.
