(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Prints TAP. Arguments: .fl files. What prints control is accepted for each procedure of them; with a mistake in
   it, it is refused for one of them by the verified check of control, before there is any C. *)

open Fairlead_lang
module T = C_types_trusted

let load path =
  match Load.program path with
  | Error f -> print_string (Load.text f); Printf.printf "Bail out! %s does not check\n" path; exit 1
  | Ok info -> (
      let options = { Compile.prefix = "fl_"; entries = []; name = "t"; extern_header = None; line_prefix = "" } in
      match Compile.c options info with
      | Ok (_, types, _) -> types
      | Error e -> Printf.printf "Bail out! %s: %s\n" path e; exit 1)

let procedures types = List.init (Array.length (T.info types).procedures) Fun.id

(* How a variable is written is no question of control. *)
let start types i =
  let n = Array.length (T.variable_types types i) in
  let reach = Array.init n (fun x -> C_expr_trusted.var (Printf.sprintf "v%d" x)) in
  let table () = Hashtbl.create 7 in
  C_body_trusted.create types i ~exported:false ~constants:(table ()) ~waits:(table ()) ~shared_events:(table ()) ~reach
    ~in_frame:(Array.make n false)

let refuses body types =
  List.exists
    (fun i ->
      match body (start types i) with
      | (_ : C_lines_trusted.printed) -> false
      | exception C_lines_trusted.Refused _ -> true)
    (procedures types)

let () =
  let programs = List.map load (List.tl (Array.to_list Sys.argv)) in
  Tap.check "what prints control is accepted" (not (List.exists (refuses C_control.body) programs));
  Tap.check "there are procedures" (List.length (List.concat_map procedures programs) > 100);
  List.iter
    (fun (name, (module C : Control_mutants.control)) ->
      Tap.check ("refused: " ^ name) (List.exists (fun types -> try refuses C.body types with _ -> false) programs))
    Control_mutants.all;
  Tap.finish ()
