(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Surface

let file_size = 4 * 1024 * 1024
let brackets = 100
let depth = 200
let max_depth = depth
let statement_depth = 1000

let max_items = 65536

let items loc l =
  if List.compare_length_with l max_items > 0 then
    Diagnostic.fail loc "this list has more than %d items" max_items ~help:"split it";
  l

let check what limit loc n =
  if n > limit then
    Diagnostic.fail loc "this %s has more than %d levels" what limit
      ~help:"split it: name parts of it with `let`, or move parts into functions"

let expr loc e =
  let below = List.fold_left (fun n (part : expr) -> max n part.depth) 0 (Subterms.expressions e) in
  let depth = 1 + below in
  check "expression" max_depth loc depth;
  { e; loc; depth }

let below_ty = function
  | T_name _ | T_bytes None | T_coro _ | T_event _ -> 0
  | T_bytes (Some e) -> e.depth
  | T_array (t, e) -> max t.t_depth e.depth
  | T_option t -> t.t_depth
  | T_map (k, t, e) -> max k.t_depth (max t.t_depth e.depth)

let ty t_loc t =
  let t_depth = 1 + below_ty t in
  check "type" max_depth t_loc t_depth;
  { t; t_loc; t_depth }

(* Expressions are bounded by themselves, so only statements in statements count. *)
let stmt s_loc s =
  let s_depth = 1 + List.fold_left (fun n part -> max n part.s_depth) 0 (snd (Subterms.of_stmt s)) in
  check "statement" statement_depth s_loc s_depth;
  { s; s_loc; s_depth }
