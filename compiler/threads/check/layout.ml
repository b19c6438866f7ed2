(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

type member = { number : int; ty : string; nodes : Saved.Nodes.union }

(* A function with thousands of variables must not compare each with each. *)
let tried = 64

(* Variables that are never there at the same time share a member: the first that is free, if possible of the same type.
   Those that have an address keep theirs. *)
let homes (f : func) (saved : Saved.t) =
  let home = Hashtbl.create 17 and members = ref [] and count = ref 0 in
  let fresh v =
    let m = { number = !count; ty = v.desugared; nodes = Saved.Nodes.empty () } in
    incr count;
    if not v.fixed then members := m :: !members;
    m
  in
  let place (v, nodes) =
    let free m = Saved.Nodes.disjoint m.nodes nodes in
    let rec first n ok = function
      | m :: rest when n > 0 -> if ok m && free m then Some m else first (n - 1) ok rest
      | _ -> None
    in
    let shared =
      if v.fixed then None
      else
        match first tried (fun m -> m.ty = v.desugared) !members with
        | Some m -> Some m
        | None -> first tried (fun _ -> true) !members
    in
    let m = match shared with Some m -> m | None -> fresh v in
    if not v.fixed then Saved.Nodes.add m.nodes nodes;
    Hashtbl.replace home v.key m.number
  in
  List.iter place saved.saved;
  List.map
    (fun v -> match Hashtbl.find_opt home v.key with Some m -> Threads_model.Slot m | None -> Threads_model.Native)
    f.variables
