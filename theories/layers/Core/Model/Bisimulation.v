(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Strong bisimulation of labelled transition systems.

    Two systems are bisimilar when each can answer every step of the other by
    a step with the same action, for ever. Nothing ends here: the relation is
    the greatest one, so that servers that never stop are covered. *)
From Fairlead.Base Require Import Prelude.

(** A finite run, and one that never ends. *)
Inductive execution {A S} (trans : S → A → S → Prop) : S → list A → S → Prop :=
| execution_nil s : execution trans s [] s
| execution_cons s a s' l s'' :
    trans s a s' → execution trans s' l s'' → execution trans s (a :: l) s''.

CoInductive stream A := SCons { head : A; tail : stream A }.
Arguments SCons {A}.
Arguments head {A}.
Arguments tail {A}.

CoInductive unending {A S} (trans : S → A → S → Prop) (s : S) (l : stream A) : Prop :=
  Unending s' : trans s (head l) s' → unending trans s' (tail l) → unending trans s l.

Section bisimulation.
  Context {A S1 S2 : Type} (trans1 : S1 → A → S1 → Prop) (trans2 : S2 → A → S2 → Prop).

  Record bisimulation (R : S1 → S2 → Prop) : Prop := Bisimulation {
    forth s t a s' : R s t → trans1 s a s' → ∃ t', trans2 t a t' ∧ R s' t';
    back s t a t' : R s t → trans2 t a t' → ∃ s', trans1 s a s' ∧ R s' t'
  }.

  Definition bisimilar (s : S1) (t : S2) : Prop := ∃ R, bisimulation R ∧ R s t.

  (** The same, coinductively. *)
  CoInductive bisim (s : S1) (t : S2) : Prop := Bisim {
    bisim_forth a s' : trans1 s a s' → ∃ t', trans2 t a t' ∧ bisim s' t';
    bisim_back a t' : trans2 t a t' → ∃ s', trans1 s a s' ∧ bisim s' t'
  }.

  Lemma bisim_bisimulation : bisimulation bisim.
  Proof. split; intros ???? [Hf Hb]; eauto. Qed.

  Lemma bisim_of_bisimulation R s t : bisimulation R → R s t → bisim s t.
  Proof.
    intros HR. revert s t. cofix IH. intros s t Hst. split.
    - intros a s' Hs. destruct (forth R HR s t a s' Hst Hs) as (t' & Ht & HR').
      exists t'. split; [exact Ht|]. by apply IH.
    - intros a t' Ht. destruct (back R HR s t a t' Hst Ht) as (s' & Hs & HR').
      exists s'. split; [exact Hs|]. by apply IH.
  Qed.

  Theorem bisimilar_coinductive s t : bisimilar s t ↔ bisim s t.
  Proof.
    split; [intros (R & ? & ?); by eapply bisim_of_bisimulation|].
    intros. exists bisim. split; [apply bisim_bisimulation|done].
  Qed.
End bisimulation.

Lemma bisimilar_sym {A S1 S2} (trans1 : S1 → A → S1 → Prop) (trans2 : S2 → A → S2 → Prop) s t :
  bisimilar trans1 trans2 s t → bisimilar trans2 trans1 t s.
Proof. intros (R & [Hf Hb] & ?). exists (flip R). split; [split|]; unfold flip; eauto. Qed.

Lemma bisimilar_trans {A S1 S2 S3} (trans1 : S1 → A → S1 → Prop)
    (trans2 : S2 → A → S2 → Prop) (trans3 : S3 → A → S3 → Prop) s t u :
  bisimilar trans1 trans2 s t → bisimilar trans2 trans3 t u → bisimilar trans1 trans3 s u.
Proof.
  intros (R & [Hf Hb] & ?) (R' & [Hf' Hb'] & ?).
  exists (λ s u, ∃ t, R s t ∧ R' t u). split; [|eauto]. split; intros ???? (? & HR & HR') H1.
  - destruct (Hf _ _ _ _ HR H1) as (? & H2 & ?). destruct (Hf' _ _ _ _ HR' H2). naive_solver.
  - destruct (Hb' _ _ _ _ HR' H1) as (? & H2 & ?). destruct (Hb _ _ _ _ HR H2). naive_solver.
Qed.

(** ** What bisimilar systems have in common *)
Section consequences.
  Context {A S1 S2 : Type} (trans1 : S1 → A → S1 → Prop) (trans2 : S2 → A → S2 → Prop).

  Local Lemma same_executions_half s t l s' :
    bisimilar trans1 trans2 s t → execution trans1 s l s' →
    ∃ t', execution trans2 t l t' ∧ bisimilar trans1 trans2 s' t'.
  Proof.
    intros (R & HR & Hst) He. revert t Hst. induction He as [|s a s1 l s2 Hs He IH]; intros t Hst.
    - exists t. split; [constructor|by exists R].
    - destruct (forth _ _ _ HR _ _ _ _ Hst Hs) as (t1 & Ht & Hst1).
      destruct (IH t1 Hst1) as (t2 & ? & ?). exists t2. split; [by econstructor|done].
  Qed.

  Local Lemma same_unending_half s t l :
    bisimilar trans1 trans2 s t → unending trans1 s l → unending trans2 t l.
  Proof.
    intros (R & HR & Hst) Hs. revert s t l Hst Hs. cofix IH. intros s t l Hst [s' H1 Hs].
    destruct (forth _ _ _ HR _ _ _ _ Hst H1) as (t' & Ht & Hst').
    apply (Unending _ _ _ t' Ht). by apply (IH s').
  Qed.
End consequences.

(** Finite runs, whatever they end in; unending ones too, silent for ever included. *)
Theorem bisimilar_executions {A S1 S2}
    (trans1 : S1 → A → S1 → Prop) (trans2 : S2 → A → S2 → Prop) s t l :
  bisimilar trans1 trans2 s t →
  (∃ s', execution trans1 s l s') ↔ (∃ t', execution trans2 t l t').
Proof.
  intros Hst. split; intros [? He].
  - destruct (same_executions_half _ _ _ _ _ _ Hst He) as (? & ? & _); eauto.
  - destruct (same_executions_half _ _ _ _ _ _ (bisimilar_sym _ _ _ _ Hst) He) as (? & ? & _); eauto.
Qed.

Theorem bisimilar_unending {A S1 S2}
    (trans1 : S1 → A → S1 → Prop) (trans2 : S2 → A → S2 → Prop) s t l :
  bisimilar trans1 trans2 s t → unending trans1 s l ↔ unending trans2 t l.
Proof. split; apply same_unending_half; [done|by apply bisimilar_sym]. Qed.
