(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let to_dot (program : Program.t) =
  let b = Buffer.create 1000 in
  let node name shape = Printf.bprintf b "  %S [shape=%s];\n" name shape in
  let named = Hashtbl.create 17 in
  let once name shape =
    if not (Hashtbl.mem named name) then (
      Hashtbl.add named name ();
      node name shape)
  in
  let edges = Hashtbl.create 17 in
  let edge from target style =
    if not (Hashtbl.mem edges (from, target, style)) then (
      Hashtbl.add edges (from, target, style) ();
      Printf.bprintf b "  %S -> %S%s;\n" from target (if style = "" then "" else Printf.sprintf " [style=%s]" style))
  in
  let target = function
    | Some f ->
        if not (List.exists (fun (d : Program.definition) -> d.signature.name = f) program.definitions) then once f
          "ellipse";
        f
    | None -> once "through a pointer" "diamond"; "through a pointer"
  in
  Buffer.add_string b "digraph threads {\n";
  List.iter
    (fun (d : Program.definition) ->
      let name = d.signature.name in
      let spawns = Marks.spawns d in
      if d.signature.suspends || spawns <> [] then (
        once name (if d.signature.suspends then "box" else "plaintext");
        List.iter (fun (c, _) -> edge name (target c) "") (Marks.calls d);
        List.iter (fun (c, _) -> edge name (target c) "dashed") spawns))
    program.definitions;
  Buffer.add_string b "}\n";
  Buffer.contents b
