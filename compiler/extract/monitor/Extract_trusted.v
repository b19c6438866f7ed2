(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The monitor's model as OCaml.

    Trusted: Coq's extraction, and that an OCaml [char] is eight bits (ExtrOcamlChar).
    Numbers stay Coq's own binary numbers; nothing else is mapped by hand. *)
From Coq Require Extraction.
From Coq Require Import ExtrOcamlBasic ExtrOcamlChar.
From Fairlead.Monitor.Consistency Require Sequential.
From Fairlead.Monitor.Log Require Format Functions.

Extraction Language OCaml.
Extraction "monitor_model.ml"
  Codec.parse Codec.print Format.entry_codec Format.datum_codec Format.value_codec Format.element_codec
  Codec.number_of Codec.bytes_of Format.bits_of_bytes
  Format.parse_log Format.print_log
  Record.initial Tally.prf_sum_hash Thread.Config Thread.step Thread.read_operand
  Monitor.init_monitor Monitor.feed Monitor.certify Monitor.perform Monitor.answer
  Monitor.receipt_of Monitor.thread_of Monitor.status_of Monitor.next_to_certify
  Monitor.aggregate_of Monitor.complete Monitor.agree
  Functions.standard Monitor.r_epoch
  Sequential.explain Key.heading Key.rank.
