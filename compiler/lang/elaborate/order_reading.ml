(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let index name names =
  let rec go i = function [] -> None | n :: _ when n = name -> Some i | _ :: rest -> go (i + 1) rest in
  go 0 names

let the_case env (e : Env.effect_decl) effect (c : Surface.name) =
  let rec go i = function
    | [] -> Diagnostic.fail c.loc "`%s` has no argument that is a union" effect ~help:"leave the case out"
    | (_, t) :: rest -> (
        match Resolution.cases env t with
        | None -> go (i + 1) rest
        | Some cases -> (
            let names = Array.to_list (Array.map fst cases) in
            match index c.id names with
            | Some tag -> (i, tag)
            | None ->
                Diagnostic.fail c.loc "%s has no case `%s`" (Resolution.show env t) c.id
                  ~help:(Diagnostic.did_you_mean c.id names ~otherwise:("it has " ^ String.concat ", " names))))
  in
  go 0 e.args

let edges env position (p : Env.proc) numbers (here : int) (l : Surface.edge list) =
  let target (e : Surface.edge) =
    match e.target with
    | None -> here
    | Some n -> (
        match Hashtbl.find_opt numbers n.id with
        | Some i -> i
        | None ->
            let names = List.sort compare (List.of_seq (Hashtbl.to_seq_keys numbers)) in
            Diagnostic.fail n.loc "the order of `%s` has no state `%s`" p.decl.name.id n.id
              ~help:(Diagnostic.did_you_mean n.id names ~otherwise:("it has " ^ String.concat ", " names)))
  in
  let name i = env.Env.effects.(i).e_origin.name.id in
  let covered = Hashtbl.create 8 in
  let add loc key general =
    if Hashtbl.mem covered general || Hashtbl.mem covered key then
      Diagnostic.fail loc "this never counts: the state says what comes of it before"
        ~help:"remove it, or name the case first";
    Hashtbl.replace covered key ()
  in
  let one (e : Surface.edge) : Program_info.order_edge list =
    let target = target e in
    match e.trigger with
    | On_others _ -> []
    | On_mark n ->
        add n.loc (`Mark n.id) (`Mark n.id);
        [ { on = Marked n.id; target; edge_at = position n.loc } ]
    | On_ask (path, c) ->
        let i = Names.find_effect env p.routine.origin.in_module path in
        if not (List.mem i p.asks) then
          Diagnostic.fail path.base.loc "`%s` does not ask `%s`" p.decl.name.id (name i)
            ~help:"add it to `asks`, or remove it here";
        let case = Option.map (the_case env env.effects.(i) (name i)) c in
        add path.base.loc (`Ask (i, case)) (`Ask (i, None));
        [ { on = Asked (i, case); target; edge_at = position path.base.loc } ]
  in
  let spoken = List.concat_map one l in
  let others (e : Surface.edge) : Program_info.order_edge list =
    match e.trigger with
    | On_others loc ->
        add loc `Else `Else;
        let target = target e in
        List.filter_map
          (fun i ->
            if Hashtbl.mem covered (`Ask (i, None)) then None
            else Some ({ on = Asked (i, None); target; edge_at = position loc } : Program_info.order_edge))
          p.asks
    | _ -> []
  in
  spoken @ List.concat_map others l

let order env position (p : Env.proc) (o : Surface.order) : Program_info.order =
  Resolution.unique env "state" (List.map fst o.states);
  let numbers = Hashtbl.create 16 in
  List.iteri (fun i ((n : Surface.name), _) -> Hashtbl.replace numbers n.id i) o.states;
  let states =
    List.mapi
      (fun i ((n : Surface.name), l) : Program_info.order_state ->
        { state_name = n.id; state_at = position n.loc; edges = edges env position p numbers i l })
      o.states
  in
  let led = Array.make (List.length states) false in
  let lead i (s : Program_info.order_state) =
    List.iter (fun (e : Program_info.order_edge) -> if e.target <> i then led.(e.target) <- true) s.edges
  in
  List.iteri lead states;
  List.iteri
    (fun i ((n : Surface.name), _) ->
      if i > 0 && not led.(i) then
        Diagnostic.fail n.loc "nothing leads to `%s`" n.id
          ~help:"an order begins in its first state; remove what is never reached")
    o.states;
  { states = Array.of_list states; order_at = position o.order_loc }

(* The marks in what was read, by the numbers of their places. *)
let marks env numbers =
  let found = ref [] in
  let rec stmt (s : Surface.stmt) =
    (match s.s with
    | Mark n -> Option.iter (fun k -> found := (k, n.id) :: !found) (Hashtbl.find_opt numbers (n.loc.file, n.loc.start))
    | _ -> ());
    let exprs, stmts = Subterms.of_stmt s.s in
    List.iter expr exprs;
    List.iter stmt stmts
  and expr (e : Surface.expr) =
    let exprs, stmts = Subterms.of_expr e.e in
    List.iter expr exprs;
    List.iter stmt stmts
  in
  Array.iter (fun (p : Env.proc) -> List.iter stmt p.decl.body) env.Env.procs;
  List.rev !found
