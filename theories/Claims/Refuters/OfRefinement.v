(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Refinement.v: see All.v. *)
From stdpp Require prelude sorting.
From Fairlead.Monitor.Model Require Monitor.
From Fairlead.Monitor.Log Require Format.
From Fairlead.Monitor.Consistency Require Sequential.
From Fairlead.Refinement Require ExactConsistent Refuted.Answers.

Section refinement.
Import stdpp.prelude.
Import Monitor.Log.Format ExactConsistent Refuted.Answers.

(** What the claim said once ([explained_by_anything], kept word for word) holds of all answers, whatever the hash is.
    What it says now does not: of a run that puts and gets, on a small store, what was answered is explained and nothing
    else of that thread, in particular not what a server would answer that lost the value, and not silence. *)
Theorem monitor_in_fl_consistent_refuter :
  (∀ hash cfg store0 rs e, explained_by_anything hash cfg store0 rs e) ∧
  let right := Monitor.answers small_run Monitor.init_monitor put_and_get in
  let explained := explained cut_off small_run (Record.initial 1) (λ _, None) put_and_get in
  Sequential.starts_from small_run (Record.initial 1) (λ _, None) ∧
  Monitor.m_certified (Monitor.run small_run Monitor.init_monitor put_and_get) = Some 0%N ∧
  explained right 0%N ∧
  length lost = 2%nat ∧ ¬ explained lost 0%N ∧ ¬ explained [] 0%N ∧
  ∀ rs, explained rs 0%N → filter (λ r, Monitor.r_tid r = 0 ∧ Monitor.r_epoch r ≤ 0)%N rs = right.
Proof. exact (conj anything_explained wrong_answers_refuted). Qed.
End refinement.
