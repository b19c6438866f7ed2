(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The macros of [Macros/Listing.v] make the loops of gcm/clean, instruction by instruction. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted Flat_trusted.
From Fairlead.Gcm.Loops Require Export Shape.
From Fairlead.Gcm.Macros Require Import Listing.
From Fairlead.Gcm.Generated Require clean_encrypt_128 clean_encrypt_256 clean_decrypt_128 clean_decrypt_256.

(** The first six blocks have nothing to hash yet. *)
Definition encrypt_start (n : nat) : list instr := enter ++ cipher_six n ++ save ++ count_down.
Definition encrypt_iteration (n : nat) : list instr := encrypt_body n ++ count_down.
Definition encrypt_end : list instr := hash_six written_at ++ leave ++ wipe.

Definition decrypt_iteration (n : nat) : list instr := decrypt_body n ++ count_down.

(** The procedures, around any body of the loop. *)
Definition encrypt_around (n : nat) (iteration : list instr) : list flat :=
  guarded_loop (encrypt_start n) iteration encrypt_end.
Definition decrypt_around (iteration : list instr) : list flat := counted_loop enter iteration (leave ++ wipe).

Lemma encrypt_128_same : clean_encrypt_128.code = encrypt_around 10 (encrypt_iteration 10).
Proof. by vm_compute. Qed.
Lemma encrypt_256_same : clean_encrypt_256.code = encrypt_around 14 (encrypt_iteration 14).
Proof. by vm_compute. Qed.
Lemma decrypt_128_same : clean_decrypt_128.code = decrypt_around (decrypt_iteration 10).
Proof. by vm_compute. Qed.
Lemma decrypt_256_same : clean_decrypt_256.code = decrypt_around (decrypt_iteration 14).
Proof. by vm_compute. Qed.
