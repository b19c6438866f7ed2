(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli

type request = {
  file : string;
  theories : string;
  load_paths : string list;
  allowed : string list;
  main : bool;
  compiled : bool;
  recheck : bool;
  keep : bool;
}

type program = { name : string; assumed : string list; externs : string list; files : (string * string) list }

let ( let* ) = Result.bind

(* All of them, or the first error; [f] is applied to each all the same, so that all that is wrong is said. *)
let collect f l =
  let add x rest = match (x, rest) with Ok y, Ok ys -> Ok (y :: ys) | Error e, _ | Ok _, Error e -> Error e in
  List.fold_right add (List.map f l) (Ok [])

(* {2 Names} *)

let keywords =
  [ "Axiom"; "CoFixpoint"; "Definition"; "Fixpoint"; "Hypothesis"; "Parameter"; "Prop"; "SProp"; "Set"; "Theorem";
    "Type"; "Variable"; "as"; "at"; "by"; "cofix"; "do"; "else"; "end"; "exists"; "exists2"; "fix"; "for"; "forall";
    "fun"; "if"; "in"; "let"; "match"; "return"; "then"; "using"; "where"; "with"; "_" ]

let module_name file =
  let base = Filename.basename file in
  let name = Filename.remove_extension base in
  let letter c = match c with 'a' .. 'z' | 'A' .. 'Z' | '_' -> true | _ -> false in
  let later c = letter c || match c with '0' .. '9' | '\'' -> true | _ -> false in
  if Filename.extension base <> ".v" then Error "it is no Coq file: its name does not end in .v"
  else if name = "" || (not (letter name.[0])) || not (String.for_all later name) then
    Error (Printf.sprintf "`%s` is no name for a Coq file: letters, digits and underscores, a letter first" name)
  else if List.mem name keywords then Error (Printf.sprintf "`%s` is a word of Coq's, and cannot name its file" name)
  else Ok name

(* {2 The folder} *)

let rec remove_tree path =
  match (Unix.lstat path).st_kind with
  | S_DIR ->
      Array.iter (fun name -> remove_tree (Filename.concat path name)) (Sys.readdir path);
      Unix.rmdir path
  | _ -> Unix.unlink path
  | exception Unix.Unix_error _ -> ()

let owner = Unix.getpid ()

(* A child that is forked and could not become another program must not take it away. *)
let make_folder ~keep =
  let rec go tries =
    let path = Filename.concat (Filename.get_temp_dir_name ())
      (Printf.sprintf "fairlead-derive-%d-%d" owner (Random.bits ())) in
    match Unix.mkdir path 0o700 with
    | () -> Ok path
    | exception Unix.Unix_error (EEXIST, _, _) when tries > 0 -> go (tries - 1)
    | exception Unix.Unix_error (why, _, _) ->
        Error
          (Complaint.diagnosed "fairlead" "cannot make a folder for what is in the making: %s: %s" path
            (Unix.error_message why)
             ~help:"make room there, or name another place in TMPDIR")
  in
  Random.self_init ();
  let* path = go 100 in
  at_exit (fun () ->
      if Unix.getpid () = owner then
        if keep then Message.say_plainly "fairlead: what was made is in %s" path
        else try remove_tree path with Unix.Unix_error _ | Sys_error _ -> ());
  Ok path

(* {2 Running} *)

type place = { request : request; source : string; text : string; folder : string }

(* Short work is silent; of long work it is said what it is, and then that it goes on. *)
let progress what =
  let next = ref 3. in
  fun seconds ->
    if seconds >= !next then (
      if !next = 3. then Message.summary "fairlead: %s" what
      else Message.summary "fairlead: %s, for %.0f s now" what seconds;
      next := if !next = 3. then 30. else !next *. 2.)

let cannot what why = Error (Complaint.diagnosed "fairlead" "cannot run %s: %s" what why
  ~help:"it must be in PATH; Debian's package is coq")

let coq_paths p = p.request.load_paths @ [ "-R"; p.request.theories; "Fairlead"; "-R"; p.folder; "Programs" ]

let coqc p ~what ?environment ?folder arguments =
  match
    Child.run ~notes:p.folder ~progress:(progress what) ?environment ?folder "coqc"
      ([ "-q"; "-w"; "none" ] @ coq_paths p @ arguments)
  with
  | Error why -> cannot "coqc" why
  | Ok ({ status = WEXITED 0; _ } as said) -> Ok said
  | Ok said -> (
      match Coq_complaint.unbuilt said.err with
      | None -> Ok said
      | Some why ->
          Error
            (Complaint.diagnosed "fairlead" "the Coq files of Fairlead in %s are not all of one build: %s"
               p.request.theories why ~help:"run `make proofs` in its source tree, or install it again"))

let path p name = Filename.concat p.folder name

let read p name =
  Result.map_error (fun why -> Complaint.diagnosed (path p name) "%s" why
    ~help:"make room, and try again") (Files.read (path p name))

let write p name text =
  Result.map_error (fun why -> Complaint.diagnosed "fairlead" "cannot write %s" why
    ~help:"make room there, or name another place in TMPDIR")
    (Files.write (path p name) text)

let make_inside p name =
  match Unix.mkdir (path p name) 0o700 with
  | () -> Ok ()
  | exception Unix.Unix_error (why, _, _) ->
      Error (Complaint.diagnosed "fairlead" "cannot make %s: %s" (path p name) (Unix.error_message why)
        ~help:"make room there, or name another place in TMPDIR")

let ended said =
  match said.Child.status with
  | WEXITED n -> Printf.sprintf "coqc ended with status %d" n
  | WSIGNALED n when n = Sys.sigkill -> "coqc was killed: perhaps there was not enough memory"
  | WSIGNALED _ | WSTOPPED _ -> "coqc was ended by a signal"

(* What Coq says of the user's file. It is given what we have read, in a folder of its own, so that it reads nothing
   else, though the file be another for a moment. *)
let run_source p =
  let given = Filename.concat "given" (p.source ^ ".v") in
  let* () = make_inside p "given" in
  let* () = write p given p.text in
  let* said =
    coqc p
      ~what:(Printf.sprintf "Coq runs %s" p.request.file)
      ~environment:[ ("FAIRLEAD_DERIVE_FOLDER", p.folder) ]
      [ "-o"; path p (p.source ^ ".vo"); path p given ]
  in
  if said.status = WEXITED 0 then Ok said.out
  else (
    print_string said.out;
    match Coq_complaint.read ~path:p.request.file ~given:(path p given) ~text:p.text said.err with
    | Some message -> Message.print message; Error Exit_status.diagnosed
    | None ->
        Error (Complaint.diagnosed p.request.file "%s: %s" (ended said) (Coq_complaint.plain said.err)
          ~help:"try it with coqc alone"))

(* {2 One program} *)

(* Where the file hands it to ToFl, for messages. *)
let handed_over text name =
  let names_it word =
    let word = if String.ends_with ~suffix:"." word then String.sub word 0 (String.length word - 1) else word in
    word = name || String.ends_with ~suffix:("." ^ name) word
  in
  let rec in_words = function
    | "ToFl" :: word :: _ when names_it word -> true
    | _ :: rest -> in_words rest
    | [] -> false
  in
  let rec find number = function
    | [] -> None
    | line :: rest ->
        let words = List.filter (( <> ) "")
          (String.split_on_char ' ' (String.map (fun c -> if c = '\t' then ' ' else c) line)) in
        if in_words words then
          let is_at i = String.length line - i < 4 || String.sub line i 4 = "ToFl" in
          let rec find_it i = if is_at i then i else find_it (i + 1) in
          let at = find_it 0 in
          let width = String.length (String.trim (String.sub line at (String.length line - at))) in
          let shown = String.map (fun c -> if c < ' ' || c = '\127' then ' ' else c) line in
          Some
            (Message.Lines
               { line = number; column = at + 1; end_line = number; end_column = at + 1 + width; excerpt =
                 (shown, at, width) })
        else find (number + 1) rest
  in
  find 1 (String.split_on_char '\n' text)

let refuse ?(notes = []) p name ~help message =
  Message.print
    { error = { where = p.request.file; place = handed_over p.text name; message = name ^ ": " ^ message };
      notes; help };
  Error Exit_status.diagnosed

(* The statement above a line of the proof. *)
let statement_at text said =
  let line = List.find_map Coq_complaint.line_of (String.split_on_char '\n' said) in
  let rec name_above found number = function
    | line :: rest when number > 0 ->
        let found =
          match String.split_on_char ' ' line with
          | ("Lemma" | "Theorem" | "Definition") :: name :: _ -> Some name
          | _ -> found
        in
        name_above found (number - 1) rest
    | _ -> found
  in
  match Option.bind line (fun n -> name_above None n (String.split_on_char '\n' text)) with
  | Some name -> " (" ^ name ^ ")"
  | None -> ""

let ourselves p ~what arguments =
  match Child.run ~notes:p.folder ~progress:(progress what) ~folder:p.folder Sys.executable_name arguments with
  | Error why -> cannot "fairlead" why
  | Ok said -> Ok said

let read_back p name =
  let* said = ourselves p ~what:(Printf.sprintf "%s: its .fl text is read" name) [ "coq"; "--facts"; name ^ ".fl" ] in
  if said.status <> WEXITED 0 then (
    Message.say_raw said.err;
    refuse p name "the .fl text that ToFl printed of it is refused"
      ~help:"change it in the Gallina program: rename it (docs/language.md has .fl's words), or give it another size")
  else
    let* () = write p (name ^ "_fl.v") said.out in
    let* said = coqc p ~what:(Printf.sprintf "%s: Coq checks the .fl program" name)
      ~folder:p.folder [ name ^ "_fl.v" ] in
    if said.status = WEXITED 0 then Ok ()
    else
      refuse p name
        (Printf.sprintf "Coq refuses the .fl program: %s" (if said.err = "" then ended said else
          Coq_complaint.plain said.err))
        ~help:"please report it"

(* Of a goal as large as a program its beginning. *)
let shortened message =
  let word = "Tactic failure: " in
  let message =
    if String.starts_with ~prefix:word message then
      String.sub message (String.length word) (String.length message - String.length word)
    else message
  in
  let rec cut n = if Char.code message.[n] land 0xC0 = 0x80 then cut (n - 1) else n in
  if String.length message <= 1000 then message else String.sub message 0 (cut 1000) ^ " ..."

(* A line of the .fl text that the message speaks of. *)
let line_meant p name message =
  let rec number i =
    match String.index_from_opt message i 'l' with
    | None -> None
    | Some i -> (
        let rest = String.sub message i (String.length message - i) in
        match Scanf.sscanf rest "line %d of the .fl text" (fun n -> n) with
        | n -> Some n
        | exception (Scanf.Scan_failure _ | Failure _ | End_of_file) -> number (i + 1))
  in
  match (number 0, Files.read (path p (name ^ ".fl"))) with
  | Some n, Ok text when n > 0 -> (
      match List.nth_opt (String.split_on_char '\n' text) (n - 1) with
      | None -> []
      | Some line ->
          let width = max 1 (String.length (String.trim line)) in
          let at = String.length line - String.length (String.trim line) in
          [ { Message.where = name ^ ".fl";
              place =
                Some
                  (Lines { line = n; column = at + 1; end_line = n; end_column = at + 1 + width; excerpt =
                    (line, at, width) });
              message = "the line of the .fl text that ToFl printed" } ])
  | _ -> []

let check_proof p name =
  let proof = name ^ "_proof.v" in
  let* said = coqc p ~what:(Printf.sprintf "%s: Coq checks the proof" name) ~folder:p.folder [ proof ] in
  if said.status = WEXITED 0 then Ok ()
  else
    let* text = read p proof in
    let why = if said.err = "" then ended said else shortened (Coq_complaint.plain said.err) in
    refuse p name ~notes:(line_meant p name why)
      (Printf.sprintf "the proof that what would be compiled does what it says does not go through%s: %s"
         (statement_at text said.err) why)
      ~help:"docs/derive.md (To C) says what such proofs can do; --keep leaves the files, so that the goal can be \
      looked at"

let within_file p name =
  let own = "Programs." in
  if String.starts_with ~prefix:(own ^ p.source ^ ".") name then
    String.sub name (String.length own) (String.length name - String.length own)
  else name

(* Coq prints the shortest name that is enough where it prints it. For what is in FILE, [Programs] is left out: no other
   library has FILE's name. *)
let full_names p name = function
  | [] -> Ok []
  | printed ->
      let file = name ^ "_names" in
      let quoted = List.map (Printf.sprintf "\"%s\"") printed in
      let* () =
        write p (file ^ ".v") (Verdict.file ~proof:(name ^ "_proof") (Verdict.Full_names quoted)) in
      let* said = coqc p ~what:(Printf.sprintf "%s: what the theorem rests on" name) ~folder:p.folder [ file ^ ".v" ] in
      let names = List.filter (( <> ) "") (String.split_on_char '\n' said.out) in
      if said.status = WEXITED 0 && List.compare_lengths names printed = 0 then Ok (List.map (within_file p) names)
      else
        refuse p name (Printf.sprintf "what its theorem rests on is not found: %s" (Coq_complaint.plain said.err))
          ~help:"please report it"

(* The theorem has what follows by number; who drives the C says names. *)
let declared p name =
  match Fairlead_lang.Load.program (path p (name ^ ".fl")) with
  | Ok { files = _ :: _ :: _; _ } ->
      refuse p name "its .fl text imports other files" ~help:"leave ToFl's text as it is"
  | Ok info -> Ok (Declared.lines info)
  | Error failure ->
      List.iter Message.print failure.messages;
      refuse p name "the .fl text that ToFl printed of it is refused" ~help:"please report it"

(* In a process and a file of ours: nothing that the user's file sets or prints is in the way, and what looks at the
   theorem is there before it. *)
let verdict p name =
  let file = name ^ "_verdict" in
  let theorem = Printf.sprintf "Programs.%s_proof.%s_compiled" name name in
  let* declared = declared p name in
  let* () =
    write p (file ^ ".v")
      (Verdict.file ~proof:(name ^ "_proof")
         (Verdict.Says { program = name; theorem; library = "Programs." ^ p.source; declared }))
  in
  let* said = coqc p ~what:(Printf.sprintf "%s: what the theorem says and rests on" name)
    ~folder:p.folder [ file ^ ".v" ] in
  if said.status <> WEXITED 0 then
    refuse p name (if said.err = "" then ended said else Coq_complaint.plain said.err)
      ~help:"the theorem has to be the one that ToFl writes, about this program and with Fairlead's meaning of its data"
  else
    match Assumptions.read said.out with
    | Error line -> refuse p name (Printf.sprintf "what its theorem rests on is not understood: %s" line)
      ~help:"please report it"
    | Ok found -> (
        let unsafe = List.filter_map (function Assumptions.Unsafe what -> Some what | Assumed _ -> None) found in
        let* assumed = full_names p name
          (List.filter_map (function Assumptions.Assumed what -> Some what | Unsafe _ -> None) found) in
        let allowed = List.map (within_file p) p.request.allowed in
        match (unsafe, List.filter (fun a -> not (List.mem a allowed)) assumed) with
        | [], [] -> Ok assumed
        | what :: _, _ ->
            refuse p name (Printf.sprintf "its theorem rests on what Coq was told not to check: %s" what)
              ~help:"leave Coq's checks on (Guard Checking, Positivity Checking, Universe Checking)"
        | [], first :: _ as others ->
            let missing = match others with _, l -> l in
            refuse p name
              (Printf.sprintf "its theorem rests on assumptions: %s" (String.concat ", " missing))
              ~help:(Printf.sprintf "prove them, or say that they may be assumed: --assume %s" first))

let recheck p name =
  if not p.request.recheck then Ok ()
  else
    let modules = [ name ^ "_proof"; name ^ "_fl"; p.source ] in
    let paths =
      List.filter_map (fun o -> if o = "-Q" || o = "-R" then Some "-R" else Some o) (coq_paths p)
    in
    match
      Child.run ~notes:p.folder
        ~progress:(progress (Printf.sprintf "%s: coqchk checks it again" name))
        "coqchk"
        ([ "-silent" ] @ paths @ List.concat_map (fun m -> [ "-norec"; "Programs." ^ m ]) modules)
    with
    | Error why -> cannot "coqchk" why
    | Ok { status = WEXITED 0; _ } -> Ok ()
    | Ok said -> refuse p name (Printf.sprintf "coqchk does not accept it: %s"
      (Coq_complaint.plain (said.out ^ said.err))) ~help:"please report it"

(* The external functions that C has to supply: the driver that [--main] prints would have none. *)
let externs p name =
  let* text = read p (name ^ ".fl") in
  let declared line =
    match String.split_on_char ' ' line with
    | "extern" :: "fn" :: rest -> Some (List.hd (String.split_on_char '(' (String.concat " " rest)))
    | _ -> None
  in
  Ok (List.filter_map declared (String.split_on_char '\n' text))

let compile p name ~main =
  let* said =
    ourselves p ~what:(name ^ ": C is printed") (* without warnings: it is ToFl's text *)
      ([ "compile"; "--warnings=none" ] @ (if main then [ "--main" ] else []) @ [ "-o"; "c"; name ^ ".fl" ])
  in
  Message.say_raw said.err;
  if said.status <> WEXITED 0 then
    refuse p name "it is proved, but no C is printed of it" ~help:"rename it, if its name is the reason"
  else Ok ()

let texts_of_program = [ ".fl"; "_fl.v"; "_proof.v" ]

(* Coq runs commands of the user's in the proof, too. *)
let as_they_were p name texts =
  let* now = collect (fun suffix -> read p (name ^ suffix)) texts_of_program in
  if now = texts then Ok ()
  else
    refuse p name "what was proved of it is no longer what is there: its files were written again while Coq ran"
      ~help:"leave the files of FAIRLEAD_DERIVE_FOLDER to ToFl"

let one p name =
  let reserved = List.map (( ^ ) name) [ "_fl"; "_proof"; "_verdict"; "_names" ] in
  if List.mem p.source reserved then
    refuse p name
      (Printf.sprintf "a file with the name of this one, %s.v, is made of it" p.source)
      ~help:"rename the file, or the program"
  else
    let* () = read_back p name in
    let* texts = collect (fun suffix -> read p (name ^ suffix)) texts_of_program in
    let* () = check_proof p name in
    let* assumed = verdict p name in
    let* () = recheck p name in
    let* () = as_they_were p name texts in
    let* externs = externs p name in
    let main = p.request.main && externs = [] in
    let* () = compile p name ~main in
    let c = [ ".c"; ".h" ] @ if main then [ "_main.c" ] else [] in
    let made = texts_of_program @ if p.request.compiled then [ "_fl.vo"; "_proof.vo" ] else [] in
    let named folder suffix =
      let* text = read p (folder ^ name ^ suffix) in
      Ok (name ^ suffix, text)
    in
    let* c = collect (named "c/") c in
    let* made = collect (named "") made in
    Ok { name; assumed; externs; files = made @ c }

(* The driver of [p] has the name of the C of [p_main]. *)
let written_once p programs =
  let files = List.concat_map (fun one -> List.map (fun (file, _) -> (file, one.name)) one.files) programs in
  let rec twice = function
    | (file, first) :: rest -> (
        match List.assoc_opt file rest with
        | Some second ->
            refuse p second
              (Printf.sprintf "%s would be written for %s, too" file first)
              ~help:"rename one of the two programs, or leave out --main"
        | None -> twice rest)
    | [] -> Ok ()
  in
  twice files

let run request ~text =
  match module_name request.file with
  | Error why -> Error (Complaint.diagnosed request.file "%s" why ~help:"rename it")
  | Ok source -> (
      Child.heed_signals ();
      let* folder = make_folder ~keep:request.keep in
      let p = { request; source; text; folder } in
      let* said = run_source p in
      let written =
        List.filter_map
          (fun f -> if Filename.check_suffix f "_proof.v" then Some (Filename.chop_suffix f "_proof.v") else None)
          (List.sort compare (Array.to_list (Sys.readdir folder)))
      in
      match written with
      | [] ->
          print_string said;
          Error
            (Complaint.diagnosed request.file "no program in it is handed to ToFl"
               ~help:"write `From Fairlead.Derive.ToC Require Import Data ToFl.`, and `ToFl p.` after `Derive p.`")
      | names ->
          let* programs = collect (one p) names in
          let* () = written_once p programs in
          let* source_made =
            if not request.compiled then Ok []
            else
              let* text = read p (source ^ ".vo") in
              Ok [ { name = ""; assumed = []; externs = []; files = [ (source ^ ".vo", text) ] } ]
          in
          Ok (said, programs @ source_made))
