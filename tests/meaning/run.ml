(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* run FILE.fl: what `fairlead run FILE.fl` prints, by the independent meaning; reads the input from standard input. *)
open Fairlead_meaning

let read_all c =
  set_binary_mode_in c true;
  let b = Buffer.create 4096 in
  let rec go () = match Buffer.add_channel b c 1 with () -> go () | exception End_of_file -> Buffer.contents b in
  go ()

let contents path =
  let c = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in c) (fun () -> read_all c)

let () =
  match Sys.argv with
  | [| _; path |] -> (
      try
        let program = Program.read contents path in
        match Program.last_coroutine program with
        | None -> prerr_endline "no coroutine"; exit 2
        | Some entry -> (
            match Driver.run program entry ~input:(read_all stdin) ~steps:10_000_000 ~print:print_endline with
            | Finished (Some at) ->
                let line, column = Program.position program at in
                Printf.eprintf "trapped at %s:%d:%d\n" at.file line column
            | Finished None -> ()
            | Out_of_steps -> exit 1)
      with Value.Lost (loc, why) -> Printf.eprintf "lost at %s, byte %d: %s\n" loc.file loc.start why; exit 3)
  | _ -> prerr_endline "usage: run FILE.fl <INPUT"; exit 2
