(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Gcm.v: see All.v. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Aes_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Rounds Reduction.
Local Open Scope N_scope.

(** With the hash key itself in place of the twisted one. *)
Theorem gcm_ghash_multiply_refuter : ¬ ∀ x h, x < 2 ^ 128 → h < 2 ^ 128 → reduce (product x h) = multiply x h.
Proof. intros H. specialize (H 2 2 eq_refl eq_refl). vm_compute in H. discriminate H. Qed.
Theorem gcm_ghash_karatsuba_refuter :
  ¬ ∀ x h, x < 2 ^ 128 → h < 2 ^ 128 → reduce (product_karatsuba x h) = multiply x h.
Proof. intros H. specialize (H 2 2 eq_refl eq_refl). vm_compute in H. discriminate H. Qed.
(** With the powers in the other order: the first block times the lowest. *)
Theorem gcm_ghash_aggregated_refuter :
  ¬ ∀ h y x xs, h < 2 ^ 128 → y < 2 ^ 128 → Forall (λ x, x < 2 ^ 128) (x :: xs) →
    reduce (sum_of_products (λ x p, product x (twist p)) h (reverse (N.lxor y x :: xs))) =
    fold_left (λ y x, multiply (N.lxor y x) h) (x :: xs) y.
Proof.
  intros H. assert (Forall (λ x, x < 2 ^ 128) [1; 5]) as Hb by (repeat constructor).
  specialize (H 2 0 1 [5] eq_refl eq_refl Hb). vm_compute in H. discriminate H.
Qed.
(** With one round left out. *)
Theorem gcm_aes_instructions_refuter :
  ¬ ∀ k0 k1 ks last x,
    aes (k0 :: k1 :: ks ++ [last]) x = aesenclast (fold_left aesenc ks (N.lxor x k0)) last.
Proof. intros H. specialize (H 0 0 [] 0 0). vm_compute in H. discriminate H. Qed.
