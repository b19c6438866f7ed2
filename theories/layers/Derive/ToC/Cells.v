(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the variables of a coroutine hold, on symbols.

    That a frame's cells hold what a state of the machine says, tables and coroutines among them, and the reverse: what
    is known of the values once a state is given. *)
From Fairlead.Derive Require Import Freer Machine.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang Require Import Typing.Soundness.
From Fairlead.Lang.Model Require Import Source.
From Fairlead.Derive.ToC Require Import Facts Rules Represent Entries Outcomes Fits.

Ltac fl_in_range x Hx ::=
  try (let H := fresh "Hok" in
    assert (H : ok x) by
      (lazymatch goal with |- @ok (word ?w) _ _ => change (in_range w (number x)) end; rewrite Hx; solve [fl_ok])).

Ltac fl_rep :=
  first
    [ assumption
    | lazymatch goal with
      | |- @rep _ (@rep_table _ _ _ _) _ _ =>
        eexists; split; [reflexivity|]; split; [fl_same_entries|cbn [entries]; solve [fl_room]]
      | |- rep _ (VCoro _ [?f]) => exists f; split; [reflexivity|first [assumption|fl_new_frame]]
      | _ => split; [fl_is_data|solve [fl_ok]]
      end ]
(* what is put into a table was simplified, on what is known, where it was computed *)
with fl_is_data := first [reflexivity | unfold of_data; fl_fits; reflexivity]
(* a table, changed as the map was *)
with fl_same_entries :=
  cbn [entries];
  lazymatch goal with
  | |- same_entries _ [] [] => apply Forall2_nil_2
  | |- same_entries _ (map_put _ _ _) _ => apply same_entries_put; [fl_same_entries|fl_rep]
  | |- same_entries _ (map_remove _ _) _ => apply same_entries_remove; fl_same_entries
  | |- _ => assumption
  end
with fl_room :=
  lazymatch goal with
  | E : map_find ?l ?k = Some _ |- (Z.of_nat (length (map_put ?l ?k _)) ≤ _)%Z =>
    apply (put_room_found _ _ _ _ _ E); fl_room
  | |- (Z.of_nat (length (map_put _ _ _)) ≤ _)%Z => apply put_room; fl_counts; fl_lia
  | |- (Z.of_nat (length (map_remove _ _)) ≤ _)%Z => apply remove_room; fl_room
  | |- _ => first [assumption | cbn [length]; fl_lia]
  end
(* a coroutine that has not begun: it waits in its first yield *)
with fl_new_frame := fl_child_frame; cbv beta iota; cbn [fst snd]; fl_cells_hold
with fl_cell := eexists; split; [reflexivity|fl_rep]
with fl_cells_hold :=
  repeat first
    [ exact I
    | lazymatch goal with
      | |- _ ∧ _ => split
      | |- cell _ _ _ _ => fl_cell
      | |- _ => first [reflexivity | assumption | fl_fact_holds]
      end ]
(* what was known where the program waited, or went round *)
with fl_fact_holds :=
  lazymatch goal with
  | |- ?a = ?b =>
    let a := fl_unfold a in let b := fl_unfold b in
    change (a = b); first [assumption | solve [fl_known; reflexivity] | solve [fl_fits; reflexivity]]
  | |- there_is_none _ => unfold there_is_none; fl_fact_holds
  | |- there_is ?o =>
    let o := fl_unfold o in change (there_is o); solve [eexists; first [eassumption | fl_known; reflexivity]]
  end.

(** How a value stands for what it stands for. *)
Ltac fl_known_rep H :=
  lazymatch type of H with
  | @rep _ (@rep_data _ _) _ _ => destruct H as [-> H]
  | @rep _ (@rep_table _ _ _ _) _ _ =>
    let m := fresh "m" in let Hroom := fresh "Hroom" in
    destruct H as (m & -> & H & Hroom); pose proof (entries_count _ _ _ H)
  | _ => let f := fresh "f" in destruct H as (f & -> & H)
  end.
Ltac fl_is_found m k := match goal with H : map_find m k = _ |- _ => idtac end.
(** What was found in a table is in the map, too. *)
Ltac fl_found E :=
  lazymatch type of E with
  | map_find ?l ?k = _ =>
    repeat match goal with
    | H : same_entries _ l ?m |- _ =>
      assert_fails (idtac; fl_is_found m k);
      lazymatch type of E with
      | _ = Some _ =>
        let v := fresh "v" in let Hv := fresh "Hv" in let Hr := fresh "Hr" in
        destruct (entries_found _ _ _ _ _ H E) as (v & Hv & Hr); fl_known_rep Hr
      | _ = None => pose proof (entries_missing _ _ _ _ H E)
      end
    end
  | _ => idtac
  end.
(** Of data of a datatype, once its constructor is known: its parts are in range. There is nothing to decide about a
    record's: it is taken apart. *)
Ltac fl_record x :=
  is_var x;
  let T := type of x in let T := eval hnf in T in
  lazymatch T with word _ => fail | bytes _ => fail | _ => destruct x; [] end.
Ltac fl_parts_ok :=
  repeat match goal with
  | H : ok _ ∧ _ |- _ => destruct H
  | H : ok ?x |- _ =>
    lazymatch type of x with word _ => fail | bytes _ => fail | _ => idtac end;
    first
      [ fl_record x
      | lazymatch x with Some ?a => change (ok a) in H | None => clear H end
      | let T := type of H in let T' := eval hnf in T in
        lazymatch T' with
        | _ ∧ _ => change T' in H; destruct H
        | ok _ => change T' in H
        | True => clear H
        end ]
  end.

(** The cells of a store that is known by its length, all at once: one by one, a proof is as long as their square. *)
Lemma store_cells (s : store fl_point) n :
  length s = n → ∃ cells : nat → option (val fl_point), s = map cells (seq 0 n).
Proof.
  intros <-. exists (λ i, match s !! i with Some o => o | None => None end). apply list_eq. intros i.
  rewrite list_lookup_fmap.
  destruct (s !! i) as [o|] eqn:E.
  - rewrite lookup_seq_lt by (by apply lookup_lt_Some in E). simpl. by rewrite E.
  - by rewrite lookup_seq_ge by (by apply lookup_ge_None in E).
Qed.
Ltac fl_split_store :=
  match goal with
  | H : length ?s = ?n |- _ =>
    is_var s; let n' := eval vm_compute in n in
    let cells := fresh "cells" in let E := fresh "E" in
    destruct (store_cells s n' H) as [cells E]; clear H;
    let l := eval cbv [map seq] in (map cells (seq 0 n')) in
    change (s = l) in E; subst s
  end.
Ltac fl_known_cell H :=
  let v := fresh "v" in let Hv := fresh "Hv" in
  destruct H as (v & Hv & H);
  lazymatch type of Hv with
  | ?l !! ?i = _ => let i' := eval vm_compute in i in change (l !! i' = Some (Some v)) in Hv
  end;
  cbn [lookup list_lookup] in Hv; injection Hv as Hv;
  fl_known_rep H.
Ltac fl_cells_here :=
  repeat match goal with
  | Hv : ?cells _ = Some _ |- _ => is_var cells; rewrite Hv in *; clear Hv
  end.
(** What was known where the program waited. *)
Ltac fl_known_facts :=
  repeat match goal with
  | H : there_is ?o |- _ =>
    let o := fl_unfold o in change (exists a, o = Some a) in H; let a := fresh "a" in destruct H as [a H]; fl_found H
  | H : there_is_none ?o |- _ => let o := fl_unfold o in change (o = None) in H; fl_found H
  | H : @eq bool ?a ?b |- _ => let a' := fl_unfold a in assert_fails (constr_eq a a'); change (a' = b) in H
  end.
Ltac fl_known_cells :=
  repeat match goal with
  | H : True |- _ => clear H
  | H : _ ∧ _ |- _ => destruct H
  | p : _ * _ |- _ => lazymatch type of p with (fl_point * _)%type => fail | _ => destruct p; cbv beta iota in * end
  | H : cell _ _ _ _ |- _ => fl_known_cell H
  end;
  fl_cells_here;
  fl_known_facts.
