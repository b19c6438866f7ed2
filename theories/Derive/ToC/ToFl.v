(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * ToFl, part 3: the command.

    [ToFl p "folder"] writes, for a derived program [p], the coroutine and the proof that what is compiled from it does
    what [p] says: two files, named after [p]. The proof imports a third, what [fairlead coq] prints of the first. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Coroutine Terms Inline Walk Translate.
From Fairlead.Derive.ToC Require Import Data.
From Fairlead.Derive.ToC Require Export Print Statements Facts Tables.

Elpi Db derive.fl.proof lp:{{
  % a coroutine that has been printed: number of its procedure, name, machine, marks in the order of the text, sites
  kind printed type.
  type coroutine-of int -> gref -> callee -> list item -> list site -> printed.

  pred unlines i:list string, o:string.
  unlines L S :- std.map L (l\ r\ r is l ^ "\n") L1, std.string.concat "" L1 S.
  pred item-line i:item, o:list string.
  item-line (line I S) [R] :- N is I * 2, spaces N W, R is W ^ S.
  item-line (mark _ _) [].
  pred spaces i:int, o:string.
  spaces 0 "" :- !.
  spaces N S :- M is N - 1, spaces M T, S is " " ^ T.
  pred item-text i:list item, o:string.
  item-text L S :- std.map L item-line Ls, std.flatten Ls F, unlines F S.

  % the how-manieth of its kind a mark is
  pred position i:string, i:int, i:list item, i:int, o:int.
  position K J [mark K J|_] N N :- !.
  position K J [mark K _|L] N R :- !, M is N + 1, position K J L M R.
  position K J [_|L] N R :- position K J L N R.

  pred module-of i:gref, o:string.
  module-of G S :- coq.gref->path G P, std.string.concat "." P S.
  pred full i:gref, o:string.
  full G S :- coq.gref->path G P, coq.gref->id G Id, std.append P [Id] L, std.string.concat "." L S.

  % what a cell holds, for a variable [X] of Coq's with this tree
  pred cell-text i:int, i:string, i:string, i:tree, o:string.
  cell-text _ _ _ nothing "True" :- !.
  cell-text Q Store X (cell S) R :- !,
    R is "cell F.variables_" ^ {std.any->string Q} ^ " " ^ Store ^ " \"" ^ S ^ "\"%string " ^ X.
  cell-text Q Store X (parts A B) R :- XA is X ^ "l", XB is X ^ "r", cell-text Q Store XA A RA,
    cell-text Q Store XB B RB,
    R is "(match " ^ X ^ " with (" ^ XA ^ ", " ^ XB ^ ") => " ^ RA ^ " /\\ " ^ RB ^ " end)".

  pred arguments-of i:term, o:list string.
  arguments-of (prod N T F) [Id|L] :- !, coq.name->id N Id, @pi-decl N T x\ arguments-of (F x) L.
  arguments-of _ [].
  pred numbered i:list A, i:int, o:list string.
  numbered [] _ [].
  numbered [_|L] N [S|R] :- S is "x" ^ {std.any->string N}, M is N + 1, numbered L M R.
  pred known-as i:list (pair string tree), i:string, o:tree.
  known-as Env Id T :- std.mem Env (pr Id T), !.
  known-as _ Id _ :- coq.error "to C: internal: no variable of .fl for" Id.

  pred states-text i:int, i:list item, i:list constructor, i:list term, i:list site, o:list string.
  states-text _ _ [] [] [] [].
  states-text Q Marks [K|Ks] [T|Ts] [site _ J Env _ _|Ss] [R|Rs] :-
    fact-text (indc K) {numbered {arguments-of T} 0} Facts,
    position "ask" J Marks 0 N, arguments-of T Ids, numbered Ids 0 Xs,
    std.map2 Ids Xs (id\ x\ r\ sigma Tr\ known-as Env id Tr, cell-text Q "(snd f)" x Tr r) Cs,
    R is "  | " ^ {full (indc K)} ^ " " ^ {std.string.concat " " Xs} ^ " => fst f = waiting_point F.Q " ^
      {std.any->string Q} ^ " "
      ^ {std.any->string N} ^ " /\\ Datatypes.length (snd f) = Datatypes.length F.variables_" ^ {std.any->string Q}
      ^ " /\\ " ^ {std.string.concat " /\\ " {std.flatten [Cs, Facts, ["True"]]} },
    states-text Q Marks Ks Ts Ss Rs.

  pred turns-text i:int, i:list item, i:list constructor, i:list term, i:list site, o:list string.
  turns-text _ _ [] [] [] [].
  turns-text Q Marks [K|Ks] [T|Ts] [site Kind J Env Tr W|Ss] [R|Rs] :-
    (if (Kind = "inside") (M = "resume") (M = Kind)), position M J Marks 0 N, arguments-of T Ids0,
    std.rev Ids0 [_|IdsR], std.rev IdsR Ids, numbered Ids 0 Xs, fact-text (indc K) {std.append Xs ["last"]} Facts,
    std.map2 Ids Xs (id\ x\ r\ sigma U\ known-as Env id U, cell-text Q "store" x U r) Cs,
    QS is {std.any->string Q}, NS is {std.any->string N},
    Len is "Datatypes.length store = Datatypes.length F.variables_" ^ QS,
    (if (Kind = "loop")
      (cell-text Q "store" "last" Tr Last,
       R is "  | " ^ {full (indc K)} ^ " " ^ {std.string.concat " " Xs} ^
         " last => exists store here, nth_loop F.Q " ^ QS ^ " " ^ NS
         ^ " = Some here /\\ st = in_loop " ^ QS ^ " here store ls /\\ " ^ Len ^ " /\\ "
         ^ {std.string.concat " /\\ " {std.flatten [Cs, [Last], Facts]} })
      (R is "  | " ^ {full (indc K)} ^ " " ^ {std.string.concat " " Xs} ^
        " last => exists store here, nth_resume F.Q " ^ QS ^ " " ^ NS
         ^ " = Some here /\\ turns_" ^ W ^ " (Parent (fst here) " ^ QS ^ " (snd here) store :: ls) last st /\\ " ^
           Len ^ " /\\ "
         ^ {std.string.concat " /\\ " {std.flatten [Cs, Facts, ["True"]]} })),
    turns-text Q Marks Ks Ts Ss Rs.

  % the constants that a machine's code is made of
  pred code-names i:gref, i:list term, o:list string.
  code-names GR Roots L :- code-constants GR Roots Gs, std.map Gs (g\ r\ full g r) L.
  % what is known in a state, or a turn, with these arguments
  pred fact-text i:gref, i:list string, o:list string.
  fact-text K Xs [S] :- known-fact K Full, !, S is Full ^ " " ^ {std.string.concat " " Xs}.
  fact-text _ _ [].
}}.

Elpi Db derive.fl.command lp:{{
  pred body-of i:gref, o:term.
  body-of GR B :- coq.gref->id GR Id, module-of GR Mod, Over is Mod ^ "." ^ Id ^ "_over_machines",
    coq.locate-all Over [loc-gref (const C)|_], !, coq.env.const-body C (some B).
  body-of (const C) B :- coq.env.const-body C (some B).

  % the coroutines that a program keeps, first those that they keep themselves
  pred kept-by i:gref, i:list gref, o:list gref.
  kept-by GR Seen L :- body-of GR B, coq.env.term-dependencies B Deps,
    std.findall (runs _ _ _) All,
    std.map-filter All (c\ g\ sigma New K\ c = runs g New (mk-callee _ _ _ _ (global K) _ _ _ _ _ _ _), New = global N,
      (coq.gref.set.mem N Deps ; coq.gref.set.mem K Deps)) Gs0,
    std.fold Gs0 Seen (g\ s\ s1\ if (std.mem! s g) (s1 = s) (sigma L0\ kept-by g s L0, s1 = [g|L0])) L.

  % The parameters, as Derive goes through them; a coroutine's last one is the reply to a first yield, of nothing.
  pred params i:bool, i:term, i:term, i:int, i:list (pair string tree), i:list string, o:list item, o:list site,
    o:list string.
  params ff Body _ 0 Env Ps L Sites Qs :- !, st Body to-return Env L Sites, std.rev Ps Qs.
  params tt Body Ty 1 Env Ps [mark "ask" J, line I Line|L] Sites Qs :- !, coq.reduction.lazy.whd Ty (prod X T _),
    (if (Body = fun X1 _ _) true (X1 = X)), new_int J, ind I, program P, signature _ Ar _ _,
    applied Ar [ {{ yield }} ] B0, (if (is-unit B0) (D = "") (D = "default")), Asks is "ask " ^ P ^ "_yield(" ^ D ^
      ");",
    coq.name->id X1 Id0,
    (if (is-unit T) (Tr = nothing, Line = Asks)
      (flname Id0 S, Tr = cell S, Line is {var-or-let T} ^ S ^ ": " ^ {ty T} ^ " = " ^ Asks)),
    (under X1 T x\ sigma B Id\ use Body x B, same-id x Id, flvar x Tr => st B to-return [pr Id Tr|Env] L SF),
    std.append SF [site "ask" J Env nothing ""] Sites, std.rev Ps Qs.
  params Child Body Ty N Env Ps L Sites Qs :- coq.reduction.lazy.whd Ty (prod X T R), N1 is N - 1,
    (if (Body = fun X1 _ _) true (X1 = X)), coq.name->id X1 Id0, flname Id0 S, P is S ^ ": " ^ {ty T},
    under X1 T x\ sigma B Id\ use Body x B, same-id x Id, flvar x (cell S) =>
      params Child B (R x) N1 [pr Id (cell S)|Env] [P|Ps] L Sites Qs.

  pred effect-text i:string, i:term, i:term, o:string.
  effect-text Name A R S :- argument-types A Ts, numbered Ts 0 Ns, std.map2 Ns Ts (n\ t\ r\ r is n ^ ": " ^ t) L,
    (if (is-unit R) (Res = "") (Res is " -> " ^ {ty R})),
    S is "effect " ^ Name ^ "(" ^ {std.string.concat ", " L} ^ ")" ^ Res ^ ";".
  pred argument-types i:term, o:list string.
  argument-types T [] :- is-unit T, !.
  argument-types T L :- coq.reduction.lazy.whd T {{ prod lp:A lp:B }}, !, argument-types A LA, argument-types B LB,
    std.append LA LB L.
  argument-types T [S] :- ty T S.
  % a request's arguments, as the pattern of a function and as values
  pred argument-values i:term, i:string, o:string, o:list string.
  argument-values T _ "_" [] :- is-unit T, !.
  argument-values T X P L :- coq.reduction.lazy.whd T {{ prod lp:A lp:B }}, !, XA is X ^ "l", XB is X ^ "r",
    argument-values A XA PA LA, argument-values B XB PB LB, std.append LA LB L, P is "(" ^ PA ^ ", " ^ PB ^ ")".
  argument-values _ X X [V] :- V is "enc " ^ X.

  % effects: of the top program one for each constructor, of a coroutine its yields
  kind fl-effect type.
  type fl-effect string -> string -> term -> term -> fl-effect.     % name in .fl, constructor in Coq, argument, reply
  pred effects-of i:bool, i:gref, o:list fl-effect.
  effects-of Child GR L :- coq.gref->id GR Id, coq.env.typeof GR Ty, program-type Ty _ (app [_, E, Ar, R, _]),
    (if (Child = tt) (coq.reduction.lazy.whd {applied Ar [ {{ yield }} ]} A,
      coq.reduction.lazy.whd {applied R [ {{ yield }} ]} B, N is Id ^ "_yield",
        L = [fl-effect N "yield" A B])
      (coq.safe-dest-app E (global (indt I)) _, coq.env.indt I _ _ _ _ Ks _,
       std.map Ks (k\ r\ sigma A B N F\ applied Ar [global (indc k)] A, applied R [global (indc k)] B,
         operation (global (indc k)) N, full (indc k) F, r = fl-effect N F A B) L)).

  % one coroutine: its text, and what the proof needs to know of it
  pred print-coroutine i:bool, i:int, i:gref, o:printed, o:string.
  print-coroutine Child Q GR (coroutine-of Q GR Callee Items Sites) Text :-
    coq.gref->id GR Id, (program Id => outer-name (global GR) Id),
    coq.env.typeof GR Ty, program-type Ty N (app [_, E, Ar, R, A]), body-of GR Body0,
      strip Body0 Body, derived GR Callee, !,
    new_safe Rs, new_safe Names, stash_in_safe Names Id,
    std.forall {std.findall (extern-model _)} (e\ sigma X N\
      e = extern-model X, extern-id X N, stash_in_safe Names N),
    effects-of Child GR Es, std.map Es (e\ r\ sigma X Y Z\ e = fl-effect r X Y Z) EsNames,
    std.forall EsNames (n\ stash_in_safe Names n),
    (program Id => signature E Ar R A => replies Rs => taken-names Names => depth 0 => ind 1 =>
      print-parts Child Body Ty N A Es Items Sites Ps Result Declared),
    (if (EsNames = []) (Asks = "") (Asks is " asks " ^ {std.string.concat ", " EsNames})),
    item-text Items T, unlines Declared D,
    Text is D ^ "coroutine " ^ Id ^ "(" ^ {std.string.concat ", " Ps} ^ ")" ^ Result ^ Asks ^ " {\n" ^ T ^ "}\n".

  pred strip i:term, o:term.                 % without casts
  strip B C :- (pi n t v w\ copy (let n t v (x\ x)) w :- copy v w) => copy B C.
  pred print-parts i:bool, i:term, i:term, i:int, i:term, i:list fl-effect, o:list item, o:list site, o:list string,
    o:string, o:list string.
  print-parts Child Body Ty N A Es Items Sites Ps Result Declared :- std.do! [
    (if (is-unit A ; is-empty A) (Result = "") (ty A AS, Result is " -> " ^ AS)),
    params Child Body Ty N [] [] Items Sites Ps,
    std.map Es (e\ r\ sigma M C X Y\ e = fl-effect M C X Y, effect-text M X Y r) Declared].

  % ** Datatypes of the user's
  pred datatype-text i:datatype, o:string.
  datatype-text (datatype _ D [case _ _ Fs]) S :- !, record-decl D Fs S.
  datatype-text (datatype _ D Cs) S :- std.map Cs (payload-decl D) Rs, std.map Cs (case-decl D) Ls,
    S is {std.string.concat "" Rs} ^ "union " ^ D ^ " { " ^ {std.string.concat ", " Ls} ^ " }\n".
  pred record-decl i:string, i:list (pair string string), o:string.
  record-decl D Fs S :- std.map Fs (f\ r\ sigma N T\ f = pr N T, r is N ^ ": " ^ T) L,
    S is "record " ^ D ^ " { " ^ {std.string.concat ", " L} ^ " }\n".
  pred payload-decl i:string, i:user-case, o:string.
  payload-decl D (case N _ [F, G|Fs]) S :- !, record-decl {payload-name D N} [F, G|Fs] S.
  payload-decl _ _ "".
  pred case-decl i:string, i:user-case, o:string.
  case-decl _ (case N _ []) S :- !, case-name N S.
  case-decl _ (case N _ [pr _ T]) S :- !, S is {case-name N} ^ "(" ^ T ^ ")".
  case-decl D (case N _ _) S :- S is {case-name N} ^ "(" ^ {payload-name D N} ^ ")".

  % ** Functions that C supplies
  pred computing o:string.                  % the theorem's hypothesis about them
  pred signature-of i:term, o:list term, o:term.
  signature-of (prod N T F) [T|L] R :- !, @pi-decl N T x\ signature-of (F x) L R1, R = R1.
  signature-of T [] T.
  pred extern-text i:gref, o:string.
  extern-text G S :- coq.env.typeof G Ty, signature-of Ty Ts R, numbered Ts 0 Xs,
    std.map2 Xs Ts (x\ t\ r\ sigma T\ ty t T, r is x ^ ": " ^ T) Ps,
    S is "extern fn " ^ {extern-name G} ^ "(" ^ {std.string.concat ", " Ps} ^ ") -> " ^ {ty R} ^ ";\n".
  pred externs-proof i:list gref, o:list string.
  externs-proof [] [] :- !.
  externs-proof Xs L :- std.map-i Xs extern-computes Cs, std.map-filter Xs made-opaque Os,
    std.map-i Xs (i\ _\ r\ sigma P\ nth-part i P, r is "k constr:(" ^ P ^ ")") Ks,
    std.flatten [["(** What C supplies computes its models. *)",
      "Definition computes (external : nat -> list data -> option (list data * data)) : Prop :="], Cs, ["  True."],
      [{calc ("Ltac fl_models H k ::= first [" ^ {std.string.concat " | " Ks} ^ "].")}], Os] L.
  pred nth-part i:int, o:string.
  nth-part 0 "proj1 H" :- !.
  nth-part N S :- M is N - 1, nth-part M S0, rex_replace "H$" "(proj2 H)" S0 S.
  pred extern-computes i:int, i:gref, o:string.
  extern-computes I G S :- coq.env.typeof G Ty, signature-of Ty Ts _, numbered Ts 0 Xs, full G F,
    std.map Xs (x\ r\ r is "ok " ^ x ^ " -> ") Oks, std.map Xs (x\ r\ r is "enc " ^ x) Es,
    std.string.concat "; " Es Ds, Call is F ^ " " ^ {std.string.concat " " Xs},
    S is "  (forall " ^ {std.string.concat " " Xs} ^ ", " ^ {std.string.concat "" Oks} ^ "external " ^
      {std.any->string I} ^ " [" ^ Ds ^ "] = Some ([" ^ Ds ^ "], enc (" ^ Call ^ ")) /\\ ok (" ^ Call ^ ")) /\\".
  pred made-opaque i:gref, o:string.
  made-opaque (const C) S :- coq.env.const-body C (some _), full (const C) F, S is "Opaque " ^ F ^ ".".

  % which constructors they have, for replies
  pred constructors-text i:list datatype, o:list string.
  constructors-text [] [].
  constructors-text Ds [S] :- std.map Ds tried-constructors Ls, std.flatten Ls L,
    S is "Ltac fl_constructors k ::= first [" ^ {std.string.concat " | " L} ^ "].".
  pred tried-constructors i:datatype, o:list string.
  tried-constructors (datatype _ _ Cs) L :-
    std.map Cs (c\ r\ sigma K N Fs S\ c = case N K Fs, full (indc K) S, r is "k constr:(" ^ S ^ ")") L.
  pred datatype-proof i:datatype, o:list string.
  datatype-proof (datatype I D Cs) [H, E, O, "  end |}."] :- full (indt I) F,
    H is "#[export] Instance data_" ^ D ^ " : Data " ^ F ^ " := {|",
    std.map-i Cs (case-enc Cs) Es, std.map Cs case-ok Os,
    E is "  enc P x := match x with" ^ {std.string.concat "" Es} ^ " end;",
    O is "  ok x := match x with" ^ {std.string.concat "" Os}.
  pred case-pattern i:constructor, i:list (pair string string), o:string, o:list string.
  case-pattern K Fs S Xs :- numbered Fs 0 Xs, S is " | " ^ {full (indc K)} ^ " " ^ {std.string.concat " " Xs} ^ " => ".
  pred case-enc i:list user-case, i:int, i:user-case, o:string.
  case-enc Cs I (case N K Fs) S :- case-key N K Fs K1 P Xs, (K1 = K1),
    std.map Xs (x\ r\ r is "enc " ^ x) Vs,
    (if (Cs = [_]) (B is "VRecord [" ^ {std.string.concat "; " Vs} ^ "]")
      (if (Vs = [V]) (B is "VUnion " ^ {std.any->string I} ^ " (" ^ V ^ ")")
        (B is "VUnion " ^ {std.any->string I} ^ " (VRecord [" ^ {std.string.concat "; " Vs} ^ "])"))),
    S is P ^ B.
  pred case-key i:string, i:constructor, i:list (pair string string), o:constructor, o:string, o:list string.
  case-key _ K Fs K P Xs :- case-pattern K Fs P Xs.
  pred case-ok i:user-case, o:string.
  case-ok (case _ K Fs) S :- case-pattern K Fs P Xs, std.map Xs (x\ r\ r is "ok " ^ x) Os,
    S is P ^ {std.string.concat " /\\ " {std.append Os ["True"]} }.

  % ** The proof
  % what is asked of whom, and what the replies stand for
  pred interface-text i:bool, i:gref, i:int, o:list string.
  interface-text tt GR First L :- !, coq.gref->id GR Id, coq.env.typeof GR Ty, program-type Ty _ (app [_, _, Ar, R, _]),
    coq.reduction.lazy.whd {applied Ar [ {{ yield }} ]} A0, coq.reduction.lazy.whd {applied R [ {{ yield }} ]} R0,
    term-text A0 AS, term-text R0 RS, argument-values A0 "a" P Vs,
    L = [{calc ("Definition asks_" ^ Id ^ " (e : Coroutine.yield_effect) : Coroutine.yield_args (" ^ AS ^
      ") e -> request :=")},
      {calc ("  fun a : " ^ AS ^ " => let '" ^ P ^ " := a in (" ^ {std.any->string First} ^ ", [" ^
        {std.string.concat "; " Vs} ^ "], []).")},
      {calc ("Definition replies_" ^ Id ^ " (e : Coroutine.yield_effect) : Coroutine.yield_rets (" ^ RS ^
        ") e -> response -> Prop :=")},
      {calc ("  fun (r : " ^ RS ^ ") d => ok r /\\ d = (enc r, []).")},
      {calc ("Definition said_" ^ Id ^ " (e : Coroutine.yield_effect) : Coroutine.yield_args (" ^ AS ^
        ") e -> Prop :=")},
      {calc ("  fun a : " ^ AS ^ " => let '" ^ P ^ " := a in " ^ {all-ok Vs} ^ ".")}].
  pred all-ok i:list string, o:string.      % of values, as they are printed: that they are in range
  all-ok Vs S :- std.map Vs (v\ r\ sigma N\ N is size v - 3, r is "ok" ^ substring v 3 N ^ " /\\ ") Os,
    S is {std.string.concat "" Os} ^ "True".
  interface-text ff GR First L :- coq.gref->id GR Id, coq.env.typeof GR Ty, program-type Ty _ (app [_, E, Ar, R, _]),
    effects-of ff GR Es, coq.safe-dest-app E (global EG) _, full EG ET, term-text Ar ArT, term-text R RT,
    std.map-i Es (asked ff First) Asks,
    std.map Es (replied ff) Replies,
    std.flatten [
      [{calc ("Definition asks_" ^ Id ^ " (e : " ^ ET ^ ") : (" ^ ArT ^ ") e -> request :=")}, "  match e with"],
        Asks, ["  end."],
      [{calc ("Definition replies_" ^ Id ^ " (e : " ^ ET ^ ") : (" ^ RT ^ ") e -> response -> Prop :=")},
        "  match e with"],
      Replies,
      ["  end."],
      [{calc ("Definition said_" ^ Id ^ " (e : " ^ ET ^ ") : (" ^ ArT ^ ") e -> Prop := fun _ => True.")}]] L.
  pred coq-effect i:bool, i:string, o:string.
  coq-effect tt _ "Coroutine.yield" :- !.
  coq-effect ff C C.
  pred asked i:bool, i:int, i:int, i:fl-effect, o:string.
  asked Child First I (fl-effect _ C A _) S :- argument-values A "a" P Vs, coq-effect Child C C1, N is First + I,
    S is "  | " ^ C1 ^ " => fun '" ^ P ^ " => (" ^ {std.any->string N} ^ ", [" ^ {std.string.concat "; " Vs} ^ "], [])".
  pred replied i:bool, i:fl-effect, o:string.
  replied Child (fl-effect _ C _ _) S :- coq-effect Child C C1, S is "  | " ^ C1 ^
    " => fun r d => ok r /\\ d = (enc r, [])".
  % with full names and without notations: the proof does not import what the program's file does
  pred term-text i:term, o:string.
  term-text (global G) S :- !, full G S.
  term-text (app [global G|Xs]) S :- std.map Xs term-text Ss, !,
    S is "(@" ^ {full G} ^ " " ^ {std.string.concat " " Ss} ^ ")".
  term-text T S :- @ppall! => coq.term->string T U, S is "(" ^ U ^ ")".

  pred machine-text i:printed, i:list string, o:list string.
  machine-text (coroutine-of Q GR (mk-callee _ St Tu _ Step GoOn Start _ _ _ _ _) Marks Sites) Unfolded L :-
    coq.gref->id GR Id, QS is {std.any->string Q}, computing Computes,
    (if (Computes = "") (Intro = "") (Intro = "intros Hcomputes. ")), declare-facts GR [Step, GoOn, Start],
    St = global (indt StI), coq.env.indt StI _ _ _ _ SKs SKTs,
    std.filter Sites (s\ sigma J E T W\ s = site "ask" J E T W) Asks, std.rev Asks AsksR,
    states-text Q Marks SKs SKTs AsksR States,
    (if (Tu = {{ Empty_set }}) (TuS = "Empty_set", Turns = [], TKs = [])
      (Tu = global (indt TuI), full (indt TuI) TuS, coq.env.indt TuI _ _ _ _ TKs TKTs,
       std.filter Sites (s\ sigma J E T W C\ (s = site "loop" J E T W ; (s = site "inside" J E T W,
         silent-child W))) Ts,
       turns-text Q Marks TKs TKTs Ts Turns)),
    code-names GR [Step, GoOn, Start] Names, Step = global StepG, GoOn = global GoOnG,

    std.append {std.map-filter SKs (k\ known-fact (indc k))} {std.map-filter TKs (k\ known-fact (indc k))} Knowns,
    std.string.concat " " [{calc ("frame_" ^ Id)}|Knowns] Frames,
    std.string.concat " " [{calc ("turns_" ^ Id)}|Knowns] TurnNames,
    Args is "asks_" ^ Id ^ " replies_" ^ Id ^ " " ^ QS ^ " rep frame_" ^ Id ^ " turns_" ^ Id ^ " said_" ^ Id,
    Args1 is "asks_" ^ Id ^ " " ^ QS ^ " rep frame_" ^ Id ^ " turns_" ^ Id ^ " said_" ^ Id,
    full (indt StI) StS, full StepG StepS, full GoOnG GoOnS,
    std.flatten [
      [{calc ("Definition frame_" ^ Id ^ " (s : " ^ StS ^ ") (f : frame fl_point) : Prop :=")}, "  match s with"],
        States, ["  end."],
      [{calc ("#[export] Instance rep_" ^ Id ^ " : Rep " ^ StS ^
        " := fun s v => exists f, v = VCoro (Some (first_effect F.Q "
        ^ QS ^ ")) [f] /\\ frame_" ^ Id ^ " s f.")}],
      [{calc ("Definition turns_" ^ Id ^ " (ls : list fl_link) (l : " ^ TuS ^ ") (st : fl_state) : Prop :=")},
        "  match l with"], Turns, ["  end."],
      ["Ltac fl_unfold o ::=", {calc ("  let o := eval cbv beta iota zeta delta [" ^ {std.string.concat " " Names} ^ " "
         ^ {std.string.concat " " Unfolded} ^ "] in o in fl_operations o.")},
       {calc ("Ltac fl_frame ::= cbv beta delta [" ^ Frames ^ "].")},
       {calc ("Ltac fl_frame_in H ::= cbv beta delta [" ^ Frames ^ "] in H.")},
       {calc ("Ltac fl_said ::= unfold said_" ^ Id ^ ".")},
       {calc ("Ltac fl_turn ::= cbv beta delta [" ^ TurnNames ^ "].")},
       {calc ("Ltac fl_turn_in H ::= cbv beta delta [" ^ TurnNames ^ "] in H.")},
       {calc ("Lemma " ^ Id ^ "_steps external : " ^ Computes ^ "steps_realized F.Q external " ^ StepS ^ " " ^
         Args ^ ".")},
       {calc ("Proof. " ^ Intro ^ "fl_steps_realized. Qed.")},
       {calc ("Lemma " ^ Id ^ "_turns external : " ^ Computes ^ "turns_realized F.Q external " ^ GoOnS ^ " " ^
         Args1 ^ ".")},
       {calc ("Proof. " ^ Intro ^ "fl_turns_realized. Qed.")}]] L.
  pred silent-child i:string.
  silent-child W :- derived GR (mk-callee _ _ Tu _ _ _ _ _ _ _ _ _), runs GR _ _, coq.gref->id GR W, !,
    not (Tu = {{ Empty_set }}).

  % a coroutine's lemmas are used by those that keep it
  pred with-child-lemmas i:list printed, i:list string, i:list string, o:list string.
  with-child-lemmas [] _ _ [].
  with-child-lemmas [(coroutine-of _ GR _ _ _ as C)|Cs] Before Unfolded L :- coq.gref->id GR Id,
    (if (Before = []) (Uses = [])
      (computing Computes, (if (Computes = "") (Given = "_") (Given = "_ ltac:(eassumption)")),
       std.map Before (n\ r\ r is "eapply (" ^ n ^ "_steps " ^ Given ^ " _ s r)") Steps,
       std.map Before (n\ r\ r is "eapply " ^
        n ^ "_turns") Turns,
       std.map Before (n\ r\ r is "frame_" ^ n) Frames, std.map Before (n\ r\ r is "said_" ^ n) Said,
       Uses = [{calc ("Ltac fl_child_frame ::= unfold " ^ {std.string.concat ", " Frames} ^ ".")},
         {calc ("Ltac fl_child_steps s r ::= first [" ^ {std.string.concat " | " Steps} ^ "].")},
         {calc ("Ltac fl_said_in H ::= unfold " ^ {std.string.concat ", " Said} ^ " in H.")},
         {calc ("Ltac fl_child_turns ::= first [" ^ {std.string.concat " | " Turns} ^ "].")}])),
    machine-text C Unfolded L0, with-child-lemmas Cs [Id|Before] Unfolded L1, std.flatten [Uses, L0, L1] L.

  pred theorem-text i:printed, o:list string.
  theorem-text (coroutine-of Q GR _ _ _) L :- coq.gref->id GR Id, full GR F, coq.env.typeof GR Ty, arguments-of Ty Ids,
    computing Computes,
    program-type Ty N _, std.take N Ids Ids1, numbered Ids1 0 Xs, QS is {std.any->string Q},
    std.map Xs (x\ r\ r is "ok " ^ x ^ " -> ") Oks, std.map Xs (x\ r\ r is "enc " ^ x) Encs,
    (if (Xs = []) (Prog = F) (Prog is "(" ^ F ^ " " ^ {std.string.concat " " Xs} ^ ")")),
    L = ["", "(** What is compiled does what the program says, and nothing else: [compiles_to]. *)",
      {calc ("Theorem " ^ Id ^ "_compiled external " ^ {std.string.concat " " Xs} ^ " :")},
      "  external_ok (fun f => externs F.Q !! f) external -> (forall f ds, external f ds <> None) ->",
      {calc ("  " ^ Computes ^ {std.string.concat "" Oks} ^ "compiles_to F.Q F.L F.T external " ^ QS ^ " asks_" ^ Id ^
        " replies_" ^ Id
        ^ " (fun a => (enc a, [])) [" ^ {std.string.concat "; " Encs} ^ "] " ^ Prog ^ ".")},
      {calc ("Proof. fl_compiled F.types F.layouts F.facts " ^ F ^ "_equiv " ^ Id ^ "_steps " ^ Id ^ "_turns. Qed.")},
      {calc ("Print Assumptions " ^ Id ^ "_compiled.")}].

  % [fairlead derive] says where; a file by itself may. Two programs of one name would write the same files.
  pred written o:string, o:gref.
  pred folder-for i:string, o:string.
  folder-for _ Folder :- getenv "FAIRLEAD_DERIVE_FOLDER" (some Folder), !.
  folder-for Folder Folder.
  pred at-top-level i:string.
  at-top-level Id :- getenv "FAIRLEAD_DERIVE_FOLDER" (some _), not (coq.env.current-path [_, _]), !,
    coq.error "to C:" {calc (Id ^ ":")} "a module is open" "(close it, and write ToFl with the program's full name)".
  at-top-level _.
  pred not-written i:gref, i:string.
  not-written GR Id :- written Id GR0, not (GR0 = GR), !, coq.error "to C:" {calc (Id ^ ":")}
    "the files of" {full GR0} "have that name already" "(rename one of the two)".
  not-written _ _.

  pred library-of i:string, o:string, o:string.    % the file that is being compiled, and the folder it is in
  library-of Extra Lib Dir :- coq.env.current-path P, std.string.concat "." P Lib, std.rev P [_|R], std.rev R D,
    (if (D = []) (Dir = Extra) (Dir is {std.string.concat "." D} ^ "." ^ Extra)).

  pred not-derived i:gref, i:string.
  not-derived GR Id :- program-of GR _, !, coq.error "to C:" Id ": was derived in a module that is not imported"
    "(write Import" {calc ({module-of GR} ^ ",")} "and then ToFl)".
  not-derived _ Id :- coq.error "to C:" Id ": has not been derived (write Derive" Id "before)".
  pred to-fl i:constant, i:string.
  to-fl C Folder :- GR = const C, coq.gref->id GR Id,
    (if (coq.env.section []) true (coq.error "to C:" Id ": a section is open (close it, and give its variables)")),
    (if (derived GR _) true (not-derived GR Id)),
    (if (runs GR _ _) (coq.error "to C:" Id ": is a coroutine (give the program that keeps it)") true),
    new_safe Known, new_safe Through, new_safe Met,
    at-top-level Id, not-written GR Id, folder-for Folder To,
    program Id => user-types Known => looked-through Through => externs-met Met =>
      to-files GR Id Known Through Met To,
    @local! => coq.elpi.accumulate _ "derive.fl.command" (clause _ _ (written Id GR)).
  pred to-files i:gref, i:string, i:safe, i:safe, i:safe, i:string.
  to-files GR Id Known Through Met Folder :- std.do! [
      kept-by GR [] KeptRev, std.rev KeptRev Kept,
      std.map-i Kept (q\ g\ r\ sigma Pr T\ print-coroutine tt q g Pr T, r = pr Pr T) PTs,
      std.length Kept Q, print-coroutine ff Q GR Main MainT,
      std.append {std.map PTs fst} [Main] Printed, std.append {std.map PTs snd} [MainT] Texts,
      open_safe Met Xs, std.map Xs extern-text XTs, externs-proof Xs XPs,
      open_safe Known Ds, std.map Ds datatype-text DTs, std.map Ds datatype-proof DPs0,
      std.flatten {std.append DPs0 [{constructors-text Ds}]} DPs,
      std.map-i Kept (i\ g\ r\ interface-text tt g i r) Is0, std.flatten Is0 Is,
      interface-text ff GR Q IMain,
      open_safe Through Cs, std.map Cs (c\ r\ full (const c) r) Looked,
      (if (Xs = []) (Computes = "") (Computes = "computes external -> ")),
      (computing Computes => (with-child-lemmas Printed [] Looked Machines, theorem-text Main Theorem)),
      library-of {calc (Id ^ "_fl")} Lib FlLib,
      write-file {calc (Folder ^ "/" ^ Id ^ ".fl")}
        {std.append [{calc ("// Written by ToFl from " ^ Id ^ " in " ^ Lib ^ ".")},
          "// SPDX-License-Identifier: Apache-2.0 OR MIT", ""]
          {std.append DTs {std.append XTs Texts} } },
      write-file {calc (Folder ^ "/" ^ Id ^ "_proof.v")} {std.flatten [
        [{calc ("(* Written by ToFl from " ^ Id ^ " in " ^ Lib ^ ". SPDX-License-Identifier: Apache-2.0 OR MIT *)")},
         "From Fairlead.Derive.ToC Require Import Proofs.", {calc ("Require " ^ Lib ^ " " ^ FlLib ^ ".")},
         {calc ("Module F := " ^ FlLib ^ ".")}, ""], DPs, XPs, Is, IMain, Machines, Theorem]} ].
  pred write-file i:string, i:list string.
  write-file Name Lines :- open_out Name O, std.forall Lines (l\ output O l, output O "\n"), close_out O.
}}.

Elpi Command DeriveExtern.
Elpi Accumulate Db derive.fl.extern.
Elpi Accumulate lp:{{
  main [str Name] :- !,
    (if (coq.locate Name (const C)) true (coq.error "DeriveExtern:" Name ": this is no constant")),
    coq.env.typeof (const C) Ty,
    (if (plain-function Ty) true (coq.error "DeriveExtern:" Name
      ": is no function of values: its type is" {coq.term->string Ty}
      "(arguments and a result, without dependencies)")),
    coq.elpi.accumulate _ "derive.fl.extern" (clause _ _ (extern-model (const C))).
  main _ :- coq.error "DeriveExtern: usage: DeriveExtern <function>.".
  pred plain-function i:term.
  plain-function (prod N T F) :- not (T = sort _), not (T = prod _ _ _), @pi-decl N T x\
    (not (occurs x (F x)), plain-result (F x)).
  pred plain-result i:term.
  plain-result (prod _ _ _ as T) :- !, plain-function T.
  plain-result (sort _) :- !, fail.
  plain-result _.
}}.
Elpi Typecheck.
Elpi Export DeriveExtern.

Elpi Command ToFl.
Elpi Accumulate Db derive.terms.
Elpi Accumulate Db derive.code.
Elpi Accumulate Db derive.derived.
Elpi Accumulate Db derive.inline.
Elpi Accumulate Db derive.coroutine.
Elpi Accumulate Db derive.holders.
Elpi Accumulate Db derive.translate.
Elpi Accumulate Db derive.walk.
Elpi Accumulate Db derive.fl.extern.
Elpi Accumulate Db derive.fl.print.
Elpi Accumulate Db derive.fl.statements.
Elpi Accumulate Db derive.fl.facts.
Elpi Accumulate Db derive.fl.proof.
Elpi Accumulate Db derive.fl.command.
Elpi Accumulate lp:{{
  main [str Name] :- !, main [str Name, str "."].
  main [str Name, str Folder] :- !,
    (if (coq.locate Name (const C)) true (coq.error "to C:" Name ": this is no constant")), to-fl C Folder.
  main _ :- coq.error "to C: usage: ToFl <program> [<folder>].".
}}.
Elpi Typecheck.
Elpi Export ToFl.
