open Cmdliner

let cmd =
  Cmd.group (Cmd.info "monitor" ~doc:"Generate, verify and show monitor logs.")
    ~default:Term.(ret (const (`Help (`Auto, Some "monitor"))))
    []
