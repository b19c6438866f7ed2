(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Operations on integers and bytes stay in range. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Typing Require Export Tests.
Local Open Scope Z_scope.

Definition in_range (w : width) (z : Z) : Prop := 0 ≤ z < limit w.

Lemma limit_pos w : 0 < limit w.
Proof. by destruct w. Qed.

Lemma fits_in_range w z : fits w z = true ↔ in_range w z.
Proof. unfold fits, in_range. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. done. Qed.

Lemma wrap_in_range w z : in_range w (wrap w z).
Proof. apply Z.mod_pos_bound, limit_pos. Qed.

Lemma zero_in_range w : in_range w 0.
Proof. unfold in_range. pose proof (limit_pos w). lia. Qed.

Lemma complement_in_range w z : in_range w z → in_range w (limit w - 1 - z).
Proof. unfold in_range. lia. Qed.

Lemma checked_in_range w z z' : checked w z = Some z' → in_range w z'.
Proof. unfold checked. destruct (fits w z) eqn:Hz; intros [= <-]. by apply fits_in_range. Qed.

(** Bitwise operations, bit by bit: in range is having no bit from the width on. *)
Lemma in_range_bits w z : in_range w z ↔ 0 ≤ z ∧ ∀ i, bits w ≤ i → Z.testbit z i = false.
Proof.
  unfold in_range, limit. split; intros [H0 H]; split; try done.
  - intros i Hi. destruct (decide (z = 0)) as [->|]; [apply Z.bits_0|].
    apply Z.bits_above_log2; [done|]. apply Z.lt_le_trans with (bits w); [|done].
    apply Z.log2_lt_pow2; lia.
  - destruct (decide (z = 0)) as [->|]; [by destruct w|].
    apply Z.log2_lt_pow2; [lia|]. destruct (decide (Z.log2 z < bits w)); [done|].
    specialize (H (Z.log2 z) ltac:(lia)). rewrite Z.bit_log2 in H; [done|lia].
Qed.

Lemma bitwise_in_range w f g a b :
  (∀ i, Z.testbit (f a b) i = g (Z.testbit a i) (Z.testbit b i)) → g false false = false →
  (0 ≤ a → 0 ≤ b → 0 ≤ f a b) → in_range w a → in_range w b → in_range w (f a b).
Proof.
  intros Hf Hg H0 [Ha0 Ha]%in_range_bits [Hb0 Hb]%in_range_bits. apply in_range_bits.
  split; [auto|]. intros i Hi. by rewrite Hf, Ha, Hb.
Qed.

Lemma land_in_range w a b : in_range w a → in_range w b → in_range w (Z.land a b).
Proof. apply bitwise_in_range with andb; [apply Z.land_spec|done|]. intros. apply Z.land_nonneg; auto. Qed.
Lemma lor_in_range w a b : in_range w a → in_range w b → in_range w (Z.lor a b).
Proof. apply bitwise_in_range with orb; [apply Z.lor_spec|done|]. intros. by apply Z.lor_nonneg. Qed.
Lemma lxor_in_range w a b : in_range w a → in_range w b → in_range w (Z.lxor a b).
Proof. apply bitwise_in_range with xorb; [apply Z.lxor_spec|done|]. intros. by apply Z.lxor_nonneg. Qed.

Lemma shiftr_in_range w a n : 0 ≤ n → in_range w a → in_range w (Z.shiftr a n).
Proof.
  intros Hn [H0 H]. split; [by apply Z.shiftr_nonneg|].
  rewrite Z.shiftr_div_pow2 by done. apply Z.le_lt_trans with a; [|done].
  apply Z.div_le_upper_bound; [lia|]. assert (0 < 2 ^ n) by lia. nia.
Qed.

Lemma bits_pos w : 0 < bits w.
Proof. by destruct w. Qed.

Lemma arith_in_range op w a b z :
  in_range w a → in_range (second_operand op w) b → arith_op op w a b = Some z → in_range w z.
Proof.
  intros Ha Hb. pose proof (limit_pos w). pose proof (bits_pos w). unfold in_range in Ha, Hb.
  destruct op; simpl in *; try (apply checked_in_range); try (intros [= <-]; apply wrap_in_range);
    try (case_match; [|done || idtac]; try done); intros; simplify_eq/=;
    auto using land_in_range, lor_in_range, lxor_in_range, wrap_in_range.
  - apply Z.eqb_neq in H1. split; [apply Z.div_pos; lia|].
    apply Z.le_lt_trans with a; [|lia]. apply Z.div_le_upper_bound; [lia|]. nia.
  - apply Z.eqb_neq in H1. pose proof (Z.mod_pos_bound a b). unfold in_range. lia.
  - apply shiftr_in_range; [lia|done].
  - apply lor_in_range; [apply wrap_in_range|]. apply shiftr_in_range; [|done].
    pose proof (Z.mod_pos_bound b (bits w)). lia.
  - apply lor_in_range; [|apply wrap_in_range]. apply shiftr_in_range; [|done].
    pose proof (Z.mod_pos_bound b (bits w)). lia.
Qed.

(** ** Bytes *)
Definition short (n : nat) : Prop := Z.of_nat n < 4294967296.
Definition bytes_ok (l : list Z) : Prop := Forall (in_range W8) l ∧ short (length l).

Lemma literal_ok l : literal l = true → bytes_ok l.
Proof.
  unfold literal, bytes_ok, short. intros [Hl Hs]%andb_true_iff. split; [|lia].
  rewrite forallb_forall in Hl. apply Forall_forall. intros z Hz%elem_of_list_In.
  by apply fits_in_range, Hl.
Qed.

Lemma le_value_range l :
  Forall (in_range W8) l → 0 ≤ le_value l < 2 ^ (8 * Z.of_nat (length l)).
Proof.
  induction 1 as [|b l Hb _ IH]; simpl; [done|].
  change (in_range W8 b) with (0 ≤ b < 256) in Hb.
  replace (8 * Z.of_nat (S (length l))) with (8 + 8 * Z.of_nat (length l)) by lia.
  rewrite Z.pow_add_r by lia. change (2 ^ 8) with 256. lia.
Qed.

Lemma load_int_in_range o w l :
  Forall (in_range W8) l → length l = byte_count w → in_range w (load_int o l).
Proof.
  intros Hl Hw. unfold load_int.
  assert (∀ l', Forall (in_range W8) l' → length l' = byte_count w → in_range w (le_value l')) as Hle.
  { intros l' Hl' Hw'. pose proof (le_value_range l' Hl'). rewrite Hw' in *. by destruct w. }
  destruct o; apply Hle; rewrite ?reverse_length; auto. by apply Forall_reverse.
Qed.

Lemma store_int_bytes o w z :
  Forall (in_range W8) (store_int o w z) ∧ length (store_int o w z) = byte_count w.
Proof.
  assert (∀ n z, Forall (in_range W8) (le_bytes n z) ∧ length (le_bytes n z) = n) as Hle.
  { induction n as [|n IH]; intros z'; simpl; [done|].
    destruct (IH (z' / 256)) as [? ->]. split; [|done].
    constructor; [|done]. by apply (Z.mod_pos_bound z' 256). }
  unfold store_int. destruct (Hle (byte_count w) z), o; rewrite ?reverse_length; split; try done.
  by apply Forall_reverse.
Qed.

Lemma slice_Some {A} (l : list A) lo hi l' :
  slice l lo hi = Some l' → Z.of_nat (length l') = hi - lo ∧ (length l' ≤ length l)%nat ∧
    ∀ P, Forall P l → Forall P l'.
Proof.
  unfold slice. destruct (_ && _ && _) eqn:Hb; intros [= <-].
  apply andb_true_iff in Hb as [[??]%andb_true_iff ?].
  rewrite take_length, drop_length. repeat split; [lia|lia|].
  intros. by apply Forall_take, Forall_drop.
Qed.

Lemma blit_Some {A} (l : list A) off l' l'' :
  blit l off l' = Some l'' → length l'' = length l ∧ ∀ P, Forall P l → Forall P l' → Forall P l''.
Proof.
  unfold blit. destruct (_ && _) eqn:Hb; intros [= <-]. apply andb_true_iff in Hb as [??].
  rewrite !app_length, take_length, drop_length. split; [lia|].
  intros. rewrite !Forall_app. auto using Forall_take, Forall_drop.
Qed.
