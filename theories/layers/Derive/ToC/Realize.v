(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The proof about a program: each step of its machine is one of the coroutine, and so the theorem.

    From a frame that a state stands for, or from a turn, [Execute] runs the coroutine to its next suspension. *)
From Fairlead.Derive Require Import Freer Machine.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang Require Import Typing.Soundness.
From Fairlead.Lang.Model Require Import Source.
From Fairlead.Derive.ToC Require Export Facts Implements Rules Represent Typed Entries Compiled Lines.
From Fairlead.Derive.ToC Require Export Execute.

(** Where the coroutine waits: what comes after is named before anything is computed. *)
Ltac fl_waits_in H :=
  lazymatch type of H with
  | ?pt = ?w =>
    lazymatch eval hnf in w with
    | SAt ?q ?c ?k => let K := fresh "K" in pose (K := k); change (pt = SAt q c K) in H; subst pt
    end
  end.
(** Where a loop begins, or a coroutine is resumed: by Coq's machine. *)
Ltac fl_computed_in H :=
  lazymatch type of H with
  | ?x = Some _ =>
    let x' := eval vm_compute in x in
    rewrite (ltac:(vm_cast_no_check (eq_refl x')) : x = x') in H
  end.
Ltac fl_from_frame := eexists; split; [fl_same_data; fl_simplify; reflexivity|unfold goes; fl_outcome; fl_run].
(** What is left when a coroutine has been run beside its machine is not shown: it is said of which leaf, and where. *)
Ltac fl_not_shown o Q q c k :=
  let what := lazymatch c with Do ?b => b | If ?e _ _ => e | _ => c end in
  tryif (let n := fl_line_of Q q c k in idtac)
  then (let n := fl_line_of Q q c k in
        fail "on the way to" o "it is not shown that line" n
          "of the .fl text does not trap, and does what Gallina says:" what)
  else fail "on the way to" o "it is not shown that this does not trap, and does what Gallina says:" what.
Ltac fl_left_at o Q q here :=
  let here := eval vm_compute in here in lazymatch here with (?c, ?k) => fl_not_shown o Q q c k end.
Ltac fl_left :=
  lazymatch goal with
  | O := ?o : Machine.outcome _ _ _ _ _ |- eventually (fl ?Q _ _) _ (Running ?c ?q ?k _ _) =>
    let stops := fl_stops in fl_left_at o Q q (place_after stops c k [Begin])
  | O := ?o : Machine.outcome _ _ _ _ _ |- eventually (fl ?Q _ _) _ (at_place ?stops ?q ?c ?k ?ms _ _) =>
    fl_left_at o Q q (place_after stops c k ms)
  | O := ?o : Machine.outcome _ _ _ _ _ |- ?G => fail "on the way to" o "it is not shown that" G
  | |- ?G => fail "it is not shown that" G
  end.
(** Where the program never comes, since what is known there cannot be. *)
Ltac fl_never :=
  match goal with
  | H : None = Some _ |- _ => discriminate H
  | H : Some _ = None |- _ => discriminate H
  | H : true = false |- _ => discriminate H
  | H : false = true |- _ => discriminate H
  end.
(** From a frame that a state stands for to the running coroutine, and to its next suspension. *)
Ltac fl_step_realized :=
  intros ls r d f Hf Hd; fl_frame_in Hf; destruct Hd as [Hr ->]; destruct Hf as (Hp & Hlen & Hf);
  destruct f as [pt store]; cbn [fst snd] in *; fl_split_store; fl_known_cells; fl_parts_ok;
  tryif fl_never then idtac else (fl_waits_in Hp; fl_from_frame; fl_left).

(** The same from a turn. *)
Ltac fl_turn_from :=
  lazymatch goal with
  | H : ?st = in_loop _ _ _ _ |- _ => subst st; unfold goes, in_loop; fl_outcome; fl_run
  | H : _ |- goes _ _ _ _ _ _ _ _ ?ls ?o ?st =>
    unfold goes; eapply ev_child; [fl_child_turns; eassumption|fl_learn]; fl_run
  end.
Ltac fl_turn_realized :=
  intros ls st Hl; fl_turn_in Hl; cbv beta iota in Hl;
  destruct Hl as (store & here & Hhere & Hst & Hlen & Hl);
  fl_computed_in Hhere; injection Hhere as <-; fl_split_store; fl_known_cells; fl_parts_ok;
  tryif fl_never then idtac else (fl_turn_from; fl_left).

(** The lemma about code that several leaves share, [holds] at its [place]; [I], if it cannot be shown. *)
Ltac fl_join place after statement holds :=
  first
    [ let here := eval cbv delta [place] in place in
      lazymatch here with
      | Some (?n, _) =>
        let T := eval cbv beta in (forall external, statement external n after) in
        let H := constr:(ltac:(abstract (solve [fl_join_from holds; first [fl_never | fl_run]])) : T) in
        exact H
      end
    | exact I ].

(** From steps to the theorem. *)
Ltac fl_reply := eapply typed_reply; [reflexivity|reflexivity|reflexivity|cbn; fl_typed].
Ltac fl_replies :=
  let e := fresh "e" in let a := fresh "a" in let d := fresh "d" in
  intros e a d; destruct e; hnf in a; repeat match goal with p : _ * _ |- _ => destruct p end; cbn -[ok enc]; fl_reply.
Ltac fl_ended :=                          (* of a result, whatever it is made of *)
  first [ reflexivity
        | cbn; match goal with |- context [match ?x with _ => _ end] => is_var x; destruct x; fl_ended end ].
Ltac fl_given_one :=
  lazymatch goal with
  | |- data_ok ?t (@enc ?T ?D _ ?x) =>
    let H := fresh "H" in
    assert (H : @Typed T D t) by fl_typed; apply (proj2 (H _)); exists x; split; [assumption|reflexivity]
  end.
Ltac fl_given :=
  repeat first
    [ apply List.Forall2_nil
    | apply List.Forall2_cons; [cbn -[data_ok enc]; fl_given_one|] ].
Ltac fl_compiled types layouts facts equiv steps turns :=
  intros;
  eapply realized_compiled;
  [ exact types | exact layouts | exact facts | assumption | assumption | reflexivity | reflexivity | reflexivity
  | apply equiv | apply steps; assumption | apply turns; assumption | fl_replies
  | let a := fresh in let v := fresh in intros a v [-> _]; first [reflexivity | destruct a; fl_ended]
  | reflexivity | reflexivity | fl_given | fl_same_data; reflexivity
  | fl_parts_ok; eapply eventually_step; [fl_simplify; reflexivity|fl_outcome; fl_run] ]; fl_left.
