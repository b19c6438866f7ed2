(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * ToFl, part 4: what a program shares with its driver, as text.

    Datatypes in .fl and as [Data] in Coq, functions that C supplies with the hypothesis about them, requests and
    replies. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Coroutine Terms Inline Walk Translate.
From Fairlead.Derive.ToC Require Import Data Print Statements Coroutines.

Elpi Db derive.fl.interface lp:{{
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
    std.map-i Xs extern-called Calls, std.map-i Xs (i\ _\ r\ sigma P\ nth-part i P, r is "k constr:(" ^ P ^ ")") Parts,
    std.flatten [["(** What C supplies computes its models. *)",
      "Definition computes (external : nat -> list data -> option (list data * data)) : Prop :="], Cs, ["  True."],
      ["Ltac fl_may_name ::= fail.",
       {calc ("Ltac fl_models H o k ::= first [" ^ {std.string.concat " | " {std.append Calls Parts} } ^ "].")}],
      Os] L.
  pred extern-called i:int, i:gref, o:string.
  extern-called I G S :- coq.env.typeof G Ty, signature-of Ty Ts _, numbered Ts 0 Xs,
    std.map Xs (x\ r\ r is "?" ^ x) Ps,
    S is "match o with context [" ^ {explicit G} ^ " " ^ {std.string.concat " " Ps} ^ "] => k constr:(" ^ {nth-part I} ^
      " " ^ {std.string.concat " " Xs} ^ ") end".
  pred nth-part i:int, o:string.
  nth-part N S :- S is "proj1 " ^ {parts-from N}.
  pred parts-from i:int, o:string.          % of the conjunction, without the first so many
  parts-from 0 "H" :- !.
  parts-from N S :- M is N - 1, S is "(proj2 " ^ {parts-from M} ^ ")".
  pred extern-computes i:int, i:gref, o:string.
  extern-computes I G S :- coq.env.typeof G Ty, signature-of Ty Ts _, numbered Ts 0 Xs, explicit G F,
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
    std.map Cs (c\ r\ sigma K N Fs S\ c = case N K Fs, explicit (indc K) S, r is "k constr:(" ^ S ^ ")") L.
  pred datatype-proof i:datatype, o:list string.
  datatype-proof (datatype I D Cs) [H, E, O, "  end |}."] :- full (indt I) F,
    H is "#[export] Instance data_" ^ D ^ " : Data " ^ F ^ " := {|",
    std.map-i Cs (case-enc Cs) Es, std.map Cs case-ok Os,
    E is "  enc P x := match x with" ^ {std.string.concat "" Es} ^ " end;",
    O is "  ok x := match x with" ^ {std.string.concat "" Os}.
  pred case-pattern i:constructor, i:list (pair string string), o:string, o:list string.
  case-pattern K Fs S Xs :- numbered Fs 0 Xs,
    S is " | " ^ {explicit (indc K)} ^ " " ^ {std.string.concat " " Xs} ^ " => ".
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

  % ** Requests and replies
  % what is asked of whom, and what the replies stand for
  pred interface-text i:bool, i:gref, i:int, o:list string.
  interface-text tt GR First L :- !, coq.gref->id GR Id, coq.env.typeof GR Ty, program-type Ty _ (app [_, _, Ar, R, _]),
    coq.reduction.lazy.whd {applied Ar [ {{ yield }} ]} A0, coq.reduction.lazy.whd {applied R [ {{ yield }} ]} R0,
    term-text A0 AS, term-text R0 RS, argument-values A0 "a" P Vs,
    L = [{calc ("Definition asks_" ^ Id ^ {yields "args"} ^ " (" ^ AS ^ ") e -> request :=")},
      {calc ("  fun a : " ^ AS ^ " => let '" ^ P ^ " := a in (" ^ {std.any->string First} ^ ", [" ^
        {std.string.concat "; " Vs} ^ "], []).")},
      {calc ("Definition replies_" ^ Id ^ {yields "rets"} ^ " (" ^ RS ^ ") e -> response -> Prop :=")},
      {calc ("  fun (r : " ^ RS ^ ") d => ok r /\\ d = (enc r, []).")},
      {calc ("Definition said_" ^ Id ^ {yields "args"} ^ " (" ^ AS ^ ") e -> Prop :=")},
      {calc ("  fun a : " ^ AS ^ " => let '" ^ P ^ " := a in " ^ {all-ok Vs} ^ ".")}].
  pred yields i:string, o:string.
  yields Part S :- M = "Fairlead.Derive.Coroutine.",
    S is " (e : " ^ M ^ "yield_effect) : " ^ M ^ "yield_" ^ Part.
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
  coq-effect tt _ "Fairlead.Derive.Coroutine.yield" :- !.
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
}}.
