(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * ToFl: what is known where a machine waits.

    The branches that lead to a suspension say something of the variables that are saved there: that there was room in
    a table, that a key was in it. [ToFl] declares it, [p_at3_known], and the proof that it writes carries it in the
    relation between states and frames. The machine's code is walked with what is known where it begins; what reaches a
    state, or code that several leaves share, on every way to it is known there: the greatest such, by iteration.

    Nothing here is trusted: what is said too much is not shown, and then the proof fails. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Coroutine Terms Inline Walk Translate.

(** What a condition has come to. *)
Definition there_is {A} (o : option A) : Prop := exists a, o = Some a.
Definition there_is_none {A} (o : option A) : Prop := o = None.

Elpi Db derive.fl.facts lp:{{
  % of a constant of the machine's code, or a constructor of its states or turns: functions of its parameters
  kind known-of type.
  type known gref -> list term -> known-of.

  pred code-constants i:gref, i:list term, o:list gref.
  code-constants GR Roots L :- std.map-filter Roots (t\ g\ t = global g) Gs,
    std.fold Gs [] (code-reached GR) L.
  pred code-reached i:gref, i:gref, i:list gref, o:list gref.
  code-reached _ G Seen Seen :- std.mem! Seen G, !.
  code-reached GR (const C as G) Seen L :- code-part GR G, coq.env.const-body C (some B), !,
    coq.env.term-dependencies B Deps, coq.gref.set.elements Deps Ds, std.fold Ds [G|Seen] (code-reached GR) L.
  code-reached _ _ Seen Seen.
  pred code-part i:gref, i:gref.
  code-part GR G :- coq.gref->path GR P, coq.gref->path G P, coq.gref->id GR Id, coq.gref->id G Part,
    Pat is "^" ^ {rex_replace "'" "'" Id} ^ "_\\(after\\|part\\|join\\|iter\\|back\\|backt\\|loop\\)[0-9]+$",
    (rex_match Pat Part ; Part is Id ^ "_step" ; Part is Id ^ "_go_on" ; Part is Id ^ "_start"), !.

  % [facts-of GR Roots Known]: by a work list, from the last of the roots, where the machine begins
  pred facts-of i:gref, i:list term, o:list known-of.
  facts-of GR Roots Known :- code-constants GR Roots Cs, std.last Roots (global Start),
    facts-work GR Cs [Start] [known Start []] Known.
  pred facts-work i:gref, i:list gref, i:list gref, i:list known-of, o:list known-of.

  facts-work _ _ [] Known Known :- !.
  facts-work GR Cs [(const C as G)|Work] Known R :- std.mem! Cs G, !, coq.env.const-body C (some B),
    std.mem Known (known G Fs), !,
    std.filter Fs open-fact Open, std.filter Fs (f\ not (open-fact f)) Closed,
    reach B Open Closed Met, std.filter Met (met-here Cs) Ours,
    std.fold Ours (pr Work Known) (meets Cs) (pr Work1 Known1), facts-work GR Cs Work1 Known1 R.
  facts-work GR Cs [K|Work] Known R :- state-code K Cs Cn, !, std.mem Known (known K Fs), !,
    meets Cs (known Cn Fs) (pr Work Known) (pr Work1 Known1), facts-work GR Cs Work1 Known1 R.
  facts-work GR Cs [_|Work] Known R :- facts-work GR Cs Work Known R.
  pred open-fact i:term.
  open-fact (fun _ _ _).
  pred met-here i:list gref, i:known-of.
  met-here _ (known (indc _) _) :- !.
  met-here Cs (known D _) :- std.mem! Cs D.
  pred meets i:list gref, i:known-of, i:pair (list gref) (list known-of), o:pair (list gref) (list known-of).
  meets _ (known D Gs) (pr Work Known) (pr Work1 Known1) :- std.mem Known (known D Fs), !,
    std.filter Fs (f\ std.exists Gs (g\ same_term f g)) Both,
    (if (std.length Fs N, std.length Both N) (Work1 = Work, Known1 = Known)
      (std.map Known (k\ r\ sigma X\ if (k = known D X) (r = known D Both) (r = k)) Known1, Work1 = [D|Work])).
  meets _ (known D Gs) (pr Work Known) (pr [D|Work] [known D Gs|Known]).

  % the code that a state, or a turn, is followed by
  pred state-code i:gref, i:list gref, o:gref.
  state-code (indc K) [const C|_] Cn :- coq.env.const-body C (some B), branch-of K B Cn, !.
  state-code K [_|Cs] Cn :- state-code K Cs Cn.
  pred branch-of i:constructor, i:term, o:gref.
  branch-of K (fun _ T (x\ match x _ (Brs x))) Cn :- coq.safe-dest-app T (global (indt I)) _,
    coq.env.indt I _ _ _ _ Ks _, nth-of K Ks 0 N, pi x\ sigma Br\ std.nth N (Brs x) Br, code-head Br Cn.
  pred nth-of i:constructor, i:list constructor, i:int, o:int.
  nth-of K [K|_] N N :- !.
  nth-of K [_|Ks] M N :- M1 is M + 1, nth-of K Ks M1 N.
  pred code-head i:term, o:gref.
  code-head (fun _ _ F) G :- !, pi x\ code-head (F x) G.
  code-head (app [global G|_]) G.
  code-head (global G) G.

  % what is met on the way, and with which facts
  pred reach i:term, i:list term, i:list term, o:list known-of.

  reach (fun N T F) Closed Fs Met :- !, @pi-decl N T x\ sigma Cl Op Fs1\
    instantiated Closed x Cl Op, std.append Op Fs Fs1, reach (F x) Cl Fs1 Met.
  reach B _ Fs Met :- met-in B Fs Met.
  % facts of parameters: those that have all of theirs, and the others
  pred instantiated i:list term, i:term, o:list term, o:list term.
  instantiated [] _ [] [].
  instantiated [fun _ _ G|L] X Cl Op :- !, G1 = G X, instantiated L X Cl0 Op0,
    (if (G1 = fun _ _ _) (Cl = [G1|Cl0], Op = Op0) (Cl = Cl0, Op = [G1|Op0])).
  instantiated [_|L] X Cl Op :- instantiated L X Cl Op.

  pred met-in i:term, i:list term, o:list known-of.
  met-in (app [{{ @let_ }}, T, _, V, fun N _ F]) Fs Met :- !, met-under V Fs MV,
    (@pi-decl N T x\ met-in (F x) Fs MF), std.append MV MF Met.
  met-in (let N T _ F) Fs Met :- !, @pi-decl N T x\ met-in (F x) Fs Met.
  met-in (match X (fun _ T _) [A, B]) Fs Met :- coq.reduction.lazy.whd T {{ bool }}, !,
    met-in A [ {{ @eq bool lp:X true }} |Fs] MA, met-in B [ {{ @eq bool lp:X false }} |Fs] MB, std.append MA MB Met.
  met-in (match X (fun _ T _) [fun N T1 F, B]) Fs Met :- coq.reduction.lazy.whd T {{ option lp:A }}, !,
    (@pi-decl N T1 x\ met-in (F x) [ {{ @there_is lp:A lp:X }} |Fs] MA),
    met-in B [ {{ @there_is_none lp:A lp:X }} |Fs] MB, std.append MA MB Met.
  met-in (match _ _ Brs) Fs Met :- !, std.map Brs (b\ r\ met-under b Fs r) Ms, std.flatten Ms Met.
  met-in (app [fun _ _ F, X]) Fs Met :- !, met-in (F X) Fs Met.
  met-in (app [fun _ _ F, X|Xs]) Fs Met :- !, met-in (app [F X|Xs]) Fs Met.
  met-in (app [app L|Xs]) Fs Met :- !, std.append L Xs M, met-in (app M) Fs Met.
  met-in (app [{{ @Ask }}, _, _, _, _, _, _, St, _]) Fs Met :- !, met-leaf St Fs Met.
  met-in (app [{{ @Silent }}, _, _, _, _, _, _, Tu]) Fs Met :- !, met-leaf Tu Fs Met.
  met-in (app [global _|_] as T) Fs Met :- !, met-leaf T Fs Met.
  met-in (global _ as T) Fs Met :- !, met-leaf T Fs Met.
  met-in _ _ [].
  pred met-under i:term, i:list term, o:list known-of.
  met-under (fun N T F) Fs Met :- !, @pi-decl N T x\ met-under (F x) Fs Met.
  met-under B Fs Met :- met-in B Fs Met.
  pred met-leaf i:term, i:list term, o:list known-of.

  met-leaf T Fs [known G Gs] :- coq.safe-dest-app T (global G) Xs, coq.env.typeof G Ty,
    std.map-filter Fs (f\ g\ closed-fact Xs Ty f g) Gs0, without-copies Gs0 Gs.
  pred without-copies i:list term, o:list term.
  without-copies [] [].
  without-copies [F|L] R :- without-copies L R0, if (std.exists R0 (g\ same_term F g)) (R = R0) (R = [F|R0]).

  % [F] as a function of the parameters, [Xs]; fails if it is about something else
  pred closed-fact i:list term, i:term, i:term, o:term.
  closed-fact Xs Ty F G :- over-params Xs Ty F G1, closed_term G, G = G1.
  pred over-params i:list term, i:term, i:term, o:term.
  over-params [] _ F G :- !, copy F G.
  over-params [X|Xs] (prod N T B) F (fun N T G) :- !, pi y\ (copy X y :- !) => over-params Xs (B y) F (G y).
  over-params Xs Ty F G :- coq.reduction.lazy.whd Ty (prod N T B), over-params Xs (prod N T B) F G.

  % ** What is declared: [STATE_known], for the states, turns and shared code of which something is known
  pred declare-facts i:gref, i:list term.
  declare-facts GR Roots :- facts-of GR Roots Known, std.forall Known declare-known.
  pred declare-known i:known-of.
  declare-known (known (indc K) [F|Fs]) :- not (known-fact (indc K) _), !, coq.gref->id (indc K) Id,
    conjunction Fs F B, coq.typecheck B _ ok, coq.env.add-const {calc (Id ^ "_known")} B _ @transparent! _.
  declare-known (known (const _ as G) [F|Fs]) :- coq.gref->id G Id, rex_match "^.*_join[0-9]+$" Id,
    not (known-fact G _), !, conjunction Fs F B, coq.typecheck B _ ok,
    coq.env.add-const {calc (Id ^ "_known")} B _ @transparent! _.
  declare-known _.
  % its name, if it is declared
  pred known-fact i:gref, o:string.
  known-fact K Full :- coq.gref->id K Id, coq.env.current-path P, std.string.concat "." P Mod,
    Full is Mod ^ "." ^ Id ^ "_known", not (coq.locate-all Full []).
  pred conjunction i:list term, i:term, o:term.
  conjunction Fs (fun N T F) (fun N T B) :- !, pi x\ sigma Gs\
    std.map Fs (g\ r\ sigma N1 T1 G\ g = fun N1 T1 G, r = G x) Gs, conjunction Gs (F x) (B x).
  conjunction [] F F.
  conjunction [G|Fs] F {{ and lp:F lp:R }} :- conjunction Fs G R.
}}.
