(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let within read write range low high =
  let parse s =
    match read s with
    | Some n when n >= low && n <= high -> Ok n
    | _ -> Error (`Msg (Printf.sprintf "`%s' is no number %s" s range))
  in
  Cmdliner.Arg.conv (parse, fun f n -> Format.pp_print_string f (write n))

let between low high = within int_of_string_opt string_of_int (Printf.sprintf "from %d to %d" low high) low high
let at_least low = within int_of_string_opt string_of_int (Printf.sprintf "from %d on" low) low max_int
let real low high = within float_of_string_opt (Printf.sprintf "%g") (Printf.sprintf "from %g to %g" low high) low high
