(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type role = Plain | Mark of int * string | Annotation of int * string
type t = { number : int; text : string; code : string; role : role }

let is_blank ch = ch = ' ' || ch = '\t'
let after n s = String.sub s n (String.length s - n)
let starts_at p s i = i + String.length p <= String.length s && String.sub s i (String.length p) = p
let rec skip_blanks s i = if i < String.length s && is_blank s.[i] then skip_blanks s (i + 1) else i

let word_at s i = fst (Gas_word.at Gas_word.is_plain s i)

let mark_words = [ "if"; "else"; "loop"; "while"; "end"; "by"; "procedure"; "inline" ]

let annotation_words = [ "region"; "disjoint"; "secret" ] @ Clause.words

(* `@ loop' or `fairlead :' somewhere in a comment, where they would mean nothing; or `fairlead secret' at its begin. *)
let suspicious comment =
  let lower = String.lowercase_ascii comment in
  let start = skip_blanks lower 0 in
  let n = String.length lower in
  let begins i = i = 0 || not (Gas_word.is_plain lower.[i - 1]) in
  let rec go i =
    if i >= n then None
    else if
      i = start && starts_at "fairlead" lower i && List.mem (word_at lower (skip_blanks lower (i + 8))) annotation_words
    then Some i
    else if lower.[i] = '@' && begins i && List.mem (word_at lower (skip_blanks lower (i + 1))) mark_words then Some i
    else if starts_at "fairlead" lower i && begins i && starts_at ":" lower (skip_blanks lower (i + 8)) then Some i
    else go (i + 1)
  in
  go 0

let preprocessor =
  [ "if"; "ifdef"; "ifndef"; "elif"; "elifdef"; "elifndef"; "else"; "endif"; "define"; "undef"; "include"; "embed";
    "include_next"; "import"; "error"; "warning"; "pragma"; "line"; "ident"; "sccs"; "assert"; "unassert" ]

let is_preprocessed file = Filename.check_suffix file ".S" || Filename.check_suffix file ".sx"

(* What the C preprocessor takes for the name of a directive behind a `#': it leaves out blanks and comments. *)
let rec directive_word s i =
  let i = skip_blanks s i in
  if not (starts_at "/*" s i) then word_at s i
  else
    let rec stop j =
      if j >= String.length s then "" else if starts_at "*/" s j then directive_word s (j + 2) else stop (j + 1)
    in
    stop (i + 2)

(* What one line says, given whether it begins inside of a block comment; and whether it ends inside of one. *)
let line ~file number text in_block =
  let place i = { Diagnostic.file; line = number; col = i + 1; text } in
  let fail ?help i fmt = Diagnostic.fail ~place:(place i) ?help fmt in
  let n = String.length text in
  let code = Bytes.of_string text in
  let blank i j = for k = i to j - 1 do if Bytes.get code k <> '\t' then Bytes.set code k ' ' done in
  let check_comment i j =
    match suspicious (String.sub text i (j - i)) with
    | Some k ->
        fail (i + k) ~help:"put it on a line of its own, behind `//@', `#@' or `# fairlead:'"
          "this looks like a mark or an annotation, but is not read as one here"
    | None -> ()
  in
  let alone i = skip_blanks text 0 = i in
  let first i = String.trim (Bytes.sub_string code 0 i) = "" in
  let run_it_first i = fail i ~help:(Printf.sprintf "run it first, with `gcc -E %s`" file)
    "directives of the C preprocessor are not read here" in
  let line_comment i width =
    (* other files may say what comes of it *)
    if is_preprocessed file && width = 1 && first i && List.mem (directive_word text (i + 1)) preprocessor then
      run_it_first i;
    blank i n;
    let rest = after (i + width) text in
    let start = skip_blanks rest 0 in
    if alone i && starts_at "@" rest 0 then Mark (i, after 1 rest)
    else if alone i && starts_at "fairlead:" rest start then Annotation (i, after (start + 9) rest)
    else begin
      if alone i && width = 1 && List.mem (word_at rest 0) preprocessor then run_it_first i;
      check_comment (i + width) n;
      Plain
    end
  in
  let rec block from i =
    if i >= n then (blank from n; check_comment from n; (Plain, true))
    else if starts_at "*/" text i then (check_comment from i; blank from (i + 2); go (i + 2))
    else block from (i + 1)
  and go i =
    if i >= n then (Plain, false)
    else
      match text.[i] with
      | '"' -> go (string i (i + 1))
      | '#' -> (line_comment i 1, false)
      | '/' when starts_at "//" text i -> (line_comment i 2, false)
      | '/' when starts_at "/*" text i -> blank i (i + 2); block (i + 2) (i + 2)
      | '\r' when i = n - 1 -> Bytes.set code i ' '; (Plain, false)
      | '\t' -> go (i + 1)
      | '\'' -> fail i ~help:"write the number" "character constants are not read here"
      | ch when ch < ' ' || ch > '~' -> fail i ~help:"outside of strings and comments there is ASCII only"
        "this character (byte %d) cannot stand here" (Char.code ch)
      | _ -> go (i + 1)
  and string opened i =
    if i >= n then fail opened ~help:"close it with `\"`" "this string is not closed on its line"
    else match text.[i] with
      | '"' -> i + 1
      | '\\' -> string opened (i + 2)
      | ch when ch < ' ' -> fail i ~help:(Printf.sprintf "write \\%03o" (Char.code ch))
        "this character (byte %d) cannot stand in a string" (Char.code ch)
      | _ -> string opened (i + 1)
  in
  let turned i = fail i ~help:"leave it out; in a string write its bytes, each as \\OOO"
    "this character turns the direction of the line: it is shown in another order than it is read" in
  String.iteri (fun i _ -> if Fairlead_cli.Utf8.turns text i then turned i) text;
  let last = String.trim text in
  if is_preprocessed file && String.ends_with ~suffix:"\\" last then
    fail (String.rindex text '\\') ~help:(Printf.sprintf "run it first, with `gcc -E %s`" file)
      "the C preprocessor joins this line and the next";
  let role, in_block = if in_block then block 0 0 else go 0 in
  ({ number; text; code = Bytes.to_string code; role }, in_block)

let read ~file text =
  let _, opened, lines =
    List.fold_left
      (fun (number, opened, lines) text ->
        let l, in_block = line ~file number text (opened <> None) in
        let opened = if not in_block then None else if opened = None then Some number else opened in
        (number + 1, opened, l :: lines))
      (1, None, []) (String.split_on_char '\n' text)
  in
  let not_closed number =
    let text = List.nth (String.split_on_char '\n' text) (number - 1) in
    Diagnostic.fail ~place:{ file; line = number; col = 1; text } ~help:"close it with `*/`"
      "a comment begins here and is not closed"
  in
  Option.iter not_closed opened;
  List.rev lines
