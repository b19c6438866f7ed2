(* SPDX-License-Identifier: Apache-2.0 OR MIT *)

(* Seen lately, each where its bytes say. *)
type t = string array

let create () = Array.make 4096 ""

let same word s from length =
  let rec bytes i = i = length || (String.unsafe_get word i = Bytes.unsafe_get s (from + i) && bytes (i + 1)) in
  let rec eights i =
    if i + 8 > length then bytes i
    else Int64.equal (String.get_int64_ne word i) (Bytes.get_int64_ne s (from + i)) && eights (i + 8)
  in
  String.length word = length && eights 0

let find words s ~from ~length =
  let part at = Int64.to_int (Bytes.get_int64_ne s (from + at)) in
  let mixed =
    if length >= 8 then part 0 + (31 * part (length - 8)) + (17 * part (length / 2 - 4))
    else
      let rec bytes i n =
        if i = length then n else bytes (i + 1) ((n * 31) + Char.code (Bytes.unsafe_get s (from + i)))
      in
      bytes 0 0
  in
  let place = ((mixed + length) * 0x2545F4914F6CDD1D) lsr 40 land (Array.length words - 1) in
  let known = Array.unsafe_get words place in
  if same known s from length then known
  else
    let made = Bytes.sub_string s from length in
    words.(place) <- made;
    made
