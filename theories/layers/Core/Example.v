(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * An instance small enough to see whole.

    Two variables, a count and scratch space. The machine's frames keep the
    count only: parking loses the scratch variable. A program that uses it
    across a suspension is refused, and so is one whose annotations promise
    less than its loop needs; the others are bisimilar to their source. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics Points.
From Fairlead.Core.Machine Require Import Liveness.
From Fairlead.Core.Model Require Import Bisimulation.
From Fairlead.Core.Machine Require Import Simulation.

Inductive operation := Double | Clear.     (* scratch := 2 * count; scratch := 0 *)

Notation variables := (nat * nat)%type.    (* count, scratch *)
Notation command := (cmd operation () () Empty_set Empty_set).

(** A suspension asks for [scratch]; the response is added to [count]. *)
Definition counter {P} (bodies : list command) (park' : variables → variables)
    (save' : procedure → command → kont operation () () Empty_set Empty_set → variables → P * variables)
    (load' : P * variables → option (entry operation () () Empty_set Empty_set variables)) :
    dynamics operation () () Empty_set Empty_set variables (P * variables) nat nat nat := {|
  code p := bodies !! p;
  run _ b s := match b with Double => Ok (s.1, 2 * s.1) | Clear => Ok (s.1, 0) end;
  test _ s := Ok (bool_decide (s.2 = 0));
  ask _ s := Ok s.2;
  answer _ _ r s := Ok (s.1 + r, s.2);
  begin _ _ s := Ok s;
  enter_call (x : Empty_set) := match x with end;
  leave_call _ (x : Empty_set) := match x with end;
  enter_resume (x : Empty_set) := match x with end;
  leave_resume _ (x : Empty_set) := match x with end;
  finish _ s := Ok s.1;
  park _ _ := park';
  save := save'; load := load'
|}.

Definition counter_source bodies := counter bodies id source_save source_load.
(** Scratch space does not survive a suspension of the machine. *)
Definition counter_machine bodies :=
  counter bodies (λ s, (s.1, 1)) machine_save (machine_load (λ p, bodies !! p)).

(** The sets are (count is needed, scratch is needed). *)
Definition counter_analysis (annotation : bool * bool) :
    analysis operation () () Empty_set Empty_set (bool * bool) := {|
  subset U W := implb U.1 W.1 && implb U.2 W.2;
  union U W := (U.1 || W.1, U.2 || W.2);
  at_label _ _ := annotation;
  fresh_set _ := (true, true); entry_set _ := (true, true); exit_set _ := (true, false);
  need_run _ b W := match b with Double => Some (W.1 || W.2, false) | Clear => Some (W.1, false) end;
  need_test _ _ W := Some (W.1, true);
  keep_ask _ _ W := Some W;
  need_ask _ _ _ K := if K.2 then None else Some (K.1, true);
  keep_call _ _ W := Some W; need_call _ _ _ W := Some W; need_resume _ _ W := Some W
|}.

Definition counter_rel (_ : procedure) (W : bool * bool) (s t : variables) : Prop :=
  (W.1 → s.1 = t.1) ∧ (W.2 → s.2 = t.2).

Lemma counter_agreement annotation bodies :
  agreement (counter_analysis annotation) (counter_source bodies) (counter_machine bodies) counter_rel.
Proof.
  split; try done; unfold counter_rel; simpl.
  - (* subset *) intros p [[] []] [[] []] [] []; naive_solver.
  - (* union *) intros p [[] []] [[] []] [] []; naive_solver.
  - (* run *) intros p [] [[] []] W [s s'] [t t'] [= <-] [H1 H2]; constructor; simpl in *;
      split; naive_solver.
  - (* test *) intros p e [a b] W [s s'] [t t'] H [H1 H2]; simpl in *.
    destruct b; simplify_eq/=; rewrite H2 by done; (split; [by constructor|naive_solver]).
  - (* finish *) intros p [s s'] [t t'] [H1 H2]; simpl in *. constructor. naive_solver.
  - (* ask *) intros p l x [a b] W [s s'] [t t'] H [H1 H2]; simpl in *.
    destruct b; simplify_eq/=; rewrite H2 by done; (split; [by constructor|naive_solver]).
  - (* answer *) intros p x r [a b] K [s s'] [t t'] [= <-] [H1 H2]; constructor; simpl in *.
    naive_solver.
  - (* begin *) intros. by constructor.
Qed.

(** A server that never ends: send twice the count, add the answer. *)
Definition server : command := Loop 0 (Seq (Do Double) (Suspend 1 ())).
(** It may use scratch space before it suspends, not after. *)
Definition forgetful : command := Loop 0 (Seq (Do Double) (Seq (Suspend 1 ()) (If () Return Skip))).
(** Unless it is assigned again in between. *)
Definition careful : command :=
  Loop 0 (Seq (Do Double) (Seq (Suspend 1 ()) (Seq (Do Clear) (If () Return Skip)))).

Example server_accepted : accepts (counter_analysis (true, false)) [server] = true.
Proof. reflexivity. Qed.
Example forgetful_refused : accepts (counter_analysis (true, false)) [forgetful] = false.
Proof. reflexivity. Qed.
Example careful_accepted : accepts (counter_analysis (true, false)) [careful] = true.
Proof. reflexivity. Qed.
(** The loop needs the count; an annotation that denies it is refused, one that asks too much too. *)
Example less_refused : accepts (counter_analysis (false, false)) [server] = false.
Proof. reflexivity. Qed.
Example more_refused : accepts (counter_analysis (true, true)) [server] = false.
Proof. reflexivity. Qed.
(** Two suspensions cannot share a label. *)
Example labels_refused :
  accepts (counter_analysis (true, false)) [Seq (Suspend 1 ()) (Suspend 1 ())] = false.
Proof. reflexivity. Qed.

Theorem server_bisimilar s :
  bisimilar (trans (counter_source [server])) (trans (counter_machine [server]))
    (initial server 0 s) (initial server 0 s).
Proof.
  eapply simulation_initial; [apply counter_agreement| |done|done].
  apply accepts_sound, server_accepted.
Qed.

(** The refusal was right: with another scratch value the forgetful program
    takes another branch, so that source and machine part. *)
Theorem forgetful_differs :
  ¬ bisimilar (trans (counter_source [forgetful])) (trans (counter_machine [forgetful]))
      (initial forgetful 0 (0, 0)) (initial forgetful 0 (0, 0)).
Proof.
  intros H. pose (acts := replicate 5 Silent ++ [Request 0; Response 0] ++ replicate 3 Silent
    ++ [@Result nat nat nat 0]).
  assert (∃ st, execution (trans (counter_source [forgetful])) (initial forgetful 0 (0, 0)) acts st) as Hs.
  { eexists. unfold acts; simpl.
    repeat (eapply execution_cons;
      [first [eapply trans_silent; reflexivity|eapply trans_request; reflexivity
             |eapply trans_response|eapply trans_result; reflexivity]|]).
    constructor. }
  apply (bisimilar_executions _ _ _ _ _ H) in Hs as [st Hs].
  unfold acts in Hs; simpl in Hs.
  repeat match goal with
    | H : execution _ _ _ _ |- _ => inversion H; clear H; subst
    | H : trans _ _ _ _ |- _ => inversion H; clear H; simplify_eq/=
    end.
Qed.
