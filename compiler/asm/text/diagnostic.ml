(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli

type place = { file : string; line : int; col : int; text : string }

type t = {
  place : place option;
  file : string option;
  message : string;
  notes : (place option * string) list;
  help : string option;
}

exception Error of t

let make ?place ?file ?(notes = []) ?help message = { place; file; message; notes; help }
let fail ?place ?file ?notes ?help fmt = Printf.ksprintf (fun message -> raise (Error (make ?place ?file ?notes
  ?help message))) fmt

let defect ?place ?file fmt =
  fail ?place ?file ~help:"this is a mistake of fairlead's: please report it, with the files" fmt

let catch f = match f () with v -> Ok v | exception Error d -> Result.Error d
let advise help f = try f () with Error ({ help = None; _ } as d) -> raise (Error { d with help = Some help })
let describe (p : place) = Printf.sprintf "%s:%d" (Message.visible p.file) p.line

(* Under the word that begins there; a tab takes one column, as it counts for one, and no terminal obeys the line. *)
let placed (p : place) : Message.place =
  let width = if p.col > String.length p.text then 1 else max 1 (String.length (fst
    (Gas_word.at Gas_word.is_operand_part p.text (p.col - 1)))) in
  let text = Utf8.mapped (String.map (fun _ -> ' ')) p.text in
  Lines { line = p.line; column = p.col; end_line = p.line; end_column = p.col + width; excerpt =
    (text, p.col - 1, width) }

let message d : Message.t =
  let file = match (d.place, d.file) with Some p, _ -> p.file | None, Some file -> file | None, None -> "fairlead" in
  let part (place, message) : Message.part =
    { where = (match place with Some (p : place) -> p.file | None -> file); place = Option.map placed place; message }
  in
  { error = part (d.place, d.message);
    notes = List.map part d.notes;
    help = Option.value d.help ~default:"docs/asm.md says what is read, and what each checker accepts" }

let print d = Message.print (message d)

let report = function
  | Ok status -> status
  | Result.Error d -> print d; Exit_status.diagnosed
