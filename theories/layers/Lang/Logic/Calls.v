(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Functions that are known exactly.

    [calls p vs v ws]: the function [p], called with the values [vs], comes to an end without a trap, with the
    result [v]; and its parameters then are [ws], of which the caller gets back those that are [inout]. So a function is
    proved once, for all arguments, and each call of it is one step ([wp_call_exact]), as long as the proof
    of the caller can say what it needs of the arguments. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Core.Logic Require Export Wp.
From Fairlead.Lang Require Export Model.Source.
From Fairlead.Lang.Logic Require Import Functions.

Lemma copy_out_take {P} (Q : program) (A : presentation P) p args (s' s : store P) :
  copy_out Q A p args s' s = copy_out Q A p args (take (length args) s') s.
Proof.
  revert s' s. induction args as [|a args IH]; intros s' s; [done|].
  destruct s' as [|o s']; [done|]. cbn. destruct a; cbn; [apply IH| |];
    (destruct o as [v|]; cbn; [|done];
     match goal with |- context [mbind _ ?o] => destruct o end; cbn; [apply IH|done|done]).
Qed.

Section calls.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Local Notation D := (fl Q source external).
  Local Notation untouched := (λ (_ : nat) (s : store fl_point), s).

  Definition calls (p : procedure) (vs : list (val fl_point)) (v : val fl_point) (ws : list (val fl_point)) : Prop :=
    ∃ pr, procs Q !! p = Some pr ∧ length vs = length (params pr) ∧ length ws = length vs ∧
      wp D p (body pr)
        (ended (λ s, s !! ret pr = Some (Some v) ∧ take (length ws) s = map Some ws))
        (map Some vs ++ locals_of source pr).

  Lemma collect_length {A B} (f : A → outcome B) l l' : collect f l = Ok l' → length l' = length l.
  Proof.
    revert l'. induction l as [|a l IH]; intros l'; cbn; [by intros [= <-]|].
    destruct (f a); cbn; [|done|done]. destruct (collect f l) as [l1| |] eqn:E; cbn; [|done|done].
    intros [= <-]. cbn. by rewrite (IH l1).
  Qed.

  Lemma wp_call_exact p l x vs v ws (Φ : way → store fl_point → Prop) s s1 s' :
    collect (λ a, pass (W Q source) a s) (call_args x) = Ok vs →
    calls (callee x) vs v ws →
    copy_out Q source p (call_args x) (map Some ws) s = Ok s1 →
    assign_to (W Q source) untouched (call_dest x) v s1 = Ok s' →
    Φ Falls s' → wp D p (Call l x) Φ s.
  Proof.
    intros Hvs (pr & Hp & Hlen & Hws & Hwp) Hout Hdest HΦ.
    eapply wp_call; [| |exact Hwp|].
    - cbn. unfold fl_enter_call. rewrite Hp; cbn. rewrite Hvs; cbn. by rewrite decide_True by done.
    - cbn. unfold fl_code. by rewrite Hp.
    - intros s2 [Hret Htake]. exists s'. split; [|done]. cbn. unfold fl_leave_call. rewrite decide_True by done.
      rewrite Hp; cbn. rewrite copy_out_take.
      assert (length (call_args x) = length ws) as -> by (apply collect_length in Hvs; lia).
      rewrite Htake, Hout; cbn. unfold variable. rewrite Hret; cbn.
      destruct (call_dest x); [done|]. by cbn in Hdest.
  Qed.

  (** What a driver gets that calls such a function: the result, and what it shows of its parameters. *)
  Theorem calls_verified p pr args vs v ws d ds (Φ : Semantics.result → Prop) :
    procs Q !! p = Some pr → lent_of pr = [] →
    place_args source (params pr) (map of_data args) = Ok (map Some vs) →
    calls p vs v ws → length ws ≤ ret pr → to_data v = Ok d → Forall (λ i, i < length ws) (shown_of pr) →
    collect (λ i, v ← or_wrong (ws !! i); to_data v) (shown_of pr) = Ok ds → Φ (d, ds) →
    verified Q external p args Φ.
  Proof.
    intros Hp Hlent Hs (pr' & Hp' & _ & Hws & Hwp) Hret Hd Hin Hds HΦ.
    assert (pr' = pr) as -> by congruence.
    eapply verified_body; [done|done|done|exact Hwp|]. intros s [Hv Ht]. exists (d, ds). split; [|done].
    unfold fl_finish. rewrite Hp; cbn. unfold variable. rewrite Hv; cbn. rewrite Hd; cbn.
    assert (lent_data (shown_of pr) s = Ok ds) as ->; [|done].
    rewrite <-Hds. unfold lent_data. clear Hds HΦ.
    induction Hin as [|i is Hi Hin IH]; [done|]. cbn. rewrite IH.
    assert (variable s i = or_wrong (ws !! i)) as ->; [|done].
    unfold variable. rewrite <-(lookup_take s (length ws) i Hi), Ht.
    change (map Some ws) with (Some <$> ws). rewrite list_lookup_fmap. by destruct (ws !! i).
  Qed.
End calls.
