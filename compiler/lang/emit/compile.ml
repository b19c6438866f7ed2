(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Coq = Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module I = Program_info

type options = { prefix : string; entries : int list; name : string; extern_header : string option; line_prefix : string }

let roots = C_queries_trusted.roots

let frame_layouts (info : I.t) =
  let layout = Frame_planner.compute info.program in
  match Coq.refused info.program (Frame_planner.layout layout) with
  | None -> Ok layout
  | Some p ->
      Error
        (Printf.sprintf "internal error: the layout computed for `%s` was refused by the verified checker"
           info.procedures.(p).proc_name.base)

let frame (info : I.t) layout p : C_types_trusted.frame =
  let (f : Coq.frame_layout) = Frame_planner.frame layout p in
  let home = function
    | Coq.Slot (off, _) -> C_types_trusted.Frame off
    | Coq.Local -> Local
    | Coq.Borrowed | Coq.Loaned -> Reference
  in
  let stops = Hashtbl.of_seq (List.to_seq f.stops) in
  let rec callees acc = function
    | Skip | Do _ | Exit _ | Goto _ | Resume _ | Return | Suspend _ -> acc
    | Seq (a, b) | If (_, a, b) -> callees (callees acc b) a
    | Block c | Loop (_, c) | Label (_, c) -> callees acc c
    | Call (l, (x : call)) -> (
        match Hashtbl.find_opt stops l with Some (off, _) -> (l, (x.callee, off)) :: acc | None -> acc)
  in
  {
    homes = Array.of_list (List.map home f.homes);
    areas = callees [] (C_queries_trusted.procedures info).(p).body;
    index_bytes = f.index_bytes;
  }

(* #line names files by the way from the main one's folder: the same source gives the same bytes wherever it lies. *)
let with_names_for_c options (info : I.t) =
  let main = List.hd info.files in
  let names = List.map (fun file -> (file, options.line_prefix ^ Paths.from_folder_of main file)) info.files in
  let rename (at : I.position) = match List.assoc_opt at.file names with Some file -> { at with file } | None -> at in
  { info with positions = Array.map rename info.positions }

(* What is trapless is printed without checks: by leave of the verified checker, whoever has read the program. An order
   is kept, too. *)
let trapless_allowed (info : I.t) entries =
  let marked i = i < Array.length info.procedures && info.procedures.(i).trapless in
  let requires i = if i < Array.length info.procedures then info.procedures.(i).requires else [] in
  let any = Array.exists (fun (q : I.procedure) -> q.trapless) info.procedures in
  if List.exists (fun i -> requires i <> []) entries then
    Error "internal error: a function would be exported that its C callers have to know the requirements of"
  else if any && not (Coq.check_trapless info.program marked requires) then
    Error "internal error: a trapless procedure was refused by the verified checker"
  else if not (Order.accepted info) then Error "internal error: an order was refused by the verified checker"
  else Ok ()

let c options (info : I.t) =
  let entries = if options.entries = [] then roots info else options.entries in
  Result.bind (trapless_allowed info entries) @@ fun () ->
  let info = with_names_for_c options info in
  let facts = Fact_finder.table info in
  Result.bind (frame_layouts info) @@ fun layout ->
  let frames = Array.init (Array.length info.procedures) (frame info layout) in
  let names = C_names_trusted.create info ~prefix:options.prefix ~file:options.name in
  let types = C_types_trusted.create names ~entries ~frame:(fun p -> frames.(p))
      ~extents:(C_extents_trusted.create info.program (Frame_planner.layout layout)) ~facts
  in
  match C_printer_trusted.print types ~entries ~name:options.name ~extern_header:options.extern_header with
  | printed -> Ok (printed, types, entries)
  | exception C_lines_trusted.Refused p ->
      Error
        (Printf.sprintf "internal error: the control printed for `%s` was refused by the verified checker"
           info.procedures.(p).proc_name.base)

let stack_bounds info entries =
  let options = { prefix = "fl_"; entries; name = "out"; extern_header = None; line_prefix = "" } in
  match c options info with Ok ((out : C_printer_trusted.output), _, _) -> out.stack | Error _ -> []
