(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A verifier, as the library's functions are given it, and its invariant. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Arguments Sides.
Local Open Scope Z_scope.

(** A verifier: its thread, whether it waits for an epoch to be published, and what it refused, if it did. *)
Definition vfailed (failed : option nat) : val fl_point :=
  match failed with Some w => VUnion 1 (refusal w) | None => passes end.
Definition vverifier (t : fthread) (closing : bool) (failed : option nat) : val fl_point :=
  VRecord [vthread t; VBool closing; vfailed failed].
(** Its invariant: that of the thread; and an epoch that is to be published is over. *)
Definition verifier_kept `{B : base} (t : fthread) (closing : bool) (failed : option nat) : Prop :=
  thread_ok t ∧ (closing = true → f_next t < f_epoch t) ∧ match failed with Some w => (w < 32)%nat | None => True end.
Lemma open_ok `{B : base} t : thread_ok t → verifier_kept t false None.
Proof. intros. by split_and!. Qed.
Lemma refused_ok `{B : base} t w : thread_ok t → (w < 32)%nat → verifier_kept t false (Some w).
Proof. intros. by split_and!. Qed.

(** The same, whichever thread it is and whichever epoch is next. *)
Definition base_of (t : fthread) : base := Base (f_self t) (f_next t).
Definition verifier_ok (t : fthread) (closing : bool) (failed : option nat) : Prop :=
  @verifier_kept (base_of t) t closing failed.
Lemma kept_ok `{B : base} t closing failed :
  verifier_kept t closing failed → verifier_ok t closing failed ∧ f_self t = b_self ∧ f_next t = b_next.
Proof.
  intros H. assert (B = base_of t) as ->; [|done].
  destruct H as (((_ & Hs & Hn) & _) & _), B as [self next]. cbn in Hs, Hn. by subst.
Qed.
