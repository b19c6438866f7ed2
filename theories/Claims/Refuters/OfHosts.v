(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Hosts.v: see All.v. *)
From Coq Require QArith.
From stdpp Require prelude.
From Fairlead.Monitor.Model Require Monitor.
From Fairlead.Monitor.Log Require Functions.
From Fairlead.Monitor.Hash Require Counting.
From Fairlead.Refinement Require Refuted.Answers.
From Fairlead.Hosts Require Reliable Refuted.Known.

Section hosts.
Import QArith stdpp.prelude.
Import Fairlead.Refinement.Refuted.Answers Fairlead.Hosts.Serving Fairlead.Hosts.Reliable Fairlead.Hosts.Refuted.Known.
Import Counting Monitor.Model.Monitor.
Local Open Scope Z_scope.

(** A function that the host knows, [known], in place of CBC-MAC under a secret. The host [liar] makes three calls that
    are allowed: it feeds a log in which a record comes back from Blum with another value, publishes, and certifies. No
    two values collide; under every secret the bad event happens, so that its probability is 1; the epoch is certified,
    what was answered is not settled, and it is the history of no plain store. *)
Theorem monitor_in_fl_host_refuter :
  let bad := misleads cut_off 8 1 1 top1 0 liar 3 in
  (∀ x seen, SafeCalls.call_ok 1 (with_secret x (liar seen))) ∧
  Messages.find_collision cut_off 8 1 1 Functions.standard top1 0 (replay lied) (length lied) = None ∧
  (∀ secrets, secrets ≠ [] → ¬ (prob secrets (λ x, bad (keys_of known cut_off x)) <= 1 # 2 ^ 85)%Q) ∧
  let cfg := model_of known cut_off 8 1 1 top1 0 [] in
  m_certified (run cfg init_monitor lied) = Some 0%N ∧
  ¬ settled known cut_off 8 1 1 top1 0 (Record.initial 1) (λ _, None) [] lied (answers cfg init_monitor lied) 0 ∧
  ¬ ClientHistory.legal Functions.standard (λ _, None) (answers cfg init_monitor lied).
Proof. exact known_misleads. Qed.
End hosts.
