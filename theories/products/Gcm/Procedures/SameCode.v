(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The macros of [Macros.v] make the procedures of gcm/clean around the loops, instruction by
    instruction. These are assembled as they are: what ships is what is clean. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted Flat_trusted.
From Fairlead.Gcm.Procedures Require Import Macros.
From Fairlead.Gcm.Generated Require clean_powers clean_hash clean_keystream_128 clean_keystream_256 clean_expand_128
  clean_expand_256.

Lemma powers_same : clean_powers.code = straight powers_code.
Proof. by vm_compute. Qed.
Lemma hash_same : clean_hash.code = hash_code.
Proof. by vm_compute. Qed.
Lemma keystream_128_same : clean_keystream_128.code = straight (keystream_code 10).
Proof. by vm_compute. Qed.
Lemma keystream_256_same : clean_keystream_256.code = straight (keystream_code 14).
Proof. by vm_compute. Qed.
Lemma expand_128_same : clean_expand_128.code = straight expand_128_code.
Proof. by vm_compute. Qed.
Lemma expand_256_same : clean_expand_256.code = straight expand_256_code.
Proof. by vm_compute. Qed.
