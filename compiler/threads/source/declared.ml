(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast

type attribute = { name : string; text : string; at : int }

(* Up to the body, or to the semicolon. *)
let rec header depth = function
  | ({ word = "{" | ";"; _ } : Preprocessed.token) :: _ when depth = 0 -> []
  | ({ word = "(" | "["; _ } as t) :: rest -> t :: header (depth + 1) rest
  | ({ word = ")" | "]"; _ } as t) :: rest -> t :: header (depth - 1) rest
  | t :: rest -> t :: header depth rest
  | [] -> []

let all (program : Program.t) =
  let p = program.source in
  let length = String.length p.text in
  let declaration ~from (n : node) =
    let last =
      match List.find_opt (fun c -> c.kind = CompoundStmt) n.inner with
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
    (n, behind_semicolon before before @ header 0 own)
  in
  let is_marked n = n.kind = FunctionDecl && n.first >= 0 && Ctype.suspends n.desugared in
  let at = ref 0 and found = ref [] in
  List.iter
    (fun n ->
      if is_marked n then found := declaration ~from:!at n :: !found;
      if n.kind = FunctionDecl then
        iter (fun c -> if c.id <> n.id && is_marked c then found := declaration ~from:c.first c :: !found) n;
      at := max !at n.last)
    program.tree.inner;
  List.rev !found

let bare word =
  let n = String.length word in
  if String.starts_with ~prefix:"__" word && String.ends_with ~suffix:"__" word && n > 4 then String.sub word 2 (n - 4)
  else word

(* The arguments of an attribute, if any, end there. *)
let rec closed depth last = function
  | ({ word = "("; at } : Preprocessed.token) :: rest -> closed (depth + 1) (at + 1) rest
  | { word = ")"; at } :: rest -> if depth <= 1 then (at + 1, rest) else closed (depth - 1) (at + 1) rest
  | _ :: rest -> closed depth last rest
  | [] -> (last, [])

let attributes (program : Program.t) tokens =
  let text first last = String.sub program.source.text first (last - first) in
  let one (t : Preprocessed.token) rest =
    let last = t.at + String.length t.word in
    let last, rest =
      match rest with ({ word = "("; _ } : Preprocessed.token) :: _ -> closed 0 last rest | _ -> (last, rest)
    in
    ({ name = bare t.word; text = text t.at last; at = t.at }, rest)
  in
  let rec outside = function
    | ({ word = "__attribute__" | "__attribute"; _ } : Preprocessed.token)
      :: { word = "("; _ } :: { word = "("; _ } :: rest ->
        in_list rest
    | { word = "["; _ } :: { word = "["; _ } :: rest -> in_brackets rest
    | _ :: rest -> outside rest
    | [] -> []
  and in_list = function
    | ({ word = ")"; _ } : Preprocessed.token) :: rest -> outside rest
    | t :: rest when Preprocessed.is_word t.word -> let a, rest = one t rest in a :: in_list rest
    | _ :: rest -> in_list rest
    | [] -> []
  and in_brackets = function
    | ({ word = "]"; _ } : Preprocessed.token) :: rest -> outside rest
    | { word = "gnu" | "__gnu__"; _ } :: { word = ":"; _ } :: { word = ":"; _ } :: t :: rest ->
        let a, rest = one t rest in
        a :: in_brackets rest
    | t :: rest when Preprocessed.is_word t.word -> in_brackets (snd (one t rest))
    | _ :: rest -> in_brackets rest
    | [] -> []
  in
  outside tokens
