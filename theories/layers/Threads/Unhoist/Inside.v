(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Which labels lead into what was made of a tree.

    Those of its loops, and the source's. *)
From Coq Require Import String.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Printed.
From Fairlead.Threads.Unhoist Require Import Tree Lowered Jumps Behaviour Control Words.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

Section lowered.
  Context (name : nat → token) (framed temporary : nat → bool).
  Notation lower := (lower name framed temporary).

  Lemma lower_inside n t :
    our_label n = true → named t → n ∉ all_of looped t →
    existsb (inside n) (before (lower t)) = false ∧ existsb (copied n) (passed_texts (lower t)) = false.
  Proof.
    intros Hn.
    assert (∀ e, named e → copied n (left e) = false) as Hleft.
    { intros e He. destruct (copied n (left e)) eqn:E; [|done]. apply copied_left in E; [congruence|done]. }
    induction t; intros Ht Hl; named_parts; cbn [all_of looped app] in Hl;
      repeat match goal with
      | H : _ ∉ _ ++ _ |- _ => apply not_elem_of_app in H as [? ?]
      | H : _ ∉ _ :: _ |- _ => apply not_elem_of_cons in H as [? ?]
      end;
      repeat match goal with
      | IH : ?A → ?B → _, H : ?A, H' : ?B |- _ => specialize (IH H H') as [? ?]
      | H : all_of misnamed ?e = [] |- _ => pose proof (Hleft e H); clear H
      end;
      cbn [Lowered.lower before passed_texts only_text statements].
    all: try (split; done).
    all: repeat match goal with
      | |- context [match before ?m with _ => _ end] => let E := fresh in destruct (before m) eqn:E; rewrite ?E in *
      | |- context [if framed ?v then _ else _] => destruct (framed v)
      end.
    all: unfold initialized, leave; repeat case_match.
    all: repeat match goal with
      | H : _ ∉ [_] |- _ => apply not_elem_of_cons in H as [? _]
      | H : _ ∧ _ |- _ => destruct H
      | H : ?k ≠ ?m |- _ => assert (String.eqb m k = false) by (apply String.eqb_neq; congruence); clear H
      end.
    all: repeat first
      [ match goal with H : ?x = false |- context [?x] => rewrite H end
      | rewrite existsb_app | rewrite here_left | rewrite copied_grouped | rewrite copied_truth
      | progress cbn [existsb inside orb] ].
    all: try (split; done).
    all: destruct (String.eqb_spec n0 n); [congruence|done].
  Qed.
End lowered.
