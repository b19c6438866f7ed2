(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let promises = [ "noreturn"; "_Noreturn"; "pure"; "const"; "returns_nonnull" ]

let is_promise word = List.mem (Declared.bare word) promises
let end_of (t : Preprocessed.token) = t.at + String.length t.word

(* Of a declaration: `_Noreturn`, names in lists of attributes, and `[[...]]` with one of them. *)
let rec in_declaration = function
  | (t : Preprocessed.token) :: rest when t.word = "_Noreturn" -> (t.at, end_of t) :: in_declaration rest
  | { word = "__attribute__" | "__attribute"; _ } :: { word = "("; _ } :: { word = "("; _ } :: rest -> in_list 2 rest
  | ({ word = "["; _ } as first) :: { word = "["; _ } :: rest -> in_brackets first false rest
  | _ :: rest -> in_declaration rest
  | [] -> []

and in_list depth = function
  | ({ word = "("; _ } : Preprocessed.token) :: rest -> in_list (depth + 1) rest
  | { word = ")"; _ } :: rest -> if depth = 1 then in_declaration rest else in_list (depth - 1) rest
  | t :: rest when depth = 2 && is_promise t.word -> (t.at, end_of t) :: in_list depth rest
  | _ :: rest -> in_list depth rest
  | [] -> []

and in_brackets first found = function
  | ({ word = "]"; _ } : Preprocessed.token) :: ({ word = "]"; _ } as last) :: rest ->
      if found then (first.at, end_of last) :: in_declaration rest else in_declaration rest
  | t :: rest -> in_brackets first (found || is_promise t.word) rest
  | [] -> []

let places (program : Program.t) = List.concat_map (fun (_, tokens) -> in_declaration tokens) (Declared.all program)
