(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Laws of behaviours.

    [P]: of which ways in they are. *)
From Coq Require Import String.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code.
From Fairlead.Threads.Unhoist Require Import Behaviour.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

Section laws.
  Context (P : entry → Prop) (P_top : P Top) (P_case : ∀ c, is_case c → P c).

  Definition alike (A B : behaviour) : Prop := ∀ e, P e → ∀ tr x, A e tr x ↔ B e tr x.

  Lemma alike_refl A : alike A A.
  Proof using. done. Qed.
  Lemma alike_sym A B : alike A B → alike B A.
  Proof using. intros H e He tr x. symmetry. by apply H. Qed.
  Lemma alike_trans A B C : alike A B → alike B C → alike A C.
  Proof using. intros H H' e He tr x. by rewrite (H e He), (H' e He). Qed.

  Lemma seq_alike A A' B B' : alike A A' → alike B B' → alike (seq A B) (seq A' B').
  Proof using P_top.
    assert (∀ A A' B B', alike A A' → alike B B' → ∀ e, P e → ∀ tr x, seq A B e tr x → seq A' B' e tr x) as H.
    { intros C C' D D' HC HD e He tr x H. revert He. destruct H; intros He.
      - apply seq_away; [by apply HC|done].
      - apply seq_both; [by apply HC|by apply HD].
      - apply seq_inside; [by apply HD|done]. }
    intros HA HB e He tr x. split; apply H; try done; by apply alike_sym.
  Qed.
  Lemma found_alike A A' B B' : alike A A' → alike B B' → alike (found A B) (found A' B').
  Proof using P_top.
    assert (∀ A A' B B', alike A A' → alike B B' → ∀ e, P e → ∀ tr x, found A B e tr x → found A' B' e tr x) as H.
    { intros C C' D D' HC HD e He tr x H. revert He. destruct H; intros He; [constructor..| | | |].
      - apply found_true. by apply HC.
      - apply found_false. by apply HD.
      - apply found_inside_true; [by apply HC|done].
      - apply found_inside_false; [by apply HD|done]. }
    intros HA HB e He tr x. split; apply H; try done; by apply alike_sym.
  Qed.
  Lemma forever_alike A A' : alike A A' → alike (forever A) (forever A').
  Proof using P_top.
    assert (∀ A A', alike A A' → ∀ e tr x, forever A e tr x → P e → forever A' e tr x) as H.
    { intros C C' HC e tr x H. induction H as [e t1 y t2 x H Hy _ IH| |]; intros He.
      - eapply forever_round; [by apply HC|done|by apply IH].
      - apply forever_broken. by apply HC.
      - apply forever_left; [by apply HC|done]. }
    intros HA e He tr x. split; intros Hf; (eapply H; [|done|done]); [done|by apply alike_sym].
  Qed.
  Lemma switched_alike A A' : alike A A' → alike (switched A) (switched A').
  Proof using P_case.
    assert (∀ A A', alike A A' → ∀ e tr x, switched A e tr x → P e → switched A' e tr x) as H.
    { intros C C' HC e tr x H. destruct H as [| | |c tr y x H Hc Hx|e tr y x H Ho Hx]; intros He; [constructor..| |].
      - eapply switched_case; [apply HC; [by apply P_case|done]|done|done].
      - eapply switched_inside; [by apply HC|done|done]. }
    intros HA e He tr x. split; intros Hf; (eapply H; [|done|done]); [done|by apply alike_sym].
  Qed.
  Lemma caught_alike A A' : alike A A' → alike (caught A) (caught A').
  Proof using.
    intros HA e He tr x. split; intros H; destruct H.
    - apply caught_continued. by apply HA.
    - apply caught_other; [by apply HA|done].
    - apply caught_continued. by apply HA.
    - apply caught_other; [by apply HA|done].
  Qed.

  Lemma seq_skip_left A : alike (seq skip A) A.
  Proof using.
    intros e He tr x. split.
    - destruct 1 as [e tr x (-> & -> & ->)|e t1 t2 x (-> & -> & _)|]; done.
    - intros H. destruct (decide (e = Top)) as [->|Hne].
      + change tr with ([] ++ tr). by apply seq_both.
      + by apply seq_inside.
  Qed.
  Lemma seq_skip_right A : alike (seq A skip) A.
  Proof using.
    intros e He tr x. split.
    - destruct 1 as [|e t1 t2 x H (_ & -> & ->)|e tr x (-> & _)]; [done|by rewrite app_nil_r|done].
    - intros H. destruct (decide (x = Fell)) as [->|Hx]; [|by apply seq_away].
      rewrite <-(app_nil_r tr). by apply seq_both.
  Qed.
  Lemma seq_assoc A B C : alike (seq (seq A B) C) (seq A (seq B C)).
  Proof using.
    intros e He tr x. split.
    - destruct 1 as [e tr x H Hx|e t1 t2 x H HC|e tr x H Hx].
      + inversion H; subst.
        * by apply seq_away.
        * apply seq_both; [done|]. by apply seq_away.
        * apply seq_inside; [|done]. by apply seq_away.
      + inversion H; subst; [done| |].
        * rewrite <-app_assoc. apply seq_both; [done|]. by apply seq_both.
        * apply seq_inside; [|done]. by apply seq_both.
      + apply seq_inside; [|done]. by apply seq_inside.
    - destruct 1 as [e tr x H Hx|e t1 t2 x HA H|e tr x H Hx].
      + apply seq_away; [|done]. by apply seq_away.
      + inversion H; subst; [apply seq_away; [by apply seq_both|done]| |done].
        rewrite app_assoc. apply seq_both; [by apply seq_both|done].
      + inversion H; subst.
        * apply seq_away; [by apply seq_inside|done].
        * apply seq_both; [by apply seq_inside|done].
        * by apply seq_inside.
  Qed.

  (** The test of a loop, and what is behind it. *)
  Lemma found_behind A y : y ≠ Fell → alike (seq (found skip (leaves_by y)) A) (found A (leaves_by y)).
  Proof using.
    intros Hy e He tr x. split.
    - destruct 1 as [e tr x H Hx|e t1 t2 x H HA|e tr x H Hx].
      + inversion H as [|b|? ? (_ & -> & ->)|? ? (_ & -> & ->)|? ? ? (-> & _)|? ? ? (-> & _)]; subst; try done;
          by constructor.
      + inversion H as [|b|? ? (_ & -> & _)|? ? (_ & -> & <-)|? ? ? (-> & _)|? ? ? (-> & _)]; subst; try done.
        by apply found_true.
      + by apply found_inside_true.
    - destruct 1 as [|b|tr x H|tr x (_ & -> & ->)|e tr x H Hx|e tr x (-> & _)]; [..|done].
      + apply seq_away; [constructor|done].
      + apply seq_away; [constructor|done].
      + change (Found true :: tr) with ([Found true] ++ tr). apply seq_both; [by apply found_true|done].
      + apply seq_away; [by apply found_false|done].
      + by apply seq_inside.
  Qed.
  Lemma caught_behind A B : (∀ e tr, ¬ A e tr Continued) → alike (seq A (caught B)) (caught (seq A B)).
  Proof using.
    intros HA e He tr x. split.
    - destruct 1 as [e tr x H Hx|e t1 t2 x H HB|e tr x HB Hx].
      + apply caught_other; [by apply seq_away|]. intros ->. by apply HA in H.
      + inversion HB; subst; [by apply caught_continued, seq_both|]. apply caught_other; [by apply seq_both|done].
      + inversion HB; subst; [by apply caught_continued, seq_inside|]. apply caught_other; [by apply seq_inside|done].
    - destruct 1 as [e tr H|e tr x H Hc]; inversion H; subst.
      + by apply HA in H0.
      + apply seq_both; [done|]. by apply caught_continued.
      + apply seq_inside; [|done]. by apply caught_continued.
      + by apply seq_away.
      + apply seq_both; [done|]. by apply caught_other.
      + apply seq_inside; [|done]. by apply caught_other.
  Qed.

  (** ** A [continue] that is a [goto] to what is behind the body *)

  Definition renamed (f : exit → exit) (A : behaviour) : behaviour := λ e tr x, ∃ y, A e tr y ∧ x = f y.
  Definition steady (f : exit → exit) : Prop := ∀ x, x ≠ Continued → f x = x.
  Definition apart (f : exit → exit) : Prop := f Continued ≠ Fell ∧ f Continued ≠ Broke.

  Lemma renamed_same f A : steady f → (∀ e tr, ¬ A e tr Continued) → alike (renamed f A) A.
  Proof using.
    intros Hf HA e He tr x. split.
    - intros (y & H & ->). rewrite Hf; [done|]. intros ->. by apply HA in H.
    - intros H. exists x. split; [done|]. rewrite Hf; [done|]. intros ->. by apply HA in H.
  Qed.
  Lemma renamed_fell f y : steady f → apart f → f y = Fell → y = Fell.
  Proof using. intros Hf [Ha _] H. destruct y; try (by rewrite Hf in H). Qed.
  Lemma renamed_broke f y : steady f → apart f → f y = Broke → y = Broke.
  Proof using. intros Hf [_ Ha] H. destruct y; try (by rewrite Hf in H). Qed.

  Lemma renamed_seq f A B : steady f → apart f → alike (seq (renamed f A) (renamed f B)) (renamed f (seq A B)).
  Proof using.
    intros Hf Ha e He tr x. split.
    - destruct 1 as [e tr x (y & H & ->) Hx|e t1 t2 x (y & H & Hy) (z & HB & ->)|e tr x (y & H & ->) Hx].
      + exists y. split; [|done]. apply seq_away; [done|]. intros ->. apply Hx. by rewrite Hf.
      + symmetry in Hy. apply renamed_fell in Hy as ->; [|done..]. exists z. split; [by apply seq_both|done].
      + exists y. split; [by apply seq_inside|done].
    - intros (y & H & ->). destruct H as [e tr y H Hy|e t1 t2 y H HB|e tr y H Hx].
      + apply seq_away; [by exists y|]. intros E. apply Hy. by eapply renamed_fell.
      + apply seq_both; [|by exists y]. exists Fell. by rewrite Hf.
      + apply seq_inside; [by exists y|done].
  Qed.
  Lemma renamed_found f A B : steady f → alike (found (renamed f A) (renamed f B)) (renamed f (found A B)).
  Proof using.
    intros Hf e He tr x. split.
    - destruct 1 as [|b|tr x (y & H & ->)|tr x (y & H & ->)|e tr x (y & H & ->) Hx|e tr x (y & H & ->) Hx].
      + exists Cut. rewrite Hf by done. split; [constructor|done].
      + exists Cut. rewrite Hf by done. split; [constructor|done].
      + exists y. split; [by constructor|done].
      + exists y. split; [by constructor|done].
      + exists y. split; [by apply found_inside_true|done].
      + exists y. split; [by apply found_inside_false|done].
    - intros (y & H & ->). destruct H.
      + rewrite Hf by done. constructor.
      + rewrite Hf by done. constructor.
      + apply found_true. by eexists.
      + apply found_false. by eexists.
      + apply found_inside_true; [by eexists|done].
      + apply found_inside_false; [by eexists|done].
  Qed.
  Lemma renamed_switched f A : steady f → apart f → alike (switched (renamed f A)) (renamed f (switched A)).
  Proof using.
    intros Hf Ha e He tr x. split.
    - destruct 1 as [|c| |c tr z x (y & H & ->) Hc Hx|e tr z x (y & H & ->) Ho Hx].
      + exists Cut. rewrite Hf by done. split; [constructor|done].
      + exists Cut. rewrite Hf by done. split; [constructor|done].
      + exists Fell. rewrite Hf by done. split; [constructor|done].
      + inversion Hx as [E|? Hne]; subst.
        * symmetry in E. apply renamed_broke in E as ->; [|done..]. exists Fell. rewrite Hf by done.
          split; [|done]. eapply switched_case; [done..|constructor].
        * exists y. split; [|done]. eapply switched_case; [done..|]. constructor. intros ->. apply Hne. by rewrite Hf.
      + inversion Hx as [E|? Hne]; subst.
        * symmetry in E. apply renamed_broke in E as ->; [|done..]. exists Fell. rewrite Hf by done.
          split; [|done]. eapply switched_inside; [done..|constructor].
        * exists y. split; [|done]. eapply switched_inside; [done..|]. constructor. intros ->. apply Hne.
          by rewrite Hf.
    - intros (y & H & ->). destruct H as [|c| |c tr z x H Hc Hx|e tr z x H Ho Hx].
      + rewrite Hf by done. constructor.
      + rewrite Hf by done. constructor.
      + rewrite Hf by done. constructor.
      + eapply switched_case; [by exists z|done|]. destruct Hx as [|x Hx].
        * rewrite !Hf by done. constructor.
        * constructor. intros E. apply Hx. by eapply renamed_broke.
      + eapply switched_inside; [by exists z|done|]. destruct Hx as [|x Hx].
        * rewrite !Hf by done. constructor.
        * constructor. intros E. apply Hx. by eapply renamed_broke.
  Qed.
  Lemma forever_not_continued A e tr : ¬ forever A e tr Continued.
  Proof using.
    intros H. remember Continued as x eqn:E. induction H as [| |e tr x _ [->|[->|[n ->]]]]; [auto|done..].
  Qed.

  Definition on_to (n : token) (x : exit) : exit := match x with Continued => Went n | _ => x end.

  Lemma followed_latch n A A0 B :
    (∀ e, P e → e ≠ At n) → alike A (renamed (on_to n) A0) →
    (∀ tr x, ¬ A (At n) tr x) → (∀ tr x, ¬ B (At n) tr x) →
    (∀ e tr, P e → ¬ A0 e tr (Went n)) → (∀ e tr, P e → ¬ B e tr (Went n)) →
    alike (followed n (seq A (seq (label n) B))) (seq (caught A0) B).
  Proof using P_top.
    intros HP HA HAn HBn HA0 HB.
    assert (∀ tr x, followed n (seq A (seq (label n) B)) (At n) tr x ↔ B Top tr x) as Hat.
    { assert (∀ tr x, seq A (seq (label n) B) (At n) tr x ↔ B Top tr x) as Hat.
      { intros tr x. split.
        - inversion 1; subst; [by edestruct HAn|by edestruct HAn|].
          match goal with H : seq (label n) B _ _ _ |- _ => inversion H; subst end.
          + match goal with H : label _ _ _ _ |- _ => by destruct H as (_ & _ & ->) end.
          + match goal with H : label _ _ _ _ |- _ => by destruct H as (_ & -> & _) end.
          + by edestruct HBn.
        - intros H. apply seq_inside; [|done]. change tr with ([] ++ tr). apply seq_both; [|done].
          split; [by right|done]. }
      intros tr x. split.
      - inversion 1; subst; [|by apply Hat].
        match goal with H : seq A _ _ _ (Went n) |- _ => apply Hat, HB in H end; done.
      - intros H. apply followed_other; [by apply Hat|]. intros ->. by apply HB in H. }
    intros e He tr x. split.
    - destruct 1 as [e t1 t2 x H Hf|e tr x H Hx].
      + apply Hat in Hf. inversion H as [? ? ? HAw _|? s1 s2 ? HAf HBw|? ? ? HBw Hne]; subst.
        * apply HA in HAw as (y & Hy & E); [|done]. apply seq_both; [|done].
          destruct y; try done; [by apply caught_continued|]. injection E as <-. by apply HA0 in Hy.
        * exfalso. inversion HBw as [? ? ? Hl|? ? ? ? Hl HB'|]; subst; [by destruct Hl as (_ & _ & ?)| |done].
          by apply HB in HB'.
        * exfalso. inversion HBw as [? ? ? Hl|? ? ? ? Hl HB'|? ? ? HB']; subst; [by destruct Hl as (_ & _ & ?)|..].
          { destruct Hl as [[->| ->] _]; [done|]. by apply HP in He. }
          by apply HB in HB'.
      + inversion H as [? ? ? HAw Hw|? s1 s2 ? HAf HBw|? ? ? HBw Hne]; subst.
        * apply HA in HAw as (y & Hy & ->); [|done]. apply seq_away; [|done].
          destruct y; try done; by apply caught_other.
        * apply HA in HAf as (y & Hy & E); [|done]. apply seq_both; [by destruct y; try done; apply caught_other|].
          inversion HBw as [? ? ? Hl|? ? ? ? Hl HB'|]; subst; [by destruct Hl as (_ & _ & ?)| |done].
          by destruct Hl as (_ & -> & _).
        * inversion HBw as [? ? ? Hl|? ? ? ? Hl HB'|? ? ? HB']; subst; [by destruct Hl as (_ & _ & ?)|..].
          { destruct Hl as [[->| ->] _]; [done|]. by apply HP in He. }
          by apply seq_inside.
    - destruct 1 as [e tr x H Hx|e t1 t2 x H HB'|e tr x HB' Hne].
      + destruct H as [|e tr x H Hc]; [done|]. apply followed_other.
        * apply seq_away; [|done]. apply HA; [done|]. exists x. split; [done|]. by destruct x.
        * intros ->. by apply HA0 in H.
      + inversion H; subst.
        * apply followed_goto; [|by apply Hat]. apply seq_away; [|done]. apply HA; [done|]. by exists Continued.
        * apply followed_other; [|intros ->; by apply HB in HB'].
          apply seq_both; [apply HA; [done|]; by exists Fell|]. change t2 with ([] ++ t2). apply seq_both; [|done].
          split; [by left|done].
      + apply followed_other; [|intros ->; by apply HB in HB']. apply seq_inside; [|done]. by apply seq_inside.
  Qed.
End laws.
