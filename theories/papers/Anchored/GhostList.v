(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** An append-only list as ghost state, owned in fractions, with persistent
    knowledge of its prefixes. This is Iris's [mono_list] algebra behind the few
    rules that the anchored preorder uses. *)
From iris.algebra.lib Require Import mono_list.
From iris.bi.lib Require Import fractional.
From iris.proofmode Require Import proofmode.
From iris.base_logic.lib Require Import own.
From iris.prelude Require Import options.

Class ghost_listG Σ (B : Type) := GhostListG {
  ghost_list_inG : inG Σ (mono_listR (leibnizO B));
}.
Local Existing Instance ghost_list_inG.

Definition ghost_listΣ (B : Type) : gFunctors := #[ GFunctor (mono_listR (leibnizO B)) ].

Global Instance subG_ghost_listΣ Σ B : subG (ghost_listΣ B) Σ → ghost_listG Σ B.
Proof. solve_inG. Qed.

Section ghost_list.
  Context `{!ghost_listG Σ B}.
  Implicit Types (γ : gname) (q : Qp) (l k : list B).

  Definition ghost_list γ q l : iProp Σ := own γ (●ML{#q} (l : list (leibnizO B))).
  Definition ghost_list_lb γ l : iProp Σ := own γ (◯ML (l : list (leibnizO B))).

  Global Instance ghost_list_timeless γ q l : Timeless (ghost_list γ q l).
  Proof. apply _. Qed.
  Global Instance ghost_list_lb_timeless γ l : Timeless (ghost_list_lb γ l).
  Proof. apply _. Qed.
  Global Instance ghost_list_lb_persistent γ l : Persistent (ghost_list_lb γ l).
  Proof. apply _. Qed.

  Lemma ghost_list_alloc l : ⊢ |==> ∃ γ, ghost_list γ 1 l.
  Proof. iApply own_alloc. apply mono_list_auth_valid. Qed.

  Lemma ghost_list_split γ q1 q2 l :
    ghost_list γ (q1 + q2) l ⊣⊢ ghost_list γ q1 l ∗ ghost_list γ q2 l.
  Proof. by rewrite /ghost_list -own_op -mono_list_auth_dfrac_op. Qed.

  Lemma ghost_list_agree γ q1 q2 l k :
    ghost_list γ q1 l -∗ ghost_list γ q2 k -∗ ⌜(q1 + q2 ≤ 1)%Qp ∧ l = k⌝.
  Proof.
    iIntros "H1 H2". by iDestruct (own_valid_2 with "H1 H2") as
      %[?%dfrac_valid_own ?]%mono_list_auth_dfrac_op_valid_L.
  Qed.

  Lemma ghost_list_get_lb γ q l : ghost_list γ q l -∗ ghost_list_lb γ l.
  Proof. iApply own_mono. apply mono_list_included. Qed.

  Lemma ghost_list_prefix γ q l k :
    ghost_list γ q l -∗ ghost_list_lb γ k -∗ ⌜k `prefix_of` l⌝.
  Proof.
    iIntros "H1 H2". by iDestruct (own_valid_2 with "H1 H2") as
      %[_ ?]%mono_list_both_dfrac_valid_L.
  Qed.

  Lemma ghost_list_lb_lb γ l k :
    ghost_list_lb γ l -∗ ghost_list_lb γ k -∗ ⌜l `prefix_of` k ∨ k `prefix_of` l⌝.
  Proof.
    iIntros "H1 H2". by iDestruct (own_valid_2 with "H1 H2") as
      %?%mono_list_lb_op_valid_L.
  Qed.

  Lemma ghost_list_append γ l k : ghost_list γ 1 l ==∗ ghost_list γ 1 (l ++ k).
  Proof. iApply own_update. apply mono_list_update, prefix_app_r. done. Qed.
End ghost_list.

Global Typeclasses Opaque ghost_list ghost_list_lb.
