(** The multiset hash as the monitor computes it: an accumulator holding a
    sum modulo [2^bits] of pseudorandom values, one per element, and a count
    beside it. This is the interface of Hash/ to the monitor's model, which is
    parametric in [bits] and in the keyed function [prf] (one per epoch).

    What the model may rely on: accumulating one element at a time in any order
    gives [multiset_hash] of the list ([hash_foldl]), the hash depends on the
    multiset only ([hash_permutation]), and merging accumulators of several
    threads hashes the union ([hash_app], [hash_merge_all]). What it may not
    rely on is injectivity: [Collision.v] bounds how often that fails. *)
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

  Definition acc_merge (a b : accumulator) : accumulator :=
    Acc ((acc_sum a + acc_sum b) mod 2 ^ bits) (acc_count a + acc_count b).

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

  Lemma hash_nil : multiset_hash [] = acc_empty.
  Proof. done. Qed.

  Lemma hash_cons x l : multiset_hash (x :: l) = acc_add x (multiset_hash l).
  Proof. done. Qed.

  Lemma hash_count l : acc_count (multiset_hash l) = N.of_nat (length l).
  Proof. by rewrite hash_sum_count. Qed.

  Lemma acc_merge_comm a b : acc_merge a b = acc_merge b a.
  Proof. unfold acc_merge. f_equal; [f_equal|]; lia. Qed.

  Lemma acc_merge_assoc a b c :
    acc_merge a (acc_merge b c) = acc_merge (acc_merge a b) c.
  Proof.
    unfold acc_merge; cbn. f_equal; [|lia].
    rewrite Zplus_mod_idemp_r, Zplus_mod_idemp_l. f_equal; lia.
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

  (** Aggregation: merging two accumulators hashes the union. *)
  Theorem hash_app l k :
    multiset_hash (l ++ k) = acc_merge (multiset_hash l) (multiset_hash k).
  Proof.
    rewrite !hash_sum_count, prf_sum_app, app_length. unfold acc_merge; cbn.
    f_equal; [apply Zplus_mod|lia].
  Qed.

  Corollary hash_snoc l x : multiset_hash (l ++ [x]) = acc_add x (multiset_hash l).
  Proof.
    rewrite <-hash_cons. apply hash_permutation.
    symmetry; apply Permutation_cons_append.
  Qed.

  (** The incremental computation (left to right, as the log is read) and the
      batch agree, from any accumulated prefix. *)
  Theorem hash_foldl l k :
    foldl (λ a x, acc_add x a) (multiset_hash k) l = multiset_hash (k ++ l).
  Proof.
    revert k; induction l as [|x l IH]; intros k; cbn [foldl].
    - by rewrite app_nil_r.
    - by rewrite <-hash_snoc, IH, <-(assoc_L (++)).
  Qed.

  Corollary hash_incremental l :
    foldl (λ a x, acc_add x a) acc_empty l = multiset_hash l.
  Proof. apply (hash_foldl l []). Qed.

  (** Aggregating one accumulator per thread hashes the union of all threads. *)
  Corollary hash_merge_all (ls : list (list E)) :
    foldr acc_merge acc_empty (multiset_hash <$> ls) = multiset_hash (concat ls).
  Proof.
    induction ls as [|l ls IH]; cbn; [done|]. by rewrite IH, hash_app.
  Qed.

  Lemma acc_merge_hash_empty l : acc_merge acc_empty (multiset_hash l) = multiset_hash l.
  Proof. by rewrite <-hash_nil, <-hash_app. Qed.
End accumulator.
