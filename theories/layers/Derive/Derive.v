(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** All that a program needs: [From Fairlead.Derive Require Import Derive]. *)
From Fairlead.Derive Require Export Freer Same Machine Bisimulation Run Inline Combinators Coroutine Relate Lists Maps
  Command FirstOrder.
