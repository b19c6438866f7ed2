(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Auditor_model

let byte s i = Char.code (String.unsafe_get s i)

(* Big-endian. The widths of the log's fields have a case each; the model asks for no others. *)
let number s at length =
  match length with
  | 1 -> String.get_uint8 s at
  | 2 -> String.get_uint16_be s at
  | 4 -> Int32.to_int (String.get_int32_be s at) land 0xffff_ffff
  | _ -> invalid_arg "Native_trusted.number"

let wide s at =
  let n = Integer.of_int64 (String.get_int64_be s at) in
  if Integer.sign n < 0 then Integer.add n (Integer.shift_left Integer.one 64) else n

let bytes length x =
  let b = Bytes.make length '\000' in
  (match length with
  | 1 -> Bytes.set_uint8 b 0 x
  | 2 -> Bytes.set_uint16_be b 0 x
  | 4 -> Bytes.set_int32_be b 0 (Int32.of_int x)
  | _ -> if x <> 0 then invalid_arg "Native_trusted.bytes");
  Bytes.unsafe_to_string b

let wide_bytes x =
  let b = Bytes.create 8 in
  Bytes.set_int64_be b 0 (Integer.to_int64 (Integer.signed_extract x 0 64));
  Bytes.unsafe_to_string b

let bit s i = (String.get_uint8 s (i lsr 3) lsr (7 - (i land 7))) land 1 = 1

let same_bits s t n =
  let whole = n lsr 3 in
  if whole > String.length s || whole > String.length t then invalid_arg "Native_trusted.same_bits";
  let rec bytes_from i = i >= whole || (byte s i = byte t i && bytes_from (i + 1)) in
  let rec words_from i =
    if i + 8 > whole then bytes_from i
    else Int64.equal (String.get_int64_ne s i) (String.get_int64_ne t i) && words_from (i + 8)
  in
  let rest = n land 7 in
  words_from 0 && (rest = 0 || (String.get_uint8 s whole lxor String.get_uint8 t whole) lsr (8 - rest) = 0)

let zero_from s n =
  let whole = (n + 7) lsr 3 in
  let rec zeros i = i >= String.length s || (byte s i = 0 && zeros (i + 1)) in
  let rest = n land 7 in
  (rest = 0 || n lsr 3 >= String.length s || byte s (n lsr 3) land ((1 lsl (8 - rest)) - 1) = 0) && zeros whole

let int = Integer.to_int

let strings =
  {
    s_length = (fun s -> Integer.of_int (String.length s));
    s_sub = (fun s at length -> String.sub s (int at) (int length));
    s_concat = String.concat "";
    s_equal = String.equal;
    s_number =
      (fun s at length -> if int length = 8 then wide s (int at) else Integer.of_int (number s (int at) (int length)));
    s_bytes = (fun length x -> if int length = 8 then wide_bytes x else bytes (int length) (int x));
    s_below = (fun s t -> String.compare s t < 0);
    s_bit = (fun s i -> bit s (int i));
    s_same_bits = (fun s t n -> same_bits s t (int n));
    s_zero_from = (fun s n -> zero_from s (int n));
    s_explode = (fun s -> List.of_seq (String.to_seq s));
    s_implode = (fun l -> String.of_seq (List.to_seq l));
  }

module Numbered = Map.Make (struct
  type t = Integer.t

  let compare = Integer.compare
end)

let maps () =
  {
    m_empty = Numbered.empty;
    m_get = (fun m i -> Numbered.find_opt i m);
    m_set = (fun m i a -> Numbered.add i a m);
    m_remove = (fun m i -> Numbered.remove i m);
  }
