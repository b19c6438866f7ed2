(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * From a program in Gallina to what is compiled.

    What has been shown step by step ([Rules]) and what the compiler's theorems say of every .fl program
    ([Lang.EndToEnd],
    [Lang.Facts.Machine]) come together: the machine that is laid out and lowered, and the one without the checks that
    facts decide, implement the Gallina program. *)
From Fairlead.Derive Require Import Freer Machine.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang Require Import Typing.Soundness Frames.Checker Guards.Machine EndToEnd Facts.Checker Facts.Machine.
From Fairlead.Derive.ToC Require Export Implements Rules Represent.

(** A reply that the driver may give is one that stands for something. *)
Lemma typed_reply (Q : program) q pr n eff {T} {H : Data T} (d : response) :
  procs Q !! q = Some pr → lent_types pr = [] → effs Q !! n = Some eff → Typed T (eff_result eff) →
  response_ok Q q (Some n) d ↔ ∃ r : T, ok r ∧ d = (enc r, []).
Proof.
  intros Hq Hlent Heff HT. split.
  - intros (pr' & Hq' & Hl & He). simplify_eq. destruct d as [d l]; simpl in *. rewrite Hlent in Hl. inversion Hl;
    subst.
    destruct (He n eq_refl) as (eff' & ? & Hd). simplify_eq. apply typed in Hd as (r & ? & ->). eauto.
  - intros (r & Hr & ->). exists pr. split_and!; [done|rewrite Hlent;
    constructor|]. intros ? [= <-]. exists eff. split; [done|].
    apply typed. eauto.
Qed.

Section compiled.
  Context (Q : program) (L : layout) (T : table_of_facts) (external : nat → list data → option (list data * data)).
  Context (q : procedure) (pr : proc).
  Context {eff : Type} {args rets : eff → Type} {A : Type}.
  Context (asks : ∀ e, args e → request) (replies : ∀ e, rets e → response → Prop).
  Context (results : A → Semantics.result).

  (** Started with [given], each machine does what [p] says, and nothing else, for ever. *)
  Definition compiles_to (given : list data) (p : t args rets A) : Prop :=
    ∃ st, fl_initial Q (laid_out Q (plans_of L)) q given [] = Some st ∧
      implements asks replies results (driven Q q (lowered Q (laid_out Q (plans_of L)) external)) (None, st) p ∧
      implements asks replies results (guided (pruned_step Q (laid_out Q (plans_of L)) external T) Q q) (None, st) p.

  Context (HQ : check_program Q = None) (HL : check_layout Q L = true) (HT : check_facts Q T = true).
  Context (Hext : external_ok (λ f, externs Q !! f) external) (Htotal : ∀ f ds, external f ds ≠ None).
  Context (Hq : procs Q !! q = Some pr) (Hresult : is_data (Syntax.result pr) = true) (Hlent : lent_types pr = []).

  Theorem implements_compiled given st p :
    Forall2 data_ok (given_types pr) given → fl_initial Q source q given [] = Some st →
    implements asks replies results (driven Q q (fl Q source external)) (None, st) p → compiles_to given p.
  Proof using All.
    intros Hgiven Hst Hp. assert (Forall2 data_ok (lent_types pr) []) as Hl by (rewrite Hlent; constructor).
    destruct (shipped_bisimilar Q L q pr external HQ HL Hext Htotal Hq Hresult given [] Hgiven Hl)
      as (s1 & t1 & Hs1 & Ht1 & Hb1).
    destruct (pruned_bisimilar Q L T q pr external HQ HL HT Hext Htotal Hq Hresult given [] Hgiven Hl)
      as (s2 & t2 & Hs2 & Ht2 & Hb2).
    rewrite Hst in Hs1, Hs2. injection Hs1 as <-. injection Hs2 as <-. rewrite Ht1 in Ht2. injection Ht2 as <-.
    exists t1. split; [done|]. split; by eapply implements_bisimilar.
  Qed.

  (** Each step of the derived machine is a step of the coroutine, and the first one too:
    then what is compiled does what
      the machine does, and so what the program says. *)
  Theorem realized_compiled {state turn : Type} {pending : state → eff}
      (step : ∀ s, rets (pending s) → Derive.Machine.outcome args state turn pending A) go_on start p
      (ends : A → val fl_point → Prop) (R : state → frame fl_point → Prop) Rt said given st :
    Derive.Machine.equiv step go_on start p →
    steps_realized Q external step asks replies q ends R Rt said →
    turns_realized Q external go_on asks q ends R Rt said →
    (∀ e a d, response_ok Q q (Some (fst (fst (asks e a)))) d ↔ ∃ r, replies e r d) →
    (∀ a v, ends a v → to_data v = Ok (fst (results a))) → (∀ a, snd (results a) = []) → shown_of pr = [] →
    Forall2 data_ok (given_types pr) given → fl_initial Q source q given [] = Some st →
    goes Q external asks q ends R Rt said [] start st → compiles_to given p.
  Proof using All.
    intros Hp Hsteps Hturns Hreplies Hends Hnone Hshown Hgiven Hst Hstart.
    apply (implements_compiled given st p Hgiven Hst).
    eapply realized_implements; try done. intros pr' a Hpr'. simplify_eq. done.
  Qed.
End compiled.
