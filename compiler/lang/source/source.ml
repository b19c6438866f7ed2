(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli

type t = {
  name : string;
  text : string;
  line_starts : int array Lazy.t;
  mutable counted : int * int * int;  (* a line's start, an offset in it, and the characters between: lines can be long *)
}

let find_line_starts text () =
  let count = ref 1 in
  String.iter (fun c -> if c = '\n' then incr count) text;
  let starts = Array.make !count 0 in
  let line = ref 0 in
  String.iteri
    (fun i c ->
      if c = '\n' then (
        incr line;
        starts.(!line) <- i + 1))
    text;
  starts

let create ~name text = { name; text; line_starts = Lazy.from_fun (find_line_starts text); counted = (0, 0, 0) }
let name t = t.name
let text t = t.text

(* The last line that starts at or before the offset. *)
let line_index t offset =
  let starts = Lazy.force t.line_starts in
  let rec search low high =
    if low >= high then low
    else
      let middle = (low + high + 1) / 2 in
      if starts.(middle) <= offset then search middle high else search low (middle - 1)
  in
  search 0 (Array.length starts - 1)

let is_continuation c = Char.code c land 0xC0 = 0x80

let characters text from until =
  let n = ref 0 in
  for i = from to until - 1 do
    if not (is_continuation text.[i]) then incr n
  done;
  !n

let clamp t offset = max 0 (min offset (String.length t.text))

let position t offset =
  let offset = clamp t offset in
  let line = line_index t offset in
  let start = (Lazy.force t.line_starts).(line) in
  let from, before = match t.counted with s, o, n when s = start && o <= offset -> (o, n) | _ -> (start, 0) in
  let n = before + characters t.text from offset in
  t.counted <- (start, offset, n);
  (line + 1, n + 1)

let offset t ~line ~column =
  let starts = Lazy.force t.line_starts in
  if line < 1 || line > Array.length starts then None
  else
    let rec go i n =
      if n = 1 then Some i
      else if i >= String.length t.text || t.text.[i] = '\n' then None
      else go (next (i + 1)) (n - 1)
    and next i = if i < String.length t.text && is_continuation t.text.[i] then next (i + 1) else i in
    go starts.(line - 1) column

let window = 100

(* Printable text, with the malformed parts of a damaged file replaced. *)
let printable text from until =
  let shown piece = if piece = "\t" then " " else if is_continuation piece.[0] then "" else "?" in
  Utf8.mapped shown (String.sub text from (until - from))

(* Columns that a terminal gives a character: East Asian wide ones and emoji take two, combining ones none. *)
let columns_of code =
  let within (low, high) = code >= low && code <= high in
  if List.exists within [ (0x300, 0x36f); (0x200b, 0x200f); (0xfe00, 0xfe0f); (0x20d0, 0x20ff) ] then 0
  else if
    List.exists within
      [ (0x1100, 0x115f); (0x2e80, 0xa4cf); (0xac00, 0xd7a3); (0xf900, 0xfaff); (0xfe30, 0xfe6f); (0xff00, 0xff60);
        (0xffe0, 0xffe6); (0x1f300, 0x1f64f); (0x1f680, 0x1f6ff); (0x1f900, 0x1f9ff); (0x20000, 0x3fffd) ]
  then 2
  else 1

(* Of text that [printable] made, so well-formed. *)
let columns text =
  let n = String.length text in
  let rec go i acc =
    if i >= n then acc
    else
      let c = Char.code text.[i] in
      let length, bits = if c < 0x80 then (1, c) else if c < 0xe0 then (2, c land 0x1f) else if c < 0xf0 then (3, c land 0xf) else (4, c land 7) in
      let rec code k bits = if k = length || i + k >= n then bits else code (k + 1) ((bits lsl 6) lor (Char.code text.[i + k] land 0x3f)) in
      go (i + length) (acc + columns_of (code 1 bits))
  in
  go 0 0

let excerpt t offset stop =
  let offset = clamp t offset in
  let start = (Lazy.force t.line_starts).(line_index t offset) in
  let rec line_end i limit = if i >= limit || t.text.[i] = '\n' then i else line_end (i + 1) limit in
  let from = if offset - start > window then offset - (window / 2) else start in
  let rec align i = if i > start && i < offset && is_continuation t.text.[i] then align (i + 1) else i in
  let from = align from in
  let limit = min (String.length t.text) (offset + window) in
  let until = line_end offset limit in
  let until = if until > from && until <= String.length t.text && t.text.[until - 1] = '\r' then until - 1 else until in
  let until = max until from in
  let left = if from > start then "..." else "" in
  let before = printable t.text from (min offset until) in
  let right = if until = limit && limit < String.length t.text && t.text.[limit] <> '\n' then "..." else "" in
  let inside = max (min offset until) (min (clamp t stop) until) in
  let marked = printable t.text (min offset until) inside in
  let after = printable t.text inside until in
  (left ^ before ^ marked ^ after ^ right, columns (left ^ before), columns marked)
