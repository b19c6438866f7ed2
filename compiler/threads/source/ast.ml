(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type node = {
  id : int;
  kind : string;
  first : int;
  last : int;
  name_at : int;
  name : string;
  ty : string;
  desugared : string;
  op : string;
  value : string;
  storage : string;
  target : int;
  target_name : string;
  target_kind : string;
  flags : int;
  inner : node list;
}

let is_implicit = 1 and is_postfix = 2 and is_variadic = 4 and is_else = 8 and is_filler = 16
let implicit n = n.flags land is_implicit <> 0
let postfix n = n.flags land is_postfix <> 0
let variadic n = n.flags land is_variadic <> 0
let has_else n = n.flags land is_else <> 0
let array_filler n = n.flags land is_filler <> 0

let nothing =
  {
    id = 0; kind = ""; first = -1; last = -1; name_at = -1; name = ""; ty = ""; desugared = ""; op = ""; value = "";
      storage = "";
    target = 0; target_name = ""; target_kind = ""; flags = 0; inner = [];
  }

(* A dump has 8 KB for a statement, most of them spaces and fields that nobody asks for. Reading it as a tree of
  JSON first (yojson) took ten
   times as long as this, which makes nodes at once and steps over the rest. *)

exception Bad of string

type reader = { s : string; mutable at : int; words : (string, string) Hashtbl.t }

let bad r what = raise (Bad (Printf.sprintf "clang's syntax tree is damaged at byte %d: %s" r.at what))
let peek r = if r.at < String.length r.s then String.unsafe_get r.s r.at else '\000'

let rec space r =
  match peek r with
  | ' ' | '\n' | '\t' | '\r' -> r.at <- r.at + 1; space r
  | _ -> ()

let expect r c = space r; if peek r = c then r.at <- r.at + 1 else bad r (Printf.sprintf "`%c` is missing" c)

(* Behind the string's first quote; ends at the last, without taking it. Whether there was an escape. *)
let rec to_quote r escaped =
  if r.at >= String.length r.s then bad r "a string has no end";
  match String.unsafe_get r.s r.at with
  | '"' -> escaped
  | '\\' -> r.at <- r.at + 2; to_quote r true
  | _ -> r.at <- r.at + 1; to_quote r escaped

let unescape text =
  let b = Buffer.create (String.length text) in
  let rec go i =
    if i < String.length text then
      if text.[i] = '\\' && i + 1 < String.length text then (
        match text.[i + 1] with
        | 'n' -> Buffer.add_char b '\n'; go (i + 2)
        | 't' -> Buffer.add_char b '\t'; go (i + 2)
        | 'u' when i + 5 < String.length text ->
            (match int_of_string_opt ("0x" ^ String.sub text (i + 2) 4) with
            | Some code when Uchar.is_valid code -> Buffer.add_utf_8_uchar b (Uchar.of_int code)
            | _ -> Buffer.add_char b '?');
            go (i + 6)
        | c -> Buffer.add_char b c; go (i + 2))
      else (Buffer.add_char b text.[i]; go (i + 1))
  in
  go 0;
  Buffer.contents b

let text r =
  expect r '"';
  let from = r.at in
  let escaped = to_quote r false in
  let raw = String.sub r.s from (r.at - from) in
  r.at <- r.at + 1;
  if escaped then unescape raw else match Hashtbl.find_opt r.words raw with Some w -> w | None -> Hashtbl.add
    r.words raw raw; raw

let rec scalar_end r = match peek r with ',' | '}' | ']' | ' ' | '\n' | '\000' -> () | _ -> r.at <- r.at + 1;
  scalar_end r

let scalar r =
  space r;
  let from = r.at in
  scalar_end r;
  String.sub r.s from (r.at - from)

let integer r = match int_of_string_opt (scalar r) with Some n -> n | None -> bad r "this is no number"
let boolean r = scalar r = "true"

(* Ids are addresses, written as strings. *)
let address r = match int_of_string_opt (text r) with Some n -> n | None -> bad r "this is no id"

(* Calls [field] behind each key's colon; it has to take the value. *)
let fields r field =
  expect r '{';
  space r;
  if peek r = '}' then r.at <- r.at + 1
  else
    let rec go () =
      let key = text r in
      expect r ':';
      field key;
      space r;
      match peek r with
      | ',' -> r.at <- r.at + 1; space r; go ()
      | '}' -> r.at <- r.at + 1
      | _ -> bad r "`,` or `}` is missing"
    in
    go ()

let elements r element =
  expect r '[';
  space r;
  if peek r = ']' then r.at <- r.at + 1
  else
    let rec go () =
      element ();
      space r;
      match peek r with
      | ',' -> r.at <- r.at + 1; go ()
      | ']' -> r.at <- r.at + 1
      | _ -> bad r "`,` or `]` is missing"
    in
    go ()

let skip r =
  space r;
  match peek r with
  | '"' -> r.at <- r.at + 1; ignore (to_quote r false); r.at <- r.at + 1
  | '{' | '[' ->
      let rec go depth =
        if r.at >= String.length r.s then bad r "it ends too early";
        let c = String.unsafe_get r.s r.at in
        r.at <- r.at + 1;
        match c with
        | '"' -> ignore (to_quote r false); r.at <- r.at + 1; go depth
        | '{' | '[' -> go (depth + 1)
        | '}' | ']' -> if depth > 1 then go (depth - 1)
        | _ -> go depth
      in
      go 0
  | _ -> scalar_end r

(* Of a place: offset, length of the token. What a macro given to clang wrote is where the macro stands. *)
let rec location r =
  let offset = ref (-1) and length = ref 0 in
  fields r (function
    | "offset" -> offset := integer r
    | "tokLen" -> length := integer r
    | "expansionLoc" ->
        let o, l = location r in
        offset := o;
        length := l
    | _ -> skip r);
  (!offset, !length)

let rec node r =
  let id = ref 0 and kind = ref "" and first = ref (-1) and last = ref (-1) and name_at = ref (-1) and name = ref "" in
  let ty = ref "" and desugared = ref "" and op = ref "" and value = ref "" and storage = ref "" in
  let target = ref 0 and target_name = ref "" and target_kind = ref "" and flags = ref 0 and inner = ref [] in
  let flag f = if boolean r then flags := !flags lor f in
  let typed () =
    fields r (function "qualType" -> ty := text r | "desugaredQualType" -> desugared := text r | _ -> skip r);
    if !desugared = "" then desugared := !ty
  in
  let meant () =
    fields r (function
      | "id" -> target := address r
      | "name" -> target_name := text r
      | "kind" -> target_kind := text r
      | _ -> skip r)
  in
  let children () = elements r (fun () -> inner := node r :: !inner) in
  fields r (function
    | "id" -> id := address r
    | "kind" -> kind := text r
    | "loc" -> name_at := fst (location r)
    | "range" ->
        fields r (function
          | "begin" -> first := fst (location r)
          | "end" ->
              let o, l = location r in
              last := if o < 0 then -1 else o + l
          | _ -> skip r)
    | "name" -> name := text r
    | "type" -> typed ()
    | "opcode" | "castKind" | "tagUsed" -> op := text r
    | "value" -> space r; value := if peek r = '"' then text r else scalar r
    | "storageClass" -> storage := text r
    | "referencedDecl" | "decl" -> meant ()
    | "targetLabelDeclId" | "declId" | "referencedMemberDecl" -> target := address r
    | "inline" -> if boolean r then op := "inline"
    | "isImplicit" -> flag is_implicit
    | "isPostfix" -> flag is_postfix
    | "variadic" -> flag is_variadic
    | "hasElse" -> flag is_else
    | "array_filler" -> flags := !flags lor is_filler; children ()
    | "inner" -> children ()
    | _ -> skip r);
  {
    id = !id; kind = !kind; first = !first; last = !last; name_at = !name_at; name = !name; ty = !ty; desugared =
      !desugared; op = !op;
    value = !value; storage = !storage; target = !target; target_name = !target_name; target_kind = !target_kind;
      flags = !flags;
    inner = List.rev !inner;
  }

let parse s = match node { s; at = 0; words = Hashtbl.create 997 } with n -> Ok n | exception Bad why -> Error why

let rec iter f n = f n; List.iter (iter f) n.inner
let rec exists f n = f n || List.exists (exists f) n.inner
