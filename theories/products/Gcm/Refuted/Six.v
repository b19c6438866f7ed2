(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A place for examples/asm/six_blocks.S: all memory is 0, so are the round keys and the hash key,
  and the last byte of
    the counter is 255. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate.
From Fairlead.Gcm.Loops Require Import Setting.
From Fairlead.Gcm.Refuted Require Import Loop.
From Fairlead.Gcm.SixBlocks Require Import Middle Body.
Local Open Scope N_scope.

Definition six_place : env := Env (λ _, 0) (λ _, Region 0 65536 true).

(** The counter, counted up in its last byte. *)
Definition six_counter (i : nat) : N := Nat.iter i (λ x, low 128 (v2_sem PADDD x (2 ^ 120))) (byte_reverse 16 255).

Definition six_state : state :=
  State (λ l, match l with
              | G RCX => 4224 | G R9 => 8224 | G RBP => 12288 | G RDI => 16384 | G R14 => 20480
              | Lo V1 | Lo V9 => six_counter 0 | Lo V2 => 2 ^ 120
              | Lo V10 => six_counter 1 | Lo V11 => six_counter 2 | Lo V12 => six_counter 3
              | Lo V13 => six_counter 4 | Lo V14 => six_counter 5
              | _ => 0 end) (λ _, 0).

Lemma six_places : places six_place six_state 4096 8192 12288 16384 20480.
Proof.
  split; [..|unfold clear_of; lia].
  all: split; [by vm_compute|split; [unfold span; by vm_compute|by vm_compute]].
Qed.

Lemma six_holds : six_held (memory six_state) (λ x, locs six_state (Lo x)) 4096 8192 12288 no_keys 0 255 0 (repeat 0 6).
Proof.
  assert (∀ j, (j < 6)%nat → load (memory six_state) (8192 + power_place j) 16 = twist (Aggregate.power 0 j)) as H.
  { intros j Hj. do 6 (destruct j as [|j]; [vm_compute; reflexivity|]). lia. }
  split; [vm_compute; reflexivity|exact H|vm_compute; reflexivity..|].
  repeat (apply Forall_cons_2; [vm_compute; reflexivity|]). apply Forall_nil_2.
Qed.
