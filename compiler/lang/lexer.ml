open Parser

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
      ("event", EVENT); ("extern", EXTERN); ("false", FALSE); ("fn", FN); ("for", FOR); ("if", IF);
      ("import", IMPORT); ("in", IN); ("inout", INOUT); ("is", IS); ("le", LE_KEYWORD);
      ("lending", LENDING); ("lent", LENT); ("let", LET); ("load", LOAD); ("loop", LOOP); ("map", MAP);
      ("match", MATCH); ("none", NONE); ("push", PUSH); ("record", RECORD); ("remove", REMOVE);
      ("resize", RESIZE); ("resume", RESUME); ("return", RETURN); ("some", SOME); ("start", START);
      ("store", STORE); ("trap", TRAP); ("true", TRUE); ("type", TYPE); ("union", UNION); ("var", VAR);
      ("while", WHILE); ("with", WITH);
    ];
  table

(* Longest first. *)
let operators : (string * Parser.token) list =
  [
    ("<<<=", ROTL_ASSIGN); (">>>=", ROTR_ASSIGN);
    ("<<<", ROTL); (">>>", ROTR); ("<<=", SHL_ASSIGN); (">>=", SHR_ASSIGN);
    ("+%=", ADDW_ASSIGN); ("-%=", SUBW_ASSIGN); ("*%=", MULW_ASSIGN);
    ("->", ARROW); ("..", DOTDOT); ("==", EQ); ("!=", NE); ("<=", LE); (">=", GE); ("&&", ANDAND);
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

(* The length of the well-formed UTF-8 character at [i], or 0. *)
let utf8_length s i =
  let n = String.length s in
  let byte k = if i + k < n then Char.code s.[i + k] else 0 in
  let continuation k = byte k land 0xC0 = 0x80 in
  let c = byte 0 in
  if c < 0x80 then 1
  else if c >= 0xC2 && c <= 0xDF then if continuation 1 then 2 else 0
  else if c >= 0xE0 && c <= 0xEF then
    let low = if c = 0xE0 then 0xA0 else 0x80 and high = if c = 0xED then 0x9F else 0xBF in
    if byte 1 >= low && byte 1 <= high && continuation 2 then 3 else 0
  else if c >= 0xF0 && c <= 0xF4 then
    let low = if c = 0xF0 then 0x90 else 0x80 and high = if c = 0xF4 then 0x8F else 0xBF in
    if byte 1 >= low && byte 1 <= high && continuation 2 && continuation 3 then 4 else 0
  else 0

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
        match utf8_length text i with
        | 0 -> Diagnostic.fail (at i) "this byte is not UTF-8" ~help:"save the file as UTF-8; in a string write \\xHH"
        | k -> go (i + k)
  in
  go 0

let is_letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_'
let is_digit c = c >= '0' && c <= '9'
let is_word c = is_letter c || is_digit c

let hex_value = function
  | '0' .. '9' as c -> Some (Char.code c - Char.code '0')
  | 'a' .. 'f' as c -> Some (Char.code c - Char.code 'a' + 10)
  | 'A' .. 'F' as c -> Some (Char.code c - Char.code 'A' + 10)
  | _ -> None

let tokens source =
  check_text source;
  let text = Source.text source in
  let n = String.length text in
  let file = Source.name source in
  let loc start stop = { Loc.file; start; stop } in
  let rec skip p i = if i < n && p text.[i] then skip p (i + 1) else i in
  (* One character of a literal, escaped or not: its bytes and what follows it. *)
  let literal_char quote i =
    match text.[i] with
    | '\\' when i + 1 < n -> (
        let simple c = (String.make 1 c, i + 2) in
        match text.[i + 1] with
        | 'n' -> simple '\n' | 'r' -> simple '\r' | 't' -> simple '\t' | '0' -> simple '\000'
        | '\\' -> simple '\\' | '"' -> simple '"' | '\'' -> simple '\''
        | 'x' -> (
            let digit k = if i + k < n then hex_value text.[i + k] else None in
            match (digit 2, digit 3) with
            | Some a, Some b -> (String.make 1 (Char.chr ((16 * a) + b)), i + 4)
            | _ -> Diagnostic.fail (loc i (i + 2)) "\\x needs two hexadecimal digits" ~help:"for example \\x0a")
        | _ ->
            Diagnostic.fail (loc i (i + 2)) "unknown escape"
              ~help:"the escapes are \\n \\r \\t \\0 \\\\ \\\" \\' and \\xHH")
    | '\n' ->
        Diagnostic.fail (loc i (i + 1)) "this literal does not end on its line" ~help:(Printf.sprintf "close it with %c; a line break is \\n" quote)
    | _ ->
        let k = utf8_length text i in
        (String.sub text i k, i + k)
  in
  let string start =
    let b = Buffer.create 16 in
    let rec go i =
      if i >= n then
        Diagnostic.fail (loc start (start + 1)) "this string never ends" ~help:"close it with \""
      else if text.[i] = '"' then
        if Buffer.length b > Syntax_limits.max_items then
          Diagnostic.fail (loc start (i + 1)) "this string has more than %d bytes" Syntax_limits.max_items ~help:"split it"
        else (STRING (Buffer.contents b), i + 1)
      else
        let s, next = literal_char '"' i in
        Buffer.add_string b s;
        go next
    in
    go (start + 1)
  in
  let character start =
    let wrong stop =
      Diagnostic.fail (loc start stop) "a character literal holds one byte" ~help:"for example 'a', '\\n' or '\\xff'; text goes into \"...\""
    in
    if start + 1 >= n || text.[start + 1] = '\'' then wrong (min n (start + 2))
    else
      let s, next = literal_char '\'' (start + 1) in
      if String.length s = 1 && next < n && text.[next] = '\'' then
        (INT (Z.of_int (Char.code s.[0]), Some Fairlead_lang_coq.Syntax.W8), next + 1)
      else wrong (min n (next + 1))
  in
  let number start =
    let stop = skip is_word start in
    let word = String.sub text start (stop - start) in
    let digits, suffix =
      match String.index_opt word 'u' with
      | None -> (word, None)
      | Some k -> (String.sub word 0 k, Some (String.sub word k (String.length word - k)))
    in
    let width =
      match suffix with
      | None -> None
      | Some "u8" -> Some Fairlead_lang_coq.Syntax.W8
      | Some "u16" -> Some W16
      | Some "u32" -> Some W32
      | Some "u64" -> Some W64
      | Some s -> Diagnostic.fail (loc start stop) "unknown suffix `%s`" s ~help:"the suffixes are u8, u16, u32 and u64"
    in
    let plain = String.concat "" (String.split_on_char '_' digits) in
    let hexadecimal = String.length plain > 2 && plain.[0] = '0' && (plain.[1] = 'x' || plain.[1] = 'X') in
    let binary = String.length plain > 2 && plain.[0] = '0' && plain.[1] = 'b' in
    let body = if hexadecimal || binary then String.sub plain 2 (String.length plain - 2) else plain in
    let good =
      body <> ""
      && String.for_all (fun c -> if hexadecimal then hex_value c <> None else if binary then c = '0' || c = '1' else is_digit c) body
    in
    if not good then
      Diagnostic.fail (loc start stop) "`%s` is not a number" (if String.length word > 40 then String.sub word 0 40 ^ "..." else word)
        ~help:"write 10, 1_000, 0xff or 0b101, with a suffix u8, u16, u32 or u64 if you like";
    if String.length body > 80 then Diagnostic.fail (loc start stop) "this number does not fit in 64 bits" ~help:"the largest is 18446744073709551615";
    let z = Z.of_string_base (if hexadecimal then 16 else if binary then 2 else 10) body in
    if Z.numbits z > 64 then
      Diagnostic.fail (loc start stop) "this number does not fit in 64 bits" ~help:"the largest is 18446744073709551615";
    (INT (z, width), stop)
  in
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
      | '"' ->
          let token, stop = string i in
          add token i stop;
          go stop
      | '\'' ->
          let token, stop = character i in
          add token i stop;
          go stop
      | c when is_digit c ->
          let token, stop = number i in
          add token i stop;
          go stop
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
              let k = utf8_length text i in
              let shown = if k = 1 && Char.code c < 32 then Printf.sprintf "\\x%02x" (Char.code c) else String.sub text i k in
              Diagnostic.fail (loc i (i + k)) "the character %s has no meaning here" shown
                ~help:"outside strings and comments only ASCII letters, digits and operators are used")
  in
  (* Some editors put a byte order mark first. *)
  go (if n >= 3 && String.sub text 0 3 = "\xef\xbb\xbf" then 3 else 0);
  (Array.of_list (List.rev !found), List.rev !comments)
