(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Operand_syntax

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
type reading = { statements : t; expanded : (Diagnostic.place * string) list option; marked : bool }

let ends_with p s = let n = String.length p and m = String.length s in m > n && String.sub s (m - n) n = p
let is_numeric = Gas_word.is_numeric_label

let label_operand ~what c =
  skip c;
  let start = c.pos in
  let w = word c in
  if w = "" then fail c "expected a label here; indirect jumps and calls, and hints, are not in the model";
  let named = (not (is_digit w.[0])) && w.[0] <> '$' && w.[0] <> '@' && w <> "." in
  let numbered = (ends_with "b" w || ends_with "f" w) && is_numeric (String.sub w 0 (String.length w - 1)) in
  if not (named || numbered) then (c.pos <- start; fail c "`%s' is not read as a label" w);
  if not (finished c) then fail c "expected only a label here; indirect %ss are not in the model" what;
  let bare = if what = "call" && ends_with "@PLT" w then String.sub w 0 (String.length w - 4) else w in
  if String.contains bare '@' then (c.pos <- start; fail c "`%s': relocation operators are not in the model" w);
  (match Operand.register bare with
  | Some _ -> c.pos <- start; fail c "`%s' is a register; indirect %ss are not in the model" w what
  | None -> ());
  w

(* A return of two bytes, as compilers and perlasm write it for old processors; they stay together. *)
let long_return place = [ { place; kind = Directive (Directives_trusted.long_return, "") }; { place; kind = Ret } ]

(* What comes of one statement: several where a directive names several symbols. *)
let statement ~region ~names ~intel c =
  skip c;
  let place = c.at c.pos in
  let w = word c in
  if w = "" then fail c "expected an instruction, a label or a directive here";
  if peek c = ':' then begin
    c.pos <- c.pos + 1;
    if String.contains w '@' || (is_digit w.[0] && not (is_numeric w)) then Diagnostic.fail ~place
        "`%s' is not read as a label" w;
    [ { place; kind = Label w } ]
  end
  else if w.[0] = '.' then begin
    skip c;
    let rest = String.trim (String.sub c.text c.pos (c.limit - c.pos)) in
    c.pos <- c.limit;
    let w = String.lowercase_ascii w in
    if w = ".intel_syntax" then intel := true;
    if w = ".att_syntax" then intel := false;
    let directive (d, arguments) = { place; kind = Directive (d, arguments) } in
    List.map directive (Directives_trusted.read ~place w rest)
  end
  else
    let m = String.lowercase_ascii w in
    let returns = String.lowercase_ascii (String.trim (String.sub c.text c.pos (c.limit - c.pos))) in
    let long = List.mem m [ "rep"; "repz" ] && List.mem returns [ "ret"; "retq" ] in
    if long then (c.pos <- c.limit; long_return place)
    else
    let jump_cc = if m.[0] = 'j' then Mnemonic.condition (String.sub m 1 (String.length m - 1)) else None in
    let kind =
      match (m, jump_cc) with
      | "jmp", _ -> Jump (None, label_operand ~what:"jump" c)
      | _, Some cc -> Jump (Some cc, label_operand ~what:"jump" c)
      | ("call" | "callq"), _ -> Call (label_operand ~what:"call" c)
      | ("ret" | "retq"), _ ->
          if not (finished c) then fail c "a return that takes an operand is not in the model";
          Ret
      | "endbr64", _ ->
          if not (finished c) then fail c "`endbr64' has no operands";
          Directive (Directives_trusted.landing, "")
      | ("rep" | "repe" | "repz" | "repne" | "repnz" | "lock" | "data16" | "addr32" | "rex" | "bnd" | "notrack" | "cs"
          | "ds" | "es" | "fs" | "gs" | "ss"), _ ->
          Diagnostic.fail ~place "the prefix `%s' is not in the model" w
      | _ when m.[0] = 'j' || String.starts_with ~prefix:"loop" m ->
          Diagnostic.fail ~place "`%s' is not in the model, which has `jmp' and jumps on flags, to labels" w
      | _ -> (
          let ops = operands c names !intel in
          match Mnemonic.to_instr ~region m ops with
          | Ok i -> Instr i
          | Error message ->
              Diagnostic.fail ~place
                ~help:"CONTRIBUTING.md says how an instruction is added to the model; docs/asm.md, what is read" "%s"
                message)
    in
    [ { place; kind } ]

let words s = List.filter (( <> ) "") (String.split_on_char ' ' (String.map (fun c -> if c = '\t' || c = '\r' then ' '
    else c) s))
let is_parameter w = w <> "" && (not (is_digit w.[0])) && String.for_all Gas_word.is_plain w

(* It may inline those before it. *)
type procedure = { number : int; parameters : string list; body : Lines.t list }

(* \name stands for the operand given for the parameter; anything else stays. *)
let substitute ~place bindings text =
  let b = Buffer.create (String.length text) and n = String.length text in
  let rec go i =
    if i < n then
      if text.[i] = '\\' then begin
        let name, behind = Gas_word.at Gas_word.is_plain text (i + 1) in
        (match List.assoc_opt name bindings with
        | Some value -> Buffer.add_string b value
        | None -> Diagnostic.fail ~place:(place i) "this procedure has no parameter `%s'" name);
        go behind
      end
      else (Buffer.add_char b text.[i]; go (i + 1))
  in
  go 0;
  Buffer.contents b

(* What an operand is made of; it can bring neither a comment nor a mark nor another statement. *)
let is_operand w = String.for_all (fun ch -> Gas_word.is_operand_part ch || String.contains "%(),+-*~\\[]" ch) w

(* Inlining procedures in procedures multiplies lines. *)
let inlined_limit = 200_000

(* In the first pass annotations stand among the statements, as this. *)
let annotation = "# fairlead:"

(* A text being read. *)
type reader = {
  regions : Regions.t;
  names : Operand.names;
  annotations : bool;
  file : string;
  intel : bool ref;
  mutable result : statement list;  (* last first *)
  mutable lines : (Diagnostic.place * string) list;  (* after inlining; last first *)
  procedures : (string, procedure) Hashtbl.t;
  mutable recording : (Diagnostic.place * string * string list * Lines.t list * int) option;
      (* a procedure whose end has not come: where it began, its lines (last first), and what is open in it *)
  mutable inlined : int;
  region : Operand.address -> Bignum.t;
}

(* [code] is without comments; places show the line as it is in the file. *)
let read_statements t (line : Lines.t) code =
  let length = String.length code in
  let at pos = { Diagnostic.file = t.file; line = line.number; col = min (pos + 1) (String.length line.text + 1); text
      = line.text } in
  t.lines <- (at 0, code) :: t.lines;
  let chunk start stop =
    let c = { text = code; pos = start; limit = stop; at } in
    while not (finished c) do
      match statement ~region:t.region ~names:t.names ~intel:t.intel c with
      | [ ({ kind = Label l; _ } as s) ] -> Regions.enter t.regions l; t.result <- s :: t.result
      | all ->
          t.result <- List.rev_append all t.result;
          if not (finished c) then fail c "did not expect `%c' here" (peek c)
    done
  in
  let rec scan start pos quoted =
    if pos >= length then chunk start length
    else
      match code.[pos] with
      | '"' -> scan start (pos + 1) (not quoted)
      | '\\' when quoted -> scan start (pos + 2) quoted
      | ';' when not quoted -> chunk start pos; scan (pos + 1) (pos + 1) false
      | _ -> scan start (pos + 1) quoted
  in
  scan 0 0 false

(* [below]: only procedures numbered less can be inlined. *)
let rec read_line t ?(below = max_int) (line : Lines.t) =
  let place_at pos = { Diagnostic.file = t.file; line = line.number; col = min (pos + 1) (String.length line.text +
      1); text = line.text } in
  let record place name parameters lines depth = t.recording <- Some (place, name, parameters, lines, depth) in
  match (line.role, t.recording) with
  | Mark (pos, rest), None -> read_mark t ~below (place_at pos) (words rest)
  | Mark (pos, rest), Some (place, name, parameters, lines, depth) -> (
      match words rest with
      | [ "end" ] when depth = 0 ->
          Hashtbl.replace t.procedures name { number = Hashtbl.length t.procedures; parameters; body = List.rev lines };
          t.recording <- None
      | w ->
          let opens = match w with ("if" | "unless" | "loop") :: _ -> 1 | [ "end" ] -> -1 | _ -> 0 in
          if List.mem "procedure" w then Diagnostic.fail ~place:(place_at pos)
              "a procedure cannot be inside of another";
          record place name parameters (line :: lines) (depth + opens))
  | Annotation (pos, _), Some _ -> Diagnostic.fail ~place:(place_at pos)
      "an annotation cannot stand inside of a procedure"
  | Annotation (pos, rest), None -> if t.annotations then t.result <- { place = place_at pos; kind = Directive
      (annotation, rest) } :: t.result
  | Plain, Some (place, name, parameters, lines, depth) -> record place name parameters (line :: lines) depth
  | Plain, None -> read_statements t line line.code

and read_mark t ~below place w =
  let add m = t.result <- { place; kind = Mark m } :: t.result in
  let condition c k =
    match Mnemonic.condition (String.lowercase_ascii c) with
    | Some cc -> add (k cc)
    | None -> Diagnostic.fail ~place ~help:"conditions are the suffixes of jumps: e, ne, b, ae, ..."
      "`%s' is not a condition" c
  in
  match w with
  | [ "if"; c ] -> condition c (fun c -> If c)
  | [ "else" ] -> add Else
  | [ "loop" ] -> add Loop
  | [ "while"; c ] -> condition c (fun c -> While c)
  | [ "end" ] -> add End
  | "by" :: (_ :: _ as how) -> add (By how)
  | "procedure" :: name :: parameters ->
      let must ok w = if not (ok w) then Diagnostic.fail ~place
        ~help:"names begin with a letter or `_'; those of parameters go on with letters, digits and `_'"
        "`%s' is not a name" w in
      must Gas_word.is_symbol name;
      List.iter (must is_parameter) parameters;
      if Hashtbl.mem t.procedures name then Diagnostic.fail ~place "there is a procedure `%s' already" name;
      t.recording <- Some (place, name, parameters, [], 0)
  | "inline" :: name :: arguments -> (
      match Hashtbl.find_opt t.procedures name with
      | None -> Diagnostic.fail ~place "there is no procedure `%s' before this line" name
      | Some p when p.number >= below -> Diagnostic.fail ~place "there is no procedure `%s' before this one" name
      | Some p when List.length p.parameters <> List.length arguments ->
          Diagnostic.fail ~place
              "`%s' takes %d operands (%s), here are %d; operands are separated by blanks and contain none" name
            (List.length p.parameters) (String.concat " " p.parameters) (List.length arguments)
      | Some p ->
          List.iter (fun a -> if not (is_operand a) then Diagnostic.fail ~place "`%s' is not an operand" a) arguments;
          let bindings = List.combine p.parameters arguments in
          List.iter
            (fun (line : Lines.t) ->
              t.inlined <- t.inlined + 1;
              if t.inlined > inlined_limit then Diagnostic.fail ~place "inlining gives more than %d lines"
                  inlined_limit;
              let at i = { Diagnostic.file = t.file; line = line.number; col = i + 1; text = line.text } in
              match line.role with
              | Mark (pos, rest) -> read_line t ~below:p.number { line with role = Mark (pos, substitute ~place:(fun _
                  -> at pos) bindings rest) }
              | Plain | Annotation _ -> read_statements t line (substitute ~place:at bindings line.code))
            p.body)
  | _ ->
      Diagnostic.fail ~place "cannot read this"
        ~help:"write `//@ if CC', `else', `loop', `while CC', `end', `procedure NAME PARAMETER...', \
               `inline NAME OPERAND...' or `by ...'"

(* Behind [wanted], wherever it is in the text, may stand a number and `_': that number is not taken. *)
let fresh_prefix wanted text =
  let n = String.length text and w = String.length wanted in
  let taken = Hashtbl.create 4 in
  let rec number i v =
    if i < n && is_digit text.[i] && v < n then number (i + 1) ((10 * v) + Char.code text.[i] - Char.code '0') else v
  in
  for i = 0 to n - w do
    if String.sub text i w = wanted then begin
      Hashtbl.replace taken 0 ();
      Hashtbl.replace taken (number (i + w) 0) ()
    end
  done;
  let rec free k = if Hashtbl.mem taken k then free (k + 1) else k in
  match free 0 with 0 -> wanted | k -> Printf.sprintf "%s%d_" wanted k

(* The n-th place where label 1 stands is named 1_n; 1b is the last before, 1f the first behind. *)
let name_numeric_labels text statements =
  let prefix = lazy (fresh_prefix ".Ln" text) in
  let seen = Hashtbl.create 8 in
  let count l = Option.value (Hashtbl.find_opt seen l) ~default:0 in
  let name l n = Printf.sprintf "%s%s_%d" (Lazy.force prefix) l n in
  let reference t =
    let n = String.length t - 1 in
    if n < 1 || not (is_numeric (String.sub t 0 n)) then t
    else
      let l = String.sub t 0 n in
      match t.[n] with 'b' -> name l (count l) | 'f' -> name l (count l + 1) | _ -> t
  in
  let exists = Hashtbl.create 8 in
  let named =
    List.map
      (fun s ->
        match s.kind with
        | Label l when is_numeric l ->
            Hashtbl.replace seen l (count l + 1);
            Hashtbl.replace exists (name l (count l)) ();
            { s with kind = Label (name l (count l)) }
        | Jump (c, l) -> { s with kind = Jump (c, reference l) }
        | Call l -> { s with kind = Call (reference l) }
        | Directive (d, a) when (match Directives_trusted.kind (d, a) with Data | Names -> true | _ -> false) ->
            { s with kind = Directive (d, Directives_trusted.map_names reference a) }
        | _ -> s)
      statements
  in
  List.iter2
    (fun before after ->
      match (before.kind, after.kind) with
      | (Jump (_, l), Jump (_, l') | Call l, Call l') when l <> l' && not (Hashtbl.mem exists l') ->
          Diagnostic.fail ~place:before.place "there is no label `%s' %s" (String.sub l 0 (String.length l - 1))
            (if ends_with "b" l then "before this line" else "behind this line")
      | _ -> ())
    statements named;
  named

(* Statement by statement: whether it stands among code. *)
let among_code () =
  let section = ref ".text" and pushed = ref [] in
  fun s ->
    (match s.kind with
     | Directive (d, arguments) -> (
         match Directives_trusted.kind (d, arguments) with
         | Section (name, `Enter) -> section := name
         | Section (name, `Push) -> pushed := !section :: !pushed; section := name
         | Pop -> (match !pushed with name :: rest -> section := name; pushed := rest | [] -> ())
         | _ -> ())
     | _ -> ());
    Linker_trusted.is_code !section

(* As bytes a return of two is one only among code. *)
let with_long_returns statements =
  let in_code = among_code () in
  List.concat_map
    (fun s ->
      match (in_code s, s.kind) with
      | true, Directive (d, a) when Directives_trusted.is_long_return d a -> long_return s.place
      | _ -> [ s ])
    statements

(* Labels of data begin no function. *)
let region_events statements =
  let in_code = among_code () in
  let functions s : Functions.event list =
    let code = in_code s in
      match s.kind with
      | Label l -> if code then [ Label l ] else []
      | Jump (c, l) -> [ Goes_to l; Instruction { runs_on = c <> None } ]
      | Instr _ | Call _ -> [ Instruction { runs_on = true } ]
      | Ret -> [ Instruction { runs_on = false } ]
      | Mark _ -> []
      | Directive (d, arguments) -> (
          match Directives_trusted.kind (d, arguments) with
          | Names when d <> ".size" -> List.map (fun l : Functions.event -> Named l) (Directives_trusted.names
              arguments)
          | _ -> [])
  in
  List.concat_map
    (fun s ->
      match s.kind with
      | Directive (d, text) when d = annotation -> [ Regions.Says (s.place, text) ]
      | _ -> List.map (fun e -> Regions.Event e) (functions s))
    statements

let events statements = List.filter_map (function Regions.Event e -> Some e | Says _ -> None) (region_events statements)

(* The proved lowering takes time with the third power of the depth. *)
let deepest = 200

let refuse_depth statements =
  ignore
    (List.fold_left
       (fun depth s ->
         match s.kind with
         | Mark (If _ | Loop) ->
             if depth = deepest then
               Diagnostic.fail ~place:s.place "loops and conditionals inside of one another to more than %d levels"
                 deepest;
             depth + 1
         | Mark End -> depth - 1
         | _ -> depth)
       0 statements)

let read ~regions ~names ~annotations ~file text =
  let lines = Expansion.expand ~file (Lines.read ~file text) in
  let pass ~annotations ~region =
    let t =
      { regions; names; annotations; file; intel = ref false; region; result = []; lines = []; procedures =
          Hashtbl.create 8; recording = None;
        inlined = 0 }
    in
    List.iter (fun line -> read_line t line) lines;
    (match t.recording with
    | Some (place, name, _, _, _) -> Diagnostic.fail ~place ~help:"write `//@ end'" "procedure `%s' has no end" name
    | None -> ());
    t
  in
  (* which function a region belongs to is known when all labels are *)
  if annotations then begin
    let t = pass ~annotations ~region:(fun _ -> Bignum.zero) in
    Regions.settle regions (region_events (with_long_returns (List.rev t.result)))
  end;
  Regions.begin_file regions;
  let t = pass ~annotations:false ~region:(Regions.region regions) in
  let statements = name_numeric_labels text (with_long_returns (List.rev t.result)) in
  refuse_depth statements;
  let procedures = Hashtbl.length t.procedures > 0 in
  let structured = List.exists (fun s -> match s.kind with Mark (By _) -> false | Mark _ -> true | _ -> false)
      statements in
  { statements; expanded = (if procedures then Some (List.rev t.lines) else None); marked = procedures || structured }

let parse ~regions ~names ~annotations ~file text = (read ~regions ~names ~annotations ~file text).statements
let structured source = List.exists (fun s -> match s.kind with Mark (By _) -> false | Mark _ -> true | _ -> false)
    source

let describe_mark = function
  | If c -> "if " ^ Mnemonic.condition_name c
  | Else -> "else"
  | Loop -> "loop"
  | While c -> "while " ^ Mnemonic.condition_name c
  | End -> "end"
  | By how -> String.concat " " ("by" :: how)

let symbol_operands ~names statements =
  List.filter_map
    (fun s ->
      match s.kind with
      | Instr i -> (
          match Option.bind (describe i) (fun d -> d.d_access) with
          | Some { a_mem = { m_base = BaseSym n; _ }; _ } -> Some (s.place, Operand.symbol_name names n)
          | _ -> None)
      | _ -> None)
    statements
