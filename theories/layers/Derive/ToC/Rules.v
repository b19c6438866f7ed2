(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A derived machine and a .fl coroutine: step by step.

    [realizes q R Rt ...] says of a machine ([step],
      [go_on]) and the procedure [q] of a .fl program that each step of the
    one is a step of the other. [R s f]: the state [s] is the frame [f] of a suspended [q]; [Rt ls l st]:
      where the machine
    goes on by itself from [l], the coroutine runs in [st], above whoever waits for it ([ls]). Nothing is assumed of
    [ls]: so the same facts serve a coroutine that its driver steps and one that another coroutine resumes. *)
From Fairlead.Derive Require Import Freer Machine.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics Bisimulation.
From Fairlead.Core.Logic Require Export Wp.
From Fairlead.Lang Require Import Typing.Soundness EndToEnd InPlace.Lent.
From Fairlead.Lang.Model Require Export Source.
From Fairlead.Derive.ToC Require Import Implements.

Notation fl_state := (state basic expr suspension call resumption (store fl_point) (frame fl_point) response).
Notation fl_link := (link basic expr suspension call resumption (store fl_point)).

(** About to run the body of a loop, with what comes after it. *)
Definition in_loop (q : procedure) (here : label * fl_cmd * fl_kont) (s : store fl_point) (ls : list fl_link) :
  fl_state :=
  let '(l, c, k) := here in Running c q (KLoop l c :: k) s ls.

Section rules.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Local Notation D := (fl Q source external).

  Section machine.
    Context {eff : Type} {args rets : eff → Type} {A state turn : Type} {pending : state → eff}.
    Local Notation outcome := (Derive.Machine.outcome args state turn pending A).
    Context (step : ∀ s, rets (pending s) → outcome) (go_on : turn → outcome).
    Context (asks : ∀ e, args e → request) (replies : ∀ e, rets e → response → Prop).
    Context (q : procedure) (ends : A → val fl_point → Prop).
    Context (R : state → frame fl_point → Prop) (Rt : list fl_link → turn → fl_state → Prop).
    (** What is said of the arguments of requests: the range of their types, where a parent may keep them. *)
    Context (said : ∀ e, args e → Prop).

    (** In its last step before it suspends, ends or goes round, the coroutine does what the outcome says. *)
    Definition arrived (ls : list fl_link) (o : outcome) (st : fl_state) : Prop :=
      match o with
      | Done a => ∃ s pr v, Semantics.step D st = return_to D q s ls ∧
          procs Q !! q = Some pr ∧ variable s (ret pr) = Ok v ∧ ends a v
      | Derive.Machine.Ask s a => ∃ f, Semantics.step D st = unwind D ls [f] (asks (pending s) a) ∧
          R s f ∧ said (pending s) a
      | Derive.Machine.Silent l => ∃ st', Semantics.step D st = Go st' ∧ Rt ls l st'
      end.
    Definition goes (ls : list fl_link) (o : outcome) (st : fl_state) : Prop := eventually D (arrived ls o) st.

    (** From one state, of which [waits] says which frames stand for it, and from one turn. *)
    Definition step_realized (s : state) (waits : frame fl_point → Prop) : Prop :=
      ∀ ls r d f, waits f → replies (pending s) r d → ∃ st, rebuild D [f] d ls = Go st ∧ goes ls (step s r) st.
    Definition turn_realized (l : turn) (here : list fl_link → fl_state → Prop) : Prop :=
      ∀ ls st, here ls st → goes ls (go_on l) st.
    Definition steps_realized : Prop := ∀ ls s r d f, R s f → replies (pending s) r d →
      ∃ st, rebuild D [f] d ls = Go st ∧ goes ls (step s r) st.
    Definition turns_realized : Prop := ∀ ls l st, Rt ls l st → goes ls (go_on l) st.

    (** ** What the driver sees *)
    Context (results : A → result).
    Local Notation implements := (implements asks replies results (driven Q q D)).

    Lemma only_step w st n (Φ : option nat * fl_state → Prop) : Semantics.step D st = n →
      match n with
      | Go st' => Φ (w, st') → only (driven Q q D) (w, st) Silent Φ
      | Emit r st' => Φ (Some (fst (fst r)), st') → only (driven Q q D) (w, st) (Request r) Φ
      | Finish r => Φ (w, Halted) → only (driven Q q D) (w, st) (Result r) Φ
      | _ => True
      end.
    Proof.
      intros Hn. destruct n as [st'|r st'|r| |]; try done; intros HΦ; split.
      1: exists (w, st'); split; [by apply trans_silent|done].
      2: exists (Some (fst (fst r)), st'); split; [by apply trans_request|done].
      3: exists (w, Halted); split; [by apply trans_result|done].
      all: intros b [w' st''] [Ht Hb]; simpl in Ht, Hb; inversion Ht; subst; try (simpl in *; congruence).
      all: rewrite Hn in *; simplify_eq/=; done.
    Qed.

    Context (Hsteps : steps_realized) (Hturns : turns_realized).
    Context (Hreplies : ∀ e a d, response_ok Q q (Some (fst (fst (asks e a)))) d ↔ ∃ r, replies e r d).
    Context (Hends : ∀ a v, ends a v → to_data v = Ok (fst (results a))).
    Context (Hshown : ∀ pr a, procs Q !! q = Some pr → shown_of pr = [] ∧ snd (results a) = []).

    Theorem realized_implements w st o p :
      Derive.Machine.equiv step go_on o p → goes [] o st → implements (w, st) p.
    Proof using Hsteps Hturns Hreplies Hends Hshown.
      intros Ho Hst. exists (λ s p, ∃ o, Derive.Machine.equiv step go_on o p ∧ goes [] o (snd s)). split; [|eauto].
      clear w st o p Ho Hst. intros [w st] p (o & Ho & Hst); simpl in Hst.
      revert w. induction Hst as [st Hst|st st' Hgo _ IH]; intros w.
      2: { pose proof (only_step w st _ (λ s', s' = (w, st')) Hgo eq_refl) as [He Hone].
        apply comes_silent; [done| |].
        - intros b s' Hs. by destruct (Hone b s' Hs).
        - intros b s' Hs. destruct (Hone b s' Hs) as [_ ->]. done. }
      apply comes_now. destruct Ho as [Ho]. destruct Ho as [a|s a k Hk|l p' Hp]; simpl in Hst |- *.
      - destruct Hst as (s & pr & v & Hst & Hpr & Hv & Ha). destruct (Hshown pr a Hpr) as [Hsh Hres].
        assert (fl_finish Q q s = Ok (results a)) as Hfin.
        { unfold fl_finish. rewrite Hpr; simpl. rewrite Hv; simpl. rewrite (Hends _ _ Ha), Hsh; simpl.
          rewrite <-Hres. by destruct (results a). }
        rewrite Hfin in Hst. by apply (only_step w st _ (λ _, True) Hst).
      - destruct Hst as (f & Hst & Hf & _).
        apply (only_step w st _ _ Hst). simpl. split.
        + intros r d Hr. exists (Some (fst (fst (asks (pending s) a))), Resuming d [f]).
          split; [by apply trans_response|]. split; [|done]. apply Hreplies. eauto.
        + intros b [w' s'] [Hb Hw]; simpl in Hb, Hw. inversion Hb; subst; try done. destruct Hw as [Hok _].
          apply Hreplies in Hok. eexists; split; [done|]. split; [done|]. intros r' Hr.
          exists (step s r'). split; [apply Hk|]. destruct (Hsteps [] s r' _ f Hf Hr) as (st' & Hre & Hgoes).
          eapply eventually_step; [exact Hre|done].
      - destruct Hst as (st' & Hst & Hl). apply (only_step w st _ _ Hst). simpl. eauto.
    Qed.
  End machine.
End rules.
