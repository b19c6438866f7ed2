type t = { name : string; text : string; line_starts : int array Lazy.t }

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

let create ~name text = { name; text; line_starts = Lazy.from_fun (find_line_starts text) }
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
  (line + 1, characters t.text start offset + 1)

let window = 100

(* Printable text, with the malformed parts of a damaged file replaced. *)
let printable text from until =
  let b = Buffer.create (until - from) in
  let length_of c =
    if c < 0x80 then 1 else if c land 0xE0 = 0xC0 then 2 else if c land 0xF0 = 0xE0 then 3
    else if c land 0xF8 = 0xF0 then 4 else 0
  in
  let rec go i =
    if i < until then
      let c = Char.code text.[i] in
      let n = length_of c in
      let well_formed =
        n > 0 && i + n <= until
        && List.for_all (fun k -> is_continuation text.[i + k]) (List.init (n - 1) succ)
      in
      if c = 9 then (Buffer.add_char b ' '; go (i + 1))
      else if c < 32 || c = 127 || not well_formed then (
        if not (is_continuation text.[i]) then Buffer.add_char b '?';
        go (i + 1))
      else (Buffer.add_string b (String.sub text i n); go (i + n))
  in
  go from;
  Buffer.contents b

let excerpt t offset =
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
  let rest = printable t.text (min offset until) until in
  let column = String.length left + characters before 0 (String.length before) in
  (left ^ before ^ rest ^ right, column)
