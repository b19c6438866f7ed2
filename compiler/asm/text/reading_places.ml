(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Source

let first_place source = match source with s :: _ -> Some s.place | [] -> None
let in_section (y : Elf_trusted.symbol) name = y.home = "section " ^ name

(* The last statement that begins at or before an offset of a section: every statement gets a label that the object
   file keeps. *)
let place_at ~printed ~text source (section, offset) =
  let marker = fresh_prefix "fairlead_statement_" text in
  let with_marker k = Printf.sprintf "%s%d:\n" marker k in
  match Assembler_trusted.run [ Assemble (printed with_marker) ] with
  | [ Ok elf ] ->
      let places = Array.of_list (List.map (fun s -> s.place) source) in
      let n = String.length marker in
      let statement (y : Elf_trusted.symbol) =
        if not (String.starts_with ~prefix:marker y.symbol) then None
        else
          match int_of_string_opt (String.sub y.symbol n (String.length y.symbol - n)) with
          | Some k when in_section y section && Int64.to_int y.value <= offset -> Some (Int64.to_int y.value, k)
          | _ -> None
      in
      let last = List.fold_left (fun best y -> max best (statement y)) None elf.symbols in
      Option.map (fun (_, k) -> places.(k)) last
  | _ -> None

let mentions text name =
  let words = String.map (fun ch -> if Gas_word.is_operand_part ch then ch else ' ') text in
  List.mem name (String.split_on_char ' ' words)

(* `... symbol `NAME' ...' *)
let named_in what =
  match String.split_on_char '`' what with
  | [ _; rest ] -> List.nth_opt (String.split_on_char '\'' rest) 0
  | _ -> None

let of_difference ~printed ~text source (d : Elf_trusted.difference) =
  match Option.bind d.at (place_at ~printed ~text source) with
  | Some p -> Some p
  | None -> (
      let is_it s = match named_in d.what with Some n -> mentions s.place.text n | None -> false in
      match List.find_opt is_it source with Some s -> Some s.place | None -> first_place source)

(* Lines as the user has them, for messages of the assembler. *)
let of_line ~file text expanded line =
  match expanded with
  | Some lines -> Option.map fst (List.nth_opt lines (line - 1))
  | None ->
      let here text = { Diagnostic.file; line; col = 1; text } in
      Option.map here (List.nth_opt (String.split_on_char '\n' text) (line - 1))
