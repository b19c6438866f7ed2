(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Extraction of the assembly model and checkers to OCaml. Trusted: that Zarith's
   integers behave as Coq's [positive], [N] and [Z] for the functions named here.
   Co-simulation against the processor exercises them all. *)
From Coq Require Extraction.
From Coq Require Import ExtrOcamlBasic NArith ZArith.
From Fairlead.Asm.Model Require Word_trusted Aes_trusted Syntax_trusted State_trusted Semantics_trusted
  Describe_trusted Run_trusted.
From Fairlead.Asm.Footprints Require Locset Footprint Commute.
From Fairlead.Asm Require Reorder.
From Fairlead.Asm.Symbolic Require Equivalence.
From Fairlead.Asm.Model Require Flat_trusted.
From Fairlead.Asm.Verdicts Require Taint Taint_runs.
From Fairlead.Asm.Model Require Structured_trusted.
From Fairlead.Asm.Control Require Lowering.
From Fairlead.Asm.Peephole Require Rules Movbe Moves Zero Prefetch.
From Fairlead.Asm.Groups Require Exchange.
From Fairlead.Asm.Transform Require Scripts.
From Fairlead.Asm Require Files.
From Fairlead.Asm.Verdicts Require Calls.
From Fairlead.Asm.Bytes Require Table_trusted Erased Canonical.
From Fairlead.Asm.Stack Require Check.

Extract Inductive positive => "Bignum.t"
  [ "(fun x -> Bignum.succ (Bignum.shift_left x 1))" "(fun x -> Bignum.shift_left x 1)" "Bignum.one" ]
  "(fun f2p1 f2p f1 p -> if Bignum.equal p Bignum.one then f1 () else let q = Bignum.shift_right p 1 in if Bignum.testbit p 0 then f2p1 q else f2p q)".
Extract Inductive N => "Bignum.t" [ "Bignum.zero" "" ]
  "(fun f0 fp n -> if Bignum.sign n <= 0 then f0 () else fp n)".
Extract Inductive Z => "Bignum.t" [ "Bignum.zero" "" "Bignum.neg" ]
  "(fun f0 fp fn z -> let s = Bignum.sign z in if s = 0 then f0 () else if s > 0 then fp z else fn (Bignum.neg z))".

Extract Constant Pos.succ => "Bignum.succ".
Extract Constant Pos.add => "Bignum.add".
Extract Constant Pos.mul => "Bignum.mul".
Extract Constant Pos.eqb => "Bignum.equal".
Extract Constant Pos.ltb => "Bignum.lt".
Extract Constant Pos.leb => "Bignum.leq".
Extract Constant Pos.compare => "(fun x y -> let c = Bignum.compare x y in if c = 0 then Eq else if c < 0 then Lt else Gt)".
Extract Constant N.succ_pos => "Bignum.succ".
Extract Constant Pos.eq_dec => "Bignum.equal".
Extract Constant Pos.of_succ_nat => "(fun n -> let rec go a = function O -> a | S n -> go (Bignum.succ a) n in go Bignum.one n)".

Extract Constant N.of_nat => "(fun n -> let rec go a = function O -> a | S n -> go (Bignum.succ a) n in go Bignum.zero n)".
Extract Constant N.add => "Bignum.add".
Extract Constant N.sub => "(fun x y -> Bignum.max Bignum.zero (Bignum.sub x y))".
Extract Constant N.mul => "Bignum.mul".
Extract Constant N.pow => "(fun x y -> Bignum.pow x (Bignum.to_int y))".
Extract Constant N.modulo => "(fun x y -> if Bignum.equal y Bignum.zero then x else Bignum.rem x y)".
Extract Constant N.eqb => "Bignum.equal".
Extract Constant N.eq_dec => "Bignum.equal".
Extract Constant N.leb => "Bignum.leq".
Extract Constant N.ltb => "Bignum.lt".
Extract Constant N.min => "Bignum.min".
Extract Constant N.max => "Bignum.max".
Extract Constant N.land => "Bignum.logand".
Extract Constant N.lor => "Bignum.logor".
Extract Constant N.lxor => "Bignum.logxor".
Extract Constant N.ldiff => "(fun x y -> Bignum.logand x (Bignum.lognot y))".
Extract Constant N.shiftl => "(fun x y -> Bignum.shift_left x (Bignum.to_int y))".
Extract Constant N.shiftr => "(fun x y -> Bignum.shift_right x (Bignum.to_int y))".
Extract Constant N.testbit => "(fun x i -> Bignum.testbit x (Bignum.to_int i))".
Extract Constant N.setbit => "(fun x i -> Bignum.logor x (Bignum.shift_left Bignum.one (Bignum.to_int i)))".
Extract Constant N.ones => "(fun w -> Bignum.pred (Bignum.shift_left Bignum.one (Bignum.to_int w)))".
Extract Constant N.odd => "Bignum.is_odd".
Extract Constant N.double => "(fun x -> Bignum.shift_left x 1)".
Extract Constant N.div2 => "(fun x -> Bignum.shift_right x 1)".

Extract Constant Z.add => "Bignum.add".
Extract Constant Z.sub => "Bignum.sub".
Extract Constant Z.mul => "Bignum.mul".
Extract Constant Z.opp => "Bignum.neg".
Extract Constant Z.pow => "(fun x y -> if Bignum.sign y < 0 then Bignum.zero else Bignum.pow x (Bignum.to_int y))".
Extract Constant Z.modulo => "(fun x y -> if Bignum.equal y Bignum.zero then x else Bignum.sub x (Bignum.mul y (Bignum.fdiv x y)))".
Extract Constant Z.div => "(fun x y -> if Bignum.equal y Bignum.zero then Bignum.zero else Bignum.fdiv x y)".
Extract Constant Z.eqb => "Bignum.equal".
Extract Constant Z.eq_dec => "Bignum.equal".
Extract Constant Z.leb => "Bignum.leq".
Extract Constant Z.ltb => "Bignum.lt".
Extract Constant Z.of_N => "(fun x -> x)".
Extract Constant Z.to_N => "(fun x -> Bignum.max Bignum.zero x)".
Extract Constant Z.of_nat => "(fun n -> let rec go a = function O -> a | S n -> go (Bignum.succ a) n in go Bignum.zero n)".

Extraction "asm_model"
  Syntax_trusted.instr_eq_dec
  State_trusted.effect_of State_trusted.apply State_trusted.address
  Semantics_trusted.sem Semantics_trusted.cc_flags Semantics_trusted.cc_holds
  Describe_trusted.describe Run_trusted.exec Run_trusted.run
  Locset.index Footprint.footprint_of Footprint.reads Footprint.writes
  Commute.independent Commute.writes_commute Commute.accesses_commute Commute.conflicting Commute.apart
  Reorder.annotate Reorder.reorder Reorder.check_reorder
  Exchange.exchange_ok Exchange.exchanged Exchange.check_groups
  Taint_runs.taint_check Taint.taint_desc Taint_runs.taint_at Taint_runs.along Taint_runs.keeps_contract
  Taint_runs.behind_contract
  Flat_trusted.flat_steps
  Equivalence.symeq Equivalence.sym_clean Equivalence.sym_fast Equivalence.same_location Equivalence.start_sym Equivalence.allowed
  Equivalence.flag_known Equivalence.flags_read Execution.sym_step Terms.def Terms.empty_table
  Lowering.lowered Lowering.lower Lowering.size
  Peephole.Rules.peephole Peephole.Rules.single Peephole.Movbe.no_movbe Peephole.Movbe.to_movbe Peephole.Moves.no_copies Peephole.Moves.no_unseen
  Peephole.Zero.to_xor Peephole.Zero.from_xor Peephole.Prefetch.no_prefetch Peephole.Prefetch.with_prefetch
  Scripts.apply_edit Scripts.transform Scripts.check_script Scripts.normal Scripts.elements Files.check_blocks Files.layout
  Calls.check_calls Calls.live_at Calls.passed Calls.returns_all
  Stack.Check.check_stack Stack.Check.after_instr Stack.Check.state_le Stack.Check.address_in Stack.Check.claimed_in
  Table_trusted.decode Erased.over Canonical.canonical.
