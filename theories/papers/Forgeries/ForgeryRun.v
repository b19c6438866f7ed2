(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The attack of [ForgeryXor.v], run. In a file of its own, so that re-checking the
    claims does not run it again. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Papers.Forgeries Require Import ForgeryXor.
Local Open Scope N_scope.

(** The data: 257 pairs of numbers against a 256-bit digest, here a round
    of squaring, mixing and truncating. *)
Definition mix (y : N) : N :=
  let z := N.land (y * y + 0x9e3779b97f4a7c15f39cc0605cedc8341082276bf3a27251f86c6a11d0c18e95 * y)
             (N.ones 256) in
  N.lxor z (N.shiftr z 131).
Definition digest (x : N) : N := mix (x + 2 ^ 127 + 0x243f6a8885a308d313198a2e03707344).

Definition pairs_257 : list (N * N) :=
  (λ i, (N.of_nat i, N.of_nat i + 1000)) <$> seq 0 257.

Example forged_257 :
  let original := pairs_257.*1 in
  let forged := forgery digest 256 pairs_257 in
  bool_decide (xor_hash digest original = xor_hash digest forged) &&
  bool_decide (length original = length forged) &&
  bool_decide (original ≠ forged) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
