(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli

let part (n : Program_info.name) message : Message.part =
  let { Program_info.file; line; column } = n.defined_at in
  let place text : Message.place option =
    let source = Source.create ~name:file text in
    let width = String.length n.base in
    let at start =
      let excerpt = Source.excerpt source start (start + width) in
      Message.Lines { line; column; end_line = line; end_column = column + width; excerpt }
    in
    Option.map at (Source.offset source ~line ~column)
  in
  (* The file may have changed since it was read. *)
  { where = file; place = Option.bind (Result.to_option (Modules.read_file file)) place; message }

let diagnosed ~help ?note n format =
  Printf.ksprintf
    (fun message ->
      let notes = List.map (fun (n, message) -> part n message) (Option.to_list note) in
      Message.print { error = part n message; notes; help };
      Exit_status.diagnosed)
    format
