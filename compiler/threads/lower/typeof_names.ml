(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast
open Ir
open Lower_state

let keywords = [ "typeof"; "__typeof__"; "__typeof"; "typeof_unqual" ]

(* {2 What a typeof declares itself, in statement expressions} *)

exception Unclear

let qualifiers =
  [ "const"; "__const"; "__const__"; "volatile"; "__volatile"; "__volatile__"; "restrict"; "__restrict";
    "__restrict__"; "register"; "static"; "extern"; "auto"; "_Thread_local"; "__thread"; "__extension__" ]

let types =
  [ "int"; "char"; "short"; "long"; "float"; "double"; "void"; "_Bool"; "bool"; "_Complex"; "__complex__"; "unsigned";
    "signed"; "__signed__"; "__int128"; "__auto_type" ]

let statements =
  [ "return"; "goto"; "break"; "continue"; "if"; "else"; "do"; "while"; "for"; "switch"; "case"; "default"; "sizeof";
    "_Alignof"; "__alignof__"; "typedef"; "__label__" ]

let with_arguments = [ "__attribute__"; "__attribute"; "_Alignas"; "_Atomic"; "__asm__"; "asm" ]

type bound = { name : string; index : int; block : int * int }

(* Declarations in blocks of these tokens: [closing] of a bracket, and the innermost one around each. *)
let declared (tokens : Preprocessed.token array) =
  let n = Array.length tokens in
  let word i = if i >= 0 && i < n then tokens.(i).word else "" in
  let closing = Array.make n (-1) and around = Array.make n (-1) in
  let opened = Stack.create () in
  Array.iteri
    (fun i (t : Preprocessed.token) ->
      (match t.word with
      | ")" | "]" | "}" -> if not (Stack.is_empty opened) then closing.(Stack.pop opened) <- i
      | _ -> ());
      around.(i) <- Option.value (Stack.top_opt opened) ~default:(-1);
      match t.word with "(" | "[" | "{" -> Stack.push i opened | _ -> ())
    tokens;
  let behind i = if closing.(i) > i then closing.(i) + 1 else raise Unclear in
  let reserved = qualifiers @ types @ keywords @ statements @ with_arguments in
  let is_name i = Preprocessed.is_word (word i) && not (List.mem (word i) reserved) in
  let found = ref [] in
  (* Behind the specifiers that begin there; [typed]: they have named a type. *)
  let rec specifiers i ~typed =
    match word i with
    | "typedef" -> raise Unclear
    | "_Atomic" when word (i + 1) <> "(" -> specifiers (i + 1) ~typed
    | w when List.mem w with_arguments && word (i + 1) = "(" ->
        specifiers (behind (i + 1)) ~typed:(typed || w = "_Atomic")
    | w when List.mem w keywords && word (i + 1) = "(" -> specifiers (behind (i + 1)) ~typed:true
    | w when List.mem w qualifiers -> specifiers (i + 1) ~typed
    | w when List.mem w types -> specifiers (i + 1) ~typed:true
    | "struct" | "union" | "enum" ->
        if is_name (i + 1) && word (i + 2) <> "{" then specifiers (i + 2) ~typed:true else raise Unclear
    | _ when (not typed) && is_name i && is_name (i + 1) -> specifiers (i + 1) ~typed:true
    | _ when (not typed) && is_name i && word (i + 1) = "*" -> raise Unclear
    | _ -> if typed then Some i else None
  in
  let rec to_comma i = match word i with
    | "," | ";" | "" -> i
    | "(" | "[" | "{" -> to_comma (behind i)
    | _ -> to_comma (i + 1)
  in
  let rec declarators i ~block =
    match word i with
    | "*" -> declarators (i + 1) ~block
    | w when List.mem w qualifiers -> declarators (i + 1) ~block
    | ";" -> ()
    | _ when is_name i ->
        found := { name = word i; index = i; block } :: !found;
        let stop = to_comma (i + 1) in
        if word stop = "," then declarators (stop + 1) ~block
    | _ -> raise Unclear
  in
  Array.iteri
    (fun i (_ : Preprocessed.token) ->
      if word i = "for" then raise Unclear;
      let block = around.(i) in
      if block >= 0 && word block = "{" && List.mem (word (i - 1)) [ "{"; ";"; "}" ] then
        Option.iter (fun j -> declarators j ~block:(block, closing.(block))) (specifiers i ~typed:false))
    tokens;
  !found

(* For each of the tokens, whether it names something that a statement expression among them declares. *)
let own (tokens : Preprocessed.token array) =
  match declared tokens with
  | l ->
      fun i ->
        List.exists
          (fun b -> b.name = tokens.(i).word && b.index <= i && fst b.block < i && i < snd b.block)
          l
  | exception Unclear ->
      let braces = Array.exists (fun (t : Preprocessed.token) -> t.word = "{") tokens in
      let may_declare i =
        let previous = if i = 0 then "" else tokens.(i - 1).word in
        List.mem previous [ "*"; ")"; "," ] || Preprocessed.is_word previous
      in
      fun i ->
        braces
        && List.exists Fun.id
             (List.mapi (fun j (t : Preprocessed.token) -> t.word = tokens.(i).word && may_declare j)
                (Array.to_list tokens))
        && raise Unclear

(* {2 What the function around declares} *)

type meaning = Variable of var | Other

(* Ordinary names that are no variables of ours, or that are declared where the text stays: by name, the bytes where
   they are known. *)
let others ctx body =
  let found = Hashtbl.create 17 in
  let rec go ~inside ~block n =
    let inside = inside || (n.kind = StmtExpr && not (suspends ctx n)) in
    let block =
      match n.kind with CompoundStmt | ForStmt | FunctionDecl -> (n.first, n.last) | _ -> block
    in
    let ordinary =
      match n.kind with
      | VarDecl -> inside || not (Hashtbl.mem ctx.variables n.id)
      | FunctionDecl | ParmVarDecl | TypedefDecl | EnumConstantDecl -> true
      | _ -> false
    in
    if ordinary && n.name <> "" && n.name_at >= 0 then Hashtbl.add found n.name (n.name_at, block);
    List.iter (go ~inside ~block) n.inner
  in
  go ~inside:false ~block:(body.first, body.last) body;
  found

let meaning ctx others (t : Preprocessed.token) =
  let variables =
    List.filter_map
      (fun (v : var) ->
        let known = v.declared_at < t.at && (v.role = Parameter || fst v.scope <= t.at) && t.at < snd v.scope in
        if v.name = t.word && known then
          Some ((if v.role = Parameter then (-1, 0) else (fst v.scope, v.declared_at)), Variable v)
        else None)
      ctx.declared
  in
  let rest =
    List.filter_map
      (fun (at, (first, last)) -> if at < t.at && first <= t.at && t.at < last then Some ((first, at), Other) else None)
      (Hashtbl.find_all others t.word)
  in
  match List.sort (fun (a, _) (b, _) -> compare b a) (variables @ rest) with
  | (_, innermost) :: _ -> innermost
  | [] -> Other

(* {2 All of them} *)

(* {2 Lengths of arrays}

   Of an array of variable length, whose block does not suspend, clang's tree has not what is in the brackets. It is
   evaluated where the array is declared. *)

let is_length (n : node) = n.kind = VarDecl && (Ctype.variable_length n.ty || Ctype.variable_length n.desugared)

(* What is read and has no name of its own for what it does: changes, addresses, blocks. *)
let rec only_reads = function
  | ({ word = "{" | "="; _ } : Preprocessed.token) :: _ -> false
  | { word = ("+" | "-" | "&") as w; at } :: ({ word; at = next } :: _ as rest) ->
      not (w = word && next = at + 1) && w <> "&" && only_reads rest
  | _ :: rest -> only_reads rest
  | [] -> true

(* The tokens between brackets behind the name, up to the initializer. *)
let in_brackets p (n : node) =
  let rec go depth = function
    | ({ word = "="; _ } : Preprocessed.token) :: _ when depth = 0 -> []
    | { word = "["; _ } :: rest -> go (depth + 1) rest
    | { word = "]"; _ } :: rest -> go (depth - 1) rest
    | t :: rest -> if depth > 0 then t :: go depth rest else go depth rest
    | [] -> []
  in
  go 0 (Preprocessed.tokens p ~first:n.name_at ~last:n.last)

let lengths ctx ~name body =
  let seen = Hashtbl.create 7 in
  let rec named previous = function
    | (t : Preprocessed.token) :: rest ->
        let here = Preprocessed.is_word t.word && not (List.mem previous [ "."; "->"; "struct"; "union"; "enum" ]) in
        let more = named t.word rest in
        if here then t :: more else more
    | [] -> []
  in
  Ast.iter
    (fun n ->
      if is_length n && n.name_at >= 0 then
        let tokens = in_brackets ctx.p n in
        if only_reads tokens then
          let used =
            List.filter_map
              (fun (t : Preprocessed.token) ->
                match Hashtbl.find_opt seen t.at with
                | Some found -> found
                | None ->
                    let found = name t in
                    Hashtbl.replace seen t.at found;
                    found)
              (named "" tokens)
          in
          Hashtbl.replace ctx.lengths n.id used)
    body

let tell ctx body =
  let told = ref [] and others = lazy (others ctx body) in
  let found ~as_ (t : Preprocessed.token) =
    told := t.at :: !told;
    match meaning ctx (Lazy.force others) t with
    | Variable v ->
        let last = t.at + String.length t.word in
        ctx.typeof_edits <- (t.at, last, [ For (t.at, last); as_ v ]) :: ctx.typeof_edits;
        Some v
    | Other -> None
  in
  let name t = ignore (found ~as_:(fun v -> Named v) t : var option) in
  let group tokens =
    let own = own tokens in
    let previous i = if i = 0 then "" else tokens.(i - 1).word in
    Array.iteri
      (fun i (t : Preprocessed.token) ->
        let no_name = List.mem (previous i) [ "."; "->"; "struct"; "union"; "enum" ] in
        if Preprocessed.is_word t.word && not no_name then
          match own i with
          | true -> told := t.at :: !told
          | false -> name t
          | exception Unclear -> ())
      tokens
  in
  (* Of the tokens behind a typeof those up to its end, and the rest. *)
  let rec enclosed depth made = function
    | (t : Preprocessed.token) :: rest ->
        let depth = match t.word with "(" -> depth + 1 | ")" -> depth - 1 | _ -> depth in
        if depth = 0 then (List.rev made, rest) else enclosed depth (t :: made) rest
    | [] -> (List.rev made, [])
  in
  let rec go = function
    | (t : Preprocessed.token) :: ({ word = "("; _ } :: _ as rest) when List.mem t.word keywords ->
        let inside, behind = enclosed 0 [] rest in
        group (Array.of_list inside);
        go behind
    | _ :: rest -> go rest
    | [] -> ()
  in
  go (Preprocessed.tokens ctx.p ~first:body.first ~last:body.last);
  lengths ctx ~name:(found ~as_:(fun v -> Var v)) body;
  !told
