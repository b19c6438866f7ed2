(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The record layer (RFC 8446, 5): what one record means where it comes, and how records are made. *)
From Fairlead.Tls Require Import Bytes Alert Crypto Messages.
Local Open Scope N_scope.
Local Open Scope bool_scope.

Definition r_change_cipher_spec : N := 20.
Definition r_alert : N := 21.
Definition r_handshake : N := 22.
Definition r_data : N := 23.

Definition most : N := 16384.            (* bytes of content in a record *)
Definition most_hello : N := 69632.      (* bytes of a ClientHello: 65,535 of extensions, and 4 KB before them *)
Definition most_idle : N := 32.          (* records in a row that bring nothing *)
Definition most_early : N := 32768.      (* bytes of early data that are passed over *)

(** ** One direction's protection *)
Record keys : Set := Keys { of_suite : suite; secret : bytes; key : bytes; iv : bytes; sequence : N }.

Section records.
Context (c : crypto).

(** Traffic keys (7.3), and those after a KeyUpdate (7.2). *)
Definition keys_of (s : suite) (secret : bytes) : keys :=
  let h := suite_hash s in
  Keys s secret (expand_label c h secret l_key [] (key_size (suite_cipher s))) (expand_label c h secret l_iv [] 12) 0.
Definition updated (k : keys) : keys := keys_of (of_suite k) (next_secret c (suite_hash (of_suite k)) (secret k)).
Definition advanced (k : keys) : keys := Keys (of_suite k) (secret k) (key k) (iv k) (N.succ (sequence k)).
Definition nonce (k : keys) : bytes :=
  xor_all (iv k) (zeros 4 ++ u32 (N.shiftr (sequence k) 32) ++ u32 (sequence k)).

(** ** Making records *)
Definition header (kind length : N) : bytes := u8 kind ++ u16 0x0303 ++ u16 length.
Definition sealed (k : keys) (kind : N) (b : bytes) : bytes :=
  let text := b ++ u8 kind in
  let data := header r_data (len text + 16) in
  data ++ aead_seal c (suite_cipher (of_suite k)) (key k) (nonce k) data text.
Fixpoint sealed_all (k : keys) (kind : N) (l : list bytes) : bytes * keys :=
  match l with
  | [] => ([], k)
  | b :: l => let (rest, k') := sealed_all (advanced k) kind l in (sealed k kind b ++ rest, k')
  end.
Definition records (w : option keys) (kind : N) (b : bytes) : bytes * option keys :=
  let l := pieces most b in
  match w with
  | Some k => let (out, k) := sealed_all k kind l in (out, Some k)
  | None => (flat_map (fun b => header kind (len b) ++ b) l, None)
  end.
(** A change_cipher_spec is never protected, and is there for the sake of middleboxes only: it is sent to a client
    that has sent a session id (D.4). *)
Definition packet (w : option keys) (kind : N) (b : bytes) : bytes * option keys :=
  if kind =? r_change_cipher_spec then (match b with [] => [] | _ => header r_change_cipher_spec 1 ++ [x01] end, w)
  else records w kind b.

(** ** Reading them *)

(** Nothing has come; from the first ClientHello to the client's Finished; after that. *)
Inductive phase : Set := fresh | handshaking | established.

Record reader : Set := Reader {
  input : queue;            (* what has arrived *)
  messages : queue;         (* of the handshake protocol, out of their records *)
  reads : option keys;
  at_phase : phase;
  early : N;                (* how much early data is still passed over *)
  idle : N;                 (* records in a row that brought nothing; KeyUpdates bring nothing *)
}.
Definition new_reader : reader := Reader empty empty None fresh 0 0.
Definition with_input (r : reader) (q : queue) : reader :=
  Reader q (messages r) (reads r) (at_phase r) (early r) (idle r).
Definition with_messages (r : reader) (q : queue) : reader :=
  Reader (input r) q (reads r) (at_phase r) (early r) (idle r).
Definition with_phase (r : reader) (p : phase) : reader :=
  Reader (input r) (messages r) (reads r) p (early r) (idle r).
Definition with_reads (r : reader) (k : keys) : reader :=
  Reader (input r) (messages r) (Some k) (at_phase r) (early r) (idle r).
Definition with_early (r : reader) (n : N) : reader :=
  Reader (input r) (messages r) (reads r) (at_phase r) n (idle r).
Definition with_idle (r : reader) (n : N) : reader :=
  Reader (input r) (messages r) (reads r) (at_phase r) (early r) n.

(** Why a connection ends: for an alert of ours, or because the peer said so, is gone, is late, or sent an alert. *)
Inductive ending : Set := Failed (why : alert) | Closed | Gone | Late | Alerted.

(** Content of a record, nothing, early data that is passed over, or the end. *)
Inductive content : Set :=
| Content (kind : N) (b : bytes) (r : reader) | Nothing (r : reader) | Skipped (r : reader) | Ended (why : ending).

(** The kind and the length of the next record, from its header. *)
Definition read_header (r : reader) (h : bytes) : result (N * N) :=
  match h with
  | [kind; _; _; a; b] =>
    let kind := Byte.to_N kind in
    let n := number [a; b] in
    if negb ((r_change_cipher_spec <=? kind) && (kind <=? r_data)) then Bad unexpected_message
    else if n <=? (if kind =? r_data then most + 256 else most) then Good (kind, n)
    else Bad record_overflow
  | _ => Bad internal_error
  end.

Fixpoint without_zeros (b : bytes) : bytes := match b with x00 :: b => without_zeros b | _ => b end.

(** Type and content, before the padding (5.4). *)
Definition unpadded (b : bytes) : option (N * bytes) :=
  match without_zeros (rev_append b []) with [] => None | kind :: b => Some (Byte.to_N kind, rev_append b []) end.

Definition is_handshaking (r : reader) : bool := match at_phase r with handshaking => true | _ => false end.
Definition is_established (r : reader) : bool := match at_phase r with established => true | _ => false end.

(** What cannot be opened may be early data, where there can be some (4.2.10): as many bytes of it as are left to be
    passed over, in however many records. A record without any counts as one byte. *)
Definition passed_over (r : reader) (b : bytes) (why : alert) : content :=
  let n := N.max 1 (len b - 17) in
  if n <=? early r then Skipped (with_early r (early r - n)) else Ended (Failed why).

Definition open_record (r : reader) (h : bytes) (kind : N) (b : bytes) : content :=
  if kind =? r_change_cipher_spec then
    if is_handshaking r && equal b [x01] then Nothing r else Ended (Failed unexpected_message)
  else if kind =? r_data then
    match reads r with
    | None => passed_over r b unexpected_message
    | Some k =>
      match aead_open c (suite_cipher (of_suite k)) (key k) (nonce k) h b with
      | None => passed_over r b bad_record_mac
      | Some t =>
        if most + 1 <? len t then Ended (Failed record_overflow)
        else match unpadded t with
          | None => Ended (Failed unexpected_message)
          | Some (kind, b) => Content kind b (with_early (with_reads r (advanced k)) 0)
          end
      end
    end
  else match reads r with
    | None => Content kind b r
    | Some k =>
      (* a client that does not like our ServerHello cannot say so under keys *)
      if (kind =? r_alert) && is_handshaking r && (sequence k =? 0) then Content kind b r
      else Ended (Failed unexpected_message)
    end.

(** What is to be done with the content: data for the application, or more of the messages, which are then looked
    at. *)
Inductive taken : Set := Data (b : bytes) (r : reader) | More (r : reader) | Stop (why : ending).

Definition idled (r : reader) : taken :=
  if most_idle <=? idle r then Stop (Failed unexpected_message) else More (with_idle r (N.succ (idle r))).

Definition take_record (r : reader) (h : bytes) (kind : N) (b : bytes) : taken :=
  match open_record r h kind b with
  | Ended why => Stop why
  | Nothing r => idled r
  | Skipped r => More r
  | Content kind b r =>
    if negb (kind =? r_handshake) && negb (is_empty (messages r)) then Stop (Failed unexpected_message)   (* 5.1 *)
    else if kind =? r_alert then
      match b with
      | [] => Stop (Failed unexpected_message)    (* 5.4 *)
      | [_; x00] => Stop Closed
      | [_; x5a] => idled r                       (* user_canceled: close_notify follows (6.1) *)
      | [_; _] => Stop Alerted
      | _ => Stop (Failed decode_error)
      end
    else if kind =? r_handshake then
      match b with
      | [] => Stop (Failed unexpected_message)
      | _ => More (with_idle (with_messages r (push (messages r) b)) (if is_established r then idle r else 0))
      end
    else if (kind =? r_data) && is_established r then
      match b with [] => idled r | _ => Data b (with_idle r 0) end
    else Stop (Failed unexpected_message)
  end.

(** The next message, with its header, if all of it has come; only one of this kind is wanted, and none that is
    longer. *)
Definition next_message (kind longest : N) (r : reader) : result (option (bytes * reader)) :=
  match peek 4 (messages r) with
  | None =>
    match peek 1 (messages r) with
    | Some [k] => if Byte.to_N k =? kind then Good None else Bad unexpected_message
    | _ => Good None
    end
  | Some h =>
    let n := number (tl h) in
    if negb (match h with k :: _ => Byte.to_N k =? kind | [] => false end) then Bad unexpected_message
    else if longest <? n then Bad decode_error
    else match pop (4 + n) (messages r) with
      | None => Good None
      | Some (m, q) => Good (Some (m, with_messages r q))
      end
  end.
Definition message_body (m : bytes) : bytes := match m with _ :: _ :: _ :: _ :: b => b | _ => [] end.
End records.
