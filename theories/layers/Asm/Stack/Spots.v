(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Places on the stack, relative to where %rsp was when a function was entered, and what a register holds. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted Words.
Local Open Scope Z_scope.

(** Where %rsp was at the entry; or [z] from there, made a multiple of [n]. *)
Inductive origin : Set := SEntry | SAligned (z n : Z).
Record spot : Set := Spot { s_origin : origin; s_off : Z }.

(** What is known of a value: it is this place; it is what a register held where the function was entered; or so far
    from
    that, and an address of the stack, which the function was given; nothing of it was computed from the stack
      pointer;
    something was, perhaps. *)
Inductive stack_value : Set := SAt (p : spot) | SKept (r : reg) | SGiven (r : reg) (k : Z) | SOff | SMaybe.

Global Instance origin_eq_dec : EqDecision origin. Proof. solve_decision. Defined.
Global Instance spot_eq_dec : EqDecision spot. Proof. solve_decision. Defined.
Global Instance stack_value_eq_dec : EqDecision stack_value. Proof. solve_decision. Defined.

Definition same_origin (a b : origin) : bool :=
  match a, b with
  | SEntry, SEntry => true
  | SAligned z n, SAligned z' n' => (z =? z') && (n =? n')
  | _, _ => false
  end.
Definition same_spot (a b : spot) : bool := same_origin (s_origin a) (s_origin b) && (s_off a =? s_off b).

Definition spot_entry : spot := Spot SEntry 0.
Definition spot_moved (p : spot) (k : Z) : spot := Spot (s_origin p) (s_off p + k).

(** The least and the most that it can be away from the entry's %rsp. *)
Definition valid_origin (o : origin) : bool := match o with SEntry => true | SAligned _ n => 0 <? n end.
Definition least (p : spot) : Z := match s_origin p with SEntry => s_off p | SAligned z n => z - n + 1 + s_off p end.
Definition most (p : spot) : Z := match s_origin p with SEntry => s_off p | SAligned z n => z + s_off p end.

Definition surely_le (a b : spot) : bool :=
  if same_origin (s_origin a) (s_origin b) then s_off a <=? s_off b
  else valid_origin (s_origin a) && valid_origin (s_origin b) && (most a <=? least b).

(** [n] bytes at one place and [k] at another. *)
Definition surely_apart (a : spot) (n : Z) (b : spot) (k : Z) : bool :=
  surely_le (spot_moved a n) b || surely_le (spot_moved b k) a.

(** No further down than [depth], and not far up. *)
Definition spot_bounded (depth : Z) (p : spot) : bool :=
  valid_origin (s_origin p) && (- depth <=? least p) && (most p <=? 2 ^ 31).

(** ** What that means *)

Section meaning.
  Context (e : Z) (kept : reg -> N).

  Definition origin_at (o : origin) : Z := match o with SEntry => e | SAligned z n => (e + z) - (e + z) mod n end.
  Definition spot_at (p : spot) : Z := origin_at (s_origin p) + s_off p.

  Definition stack_holds (v : stack_value) (x : N) : Prop :=
    match v with
    | SAt p => Z.of_N x = spot_at p mod 2 ^ 64
    | SKept r => x = kept r \/ x = low 64 (kept r)
    | SGiven r k => Z.of_N x = (Z.of_N (kept r) + k) mod 2 ^ 64
    | SOff | SMaybe => True
    end.

  Lemma same_origin_spec a b : same_origin a b = true -> a = b.
  Proof. destruct a, b; cbn; try done. rewrite andb_true_iff, !Z.eqb_eq. by intros [-> ->]. Qed.

  Lemma same_spot_spec a b : same_spot a b = true -> a = b.
  Proof.
    unfold same_spot. rewrite andb_true_iff, Z.eqb_eq. destruct a, b. cbn.
    by intros [->%same_origin_spec ->].
  Qed.

  Lemma spot_at_moved p k : spot_at (spot_moved p k) = spot_at p + k.
  Proof. unfold spot_at. cbn. lia. Qed.

  Lemma spot_range p : valid_origin (s_origin p) = true -> e + least p <= spot_at p <= e + most p.
  Proof.
    destruct p as [[|z n] d]; unfold spot_at, least, most; cbn; [lia|]. intros H%Z.ltb_lt.
    pose proof (Z.mod_pos_bound (e + z) n H). lia.
  Qed.

  Lemma surely_le_spec a b : surely_le a b = true -> spot_at a <= spot_at b.
  Proof.
    unfold surely_le. destruct (same_origin _ _) eqn:E.
    - apply same_origin_spec in E. rewrite Z.leb_le. unfold spot_at. rewrite E. lia.
    - rewrite !andb_true_iff, Z.leb_le. intros [[Ha Hb] H].
      pose proof (spot_range _ Ha). pose proof (spot_range _ Hb). lia.
  Qed.

  Lemma surely_apart_spec a n b k :
    surely_apart a n b k = true -> spot_at a + n <= spot_at b \/ spot_at b + k <= spot_at a.
  Proof.
    unfold surely_apart. rewrite orb_true_iff. intros [H|H]; apply surely_le_spec in H; rewrite spot_at_moved in H;
      auto.
  Qed.

  Lemma spot_bounded_spec depth p : spot_bounded depth p = true -> e - depth <= spot_at p <= e + 2 ^ 31.
  Proof.
    unfold spot_bounded. rewrite !andb_true_iff, !Z.leb_le. intros [[H ?] ?]. pose proof (spot_range _ H). lia.
  Qed.

  (** ** Arithmetic *)

  Definition shifted (v : stack_value) (k : Z) : stack_value :=
    match v with SAt p => SAt (spot_moved p k) | SKept _ => SMaybe | SGiven r d => SGiven r (d + k) | v => v end.

  (** A constant of 64 bits may be written without its sign. *)
  Definition signed64 (z : Z) : Z := (z + 2 ^ 63) mod 2 ^ 64 - 2 ^ 63.

  Lemma signed64_mod z x : (x + signed64 z) mod 2 ^ 64 = (x + z) mod 2 ^ 64.
  Proof.
    unfold signed64. replace (x + ((z + 2 ^ 63) mod 2 ^ 64 - 2 ^ 63)) with ((x - 2 ^ 63) + (z + 2 ^ 63) mod 2 ^ 64)
      by lia.
    rewrite Zplus_mod_idemp_r. f_equal. lia.
  Qed.

  Lemma shifted_holds v k x y :
    stack_holds v x -> Z.of_N y = (Z.of_N x + k) mod 2 ^ 64 -> stack_holds (shifted v k) y.
  Proof.
    destruct v as [p| | | |]; cbn; try done; intros Hx ->; rewrite Hx.
    - rewrite spot_at_moved. by rewrite Zplus_mod_idemp_l.
    - by rewrite Zplus_mod_idemp_l, Z.add_assoc.
  Qed.

  (** What an [and] with a constant aligns to, as an exponent. *)
  Definition alignment (z : Z) : option Z :=
    let n := - signed64 z in
    let k := Z.log2 n in
    if (0 <? n) && (k <=? 16) && (n =? 2 ^ k) then Some k else None.

  Definition aligned (depth : Z) (v : stack_value) (z : Z) : stack_value :=
    match v, alignment z with
    | SAt (Spot SEntry d), Some k =>
        if spot_bounded depth (Spot SEntry d) then SAt (Spot (SAligned d (2 ^ k)) 0) else SMaybe
    | SOff, _ => SOff
    | _, _ => SMaybe
    end.

  Lemma land_high v k : (v < 2 ^ 64)%N -> (k <= 64)%N ->
    N.land v (N.shiftl (N.ones (64 - k)) k) = (v - v mod 2 ^ k)%N.
  Proof.
    intros Hv Hk. transitivity (N.shiftl (N.shiftr v k) k).
    - apply N.bits_inj. intros j. rewrite N.land_spec.
      destruct (N.ltb_spec j k).
      + rewrite !N.shiftl_spec_low by done. by rewrite andb_false_r.
      + rewrite !N.shiftl_spec_high' by done. rewrite N.shiftr_spec'. replace (j - k + k)%N with j by lia.
        destruct (N.ltb_spec j 64).
        * rewrite N.ones_spec_low by lia. by rewrite andb_true_r.
        * apply lt_low in Hv. rewrite <- Hv, low_spec. destruct (N.ltb_spec j 64); [lia|]. by rewrite andb_false_r.
    - rewrite N.shiftl_mul_pow2, N.shiftr_div_pow2. pose proof (N.div_mod v (2 ^ k) ltac:(by apply N.pow_nonzero)) as
        E.
      rewrite N.mul_comm. generalize dependent (2 ^ k * (v / 2 ^ k))%N. generalize (v mod 2 ^ k)%N. lia.
  Qed.

  Lemma aligned_holds depth v z x :
    0 <= e - depth -> e + 2 ^ 32 < 2 ^ 64 -> (x < 2 ^ 64)%N ->
    stack_holds v x -> stack_holds (aligned depth v z) (low 64 (N.land (low 64 x) (word 64 z))).
  Proof.
    intros Hd He Hx Hv. destruct v as [[[|? ?] d]| | | |]; cbn; try done.
    destruct (alignment z) as [k|] eqn:A; [|done]. destruct (spot_bounded _ _) eqn:B; [|done].
    apply spot_bounded_spec in B. cbn in *. unfold spot_at in *; cbn in *.
    unfold alignment in A. destruct (_ && _) eqn:E; [|done]. injection A as A.
    rewrite !andb_true_iff, Z.leb_le, Z.ltb_lt, Z.eqb_eq in E. destruct E as [[P Q] R]. rewrite A in *.
    assert (0 <= k) as K0 by (subst k; apply Z.log2_nonneg).
    rewrite (lt_low 64 x Hx).
    assert (word 64 z = N.shiftl (N.ones (64 - Z.to_N k)) (Z.to_N k)) as W.
    { apply N2Z.inj. rewrite of_word64. rewrite N.shiftl_mul_pow2, N.ones_equiv.
      assert (2 ^ (64 - Z.to_N k) <> 0)%N by (by apply N.pow_nonzero).
      rewrite N2Z.inj_mul, N2Z.inj_pred by lia. rewrite !N2Z.inj_pow, N2Z.inj_sub, Z2N.id by lia.
      change (Z.of_N 2) with 2. change (Z.of_N 64) with 64.
      pose proof (signed64_mod z 0) as S. rewrite !Z.add_0_l in S. rewrite <- S. clear S.
      replace (signed64 z) with (- 2 ^ k) by lia.
      assert (2 ^ (64 - k) * 2 ^ k = 2 ^ 64) as M by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
      assert (0 < 2 ^ k <= 2 ^ 64) by (split; [apply Z.pow_pos_nonneg; lia|apply Z.pow_le_mono_r; lia]).
      rewrite <- (Z.mod_add _ 1) by lia. rewrite Z.mod_small by lia. nia. }
    rewrite W, land_high by lia. rewrite Z.mod_small in Hv by lia.
    rewrite of_low64. f_equal. rewrite N2Z.inj_sub by (apply N.mod_le; by apply N.pow_nonzero).
    rewrite N2Z.inj_mod, N2Z.inj_pow, Z2N.id by lia. rewrite Hv. change (Z.of_N 2) with 2. lia.
  Qed.
End meaning.
