(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A TLS 1.3 server in the shape of the POPL 2022 paper's Fig. 9: a parent of all connections (1); for each a
    coroutine that reads and writes records (2); and inside it another, the handshake and what follows it (3). All
    three read and write as if they had all the time of the world; [Derive] makes machines of them. *)
From Fairlead.Derive Require Import Derive.
From Fairlead.Tls Require Import Bytes Alert Crypto Hello Messages Records Http Protocol Connections.
Local Open Scope N_scope.
Local Open Scope program_scope.

Section server.
Context (c : crypto).

(** ** 3: the handshake, from top to bottom as in RFC 8446, section 2.

    There is no variable that says which message comes next. *)
Notation asks := (yields reply question).

(** The first ClientHello had no share of a group that we have: a HelloRetryRequest, and another. What comes of it:
    the share, the ClientHello, its bytes, and the transcript before it. *)
Definition retry (s : suite) (g : group) (raw : bytes) (h : hello) :
    asks (result (bytes * hello * bytes * list bytes)) :=
  let! request := retry_request h s g in
  let! before := [message_hash (hash c (suite_hash s) [raw]); request] in
  let! first := hash c (suite_hash s) (lasting h) in
  _ <- yield (Send_packet r_handshake request);
  _ <- yield (Send_packet r_change_cipher_spec (session_id h));
  let* _ := (if early_data h then _ <- yield Pass_early_data; Return tt else Return tt) in
  r <- yield Recv_client_hello;
  match hello_of r with
  | Bad why => Return (Bad why)
  | Good (raw, h) =>
    if second_hello_fits g first (hash c (suite_hash s) (lasting h)) h then
      match choose_share h with
      | Good (_, Some share) => Return (Good (share, h, raw, before))
      | Good (_, None) => Return (Bad illegal_parameter)
      | Bad why => Return (Bad why)
      end
    else Return (Bad illegal_parameter)
  end.
Derive retry.

(** A session to resume (4.2.11): the first of those offered, and at most eight are looked at, that the cache has
    and that fits. Who offers it must know its secret; then it is gone from the cache. What comes of it: its place
    among those offered, and its secret. *)
Definition truncated (o : offered_keys) (raw : bytes) : bytes :=
  match take (len raw - binders_size o) raw with Some (b, _) => b | None => [] end.

Definition resume_session (s : suite) (h : hello) (before : list bytes) (raw : bytes) :
    asks (result (option (N * bytes))) :=
  match keys_to_try h with
  | None => Return (Good None)
  | Some o =>
    r <- yield (Ask_server Get_time);
    let! now := time_of r in
    let! said := hash c (suite_hash s) (before ++ [truncated o raw]) in
    (fix go (l : list (bytes * bytes)) (i : N) := match l with
      | [] => Return (Good None)
      | (id, binder) :: l =>
        r <- yield (Ask_server (Find_session id));
        match session_of r with
        | None => go l (N.succ i)
        | Some x =>
          if usable (suite_hash s) now x then
            let! early := hkdf_extract c (suite_hash s) (hash_zeros (suite_hash s)) (psk_secret x) in
            let! binder_key := derive_secret c (suite_hash s) early l_binder (hash c (suite_hash s) []) in
            if same_bytes c binder (finished c (suite_hash s) binder_key said) then
              _ <- yield (Ask_server (Remove_session id));
              Return (Good (Some (i, psk_secret x)))
            else Return (Bad decrypt_error)
          else go l (N.succ i)
        end
      end) (firstn 8 (identities o)) 0
  end.
Derive resume_session.

(** Certificate and CertificateVerify, if the client does not know us from before. *)
Definition authenticate (f : config) (s : suite) (transcript : list bytes) : asks (result bytes) :=
  let! shown := certificate (certificates f) in
  r <- yield (Ask_server (Sign (to_sign (hash c (suite_hash s) (transcript ++ [shown])))));
  match signature_of r with
  | None => Return (Bad internal_error)
  | Some signature => Return (Good (shown ++ certificate_verify (scheme f) signature))
  end.
Derive authenticate.

(** A ticket for the next time (4.6.1). *)
Definition give_ticket (s : suite) (resumption_master : bytes) : asks unit :=
  r <- yield (Ask_server Get_random);
  let! id := random_of r in
  r <- yield (Ask_server Get_random);
  let! age_add := firstn 4 (random_of r) in
  r <- yield (Ask_server Get_time);
  let! secret := ticket_key c (suite_hash s) resumption_master ticket_nonce in
  _ <- yield (Ask_server (Set_session id (Session (suite_hash s) secret (time_of r))));
  _ <- yield (Send_packet r_handshake (new_session_ticket age_add id));
  Return tt.
Derive give_ticket.

(** HTTP, until the client does not want more. *)
Definition serve (f : config) : asks ending :=
  iter (fun '(backwards, n, b, count) =>
    match scan backwards n b with
    | Head head b =>
      match answer_to (page f) head count with
      | (out, closes) =>
        _ <- yield (Send_packet r_data out);
        if closes then Return (inr Closed) else Return (inl ([], 0, b, N.succ count))
      end
    | Partial backwards n =>
      if most_head <? n then
        _ <- yield (Send_packet r_data too_large);
        Return (inr Closed)
      else
        r <- yield Recv_data;
        match r with
        | Got_data b => Return (inl (backwards, n, b, count))
        | _ => Return (inr (Failed internal_error))
        end
    end) ([], 0, [], 1).
Derive serve.

Definition handshake (f : config) (first : reply) : asks ending :=
  r <- yield Recv_client_hello;
  match hello_of r with
  | Bad why => Return (Failed why)
  | Good (raw, h) =>
  match choose_suite h, choose_share h, choose_protocol h with
  | Bad why, _, _ | _, Bad why, _ | _, _, Bad why => Return (Failed why)
  | Good s, Good (g, offered), Good protocol =>
  let* hellos := match offered with
    | Some share => Return (Good (share, h, raw, []))
    | None => retry s g raw h
    end in
  match hellos with
  | Bad why => Return (Failed why)
  | Good (share, h, raw, before) =>
  let* resumed := resume_session s h before raw in
  match resumed with
  | Bad why => Return (Failed why)
  | Good resumed =>
  match (match resumed with Some _ => Good tt | None => accepts_signature (scheme f) h end) with
  | Bad why => Return (Failed why)
  | Good tt =>

  (* ServerHello *)
  r <- yield (Ask_server Get_random);
  let! random := random_of r in
  r <- yield (Ask_server (Get_shared g share));
  match shared_of r with
  | None => Return (Failed illegal_parameter)
  | Some (ours, shared) =>
  let! sent := server_hello random h s g ours (option_map fst resumed) in
  let! transcript := before ++ [raw; sent] in
  _ <- yield (Send_packet r_handshake sent);
  _ <- yield (Send_packet r_change_cipher_spec (match before with [] => session_id h | _ => [] end));
  let* _ := (if early_data h then _ <- yield Pass_early_data; Return tt else Return tt) in

  (* the key schedule (7.1) *)
  let! hs := suite_hash s in
  let! nothing := hash_zeros hs in
  let! early := hkdf_extract c hs nothing (match resumed with Some (_, psk) => psk | None => nothing end) in
  let! no_message := hash c hs [] in
  let! said := hash c hs transcript in
  let! secret := hkdf_extract c hs (derive_secret c hs early l_derived no_message) shared in
  let! client_secret := derive_secret c hs secret l_client_handshake said in
  let! server_secret := derive_secret c hs secret l_server_handshake said in
  let! master := hkdf_extract c hs (derive_secret c hs secret l_derived no_message) nothing in
  _ <- yield (Set_read_secret s client_secret);
  _ <- yield (Set_write_secret s server_secret);

  (* {EncryptedExtensions}, {Certificate}, {CertificateVerify}, {Finished} *)
  let! extensions := encrypted_extensions protocol in
  let* shown := match resumed with
    | Some _ => Return (Good [])
    | None => authenticate f s (transcript ++ [extensions])
    end in
  match shown with
  | Bad why => Return (Failed why)
  | Good shown =>
  let! transcript := transcript ++ [extensions; shown] in
  let! finish := finished_message (finished c hs server_secret (hash c hs transcript)) in
  let! transcript := transcript ++ [finish] in
  let! said := hash c hs transcript in
  _ <- yield (Send_packet r_handshake (extensions ++ shown ++ finish));
  _ <- yield (Set_write_secret s (derive_secret c hs master l_server_application said));

  (* {Finished} of the client *)
  r <- yield Recv_finished;
  match r with
  | Got_finished raw verify_data =>
    if negb (len verify_data =? hash_size hs) then Return (Failed decode_error)
    else if same_bytes c verify_data (finished c hs client_secret said) then
      _ <- yield (Set_read_secret s (derive_secret c hs master l_client_application said));
      let* _ := give_ticket s (derive_secret c hs master l_resumption_master (hash c hs (transcript ++ [raw]))) in
      serve f
    else Return (Failed decrypt_error)
  | _ => Return (Failed internal_error)
  end
  end end end end end end end.
Derive handshake.

(** ** 2: a connection. It keeps what has arrived, both directions' keys, and the handshake. *)
Notation wants := (yields answer demand).

(** Waits until that many bytes are there. *)
Definition fill (n : N) (q : queue) : wants (queue * option ending) :=
  iter (fun q =>
    if n <=? size q then Return (inr (q, None))
    else
      r <- yield Receive;
      match r with
      | Received b => Return (inl (push q b))
      | Peer_late => Return (inr (q, Some Late))
      | _ => Return (inr (q, Some Gone))
      end) q.
Derive fill.

(** The next message, or data, in however many records it comes. *)
Definition pull (q : question) (r : reader) : wants (sum ending (sum (bytes * reader) (bytes * reader))) :=
  iter (fun r =>
    match next_message (fst (wanted q)) (snd (wanted q)) r with
    | Bad why => Return (inr (inl (Failed why)))
    | Good (Some (m, r)) => Return (inr (inr (inl (m, r))))
    | Good None =>
      let* '(i, over) := fill 5 (input r) in
      match over with
      | Some why => Return (inr (inl why))
      | None =>
      match pop 5 i with
      | None => Return (inr (inl (Failed internal_error)))
      | Some (h, i) =>
      match read_header r h with
      | Bad why => Return (inr (inl (Failed why)))
      | Good (kind, n) =>
      let* '(i, over) := fill n i in
      match over with
      | Some why => Return (inr (inl why))
      | None =>
      match pop n i with
      | None => Return (inr (inl (Failed internal_error)))
      | Some (b, i) =>
        match take_record c (with_input r i) h kind b with
        | Stop why => Return (inr (inl why))
        | More r => Return (inl r)
        | Data b r => Return (inr (inr (inr (b, r))))
        end
      end end end end end
    end) r.
Derive pull.

(** What 3 has asked to receive. A KeyUpdate (4.6.3) that comes before it is answered here. *)
Definition receive (q : question) (r : reader) (w : option keys) :
    wants (sum ending (reply * reader) * option keys) :=
  iter (fun '(r, w) =>
    let* got := pull q r in
    match (match got with
      | inl why => Refuse why
      | inr (inl (m, r)) => understand_message q m r
      | inr (inr (b, r)) => understand_data q b r
      end) with
    | Refuse why => Return (inr (inl why, w))
    | Reply a r => Return (inr (inr (a, r), w))
    | Update answered r =>
      match reads r, w with
      | Some k, Some k' =>
        let! r := with_reads r (updated c k) in
        match idled r with
        | More r =>
          if answered then
            match records c w r_handshake key_update with
            | (out, _) =>
              (* these keys are not used again, whether that was sent or not: nor is their nonce *)
              let! w := Some (updated c k') in
              a <- yield (Send out);
              match not_sent a with
              | None => Return (inl (r, w))
              | Some why => Return (inr (inl why, w))
              end
            end
          else Return (inl (r, w))
        | _ => Return (inr (inl (Failed unexpected_message), w))
        end
      | _, _ => Return (inr (inl (Failed internal_error), w))
      end
    end) (r, w).
Derive receive.

(** The last thing that is said, unless the peer's last word was an error (6.2). *)
Definition farewell (w : option keys) (why : ending) : bytes :=
  let say a := fst (records c w r_alert (alert_bytes a)) in
  match why with Failed a => say a | Closed | Gone | Late => say close_notify | Alerted => [] end.

Definition connection (f : config) (first : answer) : wants unit :=
  let_coro h := handshake f in
  let* '(w, why) := iter (fun '(r, w, h, a) =>
    let* e := resume h a in
    match e with
    | Ends why => Return (inr (w, why))
    | Yields q h =>
      match q with
      | Recv_client_hello | Recv_finished | Recv_data =>
        let* '(got, w) := receive q r w in
        match got with
        | inl why => Return (inr (w, why))
        | inr (a, r) => Return (inl (r, w, h, a))
        end
      | Send_packet kind b =>
        match packet c w kind b with
        | ([], w) => Return (inl (r, w, h, Taken))
        | (out, w) =>
          a <- yield (Send out);
          match not_sent a with
          | None => Return (inl (r, w, h, Taken))
          | Some why => Return (inr (w, why))
          end
        end
      | Set_read_secret s secret => Return (inl (with_reads r (keys_of c s secret), w, h, Taken))
      | Set_write_secret s secret => Return (inl (r, Some (keys_of c s secret), h, Taken))
      | Pass_early_data => Return (inl (with_early r most_early, w, h, Taken))
      | Ask_server d => a <- yield d; Return (inl (r, w, h, Answered a))
      end
    end) (new_reader, None, h, Start) in
  match farewell w why with
  | [] => Return tt
  | out => _ <- yield (Send out); Return tt
  end.
Derive connection.

(** ** 1: the parent of all connections, with the session cache. *)
Notation prog := (t args rets).
Notation connected := (coro connection answer demand unit).

(** Resumes a connection until it waits for its peer, to send or to take: whatever else it asks is done at once. *)
Definition inner (socket : positive) (a : answer) (m : cache) (h : connected) : prog (option connected * cache) :=
  iter (fun '(a, m, h) =>
    let* e := resume h a in
    match e with
    | Ends _ => _ <- close socket; Return (inr (None, m))
    | Yields d h =>
      match d with
      | Receive => Return (inr (Some h, m))
      | Send b => _ <- send (socket, b); Return (inr (Some h, m))
      | Get_random => b <- get_random tt; Return (inl (Random b, m, h))
      | Get_time => n <- get_time tt; Return (inl (Time n, m, h))
      | Get_shared g share => o <- get_shared (g, share); Return (inl (Shared o, m, h))
      | Sign b => o <- get_signature b; Return (inl (Signature o, m, h))
      | Set_session id s => Return (inl (Carried_out, remember id s m, h))
      | Find_session id => Return (inl (Found (recall id m), m, h))
      | Remove_session id => Return (inl (Carried_out, forget id m, h))
      end
    end) (a, m, h).
DeriveInline inner.

Definition server (f : config) : prog Empty_set :=
  iter (fun '(m, all) =>
    '(socket, e) <- wait tt;
    let! found := match e with Accepted => Some (coroutine (connection f)) | _ => lookup socket all end in
    match found with
    | None => Return (inl (m, all))
    | Some h =>
      let* '(after, m) := inner socket (answer_of e) m h in
      match after with
      | Some h => Return (inl (m, insert socket h all))
      | None => Return (inl (m, remove socket all))
      end
    end) ([], nobody).
Derive server.
End server.

