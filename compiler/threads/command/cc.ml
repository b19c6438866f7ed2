(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli

let starts prefix s = String.length s >= String.length prefix && String.sub s 0 (String.length prefix) = prefix
let back_end () = match Sys.getenv_opt "FLCC_CC" with Some cc when cc <> "" -> List.filter (( <> ) "")
  (String.split_on_char ' ' cc) | _ -> [ "gcc" ]

let back_end_is_clang () =
  List.exists (fun w -> let w = Filename.basename w in starts "clang" w || Filename.check_suffix w "-clang")
    (back_end ())

(* Options whose value is the next word. *)
let takes_word =
  [ "-o"; "-x"; "-I"; "-D"; "-U"; "-include"; "-imacros"; "-isystem"; "-iquote"; "-idirafter"; "-iprefix";
    "-iwithprefix"; "-iwithprefixbefore"; "-isysroot"; "-L"; "-l"; "-MF";
    "-MT"; "-MQ"; "-Xlinker"; "-Xassembler"; "-Xpreprocessor"; "-Xclang"; "-T"; "-u"; "-z"; "-e"; "-A"; "-B";
      "-target"; "-arch"; "--param"; "-aux-info"; "-dumpbase"; "-dumpdir"; "-wrapper"; "-specs" ]

type word = Option of string list | Input of string

let rec words = function
  | o :: value :: rest when List.mem o takes_word -> Option [ o; value ] :: words rest
  | w :: rest when starts "-" w && w <> "-" -> Option [ w ] :: words rest
  | w :: rest -> Input w :: words rest
  | [] -> []

let run = function
  | [] -> 127
  | program :: _ as arguments -> (
      flush stdout;
      match
        let pid = Unix.create_process program (Array.of_list arguments) Unix.stdin Unix.stdout Unix.stderr in
        snd (Unix.waitpid [] pid)
      with
      | WEXITED 127 -> Complaint.diagnosed "flcc" "cannot start `%s`" program ~help:"FLCC_CC names the C compiler"
      | WEXITED n -> n
      | WSIGNALED _ | WSTOPPED _ -> 1
      | exception Unix.Unix_error (e, _, _) -> Complaint.diagnosed "flcc" "cannot start `%s`: %s" program
        (Unix.error_message e) ~help:"FLCC_CC names the C compiler")

(* A cross compiler is called for its machine: aarch64-linux-gnu-gcc. clang has the calling convention that stands for
  the mark on some machines only: for mips (of 32 bits) one of its kind is taken, with the same types. *)
let target () =
  let machine w =
    let w = Filename.basename w in
    if Filename.check_suffix w "-gcc" then Some (Filename.chop_suffix w "-gcc") else None
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
           "-fshort-wchar"; "-ffast-math"; "-fno-signed-zeros" ]
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

let with_temporary_folder f =
  let path = Filename.temp_file "flcc" "" in
  Sys.remove path;
  Unix.mkdir path 0o700;
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
  starts "-o" o

let preprocess_to ~erased arguments input output dependencies =
  let mode = if erased then [ "-D__FLCC__=1"; "-D__FLCC_ERASED__=1" ] else [ "-D__FLCC__=1" ] in
  let kept = List.filter (function Option (o :: _) -> not (is_step o || is_dependency o || starts "-l" o || starts
    "-Wl," o || o = "-L" || starts "-L" o) | _ -> false) arguments in
  (* fl_spawn is such a macro, and programs may be in C89. *)
  let unused = if back_end_is_clang () then [ "-Qunused-arguments" ] else [] in
  run (back_end () @ mode @ options_of kept @ unused @ [ "-Wno-variadic-macros" ] @ dependencies @ include_options () @
    [ "-E"; "-x"; "c"; input; "-o"; output ])

let preprocess arguments input =
  with_temporary_folder (fun folder ->
      let output = Filename.concat folder "a.i" in
      match preprocess_to ~erased:false (words arguments) input output [] with
      | 0 -> Result.map_error (fun why -> Complaint.diagnosed output "%s" why ~help:"free some space")
        (Files.read output)
      | status -> Error status)

(* Our text is not written for these. *)
let quiet =
  [ "-Wno-implicit-fallthrough"; "-Wno-switch-unreachable"; "-Wno-missing-prototypes"; "-Wno-missing-declarations";
    "-Wno-redundant-decls"; "-Wno-unused-label"; "-Wno-maybe-uninitialized";
    "-Wno-declaration-after-statement"; "-Wno-parentheses"; "-Wno-shadow"; "-Wno-unused-function";
      "-Wno-unused-parameter"; "-Wno-unused-but-set-variable"; "-Wno-unused-variable"; "-Wno-unused-value" ]

let is_c path = Filename.check_suffix path ".c"

(* What -MD writes, and about which target, is said in words before the compiler only sees our text. *)
let dependencies l input =
  let asked = List.filter_map (function Option (o :: rest) when is_dependency o -> Some (o, rest) | _ -> None) l in
  if asked = [] then []
  else
    let output = List.find_map (function Option [ "-o"; o ] -> Some o | Option [ o ] when starts "-o" o && o <> "-o"
      -> Some (String.sub o 2 (String.length o - 2)) | _ -> None) l in
    let object_ = match output with Some o -> o | None -> Filename.remove_extension (Filename.basename input) ^ ".o" in
    let given name = List.exists (fun (o, _) -> starts name o) asked in
    List.concat_map (fun (o, rest) -> o :: rest) asked
    @ (if given "-MF" || List.exists (fun (o, _) -> starts "-Wp,-M" o) asked then [] else
      [ "-MF"; Filename.remove_extension object_ ^ ".d" ])
    @ if given "-MT" || given "-MQ" then [] else [ "-MQ"; object_ ]

type options = { mode : Translate.mode; emit_c : bool; parts : bool }

let rec our_options o = function
  | "--erased" :: rest -> our_options { o with mode = Translate.Erased } rest
  | "--poison" :: rest -> our_options { o with mode = Translate.Poisoned } rest
  | "--parts" :: rest -> our_options { o with parts = true } rest
  | "--emit-c" :: rest -> our_options { o with emit_c = true } rest
  | w :: rest -> let o, rest = our_options o rest in (o, w :: rest)
  | [] -> (o, [])

let main arguments =
  let o, arguments = our_options { mode = Translate.Threads; emit_c = false; parts = false } arguments in
  let erased = o.mode = Translate.Erased in
  let l = words arguments in
  let has f = List.exists (function Option (w :: _) -> f w | _ -> false) l in
  let inputs = List.filter_map (function Input i when is_c i -> Some i | _ -> None) l in
  let other_language = List.exists (function Option [ "-x"; x ] -> x <> "c" && x <> "none" | Option [ w ] -> starts
    "-x" w | _ -> false) l in
  let preprocess_only = has (fun w -> List.mem w [ "-E"; "-M"; "-MM" ]) in
  let no_link = preprocess_only || has (fun w -> List.mem w [ "-c"; "-S"; "-fsyntax-only" ]) in
  let has_input = List.exists (function Input _ -> true | _ -> false) l in
  let exports = has (fun w -> List.mem w [ "-rdynamic"; "-Wl,-E"; "-Wl,--export-dynamic" ]) in
  let shared = has (fun w -> w = "-shared" || w = "-r") in
  let libraries = if no_link || shared || not has_input then [] else libraries ~erased ~exports in
  if inputs = [] || other_language || preprocess_only then run (back_end () @ arguments @
    (if preprocess_only then ("-D__FLCC__=1" :: include_options ()) else libraries))
  else
    with_temporary_folder (fun folder ->
        let status = ref 0 in
        let clang = clang_options arguments in
        let translated = Hashtbl.create 7 in
        List.iteri
          (fun i input ->
            if !status = 0 then
              let here = Filename.concat folder (string_of_int i) in
              Unix.mkdir here 0o700;
              let text = Filename.concat here "in.i" in
              match preprocess_to ~erased l input text [] with
              | 0 -> (
                  match Files.read text with
                  | Error why -> status := Complaint.diagnosed text "%s" why ~help:"free some space"
                  | Ok source ->
                      if Translate.concerns source then (
                        let most = if o.parts then Some 2 else None in
                        let for_clang = back_end_is_clang () in
                        match Translate.translate ?most o.mode ~for_clang ~clang ~name:input source
                          with
                        | Error () -> status := Exit_status.diagnosed
                        | Ok made -> (
                            let path = Filename.concat here (Filename.remove_extension (Filename.basename input) ^
                              ".i") in
                            match Files.write path made with
                            | Ok () ->
                                Hashtbl.replace translated input (path, made);
                                let d = dependencies l input in
                                if d <> [] && not o.emit_c then status := preprocess_to ~erased l input
                                  (Filename.concat here "again.i") d
                            | Error why -> status := Complaint.diagnosed path "%s" why ~help:"free some space")))
              | bad -> status := bad)
          inputs;
        if !status <> 0 then !status
        else if o.emit_c then (
          List.iter (fun i -> match Hashtbl.find_opt translated i with Some (_, made) -> print_string made | None ->
            ()) inputs;
          Exit_status.ok)
        else if Hashtbl.length translated = 0 then run (back_end () @ arguments @ libraries)
        else
          let all_translated = List.for_all (fun i -> Hashtbl.mem translated i) inputs in
          let replaced =
            List.concat_map
              (function
                | Input i when Hashtbl.mem translated i -> [ "-x"; "cpp-output"; fst (Hashtbl.find translated i);
                  "-x"; "none" ]
                | Input i -> [ i ]
                | Option (o :: _) when all_translated && is_preprocessor o -> []
                | Option o -> o)
              l
          in
          run (back_end () @ replaced @ quiet @ (if back_end_is_clang () then
            [ "-Qunused-arguments"; "-Wno-unknown-warning-option"; "-Wno-parentheses-equality" ] else []) @ libraries))
