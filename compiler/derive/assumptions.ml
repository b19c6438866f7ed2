(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = Assumed of string | Unsafe of string

let closed = "Closed under the global context"
let is_name_char c = match c with 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' | '\'' | '.' -> true | c -> c >= '\128'

let name_of line =
  let rec stop i = if i < String.length line && is_name_char line.[i] then stop (i + 1) else i in
  let n = stop 0 in
  (String.sub line 0 n, String.sub line n (String.length line - n))

(* Printed as wide as can be, a type is on the name's line, or on one of its own that is indented. *)
let entry line =
  let name, rest = name_of line in
  if name = "" then Error line
  else if rest = "" || String.starts_with ~prefix:" : " rest then Ok (Assumed name)
  else if String.starts_with ~prefix:" is " rest || String.starts_with ~prefix:" relies " rest then Ok (Unsafe line)
  else Error line

let read said =
  let lines = List.filter (fun l -> String.trim l <> "") (String.split_on_char '\n' said) in
  match lines with
  | [ line ] when line = closed -> Ok []
  | "Axioms:" :: (_ :: _ as rest) ->
      let add found line =
        match found with
        | Error _ -> found
        | Ok l when line.[0] = ' ' -> Ok l
        | Ok l -> Result.map (fun e -> e :: l) (entry line)
      in
      Result.map List.rev (List.fold_left add (Ok []) rest)
  | line :: _ -> Error line
  | [] -> Error "nothing"
