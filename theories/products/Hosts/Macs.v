(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the assembly leaves of eight messages is what is summed of them.

    [Gcm/Macs/Restated.v] says it of blocks in memory; here it is said of the messages' bytes, with the number that
    [Bound.v] is about. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang.Logic Require Import Bytes.
From Fairlead.Hosts Require Export Bound.
From Fairlead.Asm.Model Require Import Word_trusted Words Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Macs Require Import Restated.
From Fairlead.Gcm.Loops Require Import Setting.
From Fairlead.Gcm.Generated Require clean_macs shipped_macs.
Local Open Scope N_scope.

(** The [n] bytes in memory from [a] on. *)
Fixpoint bytes_at (m : N → N) (a : N) (n : nat) : list Z :=
  match n with O => [] | S n => Z.of_N (low 8 (m a)) :: bytes_at m (a + 1) n end.

Lemma bytes_at_length m n : ∀ a, length (bytes_at m a n) = n.
Proof. induction n as [|n IH]; intros a; cbn [bytes_at length]; [done|]. by rewrite IH. Qed.
Lemma bytes_at_app m n n' : ∀ a, bytes_at m a (n + n') = bytes_at m a n ++ bytes_at m (a + N.of_nat n) n'.
Proof.
  induction n as [|n IH]; intros a; cbn [bytes_at Nat.add app]; [f_equal; lia|]. f_equal. rewrite IH. do 2 f_equal. lia.
Qed.
Lemma bytes_at_part m a n k len : (k + len ≤ n)%nat → take len (drop k (bytes_at m a n)) = bytes_at m (a + N.of_nat k)
  len.
Proof.
  intros Hl. replace n with (k + (len + (n - k - len)))%nat by lia. rewrite bytes_at_app, drop_app_alt
    by (by rewrite bytes_at_length). rewrite bytes_at_app, take_app_alt by (by rewrite bytes_at_length). done.
Qed.
Lemma bytes_at_value m n : ∀ a, le_value (bytes_at m a n) = Z.of_N (load m a n).
Proof.
  induction n as [|n IH]; intros a; cbn [bytes_at load le_value]; [done|]. rewrite IH.
  assert (low 8 (m a) < 2 ^ 8) as Hlow by (rewrite low_mod; by apply N.mod_lt).
  rewrite N.shiftl_mul_pow2.
  assert (N.lor (low 8 (m a)) (load m (a + 1) n * 2 ^ 8) = low 8 (m a) + load m (a + 1) n * 2 ^ 8) as ->.
  { symmetry. rewrite <-N.lxor_lor; [apply N.add_nocarry_lxor|]; apply N.bits_inj; intros i; rewrite N.land_spec,
    N.bits_0;
      (destruct (N.ltb_spec i 8) as [Hi|Hi]; [rewrite N.mul_pow2_bits_low by done; apply andb_false_r|]);
      rewrite low_spec, (proj2 (N.ltb_ge i 8)) by done; by rewrite andb_false_r. }
  change (2 ^ 8) with 256 in *. lia.
Qed.
Lemma block_at m a n k : (k + 16 ≤ n)%nat → block (take 16 (drop k (bytes_at m a n))) = load m (a + N.of_nat k) 16.
Proof. intros Hk. unfold block. by rewrite bytes_at_part, bytes_at_value, N2Z.id. Qed.

Theorem macs_summed (round_keys : list Z → Z → list N) x e g s k a q code :
  List.In code [clean_macs.code; shipped_macs.code] →
  locs s (G RDI) = low 64 k → locs s (G RSI) = low 64 a → locs s (G RDX) = low 64 q →
  span g 2 k 176 → span g 3 a 640 → span g 5 q 128 → r_writable (regions g 5) = true →
  length (round_keys x e) = 11%nat →
  (∀ i rk, nth_error (round_keys x e) i = Some rk → load (memory s) (k + 16 * N.of_nat i) 16 = rk) →
  ∃ s' steps pc seen,
    flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt ∧
    (∀ j, (j < 8)%nat → Z.of_N (load (memory s') (q + 16 * N.of_nat j) 16) =
      cbc_macs (λ x e, aes (round_keys x e)) x e (bytes_at (memory s) (a + 80 * N.of_nat j) 80)) ∧
    (∀ b, b < q ∨ q + 128 <= b → memory s' b = memory s b) ∧
    ∀ r, r <> V13 → locs s' (Lo r) = 0.
Proof.
  intros Hcode HDI HSI HDX Hk Ha Hq Hw Hn Hks.
  destruct (macs_computed g s (round_keys x e) k a q code Hcode HDI HSI HDX Hk Ha Hq Hw Hn Hks)
    as (s' & steps & pc & seen & Hrun & Hhalt & Hmacs & Hrest).
  exists s', steps, pc, seen. split; [done|]. split; [done|]. split; [|done]. intros j Hj. rewrite (Hmacs j Hj).
  unfold cbc_macs, cbc, blocks_of. f_equal.
  assert ((λ i : nat, block (take 16 (drop (16 * i) (bytes_at (memory s) (a + 80 * N.of_nat j) 80)))) <$> seq 0 5 =
    map (λ i, load (memory s) (a + 80 * N.of_nat j + 16 * N.of_nat i) 16) (seq 0 5)) as ->.
  { apply map_ext_in. intros i Hi%in_seq. rewrite block_at by lia. f_equal. lia. }
  generalize (map (λ i, load (memory s) (a + 80 * N.of_nat j + 16 * N.of_nat i) 16) (seq 0 5)) 0.
  intros l. induction l as [|b l IH]; intros o; [done|]. cbn [fold_left foldl]. apply IH.
Qed.
