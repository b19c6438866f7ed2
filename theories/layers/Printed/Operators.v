(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Arithmetic of the source, by what is printed for it. *)
From Coq Require Import Znumtheory.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Typing Require Import Numbers.
From Fairlead.Lang.Guards Require Import Exprs.
From Fairlead.Printed Require Export Arithmetic.
Local Open Scope Z_scope.

Section operators.
  Context (objects : variable → option fl_object) (functions : function_name → list fl_value → option Z).
  Local Notation ceval := (Semantics.eval objects functions).
  Local Notation is_int := (is_int objects functions).
  Local Notation is_bool := (is_bool objects functions).
  Implicit Types (x y : fl_cexpr).

  (** A result in range, as the operator computes it before narrowing. *)
  Lemma computes_ok w op x y a b r z :
    form_of op = Arithmetic → is_int w a x → is_int w b y →
    arithmetic op (promote (unsigned_of w)) a b = Some r → wrap w r = z →
    is_int w z (narrow w (infix op x y)).
  Proof. intros. subst z. by eapply infix_ok. Qed.

  Lemma exact_ok w op x y a b z :
    form_of op = Arithmetic → is_int w a x → is_int w b y → Numbers.in_range w z →
    arithmetic op (promote (unsigned_of w)) a b = computed (promote (unsigned_of w)) z →
    is_int w z (narrow w (infix op x y)).
  Proof.
    intros ? ? ? Hz Hr. eapply computes_ok; [done..| |by apply wrap_id]. rewrite Hr. by apply in_range_computed.
  Qed.

  Lemma checked_wrap w c z : checked w c = Some z → wrap w c = z.
  Proof. unfold checked. destruct (fits w c) eqn:Hf; [|done]. intros [= <-]. by apply wrap_id, fits_in_range. Qed.

  (** ** Rotations *)
  Lemma bits_wide w : 0 < bits w ≤ bit_size (wide w).
  Proof. by destruct w. Qed.

  Lemma plain_ok k : 0 ≤ k ≤ 64 → ceval (XConstant Plain k) = Some (VInteger I32 k).
  Proof.
    intros. cbn. unfold constant_type. rewrite (proj2 (Z.ltb_ge k 0)), (proj2 (holds_le _ _)) by (cbn; lia). done.
  Qed.

  Lemma shiftr_wrap w a n : Numbers.in_range w a → 0 ≤ n → wrap w (Z.shiftr a n) = Z.shiftr a n.
  Proof. intros. by apply wrap_id, shiftr_in_range. Qed.

  (** Left by [n], right by [m], joined, where [n] and [m] are what these expressions are. *)
  Lemma joined_left w a x yn ym tn tm n m z :
    is_int w a x → ceval yn = Some (VInteger tn n) → ceval ym = Some (VInteger tm m) →
    0 ≤ n < bits w → 0 ≤ m < bits w → Z.lor (wrap w (Z.shiftl a n)) (Z.shiftr a m) = z →
    is_int w z (narrow w (infix OOr (XBinary OShl (widened w x) yn) (XBinary OShr (widened w x) ym))).
  Proof.
    intros Hx Hn Hm ?? <-. pose proof (bits_wide w). eapply joined_ok;
      [eapply shift_left_eval; [done..|lia]|eapply shift_right_eval; [done..|lia]|].
    rewrite wrap_lor, wrap_wide, shiftr_wrap by (apply Hx || lia). done.
  Qed.
  Lemma joined_right w a x yn ym tn tm n m z :
    is_int w a x → ceval yn = Some (VInteger tn n) → ceval ym = Some (VInteger tm m) →
    0 ≤ n < bits w → 0 ≤ m < bits w → Z.lor (Z.shiftr a n) (wrap w (Z.shiftl a m)) = z →
    is_int w z (narrow w (infix OOr (XBinary OShr (widened w x) yn) (XBinary OShl (widened w x) ym))).
  Proof.
    intros Hx Hn Hm ?? <-. pose proof (bits_wide w). eapply joined_ok;
      [eapply shift_right_eval; [done..|lia]|eapply shift_left_eval; [done..|lia]|].
    rewrite wrap_lor, wrap_wide, shiftr_wrap by (apply Hx || lia). done.
  Qed.

  Lemma mask_ok w : is_int W32 (bits w - 1) (XConstant Unsigned (bits w - 1)).
  Proof. apply (number_ok _ _ W32). by destruct w. Qed.

  Lemma masked_ok w b y : is_int W32 b y → is_int W32 (b mod bits w) (infix OAnd y (XConstant Unsigned (bits w - 1))).
  Proof.
    intros Hy. apply (exact_ok W32 OAnd y _ b (bits w - 1)); [done..|apply mask_ok| |].
    - pose proof (Z.mod_pos_bound b (bits w) ltac:(by destruct w)).
      apply in_range_intro; [lia|]. cbn. by destruct w; cbn in *; lia.
    - cbn [arithmetic]. by rewrite land_mask.
  Qed.

  Lemma opposite_ok b y :
    is_int W32 b y → is_int W32 (wrap W32 (- b)) (XParen (XBinary OSub (XConstant Unsigned 0) y)).
  Proof.
    intros Hy. destruct (difference_computes W32 0 b) as (r&Hr&Hw); [done|apply Hy|].
    change (- b) with (0 - b). rewrite <- Hw.
    apply (infix_ok _ _ W32 OSub (XConstant Unsigned 0) y 0 b r); [done| |done..]. by apply (number_ok _ _ W32).
  Qed.

  Lemma opposite_amount w b :
    b mod bits w = 0 ∧ wrap W32 (- b) mod bits w = 0 ∨
    0 < b mod bits w ∧ wrap W32 (- b) mod bits w = bits w - b mod bits w.
  Proof.
    assert (wrap W32 (- b) mod bits w = (- b) mod bits w) as ->.
    { symmetry. apply Zmod_div_mod; [by destruct w..|].
      destruct w; [exists (2 ^ 29)|exists (2 ^ 28)|exists (2 ^ 27)|exists (2 ^ 26)]; done. }
    pose proof (Z.mod_pos_bound b (bits w) ltac:(by destruct w)).
    assert (bits w ≠ 0) by (by destruct w). destruct (decide (b mod bits w = 0)) as [Hz|Hz].
    - left. split; [done|]. by apply Z_mod_zero_opp_full.
    - right. split; [lia|]. by apply Z_mod_nz_opp_full.
  Qed.

  Lemma rotated_by_value w b y n m :
    is_int W32 b y → n = b mod bits w → m = wrap W32 (- b) mod bits w →
    let mask := XConstant Unsigned (bits w - 1) in
    0 ≤ n < bits w ∧ 0 ≤ m < bits w ∧
    (∃ t, ceval (infix OAnd y mask) = Some (VInteger t n)) ∧
    (∃ t, ceval (infix OAnd (XParen (XBinary OSub (XConstant Unsigned 0) y)) mask) = Some (VInteger t m)).
  Proof.
    intros Hy -> -> mask. split; [by apply Z.mod_pos_bound; destruct w|]. split; [by apply Z.mod_pos_bound; destruct
      w|].
    destruct (masked_ok w b y Hy) as (_&t&?&_). destruct (masked_ok w _ _ (opposite_ok b y Hy)) as (_&t'&?&_). eauto.
  Qed.

  Lemma rotate_nothing w a : Numbers.in_range w a → wrap w (Z.shiftl a 0) = a.
  Proof. intros. rewrite Z.shiftl_0_r. by apply wrap_id. Qed.

  Lemma rotated_left_ok w e2 a b x y z :
    (∀ w' k, e2 = EInt w' k → b = k) → is_int w a x → is_int W32 b y → arith_op Rotl w a b = Some z →
    is_int w z (rotated OShl OShr w e2 x y).
  Proof.
    intros He Hx Hy [= Hz]. pose proof (Z.mod_pos_bound b (bits w) ltac:(by destruct w)) as Hb.
    pose proof (bits_wide w). destruct Hx as [Ha Hx']. assert (is_int w a x) as Hx by done. clear Hx'.
    assert (b mod bits w = 0 → a = z) as H0.
    { intros H0. by rewrite <- Hz, H0, Z.sub_0_r, rotate_nothing, shiftr_all, Z.lor_0_r. }
    assert (is_int w z (rotated OShl OShr w e2 x y) ∨ ∀ w' k, e2 ≠ EInt w' k) as [?|Hn]; [|done|].
    { destruct e2 as [|w' k| | | | | | | | | | | | | | | | | | | | | | | | | | |]; try (by right). left.
      rewrite (He w' k eq_refl) in *. cbn [rotated]. destruct (k mod bits w =? 0) eqn:Hk.
      - apply Z.eqb_eq in Hk. by rewrite <- H0.
      - apply Z.eqb_neq in Hk. eapply joined_left; [done|apply plain_ok|apply plain_ok|..]; try done; destruct w; cbn
        in *; lia. }
    destruct (rotated_by_value w b y _ _ Hy eq_refl eq_refl) as (?&?&[tn ?]&[tm ?]).
    assert (is_int w z (rotated OShl OShr w (EBool true) x y)) as Hr.
    { cbn [rotated]. eapply joined_left; [done..|]. destruct (opposite_amount w b) as [[Hn0 ->]|[_ ->]]; [|done].
      rewrite Hn0, rotate_nothing, Z.shiftr_0_r, Z.lor_diag by done. auto. }
    destruct e2; try done. by destruct (Hn w0 z0).
  Qed.

  Lemma rotated_right_ok w e2 a b x y z :
    (∀ w' k, e2 = EInt w' k → b = k) → is_int w a x → is_int W32 b y → arith_op Rotr w a b = Some z →
    is_int w z (rotated OShr OShl w e2 x y).
  Proof.
    intros He Hx Hy [= Hz]. pose proof (Z.mod_pos_bound b (bits w) ltac:(by destruct w)) as Hb.
    pose proof (bits_wide w). destruct Hx as [Ha Hx']. assert (is_int w a x) as Hx by done. clear Hx'.
    assert (wrap w (Z.shiftl a (bits w)) = 0) as Hout.
    { unfold wrap, limit. rewrite Z.shiftl_mul_pow2 by lia. apply Z_mod_mult. }
    assert (b mod bits w = 0 → a = z) as H0.
    { intros H0. by rewrite <- Hz, H0, Z.sub_0_r, Hout, Z.shiftr_0_r, Z.lor_0_r. }
    assert (is_int w z (rotated OShr OShl w e2 x y) ∨ ∀ w' k, e2 ≠ EInt w' k) as [?|Hn]; [|done|].
    { destruct e2 as [|w' k| | | | | | | | | | | | | | | | | | | | | | | | | | |]; try (by right). left.
      rewrite (He w' k eq_refl) in *. cbn [rotated]. destruct (k mod bits w =? 0) eqn:Hk.
      - apply Z.eqb_eq in Hk. by rewrite <- H0.
      - apply Z.eqb_neq in Hk. eapply joined_right; [done|apply plain_ok|apply plain_ok|..]; try done; destruct w; cbn
        in *; lia. }
    destruct (rotated_by_value w b y _ _ Hy eq_refl eq_refl) as (?&?&[tn ?]&[tm ?]).
    assert (is_int w z (rotated OShr OShl w (EBool true) x y)) as Hr.
    { cbn [rotated]. eapply joined_right; [done..|]. destruct (opposite_amount w b) as [[Hn0 ->]|[_ ->]]; [|done].
      rewrite Hn0, rotate_nothing, Z.shiftr_0_r, Z.lor_diag by done. auto. }
    destruct e2; try done. by destruct (Hn w0 z0).
  Qed.

  (** ** All *)
  Lemma shift_right_narrow w a x y t n :
    is_int w a x → ceval y = Some (VInteger t n) → 0 ≤ n < bits w →
    is_int w (Z.shiftr a n) (narrow w (infix OShr x y)).
  Proof.
    intros (Ha&tx&Hx&Htx) Hy Hn.
    rewrite <- (wrap_id w (Z.shiftr a n)) by (apply shiftr_in_range; [lia|done]).
    apply narrow_ok with (promote (unsigned_of w)); [|by intros [-> | ->]].
    change (ceval (infix OShr x y)) with (ceval (XBinary OShr x y)). rewrite (eval_binary _ _ _ _ _ _ _ _ _ Hx Hy).
    destruct (eval_type _ _ _ _ _ Hx) as [_ Hh], (eval_type _ _ _ _ _ Hy) as [_ Hb]. destruct Ha.
    unfold binary, operator_type. cbn [form_of]. rewrite !convert_promote by done. cbn. rewrite Htx. unfold shift.
    rewrite !(proj2 (Z.leb_le _ _)), (proj2 (Z.ltb_lt _ _)) by (try lia; destruct w; cbn in *; lia). done.
  Qed.

  Lemma shift_left_narrow w a x y t n :
    is_int w a x → ceval y = Some (VInteger t n) → 0 ≤ n < bits w →
    is_int w (wrap w (Z.shiftl a n)) (narrow w (infix OShl (widened w x) y)).
  Proof.
    intros Hx Hy Hn. pose proof (bits_wide w). rewrite <- wrap_wide.
    apply narrow_ok with (wide w); [|by intros [-> | ->]]. eapply shift_left_eval; [done..|lia].
  Qed.

  Context {P : Type} (W : world P) (s : store P).

  Lemma lower_arith_ok op w e1 e2 x y a b z :
    eval W e1 s = Ok (VInt a) → eval W e2 s = Ok (VInt b) →
    is_int w a x → is_int (Checker.second_operand op w) b y → arith_op op w a b = Some z →
    is_int w z (lower_arith op w e1 e2 x y).
  Proof.
    intros He1 He2 Hx Hy Hz. unfold lower_arith.
    pose proof (covers_arith W op w e1 e2 s a b He1 He2) as Hc. rewrite Hz in Hc. cbn in Hc.
    assert (∀ w' k, e2 = EInt w' k → b = k) as Hk. { intros w' k ->. cbn in He2. by injection He2. }
    assert (Numbers.in_range w z) as Hr. { eapply arith_in_range; [apply Hx|apply Hy|done]. }
    pose proof (in_range_bounds _ _ (proj1 Hx)). pose proof (in_range_bounds _ _ (proj1 Hy)).
    pose proof (in_range_bounds _ _ Hr).
    assert (match op with
      | Add | AddW => is_int w z (narrow w (infix OAdd x y))
      | Sub | SubW => is_int w z (narrow w (infix OSub x y))
      | Mul | MulW => is_int w z (narrow w (infix OMul (widened w x) (widened w y)))
      | Div => is_int w z (narrow w (infix ODiv x y))
      | Rem => is_int w z (narrow w (infix ORem x y))
      | And => is_int w z (narrow w (infix OAnd x y))
      | Or => is_int w z (narrow w (infix OOr x y))
      | Xor => is_int w z (narrow w (infix OXor x y))
      | Shl => is_int w z (narrow w (infix OShl (widened w x) y))
      | Shr => is_int w z (narrow w (infix OShr x y))
      | Rotl => is_int w z (rotated OShl OShr w e2 x y)
      | Rotr => is_int w z (rotated OShr OShl w e2 x y)
      end) as Hop.
    { destruct op; cbn [Checker.second_operand arith_op] in *.
      - destruct (sum_computes w a b) as (r&?&?); [apply Hx|apply Hy|].
        eapply computes_ok; [done..|]. apply checked_wrap in Hz. congruence.
      - destruct (difference_computes w a b) as (r&?&?); [apply Hx|apply Hy|].
        eapply computes_ok; [done..|]. apply checked_wrap in Hz. congruence.
      - apply checked_wrap in Hz. subst z. by apply product_ok.
      - destruct (sum_computes w a b) as (r&?&?); [apply Hx|apply Hy|].
        eapply computes_ok; [done..|]. congruence.
      - destruct (difference_computes w a b) as (r&?&?); [apply Hx|apply Hy|].
        eapply computes_ok; [done..|]. congruence.
      - injection Hz as <-. by apply product_ok.
      - destruct (b =? 0) eqn:Hb; [done|]. injection Hz as <-. eapply exact_ok; [done..|]. cbn. rewrite Hb.
        apply Z.eqb_neq in Hb. by rewrite Z.quot_div_nonneg by lia.
      - destruct (b =? 0) eqn:Hb; [done|]. injection Hz as <-. apply Z.eqb_neq in Hb.
        assert (Numbers.in_range w (a / b)) as Hq.
        { apply (arith_in_range Div w a b); [apply Hx|apply Hy|]. cbn. by rewrite (proj2 (Z.eqb_neq b 0)). }
        eapply exact_ok; [done..|]. cbn. rewrite (proj2 (Z.eqb_neq b 0)) by done.
        rewrite Z.quot_div_nonneg, Z.rem_mod_nonneg by lia. by rewrite !in_range_computed.
      - injection Hz as <-. by eapply exact_ok.
      - injection Hz as <-. by eapply exact_ok.
      - injection Hz as <-. by eapply exact_ok.
      - destruct (b <? bits w) eqn:Hb; [|done]. apply Z.ltb_lt in Hb. injection Hz as <-.
        destruct Hy as (_&t&Hy&_). eapply shift_left_narrow; [done..|lia].
      - destruct (b <? bits w) eqn:Hb; [|done]. apply Z.ltb_lt in Hb. injection Hz as <-.
        destruct Hy as (_&t&Hy&_). eapply shift_right_narrow; [done..|lia].
      - by eapply rotated_left_ok.
      - by eapply rotated_right_ok. }
    destruct (check_arith op w e1 e2); [|done|..]; by destruct op.
  Qed.
End operators.
