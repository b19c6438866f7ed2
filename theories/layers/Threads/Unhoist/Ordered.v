(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What hoisting chose is one of C's orders.

    All that [does] does, [may] may do, if the tree is one that lowering accepts. *)
From Coq Require Import String.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Printed.
From Fairlead.Threads.Unhoist Require Import
  Tree Lowered Kinds Jumps Accepted Behaviour Laws Control Words Orders Turns.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

(** ** Behaviours that are among others *)

Definition within (A B : behaviour) : Prop := ∀ e tr x, A e tr x → B e tr x.

Lemma within_refl A : within A A.
Proof. by intros e tr x. Qed.
Lemma within_trans A B C : within A B → within B C → within A C.
Proof. intros H H' e tr x ?. by apply H', H. Qed.
Lemma within_seq A A' B B' : within A A' → within B B' → within (seq A B) (seq A' B').
Proof.
  intros HA HB e tr x H. destruct H; [apply seq_away|apply seq_both|apply seq_inside]; auto.
Qed.
Lemma within_found A A' B B' : within A A' → within B B' → within (found A B) (found A' B').
Proof.
  intros HA HB e tr x H. destruct H; [constructor..|apply found_true|apply found_false
                                     |apply found_inside_true|apply found_inside_false]; auto.
Qed.
Lemma within_forever A A' : within A A' → within (forever A) (forever A').
Proof.
  intros HA e tr x H. induction H as [e t1 y t2 x H Hy _ IH|e tr H|e tr x H Hx].
  - eapply forever_round; [by apply HA|done|done].
  - apply forever_broken. auto.
  - apply forever_left; auto.
Qed.
Lemma within_caught A A' : within A A' → within (caught A) (caught A').
Proof. intros HA e tr x H. destruct H; [apply caught_continued|apply caught_other]; auto. Qed.
Lemma within_switched A A' : within A A' → within (switched A) (switched A').
Proof.
  intros HA e tr x H. destruct H; [constructor..| |]; [eapply switched_case|eapply switched_inside]; eauto.
Qed.
Lemma within_run A A' : within A A' → within (whole_run A) (whole_run A').
Proof.
  intros HA e tr x H. induction H as [e t1 n t2 x H _ IH|e tr x H Hx]; [|apply run_end; auto].
  eapply run_goto; [by apply HA|done].
Qed.
Lemma within_seq_left A B C : within (seq A (seq B C)) (seq (seq A B) C).
Proof. intros e tr x. apply (seq_assoc (λ _, True)). done. Qed.
Lemma within_in_pieces D E : follows D E → within D (in_pieces E D).
Proof.
  intros H e tr x HD. destruct e; simpl; try done. split; [|by destruct x].
  apply H in HD as (l & <- & HE & _). by exists l.
Qed.
Lemma follows_within A B E : within A B → follows B E → follows A E.
Proof. intros H HB tr x HA. by apply HB, H. Qed.

(** ** Trees *)

Section ordered.
  Context (name : nat → token) (framed temporary : nat → bool).
  Notation lower := (Lowered.lower name framed temporary).
  Notation does := (Control.does name framed).
  Notation orders := (Orders.orders name framed temporary).
  Notation may := (Orders.may name framed temporary).

  (** Out of which nothing was taken. *)
  Definition idle (t : tree) : Prop := orders t [] Fell ∧ ∀ tr x, does t Top tr x → tr = [] ∧ x = Fell.
  Definition well (t : tree) : Prop :=
    (text_kind t = true → good (lower t) = true →
      follows (does t) (orders t) ∧ (before (lower t) = [] → idle t)) ∧
    (arguments_kind t = true → good (lower t) = true → lined (does t) (arguments_do t) (orders t)) ∧
    (effect_kind t = true → good (lower t) = true →
      follows (does t) (orders t) ∧ (before (lower t) = [] → idle t)) ∧
    (statement_kind t = true → statement (lower t) = true → within (does t) (may t)).

  Lemma text_follows t : well t → text_kind t = true → no_list (lower t) = true → follows (does t) (orders t).
  Proof. intros (H & _) Hk Hg. apply H; [done|]. by apply no_list_good. Qed.
  Lemma text_ready t :
    well t → text_kind t = true → evaluated temporary (lower t) = true →
    ready (does t) (ordered temporary (left t)) (orders t).
  Proof.
    intros (H & _) Hk He. destruct H as [H Hi]; [done|by eapply evaluated_good|]. split; [done|]. intros Hf.
    unfold evaluated in He. rewrite here_left, Hf, orb_false_r in He. apply andb_true_iff in He as [_ He].
    apply Hi. by destruct (before (lower t)).
  Qed.
  Lemma callee_ready c : is_callee c = true → ready (does c) (ordered temporary (left c)) (orders c).
  Proof. destruct c; try done. intros _. split; [|done]. intros tr x. apply follows_nothing. Qed.
  Lemma effect_unwanted t :
    well t → effect_kind t = true → statement (lower t) = true →
    follows (does t) (unwanted orders t) ∧ (before (lower t) = [] → unwanted orders t [] Fell ∧ idle t).
  Proof.
    intros (_ & _ & H & _) Hk Hs. destruct H as [H Hi]; [done|by apply statement_good|].
    unfold statement in Hs. apply andb_true_iff in Hs as [_ Hs]. unfold unwanted. rewrite here_left in Hs.
    rewrite Hs. split; [done|]. intros Hb. pose proof (Hi Hb) as Hidle. split; [apply Hidle|done].
  Qed.
  Lemma effect_follows t :
    well t → effect_kind t = true → statement (lower t) = true → follows (does t) (unwanted orders t).
  Proof. intros. by apply effect_unwanted. Qed.
  Lemma statement_within t : well t → statement_kind t = true → statement (lower t) = true → within (does t) (may t).
  Proof. intros (_ & _ & _ & H). auto. Qed.
  Lemma text_cut e t : source_text e t Top [] Cut.
  Proof. split; [done|by left]. Qed.
  Lemma follows_then t A F :
    well t → text_kind t = true → evaluated temporary (lower t) = true → follows A F →
    follows (seq (does t) A) (then_text temporary orders t F).
  Proof. intros. apply follows_behind; [by apply text_ready|done]. Qed.
  Lemma follows_value t :
    well t → text_kind t = true → evaluated temporary (lower t) = true →
    follows (seq (does t) (source_text t (left t))) (value temporary orders t).
  Proof. intros. apply follows_then; [done..|]. apply follows_at_once. Qed.
  Lemma within_evaluates t :
    well t → text_kind t = true → evaluated temporary (lower t) = true →
    within (seq (does t) (source_text t (left t))) (evaluates name framed temporary orders t).
  Proof. intros. apply within_in_pieces. by apply follows_value. Qed.
  Lemma within_evaluated t A B :
    well t → text_kind t = true → evaluated temporary (lower t) = true → within A B →
    within (seq (does t) (seq (source_text t (left t)) A)) (seq (evaluates name framed temporary orders t) B).
  Proof.
    intros. eapply within_trans; [apply within_seq_left|]. apply within_seq; [by apply within_evaluates|done].
  Qed.
  Lemma lined_argument e l :
    ready (does e) (ordered temporary (left e)) (orders e) → lined (does l) (arguments_do l) (orders l) →
    lined (seq (does e) (does l)) (seq (source_text e (left e)) (arguments_do l))
      (unsequenced (value temporary orders e) (orders l)).
  Proof. intros He Hl. by apply lined_unsequenced; [|apply text_cut|]. Qed.
  Lemma follows_called c l A F :
    ready (does c) (ordered temporary (left c)) (orders c) → lined (does l) (arguments_do l) (orders l) →
    follows A F →
    follows (seq (does c) (seq (does l) (seq (source_text c (left c)) (seq (arguments_do l) A))))
      (ahead (unsequenced (value temporary orders c) (orders l)) F).
  Proof.
    intros Hc Hl HA. eapply follows_within; [apply within_seq_left|].
    eapply follows_within; [apply within_seq; [apply within_refl|apply within_seq_left]|].
    eapply follows_within; [apply within_seq_left|]. apply follows_ahead; [|done]. apply follows_lined.
    by apply lined_argument.
  Qed.

  Lemma untouched_within e A :
    well e → text_kind e = true → no_list (lower e) = true → none_before (before (lower e)) = true →
    within A (untouched orders e A).
  Proof.
    intros (H & _) Hk Hg Hb en tr x HA. split; [|done].
    apply H; [done|by apply no_list_good|]. by destruct (before (lower e)).
  Qed.

  Lemma statement_made b h l g : statement (Made b h l g) = true → g = true ∧ h = [] ∧ l = [].
  Proof. unfold statement, no_list. destruct l; simpl; [|done]. intros [? ?]%andb_true_iff. by destruct h. Qed.

  Ltac parts := repeat match goal with
    | H : _ && _ = true |- _ => apply andb_true_iff in H as [? ?]
    | H : ?a ++ ?b = [] |- _ => apply app_eq_nil in H as [? ?]
    | H : statement (Made _ _ _ _) = true |- _ => apply statement_made in H as (? & ? & ?)
    end; try done.

  Lemma idle_nothing t : orders t = nothing → does t = skip → idle t.
  Proof. intros Ho Hd. unfold idle. rewrite Ho, Hd. split; [done|]. by intros tr x (_ & -> & ->). Qed.
  Lemma statement_of m : no_list m = true → here m = [] → statement m = true.
  Proof. intros Hn Hh. unfold statement. by rewrite Hn, Hh. Qed.
  Lemma text_idle t : well t → text_kind t = true → no_list (lower t) = true → before (lower t) = [] → idle t.
  Proof. intros (H & _) Hk Hg Hb. apply H; [done|by apply no_list_good|done]. Qed.
  Lemma effect_good t :
    well t → effect_kind t = true → good (lower t) = true →
    follows (does t) (orders t) ∧ (before (lower t) = [] → idle t).
  Proof. intros (_ & _ & H & _) Hk Hg. by apply H. Qed.
  Lemma list_lined l :
    well l → arguments_kind l = true → is_list (lower l) = true → lined (does l) (arguments_do l) (orders l).
  Proof. intros (_ & H & _) Hk Hg. apply H; [done|]. by apply is_list_good. Qed.
  Lemma idle_both (A B : behaviour) tr x :
    (∀ tr x, A Top tr x → tr = [] ∧ x = Fell) → (∀ tr x, B Top tr x → tr = [] ∧ x = Fell) →
    seq A B Top tr x → tr = [] ∧ x = Fell.
  Proof.
    intros HA HB H. inversion H as [? ? ? H1 Hx|? ? ? ? H1 H2|]; subst; [| |done].
    - by apply HA in H1 as [_ ?].
    - apply HA in H1 as [-> _]. by apply HB in H2 as [-> ->].
  Qed.

  Lemma lower_well t : well t.
  Proof.
    induction t; (split_and!; [intros Hk Hg..]; simpl in Hk; try discriminate; parts;
      cbn [Lowered.lower before here passed_texts good only_text statements] in Hg |- *;
      unfold only_text, statements in Hg;
      parts; cbn [Orders.orders Control.does Orders.may];
      fold (Orders.orders name framed temporary) (Orders.may name framed temporary)).
    all: try (by (split; [apply follows_nothing|intros; by apply idle_nothing])).
    all: try (by apply within_refl).
    all: try (by apply lined_nothing).
    all: try (split; [|intros Hb; parts]).
    all: repeat first
      [ assumption
      | apply within_evaluated; [assumption..|] | apply within_evaluates; assumption
      | by apply untouched_within
      | by apply statement_within
      | apply within_in_pieces
      | by apply within_refl
      | apply within_seq | apply within_found | apply within_forever | apply within_caught | apply within_switched
      | by apply effect_follows
      | apply follows_value; assumption
      | apply follows_then; [assumption..|]
      | apply follows_decides | apply follows_nothing | apply follows_at_once ].
    - apply follows_unsequenced; by apply text_follows.
    - destruct (text_idle t1) as [I1 D1], (text_idle t2) as [I2 D2]; [done..|]. split.
      + apply (unsequenced_both _ _ [] []); [done..|constructor].
      + intros tr x. cbn. by apply idle_both.
    - apply statement_within; [done..|]. by apply statement_of.
    - apply statement_within; [done..|]. by apply statement_of.
    - apply follows_called; [| |apply follows_at_once].
      + destruct f; [by apply callee_ready|by apply text_ready].
      + by apply list_lined.
    - refine (lined_argument _ _ _ _); [by apply text_ready|by apply list_lined].
    - by apply text_follows.
    - by apply (text_idle t).
    - apply follows_ahead; [by apply effect_follows|by apply text_follows].
    - destruct (effect_unwanted t1) as [_ Ha], (text_idle t2) as [I2 D2]; [done..|].
      destruct Ha as [Ha [_ D1]]; [done|]. split; [by apply (ahead_both _ _ [] [])|].
      intros tr x. cbn. by apply idle_both.
    - apply follows_ahead; [by apply effect_follows|]. apply effect_good; [done..|by apply no_list_good].
    - destruct (effect_unwanted t1) as [_ Ha]; [done..|].
      destruct Ha as [Ha [_ D1]]; [done|].
      destruct (effect_good t2) as [_ Hb]; [done..|by apply no_list_good|]. destruct Hb as [I2 D2]; [done|].
      split; [by apply (ahead_both _ _ [] [])|]. intros tr x. cbn. by apply idle_both.
    - apply follows_ahead; [by apply effect_follows|]. apply effect_follows; [done..|]. by apply statement_of.
    - eapply follows_within; [apply within_seq_left|].
      apply follows_decides; [apply follows_at_once|].
      apply follows_then; [done..|apply follows_at_once].
    - intros tr x H. exists [tr]. split_and!; [apply app_nil_r| |done]. exists tr. split; [done|].
      by apply statement_within.
    - rewrite here_left in *. case_match; [|done]. by apply text_follows.
    - unfold idle. cbn [Orders.orders Control.does]. fold (Orders.orders name framed temporary).
      rewrite here_left in *. case_match; [|done]. by apply text_idle.
    - rewrite here_left in *. case_match; [|done]. by apply text_follows.
    - by apply effect_good.
    - by apply (effect_good t).
    - apply effect_good; [done..|by apply statement_good].
    - by apply (effect_good t); [..|apply statement_good|].
  Qed.
End ordered.
