(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Parser
open Characters

let loc source start stop = { Loc.file = Source.name source; start; stop }

(* One character of a literal, escaped or not: its bytes and what follows it. *)
let character_at source quote i =
  let text = Source.text source in
  let n = String.length text in
  match text.[i] with
  | '\\' when i + 1 < n -> (
      let simple c = (String.make 1 c, i + 2) in
      match text.[i + 1] with
      | 'n' -> simple '\n' | 'r' -> simple '\r' | 't' -> simple '\t' | '0' -> simple '\000'
      | '\\' -> simple '\\' | '"' -> simple '"' | '\'' -> simple '\''
      | 'x' -> (
          let digit k = if i + k < n then hex_value text.[i + k] else None in
          match (digit 2, digit 3) with
          | Some a, Some b -> (String.make 1 (Char.chr ((16 * a) + b)), i + 4)
          | _ -> Diagnostic.fail (loc source i (i + 2)) "\\x needs two hexadecimal digits" ~help:"for example \\x0a")
      | _ ->
          Diagnostic.fail (loc source i (i + 2)) "unknown escape"
            ~help:"the escapes are \\n \\r \\t \\0 \\\\ \\\" \\' and \\xHH")
  | '\n' ->
      Diagnostic.fail (loc source i (i + 1)) "this literal does not end on its line" ~help:(Printf.sprintf "close it with %c; a line break is \\n" quote)
  | _ ->
      let k = Fairlead_cli.Utf8.length text i in
      (String.sub text i k, i + k)

let string source start =
  let text = Source.text source in
  let n = String.length text in
  let b = Buffer.create 16 in
  let rec go i =
    if i >= n then
      Diagnostic.fail (loc source start (start + 1)) "this string never ends" ~help:"close it with \""
    else if text.[i] = '"' then
      if Buffer.length b > Syntax_limits.max_items then
        Diagnostic.fail (loc source start (i + 1)) "this string has more than %d bytes" Syntax_limits.max_items ~help:"split it"
      else (STRING (Buffer.contents b), i + 1)
    else
      let s, next = character_at source '"' i in
      Buffer.add_string b s;
      go next
  in
  go (start + 1)

let character source start =
  let text = Source.text source in
  let n = String.length text in
  let wrong stop =
    Diagnostic.fail (loc source start stop) "a character literal holds one byte" ~help:"for example 'a', '\\n' or '\\xff'; text goes into \"...\""
  in
  if start + 1 >= n || text.[start + 1] = '\'' then wrong (min n (start + 2))
  else
    let s, next = character_at source '\'' (start + 1) in
    if String.length s = 1 && next < n && text.[next] = '\'' then
      (INT (Z.of_int (Char.code s.[0]), Some Fairlead_lang_coq.Syntax.W8), next + 1)
    else wrong (min n (next + 1))

(* What [word] is a number of; it stands at [here]. *)
let number_of here word =
  let digits, suffix =
    match String.index_opt word 'u' with
    | None -> (word, None)
    | Some k -> (String.sub word 0 k, Some (String.sub word k (String.length word - k)))
  in
  let width =
    match suffix with
    | None -> None
    | Some "u8" -> Some Fairlead_lang_coq.Syntax.W8
    | Some "u16" -> Some W16
    | Some "u32" -> Some W32
    | Some "u64" -> Some W64
    | Some s -> Diagnostic.fail here "unknown suffix `%s`" s ~help:"the suffixes are u8, u16, u32 and u64"
  in
  let plain = String.concat "" (String.split_on_char '_' digits) in
  let hexadecimal = String.length plain > 2 && plain.[0] = '0' && (plain.[1] = 'x' || plain.[1] = 'X') in
  let binary = String.length plain > 2 && plain.[0] = '0' && plain.[1] = 'b' in
  let body = if hexadecimal || binary then String.sub plain 2 (String.length plain - 2) else plain in
  let good =
    body <> ""
    && String.for_all (fun c -> if hexadecimal then hex_value c <> None else if binary then c = '0' || c = '1' else is_digit c) body
  in
  if not good then
    Diagnostic.fail here "`%s` is not a number" (if String.length word > 40 then String.sub word 0 40 ^ "..." else word)
      ~help:"write 10, 1_000, 0xff or 0b101, with a suffix u8, u16, u32 or u64 if you like";
  if String.length body > 80 then Diagnostic.fail here "this number does not fit in 64 bits" ~help:"the largest is 18446744073709551615";
  let z = Z.of_string_base (if hexadecimal then 16 else if binary then 2 else 10) body in
  if Z.numbits z > 64 then
    Diagnostic.fail here "this number does not fit in 64 bits" ~help:"the largest is 18446744073709551615";
  INT (z, width)

let number source start =
  let text = Source.text source in
  let rec after i = if i < String.length text && is_word text.[i] then after (i + 1) else i in
  let stop = after start in
  (number_of (loc source start stop) (String.sub text start (stop - start)), stop)
