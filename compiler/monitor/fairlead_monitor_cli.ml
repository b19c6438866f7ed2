(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner

let cmd =
  Cmd.group
    (Cmd.info "monitor" ~exits:Fairlead_cli.Exit_status.documented ~doc:"Generate, verify and show monitor logs; serve a store behind the monitor, import and export it, check receipts.")
    ~default:Term.(ret (const (`Help (`Auto, Some "monitor"))))
    [ Verify_cmd.cmd; Gen_cmd.cmd; Show_cmd.cmd; Serve_cmd.cmd; Import_cmd.cmd; Export_cmd.cmd; Check_cmd.cmd ]
