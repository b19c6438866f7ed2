(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli

let print_diagnostic source d =
  Message.print (Diagnostic.message (fun file -> if file = Source.name source then Some source else None) d)

let formatted path read =
  match read path with
  | Error why ->
      let (_ : int) = Complaint.diagnosed path "cannot read it: %s" why ~help:"name a readable .fl file" in
      None
  | Ok text -> (
      let source = Source.create ~name:path text in
      match Format.text source with
      | Ok formatted -> Some (text, formatted)
      | Error mistakes ->
          List.iter (print_diagnostic source) mistakes;
          None)

let replace path text =
  match Files.write path text with
  | Ok () -> true
  | Error why -> Complaint.diagnosed path "cannot write it: %s" why ~help:"make it and its folder writable" = Exit_status.ok

let cmd =
  let check_only =
    Arg.(value & flag & info [ "check" ] ~doc:"Change nothing; name the files that are not formatted, and exit with status 1 if there are any.")
  in
  let files = Arg.(non_empty & pos_all File_name.conv [] & info [] ~docv:"FILE" ~doc:"A .fl file, rewritten in place; - formats standard input to standard output.") in
  let one check_only path =
    (fun f -> Complaint.within path (fun () -> if f () then Exit_status.ok else Exit_status.diagnosed) = Exit_status.ok) @@ fun () ->
    if path = "-" then (
      match formatted "<stdin>" (fun _ -> Modules.read_standard_input ()) with
      | Some (_, text) -> print_string text; true
      | None -> false)
    else
      match formatted path Modules.read_file with
      | None -> false
      | Some (before, after) when before = after -> true
      | Some _ when check_only -> Printf.printf "%s\n" path; false
      | Some (_, after) -> replace path after
  in
  let run () check_only files =
    let results = List.map (one check_only) files in
    if List.for_all Fun.id results then Exit_status.ok else Exit_status.diagnosed
  in
  Cmd.v
    (Cmd.info "format" ~exits:Exit_status.documented ~doc:"Lay out .fl files the one usual way."
       ~man:
         [
           `S Manpage.s_description;
           `P "Line breaks are kept; indentation, blanks and blank lines are normalized, comments stay where they are. Formatting twice changes nothing.";
         ])
    Term.(const run $ Message.option $ check_only $ files)
