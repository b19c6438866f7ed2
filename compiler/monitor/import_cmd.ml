(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner

let import words files = Companion.become "fairlead-monitor-import" (words @ ("--" :: files))

let cmd =
  let words =
    Places.(all
      [
        store "Where the records go, as for $(b,serve): a folder or Redis in which there is nothing yet.";
        key "The private key that the seal is signed with, as for $(b,serve); made if it is not there.";
        others;
        optional "cluster" "FILE" "The store is for some slots, as for $(b,serve): another server's key is an error.";
        optional "cluster-me" "NAME" "Which of that file's servers it is for.";
        optional "others-keys" "WHAT"
          "With $(b,--cluster): $(b,refuse) (the default) or $(b,leave-out) what has another server's key.";
        optional "log" "PLACE" "Write the monitor's log, as $(b,serve) does: then those of later runs continue it.";
        flag ~short:[ "q" ] "quiet" "No progress on the standard error.";
      ])
  in
  let files =
    Arg.(value & pos_all string []
         & info [] ~docv:"FILE"
             ~doc:"Commands of Redis' protocol: an export, or append-only files in their order. - is standard \
                   input, as is no file.")
  in
  let exits =
    Cmd.Exit.
      [
        info 0 ~doc:"when all of it is in the store, sealed and anchored.";
        info 1 ~doc:"when something is wrong in a file, or cannot be read or written: then what is in the store is no \
                     store that `fairlead monitor serve' starts from.";
        info 2 ~doc:"on a command line that makes no sense.";
        info 3 ~doc:"when the store is refused: it has something in it, or the anchor knows of a seal.";
      ]
  in
  Cmd.v
    (Cmd.info "import" ~exits
       ~doc:"Make a store for `fairlead monitor serve' of what Redis writes, or of an export."
       ~man:
         [
           `S Manpage.s_description;
           `P "Carries out commands that change something (SET, MSET, DEL, INCR, EXPIRE, ..., in MULTI and EXEC or \
               not), as they stand in Redis' append-only files, in a new store. What is not understood ends the \
               import, and is said with the byte at which the command begins.";
         ])
    Term.(const import $ words $ files)
