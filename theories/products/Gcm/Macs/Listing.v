(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** mac.inc, mac_bodies.inc and macs.S: CBC-MACs of eight messages of five blocks, as functions that make lists of
    instructions, like [Macros/Listing.v]; and what they compute. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Asm.Model Require Import Syntax_trusted Flat_trusted.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Gcm.Macros Require Import Listing.
From Fairlead.Gcm.Loops Require Import Text.
From Fairlead.Gcm.Procedures Require Import Macros.
From Fairlead.Gcm.Generated Require clean_macs shipped_macs.
Local Open Scope Z_scope.

(** CBC-MAC: each block is added to what there is so far, and encrypted. Under these round keys, of these blocks, which
    are words as the processor loads them. *)
Definition cbc_mac (ks ms : list N) : N := fold_left (λ x m, aes ks (N.lxor x m)) ms 0%N.

(** Of the messages of five blocks, one behind the other, at [a]: so many of them. *)
Definition macs_at (ks : list N) (b : bytes_of_memory) (a : N) (count : nat) : list N :=
  map (λ j, cbc_mac ks (load_blocks b (a + 80 * N.of_nat j) 5)) (seq 0 count).

(** ** The instructions *)

Definition mac_middle (x : vreg) (from count : nat) : list instr :=
  map (λ i, vop_mem AESENC x x (key_at (16 * Z.of_nat i))) (seq from count).
Definition mac_rounds (x : vreg) : list instr :=
  vop_mem PXOR x x (key_at 0) :: mac_middle x 1 9 ++ [vop_mem AESENCLAST x x (key_at 160)].
Definition mac_block (x : vreg) (m : mem) : list instr := vop_mem PXOR x x m :: mac_rounds x.

Definition message_block (j b : nat) : mem := state_at (80 * Z.of_nat j + 16 * Z.of_nat b).
Definition mac_lane (x : vreg) (j : nat) : list instr :=
  vop PXOR x x x :: flat_map (λ b, mac_block x (message_block j b)) (seq 0 5).

(** Each message has its register. *)
Definition lanes : list (vreg * nat) := [(V0, 0); (V1, 1); (V2, 2); (V3, 3); (V4, 4); (V5, 5); (V6, 6); (V7, 7)]%nat.
Definition mac_lanes (l : list (vreg * nat)) : list instr := flat_map (λ p, mac_lane p.1 p.2) l.
Definition mac_places : list (mem * vreg) := map (λ p, (output_at (16 * Z.of_nat p.2), p.1)) lanes.

Definition macs_code : list instr :=
  [Mov W64 (R RCX) (Reg RDX)] ++ mac_lanes lanes ++ map store_instr mac_places ++ wipe.

(** ** They are those of the files *)

Lemma macs_same : clean_macs.code = straight macs_code.
Proof. by vm_compute. Qed.
