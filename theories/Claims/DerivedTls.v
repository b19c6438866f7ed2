(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims about TLS 1.3 as the derived server speaks it. See All.v. *)
From Fairlead.Derive Require Machine Keeps.
From Fairlead.Tls Require Bytes Crypto Records Protocol Server Order Ordered Layer Whole Keys Nonces.

(** * The order of the handshake, in the derived TLS server

    These are about the server of theories/products/Tls, which is written in Gallina, and its machine, which becomes
    OCaml. They are not about libfairlead-tls, which is written in .fl. Hashes, HMAC, HKDF and AEAD are functions [c] of
    which nothing is known; randomness, key exchange and signatures are replies, of which nothing is known either. *)
Section order.
Import Machine Keeps Fairlead.Tls.Bytes Fairlead.Tls.Crypto Fairlead.Tls.Records Fairlead.Tls.Protocol.
Import Fairlead.Tls.Server.
Import Fairlead.Tls.Order Fairlead.Tls.Ordered Fairlead.Tls.Layer Fairlead.Tls.Whole.
Import Fairlead.Tls.Keys Fairlead.Tls.Nonces.

(** Wherever the handshake's machine comes to, whatever it was replied before ([h]: all that it asked, and the replies),
    it asks for data of the application, or to send some, only where it may ([may_ask], [ready]). The client's Finished
    was verified: over the messages that it sent and was given before, in their order, with a hash for the first
    ClientHello where there are two; by a key made of the secret that was for reading then, which comes of the key
    exchange, of the hellos as they were said, and of the resumed session's secret, if there is one. And both directions
    have the application's secrets, made of the same key exchange and of the same messages. This machine is the
    innermost of the server's three, and is nowhere else. *)
Theorem tls_no_early_data (c : crypto) (f : config) first s q h :
  comes_to recorded (handshake_step c) handshake_go_on (handshake_start f first) [] (Ask s q) h -> ordered c h _ q.
Proof.
  exact (proj1 (machine_keeps (ordered c) recorded (handshake_step c) handshake_go_on any_end _ _ []
    (handshake_equiv c f first)) (handshake_ordered c f first) (Ask s q) h).
Qed.

(** All the way to the wire. Wherever the server's machine comes to, whatever the world replied before ([l]: all that it
    asked, and the replies), what it sends on a socket has an explanation together with all that has passed on that
    socket since it was accepted ([may_happen], [wire_of]): there is a history [h] of the handshake on that connection,
    in which each question was asked when it may be, and those bytes are what the record layer makes of it, in both
    directions ([layered]). What the world replied of randomness, the time, key exchanges and signatures is what the
    handshake was told; what the cache of sessions told it is not seen from outside ([world]). Keys are changed where no
    message has come in part; what comes after a KeyUpdate is under the next keys; an alert of ours is the last that is
    sent. *)
Theorem tls_server_explained (c : crypto) (f : config) s a l :
  comes_to logged (server_step c) (server_go_on c) (server_start f) [] (Ask s a) l -> may_happen c l _ a.
Proof.
  exact (proj1 (machine_keeps (may_happen c) logged (server_step c) (server_go_on c) never_ends _ _ []
    (server_equiv c f)) (server_whole c f) (Ask s a) l).
Qed.

(** In an explanation, data of the application was taken and sent only after the client's Finished was verified: over
    what was sent and received on that socket. An explanation may say of the cache of sessions what it likes, as nobody
    sees it from outside: what this says of a resumed session's secret is less than what [tls_no_early_data] says. *)
Theorem tls_explained_data (c : crypto) t h s after q a before :
  layered c t h s -> h = after ++ (q, a) :: before -> of_data q -> ready c before.
Proof. exact (layered_data_late c t h s after q a before). Qed.

(** And where it may be taken or sent, what is read and written is under the application's keys of RFC 8446, 7.1: made
    of the secret that Finished was verified with, and then made anew by as many KeyUpdates, and counted on by as many
    records, as there were ([grown]). Nothing of it is in the clear, or under the handshake's keys. *)
Theorem tls_explained_keys (c : crypto) t h s q : layered c t h s -> may_ask c h q -> of_data q ->
  exists su secret pieces, verified c su secret pieces h /\
    let keyed_by label := grown c (keys_of c su (application_secret c su secret pieces label)) in
    (forall w, writes s = Some w -> exists k, w = Some k /\ keyed_by l_server_application k) /\
    (forall w, reads_with s = Some w -> exists k, w = Some k /\ keyed_by l_client_application k).
Proof. exact (layered_keys c t h s q). Qed.

(** Nothing that has an explanation was sent after the socket was closed, unless it was accepted again. *)
Theorem tls_explained_closed (c : crypto) t h s : layered c t h s -> ~ In Shut t.
Proof. exact (layered_shut c t h s). Qed.

(** The account of an explanation is what was sent: records in the clear, and then, from the first keys on, records
    under the account's keys, in their order, with nothing between them but change_cipher_spec. *)
Theorem tls_account_told (c : crypto) t h u s : accounted c t h u s ->
  exists first l, told_by c first l t u.
Proof. intros H. destruct (account_told c t h u s H) as (first & l & Ht & _). eauto. Qed.

(** Wherever an explanation has come to, its account says with which keys each record was sealed: of those that were set
    first, second, ..., and which number the record had under them. As long as numbers are below 2^64, and
    initialization vectors have the 12 bytes that HKDF is asked for, no nonce was used twice with keys of one turn,
    which are the same keys ([alike]). That keys of different turns differ is for HKDF to say, of which nothing is
    known. *)
Theorem tls_nonces_once (c : crypto) t h u s : accounted c t h u s ->
  (forall x, In x (used u) -> length (iv (snd x)) = 12 /\ (sequence (snd x) < 2 ^ 64)%N) ->
  NoDup (map (fun x => (fst x, nonce (snd x))) (used u)) /\
  forall x y, In x (used u) -> In y (used u) -> fst x = fst y -> alike (snd x) (snd y).
Proof. exact (nonces_once c t h u s). Qed.
End order.
