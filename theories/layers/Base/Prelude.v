(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What every file of Fairlead starts from: coq-stdpp, with sections that
    name the variables their lemmas use. *)
From stdpp Require Export prelude.

Global Set Default Proof Using "Type".

(** The comparisons of [nat] that extraction knows: the library's own notations
    stand for aliases of them, which would pull a module of [nat] into the OCaml. *)
Infix "=?" := Coq.Init.Nat.eqb : nat_scope.
Infix "<=?" := Coq.Init.Nat.leb : nat_scope.
Infix "<?" := Coq.Init.Nat.ltb : nat_scope.
