(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner

let parse = function
  | "" -> Error (`Msg "a file's name is empty; is a variable of the shell not set?")
  | name -> Ok name

let name = Arg.conv ~docv:"FILE" (parse, Stdlib.Format.pp_print_string)
let conv = name
let required ~doc = Arg.(required & pos 0 (some name) None & info [] ~docv:"FILE" ~doc)
