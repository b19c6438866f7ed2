open Cmdliner

let cmd =
  Cmd.group (Cmd.info "asm" ~doc:"Check, transform and optimize x86-64 assembly.")
    ~default:Term.(ret (const (`Help (`Auto, Some "asm"))))
    []
