(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module I = Parser.MenhirInterpreter

type phrase = { shown : string; samples : Parser.token list  (** all acceptable where the phrase is *) }

(* What may be expected, phrases before the tokens they start with, and the
   more helpful first: only a few are shown. *)
let phrases =
  let open Parser in
  let one (shown, token) = { shown = "`" ^ shown ^ "`"; samples = [ token ] } in
  [
    { shown = "a declaration"; samples = [ IMPORT; RECORD; COROUTINE ] };
    { shown = "a statement"; samples = [ LET; WHILE; RETURN ] };
    { shown = "a type"; samples = [ BYTES; MAP; CORO ] };
    { shown = "an expression"; samples = [ INT (Z.zero, None); BANG; TRUE; LPAREN ] };
    { shown = "an operator"; samples = [ ADD; MUL; EQ ] };
    { shown = "a name"; samples = [ IDENT "x" ] };
    { shown = "a string"; samples = [ STRING "" ] };
  ]
  @ List.map one
      [
        (";", SEMI); (",", COMMA); (")", RPAREN); ("}", RBRACE); ("]", RBRACKET); (":", COLON); ("=", ASSIGN);
        ("->", ARROW); ("..", DOTDOT); (">", GT); ("<", LT); ("(", LPAREN); ("{", LBRACE); ("[", LBRACKET);
        ("asks", ASKS); ("in", IN); ("be", BE); ("le", LE_KEYWORD); ("else", ELSE); ("fn", FN);
        ("coroutine", COROUTINE); ("type", TYPE); ("loop", LOOP); ("while", WHILE); ("for", FOR);
      ]
  @ [ { shown = "the end of the file"; samples = [ EOF ] } ]

(* Whether [token] is one that [phrase], when shown, already covers. *)
let covered_by_expression =
  let open Parser in
  [ IDENT "x"; STRING ""; LPAREN; LBRACKET ]

(* Words that are also names. *)
let soft_words = Parser.[ BE; LE_KEYWORD; TYPE ]

let expected checkpoint position =
  let accepts token = I.acceptable checkpoint token position in
  (* Fields and cases have keywords for names, too. *)
  if accepts Parser.IMPORT && accepts Parser.LET then [ "a name" ] else
  let matching = List.filter (fun p -> List.for_all accepts p.samples) phrases in
  let shows name = List.exists (fun p -> p.shown = name) matching in
  let names_fit = accepts (Parser.IDENT "x") in
  let redundant p =
    match p.samples with
    | [ token ] when names_fit && List.mem token soft_words -> true
    | [ token ] ->
        (shows "an expression" && List.mem token covered_by_expression)
        || (shows "a statement" && List.mem token Parser.[ LBRACE; LOOP; WHILE; FOR; IDENT "x"; STRING ""; LPAREN; LBRACKET ])
        || (shows "a declaration" && List.mem token Parser.[ FN; COROUTINE; TYPE ])
        || (shows "a type" && List.mem token Parser.[ IDENT "x"; LBRACKET ])
        || (shows "an operator" && List.mem token Parser.[ LT; GT; LBRACKET; LPAREN; IN; LBRACE ] && not (token = Parser.LBRACE))
    | _ -> p.shown = "an expression" && shows "a statement"
  in
  List.filter (fun p -> not (redundant p)) matching |> List.map (fun p -> p.shown)

let rec enumerate = function
  | [] -> ""
  | [ a ] -> a
  | [ a; b ] -> a ^ " or " ^ b
  | a :: l -> a ^ ", " ^ enumerate l

let rec take n = function x :: l when n > 0 -> x :: take (n - 1) l | _ -> []

let is_keyword token text =
  match token with
  | Parser.IDENT _ | STRING _ | INT _ | EOF -> false
  | _ -> text <> "" && ((text.[0] >= 'a' && text.[0] <= 'z'))

(* What someone who writes C meant. *)
let habit_of_c accepts (previous : Parser.token) (found : Parser.token) name =
  let open Parser in
  let in_expression = accepts (INT (Z.zero, None)) and after_operand = accepts ADD in
  match (previous, found) with
  | ADD, ADD | SUB, SUB -> Some "to count, write `+= 1` or `-= 1`"
  | _, SUB when in_expression -> Some "integers are unsigned: `a - b` traps below 0, `0 -% a` wraps"
  | ARM, LBRACE -> Some "an arm is `case => value,` or `case { ... }`"
  | _, (MATCH | IF) when in_expression -> Some (Printf.sprintf "inside of an expression it needs parentheses: (%s ...)" name)
  | FOR, LPAREN -> Some "loops that count are `for i in 0..n { }`"
  | COLON, ASSIGN when accepts LOOP -> Some "to assign, write `=`; to declare, `let` or `var`"
  | _, (ASSIGN | COLON) when accepts LBRACE && accepts COMMA && not after_operand -> Some "an arm is a case and a block, `some(x) { }`, or a value, `some(x) => x,`"
  | RPAREN, IDENT _ when after_operand && accepts SEMI -> Some (Printf.sprintf "to convert, write `%s as TYPE`" name)
  | IDENT _, IDENT _ when after_operand && accepts ASSIGN -> Some (Printf.sprintf "to declare a variable, write `var %s: TYPE = ...;`" name)
  | _, (IDENT _ | RETURN | BREAK | CONTINUE) when after_operand && accepts LBRACE && not (accepts SEMI) ->
      Some "what depends on a condition is in braces: { ... }"
  | _ -> None

let syntax_error source checkpoint (previous : Lexer.token option) (found : Lexer.token) position =
  let text = Source.text source in
  let loc start stop = { Loc.file = Source.name source; start; stop } in
  let slice (t : Lexer.token) =
    let s = String.sub text t.start (t.stop - t.start) in
    if String.length s > 40 then String.sub s 0 40 ^ "..." else s
  in
  let accepts token = I.acceptable checkpoint token position in
  let here = loc found.start (max (found.start + 1) found.stop) in
  let line offset = fst (Source.position source offset) in
  match previous with
  | Some p when accepts Parser.SEMI && (found.token = EOF || found.token = RBRACE || line p.stop < line found.start) ->
      Diagnostic.fail (loc (max p.start (p.stop - 1)) p.stop) "a `;` is missing after this" ~help:"every statement without braces ends with `;`"
  | _ ->
      if accepts (Parser.IDENT "x") && is_keyword found.token (slice found) && not (accepts (INT (Z.zero, None))) then
        Diagnostic.fail here "`%s` is a keyword, so it cannot be a name" (slice found) ~help:"choose another name"
      else
        let list = expected checkpoint position in
        let wanted = if list = [] then "" else ": expected " ^ enumerate (take 6 list) in
        let habit = Option.bind previous (fun (p : Lexer.token) -> habit_of_c accepts p.token found.token (slice found)) in
        let help =
          match (found.token, previous) with
          | _ when habit <> None -> Option.get habit
          | ASSIGN, _ when accepts Parser.EQ && not (accepts Parser.ASSIGN) -> "to compare, write `==`"
          | (EQ | NE | LT | LE | GT | GE), _ when accepts Parser.ANDAND -> "comparisons do not chain: write `a < b && b < c`"
          | EOF, _ -> "a `}` or `)` may be missing further up"
          | _, Some { token = COLON; _ } when accepts Parser.LOOP ->
              "only loops have labels; a record literal in the head of a statement needs parentheses"
          | _ when list = [] -> "look at what comes before it"
          | _ -> "write " ^ enumerate (take 6 list)
        in
        let last = match previous with Some p when found.token = EOF -> loc (max p.start (p.stop - 1)) p.stop | _ -> here in
        if found.token = EOF then Diagnostic.fail last ~help "the file ends too early%s" wanted
        else Diagnostic.fail here ~help "unexpected `%s`%s" (slice found) wanted

(* Where to go on after a mistake: a word that only declarations start with, first on its line. Mistakes inside of one
   declaration are often consequences of its first one, those in the next are not. *)
let starts_declaration source (tokens : Lexer.token array) i =
  let line offset = fst (Source.position source offset) in
  match tokens.(i).token with
  | IMPORT | CONST | RECORD | UNION | EXTERN | EFFECT | FN | COROUTINE | TRAPLESS ->
      i = 0 || line tokens.(i - 1).stop < line tokens.(i).start
  | _ -> false

type t = { decls : Surface.decl list; whole : bool }

let declarations errors source tokens =
  let position offset = { Lexing.pos_fname = Source.name source; pos_lnum = 0; pos_bol = 0; pos_cnum = offset } in
  let last_read = ref 0 in
  let rec run tokens waiting checkpoint =
    match checkpoint with
    | I.InputNeeded _ ->
        let t : Lexer.token = tokens.(!last_read + 1) in
        incr last_read;
        run tokens checkpoint (I.offer checkpoint (t.token, position t.start, position t.stop))
    | Shifting _ | AboutToReduce _ -> run tokens waiting (I.resume checkpoint)
    | HandlingError _ | Rejected ->
        let i = !last_read in
        let previous = if i >= 1 then Some tokens.(i - 1) else None in
        syntax_error source waiting previous tokens.(i) (position tokens.(i).start)
    | Accepted decls -> decls
  in
  let rec next i = if i >= Array.length tokens || starts_declaration source tokens i then i else next (i + 1) in
  let parse tokens first =
    last_read := first - 1;
    let start = Parser.Incremental.file (position 0) in
    run tokens start start
  in
  (* Those with mistakes are left out; a declaration before one, which the parser had read, is read again. *)
  let whole_ones from until =
    let rec go i found =
      if i >= until then List.rev found
      else
        let j = min until (next (i + 1)) in
        let end_ = tokens.(Array.length tokens - 1) in
        match parse (Array.append (Array.sub tokens i (j - i)) [| end_ |]) 0 with
        | decls -> go j (List.rev_append decls found)
        | exception Diagnostic.Error _ -> go j found
    in
    go from []
  in
  let rec from first =
    match parse tokens first with
    | decls -> { decls; whole = true }
    | exception Diagnostic.Error mistake ->
        Errors.add errors mistake;
        let i = next (max !last_read (first + 1)) in
        let rest = if i >= Array.length tokens then [] else (from i).decls in
        { decls = whole_ones first i @ rest; whole = false }
  in
  from 0

let file errors source =
  match Lexer.tokens source with
  | tokens, _ -> declarations errors source tokens
  | exception Diagnostic.Error mistake ->
      Errors.add errors mistake;
      { decls = []; whole = false }
