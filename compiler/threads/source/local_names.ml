(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast

type tag = {
  number : int;
  keyword : string;
  name : string;
  mutable definition : definition option;
}
and definition = { keyword_at : int; brace : int; stop : int; place : place }
and place = Statement | Nested | Expression | Elsewhere

type enumerator = { of_tag : tag; e_name : string; e_at : int }
type meaning = Typedef of int | Enumerator of enumerator | Other

type t = {
  tokens : Preprocessed.token array;
  indexes : (int, int) Hashtbl.t;  (** by the byte where a token begins *)
  closing : int array;  (** of a token that opens, the one that closes; or -1 *)
  block : int array;  (** of each token, the innermost block *)
  around : int array;  (** of each block, the one around it; or -1 *)
  compound : bool array;  (** of each block, whether it stands in braces *)
  names : (int * string, int * meaning) Hashtbl.t;
      (** by block and name: from which byte on it is known, and what it is *)
  members : (int, unit) Hashtbl.t;  (** bytes where names of members are declared *)
  declared : (int, unit) Hashtbl.t;  (** bytes where ordinary names are *)
  mutable tags : tag list;
  mutable enumerators : enumerator list;
  mentioned : (int, tag) Hashtbl.t;  (** by the index of the tag's token, or of the keyword where there is none *)
}

let keywords = [ "struct"; "union"; "enum" ]
let tokens t = t.tokens
let word t i = if i >= 0 && i < Array.length t.tokens then t.tokens.(i).Preprocessed.word else ""
let index t at = Hashtbl.find_opt t.indexes at
let tags t = List.rev t.tags
let enumerators t = List.rev t.enumerators
let tag_at t i = Hashtbl.find_opt t.mentioned i
let declares t i = Hashtbl.mem t.declared t.tokens.(i).at

(* {2 Brackets and blocks} *)

let brackets (tokens : Preprocessed.token array) =
  let closing = Array.make (Array.length tokens) (-1) in
  let opened = Stack.create () in
  Array.iteri
    (fun i (t : Preprocessed.token) ->
      match t.word with
      | "(" | "[" | "{" -> Stack.push i opened
      | ")" | "]" | "}" -> if not (Stack.is_empty opened) then closing.(Stack.pop opened) <- i
      | _ -> ())
    tokens;
  closing

(* What C takes for a block, but for the parts of statements that are none by their braces. *)
let is_block n =
  List.mem n.kind [ CompoundStmt; ForStmt; IfStmt; WhileStmt; DoStmt; SwitchStmt ] && n.first >= 0

let blocks (d : Program.definition) (tokens : Preprocessed.token array) =
  let found = ref [] in
  iter (fun n -> if is_block n then found := n :: !found) d.body;
  let all = Array.of_list !found in
  (* Of two that begin together the longer is outside. *)
  Array.stable_sort (fun a b -> compare (a.first, -a.last) (b.first, -b.last)) all;
  let around = Array.make (Array.length all) (-1) in
  let open_ = Stack.create () and next = ref 0 in
  let block_of (t : Preprocessed.token) =
    let rec close () =
      match Stack.top_opt open_ with
      | Some b when all.(b).last <= t.at -> ignore (Stack.pop open_ : int); close ()
      | _ -> ()
    in
    let rec enter () =
      if !next < Array.length all && all.(!next).first <= t.at then (
        close ();
        around.(!next) <- Option.value (Stack.top_opt open_) ~default:(-1);
        if all.(!next).last > t.at then Stack.push !next open_;
        incr next;
        enter ())
    in
    close ();
    enter ();
    Option.value (Stack.top_opt open_) ~default:(-1)
  in
  let block = Array.map block_of tokens in
  (block, around, Array.map (fun n -> n.kind = CompoundStmt) all)

(* {2 Names} *)

let rec lookup t name ~at block =
  if block < 0 then None
  else
    let known = List.filter (fun (from, _) -> from <= at) (Hashtbl.find_all t.names (block, name)) in
    match List.sort (fun (a, _) (b, _) -> compare (b : int) a) known with
    | (_, meaning) :: _ -> Some meaning
    | [] -> lookup t name ~at t.around.(block)

let declare t ~block ~from ~at name meaning =
  Hashtbl.replace t.declared at ();
  if name <> "" then Hashtbl.add t.names (block, name) (from, meaning)

let ordinary t (d : Program.definition) =
  List.iter
    (fun (p : Program.parameter) -> declare t ~block:0 ~from:0 ~at:p.p_at p.p_name Other)
    d.signature.parameters;
  let rec go n =
    (match (n.kind, index t n.name_at) with
    | FieldDecl, Some _ -> Hashtbl.replace t.members n.name_at ()
    | (VarDecl | FunctionDecl | ParmVarDecl), Some i ->
        declare t ~block:t.block.(i) ~from:(n.name_at + String.length n.name) ~at:n.name_at n.name Other
    | TypedefDecl, Some i ->
        declare t ~block:t.block.(i) ~from:(n.name_at + String.length n.name) ~at:n.name_at n.name (Typedef n.name_at)
    | _ -> ());
    List.iter go n.inner
  in
  go d.body

let meaning t i =
  let before = word t (i - 1) and behind = word t (i + 1) and at = t.tokens.(i).at in
  let label = before = "goto" || (behind = ":" && List.mem before [ ";"; "{"; "}"; ")"; ":" ]) in
  if
    (not (Preprocessed.is_word (word t i)))
    || List.mem before [ "."; "->" ]
    || List.mem before keywords || Hashtbl.mem t.members at || Hashtbl.mem t.declared at || label
  then None
  else lookup t (word t i) ~at t.block.(i)

(* {2 Tags} *)

let rec behind_attributes t i =
  match word t i with
  | "__attribute__" | "__attribute" | "_Alignas" when word t (i + 1) = "(" && t.closing.(i + 1) > i ->
      behind_attributes t (t.closing.(i + 1) + 1)
  | "[" when word t (i + 1) = "[" && t.closing.(i) > i -> behind_attributes t (t.closing.(i) + 1)
  | _ -> i

let qualifiers = [ "const"; "volatile"; "__const"; "__volatile__"; "restrict"; "_Atomic"; "__extension__"; "register" ]
let types_of = [ "sizeof"; "__typeof__"; "typeof"; "__typeof"; "_Alignof"; "__alignof__"; "__alignof"; "_Atomic" ]

(* [inside]: the brackets around it, innermost first, and whether they are of a definition. *)
let place t i inside =
  match inside with
  | (_, true) :: _ -> Nested
  | (opening, false) :: _ when word t opening = "(" ->
      let rec only_qualifiers k = k = i || (List.mem (word t k) qualifiers && only_qualifiers (k + 1)) in
      let before = word t (opening - 1) in
      let operand = Preprocessed.is_word before || before = ")" || before = "]" in
      let cast = List.mem before [ "return"; "case" ] || not operand in
      let compound = t.block.(i) >= 0 && t.compound.(t.block.(i)) in
      let known = if compound then List.mem before types_of || cast else before = "for" in
      if known && only_qualifiers (opening + 1) then Expression else Elsewhere
  | (opening, false) :: _ when word t opening = "{" ->
      let b = t.block.(i) in
      if b >= 0 && t.compound.(b) && t.block.(opening) = b && (opening = 0 || t.block.(opening - 1) <> b) then Statement
      else Elsewhere
  | _ -> Elsewhere

(* Each name before a comma, and what it is worth behind it. *)
let enumerate t tag ~block (brace, close) =
  let rec go i ~first =
    if i < close then
      if t.closing.(i) > i then go (t.closing.(i) + 1) ~first
      else if first && Preprocessed.is_word (word t i) then (
        let rec stop k =
          if k >= close || word t k = "," then k
          else if t.closing.(k) > k then stop (t.closing.(k) + 1)
          else stop (k + 1)
        in
        let stop = stop (i + 1) in
        let at = t.tokens.(i).at in
        let e = { of_tag = tag; e_name = word t i; e_at = at } in
        t.enumerators <- e :: t.enumerators;
        declare t ~block ~from:t.tokens.(stop).at ~at e.e_name (Enumerator e);
        go (stop + 1) ~first:true)
      else go (i + 1) ~first:false
  in
  go (brace + 1) ~first:true

let find_tags t ~outside =
  let known = Hashtbl.create 17 in
  let rec visible block name =
    if block < 0 then None
    else match Hashtbl.find_opt known (block, name) with Some tag -> Some tag | None -> visible t.around.(block) name
  in
  let fresh keyword name =
    let tag = { number = List.length t.tags; keyword; name; definition = None } in
    t.tags <- tag :: t.tags;
    tag
  in
  let here ~block keyword name =
    match Hashtbl.find_opt known (block, name) with
    | Some tag when name <> "" -> tag
    | _ ->
        let tag = fresh keyword name in
        if name <> "" then Hashtbl.replace known (block, name) tag;
        tag
  in
  let definitions = Hashtbl.create 17 in
  let specifier i inside =
    let block = t.block.(i) in
    let after = behind_attributes t (i + 1) in
    let named = Preprocessed.is_word (word t after) in
    let name = if named then word t after else "" in
    let next = if named then after + 1 else after in
    let mention tag = Hashtbl.replace t.mentioned (if named then after else i) tag in
    if word t next = "{" && t.closing.(next) > next then (
      let tag = here ~block (word t i) name in
      let close = t.closing.(next) in
      tag.definition <-
        Some { keyword_at = i; brace = next; stop = behind_attributes t (close + 1); place = place t i inside };
      Hashtbl.replace definitions next (word t i <> "enum");
      mention tag;
      if tag.keyword = "enum" then enumerate t tag ~block (next, close))
    else if named then
      let alone = word t next = ";" && List.mem (word t (i - 1)) [ ";"; "{"; "}" ] && place t i inside = Statement in
      match if alone then None else visible block name with
      | Some tag -> mention tag
      | None -> if alone || not (Hashtbl.mem outside name) then mention (here ~block (word t i) name)
  in
  (* clang's tree has no types that stand in sizeof and the like. *)
  let rec is_width i =
    match word t i with ":" -> true | ";" | "," | "{" | "}" | "" -> false | _ -> is_width (i - 1)
  in
  let is_member i = function
    | (opening, true) :: _ ->
        Hashtbl.find_opt definitions opening = Some true
        && List.mem (word t (i + 1)) [ ";"; ","; ":"; "[" ]
        && not (is_width (i - 1))
    | _ -> false
  in
  let inside = ref [] in
  Array.iteri
    (fun i (token : Preprocessed.token) ->
      match token.word with
      | "struct" | "union" | "enum" -> specifier i !inside
      | w when Preprocessed.is_word w && is_member i !inside -> Hashtbl.replace t.members token.at ()
      | "(" | "[" | "{" -> inside := (i, Hashtbl.mem definitions i) :: !inside
      | ")" | "]" | "}" -> ( match !inside with _ :: rest -> inside := rest | [] -> ())
      | _ -> ())
    t.tokens

(* Tags that are known outside of functions before this one. *)
let outside (program : Program.t) (d : Program.definition) =
  let known = Hashtbl.create 97 in
  let rec go n =
    if n.kind <> FunctionDecl then (
      if (n.kind = RecordDecl || n.kind = EnumDecl) && n.name <> "" then Hashtbl.replace known n.name ();
      List.iter go n.inner)
  in
  List.iter (fun n -> if n.first < fst d.header then go n) program.tree.inner;
  known

let of_function (program : Program.t) (d : Program.definition) =
  let tokens = Array.of_list (Preprocessed.tokens program.source ~first:d.body.first ~last:d.body.last) in
  let indexes = Hashtbl.create 997 in
  Array.iteri (fun i (t : Preprocessed.token) -> Hashtbl.replace indexes t.at i) tokens;
  let block, around, compound = blocks d tokens in
  let t =
    { tokens; indexes; closing = brackets tokens; block; around; compound; names = Hashtbl.create 97;
      members = Hashtbl.create 17; declared = Hashtbl.create 97; tags = []; enumerators = [];
      mentioned = Hashtbl.create 17 }
  in
  ordinary t d;
  find_tags t ~outside:(outside program d);
  t

let defines_types (program : Program.t) (d : Program.definition) =
  exists (fun n -> n.kind = TypedefDecl) d.body
  ||
  let rec go = function
    | (a : Preprocessed.token) :: rest when List.mem a.word keywords ->
        let rec braced n (l : Preprocessed.token list) =
          match l with
          | { word = "{"; _ } :: _ -> true
          | { word = ";" | ")" | "," | "="; _ } :: _ | [] -> false
          | _ :: more -> n > 0 && braced (n - 1) more
        in
        braced 20 rest || go rest
    | _ :: rest -> go rest
    | [] -> false
  in
  go (Preprocessed.tokens program.source ~first:d.body.first ~last:d.body.last)
