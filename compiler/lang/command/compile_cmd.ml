(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli
module I = Program_info

let find (info : I.t) wanted =
  let rec go i =
    if i = Array.length info.procedures then Error wanted
    else if Written.name info.procedures.(i).proc_name = wanted && info.procedures.(i).requires = [] then Ok i
    else go (i + 1)
  in
  go 0

let rec all = function
  | [] -> Ok []
  | x :: rest -> Result.bind x (fun x -> Result.map (fun l -> x :: l) (all rest))

let stem file =
  let base = Filename.remove_extension (Filename.basename file) in
  C_names_trusted.identifier (if base = "" then "out" else base)

let is_coroutine info i = (C_queries_trusted.procedures info).(i).suspends

(* Exported procedures whose figures would be one macro. *)
let same_macro (info : I.t) entries =
  let exported = if entries = [] then Compile.roots info else entries in
  let macro i = String.uppercase_ascii (C_names_trusted.identifier (Written.name info.procedures.(i).proc_name)) in
  let seen = Hashtbl.create 17 in
  let one j =
    let name = macro j in
    match Hashtbl.find_opt seen name with
    | Some i -> Some (i, j, name)
    | None -> Hashtbl.replace seen name j; None
  in
  List.find_map one (List.sort_uniq compare exported)

let default_stack_limit = 256 * 1024

let warn_of_stack (info : I.t) ~limit (i, bytes) =
  if bytes > limit then
    let name = info.procedures.(i).proc_name in
    Message.warn
      {
        error = Blame.part name (Printf.sprintf "`%s` may take %d bytes of C stack, more than %d" (Written.name name) bytes limit);
        notes = [];
        help = "pass large values `inout`, or keep them across a suspension, in the frame; or raise the limit: --stack-limit=BYTES";
      }

let write (info : I.t) ~file ~dir ~entries ~main ~driven ~prefix ~extern_header ~line_prefix ~stack_limit =
  let name = stem file in
  match Compile.c { prefix; entries; name; extern_header; line_prefix } info with
  | Error why -> Complaint.diagnosed file "%s" why ~help:"please report it"
  | Ok (_, _, []) -> Complaint.diagnosed file "there is nothing to compile" ~help:"declare a function or a coroutine in it, or name an imported one with --entry"
  | Ok (out, types, _) -> (
      let driver = if main then Result.map Option.some (C_main.print types ~entry:driven ~name) else Ok None in
      match driver with
      | Error why ->
          Complaint.diagnosed file "--main cannot drive `%s`: %s" (Written.name info.procedures.(driven).proc_name) why
            ~help:"drive it from C of your own: docs/c-api.md"
      | Ok driver -> (
          let path suffix = Filename.concat dir (name ^ suffix) in
          let files =
            [ (path ".h", out.header); (path ".c", out.source) ]
            @ match driver with Some d -> [ (path "_main.c", d) ] | None -> []
          in
          match Outputs.refused info ~dir ~header:(name ^ ".h") ~extern_header (List.map fst files) with
          | Some status -> status
          | None -> (
          match Files.make_folder dir; Files.write_all files with
          | Ok () ->
              List.iter (warn_of_stack info ~limit:stack_limit) out.stack;
              Exit_status.ok
          | Error why | (exception Sys_error why) ->
              Complaint.diagnosed "fairlead" "cannot write %s" why ~help:"give a folder that can be written, or made, with -o DIR")))

let generate (info : I.t) ~file ~dir ~entries ~main ~prefix ~extern_header ~line_prefix ~stack_limit =
  let driven = match entries with e :: _ -> e | [] -> Option.value (Entry.last_coroutine info) ~default:(-1) in
  match Extern_check.refused info ~prefix ~declared:(extern_header = None) with
  | Some status -> status
  | None ->
  if main && driven < 0 then
    Complaint.diagnosed file "it has no coroutine, so --main has nothing to drive" ~help:"declare a coroutine in it, or name one with --entry"
  else
    let entries =
      if not main then entries
      else List.sort_uniq compare (driven :: (if entries = [] then Compile.roots info else entries))
    in
    match same_macro info entries with
    | Some (i, j, macro) ->
        let name k = info.procedures.(k).proc_name in
        Blame.diagnosed (name j) "`%s` and `%s` would both have their size in the macro %s%s_%s" (Written.name (name j))
          (Written.name (name i)) (String.uppercase_ascii prefix) macro
          (if is_coroutine info i && is_coroutine info j then "SIZE" else "STACK")
          ~note:(name i, "the other one")
          ~help:"rename one, or export only one: --entry NAME"
    | None -> write info ~file ~dir ~entries ~main ~driven ~prefix ~extern_header ~line_prefix ~stack_limit

(* What the printer itself needs begins with fli_, and macros with the prefix in capitals, whatever follows it. *)
let apart_from_ours s =
  let upper = String.uppercase_ascii s in
  let n = min (String.length s) 4 in
  upper <> s && String.sub upper 0 n <> String.sub "FLI_" 0 n

let valid_prefix s =
  s <> "" && (match s.[0] with 'a' .. 'z' | 'A' .. 'Z' -> true | _ -> false) && C_names_trusted.identifier s = s

(* Between the quotes of an #include nothing is escaped: not what ends the line or the name, nor what C11 leaves
   undefined there (6.4.7). *)
let valid_header s =
  let contains part =
    let n = String.length part in
    List.exists (fun i -> String.sub s i n = part) (List.init (max 0 (String.length s - n + 1)) Fun.id)
  in
  s <> ""
  && String.for_all (fun c -> c >= ' ' && c <> '\127' && c <> '"' && c <> '\\') s
  && not (List.exists contains [ "??"; "//"; "/*" ])

(* With -I and the output folder, FILE.h would be found in their place, also by what we print. *)
let standard_headers =
  [ "assert"; "complex"; "ctype"; "errno"; "fenv"; "float"; "inttypes"; "iso646"; "limits"; "locale"; "math"; "setjmp"; "signal";
    "stdalign"; "stdarg"; "stdatomic"; "stdbool"; "stddef"; "stdint"; "stdio"; "stdlib"; "stdnoreturn"; "string"; "tgmath";
    "threads"; "time"; "uchar"; "wchar"; "wctype" ]

let run () warnings file dir entries main prefix extern_header line_prefix stack_limit =
  if not (valid_prefix prefix) then
    Complaint.usage "--prefix" "`%s` cannot begin a C name" prefix ~help:"use letters, digits and underscores, a letter first"
  else if not (apart_from_ours prefix) then
    Complaint.usage "--prefix" "names with `%s` in front could be those of our macros or helpers" prefix
      ~help:"use at least one small letter, and nothing that begins with `fli_` or begins it, such as `fl`"
  else if not (Option.fold ~none:true ~some:valid_header extern_header) then
    Complaint.usage "--extern-header" "`%s` cannot be included" (Option.value extern_header ~default:"")
      ~help:
        "give the name of a header as it stands between quotes after #include; without quotes, backslashes, control \
         characters, //, /* and ??"
  else if dir = "" then Complaint.usage "--output" "this is no folder" ~help:"give one; . is the current one"
  else if List.mem (stem file) standard_headers then
    Complaint.diagnosed file "its C header would hide the standard one, <%s.h>" (stem file) ~help:"rename the file"
  else if file = "-" then
    Complaint.usage "-" "the C files are named after the .fl file, and standard input has no name" ~help:"save it in a file; `fairlead check -` checks it as it is"
  else
    Complaint.within file @@ fun () ->
    match Warnings.program warnings file with
    | None | Some (_, true) -> Exit_status.diagnosed
    | Some (info, false) -> (
        match all (List.map (find info) entries) with
        | Error wanted ->
            let known = Array.to_list (Array.map (fun (p : I.procedure) -> Written.name p.proc_name) info.procedures) in
            Complaint.diagnosed file "it has no function or coroutine `%s` for --entry" wanted
              ~help:(Diagnostic.did_you_mean wanted known ~otherwise:("there is " ^ String.concat ", " known))
        | Ok entries -> generate info ~file ~dir ~entries ~main ~prefix ~extern_header ~line_prefix ~stack_limit)

let cmd =
  let file = File_name.required ~doc:"A .fl file." in
  let dir = Arg.(value & opt string "." & info [ "o"; "output" ] ~docv:"DIR" ~doc:"Where to write; made if missing.") in
  let entries =
    Arg.(
      value & opt_all string []
      & info [ "entry" ] ~docv:"NAME"
          ~doc:"Export this function or coroutine (may be repeated). By default those of FILE that no other one uses.")
  in
  let main =
    Arg.(
      value & flag
      & info [ "main" ]
          ~doc:"Also write FILE_main.c, a program that drives the first entry (by default the last coroutine of the file) from bytes on standard input.")
  in
  let prefix =
    Arg.(value & opt string "fl_" & info [ "prefix" ] ~docv:"PREFIX" ~doc:"What every C name starts with.")
  in
  let extern_header =
    Arg.(
      value
      & opt (some string) None
      & info [ "extern-header" ] ~docv:"HEADER"
          ~doc:"Include this header, which declares the extern types and functions, instead of declaring them.")
  in
  let stack_limit =
    Arg.(
      value & opt (Number.at_least 0) default_stack_limit
      & info [ "stack-limit" ] ~docv:"BYTES"
          ~doc:"Warn of exported functions and coroutines that may take more than this of the C stack; `fairlead report` says how much each takes.")
  in
  let line_prefix =
    Arg.(
      value & opt string ""
      & info [ "line-prefix" ] ~docv:"PREFIX"
          ~doc:"What #line puts in front of names of source files, which are those of paths from FILE's folder.")
  in
  Cmd.v
    (Cmd.info "compile" ~exits:Exit_status.documented ~doc:"Compile a .fl file to C."
       ~man:
         [
           `S Manpage.s_description;
           `P
             "Writes FILE.h and FILE.c: freestanding C11 that needs only memcpy, memset and memcmp. docs/c-api.md describes what is in them.";
         ])
    Term.(
      const run $ Message.option $ Warnings.option $ file $ dir $ entries $ main $ prefix $ extern_header $ line_prefix
      $ stack_limit)
