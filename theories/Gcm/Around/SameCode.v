(** The macros of [Macros.v] make the procedures of gcm/clean around the loops, instruction by
    instruction. These are assembled as they are: what ships is what is clean. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm Require Import Syntax_trusted Flat_trusted.
From Fairlead.Gcm.Around Require Import Macros.
From Fairlead.Gcm.Code Require clean_powers clean_hash.

Lemma powers_same : clean_powers.code = straight powers_code.
Proof. by vm_compute. Qed.
Lemma hash_same : clean_hash.code = hash_code.
Proof. by vm_compute. Qed.
