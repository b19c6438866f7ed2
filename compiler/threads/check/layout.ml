(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

let homes (f : func) (saved : Saved.t) =
  let members = Hashtbl.create 17 in
  List.iteri (fun i v -> Hashtbl.replace members v.key i) saved.saved;
  List.map
    (fun v ->
      match Hashtbl.find_opt members v.key with Some m -> Threads_model.Slot m | None -> Threads_model.Native)
    f.variables
