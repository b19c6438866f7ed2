(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Sets of locations as bit masks: 54 bits, so a machine integer once extracted. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted.
From Coq Require Import NArith.
Local Open Scope N_scope.

Definition reg_index (r : reg) : N :=
  match r with
  | RAX => 0 | RCX => 1 | RDX => 2 | RBX => 3 | RSP => 4 | RBP => 5 | RSI => 6 | RDI => 7
  | R8 => 8 | R9 => 9 | R10 => 10 | R11 => 11 | R12 => 12 | R13 => 13 | R14 => 14 | R15 => 15
  end.

Definition vreg_index (x : vreg) : N :=
  match x with
  | V0 => 0 | V1 => 1 | V2 => 2 | V3 => 3 | V4 => 4 | V5 => 5 | V6 => 6 | V7 => 7
  | V8 => 8 | V9 => 9 | V10 => 10 | V11 => 11 | V12 => 12 | V13 => 13 | V14 => 14 | V15 => 15
  end.

Definition flag_index (f : flag) : N :=
  match f with CF => 0 | PF => 1 | AF => 2 | ZF => 3 | SF => 4 | OF => 5 end.

Definition index (l : loc) : N :=
  match l with
  | G r => reg_index r
  | Lo x => 16 + vreg_index x
  | Hi x => 32 + vreg_index x
  | F f => 48 + flag_index f
  end.

Global Instance index_inj : Inj (=) (=) index.
Proof.
  intros [r1|x1|x1|f1] [r2|x2|x2|f2];
    (try destruct r1); (try destruct x1); (try destruct f1); cbn; intros H;
    (try destruct r2); (try destruct x2); (try destruct f2); cbn in H; try reflexivity; discriminate H.
Qed.

Definition set_of (ls : list loc) : N := fold_right (fun l s => N.setbit s (index l)) 0 ls.

Definition mem_set (l : loc) (s : N) : bool := N.testbit s (index l).

Lemma mem_set_of l ls : mem_set l (set_of ls) = true <-> l ∈ ls.
Proof.
  unfold mem_set. induction ls as [|k ls IH].
  - split; [discriminate | by intros ?%elem_of_nil].
  - cbn [set_of fold_right]. rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq, IH, elem_of_cons.
    split; intros [H|H]; [left; symmetry; by apply index_inj | by right | left; by rewrite H | by right].
Qed.

Definition disjoint_sets (a b : N) : bool := N.land a b =? 0.

Lemma disjoint_sets_spec a b l :
  disjoint_sets a b = true -> mem_set l a = true -> mem_set l b = true -> False.
Proof.
  unfold disjoint_sets, mem_set. rewrite N.eqb_eq. intros H Ha Hb.
  assert (E : N.testbit (N.land a b) (index l) = true) by by rewrite N.land_spec, Ha, Hb.
  rewrite H, N.bits_0 in E. discriminate.
Qed.

(** [a] is covered by [b]. *)
Definition subset (a b : N) : bool := N.ldiff a b =? 0.

Lemma subset_spec a b l : subset a b = true -> mem_set l a = true -> mem_set l b = true.
Proof.
  unfold subset, mem_set. rewrite N.eqb_eq. intros H Ha.
  destruct (N.testbit b (index l)) eqn:Hb; [done|].
  assert (E : N.testbit (N.ldiff a b) (index l) = true) by by rewrite N.ldiff_spec, Ha, Hb.
  rewrite H, N.bits_0 in E. discriminate.
Qed.
