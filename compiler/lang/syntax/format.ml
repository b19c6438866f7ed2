(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Parser

type kind = Token of Parser.token | Line_comment | Block_comment

(* Between the previous item and this one: line breaks, and characters. *)
type item = { kind : kind; shown : string; breaks : int; gap : int; start : int }

let count_breaks text from until =
  let n = ref 0 in
  for i = from to until - 1 do
    if text.[i] = '\n' then incr n
  done;
  !n

let right_trim s =
  let rec last i = if i > 0 && (s.[i - 1] = ' ' || s.[i - 1] = '\t' || s.[i - 1] = '\r') then last (i - 1) else i in
  String.sub s 0 (last (String.length s))

let items source =
  let text = Source.text source in
  let tokens, comments = Lexer.tokens source in
  let tokens = List.filter (fun (t : Lexer.token) -> t.token <> EOF) (Array.to_list tokens) in
  let of_token (t : Lexer.token) = (t.start, t.stop, Token t.token, String.sub text t.start (t.stop - t.start)) in
  let of_comment (c : Lexer.comment) =
    let line = String.length c.text >= 2 && c.text.[1] = '/' in
    let shown = String.concat "\n" (List.map right_trim (String.split_on_char '\n' c.text)) in
    (c.c_start, c.c_stop, (if line then Line_comment else Block_comment), shown)
  in
  let all =
    List.sort
      (fun (a, _, _, _) (b, _, _, _) -> compare (a : int) b)
      (List.rev_append (List.rev_map of_token tokens) (List.rev_map of_comment comments))
  in
  let _, found =
    List.fold_left
      (fun (last, found) (start, stop, kind, shown) ->
        (stop, { kind; shown; breaks = count_breaks text last start; gap = start - last; start } :: found))
      (0, []) all
  in
  Array.of_list (List.rev found)

(* Where fields and cases are named, whatever the word. *)
let members decls =
  let found = Hashtbl.create 97 in
  let add (n : Surface.name) = Hashtbl.replace found n.loc.start () in
  let rec expr (e : Surface.expr) =
    (match e.e with Field (_, n) -> add n | _ -> ());
    let exprs, stmts = Subterms.of_expr e.e in
    List.iter expr exprs;
    List.iter stmt stmts
  and stmt (s : Surface.stmt) =
    let pattern = function Surface.P_case (p, _) -> add p.base | P_int _ -> () in
    (match s.s with Match (_, arms) -> List.iter (fun (a : Surface.arm) -> List.iter pattern a.patterns) arms | _ -> ());
    let exprs, stmts = Subterms.of_stmt s.s in
    List.iter expr exprs;
    List.iter stmt stmts
  in
  let declaration : Surface.decl -> unit = function
    | D_union (_, cases) -> List.iter (fun (n, _) -> add n) cases
    | D_const (_, _, e) -> expr e
    | D_proc p -> List.iter expr p.requires; List.iter stmt p.body
    | _ -> ()
  in
  List.iter declaration decls;
  found

(* What a token is used as, where that decides about blanks. *)
type role =
  | Plain
  | Angle_open  (** of bytes<N> and map<K, V, N> *)
  | Angle_close
  | Option_mark  (** of T? *)
  | Colon_of_condition  (** of c ? a : b *)
  | Member  (** names a field or case *)

let roles members items =
  let n = Array.length items in
  let token i = match items.(i).kind with Token t -> Some t | _ -> None in
  let rec next i = if i + 1 >= n then None else match token (i + 1) with Some t -> Some t | None -> next (i + 1) in
  let roles = Array.make n Plain in
  (* One entry for each open bracket: open angles and conditions inside it. *)
  let open_ = ref [ (ref 0, ref 0) ] in
  let previous = ref None in
  for i = 0 to n - 1 do
    match token i with
    | None -> ()
    | Some t ->
        let angles, conditions = match !open_ with top :: _ -> top | [] -> (ref 0, ref 0) in
        (match t with
        | LPAREN | LBRACE | LBRACKET -> open_ := (ref 0, ref 0) :: !open_
        | RPAREN | RBRACE | RBRACKET -> ( match !open_ with _ :: (_ :: _ as rest) -> open_ := rest | _ -> ())
        | SEMI -> conditions := 0
        | _ when Hashtbl.mem members items.(i).start -> roles.(i) <- Member
        | LT when !previous = Some BYTES || !previous = Some MAP ->
            incr angles;
            roles.(i) <- Angle_open
        | GT when !angles > 0 ->
            decr angles;
            roles.(i) <- Angle_close
        | QUESTION -> (
            match next i with
            | None | Some (QUESTION | COMMA | RPAREN | SEMI | ASSIGN | LBRACE | RBRACKET | GT | RBRACE | ASKS | ORDER) -> roles.(i) <- Option_mark
            | Some _ -> incr conditions)
        | COLON when !conditions > 0 ->
            decr conditions;
            roles.(i) <- Colon_of_condition
        | _ -> ());
        previous := if roles.(i) = Member then None else Some t
  done;
  roles

let is_word t =
  match t with
  | IDENT _ | STRING _ | INT _ -> true
  | RPAREN | RBRACKET | SOME | NONE | TRUE | FALSE | DEFAULT -> true
  | BE | EFFECT | EVENT | FORWARD | LE_KEYWORD | MAP | MARK | ORDER | RECORD | REQUIRE | TRAPLESS | TYPE | UNION -> true
  | _ -> false

(* Whether there is a blank between two tokens of a line. *)
let blank_between (a, role_a) (b, role_b) =
  match (a, b) with
  | _, (COMMA | SEMI | RPAREN | RBRACKET | DOT | DOTDOT) -> false
  | (LPAREN | LBRACKET | DOT | DOTDOT | BANG | TILDE), _ -> false
  | _ when role_b = Angle_open || role_b = Angle_close || role_b = Option_mark || role_a = Angle_open -> false
  | _, COLON -> role_b = Colon_of_condition
  | a, LPAREN -> not (is_word a || role_a = Angle_close || role_a = Member)
  | a, LBRACKET -> not (is_word a || role_a = Member)
  | LBRACE, RBRACE -> true
  | _ -> true

let is_open = function Token (LPAREN | LBRACE | LBRACKET) -> true | _ -> false
let is_close = function Token (RPAREN | RBRACE | RBRACKET) -> true | _ -> false

(* Of the brackets left open on one line, the last indents the lines that follow; another does once it
   is the innermost at the end of a line. *)
type bracket = { mutable indents : bool; deeper : bool }
(* [deeper]: of an order, on a line that goes on from the one before. *)

let layout members items =
  let n = Array.length items in
  let roles = roles members items in
  let out = Buffer.create 4096 in
  let brackets = ref [] in
  let last_token = ref None in
  let end_line () =
    match !brackets with b :: _ -> b.indents <- true | [] -> ()
  in
  let pop () = match !brackets with _ :: rest -> brackets := rest | [] -> () in
  let indentation i =
    (* Brackets closed at the start of a line close the indentation before it. *)
    let rec closed i brackets =
      match brackets with
      | _ :: rest when i < n && is_close items.(i).kind -> if i + 1 < n && items.(i + 1).breaks = 0 then closed (i + 1) rest else rest
      | _ -> brackets
    in
    let count p l = List.length (List.filter p l) in
    let depth = count (fun b -> b.indents) (closed i !brackets) + count (fun b -> b.deeper) !brackets in
    let continued =
      match (!last_token, items.(i).kind) with
      | None, _ | Some (SEMI | LBRACE | RBRACE | LPAREN | LBRACKET), _ | _, Token LBRACE -> false
      | Some COMMA, _ when !brackets <> [] -> false (* outside of brackets: of what a coroutine asks *)
      | _, k -> not (is_close k)
    in
    String.make (2 * (depth + if continued then 1 else 0)) ' '
  in
  for i = 0 to n - 1 do
    let item = items.(i) in
    (if i = 0 then ()
    else
      let previous = items.(i - 1) in
      if item.breaks > 0 || previous.kind = Line_comment then (
        end_line ();
        Buffer.add_char out '\n';
        let inside = is_open previous.kind || is_close item.kind in
        if item.breaks > 1 && not inside then Buffer.add_char out '\n';
        Buffer.add_string out (indentation i))
      else
        match (previous.kind, item.kind) with
        (* Columns of comments and of table entries stay as they were aligned. *)
        | _, Line_comment -> Buffer.add_string out (String.make (max 2 item.gap) ' ')
        | Token COMMA, Token b when blank_between (COMMA, Plain) (b, roles.(i)) ->
            Buffer.add_string out (String.make (max 1 item.gap) ' ')
        | Token a, Token b -> if blank_between (a, roles.(i - 1)) (b, roles.(i)) then Buffer.add_char out ' '
        | Token (LPAREN | LBRACKET), Block_comment | Block_comment, Token (RPAREN | RBRACKET | COMMA | SEMI) -> ()
        | _ -> Buffer.add_char out ' ');
    if is_close item.kind then pop ();
    Buffer.add_string out item.shown;
    let deeper = i > 0 && items.(i - 1).kind = Token ORDER && items.(i - 1).breaks > 0 && item.kind = Token LBRACE in
    if is_open item.kind then brackets := { indents = false; deeper } :: !brackets;
    match item.kind with Token t -> last_token := Some t | _ -> ()
  done;
  if n > 0 then Buffer.add_char out '\n';
  Buffer.contents out

let laid_out decls source =
  let formatted = layout (members decls) (items source) in
  let same a b =
    let tokens s = Array.map (fun (t : Lexer.token) -> t.token) (fst (Lexer.tokens s)) in
    let comments s = List.length (snd (Lexer.tokens s)) in
    tokens a = tokens b && comments a = comments b
  in
  if same source (Source.create ~name:(Source.name source) formatted) then formatted
  else
    Diagnostic.fail
      { Loc.file = Source.name source; start = 0; stop = 0 }
      "internal error: formatting would change the program" ~help:"this is a bug in fairlead, please report it"

let text source =
  let errors = Errors.create () in
  let formatted () =
    let { Parse.decls; _ } = Parse.file errors source in
    if Errors.any errors then "" else laid_out decls source
  in
  match Errors.guard errors formatted "" with
  | formatted when not (Errors.any errors) -> Ok formatted
  | _ | (exception Errors.Enough) -> Error (Errors.all errors)
