(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli
open Arguments

let starts prefix s = String.length s >= String.length prefix && String.sub s 0 (String.length prefix) = prefix
let back_end () = match Sys.getenv_opt "FLCC_CC" with Some cc when cc <> "" -> List.filter (( <> ) "")
  (String.split_on_char ' ' cc) | _ -> [ "gcc" ]

let back_end_is_clang () =
  List.exists (fun w -> let w = Filename.basename w in starts "clang" w || Filename.check_suffix w "-clang")
    (back_end ())

let run ?(errors = Unix.stderr) = function
  | [] -> 127
  | program :: _ as arguments -> (
      flush stdout;
      match
        let pid = Unix.create_process program (Array.of_list arguments) Unix.stdin Unix.stdout errors in
        snd (Unix.waitpid [] pid)
      with
      | WEXITED 127 -> Complaint.diagnosed "flcc" "cannot start `%s`" program ~help:"FLCC_CC names the C compiler"
      | WEXITED n -> n
      | WSIGNALED _ | WSTOPPED _ -> 1
      | exception Unix.Unix_error (e, _, _) -> Complaint.diagnosed "flcc" "cannot start `%s`: %s" program
        (Unix.error_message e) ~help:"FLCC_CC names the C compiler")

(* A cross compiler is called for its machine: aarch64-linux-gnu-gcc, aarch64-linux-gnu-gcc-12; musl-gcc and c99-gcc say
  something else. clang has the calling convention that stands for
  the mark on some machines only: for mips (of 32 bits) one of its kind is taken, with the same types. *)
let target () =
  let machine w =
    let rec before = function
      | "gcc" :: ([] | [ _ ]) -> []
      | word :: rest -> word :: before rest
      | [] -> []
    in
    let parts = String.split_on_char '-' (Filename.basename w) in
    match before parts with
    | _ :: _ :: _ as machine when List.mem "gcc" parts -> Some (String.concat "-" machine)
    | _ -> None
  in
  match List.find_map machine (back_end ()) with
  | Some m when starts "mips-" m || starts "mipsel-" m -> [ "-target"; "i686-linux-gnu"; "-malign-double" ]
  | Some m -> [ "-target"; m ]
  | None -> []

let clang_options arguments =
  let wanted w =
    starts "-std=" w
    || List.mem w
         [ "-ansi"; "-m32"; "-m64"; "-mx32"; "-funsigned-char"; "-fsigned-char"; "-fms-extensions";
           "-fplan9-extensions"; "-fshort-enums"; "-fgnu89-inline"; "-ffreestanding"; "-fno-builtin";
           "-fshort-wchar"; "-ffast-math"; "-fno-signed-zeros"; "-Wwrite-strings"; "-Wno-write-strings" ]
  in
  target ()
  @ List.concat_map (function Option [ "-target"; t ] -> [ "-target"; t ] | Option [ w ] when wanted w -> [ w ] | _ ->
    []) (words arguments)

(* {2 Files of ours} *)

(* Headers and libraries are beside the command: in the source tree, or where they were installed. *)
let home () =
  let command = try Unix.realpath Sys.executable_name with Unix.Unix_error _ -> Sys.executable_name in
  Filename.dirname (Filename.dirname command)

let include_options () =
  let h = home () in
  List.concat_map
    (fun d -> let d = Filename.concat h d in if Sys.file_exists d then [ "-I" ^ d ] else [])
    [ "runtime/threads"; "runtime/threads/library"; "include/fairlead" ]

(* There is one runtime in a program: shared libraries take the executable's. So one that may load some ([exports])
   has all of it. *)
let libraries ~erased ~exports =
  let h = home () in
  let name = if erased then "libfairlead-threads-erased.a" else "libfairlead-threads.a" in
  match List.find_opt Sys.file_exists (List.map (fun d -> Filename.concat (Filename.concat h d) name)
    [ "out/threads"; "lib" ]) with
  | Some path when exports -> [ "-Wl,--whole-archive"; path; "-Wl,--no-whole-archive"; "-lpthread" ]
  | Some path -> [ path; "-lpthread" ]
  | None -> []

(* {2 Steps} *)

(* As gcc does: where TMPDIR says, or else where files usually go. *)
let temporary_folder () =
  let make ?temp_dir () =
    let path = Filename.temp_file ?temp_dir "flcc" "" in
    Sys.remove path; Unix.mkdir path 0o700; path
  in
  let attempt ?temp_dir () = match make ?temp_dir () with
    | path -> Ok path
    | exception (Sys_error why) -> Error why
    | exception Unix.Unix_error (e, _, _) -> Error (Unix.error_message e)
  in
  match attempt () with
  | Ok path -> Ok path
  | Error why ->
      let made = attempt ~temp_dir:"/tmp" () in
      (* clang's files go there, too. *)
      if Result.is_ok made then Filename.set_temp_dir_name "/tmp";
      Result.map_error (fun _ -> why) made

let with_temporary_folder ~otherwise f =
  match temporary_folder () with
  | Error why -> otherwise (Complaint.diagnosed "flcc" "no folder for temporary files can be made: %s" why
    ~help:"TMPDIR names where")
  | Ok path ->
      let rec remove path =
        match (Unix.lstat path).st_kind with
        | S_DIR -> Array.iter (fun n -> remove (Filename.concat path n)) (Sys.readdir path); Unix.rmdir path
        | _ -> Unix.unlink path
        | exception Unix.Unix_error _ -> ()
      in
      Fun.protect ~finally:(fun () -> try remove path with Unix.Unix_error _ | Sys_error _ -> ()) (fun () -> f path)

let is_dependency o = List.mem o [ "-M"; "-MM"; "-MD"; "-MMD"; "-MP"; "-MG"; "-MF"; "-MT"; "-MQ" ] || starts "-MF" o
  || starts "-MT" o || starts "-MQ" o || starts "-Wp,-M" o

(* What only the preprocessor reads, and what says which step is the last. *)
let is_preprocessor o =
  is_dependency o || List.mem o [ "-I"; "-D"; "-U"; "-include"; "-imacros"; "-isystem"; "-iquote"; "-idirafter";
    "-iprefix"; "-iwithprefix"; "-iwithprefixbefore" ]
  || starts "-I" o || starts "-D" o || starts "-U" o || starts "-Wp," o

let options_of l = List.concat_map (function Option o -> o | Input _ -> []) l
let is_step o = List.mem o [ "-c"; "-S"; "-E"; "-o"; "-x"; "-pipe"; "-save-temps" ] || starts "-save-temps=" o ||
  starts "-o" o || starts "-x" o

(* What these leave in preprocessed text would be expanded once more, or its lines would not be known. *)
let is_about_text o = List.mem o [ "-P"; "-C"; "-CC"; "-dD"; "-dI"; "-dM"; "-dN"; "-dU"; "-fdirectives-only";
  "-fdebug-cpp" ]

(* By it preprocessed text names a precompiled header, in place of what is in it: good for a look at whether there are
  marks (meson gives it to all files, and the header's source may not be found). *)
let keeps_precompiled o = o = "-fpch-preprocess"

let rewind input = if input = "-" then try ignore (Unix.lseek Unix.stdin 0 SEEK_SET) with Unix.Unix_error _ -> ()

let mode_options ~erased = if erased then [ "-D__FLCC__=1"; "-D__FLCC_ERASED__=1" ] else [ "-D__FLCC__=1" ]

let preprocess_to ?(precompiled = false) ~erased arguments input output dependencies =
  let mode = mode_options ~erased in
  let kept = List.filter (function Option (o :: _) -> not (is_step o || is_dependency o || is_about_text o
    || (keeps_precompiled o && not precompiled) || starts "-l" o || starts
    "-Wl," o || o = "-L" || starts "-L" o) | _ -> false) arguments in
  (* fl_spawn is such a macro, and programs may be in C89. *)
  let unused = if back_end_is_clang () then [ "-Qunused-arguments" ] else [] in
  rewind input;
  (* -g3 leaves the macros' definitions in the text. *)
  run (back_end () @ mode @ options_of kept @ unused @ [ "-Wno-variadic-macros"; "-g0" ] @ dependencies
    @ include_options () @
    [ "-E"; "-x"; "c"; input; "-o"; output ])

let failed path why = Complaint.diagnosed path "%s" why ~help:"it takes a folder that can be written, and room there"

let preprocess arguments input =
  with_temporary_folder ~otherwise:(fun status -> Error status) (fun folder ->
      let output = Filename.concat folder "a.i" in
      match preprocess_to ~erased:false (words arguments) input output [] with
      | 0 -> Result.map_error (failed output) (Files.read output) | status -> Error status)

(* Of {!Warnings.quiet}, what C++ does not know. *)
let of_c_alone = [ "-Wno-missing-prototypes"; "-Wno-declaration-after-statement"; "-Wno-jump-misses-init" ]

(* Shows what the compiler says of the program itself ({!Warnings}). *)
let warn l ~here source =
  if not (Warnings.asked l) then Exit_status.ok
  else
    let text = Filename.concat here "unmarked" and said = Filename.concat here "said" in
    let ( let* ) = Result.bind in
    match
      let* () = Files.write text (Warnings.unmarked source) in
      let errors = Unix.openfile said [ O_WRONLY; O_CREAT; O_CLOEXEC ] 0o600 in
      ignore (run ~errors (back_end () @ Warnings.options ~clang:(back_end_is_clang ()) l text) : int);
      Unix.close errors;
      Files.read said
    with
    | Ok messages ->
        let shown, failed = Warnings.of_messages messages in
        prerr_string shown;
        flush stderr;
        if failed then Exit_status.diagnosed else Exit_status.ok
    | Error why -> failed text why

(* What -MD writes, and about which target, is said in words before the compiler only sees our text. *)
let dependencies l ~output ~links input =
  let asked = List.filter_map (function Option (o :: rest) when is_dependency o -> Some (o, rest) | _ -> None) l in
  if asked = [] then []
  else
    let base = Filename.remove_extension (Filename.basename input) in
    let given name = List.exists (fun (o, _) -> starts name o) asked in
    (* The preprocessor that is told so itself does not hear of -o. *)
    let told = List.concat_map (fun (o, _) -> if starts "-Wp,-M" o then String.split_on_char ',' o else []) asked in
    let object_ = match output with Some o when told = [] -> o | _ -> base ^ ".o" in
    let file = match output with Some o -> Filename.remove_extension o | None -> if links then "a-" ^ base else base in
    List.concat_map (fun (o, rest) -> o :: rest) asked
    @ (if given "-MF" || told <> [] then [] else [ "-MF"; file ^ ".d" ])
    @ if given "-MT" || given "-MQ" || List.exists (fun w -> starts "-MT" w || starts "-MQ" w) told then [] else
      [ "-MQ"; object_ ]

type options = { mode : Translate.mode; emit_c : bool; parts : bool }

let rec our_options o = function
  | "--erased" :: rest -> our_options { o with mode = Translate.Erased } rest
  | "--poison" :: rest -> our_options { o with mode = Translate.Poisoned } rest
  | "--parts" :: rest -> our_options { o with parts = true } rest
  | "--emit-c" :: rest -> our_options { o with emit_c = true } rest
  | w :: rest -> let o, rest = our_options o rest in (o, w :: rest)
  | [] -> (o, [])

(* Standard input is read more than once: by the preprocessor, for dependencies, and by the compiler if there are no
  marks in it. *)
let keep_input folder =
  let path = Filename.concat folder "stdin" in
  match Files.read_channel stdin with
  | Error why -> Error why
  | Ok text -> (
      match Files.write path text with
      | Error why -> Error why
      | Ok () ->
          let file = Unix.openfile path [ O_RDONLY ] 0 in
          Unix.dup2 file Unix.stdin;
          Unix.close file;
          Ok ())

let same_file a b =
  match (Unix.stat a, Unix.stat b) with
  | a, b -> a.st_kind = S_REG && (a.st_dev, a.st_ino) = (b.st_dev, b.st_ino)
  | exception Unix.Unix_error _ -> false

let save_temporary ~output l input made =
  let has w = List.exists (function Option [ o ] -> o = w | _ -> false) l in
  let name = Filename.remove_extension (Filename.basename input) ^ ".i" in
  let beside = match output with Some o -> Filename.concat (Filename.dirname o) name | None -> name in
  let write path = match if same_file input path then Ok () else Files.write path made with
    | Ok () -> Exit_status.ok
    | Error why -> Complaint.diagnosed path "%s" why ~help:"-save-temps asks for it"
  in
  if has "-save-temps=obj" then write beside
  else if has "-save-temps" || has "-save-temps=cwd" then write name
  else Exit_status.ok

let print ~output text =
  match output with
  | Some path when path <> "-" ->
      Result.fold ~ok:(Fun.const Exit_status.ok) ~error:(failed path) (Files.write path text)
  | _ -> Exit_status.print text

let output_of l =
  List.find_map (function
    | Option [ "-o"; o ] -> Some o
    | Option [ o ] when starts "-o" o && o <> "-o" -> Some (String.sub o 2 (String.length o - 2))
    | _ -> None) l

let hand_on arguments = run (back_end () @ arguments)

let main given =
  let none = { mode = Translate.Threads; emit_c = false; parts = false } in
  let o, arguments = our_options none (expand given) in
  (* What cc can read by itself is left to it, as there may be too much for a command line. *)
  let handed_on = match our_options none given with same, short when same = o -> short | _ -> arguments in
  let erased = o.mode = Translate.Erased in
  let l = words arguments in
  let has f = List.exists (function Option (w :: _) -> f w | _ -> false) l in
  let all = List.filter_map (function Input i -> Some i | _ -> None) l in
  let inputs = List.filter (fun i -> i.language = C || i.language = Preprocessed) all in
  let may_be_cxx = List.exists (fun i -> match i.language with
    | Other "" -> List.exists (Filename.check_suffix i.path) [ ".cc"; ".cp"; ".cxx"; ".cpp"; ".c++"; ".CPP"; ".C";
      ".mm" ]
    | Other x -> starts "c++" x || starts "objective-c++" x
    | _ -> false) all in
  let preprocess_only = has (fun w -> List.mem w [ "-E"; "-M"; "-MM" ]) in
  (* What comes of a header is a precompiled one, unless there is something else to link. *)
  let is_header i = match i.language with
    | Other "" -> List.exists (Filename.check_suffix i.path) [ ".h"; ".hh"; ".H"; ".hp"; ".hxx"; ".hpp"; ".HPP"; ".h++";
      ".tcc" ]
    | Other x -> String.ends_with ~suffix:"-header" x
    | C | Preprocessed -> false in
  let no_link = preprocess_only || has (fun w -> List.mem w [ "-c"; "-S"; "-fsyntax-only" ])
    || List.for_all is_header all in
  let exports = has (fun w -> List.mem w [ "-rdynamic"; "-Wl,-E"; "-Wl,--export-dynamic" ]) in
  let shared = has (fun w -> w = "-shared" || w = "-r") in
  let in_language = has (starts "-x") in
  let libraries = if no_link || shared || all = [] then [] else
    (if in_language then [ "-x"; "none" ] else []) @ libraries ~erased ~exports in
  let includes = if may_be_cxx || preprocess_only then include_options () else [] in
  let mode = if preprocess_only && inputs <> [] then mode_options ~erased else [] in
  (* What is added would be the value that is missing. *)
  if lacks_word arguments then run (back_end () @ handed_on)
  else if inputs = [] || preprocess_only || has (( = ) "-###") then
    run (back_end () @ handed_on @ mode @ includes @ libraries)
  else
    let output = output_of l in
    match List.find_opt (fun i -> List.exists (same_file i.path) (Option.to_list output)) all with
    | Some i -> Complaint.diagnosed i.path "it would be written over by what is made of it" ~help:"give another -o FILE"
    | None -> with_temporary_folder ~otherwise:Fun.id (fun folder ->
        let status = ref 0 in
        let clang = clang_options arguments in
        let translated = Hashtbl.create 7 and plain = ref [] in
        let failed path why = status := failed path why in
        if List.exists (fun i -> i.path = "-") inputs then
          Result.iter_error (failed "standard input") (keep_input folder);
        let text_of ?precompiled here i =
          let text = Filename.concat here "in" in
          match i.language with
          | Preprocessed when i.path = "-" -> Files.read (Filename.concat folder "stdin")
          | Preprocessed -> Files.read i.path
          | _ -> (
              match preprocess_to ?precompiled ~erased l i.path text [] with
              | 0 -> Files.read text
              | bad -> status := bad; Ok "")
        in
        let whole_text_of here i =
          match text_of ~precompiled:true here i with
          | Ok source when !status = 0 && has keeps_precompiled && Translate.concerns source -> text_of here i
          | result -> result
        in
        let translate number i =
          let here = Filename.concat folder (string_of_int number) in
          Unix.mkdir here 0o700;
          match whole_text_of here i with
          | Error _ when i.language = Preprocessed -> () (* cc will say so *)
          | Error why -> failed i.path why
          | Ok source when !status = 0 && Translate.concerns source -> (
              let most = if o.parts then Some 2 else None in
              match Translate.translate ?most o.mode ~for_clang:(back_end_is_clang ()) ~clang ~name:i.path source with
              | Error () -> status := Exit_status.diagnosed
              | Ok made -> (
                  (* No other file there has such an ending. *)
                  let path = Filename.concat here (Filename.remove_extension (Filename.basename i.path) ^ ".i") in
                  match Files.write path made with
                  | Error why -> failed path why
                  | Ok () ->
                      Hashtbl.replace translated i (path, made);
                      if not o.emit_c then status := warn l ~here source;
                      if !status = 0 then status := save_temporary ~output l i.path made;
                      let d = if i.language = C then dependencies l ~output ~links:(not no_link) i.path else [] in
                      if !status = 0 && d <> [] && not o.emit_c then status := preprocess_to ~erased l i.path
                        (Filename.concat here "again") d))
          | Ok source -> plain := (i, here, source) :: !plain
        in
        (* Each is looked at, and compiled if it is good, as by cc. *)
        let bad = ref [] in
        let unreadable = !status in
        List.iteri
          (fun number i ->
            status := unreadable;
            if unreadable = 0 then translate number i;
            if !status <> 0 then bad := i :: !bad)
          inputs;
        (* What is off for one file is off for all of a command line. *)
        if Hashtbl.length translated > 0 && not o.emit_c then
          List.iter (fun (i, here, source) -> if warn l ~here source <> 0 then bad := i :: !bad) (List.rev !plain);
        let worst = if !bad = [] then 0 else Exit_status.diagnosed in
        let good = List.filter (fun i -> not (List.mem i !bad)) all in
        if List.exists (fun i -> i.path = "-") inputs then rewind "-";
        if worst <> 0 && (good = [] || o.emit_c || not no_link) then worst
        else if o.emit_c then
          print ~output (String.concat "" (List.filter_map
            (fun i -> Option.map snd (Hashtbl.find_opt translated i)) inputs))
        else if Hashtbl.length translated = 0 && worst = 0 then (
          let status = run (back_end () @ handed_on @ includes @ libraries) in
          if status <> 0 then List.iter (fun (i, _, source) -> Hints.header ~name:i.path source) (List.rev !plain);
          status)
        else
          let all_translated = List.for_all (fun i -> Hashtbl.mem translated i) all in
          (* gcc warns of one that no file stands behind. *)
          let last = List.nth all (List.length all - 1) in
          let without = function Input i -> List.mem i !bad | Option _ -> false in
          let replaced =
            List.concat_map
              (function
                | Input i when Hashtbl.mem translated i -> [ "-x"; "cpp-output"; fst (Hashtbl.find translated i);
                  "-x"; (if i.named = "" || i == last then "none" else i.named) ]
                | Input i -> [ i.path ]
                | Option (o :: _) when all_translated && is_preprocessor o -> []
                | Option o -> o)
              (List.filter (fun w -> not (without w)) l)
          in
          let quiet = List.filter (fun o -> not (may_be_cxx && List.mem o of_c_alone)) Warnings.quiet in
          max worst @@ run (back_end () @ replaced @ quiet @ includes @ (if back_end_is_clang () then
            [ "-Qunused-arguments"; "-Wno-unknown-warning-option"; "-Wno-parentheses-equality" ] else []) @ libraries))
