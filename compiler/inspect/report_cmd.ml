open Cmdliner
open Fairlead_cli
open Fairlead_lang

let report path wanted all =
  Complaint.within path @@ fun () ->
  match Load.program_or_report path with
  | None -> Exit_status.diagnosed
  | Some info -> (
      match Compile.frame_layouts info with
      | Error why -> Complaint.diagnosed path "%s" why ~help:"please report it"
      | Ok layout -> (
          let show ps =
            let stack = Compile.stack_bounds info ps in
            print_string (String.concat "\n" (List.map (Report.print info layout ~stack) ps));
            let exported = if wanted = None then Compile.stack_bounds info (Compile.roots info) else [] in
            print_string (Report.functions info ~stack:exported);
            Exit_status.ok
          in
          match Entry.coroutines info with
          | _ :: _ as everyone when all -> show everyone
          | _ -> Entry.choose path info wanted (fun p -> show [ p ])))

let cmd =
  let all = Arg.(value & flag & info [ "all" ] ~doc:"Every coroutine, also those of imported files.") in
  Cmd.v
    (Cmd.info "report" ~doc:"Show the frame of a compiled coroutine, byte by byte, and count its states."
       ~exits:Exit_status.documented)
    Term.(const report $ Entry.file $ Entry.name $ all)
