(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Adaptive adversaries that learn only accept or reject. An adversary is a
    strategy: from the answers so far it chooses the next query or stops. The
    answer depends on a secret key ([real]); what the answer ought to be does not
    ([ideal]). The adversary wins if some query is accepted that ought not to be.

    Why adaptivity does not help: while nothing was accepted wrongly, and since
    what ought to be accepted is, every answer so far was the ideal one. So the
    first wrong acceptance happens on the one path of queries that the strategy
    takes against ideal answers. That path does not depend on the key, so each of
    its queries is a fixed query, and the union bound over the path applies. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Monitor.Hash Require Import Counting.
Local Open Scope Z_scope.

Section game.
  Context {Key Query : Type} (real : Key → Query → bool) (ideal : Query → bool).

  Definition strategy : Type := list bool → option Query.

  (** Does the adversary win against key [f] within [rounds] queries, having seen
      [answers]? *)
  Fixpoint wins (σ : strategy) (rounds : nat) (answers : list bool) (f : Key) : bool :=
    match rounds, σ answers with
    | S rounds, Some q =>
        (real f q && negb (ideal q)) || wins σ rounds (answers ++ [real f q]) f
    | _, _ => false
    end.

  (** The queries the strategy asks when answered by the key [f]. *)
  Fixpoint asked (σ : strategy) (rounds : nat) (answers : list bool) (f : Key) : list Query :=
    match rounds, σ answers with
    | S rounds, Some q => q :: asked σ rounds (answers ++ [real f q]) f
    | _, _ => []
    end.

  (** Winning is what it should be: a wrongly accepted query among those asked. *)
  Lemma wins_spec σ rounds answers f :
    wins σ rounds answers f = true ↔
      ∃ q, q ∈ asked σ rounds answers f ∧ real f q = true ∧ ideal q = false.
  Proof.
    revert answers; induction rounds as [|rounds IH]; intros answers; cbn.
    { split; [done|]. by intros (q & ?%elem_of_nil & _). }
    destruct (σ answers) as [q|]; cbn.
    2:{ split; [done|]. by intros (q & ?%elem_of_nil & _). }
    rewrite orb_true_iff, andb_true_iff, negb_true_iff, IH. split.
    - intros [[Hr Hi]|(q' & Hin & Hq')].
      + exists q. split; [left|done].
      + exists q'. split; [by right|done].
    - intros (q' & [->|Hin]%elem_of_cons & Hq'); [by left|right; eauto].
  Qed.

  Context (S : list Key) (allowed : Query → Prop) (n d : Z).
  Context (honest_accepted : ∀ f q, ideal q = true → real f q = true).
  Context (single : ∀ q, allowed q → ideal q = false →
    count (λ f, real f q) S * d ≤ n * size S).
  Context (Hn : 0 ≤ n) (Hd : 0 ≤ d).

  (** If one fixed query is accepted wrongly with probability at most [n / d], an
      adaptive adversary wins within [rounds] queries with at most [rounds] times
      that. *)
  Theorem adaptive_count σ rounds answers :
    (∀ h q, σ h = Some q → allowed q) →
    count (wins σ rounds answers) S * d ≤ Z.of_nat rounds * n * size S.
  Proof using All.
    intros Hσ. pose proof (size_nonneg S) as Hsize. revert answers.
    induction rounds as [|rounds IH]; intros answers; cbn [wins].
    { rewrite count_false. lia. }
    destruct (σ answers) as [q|] eqn:Hq.
    2:{ rewrite count_false. nia. }
    destruct (ideal q) eqn:Hideal; cbn [negb].
    - rewrite (count_ext _ (wins σ rounds (answers ++ [true]))).
      + specialize (IH (answers ++ [true])). nia.
      + intros f _. by rewrite (honest_accepted f q Hideal).
    - trans ((count (λ f, real f q) S + count (wins σ rounds (answers ++ [false])) S) * d).
      + apply Z.mul_le_mono_nonneg_r; [done|]. rewrite <-count_orb.
        apply count_mono; intros f _. by destruct (real f q).
      + specialize (IH (answers ++ [false])). pose proof (single q (Hσ _ _ Hq) Hideal). lia.
  Qed.
End game.
