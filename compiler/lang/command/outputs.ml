(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli
module I = Program_info

(* Whether two paths lead to one file, by links and folders whatever. *)
let same_file a b =
  match (Unix.stat a, Unix.stat b) with
  | a, b -> (a.st_dev, a.st_ino) = (b.st_dev, b.st_ino)
  | exception Unix.Unix_error _ -> Paths.identity a = Paths.identity b

let refused (info : I.t) ~dir ~header ~extern_header paths =
  let clash others = List.find_map (fun p -> Option.map (fun o -> (p, o)) (List.find_opt (same_file p) others)) paths in
  let found_by_include h = [ h; Filename.concat dir h ] in
  match (clash info.files, extern_header) with
  | Some (path, source), _ ->
      Some
        (Complaint.diagnosed source "%s would be written over it" path
           ~help:"end the names of .fl files in .fl, or give another folder with -o DIR")
  | None, Some h when Paths.normalize h = header || clash (found_by_include h) <> None ->
      Some
        (Complaint.usage "--extern-header" "`%s` is what the header that is written would be called, too" h
           ~help:"give one of the two another name")
  | None, _ -> None
