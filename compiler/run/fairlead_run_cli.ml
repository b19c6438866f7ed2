open Cmdliner
open Fairlead_cli
open Fairlead_lang
module Info = Program_info

module Run_driver = Run_driver
module Protocol = Protocol

let complain fmt = Printf.ksprintf (fun s -> prerr_endline ("error: " ^ s); Exit_status.diagnosed) fmt
let file = Arg.(required & pos 0 (some string) None & info [] ~docv:"FILE" ~doc:"A .fl file.")

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

(* The coroutine that the command line means, or what to say. *)
let find info wanted =
  match wanted with
  | None -> (
      match List.rev (List.filter (of_main_file info) (coroutines info)) with
      | p :: _ -> Ok p
      | [] -> Error "the file has no coroutine")
  | Some name -> (
      let named p = full_name info.Info.procedures.(p).proc_name = name in
      match List.find_opt named (coroutines info) with
      | Some p -> Ok p
      | None ->
          let known = List.map (fun p -> full_name info.Info.procedures.(p).proc_name) (coroutines info) in
          Error (Printf.sprintf "there is no coroutine `%s`; there is %s" name (String.concat ", " known)))

let with_entry path wanted f =
  match Load.program_or_report path with
  | None -> Exit_status.diagnosed
  | Some info -> ( match find info wanted with Error why -> complain "%s: %s" path why | Ok p -> f info p)

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

let run_one info p input steps =
  let trapped (at : Info.position) = Printf.eprintf "trapped at %s:%d:%d\n" at.file at.line at.column in
  match Run_driver.run info p ~input ~steps ~print:print_endline ~trapped with
  | Finished -> Exit_status.ok
  | Out_of_steps -> Exit_status.diagnosed
  | Refused why -> complain "cannot run `%s`: %s" (full_name info.procedures.(p).proc_name) why

let run path wanted hex steps =
  match Option.map of_hex hex with
  | Some None ->
      prerr_endline "error: --input must be pairs of hexadecimal digits";
      Exit_status.usage
  | given ->
      let read_all () =
        set_binary_mode_in stdin true;
        let b = Buffer.create 4096 in
        let rec go () = match Buffer.add_channel b stdin 1 with () -> go () | exception End_of_file -> Buffer.contents b in
        go ()
      in
      with_entry path wanted (fun info p ->
          let input = match given with Some (Some s) -> s | _ -> read_all () in
          run_one info p input steps)

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
      | Error why -> complain "%s" why
      | Ok layout -> (
          match if all then Ok (coroutines info) else Result.map (fun p -> [ p ]) (find info wanted) with
          | Error why -> complain "%s: %s" path why
          | Ok ps ->
              print_string (String.concat "\n" (List.map (Frame_report.print info layout) ps));
              Exit_status.ok))

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

let svg_of dot path =
  let channel = Unix.open_process_args_out "dot" [| "dot"; "-Tsvg"; "-o"; path |] in
  (try output_string channel dot with Sys_error _ -> ());
  match Unix.close_process_out channel with
  | WEXITED 0 -> Ok ()
  | _ -> Error "`dot` failed: is the package graphviz installed?"
  | exception Unix.Unix_error _ -> Error "cannot start `dot`: install the package graphviz"

let graph path wanted output =
  with_entry path wanted (fun info p ->
      let dot = Control_graph.to_dot info p (Control_graph.of_procedure info.program p) in
      let written =
        match output with
        | None -> Ok (print_string dot)
        | Some path when Filename.check_suffix path ".svg" -> svg_of dot path
        | Some path -> write path dot
      in
      match written with Ok () -> Exit_status.ok | Error why -> complain "%s" why)

let graph_cmd =
  let output =
    Arg.(
      value
      & opt (some string) None
      & info [ "o"; "output" ] ~docv:"PATH" ~doc:"Where to write: a picture if it ends in .svg, else Graphviz source. By default Graphviz source on standard output.")
  in
  Cmd.v
    (Cmd.info "graph" ~doc:"Draw the state machine of a coroutine." ~exits:Exit_status.documented)
    Term.(const graph $ file $ entry $ output)

let commands = [ run_cmd; report_cmd; graph_cmd ]
