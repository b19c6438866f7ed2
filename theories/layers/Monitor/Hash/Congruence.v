(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** How many residues solve a linear congruence: [d * v + c = 0] modulo [m] has
    at most [gcd d m] solutions, and for [m] a power of two and [|d| < 2^b] that
    is at most [2^(b-1)]. This is where the bound [2^-97 = 2^31 / 2^128] comes
    from: multiplicities below [2^32] differ by less than [2^32]. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Monitor.Hash Require Import Counting.
From Coq Require Import Znumtheory Zpow_facts.
Local Open Scope Z_scope.

(** The residues modulo [m]. *)
Definition residues (m : Z) : list Z := seqZ 0 m.

Lemma residues_size m : 0 ≤ m → size (residues m) = m.
Proof. intros Hm. unfold size, residues. rewrite seqZ_length. lia. Qed.

Lemma elem_of_residues m v : v ∈ residues m ↔ 0 ≤ v < m.
Proof. unfold residues. rewrite elem_of_seqZ. lia. Qed.

Definition solves (d c m v : Z) : bool := (d * v + c) mod m =? 0.

(** Two solutions are congruent modulo [m / gcd d m]. *)
Lemma solutions_congruent d c m v w :
  0 < m → solves d c m v = true → solves d c m w = true →
  (m / Z.gcd d m | v - w).
Proof.
  unfold solves. rewrite !Z.eqb_eq. intros Hm Hv Hw.
  set (g := Z.gcd d m).
  assert (0 < g) as Hg.
  { pose proof (Z.gcd_nonneg d m). assert (g ≠ 0); [|lia].
    intros E. apply Z.gcd_eq_0_r in E. lia. }
  assert (m | d * (v - w)) as [q Hq].
  { apply Z.mod_divide in Hv; [|lia]. apply Z.mod_divide in Hw; [|lia].
    replace (d * (v - w)) with ((d * v + c) - (d * w + c)) by lia.
    by apply Z.divide_sub_r. }
  assert (g * (m / g) = m) as Hm'.
  { symmetry. apply Z_div_exact_full_2; [lia|].
    apply Z.mod_divide; [lia|apply Z.gcd_divide_r]. }
  assert (g * (d / g) = d) as Hd'.
  { symmetry. apply Z_div_exact_full_2; [lia|].
    apply Z.mod_divide; [lia|apply Z.gcd_divide_l]. }
  apply (Z.gauss _ (d / g)).
  - exists q. apply (Z.mul_cancel_l _ _ g); nia.
  - rewrite Z.gcd_comm. apply Z.gcd_div_gcd; [lia|done].
Qed.

Theorem solutions_le_gcd d c m :
  0 < m → count (solves d c m) (residues m) ≤ Z.gcd d m.
Proof.
  intros Hm. set (g := Z.gcd d m).
  assert (0 < g) as Hg.
  { pose proof (Z.gcd_nonneg d m). assert (g ≠ 0); [|lia].
    intros E. apply Z.gcd_eq_0_r in E. lia. }
  assert (g * (m / g) = m) as Hm'.
  { symmetry. apply Z_div_exact_full_2; [lia|].
    apply Z.mod_divide; [lia|apply Z.gcd_divide_r]. }
  set (m' := m / g) in *. assert (0 < m') as Hpos by nia.
  set (l := List.filter (solves d c m) (residues m)).
  assert (∀ v, v ∈ l → 0 ≤ v < m ∧ solves d c m v = true) as Hl.
  { intros v. unfold l. rewrite elem_of_list_In, filter_In, <-elem_of_list_In.
    by rewrite elem_of_residues. }
  assert (NoDup ((λ v, v / m') <$> l)) as Hnd.
  { apply NoDup_fmap_2_strong.
    - intros v w [_ Hv]%Hl [_ Hw]%Hl Heq.
      destruct (solutions_congruent d c m v w Hm Hv Hw) as [q Hq].
      fold g m' in Hq.
      pose proof (Z.div_mod v m' ltac:(lia)). pose proof (Z.div_mod w m' ltac:(lia)).
      pose proof (Z.mod_pos_bound v m' ltac:(lia)).
      pose proof (Z.mod_pos_bound w m' ltac:(lia)).
      rewrite Heq in *. assert (q = 0) by nia. nia.
    - apply NoDup_ListNoDup, List.NoDup_filter, NoDup_ListNoDup, NoDup_seqZ. }
  unfold count; fold l.
  replace (size l) with (size ((λ v, v / m') <$> l))
    by (unfold size; by rewrite fmap_length).
  rewrite <-(residues_size g) by lia. unfold size.
  apply inj_le, submseteq_length, NoDup_submseteq; [done|].
  intros y. rewrite elem_of_list_fmap, elem_of_residues.
  intros (v & -> & [Hv _]%Hl). split.
  - apply Z.div_pos; lia.
  - apply Z.div_lt_upper_bound; lia.
Qed.

(** The greatest common divisor with a power of two of a small non-zero number. *)
Lemma gcd_power_two d k b :
  0 ≤ k → 0 < b → d ≠ 0 → Z.abs d < 2 ^ b → Z.gcd d (2 ^ k) ≤ 2 ^ (b - 1).
Proof.
  intros Hk Hb Hd Hlt.
  destruct (Zdivide_power_2 (Z.gcd d (2 ^ k)) 2 k) as [j Hj];
    [lia|apply Z.gcd_nonneg|apply prime_2|apply Z.gcd_divide_r|].
  assert (Z.gcd d (2 ^ k) ≤ Z.abs d) as Hle.
  { apply Z.divide_pos_le; [lia|]. apply Z.divide_abs_r, Z.gcd_divide_l. }
  rewrite Hj in Hle |- *. apply Z.pow_le_mono_r; [lia|].
  assert (2 ^ j < 2 ^ b) as Hjb by lia.
  apply Z.pow_lt_mono_r_iff in Hjb; lia.
Qed.

Corollary solutions_le_power d c k b :
  0 ≤ k → 0 < b → d ≠ 0 → Z.abs d < 2 ^ b →
  count (solves d c (2 ^ k)) (residues (2 ^ k)) ≤ 2 ^ (b - 1).
Proof.
  intros. etrans; [|by apply (gcd_power_two d k b)].
  apply solutions_le_gcd. by apply Z.pow_pos_nonneg.
Qed.
