(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * ToFl, part 5: the proof about a coroutine, as text.

    The relations of its machine's states and turns to frames, what holds where code is shared, the lemmas that each
    step is realized, and the theorem. Tactics make the proofs ([Realize]). *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Coroutine Terms Inline Walk Translate.
From Fairlead.Derive.ToC Require Import Data Print Statements Facts Coroutines Interface.

Elpi Db derive.fl.proof lp:{{
  pred module-of i:gref, o:string.
  module-of G S :- coq.gref->path G P, std.string.concat "." P S.
  pred full i:gref, o:string.
  full G S :- coq.gref->path G P, coq.gref->id G Id, std.append P [Id] L, std.string.concat "." L S.
  % applied to all its arguments, whatever is implicit where it was declared
  pred explicit i:gref, o:string.
  explicit G S :- S is "@" ^ {full G}.

  % what a cell holds, for a variable [X] of Coq's with this tree
  pred cell-text i:int, i:string, i:string, i:tree, o:string.
  cell-text _ _ _ nothing "True" :- !.
  cell-text Q Store X (cell S) R :- !,
    R is "cell F.variables_" ^ {std.any->string Q} ^ " " ^ Store ^ " \"" ^ S ^ "\"%string " ^ X.
  cell-text Q Store X (parts A B) R :- XA is X ^ "l", XB is X ^ "r", cell-text Q Store XA A RA,
    cell-text Q Store XB B RB,
    R is "(match " ^ X ^ " with (" ^ XA ^ ", " ^ XB ^ ") => " ^ RA ^ " /\\ " ^ RB ^ " end)".

  pred all-cells i:int, i:string, o:string.    % no more and no fewer than the variables
  all-cells Q Store S :- S is "Coq.Init.Datatypes.length " ^ Store ^ " = Coq.Init.Datatypes.length F.variables_" ^
    {std.any->string Q}.

  pred arguments-of i:term, o:list string.
  arguments-of (prod N T F) [Id|L] :- !, coq.name->id N Id, @pi-decl N T x\ arguments-of (F x) L.
  arguments-of _ [].
  pred numbered i:list A, i:int, o:list string.
  numbered [] _ [].
  numbered [_|L] N [S|R] :- S is "x" ^ {std.any->string N}, M is N + 1, numbered L M R.
  pred known-as i:list (pair string tree), i:string, o:tree.
  known-as Env Id T :- std.mem Env (pr Id T), !.
  known-as _ Id _ :- coq.error "to C: internal: no variable of .fl for" Id.

  % the places where a coroutine waits, once and for all
  pred point-name i:int, i:int, o:string.
  point-name Q N S :- S is "point_" ^ {std.any->string Q} ^ "_" ^ {std.any->string N}.
  pred points-text i:int, i:list item, i:int, o:list string.
  points-text _ [] _ [].
  points-text Q [mark "ask" _|L] N [S|R] :- !, M is N + 1,
    S is "Definition " ^ {point-name Q N} ^ " := Eval vm_compute in waiting_point F.Q " ^ {std.any->string Q} ^ " "
      ^ {std.any->string N} ^ ".", points-text Q L M R.
  points-text Q [_|L] N R :- points-text Q L N R.
  % What a state's frames are, or where a turn is, is a definition; the machine's relation has a line for each. Each has
  % a lemma of its own: [part Constructor Parameters Definition].
  kind part-of type.
  type part constructor -> term -> list string -> part-of.
  pred states-text i:int, i:list item, i:list constructor, i:list term, i:list site, o:list part-of.
  states-text _ _ [] [] [] [].
  states-text Q Marks [K|Ks] [T|Ts] [site _ J Env _ _|Ss] [part K T [D, H, Is]|Rs] :-
    fact-text (indc K) {numbered {arguments-of T} 0} Facts,
    position "ask" J Marks 0 N, arguments-of T Ids, numbered Ids 0 Xs, typed-parameters T Xs Ps,
    std.map2 Ids Xs (id\ x\ r\ sigma Tr\ known-as Env id Tr, cell-text Q "(snd f)" x Tr r) Cs,
    D is "Definition waits_" ^ {coq.gref->id (indc K)} ^ " " ^ {std.string.concat " " Ps} ^
      " (f : frame fl_point) : Prop :=",
    H is "  fst f = " ^ {point-name Q N}
      ^ " /\\ " ^ {all-cells Q "(snd f)"} ^ " /\\",
    Is is "  " ^ {std.string.concat " /\\ " {std.flatten [Cs, Facts, ["True"]]} } ^ ".",
    states-text Q Marks Ks Ts Ss Rs.

  pred turns-text i:int, i:list item, i:list constructor, i:list term, i:list site, o:list part-of.
  turns-text _ _ [] [] [] [].
  turns-text Q Marks [K|Ks] [T|Ts] [site Kind J Env Tr W|Ss] [part K T [D, H, Is]|Rs] :-
    (if (Kind = "inside") (M = "resume") (M = Kind)), position M J Marks 0 N, arguments-of T Ids0,
    std.rev Ids0 [_|IdsR], std.rev IdsR Ids, numbered Ids 0 Xs, std.append Xs ["last"] All,
    typed-parameters T All Ps, fact-text (indc K) All Facts,
    std.map2 Ids Xs (id\ x\ r\ sigma U\ known-as Env id U, cell-text Q "store" x U r) Cs,
    QS is {std.any->string Q}, NS is {std.any->string N},
    D is "Definition round_" ^ {coq.gref->id (indc K)} ^ " " ^ {std.string.concat " " Ps} ^
      " (ls : list fl_link) (st : fl_state) : Prop :=",
    Len is {all-cells Q "store"} ^ " /\\",
    (if (Kind = "loop")
      (cell-text Q "store" "last" Tr Last,
       H is "  exists store here, nth_loop F.Q " ^ QS ^ " " ^ NS ^ " = Some here /\\ st = in_loop " ^ QS ^
         " here store ls /\\ " ^ Len,
       Is is "  " ^ {std.string.concat " /\\ " {std.flatten [Cs, [Last], Facts]} } ^ ".")
      (H is "  exists store here, nth_resume F.Q " ^ QS ^ " " ^ NS ^ " = Some here /\\ turns_" ^ W ^
         " (Parent (fst here) " ^ QS ^ " (snd here) store :: ls) last st /\\ " ^ Len,
       Is is "  " ^ {std.string.concat " /\\ " {std.flatten [Cs, Facts, ["True"]]} } ^ ".")),
    turns-text Q Marks Ks Ts Ss Rs.

  pred part-lines i:part-of, o:list string.
  part-lines (part _ _ L) L.
  pred part-case i:string, i:string, i:part-of, o:string.
  part-case Prefix After (part K T _) S :- numbered {arguments-of T} 0 Xs, std.string.concat " " Xs Args,
    S is "  | " ^ {explicit (indc K)} ^ " " ^ Args ^ " => " ^ Prefix ^ {coq.gref->id (indc K)} ^ " " ^ Args ^ " " ^
      After.
  pred part-name i:string, i:part-of, o:string.
  part-name Prefix (part K _ _) S :- S is Prefix ^ {coq.gref->id (indc K)}.
  % a part's lemma, of which [Head] is the beginning
  pred part-lemma i:string, i:string, i:string, i:part-of, o:list string.
  part-lemma Head Prefix Tactic (part K T _) [L, P] :- numbered {arguments-of T} 0 Xs, typed-parameters T Xs Ps,
    std.string.concat " " Xs Args, coq.gref->id (indc K) Id, computing Computes,
    (if (Xs = []) (All = "") (All is "forall " ^ {std.string.concat " " Ps} ^ ", ")),
    (if (Computes = "") (Intro = "") (Intro = "intros Hcomputes. ")),
    L is "Lemma " ^ Id ^ "_realized external : " ^ Computes ^ All ^ Head ^
      " (" ^ {explicit (indc K)} ^ " " ^ Args ^ ") (" ^
      Prefix ^ Id ^ " " ^ Args ^ ").",
    P is "Proof. " ^ Intro ^ "intros. " ^ Tactic ^ ". Qed.".
  pred part-uses i:list part-of, o:string.
  part-uses [] "" :- !.
  part-uses Ps S :- std.map Ps part-use L, S is "; [" ^ {std.string.concat " | " L} ^ "]".
  pred part-use i:part-of, o:string.
  part-use (part K T _) S :- computing Computes, (if (Computes = "") (Given = "") (Given = " Hcomputes")),
    std.map {arguments-of T} (_\ r\ r = " _") Xs,
    S is "exact (" ^ {coq.gref->id (indc K)} ^ "_realized external" ^ Given ^ {std.string.concat "" Xs} ^ " ls)".

  % what is known in a state, or a turn, with these arguments
  pred fact-text i:gref, i:list string, o:list string.
  fact-text K Xs [S] :- known-fact K Full, !, S is "@" ^ Full ^ " " ^ {std.string.concat " " Xs}.
  fact-text _ _ [].
  % ** Code that several leaves share
  % its constants, in their order: that of the places where the text has it
  pred shared-code i:gref, i:list site, o:list (pair gref site).
  shared-code GR Sites L :- std.filter Sites (s\ sigma J E T W\ s = site "join" J E T W) Js,
    N is 2 * {std.length Sites} + 8, std.iota N Is, std.map-filter Is (shared-constant GR) Gs,
    (if (std.length Gs K, std.length Js K) (std.map2 Gs Js (g\ s\ r\ r = pr g s) L) (L = [])).
  pred shared-constant i:gref, i:int, o:gref.
  shared-constant GR I G :- coq.gref->id GR Id,
    Name is {module-of GR} ^ "." ^ Id ^ "_join" ^ {std.any->string I}, coq.locate-all Name [loc-gref G|_].
  % the line after the mark, in the text of which the body's first is [N]
  pred line-after i:int, i:list item, i:int, o:int.
  line-after J [mark "join" J|L] N N :- !, std.exists L (i\ sigma I S\ i = line I S).
  line-after J [mark _ _|L] N R :- !, line-after J L N R.
  line-after J [line _ _|L] N R :- M is N + 1, line-after J L M R.
  pred first-line i:int, o:int.             % of the procedure's body, in the file

  pred typed-parameters i:term, i:list string, o:list string.
  typed-parameters (prod _ T F) [X|Xs] [P|Ps] :- !, P is "(" ^ X ^ " : " ^ {term-text T} ^ ")",
    pi x\ typed-parameters (F x) Xs Ps.
  typed-parameters _ [] [].

  % where they are; proofs stop at these lines
  pred places-text i:int, i:string, i:list item, i:list (pair gref site), o:list string.
  places-text Q Id Marks Js L :- std.map Js (place-text Q Marks) Ps, std.flatten Ps L0,
    std.map Js (j\ r\ sigma G S\ j = pr G S, coq.gref->id G r) Ids,
    std.map Ids (i\ r\ r is i ^ "_place") Names,
    std.append L0 [{calc ("Definition stops_" ^ Id ^ " := Eval vm_compute in stop_lines [" ^
      {std.string.concat "; " Names} ^ "].")}, {calc ("Ltac fl_stops ::= constr:(stops_" ^ Id ^ ").")}] L.
  pred place-text i:int, i:list item, i:pair gref site, o:list string.
  place-text Q Marks (pr G (site _ J _ _ _)) [P, A] :- line-after J Marks {first-line Q} Line, coq.gref->id G GId,
    P is "Definition " ^ GId ^ "_place := Eval vm_compute in place_of_line F.Q F.source_lines " ^ {std.any->string Q}
      ^ " " ^ {std.any->string Line} ^ ".",
    A is "Definition " ^ GId ^ "_after := Eval vm_compute in after_line " ^ GId ^ "_place.".

  pred with-line i:int, i:list item, i:pair gref site.
  with-line Q Marks (pr _ (site _ J _ _ _)) :- line-after J Marks {first-line Q} _.
  % definition and lemma of each; [Before] is what [fl_join_lemma] is before it
  pred joins-text i:int, i:string, i:list item, i:list (pair gref site), i:string, o:list string.
  joins-text _ _ _ [] _ [].
  joins-text Q Id Marks [pr G (site _ _ Env Tr _)|Js] Before L :-
    coq.gref->id G GId, coq.env.typeof G Ty, arguments-of Ty Ids0, std.rev Ids0 [_|IdsR], std.rev IdsR Ids,
    numbered Ids 0 Xs, std.append Xs ["last"] All, typed-parameters Ty All Ps, fact-text G All Facts,
    std.map2 Ids Xs (id\ x\ r\ sigma U\ known-as Env id U, cell-text Q "store" x U r) Cs,
    cell-text Q "store" "last" Tr Last, QS is {std.any->string Q}, computing Computes,
    std.append [
      {calc ("Definition " ^ GId ^
        "_holds (external : nat -> list data -> option (list data * data)) (n : nat) (k : fl_kont) : Prop :=")},
      {calc ("  forall (ls : list fl_link) (store : store fl_point) " ^ {std.string.concat " " Ps} ^
        ", " ^ {all-cells Q "store"} ^ " ->")},
      {calc ("  " ^ {std.string.concat " /\\ " {std.flatten [Cs, [Last], Facts, ["True"]]} } ^ " ->")},
      {calc ("  goes F.Q external asks_" ^ Id ^ " " ^ QS ^ " rep frame_" ^ Id ^ " turns_" ^ Id ^ " said_" ^ Id ^
        " ls (" ^ {explicit G} ^ " " ^ {std.string.concat " " All} ^ ") (Running (Do (BLine n)) " ^ QS ^
        " k store ls).")},
      {calc ("Definition " ^ GId ^ "_lemma := ltac:(fl_join " ^ GId ^ "_place " ^ GId ^
        "_after (fun external n k => " ^ Computes ^ GId ^
        "_holds external n k) " ^ GId ^ "_holds).")},
      {calc ("Ltac fl_is_" ^ GId ^ " h := lazymatch h with " ^ {explicit G} ^ " => constr:((" ^ GId ^ "_lemma, " ^ GId ^
        "_place)) | _ => " ^ Before ^ " end.")},
      {calc ("Ltac fl_join_lemma h ::= fl_is_" ^ GId ^ " h.")}] L1 L,
    joins-text Q Id Marks Js {calc ("fl_is_" ^ GId ^ " h")} L1.

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
    std.filter {shared-code GR Sites} (with-line Q Marks) Joins, std.map Joins fst JGs,
    std.filter {code-constants GR [Step, GoOn, Start]} (g\ not (std.mem! JGs g)) Code,
    std.map Code (g\ r\ full g r) Names, Step = global StepG, GoOn = global GoOnG,
    std.map-filter JGs known-fact JKnowns,
    std.append {std.map-filter SKs (k\ known-fact (indc k))} {std.map-filter TKs (k\ known-fact (indc k))} Knowns,
    frame-tactic Id SKs Knowns Frames, std.append [{calc ("turns_" ^ Id)}|{std.map Turns (part-name "round_")}] Knowns
      TurnNames0, std.string.concat " " TurnNames0 TurnNames,
    Args is "asks_" ^ Id ^ " replies_" ^ Id ^ " " ^ QS ^ " rep frame_" ^ Id ^ " turns_" ^ Id ^ " said_" ^ Id,
    Args1 is "asks_" ^ Id ^ " " ^ QS ^ " rep frame_" ^ Id ^ " turns_" ^ Id ^ " said_" ^ Id,
    full (indt StI) StS, StepS is "(" ^ {explicit StepG} ^ ")", GoOnS is "(" ^ {explicit GoOnG} ^ ")",
    points-text Q Marks 0 Points,
    std.map States (part-lemma {calc ("step_realized F.Q external " ^ StepS ^ " " ^ Args)} "waits_"
      "fl_step_realized") StepLemmas,
    std.map Turns (part-lemma {calc ("turn_realized F.Q external " ^ GoOnS ^ " " ^ Args1)} "round_"
      "fl_turn_realized") TurnLemmas,
    std.flatten [
      Points,
      {std.flatten {std.map States part-lines} },
      [{calc ("Definition frame_" ^ Id ^ " (s : " ^ StS ^ ") (f : frame fl_point) : Prop :=")}, "  match s with"],
        {std.map States (part-case "waits_" "f")}, ["  end."],
      [{calc ("#[export] Instance rep_" ^ Id ^ " : Rep " ^ StS ^
        " := fun s v => exists f, v = VCoro (Some (first_effect F.Q "
        ^ QS ^ ")) [f] /\\ frame_" ^ Id ^ " s f.")}],
      {std.flatten {std.map Turns part-lines} },
      [{calc ("Definition turns_" ^ Id ^ " (ls : list fl_link) (l : " ^ TuS ^ ") (st : fl_state) : Prop :=")},
        "  match l with"], {std.map Turns (part-case "round_" "ls st")}, ["  end."],
      ["Ltac fl_unfold o ::=", {calc ("  let o := eval cbv beta iota zeta delta [" ^ {std.string.concat " " Names} ^ " "
         ^ {std.string.concat " " Unfolded} ^ "] in o in fl_operations o.")},
       "Ltac fl_unfold_code o ::=",
         {calc ("  let o := eval cbv beta iota zeta delta [" ^ {std.string.concat " " Names} ^ " " ^
         {std.string.concat " " Unfolded} ^ "] in o in fl_code_operations o.")},
       {calc ("Ltac fl_frame ::= " ^ Frames ^ ".")},
       {calc ("Ltac fl_frame_in H ::= " ^ Frames ^ " in H.")},
       {calc ("Ltac fl_said ::= unfold said_" ^ Id ^ ".")},
       {calc ("Ltac fl_turn ::= cbv beta iota delta [" ^ TurnNames ^ "].")},
       {calc ("Ltac fl_turn_in H ::= cbv beta iota delta [" ^ TurnNames ^ "] in H.")},
       {facts-tactic "fl_facts_named" "" JKnowns}, {facts-tactic "fl_facts_named_in H" " in H" JKnowns},
       "Ltac fl_join_lemma h ::= constr:(tt)."],
      {places-text Q Id Marks Joins},
      {joins-text Q Id Marks Joins "constr:(tt)"},
      {std.flatten StepLemmas}, {std.flatten TurnLemmas},
      [{calc ("Lemma " ^ Id ^ "_steps external : " ^ Computes ^ "steps_realized F.Q external " ^ StepS ^ " " ^
         Args ^ ".")},
       {calc ("Proof. " ^ Intro ^ "intros ls s; destruct s" ^ {part-uses States} ^ ". Qed.")},
       {calc ("Lemma " ^ Id ^ "_turns external : " ^ Computes ^ "turns_realized F.Q external " ^ GoOnS ^ " " ^
         Args1 ^ ".")},
       {calc ("Proof. " ^ Intro ^ "intros ls l; destruct l" ^ {part-uses Turns} ^ ". Qed.")}]] L.
  % a state's frames, as they are defined: the relation of the machine with this name
  pred frame-tactic i:string, i:list constructor, i:list string, o:string.
  frame-tactic Id Ks Knowns S :- std.map Ks (k\ r\ sigma I\ coq.gref->id (indc k) I, r is "waits_" ^ I) Ws,
    std.append Ws Knowns Ns, S is "cbv beta iota delta [frame_" ^ Id ^ " " ^ {std.string.concat " " Ns} ^ "]".
  pred facts-tactic i:string, i:string, i:list string, o:string.
  facts-tactic Head _ [] S :- !, S is "Ltac " ^ Head ^ " ::= idtac.".
  facts-tactic Head Where Fs S :- S is "Ltac " ^ Head ^ " ::= cbv beta delta [" ^ {std.string.concat " " Fs} ^ "]" ^
    Where ^ ".".
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
       std.map Before child-frame Frames, std.map Before (n\ r\ r is "said_" ^ n) Said,
       Uses = [{calc ("Ltac fl_child_frame ::= " ^ {std.string.concat "; " Frames} ^ ".")},
         {calc ("Ltac fl_child_steps s r ::= first [" ^ {std.string.concat " | " Steps} ^ "].")},
         {calc ("Ltac fl_said_in H ::= unfold " ^ {std.string.concat ", " Said} ^ " in H.")},
         {calc ("Ltac fl_child_turns ::= first [" ^ {std.string.concat " | " Turns} ^ "].")}])),
    machine-text C Unfolded L0, with-child-lemmas Cs [Id|Before] Unfolded L1, std.flatten [Uses, L0, L1] L.

  pred child-frame i:string, o:string.
  child-frame W S :- derived GR (mk-callee _ St _ _ _ _ _ _ _ _ _ _), runs GR _ _, coq.gref->id GR W, !,
    St = global (indt I), coq.env.indt I _ _ _ _ Ks _, frame-tactic W Ks [] S.

  pred theorem-text i:printed, o:list string.
  theorem-text (coroutine-of Q GR _ _ _) L :- coq.gref->id GR Id, full GR F, coq.env.typeof GR Ty, arguments-of Ty Ids,
    computing Computes,
    program-type Ty N _, std.take N Ids Ids1, numbered Ids1 0 Xs, QS is {std.any->string Q},
    std.map Xs (x\ r\ r is "ok " ^ x ^ " -> ") Oks, std.map Xs (x\ r\ r is "enc " ^ x) Encs,
    (if (Xs = []) (Prog = F) (Prog is "(@" ^ F ^ " " ^ {std.string.concat " " Xs} ^ ")")),
    L = ["", "(** What is compiled does what the program says, and nothing else: [compiles_to]. *)",
      {calc ("Theorem " ^ Id ^ "_compiled external " ^ {std.string.concat " " Xs} ^ " :")},
      "  external_ok (fun f => externs F.Q !! f) external -> (forall f ds, external f ds <> None) ->",
      {calc ("  " ^ Computes ^ {std.string.concat "" Oks} ^ "compiles_to F.Q F.L F.T external " ^ QS ^ " asks_" ^ Id ^
        " replies_" ^ Id
        ^ " (fun a => (enc a, [])) [" ^ {std.string.concat "; " Encs} ^ "] " ^ Prog ^ ".")},
      {calc ("Proof. fl_compiled F.types F.layouts F.facts (@" ^ F ^ "_equiv) " ^ Id ^ "_steps " ^ Id ^
        "_turns. Qed.")}].
}}.
