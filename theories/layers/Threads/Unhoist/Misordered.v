(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Orders that C does not have.

    [comma] is [f(), g();]: [swapped_said] calls g first. [passed_by] is
    [a && f();], and [passed_said] calls f whatever [a] is. [given_up] is
    [return;], of which nothing is left. [either] is [f() + g();], of which C may
    call g first, and hoisting does not. *)
From Coq Require Import String.
From stdpp Require Import strings.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Example.
From Fairlead.Threads.Unhoist Require Import
  Tree Lowered Jumps Unhoisted Lines Behaviour Laws Control Loops Orders Turns.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

Definition given_up_source : list token := ["return"; ";"].
Definition given_up : tree := SStood [(0, "return"); (1, ";")].
Definition given_up_said : list unit_of_c := [unit_with TNone].

Definition either : tree :=
  SEnded (SEffect (SThen (called_by 1 "f" 0 (Some 1)) (SThen (SSame [(3, "+")]) (called_by 2 "g" 4 (Some 2))))).

Definition may_of : tree → behaviour := may variable_name in_no_frame is_temporary.
Definition orders_of : tree → pieces := orders variable_name in_no_frame is_temporary.

(** Who is called in a trace. *)
Definition called (tr : trace) : list nat := flat_map (λ a, match a with Calls k _ _ => [k] | _ => [] end) tr.
Definition g_first : trace := [Did [] Top Fell; Calls 2 (Some "g") None].
Definition f_anyway : trace := [Did [] Top Fell; Calls 1 (Some "f") (Some 1)].

Lemma called_app a b : called (a ++ b) = called a ++ called b.
Proof. apply flat_map_app. Qed.

Lemma turns_of_nothing a l : turns a [] l → l = a.
Proof. intros H. remember [] as b eqn:E. induction H; subst; [done|f_equal; auto|done]. Qed.
Lemma unsequenced_nothing A l x : unsequenced A nothing l x → A l x.
Proof.
  destruct 1 as [a b l H [-> _] Ht|a p b l x H Hx Hb Ht|a b p l x _ [[_ ?]%app_eq_nil _]]; [| |done].
  - by apply turns_of_nothing in Ht as ->.
  - assert (b = []) as ->.
    { destruct Hb as [->|[[-> _]|(q & m & y & [[_ ?]%app_eq_nil _])]]; done. }
    by apply turns_of_nothing in Ht as ->.
Qed.

(** A call is its name's text, and the call. *)
Lemma callee_pieces f i l x :
  value is_temporary orders_of (SCallee [(i, f)]) l x → called (concat l) = [] ∧ (x = Fell ∨ x = Cut).
Proof.
  assert (∀ tr y, source_text (SCallee [(i, f)]) [] Top tr y → called tr = [] ∧ (y = Fell ∨ y = Cut)) as Hs.
  { intros tr y (_ & [[-> ->]|(u & z & Hl & -> & Hx)]); [by auto|]. split; [done|].
    assert (z = Fell) as -> by (inversion Hl as [| | |[?|?]|[?|?]]; subst; done). by destruct Hx; auto. }
  intros H. inversion H as [? ? [-> Hf]|? ? ? [-> _] (tr & -> & Ht)]; subst; [done|].
  simpl. rewrite app_nil_r. by apply Hs.
Qed.
Lemma call_pieces k f i into l x :
  orders_of (called_by k f i into) l x →
  (called (concat l) = [] ∨ called (concat l) = [k]) ∧ (x = Fell ∧ called (concat l) = [k] ∨ x = Cut).
Proof.
  intros H. inversion H as [? ? Ha Hx|a b ? Ha (tr & -> & Ht)]; subst.
  - apply unsequenced_nothing, callee_pieces in Ha as [Hc [->| ->]]; [done|]. split; [by left|by right].
  - apply unsequenced_nothing, callee_pieces in Ha as [Hc _]. rewrite concat_app, called_app, Hc. simpl.
    rewrite app_nil_r. destruct Ht as (_ & [[-> ->]|[-> [->| ->]]]); simpl; auto.
Qed.
Lemma comma_pieces tr x : may_of comma Top tr x → (called tr = [] ∨ ∃ l, called tr = 1 :: l) ∧ (x = Fell ∨ x = Cut).
Proof.
  intros [(l & H & ->) _]. inversion H as [? ? Ha Hx|a b ? Ha Hb]; subst.
  - apply call_pieces in Ha as [[Hc|Hc] [[? _]|?]]; rewrite Hc; eauto; done.
  - apply call_pieces in Ha as [_ [[_ Ha]|?]]; [|done]. apply call_pieces in Hb as [_ Hb].
    rewrite concat_app, called_app, Ha. split; [right; by eexists|]. destruct Hb as [[? _]|?]; auto.
Qed.

Lemma no_g_first : ¬ whole_run (may_of comma) Top g_first Cut.
Proof.
  intros H. inversion H as [? ? ? ? ? Hm|? ? ? Hm _]; subst.
  - by apply comma_pieces in Hm as [_ [?|?]].
  - by apply comma_pieces in Hm as [[?|[? ?]] _].
Qed.
Lemma g_first_runs : runs_as (seen_all swapped_said) Top g_first Cut.
Proof.
  apply run_end; [|done]. change g_first with ([Did [] Top Fell; Calls 2 (Some "g") None] ++ []).
  apply (seq_away _ _ Top); [|done]. rewrite app_nil_r.
  apply (seq_both _ _ Top [Did [] Top Fell] [Calls 2 (Some "g") None]).
  - split; [done|]. right. exists Fell, Fell. split_and!; [constructor|done|by left].
  - apply (seq_both skip _ Top []); [done|]. split; [done|]. right. split; [done|by right].
Qed.

Lemma not_anyway tr x : ¬ whole_run (may_of passed_by) Top tr x.
Proof.
  assert (∀ tr x, ¬ may_of passed_by Top tr x) as Hno; [|intros H; inversion H; subst; by eapply Hno].
  assert (∀ l x, orders_of (called_by 1 "f" 2 (Some 1)) l x → l ≠ []) as Hcall.
  { intros l y H. inversion H as [? ? Ha Hx|a b ? _ (t & -> & _)]; subst; [|by destruct a].
    apply unsequenced_nothing in Ha. intros ->. by inversion Ha as [? ? [_ ?]|? ? ? [-> _] (t & -> & _)]. }
  intros t y [(l & [H _] & _) _]. clear -Hcall H. remember [] as m eqn:E. remember Fell as z eqn:Ez.
  destruct H as [a b l Ha Hb Ht|a p b l ? Ha Hy Hb Ht|a b p l ? Ha Hb Hy Ht]; [|by destruct l..].
  subst l. assert (b = []) as -> by (by inversion Ht). by apply Hcall in Hb.
Qed.
Lemma f_anyway_runs : runs_as (seen_all passed_said) Top f_anyway Cut.
Proof.
  apply run_end; [|done]. apply (seq_away _ _ Top); [|done].
  apply (seq_both _ _ Top [Did [] Top Fell] [Calls 1 (Some "f") (Some 1)]).
  - split; [done|]. right. exists Fell, Fell. split_and!; [constructor|done|by left].
  - apply (seq_both skip _ Top []); [done|]. split; [done|]. right. split; [done|by right].
Qed.

Lemma not_given_up tr x : ¬ whole_run (may_of given_up) Top tr x.
Proof. intros H. inversion H; subst; done. Qed.
Lemma given_up_falls : runs_as (seen_all given_up_said) Top [] Fell.
Proof. by apply run_end. Qed.

(** ** An order of C's that hoisting does not choose *)

Definition g_before_f : trace :=
  [Did [] Top Fell; Calls 2 (Some "g") (Some 2); Did [] Top Fell; Calls 1 (Some "f") (Some 1)].

Lemma did_nothing e : left e = [] → source_text e [] Top [Did [] Top Fell] Fell.
Proof. intros He. split; [done|]. right. exists Fell, Fell. split_and!; [constructor|done|by left]. Qed.
Lemma call_made k f i into x :
  x = Fell ∨ x = Cut → orders_of (called_by k f i into) [[Did [] Top Fell]; [Calls k (Some f) into]] x.
Proof.
  intros Hx. apply (ahead_both _ _ [[Did [] Top Fell]] [[Calls k (Some f) into]]).
  - apply (unsequenced_both _ _ [[Did [] Top Fell]] []); [|done|apply turns_none].
    apply (ahead_both _ _ [] [[Did [] Top Fell]]); [done|].
    eexists. split; [done|]. by apply did_nothing.
  - eexists. split; [done|]. split; [done|]. by right.
Qed.
Lemma either_allowed : whole_run (may_of either) Top g_before_f Cut.
Proof.
  set (d := [Did [] Top Fell]). set (f := [Calls 1 (Some "f") (Some 1)]). set (g := [Calls 2 (Some "g") (Some 2)]).
  apply run_end; [|done]. split; [|done]. exists ([d; g; d] ++ [f]). split; [|done]. apply ahead_away; [|done].
  apply (unsequenced_left _ _ [d] f [d; g] [d; g; d]); [apply call_made; by right|done| |].
  - right. left. apply (unsequenced_both _ _ [] [d; g]); [done|apply call_made; by left|repeat constructor].
  - do 2 apply turns_right. apply turns_none.
Qed.

(** f is the first that is called, and whoever falls through has called it. *)
Definition f_first (A : behaviour) : Prop := ∀ tr x, A Top tr x →
  (called tr = [] ∨ ∃ l, called tr = 1 :: l) ∧ (x = Fell → called tr ≠ []).
Lemma f_first_seq A B : f_first A → f_first (seq A B).
Proof.
  intros HA tr x H. inversion H as [? ? ? H1 Hx|? ? ? ? H1 _|]; subst; [|destruct (HA _ _ H1) as [Hc Hn]|done].
  - by split; [apply (HA _ _ H1)|].
  - destruct Hc as [?|[l Hc]]; [by destruct Hn|]. rewrite called_app, Hc. split; [right; by eexists|done].
Qed.
Lemma skip_ahead (A : behaviour) tr x : seq skip A Top tr x → A Top tr x.
Proof. intros H. exact (proj1 (seq_skip_left (λ _, True) A Top I tr x) H). Qed.
Lemma either_not_chosen : ¬ whole_run (does variable_name in_no_frame either) Top g_before_f Cut.
Proof.
  assert (f_first (does variable_name in_no_frame either)) as Hf.
  { do 2 apply f_first_seq. intros tr x H. do 2 apply skip_ahead in H.
    inversion H as [? ? ? H1 Hx|? t1 t2 ? H1 H2|]; subst; [|clear H|done].
    - destruct H1 as (_ & [[-> _]|(y & z & _ & -> & _)]); split; [by left|done|by left|done].
    - apply skip_ahead in H2.
      assert (called t1 = []) as Ht by (by destruct H1 as (_ & [[-> _]|(y & z & _ & -> & _)])).
      rewrite called_app, Ht. destruct H2 as (_ & [[-> ->]|[-> _]]); split; [by left|done|by right; eexists|done]. }
  assert (∀ e t, copied "goto" (left e) = false → still (source_text e t)) as Hs.
  { intros e t Hc en tr n (_ & [[_ ?]|(y & z & Hl & _ & [<-|?])]); [done| |done]. inversion Hl; congruence. }
  assert (still (does variable_name in_no_frame either)) as Hstill.
  { repeat first [apply still_seq|apply still_skip|by apply Hs|by intros ? ? ? (_ & [[_ ?]|[_ [?|?]]])]. }
  intros H. apply still_run in H; [|done]. apply Hf in H as [Hc _]. by destruct Hc as [?|[l ?]].
Qed.
