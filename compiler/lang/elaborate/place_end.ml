(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let statement text start =
  let n = String.length text in
  let at i c = i < n && text.[i] = c in
  let rec go i depth =
    if i >= n then n
    else
      match text.[i] with
      | (';' | '{' | '}' | '\n') when depth <= 0 -> i
      | '(' | '[' | '{' -> go (i + 1) (depth + 1)
      | ')' | ']' | '}' -> go (i + 1) (depth - 1)
      | ('"' | '\'') as quote -> literal quote (i + 1) depth
      | '/' when at (i + 1) '/' -> go (Option.value (String.index_from_opt text i '\n') ~default:n) depth
      | '/' when at (i + 1) '*' -> comment (i + 2) depth
      | _ -> go (i + 1) depth
  and literal quote i depth =
    if i >= n || text.[i] = quote then go (i + 1) depth
    else literal quote (if text.[i] = '\\' then i + 2 else i + 1) depth
  and comment i depth = if i >= n || (at i '*' && at (i + 1) '/') then go (i + 2) depth else comment (i + 1) depth in
  let rec trimmed i = if i > start && text.[i - 1] = ' ' then trimmed (i - 1) else i in
  trimmed (go start 0)

let name text start =
  let inside = function 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' -> true | _ -> false in
  let rec go i = if i < String.length text && inside text.[i] then go (i + 1) else i in
  go start

let place ending find (at : Program_info.position) =
  match find at.file with
  | None -> { Loc.none with file = at.file }
  | Some source ->
      let text = Source.text source in
      let start = Option.value (Source.offset source ~line:at.line ~column:at.column) ~default:0 in
      { Loc.file = at.file; start; stop = max (start + 1) (ending text start) }

let of_statement find at = place statement find at
let of_name find at = place name find at
