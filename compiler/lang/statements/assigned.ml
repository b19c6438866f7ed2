(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Surface
module Names = Set.Make (String)

type t = { roots : Names.t; suspends : bool }

let block b =
  let roots = ref Names.empty and suspends = ref false in
  let rec root (e : expr) =
    match e.e with
    | Name n -> roots := Names.add n !roots
    | Field (e, _) | Index (e, _) | Slice (e, _, _) -> root e
    | _ -> ()
  in
  let rec expr (e : expr) =
    (match e.e with
    | Ask _ | Call _ -> suspends := true
    | Resume (c, _, _) -> root c
    | _ -> ());
    List.iter (fun a -> if a.inout then root a.value) (Subterms.args e.e);
    let exprs, stmts = Subterms.of_expr e.e in
    List.iter expr exprs;
    List.iter stmt stmts
  and stmt s =
    (match s.s with
    | Match (e, arms) when List.exists (fun (a : arm) -> match a.body with [ { s = Forward _; _ } ] -> true | _ -> false) arms -> root e
    | Forward (c, lent) ->
        root c;
        List.iter (fun a -> root a.value) (Option.value lent ~default:[]);
        suspends := true
    | Assign (p, _, _) | Push (p, _) | Append (p, _) | Resize (p, _) | Store (_, _, p, _) | Remove (p, _) -> root p
    | _ -> ());
    let exprs, stmts = Subterms.of_stmt s.s in
    List.iter expr exprs;
    List.iter stmt stmts
  in
  List.iter stmt b;
  { roots = !roots; suspends = !suspends }
