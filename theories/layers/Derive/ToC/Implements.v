(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * When a compiled machine does what a program in the freer monad says.

    Both the coroutine of a .fl program and the machines that are made of it are labelled transition systems. Such a
    system [implements] a program if the two make the same requests, go on alike with each reply, and end with the same
    result; the system may take silent steps in between, but goes round silently for ever only if the program does. At
    each moment the system can do nothing else: no trap, no other request.

    What data stands for what is given by [asks], [replies] and [results]. A reply of the driver that stands for nothing
    is no transition of a system whose driver keeps to the types. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Semantics Bisimulation.
From Fairlead.Derive Require Import Freer.

Section implements.
  Context {request response result : Type}.
  Local Notation action := (action request response result).
  Context {eff : Type} {args rets : eff → Type} {A : Type}.
  Local Notation t := (t args rets).
  Context (asks : ∀ e, args e → request) (replies : ∀ e, rets e → response → Prop) (results : A → result).

  Section system.
    Context {S : Type} (trans : S → action → S → Prop).

    (** All that [s] can do is [a], and then [Φ] cell. *)
    Definition only (s : S) (a : action) (Φ : S → Prop) : Prop :=
      (∃ s', trans s a s') ∧ ∀ b s', trans s b s' → b = a ∧ Φ s'.

    (** In finitely many silent steps, and in no other way, to a state in [Φ]. *)
    Inductive comes_to (Φ : S → Prop) (s : S) : Prop :=
    | comes_now : Φ s → comes_to Φ s
    | comes_silent :
        (∃ s', trans s Silent s') → (∀ b s', trans s b s' → b = Silent) → (∀ b s', trans s b s' → comes_to Φ s') →
        comes_to Φ s.

    (** Waits for a reply to [e], takes every reply there is, and goes on as [k] says. *)
    Definition waits (R : S → t A → Prop) (e : eff) (k : rets e → t A) (s : S) : Prop :=
      (∀ r d, replies e r d → ∃ s', trans s (Response d) s') ∧
      ∀ b s', trans s b s' → ∃ d, b = Response d ∧ (∃ r, replies e r d) ∧ ∀ r, replies e r d → R s' (k r).

    Definition agrees (R : S → t A → Prop) (s : S) (n : node args rets A (t A)) : Prop :=
      match n with
      | ReturnF a => only s (Result (results a)) (λ _, True)
      | EffF e a k => only s (Request (asks e a)) (waits R e k)
      | LaterF p => only s Silent (λ s', R s' p)
      end.

    Definition implementation (R : S → t A → Prop) : Prop :=
      ∀ s p, R s p → comes_to (λ s', agrees R s' (observe p)) s.

    (** The greatest such relation: for ever. *)
    Definition implements (s : S) (p : t A) : Prop := ∃ R, implementation R ∧ R s p.
  End system.

  (** ** Bisimilar systems implement the same programs *)
  Section bisimilar.
    Context {S1 S2 : Type} (trans1 : S1 → action → S1 → Prop) (trans2 : S2 → action → S2 → Prop).
    Context (B : S1 → S2 → Prop) (HB : bisimulation trans1 trans2 B).

    Lemma only_bisimilar s u a (Φ1 : S1 → Prop) (Φ2 : S2 → Prop) :
      B s u → (∀ s u, B s u → Φ1 s → Φ2 u) → only trans1 s a Φ1 → only trans2 u a Φ2.
    Proof using HB.
      intros Hsu HΦ [(s' & Hs) Ho]. split.
      - destruct (forth _ _ _ HB _ _ _ _ Hsu Hs) as (u' & ? & _). eauto.
      - intros b u' Hu. destruct (back _ _ _ HB _ _ _ _ Hsu Hu) as (s2 & Hs2 & ?). destruct (Ho _ _ Hs2). eauto.
    Qed.

    Lemma comes_to_bisimilar s u (Φ1 : S1 → Prop) (Φ2 : S2 → Prop) :
      B s u → (∀ s u, B s u → Φ1 s → Φ2 u) → comes_to trans1 Φ1 s → comes_to trans2 Φ2 u.
    Proof using HB.
      intros Hsu HΦ H. revert u Hsu. induction H as [s H|s (s' & Hs) Ho _ IH]; intros u Hsu; [by eapply comes_now, HΦ|].
      apply comes_silent.
      - destruct (forth _ _ _ HB _ _ _ _ Hsu Hs) as (u' & ? & _). eauto.
      - intros b u' Hu. destruct (back _ _ _ HB _ _ _ _ Hsu Hu) as (s2 & Hs2 & _). eauto.
      - intros b u' Hu. destruct (back _ _ _ HB _ _ _ _ Hsu Hu) as (s2 & Hs2 & ?). eauto.
    Qed.

    Lemma waits_bisimilar (R : S1 → t A → Prop) (R' : S2 → t A → Prop) e k s u :
      B s u → (∀ s u p, B s u → R s p → R' u p) → waits trans1 R e k s → waits trans2 R' e k u.
    Proof using HB.
      intros Hsu HR [Hd Hw]. split.
      - intros r d Hr. destruct (Hd r d Hr) as (s' & Hs).
        destruct (forth _ _ _ HB _ _ _ _ Hsu Hs) as (u' & ? & _). eauto.
      - intros b u' Hu. destruct (back _ _ _ HB _ _ _ _ Hsu Hu) as (s' & Hs & ?).
        destruct (Hw _ _ Hs) as (d & ? & ? & ?). exists d. split_and!; eauto.
    Qed.

    Theorem implements_bisimulation s u p : B s u → implements trans1 s p → implements trans2 u p.
    Proof using HB.
      intros Hsu (R & HR & H). exists (λ u p, ∃ s, B s u ∧ R s p). split; [|eauto].
      clear s u p Hsu H. intros u p (s & Hsu & H). eapply comes_to_bisimilar; [exact Hsu| |exact (HR s p H)].
      clear s u Hsu H. intros s u Hsu. destruct (observe p) as [a|e a k|q]; simpl.
      - apply only_bisimilar; auto.
      - apply only_bisimilar; [done|]. intros. eapply waits_bisimilar; eauto.
      - apply only_bisimilar; [done|]. eauto.
    Qed.
  End bisimilar.

  Theorem implements_bisimilar {S1 S2} (trans1 : S1 → action → S1 → Prop) (trans2 : S2 → action → S2 → Prop) s u p :
    bisimilar trans1 trans2 s u → implements trans1 s p → implements trans2 u p.
  Proof. intros (B & HB & H). by eapply implements_bisimulation. Qed.
End implements.
