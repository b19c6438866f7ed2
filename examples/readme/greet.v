(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
From Coq Require Import String.
From Fairlead.Derive Require Import Derive.
Local Open Scope program_scope. Local Open Scope string_scope.

Inductive effect := input | print.
Definition args e := match e with input => unit | print => string end.
Definition rets e := match e with input => string | print => unit end.
Definition greet : t args rets unit :=
  name <- input tt; _ <- print ("hello " ++ name); Return tt.
Derive greet.
Check greet_equiv : equiv greet_step greet_go_on greet_start greet.
Print Assumptions greet_equiv.
