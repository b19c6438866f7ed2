(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What is taken of cryptography: functions of these types, nothing more. Every theorem of the server holds for
    all of them.

    What is not a function of its arguments (random bytes, key shares, signatures) the server asks for as effects.
    *)
From Fairlead.Tls Require Import Bytes.
From Coq Require Import String.
Local Open Scope N_scope.

Inductive hash_algorithm : Set := sha256 | sha384.
Inductive cipher : Set := aes_128_gcm | aes_256_gcm | chacha20_poly1305.
Inductive group : Set := x25519 | secp256r1.

Record crypto : Type := {
  (** of pieces, one after the other *)
  hash : hash_algorithm -> list bytes -> bytes;
  hmac : hash_algorithm -> bytes -> bytes -> bytes;
  (** RFC 5869: salt and secret; pseudorandom key, info and length *)
  hkdf_extract : hash_algorithm -> bytes -> bytes -> bytes;
  hkdf_expand : hash_algorithm -> bytes -> bytes -> N -> bytes;
  (** key, nonce, additional data, text; [None]: it is not authentic *)
  aead_seal : cipher -> bytes -> bytes -> bytes -> bytes -> bytes;
  aead_open : cipher -> bytes -> bytes -> bytes -> bytes -> option bytes;
  (** in a time that does not depend on what the bytes are *)
  same_bytes : bytes -> bytes -> bool;
}.

(** ** Cipher suites (B.4) *)
Record suite : Set := Suite { suite_code : N; suite_hash : hash_algorithm; suite_cipher : cipher }.
Definition suites : list suite :=
  [Suite 0x1301 sha256 aes_128_gcm; Suite 0x1303 sha256 chacha20_poly1305; Suite 0x1302 sha384 aes_256_gcm].
Definition groups : list group := [x25519; secp256r1].
Definition group_code (g : group) : N := match g with x25519 => 29 | secp256r1 => 23 end.

Definition hash_size (h : hash_algorithm) : N := match h with sha256 => 32 | sha384 => 48 end.
Definition hash_zeros (h : hash_algorithm) : bytes := match h with sha256 => zeros 32 | sha384 => zeros 48 end.
Definition key_size (c : cipher) : N := match c with aes_128_gcm => 16 | _ => 32 end.

(** ** HKDF-Expand-Label, Derive-Secret and what is made with them (7.1) *)
Section labels.
Context (c : crypto) (h : hash_algorithm).
Definition expand_label (secret label context : bytes) (size : N) : bytes :=
  hkdf_expand c h secret (u16 size ++ vector8 label ++ vector8 context) size.
(** of a transcript's hash *)
Definition derive_secret (secret label said : bytes) : bytes := expand_label secret label said (hash_size h).

Definition l_key : bytes := Eval compute in text "tls13 key".
Definition l_iv : bytes := Eval compute in text "tls13 iv".
Definition l_finished : bytes := Eval compute in text "tls13 finished".
Definition l_update : bytes := Eval compute in text "tls13 traffic upd".
Definition l_resumption : bytes := Eval compute in text "tls13 resumption".
Definition l_derived : bytes := Eval compute in text "tls13 derived".
Definition l_binder : bytes := Eval compute in text "tls13 res binder".
Definition l_client_handshake : bytes := Eval compute in text "tls13 c hs traffic".
Definition l_server_handshake : bytes := Eval compute in text "tls13 s hs traffic".
Definition l_client_application : bytes := Eval compute in text "tls13 c ap traffic".
Definition l_server_application : bytes := Eval compute in text "tls13 s ap traffic".
Definition l_resumption_master : bytes := Eval compute in text "tls13 res master".

(** The verify_data of Finished, and a binder (4.4.4, 4.2.11.2). *)
Definition finished (secret said : bytes) : bytes := hmac c h (expand_label secret l_finished [] (hash_size h)) said.
Definition next_secret (secret : bytes) : bytes := expand_label secret l_update [] (hash_size h).
Definition ticket_key (secret nonce : bytes) : bytes := expand_label secret l_resumption nonce (hash_size h).
End labels.
