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

let claims lines roots = Result.map fst (accepted ~own:true ~spread:false lines roots)

let kept lines roots =
  let unwritten = Unwritten.by_calls lines in
  match accepted ~own:true ~each:true ~spread:false lines roots with
  | Error _ -> unwritten
  | Ok (claims, begins) ->
      (* nothing is claimed of calls that are not reached *)
      let reached = Hashtbl.create 64 in
      List.iter (fun (k, _, _) -> Hashtbl.replace reached k ()) claims;
      let proved k = if Hashtbl.mem reached k then begins k else None in
      fun k -> match proved k with Some e -> e.e_kept | None -> unwritten k

let unfollowed lines = function
  | Error why -> Some why
  | Ok claims -> (
      match all_written lines claims with
      | Error why -> Some why
      | Ok claims -> List.find_map (fun why -> why lines claims) [ passes_low ~exact:true; apart_frames ])

type found = Known of spot | Vague | Above | Off

type t = {
  found : int -> found list;
  passed : (int * spot option * int) list;
  tops : (int * spot option) list;
  spread : bool;
}

(* A place, from where a function was entered. What is aligned is so from everywhere. *)
let seen_from own p =
  match (p.s_origin, own.s_origin) with
  | a, b when same_origin a b -> Some { s_origin = SEntry; s_off = Z.sub p.s_off own.s_off }
  | SAligned (z, n), SEntry -> Some { p with s_origin = SAligned (Z.sub z own.s_off, n) }
  | _ -> None

let own a = match a.a_returns with q :: _ -> q | [] -> spot_entry
let eight = Z.of_int 8

let found_at own n = function
  | SOff -> Off
  | SMaybe | SKept _ | SGiven _ -> Vague
  | SAt p ->
      if surely_le (spot_moved p n) own then Option.fold ~none:Vague ~some:(fun q -> Known q) (seen_from own p)
      else if surely_le (spot_moved own eight) p then Above
      else Vague

(* The frames of those who wait in which this is perhaps: by the call at which they do. *)
let rec in_callers p n calls returns =
  match (calls, returns) with
  | call :: calls, entered :: returns ->
      let own = match returns with q :: _ -> q | [] -> spot_entry in
      let rest = in_callers p n calls returns in
      if surely_le (spot_moved p n) (spot_moved entered eight) || surely_le own p then rest
      else (Unary.to_int call, seen_from own p, Z.to_int n) :: rest
  | _ -> []

(* In a caller's frame, and not where anything returns to, which is asked of all stores at known places; or where the
   region is that the programmer said, of what was computed from no address of the stack. *)
let clear_of_returns ~said { found; _ } k =
  let clear = function Above -> true | Off -> said k | Known _ | Vague -> false in
  match found k with [] -> false | l -> List.for_all clear l

let places (lines : Flat_code.line array) claims =
  let found = Hashtbl.create 64 in
  let access k = match lines.(k).flat with FInstr i -> Option.bind (describe i) (fun d -> d.d_access) | _ -> None in
  let look (k, a, st) =
    match access k with
    | Some { a_use = Load | Store | Modify; a_mem; a_bytes; _ } -> (
        let n = Z.of_int (Unary.to_int a_bytes) and v = address_in st a_mem in
        Hashtbl.add found k (found_at (own a) n v);
        match v with SAt p -> in_callers p n a.a_calls a.a_returns | _ -> [])
    | _ -> []
  in
  let passed = List.concat_map look claims in
  let at_call (k, a, st) = if lines.(k).calls = None then None else Some (k, seen_from (own a) (top st)) in
  { found = (fun k -> List.sort_uniq compare (Hashtbl.find_all found k));
    passed = List.sort_uniq compare passed;
    tops = List.sort_uniq compare (List.filter_map at_call claims);
    spread = List.exists (fun (_, _, st) -> st.k_spread) claims }
