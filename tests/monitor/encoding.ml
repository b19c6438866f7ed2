(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The log's bytes: round trips, truncation, encodings that are not canonical, noise;
   and the hash functions underneath. *)
open Monitor_model
open Numbers

let reads_back text = match Reference.parse text with Ok log -> Reference.print log = text | Error _ -> true

let malformed name text offset =
  match Reference.parse text with
  | Ok _ -> Tap.check (name ^ ": refused") false
  | Error (at, why) ->
      if at <> offset then Tap.note "at %d, expected %d: %s" at offset why;
      Tap.check (name ^ ": refused at its byte") (at = offset)

let () =
  let log =
    (Workload.generate { records = 6; operations = 12; zipf = 0.9; threads = 1; epochs = 2; regime = Hybrid;
      depth = 256; seed = 3; mixed = true }).(0)
  in
  let text = Reference.print log in
  Tap.check "an honest log reads back" (Reference.parse text = Ok log);
  let boundaries = Hashtbl.create 100 in
  ignore (List.fold_left (fun at e -> Hashtbl.replace boundaries at (); at + String.length (Reference.print [ e ])) 0 log);
  let truncation_refused n =
    match Reference.parse (String.sub text 0 n) with
    | Ok _ -> Hashtbl.mem boundaries n
    | Error (at, _) -> (not (Hashtbl.mem boundaries n)) && at <= n
  in
  let sizes = List.init (min 3000 (String.length text)) Fun.id in
  Tap.check "every truncation is refused, but between entries" (List.for_all truncation_refused sizes);
  (* Encodings that a laxer parser would read as something else's. *)
  let u16 i = Printf.sprintf "%c%c" (Char.chr (i lsr 8)) (Char.chr (i land 255)) in
  let key digits word = u16 digits ^ word ^ String.make (32 - String.length word) '\000' in
  let add k v = "\000" ^ k ^ v ^ u16 1 ^ u16 0 in
  let null = "\000\000" in
  Tap.check "the example is well formed" (Result.is_ok (Reference.parse (add (key 4 "\x50") null)));
  malformed "a bit past the key's digits" (add (key 4 "\x58") null) 1;
  malformed "a bit far past the key's digits" (add (key 4 ("\x50" ^ String.make 30 '\000' ^ "\001")) null) 1;
  malformed "a key of 257 digits" (add (key 257 "") null) 1;
  malformed "a key of 65535 digits" (add (key 65535 "") null) 1;
  malformed "an unknown entry" "\009" 0;
  malformed "an unknown entry after a good one" "\005\255" 1;
  malformed "an unknown kind of value" (add (key 4 "\x50") "\002") 35;
  malformed "an unknown kind of datum" (add (key 4 "\x50") "\000\002") 36;
  malformed "a value longer than the log" (add (key 4 "\x50") ("\000\001" ^ u16 20 ^ "short")) 37;
  malformed "an argument longer than the log" ("\007\001\001\000" ^ u16 1 ^ u16 9 ^ "short") 6;
  malformed "an unknown kind of operand" ("\007\000\001\002" ^ u16 1) 3;
  malformed "an absent key with a bit past its digits" ("\007\000\001\001" ^ key 4 "\x58" ^ u16 1 ^ u16 0) 4;
  malformed "fewer operands than are announced" ("\007\000\002\000" ^ u16 1) 6;
  malformed "an in-Blum mark of 2" (add (key 0 "") ("\001\001" ^ key 1 "\x80" ^ String.make 32 'd' ^ "\002\000")) 103;
  malformed "a trailing byte" (text ^ "\000") (String.length text + 1);
  malformed "a timestamp cut short" "\003\000\001\000\000\000\000\000\000\000\000\000\000" 13;
  (* Noise: never an exception, and never a second encoding. *)
  let random = Random.State.make [| 11 |] in
  let flipped () =
    let b = Bytes.of_string (String.sub text 0 (min 2000 (String.length text))) in
    for _ = 0 to Random.State.int random 3 do
      Bytes.set b (Random.State.int random (Bytes.length b)) (Char.chr (Random.State.int random 256))
    done;
    Bytes.to_string b
  in
  let noise () = String.init (Random.State.int random 80) (fun i -> Char.chr (Random.State.int random (if i = 0 then 10 else 256))) in
  let forever f n = List.for_all (fun _ -> reads_back (f ())) (List.init n Fun.id) in
  Tap.check "2,000 logs with bytes changed: refused, or the only encoding of what they say" (forever flipped 2_000);
  Tap.check "20,000 noisy logs: refused, or the only encoding of what they say" (forever noise 20_000);
  Tap.check "elements of the multisets read back"
    (List.for_all
       (function
         | AddB (k, v, _, t, tid) ->
             let x = (((k, v), t), tid) in
             parse element_codec (print element_codec x) = Parsed (x, [])
         | _ -> true)
       log);
  (* FIPS 180-4 and RFC 4231 examples, then the system's own SHA-256. *)
  let hex s = String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c)) (chars s)) in
  Tap.check "SHA-256 of abc" (hex (Reference.sha256 "abc") = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  Tap.check "HMAC-SHA-256, RFC 4231 case 2"
    (hex (Reference.hmac_sha256 ~key:"Jefe" "what do ya want for nothing?") = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  let file = Filename.temp_file "fairlead" ".bin" in
  let agrees n =
    let message = String.init n (fun _ -> Char.chr (Random.State.int random 256)) in
    let out = open_out_bin file in
    output_string out message;
    close_out out;
    Sys.command (Printf.sprintf "test \"$(sha256sum <%s)\" = '%s  -'" (Filename.quote file) (hex (Reference.sha256 message))) = 0
  in
  Tap.check "SHA-256 agrees with sha256sum around block boundaries" (List.for_all agrees [ 0; 1; 54; 55; 56; 57; 63; 64; 65; 119; 120; 128; 1000 ]);
  Sys.remove file;
  Tap.finish ()
