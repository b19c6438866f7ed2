(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli
module Info = Program_info

let file =
  let path = File_name.required ~doc:"A .fl file; - is standard input." in
  Term.(const (fun () path -> path) $ Message.option $ path)

let name =
  Arg.(
    value
    & opt (some string) None
    & info [ "entry" ] ~docv:"NAME" ~doc:"The coroutine meant; by default the last one of FILE.")

let is_coroutine (info : Info.t) p = (List.nth info.program.procs p).suspends

let coroutines (info : Info.t) =
  List.filter (is_coroutine info) (List.init (Array.length info.procedures) Fun.id)

let of_main_file (info : Info.t) p = info.procedures.(p).proc_name.module_name = ""

(* In the text: the program has them in an order in which none calls a later one. *)
let last_coroutine (info : Info.t) =
  let place p = let at = info.procedures.(p).proc_name.defined_at in (at.line, at.column) in
  let later found p = match found with Some q when place q > place p -> found | _ -> Some p in
  List.fold_left later None (List.filter (of_main_file info) (coroutines info))

let no_coroutine path = Complaint.diagnosed path "it has no coroutine" ~help:"declare one in it, or name an imported one with --entry"

(* [f] of the coroutine that the command line means. *)
let choose path info wanted f =
  let name p = Written.name info.Info.procedures.(p).proc_name in
  match wanted with
  | None -> (
      match last_coroutine info with
      | Some p -> f p
      | None -> no_coroutine path)
  | Some wanted -> (
      match List.find_opt (fun p -> name p = wanted) (coroutines info) with
      | Some p -> f p
      | None -> (
          match List.map name (coroutines info) with
          | [] -> no_coroutine path
          | known ->
              Complaint.diagnosed path "it has no coroutine `%s` for --entry" wanted
                ~help:(Diagnostic.did_you_mean wanted known ~otherwise:("there is " ^ String.concat ", " known))))

let with_one path wanted f =
  Complaint.within path @@ fun () ->
  match Load.program_or_report path with
  | None -> Exit_status.diagnosed
  | Some info -> choose path info wanted (f info)
