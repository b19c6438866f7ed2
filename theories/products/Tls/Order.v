(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the handshake may ask of its connection, and when: the order of RFC 8446, from what was really sent and
    received. *)
From Fairlead.Derive Require Import Derive Keeps.
From Fairlead.Tls Require Import Bytes Alert Crypto Hello Messages Records Protocol.
Local Open Scope N_scope.

(** ** All that was asked and replied, the newest first *)
Definition exchange : Set := question * reply.
Definition history : Set := list exchange.

(** Messages of the handshake protocol, as they were sent and as they were received, the oldest first. *)
Definition said (x : exchange) : list bytes :=
  match x with
  | (Send_packet kind b, _) => if kind =? r_handshake then [b] else []
  | (Recv_client_hello, Got_client_hello raw _) => [raw]
  | (Recv_finished, Got_finished raw _) => [raw]
  | _ => []
  end.
Fixpoint messages_of (h : history) : list bytes := match h with [] => [] | x :: h => messages_of h ++ said x end.
Fixpoint hellos (h : history) : nat :=
  match h with [] => O | (Recv_client_hello, _) :: h => S (hellos h) | _ :: h => hellos h end.

(** What was made the secret for reading last, and for writing, and all that was before that. *)
Fixpoint reading (h : history) : option (suite * bytes * history) :=
  match h with [] => None | (Set_read_secret s secret, _) :: h => Some (s, secret, h) | _ :: h => reading h end.
Fixpoint writing (h : history) : option (suite * bytes * history) :=
  match h with [] => None | (Set_write_secret s secret, _) :: h => Some (s, secret, h) | _ :: h => writing h end.

Section order.
Context (c : crypto).

(** The transcript (4.4.1): where a HelloRetryRequest has made the client say two hellos, a hash stands for the
    first. *)
Definition transcript (a : hash_algorithm) (h : history) : list bytes :=
  match hellos h, messages_of h with
  | 2%nat, first :: l => message_hash (hash c a [first]) :: l
  | _, l => l
  end.

(** A secret that the client and the server have shared before, and that is in nobody's session any more; without
    one, zeros. *)
Definition shared_before (a : hash_algorithm) (h : history) (psk : bytes) : Prop :=
  psk = hash_zeros a \/
  exists id x r, In (Ask_server (Find_session id), Answered (Found (Some x))) h /\
    In (Ask_server (Remove_session id), r) h /\ psk = psk_secret x.

(** The handshake secret (7.1), of a key exchange and of what was shared before. *)
Definition agreed (a : hash_algorithm) (h : history) (secret : bytes) : Prop :=
  exists g share ours shared psk,
    In (Ask_server (Get_shared g share), Answered (Shared (Some (ours, shared)))) h /\ shared_before a h psk /\
    secret = hkdf_extract c a (derive_secret c a (hkdf_extract c a (hash_zeros a) psk) l_derived (hash c a [])) shared.

(** The client's Finished (4.4.4) has come, and what it says of all that was sent and received before it is right: its
    key is made of the secret that was for reading then, and that is the client's handshake secret, made of [secret]
    and of the hellos as they were said. [pieces]: all that it says, up to our own Finished. *)
Definition verified (s : suite) (secret : bytes) (pieces : list bytes) (h : history) : Prop :=
  let a := suite_hash s in
  exists after raw verify_data before client until_hellos,
    h = after ++ (Recv_finished, Got_finished raw verify_data) :: before /\
    reading before = Some (s, client, until_hellos) /\ agreed a until_hellos secret /\
    client = derive_secret c a secret l_client_handshake (hash c a (transcript a until_hellos)) /\
    concat pieces = concat (transcript a before) /\
    len verify_data = hash_size a /\
    same_bytes c verify_data (finished c a client (hash c a pieces)) = true.

(** The secrets of the application (7.1), made of the same handshake secret and of the same messages as that Finished;
    both directions have them. *)
Definition application_secret (s : suite) (secret : bytes) (pieces : list bytes) (label : bytes) : bytes :=
  let a := suite_hash s in
  derive_secret c a (hkdf_extract c a (derive_secret c a secret l_derived (hash c a [])) (hash_zeros a)) label
    (hash c a pieces).
Definition keyed (s : suite) (secret : bytes) (pieces : list bytes) (h : history) : Prop :=
  (exists until, reading h = Some (s, application_secret s secret pieces l_client_application, until)) /\
  (exists until, writing h = Some (s, application_secret s secret pieces l_server_application, until)).

(** So data may be taken and sent. *)
Definition ready (h : history) : Prop :=
  exists s secret pieces, verified s secret pieces h /\ keyed s secret pieces h.

(** Data of the application is asked for, and sent, then only; and nothing else is sent but messages of the
    handshake, and change_cipher_spec. Nothing is sent or received past the record layer. *)
Definition may_ask (h : history) (q : question) : Prop :=
  match q with
  | Recv_data => ready h
  | Send_packet kind _ => kind = r_handshake \/ kind = r_change_cipher_spec \/ kind = r_data /\ ready h
  | Ask_server Receive | Ask_server (Send _) => False
  | _ => True
  end.

(** Questions about data of the application. *)
Definition of_data (q : question) : Prop :=
  match q with Recv_data => True | Send_packet kind _ => kind = r_data | _ => False end.

(** The same, of a coroutine that yields questions. *)
Definition ordered (h : history) (e : yield_effect) : yield_args question e -> Prop := may_ask h.
Definition recorded (h : history) (e : yield_effect) (q : yield_args question e) (a : yield_rets reply e) : history :=
  (q, a) :: h.
Definition any_end (h : history) (e : ending) : Prop := True.
End order.
