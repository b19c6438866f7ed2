(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { directory : string; harness : string; objects : string list; procedure : string }

let command words =
  let line = String.concat " " (List.map Filename.quote words) in
  match Sys.command line with 0 -> () | k -> Diagnostic.fail "`%s' failed (%d)" line k

let create ~directory ~harness ~extra ~procedure =
  let objects =
    List.mapi
      (fun k file ->
        let o = Filename.concat directory (Printf.sprintf "extra%d.o" k) in
        command [ "cc"; "-c"; "-o"; o; file ];
        o)
      extra
  in
  { directory; harness; objects; procedure }

(* The harness looks the procedure up, so it must not be hidden. *)
let visible (s : Source.statement) = match s.kind with Directive (".hidden", _) -> false | _ -> true

let build t target candidate name =
  let path suffix = Filename.concat t.directory (name ^ suffix) in
  (match open_out_bin (path ".s") with
   | exception Sys_error e -> Diagnostic.fail "%s" e
   | oc -> output_string oc (Orders.text ~keep:visible target candidate); close_out oc);
  command [ "as"; "-o"; path ".o"; path ".s" ];
  command ([ "ld"; "-shared"; "-o"; path ".so"; path ".o" ] @ t.objects);
  path ".so"

let ratio t a b =
  let words = [ t.harness; t.procedure; a; b ] in
  let line = String.concat " " (List.map Filename.quote words) in
  let fail what = Diagnostic.fail "the harness %s: %s" what line in
  match Unix.open_process_in line with
  | exception Unix.Unix_error (e, _, _) -> fail (Unix.error_message e)
  | ic -> (
      let text = try input_line ic with End_of_file -> "" in
      match Unix.close_process_in ic with
      | WEXITED 0 -> (
          match List.filter_map float_of_string_opt (String.split_on_char ' ' text) with
          | [ x; y ] when x > 0. && y > 0. -> Some (y /. x)
          | _ -> fail "should print two times on a line")
      | WEXITED 3 -> None
      | WEXITED k -> fail (Printf.sprintf "exits with status %d" k)
      | WSIGNALED k | WSTOPPED k -> fail (Printf.sprintf "dies of signal %d" k))
