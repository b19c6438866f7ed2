(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Weakest preconditions of commands that do not suspend.

    [wp p c Φ s]: run from the store [s] as part of procedure [p], the command [c]
    comes to an end in finitely many silent steps, without a trap and without a
    request, and leaves in a way and with a store of which [Φ] holds. So it is
    total correctness. It says nothing of commands that [Goto] (they have no
    meaning apart from the procedure they are in) nor of those that suspend. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Export Cmd Semantics.

(** How a command leaves: to what follows it; out of the [n]-th block around it, innermost 0;
    or out of the procedure. *)
Inductive way := Falls | Exits (n : nat) | Returns.

Section wp.
  Context {B T S C R store frame request response result : Type}.
  Context (D : dynamics B T S C R store frame request response result).
  Local Notation cmd := (cmd B T S C R).
  Local Notation kont := (kont B T S C R).
  Local Notation state := (state B T S C R store frame response).
  Local Notation link := (link B T S C R store).
  Implicit Types (c : cmd) (k : kont) (s : store) (st : state) (Φ : way → store → Prop).

  (** In finitely many silent steps a state of which [Ψ] holds. *)
  Inductive eventually (Ψ : state → Prop) : state → Prop :=
  | eventually_now st : Ψ st → eventually Ψ st
  | eventually_step st st' : step D st = Go st' → eventually Ψ st' → eventually Ψ st.

  Lemma eventually_bind (Ψ Ψ' : state → Prop) st :
    eventually Ψ st → (∀ st', Ψ st' → eventually Ψ' st') → eventually Ψ' st.
  Proof. induction 1; intros HΨ; [by apply HΨ|]. eapply eventually_step; eauto. Qed.

  (** Where a command that runs under the continuation [k] and the callers [ls] is when it leaves. *)
  Definition arrives p k (ls : list link) (w : way) s st : Prop :=
    match w with
    | Falls => st = Running Skip p k s ls
    | Exits n => ∃ m j, leave m j = leave n k ∧ st = Running (Exit m) p j s ls
    | Returns => ∃ j, st = Running Return p j s ls
    end.

  Definition wp p c Φ s : Prop :=
    ∀ k ls, eventually (λ st, ∃ w s', Φ w s' ∧ arrives p k ls w s' st) (Running c p k s ls).

  (** Where a procedure ends, whichever way. *)
  Definition ended (Ψ : store → Prop) : way → store → Prop :=
    λ w s, match w with Exits _ => False | _ => Ψ s end.

  (** ** The rules, one for each command *)
  Lemma wp_mono p c Φ (Φ' : way → store → Prop) s : (∀ w s', Φ w s' → Φ' w s') → wp p c Φ s → wp p c Φ' s.
  Proof.
    intros HΦ Hc k ls. eapply eventually_bind; [apply Hc|]. intros st (w & s' & Hs & Ha).
    apply eventually_now. eauto.
  Qed.

  Lemma wp_skip p Φ s : Φ Falls s → wp p Skip Φ s.
  Proof. intros Hs k ls. apply eventually_now. by exists Falls, s. Qed.

  Lemma wp_do p b Φ s s' : run D p b s = Ok s' → Φ Falls s' → wp p (Do b) Φ s.
  Proof.
    intros Hb Hs k ls. eapply eventually_step; [cbn; by rewrite Hb|].
    apply eventually_now. by exists Falls, s'.
  Qed.

  Lemma wp_exit p n Φ s : Φ (Exits n) s → wp p (Exit n) Φ s.
  Proof. intros Hs k ls. apply eventually_now. exists (Exits n), s. split; [done|]. by exists n, k. Qed.

  Lemma wp_return p Φ s : Φ Returns s → wp p Return Φ s.
  Proof. intros Hs k ls. apply eventually_now. exists Returns, s. split; [done|]. by exists k. Qed.

  Lemma wp_seq p c1 c2 Φ s :
    wp p c1 (λ w s', match w with Falls => wp p c2 Φ s' | _ => Φ w s' end) s → wp p (Seq c1 c2) Φ s.
  Proof.
    intros Hc k ls. eapply eventually_step; [done|].
    eapply eventually_bind; [apply Hc|]. intros st (w & s' & Hs & Ha).
    destruct w as [|n|]; cbn in Ha.
    - subst st. eapply eventually_step; [done|]. apply Hs.
    - apply eventually_now. by exists (Exits n), s'.
    - apply eventually_now. by exists Returns, s'.
  Qed.

  Lemma wp_if p t (b : bool) c1 c2 Φ s :
    test D t s = Ok b → wp p (if b then c1 else c2) Φ s → wp p (If t c1 c2) Φ s.
  Proof. intros Ht Hc k ls. eapply eventually_step; [cbn; by rewrite Ht|]. apply Hc. Qed.

  Lemma wp_block p c Φ s :
    wp p c (λ w s', match w with Exits 0 => Φ Falls s' | Exits (Datatypes.S n) => Φ (Exits n) s' | _ => Φ w s' end) s →
    wp p (Block c) Φ s.
  Proof.
    intros Hc k ls. eapply eventually_step; [done|].
    eapply eventually_bind; [apply Hc|]. intros st (w & s' & Hs & Ha).
    destruct w as [|[|n]|]; cbn in Ha.
    - subst st. eapply eventually_step; [done|]. apply eventually_now. by exists Falls, s'.
    - destruct Ha as (m & j & Hleave & ->). eapply eventually_step; [cbn; by rewrite Hleave|].
      apply eventually_now. by exists Falls, s'.
    - apply eventually_now. by exists (Exits n), s'.
    - apply eventually_now. by exists Returns, s'.
  Qed.

  Lemma wp_label p l c Φ s : wp p c Φ s → wp p (Label l c) Φ s.
  Proof. intros Hc k ls. eapply eventually_step; [done|]. apply Hc. Qed.

  (** A loop: an invariant, with a number that each round makes smaller. *)
  Lemma wp_loop p l c Φ (I : nat → store → Prop) n s :
    (∀ n s, I n s → wp p c (λ w s', match w with Falls => ∃ m, m < n ∧ I m s' | _ => Φ w s' end) s) →
    I n s → wp p (Loop l c) Φ s.
  Proof.
    intros Hround HI k ls. revert s HI. induction (lt_wf n) as [n _ IH]. intros s HI.
    eapply eventually_step; [done|]. eapply eventually_bind; [by eapply Hround|].
    intros st (w & s' & Hs & Ha). destruct w as [|m|]; cbn in Ha.
    - subst st. destruct Hs as (m & Hlt & HI'). eapply eventually_step; [done|]. by eapply IH.
    - apply eventually_now. by exists (Exits m), s'.
    - apply eventually_now. by exists Returns, s'.
  Qed.

  (** A call, of a procedure of which [Ψ] is known to hold at its end. *)
  Lemma wp_call p l x q c Φ Ψ s s' :
    enter_call D x s = Ok (q, s') → code D q = Some c → wp q c (ended Ψ) s' →
    (∀ s'', Ψ s'' → ∃ s3, leave_call D p x q s'' (park D p l s) = Ok s3 ∧ Φ Falls s3) →
    wp p (Call l x) Φ s.
  Proof.
    intros Henter Hcode Hc Hleave k ls. eapply eventually_step; [cbn; rewrite Henter; cbn; by rewrite Hcode|].
    eapply eventually_bind; [apply Hc|]. intros st (w & s'' & Hs & Ha).
    destruct w as [|n|]; cbn in Hs, Ha; [|done|]; destruct (Hleave _ Hs) as (s3 & Hl & HΦ).
    - subst st. eapply eventually_step; [cbn; by rewrite Hl|]. apply eventually_now. by exists Falls, s3.
    - destruct Ha as [j ->]. eapply eventually_step; [cbn; by rewrite Hl|].
      apply eventually_now. by exists Falls, s3.
  Qed.

  (** A whole procedure, called by its driver: it ends with a result. *)
  Lemma wp_finishes p c Ψ s :
    wp p c (ended Ψ) s →
    eventually (λ st, ∃ s', Ψ s' ∧ step D st = settle (finish D p s') Finish) (initial c p s).
  Proof.
    intros Hc. eapply eventually_bind; [apply (Hc [] [])|]. intros st (w & s' & Hs & Ha).
    destruct w as [|n|]; cbn in Hs, Ha; [|done|].
    - subst st. apply eventually_now. by exists s'.
    - destruct Ha as [j ->]. apply eventually_now. by exists s'.
  Qed.
End wp.
