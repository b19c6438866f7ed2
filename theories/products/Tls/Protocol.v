(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the three of Fig. 9 say to each other: the handshake (3) to its connection (2), a connection to the
    server (1), the server to the world. *)
From Fairlead.Tls Require Import Bytes Alert Crypto Hello Messages Records.
Local Open Scope N_scope.
Local Open Scope bool_scope.

(** What this server is to whoever asks: certificate_list's entries (4.4.2), the scheme of its key's signatures, a
    page. *)
Record config : Set := Config { certificates : bytes; scheme : N; page : bytes }.

(** ** The session cache: the newest first, and no more than that *)
Record session : Set := Session { made_with : hash_algorithm; psk_secret : bytes; issued : N }.
Definition cache : Set := list (bytes * session).
Definition most_sessions : nat := 512.
Definition remember (id : bytes) (s : session) (m : cache) : cache := firstn most_sessions ((id, s) :: m).
Fixpoint recall (id : bytes) (m : cache) : option session :=
  match m with [] => None | (i, s) :: m => if equal i id then Some s else recall id m end.
Definition forget (id : bytes) (m : cache) : cache := filter (fun p => negb (equal (fst p) id)) m.

(** A session can be used with a suite of the same hash, for as long as its ticket lasts. *)
Definition usable (h : hash_algorithm) (now : N) (s : session) : bool :=
  match made_with s, h with sha256, sha256 | sha384, sha384 => now <=? issued s + ticket_lifetime | _, _ => false end.

(** ** 2 to 1, and the answers *)
Inductive demand : Set :=
| Receive                                  (* more of what the peer sends: meanwhile others have their turn *)
| Send (b : bytes)                         (* likewise until that is sent *)
| Get_random                               (* 32 bytes *)
| Get_time                                 (* in seconds *)
| Get_shared (g : group) (share : bytes)   (* a share of ours, and the secret it makes with the peer's *)
| Sign (b : bytes)
| Set_session (id : bytes) (s : session)
| Find_session (id : bytes)
| Remove_session (id : bytes).
Inductive answer : Set :=
| Begin | Received (b : bytes) | Peer_gone | Peer_late | Carried_out
| Random (b : bytes) | Time (n : N) | Shared (o : option (bytes * bytes)) | Signature (o : option bytes)
| Found (o : option session).

(** ** 3 to 2, and the answers *)
Inductive question : Set :=
| Recv_client_hello | Recv_finished | Recv_data
| Send_packet (kind : N) (b : bytes)
| Set_read_secret (s : suite) (secret : bytes)
| Set_write_secret (s : suite) (secret : bytes)
| Pass_early_data
| Ask_server (d : demand).
Inductive reply : Set :=
| Start | Got_client_hello (raw : bytes) (h : hello) | Got_finished (raw verify_data : bytes) | Got_data (b : bytes)
| Taken | Answered (a : answer).

(** An answer to another question than the one that was asked has nothing in it. *)
Definition random_of (r : reply) : bytes := match r with Answered (Random b) => b | _ => [] end.
Definition time_of (r : reply) : N := match r with Answered (Time n) => n | _ => 0 end.
Definition shared_of (r : reply) : option (bytes * bytes) := match r with Answered (Shared o) => o | _ => None end.
Definition signature_of (r : reply) : option bytes := match r with Answered (Signature o) => o | _ => None end.
Definition session_of (r : reply) : option session := match r with Answered (Found o) => o | _ => None end.
Definition hello_of (r : reply) : result (bytes * hello) :=
  match r with Got_client_hello raw h => Good (raw, h) | _ => Bad internal_error end.

(** Whether what was to be sent was sent. *)
Definition not_sent (a : answer) : option ending :=
  match a with Carried_out => None | Peer_late => Some Late | _ => Some Gone end.

(** What was received, to who asked for it; a KeyUpdate, to be answered or not; or it is no answer. *)
Inductive understood : Set :=
| Reply (r : reply) (to : reader) | Update (answer : bool) (to : reader) | Refuse (why : ending).

Definition refuse (why : alert) : understood := Refuse (Failed why).

(** The kind of message that a question wants, and how long it may be. *)
Definition wanted (q : question) : N * N :=
  match q with
  | Recv_client_hello => (m_client_hello, most_hello)
  | Recv_finished => (m_finished, 48)
  | _ => (m_key_update, 1)
  end.

(** After each of these messages it is our turn, or keys change: nothing may lie behind it (5.1). *)
Definition understand_message (q : question) (m : bytes) (r : reader) : understood :=
  if negb (is_empty (messages r)) then refuse unexpected_message
  else match q with
  | Recv_client_hello =>
    match read_hello (message_body m) with
    | Good h => Reply (Got_client_hello m h) (with_early (with_phase r handshaking) 0)
    | Bad why => refuse why
    end
  | Recv_finished => Reply (Got_finished m (message_body m)) (with_phase r established)
  | Recv_data =>
    match message_body m with
    | [x00] => Update false r
    | [x01] => Update true r
    | [_] => refuse illegal_parameter
    | _ => refuse decode_error
    end
  | _ => refuse internal_error
  end.
Definition understand_data (q : question) (b : bytes) (r : reader) : understood :=
  match q with Recv_data => Reply (Got_data b) r | _ => refuse unexpected_message end.

(** ** 1 to the world: what happens to which socket; all else is done at once. What was to be sent is [Flushed]
    before more arrives. *)
Inductive event : Set := Accepted | Arrived (b : bytes) | Flushed | Hung_up | Timed_out.
Definition answer_of (e : event) : answer :=
  match e with
  | Accepted => Begin | Arrived b => Received b | Flushed => Carried_out | Hung_up => Peer_gone | Timed_out => Peer_late
  end.

Inductive effect : Set := wait | send | close | get_random | get_time | get_shared | get_signature.
Definition args (e : effect) : Set :=
  match e with
  | wait | get_random | get_time => unit
  | send => positive * bytes
  | close => positive
  | get_shared => group * bytes
  | get_signature => bytes
  end.
Definition rets (e : effect) : Set :=
  match e with
  | wait => positive * event
  | send | close => unit
  | get_random => bytes
  | get_time => N
  | get_shared => option (bytes * bytes)
  | get_signature => option bytes
  end.
