(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the checker's tests mean.

    Every boolean test of [Checker] that the proofs use, as a proposition, and
    the one tactic that takes checked things apart. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Lang.Model Require Export Induction.
From Fairlead.Lang.Typing Require Export Checker.

(** ** Tests *)
Lemma all2_Forall2 {A B} (f : A → B → bool) l l' :
  all2 f l l' = true → Forall2 (λ a b, f a b = true) l l'.
Proof.
  revert l'; induction l as [|a l IH]; intros [|b l']; simpl; try done.
  intros [??]%andb_true_iff. auto.
Qed.

Lemma width_eqb_eq w w' : width_eqb w w' = true → w = w'.
Proof. by destruct w, w'. Qed.

Lemma ty_eqb_eq t t' : ty_eqb t t' = true → t = t'.
Proof.
  revert t'. induction t as [|w|n| |n t IH|i ts IH|i ts IH|n w t IH|i|p] using ty_nested_ind;
    intros [] Ht; simpl in *; try done;
    repeat match goal with H : _ && _ = true |- _ => apply andb_true_iff in H as [??] end;
    repeat match goal with
      | H : N.eqb _ _ = true |- _ => apply N.eqb_eq in H as ->
      | H : Nat.eqb _ _ = true |- _ => apply Nat.eqb_eq in H as ->
      | H : width_eqb _ _ = true |- _ => apply width_eqb_eq in H as ->
      | H : all2 _ _ _ = true |- _ => apply all2_Forall2 in H
      end; f_equal; try done; auto.
  all: match goal with H : Forall2 _ ?l ?l' |- ?l = ?l' => revert l' H end;
    induction IH; inversion 1; subst; f_equal; auto.
Qed.

Lemma tys_eqb_eq ts ts' : all2 ty_eqb ts ts' = true → ts = ts'.
Proof. intros H%all2_Forall2. induction H; f_equal; auto using ty_eqb_eq. Qed.

Lemma nats_eqb_eq l l' : all2 Init.Nat.eqb l l' = true → l = l'.
Proof. intros H%all2_Forall2. induction H; f_equal; auto. by apply Nat.eqb_eq. Qed.

Lemma member_elem_of i l : member i l = true → i ∈ l.
Proof.
  unfold member. rewrite existsb_exists. intros (j & Hj & ->%Nat.eqb_eq). by apply elem_of_list_In.
Qed.

Lemma need_true b u : need b = Some u → b = true.
Proof. by destruct b. Qed.

Lemma expect_eq o t u : expect o t = Some u → o = Some t.
Proof. unfold expect. destruct o; [|done]. simpl. intros ?%need_true%ty_eqb_eq. congruence. Qed.

Lemma expect_bytes_eq o u : expect_bytes o = Some u → ∃ t, o = Some t ∧ is_bytes t = true.
Proof. unfold expect_bytes. destruct o; [|done]. simpl. intros ?%need_true. eauto. Qed.

Lemma is_some_eq o : is_some o = true → o = Some ().
Proof. by destruct o as [[]|]. Qed.

Lemma infer_all_Forall2 {A} (f : A → option ty) l ts :
  infer_all f l = Some ts → Forall2 (λ a t, f a = Some t) l ts.
Proof.
  revert ts; induction l as [|a l IH]; intros ts; simpl; [by intros [= <-]|].
  destruct (f a) eqn:?, (infer_all f l) eqn:?; simpl; try done. intros [= <-]. auto.
Qed.

Lemma all_of_Forall {A} (f : A → option ty) t l u :
  all_of f t l = Some u → Forall (λ a, f a = Some t) l.
Proof.
  induction l as [|a l IH]; simpl; [constructor|].
  destruct (expect _ _) eqn:Ha; simpl; [|done]. constructor; eauto using expect_eq.
Qed.

(** Takes apart what was checked. *)
Ltac typing :=
  repeat match goal with
  | H : is_some _ = true |- _ => apply is_some_eq in H
  | H : need _ = Some _ |- _ => apply need_true in H
  | H : expect _ _ = Some _ |- _ => apply expect_eq in H
  | H : expect_bytes _ = Some _ |- _ => apply expect_bytes_eq in H as (? & ? & ?)
  | H : (_ ≫= _) = Some _ |- _ => apply bind_Some in H as (? & ? & H)
  | H : (_ <$> _) = Some _ |- _ => apply fmap_Some in H as (? & ? & H)
  | H : _ && _ = true |- _ => apply andb_true_iff in H as [??]
  | H : ty_eqb _ _ = true |- _ => apply ty_eqb_eq in H
  | H : N.eqb _ _ = true |- _ => apply N.eqb_eq in H
  | H : all2 ty_eqb _ _ = true |- _ => apply tys_eqb_eq in H
  | H : all2 Nat.eqb _ _ = true |- _ => apply nats_eqb_eq in H
  | H : all2 _ _ _ = true |- _ => apply all2_Forall2 in H
  | H : member _ _ = true |- _ => apply member_elem_of in H
  | H : infer_all _ _ = Some _ |- _ => apply infer_all_Forall2 in H
  | H : all_of _ _ _ = Some _ |- _ => apply all_of_Forall in H
  | H : _ ∧ _ |- _ => destruct H
  | x : () |- _ => destruct x
  | x : _ * _ |- _ => destruct x
  | _ => progress simplify_eq/=
  | H : match ?x with _ => _ end = _ |- _ => destruct x eqn:?; try discriminate H; []
  | H : match ?x with _ => _ end = Some _ |- _ => destruct x eqn:?; try discriminate H
  | H : match ?x with _ => _ end = true |- _ => destruct x eqn:?; try discriminate H
  end.
