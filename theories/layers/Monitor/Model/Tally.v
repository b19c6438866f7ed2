(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Multiset hashes as the model sees them: accumulators with a commutative,
associative sum, a zero for it, and one accumulator per epoch and element. The epoch is an argument
because every epoch has its own key. Sums modulo 2^128 of a keyed PRF and the
published XOR of tags are both instances; nothing here says that collisions are
hard to find, which is the business of Monitor/Hash*. *)
From Fairlead.Monitor.Model Require Export Record.

Record multiset_hash (acc : Type) := MultisetHash {
  mh_eq : EqDecision acc;
  mh_zero : acc;
  mh_plus : acc → acc → acc;
  mh_element : N → element → acc;
  mh_comm x y : mh_plus x y = mh_plus y x;
  mh_assoc x y z : mh_plus x (mh_plus y z) = mh_plus (mh_plus x y) z;
  mh_unit : mh_plus mh_zero mh_zero = mh_zero;
  mh_unit_element e y : mh_plus mh_zero (mh_element e y) = mh_element e y;
}.
Arguments mh_eq {_}. Arguments mh_zero {_}. Arguments mh_plus {_}.
Arguments mh_element {_}.
Arguments mh_comm {_}. Arguments mh_assoc {_}. Arguments mh_unit {_}.
Arguments mh_unit_element {_}.

(** An accumulator and, beside it, how many elements went in (the published protocol,
"max_certified": hash and count). *)
Record tally (acc : Type) := Tally { t_sum : acc; t_count : N }.
Arguments Tally {_}. Arguments t_sum {_}. Arguments t_count {_}.

Definition limit32 : N := 4294967296.
Definition limit64 : N := 18446744073709551616.

Section tally.
  Context {acc : Type} (M : multiset_hash acc).

  Definition tally_zero : tally acc := Tally (mh_zero M) 0.
  Definition tally_plus (x y : tally acc) : tally acc :=
    Tally (mh_plus M (t_sum x) (t_sum y)) (t_count x + t_count y).
  Definition tally_one (e : N) (x : element) : tally acc := Tally (mh_element M e x) 1.

  (** Never wraps: the count of one thread in one epoch stays below 2^32. *)
  Definition tally_insert (e : N) (x : element) (t : tally acc) : option (tally acc) :=
    if decide (t_count t + 1 < limit32)%N then Some (tally_plus (tally_one e x) t) else None.

  (** The hash of a multiset, given as a list. *)
  Definition mhash (e : N) (l : list element) : acc :=
    foldr (λ x a, mh_plus M (mh_element M e x) a) (mh_zero M) l.
  Definition tally_of (e : N) (l : list element) : tally acc :=
    Tally (mhash e l) (N.of_nat (length l)).

  Lemma mhash_app e l1 l2 : mhash e (l1 ++ l2) = mh_plus M (mhash e l1) (mhash e l2).
  Proof.
    induction l1 as [|x l1 IH]; simpl; [|by rewrite IH, mh_assoc].
    destruct l2 as [|y l2]; simpl; [by rewrite mh_unit|]. by rewrite mh_assoc, mh_unit_element.
  Qed.
  Lemma mhash_perm e l1 l2 : l1 ≡ₚ l2 → mhash e l1 = mhash e l2.
  Proof.
    induction 1 as [|x l1 l2 _ IH|x y l|l1 l2 l3 _ IH1 _ IH2]; simpl.
    - done.
    - by rewrite IH.
    - by rewrite !mh_assoc, (mh_comm M (mh_element M e y)).
    - by rewrite IH1.
  Qed.
  Lemma tally_of_app e l1 l2 : tally_of e (l1 ++ l2) = tally_plus (tally_of e l1) (tally_of e l2).
  Proof.
    unfold tally_of, tally_plus; simpl. rewrite mhash_app, app_length. f_equal. lia.
  Qed.
  Lemma tally_of_perm e l1 l2 : l1 ≡ₚ l2 → tally_of e l1 = tally_of e l2.
  Proof. intros Hl. unfold tally_of. by rewrite (mhash_perm e l1 l2 Hl), Hl. Qed.
End tally.

(** The construction in use: a pseudorandom function of epoch and element, summed
modulo [2^bits]. *)
Program Definition prf_sum_hash (bits : Z) (prf : N → element → Z) : multiset_hash Z := {|
  mh_eq := _;
  mh_zero := 0%Z;
  mh_plus x y := ((x + y) mod 2 ^ bits)%Z;
  mh_element e y := (prf e y mod 2 ^ bits)%Z;
|}.
Next Obligation. intros bits _ x y. simpl. by rewrite Z.add_comm. Qed.
Next Obligation.
  intros bits _ x y z. simpl. rewrite Zplus_mod_idemp_r, Zplus_mod_idemp_l. by rewrite Z.add_assoc.
Qed.
Next Obligation. intros bits _. simpl. apply Zmod_0_l. Qed.
Next Obligation. intros bits prf e y. simpl. apply Zmod_mod. Qed.
