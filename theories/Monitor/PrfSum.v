(** The multiset hash that the reference monitor runs: [Hash/KeyedSum.v]'s, for a
function of the epoch's number instead of a table of keys, so that it computes. *)
From Fairlead.Monitor Require Import Tally.
From Fairlead.Monitor.Hash Require Export KeyedSum.
Local Open Scope Z_scope.

Definition prf_sum (prf : N → element → Z) : multiset_hash residue := {|
  mh_eq := residue_eq_dec;
  mh_zero := to_residue 0;
  mh_plus x y := to_residue (`x + `y);
  mh_element e x := to_residue (prf e x);
  mh_comm x y := f_equal to_residue (Z.add_comm (`x) (`y));
  mh_assoc := keyed_sum_assoc;
  mh_unit := to_residue_id;
|}.

(** It is the hash of the forgery bound. *)
Lemma prf_sum_keyed (f : keys) : prf_sum (λ e x, f (N.to_nat e, x)) = keyed_sum f.
Proof. done. Qed.
