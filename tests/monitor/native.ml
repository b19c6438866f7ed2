(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The laws of theories/layers/Monitor/Audit/Native.v, tried on the auditor's strings and maps: the right side of each by
   functions extracted from Coq, on lists, and with Coq's own numbers. And AES-CMAC beside its standard and
   cryptokit's. *)
open Numbers

let random = Random.State.make [| 12 |]
let int n = Random.State.int random n

(* Bytes that are often equal, zero or all ones; lengths around those of words. *)
let text length =
  let dull = int 3 in
  String.init length (fun _ -> if int 8 < 2 + dull then Char.chr (int 256) else [| '\000'; '\255'; '\128' |].(dull))

let any () = text (int 40)
let z = Integer.of_int
let o : string Auditor_model.strings = Native_trusted.strings
let bits s = Monitor_model.bits_of_bytes (chars s)
let rec take n l = if n = 0 then [] else match l with [] -> [] | x :: l -> x :: take (n - 1) l
let rec drop n l = if n = 0 then l else match l with [] -> [] | _ :: l -> drop (n - 1) l
let slice at length s = take length (drop at (chars s))
let rec nat n = if n = 0 then Monitor_model.O else Monitor_model.S (nat (n - 1))
let number l = int_of_n (Monitor_model.number_of l)
let law name n f = Tap.check (Printf.sprintf "%s: %d times" name n) (List.for_all (fun _ -> f ()) (List.init n Fun.id))

(* Like the first, but for a bit or none. *)
let neighbour s =
  if s = "" || int 3 = 0 then s
  else
    let at = int (String.length s) in
    String.mapi (fun i c -> if i = at then Char.chr (Char.code c lxor (1 lsl int 8)) else c) s

let laws () =
  law "length" 1000 (fun () -> let s = any () in Integer.equal (o.s_length s) (z (List.length (chars s))));
  law "sub" 20_000 (fun () ->
      let s = any () in
      let at = int (String.length s + 1) in
      let n = int (String.length s - at + 1) in
      chars (o.s_sub s (z at) (z n)) = slice at n s);
  law "concat" 5_000 (fun () ->
      let l = List.init (int 6) (fun _ -> any ()) in
      chars (o.s_concat l) = List.concat_map chars l);
  law "equal" 20_000 (fun () -> let s = any () in let t = neighbour s in o.s_equal s t = (chars s = chars t));
  law "number" 20_000 (fun () ->
      let n = [| 1; 2; 4 |].(int 3) in
      let s = text (n + int 20) in
      let at = int (String.length s - n + 1) in
      Integer.equal (o.s_number s (z at) (z n)) (z (number (slice at n s))));
  law "bytes" 20_000 (fun () ->
      let n = [| 1; 2; 4 |].(int 3) in
      let x = number (chars (text n)) in
      chars (o.s_bytes (z n) (z x)) = Monitor_model.bytes_of (nat n) (n_of_int x));
  law "bytes, 32 zeros" 1 (fun () -> chars (o.s_bytes (z 32) (z 0)) = Monitor_model.bytes_of (nat 32) Monitor_model.N0);
  (* numbers of many bytes are compared as Coq's own, bit by bit *)
  let below s t =
    let value s = Monitor_model.number_of (chars s) in
    Monitor_model.N.compare (value s) (value t) = Monitor_model.Lt
  in
  law "below" 20_000 (fun () -> let s = any () in let t = neighbour s in o.s_below s t = below s t);
  law "bit" 20_000 (fun () ->
      let s = text (1 + int 39) in
      let i = int (8 * String.length s) in
      o.s_bit s (z i) = List.nth (bits s) i);
  law "same bits" 50_000 (fun () ->
      let s = any () in
      let t = neighbour s ^ if int 2 = 0 then "" else any () in
      let n = int ((8 * min (String.length s) (String.length t)) + 1) in
      o.s_same_bits s t (z n) = (take n (bits s) = take n (bits t)));
  law "zero from" 50_000 (fun () ->
      let s = String.init (int 40) (fun i -> if int 40 < i then '\000' else Char.chr (1 lsl int 8)) in
      let n = int ((8 * String.length s) + 10) in
      o.s_zero_from s (z n) = List.for_all not (drop n (bits s)));
  law "maps" 2_000 (fun () ->
      let m : (int Native_trusted.Numbered.t, int) Auditor_model.maps = Native_trusted.maps () in
      let rec go steps map list =
        let i = int 8 in
        List.for_all (fun j -> m.m_get map (z j) = List.assoc_opt j list) (List.init 8 Fun.id)
        && (steps = 0
           || if int 2 = 0 then go (steps - 1) (m.m_set map (z i) steps) ((i, steps) :: list)
              else go (steps - 1) (m.m_remove map (z i)) (List.filter (fun (j, _) -> j <> i) list))
      in
      go 20 m.m_empty [])

let hex s = String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c)) (chars s))
let unhex s = String.init (String.length s / 2) (fun i -> Char.chr (int_of_string ("0x" ^ String.sub s (2 * i) 2)))

let cmac () =
  (* RFC 4493, section 4 *)
  let key = unhex "2b7e151628aed2a6abf7158809cf4f3c" in
  let message =
    unhex
      "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51\
       30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
  in
  List.iter
    (fun (length, code) ->
      let mac = Cmac.mac (Cmac.key key) (String.sub message 0 length) in
      Tap.check (Printf.sprintf "AES-CMAC of %d bytes, RFC 4493" length) (hex mac = code))
    [
      (0, "bb1d6929e95937287fa37d129b756746");
      (16, "070a16b46b4d4144f79bdd9dd04a287c");
      (40, "dfa66747de9ae63030ca32611497c827");
      (64, "51f0bebf7e3b9d92fc49741779363cfe");
    ];
  law "AES-CMAC beside cryptokit's" 2_000 (fun () ->
      let key = text 16 and message = text (int 200) in
      Cmac.mac (Cmac.key key) message = Cryptokit.(hash_string (MAC.aes_cmac key) message))

let () =
  laws ();
  cmac ();
  Tap.finish ()
