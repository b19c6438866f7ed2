(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Parser
open Fairlead_cli
open Characters

type token = { token : Parser.token; start : int; stop : int }
type comment = { text : string; c_start : int; c_stop : int }

let keywords : (string, Parser.token) Hashtbl.t =
  let table = Hashtbl.create 97 in
  List.iter
    (fun (k, t) -> Hashtbl.add table k t)
    [
      ("append", APPEND); ("as", AS); ("ask", ASK); ("asks", ASKS); ("assert", ASSERT); ("be", BE);
      ("break", BREAK); ("bytes", BYTES); ("call", CALL); ("const", CONST); ("continue", CONTINUE);
      ("coro", CORO); ("coroutine", COROUTINE); ("default", DEFAULT); ("effect", EFFECT); ("else", ELSE);
      ("event", EVENT); ("extern", EXTERN); ("false", FALSE); ("fn", FN); ("forward", FORWARD); ("for", FOR); ("if", IF);
      ("import", IMPORT); ("in", IN); ("inout", INOUT); ("is", IS); ("le", LE_KEYWORD);
      ("lending", LENDING); ("lent", LENT); ("let", LET); ("load", LOAD); ("loop", LOOP); ("map", MAP);
      ("mark", MARK); ("match", MATCH); ("none", NONE); ("order", ORDER); ("push", PUSH);
      ("record", RECORD); ("remove", REMOVE);
      ("require", REQUIRE);
      ("resize", RESIZE); ("resume", RESUME); ("return", RETURN); ("some", SOME); ("start", START);
      ("store", STORE); ("trap", TRAP); ("trapless", TRAPLESS); ("true", TRUE); ("type", TYPE); ("union", UNION);
      ("var", VAR);
      ("while", WHILE); ("with", WITH);
    ];
  table

(* The others may be names as well: `word` in parser.mly. *)
let is_reserved word =
  match Hashtbl.find_opt keywords word with
  | None
  | Some (BE | LE_KEYWORD | EFFECT | EVENT | FORWARD | MAP | MARK | ORDER | RECORD | REQUIRE | TRAPLESS | TYPE | UNION)
    ->
      false
  | Some _ -> true

(* Longest first. *)
let operators : (string * Parser.token) list =
  [
    ("<<<=", ROTL_ASSIGN); (">>>=", ROTR_ASSIGN);
    ("<<<", ROTL); (">>>", ROTR); ("<<=", SHL_ASSIGN); (">>=", SHR_ASSIGN);
    ("+%=", ADDW_ASSIGN); ("-%=", SUBW_ASSIGN); ("*%=", MULW_ASSIGN);
    ("->", ARROW); ("=>", ARM); ("..", DOTDOT); ("==", EQ); ("!=", NE); ("<=", LE); (">=", GE); ("&&", ANDAND);
    ("||", OROR); ("<<", SHL); (">>", SHR); ("+%", ADDW); ("-%", SUBW); ("*%", MULW);
    ("+=", ADD_ASSIGN); ("-=", SUB_ASSIGN); ("*=", MUL_ASSIGN); ("/=", DIV_ASSIGN); ("%=", REM_ASSIGN);
    ("&=", AND_ASSIGN); ("|=", OR_ASSIGN); ("^=", XOR_ASSIGN);
    ("(", LPAREN); (")", RPAREN); ("{", LBRACE); ("}", RBRACE); ("[", LBRACKET); ("]", RBRACKET);
    (",", COMMA); (";", SEMI); (":", COLON); (".", DOT); ("?", QUESTION); ("=", ASSIGN); ("<", LT);
    (">", GT); ("+", ADD); ("-", SUB); ("*", MUL); ("/", DIV); ("%", REM); ("&", AMP); ("|", BAR);
    ("^", CARET); ("!", BANG); ("~", TILDE);
  ]

let operators_by_first =
  let table = Array.make 256 [] in
  List.iter
    (fun (s, t) -> table.(Char.code s.[0]) <- (s, t) :: table.(Char.code s.[0]))
    (List.rev operators);
  table

let check_text source =
  let text = Source.text source in
  let n = String.length text in
  let at i = { Loc.file = Source.name source; start = i; stop = i + 1 } in
  if n > Syntax_limits.file_size then
    Diagnostic.fail (at 0) "this file has %d bytes; the limit is %d" n Syntax_limits.file_size
      ~help:"split it into modules and `import` them";
  let rec go i =
    if i < n then
      if text.[i] = '\000' then
        Diagnostic.fail (at i) "NUL byte: this is not a text file" ~help:"write \\0 inside a string literal"
      else
        if Utf8.turns text i then
          Diagnostic.fail { (at i) with stop = i + 3 }
            "this character turns the direction of the text: it is shown in another order than it is read"
            ~help:"leave it out; in a string write its bytes, each as \\xHH"
        else match Utf8.length text i with
        | 0 -> Diagnostic.fail (at i) "this byte is not UTF-8" ~help:"save the file as UTF-8; in a string write \\xHH"
        | k -> go (i + k)
  in
  go 0

let tokens source =
  check_text source;
  let text = Source.text source in
  let n = String.length text in
  let file = Source.name source in
  let loc start stop = { Loc.file; start; stop } in
  let rec skip p i = if i < n && p text.[i] then skip p (i + 1) else i in
  let found = ref [] and comments = ref [] in
  let open_brackets = ref 0 in
  let add token start stop =
    (match token with
    | LPAREN | LBRACE | LBRACKET ->
        incr open_brackets;
        if !open_brackets > Syntax_limits.brackets then
          Diagnostic.fail (loc start stop) "more than %d brackets are open here" Syntax_limits.brackets
            ~help:"close some, or move the inner part into a function or a variable"
    | RPAREN | RBRACE | RBRACKET -> decr open_brackets
    | _ -> ());
    found := { token; start; stop } :: !found
  in
  let comment c_start c_stop = comments := { text = String.sub text c_start (c_stop - c_start); c_start; c_stop } :: !comments in
  let rec block_comment start i =
    if i + 1 >= n then Diagnostic.fail (loc start (start + 2)) "this comment never ends" ~help:"close it with */"
    else if text.[i] = '*' && text.[i + 1] = '/' then i + 2
    else block_comment start (i + 1)
  in
  let rec go i =
    if i >= n then add EOF n n
    else
      let next k = if i + k < n then text.[i + k] else '\000' in
      match text.[i] with
      | ' ' | '\t' | '\r' | '\n' -> go (i + 1)
      | '/' when next 1 = '/' ->
          let stop = skip (fun c -> c <> '\n') i in
          comment i stop;
          go stop
      | '/' when next 1 = '*' ->
          let stop = block_comment i (i + 2) in
          comment i stop;
          go stop
      | '"' -> literal Literal.string i
      | '\'' -> literal Literal.character i
      | c when is_digit c -> literal Literal.number i
      | c when is_letter c ->
          let stop = skip is_word i in
          let word = String.sub text i (stop - i) in
          if word = "as" && stop < n && text.[stop] = '%' then (
            add AS_WRAP i (stop + 1);
            go (stop + 1))
          else (
            add (match Hashtbl.find_opt keywords word with Some k -> k | None -> IDENT word) i stop;
            go stop)
      | c -> (
          let matches (s, _) = i + String.length s <= n && String.sub text i (String.length s) = s in
          match List.find_opt matches operators_by_first.(Char.code c) with
          | Some (s, token) ->
              add token i (i + String.length s);
              go (i + String.length s)
          | None ->
              let k = Utf8.length text i in
              let shown = if k = 1 && Char.code c < 32 then Printf.sprintf "\\x%02x" (Char.code c) else String.sub text i k in
              Diagnostic.fail (loc i (i + k)) "the character %s has no meaning here" shown
                ~help:"outside strings and comments only ASCII letters, digits and operators are used")
  and literal read i =
    let token, stop = read source i in
    add token i stop;
    go stop
  in
  (* Some editors put a byte order mark first. *)
  go (if n >= 3 && String.sub text 0 3 = "\xef\xbb\xbf" then 3 else 0);
  (Array.of_list (List.rev !found), List.rev !comments)
