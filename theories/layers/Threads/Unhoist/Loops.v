(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Loops, made rightly and wrongly.

    [stepping] is [for (;; b) if (a) continue;], [repeated] is [do a; while (c);],
    and [asked] is [while (f()) a;]. *)
From Coq Require Import String.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Example.
From Fairlead.Threads.Unhoist Require Import Tree Lowered Jumps Unhoisted Lines Behaviour Laws Control.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

Definition next_label : token := "fl__continue_1".
Definition step : tokens := [(4, "b")].
Definition stepping_source : list token :=
  ["for"; "("; ";"; ";"; "b"; ")"; "if"; "("; "a"; ")"; "continue"; ";"].
Definition condition : tokens := [(6, "if"); (7, "("); (8, "a"); (9, ")")].
Definition stepping_with (body : tree) : tree := SFor next_label SGone SNil (SEffect (SSame step)) (SPlain body).
Definition stepping_said_with (body : text) : list unit_of_c :=
  [unit_with (TBlock (TFor (TText body) (Some next_label) (TEval [Copied step])))].
Definition stepping : tree :=
  stepping_with (SThen (SSame condition) (SThen (SStood [(10, "continue")])
    (SThen (SOurs ["goto"; next_label]) (SSame [(11, ";")])))).
Definition stepping_said : list unit_of_c :=
  stepping_said_with [Copied condition; Own ["goto"; next_label]; Copied [(11, ";")]].
(** [continue] stays what it was: it passes the step by. *)
Definition as_it_was : tokens := condition ++ [(10, "continue"); (11, ";")].
Definition skipping : tree := stepping_with (SSame as_it_was).
Definition skipping_said : list unit_of_c := stepping_said_with [Copied as_it_was].
Definition skipped : trace := [Did [Copied as_it_was] Top Continued; Did [Copied step] Top Fell].

Definition repeated_source : list token := ["do"; "a"; ";"; "while"; "("; "c"; ")"; ";"].
Definition once : tokens := [(1, "a"); (2, ";")].
Definition again : tokens := [(5, "c")].
Definition repeated : tree := SDo None (SPlain (SSame once)) (SSame again).
Definition repeated_said : list unit_of_c := [unit_with (TDo (TText [Copied once]) [Copied again])].
(** The condition is evaluated once more than it is. *)
Definition too_often_said : list unit_of_c :=
  [unit_with (TDo (TThen (TText [Copied once]) (TEval [Copied again])) [Copied again])].
Definition one_round : trace := [Did [Copied once] Top Fell; Did [Copied again] Top Fell; Found true].

Definition asked_source : list token := ["while"; "("; "f"; "("; ")"; ")"; "a"; ";"].
Definition answer : tokens := [(6, "a"); (7, ";")].
Definition asked : tree := SWhile (called_by 1 "f" 2 (Some 1)) (SPlain (SSame answer)).
Definition unless : stmt := TIf [Place 1] TNone TBreak.
Definition asked_said : list unit_of_c :=
  [unit_with (TFor (TThen (call_of 1 "f" (Some (1, Assigned))) (TThen unless (TText [Copied answer]))) None TNone)].
(** The [break] of the test leaves a loop that is around the test alone. *)
Definition kept_in_said : list unit_of_c :=
  [unit_with (TFor (TThen (TFor (TThen (call_of 1 "f" (Some (1, Assigned))) unless) None TNone)
    (TText [Copied answer])) None TNone)].
Definition no_answer : trace := [Did [] Top Fell; Calls 1 (Some "f") (Some 1); Did [Place 1] Top Fell; Found false].

(** ** What they do *)

Lemma text_top t tr x :
  text_does t Top tr x ↔ (tr = [] ∧ x = Cut) ∨ ∃ y z, text_leaves t y z ∧ tr = [Did t Top y] ∧ (x = z ∨ x = Cut).
Proof. split; [by intros [_ ?]|]. intros. by split. Qed.
Lemma forever_not_broke A e tr : ¬ forever A e tr Broke.
Proof.
  intros H. remember Broke as x eqn:E. induction H as [| |e tr x _ [->|[->|[n ->]]]]; [auto|done..].
Qed.
Lemma forever_fell A e tr : forever A e tr Fell → ∃ e tr, A e tr Broke.
Proof.
  intros H. remember Fell as x eqn:E. induction H as [|e tr H|e tr x _ [->|[->|[n ->]]]]; [auto|eauto|done..].
Qed.

Lemma skip_behind (A : behaviour) tr x : seq A skip Top tr x → A Top tr x.
Proof. intros H. exact (proj1 (seq_skip_right (λ _, True) A Top I tr x) H). Qed.

(** Nothing goes anywhere. *)
Definition still (A : behaviour) : Prop := ∀ e tr n, ¬ A e tr (Went n).
Lemma still_seq A B : still A → still B → still (seq A B).
Proof. intros HA HB e tr n H. inversion H; subst; [by eapply HA|by eapply HB|by eapply HB]. Qed.
Lemma still_found A B : still A → still B → still (found A B).
Proof. intros HA HB e tr n H. inversion H; subst; first [by eapply HA|by eapply HB]. Qed.
Lemma still_forever A : still A → still (forever A).
Proof.
  intros HA e tr n H. remember (Went n) as x eqn:E. induction H as [| |e tr x H _]; [auto|done|]. subst. by eapply HA.
Qed.
Lemma still_caught A : still A → still (caught A).
Proof. intros HA e tr n H. inversion H; subst. by eapply HA. Qed.
Lemma still_followed m A : still A → still (followed m A).
Proof.
  intros HA e tr n H. remember (Went n) as x eqn:E. induction H as [e t1 t2 x H _ IH|e tr x H]; [by eapply HA|].
  subst. by eapply HA.
Qed.
Lemma still_text t : our_gotos t = [] → copied "goto" t = false → still (text_does t).
Proof.
  intros Ht Hg e tr n (_ & [[_ ?]|(y & z & H & _ & [<-|?])]); [done| |done].
  inversion H as [| |? Hg'| |? Hn|]; subst; [congruence|]. rewrite Ht in Hn. by apply elem_of_nil in Hn.
Qed.
Lemma still_label m : still (label m).
Proof. by intros e tr n (_ & _ & ?). Qed.
Lemma still_skip : still skip.
Proof. by intros e tr n (_ & _ & ?). Qed.
Lemma still_run A tr x : still A → whole_run A Top tr x → A Top tr x.
Proof. intros HA H. inversion H; subst; [by edestruct HA|done]. Qed.
Lemma run_fell A e tr : whole_run A e tr Fell → ∃ e tr, A e tr Fell.
Proof. intros H. remember Fell as x eqn:E. induction H; subst; eauto. Qed.

Lemma skipping_skips : ¬ runs_as (seen_all skipping_said) Top skipped Cut.
Proof.
  intros H. apply still_run in H.
  2: { repeat first [apply still_seq|apply still_forever|apply still_followed|apply still_skip|apply still_label
                    |by apply still_text]. }
  set (X := seq (seq (text_does [Copied as_it_was]) skip)
    (seq (label next_label) (seq (text_does [Copied step]) skip))).
  assert (still X) as HX.
  { repeat first [apply still_seq|apply still_skip|apply still_label|by apply still_text]. }
  assert (∀ t y, followed next_label X Top t y →
    t = [] ∧ y = Cut ∨ t = [Did [Copied as_it_was] Top Continued] ∨
    ∃ z t', t = Did [Copied as_it_was] Top z :: t' ∧ z ≠ Continued) as HF.
  { intros t y Hf. inversion Hf as [? ? ? ? HX'|? ? ? HX' _]; subst; [by apply HX in HX'|]. clear Hf H.
    assert (∀ t y, seq (text_does [Copied as_it_was]) skip Top t y →
      t = [] ∧ y = Cut ∨ t = [Did [Copied as_it_was] Top Continued] ∧ y ≠ Fell ∨
      ∃ z, t = [Did [Copied as_it_was] Top z] ∧ z ≠ Continued) as HT.
    { clear. intros t y H. apply skip_behind in H. apply text_top in H as [?|(u & z & Hl & -> & Hx)]; [by left|].
      right. destruct (decide (u = Continued)) as [->|Hu]; [left|right; by exists u]. split; [done|].
      inversion Hl; subst; by destruct Hx as [->| ->]. }
    inversion HX' as [? ? ? Ha Hx|? ? ? ? Ha Hb|? ? ? ? Hne]; subst; [| |done].
    - apply HT in Ha as [?|[[-> ?]|(z & -> & ?)]]; [by left|right; by left|]. right. right. by eexists _, [].
    - apply HT in Ha as [[_ ?]|[[_ ?]|(z & -> & ?)]]; [done..|]. right. right. by eexists _, _. }
  assert (∀ t x, forever (followed next_label X) Top t x →
    t = [] ∨ ∃ z t', t = Did [Copied as_it_was] Top z :: t') as Hfirst.
  { intros t x Hf. inversion Hf as [? ? ? ? ? Ha Hy|? ? Ha|? ? ? Ha]; subst;
      apply HF in Ha as [[-> ?]|[->|(z & t' & -> & _)]]; simpl; eauto; try done. subst. by destruct Hy. }
  assert (∀ t x, seq (seq (forever (followed next_label X)) skip) skip Top t x →
    forever (followed next_label X) Top t x) as Ho.
  { intros t x Hs. by do 2 apply skip_behind in Hs. }
  assert (forever (followed next_label X) Top skipped Cut) as Hf by (apply Ho; exact H).
  clear H Ho. remember skipped as tr eqn:E. remember Top as e eqn:Ee. remember Cut as x eqn:Ex.
  destruct Hf as [? t1 ? t2 ? Ha Hy Hf'|? ? Ha|? ? ? Ha]; [subst e|done|subst e; rewrite E in Ha].
  - apply HF in Ha as [[-> ->]|[->|(z & t' & -> & Hz)]]; [destruct Hy; congruence| |].
    + injection E as ->. apply Hfirst in Hf' as [?|(z & t' & ?)]; done.
    + unfold skipped in E. simplify_eq/=; done.
  - apply HF in Ha as [[? _]|[?|(z & t' & ? & Hz)]]; unfold skipped in *; simplify_eq/=; done.
Qed.

Lemma too_often_differs : ¬ runs_as (seen_all too_often_said) Top one_round Cut.
Proof.
  intros H. apply still_run in H.
  2: { repeat first [apply still_seq|apply still_forever|apply still_caught|apply still_found|apply still_skip
                    |by apply still_text|by intros ? ? ? (_ & _ & ?)]. }
  set (X := seq (caught (seq (text_does [Copied once]) (seq (text_does [Copied again]) skip)))
              (seq (text_does [Copied again]) (found skip (leaves_by Broke)))).
  assert (∀ w t y, copied "break" w = false → lets_continue w = false → our_gotos w = [] → our_count "return" w = 0 →
      copied "goto" w = false → text_does w Top t y →
      t = [] ∧ y = Cut ∨ t = [Did w Top Fell] ∧ (y = Cut ∨ y = Fell)) as HT.
  { clear. intros w t y Hb Hc Hg Hr Ho H. apply text_top in H as [[-> ->]|(u & z & Hl & -> & Hx)]; [by left|].
    right. inversion Hl as [| | | |? Hn|]; subst; try congruence; [naive_solver|].
    rewrite Hg in Hn. by apply not_elem_of_nil in Hn. }
  assert (∀ t y, seq (text_does [Copied once]) (seq (text_does [Copied again]) skip) Top t y →
    (length t ≤ 2 ∧ y = Cut) ∨ (∃ a b, t = [a; b]) ∧ y = Fell) as H2.
  { clear -HT. intros t y H. inversion H as [? ? ? Ha Hn|? ? ? ? Ha Hb|]; subst; [| |done].
    - apply HT in Ha as [[-> ->]|[-> [->| ->]]]; try done; left; simpl; split; (lia || done).
    - apply HT in Ha as [[_ ?]|[-> _]]; try done. apply skip_behind in Hb.
      apply HT in Hb as [[-> ->]|[-> [->| ->]]]; try done; simpl; [left|left|right]; eauto. }
  assert (∀ t y, X Top t y → (length t ≤ 2 ∧ y = Cut) ∨ ∃ a b z t', t = a :: b :: Did [Copied again] Top z :: t') as HX.
  { intros t y Hx. clear H. inversion Hx as [? ? ? Ha Hn|? ? ? ? Ha Hb|]; subst; [| |done].
    - inversion Ha as [? ? Hc|? ? ? Hc]; subst; apply H2 in Hc as [[? Hy]|[_ Hy]]; try done. by left.
    - assert (∃ a b, t1 = [a; b]) as (a & b & ->).
      { inversion Ha as [? ? Hc|? ? ? Hc]; subst; apply H2 in Hc as [[? Hy]|[? Hy]]; done. }
      inversion Hb as [? ? ? Hc Hn|? ? ? ? Hc Hd|]; subst; [| |done].
      + apply HT in Hc as [[-> ->]|[-> [->| ->]]]; try done; [left; simpl; split; (lia || done)|right; simpl; eauto 6].
      + apply HT in Hc as [[_ ?]|[-> _]]; try done. right. simpl. eauto 6. }
  assert (forever X Top one_round Cut) as Hf by (apply skip_behind; exact H).
  clear H. remember one_round as tr eqn:E. remember Top as e eqn:Ee. remember Cut as x eqn:Ex.
  destruct Hf as [? t1 ? t2 ? Ha Hy Hf'|? ? Ha|? ? ? Ha]; [subst e|done|subst e; rewrite E in Ha].
  - apply HX in Ha as [[_ ->]|(a & b & z & t' & ->)]; [destruct Hy; congruence|].
    unfold one_round in E. simplify_eq/=; done.
  - apply HX in Ha as [[? _]|(a & b & z & t' & ?)]; unfold one_round in *; simpl in *; [lia|simplify_eq/=; done].
Qed.

Lemma kept_in_stays : ¬ runs_as (seen_all kept_in_said) Top no_answer Fell.
Proof.
  intros H. apply run_fell in H as (e & tr & H).
  assert (∀ A : behaviour, seq A skip e tr Fell → A e tr Fell ∨ ∃ t, A e t Fell) as Hskip.
  { intros A Hs. inversion Hs as [|? ? ? ? Ha|? ? ? Hb Hne]; subst; [done|eauto|]. by destruct Hb as [-> _]. }
  apply Hskip in H as [H|[t H]]; apply forever_fell in H as (e' & t' & H).
  all: repeat match goal with
    | H : seq _ _ _ _ Broke |- _ => inversion H; subst; clear H
    | H : skip _ _ Broke |- _ => by destruct H as (_ & _ & ?)
    | H : _ _ _ Broke |- _ => by apply forever_not_broke in H
    | H : _ _ _ Broke |- _ => destruct H as (_ & [[_ ?]|(? & ? & Hl & _ & [<-|?])]); [done|inversion Hl; done|done]
    | H : _ _ _ Broke |- _ => progress cbn in H
    end.
Qed.

(** ** What the source does *)

Lemma skipping_steps : whole_run (does variable_name in_no_frame skipping) Top skipped Cut.
Proof.
  apply run_end; [|done]. apply (seq_both skip _ Top [] skipped); [done|].
  apply forever_left; [|by right; left].
  apply (seq_both _ _ Top [Did [Copied as_it_was] Top Continued] [Did [Copied step] Top Fell]).
  - apply (seq_both skip _ Top [] _); [done|]. apply caught_continued. split; [done|]. right.
    exists Continued, Continued. split_and!; [|done|by left]. apply tree_continues. by right.
  - apply (seq_both skip _ Top [] _); [done|]. split; [done|]. right. exists Fell, Fell.
    split_and!; [constructor|done|by right].
Qed.
Lemma repeated_once : whole_run (does variable_name in_no_frame repeated) Top one_round Cut.
Proof.
  apply run_end; [|done]. apply forever_left; [|by right; left].
  apply (seq_both _ _ Top [Did [Copied once] Top Fell] _).
  - apply caught_other; [|done]. split; [done|]. right. exists Fell, Fell. split_and!; [constructor|done|by left].
  - apply (seq_both skip _ Top [] _); [done|]. apply (seq_both _ _ Top [Did [Copied again] Top Fell] [Found true]).
    + split; [done|]. right. exists Fell, Fell. split_and!; [constructor|done|by left].
    + apply found_cut.
Qed.
Lemma asked_ends : whole_run (does variable_name in_no_frame asked) Top no_answer Fell.
Proof.
  apply run_end; [|done]. apply forever_broken.
  apply (seq_both _ _ Top [Did [] Top Fell; Calls 1 (Some "f") (Some 1)] [Did [Place 1] Top Fell; Found false]).
  - do 2 (apply (seq_both skip _ Top [] _); [done|]).
    apply (seq_both _ _ Top [Did [] Top Fell] _).
    + split; [done|]. right. exists Fell, Fell. split_and!; [constructor|done|by left].
    + apply (seq_both skip _ Top [] _); [done|]. split; [done|]. right. split; [done|by left].
  - apply (seq_both _ _ Top [Did [Place 1] Top Fell] [Found false]).
    + split; [done|]. right. exists Fell, Fell. split_and!; [constructor|done|by left].
    + by apply found_false.
Qed.
