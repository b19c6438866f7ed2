(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli
open Fairlead_lang

let cannot_write why = Complaint.diagnosed "fairlead" "cannot write %s" why ~help:"give a path that can be written with -o"

(* Graphviz says itself what it does not like. *)
let draw format dot path =
  match
    (* Without dot, writing to it must be an error and not the end of us. *)
    Sys.set_signal Sys.sigpipe Sys.Signal_ignore;
    let channel = Unix.open_process_args_out "dot" [| "dot"; "-T" ^ format; "-o"; path |] in
    (try output_string channel dot; flush channel with Sys_error _ -> ());
    Unix.close_process_out channel
  with
  | WEXITED 0 -> Exit_status.ok
  | WEXITED 127 | (exception Unix.Unix_error _) ->
      Complaint.diagnosed "fairlead" "cannot start `dot`, which draws the picture"
        ~help:"install the package graphviz, or write Graphviz source with -o NAME.dot"
  | _ -> Complaint.diagnosed "fairlead" "`dot` could not draw %s" path ~help:"see what it says above"

let graph path wanted output =
  let source info p = Graph.to_dot info p (Graph.of_procedure info p) in
  let write_source to_ info p = match Files.write to_ (source info p) with Ok () -> Exit_status.ok | Error why -> cannot_write why in
  let write_picture format to_ info p =
    match Files.write to_ "" with Ok () -> draw format (source info p) to_ | Error why -> cannot_write why
  in
  match output with
  | None -> Entry.with_one path wanted (fun info p -> print_string (source info p); Exit_status.ok)
  | Some output -> (
      match Filename.extension output with
      | ".svg" | ".png" | ".pdf" as e -> Entry.with_one path wanted (write_picture (String.sub e 1 3) output)
      | ".dot" | ".gv" -> Entry.with_one path wanted (write_source output)
      | _ ->
          Complaint.usage "--output" "what `%s` should hold is not to be seen from its name" output
            ~help:"end it in .svg, .png or .pdf for a picture, in .dot or .gv for Graphviz source")

let cmd =
  let output =
    Arg.(
      value
      & opt (some string) None
      & info [ "o"; "output" ] ~docv:"PATH"
          ~doc:"Where to write: a picture if it ends in .svg, .png or .pdf, Graphviz source if in .dot or .gv. By default Graphviz source on standard output.")
  in
  Cmd.v
    (Cmd.info "graph" ~doc:"Draw the state machine of a coroutine." ~exits:Exit_status.documented
       ~man:
         [
           `S Manpage.s_description;
           `P
             "A node is a place where the coroutine waits: the number that `at` has there in the C frame, what it waits for, the line. An edge leads to what it may wait for next, over a dot if several nodes go on alike; where the border is double, it may end. Marks stand without a border where control goes by them. If the coroutine declares an order, that is drawn beside it: its states, with what may come in them and lets them stay, and edges with what leads to another; and each node says in which of them control is there.";
         ])
    Term.(const graph $ Entry.file $ Entry.name $ output)
