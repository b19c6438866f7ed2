(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The auditor as OCaml.

    Trusted: Coq's extraction; that Zarith's [Z.t] computes what Coq's [N] and
    [Z] compute, by the same functions as in compiler/extract/lang, and that an [int]
    stands for a [nat], which only counts how often something was published. *)
From Coq Require Import Extraction ZArith.
From Coq Require Import ExtrOcamlBasic ExtrOcamlChar.
From Fairlead.Monitor.Audit Require Import Native Sum.
From Fairlead.Monitor.Audit Require Auditor Sum.

Extract Inductive nat => "int" [ "0" "Stdlib.succ" ]
  "(fun zero succ n -> if n = 0 then zero () else succ (n - 1))".
Extract Inductive positive => "Integer.t"
  [ "Fairlead_lang_coq.Big_trusted.double_plus_one" "Fairlead_lang_coq.Big_trusted.double"
    "Fairlead_lang_coq.Big_trusted.one" ]
  "Fairlead_lang_coq.Big_trusted.match_positive".
Extract Inductive N => "Integer.t" [ "Integer.zero" "" ] "Fairlead_lang_coq.Big_trusted.match_n".
Extract Inductive Z => "Integer.t" [ "Integer.zero" "" "Integer.neg" ] "Fairlead_lang_coq.Big_trusted.match_z".
Extract Inlined Constant N.add => "Integer.add".
Extract Inlined Constant N.sub => "Fairlead_lang_coq.Big_trusted.sub_n".
Extract Inlined Constant N.eqb => "Integer.equal".
Extract Inlined Constant N.ltb => "Integer.lt".
Extract Inlined Constant N.leb => "Integer.leq".
Extract Inlined Constant N.to_nat => "Fairlead_lang_coq.Big_trusted.to_nat".
Extract Inlined Constant Z.eqb => "Integer.equal".
Extract Inlined Constant Z.add => "Integer.add".
Extract Inlined Constant Z.land => "Integer.logand".

Set Extraction Optimize.
Extraction NoInline n1 n2 n3 n4 n5 n6 n7 n8 n32 n256 n65536 limit32 limit64 mask128.
Extraction Language OCaml.
Extraction "auditor_model.ml"
  Reader.read_entry Reader.read_value Packed.value_bytes Packed.element_bytes Step.y_step
  Auditor.u_init Auditor.u_feed Auditor.u_certify Auditor.u_certified Auditor.u_complete Auditor.u_agree
  Auditor.u_status Sum.sum_setting.
