(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** wide_ghash.inc: eight blocks are hashed, as SP 800-38D says. The two halves of the registers
    sum the products of every other block, by Karatsuba's three products each; their sum is
    reduced by the code of [Macros/Hash.v]. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted Semantics_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Vector128 Vector256.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Additive Multiply Aggregate Reduction Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate Hash.
From Fairlead.Gcm.Loops256 Require Import Macros Cipher.
Local Open Scope N_scope.

(** The sum of the halves of a word, and the product of such sums. *)
Definition halves_sum (x : N) : N := N.lxor (lo64 x) (hi64 x).
Definition part_both (x p : N) : N := clmul (halves_sum x) (halves_sum p).

(** Three parts that make [n]: the middle one lacks the other two. *)
Definition three_parts (a b c n : N) : Prop :=
  block_sized a ∧ block_sized b ∧ block_sized c ∧ whole a (N.lxor (N.lxor b a) c) c = n.

Local Opaque clmul N.lxor byte_reverse low.

Lemma halves_sum_below x : halves_sum x < 2 ^ 64.
Proof. apply xor_below; [apply lo64_below|apply hi64_below]. Qed.

Lemma three_parts_product x p : three_parts (part_low x p) (part_both x p) (part_high x p) (product x p).
Proof.
  destruct (parts_below x p) as (H1 & _ & H3). split; [done|]. split; [|split; [done|]].
  - apply clmul_below; apply halves_sum_below.
  - rewrite <-product_karatsuba_same. reflexivity.
Qed.

Lemma three_parts_add a b c n a' b' c' n' :
  three_parts a b c n → three_parts a' b' c' n' →
  three_parts (N.lxor a a') (N.lxor b b') (N.lxor c c') (N.lxor n n').
Proof.
  intros (H1 & H2 & H3 & <-) (H1' & H2' & H3' & <-).
  split; [by apply xor_below|]. split; [by apply xor_below|]. split; [by apply xor_below|].
  rewrite <-whole_add. f_equal. bitwise. rewrite !N.lxor_spec. by repeat destruct (N.testbit _ _).
Qed.

(** ** Instructions *)

Lemma swap_low a : lo64 (low 128 (v1_sem (PSHUFD 78) a)) = hi64 a.
Proof.
  Local Transparent low N.lxor.
  change (v1_sem (PSHUFD 78) a) with (join 32 [element 32 2 a; element 32 3 a; element 32 0 a; element 32 1 a]).
  unfold lo64, hi64. rewrite low_low' by lia.
  assert (∀ i, low 32 (element 32 i a) = element 32 i a) as He by (intros; apply low_slice).
  apply N.bits_inj. intros i. unfold slice. rewrite !low_spec, N.shiftr_spec'. cbn [join].
  rewrite <-(He 2), <-(He 3). rewrite !N.lor_spec. unfold element, slice.
  destruct (N.ltb_spec i 64) as [Hi|]; [|by rewrite !andb_false_r]. rewrite !andb_true_r.
  destruct (N.ltb_spec i 32).
  - rewrite N.shiftl_spec_low, orb_false_r, !low_spec, N.shiftr_spec', (proj2 (N.ltb_lt i 32)), !andb_true_r by done.
    reflexivity.
  - rewrite N.shiftl_spec_high', N.lor_spec, !low_spec, !N.shiftr_spec', (proj2 (N.ltb_ge i 32)), !andb_false_r by done.
    rewrite N.shiftl_spec_low, (proj2 (N.ltb_lt (i - 32) 32)), orb_false_r, !andb_true_r by lia. cbn [orb]. f_equal. lia.
  Local Opaque low N.lxor.
Qed.

Lemma sem_halves_sum a :
  lo64 (low 128 (v2_sem PXOR (low 128 (v1_sem (PSHUFD 78) a)) a)) = halves_sum a.
Proof.
  change (v2_sem PXOR (low 128 (v1_sem (PSHUFD 78) a)) a) with (N.lxor (low 128 (v1_sem (PSHUFD 78) a)) a).
  unfold lo64 at 1. rewrite low_low', low_lxor by lia.
  change (low 64 (low 128 (v1_sem (PSHUFD 78) a))) with (lo64 (low 128 (v1_sem (PSHUFD 78) a))). rewrite swap_low.
  apply N.lxor_comm.
Qed.

(** The sums of the halves of a power, in the half of a word that the constant of the product selects. *)
Definition selected (which m : N) : N := if which =? 0 then lo64 m else hi64 m.

Lemma sem_both which a m p :
  which = 0 ∨ which = 16 → selected which m = halves_sum p →
  low 128 (v2_sem (PCLMULQDQ which) (low 128 (v2_sem PXOR (low 128 (v1_sem (PSHUFD 78) a)) a)) m) = part_both a p.
Proof.
  intros [-> | ->] Hm; cbn [selected N.eqb] in Hm; unfold part_both; rewrite <-Hm, <-sem_halves_sum.
  - apply sem_clmul_ll.
  - apply sem_clmul_lh.
Qed.

(** ** Two blocks *)

(** What the halves of the registers sum up to. *)
Definition wide_sum (w : wregs) (n : N * N) : Prop :=
  three_parts (w V6).1 (w V7).1 (w V8).1 n.1 ∧ three_parts (w V6).2 (w V7).2 (w V8).2 n.2.

(** A pair of powers and the sums of their halves where the code finds them. *)
Definition power_pair (ld : mem → N) (power middle : Z) (which : N) (p : N * N) : Prop :=
  both ld (key_at power) = p ∧
  selected which (ld (key_at middle)) = halves_sum p.1 ∧
  selected which (ld (beyond (key_at middle))) = halves_sum p.2.

Lemma wide_hash_first_sum ld m w p y :
  power_pair ld 352 480 0 p → w V13 = (reversal, reversal) → w V14 = (y, 0) → block_sized y →
  let w' := wrun ld (wide_hash_first m) w in
  w' V13 = (reversal, reversal) ∧
  wide_sum w' (product (N.lxor (byte_reverse 16 (ld m)) y) p.1, product (byte_reverse 16 (ld (beyond m))) p.2).
Proof.
  intros (Hp & Hm1 & Hm2) H13 H14 Hy. unfold both in Hp. subst p. cbn [fst snd] in Hm1, Hm2 |- *.
  cbv zeta. unfold wide_sum, wide_hash_first, wide_product. wevaluate. rewrite H13, H14. cbv [fst snd]. rewrite !sem_reverse.
  rewrite !(sem_xor (byte_reverse _ _)) by (done || apply byte_reverse_below). rewrite N.lxor_0_r.
  rewrite (sem_both 0 _ _ (ld (key_at 352))), (sem_both 0 _ _ (ld (beyond (key_at 352)))) by (tauto || done).
  rewrite !sem_clmul_ll, !sem_clmul_hh.
  split; [done|]. split; apply three_parts_product.
Qed.

Lemma wide_hash_next_sum ld power middle which m w p n :
  which = 0 ∨ which = 16 → power_pair ld power middle which p →
  w V13 = (reversal, reversal) → wide_sum w n →
  let w' := wrun ld (wide_hash_next power middle which m) w in
  w' V13 = (reversal, reversal) ∧
  wide_sum w' (N.lxor n.1 (product (byte_reverse 16 (ld m)) p.1), N.lxor n.2 (product (byte_reverse 16 (ld (beyond m))) p.2)).
Proof.
  intros Hw (Hp & Hm1 & Hm2) H13 [S1 S2]. unfold both in Hp. subst p. cbn [fst snd] in Hm1, Hm2 |- *.
  cbv zeta. unfold wide_sum, wide_hash_next, wide_add_product. wevaluate. rewrite H13. cbv [fst snd] in *. rewrite !sem_reverse.
  rewrite (sem_both which _ _ _ Hw Hm1), (sem_both which _ _ _ Hw Hm2), !sem_clmul_ll, !sem_clmul_hh.
  destruct (w V6) as [a1 a2], (w V7) as [b1 b2], (w V8) as [c1 c2].
  pose proof (three_parts_product (byte_reverse 16 (ld m)) (ld (key_at power))) as P1.
  pose proof (three_parts_product (byte_reverse 16 (ld (beyond m))) (ld (beyond (key_at power)))) as P2.
  pose proof (three_parts_add _ _ _ _ _ _ _ _ S1 P1) as T1. pose proof (three_parts_add _ _ _ _ _ _ _ _ S2 P2) as T2.
  destruct S1 as (? & ? & ? & _), S2 as (? & ? & ? & _), P1 as (? & ? & ? & _), P2 as (? & ? & ? & _).
  unfold part_low, part_high in *. rewrite !sem_xor by done. split; [done|]. by split.
Qed.

(** ** Both halves together, and the reduction *)

Lemma wide_join_sum ld w n :
  wide_sum w n →
  let w' := wrun ld wide_join w in
  sum_is (λ x, (w' x).1) (N.lxor n.1 n.2) ∧ w' V13 = w V13.
Proof.
  intros [S1 S2]. pose proof (three_parts_add _ _ _ _ _ _ _ _ S1 S2) as (_ & _ & _ & E).
  destruct S1 as (A1 & B1 & C1 & _), S2 as (A2 & B2 & C2 & _).
  cbv zeta. unfold sum_is, wide_join. wevaluate. destruct (w V6) as [a1 a2], (w V7) as [b1 b2], (w V8) as [c1 c2].
  cbv [fst snd] in *.
  rewrite !(lt_low 128 a2), !(lt_low 128 c2) by done. rewrite !(sem_xor b1 a1), !(sem_xor b2 a2) by done.
  rewrite !(sem_xor (N.lxor b1 a1) c1), !(sem_xor (N.lxor b2 a2) c2) by (done || by apply xor_below).
  assert (block_sized (N.lxor (N.lxor b2 a2) c2)) by (repeat apply xor_below; done).
  rewrite !(lt_low 128 (N.lxor (N.lxor b2 a2) c2)) by done.
  rewrite !sem_xor by (done || (repeat apply xor_below; done)).
  split; [|done]. split; [by apply xor_below|]. split; [repeat apply xor_below; done|]. split; [by apply xor_below|].
  rewrite <-E. f_equal. bitwise. rewrite !N.lxor_spec. by repeat destruct (N.testbit _ _).
Qed.

(** Code on 128 bits works on lower halves and clears the upper half of what it writes. *)
Lemma narrow_value ld w i :
  is_vector i = true → wvalue ld w i = option_map (λ da, (da.1, (da.2, 0))) (vvalue ld (λ x, (w x).1) i).
Proof. destruct i; try done; cbn; repeat case_match; done. Qed.

Lemma narrow_run ld p w x : forallb is_vector p = true → (wrun ld p w x).1 = vrun ld p (λ x, (w x).1) x.
Proof.
  revert w. induction p as [|i p IH]; intros w Hp; [done|]. cbn [forallb] in Hp. apply andb_true_iff in Hp as [Hi Hp].
  transitivity (vrun ld p (λ y, (vector_step wvalue ld w i y).1) x); [by apply IH|].
  change (vrun ld (i :: p)) with (λ v, vrun ld p (vector_step vvalue ld v i)). cbv beta. apply vector_run_ext; [exact vvalue_ext|done|]. intros y.
  unfold vector_step. rewrite narrow_value by done. destruct (vvalue ld (λ x, (w x).1) i) as [[d a]|]; [|done].
  cbn [option_map fst snd]. unfold put. by destruct (vreg_index y =? vreg_index d).
Qed.

Lemma wide_reduce_spec ld w n :
  ld (constant_at 128) = polynomial → sum_is (λ x, (w x).1) n → wrun ld reduce_code w V14 = (reduce n, 0).
Proof.
  intros Hp Hs. pose proof (reduce_code_spec ld _ n Hp Hs) as E. rewrite <-narrow_run in E by done.
  rewrite (surjective_pairing (wrun ld reduce_code w V14)), E. reflexivity.
Qed.

(** ** Eight blocks *)

(** The powers, the eighth first, where the code finds them, and the sums of their halves. *)
Definition wide_powers (ld : mem → N) (h : N) : Prop :=
  let pair i j := (twist (power h i), twist (power h j)) in
  power_pair ld 352 480 0 (pair 7 6)%nat ∧ power_pair ld 384 480 16 (pair 5 4)%nat ∧
  power_pair ld 416 512 0 (pair 3 2)%nat ∧ power_pair ld 448 512 16 (pair 1 0)%nat.

(** Eight blocks of text, as GHASH reads them. *)
Definition wide_hash_blocks (ld : mem → N) (src : Z → mem) : list N :=
  flat_map (λ i, [byte_reverse 16 (ld (src i)); byte_reverse 16 (ld (beyond (src i)))]) [0; 32; 64; 96]%Z.

Lemma eight_sum a b c d e f g h :
  N.lxor (N.lxor (N.lxor (N.lxor a c) e) g) (N.lxor (N.lxor (N.lxor b d) f) h) =
  N.lxor a (N.lxor b (N.lxor c (N.lxor d (N.lxor e (N.lxor f (N.lxor g (N.lxor h 0))))))).
Proof. rewrite (lxor_swap _ g), (lxor_swap _ e), (lxor_swap a c). by rewrite N.lxor_0_r, !N.lxor_assoc. Qed.

Local Opaque reduce product twist power multiply.

Theorem hash_eight_spec ld src w h y :
  ld (constant_at 128) = polynomial → wide_powers ld h → block_sized h →
  w V13 = (reversal, reversal) → w V14 = (y, 0) → block_sized y →
  let w' := wrun ld (hash_eight src) w in
  w' V13 = w V13 ∧ w' V15 = w V15 ∧ w' V14 = (fold_left (hash_step h) (wide_hash_blocks ld src) y, 0).
Proof.
  intros Hpoly (P1 & P2 & P3 & P4) Hh H13 H14 Hy. cbv zeta.
  split; [by apply wrun_other|]. split; [by apply wrun_other|]. unfold hash_eight. rewrite !vector_run_app.
  destruct (wide_hash_first_sum ld (src 0%Z) w _ y P1 H13 H14 Hy) as [R1 S1].
  revert R1 S1. generalize (wrun ld (wide_hash_first (src 0%Z)) w). intros w1 R1 S1.
  destruct (wide_hash_next_sum ld 384 480 16 (src 32%Z) w1 _ _ (or_intror eq_refl) P2 R1 S1) as [R2 S2].
  revert R2 S2. generalize (wrun ld (wide_hash_next 384 480 16 (src 32%Z)) w1). intros w2 R2 S2. clear R1 S1.
  destruct (wide_hash_next_sum ld 416 512 0 (src 64%Z) w2 _ _ (or_introl eq_refl) P3 R2 S2) as [R3 S3].
  revert R3 S3. generalize (wrun ld (wide_hash_next 416 512 0 (src 64%Z)) w2). intros w3 R3 S3. clear R2 S2.
  destruct (wide_hash_next_sum ld 448 512 16 (src 96%Z) w3 _ _ (or_intror eq_refl) P4 R3 S3) as [R4 S4].
  revert R4 S4. generalize (wrun ld (wide_hash_next 448 512 16 (src 96%Z)) w3). intros w4 R4 S4. clear R3 S3.
  destruct (wide_join_sum ld w4 _ S4) as [S5 _].
  rewrite (wide_reduce_spec _ _ _ Hpoly S5). f_equal. unfold wide_hash_blocks. cbn [flat_map app fst snd].
  rewrite <-aggregated_hash_correct; [|done..|].
  - cbn [sum_of_products length]. rewrite (N.lxor_comm y), eight_sum. reflexivity.
  - repeat (constructor; [apply byte_reverse_below|]). constructor.
Qed.
