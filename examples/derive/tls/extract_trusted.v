(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The derived machine in OCaml. Bytes become chars, as Coq's own library has it; nothing else is replaced. *)
From Coq Require Import PArith ExtrOcamlBasic ExtrOcamlNativeString.
From Fairlead.Tls Require Import Requests.
Extraction "tls_machine.ml" view first_outcome Pos.succ.
