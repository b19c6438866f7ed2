(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A system that can do one thing only: so many silent steps, and then a result. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Bisimulation.

(** The runs of [s] are the beginnings of [l], and no others. *)
Definition runs_only {A S} (trans : S → A → S → Prop) (s : S) (l : list A) : Prop :=
  ∀ l', (∃ s', execution trans s l' s') ↔ l' `prefix_of` l.

Lemma runs_only_bisimilar {A S1 S2} (trans1 : S1 → A → S1 → Prop) (trans2 : S2 → A → S2 → Prop) s t l :
  bisimilar trans1 trans2 s t → runs_only trans1 s l → runs_only trans2 t l.
Proof. intros Hst Hs l'. etrans; [|apply Hs]. symmetry. by apply bisimilar_executions. Qed.

(** One step that is the only one, then only what follows. *)
Lemma runs_only_cons {A S} (trans : S → A → S → Prop) s a s' l :
  trans s a s' → (∀ b t, trans s b t → b = a ∧ t = s') → runs_only trans s' l → runs_only trans s (a :: l).
Proof.
  intros Hstep Honly Hs' l'. split.
  - intros [t Ht]. inversion Ht as [|? b t' l'' ? Hb Hrest]; subst; [apply prefix_nil|].
    destruct (Honly _ _ Hb) as [-> ->]. apply prefix_cons, Hs'. by exists t.
  - destruct l' as [|b l']; [intros _; exists s; constructor|].
    intros Hp. pose proof (prefix_cons_inv_1 _ _ _ _ Hp) as ->. apply prefix_cons_inv_2, Hs' in Hp as [t Ht].
    exists t. by eapply execution_cons.
Qed.

Lemma runs_only_nil {A S} (trans : S → A → S → Prop) s :
  (∀ b t, ¬ trans s b t) → runs_only trans s [].
Proof.
  intros Hno l'. split.
  - intros [t Ht]. inversion Ht as [|? b t' l'' ? Hb Hrest]; subst; [done|]. by apply Hno in Hb.
  - intros ->%prefix_nil_inv. exists s. constructor.
Qed.
