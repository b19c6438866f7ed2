(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { place : Diagnostic.place; word : string; text : string }

let words = [ "requires"; "ensures"; "modifies"; "uses" ]

let split text =
  let text = String.trim text in
  let word, n = Gas_word.at Gas_word.is_plain text 0 in
  (word, String.trim (String.sub text n (String.length text - n)))

let is_one text = List.mem (fst (split text)) words

let read ~place text =
  let word, text = split text in
  if text = "" then Diagnostic.fail ~place ~help:"docs/asm.md says what may stand there" "nothing follows `%s'" word;
  { place; word; text }
