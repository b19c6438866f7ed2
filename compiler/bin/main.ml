(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* One command; each layer brings its own subcommands. *)
open Cmdliner

(* Options behind `threads cc` are cc's, and not ours to parse; the manual is ours. *)
let flcc =
  match Array.to_list Sys.argv with
  | [ _; "threads"; "cc"; ("--help" | "--help=groff" | "--help=plain" | "--help=pager" | "--help=auto") ] -> None
  | _ :: "threads" :: "cc" :: rest -> Some rest
  | _ -> None

let () =
  Option.iter (fun arguments -> exit (Fairlead_threads.Cc.main arguments)) flcc;
  let info =
    Cmd.info "fairlead" ~version:Version.current
      ~doc:"Write the clean version, ship the fast version, with a machine-checked proof between them."
      ~exits:Fairlead_cli.Exit_status.documented
  in
  let help = Term.(ret (const (`Help (`Auto, None)))) in
  let group = Cmd.group ~default:help info in
  let commands =
    Fairlead_lang.[ Check_cmd.cmd; Compile_cmd.cmd ]
    @ [ Fairlead_interpret.Run_cmd.cmd ]
    @ Fairlead_inspect.[ Report_cmd.cmd; Graph_cmd.cmd; Coq_cmd.cmd ]
    @ [ Fairlead_derive.Derive_cmd.cmd ]
    @ [ Fairlead_lang.Format_cmd.cmd; Fairlead_asm_cli.cmd; Fairlead_monitor_cli.cmd; Fairlead_threads.Threads_cmd.cmd ]
  in
  exit (Fairlead_cli.Exit_status.eval (group commands))
