(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Every file that the checker accepts in the place of examples/asm/six_blocks.S does what that does. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith.
From Fairlead.Asm.Model Require Import Word_trusted Aes_trusted Syntax_trusted State_trusted Run_trusted Flat_trusted.
From Fairlead.Asm.Control Require Import Runs.
From Fairlead.Asm.Symbolic Require Import Equivalence.
From Fairlead.Asm.Verdicts Require Import Files.
From Fairlead.Gcm.Loops Require Import Text Standard.
From Fairlead.Gcm.SixBlocks Require Import Listing Body Task Loop.
From Fairlead.Gcm.Generated Require clean_six_blocks.
Local Open Scope N_scope.

Lemma start_first P : start P 0 = 0%nat.
Proof. by destruct P. Qed.

Theorem six_checked rel live hints P Q g s k w t p a ks h n c y xs :
  layout P = clean_six_blocks.code → check_blocks rel live hints P Q = true →
  (∀ l, (∀ f, l ≠ F f) → l ∈ live) → respects g rel → well_formed s →
  six_task g k w t p a n → (0 < n)%nat → six_registers s k w t p a c (N.of_nat n) →
  six_held (memory s) (λ x, locs s (Lo x)) k w t ks h c y xs →
  six_runs g (layout Q) s k w t p a ks h n c y xs.
Proof.
  intros HP Hc Hlive Hrel Hs Htask Hn Hregs Hheld.
  destruct (six_loop g s k w t p a ks h n c y xs Htask Hn Hregs Hheld)
    as (r & steps & pc & seen & Hr & Hpc & L1 & L2 & L3 & L4 & [R1 R2 R3 R4 R5 R6 R7 R8] & Hm).
  rewrite <-HP in Hr, Hpc.
  destruct (check_blocks_halts g rel live Hrel hints P Q 0 s r seen Hc Hs) as (r' & u & (n' & pc' & Hr' & Hpc') &
    Hmem & Hlocs).
  { exists steps, pc. rewrite start_first. exact (conj Hr Hpc). }
  rewrite start_first in Hr'. exists r', n', pc', u. split; [exact Hr'|]. split; [exact Hpc'|].
  assert (∀ l, (∀ f, l ≠ F f) → locs r' l = locs r l) as E by (intros l Hl; symmetry; by apply Hlocs, Hlive).
  assert (∀ x, locs r' (Lo x) = locs r (Lo x)) as EV by (intros x; by apply E).
  rewrite <-Hmem, !EV. rewrite (map_ext _ _ (λ x, f_equal bytes (EV x))).
  split; [exact L1|]. split; [exact L2|]. split; [exact L3|]. split; [exact L4|]. split; [|exact Hm].
  split; rewrite E by done; assumption.
Qed.
