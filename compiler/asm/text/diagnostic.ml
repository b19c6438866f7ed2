(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type place = { file : string; line : int; col : int; text : string }
type t = { place : place option; message : string; notes : (place option * string) list }

exception Error of t

let fail ?place ?(notes = []) fmt =
  Printf.ksprintf (fun message -> raise (Error { place; message; notes })) fmt

let catch f = match f () with v -> Ok v | exception Error d -> Result.Error d
let describe p = Printf.sprintf "%s:%d" p.file p.line

let print_one out kind place message =
  match place with
  | None -> Printf.fprintf out "%s: %s\n" kind message
  | Some p ->
      Printf.fprintf out "%s:%d:%d: %s: %s\n" p.file p.line p.col kind message;
      let shown = String.map (fun c -> if c = '\t' then ' ' else c) p.text in
      Printf.fprintf out "  %s\n  %s^\n" shown (String.make (max 0 (p.col - 1)) ' ')

let print out d =
  print_one out "error" d.place d.message;
  List.iter (fun (place, message) -> print_one out "note" place message) d.notes
