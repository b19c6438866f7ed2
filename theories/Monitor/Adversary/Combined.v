(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The theorem to quote to whoever runs the store. [Consistency/Sequential.v] says that a
    certified epoch is explained by a history of one plain store, or that two
    values have one digest, or that two multisets have one hash. [Deception.v] says
    that under secret keys the last hardly ever happens, whatever the host does and
    however it reacts. Together: outside a set of keys of probability [2^-97], every
    certified epoch is explained, or a collision of the digest is in hand. *)
From Coq Require Import QArith.
From Fairlead.Monitor.Consistency Require Export Sequential.
From Fairlead.Monitor.Adversary Require Export Deception.
From Fairlead.Monitor.Adversary Require Import KeyedSum.
From Fairlead.Monitor.Hash Require Import Counting RandomFunction Forgery.
From Fairlead.Monitor.Hash Require Accumulator.

Section combined.
  Context (size threads deep : N) (H : value → bytes).

  (** What an operator wants of the answers to [cs] in epochs up to [e]: a history
      in which each get returns the latest put and each thread's answers are in
      the order it gave them; or two values with one digest. *)
  Definition explained {acc} (cfg : config acc) (cs : list call) (e : N) : Prop :=
    (∃ hist, explain cfg cs e = Consistent hist ∧ legal hist ∧
      ∀ i, filter (λ r, r_tid r = i) hist =
           filter (λ r, r_tid r = i ∧ (r_epoch r ≤ e)%N) (answers cfg init_monitor cs)) ∨
    (∃ v1 v2, explain cfg cs e = Value_collision v1 v2 ∧ v1 ≠ v2 ∧ digest cfg v1 = digest cfg v2).

  (** Where epochs balance, the third outcome of [explain] does not arise. *)
  Lemma balanced_explained {acc} (cfg : config acc) cs c e :
    m_certified (run cfg init_monitor cs) = Some c → (e ≤ c)%N →
    (∀ e', (e' ≤ e)%N → adds_in e' (events cfg init_monitor cs) ≡ₚ
                        evicts_in e' (events cfg init_monitor cs)) →
    explained cfg cs e.
  Proof.
    intros Hc He Hbal. pose proof (sequential_consistency cfg cs c e Hc He) as Hv.
    unfold explain in Hv |- *. unfold explained, explain.
    destruct (unbalanced e _) as [e'|] eqn:Hu.
    - exfalso. unfold unbalanced in Hu. apply head_Some_elem_of in Hu.
      rewrite elem_of_list_filter, elem_of_list_fmap in Hu.
      destruct Hu as (Hne & n & -> & Hn%elem_of_seq). apply Hne, Hbal. lia.
    - destruct (find_impostor _ _ _) as [[v1 v2]|]; [right|left].
      + exists v1, v2. by split.
      + exists (history e (events cfg init_monitor cs)). by split.
  Qed.

  Theorem certified_store (h : host) (n epochs : nat) (dom : list element) :
    NoDup dom →
    (∀ x, x ∈ inputs size threads deep H h n →
      (N.to_nat (el_epoch x) < epochs)%nat ∧ x ∈ dom) →
    ∃ bad : keys → bool,
      (prob (epoch_keys Accumulator.hash_bits epochs dom) bad <= 1 # 2 ^ 97)%Q ∧
      (∀ K (secrets : list K) (F : K → keys),
        prob secrets (λ k, bad (F k))
          <= (1 # 2 ^ 97)
             + advantage secrets F (epoch_keys Accumulator.hash_bits epochs dom) bad)%Q ∧
      ∀ f, bad f = false →
        let cfg := keyed_config size threads deep H f in
        let cs := calls cfg h n in
        ∀ c e, m_certified (run cfg init_monitor cs) = Some c → (e ≤ c)%N → explained cfg cs e.
  Proof.
    intros Hnd Hdom. exists (deceives size threads deep H h n). split_and!.
    - by apply deception_bound.
    - intros K secrets F. by apply deception_bound_prf.
    - intros f Hf cfg cs c e Hc He. apply (balanced_explained cfg cs c e Hc He).
      intros e' He'. apply (certified_epochs_balance size threads deep H h n f c e' Hf Hc).
      by etrans.
  Qed.
End combined.
