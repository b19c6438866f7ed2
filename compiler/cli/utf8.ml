(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let length s i =
  let n = String.length s in
  let byte k = if i + k < n then Char.code s.[i + k] else 0 in
  let continuation k = byte k land 0xC0 = 0x80 in
  let c = byte 0 in
  if c < 0x80 then 1
  else if c >= 0xC2 && c <= 0xDF then if continuation 1 then 2 else 0
  else if c >= 0xE0 && c <= 0xEF then
    let low = if c = 0xE0 then 0xA0 else 0x80 and high = if c = 0xED then 0x9F else 0xBF in
    if byte 1 >= low && byte 1 <= high && continuation 2 then 3 else 0
  else if c >= 0xF0 && c <= 0xF4 then
    let low = if c = 0xF0 then 0x90 else 0x80 and high = if c = 0xF4 then 0x8F else 0xBF in
    if byte 1 >= low && byte 1 <= high && continuation 2 && continuation 3 then 4 else 0
  else 0

let turns s i =
  s.[i] = '\xe2' && i + 2 < String.length s
  && match (s.[i + 1], s.[i + 2]) with '\x80', '\xaa' .. '\xae' | '\x81', '\xa6' .. '\xa9' -> true | _ -> false

let mapped shown s =
  let b = Buffer.create (String.length s) in
  let rec go i =
    if i < String.length s then (
      let n = length s i in
      let piece = String.sub s i (max 1 n) in
      let plain = n > 0 && s.[i] >= ' ' && s.[i] <> '\127' && not (turns s i) in
      Buffer.add_string b (if plain then piece else shown piece);
      go (i + max 1 n))
  in
  go 0;
  Buffer.contents b
