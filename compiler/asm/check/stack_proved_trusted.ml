(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

type claim = int * activation * stack_state

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

(* Of each claim: its position, what is called it, and it. *)
let claims activations =
  List.concat_map
    (fun a ->
      let first = Unary.to_int a.a_first in
      List.concat (List.mapi (fun k -> function Some st -> [ (first + k, a, st) ] | None -> []) a.a_states))
    activations

(* Loads and stores: the instruction, how it accesses, and where. *)
let access (lines : Flat_code.line array) (k, _, st) =
  match lines.(k).flat with
  | FInstr i -> (
      match Option.bind (describe i) (fun d -> d.d_access) with
      | Some { a_use = (Load | Store | Modify) as use; a_mem; a_bytes; _ } -> (
          match address_in st a_mem with
          | SAt p when use <> Store && not (is_fresh st p (Z.of_int (Unary.to_int a_bytes))) ->
              Some (i, use, `Unwritten)
          | place -> Some (i, use, `At place))
      | _ -> None)
  | _ -> None

(* A load of what is not known to be written, that is behind no store at an unknown place on the stack, by the same
   function: that may have written it. *)
let unwritten lines claims =
  let never (k, a, _ as claim) =
    let scattered (j, b, _ as other) =
      match access lines other with Some (_, (Store | Modify), `At SMaybe) when a == b -> Some (j + 1) | _ -> None
    in
    match access lines claim with
    | Some (_, _, `Unwritten) -> not (List.mem k (Flat_code.reachable lines (List.filter_map scattered claims)))
    | _ -> false
  in
  let what = "it is not known that what this reads was written since a signal handler or a call may have changed it" in
  Option.bind (List.find_opt never claims) (fun (k, _, _) -> reason lines.(k) what)

(* The claims that the proved checker accepts. They may suppose less than it does: that other memory leads to the stack
   where code is entered. *)
let proved_if ?(own = false) ~spread (lines : Flat_code.line array) entered =
  match Stack_claims.propose ~own ~spread lines entered with
  | Error (place, what) -> Error (Printf.sprintf "%s (%s)" what (Diagnostic.describe place))
  | Ok { activations; depth; taken; begins } -> (
      let at f k = f (Unary.to_int k) and keeps k = lines.(k).keeps and entered = List.map Unary.of_int entered in
      if not (check_stack depth (at keeps) (at taken) (at begins) activations (code_of lines) entered) then
        Error "the proved checker refuses what is claimed of the stack"
      else
        let claims = claims activations in
        match unwritten lines claims with Some why -> Error why | None -> Ok claims)

let top st = match in_register st RSP with SAt t -> t | SKept _ | SGiven _ | SOff | SMaybe -> spot_entry

(* What is called elsewhere is given no address below %rsp; nor, if the files differ, perhaps one, or one in memory. *)
let passes_low ~exact (lines : Flat_code.line array) claims =
  List.find_map
    (fun (k, _, st) ->
      match lines.(k).calls with
      | Some (Elsewhere _) ->
          let low r = match in_register st r with
            | SAt p -> not (surely_le (top st) p)
            | SMaybe | SKept _ | SGiven _ -> not exact
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
