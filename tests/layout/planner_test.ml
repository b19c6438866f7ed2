(* Prints TAP. Arguments: a file with the mistakes in the planner that only make it pack otherwise, then .fl files. Every
   other mistake must be refused for one of these programs, or keep the planner from computing a layout. *)

open Fairlead_lang
open Fairlead_lang_coq.Extracted

exception Too_long

let load path =
  match Load.program path with
  | Ok info -> info.program
  | Error f -> print_string (Load.text f); Printf.printf "Bail out! %s does not check\n" path; exit 1

let accepted (module P : Planner_mutants.planner) program =
  ignore (Unix.alarm 10);
  let verdict = try refused program (P.layout (P.compute program)) = None with _ -> false in
  ignore (Unix.alarm 0);
  verdict

let lines path =
  let c = open_in path in
  let rec go l = match input_line c with line -> go (line :: l) | exception End_of_file -> close_in c; List.rev l in
  List.filter (fun l -> l <> "" && l.[0] <> '#') (go [])

let () =
  Sys.set_signal Sys.sigalrm (Signal_handle (fun _ -> raise Too_long));
  match Array.to_list Sys.argv with
  | _ :: golden :: paths ->
      let programs = List.map load paths in
      let planner program = refused program (Frame_planner.layout (Frame_planner.compute program)) = None in
      Tap.check "the planner itself is accepted" (List.for_all planner programs);
      let survives (_, m) = List.for_all (accepted m) programs in
      let survivors = List.map fst (List.filter survives Planner_mutants.all) in
      let harmless = lines golden in
      let unexpected = List.filter (fun s -> not (List.mem s harmless)) survivors in
      let gone = List.filter (fun s -> not (List.mem s survivors)) harmless in
      Tap.check
        (Printf.sprintf "%d mistakes in the planner, %d of which only pack otherwise: the others are refused"
           (List.length Planner_mutants.all) (List.length harmless))
        (unexpected = [] && List.length Planner_mutants.all > 60);
      List.iter (Printf.printf "# accepted: %s\n") unexpected;
      Tap.check "the list of harmless ones has no others" (gone = []);
      List.iter (Printf.printf "# refused, or no mistake any more: %s\n") gone;
      Tap.finish ()
  | _ -> exit 2
