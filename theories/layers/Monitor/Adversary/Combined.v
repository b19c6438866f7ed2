(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The theorem to quote to whoever runs the store. [Consistency/Sequential.v] says that a
    certified epoch is explained by a history of one plain store, or that two
    values have one digest, or that two multisets have one hash. [Deception.v] says
    that under secret keys the last hardly ever happens, whatever the host does and
    however it reacts. Together: outside a set of keys of probability [2^-97], every
    certified epoch is explained, and what is answered while nothing is outstanding is right at once, or a
    collision of the digest is in hand. *)
From Coq Require Import QArith.
From stdpp Require Import sorting.
From Fairlead.Monitor.Consistency Require Export AtOnce.
From Fairlead.Monitor.Adversary Require Export Deception.
From Fairlead.Monitor.Adversary Require Import KeyedSum.
From Fairlead.Monitor.Hash Require Import Counting RandomFunction Forgery.
From Fairlead.Monitor.Hash Require Accumulator.

Section combined.
  Context (size threads deep : N) (A : application) (top : value) (first : N) (H : value → bytes).
  (** The tree and the store that the run starts from. *)
  Context (base : key → value) (store0 : key → datum).

  (** What an operator wants of the answers to [cs] in epochs up to [e]: a history
      in which each get returns the latest put and each thread's answers are in
      the order it gave them; or two values with one digest. *)
  Definition explained {acc} (cfg : config acc) (cs : list call) (e : N) : Prop :=
    (∃ hist, explain cfg base cs e = Consistent hist ∧ legal (Thread.functions cfg) store0 hist ∧
      StronglySorted moment_lt (r_moment <$> hist) ∧
      ∀ i, filter (λ r, r_tid r = i) hist =
           filter (λ r, r_tid r = i ∧ (r_epoch r ≤ e)%N) (answers cfg init_monitor cs)) ∨
    (∃ v1 v2, explain cfg base cs e = Value_collision v1 v2 ∧ v1 ≠ v2 ∧ digest cfg v1 = digest cfg v2).

  (** Where epochs balance, the third outcome of [explain] does not arise. *)
  Lemma balanced_explained {acc} (cfg : config acc) cs c e :
    starts_from cfg base store0 →
    m_certified (run cfg init_monitor cs) = Some c → (e ≤ c)%N →
    (∀ e', (e' ≤ e)%N → adds_in e' (events cfg init_monitor cs) ≡ₚ
                        evicts_in e' (events cfg init_monitor cs)) →
    explained cfg cs e.
  Proof.
    intros Hstart Hc He Hbal. pose proof (sequential_consistency cfg base store0 cs c e Hstart Hc He) as Hv.
    unfold explain in Hv |- *. unfold explained, explain.
    destruct (unbalanced e _) as [e'|] eqn:Hu.
    - exfalso. unfold unbalanced in Hu. apply head_Some_elem_of in Hu.
      rewrite elem_of_list_filter, elem_of_list_fmap in Hu.
      destruct Hu as (Hne & n & -> & Hn%elem_of_seq). apply Hne, Hbal. lia.
    - destruct (find_impostor _ _ _) as [[v1 v2]|]; [right|left].
      + exists v1, v2. by split.
      + exists (history cfg e (events cfg init_monitor cs)). by split.
  Qed.

  (** And of the answers given so far, while nothing is outstanding: the history of the
      certified epochs goes on with the answers since, in the order in which they were given. *)
  Definition explained_at_once {acc} (cfg : config acc) (cs : list call) : Prop :=
    let certified := m_certified (run cfg init_monitor cs) in
    (∃ hist, explain_at_once cfg base cs = Consistent hist ∧ legal (Thread.functions cfg) store0 hist ∧
      (∀ i, filter (λ r, r_tid r = i) hist = filter (λ r, r_tid r = i) (answers cfg init_monitor cs)) ∧
      match certified with
      | Some c => hist = history cfg c (events cfg init_monitor cs) ++
                         filter (λ r, c < r_epoch r)%N (answers cfg init_monitor cs)
      | None => hist = answers cfg init_monitor cs
      end) ∨
    (∃ v1 v2, explain_at_once cfg base cs = Value_collision v1 v2 ∧ v1 ≠ v2 ∧ digest cfg v1 = digest cfg v2).

  Lemma balanced_explained_at_once {acc} (cfg : config acc) cs :
    starts_from cfg base store0 →
    nothing_outstanding cfg (run cfg init_monitor cs) = true →
    (∀ c e, m_certified (run cfg init_monitor cs) = Some c → (e ≤ c)%N →
       adds_in e (events cfg init_monitor cs) ≡ₚ evicts_in e (events cfg init_monitor cs)) →
    explained_at_once cfg cs.
  Proof.
    intros Hstart Hout Hbal. pose proof (right_at_once cfg base store0 cs Hstart Hout) as Hv. unfold explained_at_once.
    unfold explain_at_once in Hv |- *. destruct (_ ≫= _) as [e|] eqn:Hu.
    - exfalso. destruct Hv as ((c&Hc&He)&Hne&_). by apply Hne, (Hbal c).
    - destruct (find_impostor _ _ _) as [[v1 v2]|]; [right|left].
      + exists v1, v2. by split.
      + eexists. split; [done|]. exact Hv.
  Qed.

  (** The bad event is [deceives]: that by the [n]th call the sums of an epoch agree in which
      what was added is not what was evicted. Outside it all is well at every moment up to then. *)
  Theorem certified_store (h : host) (n epochs : nat) (dom : list element) :
    starts deep H top base → agrees base store0 →
    NoDup dom →
    (∀ x, x ∈ inputs size threads deep A top first H h n →
      (N.to_nat (el_epoch x) < epochs)%nat ∧ x ∈ dom) →
    let bad := deceives size threads deep A top first H h n in
    (prob (epoch_keys Accumulator.hash_bits epochs dom) bad <= 1 # 2 ^ 97)%Q ∧
    (∀ K (secrets : list K) (F : K → keys),
      prob secrets (λ k, bad (F k))
        <= (1 # 2 ^ 97)
           + advantage secrets F (epoch_keys Accumulator.hash_bits epochs dom) bad)%Q ∧
    ∀ f n', bad f = false → (n' ≤ n)%nat →
      let cfg := keyed_config size threads deep A top first H f in
      let cs := calls cfg h n' in
      (∀ c e, m_certified (run cfg init_monitor cs) = Some c → (e ≤ c)%N → explained cfg cs e) ∧
      (nothing_outstanding cfg (run cfg init_monitor cs) = true → explained_at_once cfg cs).
  Proof.
    intros Hbase Hstore Hnd Hdom bad. split_and!.
    - by apply deception_bound.
    - intros K secrets F. by apply deception_bound_prf.
    - intros f n' Hf Hn' cfg cs. pose proof (deceives_earlier size threads deep A top first H h n n' f Hn' Hf) as Hf'.
      assert (∀ c e, m_certified (run cfg init_monitor cs) = Some c → (e ≤ c)%N →
        adds_in e (events cfg init_monitor cs) ≡ₚ evicts_in e (events cfg init_monitor cs)) as Hbal.
      { intros c e. by apply certified_epochs_balance. }
      split.
      + intros c e Hc He. apply (balanced_explained cfg cs c e); [by split|done|done|]. intros e' He'.
         apply (Hbal c); [done|lia].
      + intros Hout. apply balanced_explained_at_once; [by split|done|done].
  Qed.
End combined.
