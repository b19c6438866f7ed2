(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What is accepted does what C allows of the source. *)
From Coq Require Import String.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Printed.
From Fairlead.Threads.Unhoist Require Import
  Tree Lowered Kinds Jumps Unhoisted Behaviour Control Faithful Accepted Orders Ordered.

Theorem joined_sound spelled name framed temporary first source t units :
  unhoisted spelled name framed temporary first source t units = None →
  let l := written spelled t [] in
  (length l = length source ∧ ∀ k p x, l !! k = Some p → source !! k = Some x → is_token (first + k) p x) ∧
  all_there (seen_all units) ≡ₚ slices t ∧
  (∀ tr x, runs_as (seen_all units) Top tr x → whole_run (may name framed temporary t) Top tr x) ∧
  ∀ tr x, runs_as (seen_all units) Top tr x ↔ whole_run (does name framed t) Top tr x.
Proof.
  intros Hu. pose proof (control_sound _ _ _ _ _ _ _ _ Hu) as Hc.
  pose proof (unhoisted_sound _ _ _ _ _ _ _ _ Hu) as (Hw & Ht & Hg & Hk).
  split_and!; [apply Hw..|done| |done]. intros tr x Hr. apply Hc in Hr. revert Hr. apply within_run.
  by apply lower_well.
Qed.
