(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The server's messages (RFC 8446, 4). *)
From Coq Require Import String.
From Fairlead.Tls Require Import Bytes Alert Crypto Hello.
Local Open Scope N_scope.

Definition m_client_hello : N := 1.
Definition m_server_hello : N := 2.
Definition m_new_session_ticket : N := 4.
Definition m_encrypted_extensions : N := 8.
Definition m_certificate : N := 11.
Definition m_certificate_verify : N := 15.
Definition m_finished : N := 20.
Definition m_key_update : N := 24.
Definition m_message_hash : N := 254.

Definition message (kind : N) (body : bytes) : bytes := u8 kind ++ vector24 body.
Definition put_extension (kind : N) (content : bytes) : bytes := u16 kind ++ vector16 content.

(** A ServerHello; with the random of 4.1.3 and a group in place of a share, a HelloRetryRequest. *)
Definition hello_message (random : bytes) (h : hello) (s : suite) (share : bytes) (chosen : option N) : bytes :=
  message m_server_hello
    (u16 0x0303 ++ random ++ vector8 (session_id h) ++ u16 (suite_code s) ++ u8 0 ++
     vector16 (put_extension e_key_share share ++
       match chosen with Some i => put_extension e_pre_shared_key (u16 i) | None => [] end ++
       put_extension e_supported_versions (u16 0x0304))).
Definition server_hello (random : bytes) (h : hello) (s : suite) (g : group) (share : bytes) (chosen : option N) :
    bytes :=
  hello_message random h s (u16 (group_code g) ++ vector16 share) chosen.
Definition retry_random : bytes :=
  [xcf; x21; xad; x74; xe5; x9a; x61; x11; xbe; x1d; x8c; x02; x1e; x65; xb8; x91;
   xc2; xa2; x11; x16; x7a; xbb; x8c; x5e; x07; x9e; x09; xe2; xc8; xa8; x33; x9c].
Definition retry_request (h : hello) (s : suite) (g : group) : bytes :=
  hello_message retry_random h s (u16 (group_code g)) None.

(** What stands for the first ClientHello when there are two (4.4.1). *)
Definition message_hash (hash : bytes) : bytes := message m_message_hash hash.

Definition encrypted_extensions (protocol : bool) : bytes :=
  message m_encrypted_extensions
    (vector16 (if protocol then put_extension e_alpn (vector16 (vector8 l_http)) else [])).
(** [entries]: each certificate behind its length, with its extensions. *)
Definition certificate (entries : bytes) : bytes := message m_certificate (u8 0 ++ vector24 entries).
Definition certificate_verify (scheme : N) (signature : bytes) : bytes :=
  message m_certificate_verify (u16 scheme ++ vector16 signature).
Definition finished_message (verify_data : bytes) : bytes := message m_finished verify_data.
Definition key_update : bytes := message m_key_update [x00].

Definition ticket_lifetime : N := 7200.
Definition ticket_nonce : bytes := [x00].
Definition new_session_ticket (age_add ticket : bytes) : bytes :=
  message m_new_session_ticket
    (u32 ticket_lifetime ++ age_add ++ vector8 ticket_nonce ++ vector16 ticket ++ vector16 []).

(** What CertificateVerify signs (4.4.3). *)
Definition l_verify : bytes := Eval compute in text "TLS 1.3, server CertificateVerify" ++ [x00].
Definition to_sign (transcript_hash : bytes) : bytes := repeat x20 64 ++ l_verify ++ transcript_hash.
