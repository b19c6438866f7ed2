(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Which labels lead into a statement, and out of it.

    What is proved of control (Controlled.v) needs that labels of ours are nobody
    else's, and each there once. *)
From Coq Require Import String Ascii.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Printed.
From Fairlead.Threads.Unhoist Require Import Tree Lowered Jumps Behaviour Control.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

(** ** What an expression leaves *)

Section here.
  Context (name : nat → token) (framed temporary : nat → bool).
  Lemma here_left t : here (lower name framed temporary t) = left t.
  Proof. induction t; simpl; try done; by f_equal. Qed.
End here.

Lemma copied_app w a b : copied w (a ++ b) = copied w a || copied w b.
Proof. apply existsb_app. Qed.
Lemma copied_grouped w t : copied w (grouped t) = copied w t.
Proof. unfold grouped, copied. simpl. rewrite existsb_app. simpl. by rewrite orb_false_r. Qed.
Lemma copied_truth w t : copied w (truth t) = copied w t.
Proof. unfold truth, copied. simpl. rewrite existsb_app. simpl. by rewrite orb_false_r. Qed.
Lemma gotos_app a b : our_gotos (a ++ b) = our_gotos a ++ our_gotos b.
Proof. apply flat_map_app. Qed.
Lemma gotos_grouped t : our_gotos (grouped t) = our_gotos t.
Proof. unfold grouped. change (our_gotos (t ++ [Own [")"]]) = our_gotos t). by rewrite gotos_app, app_nil_r. Qed.
Lemma gotos_truth t : our_gotos (truth t) = our_gotos t.
Proof. unfold truth. change (our_gotos (t ++ [Own [")"]]) = our_gotos t). by rewrite gotos_app, app_nil_r. Qed.
Lemma count_app w a b : our_count w (a ++ b) = our_count w a + our_count w b.
Proof. unfold our_count. by rewrite map_app, list_sum_app. Qed.
Lemma count_grouped t : our_count "return" (grouped t) = our_count "return" t.
Proof. unfold grouped. change (our_count "return" (t ++ [Own [")"]]) = our_count "return" t). by rewrite count_app. Qed.
Lemma count_truth t : our_count "return" (truth t) = our_count "return" t.
Proof. unfold truth. change (our_count "return" (t ++ [Own [")"]]) = our_count "return" t). by rewrite count_app. Qed.

(** Texts with the same words of each kind. *)
Record same_words (a b : text) : Prop := {
  same_copied w : copied w a = copied w b;
  same_gotos : our_gotos a = our_gotos b;
  same_count : our_count "return" a = our_count "return" b
}.
Lemma same_words_refl t : same_words t t.
Proof. by split. Qed.
Lemma same_words_grouped t : same_words (grouped t) t.
Proof. split; [intros; apply copied_grouped|apply gotos_grouped|apply count_grouped]. Qed.
Lemma same_words_truth t : same_words (truth t) t.
Proof. split; [intros; apply copied_truth|apply gotos_truth|apply count_truth]. Qed.

(** ** What is in a tree *)

Definition named (t : tree) : Prop := all_of misnamed t = [].

Lemma all_nil {A} (a b : list A) : a ++ b = [] → a = [] ∧ b = [].
Proof. apply app_eq_nil. Qed.
Ltac named_parts :=
  unfold named in *; cbn [all_of misnamed] in *;
  repeat match goal with H : _ ++ _ = [] |- _ => apply all_nil in H as [? ?] end.

Lemma copied_left t n : named t → copied n (left t) = true → our_label n = false.
Proof.
  assert (∀ v, copied n (value_of v) = false) as Hv by (by intros [|]).
  induction t; cbn [left]; intros Ht; named_parts; rewrite ?copied_app, ?copied_grouped, ?Hv; try done; auto.
  - intros [?|?]%orb_true_iff; auto.
  - unfold copied. simpl. rewrite orb_false_r. intros (x & Hx & E)%existsb_exists.
    apply String.eqb_eq in E as <-. destruct (our_label x.2) eqn:E; [|done].
    exfalso.
    assert (In x.2 (flat_map (λ x, if our_label x.2 then [x.2] else []) l)) as Hin; [|by rewrite H in Hin].
    apply in_flat_map. exists x. split; [done|]. unfold token in *. rewrite E. by left.
Qed.

(** ** What leads into a statement *)

Fixpoint inside (n : token) (s : lowered) : bool :=
  match s with
  | LText t | LEval t | LSet _ t | LDefine _ (Some t) | LReturn (Some t) => copied n t
  | LCall _ _ p l _ => copied n p || existsb (copied n) l
  | LBlock l => existsb (inside n) l
  | LIf t a b => copied n t || (existsb (inside n) a || existsb (inside n) b)
  | LWhile t l | LSwitch t l => copied n t || existsb (inside n) l
  | LDo l t => existsb (inside n) l || copied n t
  | LFor l m b =>
      existsb (inside n) l || (match m with Some m => String.eqb m n | None => false end || existsb (inside n) b)
  | LLabel m => String.eqb m n
  | _ => false
  end.

Section lowered_induction.
  Context (P : lowered → Prop).
  Context (HT : ∀ s, (∀ l, match s with
                     | LBlock a | LWhile _ a | LDo a _ | LSwitch _ a => l = a
                     | LIf _ a b | LFor a _ b => l = a ∨ l = b
                     | _ => False
                     end → Forall P l) → P s).
  Lemma lowered_induction s : P s.
  Proof using HT.
    revert s. fix IH 1. intros s.
    assert (∀ l, Forall P l → Forall P l) as _ by done.
    apply HT. intros l Hl.
    destruct s; try done; try (destruct Hl as [->| ->] || subst l);
      match goal with |- Forall P ?a => induction a; constructor; [apply IH|assumption] end.
  Qed.
End lowered_induction.

Lemma seq_at (A B : behaviour) n tr x :
  seq A B (At n) tr x → (∃ tr x, A (At n) tr x) ∨ (∃ tr x, B (At n) tr x).
Proof. inversion 1; subst; eauto. Qed.
Lemma found_at (A B : behaviour) n tr x :
  found A B (At n) tr x → (∃ tr x, A (At n) tr x) ∨ (∃ tr x, B (At n) tr x).
Proof. inversion 1; subst; eauto. Qed.
Lemma forever_at (A : behaviour) n tr x : forever A (At n) tr x → ∃ tr x, A (At n) tr x.
Proof. inversion 1; subst; eauto. Qed.
Lemma caught_at (A : behaviour) n tr x : caught A (At n) tr x → ∃ tr x, A (At n) tr x.
Proof. inversion 1; subst; eauto. Qed.
Lemma switched_at (A : behaviour) n tr x : switched A (At n) tr x → ∃ tr x, A (At n) tr x.
Proof. inversion 1; subst; eauto. Qed.
Lemma followed_at m (A : behaviour) n tr x : followed m A (At n) tr x → ∃ tr x, A (At n) tr x.
Proof. inversion 1; subst; eauto. Qed.
Lemma text_at t n tr x : text_does t (At n) tr x → copied n t = true.
Proof. by intros [? _]. Qed.
Lemma texts_at l n tr x : texts_do l (At n) tr x → existsb (copied n) l = true.
Proof.
  revert tr x. induction l as [|t l IH]; intros tr x; [by intros [? _]|]. simpl.
  intros [(? & ? & H)|(? & ? & H)]%seq_at; apply orb_true_iff; [left; by eapply text_at|right; by eapply IH].
Qed.

Lemma cases_case t e : e ∈ cases t → is_case e.
Proof.
  unfold cases.
  intros ([l|l|v] & _ & Hf)%elem_of_list_In%in_flat_map; [|by case_match; try done; destruct Hf as [<-|]|done].
  apply in_flat_map in Hf as (x & _ & Hx). by case_match; try done; destruct Hx as [<-|].
Qed.

Lemma execs_at follow l n :
  Forall (λ s, ∀ tr x, exec follow s (At n) tr x → inside n s = true) l →
  ∀ tr x, execs follow l (At n) tr x → existsb (inside n) l = true.
Proof.
  induction 1 as [|s l Hs _ IH]; intros tr x; [by intros [? _]|]. simpl.
  intros [(? & ? & H)|(? & ? & H)]%seq_at; apply orb_true_iff; [left; by eapply Hs|right; by eapply IH].
Qed.
Lemma exec_at s n tr x : exec followed s (At n) tr x → inside n s = true.
Proof.
  revert tr x. induction s as [s IH] using lowered_induction. intros tr x.
  assert (∀ l tr x, match s with
                     | LBlock a | LWhile _ a | LDo a _ | LSwitch _ a => l = a
                     | LIf _ a b | LFor a _ b => l = a ∨ l = b
                     | _ => False
                     end → execs followed l (At n) tr x → existsb (inside n) l = true) as Hl.
  { intros l tr' x' Hl. apply execs_at. eapply Forall_impl; [by apply IH|]. done. }
  clear IH. unfold execs in Hl.
  destruct s as [| | | |? [t|]| | | | | |? [m|] ?| | | | | | |[t|]]; simpl; intros H; rewrite ?orb_true_iff;
    repeat match goal with
    | H : (∃ _, _) |- _ => destruct H as [? H]
    | H : skip _ _ _ |- _ => by destruct H
    | H : leaves_by _ _ _ _ |- _ => by destruct H
    | H : act _ _ _ _ |- _ => by destruct H
    | H : label _ _ _ _ |- _ => destruct H as [[?|[= ->]] _]; [done|rewrite String.eqb_refl; by auto]
    | H : case_label _ _ _ _ |- _ => destruct H as [[?|[]%cases_case] _]; done
    | H : text_does _ _ _ _ |- _ => apply text_at in H
    | H : texts_do _ _ _ _ |- _ => apply texts_at in H
    | H : seq _ _ _ _ _ |- _ => apply seq_at in H as [H|H]
    | H : found _ _ _ _ _ |- _ => apply found_at in H as [H|H]
    | H : forever _ _ _ _ |- _ => apply forever_at in H
    | H : caught _ _ _ _ |- _ => apply caught_at in H
    | H : switched _ _ _ _ |- _ => apply switched_at in H
    | H : followed _ _ _ _ _ |- _ => apply followed_at in H
    end; eauto 6.
Qed.
