(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Stack_proved_trusted
module Z = Bignum

(* For taint, which follows each function by itself: what it leaves below %rsp, where it returns, is not read by who
   called it; and what it accesses at an aligned place is its own, or surely not. *)
let apart_frames (lines : Flat_code.line array) claims =
  List.find_map
    (fun (k, a, st) ->
      let left_there =
        k > 0
        && (match lines.(k - 1).calls with Some (In_file _) -> true | _ -> false)
        && not (nothing_below (top st) Z.zero st)
      in
      let astray =
        match (a.a_returns, lines.(k).flat) with
        | own :: _, FInstr i -> (
            match Option.bind (describe i) (fun d -> d.d_access) with
            | Some { a_use = Load | Store | Modify; a_mem; a_bytes; _ } -> (
                match address_in st a_mem with
                | SAt p ->
                    let frame = spot_moved own (Z.of_int 8) in
                    not (surely_le (spot_moved p (Z.of_int (Unary.to_int a_bytes))) frame || surely_le frame p)
                | SKept _ | SGiven _ | SOff | SMaybe -> false)
            | _ -> false)
        | _ -> false
      in
      if left_there then reason lines.(k) "what the function called here left below %rsp may be read"
      else if astray then reason lines.(k) "it is not known whether this access is in its caller's frame"
      else None)
    claims

let unfollowed lines ~entered ~roots =
  if Array.for_all (fun (l : Flat_code.line) -> l.calls = None) lines then None
  else
    match proved_if ~own:true ~spread:false lines roots with
    | Error why -> Some why
    | Ok claims -> (
        match List.find_map Fun.id [ passes_low ~exact:true lines claims; apart_frames lines claims ] with
        | Some why -> Some why
        | None ->
            let low k = reason lines.(k) "an address below %rsp may be passed to what is called" in
            List.find_map low (Frames.frames lines entered).low)
