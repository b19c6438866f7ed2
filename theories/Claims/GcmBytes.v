(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims of AES-GCM: the bytes that ship. See All.v. *)
From Coq Require NArith Strings.String.
From stdpp Require prelude.
From Fairlead.Asm.Model Require Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Bytes Require Machine_trusted Listing Erased.
From Fairlead.Gcm.Spec Require Gcm_trusted.
From Fairlead.Gcm.Library Require Library_trusted.
From Fairlead.Gcm.Bytes Require Shipped_trusted Calls EndToEnd.
From Fairlead.Gcm.Generated Require clean_expand_128 clean_expand_256 clean_keystream_128 clean_keystream_256
  shipped_encrypt_128 shipped_encrypt_256 shipped_decrypt_128 shipped_decrypt_256.

(** * AES-GCM: the bytes that ship

    The objects of libfairlead-gcm that are made from assembly, as bytes and relocations
    (theories/products/Gcm/Bytes/gen; tests/gcm/bytes.t compares them with the library's). What runs is the machine on
    bytes of [asm_bytes]: neither the assembler nor what reads assembly and prints the terms is supposed to be right any
    more. That a processor decodes these bytes as [decode] of theories/layers/Asm/Bytes does is supposed, and that a
    linker sets relocated operands. *)
Section gcm_bytes.
Import stdpp.prelude.
Import Word_trusted Syntax_trusted State_trusted Flat_trusted Gcm_trusted Library_trusted.
Import Bytes.Machine_trusted Bytes.Listing Bytes.Erased Gcm.Bytes.Shipped_trusted.

(** Each of the fifteen, the 256-bit loops too, decodes to the term that the theorems above are about: every instruction
    in its place, jumps to where they go, symbols by their names. So a run of the term is one of the bytes; and whatever
    the bytes are called with, if they come to a [ret], then callee-saved registers and %rsp are as they were and vector
    registers are 0 except %xmm13 ([returned_well]), as [gcm_return] says of terms. *)
Theorem gcm_bytes (code : list flat) (o : object) :
  In (code, o) shipped →
  decode_function names o = Some (map erase_flat (removelast code)) ∧
  (∀ g n k s s' t, flat_steps g code n 0 s = Some (k, s', t) → nth_error code k = Some FHalt →
     ∃ pc, byte_steps names o (symbol g) n 0 s = Some (pc, s', t) ∧ returns names o pc) ∧
  ∀ places n pc s s' t, byte_steps names o places n 0 s = Some (pc, s', t) → returns names o pc → returned_well s s'.
Proof. exact (Gcm.Bytes.Calls.shipped_bytes code o). Qed.

(** [gcm_seal] of the bytes: as there, but each call of the chain runs bytes ([on_bytes shipped],
    Gcm/Bytes/Shipped_trusted.v), from the first to a [ret], in a machine where all of memory may be accessed. It
    accesses only what it is lent, stores only where it may, and returns as the ABI says, with vector registers cleared:
    that is part of each call. The constants are those of constants.o, byte for byte. *)
Theorem gcm_bytes_seal (size : nat) (o : library) (key zero hash_key nonce : N) (nonce_length : nat)
    (data : N) (data_length : nat) (text : N) (length : nat) (output tag hash : N) (m0 : ram) :
  In (size, expand_code o, keystream_code o, encrypt_code o, decrypt_code o)
    [(16%nat, clean_expand_128.code, clean_keystream_128.code,
      shipped_encrypt_128.code, shipped_decrypt_128.code);
     (32%nat, clean_expand_256.code, clean_keystream_256.code,
      shipped_encrypt_256.code, shipped_decrypt_256.code)] →
  constants_shipped o m0 → load m0 zero 16 = 0%N → key_laid_out o size key zero hash_key →
  seal_laid_out o nonce nonce_length data data_length text length output tag hash →
  lengths_allowed nonce_length data_length length →
  @key_init Prop (on_bytes shipped) o size key zero hash_key m0 (λ m1,
    same_but [(at_key o, 544); (hash_key, 96)]%N m0 m1 ∧ read m1 hash_key 96 = repeat 0%N 96 ∧
    ∀ m, (∀ x, (at_key o <= x < at_key o + 544 ∨ at_constants o <= x < at_constants o + 160)%N → m x = m1 x) →
      @seal_calls Prop (on_bytes shipped) o nonce nonce_length data data_length text length output tag hash m (λ m',
        (read m' output length, read m' tag 16) =
          seal (read m0 key size) (read m nonce nonce_length) (read m data data_length) (read m text length) ∧
        same_but [(output, N.of_nat length); (tag, 16); (at_stream o, 304); (hash, 16)]%N m m' ∧
        read m' (at_stream o) 304 = repeat 0%N 304 ∧ read m' hash 16 = repeat 0%N 16 ∧
        @key_wipe Prop (on_bytes shipped) o m' (λ m'',
          same_but [(at_key o, 544)]%N m' m'' ∧ read m'' (at_key o) 544 = repeat 0%N 544))).
Proof.
  exact (Gcm.Bytes.EndToEnd.bytes_seal size o key zero hash_key nonce nonce_length data data_length text length
    output tag hash m0).
Qed.

(** [gcm_open] of the bytes, likewise. *)
Theorem gcm_bytes_open (size : nat) (o : library) (key zero hash_key nonce : N) (nonce_length : nat)
    (data : N) (data_length : nat) (text : N) (length : nat) (t : N) (tag_length : nat) (output hash right : N) (m0 :
      ram) :
  In (size, expand_code o, keystream_code o, encrypt_code o, decrypt_code o)
    [(16%nat, clean_expand_128.code, clean_keystream_128.code,
      shipped_encrypt_128.code, shipped_decrypt_128.code);
     (32%nat, clean_expand_256.code, clean_keystream_256.code,
      shipped_encrypt_256.code, shipped_decrypt_256.code)] →
  constants_shipped o m0 → load m0 zero 16 = 0%N → key_laid_out o size key zero hash_key →
  open_laid_out o nonce nonce_length data data_length text length t tag_length output hash right →
  lengths_allowed nonce_length data_length length → (12 ≤ tag_length ≤ 16)%nat →
  @key_init Prop (on_bytes shipped) o size key zero hash_key m0 (λ m1, ∀ m,
    (∀ x, (at_key o <= x < at_key o + 544 ∨ at_constants o <= x < at_constants o + 160)%N → m x = m1 x) →
    @open_calls Prop (on_bytes shipped) o nonce nonce_length data data_length text length t tag_length output hash
      right m (λ ok m',
      let key := read m0 key size in
      let ks := key_schedule key in
      let j0 := pre_counter (Gcm_trusted.hash_key ks) (read m nonce nonce_length) in
      let c := read m text length in
      ok = bool_decide (firstn tag_length (tag ks j0 (read m data data_length) c) = read m t tag_length) ∧
      (tag_length = 16%nat →
       open key (read m nonce nonce_length) (read m data data_length) c (read m t 16) =
         if ok then Some (read m' output length) else None) ∧
      read m' output length = (if ok then gctr length ks (inc32 j0) c else repeat 0%N length) ∧
      same_but [(output, N.of_nat length); (at_stream o, 304); (hash, 16); (right, 16)]%N m m' ∧
      read m' (at_stream o) 304 = repeat 0%N 304 ∧ read m' hash 16 = repeat 0%N 16 ∧ read m' right 16 = repeat 0%N 16)).
Proof.
  exact (Gcm.Bytes.EndToEnd.bytes_open size o key zero hash_key nonce nonce_length data data_length text length t
    tag_length
    output hash right m0).
Qed.
End gcm_bytes.
