(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * For proofs about merkle.fl: edges that writes do not move, and branches that meet again. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Sides.
Local Open Scope Z_scope.

(** A write past the edges' first bytes moves no edge. *)
Lemma edge_at_paste v j c d : 2 ≤ j → j ≤ len v → edge_at (paste v j c) d = edge_at v d.
Proof. intros. unfold edge_at. by rewrite byte_paste_before by lia. Qed.
Theorem other_edge v : merkle_ok v → v ≠ [1; 0; 0] → byte v 1 = 0 → byte v (edge_at v 1) ≠ 0.
Proof.
  intros (l & r & -> & Hl & Hr) Hne H1. destruct (edge_ok_cases l Hl) as [_ Hlc], (edge_ok_cases r Hr) as [_ Hrc].
  rewrite byte_cons in H1 by lia. rewrite byte_app_l in H1 by lia. change (1 - 1) with 0 in H1.
  destruct Hl as [->|(_ & _ & ? & _)]; [|lia]. destruct Hr as [->|(_ & _ & Hb & _)]; [done|].
  change (edge_at (1 :: [0] ++ r) 1) with 2. change (byte (1 :: [0] ++ r) 2) with (byte r 0). lia.
Qed.

(** As far as a test that is given. *)
Ltac fl_walk_to t :=
  repeat lazymatch goal with
  | |- walk _ _ _ (If t _ _) _ _ _ => fail
  | |- walk _ _ _ _ _ _ _ => first [fl_step|fl_case]
  end; try solve [fl_refused].
Definition parent_test : expr :=
  ECompare Syntax.Ne W32 (ERead (PField (PIndex (PField (PVar 0) 9) (ERead (PVar 1))) 2)) (EInt W32 NONE).
