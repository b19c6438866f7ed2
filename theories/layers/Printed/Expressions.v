(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Where an expression has a value, its C is defined and has the same. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.C Require Import Types.
From Fairlead.Lang.Model Require Import Induction.
From Fairlead.Lang.Typing Require Import Tests Numbers.
From Fairlead.Printed Require Export Operators Pointers Static.
Local Open Scope Z_scope.

(** ** What an evaluation that went well says *)
Lemma bind_Ok {A B} (o : outcome A) (f : A → outcome B) b : o ≫= f = Ok b → ∃ a, o = Ok a ∧ f a = Ok b.
Proof. destruct o; simpl; try done. eauto. Qed.
Lemma fmap_Ok {A B} (o : outcome A) (f : A → B) b : f <$> o = Ok b → ∃ a, o = Ok a ∧ b = f a.
Proof. destruct o; simpl; try done. intros [= <-]. eauto. Qed.
Lemma or_trap_Ok {A} (o : option A) a : or_trap o = Ok a → o = Some a.
Proof. destruct o; simpl; try done. by intros [= ->]. Qed.
Lemma or_wrong_Ok {A} (o : option A) a : or_wrong o = Ok a → o = Some a.
Proof. destruct o; simpl; try done. by intros [= ->]. Qed.
Lemma as_bool_Ok {P} (v : val P) b : as_bool v = Ok b → v = VBool b.
Proof. destruct v; simpl; try done. by intros [= ->]. Qed.
Lemma as_int_Ok {P} (v : val P) z : as_int v = Ok z → v = VInt z.
Proof. destruct v; simpl; try done. by intros [= ->]. Qed.
Lemma as_bytes_Ok {P} (v : val P) l : as_bytes v = Ok l → v = VBytes l.
Proof. destruct v; simpl; try done. by intros [= ->]. Qed.
Lemma as_map_Ok {P} (v : val P) l : as_map v = Ok l → v = VMap l.
Proof. destruct v; simpl; try done. by intros [= ->]. Qed.
Lemma as_union_Ok {P} (v u : val P) n : as_union v = Ok (n, u) → v = VUnion n u.
Proof. destruct v; simpl; try done. by intros [= -> ->]. Qed.
Lemma payload_Ok {P} tag (v u : val P) : payload tag v = Ok u → v = VUnion tag u.
Proof. destruct v; simpl; try done. unfold payload. simpl. case_decide; [|done]. intros [= ->]. by subst. Qed.
Lemma at_index_Ok {A} (l : list A) i a : at_index l i = Ok a → 0 ≤ i ∧ l !! Z.to_nat i = Some a.
Proof.
  unfold at_index. destruct (0 <=? i) eqn:Hi; [|done]. apply Z.leb_le in Hi. simpl.
  destruct (_ <? _); [|done]. by intros ?%or_wrong_Ok.
Qed.

Ltac evaluated :=
  repeat match goal with
  | H : (_ ≫= _) = Ok _ |- _ => apply bind_Ok in H as (? & ? & H)
  | H : (_ <$> _) = Ok _ |- _ => apply fmap_Ok in H as (? & ? & H)
  | H : or_trap _ = Ok _ |- _ => apply or_trap_Ok in H
  | H : or_wrong _ = Ok _ |- _ => apply or_wrong_Ok in H
  | H : as_bool _ = Ok _ |- _ => apply as_bool_Ok in H
  | H : as_int _ = Ok _ |- _ => apply as_int_Ok in H
  | H : as_bytes _ = Ok _ |- _ => apply as_bytes_Ok in H
  | H : as_map _ = Ok _ |- _ => apply as_map_Ok in H
  | H : as_union _ = Ok (_, _) |- _ => apply as_union_Ok in H
  | H : payload _ _ = Ok _ |- _ => apply payload_Ok in H
  | H : Ok _ = Ok _ |- _ => injection H as H
  | x : _ * _ |- _ => destruct x
  | _ => progress subst
  end.

Lemma itype_eqb_refl t : itype_eqb t t = true.
Proof. by destruct t. Qed.

Lemma read_int (o : option fl_object) t z :
  o = Some (OInt t z) → holds t z = true → read (TyInt t) o = Some (VInteger t z).
Proof. intros -> H. cbn. by rewrite itype_eqb_refl, H. Qed.

Lemma truth_zero b : (truth b =? 0) = negb b.
Proof. by destruct b. Qed.

Section operations.
  Context (objects : variable → option fl_object) (functions : function_name → list fl_value → option Z).
  Local Notation ceval := (Semantics.eval objects functions).
  Local Notation denote := (Semantics.denote objects functions).
  Local Notation is_int := (is_int objects functions).
  Local Notation is_bool := (is_bool objects functions).

  Lemma not_ok b x : is_bool b x → is_bool (negb b) (XNot x).
  Proof. intros [t Hx]. exists I32. cbn. rewrite Hx. cbn. by rewrite truth_zero. Qed.

  Lemma and_ok b b' x y : is_bool b x → (b = true → is_bool b' y) → is_bool (b && b') (XAndAlso x y).
  Proof.
    intros [t Hx] Hy. exists I32. cbn. rewrite Hx. cbn. rewrite truth_zero. destruct b; [|done]. cbn.
    destruct (Hy eq_refl) as [t' ->]. cbn. rewrite truth_zero. by rewrite negb_involutive.
  Qed.

  Lemma or_ok b b' x y : is_bool b x → (b = false → is_bool b' y) → is_bool (b || b') (XOrElse x y).
  Proof.
    intros [t Hx] Hy. exists I32. cbn. rewrite Hx. cbn. rewrite truth_zero. destruct b; [done|]. cbn.
    destruct (Hy eq_refl) as [t' ->]. cbn. rewrite truth_zero. by rewrite negb_involutive.
  Qed.

  Lemma is_bool_eval b x y : ceval x = ceval y → is_bool b x → is_bool b y.
  Proof. intros Hxy [t Hx]. exists t. congruence. Qed.

  Lemma cast_ok w t z x : ceval x = Some (VInteger t z) → is_int w (wrap w z) (XCast (unsigned_of w) x).
  Proof.
    intros Hx. split; [apply wrap_in_range|]. exists (unsigned_of w). split; [|done]. cbn. rewrite Hx. by destruct w.
  Qed.

  Lemma cast_same w t z x :
    Numbers.in_range w z → ceval x = Some (VInteger t z) → is_int w z (XCast (unsigned_of w) x).
  Proof. intros Hz Hx. rewrite <- (wrap_id w z Hz). by eapply cast_ok. Qed.

  Lemma complemented_ok w z x : is_int w z x → is_int w (limit w - 1 - z) (complemented w x).
  Proof.
    intros (Hz&t&Hx&Ht). pose proof (in_range_bounds _ _ Hz) as Hb. destruct (eval_type _ _ _ _ _ Hx) as [_ Hh].
    assert (∀ top, ceval (XConstant Hexadecimal top) = Some (VInteger U32 top) → promote t = I32 → z ≤ top ≤ 65535 →
      ceval (infix OSub (XConstant Hexadecimal top) x) = Some (VInteger U32 (top - z))) as Hsub.
    { intros top Htop Hp ?. change (ceval (infix OSub ?a ?b)) with (ceval (XBinary OSub a b)).
      rewrite (eval_binary _ _ _ _ _ _ _ _ _ Htop Hx). unfold binary, operator_type. cbn [form_of].
      rewrite (common_keeps U32 t z) by first [lia|by right].
      rewrite (common_keeps U32 t top) by first [lia|left; apply holds_le; cbn; lia].
      cbn [mbind option_bind arithmetic]. assert (common U32 t = U32) as -> by (by destruct t).
      rewrite computed_id by (apply holds_le; cbn; lia). done. }
    assert (∀ r, wrap w r = limit w - 1 - z → (∃ t', ceval (XComplement x) = Some (VInteger t' r)) →
      is_int w (limit w - 1 - z) (XCast (unsigned_of w) (XComplement x))) as Hc.
    { intros r <- [t' H]. by eapply cast_ok. }
    destruct w; cbn [complemented].
    - eapply cast_same; [by apply complement_in_range|]. change (limit W8 - 1) with 255. by apply Hsub; cbn in *; try
      lia.
    - eapply cast_same; [by apply complement_in_range|]. change (limit W16 - 1) with 65535.
      by apply Hsub; cbn in *; try lia.
    - apply (Hc (Z.lnot z mod 2 ^ 32)); [|exists U32].
      + rewrite (wrap_wide W32). unfold wrap. change (limit W32) with 4294967296 in *. rewrite <- Z.opp_lnot.
        cbn in Hb. symmetry. apply Z.mod_unique with (-1); [lia|]. unfold Z.lnot. lia.
      + cbn. rewrite Hx. cbn. unfold complement. rewrite convert_promote by done. cbn. rewrite Ht. done.
    - apply (Hc (Z.lnot z mod 2 ^ 64)); [|exists U64].
      + rewrite (wrap_wide W64). unfold wrap. change (limit W64) with 18446744073709551616 in *. rewrite <- Z.opp_lnot.
        cbn in Hb. symmetry. apply Z.mod_unique with (-1); [lia|]. unfold Z.lnot. lia.
      + cbn. rewrite Hx. cbn. unfold complement. rewrite convert_promote by done. cbn. rewrite Ht. done.
  Qed.

  (** The arm that is chosen has a value; both have types. *)
  Lemma choice_int w b z c x y :
    is_bool b c → typed_as (TInt w) x → typed_as (TInt w) y → is_int w z (if b then x else y) →
    is_int w z (narrow w (XParen (XChoice c x y))).
  Proof.
    intros [t Hc] (t1&H1&Hp1) (t2&H2&Hp2) (Hz&t3&He&_). rewrite <- (wrap_id w z Hz).
    apply narrow_ok with (promote (unsigned_of w)); [|by intros [-> | ->]].
    cbn. rewrite H1, H2, Hc. cbn. rewrite truth_zero.
    assert ((if negb b then ceval y else ceval x) = Some (VInteger t3 z)) as -> by (by destruct b).
    cbn. rewrite (common_int w) by done. apply in_range_bounds in Hz.
    rewrite convert_id; [done|by destruct w|]. apply holds_le. destruct w; cbn in *; lia.
  Qed.

  Lemma choice_bool b b' c x y :
    is_bool b c → typed_as TBool x → typed_as TBool y → is_bool b' (if b then x else y) →
    is_bool b' (XChoice c x y).
  Proof.
    intros [t Hc] [t1 H1] [t2 H2] [t3 He]. exists (common t1 t2). cbn. rewrite H1, H2, Hc. cbn. rewrite truth_zero.
    assert ((if negb b then ceval y else ceval x) = Some (VInteger t3 (truth b'))) as -> by (by destruct b).
    cbn. rewrite convert_id; [done|by destruct t1, t2|]. apply holds_le. by destruct b', t1, t2.
  Qed.

  Lemma denote_subscript l m i t n :
    ceval i = Some (VInteger t n) →
    denote (LSubscript (XRead TyPointer (LMember l m)) i) = element (member (denote l) m) n.
  Proof.
    intros Hi. change (denote (LSubscript ?e ?i)) with (v ← ceval e; v' ← ceval i; subscript v v'). rewrite Hi.
    change (ceval (XRead TyPointer ?l)) with (read TyPointer (denote l)). unfold element. cbn [Semantics.denote].
    fold denote. destruct (read TyPointer _) as [v|]; [|done]. by destruct v.
  Qed.
End operations.
