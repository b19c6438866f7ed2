(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Walking through a body with a list of what is still to come.

    [walk p c ks Φ s] is [wp] of [c] followed by [ks], of which the postcondition does not grow on the way, as it does
    with [wp_seq]: bodies of a hundred statements are gone through at the same speed from the beginning to the end. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Core.Logic Require Export Wp.
From Fairlead.Lang Require Export Model.Source.
From Fairlead.Lang.Logic Require Import Calls.

Inductive coming := Then (c : fl_cmd) | EndBlock.

Section walk.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Local Notation D := (fl Q source external).
  Local Notation untouched := (λ (_ : nat) (s : store fl_point), s).
  Implicit Types (Φ : way → store fl_point → Prop) (s : store fl_point) (ks : list coming).

  Fixpoint unwind (p : procedure) ks Φ (w : way) s : Prop :=
    match ks with
    | [] => Φ w s
    | Then c :: ks => match w with Falls => wp D p c (unwind p ks Φ) s | _ => unwind p ks Φ w s end
    | EndBlock :: ks =>
        match w with
        | Falls | Exits 0 => unwind p ks Φ Falls s
        | Exits (S n) => unwind p ks Φ (Exits n) s
        | Returns => unwind p ks Φ Returns s
        end
    end.
  Definition walk p c ks Φ s : Prop := wp D p c (unwind p ks Φ) s.

  Lemma unwind_returns p ks Φ s : Φ Returns s → unwind p ks Φ Returns s.
  Proof. intros H. induction ks as [|k ks IH]; [exact H|]. destruct k; exact IH. Qed.

  Lemma walk_wp p c Φ s : walk p c [] Φ s → wp D p c Φ s.
  Proof. apply wp_mono. intros w s'. exact (λ h, h). Qed.
  Lemma walk_seq p c1 c2 ks Φ s : walk p c1 (Then c2 :: ks) Φ s → walk p (Seq c1 c2) ks Φ s.
  Proof. intros H. apply wp_seq. eapply wp_mono; [|exact H]. intros [|n|] s'; exact (λ h, h). Qed.
  (** The same with a name for what comes: a statement is then followed by a variable, not by all of the rest of the
      body, which each step would repeat, and Coq's kernel check again. *)
  Lemma walk_seq_named p c1 c2 ks Φ s : (let k := Then c2 :: ks in walk p c1 k Φ s) → walk p (Seq c1 c2) ks Φ s.
  Proof. exact (walk_seq p c1 c2 ks Φ s). Qed.
  Lemma walk_skip p ks Φ s : unwind p ks Φ Falls s → walk p Skip ks Φ s.
  Proof. intros H. apply wp_skip. exact H. Qed.
  Lemma walk_line p n ks Φ s : unwind p ks Φ Falls s → walk p (Do (BLine n)) ks Φ s.
  Proof. intros H. eapply wp_do; [done|exact H]. Qed.
  Lemma walk_then p c ks Φ s : walk p c ks Φ s → unwind p (Then c :: ks) Φ Falls s.
  Proof. done. Qed.
  Lemma unwind_block p ks Φ s : unwind p ks Φ Falls s → unwind p (EndBlock :: ks) Φ Falls s.
  Proof. done. Qed.
  Lemma unwind_exit p ks Φ s : unwind p ks Φ Falls s → unwind p (EndBlock :: ks) Φ (Exits 0) s.
  Proof. done. Qed.
  Lemma unwind_exits p n ks Φ s : unwind p ks Φ (Exits n) s → unwind p (EndBlock :: ks) Φ (Exits (S n)) s.
  Proof. done. Qed.
  Lemma unwind_then p n c ks Φ s : unwind p ks Φ (Exits n) s → unwind p (Then c :: ks) Φ (Exits n) s.
  Proof. done. Qed.
  Lemma unwind_end p Φ w s : Φ w s → unwind p [] Φ w s.
  Proof. done. Qed.
  Lemma walk_do p b s' ks Φ s :
    run_basic (W Q source) untouched external b s = Ok s' → unwind p ks Φ Falls s' → walk p (Do b) ks Φ s.
  Proof. intros Hb H. by eapply wp_do. Qed.
  Lemma walk_if p t (b : bool) c1 c2 ks Φ s :
    eval_bool (W Q source) t s = Ok b → walk p (if b then c1 else c2) ks Φ s → walk p (If t c1 c2) ks Φ s.
  Proof. intros Ht H. by eapply wp_if. Qed.
  Lemma walk_return p ks Φ s : Φ Returns s → walk p Return ks Φ s.
  Proof. intros H. apply wp_return. by apply unwind_returns. Qed.
  Lemma walk_exit p n ks Φ s : unwind p ks Φ (Exits n) s → walk p (Exit n) ks Φ s.
  Proof. intros H. apply wp_exit. exact H. Qed.
  Lemma walk_block p c ks Φ s : walk p c (EndBlock :: ks) Φ s → walk p (Block c) ks Φ s.
  Proof. intros H. apply wp_block. eapply wp_mono; [|exact H]. intros [|[|n]|] s'; exact (λ h, h). Qed.
  Lemma walk_label p l c ks Φ s : walk p c ks Φ s → walk p (Label l c) ks Φ s.
  Proof. intros H. apply wp_label. exact H. Qed.

  (** A loop: the body leaves it, or comes to its end with fewer rounds left. *)
  Lemma walk_loop p l c ks Φ (I : nat → store fl_point → Prop) n s :
    I n s →
    (∀ n s, I n s →
       wp D p c (λ w s', match w with Falls => ∃ m, m < n ∧ I m s' | _ => unwind p ks Φ w s' end) s) →
    walk p (Loop l c) ks Φ s.
  Proof. intros HI Hround. by eapply wp_loop. Qed.

  Lemma walk_call p l x vs v ws s1 s' ks Φ s :
    collect (λ a, pass (W Q source) a s) (call_args x) = Ok vs →
    calls Q external (callee x) vs v ws →
    copy_out Q source p (call_args x) (map Some ws) s = Ok s1 →
    assign_to (W Q source) untouched (call_dest x) v s1 = Ok s' →
    unwind p ks Φ Falls s' → walk p (Call l x) ks Φ s.
  Proof. intros ?????. by eapply wp_call_exact. Qed.

  Lemma calls_walk p pr vs v ws :
    procs Q !! p = Some pr → length vs = length (params pr) → length ws = length vs →
    walk p (body pr) [] (ended (λ s, s !! ret pr = Some (Some v) ∧ take (length ws) s = map Some ws))
      (map Some vs ++ locals_of source pr) →
    calls Q external p vs v ws.
  Proof. intros ????. exists pr. split_and!; [done..|]. by apply walk_wp. Qed.
End walk.
