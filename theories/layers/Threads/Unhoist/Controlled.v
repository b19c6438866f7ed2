(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What was made of the source does what the source does.

    First with every label of ours followed in its own loop. *)
From Coq Require Import String.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Printed.
From Fairlead.Threads.Unhoist Require Import Tree Lowered Jumps Behaviour Laws Control Words Inside.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

(** Ways in that the source knows. *)
Definition user (e : entry) : Prop := match e with At n => our_label n = false | _ => True end.
Lemma user_case c : is_case c → user c.
Proof. by destruct c. Qed.

Definition way (next : target) : exit → exit := match next with Latch n => on_to n | _ => id end.
Lemma way_steady next : steady (way next).
Proof. destruct next; intros []; done. Qed.
Lemma way_apart next : apart (way next).
Proof. by destruct next. Qed.

Local Infix "≈" := (alike user) (at level 70).
#[local] Instance alike_equivalence : Equivalence (alike user).
Proof. split; [intros A; apply alike_refl|intros A B; apply alike_sym|intros A B C; apply alike_trans]. Qed.
#[local] Instance seq_proper : Proper (alike user ==> alike user ==> alike user) seq.
Proof. intros A A' HA B B' HB. by apply seq_alike. Qed.
#[local] Instance found_proper : Proper (alike user ==> alike user ==> alike user) found.
Proof. intros A A' HA B B' HB. by apply found_alike. Qed.
#[local] Instance forever_proper : Proper (alike user ==> alike user) forever.
Proof. intros A A' HA. by apply forever_alike. Qed.
#[local] Instance switched_proper : Proper (alike user ==> alike user) switched.
Proof. intros A A' HA. apply switched_alike; [|done]. apply user_case. Qed.
#[local] Instance caught_proper : Proper (alike user ==> alike user) caught.
Proof. intros A A' HA. by apply caught_alike. Qed.

(** ** Behaviours without a [continue] that leads out of them, and without ways to our labels *)

Definition calm (A : behaviour) : Prop := ∀ e tr, ¬ A e tr Continued.
Lemma calm_seq A B : calm A → calm B → calm (seq A B).
Proof. intros HA HB e tr H. inversion H; subst; [by eapply HA|by eapply HB|by eapply HB]. Qed.
Lemma calm_found A B : calm A → calm B → calm (found A B).
Proof. intros HA HB e tr H. inversion H; subst; first [by eapply HA|by eapply HB]. Qed.
Lemma calm_forever A : calm (forever A).
Proof. intros e tr H. by apply forever_not_continued in H. Qed.
Lemma calm_switched A : calm A → calm (switched A).
Proof.
  intros HA e tr H.
  inversion H as [| | |? ? ? ? H1 ? Hx|? ? ? ? H1 ? Hx]; subst; inversion Hx; subst; by eapply HA.
Qed.
Lemma calm_act a : calm (act a).
Proof. intros e tr (_ & [[_ ?]|[_ [?|?]]]); done. Qed.
Lemma calm_skip : calm skip.
Proof. by intros e tr (_ & _ & ?). Qed.
Lemma calm_leaves y : y ≠ Continued → calm (leaves_by y).
Proof. intros Hy e tr (_ & _ & E). by apply Hy. Qed.
Lemma calm_label n : calm (label n).
Proof. by intros e tr (_ & _ & ?). Qed.
Lemma calm_case l : calm (case_label l).
Proof. by intros e tr (_ & _ & ?). Qed.
Lemma calm_own t : lets_continue t = false → calm (text_does t).
Proof.
  intros Ht e tr (_ & [[_ ?]|(y & z & H & _ & [<-|?])]); [done| |done]. inversion H; congruence.
Qed.
Lemma calm_source e t : jumps_fine Nowhere e = true → calm (source_text e t).
Proof.
  unfold jumps_fine. intros [[_ Hc]%andb_true_iff Hn]%andb_true_iff. apply andb_true_iff in Hn as [Hn Hl].
  intros e' tr (_ & [[_ ?]|(y & z & H & _ & [<-|?])]); [done| |done]. apply Nat.eqb_eq in Hc.
  inversion H as [| | |[Hs|Hs]|]; subst; [|by rewrite Hs in Hl]. by destruct (our_gotos (left e)).
Qed.

Definition homely (A : behaviour) : Prop := ∀ e tr n, A e tr (Went n) → our_label n = false.
Lemma homely_seq A B : homely A → homely B → homely (seq A B).
Proof. intros HA HB e tr n H. inversion H; subst; [by eapply HA|by eapply HB|by eapply HB]. Qed.
Lemma homely_found A B : homely A → homely B → homely (found A B).
Proof. intros HA HB e tr n H. inversion H; subst; first [by eapply HA|by eapply HB]. Qed.
Lemma homely_forever A : homely A → homely (forever A).
Proof.
  intros HA e tr n H. remember (Went n) as x eqn:E. induction H as [| |e tr x H _]; [auto|done|]. subst. by eapply HA.
Qed.
Lemma homely_caught A : homely A → homely (caught A).
Proof. intros HA e tr n H. inversion H; subst. by eapply HA. Qed.
Lemma homely_switched A : homely A → homely (switched A).
Proof.
  intros HA e tr n H.
  inversion H as [| | |? ? ? ? H1 ? Hx|? ? ? ? H1 ? Hx]; subst; inversion Hx; subst; by eapply HA.
Qed.
Lemma homely_act a : homely (act a).
Proof. intros e tr n (_ & [[_ ?]|[_ [?|?]]]); done. Qed.
Lemma homely_skip : homely skip.
Proof. by intros e tr n (_ & _ & ?). Qed.
Lemma homely_leaves y : (∀ n, y ≠ Went n) → homely (leaves_by y).
Proof. intros Hy e tr n (_ & _ & E). by destruct (Hy n). Qed.
Lemma homely_label m : homely (label m).
Proof. by intros e tr n (_ & _ & ?). Qed.
Lemma homely_case l : homely (case_label l).
Proof. by intros e tr n (_ & _ & ?). Qed.
Lemma homely_own t : our_gotos t = [] → copied "goto" t = false → homely (text_does t).
Proof.
  intros Ht Hg e tr n (_ & [[_ ?]|(y & z & H & _ & [<-|?])]); [done| |done].
  inversion H as [| |? Hg'| |? Hn|]; subst; [congruence|]. rewrite Ht in Hn. by apply elem_of_nil in Hn.
Qed.
Lemma homely_source e t : named e → homely (source_text e t).
Proof.
  intros He e' tr n (_ & [[_ ?]|(y & z & H & _ & [<-|?])]); [done| |done].
  inversion H; subst. by eapply copied_left.
Qed.

(** ** Texts *)

Lemma source_same next e t :
  jumps_fine next e = true → same_words t (left e) → text_does t ≈ renamed (way next) (source_text e t).
Proof.
  intros Hj Hs. destruct Hs as [Hc Hg Hr]. assert (lets_continue t = lets_continue (left e)) as Hl.
  { unfold lets_continue, loops. simpl. by rewrite !Hc. }
  unfold jumps_fine in Hj. apply andb_true_iff in Hj as [Hj Hn]. apply andb_true_iff in Hj as [Hj Hcont].
  apply andb_true_iff in Hj as [Hret Hcopied]. apply Nat.eqb_eq in Hret, Hcont. apply negb_true_iff in Hcopied.
  assert (∀ n, n ∈ our_gotos t → next = Latch n) as Hto.
  { intros n Hin. rewrite Hg in Hin. destruct next as [| |m].
    - apply andb_true_iff in Hn as [Hn _]. destruct (our_gotos (left e)); [by apply elem_of_nil in Hin|done].
    - destruct (our_gotos (left e)); [by apply elem_of_nil in Hin|done].
    - apply andb_true_iff in Hn as [Hn _]. rewrite forallb_forall in Hn. apply elem_of_list_In in Hin.
      apply Hn, String.eqb_eq in Hin. by subst. }
  intros w Hw tr x. split.
  - intros (He & [[-> ->]|(y & z & H & -> & Hx)]).
    { exists Cut. split; [|by rewrite way_steady]. split; [done|]. by left. }
    assert (tree_leaves e y y ∧ (z = y ∨ z = way next y)) as [Hy Hz].
    { destruct H as [|H|n H1 H2|H|n H|H].
      - split; [constructor|by left].
      - rewrite Hc in H. split; [by constructor|by left].
      - rewrite Hc in H1, H2. split; [by constructor|by left].
      - rewrite Hl in H. split; [apply tree_continues; by right|by left].
      - pose proof (Hto n H) as ->. split; [|by right]. apply tree_continues. left. rewrite Hcont, <-Hg.
        intros E. destruct (our_gotos t); [by apply elem_of_nil in H|done].
      - rewrite Hr in H. split; [|by left]. apply tree_returns. left. by rewrite Hret. }
    destruct Hx as [->| ->].
    + exists y. split.
      * split; [done|]. right. exists y, y. split_and!; [done..|by left].
      * destruct Hz as [->|Hz]; [|done]. destruct (decide (y = Continued)) as [->|Hne]; [|by rewrite way_steady].
        inversion H as [| | |H'|n H'|]; subst.
        { rewrite Hl in H'. destruct next; [|done|]; apply andb_true_iff in Hn as [_ Hn]; by rewrite H' in Hn. }
    + exists Cut. split; [|by rewrite way_steady]. split; [done|]. right. exists y, y. split_and!; [done..|by right].
  - intros (y & (He & [[-> ->]|(u & z & H & -> & Hx)]) & ->).
    { split; [done|]. left. by rewrite way_steady. }
    assert (text_leaves t u (way next u) ∧ z = u) as [Hu ->].
    { destruct H as [|H|n H1 H2|H|H].
      - rewrite way_steady by done. split; [constructor|done].
      - rewrite way_steady by done. rewrite <-Hc in H. split; [by constructor|done].
      - rewrite way_steady by done. rewrite <-Hc in H1, H2. split; [by constructor|done].
      - split; [|done]. destruct H as [H|H].
        + rewrite Hcont, <-Hg in H. destruct (our_gotos t) as [|n l] eqn:E; [done|].
          rewrite (Hto n) by (by left). apply text_continues_at. rewrite E. by left.
        + destruct next; [|apply text_continues; by rewrite Hl|]; apply andb_true_iff in Hn as [_ Hn];
            by rewrite H in Hn.
      - rewrite way_steady by done. split; [|done]. apply text_returns. rewrite Hr, <-Hret.
        destruct H as [H|H]; [done|congruence]. }
    split; [done|]. right. exists u, (way next u). split_and!; [done..|].
    destruct Hx as [->| ->]; [by left|right; by rewrite way_steady].
Qed.

(** ** Trees *)

Section controlled.
  Context (name : nat → token) (framed temporary : nat → bool).
  Notation lower := (Lowered.lower name framed temporary).
  Notation does := (Control.does name framed).
  Notation continues := (Jumps.continues name framed temporary).
  Local Notation exec := (Control.exec followed).
  Local Notation execs := (Control.execs followed).
  Local Notation R next := (renamed (way next)).

  Ltac conjuncts := repeat match goal with H : _ && _ = true |- _ => apply andb_true_iff in H as [? ?] end.
  Ltac own := match goal with w : token |- context [Own [?w]] => cbn; by destruct (String.eqb w "goto") | _ => done end.
  Ltac plain := repeat first
    [ apply calm_seq | apply calm_found | apply calm_forever | apply calm_switched | apply calm_act | apply calm_skip
    | apply calm_label | apply calm_case | by apply calm_leaves | by apply calm_own | apply calm_source; assumption ].

  Lemma arguments_calm l : continues Nowhere l = true → calm (arguments_do l).
  Proof. induction l; cbn; intros Hc; conjuncts; plain; auto. Qed.
  Lemma does_calm t : continues Nowhere t = true → calm (does t).
  Proof.
    induction t; cbn [Jumps.continues Control.does]; intros Hc; conjuncts; try case_match; plain;
      auto using arguments_calm.
  Qed.
  Lemma arguments_homely l : named l → homely (arguments_do l).
  Proof.
    induction l; cbn [arguments_do]; intros Hn; named_parts; auto using homely_skip.
    apply homely_seq; [by apply homely_source|auto].
  Qed.
  Lemma does_homely t : named t → homely (does t).
  Proof.
    induction t; cbn [Control.does]; intros Hn; named_parts; try case_match;
      repeat first
        [ apply homely_seq | apply homely_found | apply homely_forever | apply homely_switched | apply homely_caught
        | apply homely_act | apply homely_skip | apply homely_label | apply homely_case | by apply homely_leaves
        | apply homely_source; assumption | apply arguments_homely; assumption
        | apply homely_own; [own|done] ]; auto.
  Qed.

  (** *** Statements, one by one *)

  Lemma way_same A : R Nowhere A ≈ A.
  Proof. intros e He tr x. split; [by intros (y & H & ->)|]. intros H. by exists x. Qed.
  Lemma head_same A : R Head A ≈ A.
  Proof. exact (way_same A). Qed.

  Section sim.
    Context (next : target).
    Lemma sim_seq A A0 B B0 : A ≈ R next A0 → B ≈ R next B0 → seq A B ≈ R next (seq A0 B0).
    Proof using. intros -> ->. apply renamed_seq; [apply way_steady|apply way_apart]. Qed.
    Lemma sim_found A A0 B B0 : A ≈ R next A0 → B ≈ R next B0 → found A B ≈ R next (found A0 B0).
    Proof using. intros -> ->. apply renamed_found, way_steady. Qed.
    Lemma sim_switched A A0 : A ≈ R next A0 → switched A ≈ R next (switched A0).
    Proof using. intros ->. apply renamed_switched; [apply way_steady|apply way_apart]. Qed.
    Lemma sim_calm A : calm A → A ≈ R next A.
    Proof using. intros HA. symmetry. by apply renamed_same; [apply way_steady|]. Qed.
    Lemma sim_forever A A0 : A ≈ A0 → forever A ≈ R next (forever A0).
    Proof using. intros ->. apply sim_calm, calm_forever. Qed.
    Lemma sim_nil : execs [] ≈ R next skip.
    Proof using. apply (sim_calm skip), calm_skip. Qed.
    Lemma sim_one s A : exec s ≈ R next A → execs [s] ≈ R next A.
    Proof using. intros <-. apply (seq_skip_right user (exec s)). Qed.
    Lemma sim_cons s s' l A B :
      exec s ≈ R next A → execs (s' :: l) ≈ R next B → execs (s :: s' :: l) ≈ R next (seq A B).
    Proof using. apply sim_seq. Qed.
  End sim.

  Lemma execs_app l m : execs (l ++ m) ≈ seq (execs l) (execs m).
  Proof.
    induction l as [|s l IH]; [symmetry; apply (seq_skip_left user (execs m))|].
    transitivity (seq (exec s) (execs (l ++ m))); [done|]. rewrite IH. symmetry. apply (seq_assoc user (exec s)).
  Qed.
  Lemma sim_app next l m A B : execs l ≈ R next A → execs m ≈ R next B → execs (l ++ m) ≈ R next (seq A B).
  Proof. intros Hl Hm. rewrite execs_app. by apply sim_seq. Qed.

  Lemma exec_for a n b : exec (LFor a (Some n) b) = forever (followed n (seq (execs a) (seq (label n) (execs b)))).
  Proof. done. Qed.
  Lemma exec_leave t : exec (leave t) ≈ seq (text_does t) (found skip (leaves_by Broke)).
  Proof.
    transitivity (seq (text_does t) (found (execs []) (execs [LBreak]))); [done|].
    assert (execs [LBreak] ≈ leaves_by Broke) as -> by apply (seq_skip_right user (leaves_by Broke)). done.
  Qed.
  Lemma leave_behind t l : execs (leave t :: l) ≈ seq (text_does t) (found (execs l) (leaves_by Broke)).
  Proof.
    transitivity (seq (exec (leave t)) (execs l)); [done|]. rewrite exec_leave.
    rewrite (seq_assoc user (text_does t)). by rewrite (found_behind user (execs l)).
  Qed.

  Lemma texts_same next l :
    continues next l = true → texts_do (passed_texts (lower l)) ≈ R next (arguments_do l).
  Proof.
    induction l; cbn; intros Hc; conjuncts; try (apply (sim_calm next skip), calm_skip); auto.
    apply sim_seq; [|auto]. rewrite here_left. apply source_same; [done|apply same_words_refl].
  Qed.
  Lemma cases_colon t : cases (t ++ [Own [":"]]) = cases t.
  Proof. unfold cases. by rewrite flat_map_app, app_nil_r. Qed.

  Lemma latch n A A0 B B0 :
    our_label n = true → A ≈ R (Latch n) A0 → B ≈ B0 → homely A0 → homely B0 →
    (∀ tr x, ¬ A (At n) tr x) → (∀ tr x, ¬ B (At n) tr x) →
    followed n (seq A (seq (label n) B)) ≈ seq (caught A0) B0.
  Proof.
    intros Hn HA HB HA0 HB0 Hna Hnb. rewrite <-HB.
    apply followed_latch; try done.
    - intros e He ->. simpl in He. congruence.
    - intros e tr He H. apply HA0 in H. congruence.
    - intros e tr He H. apply HB in H; [|done]. apply HB0 in H. congruence.
  Qed.
  Lemma absent n l : existsb (inside n) l = false → ∀ tr x, ¬ execs l (At n) tr x.
  Proof.
    intros Hl tr x H. apply execs_at in H; [congruence|]. apply Forall_true. intros s tr' x'. apply exec_at.
  Qed.
  Lemma lower_absent n t :
    our_label n = true → named t → n ∉ all_of looped t → existsb (inside n) (before (lower t)) = false.
  Proof. intros Hn Ht Hl. by apply (lower_inside name framed temporary). Qed.
  Lemma left_absent n t : our_label n = true → named t → copied n (left t) = false.
  Proof. intros Hn Ht. destruct (copied n (left t)) eqn:E; [|done]. apply copied_left in E; [congruence|done]. Qed.

  (** *** All of it *)

  Ltac texts :=
    apply source_same; [assumption|first [apply same_words_refl|apply same_words_grouped|apply same_words_truth]].
  Ltac sims := repeat first
    [ match goal with
      | |- context [exec (LIf ?t ?a ?b)] =>
          change (exec (LIf t a b)) with (seq (text_does t) (found (execs a) (execs b)))
      end
    | assumption | texts | apply texts_same; assumption
    | apply sim_app | apply sim_nil | apply sim_one | apply sim_cons
    | apply sim_seq | apply sim_found | apply sim_switched
    | apply sim_calm; first [apply calm_act|apply calm_skip|apply calm_label|apply calm_case|by apply calm_leaves
                            |by apply calm_own] ].

  Lemma lower_does t next :
    continues next t = true → named t → NoDup (all_of looped t) → execs (before (lower t)) ≈ R next (does t).
  Proof.
    revert next. induction t; intros next Hc Hn Hd; cbn [Jumps.continues] in Hc; conjuncts;
      cbn [all_of looped app] in Hd; named_parts;
      repeat match goal with
      | H : NoDup (_ ++ _) |- _ => apply NoDup_app in H as (? & ? & ?)
      | H : NoDup (_ :: _) |- _ => apply NoDup_cons in H as [? ?]
      end;
      repeat match goal with
      | IH : ∀ next, Jumps.continues _ _ _ next ?t = true → _, H : Jumps.continues _ _ _ ?m ?t = true |- _ =>
          specialize (IH m H ltac:(assumption) ltac:(assumption))
      end;
      cbn [Lowered.lower before statements only_text Control.does]; rewrite ?here_left.
    all: try (by sims).
    (* while *)
    - assert (execs (before (lower t1)) ≈ does t1) as E1 by (by rewrite IHt1, head_same).
      assert (execs (before (lower t2)) ≈ does t2) as E2 by (by rewrite IHt2, head_same).
      assert (text_does (left t1) ≈ source_text t1 (left t1)) as Et
        by (transitivity (R Head (source_text t1 (left t1))); [texts|apply head_same]).
      destruct (before (lower t1)) as [|s l]; apply sim_one.
      + apply sim_forever. rewrite <-E1, <-E2, <-Et. symmetry. apply (seq_skip_left user).
      + apply sim_forever. rewrite <-E1, <-E2, <-Et, <-leave_behind.
        transitivity (seq (execs ((s :: l) ++ leave (left t1) :: before (lower t2))) skip); [done|].
        rewrite (seq_skip_right user). apply execs_app.
    (* do *)
    - assert (execs (before (lower t2)) ≈ does t2) as E2 by (by rewrite IHt2, way_same).
      assert (text_does (left t2) ≈ source_text t2 (left t2)) as Et
        by (transitivity (R Nowhere (source_text t2 (left t2))); [texts|apply way_same]).
      destruct (before (lower t2)) as [|s m] eqn:Em; apply sim_one.
      + destruct l as [l|]; conjuncts; [done|]. rename select (continues Head t1 = true) into Hs.
        specialize (IHt1 Head Hs ltac:(done) ltac:(done)). apply sim_forever.
        rewrite <-E2, <-Et, IHt1, head_same. apply seq_proper; [done|]. symmetry. apply (seq_skip_left user).
      + destruct l as [l|]; conjuncts; [|done]. rename select (continues (Latch l) t1 = true) into Hs.
        assert (l ∉ all_of looped t1 ++ all_of looped t2) as [? ?]%not_elem_of_app.
        { repeat match goal with H : ∀ x, x ∈ _ → _ |- _ => specialize (H l) end. set_solver. }
        assert (our_label l = true) as Hl by (destruct (our_label l); done).
        specialize (IHt1 (Latch l) Hs ltac:(done) ltac:(done)). rewrite exec_for. apply sim_forever.
        apply latch; try done.
        * change (s :: m ++ ?k) with ((s :: m) ++ k). rewrite execs_app, E2, <-Et.
          apply seq_proper; [done|]. rewrite <-exec_leave. apply (seq_skip_right user).
        * by apply does_homely.
        * apply homely_seq; [by apply does_homely|]. apply homely_seq; [by apply homely_source|].
          apply homely_found; [apply homely_skip|by apply homely_leaves].
        * apply absent. by apply lower_absent.
        * apply absent. change (s :: m ++ ?k) with ((s :: m) ++ k). rewrite <-Em, existsb_app, lower_absent by done.
          simpl. by rewrite left_absent.
    (* for *)
    - cbn [app] in *.
      repeat match goal with
      | H : NoDup (_ :: _) |- _ => apply NoDup_cons in H as [? ?]
      | H : NoDup (_ ++ _) |- _ => apply NoDup_app in H as (? & ? & ?)
      | H : _ ∉ _ ++ _ |- _ => apply not_elem_of_app in H as [? ?]
      end.
      assert (our_label l = true) as Hl by (destruct (our_label l); done).
      apply sim_one. change (exec (LBlock ?l)) with (execs l). apply sim_app; [done|]. apply sim_one.
      rewrite exec_for. apply sim_forever.
      assert (calm (does t2)) as Hcalm by (by apply does_calm).
      rewrite (caught_behind user (does t2) (does t4) Hcalm).
      apply latch; try done.
      + apply sim_app; [|done]. transitivity (does t2); [by rewrite IHt2, way_same|]. by apply sim_calm.
      + by rewrite IHt3, way_same.
      + apply homely_seq; by apply does_homely.
      + by apply does_homely.
      + apply absent. by rewrite existsb_app, !lower_absent.
      + apply absent. by apply lower_absent.
    - apply sim_app; [done|]. apply sim_one. rewrite exec_leave.
      apply sim_seq; [texts|]. apply sim_found; [apply (sim_calm next skip), calm_skip|].
      by apply sim_calm, calm_leaves.
    - apply sim_one. change (exec (LCase ?t)) with (case_label (cases t)).
      rewrite cases_colon. apply sim_calm, calm_case.
    - destruct (framed v); sims.
    - unfold initialized. destruct (framed v); sims.
  Qed.
End controlled.
