(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ast

let promises = [ "noreturn"; "_Noreturn"; "pure"; "const"; "returns_nonnull" ]

let is_promise word =
  let n = String.length word in
  let bare =
    if String.starts_with ~prefix:"__" word && String.ends_with ~suffix:"__" word && n > 4 then
      String.sub word 2 (n - 4)
    else word
  in
  List.mem bare promises

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

(* Up to the body, or to the semicolon. *)
let rec header depth = function
  | ({ word = "{" | ";"; _ } : Preprocessed.token) :: _ when depth = 0 -> []
  | ({ word = "(" | "["; _ } as t) :: rest -> t :: header (depth + 1) rest
  | ({ word = ")" | "]"; _ } as t) :: rest -> t :: header (depth - 1) rest
  | t :: rest -> t :: header depth rest
  | [] -> []

let places (program : Program.t) =
  let p = program.source in
  let length = String.length p.text in
  let declaration ~from (n : node) =
    let last =
      match List.find_opt (fun c -> c.kind = "CompoundStmt") n.inner with
      | Some body -> body.first
      | None -> min length (n.last + 1000) (* attributes may stand behind what clang says is the last *)
    in
    let own = Preprocessed.tokens p ~first:n.first ~last in
    let before = Preprocessed.tokens p ~first:from ~last:n.first in
    let rec behind_semicolon l = function
      | ({ word = ";"; _ } : Preprocessed.token) :: rest -> behind_semicolon rest rest
      | _ :: rest -> behind_semicolon l rest
      | [] -> l
    in
    in_declaration (behind_semicolon before before @ header 0 own)
  in
  let is_marked n = n.kind = "FunctionDecl" && n.first >= 0 && Ctype.suspends n.desugared in
  let at = ref 0 and found = ref [] in
  List.iter
    (fun n ->
      if is_marked n then found := declaration ~from:!at n :: !found;
      if n.kind = "FunctionDecl" then
        iter (fun c -> if c.id <> n.id && is_marked c then found := declaration ~from:c.first c :: !found) n;
      at := max !at n.last)
    program.tree.inner;
  List.concat !found
