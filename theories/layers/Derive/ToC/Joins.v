(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What comes after a branch is run once.

    Where several leaves of the derived machine lead to the same code, the machine has a constant for it, [p_join5], and
    the text of the coroutine one place. A lemma says of the two what [steps_realized] says of a step: from any store
    that holds the constant's arguments, the coroutine at that place comes to what the constant says. Every leaf uses
    the lemma, so that programs with many branches one after the other have proofs as long as they are.

    What is known at such a place is what all the leaves know. If that is not enough to show the lemma (that something
    fits may depend on the way), there is none, and each leaf is followed by itself. *)
From Fairlead.Derive Require Import Freer Machine.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Model Require Import Source.
From Fairlead.Derive.ToC Require Import Rules Represent Outcomes Cells.

(** The outcome is shared code: its definition. *)
Ltac fl_unfold_join :=
  fl_show;
  lazymatch goal with
  | |- eventually ?D (arrived ?Q ?e ?asks ?q ?ends ?R ?Rt ?said ?ls ?o) ?st =>
    let h := fl_head o in
    let o' := eval cbv beta delta [h] in o in
    change (eventually D (arrived Q e asks q ends R Rt said ls o') st)
  end;
  fl_outcome.

(** [H] of the arguments of [o] *)
Ltac fl_of_arguments H o :=
  lazymatch o with ?f ?a => let H := fl_of_arguments H f in constr:(H a) | _ => H end.
Ltac fl_use_join ok e ls s o :=
  let H := constr:(ok e) in
  let H := lazymatch type of H with _ -> _ => constr:(H ltac:(eassumption)) | _ => H end in
  let H := constr:(H ls s) in
  let H := fl_of_arguments H o in
  refine (H _ _); [reflexivity|solve [fl_facts_named; cbv beta iota; fl_cells_hold]].

(** At the line with number [n]: if shared code begins here, its lemma; if that does not apply, its definition. *)
Ltac fl_joined n :=
  lazymatch goal with
  | |- eventually _ (arrived _ ?e _ _ _ _ _ _ ?ls ?o) (Running _ _ _ ?s _) =>
    let v := match goal with _ => let v := eval cbv delta [o] in o in v | _ => o end in
    let h := fl_head v in
    let l := fl_join_lemma h in
    lazymatch l with
    | (?ok, ?place) =>
      let here := eval cbv delta [place] in place in
      lazymatch here with
      | Some (?m, _) => constr_eq n m; first [fl_use_join ok e ls s v | fl_unfold_join]
      end
    end
  end.

(** From a store of which nothing is known but what the lemma says, to the code's definition. *)
Ltac fl_join_from holds :=
  intros; unfold holds; intros ls store;
  repeat lazymatch goal with |- forall _, _ => intro end;
  repeat match goal with H : _ /\ _ |- _ => progress fl_facts_named_in H end;
  unfold goes; fl_name_kont; fl_split_store; fl_known_cells; fl_parts_ok; fl_unfold_join.
