(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What is accepted was the source.

    Nothing is lost: each token of a text of the source is in the statements once. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Printed.
From Fairlead.Threads.Unhoist Require Import Tree Lowered Kinds Unhoisted.

Lemma places_app a b : text_places (a ++ b) = text_places a ++ text_places b.
Proof. unfold text_places. by rewrite flat_map_app. Qed.
Lemma places_grouped t : text_places (grouped t) = text_places t.
Proof. unfold grouped. simpl. rewrite places_app. simpl. by rewrite app_nil_r. Qed.
Lemma places_truth t : text_places (truth t) = text_places t.
Proof. unfold truth. simpl. rewrite places_app. simpl. by rewrite app_nil_r. Qed.
Lemma no_tokens_places t : no_tokens t = true → text_places t = [].
Proof.
  induction t as [|f t IH]; [done|]. unfold no_tokens. simpl. intros [Hf Ht]%andb_true_iff.
  unfold text_places in *. simpl. rewrite IH by done. destruct f as [[|]| |]; done.
Qed.

Lemma no_list_good m : no_list m = true → good m = true.
Proof. unfold no_list. by destruct (passed_texts m). Qed.
Lemma is_list_good m : is_list m = true → good m = true.
Proof. by intros [? _]%andb_true_iff. Qed.
Lemma evaluated_good temporary m : evaluated temporary m = true → good m = true.
Proof. unfold evaluated. intros [? _]%andb_true_iff. by apply no_list_good. Qed.
Lemma statement_good m : statement m = true → good m = true.
Proof. unfold statement. intros [? _]%andb_true_iff. by apply no_list_good. Qed.

(** Places of the tokens of its texts. *)
Fixpoint slices (t : tree) : list nat :=
  match t with
  | SSame l => map fst l
  | SThen a b | SPair a b | SArgument a b => slices a ++ slices b
  | SCalled _ f c l _ => match f with Some _ => [] | None => slices c end ++ slices l
  | SApart _ e | SEffect e | STest e | SReturn e | SLast _ e | SInitialized _ _ _ e | SGrouped e | SParens e
  | SCast _ e | SEnded e | SQuiet e | SBraces e | SInner _ e | SReturnVoid e | SPlain e | SCase e | SPrototype e =>
      slices e
  | SAnd _ a b | SOr _ a b | SElvis _ _ a b | SAndOnly a b | SOrOnly a b | SIf a b | SWhile a b | SSwitch a b
  | SDo _ a b => slices a ++ slices b
  | SChoice _ c a b | SChosen c a b | SElse c a b => slices c ++ slices a ++ slices b
  | SFor _ i c n s => slices i ++ slices c ++ slices n ++ slices s
  | _ => []
  end.

(** The same of statements. *)
Fixpoint there (s : lowered) : list nat :=
  let all := fix all l := match l with [] => [] | s :: l => there s ++ all l end in
  match s with
  | LText t | LEval t | LSet _ t | LDefine _ (Some t) | LCase t | LReturn (Some t) => text_places t
  | LCall _ _ p l _ => text_places p ++ flat_map text_places l
  | LBlock l => all l
  | LIf t a b => text_places t ++ all a ++ all b
  | LWhile t l | LSwitch t l => text_places t ++ all l
  | LDo l t => all l ++ text_places t
  | LFor a _ b => all a ++ all b
  | _ => []
  end.
Definition all_there (l : list lowered) : list nat :=
  (fix all l := match l with [] => [] | s :: l => there s ++ all l end) l.
Lemma all_there_app a b : all_there (a ++ b) = all_there a ++ all_there b.
Proof. induction a as [|s a IH]; simpl; [done|]. fold (all_there (a ++ b)) (all_there a). by rewrite IH, app_assoc. Qed.
Lemma all_there_cons s l : all_there (s :: l) = there s ++ all_there l.
Proof. done. Qed.

Lemma there_block l : there (LBlock l) = all_there l.
Proof. done. Qed.
Lemma there_if t a b : there (LIf t a b) = text_places t ++ all_there a ++ all_there b.
Proof. done. Qed.
Lemma there_while t l : there (LWhile t l) = text_places t ++ all_there l.
Proof. done. Qed.
Lemma there_switch t l : there (LSwitch t l) = text_places t ++ all_there l.
Proof. done. Qed.
Lemma there_do l t : there (LDo l t) = all_there l ++ text_places t.
Proof. done. Qed.
Lemma there_for a n b : there (LFor a n b) = all_there a ++ all_there b.
Proof. done. Qed.
Lemma there_leave t : there (leave t) = text_places t.
Proof. cbn. by rewrite app_nil_r. Qed.
Lemma there_set v t : there (LSet v t) = text_places t.
Proof. done. Qed.
Lemma there_call k f p l i : there (LCall k f p l i) = text_places p ++ flat_map text_places l.
Proof. done. Qed.

Lemma count_same (a b : list nat) x : a ≡ₚ b → count_occ Nat.eq_dec a x = count_occ Nat.eq_dec b x.
Proof. intros H. by apply (Permutation_count_occ Nat.eq_dec). Qed.

Section sound.
  Context (spelled name : nat → token) (framed temporary : nat → bool).
  Notation lower := (lower name framed temporary).

  Ltac goods :=
    cbn [Lowered.lower before here passed_texts good only_text statements] in *;
    repeat match goal with H : _ && _ = true |- _ => apply andb_true_iff in H as [? ?] end.

  Definition texts (m : made) : list nat := text_places (here m) ++ flat_map text_places (passed_texts m).

  Lemma no_list_texts m : no_list m = true → texts m = text_places (here m).
  Proof. unfold no_list, texts. destruct (passed_texts m); [|done]. by rewrite app_nil_r. Qed.
  Lemma is_list_texts m : is_list m = true → texts m = flat_map text_places (passed_texts m).
  Proof. intros [_ Hh]%andb_true_iff. unfold texts. by destruct (here m). Qed.
  Lemma evaluated_texts m : evaluated temporary m = true → texts m = text_places (here m).
  Proof. intros [? _]%andb_true_iff. by apply no_list_texts. Qed.
  Lemma statement_texts m : statement m = true → texts m = [] ∧ text_places (here m) = [].
  Proof.
    intros [? Hh]%andb_true_iff. rewrite no_list_texts by done. by destruct (here m).
  Qed.

  Ltac counted :=
    repeat match goal with
    | IH : good ?m = true → _, H : evaluated _ ?m = true |- _ =>
        let H' := fresh in pose proof (IH (evaluated_good _ _ H)) as H'; rewrite (evaluated_texts m H) in H'; clear IH
    | IH : good ?m = true → _, H : statement ?m = true |- _ =>
        let H' := fresh in let Ht := fresh in let Hh := fresh in
        pose proof (IH (statement_good _ H)) as H'; destruct (statement_texts m H) as [Ht Hh];
        rewrite Ht in H'; clear IH
    | IH : good ?m = true → _, H : no_list ?m = true |- _ =>
        let H' := fresh in pose proof (IH (no_list_good _ H)) as H'; rewrite (no_list_texts m H) in H'; clear IH
    | IH : good ?m = true → _, H : is_list ?m = true |- _ =>
        let H' := fresh in pose proof (IH (is_list_good _ H)) as H'; rewrite (is_list_texts m H) in H'; clear IH
    | IH : good ?m = true → _, H : good ?m = true |- _ => specialize (IH H)
    end;
    apply (Permutation_count_occ Nat.eq_dec); intros x;
    repeat match goal with
    | H : Permutation _ _ |- _ => apply count_same with (x := x) in H
    end.

  Lemma lower_there t : good (lower t) = true → all_there (before (lower t)) ++ texts (lower t) ≡ₚ slices t.
  Proof.
    induction t; intros Hg; cbn [slices]; goods; counted; unfold texts, initialized in *;
      cbn [before here passed_texts only_text statements flat_map] in *;
      repeat match goal with
      | H : (none_before ?l) = true |- _ => destruct l; [|discriminate H]; clear H
      | H : no_tokens _ = true |- _ => apply no_tokens_places in H
      | |- context [match before ?m with _ => _ end] => destruct (before m) eqn:?
      | |- context [if framed ?v then _ else _] => destruct (framed v)
      | |- context [text_places (value_of ?t)] =>
          replace (text_places (value_of t)) with (@nil nat) by (by destruct t)
      end;
      repeat first
        [ rewrite all_there_app in * | rewrite all_there_cons in * | rewrite places_app in *
        | rewrite count_occ_app in * | rewrite places_grouped in * | rewrite places_truth in *
        | rewrite there_leave | rewrite there_block | rewrite there_if | rewrite there_while | rewrite there_switch
        | rewrite there_do | rewrite there_for | rewrite there_set | rewrite there_call
        | rewrite app_nil_r in * ];
      repeat match goal with H : text_places _ = [] |- _ => rewrite H in *; clear H end;
      simpl in *; try lia.
    - rewrite app_nil_r. lia.
    - destruct f as [f|]; [destruct t1; try done; simpl in *; lia|].
      specialize (IHt1 (evaluated_good _ _ H)). fold (texts (lower t1)) in IHt1. rewrite (evaluated_texts _ H) in IHt1.
      apply count_same with (x := x) in IHt1. rewrite count_occ_app in IHt1. lia.
    - rewrite places_app. simpl. rewrite app_nil_r in *. lia.
  Qed.
End sound.

(** What the check accepts. *)
Theorem unhoisted_sound spelled name framed temporary first source t units :
  unhoisted spelled name framed temporary first source t units = None →
  let l := written spelled t [] in
  (length l = length source ∧ ∀ k p x, l !! k = Some p → source !! k = Some x → is_token (first + k) p x) ∧
  all_there (seen_all units) ≡ₚ slices t ∧
  statement (lower name framed temporary t) = true ∧ statement_kind t = true.
Proof.
  unfold unhoisted. destruct (misplaced _ _ _) eqn:Em; [done|]. destruct (list_same _ _ _) eqn:Es; [|done].
  destruct (statement _ && _) eqn:Eg; [|done]. intros _. apply andb_true_iff in Eg as [Eg [Hk _]%andb_true_iff].
  apply list_same_eq in Es; [|intros ???; apply same_eq]. split_and!; [..|done|done].
  - exact (proj1 (misplaced_sound _ _ _ Em)).
  - exact (proj2 (misplaced_sound _ _ _ Em)).
  - rewrite <-Es, <-(lower_there name framed temporary t) by (by eapply statement_good).
    destruct (statement_texts _ Eg) as [-> _]. by rewrite app_nil_r.
Qed.
