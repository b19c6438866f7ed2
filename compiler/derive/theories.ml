(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let places () =
  let command = try Unix.realpath Sys.executable_name with Unix.Unix_error _ -> Sys.executable_name in
  let home = Filename.dirname (Filename.dirname command) in
  List.map (Filename.concat home) [ "_build/theories"; "lib/fairlead/theories" ]

let is_there folder =
  List.for_all
    (fun file -> Sys.file_exists (Filename.concat folder file))
    [ "Derive/ToC/ToFl.vo"; "Derive/ToC/Proofs.vo"; "Derive/ToC/Usual.vo"; "Lang/Facts/Table.vo"; "Lang/EndToEnd.vo" ]

let folder () =
  match List.find_opt is_there (places ()) with
  | Some folder -> Ok folder
  | None ->
      Error
        ( "Fairlead's Coq files are not there: " ^ String.concat ", " (places ()),
          "install Fairlead with them (`make install`), or run `make proofs` in its source tree" )
