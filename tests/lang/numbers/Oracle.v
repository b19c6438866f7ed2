(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Coq's numbers as they are: nothing here is mapped to OCaml's. *)
From Coq Require Import Extraction ZArith.

Extraction "oracle.ml"
  Nat.add Nat.mul Nat.sub Nat.pred Nat.max Nat.min Nat.compare Nat.eqb Nat.leb Nat.ltb
  Pos.succ Pos.add Pos.mul Pos.pred Pos.sub Pos.compare Pos.eqb Pos.of_nat Pos.of_succ_nat Pos.to_nat
  N.succ N.add N.mul N.pred N.sub N.div N.modulo N.compare N.eqb N.leb N.ltb N.min N.max N.of_nat N.to_nat
  Z.succ Z.pred Z.add Z.sub Z.mul Z.opp Z.abs Z.div Z.modulo Z.land Z.lor Z.lxor Z.lnot Z.shiftl Z.shiftr Z.pow
  Z.compare Z.eqb Z.leb Z.ltb Z.geb Z.gtb Z.min Z.max Z.of_N Z.to_N Z.abs_N Z.of_nat Z.to_nat.
