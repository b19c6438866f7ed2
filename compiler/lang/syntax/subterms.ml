(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Surface

let args = function
  | Apply (_, l) | Ask (_, l) | Call (_, l) | Start (_, l) -> l
  | Resume (_, lent, answer) -> Option.value lent ~default:[] @ Option.fold answer ~none:[] ~some:snd
  | _ -> []

let of_stmt = function
  | Let (_, _, e) | Expr e | Assert e | Value (e, _) -> ([ e ], [])
  | Var (_, _, e) | Return e -> (Option.to_list e, [])
  | Assign (p, _, e) | Push (p, e) | Append (p, e) | Resize (p, e) | Store (_, _, p, e) | Remove (p, e) -> ([ p; e ], [])
  | If (e, a, b) -> ([ e ], a @ b)
  | While (_, e, b) | For_each (_, _, _, e, b) -> ([ e ], b)
  | Loop (_, b) | Scope b -> ([], b)
  | For_range (_, _, lo, hi, b) -> ([ lo; hi ], b)
  | Match (e, arms) -> ([ e ], List.concat_map (fun (a : arm) -> a.body) arms)
  | Forward (c, lent) -> (c :: List.map (fun a -> a.value) (Option.value lent ~default:[]), [])
  | Break _ | Continue _ | Trap | Mark _ -> ([], [])

let rec values s =
  let block b = match List.rev b with last :: _ -> values last | [] -> [] in
  match s.s with
  | Value (e, _) -> [ e ]
  | If (_, a, b) -> block a @ block b
  | Match (_, arms) -> List.concat_map (fun (a : arm) -> block a.body) arms
  | Scope b -> block b
  | _ -> []

(* All in a statement, in order. *)
let rec within s =
  let exprs, stmts = of_stmt s.s in
  exprs @ List.concat_map within stmts

let of_expr e =
  let given = List.map (fun a -> a.value) (args e) in
  let exprs l = (l, []) in
  match e with
  | Choose s -> ([], [ s ])
  | Int _ | Bool _ | String _ | Name _ | Default | None_ -> exprs []
  | Field (a, _) | Unary (_, a) | Cast (a, _, _) | Is (a, _) | Some_ a | Load (_, _, a) -> exprs [ a ]
  | Index (a, b) | Binary (_, _, a, b) | In (a, b) | Fill (a, b) -> exprs [ a; b ]
  | Slice (a, lo, hi) -> exprs ((a :: Option.to_list lo) @ Option.to_list hi)
  | Cond (a, b, c) -> exprs [ a; b; c ]
  | Record (_, l) -> exprs (List.map snd l)
  | Array l -> exprs l
  | Ask _ | Call _ | Start _ -> exprs given
  | Apply (a, _) | Resume (a, _, _) -> exprs (a :: given)

let expressions e =
  let exprs, stmts = of_expr e in
  exprs @ List.concat_map within stmts
