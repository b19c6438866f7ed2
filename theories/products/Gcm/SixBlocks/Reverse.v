(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Six blocks of ciphertext are put into the scratch memory of examples/asm/six_blocks.S with their bytes reversed. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Vectors Require Import Mixed.
From Fairlead.Gcm.SixBlocks Require Import Numbers Listing Counters.
Local Open Scope N_scope.

Lemma store_outside m p n v x : x < p ∨ p + N.of_nat n <= x → store m p n v x = m x.
Proof.
  intros H. unfold store. destruct (N.leb_spec p x), (N.ltb_spec x (p + N.of_nat n)); cbn [andb]; done || lia.
Qed.

Section reverse.
  Context (at_ : mem → N) (t a : N).
  Context (Hs : ∀ d, (0 <= d <= 136)%Z → at_ (scratch_at d) = t + Z.to_N d).
  Context (He : ∀ d, (0 <= d <= 88)%Z → at_ (earlier_at d) = a + Z.to_N d).
  Context (Hapart : t + 144 <= a ∨ a + 96 <= t).

  (** Where the block is stored, and where it comes from. *)
  Notation to n := (t + Z.to_N (128 - 16 * n)).
  Notation from n := (a + Z.to_N (16 * n - 16)).

  Local Opaque load store byte_reverse low.

  Lemma reverse_block_spec n x : (1 <= n <= 6)%Z →
    let y := mixed_run at_ (reverse_block n) x in
    load (in_m y) (to n) 16 = byte_reverse 16 (load (in_m x) (from n) 16) ∧
    (∀ z, z < to n ∨ to n + 16 <= z → in_m y z = in_m x z) ∧ in_v y = in_v x.
  Proof using Hs He Hapart.
    intros Hn. cbv zeta.
    assert (in_m (mixed_run at_ (reverse_block n) x) =
      store (store (in_m x) (to n) 8 (low 64 (low 64 (byte_reverse 8 (load (in_m x) (from n + 8) 8)))))
        (to n + 8) 8 (low 64 (low 64 (byte_reverse 8 (load (in_m x) (from n) 8))))) as E.
    { replace (to n) with (at_ (scratch_at (128 - 16 * n))) by (apply Hs; lia).
      replace (at_ (scratch_at (128 - 16 * n)) + 8) with (at_ (scratch_at (136 - 16 * n))) by (rewrite !Hs by lia; lia).
      replace (from n + 8) with (at_ (earlier_at (16 * n - 8))) by (rewrite He by lia; lia).
      replace (from n) with (at_ (earlier_at (16 * n - 16))) by (apply He; lia). reflexivity. }
    split; [|split; [|reflexivity]].
    - rewrite E, load_two, byte_reverse_load, !low_low, !byte_reverse_8_below by lia. done.
    - intros z Hz. rewrite E, !store_outside by lia. done.
  Qed.

  Lemma reverse_all ns x : Forall (λ n, (1 <= n <= 6)%Z) ns →
    let y := mixed_run at_ (flat_map reverse_block ns) x in
    (∀ n, n ∈ ns → load (in_m y) (to n) 16 = byte_reverse 16 (load (in_m x) (from n) 16)) ∧
    (∀ z, z < t + 32 ∨ t + 128 <= z → in_m y z = in_m x z) ∧
    (∀ n, (1 <= n <= 6)%Z → n ∉ ns → ∀ z, to n <= z < to n + 16 → in_m y z = in_m x z) ∧ in_v y = in_v x.
  Proof using Hs He Hapart.
    intros Hns. revert x. induction Hns as [|n ns Hn Hns IH]; intros x; cbv zeta.
    { split_and!; try done. intros n Hin. by apply elem_of_nil in Hin. }
    change (flat_map reverse_block (n :: ns)) with (reverse_block n ++ flat_map reverse_block ns).
    rewrite mixed_run_app.
    destruct (reverse_block_spec n x Hn) as (B1 & B2 & B3).
    revert B1 B2 B3. generalize (mixed_run at_ (reverse_block n) x). intros y B1 B2 B3.
    destruct (IH y) as (I1 & I2 & I3 & I4). split_and!.
    - assert (∀ m, (1 <= m <= 6)%Z → load (in_m y) (from m) 16 = load (in_m x) (from m) 16) as Hfrom.
      { intros m Hm. apply load_agree. intros z Hz. unfold covers in Hz. apply B2. lia. }
      intros m Hm. destruct (decide (m ∈ ns)) as [Hin|Hout].
      + rewrite (I1 m Hin), Hfrom; [done|]. rewrite Forall_forall in Hns. by apply Hns.
      + apply elem_of_cons in Hm as [->|Hm]; [|done]. rewrite <-B1. apply load_agree. intros z Hz. unfold covers in Hz.
        apply (I3 n Hn Hout). lia.
    - intros z Hz. rewrite (I2 z Hz). apply B2. lia.
    - intros m Hm Hout z Hz. rewrite not_elem_of_cons in Hout. destruct Hout as [Hne Hout].
      rewrite (I3 m Hm Hout z Hz). apply B2. lia.
    - by rewrite I4.
  Qed.

  Theorem six_reversed x :
    let y := mixed_run at_ reverse_six x in
    map (λ i, load (in_m y) (t + 112 - 16 * i) 16) [0; 1; 2; 3; 4; 5] =
      map (λ i, byte_reverse 16 (load (in_m x) (a + 16 * i) 16)) [0; 1; 2; 3; 4; 5] ∧
    (∀ z, z < t + 32 ∨ t + 128 <= z → in_m y z = in_m x z) ∧ in_v y = in_v x.
  Proof using Hs He Hapart.
    cbv zeta. destruct (reverse_all [6; 5; 4; 3; 2; 1]%Z x) as (R1 & R2 & _ & R4).
    { repeat (constructor; [lia|]). constructor. }
    change (flat_map reverse_block [6; 5; 4; 3; 2; 1]%Z) with reverse_six in *.
    revert R1 R2 R4. generalize (mixed_run at_ reverse_six x). intros y R1 R2 R4.
    split; [|split; [exact R2|exact R4]].
    assert (∀ i, i <= 5 → load (in_m y) (t + 112 - 16 * i) 16 = byte_reverse 16 (load (in_m x) (a + 16 * i) 16)) as E.
    { intros i Hi. replace (t + 112 - 16 * i) with (t + Z.to_N (128 - 16 * (Z.of_N i + 1))) by lia. rewrite R1.
      - do 3 f_equal. lia.
      - rewrite !elem_of_cons. lia. }
    cbn [map]. by rewrite !E by lia.
  Qed.
End reverse.
