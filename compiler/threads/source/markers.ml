(* SPDX-License-Identifier: Apache-2.0 OR MIT *)

type place = { at : int; behind : char  (** the last byte before it that is no space *) }
type t = { source : Preprocessed.t; text : string; macros : string array; places : place array array }

let text t = t.text
let source t = t.source
let length t ~macro = String.length t.macros.(macro)

exception Unclear

let line_end text at = match String.index_from_opt text at '\n' with Some i -> i | None -> String.length text

type directive = Marker | Pragma

let directive text at stop =
  let rec blank i = if i < stop && (text.[i] = ' ' || text.[i] = '\t') then blank (i + 1) else i in
  let i = blank (at + 1) in
  let is word = i + String.length word <= stop && String.sub text i (String.length word) = word in
  if i < stop && text.[i] >= '0' && text.[i] <= '9' then Marker
  else if is "line" then Marker
  else if is "pragma" then Pragma
  else raise Unclear

let without ~macros (p : Preprocessed.t) =
  let s = p.text in
  let n = String.length s in
  let clean = Bytes.of_string s in
  let numbers = Hashtbl.create 37 in
  List.iteri (fun i w -> Hashtbl.replace numbers w i) macros;
  let places = Array.make (List.length macros) [] in
  let following i c = i + 1 < n && s.[i + 1] = c in
  let word i = let rec go j = if j < n && Preprocessed.word_char s.[j] then go (j + 1) else j in go i in
  let rec literal q i =
    if i >= n || s.[i] = '\n' then raise Unclear
    else if s.[i] = '\\' then if i + 1 < n && s.[i + 1] <> '\n' then literal q (i + 2) else raise Unclear
    else if s.[i] = q then i + 1
    else literal q (i + 1)
  in
  (* [previous]: the last byte that is no space. *)
  let rec go i previous =
    if i < n then
      match s.[i] with
      | ' ' | '\t' | '\n' | '\011' | '\012' -> go (i + 1) previous
      | '#' when i = 0 || s.[i - 1] = '\n' ->
          let stop = line_end s i in
          (match directive s i stop with
          | Marker -> Bytes.fill clean i (stop - i) ' '
          | Pragma ->
              (* They may be about macros. *)
              let about w = Ctype.contains (String.sub s i (stop - i)) w in
              if List.exists about ("\\" :: "/*" :: "//" :: macros) then raise Unclear);
          go stop previous
      | '#' | '\\' | '\r' | '\000' | '@' | '`' -> raise Unclear
      | '/' when following i '/' || following i '*' -> raise Unclear
      | '%' when following i ':' -> raise Unclear
      | '?' when following i '?' -> raise Unclear
      | ('"' | '\'') as q -> go (literal q (i + 1)) q
      | c when Preprocessed.word_char c ->
          let stop = word i in
          (if c = '_' then
             match Hashtbl.find_opt numbers (String.sub s i (stop - i)) with
             | Some m -> places.(m) <- { at = i; behind = previous } :: places.(m)
             | None -> ());
          go stop 'a'
      | c -> go (i + 1) c
  in
  match go 0 ';' with
  | () ->
      let in_order l = Array.of_list (List.rev l) in
      Some { source = p; text = Bytes.to_string clean; macros = Array.of_list macros;
        places = Array.map in_order places }
  | exception Unclear -> None

let offset t ~line ~column =
  let starts = t.source.starts in
  if line < 1 || line > Array.length starts || column < 1 then -1 else starts.(line - 1) + column - 1

let pairs =
  [ "->"; "++"; "--"; "<<"; ">>"; "<="; ">="; "=="; "!="; "&&"; "||"; "+="; "-="; "*="; "/="; "%="; "&="; "|="; "^=";
    "<:"; ":>"; "<%"; "%>" ]

let token_end t at =
  let s = t.text in
  let n = String.length s in
  let rec while_word i = if i < n && Preprocessed.word_char (String.unsafe_get s i) then while_word (i + 1) else i in
  let rec quoted q i = if i >= n then n else if s.[i] = '\\' then quoted q (i + 2) else if s.[i] = q then i + 1 else
    quoted q (i + 1) in
  let rec number i =
    if i >= n then i
    else
      match s.[i] with
      | ('e' | 'E' | 'p' | 'P') when i + 1 < n && (s.[i + 1] = '+' || s.[i + 1] = '-') -> number (i + 2)
      | '.' -> number (i + 1)
      | c when Preprocessed.word_char c -> number (i + 1)
      | _ -> i
  in
  let is w = at + String.length w <= n && String.sub s at (String.length w) = w in
  if at < 0 || at >= n then at
  else
    match s.[at] with
    | '0' .. '9' -> number at
    | ')' | ']' | '}' | ';' | ',' | '(' | '[' | '{' | '~' -> at + 1
    | '.' when at + 1 < n && s.[at + 1] >= '0' && s.[at + 1] <= '9' -> number at
    | ('"' | '\'') as q -> quoted q (at + 1)
    | c when Preprocessed.word_char c ->
        let stop = while_word at in
        let quote = stop < n && (s.[stop] = '"' || s.[stop] = '\'') in
        if quote && List.mem (String.sub s at (stop - at)) [ "L"; "u"; "U"; "u8" ] then quoted s.[stop] (stop + 1)
        else stop
    | _ ->
        if List.exists is [ "..."; "<<="; ">>=" ] then at + 3
        else if List.exists is pairs then at + 2
        else at + 1

(* How many places of the macro are before that byte. *)
let count t ~macro ~before =
  let places = t.places.(macro) in
  let rec search low high =
    if low = high then low
    else
      let middle = (low + high) / 2 in
      if places.(middle).at < before then search (middle + 1) high else search low middle
  in
  search 0 (Array.length places)

let last_before t ~macro ~before =
  match count t ~macro ~before with 0 -> -1 | n -> t.places.(macro).(n - 1).at

(* From there to the name nothing else begins or ends, and what is open at the name is a declarator: the declaration
   begins there. A parameter's is between commas. *)
let leads_to t ~parameter at name =
  let word = function ({ word; _ } : Preprocessed.token) :: _ -> word | [] -> "" in
  (* [opened]: the brackets around, and whether a declarator may be in them. *)
  let rec go opened = function
    | ({ word = "("; _ } : Preprocessed.token) :: rest -> go (List.mem (word rest) [ "*"; "(" ] :: opened) rest
    | { word = "[" | "{"; _ } :: rest -> go (false :: opened) rest
    | { word = ")" | "]" | "}"; _ } :: rest -> ( match opened with _ :: outer -> go outer rest | [] -> false)
    | { word = ";"; _ } :: rest -> opened <> [] && go opened rest
    | { word = ","; _ } :: rest -> ((not parameter) || opened <> []) && go opened rest
    | _ :: rest -> go opened rest
    | [] -> List.for_all Fun.id opened
  in
  go [] (Preprocessed.tokens t.source ~first:at ~last:name)

let beginning t ~macro ~parameter ~before =
  let opening = if parameter then [ '('; ',' ] else [ ';'; '{'; '}' ] in
  let is_it (place : place) = List.mem place.behind opening && leads_to t ~parameter place.at before in
  (* Nearer than that, or nowhere. *)
  let rec back i tried =
    if i < 0 || tried = 0 then []
    else
      let place = t.places.(macro).(i) in
      if place.at < before - 20000 then []
      else if is_it place then place.at :: (if parameter then back (i - 1) (tried - 1) else [])
      else back (i - 1) (tried - 1)
  in
  match back (count t ~macro ~before - 1) 8 with [ at ] -> at | _ -> -1
