(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A place for examples/asm/six_blocks.S: all memory is 0, so are the round keys and the hash key. And changed
  code. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Run_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate.
From Fairlead.Gcm.Loops Require Import Setting.
From Fairlead.Gcm.Refuted Require Import Loop.
From Fairlead.Asm.Verdicts Require Import Files.
From Fairlead.Gcm.SixBlocks Require Import Middle Body Listing Around Task.
Local Open Scope N_scope.

(** Region 2 from 4096 on, region 3 from 8192 on, and so forth. *)
Definition six_place : env := Env (λ _, 0) (λ r, Region (4096 * (r - 1)) 4096 true).

(** The scratch memory is apart from all else. *)
Definition six_apart : relation := λ r q,
  existsb (λ o, (r =? 4) && (q =? o) || (r =? o) && (q =? 4)) [2; 3; 5; 6].

Lemma six_respects : respects six_place six_apart.
Proof.
  intros r q H x Hr Hq. unfold six_apart in H. cbn [existsb] in H. unfold inside, six_place in Hr, Hq.
  cbn [regions r_base r_size] in Hr, Hq.
  rewrite !orb_true_iff, !andb_true_iff, !N.eqb_eq in H.
  destruct H as [[[-> ->]|[-> ->]]|[[[-> ->]|[-> ->]]|[[[-> ->]|[-> ->]]|[[[-> ->]|[-> ->]]|H]]]]; try discriminate
    H; lia.
Qed.

(** The counter, counted up in its last byte. *)
Definition six_counter (c : N) (i : nat) : N := Nat.iter i (λ x, low 128 (v2_sem PADDD x (2 ^ 120))) (byte_reverse 16
  c).

(** The next counter is [c], and [n] iterations are left. *)
Definition six_called (c n : N) : state :=
  State (λ l, match l with
              | G RCX => 4224 | G R9 => 8224 | G RBP => 12288 | G RDI => 16384 | G R14 => 20480 | G RSI => 20576
              | G RDX => 6 * n | G RBX => low 8 c
              | Lo V1 | Lo V9 => six_counter c 0 | Lo V2 => 2 ^ 120
              | Lo V10 => six_counter c 1 | Lo V11 => six_counter c 2 | Lo V12 => six_counter c 3
              | Lo V13 => six_counter c 4 | Lo V14 => six_counter c 5
              | _ => 0 end) (λ _, 0).

Local Opaque byte_reverse v2_sem.

Lemma six_places c n : places six_place (six_called c n) 4096 8192 12288 16384 20480.
Proof.
  split; [..|unfold clear_of; lia].
  all: split; [reflexivity|split; [unfold span; vm_compute; split_and!; discriminate|reflexivity]].
Qed.

Lemma six_holds c n : c < 2 ^ 128 →
  six_held (memory (six_called c n)) (λ x, locs (six_called c n) (Lo x)) 4096 8192 12288 no_keys 0 c 0 (repeat 0 6).
Proof.
  intros Hc.
  assert (∀ j, (j < 6)%nat → load (memory (six_called c n)) (8192 + power_place j) 16 = twist (Aggregate.power 0 j))
    as H.
  { intros j Hj. do 6 (destruct j as [|j]; [vm_compute; reflexivity|]). lia. }
  split.
  - vm_compute. reflexivity.
  - exact H.
  - reflexivity.
  - change (hd_error no_keys) with (Some 0). cbn [option_map]. by rewrite N.lxor_0_r.
  - reflexivity.
  - reflexivity.
  - reflexivity.
  - reflexivity.
  - vm_compute. reflexivity.
  - reflexivity.
  - vm_compute. reflexivity.
  - apply Forall_cons_2; [vm_compute; reflexivity|]. apply Forall_cons_2; [vm_compute; reflexivity|].
    apply Forall_cons_2; [reflexivity|]. apply Forall_cons_2; [exact Hc|].
    repeat (apply Forall_cons_2; [reflexivity|]). apply Forall_nil_2.
Qed.

Lemma six_tasks n : (n < 40)%nat → six_task six_place 4096 8192 12288 16384 20480 n.
Proof.
  intros Hn. split; unfold span, writable_region, clear_of, six_place; cbn [regions r_base r_size r_writable];
    try split_and!; lia || reflexivity.
Qed.

Lemma six_called_registers c n : six_registers (six_called c n) 4096 8192 12288 16384 20480 c n.
Proof. split; reflexivity. Qed.

(** The code in blocks, with other code in two places. *)
Definition six_program (begin_ middle_ : list instr) : program :=
  [([], Goto 7%nat); (begin_, Branch CcB 3%nat); (overflowing ++ [wrap], Goto 4%nat); (counting_on, Fall);
   (middle_ ++ advance, Branch CcBE 6%nat); (go_on, Goto 7%nat); (finish, Fall); (again, Branch CcA 1%nat);
   ([], Stop); ([], Stop)].

(** The words of a block are loaded in the other order of bytes, as EverCrypt does. *)
Definition reverse_block_movbe (n : Z) : list instr :=
  [Movbe W64 (R R13) (M (earlier_at (16 * n - 8))); Movbe W64 (R R12) (M (earlier_at (16 * n - 16)));
   Mov W64 (M (scratch_at (128 - 16 * n))) (Reg R13); Mov W64 (M (scratch_at (136 - 16 * n))) (Reg R12)].
Definition middle_movbe : list instr :=
  last_whitened ++ hash_six ++ [put_at (scratch_at 16) V7] ++ flat_map reverse_block_movbe [6; 5; 4; 3; 2; 1]%Z ++
  rounds ++ last_round ++ count_six.

(** The overflow of the last byte is seen one iteration late. *)
Definition begin_late : list instr := [Alu ADD W64 (R RBX) (Imm 6); Cmp CMP W64 (R RBX) (Imm 262)].
