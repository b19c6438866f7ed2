(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What is accepted has the source's control. *)
From Coq Require Import String.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Printed.
From Fairlead.Threads.Unhoist Require Import
  Tree Lowered Jumps Unhoisted Behaviour Laws Control Words Inside Controlled.

Lemma distinct_sound l : distinct l = true → NoDup l.
Proof.
  induction l as [|w l IH]; simpl; [constructor|]. intros [Hw Hl]%andb_true_iff. apply NoDup_cons. split; [|auto].
  intros Hin. apply negb_true_iff in Hw. enough (one_of l w = true) by congruence.
  apply existsb_exists. exists w. split; [by apply elem_of_list_In|apply String.eqb_refl].
Qed.
Lemma whole_run_alike A B e tr x :
  alike user A B → homely B → user e → whole_run A e tr x ↔ whole_run B e tr x.
Proof.
  intros HA HB He. split; intros H; revert He; induction H as [e t1 n t2 x H _ IH|e tr x H Hx]; intros He.
  - apply HA in H; [|done]. eapply run_goto; [done|]. apply IH. simpl. by eapply HB.
  - apply HA in H; [|done]. by apply run_end.
  - eapply run_goto; [by apply HA|]. apply IH. simpl. by eapply HB.
  - apply run_end; [by apply HA|done].
Qed.

Theorem control_sound spelled name framed temporary first source t units :
  unhoisted spelled name framed temporary first source t units = None →
  ∀ tr x, runs_as (seen_all units) Top tr x ↔ whole_run (does name framed t) Top tr x.
Proof.
  unfold unhoisted. destruct (misplaced _ _ _); [done|]. destruct (list_same _ _ _) eqn:Es; [|done].
  destruct (statement _ && _) eqn:Eg; [|done]. intros _ tr x.
  apply andb_true_iff in Eg as [_ [_ [Hc Hl]%andb_true_iff]%andb_true_iff].
  apply list_same_eq in Es; [|intros ???; apply same_eq]. rewrite <-Es. unfold labels_fine in Hl.
  destruct (all_of misnamed t) eqn:Hn; [|done]. apply whole_run_alike; [|by apply does_homely|done].
  intros e He tr' x'. rewrite (lower_does name framed temporary t Nowhere Hc Hn (distinct_sound _ Hl) e He).
  by apply way_same.
Qed.
