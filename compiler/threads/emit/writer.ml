(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { p : Preprocessed.t; clean : string; b : Buffer.t; mutable file : string; mutable line : int; mutable
  fresh : bool; mutable used : (int * int) list }

(* The mark is as long as the spaces that replace it, so that offsets stay. In strings it stays. *)
let without_marks (p : Preprocessed.t) blanks =
  let bytes = Bytes.of_string p.text in
  List.iter (fun (first, last) -> Bytes.fill bytes first (last - first) ' ') blanks;
  let mark = Ctype.mark in
  let n = String.length mark in
  let rec go at =
    match String.index_from_opt p.text at '_' with
    | Some i when i + n <= String.length p.text && String.sub p.text i n = mark ->
        let around k = k >= 0 && k < String.length p.text && Preprocessed.is_word (String.make 1 p.text.[k]) in
        if not (around (i - 1) || around (i + n)) then Bytes.fill bytes i n ' ';
        go (i + n)
    | Some i -> go (i + 1)
    | None -> ()
  in
  go 0;
  Bytes.to_string bytes

let create ?(blanks = []) p =
  let file, line = Preprocessed.origin p 0 in
  let b = Buffer.create (String.length p.text * 2) in
  { p; clean = without_marks p blanks; b; file; line; fresh = true; used = [] }

let account w first last = if last > first then w.used <- (first, last) :: w.used

let separate w = if not w.fresh then Buffer.add_char w.b ' '

(* The next byte of output is to count as one of that line. *)
let sync w (file, line) =
  if file = w.file && line = w.line then separate w
  else if file = w.file && line > w.line && line <= w.line + 3 then (
    Buffer.add_string w.b (String.make (line - w.line) '\n');
    w.line <- line)
  else (
    if not w.fresh then Buffer.add_char w.b '\n';
    Buffer.add_string w.b (Printf.sprintf "# %d %s\n" line (Preprocessed.quoted file));
    w.file <- file;
    w.line <- line);
  w.fresh <- true

(* Words that come next to each other do not become one. *)
let apart w c =
  let n = Buffer.length w.b in
  if n > 0 && Preprocessed.word_char c && Preprocessed.word_char (Buffer.nth w.b (n - 1)) then Buffer.add_char w.b ' '

let append ~again w first last =
  if not again then account w first last;
  apart w w.clean.[first];
  Buffer.add_substring w.b w.clean first (last - first);
  let ends_line = w.clean.[last - 1] = '\n' in
  let file, line =
    if ends_line && last < String.length w.clean then Preprocessed.origin w.p last
    else
      let file, line = Preprocessed.origin w.p (last - 1) in
      (file, if ends_line then line + 1 else line)
  in
  w.file <- file;
  w.line <- line;
  w.fresh <- ends_line

let copy ?(again = false) w first last =
  if last > first then
    if Preprocessed.origin w.p first = (w.file, w.line) then append ~again w first last
    else
      let start = Preprocessed.skip_space w.p first in
      if start < last then (sync w (Preprocessed.origin w.p start); append ~again w start last) else separate w

let word w text =
  if text <> "" then (
    apart w text.[0];
    Buffer.add_string w.b text;
    let ends_line = text.[String.length text - 1] = '\n' in
    if ends_line then w.line <- -1; (* what comes next says where it is from *)
    w.fresh <- ends_line)

let line w ~at text = sync w (Preprocessed.origin w.p at); word w text

let preamble w text =
  Buffer.add_string w.b text;
  Buffer.add_string w.b (Printf.sprintf "# %d %s\n" w.line (Preprocessed.quoted w.file))

let account_word w at words =
  let is_here word =
    let last = at + String.length word in
    at >= 0 && last <= String.length w.p.text
    && String.sub w.p.text at (String.length word) = word
    && (last = String.length w.p.text || not (Preprocessed.word_char w.p.text.[last]))
  in
  Option.iter (fun word -> account w at (at + String.length word)) (List.find_opt is_here words)

let times w =
  let n = String.length w.p.text in
  let changes = Array.make (n + 1) 0 in
  List.iter
    (fun (first, last) ->
      changes.(first) <- changes.(first) + 1;
      changes.(last) <- changes.(last) - 1)
    w.used;
  for i = 1 to n do
    changes.(i) <- changes.(i) + changes.(i - 1)
  done;
  changes

let contents w = Buffer.contents w.b
