(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * blum.add and blum.evict are safe, compiled. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Safe BlumAdd BlumLeave.
Local Open Scope Z_scope.

Theorem blum_safe `{B : base} (external : nat → list data → option (list data * data)) (t : fthread)
    (secret key value : list Z) (s epoch counter thread : Z) :
  externals_ok external → thread_ok t → key_wf key → value_ok value → 0 ≤ s < 2 ^ 32 →
  0 ≤ epoch < 2 ^ 64 → 0 ≤ counter < 2 ^ 32 → 0 ≤ thread < 2 ^ 16 →
  safe external fn_blum_add t
    [VExtern secret; VBytes key; VBytes value; VInt s; VInt epoch; VInt counter; VInt thread] ∧
  safe external fn_blum_evict t [VExtern secret; VInt s; VInt epoch; VInt counter].
Proof.
  intros Hext Ht Hk Hv Hs He Hc Hn. split_and!.
  - safe_by (blum_add_ensures external Hext).
    intros v ws (t' & -> & Ht' & ?). exists t'. eexists. split; [reflexivity|]. by split.
  - safe_by (blum_evict_ensures external Hext).
    intros v ws (t' & -> & Ht' & ?). exists t'. eexists. split; [reflexivity|]. by split.
Qed.
