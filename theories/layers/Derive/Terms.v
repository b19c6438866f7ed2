(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Derive, part 1: the walk through a program.

    The walk goes through a Gallina term once, from its end to its beginning, and leaves behind small constants: for
    each suspension point what the
    program does after it ([cont]), for each continuation that several leaves share a join point, for each loop its
    head. What it returns of a
    subterm is an [ir] (what the machine does) and a [source] (a term convertible to the subterm that names those
    constants, and so is small). *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Rules.

Elpi Db derive.terms lp:{{
  % Placeholders, for what is declared after the walk: the machine's own types and functions.
  type ph string -> term.

  % A variable of the program, with its place in the order of binding.
  kind live type.
  type lv int -> term -> live.

  % What waits for a subterm's result: nothing, or a join point (number, what it saves, type of the result, its source,
  % loops that it calls).
  kind kont type.
  type top kont.
  type join int -> list live -> term -> term -> list int -> kont.

  kind ir type.
  type ir-done term -> ir.
  type ir-jump int -> list live -> term -> ir.
  type ir-ask string -> list live -> term -> ir.
  type ir-silent string -> list live -> term -> ir.
  type ir-let name -> term -> term -> (term -> ir) -> (term -> term) -> ir.
  % scrutinee, source's return clause, its type's binder, the code's return clause, branches, what it is applied to
  type ir-case term -> term -> name -> term -> (term -> term) -> list br -> list term -> list term -> ir.
  % the join point and its source, name, type and body of what follows; what goes first, who waits for the whole, what
  % goes first as source
  type ir-bind kont -> term -> name -> term -> (term -> ir) -> (term -> term) -> ir -> kont -> term -> ir.
  type ir-rec int -> list live -> list term -> ir.
  type ir-loop loop -> list term -> list int -> ir.
  type ir-iter int -> list live -> term -> term -> (term -> ir) -> (term -> term) -> term -> list int -> ir.
  type ir-call call -> list term -> term -> ir.
  % code that is a constant of its own, so that what is around it does not hold it: number, what it is given
  type ir-part int -> list live -> ir.

  kind br type.
  type br-end ir -> term -> br.
  type br-fun name -> term -> (term -> br) -> br.

  % A loop: number, what it keeps, name, place of the structural argument, source's type, body, the constant for its
  % source.
  kind loop type.
  type mk-loop int -> list live -> name -> int -> term -> br -> term -> loop.
  % A call: state's constructor, turn's, what is saved, who waits, the callee.
  kind call type.
  type mk-call string -> string -> list live -> kont -> callee -> call.
  % A derived program: its machine's constants.
  kind callee type.
  type mk-callee term -> term -> term -> term -> term -> term -> term -> term -> term -> term -> term -> term -> callee.
  % result type, state, turn, pending, step, go_on, start, source, source_turn, steps_ok, turns_ok, start_ok

  pred bound o:term, o:int, o:list live.     % a bound variable, its place, the variables in its type
  pred depth o:int.
  pred signature o:term, o:term, o:term, o:term. % eff, args, rets, result
  pred program o:string.
  pred recfun o:term, o:int, o:list live, o:kont, o:int, o:term.
  pred store o:safe.
  pred calls-allowed.                      % in a loop's body: of what is around it
  pred rec-sources.                        % a loop's name is its source
  pred around o:int.                       % constructs since code and proof last began
  pred parts-made o:safe.

  :before "copy:start"
  copy X T :- rec-sources, name X, recfun X _ FV _ _ SrcC, !, lv-names FV Xs, std.map Xs copy Ys, applied SrcC Ys T.

  pred merge i:list live, i:list live, o:list live.
  merge [] L L :- !.
  merge L [] L :- !.
  merge [lv N X|L] [lv N _|M] [lv N X|R] :- !, merge L M R.
  merge [lv N X|L] [lv M Y|P] [lv N X|R] :- N < M, !, merge L [lv M Y|P] R.
  merge L [V|P] [V|R] :- merge L P R.

  pred vars i:term, i:list live, o:list live.
  vars X L L1 :- name X, !, if (bound X N D) (merge [lv N X] D L0,
    merge L0 L L1) (if (recfun X _ _ _ _ _) (fail-rec X) (L1 = L)).
  vars (app [X|Xs]) L L2 :- calls-allowed, name X, recfun X _ FV _ _ _, !, merge FV L L1, std.fold Xs L1 vars L2.
  vars (app Xs) L L1 :- !, std.fold Xs L vars L1.
  vars (fun _ T F) L L2 :- !, vars T L L1, pi x\ vars (F x) L1 L2.
  vars (prod _ T F) L L2 :- !, vars T L L1, pi x\ vars (F x) L1 L2.
  vars (let _ T B F) L L3 :- !, vars T L L1, vars B L1 L2, pi x\ vars (F x) L2 L3.
  vars (fix _ _ T F) L L2 :- !, vars T L L1, pi x\ vars (F x) L1 L2.
  vars (match T R Bs) L L3 :- !, vars T L L1, vars R L1 L2, std.fold Bs L2 vars L3.
  vars (again-node _ FV _ _ S) L L2 :- !, vars S L L1, merge FV L1 L2.
  vars _ L L.

  pred fail-rec i:term.
  fail-rec X :- fail-at X "the recursive function is used as a value"
    "call it, with all its arguments, as the last thing that the loop does".

  pred lv-names i:list live, o:list term.
  lv-names [] [].
  lv-names [lv _ X|L] [X|R] :- lv-names L R.

  pred without i:term, i:list live, o:list live.
  without _ [] [].
  without X [lv _ Y|L] R :- same_term X Y, !, without X L R.
  without X [V|L] [V|R] :- without X L R.

  pred union i:list int, i:list int, o:list int.
  union [] L L.
  union [X|L] M R :- std.mem! M X, !, union L M R.
  union [X|L] M [X|R] :- union L M R.

  % [under N T P]: P for a new variable of the program.
  pred under i:name, i:term, i:(term -> prop).
  under N0 T P :- entering N0 T N D K S, pi x\ decl x N T => bound x K D => depth K => used S => P x.
  % its name, the variables in its type, its place, its name in messages
  pred entering i:name, i:term, o:name, o:list live, o:int, o:string.
  entering N0 T N D K1 S :- vars T [] D, depth K, !, K1 is K + 1, distinct N0 N S.
  % names as messages show them: no two alike
  pred used o:string.
  pred distinct i:name, o:name, o:string.
  distinct N N1 S :- coq.name->id N Id, if (used Id) (renamed Id 0 S) (S = Id), coq.id->name S N1.
  pred renamed i:string, i:int, o:string.
  renamed Id I S :- S1 is Id ^ {std.any->string I}, if (used S1) (I1 is I + 1, renamed Id I1 S) (S = S1).

  % Closing a term over variables.
  pred lams i:list live, i:term, o:term.
  lams [] B C :- copy B C.
  lams [lv _ X|L] B (fun N T1 F) :- decl X N T, copy T T1, (pi y\ (copy X y :- !) => lams L B (F y)).
  pred prods i:list live, i:term, o:term.
  prods [] B C :- copy B C.
  prods [lv _ X|L] B (prod N T1 F) :- decl X N T, copy T T1, (pi y\ (copy X y :- !) => prods L B (F y)).

  pred applied i:term, i:list term, o:term.
  applied F [] F :- !.
  applied (app L) Xs (app M) :- !, std.append L Xs M.
  applied F Xs (app [F|Xs]).
  pred over i:term, i:list live, o:term.
  over F L T :- lv-names L Xs, applied F Xs T.

  pred part i:string, i:int, o:string.
  part S N R :- R is S ^ {std.any->string N}.

  % Program types and what waits.
  pred t-of i:term, o:term.
  t-of A (app [{{ @t }}, E, Ar, R, A]) :- signature E Ar R _.
  pred wanted i:kont, o:term.
  wanted top A :- signature _ _ _ A.
  wanted (join _ _ B _ _) B.
  pred kept i:kont, o:list live.
  kept top [].
  kept (join _ L _ _ _) L.
  pred plug i:kont, i:term, o:term.
  plug top P P.
  plug (join _ L B K _) P (app [{{ @bind }}, E, Ar, R, B, A, P, KL]) :- signature E Ar R A, over K L KL.

  % Applied functions, beta-reduced where that costs nothing.
  pred use i:term, i:term, o:term.
  use (fun _ _ F) X (F X) :- !.
  use F X T :- applied F [X] T.

  pred as-fun i:term, i:term, o:name, o:term, o:(term -> term).
  as-fun (fun N T F) _ N T F :- !.
  as-fun F T `x` T (x\ T1 x) :- pi x\ applied F [x] (T1 x).



  % What the machine will have.
  kind piece type.
  % constructor, its type, pending, source, step, proof
  type p-state string -> term -> term -> term -> term -> term -> piece.
  type p-turn string -> term -> term -> term -> term -> piece.          % constructor, its type, source, go_on, proof
  type p-def string -> term -> list int -> piece.
  type p-source string -> term -> piece.
  type p-loop int -> list int -> piece.
  type p-lemma string -> term -> term -> list int -> piece.
  pred keep i:piece.
  keep P :- store S, stash_in_safe S P.

  % the way back of iter: loop, what it keeps, result type, iter body, state
  type again-node int -> list live -> term -> term -> term -> term.
}}.
