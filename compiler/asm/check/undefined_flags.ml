(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Source
module Z = Bignum

module Flags = Map.Make (struct type t = flag let compare = compare end)

type item = { place : Diagnostic.place; kind : kind }

let reads = function
  | Jump (Some c, _) -> cc_flags c
  | Instr i -> ( match describe i with Some d -> List.filter_map (function ILoc (F f) -> Some f | _ -> None) d.d_in |
      None -> [])
  | _ -> []

(* Which flags are undefined behind the [k]-th instruction, and since which one. The first output for a flag counts. *)
let after k state = function
  | Call _ -> Flags.of_seq (List.to_seq (List.filter_map (function F f -> Some (f, k) | _ -> None) Locations.all))
  | Instr i -> (
      match describe i with
      | None -> state
      | Some d ->
          let write state = function
            | OLoc (F f) -> Flags.remove f state
            | OConst (F f, v) -> if Z.equal v (Z.of_int 2) then Flags.add f k state else Flags.remove f state
            | _ -> state
          in
          List.fold_left write state (List.rev d.d_out))
  | _ -> state

let refuse ~what source =
  let labels = Hashtbl.create 16 and items = ref [] and count = ref 0 in
  List.iter
    (fun ({ place; kind } : statement) ->
      match kind with
      | Label l -> Hashtbl.replace labels l !count
      | Instr _ | Jump _ | Call _ | Ret -> items := { place; kind } :: !items; incr count
      | Directive _ | Mark _ -> ())
    source;
  let items = Array.of_list (List.rev !items) in
  let n = Array.length items in
  (* any label may be entered from outside, flags and all *)
  let entries = 0 :: Hashtbl.fold (fun _ k all -> k :: all) labels [] in
  let before = Array.make n None and work = Queue.create () in
  let flow k state =
    if k < n then
      match before.(k) with
      | None -> before.(k) <- Some state; Queue.add k work
      | Some old ->
          let both = Flags.union (fun _ a b -> Some (min a b)) old state in
          if not (Flags.equal ( = ) both old) then (before.(k) <- Some both; Queue.add k work)
  in
  List.iter (fun k -> flow k Flags.empty) entries;
  while not (Queue.is_empty work) do
    let k = Queue.pop work in
    let state = after k (Option.value before.(k) ~default:Flags.empty) items.(k).kind in
    let jump l = match Hashtbl.find_opt labels l with Some t -> flow t state | None -> () in
    match items.(k).kind with
    | Ret -> ()
    | Jump (None, l) -> jump l
    | Jump (Some _, l) | Call l -> jump l; flow (k + 1) state
    | _ -> flow (k + 1) state
  done;
  let at_call = ref None in
  Array.iteri
    (fun k item ->
      let state = Option.value before.(k) ~default:Flags.empty in
      List.iter
        (fun f ->
          match Flags.find_opt f state with
          | None -> ()
          | Some origin when (match items.(origin).kind with Call _ -> true | _ -> false) ->
              if !at_call = None then at_call := Some item.place
          | Some origin ->
              Diagnostic.fail ~place:item.place
                ~notes:[ (Some items.(origin).place, "this instruction leaves it undefined") ]
                ~help:"set the flag between the two, with test or cmp"
                "the %s reads %s, which may be undefined here: of such a run the model says nothing, and no theorem \
                 covers it"
                what
                (Operand.location_name (F f)))
        (reads item.kind))
    items;
  Option.map
    (fun place ->
      Printf.sprintf "a flag is read (%s) that a call may have changed, or that is passed to what is called"
        (Diagnostic.describe place))
    !at_call
