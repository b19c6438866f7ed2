(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * ToFl, part 6: the command.

    [ToFl p "folder"] writes, for a derived program [p], the coroutine and the proof that what is compiled from it does
    what [p] says: two files, named after [p]; none, if the folder is "". The proof imports a third, what
    [fairlead coq] prints of the first. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Import Freer Same Machine Coroutine Terms Inline Walk Translate.
From Fairlead.Derive.ToC Require Import Data.
From Fairlead.Derive.ToC Require Export Print Statements Facts Tables Coroutines Interface ProofText.

Elpi Db derive.fl.command lp:{{
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
    "(write Import" {calc ({module-of GR} ^ ",")} "and then ToFl; what was derived in a functor cannot go to C)".
  not-derived _ Id :- coq.error "to C:" Id ": has not been derived (write Derive" Id "before)".
  pred to-fl i:constant, i:string.
  to-fl C Folder :- GR = const C, coq.gref->id GR Id,
    (if (coq.env.section []) true (coq.error "to C:" Id ": a section is open (close it, and give its variables)")),
    (if (derived GR _) true (not-derived GR Id)),
    (if (runs GR _ _) (coq.error "to C:" Id ": is a coroutine (give the program that keeps it)") true),
    readable-to-c GR Id,
    new_safe Known, new_safe Through, new_safe Met,
    at-top-level Id, not-written GR Id, folder-for Folder To,
    program Id => user-types Known => looked-through Through => externs-met Met =>
      to-files GR Id Known Through Met To,
    @local! => coq.elpi.accumulate _ "derive.fl.command" (clause _ _ (written Id GR)).
  % what it is made of, without what libraries have
  pred readable-to-c i:gref, i:string.
  readable-to-c GR Id :- coq.env.transitive-dependencies GR _ S, std.mem {coq.gref.set.elements S} G,
    coq.env.univpoly? G _, coq.gref->path G [Library|_],
    not (std.mem ["Coq", "Fairlead", "Ltac2", "elpi", "stdpp"] Library), !,
    coq.error "to C:" {calc (Id ^ ":")} {coq.gref->id G} "is universe polymorphic, which .fl has nothing for"
      "(Unset Universe Polymorphism before it)".
  readable-to-c _ _.
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
      std.fold {std.append DTs XTs} 4 lines-after Start, first-lines Printed Texts Start Firsts,
      (computing Computes => Firsts => (with-child-lemmas Printed [] Looked Machines, theorem-text Main Theorem)),
      library-of {calc (Id ^ "_fl")} Lib FlLib,
      write-file Folder {calc (Id ^ ".fl")}
        {std.append [{calc ("// Written by ToFl from " ^ Id ^ " in " ^ Lib ^ ".")},
          "// SPDX-License-Identifier: Apache-2.0 OR MIT", ""]
          {std.append DTs {std.append XTs Texts} } },
      write-file Folder {calc (Id ^ "_proof.v")} {std.flatten [
        [{calc ("(* Written by ToFl from " ^ Id ^ " in " ^ Lib ^ ". SPDX-License-Identifier: Apache-2.0 OR MIT *)")},
         % last: what the program's file has set for all who require it is set back ([Usual])
         {calc ("Require " ^ Lib ^ " " ^ FlLib ^ ".")}, "From Fairlead.Derive.ToC Require Import Usual Proofs.",
         {calc ("Module F := " ^ FlLib ^ ".")}, "Ltac fl_source_lines ::= constr:(F.source_lines).", ""],
        DPs, XPs, Is, IMain, Machines, Theorem]} ].
  % where bodies begin in the .fl text, whose first coroutine is at the line that is given
  pred lines-after i:string, i:int, o:int.
  lines-after S N M :- M is N + 1 + size {rex_replace "[^\n]" "" S}.
  pred first-lines i:list printed, i:list string, i:int, o:list prop.
  first-lines [] [] _ [].
  first-lines [coroutine-of Q _ _ Items _|Ps] [T|Ts] N [first-line Q First|Fs] :- lines-after T N M,
    std.filter Items (i\ sigma I S\ i = line I S) Body, First is M - 2 - {std.length Body}, first-lines Ps Ts M Fs.
  pred write-file i:string, i:string, i:list string.
  write-file "" _ _ :- !.                   % what is declared is all that is wanted
  write-file Folder Name Lines :- open_out {calc (Folder ^ "/" ^ Name)} O,
    std.forall Lines (l\ output O l, output O "\n"), close_out O.
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
Elpi Accumulate Db derive.fl.coroutine.
Elpi Accumulate Db derive.fl.interface.
Elpi Accumulate Db derive.fl.proof.
Elpi Accumulate Db derive.fl.command.
Elpi Accumulate lp:{{
  main [str Name] :- !, main [str Name, str "."].
  main [str Name, str Folder] :- !,
    (if (coq.locate Name (const C)) true (coq.error "to C:" Name ": this is no constant")),
    (if (to-fl C Folder) true (coq.error "to C:" {calc (Name ^ ":")}
      "ToFl does not get through this, and cannot say where. That is a mistake of ToFl's: please report it")).
  main _ :- coq.error "to C: usage: ToFl <program> [<folder>].".
}}.
Elpi Typecheck.
Elpi Export ToFl.
