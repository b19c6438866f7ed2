(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Two controls are compared, and agree.

    [agree] is given pairs of positions, and of each to which pairs its moves
    lead. That list is found by code that nobody trusts; if it is closed, both
    controls have the same traces ([agree_ran]). *)
From Fairlead.Base Require Import Prelude.
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

Section agree.
  Context {A T X P1 P2 : Type} `{!EqDecision A, !EqDecision T, !EqDecision X, !EqDecision P1, !EqDecision P2}.
  Context (next1 : P1 → move A T X P1) (next2 : P2 → move A T X P2).
  (** Moves in silence that are followed at most. *)
  Context (patience : nat).

  (** Two positions, and the indices of the pairs that come next. *)
  Record pair := Pair { first : P1; second : P2; leads : list nat }.

  Definition lead_to (pairs : list pair) (p : P1) (q : P2) (i : nat) : bool :=
    match pairs !! i with
    | Some r =>
        bool_decide (settled next1 patience p = Some (first r)) &&
        bool_decide (settled next2 patience q = Some (second r))
    | None => false
    end.

  Definition pair_closed (pairs : list pair) (r : pair) : bool :=
    match next1 (first r), next2 (second r), leads r with
    | Turns p, Turns q, [i] => lead_to pairs p q i
    | Does a p, Does b q, [i] => bool_decide (a = b) && lead_to pairs p q i
    | Tests t p1 p2, Tests u q1 q2, [i; j] =>
        bool_decide (t = u) && lead_to pairs p1 q1 i && lead_to pairs p2 q2 j
    | Waits l x p, Waits m y q, [i] => Init.Nat.eqb l m && bool_decide (x = y) && lead_to pairs p q i
    | Returns, Returns, _ => true
    | _, _, _ => false
    end.

  Definition agree (pairs : list pair) (p : P1) (q : P2) : bool :=
    lead_to pairs p q 0 && forallb (pair_closed pairs) pairs.

  Section sound.
    Context (pairs : list pair) (closed : forallb (pair_closed pairs) pairs = true).

    Lemma lead_to_ran p q i :
      lead_to pairs p q i = true →
      ∃ r, pair_closed pairs r = true ∧ silent (next1 (first r)) = false ∧ silent (next2 (second r)) = false ∧
        (∀ tr x, ran next1 p tr x ↔ ran next1 (first r) tr x) ∧
        (∀ tr x, ran next2 q tr x ↔ ran next2 (second r) tr x).
    Proof using closed.
      unfold lead_to. destruct (pairs !! i) as [r|] eqn:Hi; [|done].
      intros [Hp Hq]%andb_prop. apply bool_decide_eq_true in Hp, Hq.
      apply settled_ran in Hp as [? Hp], Hq as [? Hq]. exists r. split_and!; try done.
      rewrite forallb_forall in closed. apply closed. apply elem_of_list_In. by eapply elem_of_list_lookup_2.
    Qed.

    Lemma lead_to_same tr : ∀ p q i x, lead_to pairs p q i = true → ran next1 p tr x ↔ ran next2 q tr x.
    Proof using closed.
      induction tr as [|e tr IH]; intros p q i x Hi; apply lead_to_ran in Hi as (r & Hr & Hs1 & Hs2 & -> & ->);
        unfold pair_closed in Hr; destruct r as [p' q' js]; simpl in *.
      - destruct (next1 p') eqn:H1; try done; destruct (next2 q') eqn:H2; try done;
          split; inversion 1; simplify_eq; try congruence; by constructor.
      - destruct (next1 p') eqn:H1; try done; destruct (next2 q') eqn:H2; try done;
          try (destruct js as [|i1 [|i2 [|]]]; try done);
          rewrite ?andb_true_iff, ?bool_decide_eq_true in Hr; destruct_and?;
          repeat match goal with H : Init.Nat.eqb _ _ = true |- _ => apply Nat.eqb_eq in H end; subst;
          split; inversion 1;
          repeat match goal with H : ?f ?p = _, H' : ?f ?p = _ |- _ => rewrite H in H'; simplify_eq end;
          (eapply ran_turns + eapply ran_does + eapply ran_tests + eapply ran_waits); try eassumption;
          (by eapply IH) || match goal with b : bool |- _ => destruct b; by eapply IH end.
    Qed.
  End sound.

  (** The same traces. *)
  Theorem agree_ran pairs p q :
    agree pairs p q = true → ∀ tr x, ran next1 p tr x ↔ ran next2 q tr x.
  Proof. intros [? ?]%andb_prop tr x. by eapply lead_to_same. Qed.

  (** And neither is ever lost. *)
  Theorem agree_found pairs p q : agree pairs p q = true → ∀ tr, ¬ ran next2 q tr Astray.
  Proof.
    intros [Hi Hclosed]%andb_prop tr. generalize 0, p, q, Hi. clear p q Hi.
    induction tr as [|e tr IH]; intros i p q Hi Hr;
      apply (lead_to_ran _ Hclosed) in Hi as (r & Hr' & _ & Hs & _ & Hran); apply Hran in Hr; clear Hran;
      unfold pair_closed in Hr'; destruct r as [p' q' js]; simpl in *.
    - destruct (next1 p') eqn:H1; try done; destruct (next2 q') eqn:H2; try done; inversion Hr; congruence.
    - destruct (next1 p') eqn:H1; try done; destruct (next2 q') eqn:H2; try done;
        try (destruct js as [|i1 [|i2 [|]]]; try done);
        rewrite ?andb_true_iff in Hr'; destruct_and?; inversion Hr;
        repeat match goal with H : ?f ?p = _, H' : ?f ?p = _ |- _ => rewrite H in H'; simplify_eq end;
        try match goal with b : bool |- _ => destruct b end;
        match goal with H : ran _ _ tr Astray |- _ => eapply IH; [|exact H]; eassumption end.
  Qed.
End agree.
