(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Derive, part 2: code and proof of a piece.

    [code] writes what the machine does, [proof] why that is the same. Inside a [fix] that has not yet suspended, its
    recursive calls are Coq's own, and
    whatever leads to one of them (a join point, a loop inside) is written in place ([local-fix], [local-join]);
    anywhere else it is a call of a constant. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Rules Terms.

Elpi Db derive.code lp:{{
  pred local-fix o:int, o:term.
  pred local-hypothesis o:int, o:term.
  pred local-join o:int, o:term.
  pred local-joined o:int, o:term.

  pred in-place i:list int.
  in-place Loops :- std.exists Loops (i\ local-fix i _), !.

  pred head i:term, o:term.    % a constructor of outcome with its parameters
  head C (app [C, E, Ar, ph "state", ph "turn", ph "pending", A]) :- signature E Ar _ A.
  pred done i:term, o:term.
  done V T :- head {{ @Done }} H, applied H [V] T.

  pred code i:ir, o:term.
  code (ir-done V) T :- done V T.
  code (ir-jump M _ V) (app [J, V]) :- local-join M J, !.
  code (ir-jump M FV V) T :- over (ph {part "join" M}) FV J, applied J [V] T.
  code (ir-ask S FV A) T :- over (ph S) FV St, head {{ @Ask }} H, applied H [St, A] T.
  code (ir-silent S FV X) T :- over (ph S) FV S0, applied S0 [X] St, head {{ @Silent }} H, applied H [St] T.
  code (ir-part J FV) T :- over (ph {part "part" J}) FV T.
  code (ir-let N T V I _) (app [{{ @let_ }}, T, ph "outcome", V, fun N T C]) :- pi x\ decl x N T => code (I x) (C x).
  code (ir-case X _ N T OT Brs _ Args) C :- std.map Brs code-br Cs, applied (match X (fun N T OT) Cs) Args C.
  code (ir-bind (join M _ _ _ Loops) _ N B I _ P _ _) (app [{{ @let_ }}, TJ, ph "outcome", fun N B J,
    fun `join` TJ C]) :-
    in-place Loops, !, TJ = prod `_` B (_\ ph "outcome"),
    (pi x\ decl x N B => code (I x) (J x)), (pi j\ local-join M j => code P (C j)).
  code (ir-bind _ _ _ _ _ _ P _ _) C :- code P C.
  code (ir-rec I _ Args) T :- local-fix I F, !, applied F Args T.
  code (ir-rec I FV Args) T :- over (ph {part "loop" I}) FV F, applied F Args T.
  code (ir-loop (mk-loop _ _ _ _ _ _ _ as L) Args Loops) T :- in-place Loops, !, loop-code L F, applied F Args T.
  code (ir-loop (mk-loop I FV _ _ _ _ _) Args _) T :- over (ph {part "loop" I}) FV F, applied F Args T.
  code (ir-iter _ _ S T I _ _ Loops) (app [{{ @let_ }}, T, ph "outcome", S, fun `s` T C]) :- in-place Loops, !,
    pi x\ code (I x) (C x).
  code (ir-iter I FV S _ _ _ _ _) T :- over (ph {part "iter" I}) FV F, applied F [S] T.
  code (ir-call C Args _) T :- C = mk-call _ _ _ _ (mk-callee _ _ _ _ _ _ Start _ _ _ _ _), applied Start Args O,
    call-code C O T.

  pred code-br i:br, o:term.
  code-br (br-end I _) C :- code I C.
  code-br (br-fun N T F) (fun N T C) :- pi x\ decl x N T => code-br (F x) (C x).

  pred retarget i:br, i:term, i:term, o:term.     % the type of a loop's function, with another result
  retarget (br-end _ _) _ O O.
  retarget (br-fun _ _ F) (prod N T G) O (prod N T H) :- pi x\ retarget (F x) (G x) O (H x).

  pred loop-code i:loop, o:term.
  loop-code (mk-loop I _ N Rno Ty Body _) (fix N Rno Ty1 F) :- retarget Body Ty (ph "outcome") Ty1,
    pi f\ local-fix I f => code-br Body (F f).

  % What a call does with what the callee came to.
  pred call-code i:call, i:term, o:term.
  call-code (mk-call S L FV K G) O (match O (fun `o` OT (_\ ph "outcome")) [fun `b` B D,
    (fun `s` St s\ fun `a` (AT s) (Ask s)), fun `l` Tu Si]) :-
    G = mk-callee B St Tu Pe _ _ _ _ _ _ _ _, signature _ Ar _ _, outcome-of G OT,
    (pi x\ decl x `b` B => finish K x (D x)),
    (pi s\ sigma Q\ applied Pe [s] Q, applied Ar [Q] (AT s)),
    (pi s a\ if (St = {{ Empty_set }}) (Ask s a = match s (fun `_` St (_\ ph "outcome")) [])
       (sigma S0 S1 H\ over (ph S) FV S0, applied S0 [s] S1, head {{ @Ask }} H, applied H [S1, a] (Ask s a))),
    (pi l\ if (Tu = {{ Empty_set }}) (Si l = match l (fun `_` Tu (_\ ph "outcome")) [])
       (sigma S0 S1 H\ over (ph L) FV S0, applied S0 [l] S1, head {{ @Silent }} H, applied H [S1] (Si l))).
  pred outcome-of i:callee, o:term.
  outcome-of (mk-callee B St Tu Pe _ _ _ _ _ _ _ _) (app [{{ @outcome }}, E, Ar, St, Tu, Pe, B]) :- signature E Ar _ _.
  pred finish i:kont, i:term, o:term.
  finish top X T :- done X T.
  finish (join M FV _ _ _) X T :- code (ir-jump M FV X) T.

  % ---- proofs: [proof I K S P] has P : same (tree (code I)) (plug K S)
  pred sames i:term, i:term, o:term.
  sames O P (app [{{ @same }}, E, Ar, R, A, app [ph "tree", O], P]) :- signature E Ar R A.
  pred by-rule i:term, i:list term, o:term.
  by-rule C Args (app [C, E, Ar, R, A, ph "outcome", ph "tree"|Args]) :- signature E Ar R A.
  pred observed i:term, i:term, o:term.
  observed O P T :- signature E Ar R A, t-of A TA,
    Type = app [{{ @node }}, E, Ar, R, A, TA],
    by-rule {{ @rule_observe }} [O, P, app [{{ @eq_refl }}, Type, app [{{ @observe }}, E, Ar, R, A, P]]] T.

  pred proof i:ir, i:kont, i:term, o:term.
  proof (ir-done V) _ S T :- code (ir-done V) O, observed O S T.
  proof (ir-jump M FV V as I) (join _ _ B K _) _ T :- code I O, over K FV KL,
    if (local-joined M H) (Q = app [H, V]) (over (ph {part "joined" M}) FV H1, applied H1 [V] Q),
    by-rule {{ @rule_return_then }} [B, O, KL, V, Q] T.
  proof (ir-ask _ _ _ as I) K S T :- code I O, plug K S P, observed O P T.
  proof (ir-silent _ _ _ as I) K S T :- code I O, plug K S P, observed O P T.
  proof (ir-part J FV) _ _ T :- over (ph {part "parted" J}) FV T.
  proof (ir-let N T V I S) top _ P :- (pi x\ decl x N T => code (I x) (C x)), (pi x\ decl x N T =>
    proof (I x) top (S x) (H x)),
    by-rule {{ @rule_let }} [T, V, fun N T C, fun N T S, fun N T H] P.
  proof (ir-let N T V I S) (join _ FV B KC _ as K) _ P :- (pi x\ decl x N T => code (I x) (C x)), (pi x\ decl x N T =>
    proof (I x) K (S x) (H x)), over KC FV KL,
    by-rule {{ @rule_let_then }} [T, B, V, fun N T C, fun N T S, KL, fun N T H] P.
  proof (ir-case X R N T OT Brs Ss Args) K _ P :-
    std.map Brs code-br Cs,
    (pi z\ case-statement (OT z) Args (match z (fun N T OT) Cs) (match z R Ss) K (Q z)),
    std.map Brs (proof-br K) Ps, applied (match X (fun N T Q) Ps) Args P.
  pred case-statement i:term, i:list term, i:term, i:term, i:kont, o:term.
  case-statement _ [] C S K Q :- !, plug K S P, sames C P Q.
  case-statement (prod N T F) [_|Args] C S K (prod N T Q) :- pi x\ sigma C1 S1\ applied C [x] C1, applied S [x] S1,
    case-statement (F x) Args C1 S1 K (Q x).
  proof (ir-bind (join M FV _ KC Loops as J) JC N B I S P K SP as W) _ _ T :- !,
    if (in-place Loops)
      (code W (app [_, TJ, _, CJ, C]),
       over KC FV KL,
       (pi x\ decl x N B => proof (I x) K (S x) (HK x)),
       plug J SP PS,
       (pi j h\ local-join M j => local-joined M h => proof P J SP (HC j h)),
       (pi j x\ sigma KX\ applied KL [x] KX, sames (app [j, x]) KX (HT j x)),
       by-rule {{ @rule_join }} [B, KL, PS, CJ, C, fun N B HK,
         (fun `join` TJ j\ fun `joined` (prod N B (HT j)) (HC j))] T1)
      (proof P J SP T1),
    if (K = top) (T = T1)
      (K = join _ FV' C' KC' _, over KC' FV' KL', code W O, by-rule {{ @rule_bind_then }} [B, C', O, SP, JC, KL',
        T1] T).
  proof (ir-rec I FV Args) _ _ T :- if (local-hypothesis I H) true (over (ph {part "looped" I}) FV H), applied H Args T.
  proof (ir-loop (mk-loop I FV _ _ _ _ _ as L) Args Loops) K _ T :-
    if (in-place Loops) (loop-code L F, loop-proof L K F H) (over (ph {part "looped" I}) FV H), applied H Args T.
  proof (ir-iter I FV S T _ _ _ Loops as W) K _ P :-
    if (in-place Loops)
      ((pi x\ decl x `s` T => iter-proof W K x (H x)), P = app [fun `s` T H, S])
      (over (ph {part "itered" I}) FV F, applied F [S] P).
  proof (ir-call (mk-call _ _ _ _ (mk-callee _ _ _ _ _ _ Start _ _ _ _ StartOk) as C) Args _) _ S T :-
    applied Start Args O, applied StartOk Args H, call-proof C O S H T.

  pred t-of-wanted i:kont, o:term.
  t-of-wanted K T :- wanted K A, t-of A T.

  pred proof-br i:kont, i:br, o:term.
  proof-br K (br-end I S) P :- proof I K S P.
  proof-br K (br-fun N T F) (fun N T P) :- pi x\ decl x N T => proof-br K (F x) (P x).

  % by induction on the structural argument; both sides turn once
  pred loop-proof i:loop, i:kont, i:term, o:term.
  loop-proof (mk-loop I FV _ Rno _ Body Src) K F (fix `IH` Rno Type P) :-
    over Src FV S,
    loop-statement Body K F S Type,
    pi ih\ local-fix I F => local-hypothesis I ih => loop-proof-body Body [] Rno K F S FV {part "unfold" I} (P ih).
  pred loop-statement i:br, i:kont, i:term, i:term, o:term.
  loop-statement (br-end _ _) K F S T :- plug K S P, sames F P T.
  loop-statement (br-fun N T B) K F S (prod N T R) :- pi x\ sigma F1 S1\ applied F [x] F1, applied S [x] S1,
    loop-statement (B x) K F1 S1 (R x).
  pred loop-proof-body i:br, i:list term, i:int, i:kont, i:term, i:term, i:list live, i:string, o:term.
  loop-proof-body (br-fun N T B) Xs Rno K F S FV U (fun N T R) :-
    pi x\ decl x N T => loop-proof-body (B x) [x|Xs] Rno K F S FV U (R x).
  loop-proof-body (br-end I Src) Xs' Rno K F S FV U T :-
    std.rev Xs' Xs, applied F Xs O, applied S Xs P, code I O', std.nth Rno Xs X,
    by-cases X (ph "outcome") O O' HO,
    over (ph U) FV U0, applied U0 Xs HP,
    proof I K Src H,
    if (K = top) (by-rule {{ @rule_fix }} [O, O', P, Src, HO, HP, H] T)
      (K = join _ FVK B KC _, over KC FVK KL, by-rule {{ @rule_fix_then }} [B, O, O', P, Src, KL, HO, HP, H] T).

  % A = B by cases on X, each by computation
  pred by-cases i:term, i:term, i:term, i:term, o:term.
  by-cases X T A B P :- decl X _ Ty,
    (pi z\ (copy X z :- !) => copy (app [{{ @eq }}, T, A, B]) (M z)),
    coq.build-match X Ty (by-cases-clause M) (by-cases-branch M) P.
  pred by-cases-clause i:(term -> term), i:term, i:list term, i:list term, o:term.
  by-cases-clause M _ Vs _ R :- std.last Vs Z, R = M Z.
  pred by-cases-branch i:(term -> term), i:term, i:term, i:list term, i:list term, o:term.
  by-cases-branch M C _ Vs _ (app [{{ @eq_refl }}, T, L]) :- coq.mk-app C Vs Z, M Z = app [_, T, L, _].

  pred iter-proof i:ir, i:kont, i:term, o:term.
  iter-proof (ir-iter _ _ _ T C Src Body _) K X P :-
    code (C X) O, proof (C X) K (Src X) H, wanted K B,
    if (K = top) (by-rule {{ @rule_iter }} [T, Body, X, O, H] P)
      (K = join _ FVK _ KC _, over KC FVK KL, by-rule {{ @rule_iter_then }} [T, B, Body, X, KL, O, H] P).

  pred call-proof i:call, i:term, i:term, i:term, o:term.
  call-proof (mk-call _ _ _ K G as C) O P H T :-
    G = mk-callee B St Tu Pe _ _ _ Sr ST _ _ _, outcome-of G OT,
    signature E Ar R _,
    (pi o\ call-code C o (CC o)),
    U = app [{{ @tree }}, E, Ar, R, St, Tu, Pe, B, Sr, ST],
    (pi s\ sigma Q\ applied Pe [s] Q, applied Ar [Q] (AT s)),
    Ask = (s\ a\ app [{{ @Ask }}, E, Ar, St, Tu, Pe, B, s, a]),
    Sil = (l\ app [{{ @Silent }}, E, Ar, St, Tu, Pe, B, l]),
    Don = (b\ app [{{ @Done }}, E, Ar, St, Tu, Pe, B, b]),
    if (K = top)
      ((pi s a\ silent-proof St s U K (Ask s a) (CC (Ask s a)) (PA s a)),
       (pi b\ observed-callee U K (Don b) (CC (Don b)) (PD b)),
       (pi l\ silent-proof Tu l U K (Sil l) (CC (Sil l)) (PS l)),
       (pi o\ sigma UO\ applied U [o] UO, sames (CC o) UO (QO o)),
       by-rule {{ @rule_call }} [St, Tu, Pe, Sr, ST, fun `o` OT CC,
         (fun `o` OT o\ match o (fun `o` OT QO) [fun `b` B PD, (fun `s` St s\ fun `a` (AT s) (PA s)), fun `l` Tu PS]),
           O, P, H] T)
      (K = join M FV _ KC _, over KC FV KL,
       (pi b\ sigma Q\ if (local-joined M HJ) (PD b = app [HJ, b]) (over (ph {part "joined" M}) FV Q,
         applied Q [b] (PD b))),
       (pi s a\ silent-proof St s U K (Ask s a) (CC (Ask s a)) (PA s a)),
       (pi l\ silent-proof Tu l U K (Sil l) (CC (Sil l)) (PS l)),
       by-rule {{ @rule_call_then }} [St, Tu, Pe, B, Sr, ST, KL, fun `o` OT CC, fun `b` B PD,
         (fun `s` St s\ fun `a` (AT s) (PA s)), fun `l` Tu PS, O, P, H] T).
  pred observed-callee i:term, i:kont, i:term, i:term, o:term.
  observed-callee U K X O T :- applied U [X] UX, plug K UX P, observed O P T.
  pred silent-proof i:term, i:term, i:term, i:kont, i:term, i:term, o:term.
  silent-proof Tu L U K X O (match L (fun `l` Tu (_\ Ty)) []) :- Tu = {{ Empty_set }}, !, applied U [X] UX,
    plug K UX P, sames O P Ty.
  silent-proof _ _ U K X O T :- observed-callee U K X O T.
}}.
