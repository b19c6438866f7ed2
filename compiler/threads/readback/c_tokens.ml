(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { at : int; word : string }

let is_letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_' || c = '$' || c >= '\128'
let is_digit c = c >= '0' && c <= '9'

(* Longest first. *)
let punctuation =
  [ "%:%:"; "..."; "<<="; ">>="; "->"; "++"; "--"; "<<"; ">>"; "<="; ">="; "=="; "!="; "&&"; "||"; "+="; "-="; "*=";
    "/="; "%="; "&="; "|="; "^="; "##"; "<:"; ":>"; "<%"; "%>"; "%:" ]

let longer = Array.make 256 []
let () = List.iter (fun p -> let c = Char.code p.[0] in longer.(c) <- longer.(c) @ [ p ]) punctuation

let of_text ?(first = 0) ?last text =
  let n = Option.value last ~default:(String.length text) in
  let at_end i = i >= n in
  let rec while_ f i = if (not (at_end i)) && f text.[i] then while_ f (i + 1) else i in
  let rec line_end i = if at_end i || text.[i] = '\n' then i else line_end (i + 1) in
  let rec name i =
    if at_end i then i
    else if is_letter text.[i] || is_digit text.[i] then name (i + 1)
    else if text.[i] = '\\' && i + 1 < n && (text.[i + 1] = 'u' || text.[i + 1] = 'U') then name (i + 2)
    else i
  in
  let rec number i =
    if at_end i then i
    else
      match text.[i] with
      | '+' | '-' -> if List.mem text.[i - 1] [ 'e'; 'E'; 'p'; 'P' ] then number (i + 1) else i
      | c when c = '.' || is_digit c || is_letter c -> number (i + 1)
      | _ -> i
  in
  let rec quoted q i =
    if at_end i then i
    else if text.[i] = '\\' then quoted q (i + 2)
    else if text.[i] = q then i + 1
    else quoted q (i + 1)
  in
  let rec comment i =
    if i + 1 >= n then n else if text.[i] = '*' && text.[i + 1] = '/' then i + 2 else comment (i + 1)
  in
  let made = ref [] in
  let put at last = let last = min n last in made := { at; word = String.sub text at (last - at) } :: !made; last in
  let directive at =
    let last = line_end at in
    let behind = while_ (fun c -> c = ' ' || c = '\t') (at + 1) in
    (* A line marker begins with a number. *)
    if behind < last && not (is_digit text.[behind]) then
      made := { at; word = String.trim (String.sub text at (last - at)) } :: !made;
    last
  in
  let rec go ~fresh i =
    if not (at_end i) then
      match text.[i] with
      | '\n' -> go ~fresh:true (i + 1)
      | ' ' | '\t' | '\r' | '\011' | '\012' -> go ~fresh (i + 1)
      | '#' when fresh -> go ~fresh:true (directive i)
      | '/' when i + 1 < n && text.[i + 1] = '*' -> go ~fresh (comment (i + 2))
      | '/' when i + 1 < n && text.[i + 1] = '/' -> go ~fresh (line_end i)
      | ('"' | '\'') as q -> go ~fresh:false (put i (quoted q (i + 1)))
      | c when is_digit c || (c = '.' && i + 1 < n && is_digit text.[i + 1]) -> go ~fresh:false (put i (number (i + 1)))
      | c when is_letter c || (c = '\\' && name i > i) -> go ~fresh:false (put i (name i))
      | c ->
          let there p = i + String.length p <= n && String.sub text i (String.length p) = p in
          let length = match List.find_opt there longer.(Char.code c) with Some p -> String.length p | None -> 1 in
          go ~fresh:false (put i (i + length))
  in
  (* A range may begin within a line: not where a directive could. *)
  go ~fresh:(first = 0 || text.[first - 1] = '\n') first;
  Array.of_list (List.rev !made)

let words text = Array.to_list (Array.map (fun t -> t.word) (of_text text))
