(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli

let folders () =
  let command = try Unix.realpath Sys.executable_name with Unix.Unix_error _ -> Sys.executable_name in
  let home = Filename.dirname (Filename.dirname command) in
  List.map (Filename.concat home) [ "out/monitor"; "libexec/fairlead" ]

let become name arguments =
  let there = List.filter Sys.file_exists (List.map (fun d -> Filename.concat d name) (folders ())) in
  match there with
  | [] ->
      Complaint.diagnosed name "the program is not there" ~help:"in the source tree, `make -C monitor serve` builds it"
  | program :: _ -> (
      flush stdout;
      try Unix.execv program (Array.of_list (name :: arguments))
      with Unix.Unix_error (why, _, _) ->
        Complaint.diagnosed program "cannot be run: %s" (Unix.error_message why) ~help:"install Fairlead anew")
