(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The pure parts of theories/products/Tls on known bytes, and the server's machine beside its program, in Coq, with a
    cryptography that hides nothing. *)
From Coq Require Import String.
From Fairlead.Derive Require Import Derive.
From Fairlead.Tls Require Import Bytes Alert Crypto Hello Messages Records Protocol Server.
Local Open Scope N_scope.

(** ** Bytes *)
Example numbers_are_in_network_order :
  (number [x01; x02; x03], u24 66051, u16 65536) = (66051, [x01; x02; x03], [x00; x00]).
Proof. reflexivity. Qed.
Example taken :
  (take 2 [x01; x02; x03], take 4 [x01; x02; x03], take 16777215 []) = (Some ([x01; x02], [x03]), None, None).
Proof. reflexivity. Qed.
Example vectors :
  (read_vector 1 1 3 [x02; xaa; xbb; xcc], read_vector 1 3 9 [x02; xaa; xbb; xcc],
   read_vector 2 0 9 [x00; x03; xaa; xbb]) =
  (Some ([xaa; xbb], [xcc]), None, None).
Proof. reflexivity. Qed.
Example in_pieces : map len (pieces 16384 (repeat x00 40000)) = [16384; 16384; 7232].
Proof. vm_compute. reflexivity. Qed.
Example of_nothing_one_empty_piece : pieces 16384 [] = [[]].
Proof. reflexivity. Qed.
Example queued : let q := fold_left push (map (fun x => [x]) [x01; x02; x03; x04; x05; x06]) empty in
  (peek 4 q, peek 7 q, pop 5 q, size q) =
  (Some [x01; x02; x03; x04], None, Some ([x01; x02; x03; x04; x05], Queue [x06] [] 1), 6).
Proof. reflexivity. Qed.

(** ** The nonce of RFC 8448's first protected records: the iv, and the sequence number upon it (5.3) *)
Definition some_iv := [x5d; x31; x3e; xb2; x67; x12; x76; xee; x13; x00; x0b; x30].
Definition some_keys n := Keys (Suite 0x1301 sha256 aes_128_gcm) [] [] some_iv n.
Example nonces : (nonce (some_keys 0), nonce (some_keys 0x0102030405060708)) =
  (some_iv, [x5d; x31; x3e; xb2; x66; x10; x75; xea; x16; x06; x0c; x38]).
Proof. reflexivity. Qed.

(** ** A cryptography that hides nothing, but notices what was changed *)
Definition digest (b : bytes) : bytes :=
  concat (repeat (u16 (fold_left (fun n x => (31 * n + Byte.to_N x + 1) mod 65521) b 7)) 16).
Definition open_text : crypto := {|
  hash _ l := digest (concat l);
  hmac _ k b := digest (k ++ b);
  hkdf_extract _ s b := digest (s ++ b);
  hkdf_expand _ k i n := match take n (digest (k ++ i)) with Some (b, _) => b | None => [] end;
  aead_seal _ k n d t := t ++ firstn 16 (digest (k ++ n ++ d ++ t));
  aead_open _ k n d t :=
    match take (len t - 16) t with
    | Some (t, tag) => if equal tag (firstn 16 (digest (k ++ n ++ d ++ t))) then Some t else None
    | None => None
    end;
  same_bytes := equal |}.
Definition the_config := Config (vector24 [x30; x00] ++ [x00; x00]) 0x0403 (text "page").

(** ** A ClientHello *)
Definition extensions :=
  [(0, vector16 (x00 :: vector16 (text "localhost"))); (43, vector8 [x03; x04]);
  (10, vector16 [x00; x1d]); (13, vector16 [x04; x03]); (51, vector16 ([x00; x1d] ++ vector16 (repeat x09 32)))].
Definition client_hello (l : list (N * bytes)) : bytes :=
  message 1 ([x03; x03] ++ repeat x07 32 ++ vector8 [] ++ vector16 [x13; x01] ++ vector8 [x00] ++
    vector16 (flat_map (fun p => put_extension (fst p) (snd p)) l)).
Definition understood_as (l : list (N * bytes)) : result (N * bool) :=
  match read_hello (message_body (client_hello l)) with
  | Good h =>
    match choose_suite h, choose_share h with
    | Good s, Good (_, o) => Good (suite_code s, match o with Some _ => true | None => false end)
    | Bad why, _ | _, Bad why => Bad why
    end
  | Bad why => Bad why
  end.
Example understood_well : understood_as extensions = Good (0x1301, true). Proof. vm_compute. reflexivity. Qed.
Example no_share : understood_as (removelast extensions ++ [(51, vector16 [])]) = Good (0x1301, false).
Proof. vm_compute. reflexivity. Qed.
Example no_versions : understood_as (firstn 1 extensions ++ skipn 2 extensions) = Bad protocol_version.
Proof. vm_compute. reflexivity. Qed.
Example twice_the_same : understood_as (extensions ++ [(0, [])]) = Bad illegal_parameter.
Proof. vm_compute. reflexivity. Qed.
Example no_groups : understood_as (firstn 2 extensions ++ skipn 3 extensions) = Bad missing_extension.
Proof. vm_compute. reflexivity. Qed.
Example key_not_last : understood_as ((41, []) :: extensions) = Bad illegal_parameter.
Proof. vm_compute. reflexivity. Qed.
Example every_cut_is_refused :
  let b := message_body (client_hello extensions) in
  forallb (fun n => match read_hello (firstn n b) with Bad _ => true | Good _ => false end) (seq 0 (length b)) = true.
Proof. vm_compute. reflexivity. Qed.

(** ** The machine beside the program *)
Definition world : Type := list (positive * event) * list (positive * bytes).
Definition handle (e : effect) : args e -> world -> option (rets e * world) :=
  match e with
  | wait => fun _ '(i, o) => match i with [] => None | e :: i => Some (e, (i, o)) end
  | send => fun p '(i, o) => Some (tt, (i, p :: o))
  | close => fun s '(i, o) => Some (tt, (i, (s, []) :: o))
  | get_random => fun _ w => Some (repeat x05 32, w)
  | get_time => fun _ w => Some (1000, w)
  | get_shared => fun '(_, share) w => Some (Some (repeat x06 32, share), w)
  | get_signature => fun b w => Some (Some (firstn 8 b), w)
  end.
Definition machine (i : list (positive * event)) :=
  run handle (server_step open_text) (server_go_on open_text) 1000 (server_start the_config) (i, []).
Definition program (i : list (positive * event)) := run_program handle 1000 (server open_text the_config) (i, []).
Definition record (b : bytes) := header r_handshake (len b) ++ b.
Local Open Scope positive_scope.
Definition events : list (positive * event) :=
  [(1, Accepted); (2, Accepted); (1, Arrived (firstn 20 (record (client_hello extensions))));
   (2, Arrived (text "GET / HTTP/1.1")); (1, Arrived (skipn 20 (record (client_hello extensions)))); (2, Flushed);
   (1, Flushed); (3, Accepted); (1, Flushed);
   (3, Arrived (record (client_hello (removelast extensions ++ [(51%N, vector16 [])]))));
   (1, Arrived (header r_data 4 ++ text "spam")); (1, Flushed); (3, Flushed); (3, Hung_up);
   (3, Timed_out); (4, Hung_up); (3, Flushed)].

(** Who got what: the second an alert, which says unexpected_message; the third a HelloRetryRequest, and goodbye; the
    first a ServerHello and one protected record, and then an alert, protected. *)
Example kinds_of_what_was_sent :
  map (fun p => (Npos (fst p), hd_error (snd p), len (snd p))) (rev (snd (snd (machine events)))) =
  [(2, Some x15, 7); (1, Some x16, 95); (2, None, 0); (1, Some x17, 95); (3, Some x16, 61); (1, Some x17, 24);
   (1, None, 0); (3, Some x15, 7); (3, None, 0)]%N.
Proof. vm_compute. reflexivity. Qed.
Example machine_is_program : machine events = program events.
Proof. vm_compute. reflexivity. Qed.
Definition still_waits {A B} (r : Run.ending (args := args) A * B) : bool :=
  match fst r with Unanswered wait _ => true | _ => false end.
Example it_never_ends : forallb (fun n => still_waits (machine (firstn n events))) (seq 0 18) = true.
Proof. vm_compute. reflexivity. Qed.

(** ** A whole handshake, then a KeyUpdate whose answer cannot be sent

    Here what is sealed ends with its nonce and a part of its key, so that they can be seen: none is used twice, also
    not for the last alert. *)
Definition showing : crypto := {|
  hash := hash open_text; hmac := hmac open_text; hkdf_extract := hkdf_extract open_text;
  hkdf_expand := hkdf_expand open_text;
  aead_seal _ k n _ t := t ++ firstn 4 k ++ n;
  aead_open _ k n _ t :=
    if equal (skipn (length t - 16) t) (firstn 4 k ++ n) then Some (firstn (length t - 16) t) else None;
  same_bytes := equal |}.
Local Open Scope N_scope.
Definition the_suite := Suite 0x1301 sha256 aes_128_gcm.
Definition hello_bytes := client_hello extensions.
Definition transcripts : option (bytes * bytes) :=
  match read_hello (message_body hello_bytes) with
  | Good h =>
    let sent := server_hello (repeat x05 32) h the_suite x25519 (repeat x06 32) None in
    let hellos := hello_bytes ++ sent in
    let early := hkdf_extract showing sha256 (zeros 32) (zeros 32) in
    let secret :=
      hkdf_extract showing sha256 (derive_secret showing sha256 early l_derived (digest [])) (repeat x09 32) in
    let server := derive_secret showing sha256 secret l_server_handshake (digest hellos) in
    let shown := encrypted_extensions false ++ certificate (certificates the_config) in
    let verified := shown ++ certificate_verify 0x0403 (firstn 8 (to_sign [])) in
    let all := hellos ++ verified in
    Some (all ++ finished_message (finished showing sha256 server (digest all)),
      derive_secret showing sha256 secret l_client_handshake (digest hellos))
  | Bad _ => None
  end.
Definition client_sends : bytes * bytes :=
  match transcripts with
  | Some (all, client) =>
    let early := hkdf_extract showing sha256 (zeros 32) (zeros 32) in
    let secret :=
      hkdf_extract showing sha256 (derive_secret showing sha256 early l_derived (digest [])) (repeat x09 32) in
    let master := hkdf_extract showing sha256 (derive_secret showing sha256 secret l_derived (digest [])) (zeros 32) in
    (sealed showing (keys_of showing the_suite client) r_handshake
       (finished_message (finished showing sha256 client (digest all))),
     sealed showing (keys_of showing the_suite (derive_secret showing sha256 master l_client_application (digest all)))
       r_handshake (message m_key_update [x01]))
  | None => ([], [])
  end.
Definition handshake_events : list (positive * event) :=
  map (pair 1%positive) [Accepted; Arrived (record hello_bytes); Flushed; Flushed; Arrived (fst client_sends); Flushed;
    Arrived (snd client_sends); Hung_up; Flushed].
Definition all_sent : list bytes :=
  map snd (rev (snd (snd (run handle (server_step showing) (server_go_on showing) 1000 (server_start the_config)
    (handshake_events, []))))).
Fixpoint all_differ (l : list bytes) : bool :=
  match l with [] => true | b :: l => negb (existsb (equal b) l) && all_differ l end.
(** ServerHello; the flight, the ticket, the KeyUpdate, the alert; closed. *)
Example sizes_sent : map len all_sent = [95; 95; 72; 27; 24; 0]. Proof. vm_compute. reflexivity. Qed.
Example no_nonce_twice : all_differ (map (fun b => skipn (length b - 16) b) (skipn 1 (removelast all_sent))) = true.
Proof. vm_compute. reflexivity. Qed.
Print Assumptions server_equiv.
