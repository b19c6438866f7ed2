(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The loops that ship, in the orders found by search: the verified checker accepts each, here
    in Coq, so that the theorems about the clean loops are theorems about them. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Run_trusted Flat_trusted.
From Fairlead.Asm.Footprints Require Import Reorder.
From Fairlead.Asm.Hoare Require Import Reordered.
From Fairlead.Gcm.Macros Require Import Listing.
From Fairlead.Gcm.Loops Require Import SameCode.
From Fairlead.Gcm.Generated Require shipped_encrypt_128 shipped_encrypt_256 shipped_decrypt_128 shipped_decrypt_256.

(** The body of the loop in a file. *)
Definition instructions (l : list flat) : list instr := omap (fun f => match f with FInstr i => Some i | _ => None end) l.
Definition cut (from count : nat) (l : list flat) : list instr := instructions (firstn count (skipn from l)).

(** What lies before and behind the body is the same; so the rest is the body, whatever its length. *)
Definition shipped_encrypt (n : nat) (code : list flat) : list instr :=
  cut (S (length (encrypt_start n))) (length code - (S (length (encrypt_start n)) + length encrypt_end + 3)) code.
Definition shipped_decrypt (n : nat) (code : list flat) : list instr :=
  cut (length enter) (length code - (length enter + length (leave ++ wipe) + 3)) code.

(** An iteration that the checker accepts as an order of the clean one. No regions need to be disjoint. *)
Definition accepted (clean fast : list instr) : Prop := accepts (fun _ _ => false) clean fast = true.

Definition ships_encrypt (n : nat) (code : list flat) : Prop :=
  let fast := shipped_encrypt n code in code = encrypt_around n fast /\ accepted (encrypt_iteration n) fast.
Definition ships_decrypt (n : nat) (code : list flat) : Prop :=
  let fast := shipped_decrypt n code in code = decrypt_around fast /\ accepted (decrypt_iteration n) fast.

Lemma encrypt_128_ships : ships_encrypt 10 shipped_encrypt_128.code.
Proof. split; by vm_compute. Qed.
Lemma encrypt_256_ships : ships_encrypt 14 shipped_encrypt_256.code.
Proof. split; by vm_compute. Qed.
Lemma decrypt_128_ships : ships_decrypt 10 shipped_decrypt_128.code.
Proof. split; by vm_compute. Qed.
Lemma decrypt_256_ships : ships_decrypt 14 shipped_decrypt_256.code.
Proof. split; by vm_compute. Qed.
