(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let openers = [ ".macro"; ".rept"; ".rep"; ".irp"; ".irep"; ".irpc"; ".irepc" ]
let closers = [ ".endm"; ".endr" ]
let setters = [ ".set"; ".equ"; ".equiv" ]
let is_condition w = List.exists (fun prefix -> String.starts_with ~prefix w) [ ".if"; ".else"; ".endif"; ".endc" ]
let silent w = is_condition w || List.mem w (closers @ [ ".exitm"; ".purgem" ])

(* ---- Words *)

let is_word ch = Gas_word.is_part ch || ch = '\\' || ch = '@'
let after n s = String.sub s n (String.length s - n)
let is_blank ch = ch = ' ' || ch = '\t'
let rec skip s i = if i < String.length s && is_blank s.[i] then skip s (i + 1) else i

(* The first word of a statement, in small letters, and what follows it. *)
let first s =
  let i = skip s 0 in
  let w, j = Gas_word.at Gas_word.is_part s i in
  (String.lowercase_ascii w, after j s)

(* `NAME = VALUE' and `.set NAME, VALUE' *)
let setting s =
  let w, rest = first s in
  let j = skip rest 0 in
  if List.mem w setters then
    match String.index_opt rest ',' with
    | Some k -> Some (String.trim (String.sub rest 0 k), after (k + 1) rest)
    | None -> None
  else if w <> "" && j < String.length rest && rest.[j] = '=' then
    let k = if j + 1 < String.length rest && rest.[j + 1] = '=' then j + 2 else j + 1 in
    Some (fst (Gas_word.at Gas_word.is_part s (skip s 0)), after k rest)
  else None

(* A line's statements: what `;' parts, and labels, each by itself. *)
let pieces code =
  let n = String.length code in
  let rec label s =
    let i = skip s 0 in
    let w, j = Gas_word.at is_word s i in
    if w <> "" && j < String.length s && s.[j] = ':' then String.sub s 0 (j + 1) :: label (after (j + 1) s) else [ s ]
  in
  let rec scan start pos quoted =
    if pos >= n then label (after start code)
    else
      match code.[pos] with
      | '"' -> scan start (pos + 1) (not quoted)
      | '\\' when quoted -> scan start (pos + 2) quoted
      | ';' when not quoted -> label (String.sub code start (pos - start)) @ scan (pos + 1) (pos + 1) false
      | _ -> scan start (pos + 1) quoted
  in
  scan 0 0 false

let expands s =
  let w, _ = first s in
  List.mem w openers || is_condition w || setting s <> None

(* ---- Constants: the assembler's operators, which bind as its manual says *)

exception No_number

let levels =
  [ [ ("*", Int64.mul); ("/", fun a b -> if b = 0L then raise No_number else Int64.div a b);
      ("%", fun a b -> if b = 0L then raise No_number else Int64.rem a b);
      ("<<", fun a b -> Int64.shift_left a (Int64.to_int b));
      (">>", fun a b -> Int64.shift_right_logical a (Int64.to_int b)) ];
    [ ("|", Int64.logor); ("&", Int64.logand); ("^", Int64.logxor) ];
    [ ("+", Int64.add); ("-", Int64.sub) ] ]

(* The value of an expression of numbers and constants. *)
let value constants s =
  let pos = ref 0 and n = String.length s in
  let peek () =
    pos := skip s !pos;
    if !pos < n then s.[!pos] else '\000'
  in
  let operator level =
    ignore (peek ());
    let is (o, _) = !pos + String.length o <= n && String.sub s !pos (String.length o) = o in
    match List.find_opt is level with
    | Some (o, f) -> pos := !pos + String.length o; Some f
    | None -> None
  in
  let rec expression depth = function
    | [] -> unary depth
    | level :: tighter ->
        let rec go left =
          match operator level with Some f -> go (f left (expression depth tighter)) | None -> left
        in
        go (expression depth tighter)
  and unary depth =
    if depth > 100 then raise No_number;
    match peek () with
    | '-' -> incr pos; Int64.neg (unary (depth + 1))
    | '+' -> incr pos; unary (depth + 1)
    | '~' -> incr pos; Int64.lognot (unary (depth + 1))
    | '(' ->
        incr pos;
        let v = expression (depth + 1) (List.rev levels) in
        if peek () <> ')' then raise No_number;
        incr pos;
        v
    | _ ->
        let w, j = Gas_word.at Gas_word.is_part s !pos in
        pos := j;
        number w
  and number w =
    match Hashtbl.find_opt constants w with
    | Some v -> v
    | None ->
        let octal = String.length w > 1 && w.[0] = '0' && String.for_all Gas_word.is_digit w in
        let decimal = String.for_all Gas_word.is_digit w in
        (* up to 2^64: a half of them is written as negative *)
        let text = if octal then "0o" ^ w else if decimal then "0u" ^ w else w in
        let is_number = w <> "" && Gas_word.is_digit w.[0] && not (String.contains w '_') in
        if not is_number then raise No_number;
        (match Int64.of_string_opt text with Some v -> v | None -> raise No_number)
  in
  match expression 0 (List.rev levels) with
  | v -> if peek () = '\000' then Some v else None
  | exception No_number -> None

(* Constants in a statement's operands, by their values; attributes of names stay. *)
let substituted constants s =
  let w, _ = first s in
  let attribute = List.mem w [ ".globl"; ".global"; ".weak"; ".hidden"; ".type"; ".size"; ".local"; ".section" ] in
  let n = String.length s and b = Buffer.create 64 in
  let rec go i quoted =
    if i < n then
      let ch = s.[i] in
      if ch = '"' then (Buffer.add_char b ch; go (i + 1) (not quoted))
      else if quoted then begin
        Buffer.add_char b ch;
        if ch = '\\' && i + 1 < n then (Buffer.add_char b s.[i + 1]; go (i + 2) true) else go (i + 1) true
      end
      else if ch = '$' || not (Gas_word.is_part ch) then (Buffer.add_char b ch; go (i + 1) false)
      else
        let w, j = Gas_word.at Gas_word.is_operand_part s i in
        let register = i > 0 && s.[i - 1] = '%' in
        (match Hashtbl.find_opt constants w with
        | Some v when not register -> Printf.bprintf b (if v < 0L then "(%Ld)" else "%Ld") v
        | _ -> Buffer.add_string b w);
        go j false
  in
  let behind = snd (Gas_word.at Gas_word.is_part s (skip s 0)) in
  if attribute || String.ends_with ~suffix:":" (String.trim s) then s
  else begin
    Buffer.add_string b (String.sub s 0 behind);
    go behind false;
    Buffer.contents b
  end

(* ---- The listing *)

(* `NUMBER [OFFSET BYTES] TAB [>... BLANKS] STATEMENT': the number, how deep in expansions, the statement. *)
let listed line =
  match String.index_opt line '\t' with
  | None -> None
  | Some tab ->
      let left = String.trim (String.sub line 0 tab) in
      let number = match String.index_opt left ' ' with Some k -> String.sub left 0 k | None -> left in
      let text = after (tab + 1) line in
      let rec depth i = if i < String.length text && text.[i] = '>' then depth (i + 1) else i in
      let d = depth 0 in
      Option.map (fun number -> (number, d, after d text)) (int_of_string_opt number)

let most = 200_000

let expand ~file lines =
  let plain (l : Lines.t) = l.role = Plain in
  let pieces_of l = if plain l then List.map (fun p -> (l, p)) (pieces l.Lines.code) else [ (l, "") ] in
  let split = List.concat_map pieces_of lines in
  if not (List.exists (fun (l, p) -> plain l && expands p) split) then lines
  else begin
    let places = Array.of_list split in
    let fail ?help (l : Lines.t) fmt =
      Diagnostic.fail ~place:{ file; line = l.number; col = skip l.text 0 + 1; text = l.text } ?help fmt in
    let includes (l, p) =
      if List.mem (fst (first p)) [ ".include"; ".incbin" ] then fail l "other files are not read" in
    List.iter includes split;
    let text = String.concat "" (List.map (fun (_, p) -> p ^ "\n") split) in
    let listing =
      match Assembler_trusted.listing text with
      | Ok listing -> listing
      | Error f -> (
          match f.line with
          | Some k when k >= 1 && k <= Array.length places ->
              fail (fst places.(k - 1)) "the assembler refuses this: %s" f.message
          | _ -> Diagnostic.fail ~file "the assembler refuses this: %s" f.message)
    in
    let constants = Hashtbl.create 8 and macros = Hashtbl.create 8 in
    let result = ref [] and made = ref 0 and defining = ref 0 in
    let add l = incr made; result := l :: !result in
    let statement (l : Lines.t) depth s =
      let give s = add { l with role = Plain; text = (if depth = 0 then l.text else s); code = s } in
      if !made > most then fail l "macros and repetitions give more than %d lines" most;
      let w, rest = first s in
      let opens = List.mem w openers in
      if !defining > 0 && depth = 0 then
        defining := !defining + (if opens then 1 else if List.mem w closers then -1 else 0)
      else if opens then begin
        if w = ".macro" then Hashtbl.replace macros (fst (first rest)) ();
        if depth = 0 then incr defining
      end
      else if silent w || Hashtbl.mem macros w && not (String.starts_with ~prefix:":" rest) then ()
      else
        match setting s with
        | Some (name, expression) when Gas_word.is_symbol name -> (
            match value constants expression with
            | Some v -> Hashtbl.replace constants name v; give (Printf.sprintf "\t.set %s, %Ld" name v)
            | None -> fail l ~help:"numbers, and constants that were set before, joined by operators, are read here"
              "`%s' is set to something that is not a number known here" name)
        | _ -> if String.trim s <> "" then give (substituted constants s)
    in
    let step line =
      match listed line with
      | Some (number, depth, s) when number >= 1 && number <= Array.length places -> (
          let l = fst places.(number - 1) in
          match l.role with
          | Plain -> statement l depth s
          | (Mark _ | Annotation _) when !defining > 0 ->
              fail l "a mark or an annotation cannot stand inside of a macro or a repetition"
          | Mark (_, rest) when fst (first rest) = "procedure" ->
              fail l "macros and procedures cannot be in one file"
          | Mark _ | Annotation _ -> add l)
      | _ -> ()
    in
    List.iter step (String.split_on_char '\n' listing);
    List.rev !result
  end
