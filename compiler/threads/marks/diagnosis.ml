(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { first : int; last : int; message : string; notes : (int * int * string) list; help : string }

let at (n : Ast.node) ?(notes = []) ~help format =
  Printf.ksprintf (fun message -> { first = n.first; last = n.last; message; notes; help }) format

let print p { first; last; message; notes; help } =
  Fairlead_cli.Message.print
    {
      error = Preprocessed.part p ~first ~last message;
      notes = List.map (fun (first, last, message) -> Preprocessed.part p ~first ~last message) notes;
      help;
    }
