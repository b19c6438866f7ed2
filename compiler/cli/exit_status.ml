let ok = 0
let diagnosed = 1
let usage = 2

let documented =
  Cmdliner.Cmd.Exit.
    [
      info ok ~doc:"on success.";
      info diagnosed ~doc:"when the input was diagnosed as wrong or a check failed.";
      info usage ~doc:"on a command line that makes no sense.";
    ]

let eval cmd =
  match Cmdliner.Cmd.eval_value ~catch:false cmd with
  | Ok (`Ok status) -> status
  | Ok (`Help | `Version) -> ok
  | Error (`Parse | `Term) -> usage
  | Error `Exn -> 125
  | exception e ->
      Printf.eprintf "fairlead: internal error: %s\nThis is a bug in fairlead; please report it.\n"
        (Printexc.to_string e);
      125
