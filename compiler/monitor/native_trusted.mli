(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The strings and maps that the auditor works on: OCaml's own. Trusted to keep the laws of
    theories/layers/Monitor/Audit/Native.v, which tests/monitor/native.t tries on functions written in Coq. *)

open Auditor_model

val strings : string strings

(** Persistent, balanced. *)
module Numbered : Map.S with type key = Integer.t

val maps : unit -> ('a Numbered.t, 'a) maps
