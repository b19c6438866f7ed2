(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * verify of any bytes: what it does is what the model does of the whole entries at their front. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactVerify.
Local Open Scope Z_scope.

Theorem verify_bytes (external : nat → list data → option (list data * data)) (F : list Z → Z → list Z → Z)
    (hash : bytes → bytes) (cfg : config Z) (secret : list Z) (t : fthread) (st : thread Z) (log out : list Z) :
  externals_ok external → sums external F → hash_is external hash → hashes_as F hash cfg secret →
  digests_as hash cfg → functions cfg = standard →
  verifier_ok t false None → thread_is F cfg secret t st → linked (t_slots st) →
  octets log → len log < 2 ^ 32 → octets out → len out ≤ 65536 →
  ∃ l tail last, divided log l tail last ∧
    compiled_ensures external fn_verify [dverifier t false None; VExtern secret; VBytes log; VBytes out]
      (λ d ds, ∃ t' out' taken s, d = dprogress taken s ∧
         ds = [dverifier t' (closing_of s) (failed_of s); VBytes out'] ∧
         verifier_ok t' (closing_of s) (failed_of s) ∧ f_self t' = f_self t ∧ f_next t' = f_next t ∧
         octets out' ∧ len out' ≤ 65536 ∧ verified_as F cfg secret st l last out taken s t' out').
Proof.
  intros. destruct (any_divided log) as (l & tail & last & Hdiv); [done|done|]. exists l, tail, last. split; [done|].
  by eapply verify_exact.
Qed.
