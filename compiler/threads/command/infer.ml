(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let lines_of file =
  match Fairlead_cli.Files.read file with
  | Ok text -> Array.of_list (String.split_on_char '\n' text)
  | Error _ -> [||]

(* The column in the file's own line where the declaration begins: what stands there in the preprocessed text has to
  stand there, too. If it does not, a macro is in front, or is it; and if nothing but the declaration is on the line of
  the preprocessed text, so is nothing else in the file: the mark goes in front of the macro. *)
let column (p : Preprocessed.t) at line =
  let rec start i = if i > 0 && p.text.[i - 1] <> '\n' then start (i - 1) else i in
  let start = start at in
  let is_word c = Preprocessed.is_word (String.make 1 c) in
  let rec word i = if i < String.length p.text && is_word p.text.[i] then word (i + 1) else i in
  let length = word at - at and column = at - start in
  if column + length <= String.length line && String.sub line column length = String.sub p.text at length then Some
    column
  else
    let alone = String.for_all (fun c -> not (String.contains ";{}" c)) (String.sub p.text start (at - start)) in
    let rec first i = if i < String.length line && (line.[i] = ' ' || line.[i] = '\t') then first (i + 1) else i in
    let first = first 0 in
    if alone && first < String.length line && is_word line.[first] then Some first else None

let patch (program : Program.t) =
  let proposal = Marks.infer program in
  List.iter (Diagnosis.print program.source) proposal.left;
  let edits = Hashtbl.create 17 in
  List.iter
    (fun (_, declarations) ->
      List.iter
        (fun (n : Ast.node) ->
          let file, line = Preprocessed.origin program.source n.first in
          let at = (line, n.first) in
          let known = Option.value (Hashtbl.find_opt edits file) ~default:[] in
          if not (List.mem at known) then Hashtbl.replace edits file (at :: known))
        declarations)
    proposal.mark;
  let b = Buffer.create 1000 and failed = ref (if proposal.left = [] then None else Some
    "there are calls that no mark makes good") in
  let files = List.sort compare (Hashtbl.fold (fun f l all -> (f, l) :: all) edits []) in
  List.iter
    (fun (file, places) ->
      let lines = lines_of file in
      Printf.bprintf b "--- %s\n+++ %s\n" file file;
      List.iter
        (fun (line, at) ->
          let text = if line - 1 < Array.length lines then lines.(line - 1) else "" in
          match column program.source at text with
          | Some c ->
              Printf.bprintf b "@@ -%d +%d @@\n-%s\n+%scps %s\n" line line text (String.sub text 0 c)
                (String.sub text c (String.length text - c))
          | None -> failed := Some (Printf.sprintf "%s:%d: a macro is where the mark has to be" file line))
        (List.sort compare places))
    files;
  match !failed with Some why -> print_string (Buffer.contents b); Error why | None -> Ok (Buffer.contents b)
