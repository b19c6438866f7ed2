(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Value

type step = Field of string | Case of string | At of Z.t | Key of Z.t | Cut of Z.t option * Z.t option

let ( let* ) = Option.bind
let within z n = if Z.lt z (Z.of_int n) then Some (Z.to_int z) else None

(* Where a slice of so many bytes begins, and how many it has. *)
let cut n lo hi =
  let upto z = if Z.leq z (Z.of_int n) then Some (Z.to_int z) else None in
  let* hi = match hi with Some z -> upto z | None -> Some n in
  let* lo = match lo with Some z -> upto z | None -> Some 0 in
  if lo <= hi then Some (lo, hi - lo) else None

let step_into v step =
  match (step, v) with
  | Field f, V_record l -> List.assoc_opt f l
  | Case c, V_case (c', v) -> if c = c' then Some v else None
  | At z, V_array l -> Option.map (List.nth l) (within z (List.length l))
  | At z, V_bytes s -> Option.map (fun i -> V_int (Z.of_int (Char.code s.[i]))) (within z (String.length s))
  | Key k, V_map l -> Option.map snd (List.find_opt (fun (k', _) -> Z.equal k k') l)
  | Cut (lo, hi), V_bytes s -> Option.map (fun (at, n) -> V_bytes (String.sub s at n)) (cut (String.length s) lo hi)
  | _ -> lost Fairlead_lang.Loc.none "a place without that part"

let get v steps = List.fold_left (fun v step -> Option.bind v (fun v -> step_into v step)) (Some v) steps

(* The whole, with that step's part replaced; it was there. *)
let replace v step part =
  match (step, v, part) with
  | Field f, V_record l, _ -> V_record (List.map (fun (g, v) -> (g, if f = g then part else v)) l)
  | Case c, V_case _, _ -> V_case (c, part)
  | At z, V_array l, _ -> V_array (List.mapi (fun i v -> if Z.equal z (Z.of_int i) then part else v) l)
  | At z, V_bytes s, V_int byte ->
      V_bytes (String.mapi (fun i c -> if Z.equal z (Z.of_int i) then Char.chr (Z.to_int byte) else c) s)
  | Key k, V_map l, _ -> V_map (List.map (fun (k', v) -> (k', if Z.equal k k' then part else v)) l)
  | Cut (lo, hi), V_bytes s, V_bytes part ->
      let at, n = Option.get (cut (String.length s) lo hi) in
      V_bytes (String.sub s 0 at ^ part ^ String.sub s (at + n) (String.length s - at - n))
  | _ -> lost Fairlead_lang.Loc.none "a place without that part"

let rec update v steps f =
  match steps with
  | [] -> f v
  | step :: rest ->
      let* old = step_into v step in
      let* part = update old rest f in
      Some (replace v step part)

let assign ~room v steps value =
  match List.rev steps with
  | Key k :: around ->
      let put = function
        | V_map l when List.exists (fun (k', _) -> Z.equal k k') l -> Some (replace (V_map l) (Key k) value)
        | V_map l when List.length l < room -> Some (V_map (l @ [ (k, value) ]))
        | _ -> None
      in
      update v (List.rev around) put
  | Cut _ :: _ ->
      let same = function
        | V_bytes old -> (
            match value with V_bytes s when String.length s = String.length old -> Some value | _ -> None)
        | _ -> None
      in
      update v steps same
  | _ -> update v steps (fun _ -> Some value)
