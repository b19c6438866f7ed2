(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli

let is_blank c = c = ' ' || c = '\n' || c = '\t' || c = '\r'

let on_one_line text =
  let b = Buffer.create (String.length text) in
  let pending = ref false in
  String.iter
    (fun c ->
      if is_blank c then pending := Buffer.length b > 0
      else (
        if !pending then Buffer.add_char b ' ';
        pending := false;
        Buffer.add_char b c))
    text;
  Buffer.contents b

let starts_with prefix s = String.starts_with ~prefix s

(* What follows "Error:"; the line before says where, if Coq knows. *)
let rec last_error found before = function
  | [] -> found
  | line :: rest when starts_with "Error:" line || starts_with "Fatal error:" line ->
      let message = String.concat "\n" (line :: rest) in
      let after = 1 + String.index message ':' in
      let found = Some (before, String.sub message after (String.length message - after)) in
      last_error found line rest
  | line :: rest -> last_error found line rest

(* Coq prints the name as it is: there may be anything in it, quotes too. *)
let place_of said =
  let rec name_ends i =
    if i < 6 then None
    else if starts_with "\", line " (String.sub said i (String.length said - i)) then Some i
    else name_ends (i - 1)
  in
  match if starts_with "File \"" said then name_ends (String.length said - 1) else None with
  | None -> None
  | Some i -> (
      let place = String.sub said i (String.length said - i) in
      try
        Scanf.sscanf place "\", line %d, characters %d-%d:" (fun line first last ->
            Some (String.sub said 6 (i - 6), line, first, last))
      with Scanf.Scan_failure _ | Failure _ | End_of_file -> None)

let line_of said = Option.map (fun (_, line, _, _) -> line) (place_of said)

let is_tail c = Char.code c land 0xC0 = 0x80

(* How many characters begin in these bytes. *)
let characters s first last =
  let n = ref 0 in
  for i = first to last - 1 do if not (is_tail s.[i]) then incr n done;
  !n

(* Coq counts bytes from the start of the line, and goes on over the ends of lines. *)
let place ~text line first last =
  let lines = String.split_on_char '\n' text in
  match List.nth_opt lines (line - 1) with
  | None -> None
  | Some source ->
      let length = String.length source in
      let first = max 0 (min first length) in
      let here = max first (min last length) in
      let column = 1 + characters source 0 first in
      let width = max 1 (characters source first here) in
      let rec finish line left = function
        | source :: (_ :: _ as rest) when left > String.length source ->
            finish (line + 1) (left - String.length source - 1) rest
        | source :: _ -> (line, 1 + characters source 0 (max 0 (min left (String.length source))))
        | [] -> (line, 1)
      in
      let from_here = List.filteri (fun i _ -> i >= line - 1) lines in
      let end_line, end_column = finish line (max last (first + 1)) from_here in
      let shown = String.map (fun c -> if c < ' ' || c = '\127' then ' ' else c) source in
      let end_column = if end_line = line then max end_column (column + 1) else end_column in
      Some (Message.Lines { line; column; end_line; end_column; excerpt = (shown, column - 1, width) })

(* Derive and ToFl end with what to do, in parentheses. *)
let with_help message =
  let n = String.length message in
  let ours = starts_with "derive:" message || starts_with "to C:" message in
  let rec opening i depth =
    if i < 0 then None
    else
      match message.[i] with
      | ')' -> opening (i - 1) (depth + 1)
      | '(' -> if depth = 1 then Some i else opening (i - 1) (depth - 1)
      | _ -> opening (i - 1) depth
  in
  match if ours && n > 0 && message.[n - 1] = ')' then opening (n - 1) 0 else None with
  | Some i when i > 0 -> (String.trim (String.sub message 0 i), String.sub message (i + 1) (n - i - 2))
  | _ -> (message, "this is Coq's word on the file: see what it says with coqc, or in an editor")

let read ~path ~given ~text said =
  match last_error None "" (String.split_on_char '\n' said) with
  | None -> None
  | Some (before, message) ->
      let message, help = with_help (on_one_line message) in
      let where, place =
        match place_of before with
        | Some (file, line, first, last) when file = given ->
            (path, place ~text line first last)
        | Some (file, line, _, _) -> (Printf.sprintf "%s:%d" file line, None)
        | None -> (path, None)
      in
      Some { Message.error = { where; place; message }; notes = []; help }

let rec contains part s i =
  let n = String.length part in
  i + n <= String.length s && (String.sub s i n = part || contains part s (i + 1))

let unbuilt said =
  match last_error None "" (String.split_on_char '\n' said) with
  | None -> None
  | Some (_, message) ->
      let message = on_one_line message in
      if
        List.exists
          (fun word -> contains word message 0)
          [ "Cannot find library Fairlead."; "Cannot find a physical path bound to logical path Fairlead.";
            "Unable to locate library Fairlead."; "Compiled library Fairlead." ]
      then Some message
      else None

let plain said =
  match last_error None "" (String.split_on_char '\n' said) with
  | Some (_, message) -> on_one_line message
  | None -> on_one_line said
