(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What was once said of the library's answers, and says nothing of them. No claim names anything here but the refuter
    of [monitor_in_fl_consistent]. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From stdpp Require Import sorting.
From Fairlead.Monitor.Consistency Require Import Sequential.
From Fairlead.Monitor.Log Require Import Format Functions.
From Fairlead.Monitor.Adversary Require Import LeftOut.
From Fairlead.Refinement Require Import ExactConsistent.
Import Fairlead.Monitor.Model.Monitor.
Import Fairlead.Monitor.Adversary.LeftOut.

Section empty.
  Context (hash : bytes → bytes) (cfg : config Z) (store0 : key → datum).

  (** This is no claim: it is what [explained] (theories/products/Refinement/Calls/ExactConsistent.v) was, word for
      word, until it was found to be empty. *)
  Definition explained_by_anything (rs : list receipt) (e : N) : Prop :=
    (∃ history, legal (functions cfg) store0 history ∧ StronglySorted moment_lt (r_moment <$> history) ∧
       ∀ i, filter (λ r, r_tid r = i) history = filter (λ r, r_tid r = i ∧ (r_epoch r ≤ e)%N) rs) ∨
    (∃ v v', v ≠ v' ∧ hash (print value_codec v) = hash (print value_codec v')) ∨
    (∃ e' l l', (e' ≤ e)%N ∧ ¬ l ≡ₚ l' ∧ length l = length l' ∧ (N.of_nat (length l) < 2 ^ 32)%N ∧ NoDup l' ∧
       mhash (mh cfg) e' l = mhash (mh cfg) e' l').

  (** Two values of one print: a key of 257 digits is written as its first 256. *)
  Definition too_deep (b : bool) : value := Merkle (Some (Edge (replicate 256 false ++ [b]) [] false), None).
  Lemma too_deep_alike : print value_codec (too_deep true) = print value_codec (too_deep false).
  Proof using. by vm_compute. Qed.

  (** So it holds of any answers, whatever the hash is, in any store and any epoch. *)
  Theorem anything_explained (rs : list receipt) (e : N) : explained_by_anything rs e.
  Proof using. right. left. exists (too_deep true), (too_deep false). split; [done|]. by rewrite too_deep_alike. Qed.
End empty.

(** ** What is said instead is false of wrong answers

    A run on a small store: put, get, end of the epoch, and it is certified. Of it nothing but what was answered is
    explained; not what a server would answer that lost the value. *)
Definition cut_off (b : bytes) : bytes := take 32 (b ++ replicate 32 Ascii.zero).
Definition small_run : config Z :=
  Thread.Config 8 1 1 standard (Record.initial 1 Key.root) 0 (λ v, cut_off (print value_codec v))
    (prf_sum_hash 128 (λ _ _, 1%Z)).
Definition put_and_get : list call :=
  fed ([AddM left_key (Data None) 1 0; put 1 old; get 1] ++ close).
(** The answers of a server that lost the value. *)
Definition lost : list receipt :=
  map (λ r, match r_result r with
            | [] => r
            | _ => Receipt (r_tid r) (r_stamp r) (r_index r) (r_function r) (r_argument r) (r_keys r)
                     (print datum_codec None)
            end)
    (answers small_run init_monitor put_and_get).

Theorem wrong_answers_refuted :
  let explained := explained cut_off small_run (Record.initial 1) (λ _, None) put_and_get in
  starts_from small_run (Record.initial 1) (λ _, None) ∧
  m_certified (run small_run init_monitor put_and_get) = Some 0%N ∧
  explained (answers small_run init_monitor put_and_get) 0%N ∧
  length lost = 2%nat ∧ ¬ explained lost 0%N ∧ ¬ explained [] 0%N ∧
  ∀ rs, explained rs 0%N →
    filter (λ r, r_tid r = 0%N ∧ (r_epoch r ≤ 0)%N) rs = answers small_run init_monitor put_and_get.
Proof.
  intros explained0.
  assert (starts_from small_run (Record.initial 1) (λ _, None)) as Hstart.
  { apply (where_runs_start small_run). done. }
  assert (m_certified (run small_run init_monitor put_and_get) = Some 0%N) as Hc by by vm_compute.
  assert (∀ rs, explained0 rs 0%N → filter (λ r, r_tid r = 0%N ∧ (r_epoch r ≤ 0)%N) rs =
    answers small_run init_monitor put_and_get) as Hall.
  { intros rs. unfold explained0, explained.
    destruct (explain small_run (Record.initial 1) put_and_get 0) as [h| |] eqn:E; [|by vm_compute in E..].
    intros (_ & _ & Hr). rewrite <-(Hr 0%N).
    assert (h = match explain small_run (Record.initial 1) put_and_get 0 with Consistent h => h | _ => [] end) as ->
      by by rewrite E.
    by vm_compute. }
  split_and!; [done|done| |done| | |done].
  - pose proof (sequential_consistency small_run _ _ put_and_get 0 0 Hstart Hc ltac:(done)) as H.
    unfold explained0, explained.
    destruct (explain small_run (Record.initial 1) put_and_get 0) as [h| |] eqn:E; [exact H|by vm_compute in E..].
  - intros H%Hall. by vm_compute in H.
  - intros H%Hall. by vm_compute in H.
Qed.
