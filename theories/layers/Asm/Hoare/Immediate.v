(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Additions, subtractions and comparisons with a constant, as loops count with them. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted.
From Fairlead.Asm.Model Require Import Words.
Local Open Scope N_scope.

Lemma sub_low x k : x < 2 ^ 64 -> k < 2 ^ 64 ->
  low 64 (2 ^ 64 + low 64 x - (low 64 k + 0)) = if x <? k then 2 ^ 64 + x - k else x - k.
Proof.
  intros Hx Hk. rewrite (lt_low 64 x), (lt_low 64 k), N.add_0_r, low_mod by done. destruct (N.ltb_spec x k).
  - apply N.mod_small. lia.
  - replace (2 ^ 64 + x - k) with (x - k + 1 * 2 ^ 64) by lia. rewrite N.mod_add by done. apply N.mod_small. lia.
Qed.

Section immediate.
  Context (g : env) (s : state) (r : reg) (z : Z) (k : N).
  Context (Hz : word 64 z = k) (Hk : k < 2 ^ 64).

  Notation rest s' := (∀ l, l <> G r -> (∀ f, l <> F f) -> locs s' l = locs s l).

  Ltac execute :=
    unfold exec; cbn [describe read_modify read_rmi carry alu_flags app]; unfold step, effect_of;
    cbn -[low word N.eqb N.ltb bool_decide parity bit sign N.sub N.add N.mul N.pow zero N.lxor N.land of_bool];
      rewrite Hz;
    eexists; (split; [reflexivity|]); (split; [reflexivity|]).

  Lemma exec_add : ∃ s', exec g (Alu ADD W64 (R r) (Imm z)) s = Some (s', []) /\ memory s' = memory s /\
    locs s' (G r) = low 64 (locs s (G r) + k) /\ rest s'.
  Proof using Hz Hk.
    execute. change (bits W64) with 64. split.
    - cbn [apply locs e_locs assoc]. rewrite bool_decide_eq_true_2 by done.
      rewrite low_low, N.add_0_r by lia. rewrite low_add, N.add_comm, low_add. f_equal. lia.
    - intros l Hl Hf. cbn [apply locs e_locs assoc]. rewrite !bool_decide_eq_false_2; congruence.
  Qed.

  Lemma exec_sub : k <= locs s (G r) -> locs s (G r) < 2 ^ 64 ->
    ∃ s', exec g (Alu SUB W64 (R r) (Imm z)) s = Some (s', []) /\ memory s' = memory s /\
      locs s' (G r) = locs s (G r) - k /\ rest s'.
  Proof using Hz Hk.
    intros H1 H2. execute. change (bits W64) with 64. split.
    - cbn [apply locs e_locs assoc]. rewrite bool_decide_eq_true_2 by done. rewrite sub_low by done.
      destruct (N.ltb_spec (locs s (G r)) k); [lia|]. apply lt_low. lia.
    - intros l Hl Hf. cbn [apply locs e_locs assoc]. rewrite !bool_decide_eq_false_2; congruence.
  Qed.

  Lemma exec_cmp : locs s (G r) < 2 ^ 64 ->
    ∃ s', exec g (Cmp CMP W64 (R r) (Imm z)) s = Some (s', []) /\ memory s' = memory s /\
      (∀ l, (∀ f, l <> F f) -> locs s' l = locs s l) /\
      test CcB s' = Some (locs s (G r) <? k) /\ test CcBE s' = Some (locs s (G r) <=? k) /\
      test CcA s' = Some (negb (locs s (G r) <=? k)).
  Proof using Hz Hk.
    intros H. execute. change (bits W64) with 64. set (x := locs s (G r)) in *.
    assert (low 64 x <? low 64 k + 0 = (x <? k)) as -> by (by rewrite !lt_low, N.add_0_r).
    assert (zero (low 64 (2 ^ 64 + low 64 x - (low 64 k + 0))) = of_bool (x =? k)) as ->.
    { rewrite sub_low by done. unfold zero. destruct (N.ltb_spec x k), (N.eqb_spec x k).
      1, 2, 3, 4: try lia. all: f_equal; apply N.eqb_eq || apply N.eqb_neq; lia. }
    split.
    { intros l Hf. cbn [apply locs e_locs assoc]. rewrite !bool_decide_eq_false_2; congruence. }
    assert ((x <=? k) = (x <? k) || (x =? k)) as ->.
    { destruct (N.leb_spec x k), (N.ltb_spec x k), (N.eqb_spec x k); try done; lia. }
    unfold test. cbn [cc_flags forallb defined apply locs e_locs assoc]. cbn -[low N.eqb N.ltb zero].
    repeat match goal with
    | |- context [bool_decide (?a = ?b :> loc)] =>
        let v := eval vm_compute in (bool_decide (a = b)) in change (bool_decide (a = b)) with v; cbv iota
    end. by destruct (x <? k), (x =? k).
  Qed.
End immediate.
