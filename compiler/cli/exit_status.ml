(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let ok = 0
let diagnosed = 1
let usage = 2
let not_covered = 3

let documented =
  Cmdliner.Cmd.Exit.
    [
      info ok ~doc:"on success.";
      info diagnosed ~doc:"when the input was diagnosed as wrong or a check failed.";
      info usage ~doc:"on a command line that makes no sense.";
    ]

let documented_not_covered =
  documented @ [ Cmdliner.Cmd.Exit.info not_covered ~doc:"when nothing was refused, but no theorem covers what was compared or written: the reason is printed." ]

(* Why what was printed cannot be written, if so; it is dropped then, or the runtime would try again at exit. *)
let unwritable () =
  match Format.pp_print_flush Format.std_formatter (); flush stdout with
  | () -> None
  | exception Sys_error why ->
      close_out_noerr stdout;
      Some why

let bug e =
  Printf.eprintf "fairlead: internal error: %s\nThis is a bug in fairlead; please report it.\n" (Printexc.to_string e);
  125

(* The parsers have limits of their own; this is for whatever they let through that still is too much for us. *)
let too_large () =
  Message.print
    { error = { where = "fairlead"; place = None; message = "the input is too large, or too deeply nested" }; notes = []; help = "split it" };
  diagnosed

let eval cmd =
  let status () =
    match Cmdliner.Cmd.eval_value ~catch:false cmd with
    | Ok (`Ok status) -> status
    | Ok (`Help | `Version) -> ok
    | Error (`Parse | `Term) -> usage
    | Error `Exn -> 125
  in
  let status = try Ok (status ()) with e -> Error e in
  match (unwritable (), status) with
  | Some why, _ ->
      Message.print
        {
          error = { where = "fairlead"; place = None; message = "cannot write to standard output: " ^ why };
          notes = []; help = "make room there, or print to somewhere else";
        };
      diagnosed
  | None, Ok status -> status
  | None, Error (Stack_overflow | Out_of_memory) -> too_large ()
  | None, Error e -> bug e
