(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Left to right is one of the orders. *)
From Coq Require Import String.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code.
From Fairlead.Threads.Unhoist Require Import Behaviour Laws Orders.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

Lemma turns_none a : turns a [] a.
Proof. induction a; by constructor. Qed.
Lemma turns_app a b : turns a b (a ++ b).
Proof. induction a as [|p a IH]; simpl; [induction b; by constructor|by constructor]. Qed.
Lemma turns_apps a b c a' b' c' : turns a b c → turns a' b' c' → turns (a ++ a') (b ++ b') (c ++ c').
Proof. intros H H'. induction H; simpl; [done|by constructor..]. Qed.

(** Whoever leaves otherwise than at the end has begun. *)
Definition realises (E : pieces) (tr : trace) (x : exit) : Prop := ∃ l, concat l = tr ∧ E l x ∧ (l = [] → x = Fell).
Definition follows (A : behaviour) (E : pieces) : Prop := ∀ tr x, A Top tr x → realises E tr x.

Lemma last_piece (l : list trace) x : (l = [] → x = Fell) → x ≠ Fell → ∃ a p, l = a ++ [p].
Proof. intros Hl Hx. destruct l as [|p a _] using rev_ind; [by destruct Hx; apply Hl|eauto]. Qed.

Lemma follows_at_once A : follows A (at_once A).
Proof. intros tr x H. exists [tr]. split_and!; [apply app_nil_r|by exists tr|done]. Qed.
Lemma follows_nothing : follows skip nothing.
Proof. intros tr x (_ & -> & ->). by exists []. Qed.
Lemma follows_ahead A B E F : follows A E → follows B F → follows (seq A B) (ahead E F).
Proof.
  intros HA HB tr x H. inversion H as [? ? ? H1 Hx|? ? ? ? H1 H2|]; subst; [| |done].
  - apply HA in H1 as (l & Hl & HE & Hn). exists l. split_and!; [done|by apply ahead_away|done].
  - apply HA in H1 as (l & <- & HE & _). apply HB in H2 as (m & <- & HF & Hn).
    exists (l ++ m). split_and!; [apply concat_app|by apply ahead_both|]. intros [_ ?]%app_eq_nil. auto.
Qed.
Lemma follows_decides T A B E F : follows A E → follows B F → follows (seq T (found A B)) (decides T E F).
Proof.
  intros HA HB tr x H. inversion H as [? ? ? HT Hx|? t1 t2 ? HT HF|]; subst; [| |done].
  - exists [tr]. split_and!; [apply app_nil_r| |done]. left. apply ahead_away; [|done]. exists tr.
    split; [done|]. by apply seq_away.
  - inversion HF as [|b|t ? H1|t ? H1| |]; subst; try done.
    + exists [t1 ++ []]. split_and!; [apply app_nil_r| |done]. left. apply ahead_away; [|done]. eexists.
      split; [done|]. apply seq_both; [done|]. split; [done|by left].
    + exists [t1 ++ [Found b]]. split_and!; [apply app_nil_r| |done].
      destruct b; [left|right]; (apply ahead_away; [|done]; eexists; split; [done|]; apply seq_both; [done|];
        split; [done|]; right; split; [done|by right]).
    + apply HA in H1 as (l & <- & HE & Hn). exists ((t1 ++ [Found true]) :: l).
      split_and!; [simpl; by rewrite <-app_assoc| |done]. left. apply (ahead_both _ _ [_]); [|done].
      eexists. split; [done|]. apply seq_both; [done|]. split; [done|]. right. split; [done|by left].
    + apply HB in H1 as (l & <- & HE & Hn). exists ((t1 ++ [Found false]) :: l).
      split_and!; [simpl; by rewrite <-app_assoc| |done]. right. apply (ahead_both _ _ [_]); [|done].
      eexists. split; [done|]. apply seq_both; [done|]. split; [done|]. right. split; [done|by left].
Qed.
Lemma follows_unsequenced A B E F : follows A E → follows B F → follows (seq A B) (unsequenced E F).
Proof.
  intros HA HB tr x H. inversion H as [? ? ? H1 Hx|? ? ? ? H1 H2|]; subst; [| |done].
  - apply HA in H1 as (l & <- & HE & Hn). destruct (last_piece l x) as (a & p & ->); [done..|].
    exists (a ++ [p]). split_and!; [done| |done]. eapply (unsequenced_left _ _ a p []); [done..|by left|].
    apply turns_none.
  - apply HA in H1 as (a & <- & HE & _). apply HB in H2 as (b & <- & HF & Hn).
    exists (a ++ b). split_and!; [apply concat_app| |intros [_ ?]%app_eq_nil; auto].
    destruct (decide (x = Fell)) as [->|Hx]; [eapply unsequenced_both; [done..|apply turns_app]|].
    destruct (last_piece b x) as (b' & p & ->); [done..|]. rewrite app_assoc.
    eapply (unsequenced_right _ _ a b'); [|done|done|apply turns_app]. right. by left.
Qed.

(** ** Texts *)

(** [A] is what is before a text, [E] its pieces. *)
Definition ready (A : behaviour) (free : bool) (E : pieces) : Prop :=
  follows A E ∧ (free = false → E [] Fell ∧ ∀ tr x, A Top tr x → tr = [] ∧ x = Fell).

Lemma ready_fell A free E t :
  ready A free E → A Top t Fell → ∃ a, concat a = t ∧ ∀ (T : pieces) l x, T l x → behind free E T (a ++ l) x.
Proof.
  intros [H Hn] HA. destruct free.
  - apply H in HA as (a & <- & HE & _). exists a. split; [done|]. intros T l x HT. by apply ahead_both.
  - destruct Hn as [HE Hn]; [done|]. apply Hn in HA as [-> _]. by exists [].
Qed.
Lemma ready_away A free E t x :
  ready A free E → A Top t x → x ≠ Fell → ∃ a p, concat (a ++ [p]) = t ∧ ∀ T : pieces, behind free E T (a ++ [p]) x.
Proof.
  intros [H Hn] HA Hx. destruct free.
  - apply H in HA as (l & <- & HE & Hl). destruct (last_piece l x) as (a & p & ->); [done..|]. exists a, p.
    split; [done|]. intros T. by apply ahead_away.
  - destruct Hn as [_ Hn]; [done|]. by apply Hn in HA as [_ ?].
Qed.
Lemma follows_behind A free E T F : ready A free E → follows T F → follows (seq A T) (behind free E F).
Proof.
  intros HA HT tr x H. inversion H as [? ? ? H1 Hx|? ? ? ? H1 H2|]; subst; [| |done].
  - destruct (ready_away _ _ _ _ _ HA H1 Hx) as (a & p & <- & HE). exists (a ++ [p]). split_and!; [done..|].
    by intros [_ ?]%app_eq_nil.
  - destruct (ready_fell _ _ _ _ HA H1) as (a & <- & HE). apply HT in H2 as (l & <- & HF & Hl). exists (a ++ l).
    split_and!; [apply concat_app|auto|]. intros [_ ?]%app_eq_nil. auto.
Qed.

(** ** Arguments

    Hoisting does what is taken out of all of them ([A]), and then their texts ([T]). *)
Definition lined (A T : behaviour) (E : pieces) : Prop := ∀ tr x, A Top tr x →
  (x ≠ Fell ∧ realises E tr x) ∨
  (x = Fell ∧ ∃ b, concat b = tr ∧ so_far E b ∧
     ∀ t y, T Top t y → ∃ c, concat c = t ∧ E (b ++ c) y ∧ (c = [] → y = Fell)).

Lemma lined_nothing : lined skip skip nothing.
Proof.
  intros tr x (_ & -> & ->). right. split; [done|]. exists []. split_and!; [done|by left|].
  intros t y (_ & -> & ->). by exists [].
Qed.
Lemma lined_unsequenced A free E (T : behaviour) B U F :
  ready A free E → T Top [] Cut → lined B U F →
  lined (seq A B) (seq T U) (unsequenced (behind free E (at_once T)) F).
Proof.
  intros HA HT HB tr x H. inversion H as [? ? ? H1 Hx|? t1 t2 ? H1 H2|]; subst; [| |done].
  { left. split; [done|]. destruct (ready_away _ _ _ _ _ HA H1 Hx) as (a & p & <- & HE). exists (a ++ [p]).
    split_and!; [done| |by intros [_ ?]%app_eq_nil]. eapply (unsequenced_left _ _ a p []); [done..|by left|].
    apply turns_none. }
  destruct (ready_fell _ _ _ _ HA H1) as (a & <- & HE).
  assert (behind free E (at_once T) (a ++ [[]]) Cut) as Hcut by (apply HE; by exists []).
  apply HB in H2 as [[Hx (l & <- & HF & Hl)]|[-> (b & <- & Hb & HU)]].
  { left. split; [done|]. destruct (last_piece l x) as (b & p & ->); [done..|]. exists ((a ++ b) ++ [p]).
    split_and!; [by rewrite !concat_app, app_assoc| |by intros [_ ?]%app_eq_nil].
    eapply (unsequenced_right _ _ a b); [|done|done|apply turns_app]. right. right. by exists [], [], Cut. }
  right. split; [done|]. exists (a ++ b). split_and!; [apply concat_app| |].
  { right. right. exists [], [], Cut. eapply (unsequenced_left _ _ a [] b); [done..|apply turns_app]. }
  intros t y Ht. inversion Ht as [? ? ? Ht1 Hy|? s1 s2 ? Ht1 Ht2|]; subst; [| |done].
  - exists [t]. split_and!; [apply app_nil_r| |done].
    eapply (unsequenced_left _ _ a t b); [|done|done|apply turns_app]. apply HE. by exists t.
  - apply HU in Ht2 as (c & <- & HF & Hc). exists (s1 :: c). split_and!; [done| |done].
    assert (behind free E (at_once T) (a ++ [s1]) Fell) as Hs by (apply HE; by exists s1).
    destruct (decide (y = Fell)) as [->|Hy].
    + eapply unsequenced_both; [done|done|]. apply turns_apps; [apply turns_app|apply (turns_app [s1])].
    + destruct (last_piece c y) as (c' & p & ->); [done..|].
      change (s1 :: c' ++ [p]) with ((s1 :: c') ++ [p]). rewrite app_assoc in HF |- *.
      eapply (unsequenced_right _ _ (a ++ [s1]) (b ++ c')); [right; by left|done|done|].
      apply turns_apps; [apply turns_app|apply (turns_app [s1])].
Qed.
Lemma follows_lined A T E : lined A T E → follows (seq A T) E.
Proof.
  intros HA tr x H. inversion H as [? ? ? H1 Hx|? ? ? ? H1 H2|]; subst; [| |done].
  - by apply HA in H1 as [[_ ?]|[-> _]].
  - apply HA in H1 as [[? _]|[_ (b & <- & _ & HT)]]; [done|]. apply HT in H2 as (c & <- & HE & Hc).
    exists (b ++ c). split_and!; [apply concat_app|done|]. intros [_ ?]%app_eq_nil. auto.
Qed.
