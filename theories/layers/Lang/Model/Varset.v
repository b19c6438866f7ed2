(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Sets of variables, as increasing lists.

    Every operation is sound for any list; that lists increase only makes them
    precise and fast. Few variables are live at a time, so lists beat trees. *)
From Fairlead.Base Require Import Prelude.

Notation varset := (list nat).
Implicit Types (V W : varset) (x y : nat).

Fixpoint add x V : varset :=
  match V with
  | [] => [x]
  | y :: W => if x <? y then x :: V else if x =? y then V else y :: add x W
  end.

Fixpoint remove x V : varset :=
  match V with
  | [] => []
  | y :: W => if x <? y then V else if x =? y then W else y :: remove x W
  end.

Fixpoint merge V : varset → varset :=
  fix go W :=
    match V, W with
    | [], _ => W
    | _, [] => V
    | x :: V', y :: W' =>
        if x <? y then x :: merge V' W else if x =? y then x :: merge V' W' else y :: go W'
    end.

Fixpoint included V W {struct W} : bool :=
  match V, W with
  | [], _ => true
  | _, [] => false
  | x :: V', y :: W' => if x =? y then included V' W' else if y <? x then included V W' else false
  end.

Local Ltac compare :=
  repeat match goal with
  | |- context [?x <? ?y] => destruct (Nat.ltb_spec x y)
  | |- context [?x =? ?y] => destruct (Nat.eqb_spec x y); subst
  end.

Lemma elem_of_add x y V : y = x ∨ y ∈ V → y ∈ add x V.
Proof. induction V; simpl; compare; set_solver. Qed.

Lemma elem_of_remove x y V : y ∈ V → y = x ∨ y ∈ remove x V.
Proof. induction V; simpl; compare; set_solver. Qed.

Lemma elem_of_merge x V W : x ∈ V ∨ x ∈ W → x ∈ merge V W.
Proof.
  revert W; induction V as [|y V IH]; intros W; [destruct W; simpl; intros [?%not_elem_of_nil|?]; done|].
  induction W as [|z W IHW]; [intros [?|?%not_elem_of_nil]; done|].
  change (merge (y :: V) (z :: W)) with
    (if y <? z then y :: merge V (z :: W) else if y =? z then y :: merge V W else z :: merge (y :: V) W).
  specialize (IH W) as IHV; specialize (IH (z :: W)). rewrite elem_of_cons in IH |- *.
  rewrite elem_of_cons in IHW. compare; rewrite !elem_of_cons; tauto.
Qed.

Lemma included_sound V W : included V W = true → V ⊆ W.
Proof.
  revert V; induction W as [|y W IH]; intros [|x V]; simpl; try done; [set_solver..|].
  compare; intros Hin; try apply IH in Hin; set_solver.
Qed.
