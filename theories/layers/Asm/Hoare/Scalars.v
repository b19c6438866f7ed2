(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the few scalar instructions of a loop around vector code do: pointers advance, a counter
    goes down and says by the zero flag when it is 0. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Hoare Require Import Logic.
Local Open Scope N_scope.

Lemma run_app g p q s : run g (p ++ q) s =
  match run g p s with
  | Some (s1, ts) => match run g q s1 with Some (s2, us) => Some (s2, ts ++ us) | None => None end
  | None => None
  end.
Proof.
  revert s. induction p as [|i p IH]; intros s; cbn [run app].
  - by destruct (run g q s) as [[]|].
  - destruct (exec g i s) as [[s1 t]|]; [|done]. rewrite IH. destruct (run g p s1) as [[s2 ts]|]; [|done].
    by destruct (run g q s2) as [[]|].
Qed.

Lemma run_app_some g p q s s1 ts s2 us :
  run g p s = Some (s1, ts) -> run g q s1 = Some (s2, us) -> run g (p ++ q) s = Some (s2, ts ++ us).
Proof. intros H1 H2. by rewrite run_app, H1, H2. Qed.

(** A pointer advances. *)
Lemma exec_lea g s d m :
  ∃ s', exec g (Lea W64 d m) s = Some (s', []) /\ memory s' = memory s /\
        locs s' (G d) = low 64 (address g (locs s) m) /\ ∀ l, l <> G d -> locs s' l = locs s l.
Proof.
  unfold exec. cbn [describe]. unfold step, effect_of. cbn -[low address bits].
  eexists. split; [reflexivity|]. split; [done|]. split.
  - cbn [apply locs e_locs assoc]. rewrite bool_decide_eq_true_2 by done. by rewrite low_low by done.
  - intros l Hl. cbn [apply locs e_locs assoc]. by rewrite bool_decide_eq_false_2.
Qed.

(** A counter that is not 0 goes down. *)
Lemma exec_dec g s r n :
  locs s (G r) = N.succ n -> N.succ n < 2 ^ 64 ->
  ∃ s', exec g (Un DEC W64 (R r)) s = Some (s', []) /\ memory s' = memory s /\
        locs s' (G r) = n /\ (∀ l, l <> G r -> (∀ f, l <> F f) -> locs s' l = locs s l) /\
        test CcNE s' = Some (negb (n =? 0)) /\ test CcE s' = Some (n =? 0).
Proof.
  intros Hr Hn.
  assert (low 64 (2 ^ 64 + low 64 (N.succ n) - (low 64 1 + 0)) = n) as Hdec.
  { rewrite (lt_low 64 (N.succ n)) by done. change (low 64 1) with 1. rewrite low_mod.
    replace (2 ^ 64 + N.succ n - (1 + 0)) with (n + 1 * 2 ^ 64) by lia.
    rewrite N.mod_add by done. apply N.mod_small. lia. }
  unfold exec. cbn [describe]. unfold step, effect_of.
  cbn -[low N.eqb bool_decide parity bit sign N.sub N.add N.mul N.pow zero N.lxor N.land]. rewrite Hr.
  eexists. split; [reflexivity|]. split; [done|].
  change (bits W64) with 64. rewrite !Hdec. split; [|split; [|split]].
  - cbn [apply locs e_locs assoc]. rewrite bool_decide_eq_true_2 by done. apply lt_low. lia.
  - intros l Hl Hf. cbn [apply locs e_locs assoc]. rewrite !bool_decide_eq_false_2; congruence.
  - unfold test. cbn [cc_flags forallb defined apply locs e_locs assoc]. cbn -[low N.eqb zero].
    repeat match goal with
    | |- context [bool_decide (?a = ?b :> loc)] =>
        let v := eval vm_compute in (bool_decide (a = b)) in change (bool_decide (a = b)) with v; cbv iota
    end. unfold zero. by destruct (n =? 0).
  - unfold test. cbn [cc_flags forallb defined apply locs e_locs assoc]. cbn -[low N.eqb zero].
    repeat match goal with
    | |- context [bool_decide (?a = ?b :> loc)] =>
        let v := eval vm_compute in (bool_decide (a = b)) in change (bool_decide (a = b)) with v; cbv iota
    end. unfold zero. by destruct (n =? 0).
Qed.

(** A copy, and a multiplication by a power of two. *)
Lemma exec_mov g s d r :
  ∃ s', exec g (Mov W64 (R d) (Reg r)) s = Some (s', []) /\ memory s' = memory s /\
        locs s' (G d) = low 64 (locs s (G r)) /\ ∀ l, l <> G d -> locs s' l = locs s l.
Proof.
  unfold exec. cbn [describe read_rmi]. unfold step, effect_of. cbn -[low bits].
  eexists. split; [reflexivity|]. split; [done|]. split.
  - cbn [apply locs e_locs assoc]. rewrite bool_decide_eq_true_2 by done. by rewrite low_low by done.
  - intros l Hl. cbn [apply locs e_locs assoc]. by rewrite bool_decide_eq_false_2.
Qed.

Lemma exec_shl g s r k :
  (k =? 1) = false -> ((0 <? k) && (k <? 64)) = true ->
  ∃ s', exec g (Shift SHL W64 (R r) k) s = Some (s', []) /\ memory s' = memory s /\
        locs s' (G r) = low 64 (N.shiftl (low 64 (locs s (G r))) k) /\
        ∀ l, l <> G r -> (∀ f, l <> F f) -> locs s' l = locs s l.
Proof.
  intros Hk Hr. unfold exec. cbn [describe bits]. rewrite Hr. cbn [negb]. unfold step, effect_of, shift_flags, shift_sem. rewrite Hk.
  cbn -[low N.eqb bool_decide parity bit sign N.sub N.add N.mul N.pow zero N.lxor N.land N.shiftl].
  rewrite ?Hk. eexists. split; [reflexivity|]. split; [done|]. split.
  - cbn [apply locs e_locs assoc]. rewrite bool_decide_eq_true_2 by done. by rewrite low_low by done.
  - intros l Hl Hf. cbn [apply locs e_locs assoc]. rewrite !bool_decide_eq_false_2; congruence.
Qed.
