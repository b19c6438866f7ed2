(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli
open Fairlead_lang

let coq extent path =
  Complaint.within path @@ fun () ->
  match Load.program_or_report path with
  | None -> Exit_status.diagnosed
  | Some info -> (
      match Compile.frame_layouts info with
      | Error why -> Complaint.diagnosed path "%s" why ~help:"please report it"
      | Ok layout -> print_string (Coq_printer.print info layout ~file:path extent); Exit_status.ok)

let extent =
  Arg.(
    value
    & vflag Coq_printer.Theorems
        [ ( Coq_printer.Program,
            info [ "program" ]
              ~doc:
                "Print the program and its layout only, with what checks them and a name for the number of each \
                 procedure: for proofs about a program, where the theorems of Claims are not wanted." );
          ( Coq_printer.Facts,
            info [ "facts" ]
              ~doc:"Print all but the theorems, and so nothing that needs Claims: for proofs on which claims rest." ) ])

let cmd =
  Cmd.v
    (Cmd.info "coq" ~doc:"Print a program, its frames and what is known at its statements as Coq terms, with the theorems for them." ~exits:Exit_status.documented
       ~man:
         [
           `S Manpage.s_description;
           `P
             "When coqc accepts what is printed, the checkers of types, aliasing, layouts and facts have run in Coq and not as extracted OCaml, and the theorems say of this program that it is bisimilar to its machine, with all checks and without those that facts decide. What `compile` prints is made from the same terms.";
         ])
    Term.(const coq $ extent $ Entry.file)
