(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli

let deliver output text =
  match output with
  | None -> print_string text; Exit_status.ok
  | Some file -> (
      match Files.write file text with
      | Ok () -> Exit_status.ok
      | Error why -> Diagnostic.fail "cannot write %s" why ~help:"give a path that can be written with -o")

let nothing_to_print fast why =
  Message.warn
    { error = { where = fast; place = None;
                message = "nothing is printed, for no theorem covers the files (status 3): " ^ why };
      notes = []; help = "docs/asm.md says which files the theorems cover" };
  Exit_status.not_covered

let run regions symbolic dead output clean fast =
  let reported f = Diagnostic.report (Diagnostic.catch f) in
  match fast with
  | Some _ when regions <> None ->
      Complaint.usage "--regions" "two files are given"
        ~help:"leave it out: the annotations of the clean code say where regions are"
  | Some fast ->
      reported (fun () ->
          match Coq_pair.of_files ~method_:(if symbolic then Symbolic else Reordering) ~dead clean fast with
          | Ok text -> deliver output text
          | Error why -> nothing_to_print fast why)
  | None when symbolic || dead <> [] ->
      Complaint.usage (if symbolic then "--symbolic" else "--dead") "one file is given, and nothing to compare it with"
        ~help:"give the clean file and the fast one"
  | None -> reported (fun () -> deliver output (Coq_term.of_file ~regions clean))

let cmd ~symbolic ~dead =
  let regions =
    Arg.(value & opt (some string) None & info [ "regions" ] ~docv:"CLEAN.S"
           ~doc:"With one file: the file whose annotations say where the regions are.")
  in
  let output =
    Arg.(value & opt (some string) None & info [ "o"; "output" ] ~docv:"OUT.v"
           ~doc:"Write to $(docv) instead of standard output.")
  in
  let clean =
    Arg.(required & pos 0 (some string) None & info [] ~docv:"CLEAN.S" ~doc:"The code; with two files, the clean code.")
  in
  let fast =
    Arg.(value & pos 1 (some string) None & info [] ~docv:"FAST.S" ~doc:"The fast code, to which triples carry over.")
  in
  Cmd.v
    (Cmd.info "coq" ~exits:Exit_status.documented_not_covered
       ~doc:"Print an assembly file as a Coq term; or two, and that triples of the first are triples of the second.")
    (Message.formatted Term.(const run $ regions $ symbolic $ dead $ output $ clean $ fast))
