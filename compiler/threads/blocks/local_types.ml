(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast
module N = Local_names

let printf = Printf.sprintf
let prefix = "fl__t"

let as_written text =
  let n = String.length prefix and m = String.length text in
  let digit i = i < m && text.[i] >= '0' && text.[i] <= '9' in
  let b = Buffer.create m in
  let rec go i =
    if i < m then
      if i + n < m && String.sub text i n = prefix && digit (i + n) then (
        let rec behind k = if digit k then behind (k + 1) else k in
        let k = behind (i + n) in
        if k + 2 <= m && String.sub text k 2 = "__" then go (k + 2) else (Buffer.add_string b prefix; go (i + n)))
      else (Buffer.add_char b text.[i]; go (i + 1))
  in
  go 0;
  Buffer.contents b

(* {2 What moves} *)

(* Something that is declared before the function instead, if all that it names can be named there. *)
type moved = {
  first : int;
  stop : int;  (** tokens *)
  of_typedef : node option;  (** its statement; or it is the definition of a tag *)
  mutable good : bool;
}

type t = {
  p : Preprocessed.t;
  names : N.t;
  all : moved list;  (** in the order of the text *)
  by_tag : (int, moved) Hashtbl.t;  (** the definition that a tag's lies in, by the tag's number *)
  by_typedef : (int, moved) Hashtbl.t;  (** by the byte where the name is declared *)
  fresh : int -> string -> string;  (** by a byte of the declaration, and the old name *)
}

(* Declarations, and whether they stand in a `for`, where none can be put in front. *)
let declarations body =
  let rec go ~in_for n =
    let below = List.concat_map (go ~in_for:false) in
    match n.kind with
    | DeclStmt -> (n, in_for) :: below n.inner
    | ForStmt -> ( match n.inner with init :: rest -> go ~in_for:true init @ below rest | [] -> [])
    | _ -> below n.inner
  in
  go ~in_for:false body

let is_typedef (n : node) = List.exists (fun c -> c.kind = TypedefDecl) n.inner
let only_tags (n : node) = List.for_all (fun c -> c.kind = RecordDecl || c.kind = EnumDecl) n.inner

(* Behind the last token that begins before that byte. *)
let stop_before names at =
  let tokens = N.tokens names in
  let rec search low high =
    if low = high then low
    else
      let middle = (low + high) / 2 in
      if tokens.(middle).Preprocessed.at < at then search (middle + 1) high else search low middle
  in
  search 0 (Array.length tokens)

let candidates names statements =
  let by_tag = Hashtbl.create 17 and by_typedef = Hashtbl.create 17 in
  let all = ref [] in
  let add m = all := m :: !all; m in
  let definition (tag : N.tag) =
    Option.iter
      (fun (d : N.definition) ->
        if d.place <> Nested then
          let good = d.place = Statement || (d.place = Expression && tag.keyword <> "enum") in
          ignore (add { first = d.keyword_at; stop = d.stop; of_typedef = None; good } : moved))
      tag.definition
  in
  List.iter definition (N.tags names);
  let definitions = !all in
  let within (tag : N.tag) =
    Option.iter
      (fun (d : N.definition) ->
        let around m = m.first <= d.keyword_at && d.keyword_at < m.stop in
        Option.iter
          (fun m -> Hashtbl.replace by_tag tag.number m)
          (List.find_opt around definitions))
      tag.definition
  in
  List.iter within (N.tags names);
  List.iter
    (fun ((n : node), in_for) ->
      if is_typedef n then
        match N.index names n.first with
        | Some first ->
            let m = add { first; stop = stop_before names n.last; of_typedef = Some n; good = not in_for } in
            List.iter (fun c -> if c.kind = TypedefDecl then Hashtbl.replace by_typedef c.name_at m) n.inner
        | None -> ())
    statements;
  let order m = (m.first, if m.of_typedef = None then 0 else 1) in
  (List.sort (fun a b -> compare (order a) (order b)) !all, by_tag, by_typedef)

(* {2 What it depends on} *)

let good_tag t (tag : N.tag) =
  match (tag.definition, Hashtbl.find_opt t.by_tag tag.number) with
  | Some _, Some m -> m.good
  | Some _, None -> false
  | None, _ -> tag.keyword <> "enum"

let good_typedef t at = match Hashtbl.find_opt t.by_typedef at with Some m -> m.good | None -> false

let can_be_named t i =
  (match N.tag_at t.names i with Some tag -> good_tag t tag | None -> true)
  &&
  match N.meaning t.names i with
  | Some Other -> false
  | Some (Typedef at) -> good_typedef t at
  | Some (Enumerator e) -> good_tag t e.of_tag
  | None -> true

let rec settle t =
  let changed = ref false in
  let check m =
    let rec all i = i >= m.stop || (can_be_named t i && all (i + 1)) in
    if m.good && not (all m.first) then (
      m.good <- false;
      changed := true)
  in
  List.iter check t.all;
  if !changed then settle t

(* Enumerators in the definition of which the place has none for an enumeration beside it. *)
let refuse_enumerators t =
  List.iter
    (fun (e : N.enumerator) ->
      match Hashtbl.find_opt t.by_tag e.of_tag.number with
      | Some m ->
          let outer (tag : N.tag) =
            match tag.definition with Some d -> d.keyword_at = m.first && d.place = Expression | None -> false
          in
          if List.exists outer (N.tags t.names) then m.good <- false
      | None -> ())
    (N.enumerators t.names)

(* {2 Text} *)

let at t i = (N.tokens t.names).(i).Preprocessed.at
let end_of t i = let k = (N.tokens t.names).(i) in k.at + String.length k.word
let tag_name t (tag : N.tag) = t.fresh (-1 - tag.number) (if tag.name = "" then "unnamed" else tag.name)

(* A definition without a name and without a declarator gives its members to the one around it. *)
let anonymous_member t (tag : N.tag) =
  match tag.definition with
  | Some d when tag.name = "" && d.place = Nested -> (N.tokens t.names).(d.stop).word = ";"
  | _ -> false

let rename t i text = (at t i, end_of t i, text)

(* Names of types that moved, wherever they stand. *)
let types_renamed t =
  let one i =
    match (N.tag_at t.names i, N.meaning t.names i) with
    | Some tag, _ when good_tag t tag ->
        if tag.name <> "" then [ rename t i (tag_name t tag) ]
        else if anonymous_member t tag then []
        else
          let behind = N.behind_attributes t.names (i + 1) - 1 in
          [ (end_of t behind, end_of t behind, printf " %s" (tag_name t tag)) ]
    | None, Some (Typedef byte) when good_typedef t byte ->
        let word = (N.tokens t.names).(i).word in
        [ rename t i (t.fresh byte word) ]
    | _ -> []
  in
  List.concat (List.init (Array.length (N.tokens t.names)) one)

let enumerator_name t (e : N.enumerator) = t.fresh e.e_at e.e_name

(* In the definitions, where no tree says what is meant. *)
let enumerators_renamed t =
  let declared =
    List.filter_map
      (fun (e : N.enumerator) ->
        if not (good_tag t e.of_tag) then None
        else Option.map (fun i -> rename t i (enumerator_name t e)) (N.index t.names e.e_at))
      (N.enumerators t.names)
  in
  let one i =
    match N.meaning t.names i with
    | Some (Enumerator e) when good_tag t e.of_tag -> [ rename t i (enumerator_name t e) ]
    | _ -> []
  in
  declared @ List.concat (List.init (Array.length (N.tokens t.names)) one)

(* Of the rest, the tree says where they are meant; where it says nothing, the name in the function does. *)
let enumerators_used t body =
  let by_place = Hashtbl.create 17 and by_id = Hashtbl.create 17 in
  List.iter (fun (e : N.enumerator) -> Hashtbl.replace by_place e.e_at e) (N.enumerators t.names);
  iter
    (fun n ->
      if n.kind = EnumConstantDecl then
        match Hashtbl.find_opt by_place n.name_at with
        | Some e when good_tag t e.of_tag -> Hashtbl.replace by_id n.id e
        | _ -> ())
    body;
  let found = ref [] in
  iter
    (fun n ->
      if n.kind = DeclRefExpr then
        match (Hashtbl.find_opt by_id n.target, N.index t.names n.first) with
        | Some e, Some i when (N.tokens t.names).(i).word = e.e_name ->
            found := rename t i (enumerator_name t e) :: !found
        | _ -> ())
    body;
  !found

(* The definition of a type that moved is its name there. *)
let definitions_replaced t =
  List.filter_map
    (fun (tag : N.tag) ->
      match tag.definition with
      | Some d when d.place <> Nested && good_tag t tag ->
          Some (Rewrite.replacing t.p (at t d.keyword_at) (end_of t (d.stop - 1))
            (printf "%s %s" tag.keyword (tag_name t tag)))
      | _ -> None)
    (N.tags t.names)

(* The names that the function has for enumerators and for types that moved. *)
let constants t (n : node) =
  let inside =
    List.filter
      (fun (e : N.enumerator) -> n.first <= e.e_at && e.e_at < n.last && good_tag t e.of_tag)
      (N.enumerators t.names)
  in
  if inside = [] then ""
  else
    printf "enum { %s }; "
      (String.concat ", "
         (List.map (fun (e : N.enumerator) -> printf "%s = %s" e.e_name (enumerator_name t e)) inside))

let aliases t (n : node) =
  String.concat ""
    (List.map
       (fun c ->
         if c.kind = TypedefDecl then
           printf "typedef %s %s __attribute__((__unused__)); " (t.fresh c.name_at c.name) c.name
         else "")
       n.inner)

let statements_changed t statements =
  List.concat_map
    (fun ((n : node), _) ->
      let moved_tags =
        List.exists (fun c -> c.kind = RecordDecl || c.kind = EnumDecl) n.inner
        && only_tags n
        &&
        match N.index t.names n.first with
        | None -> false
        | Some first ->
            let rec all i =
              i >= stop_before t.names n.last
              || ((match N.tag_at t.names i with Some tag -> good_tag t tag | None -> true) && all (i + 1))
            in
            let rec any i = i < stop_before t.names n.last && (N.tag_at t.names i <> None || any (i + 1)) in
            any first && all first
      in
      let good c = c.kind <> TypedefDecl || good_typedef t c.name_at in
      let typedef = is_typedef n && List.for_all good n.inner in
      if typedef then [ Rewrite.replacing t.p n.first n.last (constants t n ^ aliases t n) ]
      else if moved_tags then [ Rewrite.replacing t.p n.first n.last (constants t n) ]
      else match constants t n with "" -> [] | text -> [ (n.first, n.first, text) ])
    statements

(* In the order of the text; of two that begin together, the first of the list is done. *)
let latest_first edits = List.rev (List.stable_sort (fun (a, _, _) (b, _, _) -> compare (a : int) b) edits)

let moved_text t =
  let names = types_renamed t @ enumerators_renamed t in
  let of_definition = latest_first names and of_typedef = latest_first (definitions_replaced t @ names) in
  let text m =
    let first = at t m.first and last = end_of t (m.stop - 1) in
    match m.of_typedef with
    | None -> printf "__extension__ %s;" (Rewrite.render t.p of_definition first last)
    | Some _ ->
        (* The names that it declares. *)
        let declared =
          Hashtbl.fold
            (fun byte other l ->
              if other != m then l
              else
                match N.index t.names byte with
                | Some i -> rename t i (t.fresh byte (N.tokens t.names).(i).word) :: l
                | None -> l)
            t.by_typedef []
        in
        "__extension__ " ^ Rewrite.render t.p (latest_first (declared @ List.rev of_typedef)) first last
  in
  let forward (tag : N.tag) =
    if tag.keyword <> "enum" && tag.name <> "" && good_tag t tag then
      printf "%s %s; " tag.keyword (tag_name t tag)
    else ""
  in
  let forwards = String.concat "" (List.map forward (N.tags t.names)) in
  forwards
  ^ String.concat ""
      (List.map
         (fun m -> if m.good then Rewrite.resynchronized t.p (at t m.first) ^ text m else "")
         t.all)

(* {2 A function} *)

(* Pragmas about the layout of types hold where the types are. *)
let has_pragmas p (body : node) = List.exists (Pragmas.lays_out p) (Pragmas.within p ~first:body.first ~last:body.last)

let function_ (program : Program.t) (d : Program.definition) ~fresh =
  let p = program.source in
  let names = N.of_function program d in
  let statements = declarations d.body in
  let all, by_tag, by_typedef = candidates names statements in
  let t = { p; names; all; by_tag; by_typedef; fresh } in
  refuse_enumerators t;
  if has_pragmas p d.body then List.iter (fun m -> m.good <- false) all;
  settle t;
  if not (List.exists (fun m -> m.good) t.all) then None
  else
    let inside =
      statements_changed t statements @ definitions_replaced t @ types_renamed t @ enumerators_used t d.body
    in
    Some (moved_text t, latest_first inside)

(* Pragmas in front of the function are about its types, too. *)
let behind_pragmas (p : Preprocessed.t) ~first ~last =
  match List.rev (Pragmas.within p ~first ~last) with
  | (_, line_end) :: _ -> min last (line_end + 1)
  | [] -> first

let expand (program : Program.t) =
  let p = program.source in
  let concerns (d : Program.definition) =
    (d.signature.suspends || Spawned.concern d || exists (fun n -> Program.spawned n <> None) d.body)
    && N.defines_types program d
  in
  let count = ref 0 in
  let edits =
    List.concat_map
      (fun (d : Program.definition) ->
        let numbers = Hashtbl.create 17 in
        let fresh key name =
          let number =
            match Hashtbl.find_opt numbers key with
            | Some n -> n
            | None -> incr count; Hashtbl.replace numbers key !count; !count
          in
          printf "%s%d__%s" prefix number name
        in
        if not (concerns d) then []
        else
          match function_ program d ~fresh with
          | None -> []
          | Some (before, inside) ->
              let at = behind_pragmas p ~first:(Program.beginning program d) ~last:(fst d.header) in
              inside @ [ (at, at, before ^ Rewrite.resumed p at) ])
      program.definitions
  in
  if edits = [] then None else Some (Rewrite.render p edits 0 (String.length p.text))
