(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * From a weakest precondition to what the compiled function does.

    A proof about the source ([Core.Logic.Wp], with the rules of [Lang.Logic.Steps])
    says that a function comes to an end, without a trap, with a result of which
    something holds. What is compiled does the same and nothing else. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics Bisimulation.
From Fairlead.Core.Logic Require Export Wp Runs.
From Fairlead.Lang Require Import Typing.Soundness Model.Source Frames.Checker Guards.Machine EndToEnd
  Facts.Checker Facts.Machine.

(** In [n] silent steps, and in no other way, the result [r]. *)
Definition computes {S} (trans : S → action request response Semantics.result → S → Prop) (st : S)
    (Φ : Semantics.result → Prop) : Prop :=
  ∃ n r, Φ r ∧ runs_only trans st (replicate n Silent ++ [Result r]).

Lemma computes_bisimilar {S1 S2} (trans1 : S1 → _ → S1 → Prop) (trans2 : S2 → _ → S2 → Prop) s t Φ :
  bisimilar trans1 trans2 s t → computes trans1 s Φ → computes trans2 t Φ.
Proof. intros Hst (n & r & Hr & Hs). exists n, r. split; [done|]. by eapply runs_only_bisimilar. Qed.

Section functions.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Local Notation D := (fl Q source external).

  Lemma finishing_computes p st r :
    eventually D (λ st, step D st = Finish r) st →
    ∃ n, ∀ w, runs_only (driven Q p D) (w, st) (replicate n Silent ++ [Result r]).
  Proof.
    induction 1 as [st Hst|st st' Hst _ (n & IH)].
    - exists 0. intros w. eapply (runs_only_cons _ _ _ (w, Halted)).
      + split; [by apply trans_result|done].
      + intros a [w' t] [Ht Ha]; cbn in Ht, Ha. inversion Ht; subst; try (cbn in *; congruence).
        split; congruence.
      + apply runs_only_nil. intros a [w' t] [Ht _]; cbn in Ht. by inversion Ht.
    - exists (S n). intros w. eapply (runs_only_cons _ _ _ (w, st')); [| |apply IH].
      + split; [by apply trans_silent|done].
      + intros a [w' t] [Ht Ha]; cbn in Ht, Ha. inversion Ht; subst; try (cbn in *; congruence).
        split; congruence.
  Qed.

  (** What is to be proved of the body of a function, started with [args]: it ends with a result in [Φ]. *)
  Definition verified (p : procedure) (args : list data) (Φ : Semantics.result → Prop) : Prop :=
    ∃ pr s, procs Q !! p = Some pr ∧ lent_of pr = [] ∧
      place_args source (params pr) (map of_data args) = Ok s ∧
      wp D p (body pr) (ended (λ s, ∃ r, fl_finish Q p s = Ok r ∧ Φ r)) (s ++ locals_of source pr).

  (** From a statement about the body's last store. *)
  Lemma verified_body p pr args s (Ψ : store fl_point → Prop) Φ :
    procs Q !! p = Some pr → lent_of pr = [] → place_args source (params pr) (map of_data args) = Ok s →
    wp D p (body pr) (ended Ψ) (s ++ locals_of source pr) →
    (∀ s, Ψ s → ∃ r, fl_finish Q p s = Ok r ∧ Φ r) → verified p args Φ.
  Proof.
    intros Hp Hlent Hs Hwp HΨ. exists pr, s. split_and!; [done..|]. eapply wp_mono; [|exact Hwp].
    intros [|n|] s'; [apply HΨ|done|apply HΨ].
  Qed.

  (** The result of a function that has nothing else to show, no [inout] parameter. *)
  Lemma finish_value p pr (s : store fl_point) v d :
    procs Q !! p = Some pr → shown_of pr = [] → s !! ret pr = Some (Some v) → to_data v = Ok d →
    fl_finish Q p s = Ok (d, []).
  Proof.
    intros Hp Hshown Hv Hd. unfold fl_finish. rewrite Hp; cbn. unfold variable. rewrite Hv; cbn.
    by rewrite Hd; cbn; rewrite Hshown.
  Qed.

  Theorem verified_computes p args Φ :
    verified p args Φ →
    ∃ st, fl_initial Q source p args [] = Some st ∧ computes (driven Q p D) (None, st) Φ.
  Proof.
    intros (pr & s & Hp & Hlent & Hs & Hwp). unfold fl_initial, fresh. rewrite Hp; cbn. rewrite Hs; cbn.
    eexists; split; [done|].
    assert (∃ r, Φ r ∧ eventually D (λ st, step D st = Finish r)
      (Resuming (VRecord [], []) [(SFresh p, s ++ locals_of source pr)])) as (r & Hr & Hfin).
    { pose proof (wp_finishes D _ _ _ _ Hwp) as Hfin.
      assert (step D (Resuming (VRecord [], []) [(SFresh p, s ++ locals_of source pr)]) =
              Go (initial (body pr) p (s ++ locals_of source pr))) as Hgo.
      { cbn. unfold fl_code, fl_begin. rewrite Hp; cbn. by rewrite Hlent. }
      assert (∃ r, Φ r ∧ eventually D (λ st, step D st = Finish r) (initial (body pr) p (s ++ locals_of source pr)))
        as (r & Hr & He).
      { clear Hgo. induction Hfin as [st (s' & (r & Hf & Hr) & Hst)|st st' Hst _ (r & Hr & IH)].
        - exists r. split; [done|]. apply eventually_now. rewrite Hst. cbn. by rewrite Hf.
        - exists r. split; [done|]. by eapply eventually_step. }
      exists r. split; [done|]. by eapply eventually_step. }
    apply (finishing_computes p) in Hfin as [n Hn]. exists n, r. split; [done|]. apply Hn.
  Qed.
End functions.

(** What is verified of the source holds of what is compiled: of the machine that is laid out and
    lowered, and of the one that does without the checks that facts decide. Started with those
    arguments each takes so many silent steps and ends with a result in [Φ]; there is nothing else
    that it can do: no trap, no request, no endless run, no stuck state. *)
Theorem verified_compiled (Q : program) (L : layout) (T : table_of_facts)
    (external : nat → list data → option (list data * data)) (p : procedure) (pr : proc) (args : list data)
    (Φ : Semantics.result → Prop) :
  check_program Q = None → check_layout Q L = true → check_facts Q T = true →
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →
  procs Q !! p = Some pr → is_data (Syntax.result pr) = true →
  Forall2 data_ok (given_types pr) args → lent_types pr = [] →
  verified Q external p args Φ →
  ∃ st, fl_initial Q (laid_out Q (plans_of L)) p args [] = Some st ∧
    computes (driven Q p (lowered Q (laid_out Q (plans_of L)) external)) (None, st) Φ ∧
    computes (guided (pruned_step Q (laid_out Q (plans_of L)) external T) Q p) (None, st) Φ.
Proof.
  intros HQ HL HT Hext Htotal Hp Hr Hargs Hlent (s & Hs & Hc)%verified_computes.
  assert (Forall2 data_ok (lent_types pr) []) as Hl by (rewrite Hlent; constructor).
  destruct (shipped_bisimilar Q L p pr external HQ HL Hext Htotal Hp Hr args [] Hargs Hl)
    as (s1 & t1 & Hs1 & Ht1 & Hb1).
  destruct (pruned_bisimilar Q L T p pr external HQ HL HT Hext Htotal Hp Hr args [] Hargs Hl)
    as (s2 & t2 & Hs2 & Ht2 & Hb2).
  rewrite Hs in Hs1, Hs2. injection Hs1 as <-. injection Hs2 as <-. rewrite Ht1 in Ht2. injection Ht2 as <-.
  exists t1. split_and!; [done| |]; by eapply computes_bisimilar.
Qed.

(** The first of the two, of a program whose facts are not looked at. *)
Theorem verified_lowered (Q : program) (L : layout) (external : nat → list data → option (list data * data))
    (p : procedure) (pr : proc) (args : list data) (Φ : Semantics.result → Prop) :
  check_program Q = None → check_layout Q L = true →
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →
  procs Q !! p = Some pr → is_data (Syntax.result pr) = true →
  Forall2 data_ok (given_types pr) args → lent_types pr = [] →
  verified Q external p args Φ →
  ∃ st, fl_initial Q (laid_out Q (plans_of L)) p args [] = Some st ∧
    computes (driven Q p (lowered Q (laid_out Q (plans_of L)) external)) (None, st) Φ.
Proof.
  intros HQ HL Hext Htotal Hp Hr Hargs Hlent (s & Hs & Hc)%verified_computes.
  assert (Forall2 data_ok (lent_types pr) []) as Hl by (rewrite Hlent; constructor).
  destruct (shipped_bisimilar Q L p pr external HQ HL Hext Htotal Hp Hr args [] Hargs Hl)
    as (s1 & t1 & Hs1 & Ht1 & Hb1).
  rewrite Hs in Hs1. injection Hs1 as <-. exists t1. split; [done|]. by eapply computes_bisimilar.
Qed.
