(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Two controls are compared, and agree.

    [agree] is given pairs of positions, and of each to which pairs its moves
    lead. That list is found by code that nobody trusts; if it is closed, both
    controls have the same traces ([agree_ran]). *)
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Core.Model Require Import Cmd.
From Fairlead.Printed.Control Require Import Moves.

Section settled.
  Context {A T X : Type}.

  (** The next position that is not passed in silence, unless it is more than [n] moves away. *)
  Fixpoint settled {P} (next : P → move A T X P) (n : nat) (p : P) : option P :=
    match next p with
    | Silent p' => match n with O => None | S n => settled next n p' end
    | _ => Some p
    end.

  Definition silent {P} (m : move A T X P) : bool := match m with Silent _ => true | _ => false end.

  Lemma settled_ran {P} (next : P → move A T X P) n p p' :
    settled next n p = Some p' → silent (next p') = false ∧ ∀ tr x, ran next p tr x ↔ ran next p' tr x.
  Proof.
    revert p. induction n as [|n IH]; intros p; simpl; destruct (next p) as [q| | | | | |] eqn:Hp; intros H;
      try done; try (injection H as <-; by rewrite Hp).
    destruct (IH q H) as [? Hq]. split; [done|]. intros tr x. rewrite <-Hq. split.
    - inversion 1; simplify_eq; try congruence. constructor.
    - intros. by eapply ran_silent.
  Qed.
End settled.

(** Moves that are the same, to positions of which the second knows less; if it is lost, anything goes. *)
Inductive move_below {A T X P : Type} (below : P → P → Prop) : move A T X P → move A T X P → Prop :=
| below_silent p q : below p q → move_below below (Silent p) (Silent q)
| below_turns p q : below p q → move_below below (Turns p) (Turns q)
| below_does a p q : below p q → move_below below (Does a p) (Does a q)
| below_tests t p1 p2 q1 q2 : below p1 q1 → below p2 q2 → move_below below (Tests t p1 p2) (Tests t q1 q2)
| below_waits x p q : below p q → move_below below (Waits x p) (Waits x q)
| below_returns : move_below below Returns Returns
| below_lost m : move_below below m Lost.

Section agree.
  Context {A T X P1 P2 : Type} `{!EqDecision A, !EqDecision T, !EqDecision X, !EqDecision P1}.
  Context (next1 : P1 → move A T X P1) (next2 : P2 → move A T X P2).
  Context (below : P2 → P2 → Prop) `{!∀ p q, Decision (below p q)}.
  (** Moves in silence that are followed at most. *)
  Context (patience : nat).

  (** Two positions, and the indices of the pairs that come next. *)
  Record pair := Pair { first : P1; second : P2; leads : list nat }.

  Definition lead_to (pairs : table pair) (p : P1) (q : P2) (i : nat) : bool :=
    match look pairs i, settled next2 patience q with
    | Some r, Some q => bool_decide (settled next1 patience p = Some (first r)) && bool_decide (below q (second r))
    | _, _ => false
    end.

  Definition pair_closed (pairs : table pair) (r : pair) : bool :=
    match next1 (first r), next2 (second r), leads r with
    | Turns p, Turns q, [i] => lead_to pairs p q i
    | Does a p, Does b q, [i] => bool_decide (a = b) && lead_to pairs p q i
    | Tests t p1 p2, Tests u q1 q2, [i; j] =>
        bool_decide (t = u) && lead_to pairs p1 q1 i && lead_to pairs p2 q2 j
    | Waits x p, Waits y q, [i] => bool_decide (x = y) && lead_to pairs p q i
    | Returns, Returns, _ => true
    | _, _, _ => false
    end.

  Definition agree (pairs : list pair) (p : P1) (q : P2) : bool :=
    let all := build pairs in lead_to all p q 0 && forallb (pair_closed all) pairs.

  Section sound.
    Context (Htrans : ∀ p q r, below p q → below q r → below p r).
    Context (Hbelow : ∀ p q, below p q → move_below below (next2 p) (next2 q)).
    Context (listed : list pair).
    Notation pairs := (build listed).
    Context (closed : forallb (pair_closed pairs) listed = true).

    Lemma settled_below n : ∀ q q' s,
      below q q' → settled next2 n q' = Some s → next2 s ≠ Lost → ∃ s', settled next2 n q = Some s' ∧ below s' s.
    Proof using Hbelow.
      induction n as [|n IH]; intros q q' s Hq; simpl; pose proof (Hbelow q q' Hq) as Hm;
        remember (next2 q) as m1 eqn:H1; remember (next2 q') as m2 eqn:H2;
        destruct Hm; intros Hs Hl; try done; try (injection Hs as <-); try congruence; by eauto.
    Qed.

    (** A pair that the positions get to, the second with more known of it. *)
    Definition leads_below (p : P1) (q : P2) : Prop := ∃ q' i, below q q' ∧ lead_to pairs p q' i = true.

    Lemma pair_found r : pair_closed pairs r = true → next2 (second r) ≠ Lost.
    Proof. unfold pair_closed. intros Hr Hl. rewrite Hl in Hr. by destruct (next1 (first r)). Qed.

    Lemma leads_below_ran p q :
      leads_below p q →
      ∃ r q', pair_closed pairs r = true ∧ below q' (second r) ∧
        silent (next1 (first r)) = false ∧ silent (next2 q') = false ∧
        (∀ tr x, ran next1 p tr x ↔ ran next1 (first r) tr x) ∧ (∀ tr x, ran next2 q tr x ↔ ran next2 q' tr x).
    Proof using Hbelow Htrans closed.
      intros (q0 & i & Hq & Hi). unfold lead_to in Hi. rewrite look_build in Hi.
      destruct (listed !! i) as [r|] eqn:Hr; [|done].
      destruct (settled next2 patience q0) as [s|] eqn:Hs; [|done].
      apply andb_prop in Hi as [Hp Hsr]. apply bool_decide_eq_true in Hp, Hsr.
      assert (pair_closed pairs r = true) as Hc.
      { rewrite forallb_forall in closed. apply closed. apply elem_of_list_In. by eapply elem_of_list_lookup_2. }
      assert (next2 s ≠ Lost) as Hl.
      { intros Hl. specialize (Hbelow _ _ Hsr). rewrite Hl in Hbelow. inversion Hbelow as [| | | | | |? Hm]; subst.
        by apply (pair_found r Hc). }
      destruct (settled_below _ _ _ _ Hq Hs Hl) as (q' & Hq' & Hs').
      apply settled_ran in Hp as [? Hp], Hq' as [? Hq']. exists r, q'. split_and!; eauto.
    Qed.

    (** What comes after the moves of a pair. *)
    Lemma pair_moves r q' :
      pair_closed pairs r = true → below q' (second r) →
      match next1 (first r), next2 q' with
      | Turns p, Turns q => leads_below p q
      | Does a p, Does b q => a = b ∧ leads_below p q
      | Tests t p1 p2, Tests u q1 q2 => t = u ∧ leads_below p1 q1 ∧ leads_below p2 q2
      | Waits x p, Waits y q => x = y ∧ leads_below p q
      | Returns, Returns => True
      | _, _ => False
      end.
    Proof using Hbelow.
      intros Hr Hq. unfold pair_closed in Hr. destruct (Hbelow _ _ Hq); destruct (next1 (first r)); try done;
        destruct (leads r) as [|i1 [|i2 [|]]]; try done;
        rewrite ?andb_true_iff, ?bool_decide_eq_true in Hr; destruct_and?; split_and?; try done;
        by eexists _, _.
    Qed.

    Lemma leads_below_same tr : ∀ p q x, leads_below p q → ran next1 p tr x ↔ ran next2 q tr x.
    Proof using Hbelow Htrans closed.
      induction tr as [|e tr IH]; intros p q x Hpq;
        apply leads_below_ran in Hpq as (r & q' & Hr & Hq & Hs1 & Hs2 & -> & ->);
        pose proof (pair_moves _ _ Hr Hq) as Hm; clear Hr Hq; destruct r as [p' ? ?]; simpl in *;
        destruct (next1 p') eqn:H1; try done; destruct (next2 q') eqn:H2; try done; destruct_and?; subst;
        split; inversion 1; simplify_eq; try congruence;
        repeat match goal with H : ?f ?p = _, H' : ?f ?p = _ |- _ => rewrite H in H'; simplify_eq end;
        try (by constructor);
        (eapply ran_turns + eapply ran_does + eapply ran_tests + eapply ran_waits); try eassumption;
        (by eapply IH) || match goal with b : bool |- _ => destruct b; by eapply IH end.
    Qed.

    (** And the second is never lost. *)
    Lemma leads_below_found tr : ∀ p q, leads_below p q → ¬ ran next2 q tr Astray.
    Proof using Hbelow Htrans closed.
      induction tr as [|e tr IH]; intros p q Hpq;
        apply leads_below_ran in Hpq as (r & q' & Hr & Hq & Hs1 & Hs2 & _ & ->);
        pose proof (pair_moves _ _ Hr Hq) as Hm; clear Hr Hq; destruct r as [p' ? ?]; simpl in *;
        destruct (next1 p') eqn:H1; try done; destruct (next2 q') eqn:H2; try done; destruct_and?; subst;
        inversion 1; simplify_eq; try congruence;
        repeat match goal with H : ?f ?p = _, H' : ?f ?p = _ |- _ => rewrite H in H'; simplify_eq end;
        try match goal with b : bool |- _ => destruct b end;
        match goal with H : ran _ _ _ Astray |- _ => eapply IH; [|exact H]; eassumption end.
    Qed.

    Context (Hrefl : ∀ q, below q q).

    Theorem agree_ran p q :
      lead_to pairs p q 0 = true →
      (∀ tr x, ran next1 p tr x ↔ ran next2 q tr x) ∧ ∀ tr, ¬ ran next2 q tr Astray.
    Proof using Hbelow Htrans Hrefl closed.
      intros Hpq. assert (leads_below p q) by (by eexists _, _).
      split; intros; [by apply leads_below_same|by eapply leads_below_found].
    Qed.
  End sound.
End agree.
