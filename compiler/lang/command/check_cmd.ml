(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli

let files =
  Arg.(
    non_empty & pos_all File_name.conv []
    & info [] ~docv:"FILE" ~doc:"A .fl file; what it imports is checked with it. - is standard input, which imports from the current folder.")

let check_file warnings path =
  Complaint.within path @@ fun () ->
  match Warnings.program warnings path with
  | Some (_, false) -> Exit_status.ok
  | Some (_, true) | None -> Exit_status.diagnosed

let cmd =
  let run () warnings files =
    (* Not [for_all]: the mistakes of every file are wanted. *)
    let results = List.map (check_file warnings) files in
    if List.for_all (Int.equal Exit_status.ok) results then Exit_status.ok else Exit_status.diagnosed
  in
  Cmd.v
    (Cmd.info "check" ~exits:Exit_status.documented
       ~doc:"Check .fl files: syntax, names, types, recursion, aliasing; and warn of what is not used."
       ~man:
         [
           `S Manpage.s_description;
           `P
             "Prints nothing when the files are in order. Otherwise every mistake is shown with its place, the source line and what to do. \
              Of a file without mistakes it warns of what is likely not meant, with status 0 (see $(b,--warnings)).";
           `P
             "A procedure that is marked $(b,trapless) is refused unless each of its checks is decided: the mistake is the check that \
              remains, with what is known there.";
         ])
    Term.(const run $ Message.option $ Warnings.option $ files)
