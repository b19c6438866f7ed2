(* One command; each layer brings its own subcommands. *)
open Cmdliner

let () =
  let info =
    Cmd.info "fairlead" ~version:"0.1.0"
      ~doc:"Write the clean version, ship the fast version, with a machine-checked proof between them."
      ~exits:
        [
          Cmd.Exit.info 0 ~doc:"on success.";
          Cmd.Exit.info 1 ~doc:"when the input was diagnosed as wrong or a check failed.";
          Cmd.Exit.info 2 ~doc:"on a command line that makes no sense.";
        ]
  in
  let help = Term.(ret (const (`Help (`Auto, None)))) in
  let group = Cmd.group ~default:help info in
  let commands = [ Fairlead_lang.Front_cli.check; Fairlead_lang.Front_cli.format; Fairlead_lang.Compile_cmd.cmd; Fairlead_asm_cli.cmd; Fairlead_monitor_cli.cmd ] in
  exit (Fairlead_cli.Exit_status.eval (group commands))
