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
  let inside = List.filter (fun (a, z, _) -> first <= a && z <= last) edits in
  let ordered = List.stable_sort (fun (a, _, _) (c, _, _) -> compare a c) (List.rev inside) in
  let stop =
    List.fold_left
      (fun at (a, z, made) ->
        if a < at then at
        else (
          Buffer.add_substring b p.text at (a - at);
          Buffer.add_string b made;
          z))
      first ordered
  in
  Buffer.add_substring b p.text stop (last - stop);
  Buffer.contents b
