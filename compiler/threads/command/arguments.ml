(* SPDX-License-Identifier: Apache-2.0 OR MIT *)

(* Options whose value is the next word. *)
let takes_word =
  [ "-o"; "-x"; "-I"; "-D"; "-U"; "-include"; "-imacros"; "-isystem"; "-iquote"; "-idirafter"; "-iprefix";
    "-iwithprefix"; "-iwithprefixbefore"; "-isysroot"; "-L"; "-l"; "-MF";
    "-MT"; "-MQ"; "-MJ"; "-Xlinker"; "-Xassembler"; "-Xpreprocessor"; "-Xclang"; "-mllvm"; "-T"; "-u"; "-z"; "-e";
    "-A"; "-B"; "-target"; "-arch"; "--param"; "-aux-info"; "-dumpbase"; "-dumpbase-ext"; "-dumpdir"; "-wrapper";
    "-specs" ]

type language = C | Preprocessed | Other of string
type input = { path : string; language : language; named : string }
type word = Option of string list | Input of input

let language named path =
  match named with
  | "c" -> C
  | "cpp-output" -> Preprocessed
  | "" ->
      if Filename.check_suffix path ".c" then C else if Filename.check_suffix path ".i" then Preprocessed else Other ""
  | other -> Other other

let words arguments =
  let named_by x = if x = "none" then "" else x in
  let rec go named = function
    | "-x" :: x :: rest -> Option [ "-x"; x ] :: go (named_by x) rest
    | o :: value :: rest when List.mem o takes_word -> Option [ o; value ] :: go named rest
    | w :: rest when String.starts_with ~prefix:"-x" w ->
        Option [ w ] :: go (named_by (String.sub w 2 (String.length w - 2))) rest
    | w :: rest when String.starts_with ~prefix:"-" w && w <> "-" -> Option [ w ] :: go named rest
    | path :: rest -> Input { path; language = language named path; named } :: go named rest
    | [] -> []
  in
  go "" arguments

(* Words are apart by white space; quotes keep it, and a backslash keeps what is behind it, in quotes too. *)
let split text =
  let made = ref [] and word = Buffer.create 80 and inside = ref false in
  let close () = if !inside then (made := Buffer.contents word :: !made; Buffer.clear word; inside := false) in
  let put c = inside := true; Buffer.add_char word c in
  let rec go i quote =
    if i < String.length text then
      match (text.[i], quote) with
      | '\\', _ when i + 1 < String.length text -> put text.[i + 1]; go (i + 2) quote
      | c, Some q when c = q -> go (i + 1) None
      | c, Some _ -> put c; go (i + 1) quote
      | (('"' | '\'') as q), None -> inside := true; go (i + 1) (Some q)
      | (' ' | '\t' | '\n' | '\r' | '\011' | '\012'), None -> close (); go (i + 1) None
      | c, None -> put c; go (i + 1) None
  in
  go 0 None;
  close ();
  List.rev !made

(* A file may name others, and itself: so many are read, as by gcc. *)
let most_files = 2000

(* Long names that gcc has for some. *)
let long =
  [ ("--output", "-o"); ("--language", "-x"); ("--include-directory", "-I"); ("--define-macro", "-D");
    ("--undefine-macro", "-U"); ("--include", "-include"); ("--imacros", "-imacros"); ("--library-path", "-L");
    ("--compile", "-c"); ("--assemble", "-S"); ("--preprocess", "-E"); ("--dependencies", "-M");
    ("--user-dependencies", "-MM"); ("--write-dependencies", "-MD"); ("--write-user-dependencies", "-MMD");
    ("--shared", "-shared"); ("--ansi", "-ansi"); ("--pedantic", "-pedantic"); ("--save-temps", "-save-temps") ]

let short_form w =
  if not (String.starts_with ~prefix:"--" w) then [ w ]
  else
    let name, value = match String.index_opt w '=' with
      | Some i -> (String.sub w 0 i, [ String.sub w (i + 1) (String.length w - i - 1) ])
      | None -> (w, [])
    in
    match List.assoc_opt name long with
    | Some o when value = [] || List.mem o takes_word -> o :: value
    | _ -> if name = "--std" && value <> [] then [ "-std=" ^ String.concat "" value ] else [ w ]

(* Not of what another option takes: `-Xlinker --output=x` is the linker's. *)
let rec short_forms = function
  | o :: value :: rest when List.mem o takes_word -> o :: value :: short_forms rest
  | w :: rest -> short_form w @ short_forms rest
  | [] -> []

let rec lacks_word = function
  | o :: rest when List.mem o takes_word -> (match rest with _ :: rest -> lacks_word rest | [] -> true)
  | _ :: rest -> lacks_word rest
  | [] -> false

let expand arguments =
  let left = ref most_files in
  let rec go w =
    if String.length w > 1 && w.[0] = '@' && !left > 0 then (
      decr left;
      match Fairlead_cli.Files.read (String.sub w 1 (String.length w - 1)) with
      | Ok text -> List.concat_map go (split text)
      | Error _ -> [ w ])
    else [ w ]
  in
  short_forms (List.concat_map go arguments)
