(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The source presentation of a .fl program.

    What the language reference describes: a suspended activation is its
    continuation and its variables; every variable holds its type's default
    before it is assigned, and nothing is ever lost. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Export Points.
From Fairlead.Lang.Model Require Export Semantics.

Notation fl_point := (source_point basic expr suspension call resumption).

Definition source : presentation fl_point := {|
  start := SFresh;
  uninitialised t := Some (default t);
  touch _ _ s := s;
  park_store _ _ s := s;
  save_point := SAt;
  load_point pt := match pt with SFresh p => Some (p, None) | SAt p c k => Some (p, Some (c, k)) end
|}.
