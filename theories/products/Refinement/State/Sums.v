(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What is in a side of a tally, as a number: its sum, and what waits to be summed.

    The external function is to add [F] at each message of 80 bytes ([sums]); then flushing changes nothing, and
    inserting adds [F] at the element's message. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Sides.
Local Open Scope Z_scope.

Section sums.
  Context (external : nat → list data → option (list data * data)).
  Context (F : list Z → Z → list Z → Z).

  (** The sum of [F] over the [n] messages in [m]. *)
  Fixpoint total_of (n : nat) (x : list Z) (e : Z) (m : list Z) : Z :=
    match n with O => 0 | S n => F x e (take 80 m) + total_of n x e (drop 80 m) end.
  Definition total (x : list Z) (e : Z) (m : list Z) : Z := total_of (length m / 80) x e m.
  (** What [fl_prf_sum] is to do: of the secret [x], the epoch [e] and the messages [m], [F] at each message is added to
      the sum, modulo 2^128. *)
  Definition sums : Prop := ∀ x e m low high ds d,
    external 0%nat [VExtern x; VInt e; VBytes m; VRecord [VInt low; VInt high]] = Some (ds, d) →
    ∃ a b c low' high', ds = [a; b; c; VRecord [VInt low'; VInt high']] ∧
      low' + 2 ^ 64 * high' = (low + 2 ^ 64 * high + total x e m) mod 2 ^ 128.

  Definition side_sum (x : list Z) (e : Z) (d : fside) : Z :=
    (f_low d + 2 ^ 64 * f_high d + total x e (f_waiting d)) mod 2 ^ 128.

  Lemma total_app n x e m m' : length m = (80 * n)%nat → total x e (m ++ m') = total x e m + total x e m'.
  Proof.
    intros Hm. unfold total. rewrite app_length, Hm. rewrite (Nat.mul_comm 80 n), Nat.div_mul by lia.
    rewrite Nat.add_comm, Nat.div_add by lia. rewrite Nat.add_comm. set (k := (length m' / 80)%nat). clearbody k.
    revert m Hm. induction n as [|n IH]; intros m Hm; [by destruct m|].
    cbn [total_of plus]. rewrite take_app_le, drop_app_le by lia. rewrite IH by (rewrite drop_length; lia). lia.
  Qed.
  Lemma total_one x e m : length m = 80%nat → total x e m = F x e m.
  Proof.
    intros Hm. unfold total. rewrite Hm. change (80 / 80)%nat with 1%nat. cbn [total_of].
    rewrite take_ge by lia. lia.
  Qed.
  Lemma flushed_sum x e d d' : sums → flushed external x e d d' → side_sum x e d' = side_sum x e d.
  Proof.
    intros Hsums (_ & Hw & _ & [[_ ->]|(a & b & c & y & Hs)]); [done|].
    destruct (Hsums _ _ _ _ _ _ _ Hs) as (? & ? & ? & low & high & [= _ _ _ Hlow Hhigh] & Ht).
    unfold side_sum. rewrite Hw, Hlow, Hhigh, Ht. change (total x e []) with 0. rewrite Z.add_0_r. apply Z.mod_mod. lia.
  Qed.
  Theorem inserted_sum x e d m d' :
    sums → side_ok d → inserted external x e d m d' →
    side_sum x e d' = (side_sum x e d + F x e m) mod 2 ^ 128 ∧ f_count d' = f_count d + 1.
  Proof.
    intros Hsums (_&_&_&_&n&Hn&Hl) (_ & Hm & Hcase).
    assert (side_sum x e (waits_more d m) = (side_sum x e d + F x e m) mod 2 ^ 128) as Hmore.
    { unfold side_sum, waits_more. cbn [f_low f_high f_waiting].
      rewrite (total_app (Z.to_nat n)) by (unfold len in *; lia).
      rewrite (total_one x e m) by (unfold len in *; lia). rewrite Zplus_mod_idemp_l. f_equal. lia. }
    destruct Hcase as [->|(_ & Hf)]; [done|]. split; [rewrite <-Hmore; by apply flushed_sum|]. apply Hf.
  Qed.
End sums.
