(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Instructions whose results are the same whatever their operands hold, because both are the same one: [xor] or
    [sub] of a register with itself, comparisons and differences of a vector register with itself. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted.
Local Open Scope N_scope.

Definition forgets (o : vop2) : bool :=
  match o with
  | PXOR | PANDN | PSUBB | PSUBD | PSUBQ | PCMPEQB | PCMPEQD | PCMPGTD => true
  | _ => false
  end.

Definition idiom (d : desc op) : bool :=
  match d_op d, d_in d with
  | OAlu (XOR | SUB) _, [ILoc x; ILoc y] => bool_decide (x = y)
  | OV2 o 1, [ILoc x; ILoc y] => forgets o && bool_decide (x = y)
  | OV2 o 2, [ILoc x; ILoc x'; ILoc y; ILoc y'] => forgets o && (bool_decide (x = y) && bool_decide (x' = y'))
  | _, _ => false
  end.

(** What a pointwise operation gives of a word and itself, if that is the same for every element. *)
Definition everywhere (w : N) (n : nat) (c : N) : N := join w (repeat c n).

Lemma pointwise_same w n f c a : (∀ x, f x x = c) -> pointwise w n f a a = everywhere w n c.
Proof.
  intros Hf. unfold pointwise, everywhere. f_equal. revert a. induction n as [|n IH]; intros a; cbn -[low]; [done|].
  by rewrite Hf, IH.
Qed.

Definition forgotten (o : vop2) : N :=
  match o with
  | PSUBB => everywhere 8 16 (low 8 (2 ^ 8))
  | PSUBD => everywhere 32 4 (low 32 (2 ^ 32))
  | PSUBQ => everywhere 64 2 (low 64 (2 ^ 64))
  | PCMPEQB => everywhere 8 16 (N.ones 8)
  | PCMPEQD => everywhere 32 4 (N.ones 32)
  | PCMPGTD => everywhere 32 4 0
  | _ => 0
  end.

Lemma v2_forgets o a : forgets o = true -> v2_sem o a a = forgotten o.
Proof.
  destruct o; cbn [forgets]; intros H; try discriminate H; cbn [v2_sem forgotten];
    try (apply pointwise_same; intros x).
  - apply N.lxor_nilpotent.
  - apply N.ldiff_diag.
  - by rewrite N.add_sub.
  - by rewrite N.add_sub.
  - by rewrite N.add_sub.
  - by rewrite N.eqb_refl.
  - by rewrite N.eqb_refl.
  - by rewrite Z.ltb_irrefl.
Qed.

Lemma sub_forgets w a b : sub_with w 0 a a = sub_with w 0 b b.
Proof.
  unfold sub_with. generalize (low (bits w) a) as x, (low (bits w) b) as y. intros x y.
  by rewrite (N.add_0_r x), (N.add_0_r y), !N.add_sub, !N.ltb_irrefl, (N.lxor_nilpotent x), (N.lxor_nilpotent y),
    !N.land_0_l.
Qed.

Lemma idiom_sem (f f' : loc -> N) p p' ld ld' d : idiom d = true ->
  sem (d_op d) (map (input_value f p ld) (d_in d)) = sem (d_op d) (map (input_value f' p' ld') (d_in d)).
Proof.
  unfold idiom. intros H.
  repeat (case_match; try done);
    repeat match goal with
    | E : _ && _ = true |- _ => apply andb_true_iff in E as [? ?]
    | E : bool_decide _ = true |- _ => apply bool_decide_eq_true in E
    end; subst; cbn -[sub_with v2_sem].
  - apply sub_forgets.
  - by rewrite !N.lxor_nilpotent.
  - by rewrite !v2_forgets by done.
  - destruct o; try discriminate; cbn -[v2_sem]; by rewrite !v2_forgets by done.
Qed.
