(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Papers.v: see All.v. Programs that leave out what the passes suppose. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Papers.Lifting Require Import Terms Evaluator Agreement Lift Correctness.
From Fairlead.Papers.Passes Require Import Gotos Form.

(** The function 2 sees the variable 0, and the parameter of 3, which calls it, hides that. *)
Definition hiding : term :=
  Letrec 1 [0] (Letrec 2 [] (Var 0) (Letrec 3 [0] (Call 2 []) (Call 3 [Val (VNat 5)])))
    (Call 1 [Val (VNat 4)]).
Theorem threads_distinct_fine_refuter : ¬ NoDup (parameters hiding) ∧ ¬ fine ∅ SNil hiding.
Proof.
  split.
  - intros H. apply NoDup_cons in H as [H _]. apply H. by left.
  - intros (_ & _ & (_ & _ & _ & (_ & (H & _) & _)) & _). set_solver.
Qed.

(** A block that calls its own label as a function: there is none before the pass, and after it there is. *)
Definition calls_label (l : name) : option block := if decide (l = 1) then Some (Finish (Call 1 [])) else None.
Theorem threads_gotos_correct_refuter :
  ¬ plain_block [1] (Finish (Call 1 [])) ∧
  ¬ ev 5 SNil ∅ (split [1] calls_label (Jump 1)) = run calls_label 5 SNil ∅ (Jump 1).
Proof. split; [intros [H _]; apply H; by left|]. by vm_compute. Qed.
(** And one that goes on after that call. *)
Theorem threads_gotos_tail_calls_refuter :
  let b := Finish (Seq (Call 1 []) (Val (VNat 0))) in
  ¬ plain_block [1] b ∧ ¬ liftable 0 [1] true true (without_gotos (λ _, None) 3 [] b).
Proof.
  split; [intros [[H _] _]; apply H; by left|]. intros [[H _] _]. by destruct (H ltac:(by left)).
Qed.
(** A call of a function that suspends, and a value after it. *)
Theorem threads_passes_convertible_refuter :
  let b := Finish (Seq (Call 1 []) (Val (VNat 0))) in
  ¬ explicit [1] b ∧ ¬ convertible [1] (without_gotos (λ _, None) 3 [] b).
Proof.
  assert (¬ native [1] (Call 1 [])) as Hn by (intros [H _]; apply H; by left).
  split.
  - intros H. inversion H as [| | | | |a Ha]; subst. by destruct Ha.
  - intros H. inversion H as [a Ha|a b Ha| | |a b _ Hb|]; subst; [by destruct Ha|done|inversion Hb].
Qed.
