(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What is printed for an operator computes the operator. *)
From Coq Require Import Znumtheory.
From Fairlead.Base Require Import Prelude.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Typing Require Import Numbers.
From Fairlead.Printed Require Export Lowering.
Local Open Scope Z_scope.

(** ** Numbers *)
Definition below (w : width) : Z :=
  match w with W8 => 256 | W16 => 65536 | W32 => 4294967296 | W64 => 18446744073709551616 end.

Lemma in_range_bounds w z : Numbers.in_range w z → 0 ≤ z ∧ z < below w.
Proof. unfold Numbers.in_range. replace (limit w) with (below w) by (by destruct w). done. Qed.
Lemma in_range_intro w z : 0 ≤ z → z < below w → Numbers.in_range w z.
Proof. unfold Numbers.in_range. replace (limit w) with (below w) by (by destruct w). done. Qed.

Lemma wrap_id w z : Numbers.in_range w z → wrap w z = z.
Proof. intros. by apply Z.mod_small. Qed.

(** Where products and shifts are computed. *)
Definition wide (w : width) : itype := match w with W64 => U64 | _ => U32 end.

Lemma wrap_wide w z : wrap w (z mod 2 ^ bit_size (wide w)) = wrap w z.
Proof.
  unfold wrap. symmetry. apply Zmod_div_mod; [by destruct w..|].
  destruct w; cbn -[Z.pow]; [exists (2 ^ 24)|exists (2 ^ 16)|exists 1|exists 1]; done.
Qed.

Lemma wrap_lor w a b : wrap w (Z.lor a b) = Z.lor (wrap w a) (wrap w b).
Proof.
  unfold wrap, limit. rewrite <- !Z.land_ones by (by destruct w). apply Z.land_lor_distr_l.
Qed.

Lemma land_mask w z : Z.land z (bits w - 1) = z mod bits w.
Proof.
  destruct w; [by apply (Z.land_ones z 3)|by apply (Z.land_ones z 4)|by apply (Z.land_ones z 5)|
    by apply (Z.land_ones z 6)].
Qed.

Lemma shiftr_all w a : Numbers.in_range w a → Z.shiftr a (bits w) = 0.
Proof.
  intros [??]. rewrite Z.shiftr_div_pow2 by (by destruct w). by apply Z.div_small.
Qed.

(** ** C's conversions of what fits *)
Definition lowest (t : itype) : Z :=
  match t with I32 => -2147483648 | I64 => -9223372036854775808 | _ => 0 end.
Definition highest (t : itype) : Z :=
  match t with
  | IBool => 1 | U8 => 255 | U16 => 65535 | U32 => 4294967295 | U64 => 18446744073709551615
  | I32 => 2147483647 | I64 => 9223372036854775807
  end.

Lemma holds_le t z : holds t z = true ↔ lowest t ≤ z ≤ highest t.
Proof. unfold holds. rewrite andb_true_iff, !Z.leb_le. by destruct t. Qed.

Lemma computed_id t z : holds t z = true → computed t z = Some z.
Proof.
  intros H. unfold computed. destruct (signed t) eqn:Hs; [by rewrite H|]. f_equal.
  apply holds_le in H. apply Z.mod_small. destruct t; simpl in *; try done; lia.
Qed.

Lemma convert_id t z : t ≠ IBool → holds t z = true → convert t z = Some z.
Proof.
  intros Ht H. destruct t; try done; [apply (computed_id U8)|apply (computed_id U16)|apply (computed_id U32)|
    apply (computed_id U64)|apply (computed_id I32)|apply (computed_id I64)]; done.
Qed.

Lemma promote_holds t z : holds t z = true → promote t ≠ IBool ∧ holds (promote t) z = true.
Proof. rewrite !holds_le. destruct t; simpl; try done; cbn; split; try done; lia. Qed.

Lemma convert_promote t z : holds t z = true → convert (promote t) z = Some z.
Proof. intros [??]%promote_holds. by apply convert_id. Qed.

(** What is not negative is kept by the usual conversions. *)
Lemma common_keeps t1 t2 z :
  0 ≤ z → holds t1 z = true ∨ holds t2 z = true → convert (common t1 t2) z = Some z.
Proof.
  intros Hz H. apply convert_id; [by destruct t1, t2|]. rewrite !holds_le in *.
  destruct t1, t2; cbn in *; lia.
Qed.

Section arithmetic.
  Context (objects : variable → option fl_object) (functions : function_name → list fl_value → option Z).
  Local Notation eval := (Semantics.eval objects functions).
  Implicit Types (x y : fl_cexpr).

  (** An expression for an integer of this width, with this value. *)
  Definition is_int (w : width) (z : Z) x : Prop :=
    Numbers.in_range w z ∧ ∃ t, eval x = Some (VInteger t z) ∧ promote t = promote (unsigned_of w).
  Definition is_bool (b : bool) x : Prop := ∃ t, eval x = Some (VInteger t (truth b)).

  Lemma number_ok w z : Numbers.in_range w z → is_int w z (number w z).
  Proof.
    intros Hz. split; [done|]. apply in_range_bounds in Hz. exists (promote (unsigned_of w)).
    assert (constant_type (notation_of w) z = Some (promote (unsigned_of w))) as Ht; [|cbn; rewrite Ht; by destruct w].
    unfold constant_type. rewrite (proj2 (Z.ltb_ge z 0)) by lia.
    destruct w; cbn in Hz; cbn [notation_of]; rewrite (proj2 (holds_le _ _)) by (cbn; lia); done.
  Qed.

  Lemma constant_ok n z x :
    constant_of n z = Some x → ∃ t, eval x = Some (VInteger t z) ∧ 0 ≤ z ∧ holds t z = true.
  Proof.
    unfold constant_of. destruct (constant_type n z) as [t|] eqn:Ht; [|done]. intros [= <-]. cbn. rewrite Ht. cbn.
    exists t. split; [done|]. split; [|by eapply constant_type_holds].
    unfold constant_type in Ht. destruct (z <? 0) eqn:Hz; [done|]. by apply Z.ltb_ge in Hz.
  Qed.

  Lemma is_int_holds w z x : is_int w z x → ∃ t, eval x = Some (VInteger t z) ∧ 0 ≤ z ∧ holds t z = true.
  Proof. intros ([? _]&t&Hx&_). destruct (eval_type _ _ _ _ _ Hx). eauto. Qed.

  (** ** Comparing *)
  Lemma compare_ok op x y t1 a t2 b :
    form_of op = Comparison → eval x = Some (VInteger t1 a) → eval y = Some (VInteger t2 b) → 0 ≤ a → 0 ≤ b →
    is_bool (comparison op a b) (XBinary op x y).
  Proof.
    intros Hop Hx Hy ??. destruct (eval_type _ _ _ _ _ Hx), (eval_type _ _ _ _ _ Hy).
    exists I32. cbn. rewrite Hx, Hy. cbn.
    assert (binary op t1 a t2 b = Some (truth (comparison op a b))) as Hb.
    { unfold binary. rewrite Hop, !common_keeps by auto. done. }
    assert (operator_type op t1 t2 = I32) as Ht by (unfold operator_type; by rewrite Hop).
    destruct op; try done; unfold operate; by rewrite Hb, Ht.
  Qed.

  (** ** Narrowing what was computed *)
  Lemma narrow_ok w x t r :
    eval x = Some (VInteger t r) → (w = W32 ∨ w = W64 → t = unsigned_of w) → is_int w (wrap w r) (narrow w x).
  Proof.
    intros Hx Hw. split; [apply wrap_in_range|]. destruct (eval_type _ _ _ _ _ Hx) as [_ Hr].
    exists (unsigned_of w). split; [|done].
    assert (w = W32 ∨ w = W64 → wrap w r = r) as Hid.
    { intros H. specialize (Hw H). subst t. apply wrap_id, in_range_intro; apply holds_le in Hr;
        destruct H as [-> | ->]; cbn in *; lia. }
    destruct w; cbn [narrow].
    1,2: cbn; by rewrite Hx.
    all: rewrite Hid, Hx, Hw by auto; done.
  Qed.

  Lemma operate_integers op t1 a t2 b :
    operate op (VInteger (M:=member_name) t1 a) (VInteger t2 b) = VInteger (operator_type op t1 t2) <$> binary op t1 a
      t2 b.
  Proof. by destruct op. Qed.

  Lemma eval_binary op x y t1 a t2 b :
    eval x = Some (VInteger t1 a) → eval y = Some (VInteger t2 b) →
    eval (XBinary op x y) = VInteger (operator_type op t1 t2) <$> binary op t1 a t2 b.
  Proof. intros Hx Hy. cbn. rewrite Hx, Hy. cbn. apply operate_integers. Qed.

  Lemma common_int w t1 t2 :
    promote t1 = promote (unsigned_of w) → promote t2 = promote (unsigned_of w) →
    common t1 t2 = promote (unsigned_of w).
  Proof. unfold common. intros -> ->. by destruct w. Qed.

  Lemma infix_ok w op x y a b r :
    form_of op = Arithmetic → is_int w a x → is_int w b y →
    arithmetic op (promote (unsigned_of w)) a b = Some r → is_int w (wrap w r) (narrow w (infix op x y)).
  Proof.
    intros Hop (Ha&t1&Hx&H1) (Hb&t2&Hy&H2) Hr.
    apply narrow_ok with (promote (unsigned_of w)); [|by intros [-> | ->]].
    change (eval (infix op x y)) with (eval (XBinary op x y)). rewrite (eval_binary _ _ _ _ _ _ _ Hx Hy).
    assert (operator_type op t1 t2 = promote (unsigned_of w)) as ->.
    { unfold operator_type. rewrite Hop. by apply common_int. }
    assert (binary op t1 a t2 b = Some r) as ->; [|done].
    destruct (eval_type _ _ _ _ _ Hx), (eval_type _ _ _ _ _ Hy). unfold binary. destruct Ha, Hb.
    rewrite Hop, !common_keeps by auto. cbn. by rewrite (common_int w).
  Qed.

  Lemma widened_ok w a x : is_int w a x → eval (widened w x) = Some (VInteger (wide w) a).
  Proof.
    intros (Ha&t&Hx&Ht). apply in_range_bounds in Ha. destruct w; cbn in *; rewrite ?Hx; cbn.
    1,2: rewrite Z.mod_small by lia; done.
    all: by destruct t.
  Qed.

  (** ** Operators *)
  Ltac ranges :=
    match goal with
    | Ha : Numbers.in_range ?w _, Hb : Numbers.in_range ?w _ |- _ => apply in_range_bounds in Ha; apply
      in_range_bounds in Hb
    end.

  Lemma sum_computes w a b :
    Numbers.in_range w a → Numbers.in_range w b →
    ∃ r, arithmetic OAdd (promote (unsigned_of w)) a b = Some r ∧ wrap w r = wrap w (a + b).
  Proof.
    intros Ha Hb. ranges. destruct w; cbn in Ha, Hb; cbn [arithmetic promote unsigned_of].
    1,2: exists (a + b); split; [apply computed_id, holds_le; cbn; lia|done].
    - exists ((a + b) mod 2 ^ 32). split; [done|apply (wrap_wide W32)].
    - exists ((a + b) mod 2 ^ 64). split; [done|apply (wrap_wide W64)].
  Qed.

  Lemma difference_computes w a b :
    Numbers.in_range w a → Numbers.in_range w b →
    ∃ r, arithmetic OSub (promote (unsigned_of w)) a b = Some r ∧ wrap w r = wrap w (a - b).
  Proof.
    intros Ha Hb. ranges. destruct w; cbn in Ha, Hb; cbn [arithmetic promote unsigned_of].
    1,2: exists (a - b); split; [apply computed_id, holds_le; cbn; lia|done].
    - exists ((a - b) mod 2 ^ 32). split; [done|apply (wrap_wide W32)].
    - exists ((a - b) mod 2 ^ 64). split; [done|apply (wrap_wide W64)].
  Qed.

  (** What is in range fits the type that it is promoted to. *)
  Lemma in_range_computed w z : Numbers.in_range w z → computed (promote (unsigned_of w)) z = Some z.
  Proof. intros Hz%in_range_bounds. apply computed_id, holds_le. destruct w; cbn in *; lia. Qed.

  Lemma product_ok w a b x y :
    is_int w a x → is_int w b y → is_int w (wrap w (a * b)) (narrow w (infix OMul (widened w x) (widened w y))).
  Proof.
    intros Hx%widened_ok Hy%widened_ok. rewrite <- wrap_wide.
    apply narrow_ok with (wide w); [|by intros [-> | ->]].
    change (eval (infix OMul ?x ?y)) with (eval (XBinary OMul x y)). rewrite (eval_binary _ _ _ _ _ _ _ Hx Hy).
    destruct (eval_type _ _ _ _ _ Hx) as [_ Ha], (eval_type _ _ _ _ _ Hy) as [_ Hb].
    assert (0 ≤ a ∧ 0 ≤ b) as [??]. { apply holds_le in Ha, Hb. destruct w; cbn in *; lia. }
    unfold binary. cbn [form_of]. rewrite !common_keeps by auto. cbn. by destruct w.
  Qed.

  Lemma shift_eval w op a x y t n :
    is_int w a x → eval y = Some (VInteger t n) → 0 ≤ n < bit_size (wide w) → form_of op = Shift →
    eval (XBinary op (widened w x) y) = VInteger (wide w) <$> shift op (wide w) a n.
  Proof.
    intros Hx%widened_ok Hy Hn Hop. rewrite (eval_binary _ _ _ _ _ _ _ Hx Hy).
    destruct (eval_type _ _ _ _ _ Hx) as [_ Ha], (eval_type _ _ _ _ _ Hy) as [_ Hb].
    unfold binary, operator_type. rewrite Hop, !convert_promote by done. by destruct w.
  Qed.

  Lemma shift_left_eval w a x y t n :
    is_int w a x → eval y = Some (VInteger t n) → 0 ≤ n < bit_size (wide w) →
    eval (XBinary OShl (widened w x) y) = Some (VInteger (wide w) (Z.shiftl a n mod 2 ^ bit_size (wide w))).
  Proof.
    intros Hx Hy Hn. rewrite (shift_eval _ _ _ _ _ _ _ Hx Hy) by done. destruct Hx as [[Ha _] _]. unfold shift.
    rewrite !(proj2 (Z.leb_le _ _)), (proj2 (Z.ltb_lt _ _)) by lia. cbn [andb].
    unfold computed. by destruct w.
  Qed.

  Lemma shift_right_eval w a x y t n :
    is_int w a x → eval y = Some (VInteger t n) → 0 ≤ n < bit_size (wide w) →
    eval (XBinary OShr (widened w x) y) = Some (VInteger (wide w) (Z.shiftr a n)).
  Proof.
    intros Hx Hy Hn. rewrite (shift_eval _ _ _ _ _ _ _ Hx Hy) by done. destruct Hx as [[Ha _] _]. unfold shift.
    rewrite !(proj2 (Z.leb_le _ _)), (proj2 (Z.ltb_lt _ _)) by lia. done.
  Qed.

  (** Two parts that are shifted, together. *)
  Lemma joined_ok w op op' x y m n a b z :
    eval (XBinary op x y) = Some (VInteger (wide w) a) → eval (XBinary op' m n) = Some (VInteger (wide w) b) →
    wrap w (Z.lor a b) = z → is_int w z (narrow w (infix OOr (XBinary op x y) (XBinary op' m n))).
  Proof.
    intros Hx Hy <-. rewrite <- wrap_wide.
    apply narrow_ok with (wide w); [|by intros [-> | ->]].
    change (eval (infix OOr ?x ?y)) with (eval (XBinary OOr x y)). rewrite (eval_binary _ _ _ _ _ _ _ Hx Hy).
    destruct (eval_type _ _ _ _ _ Hx) as [_ Ha], (eval_type _ _ _ _ _ Hy) as [_ Hb].
    assert (0 ≤ a ∧ 0 ≤ b) as [??]. { apply holds_le in Ha, Hb. destruct w; cbn in *; lia. }
    unfold binary. cbn [form_of]. rewrite !common_keeps by auto. cbn. by destruct w.
  Qed.
End arithmetic.
