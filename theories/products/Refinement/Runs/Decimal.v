(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Decimal numbers: the model's, said of the program's bytes. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export KeyBytes Arguments.
Local Open Scope Z_scope.

Lemma in_int64_range z : in_int64 z = true ↔ -9223372036854775808 ≤ z ≤ 9223372036854775807.
Proof. unfold in_int64, int64_min, int64_max. rewrite andb_true_iff, !Z.leb_le. lia. Qed.
Lemma in_int64_not z : in_int64 z = false ↔ ¬ -9223372036854775808 ≤ z ≤ 9223372036854775807.
Proof. rewrite <-in_int64_range. destruct (in_int64 z); split; congruence. Qed.
Lemma signed64_range n : (n < 18446744073709551616)%N → in_int64 (signed64 n) = true.
Proof. intros Hn. rewrite in_int64_range. unfold signed64. destruct (N.ltb_spec n 9223372036854775808); lia. Qed.

(** ** From bytes *)
Lemma digit_of_byte c :
  digit_of c = if (48 <=? z_of c) && (z_of c <=? 57) then Some (Z.to_N (z_of c - 48)) else None.
Proof.
  unfold digit_of, z_of. destruct (N.leb_spec 48 (N_of_ascii c)), (N.leb_spec (N_of_ascii c) 57); cbn [andb];
    [rewrite !(proj2 (Z.leb_le _ _)) by lia; cbn [andb]; f_equal; lia
    |rewrite (proj2 (Z.leb_gt (Z.of_N _) _)) by lia; by rewrite andb_false_r
    |rewrite (proj2 (Z.leb_gt 48 _)) by lia; done|rewrite (proj2 (Z.leb_gt 48 _)) by lia; done].
Qed.
(** The digit at [i], and those after it. *)
Lemma digits_value_next z (l : bytes) i :
  0 ≤ z → 0 ≤ i < len l →
  digits_value (Z.to_N z) (drop (Z.to_nat i) l) =
    if (48 <=? byte (zs l) i) && (byte (zs l) i <=? 57)
    then digits_value (Z.to_N (z * 10 + (byte (zs l) i - 48))) (drop (Z.to_nat (i + 1)) l) else None.
Proof.
  intros Hz Hi. destruct (lookup_lt_is_Some_2 l (Z.to_nat i)) as [c Hc]; [unfold len in Hi; lia|].
  rewrite (drop_S l c) by done. rewrite (byte_zs l i c) by done. cbn [digits_value]. rewrite digit_of_byte.
  destruct ((48 <=? z_of c) && (z_of c <=? 57)) eqn:E; [|done]. apply andb_true_iff in E as [E%Z.leb_le _].
  replace (Z.to_nat (i + 1)) with (S (Z.to_nat i)) by lia. f_equal. lia.
Qed.

Lemma natural_of_long (l : bytes) : 19 < len l → natural_of l = None.
Proof.
  intros Hl. destruct l as [|c l]; [done|]. cbn [natural_of].
  destruct (_ && _); [done|]. rewrite (proj2 (N.leb_gt _ _)); [done|]. unfold len in Hl. lia.
Qed.
Lemma first_digit (l : bytes) :
  1 ≤ len l → ∃ c l', l = c :: l' ∧ byte (zs l) 0 = z_of c ∧ len l = 1 + len l'.
Proof.
  destruct l as [|c l]; [unfold len; cbn; lia|]. intros _. exists c, l. split; [done|]. split; [done|apply len_cons].
Qed.
Lemma natural_of_zero (l : bytes) : 1 < len l → byte (zs l) 0 = 48 → natural_of l = None.
Proof.
  intros Hl Hb. destruct (first_digit l ltac:(lia)) as (c & l' & -> & Hc & Hl'). rewrite Hc in Hb. unfold z_of in Hb.
  cbn [natural_of]. rewrite (proj2 (N.eqb_eq _ _)) by lia. destruct l'; [|done]. rewrite len_cons, len_nil in Hl. lia.
Qed.
Lemma natural_of_digits (l : bytes) :
  1 ≤ len l ≤ 19 → (byte (zs l) 0 = 48 → len l = 1) → natural_of l = digits_value 0 l.
Proof.
  intros Hl Hb. destruct (first_digit l ltac:(lia)) as (c & l' & -> & Hc & Hl'). rewrite Hc in Hb.
  unfold natural_of. rewrite (proj2 (N.leb_le _ _)) by (unfold len in Hl; lia).
  destruct (N.eqb_spec (N_of_ascii c) 48) as [E|E]; [|done]. unfold z_of in Hb. specialize (Hb ltac:(lia)).
  destruct l'; [done|]. rewrite !len_cons in Hb. pose proof (len_nonneg l'). lia.
Qed.
Lemma byte_drop (l : bytes) i : 0 ≤ i < len l → byte (zs (drop (Z.to_nat i) l)) 0 = byte (zs l) i.
Proof.
  intros Hi. destruct (lookup_lt_is_Some_2 l (Z.to_nat i)) as [c Hc]; [unfold len in Hi; lia|].
  rewrite (byte_zs l i c) by done. apply (byte_zs (drop (Z.to_nat i) l) 0 c).
  transitivity (l !! Z.to_nat i); [|exact Hc]. etransitivity; [apply lookup_drop|]. f_equal. lia.
Qed.
Lemma len_drop {A} (l : list A) i : 0 ≤ i ≤ len l → len (drop (Z.to_nat i) l) = len l - i.
Proof. unfold len. intros Hi. rewrite drop_length. lia. Qed.

(** A number, and a sign before it. *)
Definition within64 (z : Z) : option Z := if in_int64 z then Some z else None.
Definition with_sign (minus : bool) (n : option N) : option Z :=
  match n with
  | Some n => if minus && (n =? 0)%N then None else within64 (if minus then - Z.of_N n else Z.of_N n)
  | None => None
  end.
Lemma integer_of_is (l : bytes) :
  1 ≤ len l →
  let minus := byte (zs l) 0 =? 45 in
  integer_of l = with_sign minus (natural_of (drop (Z.to_nat (if minus then 1 else 0)) l)).
Proof.
  intros Hl. destruct (first_digit l Hl) as (c & l' & -> & Hc & _). rewrite Hc. unfold z_of, integer_of, with_sign.
  destruct (N.eqb_spec (N_of_ascii c) 45) as [E|E].
  - rewrite (proj2 (Z.eqb_eq _ _)) by lia. cbv zeta. change (drop (Z.to_nat 1) (c :: l')) with l'.
    destruct (natural_of l') as [[|p]|]; done.
  - rewrite (proj2 (Z.eqb_neq _ _)) by lia. cbv zeta. change (drop (Z.to_nat 0) (c :: l')) with (c :: l').
    by destruct (natural_of (c :: l')).
Qed.
(** What is no number: no digit or too many of them, or a zero in front. *)
Lemma with_sign_none minus (l : bytes) :
  len l = 0 ∨ 19 < len l ∨ byte (zs l) 0 = 48 ∧ (1 < len l ∨ minus = true) → with_sign minus (natural_of l) = None.
Proof.
  intros Hcase. pose proof (len_nonneg l). destruct (decide (len l = 0)) as [E|E].
  { destruct l; [done|]. rewrite len_cons in E. pose proof (len_nonneg l). lia. }
  destruct (decide (19 < len l)); [by rewrite natural_of_long|].
  destruct Hcase as [?|[?|[Hb Hm]]]; [lia|lia|]. destruct (decide (1 < len l)); [by rewrite natural_of_zero|].
  destruct Hm as [?| ->]; [lia|]. rewrite natural_of_digits by lia.
  change (digits_value 0 l) with (digits_value (Z.to_N 0) (drop (Z.to_nat 0) l)).
  rewrite digits_value_next by lia. rewrite Hb. cbn [Z.leb Z.compare andb].
  rewrite drop_ge by (unfold len in *; lia). done.
Qed.

(** ** To bytes *)
Lemma zs_rev l : zs (rev l) = reverse (zs l).
Proof. unfold zs. rewrite map_rev. by rewrite rev_alt. Qed.
Lemma digits_from_step fuel n :
  0 ≤ n →
  digits_from (S fuel) (Z.to_N n) =
    if n / 10 =? 0 then [ascii_of_N (48 + Z.to_N n mod 10)]
    else ascii_of_N (48 + Z.to_N n mod 10) :: digits_from fuel (Z.to_N (n / 10)).
Proof.
  intros Hn. cbn [digits_from]. assert (Z.to_N n / 10 = Z.to_N (n / 10))%N as -> by (rewrite Z2N.inj_div by lia; done).
  assert (0 ≤ n / 10) by (apply Z.div_pos; lia).
  destruct (Z.eqb_spec (n / 10) 0) as [->|E]; [done|]. by rewrite (proj2 (N.eqb_neq _ _)) by lia.
Qed.
Lemma z_of_digit n : 0 ≤ n → z_of (ascii_of_N (48 + Z.to_N n mod 10)) = 48 + n mod 10.
Proof.
  intros Hn. pose proof (Z.mod_pos_bound n 10 ltac:(lia)). unfold z_of.
  assert (Z.to_N n mod 10 = Z.to_N (n mod 10))%N as -> by (rewrite Z2N.inj_mod by lia; done).
  rewrite N_ascii_embedding by lia. lia.
Qed.
Lemma integer_text_is i :
  zs (integer_text i) = (if i <? 0 then [45] else []) ++ reverse (zs (digits_from 20 (Z.abs_N i))).
Proof.
  unfold integer_text, natural_text. destruct (i <? 0); [|by rewrite zs_rev].
  change (zs (ascii_of_N 45 :: ?l)) with (45 :: zs l). by rewrite zs_rev.
Qed.
