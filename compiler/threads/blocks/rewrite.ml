(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type edit = int * int * string

let resynchronized p at =
  let file, line = Preprocessed.origin p at in
  Printf.sprintf "\n# %d %s\n" line (Preprocessed.quoted file)

let resumed (p : Preprocessed.t) at =
  let start = match String.rindex_from_opt p.text (at - 1) '\n' with Some i -> i + 1 | None | (exception _) -> 0 in
  resynchronized p at ^ String.make (at - start) ' '

let replacing (p : Preprocessed.t) first last text =
  let lost = String.contains (String.sub p.text first (last - first)) '\n' in
  (first, last, if lost then text ^ resynchronized p last else text)

let render (p : Preprocessed.t) edits first last =
  let b = Buffer.create (last - first) in
  (* Two words that were none before do not become one: `struct {int x;}a`. *)
  let add text =
    let length = Buffer.length b in
    if text <> "" then (
      if length > 0 && Preprocessed.word_char (Buffer.nth b (length - 1)) && Preprocessed.word_char text.[0] then
        Buffer.add_char b ' ';
      Buffer.add_string b text)
  in
  let inside = List.filter (fun (a, z, _) -> first <= a && z <= last) edits in
  let ordered = List.stable_sort (fun (a, _, _) (c, _, _) -> compare a c) (List.rev inside) in
  let stop =
    List.fold_left
      (fun at (a, z, made) ->
        if a < at then at
        else (
          add (String.sub p.text at (a - at));
          add made;
          z))
      first ordered
  in
  add (String.sub p.text stop (last - stop));
  Buffer.contents b
