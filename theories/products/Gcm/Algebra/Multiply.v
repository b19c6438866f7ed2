(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The multiplication that fast code does is SP 800-38D's.

    SP 800-38D multiplies bit by bit, 128 times. Fast code takes three or four
    carry-less products of 64 bits and reduces twice. Both are additive in both
    arguments, so that agreeing on the 128 x 128 pairs of powers of two is
    agreeing everywhere, and those pairs are computed here (in some seconds).

    The algorithm is Gueron and Kounavis, "Intel Carry-Less Multiplication
    Instruction and its Usage for Computing the GCM Mode" (2010). *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Additive.
Local Open Scope N_scope.

(** ** The fast multiplication *)

Definition lo64 (x : N) : N := low 64 x.
Definition hi64 (x : N) : N := slice 64 64 x.

(** The hash key, once per key: times x, reduced. A product of reflected
    polynomials comes out one bit too low; this puts it right in advance. *)
Definition twist (h : N) : N :=
  N.lxor (low 128 (N.shiftl h 1)) (if N.testbit h 127 then N.lxor (N.shiftl 0xc2 120) 1 else 0).

(** The 256-bit product, from four products or, after Karatsuba, from three. *)
Definition product (x h : N) : N :=
  let middle := N.lxor (clmul (lo64 x) (hi64 h)) (clmul (hi64 x) (lo64 h)) in
  N.lxor (N.lxor (clmul (lo64 x) (lo64 h)) (N.shiftl middle 64)) (N.shiftl (clmul (hi64 x) (hi64 h)) 128).

Definition product_karatsuba (x h : N) : N :=
  let low_ := clmul (lo64 x) (lo64 h) in
  let high := clmul (hi64 x) (hi64 h) in
  let both := clmul (N.lxor (lo64 x) (hi64 x)) (N.lxor (lo64 h) (hi64 h)) in
  let middle := N.lxor (N.lxor both low_) high in
  N.lxor (N.lxor low_ (N.shiftl middle 64)) (N.shiftl high 128).

(** One phase of the reduction: the halves change places, and the low one's
    product with the polynomial is added. *)
Definition swap_halves (x : N) : N := N.lxor (N.shiftl (lo64 x) 64) (hi64 x).
Definition fold_phase (x : N) : N := N.lxor (swap_halves x) (clmul (lo64 x) (N.shiftl 0xc2 56)).
Definition reduce (p : N) : N := N.lxor (slice 128 128 p) (fold_phase (fold_phase (low 128 p))).

Definition fast_multiply (x twisted : N) : N := reduce (product x twisted).
Definition fast_multiply_karatsuba (x twisted : N) : N := reduce (product_karatsuba x twisted).

(** ** Karatsuba's identity *)

Lemma product_karatsuba_same x h : product_karatsuba x h = product x h.
Proof.
  unfold product_karatsuba, product.
  rewrite clmul_additive_l, !clmul_additive_r.
  set (a := clmul (lo64 x) (lo64 h)). set (b := clmul (lo64 x) (hi64 h)).
  set (c := clmul (hi64 x) (lo64 h)). set (d := clmul (hi64 x) (hi64 h)).
  replace (N.lxor (N.lxor (N.lxor (N.lxor a b) (N.lxor c d)) a) d) with (N.lxor b c); [done|].
  bitwise. rewrite !N.lxor_spec. by repeat destruct (N.testbit _ _).
Qed.

(** ** Both multiplications are additive *)

Create HintDb additive.
Local Hint Resolve additive_id additive_const_zero additive_shiftl additive_shiftr additive_low
  additive_slice additive_select clmul_additive_l clmul_additive_r : additive.

Lemma lo64_additive : additive lo64.
Proof. apply additive_low. Qed.
Lemma hi64_additive : additive hi64.
Proof. apply additive_slice. Qed.

Lemma twist_additive : additive twist.
Proof.
  apply additive_lxor; [|apply additive_select].
  apply (additive_compose (low 128)); auto with additive.
Qed.

Lemma fold_phase_additive : additive fold_phase.
Proof.
  apply additive_lxor; [apply additive_lxor|].
  - apply (additive_compose (λ x, N.shiftl x 64)), lo64_additive. apply additive_shiftl.
  - apply hi64_additive.
  - apply (additive_compose (λ x, clmul x _)), lo64_additive. apply clmul_additive_l.
Qed.

Lemma reduce_additive : additive reduce.
Proof.
  apply additive_lxor; [apply additive_slice|].
  apply (additive_compose fold_phase), (additive_compose fold_phase), additive_low;
    apply fold_phase_additive.
Qed.

Lemma product_additive_l h : additive (λ x, product x h).
Proof.
  intros a b. unfold product. rewrite lo64_additive, hi64_additive.
  rewrite !(clmul_additive_l (lo64 h)), !(clmul_additive_l (hi64 h)), !N.shiftl_lxor.
  bitwise. rewrite !N.lxor_spec. by repeat destruct (N.testbit _ _).
Qed.

Lemma product_additive_r x : additive (product x).
Proof.
  intros a b. unfold product. rewrite lo64_additive, hi64_additive.
  rewrite !clmul_additive_r, !N.shiftl_lxor.
  bitwise. rewrite !N.lxor_spec. by repeat destruct (N.testbit _ _).
Qed.

Lemma fast_multiply_karatsuba_same x h : fast_multiply_karatsuba x h = fast_multiply x h.
Proof. unfold fast_multiply_karatsuba. by rewrite product_karatsuba_same. Qed.

Lemma fast_multiply_additive_l h : additive (λ x, fast_multiply x (twist h)).
Proof. apply (additive_compose reduce (λ x, product x (twist h))); [apply reduce_additive|apply product_additive_l]. Qed.

Lemma fast_multiply_additive_r x : additive (λ h, fast_multiply x (twist h)).
Proof.
  apply (additive_compose reduce (λ h, product x (twist h))); [apply reduce_additive|].
  apply (additive_compose (product x)); [apply product_additive_r|apply twist_additive].
Qed.

Lemma times_x_additive : additive times_x.
Proof.
  intros a b. unfold times_x. rewrite <-!N.bit0_odd.
  pose proof (additive_select 0 R a b) as Hs. pose proof (additive_div2 a b) as Hd.
  revert Hs. rewrite N.lxor_spec, Hd.
  destruct (N.testbit a 0), (N.testbit b 0); simpl; intros _; bitwise;
    rewrite ?N.lxor_spec; by repeat destruct (N.testbit _ _).
Qed.

Lemma multiply_from_additive_l n : ∀ v za zb a b,
  multiply_from n (N.lxor a b) (N.lxor za zb) v = N.lxor (multiply_from n a za v) (multiply_from n b zb v).
Proof.
  induction n as [|n IH]; intros v za zb a b; simpl; [done|].
  rewrite <-IH, N.lxor_spec. f_equal.
  destruct (N.testbit a _), (N.testbit b _); simpl; bitwise;
    rewrite ?N.lxor_spec; by repeat destruct (N.testbit _ _).
Qed.

Lemma multiply_additive_l h : additive (λ x, multiply x h).
Proof. intros a b. unfold multiply. rewrite <-multiply_from_additive_l. by rewrite N.lxor_0_l. Qed.

Lemma multiply_from_additive_r x n : ∀ za zb va vb,
  multiply_from n x (N.lxor za zb) (N.lxor va vb) =
  N.lxor (multiply_from n x za va) (multiply_from n x zb vb).
Proof.
  induction n as [|n IH]; intros za zb va vb; simpl; [done|].
  rewrite times_x_additive, <-IH. f_equal.
  destruct (N.testbit x _); [|done]. bitwise. rewrite !N.lxor_spec. by repeat destruct (N.testbit _ _).
Qed.

Lemma multiply_additive_r x : additive (multiply x).
Proof. intros a b. unfold multiply. rewrite <-multiply_from_additive_r. by rewrite N.lxor_0_l. Qed.

(** ** The pairs of powers of two *)

Definition powers : list N := map (λ i, 2 ^ N.of_nat i) (seq 0 128).

(** [multiply (2^i) h] is a [V] of Algorithm 1, so that one pass over the [V]s of
    each [h] compares 128 pairs. *)
Fixpoint row (n : nat) (t v : N) : bool :=
  match n with
  | O => true
  | S n => (fast_multiply (2 ^ N.of_nat n) t =? v) && row n t (times_x v)
  end.

Lemma multiply_from_below n i z v : (n ≤ i)%nat → multiply_from n (2 ^ N.of_nat i) z v = z.
Proof.
  revert z v. induction n as [|n IH]; intros z v Hi; simpl; [done|].
  rewrite N.pow2_bits_false by lia. apply IH; lia.
Qed.

Lemma row_sound n t v :
  row n t v = true →
  ∀ i, (i < n)%nat → fast_multiply (2 ^ N.of_nat i) t = multiply_from n (2 ^ N.of_nat i) 0 v.
Proof.
  revert v. induction n as [|n IH]; intros v H i Hi; [lia|]. cbn [row multiply_from] in *.
  apply andb_true_iff in H as [H1 H2]. apply N.eqb_eq in H1.
  destruct (decide (i = n)) as [->|].
  - rewrite N.pow2_bits_true, N.lxor_0_l, multiply_from_below by lia. done.
  - rewrite N.pow2_bits_false by lia. apply IH; [done|lia].
Qed.

Lemma all_rows : forallb (λ h, row 128 (twist h) h) powers = true.
Proof. by vm_compute. Qed.

(** Nothing below may start computing on its own. *)
Local Opaque fast_multiply multiply_from twist.

Lemma basis_agrees i j :
  (i < 128)%nat → (j < 128)%nat →
  fast_multiply (2 ^ N.of_nat i) (twist (2 ^ N.of_nat j)) = multiply (2 ^ N.of_nat i) (2 ^ N.of_nat j).
Proof.
  intros Hi Hj. unfold multiply.
  apply (λ H, row_sound 128 _ _ H i Hi).
  apply (proj1 (forallb_forall _ _) all_rows).
  apply (in_map (λ i, 2 ^ N.of_nat i)), in_seq. lia.
Qed.

(** ** The theorem

    For all blocks [x] and hash keys [h] of 128 bits: carry-less products with
    the twisted key and the two-phase reduction compute the multiplication of
    SP 800-38D, Algorithm 1. *)
Theorem fast_multiply_correct x h :
  x < 2 ^ 128 → h < 2 ^ 128 → fast_multiply x (twist h) = multiply x h.
Proof.
  intros Hx Hh.
  apply (agree_on_basis2 (λ x h, fast_multiply x (twist h)) multiply 128 fast_multiply_additive_l
    fast_multiply_additive_r multiply_additive_l multiply_additive_r basis_agrees); done.
Qed.

Corollary fast_multiply_karatsuba_correct x h :
  x < 2 ^ 128 → h < 2 ^ 128 → fast_multiply_karatsuba x (twist h) = multiply x h.
Proof.
  intros. rewrite fast_multiply_karatsuba_same. by apply fast_multiply_correct.
Qed.
