(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast

(* How often a byte may be printed. *)
let once = '1' (* and it has to be *)
let perhaps = '?' (* at most once: what a statement is made of besides expressions *)
let any = '*' (* what is said of several declarators, each of which may become a declaration *)

(* {2 What clang's tree says} *)

type t = { p : Preprocessed.t; allowed : Bytes.t; suspending : (int, unit) Hashtbl.t }

let paint t first last how = if first >= 0 && last > first then Bytes.fill t.allowed first (last - first) how

(* The word that begins there. *)
let word_end t at =
  let n = String.length t.p.text in
  let rec go i = if i < n && Preprocessed.word_char t.p.text.[i] then go (i + 1) else i in
  go at

let is_attribute n = Kind.is_attribute n.kind
let is_automatic n = n.kind = VarDecl && n.storage <> "static" && n.storage <> "extern"

let has_keyword = function
  | IfStmt | ForStmt | WhileStmt | DoStmt | SwitchStmt | CaseStmt | DefaultStmt | LabelStmt
  | GotoStmt | BreakStmt | ContinueStmt | ReturnStmt ->
      true
  | _ -> false

(* Of an expression that suspends what is taken apart. *)
let is_taken_apart = function
  | CallExpr | BinaryOperator | ConditionalOperator | BinaryConditionalOperator | StmtExpr | ParenExpr
  | ImplicitCastExpr | CStyleCastExpr ->
      true
  | _ -> false

let own_of t n =
  if has_keyword n.kind then perhaps
  else
    match n.kind with
    | CompoundStmt | NullStmt | AttributedStmt -> perhaps
    | kind when is_taken_apart kind && Hashtbl.mem t.suspending n.id -> perhaps
    | _ -> once

(* Bytes of a node that are in no part of it are its own. *)
let rec node t n =
  if n.kind = DeclStmt && List.exists is_automatic n.inner then declaration t n
  else
    let parts = List.filter (fun c -> not (n.kind = AttributedStmt && is_attribute c)) n.inner in
    if n.first < 0 || n.last <= n.first then List.iter (node t) parts
    else (
      between t (own_of t n) n.first n.last parts;
      if has_keyword n.kind then paint t n.first (word_end t n.first) once)

and between t how first last parts =
  let there, nowhere = List.partition (fun c -> c.first >= 0 && c.last > c.first) parts in
  let ordered = List.stable_sort (fun a b -> compare (a.first, -a.last) (b.first, -b.last)) there in
  let behind =
    List.fold_left
      (fun at c ->
        if c.first > at then paint t at c.first how;
        max at c.last)
      first ordered
  in
  paint t behind last how;
  List.iter (node t) (ordered @ nowhere)

(* Variables that are declared may become members of the frame. Their names, what they are initialized with, and all
   that is declared beside them, is there once. *)
and declaration t n =
  let beside = List.exists (fun d -> d.kind = FunctionDecl) n.inner in
  paint t n.first n.last (if beside then any else perhaps);
  List.iter
    (fun d ->
      match d.kind with
      | VarDecl ->
          paint t d.name_at (d.name_at + String.length d.name) once;
          List.iter (fun c -> if not (is_attribute c) then node t c) d.inner
      | RecordDecl | EnumDecl -> (
          match String.index_from_opt t.p.text d.first '{' with
          | Some brace when brace < d.last -> paint t brace d.last once
          | _ -> ())
      | _ -> paint t d.name_at d.last once)
    n.inner

(* {2 What was printed} *)

let message times token =
  Printf.sprintf "`%s` of the source is in the translation %s" token
    (match times with 0 -> "not at all" | 1 -> "once" | 2 -> "twice" | n -> Printf.sprintf "%d times" n)

(* What is left out: promises, and nothing that stands beside them. *)
let may_be_blank =
  [ "const"; "__const__"; "__const"; "pure"; "__pure__"; "noreturn"; "__noreturn__"; "_Noreturn"; "returns_nonnull";
    "__returns_nonnull__" ]

let painted (program : Program.t) ~translated ~unprinted =
  let p = program.source in
  let t = { p; allowed = Bytes.make (String.length p.text) once; suspending = Hashtbl.create 97 } in
  let rec mark ~also n =
    let inside = List.fold_left (fun found c -> mark ~also c || found) false (Program.evaluated n) in
    let found = inside || also n in
    if found then Hashtbl.replace t.suspending n.id ();
    found
  in
  (* An array in a structure that is a value: beside a call it is evaluated apart, as the call is. *)
  let array n = n.op = "ArrayToPointerDecay" && Ast.exists (fun c -> c.kind = MemberExpr) n in
  let rec arrays n =
    if is_expression n.kind && Hashtbl.mem t.suspending n.id then ignore (mark ~also:array n : bool)
    else List.iter arrays (Program.evaluated n)
  in
  let mark_all n = ignore (mark ~also:Program.cps_call n : bool); arrays n; node t n in
  List.iter (fun (d : Program.definition) -> mark_all d.body) translated;
  List.iter (fun (first, last) -> paint t first last perhaps) unprinted;
  t.allowed

let check (program : Program.t) ~allowances ~blanks times =
  let p = program.source in
  let length = String.length p.text in
  List.iter
    (fun (first, last) ->
      if not (p.text.[first] = '[' || List.mem (String.sub p.text first (last - first)) may_be_blank) then
        Array.fill times first (last - first) 0)
    blanks;
  let good i =
    let n = times.(i) in
    match Bytes.get allowances i with '1' -> n = 1 | '?' -> n <= 1 | _ -> true
  in
  let is_pragma at = at + 7 <= length && String.sub p.text at 7 = "#pragma" in
  let line_end at = Option.value (String.index_from_opt p.text at '\n') ~default:length in
  let rec go at =
    if at >= length then None
    else
      match p.text.[at] with
      | ' ' | '\t' | '\n' | '\r' | '\012' | '\011' -> go (at + 1)
      | '#' when (at = 0 || p.text.[at - 1] = '\n') && not (is_pragma at) -> go (line_end at)
      | '#' when is_pragma at -> if times.(at) = 1 then go (line_end at) else Some at
      | _ -> if good at then go (at + 1) else Some at
  in
  match go 0 with
  | None -> Ok ()
  | Some at ->
      let token =
        if is_pragma at then String.sub p.text at (line_end at - at)
        else
          match Preprocessed.tokens p ~first:at ~last:(min length (at + 200)) with { word; _ } :: _ -> word | [] -> ""
      in
      Error
        {
          Diagnosis.first = at;
          last = at + max 1 (String.length token);
          message = "internal error in the translation: " ^ message times.(at) token;
          notes = [];
          help = "this is a mistake of flcc, not of the program: please report it";
        }
