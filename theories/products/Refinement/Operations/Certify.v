(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * certify: exactly. An epoch is certified if all threads have published it and both sums and both counts agree, one
    after another; at the first that does not agree it stops, for good. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Accounts.
Local Open Scope Z_scope.

Ltac fl_conditions ::= fl_conditions_of_accounts.

Definition balanced (c : faccount) : bool :=
  (c_low c =? c_low_out c) && (c_high c =? c_high_out c) && (c_count c =? c_count_out c) && (c_count c <? 2 ^ 32).
Definition with_certified (g : faggregate) : faggregate :=
  FAggregate (g_threads g) (g_certified g + 1) false (<[Z.to_nat (g_certified g mod 8) := no_account]> (g_accounts g)).
Definition with_broken (g : faggregate) : faggregate :=
  FAggregate (g_threads g) (g_certified g) true (g_accounts g).
(** The account of the epoch that is to be certified next, and whether all threads have published it. *)
Definition next_account (g : faggregate) : faccount := account_at g (g_certified g).
Definition complete (g : faggregate) : Prop := g_broken g = false ∧ c_done (next_account g) = g_threads g.

Inductive certifies : faggregate → faggregate → Prop :=
  | certifies_broken g : g_broken g = true → certifies g g
  | certifies_waits g : g_broken g = false → c_done (next_account g) ≠ g_threads g → certifies g g
  | certifies_breaks g : complete g → balanced (next_account g) = false → certifies g (with_broken g)
  | certifies_next g g' :
      complete g → balanced (next_account g) = true → certifies (with_certified g) g' → certifies g g'.

Lemma with_broken_ok g : aggregate_ok g → aggregate_ok (with_broken g).
Proof. done. Qed.
Lemma with_certified_ok g : aggregate_ok g → 0 < g_threads g → complete g → aggregate_ok (with_certified g).
Proof.
  intros (Ht & Hc & Hl & Ha & He) Hpos [_ Hd]. unfold next_account in Hd.
  assert (g_certified g < 2 ^ 64 - 1) by (apply He; lia).
  unfold aggregate_ok, with_certified. cbn [g_threads g_certified g_accounts]. rewrite len_insert.
  split_and!; try lia; [by apply Forall_insert, no_account_ok|].
  intros e Hwin Hdone. destruct (decide (e = g_certified g + 8)) as [->|Hne].
  - exfalso. apply Hdone. unfold account_at. cbn [g_accounts].
    replace ((g_certified g + 8) mod 8) with (g_certified g mod 8).
    + pose proof (Z.mod_pos_bound (g_certified g) 8 ltac:(lia)). unfold len in *.
      by rewrite list_lookup_total_insert by lia.
    + replace (g_certified g + 8) with (g_certified g + 1 * 8) by lia. by rewrite Z.mod_add by lia.
  - apply He; [lia|]. rewrite <-(account_other g (g_certified g) (g_certified g) e no_account) by lia. exact Hdone.
Qed.
Theorem certifies_ok g g' :
  certifies g g' → aggregate_ok g → 0 < g_threads g → aggregate_ok g' ∧ g_threads g' = g_threads g.
Proof.
  induction 1 as [| | |g g' Hc Hb _ IH]; intros Hg Hpos; try done.
  by apply IH; [apply with_certified_ok|].
Qed.

Section certify.
  Context (external : nat → list data → option (list data * data)).
  Local Notation ensures := (ensures Q external).

  Theorem certify_ensures g :
    aggregate_ok g → 0 < g_threads g →
    ensures fn_certify [vaggregate g]
      (λ r ws, ∃ g', certifies g g' ∧ r = VInt (g_certified g') ∧ ws = [vaggregate g']).
  Proof.
    intros Hg Hpos. fl_ensures. fl_steps. fl_case. fl_steps.
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ g1 y1 y2,
      s = [Some (vaggregate g1); y1; y2] ∧
      m = Z.to_nat (2 ^ 64 - g_certified g1 + (if g_broken g1 then 0 else 1)) ∧
      aggregate_ok g1 ∧ 0 < g_threads g1 ∧ ∀ g', certifies g1 g' → certifies g g')).
    { exists g. do 2 eexists. split; [reflexivity|]. split_and!; [reflexivity|done|done|auto]. }
    intros m s (g1 & y1 & y2 & -> & -> & Hg1 & Hpos1 & Hcont). fl_round.
    assert (Hg2 := Hg1). destruct Hg2 as (Ht1 & Hc1 & Hl1 & _ & _).
    fl_steps. fl_case.
    { fl_steps. fl_reached. exists g1. split; [apply Hcont; by constructor|done]. }
    pose proof (Z.mod_pos_bound (g_certified g1) 8 ltac:(lia)) as Hmod.
    fl_steps. fl_case.
    2:{ fl_steps. fl_reached. exists g1. split; [apply Hcont|done]. apply certifies_waits; [done|].
      unfold next_account, account_at. lia. }
    assert (complete g1) as Hdone by (split; [done|]; unfold next_account, account_at; lia). fl_steps.
    lazymatch goal with |- walk _ _ _ (if ?b then _ else _) _ _ _ =>
      replace b with (negb (balanced (next_account g1)))
        by (unfold balanced, next_account, account_at; rewrite !negb_andb, <-Z.leb_antisym; done)
    end.
    destruct (balanced (next_account g1)) eqn:Ebal; cbn [negb].
    - assert (g_certified g1 < 2 ^ 64 - 1) as Hmax.
      { destruct Hg1 as (_&_&_&_&He). apply He; [lia|]. destruct Hdone as [_ Hd]. unfold next_account in Hd. lia. }
      fl_steps. exists (Z.to_nat (2 ^ 64 - (g_certified g1 + 1) + 1)). split; [lia|].
      repeat fl_fold_account. rewrite E0. exists (with_certified g1). do 2 eexists. split; [reflexivity|]. split_and!.
      + done.
      + by apply with_certified_ok.
      + done.
      + intros g' H. apply Hcont. by apply certifies_next.
    - fl_steps. exists (Z.to_nat (2 ^ 64 - g_certified g1 + 0)). split; [lia|].
      repeat fl_fold_account. exists (with_broken g1). do 2 eexists. split; [reflexivity|]. split_and!.
      + done.
      + by apply with_broken_ok.
      + done.
      + intros g' H. apply Hcont. inversion H as [? _|? Hb|? [Hb _]|? ? [Hb _]]; subst;
          [by apply certifies_breaks|discriminate Hb..].
  Qed.
End certify.
