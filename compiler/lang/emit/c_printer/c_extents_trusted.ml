(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
open Fairlead_lang_coq.Extracted

type t = { extern_types : (Num.t * Num.t) table; plans : plans; known : (ty, extent) Hashtbl.t }

let create (program : program) layout =
  { extern_types = build program.extern_types; plans = plans_of layout; known = Hashtbl.create 97 }

let extent t ty =
  match Hashtbl.find_opt t.known ty with
  | Some e -> e
  | None ->
      let e = program_extent t.extern_types t.plans ty in
      Hashtbl.replace t.known ty e;
      e

let apart t p = apart_in t.plans p

let members t ty =
  let members = program_members t.extern_types t.plans ty in
  List.combine (offsets members) members

let cell top = Num.to_int (cell (Num.of_int top))

let in_sequence placed =
  offsets (List.map snd placed) = List.map (fun (offset, _) -> Some (Num.of_int offset)) placed
