(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
type t = { specifiers : Preprocessed.token list; declarators : (int * int) list }

let with_arguments =
  [ "typeof"; "__typeof__"; "__typeof"; "typeof_unqual"; "__attribute__"; "__attribute"; "_Alignas"; "alignas";
    "_Atomic"; "__declspec" ]

let opens word = List.mem word [ "("; "["; "{" ]
let closes word = List.mem word [ ")"; "]"; "}" ]

(* Behind the bracket that closes the first one, which is there. *)
let rec behind depth = function
  | (t : Preprocessed.token) :: rest ->
      let depth = if opens t.word then depth + 1 else if closes t.word then depth - 1 else depth in
      if depth = 0 then ([ t ], rest) else let inside, rest = behind depth rest in (t :: inside, rest)
  | [] -> ([], [])

let end_of (t : Preprocessed.token) = t.at + String.length t.word

let of_statement p ~first ~last ~name_at =
  (* Up to the first declarator: its name, a star, or a parenthesis that belongs to no specifier. *)
  let rec specifiers previous = function
    | (t : Preprocessed.token) :: _ as l when t.at >= name_at || t.word = "*" || t.word = "^" -> ([], l)
    | { word = "("; _ } :: _ as l when not (List.mem previous with_arguments) -> ([], l)
    | ({ word = "(" | "{" | "["; _ } :: _) as l ->
        let inside, rest = behind 0 l in
        let made, rest = specifiers "" rest in
        (inside @ made, rest)
    | t :: rest ->
        let made, rest = specifiers t.word rest in
        (t :: made, rest)
    | [] -> ([], [])
  in
  let rec declarators ~from ~stop depth = function
    | (t : Preprocessed.token) :: rest when depth = 0 && (t.word = "," || t.word = ";") ->
        let more =
          match rest with next :: _ when t.word = "," -> declarators ~from:next.at ~stop 0 rest | _ -> []
        in
        (from, stop) :: more
    | t :: rest ->
        let depth = if opens t.word then depth + 1 else if closes t.word then depth - 1 else depth in
        declarators ~from ~stop:(end_of t) depth rest
    | [] -> [ (from, stop) ]
  in
  let specifiers, rest = specifiers "" (Preprocessed.tokens p ~first ~last) in
  let declarators = match rest with t :: _ -> declarators ~from:t.at ~stop:t.at 0 rest | [] -> [] in
  { specifiers; declarators }

let first_name (n : Ast.node) =
  let is_name (d : Ast.node) = List.mem d.kind [ VarDecl; FunctionDecl; TypedefDecl ] && d.name_at >= 0 in
  List.fold_left (fun at (d : Ast.node) -> if is_name d then min at d.name_at else at) n.last n.inner

let range = function
  | [] -> []
  | (t : Preprocessed.token) :: _ as l -> [ (t.at, end_of (List.nth l (List.length l - 1))) ]

(* Without what is in the braces of a definition, which has a name. *)
let repeated t =
  let rec go made = function
    | ({ word = "(" | "["; _ } : Preprocessed.token) :: _ as l ->
        let inside, rest = behind 0 l in
        go (List.rev_append inside made) rest
    | { word = "{"; _ } :: _ as l -> (
        match made with
        | ({ word = "struct" | "union" | "enum" | ")" | "]"; _ } : Preprocessed.token) :: _ -> None
        | _ ->
            let _, rest = behind 0 l in
            Option.map (fun more -> range (List.rev made) @ more) (go [] rest))
    | t :: rest -> go (t :: made) rest
    | [] -> Some (range (List.rev made))
  in
  go [] t.specifiers

let declarator t ~name_at = List.find_opt (fun (first, last) -> first <= name_at && name_at < last) t.declarators
