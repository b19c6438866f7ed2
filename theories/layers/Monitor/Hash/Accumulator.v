(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The multiset hash as the bound sees it: the sum, modulo [2^bits], of a keyed
    function's values at the elements, and a count beside it. In closed form it is
    [hash_sum_count]; it depends on the multiset only ([hash_permutation]). The
    model of the monitor accumulates the same sums element by element and thread by
    thread (Model/Tally.v); that they are these is in [Adversary/KeyedSum.v]. *)
From Fairlead.Base Require Import Prelude.

Record accumulator := Acc { acc_sum : Z; acc_count : N }.

Global Instance accumulator_eq_dec : EqDecision accumulator.
Proof. solve_decision. Defined.

Definition acc_empty : accumulator := Acc 0 0.

(** The monitor's accumulators: sums modulo [2^128]. *)
Definition hash_bits : Z := 128.

Section accumulator.
  Context (bits : Z) {E : Type} (prf : E → Z).
  Local Open Scope Z_scope.

  Definition acc_add (x : E) (a : accumulator) : accumulator :=
    Acc ((prf x + acc_sum a) mod 2 ^ bits) (1 + acc_count a).

  (** The hash of a whole multiset, given as a list. *)
  Definition multiset_hash (l : list E) : accumulator := foldr acc_add acc_empty l.

  Definition prf_sum (l : list E) : Z := foldr (λ x s, prf x + s) 0 l.

  (** The accumulator in closed form: the sum of all values, reduced once. *)
  Lemma hash_sum_count l :
    multiset_hash l = Acc (prf_sum l mod 2 ^ bits) (N.of_nat (length l)).
  Proof.
    induction l as [|x l IH]; [done|].
    change (multiset_hash (x :: l)) with (acc_add x (multiset_hash l)).
    rewrite IH. unfold acc_add. cbn [acc_sum acc_count prf_sum foldr length].
    f_equal; [apply Zplus_mod_idemp_r|lia].
  Qed.

  Lemma prf_sum_app l k : prf_sum (l ++ k) = prf_sum l + prf_sum k.
  Proof. unfold prf_sum. induction l as [|x l IH]; cbn; [done|]. rewrite IH; lia. Qed.

  Lemma prf_sum_permutation l k : l ≡ₚ k → prf_sum l = prf_sum k.
  Proof. unfold prf_sum. induction 1; cbn; lia. Qed.

  (** The hash depends on the multiset, not on the order. *)
  Theorem hash_permutation l k : l ≡ₚ k → multiset_hash l = multiset_hash k.
  Proof.
    intros Hp. rewrite !hash_sum_count, (prf_sum_permutation _ _ Hp).
    by rewrite (Permutation_length Hp).
  Qed.
End accumulator.
