(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli

let largest = 64 * 1024 * 1024

(* It is read again before anything is written, and a pipe cannot be. *)
let read_regular file =
  match Unix.stat file with
  | { st_kind = S_REG | S_DIR; _ } | (exception Unix.Unix_error _) -> Files.read ~limit:largest file
  | _ -> Error "it is no regular file"

let still ~file ~text () =
  match Files.read ~limit:largest file with
  | Ok now when now = text -> Ok ()
  | Ok _ | Error _ -> Error (file ^ ": it was changed meanwhile")

let report (p : Pipeline.program) =
  if p.name <> "" then
    Printf.printf "%s: %s: the theorem %s_compiled, %s%s\n" p.name
      (String.concat ", " (List.map fst p.files))
      p.name
      (match p.assumed with [] -> "closed under the global context" | l -> "assuming " ^ String.concat ", " l)
      (match p.externs with [] -> "" | l -> "; C has to supply " ^ String.concat ", " l)

let derive (request : Pipeline.request) dir =
  let file = request.file in
  Complaint.within file @@ fun () ->
  match (Pipeline.module_name file, read_regular file) with
  | Error why, _ -> Complaint.diagnosed file "%s" why ~help:"give a file with another name"
  | _, Error why -> Complaint.diagnosed file "%s" why ~help:"give a Coq file, FILE.v"
  | Ok source, Ok text -> (
      let unwritable why = Complaint.diagnosed "fairlead" "cannot write %s" why
        ~help:"give a folder that can be written, or made, with -o DIR" in
      match Outputs.clear dir ~source with
      | Error why -> unwritable why
      | Ok () -> (
          match Pipeline.run request ~text with
          | Error status -> status
          | Ok (said, programs) -> (
              print_string said;
              let files = List.concat_map (fun (p : Pipeline.program) -> p.files) programs in
              match Outputs.publish dir ~still_meant:(still ~file ~text) files with
              | Error why -> unwritable why
              | Ok () -> List.iter report programs; Exit_status.ok)))

(* What Fairlead's theorems are about, and the file's own, are not to be replaced by others; nor may a folder stand for
   all names, where it could have any of these. *)
let is_taken ~source logical =
  logical = ""
  || List.mem
       (List.hd (String.split_on_char '.' logical))
       [ "Fairlead"; "Programs"; "Coq"; "Corelib"; "Stdlib"; "Ltac2"; "elpi"; "elpi_elpi"; "stdpp"; source ]

let run () where file dir recursive plain allowed main compiled recheck keep =
  match (where, file, Theories.folder ()) with
  | true, None, Ok theories -> print_endline theories; Exit_status.ok
  | _, _, Error (why, help) -> Complaint.diagnosed "fairlead" "%s" why ~help
  | true, Some _, _ -> Complaint.usage "--where" "it says where the Coq files are, and takes no file"
    ~help:"leave one of them out"
  | false, None, _ -> Complaint.usage "fairlead derive" "there is no file" ~help:"give one, FILE.v, or --where"
  | false, Some file, Ok theories -> (
      let dir = match dir with Some dir -> dir | None -> Filename.dirname file in
      let options name = List.map (fun (folder, logical) -> (name, folder, logical)) in
      let paths = options "-R" recursive @ options "-Q" plain in
      let source = Filename.remove_extension (Filename.basename file) in
      match List.find_opt (fun (_, _, logical) -> is_taken ~source logical) paths with
      | Some (name, _, logical) ->
          Complaint.usage name "`%s` is a name of Fairlead's own, of Coq's, or of FILE" logical
            ~help:"give that folder another name"
      | None ->
          if dir = "" then Complaint.usage "--output" "this is no folder" ~help:"give one; . is the current one"
          else
            (* Coq also runs in the folder of what is in the making. *)
            let here = Sys.getcwd () in
            let from_here f = if Filename.is_relative f then Filename.concat here f else f in
            let load_paths =
              List.concat_map (fun (name, folder, logical) -> [ name; from_here folder; logical ]) paths in
            derive { file; theories; load_paths; allowed; main; compiled; recheck; keep } dir)

let cmd =
  let file = Arg.(value & pos 0 (some string) None & info [] ~docv:"FILE" ~doc:"A Coq file, FILE.v.") in
  let where =
    Arg.(
      value & flag
      & info [ "where" ]
          ~doc:"Print the folder of Fairlead's compiled Coq files, and do nothing else: $(b,coqc -R \"\\$(fairlead \
          derive --where)\" Fairlead FILE.v).")
  in
  let dir =
    Arg.(
      value & opt (some string) None
      & info [ "o"; "output" ] ~docv:"DIR" ~doc:"Where to write, made if missing; by default the folder of FILE.")
  in
  let load_path letter doc =
    Arg.(value & opt_all (pair ~sep:'=' string string) [] & info [ letter ] ~docv:"FOLDER=NAME" ~doc)
  in
  let recursive = load_path "R" "Coq files of your own that FILE requires: as $(b,-R) FOLDER NAME of coqc. May be \
  repeated." in
  let plain = load_path "Q" "The same, as $(b,-Q) FOLDER NAME of coqc." in
  let allowed =
    Arg.(
      value & opt_all string []
      & info [ "assume" ] ~docv:"NAME"
          ~doc:"A theorem may rest on this axiom or parameter, named in full, as the refusal names it. May be \
          repeated. The result says what was assumed.")
  in
  let main = Arg.(value & flag & info [ "main" ]
    ~doc:"Also write P_main.c, a program that drives P from bytes on standard input; not of a \
    P whose C needs functions that are yours.") in
  let compiled =
    Arg.(value & flag & info [ "vo" ]
      ~doc:"Also write what Coq made of FILE and of the proofs (.vo), for other Coq files that require them as \
      Programs.FILE, Programs.P_proof.")
  in
  let recheck = Arg.(value & flag & info [ "coqchk" ]
    ~doc:"Have coqchk, Coq's independent checker, check FILE and the proofs again.") in
  let keep = Arg.(value & flag & info [ "keep" ] ~doc:"Leave the folder in which all is made, and say where it is.") in
  Cmd.v
    (Cmd.info "derive" ~exits:Exit_status.documented
       ~doc:"Take programs in Gallina to C, each with a theorem that Coq has checked."
       ~man:
         [
           `S Manpage.s_description;
           `P
             "Runs Coq on FILE. For each program P that it hands to $(b,ToFl), after $(b,Derive), Coq checks the \
              proof that what is compiled does what P says, and nothing else; \
              then P.c and P.h are written, with P.fl, of which they are made, P_fl.v, the same as a Coq term, and \
              P_proof.v, the proof with the theorem P_compiled.";
           `P
             "All programs of FILE are proved and written, or none is. What an earlier run wrote for FILE is taken \
              away at the start. Files that Fairlead did not write are not replaced.";
           `P
             "FILE is run as coqc runs it: it may do whatever Coq files may do. What it assumes is printed, and \
              refused unless $(b,--assume) names it; what Coq was told not to check is refused.";
           `P "FILE finds Fairlead's libraries by itself: $(b,From Fairlead.Derive Require Import Derive). \
           docs/derive.md has the rest.";
         ])
    Term.(const run $ Message.option $ where $ file $ dir $ recursive $ plain $ allowed $ main $ compiled $ recheck
      $ keep)
