(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The objects that ship, and what it is to call them: the world of Library_trusted.v in which a call runs bytes.
    tests/gcm/bytes.t compares the objects with the library's, byte for byte. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Run_trusted Flat_trusted.
From Fairlead.Asm.Bytes Require Import Machine_trusted.
From Fairlead.Gcm.Library Require Import Library_trusted.
From Fairlead.Gcm.Generated Require clean_expand_128 clean_expand_256 clean_powers clean_wide_powers clean_hash
  clean_keystream_128 clean_keystream_256 shipped_encrypt_128 shipped_encrypt_256 shipped_decrypt_128
    shipped_decrypt_256
  shipped_wide_encrypt_128 shipped_wide_encrypt_256 shipped_wide_decrypt_128 shipped_wide_decrypt_256.
From Fairlead.Gcm.Bytes.gen Require constants expand_128 expand_256 powers wide_powers hash keystream_128 keystream_256
  encrypt_128 encrypt_256 decrypt_128 decrypt_256 wide_encrypt_128 wide_encrypt_256 wide_decrypt_128 wide_decrypt_256.
Local Open Scope N_scope.

(** Both tables of constants, by their numbers in the terms. *)
Definition names : list string := ["fl_gcm_constants"; "fl_gcm_wide_constants"]%string.

(** The terms that theorems are about, with the objects. *)
Definition shipped : list (list flat * object) :=
  [(clean_expand_128.code, expand_128.shipped); (clean_expand_256.code, expand_256.shipped);
   (clean_powers.code, powers.shipped); (clean_wide_powers.code, wide_powers.shipped); (clean_hash.code, hash.shipped);
   (clean_keystream_128.code, keystream_128.shipped); (clean_keystream_256.code, keystream_256.shipped);
   (shipped_encrypt_128.code, encrypt_128.shipped); (shipped_encrypt_256.code, encrypt_256.shipped);
   (shipped_decrypt_128.code, decrypt_128.shipped); (shipped_decrypt_256.code, decrypt_256.shipped);
   (shipped_wide_encrypt_128.code, wide_encrypt_128.shipped); (shipped_wide_encrypt_256.code, wide_encrypt_256.shipped);
   (shipped_wide_decrypt_128.code, wide_decrypt_128.shipped); (shipped_wide_decrypt_256.code,
     wide_decrypt_256.shipped)].

(** constants.S is in memory, byte for byte. *)
Definition constants_shipped (o : library) (m : ram) : Prop := read m (at_constants o) 160 = constants.shipped.

(** An access to nothing but what is lent, and a store to nothing that may not be written. *)
Definition stays (lent : list (N * region)) (e : event) : Prop :=
  match e with
  | ELoad a n => ∀ x, a <= x < a + N.of_nat n → ∃ r, In r (map snd lent) ∧ inside r x
  | EStore a n => ∀ x, a <= x < a + N.of_nat n → ∃ r, In r (map snd lent) ∧ inside r x ∧ r_writable r = true
  | ETouch _ | EBranch _ => True
  end.

(** What callers rely on by the System V ABI is as before, and no secret is left in a vector register (%xmm13 keeps a
    constant). *)
Definition returned_well (s s' : state) : Prop :=
  (∀ r, In r [RBX; RBP; RSP; R12; R13; R14; R15] → locs s' (G r) = locs s (G r)) ∧
  ∀ x, x ≠ V13 → locs s' (Lo x) = 0 ∧ locs s' (Hi x) = 0.

(** The bytes that stand for the code are run, from the first to a [ret]. *)
Definition bytes_call (objects : list (list flat * object)) (constants : N) (code : list flat) (lent : list (N *
  region)) (arguments : list N)
    (m : ram) (K : ram → Prop) : Prop :=
  ∃ o, In (code, o) objects ∧
  ∀ s, memory s = m → Forall (λ p, locs s (G (fst p)) = low 64 (snd p)) (zip [RDI; RSI; RDX; RCX; R8] arguments) →
  ∃ s' steps pc seen,
    byte_steps names o (λ _, constants) steps 0 s = Some (pc, s', seen) ∧ returns names o pc ∧
    Forall (stays lent) seen ∧ returned_well s s' ∧ K (memory s').

Definition on_bytes (objects : list (list flat * object)) : world Prop :=
  World Prop (bytes_call objects) (λ a n m K, K (write m a (zeros n))) False.
