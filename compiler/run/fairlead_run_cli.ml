open Cmdliner
open Fairlead_cli
open Fairlead_lang
module Info = Program_info

module Run_driver = Run_driver
module Protocol = Protocol

let file = Arg.(required & pos 0 (some string) None & info [] ~docv:"FILE" ~doc:"A .fl file; - is standard input.")

let entry =
  Arg.(
    value
    & opt (some string) None
    & info [ "entry" ] ~docv:"NAME" ~doc:"The coroutine meant; by default the last one of FILE.")

let full_name = Frame_report.qualified
let is_coroutine (info : Info.t) p = (List.nth info.program.procs p).suspends

let coroutines (info : Info.t) =
  List.filter (is_coroutine info) (List.init (Array.length info.procedures) Fun.id)

let of_main_file (info : Info.t) p = info.procedures.(p).proc_name.module_name = ""

let no_coroutine path = Complaint.diagnosed path "it has no coroutine" ~help:"declare one in it, or name an imported one with --entry"

(* [f] of the coroutine that the command line means. *)
let with_chosen path info wanted f =
  let name p = full_name info.Info.procedures.(p).proc_name in
  match wanted with
  | None -> (
      match List.rev (List.filter (of_main_file info) (coroutines info)) with
      | p :: _ -> f p
      | [] -> no_coroutine path)
  | Some wanted -> (
      match List.find_opt (fun p -> name p = wanted) (coroutines info) with
      | Some p -> f p
      | None -> (
          match List.map name (coroutines info) with
          | [] -> no_coroutine path
          | known ->
              Complaint.diagnosed path "it has no coroutine `%s` for --entry" wanted
                ~help:(Diagnostic.did_you_mean wanted known ~otherwise:("there is " ^ String.concat ", " known))))

let with_entry path wanted f =
  match Load.program_or_report path with
  | None -> Exit_status.diagnosed
  | Some info -> with_chosen path info wanted (f info)

(* ---- run ---- *)

let of_hex text =
  let digit c = match c with '0' .. '9' -> Some (Char.code c - 48) | 'a' .. 'f' -> Some (Char.code c - 87) | 'A' .. 'F' -> Some (Char.code c - 55) | _ -> None in
  let n = String.length text in
  let b = Buffer.create (n / 2) in
  let rec go i =
    if i = n then Some (Buffer.contents b)
    else if i + 1 = n then None
    else
      match (digit text.[i], digit text.[i + 1]) with
      | Some high, Some low ->
          Buffer.add_char b (Char.chr ((16 * high) + low));
          go (i + 2)
      | _ -> None
  in
  go 0

let run_one path info p input steps =
  let trapped (at : Info.position) = Printf.eprintf "trapped at %s:%d:%d\n" at.file at.line at.column in
  match Run_driver.run info p ~input ~steps ~print:print_endline ~trapped with
  | Finished -> Exit_status.ok
  | Out_of_steps -> Exit_status.diagnosed
  | Refused why ->
      Complaint.diagnosed path "cannot run `%s`: %s" (full_name info.procedures.(p).proc_name) why
        ~help:"compile it, and drive it from C: docs/c-api.md"

let run path wanted hex steps =
  match Option.map of_hex hex with
  | Some None -> Complaint.usage "--input" "these are not pairs of hexadecimal digits" ~help:"write 0a for a line feed, say"
  | None when path = "-" ->
      Complaint.usage "-" "standard input cannot be both the program and its input" ~help:"give the input with --input HEX"
  | given ->
      let read_all () =
        set_binary_mode_in stdin true;
        let b = Buffer.create 4096 in
        let rec go () = match Buffer.add_channel b stdin 1 with () -> go () | exception End_of_file -> Buffer.contents b in
        go ()
      in
      with_entry path wanted (fun info p ->
          let input = match given with Some (Some s) -> s | _ -> read_all () in
          run_one path info p input steps)

let run_cmd =
  let input =
    Arg.(
      value
      & opt (some string) None
      & info [ "input" ] ~docv:"HEX" ~doc:"What the driver supplies, as hexadecimal digits; by default the bytes of standard input.")
  in
  let steps =
    Arg.(value & opt int 10_000_000 & info [ "steps" ] ~docv:"N" ~doc:"Stop after this many steps between requests.")
  in
  Cmd.v
    (Cmd.info "run" ~doc:"Run a coroutine with the interpreter extracted from its Coq semantics."
       ~exits:Exit_status.documented
       ~man:
         [
           `S Manpage.s_description;
           `P "Prints each request and the result. What the driver answers is decoded from bytes: docs/run-protocol.md.";
         ])
    Term.(const run $ file $ entry $ input $ steps)

(* ---- report ---- *)

let report path wanted all =
  match Load.program_or_report path with
  | None -> Exit_status.diagnosed
  | Some info -> (
      match Compile.frame_layouts info with
      | Error why -> Complaint.diagnosed path "%s" why ~help:"please report it"
      | Ok layout -> (
          let show ps =
            print_string (String.concat "\n" (List.map (Frame_report.print info layout) ps));
            Exit_status.ok
          in
          match coroutines info with
          | _ :: _ as everyone when all -> show everyone
          | _ -> with_chosen path info wanted (fun p -> show [ p ])))

let report_cmd =
  let all = Arg.(value & flag & info [ "all" ] ~doc:"Every coroutine, also those of imported files.") in
  Cmd.v
    (Cmd.info "report" ~doc:"Show the frame of a compiled coroutine, byte by byte, and count its states."
       ~exits:Exit_status.documented)
    Term.(const report $ file $ entry $ all)

(* ---- graph ---- *)

let write path text =
  match open_out_bin path with
  | exception Sys_error why -> Error why
  | channel ->
      Fun.protect
        ~finally:(fun () -> close_out_noerr channel)
        (fun () -> try Ok (output_string channel text; flush channel) with Sys_error why -> Error why)

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
  let source info p = Control_graph.to_dot info p (Control_graph.of_procedure info.Info.program p) in
  let write_source to_ info p = match write to_ (source info p) with Ok () -> Exit_status.ok | Error why -> cannot_write why in
  let write_picture format to_ info p =
    match write to_ "" with Ok () -> draw format (source info p) to_ | Error why -> cannot_write why
  in
  match output with
  | None -> with_entry path wanted (fun info p -> print_string (source info p); Exit_status.ok)
  | Some output -> (
      match Filename.extension output with
      | ".svg" | ".png" | ".pdf" as e -> with_entry path wanted (write_picture (String.sub e 1 3) output)
      | ".dot" | ".gv" -> with_entry path wanted (write_source output)
      | _ ->
          Complaint.usage "--output" "what `%s` should hold is not to be seen from its name" output
            ~help:"end it in .svg, .png or .pdf for a picture, in .dot or .gv for Graphviz source")

let graph_cmd =
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
             "A node is a place where the coroutine waits: the number that `at` has there in the C frame, what it waits for, the line. An edge leads to what it may wait for next, over a dot if several nodes go on alike; where the border is double, it may end.";
         ])
    Term.(const graph $ file $ entry $ output)

(* ---- coq ---- *)

let coq path =
  match Load.program_or_report path with
  | None -> Exit_status.diagnosed
  | Some info -> (
      match Compile.frame_layouts info with
      | Error why -> Complaint.diagnosed path "%s" why ~help:"please report it"
      | Ok layout -> print_string (Coq_print.print info layout ~file:path); Exit_status.ok)

let coq_cmd =
  Cmd.v
    (Cmd.info "coq" ~doc:"Print a program and its frames as Coq terms, with the theorems for them." ~exits:Exit_status.documented
       ~man:
         [
           `S Manpage.s_description;
           `P
             "When coqc accepts what is printed, the checkers of types, aliasing and layouts have run in Coq and not as extracted OCaml, and the theorem says of this program that its machine is bisimilar to it. What `compile` prints is made from the same two terms.";
         ])
    Term.(const coq $ file)

let commands = [ run_cmd; report_cmd; graph_cmd; coq_cmd ]
