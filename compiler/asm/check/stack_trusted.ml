(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

(* What is called elsewhere has a number. *)
let code_of (lines : Flat_code.line array) =
  let numbers = Hashtbl.create 8 in
  let number l =
    if not (Hashtbl.mem numbers l) then Hashtbl.replace numbers l (Z.of_int (Hashtbl.length numbers + 1));
    Hashtbl.find numbers l
  in
  let callee = function
    | Flat_code.In_file k -> Inside (Unary.of_int k)
    | Elsewhere l -> Outside (number l)
  in
  Array.to_list (Array.map (fun (l : Flat_code.line) -> (l.flat, Option.map callee l.calls)) lines)

let reason (line : Flat_code.line) what = Some (Printf.sprintf "%s (%s)" what (Diagnostic.describe line.place))

(* The claims that the proved checker accepts. *)
let proved (lines : Flat_code.line array) entered =
  match Stack_claims.propose lines entered with
  | Error (place, what) -> Error (Printf.sprintf "%s (%s)" what (Diagnostic.describe place))
  | Ok { activations; depth } ->
      let keeps k = lines.(Unary.to_int k).keeps in
      if check_stack depth keeps activations (code_of lines) (List.map Unary.of_int entered) then Ok activations
      else Error "the proved checker refuses what is claimed of the stack"

(* Of each claim: its position, what is called it, and it. *)
let claims activations =
  List.concat_map
    (fun a ->
      let first = Unary.to_int a.a_first in
      List.concat (List.mapi (fun k -> function Some st -> [ (first + k, a, st) ] | None -> []) a.a_states))
    activations

let top st = match in_register st RSP with SAt t -> t | SOff | SMaybe -> spot_entry

(* Accesses at no known place on the stack. *)
let vague (lines : Flat_code.line array) claims =
  List.filter_map
    (fun (k, a, st) ->
      match lines.(k).flat with
      | FInstr i -> (
          match Option.bind (describe i) (fun d -> d.d_access) with
          | Some { a_use = (Load | Store | Modify) as use; a_mem; _ } when address_in st a_mem = SMaybe ->
              Some (k, i, use <> Store, a.a_calls <> [], top st)
          | _ -> None)
      | _ -> None)
    claims

(* What is called elsewhere is given no address below %rsp; nor, if the files differ, perhaps one, or one in memory. *)
let passes_low ~exact (lines : Flat_code.line array) claims =
  List.find_map
    (fun (k, _, st) ->
      match lines.(k).calls with
      | Some (Elsewhere _) ->
          let low r = match in_register st r with
            | SAt p -> not (surely_le (top st) p)
            | SMaybe -> not exact
            | SOff -> false
          in
          let hidden (p, v) = leads v && not (surely_le (spot_moved p (Z.of_int 8)) (top st)) in
          if List.exists low passed_registers then
            reason lines.(k) "an address below %rsp may be passed to what is called"
          else if (not exact) && (st.k_spread || List.exists hidden st.k_words) then
            reason lines.(k) "an address of the stack is passed to what is called in memory, or in a vector register"
          else None
      | _ -> None)
    claims

(* Behind what perhaps raises %rsp. *)
let behind_raises (lines : Flat_code.line array) claims =
  let tops = Hashtbl.create 64 in
  List.iter (fun (k, a, st) -> Hashtbl.replace tops (a.a_calls, k) (top st)) claims;
  let raises (k, a, st) =
    match (lines.(k).flat, Hashtbl.find_opt tops (a.a_calls, k + 1)) with
    | FInstr _, Some t -> not (surely_le t (top st))
    | _ -> false
  in
  let behind = List.map (fun (k, _, _) -> k + 1) (List.filter raises claims) in
  let reached = Hashtbl.create 64 in
  List.iter (fun k -> Hashtbl.replace reached k ()) (Flat_code.reachable lines behind);
  Hashtbl.mem reached

let check ~clean:(clean, clean_entered) ~fast:(fast, fast_entered) =
  let exact = code_of clean = code_of fast && clean_entered = fast_entered in
  match (proved clean clean_entered, if exact then Ok [] else proved fast fast_entered) with
  | Error why, _ | _, Error why -> Some why
  | Ok c, Ok f -> (
      let c = claims c and f = claims f in
      match List.find_map Fun.id [ passes_low ~exact clean c; passes_low ~exact fast f ] with
      | Some why -> Some why
      | None when exact -> None
      | None ->
          let mine = vague clean c and theirs = vague fast f in
          let calls = Array.exists (fun (l : Flat_code.line) -> l.calls <> None) clean in
          let behind = if theirs = [] then fun _ -> false else behind_raises fast f in
          let doubtful (k, i, reads, called, low) =
            let others = List.filter (fun (_, j, _, _, _) -> j = i) mine in
            others = [] || (calls && (reads || called)) || (reads && behind k)
            || not (List.for_all (fun (_, _, _, _, t) -> surely_le low t) others)
          in
          let found = List.find_opt doubtful theirs in
          let why =
            "it is not known that `%rsp' is as low as in the clean code where this accesses the stack, at no known \
             place"
          in
          Option.bind found (fun (k, _, _, _, _) -> reason fast.(k) why))
