(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli

let file = Arg.(required & pos 0 (some string) None & info [] ~docv:"FILE.c"
  ~doc:"A C file with functions that are marked $(b,cps).")

let options =
  Arg.(value & pos_right 0 string [] & info [] ~docv:"OPTION"
    ~doc:"Options for the C preprocessor, behind $(b,--): where headers are, and so on.")

(* What [use] makes of the preprocessed text. *)
let with_text file options use =
  let unreadable why = Complaint.diagnosed file "%s" why ~help:"name a readable C file" in
  match Unix.stat file with
  | exception Unix.Unix_error (e, _, _) -> unreadable (String.lowercase_ascii (Unix.error_message e))
  | { st_kind = S_DIR; _ } -> unreadable "it is a directory"
  | _ -> (
      match Cc.preprocess options file with
      | Error _ -> Exit_status.diagnosed
      | Ok text -> use ~for_clang:(Cc.back_end_is_clang ()) ~clang:(Cc.clang_options options) ~name:file text)

let print = function
  | Ok text -> print_string text; Exit_status.ok
  | Error () -> Exit_status.diagnosed

let frames file options =
  with_text file options (fun ~for_clang ~clang ~name text ->
      print (Result.map Frames.report (Translate.analyse ~for_clang ~clang ~name text)))

let graph file options =
  with_text file options (fun ~for_clang ~clang ~name text ->
      print (Result.map Graph_text.to_dot (Translate.parse ~for_clang ~clang ~name text)))

let infer file options =
  with_text file options (fun ~for_clang ~clang ~name text ->
      match Translate.parse ~mixed:true ~for_clang ~clang ~name text with
      | Error () -> Exit_status.diagnosed
      | Ok program -> (
          match Infer.patch program with
          | Ok patch -> print_string patch; Exit_status.ok
          | Error why -> Complaint.diagnosed file "%s" why ~help:"change these places by hand"))

let sub name doc term = Cmd.v (Cmd.info name ~doc ~exits:Exit_status.documented) Term.(const term $ file $ options)

(* For Cmdliner, whose pages have a language of their own. *)
let escaped line = String.concat "\\\\" (String.split_on_char '\\' line)

let cc =
  Cmd.v
    (Cmd.info "cc" ~exits:Exit_status.documented
       ~doc:"Compile C whose functions may suspend; the same as $(b,flcc), with the options of cc."
       ~man:
         [
           `S Manpage.s_description;
           `P "All options are cc's, and go to it, but for: $(b,--erased), threads with stacks of their own; \
              $(b,--poison), for tests of what frames hold; \
               $(b,--emit-c), print the translated text. $(b,FLCC_CC) names the compiler (gcc).";
           `S Manpage.s_examples;
           `P "The file $(i,squares.c):";
           `Pre (String.concat "\n" (List.map (fun line -> "  " ^ escaped line) About.example));
           `Pre "  $(b,flcc -O2 -o squares squares.c && ./squares)";
         ])
    Term.(const Cc.main $ Arg.(value & pos_all string [] & info [] ~docv:"OPTION"))

let cmd =
  Cmd.group
    (Cmd.info "threads" ~exits:Exit_status.documented ~doc:"Translate C with suspending functions to event-driven C.")
    ~default:Term.(ret (const (`Help (`Auto, Some "threads"))))
    [
      cc;
      sub "frames" "Print what each frame holds, and what lives across which line." frames;
      sub "graph" "Print who calls and spawns whom, as Graphviz source." graph;
      sub "infer" "Propose the marks that are missing, as a patch." infer;
    ]
