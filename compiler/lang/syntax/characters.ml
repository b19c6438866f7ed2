(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let utf8_length s i =
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

let is_letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_'
let is_digit c = c >= '0' && c <= '9'
let is_word c = is_letter c || is_digit c

let hex_value = function
  | '0' .. '9' as c -> Some (Char.code c - Char.code '0')
  | 'a' .. 'f' as c -> Some (Char.code c - Char.code 'a' + 10)
  | 'A' .. 'F' as c -> Some (Char.code c - Char.code 'A' + 10)
  | _ -> None
