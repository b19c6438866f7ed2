/* SPDX-License-Identifier: Apache-2.0 OR MIT */
(* The grammar of .fl. docs/grammar.md is generated from this file. *)
%{
open Fairlead_lang_coq.Syntax
open Surface

let name loc id = { id; loc = Loc.of_lexing loc }
let expr loc e = Syntax_limits.expr (Loc.of_lexing loc) e
let ty loc t = Syntax_limits.ty (Loc.of_lexing loc) t
let stmt loc s = Syntax_limits.stmt (Loc.of_lexing loc) s

(* The head of a record literal is parsed as an expression. *)
let rec_path (e : expr) =
  match e.e with
  | Name id -> { qualifier = None; base = { id; loc = e.loc } }
  | Field ({ e = Name id; loc; _ }, base) -> { qualifier = Some { id; loc }; base }
  | _ -> Diagnostic.fail e.loc "a record literal starts with the name of a record type" ~help:"for example Point { x: 1, y: 2 }"

let extent_help = "say how much room the C type takes: extern type T size 112 align 8;"
let need word (n : name) = if n.id <> word then Diagnostic.fail n.loc "expected `%s`" word ~help:extent_help
let missing_extent loc = Diagnostic.fail (Loc.of_lexing loc) "the size of this type is not known" ~help:extent_help
%}

%token <string> IDENT "name"
%token <string> STRING "string"
%token <Z.t * Fairlead_lang_coq.Syntax.width option> INT "integer"
%token APPEND "append" AS "as" AS_WRAP "as%" ASK "ask" ASKS "asks" ASSERT "assert" BE "be" BREAK "break"
%token BYTES "bytes" CALL "call" CONST "const" CONTINUE "continue" CORO "coro" COROUTINE "coroutine"
%token DEFAULT "default" EFFECT "effect" ELSE "else" EVENT "event" EXTERN "extern" FALSE "false" FN "fn" FORWARD "forward"
%token FOR "for" IF "if" IMPORT "import" IN "in" INOUT "inout" IS "is" LE_KEYWORD "le" LENDING "lending"
%token LENT "lent" LET "let" LOAD "load" LOOP "loop" MAP "map" MATCH "match" NONE "none" PUSH "push"
%token RECORD "record" REMOVE "remove" REQUIRE "require" RESIZE "resize" RESUME "resume" RETURN "return" SOME "some"
%token START "start" STORE "store" TRAP "trap" TRAPLESS "trapless" TRUE "true" TYPE "type" UNION "union" VAR "var"
%token WHILE "while" WITH "with" MARK "mark" ORDER "order"
%token ARROW "->" DOTDOT ".." LPAREN "(" RPAREN ")" LBRACE "{" RBRACE "}" LBRACKET "[" RBRACKET "]"
%token ARM "=>" COMMA "," SEMI ";" COLON ":" DOT "." QUESTION "?" ASSIGN "="
%token EQ "==" NE "!=" LT "<" LE "<=" GT ">" GE ">=" ANDAND "&&" OROR "||" BANG "!" TILDE "~"
%token ADD "+" SUB "-" MUL "*" DIV "/" REM "%" ADDW "+%" SUBW "-%" MULW "*%" AMP "&" BAR "|" CARET "^"
%token SHL "<<" SHR ">>" ROTL "<<<" ROTR ">>>"
%token ADD_ASSIGN "+=" SUB_ASSIGN "-=" MUL_ASSIGN "*=" DIV_ASSIGN "/=" REM_ASSIGN "%=" ADDW_ASSIGN "+%="
%token SUBW_ASSIGN "-%=" MULW_ASSIGN "*%=" AND_ASSIGN "&=" OR_ASSIGN "|=" XOR_ASSIGN "^=" SHL_ASSIGN "<<="
%token SHR_ASSIGN ">>=" ROTL_ASSIGN "<<<=" ROTR_ASSIGN ">>>="
%token EOF "end of file"

%right "?" ":"
%left "||"
%left "&&"
%nonassoc "==" "!=" "<" "<=" ">" ">=" "in" "is"
%left "|"
%left "^"
%left "&"
%left "<<" ">>" "<<<" ">>>"
%left "+" "-" "+%" "-%"
%left "*" "/" "%" "*%"
%nonassoc "as" "as%"

%start <Surface.decl list> file

%%

let file := ~ = sequence(declaration); "end of file"; <>

(* --- Declarations --- *)

let declaration :=
  | "import"; s = "string"; a = option("as"; identifier); ";";
      { D_import (s, Loc.of_lexing $loc(s), a) }
  | "const"; n = identifier; ":"; t = ty; "="; e = expression; ";"; { D_const (n, t, e) }
  | "record"; n = identifier; "{"; l = comma_list(field); "}"; { D_record (n, l) }
  | "union"; n = identifier; "{"; l = comma_list(case); "}"; { D_union (n, l) }
  | "type"; n = identifier; "="; t = ty; ";"; { D_alias (n, t) }
  | "extern"; "type"; n = identifier; extent = extent; ";"; { D_extern_type (n, extent) }
  | "extern"; "fn"; n = identifier; signature = signature; ";"; { D_extern_fn (n, signature) }
  | "effect"; n = identifier; signature = signature; ";"; { D_effect (n, signature) }
  | trapless = trapless; "fn"; name = identifier; params = parameters; requires = requires; result = result;
    (body, closing) = procedure_body;
      { let signature = { params; result } in
        D_proc { name; coroutine = false; trapless; signature; requires; asks = []; order = None; body; closing } }
  | trapless = trapless; "coroutine"; name = identifier; signature = signature; (asks, order) = asks;
    (body, closing) = procedure_body;
      { D_proc { name; coroutine = true; trapless; signature; requires = []; asks; order; body; closing } }

let trapless :=
  | { false }
  | "trapless"; { true }
let extent :=
  | s = identifier; bytes = size; a = identifier; align = size;
      { need "size" s; need "align" a; (bytes, align) }
  | { missing_extent $loc }
let field := n = member; ":"; t = ty; { (n, t) }
let case := n = member; t = option(delimited("(", ty, ")")); { (n, t) }

let signature := ~ = parameters; ~ = result; { { params = parameters; result } }
let parameters := "("; l = comma_list(parameter); ")"; { l }
let result := option("->"; ty)
let parameter := mode = mode; p_name = identifier; ":"; p_ty = ty; { { mode; p_name; p_ty } }
let mode :=
  | { In }
  | "inout"; { Inout }
  | "lent"; { Lent }
let requires :=
  | { [] }
  | "require"; l = separated_nonempty_list(",", head); { Syntax_limits.items (Loc.of_lexing $loc) l }
let asks :=
  | { ([], None) }
  | "asks"; l = separated_nonempty_list(",", path); o = option(order);
      { (Syntax_limits.items (Loc.of_lexing $loc) l, o) }
let order := "order"; "{"; l = nonempty_list(order_state); "}";
    { { states = Syntax_limits.items (Loc.of_lexing $loc) l; order_loc = Loc.of_lexing $loc } }
let order_state := n = member; "{"; l = comma_list(order_edge); "}"; { (n, l) }
let order_edge := trigger = order_trigger; target = option("=>"; member); { { trigger; target } }
let order_trigger :=
  | p = path; c = option(delimited("(", member, ")")); a = option("->"; answer_case); { On_ask (p, c, a) }
  | "mark"; n = identifier; { On_mark n }
  | "else"; { On_others (Loc.of_lexing $loc) }
let answer_case :=
  | member
  | "true"; { name $loc "true" }
  | "false"; { name $loc "false" }
let procedure_body := "{"; b = statements; close = closing_brace; { (b, close) }
let closing_brace := "}"; { Loc.of_lexing $loc }

(* --- Names --- *)

let identifier := id = word; { name $loc id }
(* Words with a meaning of their own that cannot be mistaken for it here. *)
let word :=
  | "name"
  | "be"; { "be" }
  | "effect"; { "effect" }
  | "event"; { "event" }
  | "forward"; { "forward" }
  | "le"; { "le" }
  | "map"; { "map" }
  | "mark"; { "mark" }
  | "order"; { "order" }
  | "record"; { "record" }
  | "require"; { "require" }
  | "trapless"; { "trapless" }
  | "type"; { "type" }
  | "union"; { "union" }
(* Fields and cases are named where no other word can stand. *)
let member :=
  | identifier
  | id = reserved; { name $loc id }
let reserved :=
  | "append"; { "append" } | "as"; { "as" } | "ask"; { "ask" } | "asks"; { "asks" } | "assert"; { "assert" }
  | "break"; { "break" } | "bytes"; { "bytes" } | "call"; { "call" } | "const"; { "const" } | "continue"; { "continue" }
  | "coro"; { "coro" } | "coroutine"; { "coroutine" } | "default"; { "default" } | "extern"; { "extern" } | "fn"; { "fn" }
  | "for"; { "for" } | "if"; { "if" } | "import"; { "import" } | "in"; { "in" } | "inout"; { "inout" }
  | "is"; { "is" } | "lending"; { "lending" } | "lent"; { "lent" } | "let"; { "let" } | "load"; { "load" }
  | "loop"; { "loop" } | "match"; { "match" } | "none"; { "none" } | "push"; { "push" } | "remove"; { "remove" }
  | "resize"; { "resize" } | "resume"; { "resume" } | "return"; { "return" } | "some"; { "some" } | "start"; { "start" }
  | "store"; { "store" } | "trap"; { "trap" } | "var"; { "var" } | "while"; { "while" } | "with"; { "with" }
let path :=
  | base = identifier; { { qualifier = None; base } }
  | q = identifier; "."; base = identifier; { { qualifier = Some q; base } }

let comma_list(X) := l = commas(X); { Syntax_limits.items (Loc.of_lexing $loc) l }
let commas(X) :=
  | { [] }
  | x = X; { [ x ] }
  | x = X; ","; l = commas(X); { x :: l }
let sequence(X) := l = list(X); { Syntax_limits.items (Loc.of_lexing $loc) l }

(* --- Types --- *)

let ty :=
  | plain_type
  | t = ty; "?"; { ty $loc (T_option t) }

let plain_type :=
  | p = path; { ty $loc (T_name p) }
  | "bytes"; { ty $loc (T_bytes None) }
  | "bytes"; "<"; n = size; ">"; { ty $loc (T_bytes (Some n)) }
  | "["; t = ty; ";"; n = expression; "]"; { ty $loc (T_array (t, n)) }
  | "map"; "<"; k = ty; ","; v = ty; ","; n = size; ">"; { ty $loc (T_map (k, v, n)) }
  | "coro"; p = path; { ty $loc (T_coro p) }
  | "event"; p = path; { ty $loc (T_event p) }

(* A size stands before `>`, so it has no comparisons or shifts outside parentheses. *)
let size :=
  | size_term
  | a = size; o = size_sum; b = size_term; { expr $loc (Binary (Arith o, Loc.of_lexing $loc(o), a, b)) }
let size_term :=
  | postfix(plain)
  | a = size_term; o = size_product; b = postfix(plain); { expr $loc (Binary (Arith o, Loc.of_lexing $loc(o), a, b)) }
let size_sum := "+"; { Add } | "-"; { Sub }
let size_product := "*"; { Mul } | "/"; { Div }

(* --- Statements --- *)

let block := delimited("{", statements, "}")
(* The expression that may come last is what the block is worth. *)
let statements := l = statement_list; { Syntax_limits.items (Loc.of_lexing $loc) l }
let statement_list :=
  | { [] }
  | e = expression; { [ stmt $loc (Value (e, Of_block)) ] }
  | s = statement; l = statement_list; { s :: l }

let statement :=
  | "let"; n = identifier; t = option(":"; ty); "="; e = value; ";"; { stmt $sloc (Let (n, t, e)) }
  | "var"; n = identifier; t = option(":"; ty); e = option("="; value); ";"; { stmt $sloc (Var (n, t, e)) }
  | e = expression; ";"; { stmt $sloc (Expr e) }
  | p = expression; o = assignment; e = value; ";"; { stmt $sloc (Assign (p, o, e)) }
  | conditional
  | l = option(label); "while"; e = head; b = block; { stmt $sloc (While (l, e, b)) }
  | l = option(label); "loop"; b = block; { stmt $sloc (Loop (l, b)) }
  | l = option(label); "for"; n = identifier; "in"; lo = head; ".."; hi = head; b = block;
      { stmt $sloc (For_range (l, n, lo, hi, b)) }
  | l = option(label); "for"; n = identifier; "in"; e = head; b = block; { stmt $sloc (For_each (l, n, None, e, b)) }
  | l = option(label); "for"; k = identifier; ","; v = identifier; "in"; e = head; b = block;
      { stmt $sloc (For_each (l, k, Some v, e, b)) }
  | matching
  | "break"; l = option(identifier); ";"; { stmt $sloc (Break l) }
  | "continue"; l = option(identifier); ";"; { stmt $sloc (Continue l) }
  | "return"; e = option(value); ";"; { stmt $sloc (Return e) }
  | "trap"; ";"; { stmt $loc Trap }
  | "mark"; n = identifier; ";"; { stmt $sloc (Mark n) }
  | "assert"; e = expression; ";"; { stmt $sloc (Assert e) }
  | b = block; { stmt $sloc (Scope b) }
  | "push"; p = expression; ","; e = value; ";"; { stmt $sloc (Push (p, e)) }
  | "append"; p = expression; ","; e = value; ";"; { stmt $sloc (Append (p, e)) }
  | "resize"; p = expression; ","; e = expression; ";"; { stmt $sloc (Resize (p, e)) }
  | "store"; o = endian; w = identifier; p = postfix(literal); "="; e = value; ";"; { stmt $sloc (Store (o, w, p, e)) }
  | "remove"; p = expression; ","; e = expression; ";"; { stmt $sloc (Remove (p, e)) }

let conditional := "if"; e = head; b = block; b2 = alternative; { stmt $sloc (If (e, b, b2)) }
let alternative :=
  | { [] }
  | "else"; block
  | "else"; s = conditional; { [ s ] }

let label := n = identifier; ":"; { n }

let matching := "match"; e = head; "{"; l = arms; "}"; { stmt $loc (Match (e, Syntax_limits.items (Loc.of_lexing $loc) l)) }
let arms :=
  | { [] }
  | patterns = patterns; body = block; l = arms; { { patterns; body; arm_loc = Loc.of_lexing $loc(patterns) } :: l }
  | a = value_arm; { [ a ] }
  | a = value_arm; ","; l = arms; { a :: l }
let value_arm :=
  patterns = patterns; "=>"; e = value;
    { { patterns; body = [ stmt $loc(e) (Value (e, Of_arm)) ]; arm_loc = Loc.of_lexing $loc(patterns) } }
  | patterns = patterns; "=>"; (body, loc) = forwarding;
    { { patterns; body = [ stmt loc body ]; arm_loc = Loc.of_lexing $loc(patterns) } }
let forwarding := "forward"; c = child; l = option("lending"; arguments); { (Forward (c, l), $loc) }
let child :=
  | id = word; { expr $loc (Name id) }
  | e = child; "."; f = member; { expr $loc (Field (e, f)) }
  | e = child; "["; i = expression; "]"; { expr $loc (Index (e, i)) }
let patterns :=
  | "else"; { [] }
  | l = separated_nonempty_list(",", pattern); { Syntax_limits.items (Loc.of_lexing $loc) l }
let pattern :=
  | p = pattern_path; l = binders; { P_case (p, l) }
  | (z, w) = "integer"; { P_int (z, w, Loc.of_lexing $loc) }
let pattern_path :=
  | base = member; { { qualifier = None; base } }
  | q = identifier; "."; base = member; { { qualifier = Some q; base } }
let binders :=
  | { [] }
  | delimited("(", comma_list(identifier), ")")

let assignment :=
  | "="; { None }
  | o = operator_assignment; { Some (Arith o, Loc.of_lexing $loc) }
let operator_assignment :=
  | "+="; { Add } | "-="; { Sub } | "*="; { Mul } | "/="; { Div } | "%="; { Rem }
  | "+%="; { AddW } | "-%="; { SubW } | "*%="; { MulW }
  | "&="; { And } | "|="; { Or } | "^="; { Xor }
  | "<<="; { Shl } | ">>="; { Shr } | "<<<="; { Rotl } | ">>>="; { Rotr }

(* --- Expressions --- *)

(* In the head of a statement an expression is followed by `{`, so there a
   record literal needs parentheses. *)
let expression := operation(literal)
(* Where an expression stands by itself, alternatives can. *)
let value :=
  | expression
  | s = conditional; { expr $loc (Choose s) }
  | s = matching; { expr $loc (Choose s) }
let head := operation(plain)

let operation(R) :=
  | prefix(R)
  | a = operation(R); o = operator; b = operation(R); { expr $loc (Binary (o, Loc.of_lexing $loc(o), a, b)) }
  | a = operation(R); "in"; b = operation(R); { expr $loc (In (a, b)) }
  | a = operation(R); "is"; c = member; { expr $loc (Is (a, c)) }
  | a = operation(R); "as"; t = identifier; { expr $loc (Cast (a, t, false)) }
  | a = operation(R); "as%"; t = identifier; { expr $loc (Cast (a, t, true)) }
  | a = operation(R); "?"; b = operation(R); ":"; c = operation(R); { expr $loc (Cond (a, b, c)) }

let operator ==
  | "||"; { Or : binary }
  | "&&"; { And : binary }
  | "=="; { Compare Eq } | "!="; { Compare Ne }
  | "<"; { Compare Lt } | "<="; { Compare Le } | ">"; { Compare Gt } | ">="; { Compare Ge }
  | "|"; { Arith Or } | "^"; { Arith Xor } | "&"; { Arith And }
  | "<<"; { Arith Shl } | ">>"; { Arith Shr } | "<<<"; { Arith Rotl } | ">>>"; { Arith Rotr }
  | "+"; { Arith Add } | "-"; { Arith Sub } | "+%"; { Arith AddW } | "-%"; { Arith SubW }
  | "*"; { Arith Mul } | "/"; { Arith Div } | "%"; { Arith Rem } | "*%"; { Arith MulW }

let prefix(R) :=
  | postfix(R)
  | "!"; e = prefix(R); { expr $loc (Unary (Not, e)) }
  | "~"; e = prefix(R); { expr $loc (Unary (Complement, e)) }
  | "load"; o = endian; w = identifier; e = postfix(R); { expr $loc (Load (o, w, e)) }
  | "resume"; c = postfix(R); l = option("lending"; arguments); a = option("with"; answer);
      { expr $loc (Resume (c, l, a)) }

let answer := p = path; l = arguments; { (p, l) }

let postfix(R) :=
  | R
  | e = postfix(R); "."; f = member; { expr $loc (Field (e, f)) }
  | e = postfix(R); "["; i = expression; "]"; { expr $loc (Index (e, i)) }
  | e = postfix(R); "["; lo = option(expression); ".."; hi = option(expression); "]"; { expr $loc (Slice (e, lo, hi)) }
  | e = postfix(R); l = arguments; { expr $loc (Apply (e, l)) }

(* What [R] stands for: with record literals, or without. *)
let plain := atom
let literal :=
  | atom
  | e = postfix(literal); "{"; l = comma_list(field_value); "}"; { expr $loc (Record (rec_path e, l)) }

let field_value := n = member; ":"; e = value; { (n, e) }

let atom :=
  | id = word; { expr $loc (Name id) }
  | (z, w) = "integer"; { expr $loc (Int (z, w)) }
  | s = "string"; { expr $loc (String s) }
  | "true"; { expr $loc (Bool true) }
  | "false"; { expr $loc (Bool false) }
  | "default"; { expr $loc Default }
  | "none"; { expr $loc None_ }
  | "some"; "("; e = value; ")"; { expr $loc (Some_ e) }
  | "("; e = value; ")"; { e }
  | "["; l = comma_list(expression); "]"; { expr $loc (Array l) }
  | "["; e = expression; ";"; n = expression; "]"; { expr $loc (Fill (e, n)) }
  | "ask"; p = path; l = arguments; { expr $loc (Ask (p, l)) }
  | "call"; p = path; l = arguments; { expr $loc (Call (p, l)) }
  | "start"; p = path; l = arguments; { expr $loc (Start (p, l)) }

let arguments := delimited("(", comma_list(argument), ")")
let argument :=
  | e = value; { { inout = false; value = e } }
  | "inout"; e = expression; { { inout = true; value = e } }

let endian :=
  | "be"; { Big }
  | "le"; { Little }
