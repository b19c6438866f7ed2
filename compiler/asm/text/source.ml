open Asm_model
module Z = Bignum

type mark = If of cc | Else | Loop | While of cc | End | By of string list

type kind =
  | Instr of instr
  | Jump of cc option * string
  | Call of string
  | Ret
  | Label of string
  | Directive of string * string
  | Mark of mark

type statement = { place : Diagnostic.place; kind : kind }
type t = statement list

(* A statement's text, with a cursor. *)
type cursor = { text : string; mutable pos : int; limit : int; at : int -> Diagnostic.place }

let fail c fmt = Diagnostic.fail ~place:(c.at c.pos) fmt
let peek c = if c.pos < c.limit then c.text.[c.pos] else '\000'

let skip c = while c.pos < c.limit && (peek c = ' ' || peek c = '\t' || peek c = '\r') do c.pos <- c.pos + 1 done
let finished c = skip c; c.pos >= c.limit
let accept c ch = skip c; if peek c = ch && c.pos < c.limit then (c.pos <- c.pos + 1; true) else false
let expect c ch = if not (accept c ch) then fail c "expected `%c' here" ch
let is_digit ch = ch >= '0' && ch <= '9'
let is_word ch = is_digit ch || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch = '_' || ch = '.' || ch = '$' || ch = '@'

let word c =
  skip c;
  let start = c.pos in
  while c.pos < c.limit && is_word (peek c) do c.pos <- c.pos + 1 done;
  String.sub c.text start (c.pos - start)

(* Constant expressions: + - * parentheses, decimal, hexadecimal, octal as in C. *)
let rec sum c =
  let v = ref (product c) in
  let continue = ref true in
  while !continue do
    skip c;
    match peek c with
    | '+' -> c.pos <- c.pos + 1; v := Z.add !v (product c)
    | '-' -> c.pos <- c.pos + 1; v := Z.sub !v (product c)
    | _ -> continue := false
  done;
  !v

and product c =
  let v = ref (atom c) in
  while accept c '*' do v := Z.mul !v (atom c) done;
  !v

and atom c =
  skip c;
  match peek c with
  | '-' -> c.pos <- c.pos + 1; Z.neg (atom c)
  | '+' -> c.pos <- c.pos + 1; atom c
  | '~' -> c.pos <- c.pos + 1; Z.lognot (atom c)
  | '(' ->
      c.pos <- c.pos + 1;
      let v = sum c in
      expect c ')'; v
  | ch when is_digit ch -> (
      let start = c.pos in
      let w = word c in
      let octal = String.length w > 1 && w.[0] = '0' && is_digit w.[1] in
      match Z.of_string (if octal then "0o" ^ w else w) with
      | v when String.length w <= 40 -> v
      | _ | (exception _) -> c.pos <- start; fail c "`%s' is not a number" w)
  | _ -> fail c "expected a number here"

let register c =
  let start = c.pos in
  let w = word c in
  match Operand.register w with
  | Some r -> r
  | None -> c.pos <- start; fail c "there is no register `%s' in the model" w

let scale c k =
  match Z.to_string k with
  | ("1" | "2" | "4" | "8") as s -> int_of_string s
  | s -> fail c "the scale of an index is 1, 2, 4 or 8, not %s" s

let address_register c = function
  | Operand.Gpr (Qword, r) -> r
  | _ -> fail c "an address is made of 64-bit registers"

let index_register c r = if r = RSP then fail c "%%rsp cannot be an index" else r

(* disp(base, index, scale), symbol+disp(%rip) *)
let att_address c names =
  skip c;
  let symbol, disp =
    match peek c with
    | '(' when (let d = ref (c.pos + 1) in
                while !d < c.limit && (c.text.[!d] = ' ' || c.text.[!d] = '\t') do incr d done;
                !d < c.limit && (c.text.[!d] = '%' || c.text.[!d] = ',')) -> (None, Z.zero)
    | ch when is_digit ch || ch = '-' || ch = '+' || ch = '(' || ch = '~' -> (None, sum c)
    | _ ->
        let s = word c in
        if s = "" then fail c "expected an operand here";
        skip c;
        let d = if peek c = '+' || peek c = '-' then sum c else Z.zero in
        (Some s, d)
  in
  let base, index =
    if accept c '(' then begin
      let reg () = expect c '%'; register c in
      skip c;
      if symbol <> None then begin
        expect c '%';
        if String.lowercase_ascii (word c) <> "rip" then fail c "a symbol is addressed relative to %%rip";
        expect c ')';
        (None, None)
      end
      else
        let base = if peek c = ',' then None else Some (address_register c (reg ())) in
        let index =
          if accept c ',' then begin
            let r = index_register c (address_register c (reg ())) in
            let k = if accept c ',' then scale c (sum c) else 1 in
            Some (r, k)
          end
          else None
        in
        expect c ')';
        (base, index)
    end
    else if symbol <> None then fail c "a symbol is addressed relative to %%rip: write `%s(%%rip)'" (Option.get symbol)
    else (None, None)
  in
  let base, rip =
    match (symbol, base) with
    | Some s, _ -> (BaseSym (Operand.symbol_number names s), true)
    | None, Some r -> (BaseReg r, false)
    | None, None -> (NoBase, false)
  in
  Operand.Address { base; index; disp; rip; pointer = None }

let att_operand c names =
  skip c;
  match peek c with
  | '$' -> c.pos <- c.pos + 1; Operand.Imm (sum c)
  | '%' -> c.pos <- c.pos + 1; register c
  | _ -> att_address c names

let pointer_sizes =
  [ ("byte", Operand.Byte); ("dword", Operand.Dword); ("qword", Operand.Qword); ("xmmword", Operand.Xmmword); ("ymmword", Operand.Ymmword) ]

(* [base + index*scale + disp], [rip + symbol + disp] *)
let intel_address c names pointer =
  expect c '[';
  let base = ref None and index = ref None and disp = ref Z.zero and rip = ref false and symbol = ref None in
  let rec term negative =
    skip c;
    (if is_digit (peek c) then begin
       let v = atom c in
       if accept c '*' then begin
         let r = address_register c (register c) in
         index := Some (index_register c r, scale c v)
       end
       else disp := if negative then Z.sub !disp v else Z.add !disp v
     end
     else
       let start = c.pos in
       let w = word c in
       if w = "" then fail c "expected a register or a number here";
       match (String.lowercase_ascii w, Operand.register w) with
       | "rip", _ -> rip := true
       | _, Some r when negative -> ignore r; c.pos <- start; fail c "a register cannot be subtracted"
       | _, Some r ->
           let r = address_register c r in
           if accept c '*' then index := Some (index_register c r, scale c (atom c))
           else if !base = None then base := Some r
           else if !index = None then index := Some (index_register c r, 1)
           else fail c "too many registers in an address"
       | _, None -> symbol := Some w);
    skip c;
    match peek c with
    | '+' -> c.pos <- c.pos + 1; term false
    | '-' -> c.pos <- c.pos + 1; term true
    | _ -> expect c ']'
  in
  term false;
  let base =
    match (!symbol, !base, !rip) with
    | Some s, None, true -> BaseSym (Operand.symbol_number names s)
    | Some s, _, false -> fail c "a symbol is addressed relative to rip: write `[rip + %s]'" s
    | None, Some r, false -> BaseReg r
    | None, None, false -> NoBase
    | _ -> fail c "this address is not in the model"
  in
  Operand.Address { base; index = !index; disp = !disp; rip = !rip; pointer }

let intel_operand c names =
  skip c;
  match peek c with
  | '[' -> intel_address c names None
  | ch when is_digit ch || ch = '-' || ch = '+' || ch = '(' || ch = '~' -> Operand.Imm (sum c)
  | _ -> (
      let start = c.pos in
      let w = word c in
      match List.assoc_opt (String.lowercase_ascii w) pointer_sizes with
      | Some size ->
          if String.lowercase_ascii (word c) <> "ptr" then fail c "expected `ptr' after `%s'" w;
          intel_address c names (Some size)
      | None ->
          c.pos <- start;
          register c)

let operands c names intel =
  if finished c then []
  else
    let one () = if intel then intel_operand c names else att_operand c names in
    let rec more acc = if accept c ',' then more (one () :: acc) else acc in
    let backwards = more [ one () ] in
    if not (finished c) then fail c "did not expect `%c' here" (peek c);
    if intel then List.rev backwards else backwards

let label_operand c =
  let w = word c in
  if w = "" then fail c "expected a label here";
  if not (finished c) then fail c "expected only a label here; indirect jumps are not in the model";
  w

let statement ~regions ~names ~intel c =
  skip c;
  let start = c.pos in
  let place = c.at start in
  let w = word c in
  if w = "" then fail c "expected an instruction, a label or a directive here";
  if peek c = ':' then (c.pos <- c.pos + 1; Some { place; kind = Label w })
  else if w.[0] = '.' then begin
    skip c;
    let rest = String.trim (String.sub c.text c.pos (c.limit - c.pos)) in
    c.pos <- c.limit;
    if w = ".intel_syntax" then intel := true;
    if w = ".att_syntax" then intel := false;
    Some { place; kind = Directive (w, rest) }
  end
  else
    let m = String.lowercase_ascii w in
    let jump_cc = if String.length m > 1 && m.[0] = 'j' then Mnemonic.condition (String.sub m 1 (String.length m - 1)) else None in
    let kind =
      match (m, jump_cc) with
      | "jmp", _ -> Jump (None, label_operand c)
      | _, Some cc -> Jump (Some cc, label_operand c)
      | ("call" | "callq"), _ -> Call (label_operand c)
      | ("ret" | "retq" | "repz"), _ -> c.pos <- c.limit; Ret
      | _ -> (
          let ops = operands c names !intel in
          match Mnemonic.to_instr ~region:(Regions.region regions) m ops with
          | Ok i -> Instr i
          | Error message -> Diagnostic.fail ~place "%s" message)
    in
    Some { place; kind }

let annotation_of comment =
  let t = String.trim comment in
  let key = "fairlead:" in
  let n = String.length key in
  if String.length t >= n && String.sub t 0 n = key then Some (String.sub t n (String.length t - n)) else None

(* A line that is only a comment which begins with @: what follows it, and where. *)
let mark_of_line text =
  let n = String.length text in
  let rec blanks i = if i < n && (text.[i] = ' ' || text.[i] = '\t') then blanks (i + 1) else i in
  let i = blanks 0 in
  let after k = Some (i, String.sub text k (n - k)) in
  if i + 1 < n && text.[i] = '#' && text.[i + 1] = '@' then after (i + 2)
  else if i + 2 < n && text.[i] = '/' && text.[i + 1] = '/' && text.[i + 2] = '@' then after (i + 3)
  else None

let words s = List.filter (( <> ) "") (String.split_on_char ' ' (String.map (fun c -> if c = '\t' || c = '\r' then ' ' else c) s))
let is_name w = w <> "" && (not (is_digit w.[0])) && String.for_all is_word w

(* It may inline those before it. *)
type procedure = { number : int; parameters : string list; body : (int * string) list }

(* \name stands for the operand given for the parameter; anything else stays. *)
let substitute ~place bindings text =
  let b = Buffer.create (String.length text) and n = String.length text in
  let rec go i =
    if i < n then
      if text.[i] = '\\' then begin
        let j = ref (i + 1) in
        while !j < n && is_word text.[!j] && text.[!j] <> '.' do incr j done;
        let name = String.sub text (i + 1) (!j - i - 1) in
        (match List.assoc_opt name bindings with
        | Some value -> Buffer.add_string b value
        | None -> Diagnostic.fail ~place:(place i) "this procedure has no parameter `%s'" name);
        go !j
      end
      else (Buffer.add_char b text.[i]; go (i + 1))
  in
  go 0;
  Buffer.contents b

(* Inlining procedures in procedures multiplies lines. *)
let inlined_limit = 200_000

(* A text being read. *)
type reader = {
  regions : Regions.t;
  names : Operand.names;
  annotations : bool;
  file : string;
  intel : bool ref;
  mutable in_comment : bool;
  mutable result : statement list;  (* last first *)
  procedures : (string, procedure) Hashtbl.t;
  mutable recording : (Diagnostic.place * string * string list * (int * string) list * int) option;
      (* a procedure whose end has not come: where it began, its lines (last first), and what is open in it *)
  mutable inlined : int;
}

let read_statements t number text =
  let length = String.length text in
  let at pos = { Diagnostic.file = t.file; line = number; col = min (pos + 1) (length + 1); text } in
  let comment_from pos =
    if t.annotations then
      match annotation_of (String.sub text pos (length - pos)) with
      | Some a -> Regions.declare t.regions ~place:(at pos) a
      | None -> ()
  in
  (* statements are separated by `;', and end where a comment starts *)
  let chunk start stop =
    let c = { text; pos = start; limit = stop; at } in
    while not (finished c) do
      match statement ~regions:t.regions ~names:t.names ~intel:t.intel c with
      | Some ({ kind = Label _; _ } as s) -> t.result <- s :: t.result
      | Some s ->
          t.result <- s :: t.result;
          if not (finished c) then fail c "did not expect `%c' here" (peek c)
      | None -> ()
    done
  in
  let starts_with p = let n = String.length p in length >= n && String.sub text 0 n = p in
  if List.exists starts_with [ "#if"; "#else"; "#endif"; "#define"; "#include"; "#undef" ] && not t.in_comment then
    Diagnostic.fail ~place:(at 0) "run the C preprocessor first (gcc -E %s): its directives are not read here" t.file;
  let rec scan start pos quoted =
    if t.in_comment then
      match pos with
      | _ when pos >= length -> ()
      | _ when pos + 1 < length && text.[pos] = '*' && text.[pos + 1] = '/' ->
          t.in_comment <- false;
          scan (pos + 2) (pos + 2) false
      | _ -> scan start (pos + 1) false
    else if pos >= length then chunk start length
    else
      match text.[pos] with
      | '"' -> scan start (pos + 1) (not quoted)
      | '\\' when quoted -> scan start (pos + 2) quoted
      | '#' when not quoted -> chunk start pos; comment_from (pos + 1)
      | '/' when (not quoted) && pos + 1 < length && text.[pos + 1] = '/' -> chunk start pos; comment_from (pos + 2)
      | '/' when (not quoted) && pos + 1 < length && text.[pos + 1] = '*' ->
          chunk start pos;
          t.in_comment <- true;
          scan (pos + 2) (pos + 2) false
      | ';' when not quoted -> chunk start pos; scan (pos + 1) (pos + 1) false
      | _ -> scan start (pos + 1) quoted
  in
  scan 0 0 false

(* [below]: only procedures numbered less can be inlined. *)
let rec read_line t ?(below = max_int) number text =
  let place_at pos = { Diagnostic.file = t.file; line = number; col = min (pos + 1) (String.length text + 1); text } in
  match (mark_of_line text, t.recording) with
  | _ when t.in_comment -> read_statements t number text
  | Some (pos, rest), None -> read_mark t ~below (place_at pos) (words rest)
  | Some (pos, rest), Some (place, name, parameters, lines, depth) -> (
      match words rest with
      | [ "end" ] when depth = 0 ->
          Hashtbl.replace t.procedures name { number = Hashtbl.length t.procedures; parameters; body = List.rev lines };
          t.recording <- None
      | w ->
          let opens = match w with ("if" | "unless" | "loop") :: _ -> 1 | [ "end" ] -> -1 | _ -> 0 in
          if List.mem "procedure" w then Diagnostic.fail ~place:(place_at pos) "a procedure cannot be inside of another";
          t.recording <- Some (place, name, parameters, (number, text) :: lines, depth + opens))
  | None, Some (place, name, parameters, lines, depth) -> t.recording <- Some (place, name, parameters, (number, text) :: lines, depth)
  | None, None -> read_statements t number text

and read_mark t ~below place w =
  let add m = t.result <- { place; kind = Mark m } :: t.result in
  let condition c k =
    match Mnemonic.condition (String.lowercase_ascii c) with
    | Some cc -> add (k cc)
    | None -> Diagnostic.fail ~place "`%s' is not a condition; conditions are the suffixes of jumps: e, ne, b, ae, ..." c
  in
  match w with
  | [ "if"; c ] -> condition c (fun c -> If c)
  | [ "else" ] -> add Else
  | [ "loop" ] -> add Loop
  | [ "while"; c ] -> condition c (fun c -> While c)
  | [ "end" ] -> add End
  | "by" :: (_ :: _ as how) -> add (By how)
  | "procedure" :: name :: parameters ->
      List.iter (fun p -> if not (is_name p) then Diagnostic.fail ~place "`%s' is not a name" p) (name :: parameters);
      if Hashtbl.mem t.procedures name then Diagnostic.fail ~place "there is a procedure `%s' already" name;
      t.recording <- Some (place, name, parameters, [], 0)
  | "inline" :: name :: arguments -> (
      match Hashtbl.find_opt t.procedures name with
      | None -> Diagnostic.fail ~place "there is no procedure `%s' before this line" name
      | Some p when p.number >= below -> Diagnostic.fail ~place "there is no procedure `%s' before this one" name
      | Some p when List.length p.parameters <> List.length arguments ->
          Diagnostic.fail ~place "`%s' takes %d operands (%s), here are %d; operands are separated by blanks and contain none" name
            (List.length p.parameters) (String.concat " " p.parameters) (List.length arguments)
      | Some p ->
          let bindings = List.combine p.parameters arguments in
          List.iter
            (fun (n, text) ->
              t.inlined <- t.inlined + 1;
              if t.inlined > inlined_limit then Diagnostic.fail ~place "inlining gives more than %d lines" inlined_limit;
              read_line t ~below:p.number n (substitute ~place:(fun i -> { Diagnostic.file = t.file; line = n; col = i + 1; text }) bindings text))
            p.body)
  | _ ->
      Diagnostic.fail ~place
        "cannot read this; write `//@ if CC', `else', `loop', `while CC', `end', `procedure NAME PARAMETER...', `inline NAME OPERAND...' or `by ...'"

let parse ~regions ~names ~annotations ~file text =
  let t =
    {
      regions; names; annotations; file; intel = ref false; in_comment = false; result = [];
      procedures = Hashtbl.create 8; recording = None; inlined = 0;
    }
  in
  List.iteri (fun i l -> read_line t (i + 1) l) (String.split_on_char '\n' text);
  if t.in_comment then Diagnostic.fail "%s: a comment is not closed" file;
  (match t.recording with
  | Some (place, name, _, _, _) -> Diagnostic.fail ~place "procedure `%s' has no end: write `//@ end'" name
  | None -> ());
  List.rev t.result

let load ~regions ~names ~annotations file =
  let text =
    match open_in_bin file with
    | exception Sys_error e -> Diagnostic.fail "%s" e
    | ic -> (
        match really_input_string ic (in_channel_length ic) with
        | s -> close_in ic; s
        | exception (Sys_error _ | End_of_file | Invalid_argument _) -> close_in_noerr ic; Diagnostic.fail "cannot read %s" file)
  in
  parse ~regions ~names ~annotations ~file text

let structured source = List.exists (fun s -> match s.kind with Mark (By _) -> false | Mark _ -> true | _ -> false) source

let describe_mark = function
  | If c -> "if " ^ Mnemonic.condition_name c
  | Else -> "else"
  | Loop -> "loop"
  | While c -> "while " ^ Mnemonic.condition_name c
  | End -> "end"
  | By how -> String.concat " " ("by" :: how)
