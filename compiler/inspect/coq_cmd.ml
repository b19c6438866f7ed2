open Cmdliner
open Fairlead_cli
open Fairlead_lang

let coq path =
  Complaint.within path @@ fun () ->
  match Load.program_or_report path with
  | None -> Exit_status.diagnosed
  | Some info -> (
      match Compile.frame_layouts info with
      | Error why -> Complaint.diagnosed path "%s" why ~help:"please report it"
      | Ok layout -> print_string (Coq_printer.print info layout ~file:path); Exit_status.ok)

let cmd =
  Cmd.v
    (Cmd.info "coq" ~doc:"Print a program and its frames as Coq terms, with the theorems for them." ~exits:Exit_status.documented
       ~man:
         [
           `S Manpage.s_description;
           `P
             "When coqc accepts what is printed, the checkers of types, aliasing and layouts have run in Coq and not as extracted OCaml, and the theorem says of this program that its machine is bisimilar to it. What `compile` prints is made from the same two terms.";
         ])
    Term.(const coq $ Entry.file)
