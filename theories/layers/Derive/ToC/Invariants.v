(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * An invariant of the program is one of what is compiled.

    A specification watches requests and replies: [w] is what it knows,
      [allowed w e a] says that [e] may be asked with [a]
    now, [next w e a r] is what it knows after the reply [r],
      [final w a] that the program may end with [a]. That a program
    [keeps] it is shown in Gallina,
      about the program in the freer monad. What implements the program then keeps it in every
    run: each request of the compiled machine is one that the specification allows, for ever. *)
From Fairlead.Derive Require Import Freer.
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Semantics Bisimulation.
From Fairlead.Derive.ToC Require Import Implements.

Section invariants.
  Context {request response result : Type}.
  Local Notation action := (action request response result).
  Context {eff : Type} {args rets : eff → Type} {A : Type}.
  Local Notation t := (t args rets).
  Context (asks : ∀ e, args e → request) (replies : ∀ e, rets e → response → Prop) (results : A → result).
  Context {W : Type} (allowed : W → ∀ e, args e → Prop) (next : W → ∀ e, args e → rets e → W) (final : W → A → Prop).
  Context (reply_ok : ∀ e, rets e → Prop) (Hreply : ∀ e r d, replies e r d → reply_ok e r).

  Definition keeps_step (rel : W → t A → Prop) (w : W) (n : node args rets A (t A)) : Prop :=
    match n with
    | ReturnF a => final w a
    | EffF e a k => allowed w e a ∧ ∀ r, reply_ok e r → rel (next w e a r) (k r)
    | LaterF p => rel w p
    end.

  (** To show that a program keeps it: give what is known wherever it may be, [I], and show one step. *)
  Definition keeps (w : W) (p : t A) : Prop :=
    ∃ I : W → t A → Prop, (∀ w p, I w p → keeps_step I w (observe p)) ∧ I w p.

  (** A run's actions, as the specification sees them. *)
  Inductive conforms : W → list action → Prop :=
  | conforms_nil w : conforms w []
  | conforms_silent w l : conforms w l → conforms w (Silent :: l)
  | conforms_result w a l : final w a → conforms w (Result (results a) :: l)
  | conforms_request w e a l : allowed w e a → conforms_reply w e a l → conforms w (Request (asks e a) :: l)
  with conforms_reply : W → ∀ e, args e → list action → Prop :=
  | conforms_waits w e a : conforms_reply w e a []
  | conforms_replied w e a r d l :
      replies e r d → conforms (next w e a r) l → conforms_reply w e a (Response d :: l).

  Theorem invariant_implemented {S} (trans : S → action → S → Prop) w s p l s' :
    keeps w p → implements asks replies results trans s p → execution trans s l s' → conforms w l.
  Proof using Hreply.
    intros (I & HI & Hp) (R & HR & Hs) Hrun. pose proof (HR _ _ Hs) as Hc. clear Hs.
    remember (length l) as n eqn:Hn. assert (length l ≤ n) as Hle by lia. clear Hn.
    revert w s p l Hp Hc Hrun Hle. induction n as [|n IH]; intros w s p l Hp Hc Hrun Hle.
    { destruct l; [constructor|simpl in Hle; lia]. }
    destruct Hrun as [s|s a s1 l s2 Hstep Hrun]; [constructor|]. simpl in Hle.
    destruct Hc as [Ha|_ Honly Hc]; cycle 1.
    { rewrite (Honly _ _ Hstep). constructor. eapply IH; [exact Hp|by eapply Hc|exact Hrun|lia]. }
    pose proof (HI _ _ Hp) as Hk. destruct (observe p) as [b|e b k|q]; simpl in Ha, Hk.
    - destruct Ha as [_ Ha]. destruct (Ha _ _ Hstep) as [-> _]. by constructor.
    - destruct Ha as [_ Ha]. destruct (Ha _ _ Hstep) as [-> [_ Hw]]. destruct Hk as [Hal Hk].
      constructor; [done|]. destruct Hrun as [s1|s1 a s3 l s4 Hstep1 Hrun]; [constructor|].
      destruct (Hw _ _ Hstep1) as (d & -> & (r & Hr) & Hnext). eapply conforms_replied; [done|].
      eapply IH; [by apply Hk, (Hreply _ _ d)|apply HR, Hnext, Hr|exact Hrun|simpl in Hle; lia].
    - destruct Ha as [_ Ha]. destruct (Ha _ _ Hstep) as [-> Hq]. constructor.
      eapply IH; [exact Hk|apply HR, Hq|exact Hrun|lia].
  Qed.
End invariants.
