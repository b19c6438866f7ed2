(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [macs_spec] with nothing folded, as Claims/Monitor.v states it. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Control Require Import Runs.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Loops Require Import Text Setting Standard.
From Fairlead.Gcm.Macs Require Import Listing Correct.
From Fairlead.Gcm.Generated Require clean_macs shipped_macs.
Local Open Scope N_scope.

Theorem macs_computed g s ks k a q code :
  In code [clean_macs.code; shipped_macs.code] →
  locs s (G RDI) = low 64 k → locs s (G RSI) = low 64 a → locs s (G RDX) = low 64 q →
  span g 2 k 176 → span g 3 a 640 → span g 5 q 128 → r_writable (regions g 5) = true →
  length ks = 11%nat → (∀ i x, nth_error ks i = Some x → load (memory s) (k + 16 * N.of_nat i) 16 = x) →
  ∃ s' steps pc seen,
    flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt ∧
    (∀ j, (j < 8)%nat → load (memory s') (q + 16 * N.of_nat j) 16 =
      fold_left (λ x m, aes ks (N.lxor x m))
        (map (λ i, load (memory s) (a + 80 * N.of_nat j + 16 * N.of_nat i) 16) (seq 0 5)) 0) ∧
    (∀ x, x < q ∨ q + 128 <= x → memory s' x = memory s x) ∧
    ∀ x, x <> V13 → locs s' (Lo x) = 0.
Proof.
  intros Hcode HDI HSI HDX Hk Ha Hq Hw Hn Hks.
  assert (macs_call g s ks k a q) as Hcall by (by constructor).
  destruct (macs_spec g s ks k a q code Hcode Hcall) as (s' & (n & pc & t & Hr & Hh) & Em & Ev).
  exists s', n, pc, t. split; [exact Hr|]. split; [exact Hh|]. rewrite Em.
  assert (length (macs_at ks (memory s) a 8) = 8%nat) as Hlen by (unfold macs_at; by rewrite map_length, seq_length).
  split; [|split; [|exact Ev]].
  - intros j Hj. pose proof (load_store_blocks (macs_at ks (memory s) a 8) (memory s) q
      (macs_below g s ks k a q Hcall)) as E.
    pose proof (f_equal (λ l, nth_error l j) E) as Ej. cbv beta in Ej. rewrite Hlen in Ej.
    rewrite load_blocks_nth in Ej by lia. unfold macs_at at 2 in Ej.
    rewrite (map_nth_error _ _ _ (d := j)) in Ej by
      (change (seq 0 8) with [0; 1; 2; 3; 4; 5; 6; 7]%nat; do 8 (destruct j as [|j]; [done|]); lia).
    assert (∀ a c : N, Some a = Some c → a = c) as Hinj by congruence. rewrite (Hinj _ _ Ej). unfold cbc_mac. f_equal.
    cbn [load_blocks map seq]. repeat (apply (f_equal2 cons); [f_equal; lia|]). reflexivity.
  - intros x Hx. apply store_blocks_outside. rewrite Hlen. lia.
Qed.
