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

(* Why what was printed cannot be written, if so. *)
let unwritable () =
  match Format.pp_print_flush Format.std_formatter (); flush stdout with () -> None | exception Sys_error why -> Some why

let complain message help =
  Message.print { error = { where = "fairlead"; place = None; message }; notes = []; help };
  diagnosed

(* It is dropped, or the runtime would try again at exit. *)
let lost why =
  close_out_noerr stdout;
  complain ("cannot write to standard output: " ^ why) "make room there, or print to somewhere else"

let print text =
  match print_string text; unwritable () with None -> ok | Some why | (exception Sys_error why) -> lost why

let bug e =
  Message.say_plainly "fairlead: internal error: %s" (Printexc.to_string e);
  Message.say_plainly "This is a bug in fairlead; please report it.";
  125

(* Nobody listens: whatever could not be said was about something that went wrong. *)
let is_deaf () =
  match flush stderr with
  | () -> false
  | exception Sys_error _ ->
      close_out_noerr stderr;
      true

(* The parsers have limits of their own; this is for whatever they let through that still is too much for us. *)
let too_large () = complain "the input is too large, or too deeply nested" "split it"

let eval cmd =
  let misuse = Buffer.create 100 in
  let status () =
    let result = Cmdliner.Cmd.eval_value ~catch:false ~err:(Format.formatter_of_buffer misuse) cmd in
    Message.say_raw (Buffer.contents misuse);
    match result with
    | Ok (`Ok status) -> status
    | Ok (`Help | `Version) -> ok
    | Error (`Parse | `Term) -> usage
    | Error `Exn -> 125
  in
  let status = try Ok (status ()) with e -> Error e in
  match (unwritable (), status) with
  | Some why, _ -> lost why
  | None, Ok status -> status
  | None, Error (Stack_overflow | Out_of_memory) -> too_large ()
  | None, Error (Sys_error _) when is_deaf () -> diagnosed
  | None, Error e -> bug e
