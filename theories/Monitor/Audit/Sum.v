(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The sum modulo 2^128 with a mask in place of a division. *)
From Fairlead.Monitor.Model Require Export Tally.

Definition mask128 : Z := 340282366920938463463374607431768211455.
Definition masked_sum (x y : Z) : Z := Z.land (x + y) mask128.
Definition masked (x : Z) : Z := Z.land x mask128.

Lemma masked_spec x : masked x = (x mod 2 ^ 128)%Z.
Proof. unfold masked. change mask128 with (Z.ones 128). by rewrite Z.land_ones. Qed.
Theorem masked_sum_spec prf x y : masked_sum x y = mh_plus (prf_sum_hash 128 prf) x y.
Proof. apply masked_spec. Qed.
