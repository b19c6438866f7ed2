(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner

let export words = Companion.become "fairlead-monitor-export" words

let cmd =
  let words =
    Places.(all
      [
        store "Where the records are, as for $(b,serve).";
        key "The key that the seal was signed with; the public one, FILE.pub, is enough.";
        others;
        optional ~short:[ "o" ] "output" "FILE"
          "Write there; the file has this name when all of it is there. Without it, to the standard output.";
        flag ~short:[ "q" ] "quiet" "No progress on the standard error.";
      ])
  in
  let exits =
    Cmd.Exit.
      [
        info 0 ~doc:"when all records of the sealed state are written.";
        info 1 ~doc:"when something cannot be read or written, or there is no seal.";
        info 2 ~doc:"on a command line that makes no sense.";
        info 3 ~doc:"when the store is refused: it is not what was sealed, or older than the anchor. What was \
                     written to the standard output until then is right, and not all.";
      ]
  in
  Cmd.v
    (Cmd.info "export" ~exits
       ~doc:"Write the records of a store as commands that Redis reads, each checked."
       ~man:
         [
           `S Manpage.s_description;
           `P "Writes a command SET for each record, with PXAT if it has a time to live, in an order that depends on \
               the keys only: for $(b,redis-cli --pipe), as an append-only file, or for $(b,fairlead monitor import). \
               Every record is compared with the root that was sealed last, and none can be left out. A folder may be \
               exported while a server goes on: it is the state at its last seal. At its head and its end is an ECHO: \
               an import of what is not whole has status 1.";
         ])
    Term.(const export $ words)
