(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * C's types of what is printed. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Model Require Import Induction.
From Fairlead.Lang.Typing Require Import Tests Numbers.
From Fairlead.Printed Require Export Arithmetic.
Local Open Scope Z_scope.

(** An integer's C type is promoted as its own is; a boolean has any integer type. *)
Definition typed_as (t : ty) (x : fl_cexpr) : Prop :=
  match t with
  | TBool => is_Some (type_of x)
  | TInt w => ∃ t', type_of x = Some t' ∧ promote t' = promote (unsigned_of w)
  | _ => False
  end.

Lemma typed_Some o t x : typed o t = Some x → o = Some (x, t).
Proof. unfold typed. destruct o as [[y t']|]; simpl; [|done]. destruct (ty_eqb t' t) eqn:Ht; [|done].
  apply ty_eqb_eq in Ht as ->. by intros [= ->]. Qed.

Lemma narrow_typed w x :
  (w = W32 ∨ w = W64 → typed_as (TInt w) x) → typed_as (TInt w) (narrow w x).
Proof. destruct w; simpl; eauto. Qed.

Lemma infix_typed w op x y :
  form_of op = Arithmetic → typed_as (TInt w) x → typed_as (TInt w) y → typed_as (TInt w) (infix op x y).
Proof.
  intros Hop (t1&H1&?) (t2&H2&?). cbn. rewrite H1, H2. cbn. unfold operator_type. rewrite Hop.
  eexists. split; [done|]. rewrite (common_int w) by done. by destruct w.
Qed.

Lemma shift_typed w op x y :
  form_of op = Shift → typed_as (TInt w) x → is_Some (type_of y) → typed_as (TInt w) (XBinary op x y).
Proof.
  intros Hop (t1&H1&?) [t2 H2]. cbn. rewrite H1, H2. cbn. unfold operator_type. rewrite Hop.
  eexists. split; [done|]. by destruct t1, w.
Qed.

Lemma typed_some w x : typed_as (TInt w) x → is_Some (type_of x).
Proof. intros (t&->&_). eauto. Qed.

Lemma wide_typed w x : w = W32 ∨ w = W64 → typed_as (TInt w) x → typed_as (TInt w) (widened w x).
Proof. by intros [-> | ->]. Qed.

Lemma number_typed w z : fits w z = true → typed_as (TInt w) (number w z).
Proof.
  intros Hz%fits_in_range. destruct (number_ok (λ _, None) (λ _ _, None) w z Hz) as (_&t&He&Ht).
  destruct (eval_type _ _ _ _ _ He). exists t. auto.
Qed.

Lemma rotated_typed w op op' e2 x y :
  form_of op = Shift → form_of op' = Shift →
  typed_as (TInt w) x → typed_as (TInt W32) y → typed_as (TInt w) (rotated op op' w e2 x y).
Proof.
  intros Hop Hop' Hx Hy.
  assert (∀ e, typed_as (TInt W32) e → is_Some (type_of e)) as Hs by apply typed_some.
  assert (Hm : typed_as (TInt W32) (XConstant Unsigned (bits w - 1))) by (exists U32; by destruct w).
  assert (typed_as (TInt w) (narrow w (infix OOr (XBinary op (widened w x) (infix OAnd y (XConstant Unsigned (bits w -
    1))))
     (XBinary op' (widened w x) (infix OAnd (XParen (XBinary OSub (XConstant Unsigned 0) y)) (XConstant Unsigned (bits
       w - 1))))))) as Hv.
  { apply narrow_typed. intros Hw. apply infix_typed; [done| |]; apply shift_typed; try done; try (by apply wide_typed);
      apply Hs, infix_typed; try done. apply (infix_typed W32 OSub); try done. by exists U32. }
  destruct e2; try exact Hv. cbn [rotated]. destruct (_ =? 0) eqn:Hk; [done|]. apply Z.eqb_neq in Hk.
  pose proof (Z.mod_pos_bound z (bits w) ltac:(by destruct w)).
  assert (∀ k, 0 ≤ k ≤ 64 → is_Some (type_of (V:=variable) (M:=member_name) (F:=function_name) (XConstant Plain k)))
    as Hp.
  { intros k ?. cbn. unfold constant_type. rewrite (proj2 (Z.ltb_ge k 0)), (proj2 (holds_le _ _)) by (cbn; lia).
    eauto. }
  apply narrow_typed. intros Hw. apply infix_typed; [done| |]; apply shift_typed; try done; try (by apply wide_typed);
    apply Hp; destruct w; cbn in *; lia.
Qed.

Lemma lower_arith_typed op w e1 e2 x y :
  typed_as (TInt w) x → typed_as (TInt (Checker.second_operand op w)) y →
  typed_as (TInt w) (lower_arith op w e1 e2 x y).
Proof.
  intros Hx Hy. unfold lower_arith.
  assert (∀ o, form_of o = Arithmetic → typed_as (TInt w) y → typed_as (TInt w) (narrow w (infix o x y))) as Hi.
  { intros. apply narrow_typed. intros. by apply infix_typed. }
  assert (∀ o x', form_of o = Shift → is_Some (type_of y) → (w = W32 ∨ w = W64 → typed_as (TInt w) x') →
    typed_as (TInt w) (narrow w (infix o x' y))) as Hs.
  { intros o x' ? ? Hx'. apply narrow_typed. intros Hw. apply (shift_typed w o x' y); auto. }
  assert (typed_as (TInt w) y → typed_as (TInt w) (narrow w (infix OMul (widened w x) (widened w y)))) as Hm.
  { intros. apply narrow_typed. intros. by apply infix_typed; [|apply wide_typed..]. }
  assert (is_Some (type_of y)) as Hty by (by eapply typed_some).
  destruct (check_arith op w e1 e2); [|by apply number_typed; destruct w|..];
    (destruct op; cbn [Checker.second_operand] in *; try (by apply Hi); try (by apply Hm);
     try (apply Hs; [done..|]; intros; by (done || apply wide_typed)); by apply rotated_typed).
Qed.


(** Takes apart what was lowered. *)
Ltac lowered :=
  repeat first
    [ progress typing
    | match goal with H : typed _ _ = Some _ |- _ => apply typed_Some in H end ].

Section static.
  Context (variables constants : nat → option ty).
  Local Notation lower := (lower variables constants).
  Local Notation lower_bytes := (lower_bytes variables constants).

  Theorem lower_typed :
    (∀ p : place, True) ∧
    ∀ e, (∀ x t, lower e = Some (x, t) → typed_as t x) ∧
         (∀ d n, lower_bytes e = Some (d, n) → typed_as (TInt W32) n).
  Proof.
    apply place_expr_ind; try done; intros;
      repeat match goal with H : _ ∧ _ |- _ => destruct H end;
      (split; [intros x' ty' Hx'|intros d' n' Hx']);
      cbn [Lowering.lower Lowering.lower_bytes] in Hx'; try done;
      fold (Lowering.lower variables constants) (Lowering.lower_place variables constants)
        (Lowering.lower_bytes variables constants) in Hx'; lowered; cbn [type_of typed_as]; eauto;
      repeat match goal with
      | H : lower ?e = Some _, IH : ∀ x t, lower ?e = Some _ → _ |- _ => apply IH in H
      | H : lower_bytes ?e = Some _, IH : ∀ d n, lower_bytes ?e = Some _ → _ |- _ => apply IH in H
      end.
    - by apply (number_typed w z).
    - apply (number_typed W32). apply literal_ok in Heqb as [_ Hs]. apply fits_in_range, in_range_intro; unfold short
      in Hs; cbn; lia.
    - destruct w; cbn; eauto; destruct H1 as (t&->&?); cbn; eauto.
    - by apply lower_arith_typed.
    - destruct H3 as (?&->&_), H4 as (?&->&_). cbn. eauto.
    - destruct H3 as [? H3], H4 as [? H4].
      assert (∀ e x t, type_of x = Some t → type_of (apart e x) = Some t) as Hp by (by intros []).
      rewrite (Hp _ _ _ H3), (Hp _ _ _ H4). cbn. eauto.
    - destruct (width_eqb w w') eqn:Hw; [|cbn; eauto; by destruct w']. by apply width_eqb_eq in Hw as ->.
    - destruct (width_eqb w w') eqn:Hw; [|cbn; eauto; by destruct w']. by apply width_eqb_eq in Hw as ->.
    - destruct ty' as [|w| | | | | | | |]; try done; cbn [chosen].
      + destruct H6 as [? H6], H7 as [? H7]. cbn. rewrite H6, H7. cbn. eauto.
      + apply narrow_typed. intros _. destruct H6 as (t1&H6&?), H7 as (t2&H7&?). cbn. rewrite H6, H7. cbn.
        eexists. split; [done|]. rewrite (common_int w) by done. by destruct w.
    - unfold constant_of in *. destruct (constant_type Plain _) eqn:Hc; simplify_eq/=. rewrite Hc. cbn. eauto.
    - eauto.
    - by apply (infix_typed W32 OSub).
    - destruct w; cbn; eauto.
    - by apply (number_typed w 0); destruct w.
  Qed.

  Lemma lower_type e x t : lower e = Some (x, t) → typed_as t x.
  Proof. apply lower_typed. Qed.
End static.
