(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a number cannot exceed.

    Many checks are decided by the text of their operands: [table[x & 15]] with
    sixteen elements, [(x % 10) as u8], [resize b, 32]. [bound e] is a number
    that [e] never exceeds, in any store. Lowering leaves out what it decides
    ([Guards]), so that a reader of the emitted C only meets checks that
    can fail. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Model Require Export Eval.
Local Open Scope Z_scope.

Definition largest (w : width) : Z := limit w - 1.

Definition least (o1 o2 : option Z) : option Z :=
  match o1, o2 with Some a, Some b => Some (Z.min a b) | Some a, None | None, Some a => Some a | None, None => None end.
Definition both (f : Z → Z → Z) (o1 o2 : option Z) : option Z :=
  match o1, o2 with Some a, Some b => Some (f a b) | _, _ => None end.

Definition literal (e : expr) : option Z := match e with EInt _ z => Some z | _ => None end.

(** From the bounds of the operands; [k] is the second one if it is a literal. *)
Definition bound_arith (op : arith) (w : width) (k o1 o2 : option Z) : option Z :=
  match op, k with
  | Add, _ => least (both Z.add o1 o2) (Some (largest w))
  | Mul, _ => least (both Z.mul o1 o2) (Some (largest w))
  | (Sub | AddW | SubW | MulW | Shl), _ => Some (largest w)
  | Rem, _ => Z.pred <$> o2
  | And, _ => least o1 o2
  | Div, Some k => if 0 <? k then (λ m, m / k) <$> o1 else None
  | Shr, Some k => if 0 <=? k then (λ m, Z.shiftr m k) <$> o1 else None
  | _, _ => None
  end.

Fixpoint bound (e : expr) : option Z :=
  match e with
  | EInt _ z => if 0 <=? z then Some z else None
  | EArith op w e1 e2 => bound_arith op w (literal e2) (bound e1) (bound e2)
  | EWiden from to e => least (bound e) (Some (Z.min (largest from) (largest to)))
  | ENarrow _ to e => least (bound e) (Some (largest to))
  | ECond _ e1 e2 => both Z.max (bound e1) (bound e2)
  | _ => None
  end.

Definition within (o : option Z) (n : Z) : bool := match o with Some m => m <=? n | None => false end.

(** ** It is right *)
Definition up_to (o : option Z) (z : Z) : Prop := match o with Some m => 0 ≤ z ≤ m | None => True end.

Lemma within_up_to o n z : within o n = true → up_to o z → 0 ≤ z ≤ n.
Proof. destruct o; simpl; [|done]. rewrite Z.leb_le. lia. Qed.

Lemma up_to_least o1 o2 z : up_to o1 z → up_to o2 z → up_to (least o1 o2) z.
Proof. destruct o1, o2; simpl; lia. Qed.

Lemma up_to_both f o1 o2 a b z :
  up_to o1 a → up_to o2 b → (∀ m n, 0 ≤ a ≤ m → 0 ≤ b ≤ n → 0 ≤ z ≤ f m n) → up_to (both f o1 o2) z.
Proof. destruct o1, o2; simpl; auto. Qed.

Lemma up_to_fmap f o a z : up_to o a → (∀ m, 0 ≤ a ≤ m → 0 ≤ z ≤ f m) → up_to (f <$> o) z.
Proof. destruct o; simpl; auto. Qed.

Lemma checked_Some w a z : checked w a = Some z → z = a ∧ 0 ≤ z ≤ largest w.
Proof.
  unfold checked, fits, largest. destruct (_ && _) eqn:Hf; [|done]. intros [= <-].
  apply andb_true_iff in Hf as [?%Z.leb_le ?%Z.ltb_lt]. lia.
Qed.

Lemma wrap_largest w a : 0 ≤ wrap w a ≤ largest w.
Proof. unfold wrap, largest. pose proof (Z.mod_pos_bound a (limit w) ltac:(by destruct w)). lia. Qed.

Lemma land_below a b : 0 ≤ a → 0 ≤ Z.land a b ≤ a.
Proof.
  intros Ha. assert (a - Z.land a b = Z.ldiff a (Z.land a b)) as Hd.
  { apply Z.sub_nocarry_ldiff, Z.bits_inj'. intros n _. rewrite Z.ldiff_spec, Z.land_spec, Z.bits_0.
    by destruct (Z.testbit a n), (Z.testbit b n). }
  assert (0 ≤ Z.land a b) by (apply Z.land_nonneg; auto).
  assert (0 ≤ Z.ldiff a (Z.land a b)) by (apply Z.ldiff_nonneg; auto). lia.
Qed.

Lemma up_to_land o a b : up_to o a → up_to o (Z.land a b).
Proof. destruct o; simpl; [|done]. intros [? ?]. pose proof (land_below a b). lia. Qed.

Lemma bound_arith_ok op w k o1 o2 a b z :
  arith_op op w a b = Some z → up_to o1 a → up_to o2 b → (∀ n, k = Some n → b = n) →
  up_to (bound_arith op w k o1 o2) z.
Proof.
  intros Hz H1 H2 Hk. destruct op; simpl in *; try done;
    try (injection Hz as <-; apply wrap_largest).
  - apply checked_Some in Hz as [-> ?]. apply up_to_least; [|done]. eapply up_to_both; [done..|]. lia.
  - by apply checked_Some in Hz as [-> ?].
  - apply checked_Some in Hz as [-> ?]. apply up_to_least; [|done]. eapply up_to_both; [done..|]. nia.
  - destruct k as [k|]; [|done]. rewrite (Hk k eq_refl) in Hz. destruct (0 <? k) eqn:Hpos; [|done]. apply Z.ltb_lt in Hpos.
    destruct (k =? 0); [done|]. injection Hz as <-. eapply up_to_fmap; [done|]. intros m ?.
    split; [apply Z.div_pos; lia|apply Z.div_le_mono; lia].
  - destruct (b =? 0) eqn:Hb; [done|]. apply Z.eqb_neq in Hb. injection Hz as <-.
    eapply up_to_fmap; [done|]. intros m ?. pose proof (Z.mod_pos_bound a b). lia.
  - injection Hz as <-. apply up_to_least; [by apply up_to_land|]. rewrite Z.land_comm. by apply up_to_land.
  - destruct (b <? bits w); [|done]. injection Hz as <-. apply wrap_largest.
  - destruct k as [k|]; [|done]. rewrite (Hk k eq_refl) in Hz. destruct (0 <=? k) eqn:Hpos; [|done]. apply Z.leb_le in Hpos.
    destruct (k <? bits w); [|done]. injection Hz as <-. eapply up_to_fmap; [done|]. intros m ?.
    rewrite !Z.shiftr_div_pow2 by done. assert (0 < 2 ^ k) by lia.
    split; [apply Z.div_pos; lia|apply Z.div_le_mono; lia].
Qed.

Section bound.
  Context {P : Type} (W : world P).

  Lemma bound_ok e s z : eval W e s = Ok (VInt z) → up_to (bound e) z.
  Proof.
    revert z. induction e; intros y; cbn [eval bound]; fold (eval W); try done.
    - intros [= ->]. destruct (0 <=? y) eqn:Hy; [|done]. apply Z.leb_le in Hy. simpl. lia.
    - destruct (eval W e1 s) as [v1| |]; simpl; try done. destruct (eval W e2 s) as [v2| |] eqn:H2; simpl; try done.
      destruct v1 as [|a| | | | | | |]; try done. destruct v2 as [|b| | | | | | |]; try done. simpl.
      destruct (arith_op op w a b) eqn:Hop; simpl; [|done]. intros [= ->].
      eapply bound_arith_ok; [done|auto..|]. intros k Hk. destruct e2; try done. cbn in H2. simpl in Hk. congruence.
    - destruct (eval W e s) as [[|a| | | | | | |]| |]; simpl; try done.
      destruct (checked from a) as [b|] eqn:Hb; simpl; [|done]. intros [= <-].
      apply checked_Some in Hb as [-> Ha]. pose proof (wrap_largest to a).
      assert (wrap to a ≤ a). { unfold wrap. apply Z.mod_le; [lia|by destruct to]. }
      apply up_to_least; [|simpl; lia]. specialize (IHe a eq_refl). destruct (bound e); simpl in *; lia.
    - destruct (eval W e s) as [[|a| | | | | | |]| |]; simpl; try done.
      destruct (checked to a) as [b|] eqn:Hb; simpl; [|done]. intros [= <-].
      apply checked_Some in Hb as [-> Ha]. apply up_to_least; [auto|done].
    - destruct (eval W e1 s) as [[[]| | | | | | | |]| |]; simpl; try done; intros H.
      + specialize (IHe2 _ H). destruct (bound e2), (bound e3); simpl in *; lia.
      + specialize (IHe3 _ H). destruct (bound e2), (bound e3); simpl in *; lia.
  Qed.

  Lemma within_ok e n s z : within (bound e) n = true → eval W e s = Ok (VInt z) → 0 ≤ z ≤ n.
  Proof. intros Hn Hz%bound_ok. by eapply within_up_to. Qed.
End bound.
