(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* generate SEED DIR: writes the files of a random program, its main file first on standard output. *)
let () =
  let usage () = prerr_endline "usage: generate SEED DIR"; exit 2 in
  match Sys.argv with
  | [| _; seed; dir |] -> (
      match int_of_string_opt seed with
      | None -> usage ()
      | Some seed ->
          let files =
            match Seed.of_seed seed with
            | Ok s -> s.files
            | Error why -> prerr_string why; Program.make ~seed ~attempt:0
          in
          List.iter
            (fun (name, text) ->
              let path = Filename.concat dir name in
              let c = open_out_bin path in
              output_string c text;
              close_out c;
              print_endline path)
            files)
  | _ -> usage ()
