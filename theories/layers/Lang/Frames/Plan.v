(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The machine of the theorem has the frame that was checked.

    [laid_out] looks homes and stops up in a [plan]; the printer reads them off
    the layout itself. They are the same. *)
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Lang.Frames Require Import Checker.

Theorem look_plans L p : look (plans_of L) p = plan_of <$> L !! p.
Proof. unfold plans_of. rewrite look_build. apply list_lookup_fmap. Qed.

Theorem home_in_plan f x :
  home_in (plan_of f) x = match homes f !! x with Some h => h | None => Local end.
Proof. unfold home_in; simpl. by rewrite look_build. Qed.

Theorem look_by_label {A} (l : list (label * A)) k a :
  NoDup l.*1 → look (by_label l) k = Some a ↔ (k, a) ∈ l.
Proof.
  induction l as [|[k' a'] l IH]; simpl; intros Hl.
  { split; [done|]. by intros ?%elem_of_nil. }
  apply NoDup_cons in Hl as [Hk Hl]. rewrite look_add, elem_of_cons, <-(IH Hl).
  case_decide; subst.
  - split; [intros [= ->]; by left|]. intros [[= ->]|Ha]; [done|].
    destruct Hk. apply (IH Hl) in Ha. by apply (elem_of_list_fmap_1 fst) in Ha.
  - split; [by right|]. by intros [[= ? ?]|?].
Qed.
