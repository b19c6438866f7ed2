(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Functions of which something is known, but not everything.

    [ensures p vs Ψ]: the function [p], called with the values [vs], comes to an end without a trap, and [Ψ] holds of
    its result and of what its parameters then are. It is what [calls] says when there is nothing better to say
    than a property: an invariant that is kept, a bound. A call of such a function is one step ([walk_call_ensures]). *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Core.Logic Require Export Wp.
From Fairlead.Lang Require Export Model.Source.
From Fairlead.Lang.Logic Require Import Functions Calls.
From Fairlead.Lang.Logic Require Export Tactics.

Section ensures.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Local Notation D := (fl Q source external).
  Local Notation untouched := (λ (_ : nat) (s : store fl_point), s).
  Local Notation vals := (list (val fl_point)).
  Implicit Types (Ψ : val fl_point → vals → Prop).

  (** What is to hold of the last store, for [n] parameters and the result in [r]. *)
  Definition reached (n r : nat) Ψ (s : store fl_point) : Prop :=
    ∃ v ws, s !! r = Some (Some v) ∧ take n s = map Some ws ∧ Ψ v ws.

  Definition ensures (p : procedure) (vs : vals) Ψ : Prop :=
    ∃ pr, procs Q !! p = Some pr ∧ length vs = length (params pr) ∧
      wp D p (body pr) (ended (reached (length vs) (ret pr) Ψ)) (map Some vs ++ locals_of source pr).

  Theorem ensures_mono p vs Ψ (Ψ' : val fl_point → vals → Prop) :
    ensures p vs Ψ → (∀ v ws, Ψ v ws → Ψ' v ws) → ensures p vs Ψ'.
  Proof.
    intros (pr & Hp & Hlen & Hwp) HΨ. exists pr. split_and!; [done..|]. eapply wp_mono; [|exact Hwp].
    assert (∀ s, reached (length vs) (ret pr) Ψ s → reached (length vs) (ret pr) Ψ' s) as H.
    { intros s (v & ws & ? & ? & ?). exists v, ws. auto. }
    intros [|n|] s'; [apply H|exact id|apply H].
  Qed.

  Theorem calls_ensures p vs v ws : calls Q external p vs v ws → ensures p vs (λ v' ws', v' = v ∧ ws' = ws).
  Proof.
    intros (pr & Hp & Hlen & Hws & Hwp). exists pr. split_and!; [done..|]. eapply wp_mono; [|exact Hwp].
    assert (∀ s, s !! ret pr = Some (Some v) ∧ take (length ws) s = map Some ws →
      reached (length vs) (ret pr) (λ v' ws', v' = v ∧ ws' = ws) s) as H.
    { intros s [Hv Ht]. exists v, ws. rewrite <-Hws. auto. }
    intros [|n|] s'; [apply H|exact id|apply H].
  Qed.

  Lemma ensures_walk p pr vs Ψ :
    procs Q !! p = Some pr → length vs = length (params pr) →
    walk Q external p (body pr) [] (ended (reached (length vs) (ret pr) Ψ)) (map Some vs ++ locals_of source pr) →
    ensures p vs Ψ.
  Proof. intros ???. exists pr. split_and!; [done..|]. by apply walk_wp. Qed.

  Lemma walk_call_ensures p l x vs Ψ ks (Φ : way → store fl_point → Prop) s :
    collect (λ a, pass (W Q source) a s) (call_args x) = Ok vs →
    ensures (callee x) vs Ψ →
    (∀ v ws, Ψ v ws → ∃ s1 s',
      copy_out Q source p (call_args x) (map Some ws) s = Ok s1 ∧
      assign_to (W Q source) untouched (call_dest x) v s1 = Ok s' ∧ unwind Q external p ks Φ Falls s') →
    walk Q external p (Call l x) ks Φ s.
  Proof.
    intros Hvs (pr & Hp & Hlen & Hwp) Hnext. unfold walk.
    eapply wp_call; [| |exact Hwp|].
    - cbn. unfold fl_enter_call. rewrite Hp; cbn. rewrite Hvs; cbn. by rewrite decide_True by done.
    - cbn. unfold fl_code. by rewrite Hp.
    - intros s2 (v & ws & Hret & Htake & HΨ). destruct (Hnext v ws HΨ) as (s1 & s' & Hout & Hdest & HΦ).
      exists s'. split; [|done]. cbn. unfold fl_leave_call. rewrite decide_True by done.
      rewrite Hp; cbn. rewrite copy_out_take.
      assert (length (call_args x) = length vs) as -> by (apply collect_length in Hvs; lia).
      rewrite Htake, Hout; cbn. unfold variable. rewrite Hret; cbn.
      destruct (call_dest x); [done|]. by cbn in Hdest.
  Qed.

  (** Two branches that meet again: what the rest needs of them is all that is remembered. *)
  Lemma walk_join p c ks (Φ : way → store fl_point → Prop) (J : store fl_point → Prop) s :
    walk Q external p c [] (λ w s', match w with Falls => J s' | _ => unwind Q external p ks Φ w s' end) s →
    (∀ s', J s' → unwind Q external p ks Φ Falls s') → walk Q external p c ks Φ s.
  Proof. intros Hc HJ. eapply wp_mono; [|exact Hc]. intros [|n|] s'; cbn; [apply HJ|exact id|exact id]. Qed.

  (** What a driver gets that calls such a function. *)
  Theorem ensures_verified p pr args vs Ψ (Φ : Semantics.result → Prop) :
    procs Q !! p = Some pr → lent_of pr = [] →
    place_args source (params pr) (map of_data args) = Ok (map Some vs) →
    ensures p vs Ψ →
    (∀ v ws, Ψ v ws → ∃ d ds, to_data v = Ok d ∧
      collect (λ i, v ← or_wrong (ws !! i); to_data v) (shown_of pr) = Ok ds ∧ Φ (d, ds)) →
    verified Q external p args Φ.
  Proof.
    intros Hp Hlent Hs (pr' & Hp' & _ & Hwp) HΨ. assert (pr' = pr) as -> by congruence.
    eapply verified_body; [done|done|done|exact Hwp|]. intros s (v & ws & Hv & Ht & HΨv).
    destruct (HΨ v ws HΨv) as (d & ds & Hd & Hds & HΦ). exists (d, ds). split; [|done].
    unfold fl_finish. rewrite Hp; cbn. unfold variable. rewrite Hv; cbn. rewrite Hd; cbn.
    assert (lent_data (shown_of pr) s = Ok ds) as ->; [|done].
    unfold lent_data. clear HΨ Hd HΨv HΦ. revert ds Hds.
    induction (shown_of pr) as [|i is IH]; intros ds Hds; [done|].
    cbn in Hds |- *. destruct (ws !! i) as [w|] eqn:Hw; cbn in Hds; [|done].
    assert (variable s i = Ok w) as ->.
    { unfold variable. assert (i < length ws) as Hi by by eapply lookup_lt_Some.
      assert (length (take (length vs) s) = length ws) as Hl by by rewrite Ht, map_length.
      rewrite take_length in Hl. rewrite <-(lookup_take s (length vs) i) by lia. rewrite Ht.
      change (map Some ws) with (Some <$> ws). by rewrite list_lookup_fmap, Hw. }
    cbn. destruct (to_data w) as [d'| |]; cbn in Hds |- *; [|done|done].
    destruct (collect _ is) as [ds'| |] eqn:E; cbn in Hds; [|done|done]. injection Hds as <-.
    by rewrite (IH ds' eq_refl).
  Qed.
End ensures.

(** ** The beginning and the end of a function of which a property is shown *)
Ltac strip l :=
  lazymatch l with
  | [] => constr:(@nil (val fl_point))
  | Some ?a :: ?r => let r' := strip r in constr:(a :: r')
  end.
Ltac fl_ensures :=
  eapply ensures_walk; [reflexivity|reflexivity|];
  lazymatch goal with
  | |- walk ?Q ?e ?p (body ?pr) ?ks ?Φ ?s =>
      let pr' := eval hnf in pr in let c := eval cbn [body] in (body pr') in
      change (walk Q e p c ks Φ s)
  end;
  cbn [map app locals_of locals uninitialised source ret length].
Ltac fl_reached :=
  lazymatch goal with |- ended _ _ _ => cbn beta iota delta [ended] | _ => idtac end;
  unfold reached; cbn [take];
  lazymatch goal with
  | |- ∃ v ws, _ ∧ ?l = _ ∧ _ =>
      let ws := strip l in eexists; exists ws; split; [reflexivity|split; [reflexivity|]]
  end.
(** A call of which a property is known. Afterwards its result and its parameters are to be introduced; [fl_after] puts
    them where they go. *)
Ltac fl_known_call H := simple eapply walk_call_ensures; [solve [fl_eval]|cbn [callee]; eapply H|cbn beta].
Ltac fl_after := eexists; eexists; split; [solve [fl_eval]|split; [solve [fl_eval]|fl_next]].
(** A command in which nothing but the variable [x] is written, gone through by [tac]: what follows is gone through
    once, whichever of its branches was taken. *)
Tactic Notation "fl_join" constr(x) "by" tactic3(tac) :=
  lazymatch goal with
  | |- walk ?Q ?e ?p ?c ?ks ?Φ ?s =>
      apply (walk_join Q e p c ks Φ (λ s', ∃ z, s' = <[x := z]> s));
      [tac; try (eexists; reflexivity)|intros ? [z ->]; cbn [insert list_insert]; fl_next]
  end.
