(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
type node = {
  id : int;
  kind : Kind.t;
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
  target_kind : Kind.t;
  flags : int;
  inner : node list;
}

let is_implicit = 1 and is_postfix = 2 and is_variadic = 4 and is_else = 8 and is_filler = 16
let is_selected = 32
let implicit n = n.flags land is_implicit <> 0
let postfix n = n.flags land is_postfix <> 0
let variadic n = n.flags land is_variadic <> 0
let has_else n = n.flags land is_else <> 0
let array_filler n = n.flags land is_filler <> 0
let selected n = n.flags land is_selected <> 0

let nothing =
  {
    id = 0; kind = Absent; first = -1; last = -1; name_at = -1; name = ""; ty = ""; desugared = ""; op = "";
    value = ""; storage = "";
    target = 0; target_name = ""; target_kind = Absent; flags = 0; inner = [];
  }

(* A dump has 8 KB for a statement, most of them spaces and fields that nobody asks for: it is read while clang writes
  it, and makes nodes at once. *)

exception Bad of string

(* A window on the text. What is behind [mark] stays in it when more is read, if [mark] is not -1. *)
type reader = {
  more : bytes -> int -> int -> int;
  mutable s : bytes;
  mutable at : int;
  mutable stop : int;  (** behind the last byte that is there *)
  mutable gone : int;  (** bytes before the window *)
  mutable mark : int;
  words : Words.t;
}

let bad r what = raise (Bad (Printf.sprintf "clang's syntax tree is damaged at byte %d: %s" (r.gone + r.at) what))

(* At its end. Whether there is more. *)
let refill r =
  let from = if r.mark >= 0 then r.mark else r.at in
  let kept = r.stop - from in
  if kept > Bytes.length r.s / 2 then (
    let larger = Bytes.create (2 * Bytes.length r.s) in
    Bytes.blit r.s from larger 0 kept;
    r.s <- larger)
  else Bytes.blit r.s from r.s 0 kept;
  r.gone <- r.gone + from;
  r.at <- r.at - from;
  if r.mark >= 0 then r.mark <- 0;
  let n = r.more r.s kept (Bytes.length r.s - kept) in
  r.stop <- kept + n;
  n > 0

(* Zero at the end. *)
let peek_slowly r = if refill r then Bytes.unsafe_get r.s r.at else '\000'
let[@inline] peek r = if r.at < r.stop then Bytes.unsafe_get r.s r.at else peek_slowly r

let eight_spaces = 0x2020202020202020L

(* Where the spaces end that begin there: eight at a time, for there are up to a hundred before each field. *)
let rec behind_spaces s at stop =
  if at + 8 <= stop && Int64.equal (Bytes.get_int64_ne s at) eight_spaces then behind_spaces s (at + 8) stop
  else if at < stop && Bytes.unsafe_get s at = ' ' then behind_spaces s (at + 1) stop
  else at

let rec space r =
  match peek r with
  | ' ' | '\n' | '\t' | '\r' -> r.at <- behind_spaces r.s (r.at + 1) r.stop; space r
  | _ -> ()

let expect r c = space r; if peek r = c then r.at <- r.at + 1 else bad r (Printf.sprintf "`%c` is missing" c)

(* Behind the string's first quote; ends at the last, without taking it. Whether there was an escape. *)
let rec plain_characters s at stop =
  if at >= stop then at
  else match Bytes.unsafe_get s at with '"' | '\\' -> at | _ -> plain_characters s (at + 1) stop

let rec to_quote r escaped =
  r.at <- plain_characters r.s r.at r.stop;
  match peek r with
  | '"' -> escaped
  | '\\' -> r.at <- r.at + 1; ignore (peek r : char); r.at <- r.at + 1; to_quote r true
  | _ -> if r.at >= r.stop then bad r "a string has no end" else to_quote r escaped

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

let word r from length = Words.find r.words r.s ~from ~length

let text r =
  expect r '"';
  r.mark <- r.at;
  let escaped = to_quote r false in
  let from = r.mark in
  r.mark <- -1;
  r.at <- r.at + 1;
  let w = word r from (r.at - 1 - from) in
  if escaped then unescape w else w

let rec scalar_end r =
  match peek r with
  | ',' | '}' | ']' | ' ' | '\n' -> ()
  | '\000' when r.at >= r.stop -> ()
  | _ -> r.at <- r.at + 1; scalar_end r

let scalar r =
  space r;
  r.mark <- r.at;
  scalar_end r;
  let from = r.mark in
  r.mark <- -1;
  word r from (r.at - from)

(* Offsets are in the millions, and each is there twice. *)
let integer r =
  space r;
  let rec digits n =
    match peek r with
    | '0' .. '9' as c when n < 1 lsl 55 -> r.at <- r.at + 1; digits ((n * 10) + Char.code c - 48)
    | ',' | '}' | ']' | ' ' | '\n' -> n
    | _ -> bad r "this is no number"
  in
  match peek r with '0' .. '9' -> digits 0 | _ -> bad r "this is no number"

let boolean r = scalar r = "true"

(* Ids are addresses, written as strings. *)
let address r =
  expect r '"';
  let rec digits n =
    match peek r with
    | '0' .. '9' as c -> r.at <- r.at + 1; digits ((n lsl 4) lor (Char.code c - 48))
    | 'a' .. 'f' as c -> r.at <- r.at + 1; digits ((n lsl 4) lor (Char.code c - 87))
    | '"' -> r.at <- r.at + 1; n
    | _ -> bad r "this is no id"
  in
  let prefix c = if peek r = c then r.at <- r.at + 1 else bad r "this is no id" in
  prefix '0';
  prefix 'x';
  digits 0

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
      | ',' -> r.at <- r.at + 1; go ()
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
  | '"' -> r.at <- r.at + 1; ignore (to_quote r false : bool); r.at <- r.at + 1
  | '{' | '[' ->
      let rec go depth =
        let c = peek r in
        if c = '\000' && r.at >= r.stop then bad r "it ends too early";
        r.at <- r.at + 1;
        match c with
        | '"' -> ignore (to_quote r false : bool); r.at <- r.at + 1; go depth
        | '{' | '[' -> go (depth + 1)
        | '}' | ']' -> if depth > 1 then go (depth - 1)
        | '\n' -> space r; go depth
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

(* The value of a range of elements (`[0 ... 9] = v`) is evaluated once, and in the tree as often as there are
   elements; lists of them are copies. The last of them stays. *)
let once l =
  let seen = Hashtbl.create 17 in
  let is_first n =
    let place = (n.first, n.last) in
    n.first < 0 || ((not (Hashtbl.mem seen place)) && (Hashtbl.replace seen place (); true))
  in
  List.rev (List.filter is_first (List.rev l))

let rec node r =
  let id = ref 0 and kind = ref Absent and first = ref (-1) and last = ref (-1) in
  let name_at = ref (-1) and name = ref "" in
  let ty = ref "" and desugared = ref "" and op = ref "" and value = ref "" and storage = ref "" in
  let target = ref 0 and target_name = ref "" and target_kind = ref Absent and flags = ref 0 and inner = ref [] in
  let flag f = if boolean r then flags := !flags lor f in
  let typed () =
    fields r (function "qualType" -> ty := text r | "desugaredQualType" -> desugared := text r | _ -> skip r);
    if !desugared = "" then desugared := !ty
  in
  let meant () =
    fields r (function
      | "id" -> target := address r
      | "name" -> target_name := text r
      | "kind" -> target_kind := of_string (text r)
      | _ -> skip r)
  in
  let children () = elements r (fun () -> inner := node r :: !inner) in
  fields r (function
    | "id" -> id := address r
    | "kind" -> kind := of_string (text r)
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
    | "selected" -> flag is_selected
    | "array_filler" -> flags := !flags lor is_filler; children ()
    | "inner" -> children ()
    | _ -> skip r);
  {
    id = !id; kind = !kind; first = !first; last = !last; name_at = !name_at; name = !name; ty = !ty; desugared =
      !desugared; op = !op;
    value = !value; storage = !storage; target = !target; target_name = !target_name; target_kind = !target_kind;
      flags = !flags;
    inner = (if !kind = InitListExpr then once (List.rev !inner) else List.rev !inner);
  }

let parse more =
  let r =
    { more; s = Bytes.create (1 lsl 18); at = 0; stop = 0; gone = 0; mark = -1; words = Words.create () }
  in
  match node r with n -> Ok n | exception Bad why -> Error why

let rec iter f n = f n; List.iter (iter f) n.inner
let rec exists f n = f n || List.exists (exists f) n.inner
