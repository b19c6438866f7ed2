(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The thread-log instance of the anchored preorder: how a concurrent monitor
    shares the log of each verifier thread.

    A thread's log only grows, and its thread owns it. The aggregate, behind its
    lock, reflects the part of the log up to the last VerifyEpoch: the committed
    part. So the lock's invariant holds the anchor of each log at its committed
    part. The thread may append any entry that is not VerifyEpoch without the
    lock ([log_append]); to append VerifyEpoch it needs the anchor, that is the
    lock, and moves it ([log_verify]); and whoever has the lock knows of every
    thread what it has committed, though the thread runs on ([log_committed]).
    Clients keep snapshots: what a log once was is a prefix of it for ever. *)
From stdpp Require Import list relations.
From iris.proofmode Require Import proofmode.
From iris.base_logic.lib Require Import own.
From Fairlead.Papers.Anchored Require Import Preorder.
From iris.prelude Require Import options.

Section thread_log.
  Context {entry : Type} (verifies : entry → bool).
  Implicit Types l k : list entry.

  (** The part of a log up to and with its last VerifyEpoch, computed by looking
      from the end. *)
  Fixpoint uncommitted_dropped (rev_log : list entry) : list entry :=
    match rev_log with
    | [] => []
    | e :: rest => if verifies e then rev_log else uncommitted_dropped rest
    end.
  Definition committed l : list entry := reverse (uncommitted_dropped (reverse l)).

  Definition commits : relation (list entry) := λ a l, a = committed l.

  Lemma committed_verify l e : verifies e = true → committed (l ++ [e]) = l ++ [e].
  Proof.
    intros He. rewrite /committed reverse_snoc /= He -reverse_snoc. by rewrite reverse_involutive.
  Qed.

  Lemma committed_other l e : verifies e = false → committed (l ++ [e]) = committed l.
  Proof. intros He. by rewrite /committed reverse_snoc /= He. Qed.

  Lemma committed_prefix l : committed l `prefix_of` l.
  Proof.
    induction l as [|e l IH] using rev_ind; [done|].
    destruct (verifies e) eqn:He.
    - by rewrite committed_verify.
    - rewrite committed_other //. by apply prefix_app_r.
  Qed.

  (** The published closure conditions hold of this anchor relation: it refines
      the preorder, and reaches everything between. *)
  Theorem commits_prefix a l : commits a l → a `prefix_of` l.
  Proof. intros ->. apply committed_prefix. Qed.

  Theorem commits_between a l k : commits a l → a `prefix_of` k → k `prefix_of` l → commits a k.
  Proof.
    intros Ha Hak [l' ->]. revert Ha; induction l' as [|e l' IH] using rev_ind; intros Ha.
    { by rewrite app_nil_r in Ha. }
    rewrite assoc_L in Ha. destruct (verifies e) eqn:He.
    - rewrite /commits committed_verify // in Ha. subst a.
      apply prefix_length in Hak. rewrite !app_length /= in Hak. lia.
    - apply IH. by rewrite /commits committed_other in Ha.
  Qed.

  Context `{!anchoredG Σ (list entry)}.
  Notation log γ l := (value prefix commits γ 1 l).
  Notation log_was := (snapshot prefix commits).
  Notation log_anchor := (anchored prefix commits).
  Implicit Types γ : anchored_name.

  (** A new log is empty; its thread owns it, the lock's invariant anchors it. *)
  Theorem log_alloc : ⊢ |==> ∃ γ, log γ [] ∗ log_anchor γ [].
  Proof. apply anchored_alloc; [apply _|done]. Qed.

  (** The thread runs on without the lock. *)
  Theorem log_append γ l e : verifies e = false → log γ l ==∗ log γ (l ++ [e]).
  Proof.
    intros He. apply value_update_anchored; [apply _|by apply prefix_app_r|].
    intros a ->. by rewrite /commits committed_other.
  Qed.

  (** Committing takes the anchor, and moves it to all of the log. *)
  Theorem log_verify γ l a e :
    verifies e = true →
    log γ l -∗ log_anchor γ a ==∗ log γ (l ++ [e]) ∗ log_anchor γ (l ++ [e]).
  Proof.
    intros He. apply owned_move; [apply _|by apply prefix_app_r|].
    by rewrite /commits committed_verify.
  Qed.

  (** What the lock's invariant says of a log is its committed part, no more and
      no less. *)
  Theorem log_committed γ q l a :
    value prefix commits γ q l -∗ log_anchor γ a -∗ ⌜a = committed l⌝.
  Proof. iIntros "Hl Ha". by iDestruct (anchored_recall with "Hl Ha") as %?. Qed.

  (** A snapshot that a client kept is a prefix of the log. *)
  Theorem log_snapshot γ q l k :
    value prefix commits γ q l -∗ log_was γ k -∗ ⌜k `prefix_of` l⌝.
  Proof. iIntros "Hl Hk". by iApply (snapshot_history with "Hl Hk"). Qed.

  (** Without the thread, under the lock alone: a snapshot that ends in VerifyEpoch
      is part of what the aggregate reflects. *)
  Theorem log_snapshot_committed γ a k e :
    verifies e = true → log_anchor γ a -∗ log_was γ (k ++ [e]) -∗ ⌜(k ++ [e]) `prefix_of` a⌝.
  Proof.
    iIntros (He) "Ha Hk". iDestruct (anchored_snapshot with "Ha Hk") as %[?|Hc]; [done|].
    iPureIntro. by rewrite Hc committed_verify.
  Qed.
End thread_log.
