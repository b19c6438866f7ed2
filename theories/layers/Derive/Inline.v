(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * [DeriveInline f]: Derive looks through the definition of [f] instead of calling it. For combinators, which take
    programs. *)
From elpi Require Import elpi.
From Fairlead.Derive Require Readable.

Ltac look_in c := Readable.look_in c.
Ltac look_for_lets c := Readable.look_for_lets c.

Elpi Db derive.inline lp:{{
  pred inline o:gref.

  % cofix and functions defined together are not for Elpi to read: found before it does
  pred readable-by-elpi i:constant.
  readable-by-elpi C :- look-in "look_in" C B, B = fun N _ (_\ A), coq.name->id N F, coq.gref->id (const C) P,
    unreadable P F A, !.
  readable-by-elpi _.
  pred look-in i:string, i:constant, o:term.
  look-in Tactic C B :- T = {{ (lp:B : Readable.found) }}, coq.typecheck T _ ok, coq.ltac.collect-goals T [G] _,
    coq.ltac.open (coq.ltac.call Tactic [trm (global (const C))]) G [].
  % some let of its is needed by types
  pred typed-by-lets i:constant.
  typed-by-lets C :- look-in "look_for_lets" C B, B = fun _ _ (_\ {{ 3 }}).
  pred unreadable i:string, i:string, i:term.
  unreadable P F {{ 1 }} :- coq.error "derive:" {calc (P ^ ":")} {calc ("this is written with cofix: " ^ F)}
    "(say with iter what goes on for ever: Return (inl s) goes round, Return (inr a) ends)".
  unreadable P F {{ 2 }} :- coq.error "derive:" {calc (P ^ ":")} {calc
    ("this is one of several functions that are defined together: " ^ F)}
    "(make them one, with an argument that says which of them it is)".
  unreadable P _ {{ 4 }} :- coq.error "derive:" {calc (P ^ ":")} "an array is written out here"
    "(make it a Definition of its own)".
}}.

Elpi Command DeriveInline.
Elpi Accumulate Db derive.inline.
Elpi Accumulate lp:{{
  main [str Name] :- !,
    (if (coq.locate-all Name L, std.mem L (loc-gref (const C))) true
      (coq.error "derive: DeriveInline" {calc (Name ^ ":")}
        "there is no constant of this name (write the name of a Definition or Fixpoint)")),
    readable-by-elpi C,
    (if (coq.env.const-body C (some _)) true (coq.error "derive: DeriveInline" Name ": it has no body")),
    (if (coq.env.opaque? C) (coq.error "derive: DeriveInline" {calc (Name ^ ":")}
      "it was ended with Qed, so nothing can be said of it (end it with Defined)") true),
    coq.elpi.accumulate _ "derive.inline" (clause _ _ (inline (const C))).
  main _ :- coq.error "derive: usage: DeriveInline <definition>.".
}}.
Elpi Typecheck.
Elpi Export DeriveInline.
