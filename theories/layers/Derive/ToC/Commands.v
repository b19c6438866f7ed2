(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Running a .fl coroutine: one rule for each command.

    [eventually D Ψ st]: in finitely many silent steps a state of which [Ψ] holds. Each rule is one step of the source's
    semantics; [Execute] applies them. *)
From Fairlead.Derive Require Import Freer Machine.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Model Require Import Source.
From Fairlead.Lang Require Import Typing.Soundness.
From Fairlead.Lang.Logic Require Import Steps.
From Fairlead.Derive.ToC Require Import Rules.

Section execute.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Local Notation D := (fl Q source external).
  Context (Ψ : fl_state → Prop).
  Local Notation ev := (eventually D Ψ).
  Implicit Types (s : store fl_point) (k : fl_kont) (ls : list fl_link).

  Lemma ev_skip_seq c p k s ls : ev (Running c p k s ls) → ev (Running Skip p (KSeq c :: k) s ls).
  Proof. intros. by eapply eventually_step. Qed.
  Lemma ev_skip_block p k s ls : ev (Running Skip p k s ls) → ev (Running Skip p (KBlock :: k) s ls).
  Proof. intros. by eapply eventually_step. Qed.
  Lemma ev_skip_loop l c p k s ls : ev (Running (Loop l c) p k s ls) → ev (Running Skip p (KLoop l c :: k) s ls).
  Proof. intros. by eapply eventually_step. Qed.
  Lemma ev_seq c1 c2 p k s ls : ev (Running c1 p (KSeq c2 :: k) s ls) → ev (Running (Seq c1 c2) p k s ls).
  Proof. intros. by eapply eventually_step. Qed.
  Lemma ev_block c p k s ls : ev (Running c p (KBlock :: k) s ls) → ev (Running (Block c) p k s ls).
  Proof. intros. by eapply eventually_step. Qed.
  Lemma ev_loop l c p k s ls : ev (Running c p (KLoop l c :: k) s ls) → ev (Running (Loop l c) p k s ls).
  Proof. intros. by eapply eventually_step. Qed.
  Lemma ev_exit n p k k' s ls : leave n k = Some k' → ev (Running Skip p k' s ls) → ev (Running (Exit n) p k s ls).
  Proof. intros Hk H. eapply eventually_step; [|exact H]. simpl. by rewrite Hk. Qed.
  Lemma ev_do b p k s s' ls :
    run_basic (W Q source) (λ _ s, s) external b s = Ok s' → ev (Running Skip p k s' ls) →
    ev (Running (Do b) p k s ls).
  Proof. intros Hb H. eapply eventually_step; [|exact H]. simpl. by rewrite Hb. Qed.
  Lemma ev_line n p k s ls : ev (Running Skip p k s ls) → ev (Running (Do (BLine n)) p k s ls).
  Proof. intros. by eapply eventually_step. Qed.
  Lemma ev_if e (b : bool) c1 c2 p k s ls :
    eval_bool (W Q source) e s = Ok b → ev (Running (if b then c1 else c2) p k s ls) →
      ev (Running (If e c1 c2) p k s ls).
  Proof. intros Hb H. eapply eventually_step; [|exact H]. simpl. by rewrite Hb. Qed.

  (** A function that C supplies: [P] is what its model says of the result. *)
  Lemma ev_extern f args dest vs ds ds' d s1 s2 (P : Prop) p k s ls :
    collect (λ a, pass (W Q source) a s) args = Ok vs → collect to_data vs = Ok ds →
    external f ds = Some (ds', d) ∧ P →
    give_back_all (W Q source) (λ _ s, s) args (map of_data ds') s = Ok s1 →
    assign_to (W Q source) (λ _ s, s) dest (of_data d) s1 = Ok s2 →
    (P → ev (Running Skip p k s2 ls)) → ev (Running (Do (BExtern f args dest)) p k s ls).
  Proof.
    intros Hvs Hds [Hd HP] H1 H2 H. eapply ev_do; [|exact (H HP)]. simpl. rewrite Hvs; simpl. rewrite Hds; simpl.
    rewrite Hd; simpl. rewrite H1; simpl. exact H2.
  Qed.

  (** Resuming: the child's step is a step of its machine ([Φ]: where that leads). *)
  Lemma ev_resume (Φ : fl_state → Prop) x p k s ls f d :
    fl_enter_resume Q source x s = Ok ([f], d) →
    (∃ st, rebuild D [f] d (Parent x p k s :: ls) = Go st ∧ eventually D Φ st) →
    (∀ st, Φ st → ev st) → ev (Running (Resume x) p k s ls).
  Proof.
    intros Hd (st & Hst & Hgo) H. eapply eventually_step; [simpl; rewrite Hd; exact Hst|].
    eapply eventually_bind; [exact Hgo|exact H].
  Qed.

  (** A coroutine that is being resumed goes on by itself. *)
  Lemma ev_child (Φ : fl_state → Prop) st : eventually D Φ st → (∀ st, Φ st → ev st) → ev st.
  Proof. intros Hgo H. eapply eventually_bind; [exact Hgo|exact H]. Qed.
End execute.
