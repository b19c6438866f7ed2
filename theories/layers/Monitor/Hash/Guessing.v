(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A random function, asked for some of its values one after the other: what it has elsewhere is as random as
    before. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Monitor.Hash Require Import Counting Congruence RandomFunction Collision.
Local Open Scope Z_scope.

Section guessing.
  Context {E : Type} `{EqDecision E}.
  Implicit Types (f g : E → Z) (dom : list E).

  (** A test of functions that looks at their values only. *)
  Definition by_values (P : (E → Z) → bool) : Prop := ∀ f g, (∀ x, f x = g x) → P f = P g.

  Lemma override_ext x v f g y : (∀ y, f y = g y) → override x f v y = override x g v y.
  Proof. intros Hfg. unfold override. by case_decide. Qed.

  Lemma count_functions_cons m x dom P :
    count P (functions m (x :: dom)) = total (λ v, count (λ f, P (override x f v)) (functions m dom)) (residues m).
  Proof.
    cbn [functions]. rewrite count_bind.
    rewrite (total_ext _ (λ f, total (λ v, if P (override x f v) then 1 else 0) (residues m))).
    2:{ intros f _. by rewrite count_fmap, count_total. }
    rewrite total_exchange. apply total_ext. intros v _. by rewrite count_total.
  Qed.

  (** The order of the domain does not matter. *)
  Lemma functions_permutation m dom dom' P :
    dom ≡ₚ dom' → NoDup dom → by_values P → count P (functions m dom) = count P (functions m dom').
  Proof.
    intros Hp. revert P. induction Hp as [|x l l' _ IH|x y l|l1 l2 l3 Hp1 IH1 _ IH2]; intros P Hnd HP.
    - done.
    - apply NoDup_cons in Hnd as [_ Hnd]. rewrite !count_functions_cons. apply total_ext. intros v _. apply IH; [done|].
      intros f g Hfg. apply HP. intros z. by apply override_ext.
    - apply NoDup_cons in Hnd as [Hy _]. apply not_elem_of_cons in Hy as [Hyx _].
      rewrite !count_functions_cons.
      rewrite (total_ext _ (λ v, total (λ w, count (λ f, P (override y (override x f w) v)) (functions m l))
          (residues m)))
        by (intros v _; by rewrite count_functions_cons).
      rewrite total_exchange. apply total_ext. intros w _. rewrite count_functions_cons. apply total_ext. intros v _.
      apply count_ext. intros f _. apply HP. intros z. unfold override. repeat case_decide; congruence.
    - rewrite IH1 by done. apply IH2; [|done]. by rewrite <-Hp1.
  Qed.

  (** The function [f] on [dom], [g] off it. *)
  Definition known (dom : list E) (f g : E → Z) : E → Z := λ x, if decide (x ∈ dom) then f x else g x.

  (** A value that was not asked for is guessed with probability [1/m]. *)
  Lemma guess m dom x t g :
    0 < m → NoDup dom → x ∈ dom →
    count (λ f, bool_decide (known dom f g x = t)) (functions m dom) * m ≤ size (functions m dom).
  Proof.
    intros Hm Hnd Hx.
    pose proof (linear_vanishes m dom (λ y, if decide (x = y) then 1 else 0) x 1 (- t) Hm Hnd Hx) as Hle.
    rewrite Z.mul_1_l in Hle. etrans; [|apply Hle].
    - apply Z.mul_le_mono_nonneg_r; [lia|]. apply count_mono. intros f _ Hf%bool_decide_eq_true.
      unfold known in Hf. rewrite decide_True in Hf by done. rewrite linear_indicator, Hf by done.
      by rewrite Z.add_opp_diag_r, Z.mod_0_l by lia.
    - intros c'. rewrite decide_True by done. etrans; [by apply solutions_le_gcd|]. by rewrite Z.gcd_1_l.
  Qed.

  (** Having asked for the value at [x], one is left with the functions on the rest of the domain. *)
  Lemma ask m dom x P :
    NoDup dom → x ∈ dom → by_values P →
    ∃ rest, dom ≡ₚ x :: rest ∧
      count P (functions m dom) = total (λ v, count (λ f, P (override x f v)) (functions m rest)) (residues m).
  Proof.
    intros Hnd Hx HP. apply elem_of_Permutation in Hx as [rest Hrest]. exists rest. split; [done|].
    rewrite (functions_permutation m _ _ P Hrest Hnd HP). apply count_functions_cons.
  Qed.
End guessing.
