(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What is evaluated has its static type, and a value that the type holds. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.C Require Export Semantics.
Local Open Scope Z_scope.

Lemma computed_holds t z z' : computed t z = Some z' → holds t z' = true.
Proof.
  unfold computed. destruct (signed t) eqn:Hs; [destruct (holds t z) eqn:?; [|done]; by intros [= <-]|].
  intros [= <-]. unfold holds, least_of, most_of. rewrite Hs.
  pose proof (Z.mod_pos_bound z (2 ^ bit_size t) ltac:(by destruct t)). rewrite andb_true_iff, !Z.leb_le. lia.
Qed.

Lemma convert_holds t z z' : convert t z = Some z' → holds t z' = true.
Proof.
  destruct t; [simpl; intros [= <-]; by destruct (z =? 0)|apply (computed_holds U8)|apply (computed_holds U16)|
    apply (computed_holds U32)|apply (computed_holds U64)|apply (computed_holds I32)|apply (computed_holds I64)].
Qed.

Lemma constant_type_holds n z t : constant_type n z = Some t → holds t z = true.
Proof.
  unfold constant_type. destruct (z <? 0); [done|].
  destruct n; repeat (case_match; try done); by intros [= <-].
Qed.

Lemma arithmetic_holds op t a b z :
  holds t a = true → arithmetic op t a b = Some z → holds t z = true.
Proof.
  intros Ha. destruct op; simpl; try done; try apply computed_holds;
    (destruct (b =? 0) eqn:Hb; [done|]); try apply computed_holds.
  destruct (computed t (Z.quot a b)); [|done]. intros [= <-]. apply Z.eqb_neq in Hb.
  unfold holds in *. rewrite andb_true_iff, !Z.leb_le in *.
  assert (least_of t ≤ 0 ≤ most_of t) by (by destruct t).
  destruct (Z.le_ge_cases 0 a) as [Hs|Hs].
  - pose proof (Z.rem_nonneg a b Hb Hs). pose proof (Z.rem_le a (Z.abs b) Hs ltac:(lia)).
    rewrite Z.rem_abs_r in *; lia.
  - pose proof (Z.rem_nonpos a b Hb Hs). pose proof (Z.rem_le (- a) (Z.abs b) ltac:(lia) ltac:(lia)).
    rewrite Z.rem_abs_r, Z.rem_opp_l in *; lia.
Qed.

Lemma shift_holds op t a n z : holds t a = true → shift op t a n = Some z → holds t z = true.
Proof.
  unfold shift. destruct (_ && _) eqn:Hn; [|done]. rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt in Hn.
  intros Ha. destruct op; try done; try apply computed_holds. intros [= <-].
  unfold holds in *. rewrite andb_true_iff, !Z.leb_le in *.
  assert (least_of t ≤ 0) by (by destruct t). rewrite Z.shiftr_div_pow2 by lia.
  assert (0 < 2 ^ n) by lia. split; [pose proof (Z.div_pos a (2 ^ n)); lia|].
  apply Z.le_trans with a; [|lia]. apply Z.div_le_upper_bound; nia.
Qed.

Lemma truth_holds b : holds I32 (truth b) = true.
Proof. by destruct b. Qed.

Lemma binary_holds op t1 a t2 b z : binary op t1 a t2 b = Some z → holds (operator_type op t1 t2) z = true.
Proof.
  unfold binary, operator_type. destruct (form_of op).
  - destruct (convert _ a) as [a'|] eqn:Ha, (convert _ b) as [b'|]; try done. simpl.
    eapply arithmetic_holds, convert_holds, Ha.
  - destruct (convert _ a) as [a'|] eqn:Ha, (convert _ b) as [b'|]; try done. simpl.
    eapply shift_holds, convert_holds, Ha.
  - destruct (convert _ a), (convert _ b); try done. intros [= <-]. apply truth_holds.
Qed.

Section types.
  Context {V M F : Type} (objects : V → option (object M)) (functions : F → list (value M) → option Z).
  Local Notation eval := (eval objects functions).

  Lemma operate_type op v1 v2 t z :
    operate op v1 v2 = Some (VInteger (M:=M) t z) →
    ∃ t1 a t2 b, v1 = VInteger t1 a ∧ v2 = VInteger t2 b ∧ t = operator_type op t1 t2 ∧ binary op t1 a t2 b = Some z.
  Proof.
    destruct v1 as [t1 a|l i|o], v2 as [t2 b|l' i'|o']; simpl; try (by destruct op).
    - intros H. assert (VInteger (M:=M) (operator_type op t1 t2) <$> binary op t1 a t2 b = Some (VInteger t z)) as H'.
      { by destruct op. }
      destruct (binary op t1 a t2 b) eqn:Hb; simpl in H'; [|done]. injection H' as <- <-. eauto 10.
    - unfold operate. destruct op; try done. by destruct (_ && _).
  Qed.

  Theorem eval_type e t z : eval e = Some (VInteger t z) → type_of e = Some t ∧ holds t z = true.
  Proof.
    revert t z. induction e; intros ty y; cbn [Semantics.eval Semantics.denote type_of];
      fold (Semantics.eval objects functions) (Semantics.denote objects functions).
    - destruct (constant_type n z) eqn:Ht; simpl; [|done]. intros [= <- <-]. eauto using constant_type_holds.
    - intros [= <- <-]. by destruct b.
    - done.
    - destruct t as [t|], (Semantics.denote objects functions l) as [[t' a| | | |]|]; simpl; try done.
      destruct (itype_eqb t t'); [|done]. simpl. destruct (holds t a) eqn:?; [|done]. by intros [= <- <-].
    - by destruct (Semantics.denote objects functions l).
    - apply IHe.
    - destruct (eval e) as [[]|]; simpl; try done. intros [= <- <-]. split; [done|apply truth_holds].
    - destruct (eval e) as [[t a| |]|]; simpl; try done. destruct (IHe t a eq_refl) as [-> _].
      unfold complement. destruct (convert _ _) as [a'|] eqn:?; simpl; [|done].
      destruct (computed _ _) eqn:?; simpl; [|done]. intros [= <- <-]. eauto using computed_holds.
    - destruct (eval e) as [[]|]; simpl; try done. destruct (convert _ _) eqn:?; simpl; [|done].
      intros [= <- <-]. eauto using convert_holds.
    - destruct (eval e1) as [v1|]; simpl; [|done]. destruct (eval e2) as [v2|]; simpl; [|done].
      intros (t1&a&t2&b&->&->&->&Hb)%operate_type.
      destruct (IHe1 _ _ eq_refl) as [-> _], (IHe2 _ _ eq_refl) as [-> _]. simpl. eauto using binary_holds.
    - destruct (eval e1) as [[t1 a| |]|]; simpl; try done. destruct (a =? 0); [by intros [= <- <-]|].
      destruct (eval e2) as [[]|]; simpl; try done. intros [= <- <-]. split; [done|apply truth_holds].
    - destruct (eval e1) as [[t1 a| |]|]; simpl; try done. destruct (a =? 0); [|by intros [= <- <-]].
      destruct (eval e2) as [[]|]; simpl; try done. intros [= <- <-]. split; [done|apply truth_holds].
    - destruct (type_of e2) as [t1|]; simpl; [|done]. destruct (type_of e3) as [t2|]; simpl; [|done].
      destruct (eval e1) as [[]|]; simpl; try done. destruct (if _ =? 0 then _ else _) as [[]|]; simpl; try done.
      destruct (convert _ _) eqn:?; simpl; [|done]. intros [= <- <-]. eauto using convert_holds.
    - destruct (all eval es) as [vs|]; simpl; [|done]. destruct (functions f vs) as [r|]; simpl; [|done].
      destruct (holds t r) eqn:?; [|done]. intros [= <- <-]. done.
  Qed.
End types.
