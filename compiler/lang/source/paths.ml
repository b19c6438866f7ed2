(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let is_absolute path = path <> "" && path.[0] = '/'

(* Parts without "." and, after a name, without "..": last first. *)
let parts path =
  let step acc part =
    match (part, acc) with
    | ("" | "."), _ -> acc
    | "..", last :: rest when last <> ".." -> rest
    | "..", [] when is_absolute path -> []
    | part, _ -> part :: acc
  in
  List.fold_left step [] (String.split_on_char '/' path)

let normalize path =
  match (is_absolute path, String.concat "/" (List.rev (parts path))) with
  | true, rest -> "/" ^ rest
  | false, "" -> "."
  | false, rest -> rest

let identity path =
  if is_absolute path then normalize path
  else
    match Sys.getcwd () with
    | folder -> normalize (folder ^ "/" ^ path)
    | exception Sys_error _ -> normalize path

let rec past_common = function
  | a :: from, b :: path when a = b && path <> [] -> past_common (from, path)
  | from, path -> List.map (fun _ -> "..") from @ path

let from_folder_of main path =
  let folder = match parts (identity main) with _ :: folder -> List.rev folder | [] -> [] in
  String.concat "/" (past_common (folder, List.rev (parts (identity path))))
