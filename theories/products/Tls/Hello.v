(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The ClientHello (RFC 8446, 4.1.2): reading it, and what is wrong with it whoever the server is. *)
From Coq Require Import FMapPositive String.
From Fairlead.Tls Require Import Bytes Alert Crypto.
Local Open Scope N_scope.
Local Open Scope bool_scope.

(** What is offered of pre-shared keys: identities with their binders, and how many bytes the binders take at the
    end of the message. *)
Record offered_keys : Set := Offered { identities : list (bytes * bytes); binders_size : N }.

Record hello : Set := {
  session_id : bytes;
  suite_codes : list N;
  group_codes : list N;
  signatures : option (list N);
  shares : list (N * bytes);
  protocols : option (list bytes);
  psk : option offered_keys;
  psk_modes : option (list N);
  early_data : bool;
  fixed : list bytes;      (* what comes before the extensions *)
  extensions : list (N * bytes);
}.

(** ** Extensions *)
Definition e_server_name : N := 0.
Definition e_supported_groups : N := 10.
Definition e_signature_algorithms : N := 13.
Definition e_alpn : N := 16.
Definition e_padding : N := 21.
Definition e_pre_shared_key : N := 41.
Definition e_early_data : N := 42.
Definition e_supported_versions : N := 43.
Definition e_cookie : N := 44.
Definition e_psk_modes : N := 45.
Definition e_key_share : N := 51.
Definition e_encrypted_hello : N := 0xfe0d.

Definition read_pair {A} (size : N) (content : bytes -> option (A * bytes)) (b : bytes) : option ((N * A) * bytes) :=
  let? (kind, b) := read_number size b in let? (a, b) := content b in Some (kind, a, b).
Definition read_extension : bytes -> option ((N * bytes) * bytes) := read_pair 2 (read_vector 2 0 0xffff).

(** The vector is all that there is. *)
Definition whole (o : option (bytes * bytes)) : option bytes := match o with Some (a, []) => Some a | _ => None end.

(** Numbers, each at most once; in a set, so that many take no long time. *)
Definition numbers : Type := PositiveMap.t unit.
Definition has (n : N) (s : numbers) : bool :=
  match PositiveMap.find (N.succ_pos n) s with Some _ => true | None => false end.
Definition with_number (n : N) (s : numbers) : numbers := PositiveMap.add (N.succ_pos n) tt s.
Fixpoint distinct (seen : numbers) (l : list N) : bool :=
  match l with [] => true | n :: l => if has n seen then false else distinct (with_number n seen) l end.
Definition none : numbers := PositiveMap.empty unit.

Fixpoint extension (kind : N) (l : list (N * bytes)) : option bytes :=
  match l with [] => None | (k, b) :: l => if k =? kind then Some b else extension kind l end.

(** An extension, if it is there, must read well: [decode_error] otherwise. *)
Definition read_extension_as {A} (l : list (N * bytes)) (kind : N) (read : bytes -> option A) : result (option A) :=
  match extension kind l with
  | None => Good None
  | Some b => match read b with Some a => Good (Some a) | None => Bad decode_error end
  end.

Definition read_u16_list (size least : N) (b : bytes) : option (list N) :=
  let? l := whole (read_vector size least 0xfffe b) in read_u16s l.
Definition read_names (b : bytes) : option (list N) :=
  let? l := whole (read_vector 2 1 0xffff b) in
  let? names := read_all (read_pair 1 (read_vector 2 1 0xffff)) l in Some (map fst names).
Definition read_protocols (b : bytes) : option (list bytes) :=
  let? l := whole (read_vector 2 2 0xffff b) in read_all (read_vector 1 1 255) l.
Definition read_shares (b : bytes) : option (list (N * bytes)) :=
  let? l := whole (read_vector 2 0 0xffff b) in read_all (read_pair 2 (read_vector 2 1 0xffff)) l.
Definition read_modes (b : bytes) : option (list N) :=
  let? l := whole (read_vector 1 1 255 b) in Some (map Byte.to_N l).

(** Identities with the age that the client says they have; binders. There are as many of the ones as of the others.
    *)
Definition read_identity (b : bytes) : option (bytes * bytes) :=
  let? (i, b) := read_vector 2 1 0xffff b in let? (_, b) := take 4 b in Some (i, b).
Fixpoint pairs {A B} (l : list A) (m : list B) : option (list (A * B)) :=
  match l, m with
  | [], [] => Some []
  | a :: l, b :: m => let? r := pairs l m in Some ((a, b) :: r)
  | _, _ => None
  end.
Definition read_offered (b : bytes) : option (list bytes * list bytes * N) :=
  let? (is, b) := read_vector 2 7 0xffff b in
  let? bs := whole (read_vector 2 33 0xffff b) in
  let? is := read_all read_identity is in
  let? l := read_all (read_vector 1 32 255) bs in Some (is, l, 2 + len bs).

(** Each share is of a group that is offered, no two of the same (4.2.8). *)
Definition shares_fit (groups : list N) (shares : list (N * bytes)) : bool :=
  let offered := fold_left (fun s n => with_number n s) groups none in
  distinct none (map fst shares) && forallb (fun p => has (fst p) offered) shares.

Definition may_change (kind : N) : bool :=
  member kind [e_key_share; e_early_data; e_cookie; e_pre_shared_key; e_padding; e_encrypted_hello].
(** What a second ClientHello may not change (4.1.2), in pieces. *)
Definition lasting (h : hello) : list bytes :=
  fixed h ++
  flat_map (fun p => if may_change (fst p) then [] else [u16 (fst p); u16 (len (snd p)); snd p]) (extensions h).

Fixpoint psk_is_last (l : list (N * bytes)) : bool :=
  match l with
  | [] | [_] => true
  | (k, _) :: l => if k =? e_pre_shared_key then false else psk_is_last l
  end.

(** ** The message, without its header *)
Definition read_body (b : bytes) : option (N * bytes * bytes * bytes * bytes * bytes) :=
  let? (version, b) := read_number 2 b in
  let? (random, b) := take 32 b in
  let? (session, b) := read_vector 1 0 32 b in
  let? (suites, b) := read_vector 2 2 0xfffe b in
  let? (compressions, b) := read_vector 1 1 255 b in
  Some (version, random, session, suites, compressions, b).

Definition read_hello (b : bytes) : result hello :=
  let?? (version, random, session, suites, compressions, b) := or_alert decode_error (read_body b) in
  let?? codes := or_alert decode_error (read_u16s suites) in
  let?? _ := require (0x0300 <? version) protocol_version in     (* not SSL (D.5) *)
  let?? _ := require (match b with [] => false | _ => true end) protocol_version in   (* no extensions: an old client *)
  let?? l := or_alert decode_error (whole (read_vector 2 0 0xffff b)) in
  let?? l := or_alert decode_error (read_all read_extension l) in
  let?? _ := require (distinct none (map fst l) && psk_is_last l) illegal_parameter in
  let?? names := read_extension_as l e_server_name read_names in
  let?? versions := read_extension_as l e_supported_versions (read_u16_list 1 2) in
  let?? groups := read_extension_as l e_supported_groups (read_u16_list 2 2) in
  let?? signatures := read_extension_as l e_signature_algorithms (read_u16_list 2 2) in
  let?? protocols := read_extension_as l e_alpn read_protocols in
  let?? shares := read_extension_as l e_key_share read_shares in
  let?? modes := read_extension_as l e_psk_modes read_modes in
  let?? early := read_extension_as l e_early_data (fun b => match b with [] => Some tt | _ => None end) in
  let?? offered := read_extension_as l e_pre_shared_key read_offered in
  let?? cookie := read_extension_as l e_cookie (fun b => whole (read_vector 2 1 0xffff b)) in
  let?? _ := require (match names with Some names => distinct none names | None => true end) illegal_parameter in
  let?? _ := require (match versions with Some vs => member 0x0304 vs | None => false end) protocol_version in
  let?? _ := require (match compressions with [x00] => true | _ => false end) illegal_parameter in
  let?? _ := require (match cookie with Some _ => false | None => true end) illegal_parameter in    (* we gave none *)
  let?? offered := match offered with
    | None => Good None
    | Some (is, bs, size) =>
      let?? _ := require (match modes with Some _ => true | None => false end) missing_extension in
      let?? both := or_alert illegal_parameter (pairs is bs) in Good (Some (Offered both size))
    end in
  let?? groups := or_alert missing_extension groups in
  let?? shares := or_alert missing_extension shares in
  let?? _ := require (shares_fit groups shares) illegal_parameter in
  Good {| session_id := session; suite_codes := codes; group_codes := groups; signatures := signatures;
    shares := shares; protocols := protocols; psk := offered; psk_modes := modes;
    early_data := match early with Some _ => true | None => false end;
    fixed := [u16 version; random; vector8 session; suites]; extensions := l |}.

(** ** What this server makes of it *)
Definition l_http : bytes := Eval compute in text "http/1.1".

Definition choose_suite (h : hello) : result suite :=
  or_alert handshake_failure (find (fun s => member (suite_code s) (suite_codes h)) suites).

Fixpoint share_of (code : N) (l : list (N * bytes)) : option bytes :=
  match l with [] => None | (c, s) :: l => if c =? code then Some s else share_of code l end.
Definition share_size (g : group) : N := match g with x25519 => 32 | secp256r1 => 65 end.

(** A group for which the client has sent a share; or one that it must be asked a share for. *)
Definition choose_share (h : hello) : result (group * option bytes) :=
  match find (fun g => match share_of (group_code g) (shares h) with Some _ => true | None => false end) groups with
  | Some g =>
    match share_of (group_code g) (shares h) with
    | Some s => if len s =? share_size g then Good (g, Some s) else Bad illegal_parameter
    | None => Bad internal_error
    end
  | None =>
    let?? g := or_alert handshake_failure (find (fun g => member (group_code g) (group_codes h)) groups) in
    Good (g, None)
  end.

(** Is http/1.1 to be named in the answer? *)
Definition choose_protocol (h : hello) : result bool :=
  match protocols h with
  | None => Good false
  | Some l => if existsb (equal l_http) l then Good true else Bad no_application_protocol
  end.

(** The certificate's signature scheme, for a client that needs to see the certificate. *)
Definition accepts_signature (scheme : N) (h : hello) : result unit :=
  let?? l := or_alert missing_extension (signatures h) in require (member scheme l) handshake_failure.

(** A key that was shared before is used with a fresh (elliptic curve) Diffie-Hellman secret only. *)
Definition keys_to_try (h : hello) : option offered_keys :=
  match psk_modes h with Some modes => if member 1 modes then psk h else None | None => None end.

(** The second ClientHello, in answer to a request for a share of [g] (4.1.2). *)
Definition second_hello_fits (g : group) (first second : bytes) (h : hello) : bool :=
  equal first second && negb (early_data h) &&
  match shares h with [(code, _)] => code =? group_code g | _ => false end.
