(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The macros of [Macros.v] make the 256-bit loops of gcm/clean, instruction by instruction. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted Flat_trusted.
From Fairlead.Gcm.Loops Require Export Shape.
From Fairlead.Gcm.Loops256 Require Import Macros.
From Fairlead.Gcm.Generated Require clean_wide_encrypt_128 clean_wide_encrypt_256 clean_wide_decrypt_128
  clean_wide_decrypt_256.

(** The first eight blocks have nothing to hash yet. *)
Definition wide_encrypt_start (n : nat) : list instr := wide_enter ++ cipher_eight n ++ wide_save ++ wide_count_down.
Definition wide_encrypt_iteration (n : nat) : list instr := wide_encrypt_body n ++ wide_count_down.
Definition wide_encrypt_end : list instr := hash_eight wide_written_at ++ leave ++ wide_wipe.

Definition wide_decrypt_iteration (n : nat) : list instr := wide_decrypt_body n ++ wide_count_down.

Definition wide_encrypt_loop (n : nat) : list flat :=
  guarded_loop (wide_encrypt_start n) (wide_encrypt_iteration n) wide_encrypt_end.
Definition wide_decrypt_loop (n : nat) : list flat :=
  counted_loop wide_enter (wide_decrypt_iteration n) (leave ++ wide_wipe).

Lemma wide_encrypt_128_same : clean_wide_encrypt_128.code = wide_encrypt_loop 10.
Proof. by vm_compute. Qed.
Lemma wide_encrypt_256_same : clean_wide_encrypt_256.code = wide_encrypt_loop 14.
Proof. by vm_compute. Qed.
Lemma wide_decrypt_128_same : clean_wide_decrypt_128.code = wide_decrypt_loop 10.
Proof. by vm_compute. Qed.
Lemma wide_decrypt_256_same : clean_wide_decrypt_256.code = wide_decrypt_loop 14.
Proof. by vm_compute. Qed.
