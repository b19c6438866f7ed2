(** The macros of [Macros.v] make the loops of gcm/clean, instruction by instruction. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm Require Import Syntax_trusted Flat_trusted.
From Fairlead.Gcm.Clean Require Import Macros.
From Fairlead.Gcm.Code Require clean_encrypt_128 clean_encrypt_256 clean_decrypt_128 clean_decrypt_256.

Notation flat_block p := (map FInstr p).

(** The first six blocks have nothing to hash yet. *)
Definition encrypt_start (n : nat) : list instr := enter ++ cipher_six n ++ save ++ count_down.
Definition encrypt_iteration (n : nat) : list instr := encrypt_body n ++ count_down.
Definition encrypt_end : list instr := hash_six written_at ++ leave ++ wipe.

Definition encrypt_loop (n : nat) : list flat :=
  let again := S (length (encrypt_start n)) in
  let last := S (again + length (encrypt_iteration n)) in
  flat_block (encrypt_start n) ++ FBranch CcE last ::
  flat_block (encrypt_iteration n) ++ FBranch CcNE again ::
  flat_block encrypt_end ++ [FHalt; FHalt].

Definition decrypt_iteration (n : nat) : list instr := decrypt_body n ++ count_down.

Definition decrypt_loop (n : nat) : list flat :=
  flat_block enter ++
  flat_block (decrypt_iteration n) ++ FBranch CcNE (length enter) ::
  flat_block (leave ++ wipe) ++ [FHalt; FHalt].

Lemma encrypt_128_same : clean_encrypt_128.code = encrypt_loop 10.
Proof. by vm_compute. Qed.
Lemma encrypt_256_same : clean_encrypt_256.code = encrypt_loop 14.
Proof. by vm_compute. Qed.
Lemma decrypt_128_same : clean_decrypt_128.code = decrypt_loop 10.
Proof. by vm_compute. Qed.
Lemma decrypt_256_same : clean_decrypt_256.code = decrypt_loop 14.
Proof. by vm_compute. Qed.
