(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Tls_machine

external raw_hash : hash_algorithm -> string -> string = "fl_tls_hash"
external raw_hmac : hash_algorithm -> string -> string -> string = "fl_tls_hmac"
external raw_same : string -> string -> bool = "fl_tls_same"
external raw_seal : cipher -> string -> string -> string -> string -> string = "fl_tls_seal"
external raw_open : cipher -> string -> string -> string -> string -> string option = "fl_tls_open"
external raw_shared : group -> string -> (string * string) option = "fl_tls_shared"
external raw_random : int -> string = "fl_tls_random"
external raw_sign : string -> string option = "fl_tls_sign"
external load_key : string -> int = "fl_tls_load_key"
external load_certificates : string -> string list = "fl_tls_load_certificates"

(* Bytes are lists, which soon are garbage: with room for those of a few messages most never leave the minor heap. *)
let () = Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 22; space_overhead = 200 }

(* What was converted last, if it was long: a transcript is hashed again when a message is added. *)
let converted = ref ([], "")

let to_string b =
  if b == fst !converted then snd !converted
  else begin
    let s = Bytes.create (List.length b) in
    List.iteri (Bytes.unsafe_set s) b;
    let s = Bytes.unsafe_to_string s in
    if String.length s > 1024 then converted := (b, s);
    s
  end

let of_string s =
  let rec go acc i = if i < 0 then acc else go (String.unsafe_get s i :: acc) (i - 1) in
  go [] (String.length s - 1)

let rec positive n = if n <= 1 then XH else if n land 1 = 0 then XO (positive (n lsr 1)) else XI (positive (n lsr 1))
let to_n n = if n <= 0 then N0 else Npos (positive n)
let rec of_positive = function XH -> 1 | XO p -> 2 * of_positive p | XI p -> (2 * of_positive p) + 1
let of_n = function N0 -> 0 | Npos p -> of_positive p

(* RFC 5869, 2.3 *)
let expand hash key info size =
  let rec go done_ last i =
    if String.length done_ >= size then String.sub done_ 0 size
    else
      let next = raw_hmac hash key (last ^ info ^ String.make 1 (Char.chr i)) in
      go (done_ ^ next) next (i + 1)
  in
  go "" "" 1

let crypto =
  {
    hash = (fun h l -> of_string (raw_hash h (String.concat "" (List.map to_string l))));
    hmac = (fun h k b -> of_string (raw_hmac h (to_string k) (to_string b)));
    hkdf_extract = (fun h salt b -> of_string (raw_hmac h (to_string salt) (to_string b)));
    hkdf_expand = (fun h k info n -> of_string (expand h (to_string k) (to_string info) (of_n n)));
    aead_seal =
      (fun c key nonce data text ->
        of_string (raw_seal c (to_string key) (to_string nonce) (to_string data) (to_string text)));
    aead_open =
      (fun c key nonce data text ->
        Option.map of_string (raw_open c (to_string key) (to_string nonce) (to_string data) (to_string text)));
    same_bytes = (fun a b -> raw_same (to_string a) (to_string b));
  }

let shared g peer = Option.map (fun (a, b) -> (of_string a, of_string b)) (raw_shared g (to_string peer))
let random () = of_string (raw_random 32)
let sign b = Option.map of_string (raw_sign (to_string b))

(* An entry of certificate_list: the DER behind its length, and no extensions. *)
let entry der =
  let n = String.length der in
  let byte i = String.make 1 (Char.chr ((n lsr i) land 255)) in
  byte 16 ^ byte 8 ^ byte 0 ^ der ^ "\000\000"

let contents path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

let config ~certificate ~key ~page =
  let scheme = load_key key in
  let entries = String.concat "" (List.rev_map entry (load_certificates certificate)) in
  if String.length entries > 12288 then failwith "the certificates are too long";
  { certificates = of_string entries; scheme = to_n scheme; page = of_string (contents page) }
