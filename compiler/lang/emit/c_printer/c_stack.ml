(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
module F = C_queries_trusted

(* What a C function takes besides its locals: return address, saved registers, arguments that are passed in memory,
   and what compilers put aside. *)
let allowance (info : Program_info.t) i = 256 + (16 * List.length (F.procedures info).(i).params)

(* Without optimization every compound literal (views and spans: 16 bytes) has a place of its own, and so have values that
   wait while others are computed: no more of them than parentheses. *)
let put_aside text =
  let literal = "(struct " and check = "FLI_CHECK" in
  let n = String.length literal and m = String.length check in
  (* Lines of their own, which are there in checked builds only. *)
  let is_check k = k >= m && String.sub text (k - m) m = check in
  let rec go i bytes =
    match String.index_from_opt text i '(' with
    | None -> bytes
    | Some k when is_check k -> (
        match String.index_from_opt text k '\n' with Some line_end -> go line_end bytes | None -> bytes)
    | Some k ->
        let is_literal = k + n <= String.length text && String.sub text k n = literal in
        go (k + 1) (bytes + if is_literal then 24 else 8)
  in
  go 0 0

(* What generated helpers and memcpy take. *)
let leaf = 512

let callees (info : Program_info.t) i =
  F.fold_cmd
    (fun acc -> function Call (_, (x : call)) -> x.callee :: acc | Resume x -> x.child_proc :: acc | _ -> acc)
    [] (F.procedures info).(i).body
  |> List.sort_uniq compare

let bound info ~own i =
  let known = Hashtbl.create 17 in
  (* No procedure calls itself, however indirectly. *)
  let rec bound i =
    match Hashtbl.find_opt known i with
    | Some n -> n
    | None ->
        let n = own i + allowance info i + List.fold_left (fun n q -> max n (bound q)) leaf (callees info i) in
        Hashtbl.replace known i n;
        n
  in
  bound i
