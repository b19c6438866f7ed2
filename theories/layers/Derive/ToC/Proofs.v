(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the file that [ToFl] writes for a program imports. *)
From Coq Require Export String.
From Fairlead.Derive Require Export Freer Machine.
From Fairlead.Base Require Export Prelude Outcome.
From Fairlead.Core.Model Require Export Semantics.
From Fairlead.Lang Require Export Typing.Soundness Model.Source.
From Fairlead.Derive.ToC Require Export Realize Compiled.
