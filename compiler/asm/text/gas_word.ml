(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let is_digit ch = ch >= '0' && ch <= '9'
let is_letter ch = (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z')
let is_plain ch = is_letter ch || is_digit ch || ch = '_'
let is_start ch = is_letter ch || ch = '_' || ch = '.' || ch = '$'
let is_part ch = is_start ch || is_digit ch
let is_operand_part ch = is_part ch || ch = '@'
let is_symbol w = w <> "" && is_start w.[0] && w <> "." && String.for_all is_part w
let is_numeric_label w = w <> "" && String.for_all is_digit w

let at ?limit belongs s i =
  let limit = Option.value limit ~default:(String.length s) in
  let rec stop j = if j < limit && belongs s.[j] then stop (j + 1) else j in
  let j = stop i in
  (String.sub s i (j - i), j)
