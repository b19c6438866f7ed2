(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * From Coq to OCaml.

    Trusted: that OCaml's [int] and Zarith's [Z.t] compute what Coq's [nat],
    [N], [Z] and [positive] compute (functions with a case of their own are in
    big_trusted.ml), and that the OCaml [int] standing for [nat] never
    overflows: a [nat] here counts things that are in memory.

    To extract more, extend the list at the end; OCaml code finds everything in
    [Fairlead_lang_coq.Extracted]. *)
From Coq Require Import Extraction ZArith.
From Coq Require ExtrOcamlBasic.
From stdpp Require numbers.
From Fairlead.Core.Model Require Semantics.
From Fairlead.Core.Machine Require Liveness.
From Fairlead.Lang.Model Require Syntax.
From Fairlead.Lang.Typing Require Checker.
From Fairlead.Lang.Aliasing Require Checker.
From Fairlead.Lang.Model Require Source.
From Fairlead.Lang.Frames Require Extents Checker.
From Fairlead.Lang.Guards Require Guards Tests.
From Fairlead.Lang.Facts Require Checker Machine.
From Fairlead.Lang.Trapless Require Checker.
From Fairlead.Lang.Order Require Checker.
From Fairlead.C Require Semantics Grammar Words.
From Fairlead.Printed Require Conditions Assigned.
From Fairlead.Printed.Control Require Same.

(** [comparison] would take the constructors [Eq], [Lt] and [Gt] from the
    language's own comparisons, so it becomes a variant that clashes with nothing. *)
Extract Inductive comparison => "Big_trusted.order" [ "`Eq" "`Lt" "`Gt" ].

Extract Inductive nat => "int" [ "0" "Stdlib.succ" ]
  "(fun zero succ n -> if n = 0 then zero () else succ (n - 1))".
Extract Constant Nat.add => "(+)".
Extract Constant Nat.mul => "( * )".
Extract Constant Nat.sub => "fun a b -> Stdlib.max 0 (a - b)".
Extract Inlined Constant Init.Nat.add => "(+)".
Extract Constant Init.Nat.sub => "fun a b -> Stdlib.max 0 (a - b)".
Extract Constant Nat.pred => "fun a -> Stdlib.max 0 (a - 1)".
Extract Constant Nat.max => "Stdlib.max".
Extract Constant Nat.min => "Stdlib.min".
Extract Constant Nat.compare => "Big_trusted.compare_int".
Extract Inlined Constant Nat.eqb => "(=)".
Extract Inlined Constant Nat.leb => "(<=)".
Extract Inlined Constant Nat.ltb => "(<)".
Extract Inlined Constant Init.Nat.eqb => "(=)".
Extract Inlined Constant Init.Nat.leb => "(<=)".
Extract Inlined Constant Init.Nat.ltb => "(<)".
Extract Inlined Constant Nat.eq_dec => "(=)".
Extract Inlined Constant Peano_dec.eq_nat_dec => "(=)".
Extract Inlined Constant Compare_dec.le_lt_dec => "(<=)".
Extract Inlined Constant Compare_dec.le_dec => "(<=)".
Extract Inlined Constant Compare_dec.lt_dec => "(<)".

Extract Inductive positive => "Big_trusted.t"
  [ "Big_trusted.double_plus_one" "Big_trusted.double" "Big_trusted.one" ]
  "Big_trusted.match_positive".
Extract Inductive N => "Big_trusted.t" [ "Big_trusted.zero" "" ] "Big_trusted.match_n".
Extract Inductive Z => "Big_trusted.t" [ "Big_trusted.zero" "" "Big_trusted.neg" ] "Big_trusted.match_z".

Extract Constant Pos.succ => "Big_trusted.succ".
Extract Constant Pos.add => "Big_trusted.add".
Extract Constant Pos.mul => "Big_trusted.mul".
Extract Constant Pos.pred => "Big_trusted.pred_positive".
Extract Constant Pos.sub => "Big_trusted.sub_positive".
Extract Constant Pos.compare => "Big_trusted.compare".
Extract Constant Pos.eqb => "Big_trusted.equal".
Extract Constant Pos.eq_dec => "Big_trusted.equal".
Extract Constant Pos.of_nat => "Big_trusted.positive_of_nat".
Extract Constant Pos.of_succ_nat => "Big_trusted.of_succ_nat".
Extract Constant Pos.to_nat => "Big_trusted.to_nat".

Extract Constant N.succ => "Big_trusted.succ".
Extract Constant N.add => "Big_trusted.add".
Extract Constant N.mul => "Big_trusted.mul".
Extract Constant N.pred => "Big_trusted.pred_n".
Extract Constant N.sub => "Big_trusted.sub_n".
Extract Constant N.div => "Big_trusted.div".
Extract Constant N.modulo => "Big_trusted.modulo".
Extract Constant N.compare => "Big_trusted.compare".
Extract Constant N.eqb => "Big_trusted.equal".
Extract Constant N.leb => "Big_trusted.leb".
Extract Constant N.ltb => "Big_trusted.ltb".
Extract Constant N.eq_dec => "Big_trusted.equal".
Extract Constant N.min => "Big_trusted.min".
Extract Constant N.max => "Big_trusted.max".
Extract Constant N.of_nat => "Big_trusted.of_nat".
Extract Constant N.to_nat => "Big_trusted.to_nat".

Extract Constant Z.succ => "Big_trusted.succ".
Extract Constant Z.pred => "Big_trusted.pred".
Extract Constant Z.add => "Big_trusted.add".
Extract Constant Z.sub => "Big_trusted.sub".
Extract Constant Z.mul => "Big_trusted.mul".
Extract Constant Z.opp => "Big_trusted.neg".
Extract Constant Z.abs => "Big_trusted.abs".
Extract Constant Z.div => "Big_trusted.div".
Extract Constant Z.modulo => "Big_trusted.modulo".
Extract Constant Z.land => "Big_trusted.logand".
Extract Constant Z.lor => "Big_trusted.logor".
Extract Constant Z.lxor => "Big_trusted.logxor".
Extract Constant Z.lnot => "Big_trusted.lognot".
Extract Constant Z.shiftl => "Big_trusted.shift_left".
Extract Constant Z.shiftr => "Big_trusted.shift_right".
Extract Constant Z.pow => "Big_trusted.pow".
Extract Constant Z.compare => "Big_trusted.compare".
Extract Constant Z.eqb => "Big_trusted.equal".
Extract Constant Z.leb => "Big_trusted.leb".
Extract Constant Z.ltb => "Big_trusted.ltb".
Extract Constant Z.geb => "Big_trusted.geb".
Extract Constant Z.gtb => "Big_trusted.gtb".
Extract Constant Z.eq_dec => "Big_trusted.equal".
Extract Constant Z.min => "Big_trusted.min".
Extract Constant Z.max => "Big_trusted.max".
Extract Constant Z.of_N => "(fun n -> n)".
Extract Constant Z.to_N => "Big_trusted.n_of_z".
Extract Constant Z.abs_N => "Big_trusted.abs".
Extract Constant Z.of_nat => "Big_trusted.of_nat".
Extract Constant Z.to_nat => "Big_trusted.nat_of_z".

(** Syntax is compared by OCaml's own comparison, which stops at once where both are one object, and compares Zarith's
    numbers as numbers. It is a tree of constructors and numbers, without functions and without circles. *)
Extract Constant Control.Equality.expr_eq_dec => "(fun a b -> Stdlib.compare a b = 0)".
Extract Constant Control.Source.leaf_eq_dec => "(fun a b -> Stdlib.compare a b = 0)".
Extract Constant Control.Source.point_eq_dec => "(fun a b -> Stdlib.compare a b = 0)".
Extract Constant Control.Source.question_eq_dec => "(fun a b -> Stdlib.compare a b = 0)".
Extract Constant Control.Source.source_position_eq_dec => "(fun a b -> Stdlib.compare a b = 0)".
Extract Constant Control.Same.text_position_eq_dec => "(fun a b -> Stdlib.compare a b = 0)".

(** Nothing extracted has side effects, so unfolding trivial definitions is only a matter of size. *)
Set Extraction Optimize.

Extraction "extracted.ml"
  Syntax.program Typing.Checker.check_program Aliasing.Checker.check_aliasing
  Guards.guard_basic Guards.guard_expr Guards.guard_dest Guards.guard_ask Guards.guard_call Guards.guard_resume Guards.guard_give_back
  Guards.Tests.lower_test Facts.Machine.pruned_basic Facts.Machine.pruned_test Facts.Machine.pruned_call
  Facts.Checker.declared Facts.Checker.flow Facts.Checker.check_facts Trapless.Checker.check_trapless Trapless.Checker.guard_of
  Order.Checker.check_order Order.Checker.when_asked Order.Checker.when_marked
  Bounds.bound Liveness.live Frames.Checker.refused
  Frames.Checker.program_extent Frames.Checker.program_members Frames.Extents.cell Frames.Extents.offsets Frames.Extents.index_cells
  Printed.Lowering.lower_place Printed.Lowering.lower Printed.Lowering.lower_bytes Printed.Conditions.guard_fails
  Printed.Assignments.lower_basic Printed.Assignments.lower_trapless
  Printed.Assigned.apart_in C.Words.words_of C.Words.grammatical_statement
  Control.Same.same_control Control.Same.beginning Control.Source.source_move Control.Text.text_move
  C.Semantics.eval C.Statements.exec C.Grammar.grammatical Printed.Names.functions Printed.Names.waits_code
  Source.source Lang.Model.Semantics.fl Lang.Model.Semantics.fl_initial Core.Model.Semantics.step.
