(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the compiled machine asks, and is answered, is in order.

    A run of the shipped machine is one of the source ([EndToEnd]); the source's keeps its order ([Runs]). So there are
    marks to put between the machine's requests and answers with which they are a word of the automaton: those that
    the source
    passes ([passing]). *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics Bisimulation.
From Fairlead.Lang.Order Require Export Runs.
From Fairlead.Lang Require Import EndToEnd.
From Fairlead.Lang.Typing Require Import Soundness.
From Fairlead.Lang.Guards Require Import Machine.
From Fairlead.Lang.Frames Require Import Bisimulation.

(** What is asked and answered, of what is done. *)
Definition exchanged_by (a : action request response Semantics.result) : list letter :=
  match a with Request (e, ds, _) => [Asks e ds] | Response (d, _) => [Answers d] | _ => [] end.
Definition exchanged (l : list (action request response Semantics.result)) : list letter :=
  mjoin (map exchanged_by l).

(** A letter that a driver sees. *)
Definition outside (a : letter) : bool := match a with Marks _ => false | _ => true end.

Section passing.
  Context (Q : program) (p : procedure) (external : nat → list data → option (list data * data)).
  Context (marks : nat → option nat).
  Local Notation S := (fl Q source external).

  (** Runs of the source, and what is seen of them: requests to the driver, its answers, and marks that the coroutine
  passes, or
      what it calls. *)
  Inductive passing : option nat * fl_state → list (action request response Semantics.result) → list letter →
      option nat * fl_state → Prop :=
  | passing_nil st : passing st [] [] st
  | passing_cons st a st' l w st'' :
      driven Q p S st a st' → passing st' l w st'' →
      passing st (a :: l) (at_mark marks (snd st) ++ exchanged_by a ++ w) st''.

  Lemma execution_passing st l st' : execution (driven Q p S) st l st' → ∃ w, passing st l w st'.
  Proof.
    induction 1 as [st|st a st' l st'' Ht _ [w Hw]]; [by exists []; constructor|]. eexists. by econstructor.
  Qed.

  Lemma at_mark_marks st : List.filter outside (at_mark marks st) = [].
  Proof.
    destruct st as [x ? ? ? ls| | |]; try done. simpl. destruct x as [|b| | | | | | | | | | |]; try done.
    destruct b; try done.
    destruct (another ls); [done|]. by destruct (marks pos).
  Qed.

  Lemma passing_exchanged st l w st' : passing st l w st' → List.filter outside w = exchanged l.
  Proof.
    induction 1 as [st|st a st' l w st'' _ _ IH]; [done|]. rewrite !List.filter_app, at_mark_marks, IH. simpl.
    unfold exchanged. simpl. f_equal. by destruct a as [|[[e ds] ?]|[d ?]| |].
  Qed.
End passing.

Section order.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Context (A : automaton) (marks : nat → option nat) (C : list context) (p : procedure).
  Context (HC : check_order Q A marks C p = true).
  Local Notation S := (fl Q source external).
  Local Notation keeps := (keeps Q (look (build A)) marks C).

  Lemma leads_app q w1 w2 q' : leads A q w1 = Some q' → leads A q (w1 ++ w2) = leads A q' w2.
  Proof. revert q. induction w1 as [|a w IH]; intros q; simpl; [by intros [= ->]|].
  destruct (move A q a); [apply IH|done]. Qed.

  (** Where the automaton is; and that the driver knows what it is asked. *)
  Definition kept (q : nat) (st : option nat * fl_state) : Prop :=
    keeps q (snd st) ∧ match snd st with Suspended _ => asked_by (snd st) = fst st | _ => True end.

  Lemma driven_kept q st a st' :
    kept q st → driven Q p S st a st' →
    ∃ q', leads A q (at_mark marks (snd st) ++ exchanged_by a) = Some q' ∧ kept q' st'.
  Proof using HC.
    intros [Hst Hasked] [Ha Hd]. pose proof HC as HL. unfold check_order in HL. apply andb_true_iff in HL as [HL _].
    destruct st as [o st], st' as [o' st']. simpl in *.
    pose proof (trans_sort _ _ _ _ Ha) as Hsort.
    pose proof (step_keeps Q external A _ (look_build A) marks C HL q st Hst) as Hn.
    destruct Ha as [st st' H|st r st' H|r fs|st r H|st H].
    - rewrite H in Hn. simpl. rewrite app_nil_r. destruct Hn as (q' & ? & ?). exists q'. split; [done|].
      split; [done|]. by destruct st'.
    - rewrite H in Hn. destruct r as [[e ds] lent]. destruct Hn as (q' & Hm & Hk & He).
      assert (at_mark marks st = []) as ->.
      { destruct st as [x ? ? ? ls| | |]; try done. destruct x as [|b| | | | | | | | | | |]; try done. simpl in H.
        by destruct (run_basic _ _ _ b _). }
      exists q'. simpl. rewrite Hm. split; [done|]. split; [done|]. simpl in Hd |- *. rewrite Hd.
      by destruct st'.
    - destruct Hd as [Hr _]. destruct r as [d lent]. simpl in Hasked.
      destruct (answer_keeps Q A _ (look_build A) marks C q (d, lent) fs Hst) as (q' & Hm & Hk).
      { intros e He. destruct Hr as (pr & _ & _ & Hr). apply Hr. rewrite <-Hasked. exact He. }
      exists q'. simpl in *. by rewrite Hm.
    - assert (at_mark marks st = []) as ->; [|by exists q].
      destruct st as [x ? ? ? ls| | |]; try done. destruct x as [|b| | | | | | | | | | |]; try done. simpl in H.
      by destruct (run_basic _ _ _ b _).
    - assert (at_mark marks st = []) as ->; [|by exists q].
      destruct st as [x ? ? ? ls| | |]; try done. destruct x as [|b| | | | | | | | | | |]; try done. by destruct b.
  Qed.

  Lemma passing_leads q st l w st' : kept q st → passing Q p external marks st l w st' → is_Some (leads A q w).
  Proof using HC.
    intros Hst Hp. revert q Hst. induction Hp as [st|st a st' l w st'' Ha _ IH]; intros q Hst; [by exists q|].
    destruct (driven_kept q _ _ _ Hst Ha) as (q' & Hl & Hk). rewrite app_assoc, (leads_app _ _ _ _ Hl). by apply IH.
  Qed.

  Lemma start_kept args lent st : fl_initial Q source p args lent = Some st → kept 0 (None, st).
  Proof using HC.
    pose proof HC as HL. unfold check_order in HL. apply andb_true_iff in HL as [HL Hstart].
    unfold fl_initial, fresh. destruct (procs Q !! p) as [pr|]; simpl; [|done].
    destruct (place_args source (params pr) (map of_data args)) as [s| |]; simpl; try done. intros [= <-].
    split; [|done]. simpl.
    unfold called in Hstart. destruct (List.find _ C) as [c|] eqn:Hc; [|done]. apply find_some in Hc as [Hin Hpq].
    apply andb_true_iff in Hpq as [?%Nat.eqb_eq ?%Nat.eqb_eq]. exists c.
    split_and!; try done; [by apply elem_of_list_In|constructor].
  Qed.

  Theorem order_kept (L : layout) (pr : proc) args lent :
    check_program Q = None → check_layout Q L = true →
    external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →
    procs Q !! p = Some pr → is_data (Syntax.result pr) = true →
    Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
    ∃ st st', fl_initial Q source p args lent = Some st ∧
      fl_initial Q (laid_out Q (plans_of L)) p args lent = Some st' ∧
      ∀ l y, execution (driven Q p (lowered Q (laid_out Q (plans_of L)) external)) (None, st') l y →
        ∃ w z, passing Q p external marks (None, st) l w z ∧
          List.filter outside w = exchanged l ∧ is_Some (leads A 0 w).
  Proof using HC.
    intros HQ HL Hext Htotal Hp Hr Hargs Hlent.
    destruct (shipped_bisimilar Q L p pr external HQ HL Hext Htotal Hp Hr args lent Hargs Hlent)
      as (st & st' & Hst & Hst' & Hb).
    exists st, st'. split_and!; [done..|]. intros l y Hl.
    destruct (bisimilar_executions _ _ _ _ l Hb) as [_ Hback]. destruct Hback as [z Hz]; [by exists y|].
    destruct (execution_passing Q p external marks _ _ _ Hz) as [w Hw]. exists w, z. split_and!; [done| |].
    - by eapply passing_exchanged.
    - eapply passing_leads; [|done]. by eapply start_kept.
  Qed.
End order.
