(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * In which order C evaluates.

    [sequenced] has the orders in which C may evaluate an expression that was taken
    apart: operands and arguments in any order, each of their calls between any of
    the others; but what is left of [&&], [||], [?] and [,] before the rest, the rest
    only if it is to be evaluated, and arguments before the call. [runs] is what
    statements do. What lowering makes runs in an order of C's. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Printed.
From Fairlead.Threads.Unhoist Require Import Tree Lowered.

(** Tokens of a text that are evaluated; a call, by its number; a condition that was found true or false; a block of a
    statement expression, as a whole. *)
Inductive event := Slice (l : list nat) | Call (k : nat) | Found (b : bool) | Block (l : list lowered).
Notation trace := (list event).

Definition slice_of (l : list nat) : trace := match l with [] => [] | _ => [Slice l] end.
Definition slice (t : text) : trace := slice_of (text_places t).

(** Events of both, those of each in their order. *)
Inductive shuffle : trace → trace → trace → Prop :=
| shuffle_nil : shuffle [] [] []
| shuffle_left x a b c : shuffle a b c → shuffle (x :: a) b (x :: c)
| shuffle_right x a b c : shuffle a b c → shuffle a (x :: b) (x :: c).

Lemma shuffle_app a b : shuffle a b (a ++ b).
Proof.
  induction a as [|x a IH]; simpl; [|by constructor]. induction b as [|y b IH]; by constructor.
Qed.
Lemma shuffle_apps a b c a' b' c' : shuffle a b c → shuffle a' b' c' → shuffle (a ++ a') (b ++ b') (c ++ c').
Proof. intros H H'. induction H; simpl; [done|by constructor..]. Qed.

(** ** What lowered statements do *)

Inductive runs : list lowered → trace → Prop :=
| runs_nil : runs [] []
| runs_cons s l a b : runs_one s a → runs l b → runs (s :: l) (a ++ b)
with runs_one : lowered → trace → Prop :=
| runs_set v t : runs_one (LSet v t) (slice t)
| runs_eval t : runs_one (LEval t) (slice t)
| runs_call k f p l into : runs_one (LCall k f p l into) (slice p ++ flat_map slice l ++ [Call k])
| runs_then t a b tr : runs a tr → runs_one (LIf t a b) (slice t ++ Found true :: tr)
| runs_else t a b tr : runs b tr → runs_one (LIf t a b) (slice t ++ Found false :: tr)
| runs_block l : runs_one (LBlock l) [Block l].

Lemma runs_app l m tr : runs (l ++ m) tr ↔ ∃ a b, tr = a ++ b ∧ runs l a ∧ runs m b.
Proof.
  revert tr. induction l as [|s l IH]; intros tr; simpl.
  - split; [intros H; by exists [], tr; repeat constructor|]. intros (a & b & -> & Ha & Hb). by inversion Ha; subst.
  - split.
    + inversion 1 as [|? ? a b Ha Hb]; subst. apply IH in Hb as (b1 & b2 & -> & H1 & H2).
      exists (a ++ b1), b2. rewrite app_assoc. repeat constructor; done.
    + intros (a & b & -> & Ha & Hb). inversion Ha as [|? ? a1 a2 H1 H2]; subst. rewrite <-app_assoc.
      constructor; [done|]. apply IH. by exists a2, b.
Qed.
Lemma runs_single s tr : runs [s] tr ↔ runs_one s tr.
Proof.
  split; [|intros H; rewrite <-(app_nil_r tr); repeat constructor; done].
  inversion 1 as [|? ? a b Ha Hb]; subst. inversion Hb; subst. by rewrite app_nil_r.
Qed.

(** ** What C allows *)

Section sequenced.
  Context (name : nat → token) (framed temporary : nat → bool).
  Notation lower := (lower name framed temporary).

  (** Nothing of a text is sequenced before the calls that stood in it. *)
  Definition free (e : tree) (tr : trace) : Prop := tr = [] ∨ ordered temporary (here (lower e)) = true.

  (** [sequenced e tr l]: the calls in the text [e] may do [tr], and [l] of it is left, to be evaluated behind. *)
  Inductive sequenced : tree → trace → list nat → Prop :=
  | C_nil : sequenced SNil [] []
  | C_then a b ta tb tr la lb :
      sequenced a ta la → sequenced b tb lb → shuffle ta tb tr → sequenced (SThen a b) tr (la ++ lb)
  | C_same l : sequenced (SSame l) [] (map fst l)
  | C_stood l : sequenced (SStood l) [] []
  | C_ours l : sequenced (SOurs l) [] []
  | C_named i v : sequenced (SNamed i v) [] []
  | C_where v : sequenced (SWhere v) [] []
  | C_called k c l into tc tl tr :
      whole c tc → arguments_sequenced l tl → shuffle tc tl tr →
      sequenced (SCalled k None c l into) (tr ++ [Call k]) []
  | C_by_name k f c l into tl :
      arguments_sequenced l tl → sequenced (SCalled k (Some f) c l into) (tl ++ [Call k]) []
  | C_apart t e tr : whole e tr → sequenced (SApart t e) tr []
  | C_grouped e tr l : sequenced e tr l → sequenced (SGrouped e) tr l
  | C_pair a b ta tb l : discarded a ta → sequenced b tb l → sequenced (SPair a b) (ta ++ tb) l
  | C_and_true t a b ta tb : whole a ta → whole b tb → sequenced (SAnd t a b) (ta ++ Found true :: tb) []
  | C_and_false t a b ta : whole a ta → sequenced (SAnd t a b) (ta ++ [Found false]) []
  | C_or_true t a b ta : whole a ta → sequenced (SOr t a b) (ta ++ [Found true]) []
  | C_or_false t a b ta tb : whole a ta → whole b tb → sequenced (SOr t a b) (ta ++ Found false :: tb) []
  | C_choice_true t c a b tc ta : whole c tc → whole a ta → sequenced (SChoice t c a b) (tc ++ Found true :: ta) []
  | C_choice_false t c a b tc tb :
      whole c tc → whole b tb → sequenced (SChoice t c a b) (tc ++ Found false :: tb) []
  | C_chosen_true c a b tc ta : whole c tc → discarded a ta → sequenced (SChosen c a b) (tc ++ Found true :: ta) []
  | C_chosen_false c a b tc tb :
      whole c tc → discarded b tb → sequenced (SChosen c a b) (tc ++ Found false :: tb) []
  | C_elvis_true u t c b tc : whole c tc → sequenced (SElvis u t c b) (tc ++ [Found true]) []
  | C_elvis_false u t c b tc tb : whole c tc → whole b tb → sequenced (SElvis u t c b) (tc ++ Found false :: tb) []
  | C_inner t s : sequenced (SInner t s) [Block (before (lower s))] []
  (** All of it. *)
  with whole : tree → trace → Prop :=
  | C_whole e tr l : sequenced e tr l → free e tr → whole e (tr ++ slice_of l)
  with arguments_sequenced : tree → trace → Prop :=
  | C_no_argument : arguments_sequenced SNil []
  | C_argument e l te tl tr :
      whole e te → arguments_sequenced l tl → shuffle te tl tr → arguments_sequenced (SArgument e l) tr
  (** Of which nobody wants the value. *)
  with discarded : tree → trace → Prop :=
  | C_effect e tr : whole e tr → discarded (SEffect e) tr
  | C_quiet e tr : sequenced e tr [] → discarded (SQuiet e) tr
  | C_parens e tr : discarded e tr → discarded (SParens e) tr
  | C_cast l e tr : discarded e tr → discarded (SCast l e) tr
  | C_sequence a b ta tb : discarded a ta → discarded b tb → discarded (SPair a b) (ta ++ tb)
  | C_and_only_true a b ta tb : whole a ta → discarded b tb → discarded (SAndOnly a b) (ta ++ Found true :: tb)
  | C_and_only_false a b ta : whole a ta → discarded (SAndOnly a b) (ta ++ [Found false])
  | C_or_only_true a b ta : whole a ta → discarded (SOrOnly a b) (ta ++ [Found true])
  | C_or_only_false a b ta tb : whole a ta → discarded b tb → discarded (SOrOnly a b) (ta ++ Found false :: tb).

  (** Trees of each of these, by their form. *)
  Fixpoint is_text (e : tree) : bool :=
    match e with
    | SNil | SSame _ | SStood _ | SOurs _ | SNamed _ _ | SWhere _ | SInner _ _ => true
    | SThen a b => is_text a && is_text b
    | SCalled _ f c l _ => match f with Some _ => true | None => is_text c end && are_arguments l
    | SApart _ e | SGrouped e => is_text e
    | SPair a b => is_discarded a && is_text b
    | SAnd _ a b | SOr _ a b | SElvis _ _ a b => is_text a && is_text b
    | SChoice _ c a b => is_text c && is_text a && is_text b
    | SChosen c a b => is_text c && is_discarded a && is_discarded b
    | _ => false
    end
  with are_arguments (e : tree) : bool :=
    match e with SNil => true | SArgument e l => is_text e && are_arguments l | _ => false end
  with is_discarded (e : tree) : bool :=
    match e with
    | SEffect e | SQuiet e => is_text e
    | SParens e | SCast _ e => is_discarded e
    | SPair a b => is_discarded a && is_discarded b
    | SAndOnly a b | SOrOnly a b => is_text a && is_discarded b
    | _ => false
    end.

  Lemma places_app a b : text_places (a ++ b) = text_places a ++ text_places b.
  Proof. unfold text_places. by rewrite flat_map_app. Qed.
  Lemma places_grouped t : text_places (grouped t) = text_places t.
  Proof. unfold grouped. simpl. rewrite places_app. simpl. by rewrite app_nil_r. Qed.
  Lemma places_truth t : text_places (truth t) = text_places t.
  Proof. unfold truth. simpl. rewrite places_app. simpl. by rewrite app_nil_r. Qed.
  Lemma slice_grouped t : slice (grouped t) = slice t.
  Proof. unfold slice. by rewrite places_grouped. Qed.
  Lemma slice_truth t : slice (truth t) = slice t.
  Proof. unfold slice. by rewrite places_truth. Qed.
  Lemma no_tokens_places t : no_tokens t = true → text_places t = [].
  Proof.
    induction t as [|f t IH]; [done|]. unfold no_tokens. simpl. intros [Hf Ht]%andb_true_iff.
    unfold text_places in *. simpl. rewrite IH by done. destruct f as [[|]| |]; done.
  Qed.

  Ltac runs_open :=
    repeat match goal with
    | H : runs (_ ++ _) _ |- _ => apply runs_app in H as (? & ? & -> & ? & ?)
    | H : runs [_] _ |- _ => apply runs_single in H
    | H : runs [] _ |- _ => inversion H; subst; clear H
    | H : runs (_ :: _) _ |- _ => inversion H; subst; clear H
    | H : runs_one (LSet _ _) _ |- _ => inversion H; subst; clear H
    | H : runs_one (LEval _) _ |- _ => inversion H; subst; clear H
    | H : runs_one (LCall _ _ _ _ _) _ |- _ => inversion H; subst; clear H
    | H : runs_one (LIf _ _ _) _ |- _ => inversion H; subst; clear H
    | H : runs_one (LBlock _) _ |- _ => inversion H; subst; clear H
    end.

  Lemma whole_of e tr :
    sequenced e tr (text_places (here (lower e))) → evaluated temporary (lower e) = true →
    runs (before (lower e)) tr → whole e (tr ++ slice (here (lower e))).
  Proof.
    intros H [_ Hg]%andb_true_iff Hr. constructor; [done|]. apply orb_true_iff in Hg as [Hg|Hg]; [left|by right].
    destruct (before (lower e)); [|done]. by inversion Hr.
  Qed.
  Lemma no_list_good m : no_list m = true → good m = true.
  Proof. unfold no_list. by destruct (passed_texts m). Qed.
  Lemma is_list_good m : is_list m = true → good m = true.
  Proof. by intros [? _]%andb_true_iff. Qed.
  Local Hint Resolve no_list_good is_list_good : lists.
  Lemma evaluated_good m : evaluated temporary m = true → good m = true.
  Proof. unfold evaluated. intros [? _]%andb_true_iff. by apply no_list_good. Qed.
  Lemma statement_good m : statement m = true → good m = true.
  Proof. unfold statement. intros [? _]%andb_true_iff. by apply no_list_good. Qed.

  Definition lowered_well (e : tree) : Prop :=
    (is_text e = true → good (lower e) = true → ∀ tr, runs (before (lower e)) tr →
      sequenced e tr (text_places (here (lower e)))) ∧
    (are_arguments e = true → good (lower e) = true → ∀ tr, runs (before (lower e)) tr →
      arguments_sequenced e (tr ++ flat_map slice (passed_texts (lower e)))) ∧
    (is_discarded e = true → good (lower e) = true → ∀ tr, runs (before (lower e)) tr → discarded e tr).

  Lemma text_whole e tr :
    lowered_well e → is_text e = true → evaluated temporary (lower e) = true → runs (before (lower e)) tr →
    whole e (tr ++ slice (here (lower e))).
  Proof. intros (H & _ & _) Ht He Hr. apply whole_of; [|done..]. apply H; [done| |done]. by apply evaluated_good. Qed.
  Lemma discarded_runs e tr :
    lowered_well e → is_discarded e = true → statement (lower e) = true → runs (before (lower e)) tr →
    discarded e tr.
  Proof. intros (_ & _ & H) Ht He Hr. apply H; [done| |done]. by apply statement_good. Qed.

  Lemma lower_sequenced e : lowered_well e.
  Proof.
    induction e; (split_and!; [intros Hf Hg tr Hr..]; simpl in Hf; try discriminate; cbn [Lowered.lower] in Hg, Hr |- *;
      cbn [before here passed_texts good only_text statements] in Hg, Hr |- *;
      repeat match goal with H : _ && _ = true |- _ => apply andb_true_iff in H as [? ?] end;
      runs_open).
    all: try (by constructor).
    - rewrite places_app. econstructor; [..|apply shuffle_app].
      + apply IHe1; eauto with lists.
      + apply IHe2; eauto with lists.
    - simpl. rewrite app_nil_r. constructor.
    - assert (text_places (value_of into) = []) as -> by (by destruct into).
      destruct f as [f|].
      + destruct e1; try done. simpl in *. runs_open. simpl. rewrite app_assoc. constructor.
        apply IHe2; eauto with lists.
      + replace (x ++ x1 ++ slice (here (lower e1)) ++ flat_map slice (passed_texts (lower e2)) ++ [Call k])
          with (((x ++ x1) ++ (slice (here (lower e1)) ++ flat_map slice (passed_texts (lower e2)))) ++ [Call k])
          by (by rewrite <-!app_assoc).
        econstructor; [by apply text_whole|apply IHe2; eauto with lists|]. apply shuffle_apps; apply shuffle_app.
    - simpl. econstructor; [by apply text_whole|apply IHe2; eauto with lists|]. apply shuffle_apps; apply shuffle_app.
    - rewrite slice_grouped. simpl. constructor. by apply text_whole.
    - rewrite places_grouped. constructor. apply IHe; eauto with lists.
    - constructor; [by apply discarded_runs|apply IHe2; eauto with lists].
    - constructor; [by apply discarded_runs|apply IHe2; eauto with lists].
    - rewrite slice_truth, (app_assoc x). constructor; by apply text_whole.
    - rewrite (app_assoc x). constructor. by apply text_whole.
    - rewrite (app_assoc x). constructor. by apply text_whole.
    - rewrite slice_truth, (app_assoc x). constructor; by apply text_whole.
    - rewrite (app_assoc x). constructor; by apply text_whole.
    - rewrite (app_assoc x). constructor; by apply text_whole.
    - rewrite (app_assoc x). constructor; [by apply text_whole|by apply discarded_runs].
    - rewrite (app_assoc x). constructor; [by apply text_whole|by apply discarded_runs].
    - rewrite (app_assoc x). simpl. constructor. by apply text_whole.
    - rewrite (app_assoc x). simpl. constructor; by apply text_whole.
    - assert (text_places (value_of t) = []) as -> by (by destruct t). constructor.
    - constructor. by apply text_whole.
    - constructor. rewrite <-(no_tokens_places (here (lower e))) by done. apply IHe; eauto with lists.
    - rewrite (app_assoc x). constructor; [by apply text_whole|by apply discarded_runs].
    - rewrite (app_assoc x). constructor. by apply text_whole.
    - rewrite (app_assoc x). constructor. by apply text_whole.
    - rewrite (app_assoc x). constructor; [by apply text_whole|by apply discarded_runs].
    - constructor. apply IHe; eauto with lists.
    - constructor. by apply discarded_runs.
  Qed.
End sequenced.
