(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Six blocks hashed at once.

    GHASH multiplies by the hash key after every block. Fast code multiplies each block of a
    group by its own power of the hash key, adds the products up and reduces once. The two
    agree because SP 800-38D's multiplication is additive, commutative and associative, which
    is proved here from its definition. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Additive Multiply.
Local Open Scope N_scope.

(** ** The multiplication commutes and associates *)

Lemma times_x_multiply_from n x : ∀ z v,
  times_x (multiply_from n x z v) = multiply_from n x (times_x z) (times_x v).
Proof.
  induction n as [|n IH]; intros z v; [done|]. cbn [multiply_from]. rewrite IH.
  destruct (N.testbit _ _); [|done]. by rewrite times_x_additive.
Qed.

Lemma times_x_multiply x v : times_x (multiply x v) = multiply x (times_x v).
Proof. unfold multiply. by rewrite times_x_multiply_from. Qed.

(** What is additive and commutes with [times_x] commutes with every multiplication. *)
Lemma multiply_from_through f n x :
  additive f → (∀ v, f (times_x v) = times_x (f v)) →
  ∀ z v, f (multiply_from n x z v) = multiply_from n x (f z) (f v).
Proof.
  intros Hadd Hx. induction n as [|n IH]; intros z v; [done|]. cbn [multiply_from].
  rewrite IH, Hx. destruct (N.testbit _ _); [|done]. by rewrite Hadd.
Qed.

Local Opaque multiply_from times_x.

Lemma multiply_exchange x a b : multiply x (multiply a b) = multiply a (multiply x b).
Proof.
  unfold multiply at 2 3. rewrite (multiply_from_through (multiply x)).
  - rewrite additive_zero by apply multiply_additive_r. reflexivity.
  - apply multiply_additive_r.
  - intros v. symmetry. apply times_x_multiply.
Qed.

(** The leftmost bit alone is the 1 of the field. *)
Definition one : N := 2 ^ 127.

Lemma one_on_powers : forallb (λ a, multiply a one =? a) powers = true.
Proof. by vm_compute. Qed.

Lemma multiply_one a : a < 2 ^ 128 → multiply a one = a.
Proof.
  apply (agree_on_basis (λ a, multiply a one) (λ a, a) 128).
  - apply multiply_additive_l.
  - done.
  - intros i Hi. apply N.eqb_eq. pose proof one_on_powers as H. rewrite forallb_forall in H.
    apply H. apply (in_map (λ i, 2 ^ N.of_nat i)), in_seq. lia.
Qed.

(** Products are blocks. *)
Local Transparent multiply_from times_x.

Lemma times_x_below v : v < 2 ^ 128 → times_x v < 2 ^ 128.
Proof.
  intros Hv. unfold times_x. assert (N.div2 v < 2 ^ 127).
  { rewrite N.div2_div. apply N.div_lt_upper_bound; [done|]. by rewrite <-N.pow_succ_r'. }
  destruct (N.odd v); [|lia].
  assert (R < 2 ^ 128) by done. apply N.lt_nge. intros Hge.
  assert (∀ x i, x < 2 ^ 128 → 128 <= i → N.testbit x i = false) as Hhigh.
  { intros x i Hx Hi. rewrite <-(N.mod_small x (2 ^ 128)) by done. by apply N.mod_pow2_bits_high. }
  set (y := N.lxor (N.div2 v) R) in *.
  assert (0 < y) by lia. pose proof (N.bit_log2 y ltac:(lia)) as Hbit.
  assert (128 <= N.log2 y) by (apply N.log2_le_pow2; lia).
  unfold y in Hbit at 1. rewrite N.lxor_spec, !Hhigh in Hbit by lia. done.
Qed.

Lemma lxor_below a b : a < 2 ^ 128 → b < 2 ^ 128 → N.lxor a b < 2 ^ 128.
Proof.
  intros Ha Hb. destruct (decide (N.lxor a b = 0)) as [->|]; [done|].
  apply N.log2_lt_pow2; [lia|]. pose proof (N.log2_lxor a b).
  assert (∀ x, x < 2 ^ 128 → N.log2 x < 128) as Hlog.
  { intros x Hx. destruct (decide (x = 0)) as [->|]; [done|]. apply N.log2_lt_pow2; lia. }
  pose proof (Hlog a Ha). pose proof (Hlog b Hb). lia.
Qed.

Lemma multiply_from_below128 n x : ∀ z v, z < 2 ^ 128 → v < 2 ^ 128 → multiply_from n x z v < 2 ^ 128.
Proof.
  induction n as [|n IH]; intros z v Hz Hv; [done|]. cbn [multiply_from]. apply IH.
  - destruct (N.testbit _ _); [by apply lxor_below|done].
  - by apply times_x_below.
Qed.

Local Opaque multiply_from times_x.

Lemma multiply_below x y : y < 2 ^ 128 → multiply x y < 2 ^ 128.
Proof. intros H. unfold multiply. apply (multiply_from_below128 128 x 0 y); [reflexivity|exact H]. Qed.

(** From here on nothing needs the definitions, and nothing may start computing on its own. *)
Local Opaque multiply reduce product twist fast_multiply one.

Theorem multiply_comm a b : a < 2 ^ 128 → b < 2 ^ 128 → multiply a b = multiply b a.
Proof.
  intros Ha Hb. rewrite <-(multiply_one b Hb) at 1. rewrite multiply_exchange. by rewrite multiply_one.
Qed.

Theorem multiply_assoc a b c :
  a < 2 ^ 128 → b < 2 ^ 128 → c < 2 ^ 128 → multiply (multiply a b) c = multiply a (multiply b c).
Proof.
  intros. rewrite (multiply_comm (multiply a b) c), multiply_exchange, (multiply_comm c b);
    try done. by apply multiply_below.
Qed.

(** ** Powers of the hash key, and Horner's rule *)

(** [power h n] is H to the [n + 1]. *)
Fixpoint power (h : N) (n : nat) : N :=
  match n with O => h | S n => multiply (power h n) h end.

Lemma power_below h n : h < 2 ^ 128 → power h n < 2 ^ 128.
Proof. intros. destruct n; [done|]. by apply multiply_below. Qed.

Lemma power_step h n : multiply (power h n) h = power h (S n).
Proof. reflexivity. Qed.

(** One step of GHASH. *)
Definition hash_step (h y x : N) : N := multiply (N.lxor y x) h.

(** The products of a group, the first block with the highest power. *)
Fixpoint sum_of_products (f : N → N → N) (h : N) (xs : list N) : N :=
  match xs with
  | [] => 0
  | x :: xs => N.lxor (f x (power h (length xs))) (sum_of_products f h xs)
  end.

Lemma sum_cons f h x xs :
  sum_of_products f h (x :: xs) = N.lxor (f x (power h (length xs))) (sum_of_products f h xs).
Proof. reflexivity. Qed.

Lemma hash_step_below h y x : h < 2 ^ 128 → hash_step h y x < 2 ^ 128.
Proof. apply multiply_below. Qed.

(** By rewriting with these equations, terms that conversion would try to compute stay as they are. *)
Lemma fold_left_step {A B} (f : A → B → A) x xs y : fold_left f (x :: xs) y = fold_left f xs (f y x).
Proof. reflexivity. Qed.

(** The product of a block with the next power, taken one step at a time. *)
Lemma product_step h y x x2 n :
  h < 2 ^ 128 → y < 2 ^ 128 → x < 2 ^ 128 →
  multiply (N.lxor (hash_step h y x) x2) (power h n) =
  N.lxor (multiply (N.lxor y x) (power h (S n))) (multiply x2 (power h n)).
Proof.
  intros Hh Hy Hx. assert (power h n < 2 ^ 128) as Hp by (apply power_below; exact Hh).
  pose proof (lxor_below y x Hy Hx) as Hyx.
  rewrite <-power_step. generalize dependent (power h n). intros p Hp. unfold hash_step.
  generalize dependent (N.lxor y x). intros z Hz.
  rewrite (multiply_comm p h Hp Hh), <-(multiply_assoc z h p Hz Hh Hp).
  exact (multiply_additive_l p (multiply z h) x2).
Qed.

Lemma horner h xs : ∀ y x,
  h < 2 ^ 128 → y < 2 ^ 128 → Forall (λ x, x < 2 ^ 128) (x :: xs) →
  fold_left (hash_step h) xs (hash_step h y x) = sum_of_products multiply h (N.lxor y x :: xs).
Proof.
  induction xs as [|x2 xs IH]; intros y x Hh Hy Hxs; apply Forall_cons in Hxs as [Hx Hrest].
  - rewrite sum_cons. symmetry. apply N.lxor_0_r.
  - transitivity (sum_of_products multiply h (N.lxor (hash_step h y x) x2 :: xs)).
    { rewrite fold_left_step. exact (IH (hash_step h y x) x2 Hh (hash_step_below h y x Hh) Hrest). }
    rewrite !sum_cons, (product_step h y x x2 (length xs) Hh Hy Hx). apply N.lxor_assoc.
Qed.

(** ** The theorem

    The products of the blocks of a group with the twisted powers, added up and
    reduced once, are what GHASH makes of the blocks one after the other. *)
Lemma reduce_sum h xs :
  h < 2 ^ 128 → Forall (λ x, x < 2 ^ 128) xs →
  reduce (sum_of_products (λ x p, product x (twist p)) h xs) = sum_of_products multiply h xs.
Proof.
  intros Hh. induction xs as [|x xs IH]; intros Hxs; [exact (additive_zero reduce reduce_additive)|].
  apply Forall_cons in Hxs as [Hx Hrest]. rewrite !sum_cons, reduce_additive, (IH Hrest). f_equal.
  exact (fast_multiply_correct x (power h (length xs)) Hx (power_below h (length xs) Hh)).
Qed.

Theorem aggregated_hash_correct h y x xs :
  h < 2 ^ 128 → y < 2 ^ 128 → Forall (λ x, x < 2 ^ 128) (x :: xs) →
  reduce (sum_of_products (λ x p, product x (twist p)) h (N.lxor y x :: xs)) = fold_left (hash_step h) (x :: xs) y.
Proof.
  intros Hh Hy Hxs. transitivity (sum_of_products multiply h (N.lxor y x :: xs)).
  - apply Forall_cons in Hxs as [Hx Hrest]. apply reduce_sum; [exact Hh|].
    apply Forall_cons. split; [exact (lxor_below y x Hy Hx)|exact Hrest].
  - rewrite fold_left_step. symmetry. exact (horner h xs y x Hh Hy Hxs).
Qed.

(** ** The theorems with nothing folded, as Claims/Gcm.v states them *)

Local Strategy -10 [fast_multiply fast_multiply_karatsuba hash_step].

Corollary reduce_product x h :
  x < 2 ^ 128 → h < 2 ^ 128 → reduce (product x (twist h)) = multiply x h.
Proof. exact (fast_multiply_correct x h). Qed.

Corollary reduce_product_karatsuba x h :
  x < 2 ^ 128 → h < 2 ^ 128 → reduce (product_karatsuba x (twist h)) = multiply x h.
Proof. exact (fast_multiply_karatsuba_correct x h). Qed.

Corollary aggregated_hash h y x xs :
  h < 2 ^ 128 → y < 2 ^ 128 → Forall (λ x, x < 2 ^ 128) (x :: xs) →
  reduce (sum_of_products (λ x p, product x (twist p)) h (N.lxor y x :: xs)) =
  fold_left (λ y x, multiply (N.lxor y x) h) (x :: xs) y.
Proof. exact (aggregated_hash_correct h y x xs). Qed.
