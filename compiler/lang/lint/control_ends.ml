(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Surface

(* Whether a `break` leaves the loop of a body; [label] is the loop's. *)
let rec left ~label ~inner (b : block) =
  let named (l : name option) = match (l, label) with Some l, Some (own : name) -> l.id = own.id | _ -> false in
  let rec one s =
    match s.s with
    | Break None -> not inner
    | Break l -> named l
    | While (_, _, b) | Loop (_, b) | For_range (_, _, _, _, b) | For_each (_, _, _, _, b) -> left ~label ~inner:true b
    | s ->
        let exprs, stmts = Subterms.of_stmt s in
        left ~label ~inner stmts || List.exists in_expr exprs
  and in_expr e =
    let exprs, stmts = Subterms.of_expr e.e in
    left ~label ~inner stmts || List.exists in_expr exprs
  in
  List.exists one b

let rec ends s =
  match s.s with
  | Return _ | Break _ | Continue _ | Trap -> true
  | If (_, a, b) -> block_ends a && block_ends b
  | Match (_, arms) -> arms <> [] && List.for_all (fun (a : arm) -> block_ends a.body) arms
  | Loop (label, b) | While (label, { e = Bool true; _ }, b) -> not (left ~label ~inner:false b)
  | Scope b -> block_ends b
  | _ -> false

and block_ends b = List.exists ends b

(* `trap;` says of a place that nothing comes there. *)
let is_meant s = s.s = Trap

let unreachable b =
  let found = ref [] in
  let rec block = function
    (* What is behind it is not looked at: it is said once. *)
    | s :: next :: _ when ends s ->
        if not (is_meant next) then found := next :: !found;
        stmt s
    | s :: rest -> stmt s; block rest
    | [] -> ()
  and stmt s =
    (match s.s with
    | If (_, a, b) -> block a; block b
    | Match (_, arms) -> List.iter (fun (a : arm) -> block a.body) arms
    | While (_, _, b) | Loop (_, b) | For_range (_, _, _, _, b) | For_each (_, _, _, _, b) | Scope b -> block b
    | _ -> ());
    List.iter expr (fst (Subterms.of_stmt s.s))
  and expr e =
    let exprs, stmts = Subterms.of_expr e.e in
    List.iter expr exprs;
    List.iter stmt stmts
  in
  block b;
  List.rev !found
