(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The shipped machine, from one end to the other.

    [fairlead compile] checks types, checks the layout, and prints the machine
    with that layout, lowered: frames with shared bytes, control as a number, and
    every operation behind its guard. Here the steps meet: that machine and the
    coroutines of the source are bisimilar ([shipped_bisimilar]), and it never gets
    stuck ([shipped_never_stuck]).

    Lowering relies on types: an answer of another type than declared is
    undefined behaviour in C. So the driver must keep to the declared types; what it
    must answer depends on what was asked last, and nothing else. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics Shape Bisimulation.
From Fairlead.Lang.Typing Require Import Soundness.
From Fairlead.Lang.Guards Require Import Machine.
From Fairlead.Lang.Frames Require Import Bisimulation.

(** What is shipped for [Q] with layout [L]. *)
Notation shipped Q L external := (lowered Q (laid_out Q (plans_of L)) external).

(** ** A driver that keeps to the types *)
Section driven.
  Context {store frame : Type} (Q : program) (p : procedure).
  Context (D : dynamics basic expr suspension call resumption store frame request response Semantics.result).
  Local Notation state := (state basic expr suspension call resumption store frame response).
  Local Notation action := (action request response Semantics.result).

  (** A state, and the effect that was requested last; requests replace it, and
      responses must be what it declares. *)
  Definition driven (st : option nat * state) (a : action) (st' : option nat * state) : Prop :=
    trans D (snd st) a (snd st') ∧
    match a with
    | Request q => fst st' = Some (fst (fst q))
    | Response r => response_ok Q p (fst st) r ∧ fst st' = fst st
    | _ => fst st' = fst st
    end.

  (** Never stuck, for as long as it runs, whatever it is answered: it makes a silent
      step; or it requests an effect that is declared, with arguments of the declared
      types, and whatever the answer of the declared type, goes on; or it ends, with a
      result of the declared type or in a trap. Coinductive: it may go on for ever. *)
  CoInductive never_stuck (st : state) : Prop :=
  | runs st' : step D st = Go st' → never_stuck st' → never_stuck st
  | requests q fs :
      step D st = Emit q (Suspended fs) → request_ok Q p q →
      (∀ r, response_ok Q p (Some (fst (fst q))) r → never_stuck (Resuming r fs)) → never_stuck st
  | finishes r : step D st = Finish r → result_ok Q p r → never_stuck st
  | traps : step D st = Crash → never_stuck st.

  (** The sort of a state, which the last action tells. *)
  Definition sort_of (st : state) : nat :=
    match st with Running _ _ _ _ _ => 0 | Suspended _ => 1 | Resuming _ _ => 2 | Halted => 3 end.
  Definition sort_after (a : action) : nat :=
    match a with Silent => 0 | Request _ => 1 | Response _ => 2 | Result _ | Trapped => 3 end.

  Lemma trans_sort st a st' : trans D st a st' → sort_of st' = sort_after a.
  Proof.
    destruct 1 as [st st' H|st q st' H| | |]; try done; pose proof (step_shape D st) as Hs;
      rewrite H in Hs; by destruct st'.
  Qed.

  (** What is not a response is a step. *)
  Lemma trans_step st a st' :
    trans D st a st' → (∃ r, a = Response r ∧ sort_of st = 1) ∨ step D st ≠ Stuck.
  Proof. destruct 1 as [?? H|??? H|r fs|?? H|? H]; [..|right; congruence]; try (right; congruence). left. eauto. Qed.

  Lemma step_trans st :
    step D st ≠ Stuck → ∃ a st', trans D st a st' ∧ ∀ r, a ≠ Response r.
  Proof.
    destruct (step D st) eqn:H; intros Hs; [..|done];
      eexists _, _; (split; [by (apply trans_silent + apply trans_request + apply trans_result + apply trans_trapped)|done]).
  Qed.
End driven.

(** ** A request waits for the answer to itself *)
Section pending.
  Context {Q : program} {external : nat → list data → option (list data * data)}.
  Local Notation D := (fl Q source external).

  Lemma settle_emit {A} (o : outcome A) (f : A → fl_next) q st :
    settle o f = Emit q st → ∃ a, o = Ok a ∧ f a = Emit q st.
  Proof. destruct o; simpl; [eauto|done..]. Qed.

  Lemma unwind_first ls f fs q q' fs' :
    unwind D ls (fs ++ [f]) q = Emit q' (Suspended fs') → q' = q ∧ ∃ rest, fs' = f :: rest.
  Proof.
    revert fs. induction ls as [|[l x p k s|x p k s] ls IH]; intros fs; cbn [unwind].
    - rewrite reverse_app. intros [= <- <-]. split; [done|]. by eexists.
    - apply (IH (_ :: fs)).
    - intros (? & _ & ?)%settle_emit. done.
  Qed.

  Lemma rebuild_silent fs r ls q st : rebuild D fs r ls ≠ Emit q st.
  Proof.
    destruct fs as [|f fs]; [done|]. unfold rebuild.
    destruct (load D f) as [[p s|p [] k s]|]; try done; destruct (callers D fs); try done;
      try destruct (code D p); try done; by intros (? & _ & ?)%settle_emit.
  Qed.

  Lemma return_silent p s ls q st : return_to D p s ls ≠ Emit q st.
  Proof. destruct ls as [|[] ls]; by intros (? & _ & ?)%settle_emit. Qed.

  Lemma pending_asked st q fs : step D st = Emit q (Suspended fs) → pending fs = Some (fst (fst q)).
  Proof.
    destruct st as [c p k s ls| |r gs|]; try done; [|intros []%rebuild_silent].
    destruct c; cbn [step]; try done; try (by intros (? & _ & ?)%settle_emit).
    - destruct k as [|[]]; try done. intros []%return_silent.
    - by destruct (leave n k).
    - destruct (code D p ≫= _) as [[[] ?]|]; done.
    - intros (q' & Hask & H)%settle_emit. apply (unwind_first ls _ []) in H as [-> [rest ->]]. simpl.
      cbn [ask fl] in Hask. unfold fl_ask in Hask.
      destruct (collect _ (ask_args s0)) as [vs| |]; simpl in Hask; try done.
      destruct (collect to_data vs) as [ds| |]; simpl in Hask; try done.
      destruct (lent_data (ask_lent s0) s) as [lent| |]; simpl in Hask; try done. by injection Hask as <-.
    - intros ([p' s'] & _ & H)%settle_emit. by destruct (code D p').
    - intros ([gs r] & _ & []%rebuild_silent)%settle_emit.
    - intros []%return_silent.
  Qed.

  (** What was requested last is what a suspended source waits for. *)
  Lemma driven_pending p w s a w' s' :
    driven Q p D (w, s) a (w', s') → ∀ fs, s' = Suspended fs → w' = pending fs.
  Proof.
    intros [Ht Ha] fs ->. simpl in *. inversion Ht as [? ? H|? ? ? H| | |]; subst; simpl in *.
    - pose proof (step_shape D s) as Hs. by rewrite H in Hs.
    - subst. symmetry. by eapply pending_asked.
  Qed.
End pending.

(** ** The theorems *)
Section shipped.
  Context (Q : program) (L : layout) (p : procedure) (pr : proc).
  Context (external : nat → list data → option (list data * data)).
  Context (HQ : check_program Q = None) (HL : check_layout Q L = true).
  Context (Hext : external_ok (λ f, externs Q !! f) external) (Htotal : ∀ f ds, external f ds ≠ None).
  Context (Hp : procs Q !! p = Some pr) (Hresult : is_data (Syntax.result pr) = true).
  #[local] Set Default Proof Using "All".

  Local Notation S := (fl Q source external).
  Local Notation M := (fl Q (laid_out Q (plans_of L)) external).
  Local Notation machine := (shipped Q L external).

  Lemma result_is_data : ∀ pr', procs Q !! p = Some pr' → is_data (Syntax.result pr') = true.
  Proof. intros ??. congruence. Qed.

  (** Source and machine, some way into a run. *)
  Definition matched (s : fl_state) t : Prop :=
    state_ok (Q := Q) p s ∧ bisimilar (trans S) (trans M) s t ∧ sort_of s = sort_of t.

  Lemma matched_steps s t : matched s t → sort_of s = 0 ∨ sort_of s = 2 → step M t ≠ Stuck.
  Proof.
    intros (Hs & Hst & _) Hsort.
    assert (step S s ≠ Stuck) as (a & s' & Ha & Hr)%step_trans.
    { pose proof (step_ok HQ Hext p result_is_data s Hs) as Hok.
      destruct s; simpl in Hsort; try (by destruct Hsort); by destruct (step S _). }
    destruct Hst as (R & HR & Hst). destruct (forth _ _ _ HR _ _ _ _ Hst Ha) as (t' & Ht & _).
    destruct (trans_step _ _ _ _ Ht) as [(r & -> & _)|]; [by destruct (Hr r)|done].
  Qed.

  (** The lowered machine takes the same steps. *)
  Lemma matched_lowered s t :
    matched s t → sort_of s = 0 ∨ sort_of s = 2 → step machine t = step M t.
  Proof. intros. apply (lowered_step Q _ external Htotal). by eapply matched_steps. Qed.

  Lemma matched_trans s t a t' : matched s t → trans machine t a t' ↔ trans M t a t'.
  Proof.
    intros Hm. assert (sort_of s = 0 ∨ sort_of s = 2 → step machine t = step M t) as Hstep by (by apply matched_lowered).
    destruct Hm as (_ & _ & Hsort). rewrite Hsort in Hstep.
    split; destruct 1 as [t t' H|t q t' H|r fs|t r H|t H]; try constructor;
      (destruct t; try done; rewrite Hstep in * by auto; done).
  Qed.

  Lemma matched_next w s a s' t t' :
    matched s t → trans S s a s' → trans M t a t' → bisimilar (trans S) (trans M) s' t' →
    (∀ fs, s = Suspended fs → w = pending fs) → (∀ r, a = Response r → response_ok Q p w r) →
    matched s' t'.
  Proof.
    intros (Hs & _ & _) Ha Ht Hst Hw Hr. split_and!; [|done|].
    - eapply (trans_ok Q external p s a); eauto using result_is_data.
      intros r fs -> ->. rewrite <-(Hw fs) by done. by apply Hr.
    - by rewrite (trans_sort _ _ _ _ Ha), (trans_sort _ _ _ _ Ht).
  Qed.

  Lemma matched_start args lent :
    Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
    ∃ s t, fl_initial Q source p args lent = Some s ∧
      fl_initial Q (laid_out Q (plans_of L)) p args lent = Some t ∧ matched s t ∧ sort_of s = 2.
  Proof.
    intros Hargs Hlent. destruct (initial_ok Q p pr args lent HQ Hp Hargs Hlent) as (s & Hs & Hok).
    pose proof (compiled_bisimilar Q L external p args lent HL) as Hst. rewrite Hs in Hst.
    destruct (fl_initial Q (laid_out Q (plans_of L)) p args lent) as [t|] eqn:Ht; [|by inversion Hst].
    assert (bisimilar (trans S) (trans M) s t) by (by inversion Hst). clear Hst.
    exists s, t. do 2 (split; [done|]).
    assert (sort_of s = 2) by (unfold fl_initial in Hs; case_match; by simplify_eq/=).
    assert (sort_of t = 2) by (unfold fl_initial in Ht; case_match; by simplify_eq/=).
    split; [|done]. split; [done|]. split; [done|congruence].
  Qed.

  (** Source and shipped machine start alike, with any arguments of the declared
      types, and are bisimilar under every driver that keeps to the types. *)
  Theorem shipped_bisimilar args lent :
    Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
    ∃ s t, fl_initial Q source p args lent = Some s ∧
      fl_initial Q (laid_out Q (plans_of L)) p args lent = Some t ∧
      bisimilar (driven Q p S) (driven Q p machine) (None, s) (None, t).
  Proof.
    intros Hargs Hlent. destruct (matched_start args lent Hargs Hlent) as (s & t & Hs & Ht & Hst & Hsort).
    exists s, t. split_and!; [done..|].
    exists (λ a b, fst a = fst b ∧ matched (snd a) (snd b) ∧ ∀ fs, snd a = Suspended fs → fst a = pending fs).
    split; [|split_and!; [done..|]; simpl; intros fs ->; done].
    clear s t Hs Ht Hst Hsort. split.
    - intros [w s] [w2 t] a [w' s'] (Hw & Hst & Hpending) Hs; simpl in Hw, Hst, Hpending; subst w2.
      pose proof Hst as (_ & (R & HR & Hrel) & _). pose proof Hs as [Ha Hwa]. simpl in Ha, Hwa.
      destruct (forth _ _ _ HR _ _ _ _ Hrel Ha) as (t' & Ht & Hrel').
      exists (w', t'). split; [split; [by eapply matched_trans|done]|].
      split_and!; [done| |by eapply driven_pending]. simpl.
      eapply matched_next; try done; [by exists R|]. by intros r ->; destruct Hwa.
    - intros [w s] [w2 t] a [w' t'] (Hw & Hst & Hpending) [Ht Hwa]; simpl in Hw, Hst, Hpending, Ht, Hwa; subst w2.
      pose proof Hst as (_ & (R & HR & Hrel) & _). apply (matched_trans _ _ _ _ Hst) in Ht.
      destruct (back _ _ _ HR _ _ _ _ Hrel Ht) as (s' & Ha & Hrel').
      assert (driven Q p S (w, s) a (w', s')) as Hs by done.
      exists (w', s'). split; [done|]. split_and!; [done| |by eapply driven_pending]. simpl.
      eapply matched_next; try done; [by exists R|]. by intros r ->; destruct Hwa.
  Qed.

  Lemma matched_never_stuck s t : matched s t → sort_of s = 0 ∨ sort_of s = 2 → never_stuck Q p machine t.
  Proof.
    revert s t. cofix IH. intros s t Hm Hsort. pose proof (matched_lowered _ _ Hm Hsort) as Hstep.
    pose proof (matched_steps _ _ Hm Hsort) as Hgo.
    pose proof Hm as (Hs & (R & HR & Hrel) & _).
    pose proof (step_ok HQ Hext p result_is_data s Hs) as Hok.
    assert (match s with Suspended _ | Halted => True | _ => next_ok (Q := Q) p (step S s) end → next_ok (Q := Q) p (step S s)) as Hok'.
    { destruct s; try done; by destruct Hsort. }
    specialize (Hok' Hok). clear Hok.
    assert (∀ fs, s ≠ Suspended fs) as Hrunning by (intros fs ->; by destruct Hsort).
    destruct (step M t) as [t'|q t'|r| |] eqn:HM; [| | | |done].
    - apply (runs Q p machine t t' Hstep).
      assert (trans M t Silent t') as Ht by (by constructor).
      destruct (back _ _ _ HR _ _ _ _ Hrel Ht) as (s' & Ha & Hrel').
      apply (IH s').
      + eapply (matched_next None); try done; [by exists R|]. intros fs []%Hrunning.
      + left. by rewrite (trans_sort _ _ _ _ Ha).
    - assert (trans M t (Request q) t') as Ht by (by constructor).
      destruct (back _ _ _ HR _ _ _ _ Hrel Ht) as (s' & Ha & Hrel').
      inversion Ha as [|? ? ? HS| | |]; subst. rewrite HS in Hok'. destruct Hok' as [Hq Hs'].
      pose proof (trans_sort _ _ _ _ Ha) as Hsort1. pose proof (trans_sort _ _ _ _ Ht) as Hsort2.
      destruct s' as [|fs| |]; try done. destruct t' as [|gs| |]; try done.
      apply (requests Q p machine t q gs Hstep Hq). intros r Hr.
      assert (trans S (Suspended fs) (Response r) (Resuming r fs)) as Ha' by constructor.
      destruct (forth _ _ _ HR _ _ _ _ Hrel' Ha') as (t'' & Ht'' & Hrel'').
      assert (t'' = Resuming r gs) as -> by (by inversion Ht''; simplify_eq/=).
      apply (IH (Resuming r fs)); [|by right].
      eapply (matched_next (pending fs) (Suspended fs)); try done.
      + split_and!; [done|by exists R|done].
      + by exists R.
      + by intros ? [= ->].
      + intros ? [= ->]. by rewrite (pending_asked _ _ _ HS).
    - apply (finishes Q p machine t r Hstep).
      assert (trans M t (Result r) Halted) as Ht by (by constructor).
      destruct (back _ _ _ HR _ _ _ _ Hrel Ht) as (s' & Ha & _).
      inversion Ha as [| | |? ? HS|]; subst. by rewrite HS in Hok'.
    - by apply traps.
  Qed.

  (** The shipped machine, started with arguments of the declared types, never
      gets stuck. *)
  Theorem shipped_never_stuck args lent :
    Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
    ∃ t, fl_initial Q (laid_out Q (plans_of L)) p args lent = Some t ∧ never_stuck Q p machine t.
  Proof.
    intros Hargs Hlent. destruct (matched_start args lent Hargs Hlent) as (s & t & _ & Ht & Hst & Hsort).
    exists t. split; [done|]. eapply matched_never_stuck; eauto.
  Qed.
End shipped.
