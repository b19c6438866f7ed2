(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The check of frames (theories/layers/Threads/Layout/Slots.v), and the comparison of what was printed with what was
    said (theories/layers/Threads/Text/Check.v) and of that with the source (Unhoist/Unhoisted.v), as OCaml.

    Trusted: Coq's extraction, and that an OCaml [int] stands for [nat] and for
    [positive] here: numbers of locals, of labels and of members of a frame, which
    are lengths of lists in memory; and an OCaml [string] for [string] (ExtrOcamlNativeString). *)
From Coq Require Extraction.
From Coq Require Import ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlNativeString PArith.
From Fairlead.Threads.Layout Require Slots.
From Fairlead.Threads.Text Require Check.
From Fairlead.Threads.Unhoist Require Unhoisted.

Extract Inductive positive => "int" [ "(fun p -> 2 * p + 1)" "(fun p -> 2 * p)" "1" ]
  "(fun odd even one p -> if p <= 1 then one () else if p land 1 = 1 then odd (p lsr 1) else even (p lsr 1))".
Extract Constant Pos.succ => "Stdlib.succ".
Extract Constant Pos.of_succ_nat => "Stdlib.succ".
Extract Inlined Constant Nat.eqb => "(=)".
Extract Inlined Constant Nat.leb => "(<=)".
Extract Inlined Constant Nat.ltb => "(<)".

Extraction Language OCaml.
Set Extraction Optimize.
Extraction "threads_model.ml" Slots.refused.
Extraction "text_model.ml" Check.differs Check.codes Check.miscounted Check.all_places
  Unhoisted.unhoisted.
