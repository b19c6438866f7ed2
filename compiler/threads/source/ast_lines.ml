(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast

(* There is something that this does not know. *)
exception Unknown

type reader = {
  more : bytes -> int -> int -> int;
  mutable s : bytes;
  mutable at : int;  (** in the line, which is there to its end *)
  mutable eol : int;
  mutable stop : int;  (** behind the last byte that is there *)
  mutable depth : int;  (** of the line; -1: there is none *)
  words : Words.t;
  explained : (string, string) Hashtbl.t;  (** types that name a place, as the user knows it *)
  t : Markers.t;
  file : string;
  mutable elsewhere : bool;  (** the last place that was said is on the command line *)
  mutable line : int;  (** its line *)
  mutable ty : string;
  mutable desugared : string;
  labels : (string, int) Hashtbl.t;  (** of the function *)
  mutable labelled : int;
}

(* {2 Lines} *)

let rec line_end r from =
  match Bytes.index_from_opt r.s from '\n' with
  | Some i when i < r.stop -> i
  | _ ->
      let kept = r.stop - r.at in
      let seen = r.stop - r.at in
      if kept > Bytes.length r.s / 2 then (
        let larger = Bytes.create (2 * Bytes.length r.s) in
        Bytes.blit r.s r.at larger 0 kept;
        r.s <- larger)
      else Bytes.blit r.s r.at r.s 0 kept;
      r.at <- 0;
      let n = r.more r.s kept (Bytes.length r.s - kept) in
      r.stop <- kept + n;
      (* What is behind it in the window is old. *)
      if n = 0 then r.stop else line_end r seen

let next_line r =
  r.at <- min (r.eol + 1) r.stop;
  r.eol <- line_end r r.at;
  if r.eol = r.at && r.stop = r.at then r.depth <- -1
  else
    let rec drawn i =
      if i < r.eol then
        match Bytes.unsafe_get r.s i with ' ' | '|' | '`' | '-' -> drawn (i + 1) | _ -> i
      else raise Unknown
    in
    let first = drawn r.at in
    r.depth <- (first - r.at) / 2;
    if (first - r.at) land 1 = 1 then raise Unknown;
    r.at <- first

let peek r = if r.at < r.eol then Bytes.unsafe_get r.s r.at else '\000'

let is r word =
  let n = String.length word in
  let rec same i = i = n || (Bytes.unsafe_get r.s (r.at + i) = String.unsafe_get word i && same (i + 1)) in
  r.at + n <= r.eol && same 0

let take r word = is r word && (r.at <- r.at + String.length word; true)
let expect r word = if not (take r word) then raise Unknown

let number r =
  let rec digits n =
    match peek r with '0' .. '9' as c -> r.at <- r.at + 1; digits ((n * 10) + Char.code c - 48) | _ -> n
  in
  match peek r with '0' .. '9' -> digits 0 | _ -> raise Unknown

let address r =
  expect r "0x";
  let rec digits n =
    match peek r with
    | '0' .. '9' as c -> r.at <- r.at + 1; digits ((n lsl 4) lor (Char.code c - 48))
    | 'a' .. 'f' as c -> r.at <- r.at + 1; digits ((n lsl 4) lor (Char.code c - 87))
    | _ -> n
  in
  digits 0

let word_from r from = Words.find r.words r.s ~from ~length:(r.at - from)

(* Up to a space, or the end of the line. *)
let word r =
  let from = r.at in
  let rec go i = if i < r.eol && Bytes.unsafe_get r.s i <> ' ' then go (i + 1) else i in
  r.at <- go from;
  word_from r from

(* {2 Places} *)

(* An offset; -1: none; below: a macro, by its number. *)
let location r =
  let column () =
    let column = number r in
    if r.elsewhere then -1 - r.line
    else
      let at = Markers.offset r.t ~line:r.line ~column in
      if at < 0 then raise Unknown else at
  in
  let line () =
    r.line <- number r;
    expect r ":";
    column ()
  in
  match peek r with
  | 'c' -> expect r "col:"; column ()
  | 'l' -> expect r "line:"; line ()
  | '<' ->
      if take r "<invalid sloc>" then -1
      else (
        expect r "<command line>:";
        r.elsewhere <- true;
        line ())
  | _ ->
      expect r r.file;
      expect r ":";
      r.elsewhere <- false;
      line ()

let is_macro place = place < -1
let macro place = -2 - place

(* {2 Types} *)

(* clang says of a type without a name where it stands. *)
let rec explain r text =
  match Ctype.split text (r.file ^ ":") with
  | None -> text
  | Some (before, behind) -> (
      match Scanf.sscanf behind "%d:%d%n" (fun line column n -> (line, column, n)) with
      | line, column, n ->
          let p = Markers.source r.t in
          let file, line = Preprocessed.origin p (Markers.offset r.t ~line ~column) in
          Printf.sprintf "%s%s:%d:%d%s" before file line column
            (explain r (String.sub behind n (String.length behind - n)))
      | exception (Scanf.Scan_failure _ | End_of_file | Failure _) -> raise Unknown)

(* Of an expression there may be quotes in it, whose brackets then are not even. *)
let quoted r =
  expect r "'";
  let from = r.at in
  let slash = ref false in
  let rec go i depth =
    if i >= r.eol then raise Unknown
    else
      match Bytes.unsafe_get r.s i with
      | '\'' -> if depth <> 0 then raise Unknown else i
      | '(' -> go (i + 1) (depth + 1)
      | ')' -> go (i + 1) (depth - 1)
      | '/' -> slash := true; go (i + 1) depth
      | _ -> go (i + 1) depth
  in
  r.at <- go from 0;
  let w = word_from r from in
  r.at <- r.at + 1;
  if not !slash then w
  else
    match Hashtbl.find_opt r.explained w with
    | Some known -> known
    | None ->
        let known = explain r w in
        Hashtbl.replace r.explained w known;
        known

let types r =
  r.ty <- quoted r;
  r.desugared <- (if take r ":" then quoted r else r.ty);
  match peek r with ' ' | '\000' -> () | _ -> raise Unknown

(* {2 Nodes} *)

type shape = Declaration | Statement | Expression | Type | Attribute | Reference

let shape kind =
  let ends suffix = String.ends_with ~suffix kind in
  if ends "Expr" || ends "Operator" || ends "Literal" then Expression
  else if ends "Stmt" then Statement
  else if ends "Decl" then Declaration
  else if ends "Attr" then Attribute
  else if ends "Type" then Type
  else if
    List.mem kind
      [ "Typedef"; "Record"; "Enum"; "EnumConstant"; "Field"; "IndirectField"; "Function"; "Var"; "ParmVar" ]
  then Reference
  else raise Unknown

(* What types are made of, and members of what has no name, is named below them. *)
let reference = { nothing with kind = Unlisted "reference" }

let label r name =
  match Hashtbl.find_opt r.labels name with
  | Some id -> id
  | None ->
      r.labelled <- r.labelled + 1;
      Hashtbl.replace r.labels name (-r.labelled);
      -r.labelled

(* What stands in the source where a name would. *)
let stands r at name =
  let text = Markers.text r.t in
  at >= 0
  && at + String.length name <= String.length text
  && String.sub text at (String.length name) = name
  && Markers.token_end r.t at = at + String.length name

(* The words up to a type, or the end of the line, latest first. *)
let rec words r found =
  if take r " " then if peek r = '\'' then found else words r (word r :: found) else found

let flag_words = [ "implicit"; "used"; "referenced" ]

(* The name, if the first of these is one, and the rest. Flags are spelled like names. *)
let named r at = function
  | w :: rest when (not (List.mem w flag_words)) || stands r at w -> (w, rest)
  | l -> ("", l)

let flags_of l =
  List.fold_left
    (fun flags w ->
      match w with
      | "implicit" -> flags lor is_implicit
      | "used" | "referenced" -> flags
      | _ -> raise Unknown)
    0 l

let rec skip_below r depth =
  next_line r;
  if r.depth > depth then skip_below r depth

let rest_ends r word =
  let n = String.length word in
  r.eol - r.at >= n && Bytes.sub_string r.s (r.eol - n) n = word

let rec any_word r wanted = take r " " && (word r = wanted || any_word r wanted)

(* Behind the words for what kind of value it is. *)
let rec value_kind r =
  if take r " lvalue" || take r " bitfield" || take r " vectorcomponent" then value_kind r
  else if is r " xvalue" || is r " contains-errors" then raise Unknown

let rec node r =
  let depth = r.depth in
  if take r "<<<NULL>>>" then (next_line r; nothing)
  else
    let from = r.at in
    let rec letters i =
      if i < r.eol then match Bytes.unsafe_get r.s i with 'A' .. 'Z' | 'a' .. 'z' -> letters (i + 1) | _ -> i else i
    in
    r.at <- letters from;
    let kind = word_from r from in
    match shape kind with
    | Reference -> skip_below r depth; reference
    | shape -> with_id r depth (of_string kind) shape

and with_id r depth kind shape =
  expect r " ";
  let id = address r in
  let first = ref (-1) and last = ref (-1) and name_at = ref (-1) and name = ref "" and op = ref "" in
  let value = ref "" and storage = ref "" and target = ref 0 and target_name = ref "" and target_kind = ref Absent in
  let flags = ref 0 in
  r.ty <- "";
  r.desugared <- "";
  let range () =
    expect r " <";
    first := location r;
    let ends = if take r ", " then location r else !first in
    expect r ">";
    last := ends
  in
  let finish_range () = last := if !last < 0 then -1 else Markers.token_end r.t !last in
  (match shape with
  | Declaration ->
      while is r " parent 0x" || is r " prev 0x" || is r " first 0x" do
        expect r " ";
        ignore (word r : string);
        expect r " ";
        ignore (address r : int)
      done;
      range ();
      expect r " ";
      name_at := location r;
      if is_macro !name_at then raise Unknown;
      declaration r kind !name_at ~name ~op ~storage ~flags;
      by_macros r kind ~first ~last ~before:!name_at;
      finish_range ()
  | Attribute ->
      range ();
      if is_macro !first || is_macro !last then (first := -1; last := -1) else finish_range ()
  | Statement ->
      range ();
      if is_macro !last || (is_macro !first && kind <> DeclStmt) then raise Unknown;
      finish_range ();
      (match kind with
      | IfStmt -> if any_word r "has_else" then flags := is_else
      | LabelStmt ->
          expect r " ";
          name := quoted r;
          target := label r !name
      | GotoStmt -> expect r " "; target := label r (quoted r)
      | _ -> ())
  | Expression ->
      range ();
      if is_macro !first || is_macro !last then raise Unknown;
      finish_range ();
      expect r " ";
      types r;
      expression r kind ~name ~op ~value ~target ~target_name ~target_kind ~flags
  | Type -> expect r " "; r.ty <- quoted r; r.desugared <- r.ty
  | Reference -> ());
  let ty = r.ty and desugared = r.desugared in
  next_line r;
  let inner = children r kind depth ~value ~flags in
  if is_macro !first then
    first := (match List.find_opt (fun c -> c.kind = VarDecl) inner with Some c -> c.first | None -> raise Unknown);
  {
    id; kind; first = !first; last = !last; name_at = !name_at; name = !name; ty; desugared; op = !op; value = !value;
    storage = !storage; target = !target; target_name = !target_name; target_kind = !target_kind; flags = !flags;
    inner = (if kind = InitListExpr then once inner else inner);
  }

(* A declaration that a macro begins or ends. *)
and by_macros r kind ~first ~last ~before =
  let began = !first and ended = !last in
  let known at = if at < 0 then raise Unknown else at in
  if is_macro began then
    first := known (Markers.beginning r.t ~macro:(macro began) ~parameter:(kind = ParmVarDecl) ~before);
  if is_macro ended then
    if not (is_macro began) then last := known (Markers.last_before r.t ~macro:(macro ended) ~before)
    else if began = ended then last := !first
    else raise Unknown

and declaration r kind at ~name ~op ~storage ~flags =
  let typed () = if peek r = '\'' then types r else raise Unknown in
  let found = words r [] in
  match kind with
  | TranslationUnitDecl -> ()
  | EmptyDecl | FileScopeAsmDecl | StaticAssertDecl -> flags := flags_of found
  | FunctionDecl | VarDecl | ParmVarDecl | FieldDecl | TypedefDecl | EnumConstantDecl ->
      typed ();
      let own, rest = named r at found in
      name := own;
      flags := flags_of rest;
      if r.depth = 1 then Hashtbl.reset r.labels;
      if kind = FunctionDecl || kind = VarDecl || kind = ParmVarDecl then
        List.iter
          (function
            | ("static" | "extern" | "register" | "auto" | "__private_extern__") as s -> storage := s
            | "inline" -> if kind = FunctionDecl then op := "inline"
            | _ -> ())
          (words r []);
      if kind = FunctionDecl && Ctype.contains r.desugared "..." then (
        match Ctype.parameters r.desugared with
        | None -> raise Unknown
        | Some i ->
            let stop = Ctype.closing r.desugared i in
            if Ctype.starts_at r.desugared (stop - 4) "...)" then flags := !flags lor is_variadic)
  | IndirectFieldDecl ->
      typed ();
      let own, rest = named r at found in
      name := own;
      flags := flags_of rest;
      r.ty <- "";
      r.desugared <- ""
  | LabelDecl -> raise Unknown (* its scope is a block *)
  | EnumDecl ->
      if peek r = '\'' then raise Unknown;
      let own, rest = named r at found in
      name := own;
      flags := flags_of rest
  | RecordDecl -> (
      let is_tag = function "struct" | "union" -> true | _ -> false in
      let found =
        match found with
        | "definition" :: before :: _ when is_tag before && stands r at "definition" -> found
        | "definition" :: rest -> rest
        | l -> l
      in
      let own, rest = match found with w :: rest when not (is_tag w) -> (w, rest) | l -> ("", l) in
      name := own;
      match rest with
      | tag :: rest when is_tag tag -> op := tag; flags := flags_of rest
      | _ -> raise Unknown)
  | _ -> raise Unknown

and expression r kind ~name ~op ~value ~target ~target_name ~target_kind ~flags =
  value_kind r;
  match kind with
  | ImplicitCastExpr | CStyleCastExpr ->
      expect r " <";
      let from = r.at in
      let rec go i = if i >= r.eol then raise Unknown else if Bytes.get r.s i = '>' then i else go (i + 1) in
      r.at <- go from;
      op := word_from r from
  | DeclRefExpr ->
      expect r " ";
      target_kind := of_string (word r ^ "Decl");
      expect r " ";
      target := address r;
      expect r " '";
      let from = r.at in
      let rec go i = if i >= r.eol then raise Unknown else if Bytes.get r.s i = '\'' then i else go (i + 1) in
      r.at <- go from;
      target_name := word_from r from
  | UnaryOperator ->
      if take r " postfix " then flags := is_postfix else expect r " prefix ";
      op := quoted r
  | BinaryOperator | CompoundAssignOperator -> expect r " "; op := quoted r
  | MemberExpr ->
      if not (take r " ->") then expect r " .";
      name := word r;
      expect r " ";
      target := address r
  | UnaryExprOrTypeTraitExpr | AddrLabelExpr | PredefinedExpr -> expect r " "; name := word r
  | IntegerLiteral -> expect r " "; value := word r
  | _ -> ()

and children r kind depth ~value ~flags =
  let rec go found =
    if r.depth <= depth then List.rev found
    else if r.depth > depth + 1 then raise Unknown
    else if take r "value: " then (
      if kind <> ConstantExpr then raise Unknown;
      if take r "Int " then value := word r;
      skip_below r (depth + 1);
      go found)
    else if take r "array_filler: " then
      let n = node r in
      flags := !flags lor is_filler;
      go (n :: found)
    else if kind = GenericSelectionExpr && (is r "case " || is r "default") then (
      let depth = r.depth in
      let chosen = if rest_ends r " selected" then is_selected else 0 in
      next_line r;
      let inner = children r Absent depth ~value ~flags in
      go ({ nothing with inner; flags = chosen } :: found))
    else
      let n = node r in
      go (if n == reference then found else n :: found)
  in
  go []

let parse t ~file more =
  let r =
    { more; s = Bytes.create (1 lsl 16); at = 0; eol = -1; stop = 0; depth = 0; words = Words.create ();
      explained = Hashtbl.create 17; t; file; elsewhere = false; line = 0; ty = ""; desugared = "";
      labels = Hashtbl.create 17; labelled = 0 }
  in
  match
    next_line r;
    let tree = node r in
    if r.depth >= 0 then raise Unknown;
    tree
  with
  | tree -> Some tree
  | exception Unknown -> None
