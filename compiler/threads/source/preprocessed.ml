(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { text : string; name : string; starts : int array; lines : (string * int) array }

(* Names of files as C strings: octal numbers for what is not printed. *)
let quoted name =
  let b = Buffer.create (String.length name + 2) in
  Buffer.add_char b '"';
  String.iter
    (fun c ->
      match c with
      | '"' | '\\' -> Buffer.add_char b '\\'; Buffer.add_char b c
      | c when Char.code c < 32 || Char.code c = 127 -> Buffer.add_string b (Printf.sprintf "\\%03o" (Char.code c))
      | c -> Buffer.add_char b c)
    name;
  Buffer.add_char b '"';
  Buffer.contents b

(* Up to the quote that ends it. *)
let unquoted text =
  let b = Buffer.create (String.length text) in
  let digit i = i < String.length text && text.[i] >= '0' && text.[i] <= '7' in
  let rec go i =
    if i >= String.length text then None
    else
      match text.[i] with
      | '"' -> Some (Buffer.contents b)
      | '\\' when digit (i + 1) && digit (i + 2) && digit (i + 3) ->
          Buffer.add_char b (Char.chr (int_of_string ("0o" ^ String.sub text (i + 1) 3) land 255));
          go (i + 4)
      | '\\' when i + 1 < String.length text ->
          Buffer.add_char b (if text.[i + 1] = 'n' then '\n' else text.[i + 1]);
          go (i + 2)
      | c -> Buffer.add_char b c; go (i + 1)
  in
  go 0

(* A number, a quoted name and flags, as the compilers write them. *)
let marker line =
  match Scanf.sscanf line "# %d \"%s@\n" (fun number rest -> (number, rest)) with
  | number, rest -> Option.map (fun file -> (file, number)) (unquoted rest)
  | exception (Scanf.Scan_failure _ | End_of_file | Failure _) -> None

let of_text ~name text =
  let starts = ref [] and lines = ref [] in
  let rec go at file line =
    if at < String.length text then (
      let stop = match String.index_from_opt text at '\n' with Some i -> i | None -> String.length text in
      starts := at :: !starts;
      lines := (file, line) :: !lines;
      match if text.[at] = '#' then marker (String.sub text at (stop - at)) else None with
      | Some (file, line) -> go (stop + 1) file line
      | None -> go (stop + 1) file (line + 1))
  in
  go 0 name 1;
  { text; name; starts = Array.of_list (List.rev !starts); lines = Array.of_list (List.rev !lines) }

(* The last line that begins at or before the offset. *)
let line_index p offset =
  let rec go low high = if high - low <= 1 then low else
    let mid = (low + high) / 2 in
    if p.starts.(mid) <= offset then go mid high else go low mid
  in
  go 0 (Array.length p.starts)

let origin p offset = if Array.length p.starts = 0 || offset < 0 then (p.name, 1) else p.lines.(line_index p offset)
let on_marker p offset = Array.length p.starts > 0 && p.text.[p.starts.(line_index p offset)] = '#'

let word_char c = match c with 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' | '$' -> true | c -> Char.code c >= 128
let is_word w = w <> "" && word_char w.[0] && not (w.[0] >= '0' && w.[0] <= '9')

(* That line of the file itself: macros are still in it. *)
let line_of_file file number =
  match open_in_bin file with
  | exception Sys_error _ -> None
  | channel ->
      Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () ->
          let rec go n = match input_line channel with line -> if n = number then Some line else go (n + 1) |
            exception (End_of_file | Sys_error _) -> None in
          go 1)

let rec skip_space p at =
  if at >= String.length p.text then at
  else
    match p.text.[at] with
    | ' ' | '\t' | '\n' | '\r' | '\012' | '\011' -> skip_space p (at + 1)
    | '#' when at = 0 || p.text.[at - 1] = '\n' -> (
        match String.index_from_opt p.text at '\n' with Some i -> skip_space p (i + 1) | None -> String.length p.text)
    | _ -> at

let behind_line p at =
  match String.index_from_opt p.text at '\n' with Some i -> skip_space p (i + 1) | None -> String.length p.text

type token = { at : int; word : string }

let tokens p ~first ~last =
  let text = p.text in
  let last = min last (String.length text) in
  let rec quoted q i = if i >= last then last else if text.[i] = '\\' then quoted q (i + 2) else if text.[i] = q
    then i + 1 else quoted q (i + 1) in
  let rec while_word i = if i < last && word_char text.[i] then while_word (i + 1) else i in
  let rec number i =
    if i >= last then i
    else
      match text.[i] with
      | ('e' | 'E' | 'p' | 'P') when i + 1 < last && (text.[i + 1] = '+' || text.[i + 1] = '-') -> number (i + 2)
      | '.' -> number (i + 1)
      | c when word_char c -> number (i + 1)
      | _ -> i
  in
  let rec go at acc =
    let at = skip_space p at in
    if at >= last then List.rev acc
    else
      let stop =
        match text.[at] with
        | ('"' | '\'') as q -> quoted q (at + 1)
        | '0' .. '9' -> number at
        | '.' when at + 1 < last && text.[at + 1] >= '0' && text.[at + 1] <= '9' -> number at
        | '-' when at + 1 < last && text.[at + 1] = '>' -> at + 2
        | c when word_char c ->
            (* The encoding of characters belongs to them. *)
            let stop = while_word at in
            let quote = stop < last && (text.[stop] = '"' || text.[stop] = '\'') in
            if quote && List.mem (String.sub text at (stop - at)) [ "L"; "u"; "U"; "u8" ] then
              quoted text.[stop] (stop + 1)
            else stop
        | _ -> at + 1
      in
      let stop = Int.min stop last in
      go stop ({ at; word = String.sub text at (stop - at) } :: acc)
  in
  go first []

let rec first_black line i =
  if i < String.length line && (line.[i] = ' ' || line.[i] = '\t') then first_black line (i + 1) else i

(* Where in the file's own line stands what is at [first]: the token that is as often there as here, before it.
  Marks and macros move
   it, and system headers' macros split a line into several. *)
let column_in real p first =
  let rec back i =
    let marker = p.text.[p.starts.(i)] = '#' in
    if i > 0 && (marker || p.lines.(i) = p.lines.(line_index p first)) then back (i - 1) else if marker then i else
      i + 1
  in
  let index = line_index p first in
  let from = if index = 0 then 0 else p.starts.(max 0 (back index)) in
  match tokens p ~first ~last:(min (String.length p.text) (first + 200)) with
  | [] -> None
  | { word; _ } :: _ ->
      let same t = t.word = word in
      let here = origin p first in
      let before = List.length (List.filter (fun t -> same t && origin p t.at = here)
        (tokens p ~first:from ~last:first)) in
      let there = { p with text = real } in
      Option.map
        (fun t -> (t.at, String.length word))
        (List.nth_opt (List.filter same (tokens there ~first:0 ~last:(String.length real))) before)

let part p ~first ~last message : Fairlead_cli.Message.part =
  if first < 0 || Array.length p.starts = 0 then { where = p.name; place = None; message }
  else
    let file, number = origin p first in
    let start = p.starts.(line_index p first) in
    let stop = match String.index_from_opt p.text start '\n' with Some i -> i | None -> String.length p.text in
    let seen = String.sub p.text start (stop - start) in
    let at = first - start in
    let width = max 1 (min last stop - first) in
    let line, at, width =
      match line_of_file file number with
      | None -> (seen, at, width)
      | Some real -> (
          match column_in real p first with
          | Some (i, _) when i + width <= String.length real && at + width <= String.length seen && String.sub real
            i width = String.sub seen at width ->
              (real, i, width)
          | Some (i, length) -> (real, i, length)
          | None ->
              let i = first_black real 0 in
              (real, i, String.length real - i))
    in
    (* A caret under tabs stands where the character does if the tabs are one column wide. *)
    let excerpt = String.map (fun c -> if c = '\t' || c = '\r' then ' ' else c) line in
    let place : Fairlead_cli.Message.place =
      Lines { line = number; column = at + 1; end_line = number; end_column = at + 1 + width; excerpt =
        (excerpt, at, width) }
    in
    { where = file; place = Some place; message }
