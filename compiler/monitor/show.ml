(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Monitor_model
open Numbers

let digits = "0123456789abcdef"

(* A get of 3 bytes may print 65,535: of each of them no more than its digits is made. *)
let hex s =
  String.init (2 * String.length s) (fun i ->
      let byte = Char.code s.[i / 2] in
      digits.[if i land 1 = 0 then byte lsr 4 else byte land 15])

(* Whole: an answer is worth nothing if it may be another key's. *)
let key (k : key) =
  let rec nibbles = function
    | [] -> ""
    | bits ->
        let rec take n acc = function b :: rest when n > 0 -> take (n - 1) (b :: acc) rest | rest -> (n, acc, rest) in
        let missing, taken, rest = take 4 [] bits in
        let value = List.fold_left (fun v b -> (2 * v) + Bool.to_int b) 0 (List.rev taken) in
        Printf.sprintf "%x" (value lsl missing) ^ nibbles rest
  in
  if k = [] then "root" else Printf.sprintf "%s/%d" (nibbles k) (List.length k)

let text_datum = function
  | None -> "null"
  | Some s ->
      if String.for_all (fun c -> c >= ' ' && c <= '~' && c <> '"' && c <> '\\') s then "\"" ^ s ^ "\"" else "0x" ^ hex s

(* As in theories/layers/Monitor/Log/Functions.v. *)
let function_name = function
  | 0 -> "get" | 1 -> "put" | 2 -> "delete" | 3 -> "exists" | 4 -> "mset" | 5 -> "getset" | 6 -> "incr" | 7 -> "cas"
  | 8 -> "transfer" | n -> Printf.sprintf "function %d" n

let datum v = text_datum (Option.map string_of_chars v)

let edge = function
  | None -> "none"
  | Some e ->
      Printf.sprintf "%s digest %s...%s" (key e.e_key)
        (String.sub (hex (string_of_chars e.e_digest) ^ "--------") 0 8)
        (if e.e_blum then " in Blum" else "")

let value = function Data d -> datum d | Merkle (l, r) -> Printf.sprintf "{left: %s; right: %s}" (edge l) (edge r)
let number = text_of_n
let stamp (e, c) = Printf.sprintf "%s.%s" (number e) (number c)

let entry = function
  | AddM (k, v, s, s') -> Printf.sprintf "AddM    %s = %s into slot %s under slot %s" (key k) (value v) (number s) (number s')
  | AddB (k, v, s, t, tid) ->
      Printf.sprintf "AddB    %s = %s into slot %s, evicted at %s by thread %s" (key k) (value v) (number s) (stamp t) (number tid)
  | EvictM (s, s') -> Printf.sprintf "EvictM  slot %s to slot %s" (number s) (number s')
  | EvictB (s, t) -> Printf.sprintf "EvictB  slot %s at %s" (number s) (stamp t)
  | EvictBM (s, s', t) -> Printf.sprintf "EvictBM slot %s from slot %s at %s" (number s) (number s') (stamp t)
  | NextEpoch -> "NextEpoch"
  | VerifyEpoch -> "VerifyEpoch"
  | Run (f, ops, a) ->
      let operand = function
        | Here s -> "slot " ^ number s
        | Missing (k, s) -> Printf.sprintf "%s absent under slot %s" (key k) (number s)
      in
      let argument = string_of_chars a in
      Printf.sprintf "Run     %s of %s%s"
        (function_name (int_of_n f))
        (if ops = [] then "nothing" else String.concat ", " (List.map operand ops))
        (if argument = "" then "" else ": " ^ text_datum (Some argument))
  | Remove (s, s') -> Printf.sprintf "Remove  slot %s from slot %s" (number s) (number s')

let raw text =
  match Reference.parse text with Result.Ok [ e ] -> entry e | Result.Ok _ | Result.Error _ -> "an entry of " ^ hex text

let packed_key (k : string Auditor_model.packed_key) =
  match Integer.to_int k.p_digits with
  | 0 -> "root"
  | digits ->
      let nibbles = (digits + 3) / 4 in
      Printf.sprintf "%s/%d" (String.sub (hex (String.sub k.p_word 0 ((nibbles + 1) / 2))) 0 nibbles) digits

(* One datum as a result has it. *)
let result_datum s = if s = "\000" then None else Some (String.sub s 3 (String.length s - 3))

let receipt (r : Auditor.receipt) =
  let keys = String.concat ", " (List.map packed_key r.z_keys) in
  let bytes s = text_datum (Some s) in
  let what =
    match (Integer.to_int r.z_function, r.z_keys) with
    | 0, [ _ ] -> Printf.sprintf "got %s = %s" keys (text_datum (result_datum r.z_result))
    | 1, _ -> Printf.sprintf "put %s = %s" keys (bytes r.z_argument)
    | f, _ -> Printf.sprintf "%s of %s: %s gave %s" (function_name f) keys (bytes r.z_argument) (bytes r.z_result)
  in
  Printf.sprintf "thread %s %s, answer %s, counter %s, epoch %s" (Integer.to_string r.z_tid) what
    (Integer.to_string r.z_index)
    (Integer.to_string (snd r.z_stamp))
    (Integer.to_string (fst r.z_stamp))
