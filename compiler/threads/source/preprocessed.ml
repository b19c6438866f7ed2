(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { text : string; name : string; starts : int array; lines : (string * int) array }

(* `# 12 "file.c" 1 3`, as the compilers write it. *)
let marker line =
  match Scanf.sscanf line "# %d %S" (fun number file -> (file, number)) with
  | m -> Some m
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
          let rec go n = match input_line channel with line -> if n = number then Some line else go (n + 1) | exception (End_of_file | Sys_error _) -> None in
          go 1)

let find_word word line =
  let n = String.length word in
  let rec go i =
    if n = 0 || i + n > String.length line then None
    else if String.sub line i n = word && (i = 0 || not (word_char line.[i - 1])) && (i + n = String.length line || not (word_char line.[i + n]))
    then Some i
    else go (i + 1)
  in
  go 0

let rec first_black line i = if i < String.length line && (line.[i] = ' ' || line.[i] = '\t') then first_black line (i + 1) else i

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
      | Some real when String.length real >= at + width && String.sub real 0 (at + width) = String.sub seen 0 (at + width) -> (real, at, width)
      | Some real -> (
          (* Macros moved it: the same word, or the line. *)
          let rec stop_of i = if i < String.length seen && word_char seen.[i] then stop_of (i + 1) else i in
          let word = String.sub seen at (stop_of at - at) in
          match find_word word real with
          | Some i -> (real, i, String.length word)
          | None -> let i = first_black real 0 in (real, i, String.length real - i))
    in
    (* A caret under tabs stands where the character does if the tabs are one column wide. *)
    let excerpt = String.map (fun c -> if c = '\t' || c = '\r' then ' ' else c) line in
    let place : Fairlead_cli.Message.place =
      { line = number; column = at + 1; end_line = number; end_column = at + 1 + width; excerpt = (excerpt, at, width) }
    in
    { where = file; place = Some place; message }

let rec skip_space p at =
  if at >= String.length p.text then at
  else
    match p.text.[at] with
    | ' ' | '\t' | '\n' | '\r' | '\012' | '\011' -> skip_space p (at + 1)
    | '#' when at = 0 || p.text.[at - 1] = '\n' -> (
        match String.index_from_opt p.text at '\n' with Some i -> skip_space p (i + 1) | None -> String.length p.text)
    | _ -> at

type token = { at : int; word : string }

let tokens p ~first ~last =
  let text = p.text in
  let last = min last (String.length text) in
  let rec quoted q i = if i >= last then last else if text.[i] = '\\' then quoted q (i + 2) else if text.[i] = q then i + 1 else quoted q (i + 1) in
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
        | c when word_char c -> while_word at
        | _ -> at + 1
      in
      let stop = min stop last in
      go stop ({ at; word = String.sub text at (stop - at) } :: acc)
  in
  go first []
