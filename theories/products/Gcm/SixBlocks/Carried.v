(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The same of what `fairlead asm coq' prints of examples/asm/six_blocks.S and another file. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith.
From Fairlead.Asm.Model Require Import Word_trusted Aes_trusted Syntax_trusted State_trusted Run_trusted Flat_trusted.
From Fairlead.Asm.Symbolic Require Import Equivalence.
From Fairlead.Asm.Transform Require Import Scripts.
From Fairlead.Asm.Verdicts Require Import Files Carry.
From Fairlead.Gcm.Loops Require Import Text.
From Fairlead.Gcm.SixBlocks Require Import Body Task Loop.
From Fairlead.Gcm.Generated Require clean_six_blocks.
Local Open Scope N_scope.

Theorem all_but_flags l : (∀ f, l ≠ F f) → l ∈ live_but [].
Proof.
  intros Hf. apply elem_of_list_In, filter_In. split; [apply elem_of_list_In, every_location_spec|].
  destruct l as [r|x|x|f]; [done..|]. by destruct (Hf f).
Qed.

Theorem six_carried rel live e fast g s k w t p a ks h n c y xs :
  check_pair rel live e clean_six_blocks.code fast = true → check_entry e clean_six_blocks.code fast 0 0 = true →
  (∀ l, (∀ f, l ≠ F f) → l ∈ live) → respects g rel → well_formed s →
  six_task g k w t p a n → (0 < n)%nat → six_registers s k w t p a c (N.of_nat n) →
  six_held (memory s) (λ x, locs s (Lo x)) k w t ks h c y xs →
  six_runs g fast s k w t p a ks h n c y xs.
Proof.
  intros H He Hlive Hrel Hs Htask Hn Hregs Hheld.
  destruct (six_loop g s k w t p a ks h n c y xs Htask Hn Hregs Hheld)
    as (r & steps & pc & seen & Hr & Hpc & L1 & L2 & L3 & L4 & [R1 R2 R3 R4 R5 R6 R7 R8] & Hm).
  destruct (pair_returns g rel live Hrel e _ _ _ _ H He) as [Hruns _].
  destruct (Hruns s r seen Hs) as (r' & u & (n' & pc' & Hr' & Hpc') & Hmem & Hlocs).
  { exists steps, pc. exact (conj Hr Hpc). }
  exists r', n', pc', u. split; [exact Hr'|]. split; [exact Hpc'|].
  assert (∀ l, (∀ f, l ≠ F f) → locs r' l = locs r l) as E by (intros l Hl; symmetry; by apply Hlocs, Hlive).
  assert (∀ x, locs r' (Lo x) = locs r (Lo x)) as EV by (intros x; by apply E).
  rewrite <-Hmem, !EV. rewrite (map_ext _ _ (λ x, f_equal bytes (EV x))).
  split; [exact L1|]. split; [exact L2|]. split; [exact L3|]. split; [exact L4|]. split; [|exact Hm].
  split; rewrite E by done; assumption.
Qed.
