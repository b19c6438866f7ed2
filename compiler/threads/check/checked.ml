(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir
module M = Threads_model

type suspension = { number : int; call : call; live : var list; kept : var list }
type t = { ir : func; suspensions : suspension list; saved : var list; slot : var -> int option }

exception Unknown of string

let accepted ~index (f : func) (frame : M.frame_layout) =
  match Transcribe_trusted.body ~index f with
  | Error label -> Error (Printf.sprintf "there is no label `%s`" label)
  | Ok body -> if M.refused [ body ] [ frame ] = None then Ok frame else Error "its frame is refused by the check"

let of_function ?(in_frame = []) (f : func) =
  let saved = Saved.of_function ~in_frame:(f.early @ in_frame) f in
  let variables = Array.of_list f.variables in
  let numbers = Hashtbl.create 97 in
  Array.iteri (fun i v -> Hashtbl.replace numbers v.key i) variables;
  let index v = match Hashtbl.find_opt numbers v.key with Some i -> i | None -> raise (Unknown v.name) in
  let set = Transcribe_trusted.set ~index in
  let frame () =
    {
      M.homes = Layout.homes f saved;
      addressed = set (List.filter (fun v -> v.fixed) f.variables);
      parameters = set (List.filter (fun v -> v.role = Parameter) f.variables);
      results = [];
      live_sets = Array.to_list (Array.mapi (fun label live -> (label, set live)) saved.live);
    }
  in
  match accepted ~index f (frame ()) with
  | exception Unknown name -> Error (Printf.sprintf "`%s` is not one of its variables" name)
  | Error why -> Error why
  | Ok frame -> (
      let homes = Array.of_list frame.homes in
      let slot v =
        match Hashtbl.find_opt numbers v.key with
        | Some i when i < Array.length homes -> ( match homes.(i) with M.Slot m -> Some m | M.Native -> None)
        | _ -> None
      in
      let number = ref 0 in
      let suspension (label, keeps) =
        Option.map
          (fun call ->
            incr number;
            let kept, live = List.partition (fun v -> v.fixed) (List.map (fun i -> variables.(i)) keeps) in
            { number = !number; call; live; kept })
          saved.calls.(label)
      in
      let suspensions = List.filter_map suspension frame.live_sets in
      let in_frame v = slot v <> None in
      let bound () =
        Result.map_error (fun name -> Printf.sprintf "`%s` would mean something else" name)
          (Names_bound.check ~in_frame f)
      in
      match Result.bind (Declared_accesses.confirmed f ~in_frame) bound with
      | Error why -> Error why
      | Ok () -> Ok { ir = f; suspensions; saved = List.filter (fun v -> slot v <> None) f.variables; slot })
