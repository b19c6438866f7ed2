(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { waiting : Buffer.t; mutable file : (in_channel * out_channel) option }

let in_memory = 4_000_000
let create () = { waiting = Buffer.create 4096; file = None }

let file t =
  match t.file with
  | Some (_, out) -> out
  | None -> (
      let name, out = Filename.open_temp_file ~mode:[ Open_binary ] "fairlead" ".receipts" in
      match open_in_bin name with
      | input ->
          Sys.remove name;
          t.file <- Some (input, out);
          out
      | exception e -> close_out_noerr out; Sys.remove name; raise e)

let spill t =
  Buffer.output_buffer (file t) t.waiting;
  Buffer.clear t.waiting

let add t number line =
  Buffer.add_string t.waiting (string_of_int number);
  Buffer.add_char t.waiting ' ';
  Buffer.add_string t.waiting line;
  Buffer.add_char t.waiting '\n';
  if Buffer.length t.waiting > in_memory then spill t

let each say line =
  match String.index_opt line ' ' with
  | Some i -> say (int_of_string (String.sub line 0 i)) (String.sub line (i + 1) (String.length line - i - 1))
  | None -> invalid_arg "Spool: a line without a number"

let drain t say =
  match t.file with
  | None ->
      let lines = String.split_on_char '\n' (Buffer.contents t.waiting) in
      List.iter (fun line -> if line <> "" then each say line) lines
  | Some (input, out) ->
      spill t;
      close_out out;
      Fun.protect ~finally:(fun () -> close_in_noerr input) (fun () ->
          let rec go () = match input_line input with line -> each say line; go () | exception End_of_file -> () in
          go ())
