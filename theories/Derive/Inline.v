(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * [DeriveInline f]: Derive looks through the definition of [f] instead of calling it. For combinators, which take
    programs. *)
From elpi Require Import elpi.

Elpi Db derive.inline lp:{{
  pred inline o:gref.
}}.

Elpi Command DeriveInline.
Elpi Accumulate Db derive.inline.
Elpi Accumulate lp:{{
  main [str Name] :- !,
    (if (coq.locate Name (const C)) true (coq.error "derive: DeriveInline" Name ": this is no constant")),
    (if (coq.env.const-body C (some _)) true (coq.error "derive: DeriveInline" Name ": it has no body")),
    coq.elpi.accumulate _ "derive.inline" (clause _ _ (inline (const C))).
  main _ :- coq.error "derive: usage: DeriveInline <definition>.".
}}.
Elpi Typecheck.
Elpi Export DeriveInline.
