(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Running a .fl coroutine on symbols.

    A tactic that applies the rules of [Commands]: it runs the coroutine beside the derived machine, from one suspension
    to the next, and asks [fits] wherever .fl might trap. It makes the proof for a given program; whether it does is
    seen when it is run. *)
From Fairlead.Derive Require Import Freer Machine.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang Require Import Typing.Soundness.
From Fairlead.Lang.Logic Require Import Steps.
From Fairlead.Lang.Model Require Import Source.
From Fairlead.Derive.ToC Require Export Rules Represent Entries Commands Places Outcomes Fits Cells Joins.

Ltac fl_atom b :=
  lazymatch b with
  | andb ?a ?c => fl_atom a
  | orb ?a ?c => fl_atom a
  | negb ?a => fl_atom a
  | _ => first [is_var b; destruct b; fl_parts_ok | let E := fresh "E" in destruct b eqn:E; fl_found E]
  end.
Ltac fl_scrutinee o := lazymatch o with match ?x with _ => _ end => fl_scrutinee x | _ => o end.
(** A branch of the machine that nothing has decided: each side. *)
Ltac fl_branch :=
  fl_show;
  lazymatch goal with
  | |- eventually _ (arrived _ _ _ _ _ _ _ _ _ (match ?x with _ => _ end)) _ =>
    let x := fl_scrutinee x in let x' := fl_folded x in change x with x'; fl_atom x'
  end; fl_parts_ok; fl_known; fl_outcome.

(** At the end of a step. *)
Ltac fl_ask := eexists; split; [fl_simplify; fl_fits; reflexivity|];
  split; [fl_frame; cbv beta iota; cbn [fst snd]; fl_cells_hold|fl_said; cbv beta iota; solve [fl_ok]].
Ltac fl_done := do 3 eexists; split; [reflexivity|split; [reflexivity|split; [reflexivity|fl_rep]]].
Ltac fl_silent :=
  eexists; split; [reflexivity|fl_turn; cbv beta iota; do 2 eexists; split; [reflexivity|];
    split; [first [reflexivity|cbn [fst snd]; eassumption]|cbn [fst snd]; fl_cells_hold]].

(** The child makes a step of its machine, and the parent learns what it came to. *)
(** Data of a type with cases: each of them. *)
Ltac fl_case b :=
  let T := type of b in let T := eval hnf in T in
  lazymatch T with
  | word _ => idtac
  | bytes _ => idtac
  | _ => destruct b
  end.
Ltac fl_settle H := eapply eventually_step; [rewrite H; fl_same_data; fl_simplify; fl_fits; reflexivity|fl_outcome].
Ltac fl_learn :=
  let st := fresh "st" in let Ha := fresh "Ha" in
  intros st Ha;
  lazymatch type of Ha with
  | arrived ?Q ?e ?asks ?q ?ends ?R ?Rt ?said ?ls ?o _ =>
    fl_outcome; destruct o; cbv beta iota delta [arrived] in Ha;
    [ let s := fresh "s" in let pr := fresh "pr" in let v := fresh "v" in
      let Hstep := fresh "Hstep" in let Hpr := fresh "Hpr" in let Hv := fresh "Hv" in let Hr := fresh "Hr" in
      destruct Ha as (s & pr & v & Hstep & Hpr & Hv & Hr); injection Hpr as <-;
      lazymatch type of Hv with
      | variable ?s ?x = ?r => let x' := eval vm_compute in x in change (variable s x' = r) in Hv
      end;
      fl_known_rep Hr;
        fl_settle Hstep
    | let f := fresh "f" in let Hstep := fresh "Hstep" in let Hf := fresh "Hf" in
      let Hsaid := fresh "Hsaid" in
      destruct Ha as (f & Hstep & Hf & Hsaid); cbv beta iota in Hstep; fl_said_in Hsaid; cbv beta iota in Hsaid;
      lazymatch type of Hstep with _ = unwind _ _ _ (_ _ ?b) => fl_case b end; fl_parts_ok; fl_settle Hstep
    | let st' := fresh "st" in let Hstep := fresh "Hstep" in let Hl := fresh "Hl" in
      destruct Ha as (st' & Hstep & Hl); apply eventually_now; fl_outcome_in_arrived;
      fl_turn; cbv beta iota; exists st'; split; [exact Hstep|];
      do 2 eexists; split; [reflexivity|]; split; [cbn [fst snd]; exact Hl|cbn [fst snd]; fl_cells_hold] ]
  end.
Ltac fl_resume :=
  fl_show;
  lazymatch goal with
  | |- eventually _ (arrived _ _ _ _ _ _ _ _ _ (match ?x with _ => _ end)) _ =>
    let c := fl_scrutinee x in
    lazymatch c with
    | _ ?s ?r =>
      eapply ev_resume;
      [ fl_simplify; fl_fits; reflexivity
      | fl_child_steps s r; [first [eassumption|fl_new_frame]|split; [fl_ok|reflexivity]]
      | fl_learn ]
    end
  end.

(** A coroutine that has not begun runs to its first yield, above its parent. *)
Ltac fl_step_of_child := eapply eventually_step; [fl_simplify; fl_fits; reflexivity|].

(** What a function of C is given, is asked with or is sent to a child, if nothing has looked at it: case by case. *)
Ltac fl_cases_given :=
  lazymatch goal with
  | |- eventually _ _ (Running _ _ _ ?s _) =>
    let v := match goal with _ => let v := eval cbv delta [s] in s in v | _ => s end in
    match v with context [match ?r with _ => _ end] => is_var r; fl_show; destruct r; fl_parts_ok; fl_outcome end
  end.
(** What is asked of its model stands in the outcome. *)
Ltac fl_extern :=
  lazymatch goal with
  | |- eventually _ (arrived _ _ _ _ _ _ _ _ _ ?o) _ =>
    let o := match goal with _ => let v := eval cbv delta [o] in o in v | _ => o end in
    eapply ev_extern;
    [ fl_value | fl_value
    | match goal with H : _ |- ?e ?i _ = _ ∧ _ => fl_models H o ltac:(fun M => eapply M; solve [fl_ok]) end
    | fl_value | first [fl_value | fl_same_one; fl_value] | let H := fresh "H" in intros H ]
  end.

(** One command; fails where nothing is known to do. *)
Ltac fl_one :=
  lazymatch goal with
  | |- eventually ?D ?Φ (Running ?c ?p ?k ?s ?ls) =>
    lazymatch c with
    | Skip =>
      let v := eval hnf in k in
      lazymatch v with
      | [] => change (eventually D Φ (Running Skip p v s ls)); apply eventually_now; fl_done
      | KSeq _ :: ?K =>
        change (eventually D Φ (Running Skip p v s ls)); apply ev_skip_seq
      | KBlock :: _ => change (eventually D Φ (Running Skip p v s ls)); apply ev_skip_block
      | KLoop _ _ :: _ => change (eventually D Φ (Running Skip p v s ls)); apply ev_skip_loop
      end
    | Do (BLine ?n) => first [fl_joined n | apply ev_line]
    | Do (BExtern _ _ _) => first [fl_extern | fl_cases_given]
    | Do _ => eapply ev_do; [fl_value|]
    | Seq _ _ => apply ev_seq
    | Block _ => apply ev_block
    | Exit _ => eapply ev_exit; [reflexivity|]
    | Loop _ _ => first [solve [apply eventually_now; fl_silent] | apply ev_loop]
    | Return => apply eventually_now; solve [fl_done]
    | Suspend _ _ => first [apply eventually_now; solve [fl_ask] | fl_step_of_child | fl_cases_given]
    | Resume ?x =>
      let r := eval cbv in (reply x) in
      lazymatch r with None => fl_step_of_child | _ => first [fl_resume | fl_cases_given] end
    | If _ _ _ =>
      first [ eapply ev_if; [fl_value|];
        lazymatch goal with |- eventually _ _ (Running (if ?b then _ else _) _ _ _ _) =>
                 lazymatch b with true => idtac | false => idtac end end; cbv iota
            | fl_branch ]
    end
  end.

(** The same at a place that is said by moves. *)
Ltac fl_by_vm := lazymatch goal with |- _ = ?r => vm_cast_no_check (eq_refl r) end.
Ltac fl_explicit :=
  lazymatch goal with
  | |- eventually _ _ (at_place ?stops ?p ?c ?k ?ms ?s ?ls) =>
    let here := eval vm_compute in (place_after stops c k ms) in
    lazymatch here with
    | (?c', ?k') =>
      let K := fresh "K" in pose (K := k'); refine (ev_explicit _ _ _ stops p c k ms c' K s ls _ _); [fl_by_vm|]
    end
  end.
Ltac fl_at_if Q stops p c k ms e s ls :=
  refine (ev_at_if Q _ _ stops p c k ms e _ s ls _ _ _);
  [ fl_by_vm
  | first [fl_test_of s | assert_fails (idtac; fl_compares Q e s); fl_value]
  | ];
  lazymatch goal with
  | |- eventually _ _ (at_place _ _ _ _ ((if ?b then _ else _) :: _) _ _) =>
    lazymatch b with true => idtac | false => idtac end; cbv iota
  end.
Ltac fl_one_at :=
  lazymatch goal with
  | |- eventually (fl ?Q source _) _ (at_place ?stops ?p ?c ?k ?ms ?s ?ls) =>
    let d := eval vm_compute in (deed_at stops c k ms) in
    lazymatch d with
    | Basic (BLine ?n) =>
      first [ fl_explicit; fl_joined n
            | refine (ev_at_do Q _ _ stops p c k ms (BLine n) s s ls _ eq_refl _); [fl_by_vm|] ]
    | Basic (BExtern _ _ _) => fl_explicit; fl_one
    | Basic ?b =>
      refine (ev_at_do Q _ _ stops p c k ms b s _ ls _ _ _); [fl_by_vm|first [fl_value_of s|fl_value]|]
    | Test ?e => first [fl_at_if Q stops p c k ms e s ls | fl_branch | fl_explicit; fl_one]
    | Round =>
      first [ solve [fl_explicit; apply eventually_now; fl_silent]
            | refine (ev_at_round Q _ _ stops p c k ms s ls _ _); [fl_by_vm|] ]
    | Other => fl_explicit; fl_one
    end
  end.
(** To places that are said by moves: what is left of the coroutine is in the proof once. *)
Ltac fl_place :=
  lazymatch goal with
  | |- eventually (fl ?Q source _) _ (Running ?c ?p ?k ?s ?ls) =>
    let stops := fl_stops in
    let C := fresh "C" in pose (C := c); let K := fresh "K" in pose (K := k);
    refine (ev_place Q _ _ stops p C K s ls _)
  | _ => idtac
  end.
(** And what nothing speaks of any more is forgotten. *)
Ltac fl_run :=
  repeat
    (fl_place; fl_fold_store; fl_name_store;
     lazymatch goal with
     | |- eventually _ _ (at_place _ _ _ _ _ ?s _) => fl_one_at; try clear s
     | _ => fl_one
     end).
