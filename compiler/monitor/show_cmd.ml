(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli

let complain path offset why =
  Message.print
    { error = { where = path; place = Some (Byte offset); message = why };
      notes = []; help = "docs/monitor-log.md says what a log is" };
  Exit_status.diagnosed

let entries source =
  let path = Log_source.path source in
  let rec go () =
    match Log_source.fill source with
    | Error why -> complain path (Log_source.offset source) why
    | Ok () when not (Log_source.has_news source) -> wait ()
    | Ok () -> (
        let text = Log_source.text source and start = Log_source.offset source in
        let rec show at =
          if at >= String.length text then Ok at
          else
            match Auditor.read text at with
            | Entry (_, next) ->
                Printf.printf "%8d  %s\n" (start + at) (Show.raw (String.sub text at (next - at)));
                show next
            | Malformed (why, _) when Auditor.is_cut_short why && not (Log_source.is_at_end source) -> Ok at
            | Malformed (why, place) -> Error (place, Auditor.complaint why)
        in
        match show 0 with
        | Ok used ->
            Log_source.use source used;
            if Log_source.is_at_end source then Exit_status.ok else wait ()
        | Error (place, why) -> flush stdout; complain path (start + place) ("malformed entry: " ^ why))
  and wait () = ignore (Log_source.readable ~wait:true [ source ]); go () in
  go ()

let rec header source =
  let path = Log_source.path source in
  ignore (Log_source.readable ~wait:true [ source ]);
  match Log_source.fill source with
  | Error why -> complain path 0 why
  | Ok () -> (
      let text = Log_source.text source in
      match Log_header.parse text with
      | Error (offset, why) when Log_header.is_complete text || Log_source.is_at_end source -> complain path offset why
      | Error _ -> header source
      | Ok (h, length) ->
          Printf.printf "%8d  log     of thread %d of %d, %d slots, %d digits, run %s\n" 0 h.thread h.threads h.slots
            h.depth (Show.hex h.run);
          if not (Log_header.from_nothing h && h.incarnation = 0) then
            Printf.printf "          from epoch %d, incarnation %d, root %s\n" h.first_epoch h.incarnation
              (Show.hex (Reference.sha256 h.root));
          Log_source.use source length;
          entries source)

let show path =
  match Log_source.opened path with
  | Error why -> Complaint.diagnosed path "%s" why ~help:"name a log that `fairlead monitor serve` or `gen` wrote"
  | Ok source -> Fun.protect ~finally:(fun () -> Log_source.close source) (fun () -> header source)

let exits =
  Cmd.Exit.
    [
      info 0 ~doc:"on success.";
      info 1 ~doc:"when the log is malformed or cannot be read.";
      info 2 ~doc:"on a command line that makes no sense.";
    ]

let cmd =
  let log = Arg.(required & pos 0 (some string) None & info [] ~docv:"LOG") in
  Cmd.v
    (Cmd.info "show" ~exits ~doc:"Print a log, one entry per line with its offset; it may not verify.")
    (Message.formatted Term.(const show $ log))
