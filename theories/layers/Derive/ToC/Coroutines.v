(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * ToFl, part 3: a coroutine as text.

    Its parameters, effects and body, and what the proof needs to know of it: the marks in the text and the places where
    its machine waits. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Coroutine Terms Inline Walk Translate.
From Fairlead.Derive.ToC Require Import Data Print Statements.

Elpi Db derive.fl.coroutine lp:{{
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
      parameter S => params Child B (R x) N1 [pr Id (cell S)|Env] [P|Ps] L Sites Qs.

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
}}.
