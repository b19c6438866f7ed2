(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** powers.inc: the instructions that multiply by x. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted Semantics_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Reduction Rounds Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate.
Local Open Scope N_scope.

(** What is added when the top bit is set, as constants.S has it. *)
Definition twist_polynomial : N := 0xc2000000000000000000000000000001.

(** ** The top bit, spread over a lane *)

Lemma top_bit e : e < 2 ^ 32 → N.testbit e 31 = (2 ^ 31 <=? e).
Proof.
  intros He. destruct (N.leb_spec (2 ^ 31) e) as [H|H]; [|by apply (bit_above e 31)].
  destruct (N.testbit e 31) eqn:E; [done|]. exfalso.
  assert (e < 2 ^ 31); [|lia]. apply below_by_bits. intros i Hi.
  destruct (N.eq_dec i 31) as [->|Hne]; [done|]. apply (bit_above e 32); [done|lia].
Qed.

Lemma lane_sign e : e < 2 ^ 32 → word 32 (signed 32 e / 2 ^ Z.of_N (N.min 31 31)) = if N.testbit e 31 then N.ones 32 else 0.
Proof.
  intros He. unfold signed. change (32 - 1) with 31. rewrite (top_bit e He).
  change (N.min 31 31) with 31. destruct (N.leb_spec (2 ^ 31) e) as [H|H].
  - replace ((Z.of_N e - 2 ^ Z.of_N 32) / 2 ^ Z.of_N 31)%Z with (-1)%Z; [done|].
    apply (Z.div_unique_pos _ _ _ (Z.of_N e - 2 ^ 31)); lia.
  - rewrite Z.div_small; [done|]. lia.
Qed.

Lemma element_below w i x : element w i x < 2 ^ w.
Proof. apply low_below. Qed.

Lemma sign_mask x :
  low 128 (v2_sem PAND (low 128 (vshift_sem PSRAD 31 (low 128 (v1_sem (PSHUFD 255) x)))) twist_polynomial) =
  if N.testbit x 127 then twist_polynomial else 0.
Proof.
  change (v1_sem (PSHUFD 255) x) with (join 32 [element 32 3 x; element 32 3 x; element 32 3 x; element 32 3 x]).
  assert (N.testbit x 127 = N.testbit (element 32 3 x) 31) as ->.
  { unfold element. rewrite slice_testbit. by rewrite andb_true_r. }
  pose proof (element_below 32 3 x) as He. revert He. generalize (element 32 3 x). intros e He.
  rewrite (lt_low 128 (join _ _)) by (apply (join_below 32 [e; e; e; e]); by repeat constructor).
  set (f := λ y : N, word 32 (signed 32 y / 2 ^ Z.of_N (N.min 31 31))).
  change (vshift_sem PSRAD 31 (join 32 [e; e; e; e])) with (join 32 (map f (split 32 4 (join 32 [e; e; e; e])))).
  assert (split 32 4 (join 32 [e; e; e; e]) = [e; e; e; e]) as ->
    by (apply (split_join 32 [e; e; e; e]); repeat constructor; by apply lt_low).
  cbn [map]. unfold f. rewrite (lane_sign e He). by destruct (N.testbit e 31).
Qed.

(** ** One bit to the left, across lanes *)

Local Ltac bits_by_cases :=
  repeat match goal with
  | |- context [?a <=? ?b] => destruct (N.leb_spec a b); try lia
  | |- context [?a <? ?b] => destruct (N.ltb_spec a b); try lia
  end; cbn [andb orb]; rewrite ?andb_false_r, ?andb_true_r, ?orb_false_r, ?orb_false_l, ?N.bits_0;
  try done; try (f_equal; lia).

Lemma shift_across x :
  low 128 (v2_sem POR (low 128 (vshift_sem PSLLQ 1 x)) (low 128 (vshift_sem PSLLDQ 8 (low 128 (vshift_sem PSRLQ 63 x))))) =
  low 128 (N.shiftl x 1).
Proof.
  change (vshift_sem PSLLQ 1 x) with
    (N.lor (low 64 (N.shiftl (low 64 x) 1)) (N.shiftl (N.lor (low 64 (N.shiftl (low 64 (N.shiftr x 64)) 1)) (N.shiftl 0 64)) 64)).
  change (vshift_sem PSRLQ 63 x) with
    (N.lor (N.shiftr (low 64 x) 63) (N.shiftl (N.lor (N.shiftr (low 64 (N.shiftr x 64)) 63) (N.shiftl 0 64)) 64)).
  change (vshift_sem PSLLDQ 8 ?y) with (low 128 (N.shiftl y 64)).
  cbn [v2_sem]. apply N.bits_inj. intros i.
  rewrite N.shiftl_0_l, !N.lor_0_r.
  repeat (rewrite ?low_spec, ?N.lor_spec, ?shiftl_testbit, ?N.shiftr_spec').
  destruct (N.lt_ge_cases i 64); [bits_by_cases|]. destruct (N.lt_ge_cases i 128); bits_by_cases.
Qed.

Theorem twist_words x : block_sized x →
  low 128 (v2_sem PXOR
    (low 128 (v2_sem POR (low 128 (vshift_sem PSLLQ 1 x)) (low 128 (vshift_sem PSLLDQ 8 (low 128 (vshift_sem PSRLQ 63 x))))))
    (low 128 (v2_sem PAND (low 128 (vshift_sem PSRAD 31 (low 128 (v1_sem (PSHUFD 255) x)))) twist_polynomial))) =
  twist x.
Proof.
  intros Hx. rewrite shift_across, sign_mask. rewrite sem_xor; [|apply low_below|by destruct (N.testbit x 127)].
  unfold twist. by destruct (N.testbit x 127).
Qed.

Lemma twist_below x : block_sized (twist x).
Proof. unfold twist. apply xor_below; [apply low_below|by destruct (N.testbit x 127)]. Qed.
