(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * For proofs about merkle.fl: edges that writes do not move, and branches that meet again. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Blum.
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
(** The same for proofs that say which check has failed. *)
Ltac fl_walk_until t :=
  repeat lazymatch goal with
  | |- walk _ _ _ (If t _ _) _ _ _ => fail
  | |- walk _ _ _ _ _ _ _ => first [fl_step|fl_case]
  end.
(** As [fl_join], where one thing more is known, whichever of the branches was taken. *)
Tactic Notation "fl_join" constr(x) "knowing" constr(P) "by" tactic3(tac) :=
  lazymatch goal with
  | |- walk ?Q ?e ?p ?c ?ks ?Φ ?s =>
      apply (walk_join Q e p c ks Φ (λ s', (∃ z, s' = <[x := z]> s) ∧ P));
      [tac|intros ? [[z ->] ?]; cbn [insert list_insert]; fl_next]
  end.
(** The thread is [c] now, which has a name from here on. *)
Tactic Notation "fl_now" constr(c) "as" ident(t') ident(E) :=
  lazymatch goal with
  | |- walk ?Q ?e ?p ?k ?ks ?Φ (Some (vthread _) :: ?s) =>
      change (walk Q e p k ks Φ (Some (vthread c) :: s)); remember c as t' eqn:E
  end.
(** What the tests on the way have come to, where the goal asks for it. *)
Ltac fl_lets := repeat match goal with x := _ |- _ => subst x end.
Ltac fl_knowing :=
  repeat match goal with E : ?b = _ |- context [?b] => lazymatch type of b with bool => rewrite E end end;
  cbn [negb andb orb].

(** The record in slot [a] may leave the one in slot [b], which is [s2]: it is its child, or neither has any. *)
Definition parent_check (a b : fslot) (s2 d : Z) : checked :=
  if negb (f_parent a =? 4294967295)
  then if negb (f_parent a =? s2) || negb (f_up a =? d) then Refuses 14 else Passes
  else if negb (child_of b d =? 4294967295) then Refuses 11 else Passes.

(** One slot written twice. *)
Lemma with_slot_twice t s c c' : with_slot (with_slot t s c) s c' = with_slot t s c'.
Proof. unfold with_slot. cbn [f_self f_depth f_slots f_epoch f_counter f_last f_next f_index f_open f_cache].
  by rewrite list_insert_insert. Qed.
