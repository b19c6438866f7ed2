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

(* What an answer may be: cases of a union, or bools. *)
let answers env (e : Env.effect_decl) =
  match e.response with
  | Bool -> [ "false"; "true" ]
  | t -> ( match Resolution.cases env t with Some l -> Array.to_list (Array.map fst l) | None -> [])

let the_answer env (e : Env.effect_decl) effect (a : Surface.name) =
  match answers env e with
  | [] -> Diagnostic.fail a.loc "the answer of `%s` is no union and no bool" effect ~help:"leave its case out"
  | all -> (
      match index a.id all with
      | Some tag -> tag
      | None ->
          Diagnostic.fail a.loc "%s has no case `%s`" (Resolution.show env e.response) a.id
            ~help:(Diagnostic.did_you_mean a.id all ~otherwise:("it has " ^ String.concat ", " all)))

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
  let add loc key generals =
    if List.exists (Hashtbl.mem covered) (key :: generals) then
      Diagnostic.fail loc "this never counts: the state says what comes of it before"
        ~help:"remove it, or name the case first";
    Hashtbl.replace covered key ()
  in
  let one (e : Surface.edge) : Program_info.order_edge list =
    let target = target e in
    match e.trigger with
    | On_others _ -> []
    | On_mark n ->
        add n.loc (`Mark n.id) [];
        [ { on = Marked n.id; answer = None; target; edge_at = position n.loc } ]
    | On_ask (path, c, a) ->
        let i = Names.find_effect env p.routine.origin.in_module path in
        if not (List.mem i p.asks) then
          Diagnostic.fail path.base.loc "`%s` does not ask `%s`" p.decl.name.id (name i)
            ~help:"add it to `asks`, or remove it here";
        let case = Option.map (the_case env env.effects.(i) (name i)) c in
        let answer = Option.map (the_answer env env.effects.(i) (name i)) a in
        add path.base.loc (`Ask (i, case, answer)) [ `Ask (i, None, None); `Ask (i, case, None) ];
        [ { on = Asked (i, case); answer; target; edge_at = position path.base.loc } ]
  in
  let spoken = List.concat_map one l in
  let others (e : Surface.edge) : Program_info.order_edge list =
    match e.trigger with
    | On_others loc ->
        add loc `Else [];
        let target = target e in
        List.filter_map
          (fun i ->
            let said answer = Hashtbl.mem covered (`Ask (i, None, answer)) in
            let all = answers env env.effects.(i) in
            if said None || (all <> [] && List.for_all said (List.mapi (fun tag _ -> Some tag) all)) then None
            else
              Some
                ({ on = Asked (i, None); answer = None; target; edge_at = position loc } : Program_info.order_edge))
          p.asks
    | _ -> []
  in
  (* A request has an answer: all that it may be lead somewhere. *)
  let others_too (e : Surface.edge) = match e.trigger with On_others _ -> true | _ -> false in
  let unanswered (e : Surface.edge) =
    match e.trigger with
    | On_ask (path, c, Some _) ->
        let i = Names.find_effect env p.routine.origin.in_module path in
        let case = Option.map (the_case env env.effects.(i) (name i)) c in
        let said answer = Hashtbl.mem covered (`Ask (i, case, answer)) in
        let all = answers env env.effects.(i) in
        let rest = said None || (c = None && List.exists others_too l) in
        let missing = List.filteri (fun tag _ -> not (said (Some tag) || rest)) all in
        let text = name i ^ match c with Some c -> "(" ^ c.id ^ ")" | None -> "" in
        if missing <> [] then
          Diagnostic.fail path.base.loc "the state does not say where `%s` leads if the answer is `%s`" text
            (List.hd missing)
            ~help:(Printf.sprintf "add `%s -> %s`, or behind all cases `%s` for the others" text (List.hd missing) text)
    | _ -> ()
  in
  List.iter unanswered l;
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
