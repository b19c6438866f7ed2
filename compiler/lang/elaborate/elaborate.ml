(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax

type positions = { mutable list : Program_info.position list; mutable count : int; numbers : (string * int, int) Hashtbl.t }

let position (m : Modules.t) (loc : Loc.t) : Program_info.position =
  match Hashtbl.find_opt m.sources loc.file with
  | None -> { file = loc.file; line = 1; column = 1 }
  | Some source ->
      let line, column = Source.position source loc.start in
      { file = loc.file; line; column }

let number_position m t (loc : Loc.t) =
  let key = (loc.file, loc.start) in
  match Hashtbl.find_opt t.numbers key with
  | Some n -> n
  | None ->
      let n = t.count in
      Hashtbl.replace t.numbers key n;
      t.list <- position m loc :: t.list;
      t.count <- n + 1;
      n

let name env m (o : Env.origin) : Program_info.name =
  {
    module_name = env.Env.modules.(o.in_module).module_name;
    base = o.name.id;
    defined_at = position m o.name.loc;
  }

let parameters ctx (p : Env.proc) =
  List.iter2
    (fun (mode, id, ty) (s : Surface.param) ->
      let x = Context.fresh ctx ~name:id ~kind:(Parameter mode) s.p_name.loc ty in
      Context.bind ctx s.p_name
        { place = PVar x; bound_ty = Some ty; writable = mode <> In; declared = s.p_name.loc; shows = None })
    p.routine.params p.routine.signature.params

(* Tests what is required, and calls [f] with everything. *)
let in_front ctx (p : Env.proc) f ~ret =
  let test (e : Surface.expr) = Blocks.statement ctx { s = Assert e; s_loc = e.loc; s_depth = 0 } in
  let argument x (mode, _, _) = if mode = In then AIn (ERead (PVar x)) else AInout (PVar x) in
  let (), control =
    Context.capture ctx (fun () ->
        List.iter test p.decl.requires;
        Context.line ctx p.decl.name.loc;
        Context.emit ctx
          (Call { callee = f; call_args = List.mapi argument p.routine.params; call_dest = Some (PVar ret) });
        Context.emit ctx Return)
  in
  control

(* The mistakes in the body of a procedure whose signature has some. *)
let only_mistakes env i =
  let p = env.Env.procs.(i) in
  let ctx = Context.create env ~in_module:p.routine.origin.in_module ~proc:(Some p) ~position:(fun _ -> 0) in
  Context.unsure ctx;
  List.iter (fun (s : Surface.param) -> Binding.poison ctx s.p_name) p.routine.signature.params;
  ignore (Statement.body ctx p ~ret:0)

(* What the flow of facts can make something of: comparisons of sums of integers and lengths, and cases. *)
let rec understood (e : expr) =
  let module Coq = Fairlead_lang_coq.Extracted in
  match e with
  | EAnd (a, b) -> understood a && understood b
  | EIs (PVar _, _) -> true
  | ECompare (op, _, a, b) -> op <> Ne && Coq.linear true a <> None && Coq.linear true b <> None
  | _ -> false

let required env p =
  let ctx = Context.create env ~in_module:p.Env.routine.origin.in_module ~proc:(Some p) ~position:(fun _ -> 0) in
  parameters ctx p;
  let one (e : Surface.expr) =
    let test, before = Context.capture ctx (fun () -> Typing.check ctx e Bool) in
    if not (Context.is_empty before && understood test) then
      Diagnostic.fail e.loc "what is required is not understood"
        ~help:
          "compare sums of parameters that are integers, and of lengths of parameters, with < <= == >= >, and join \
           several with && or commas";
    test
  in
  List.map one p.decl.requires

type part = Itself | In_front of int

let procedure env m positions (i, part) : proc * Program_info.procedure =
  let p = env.Env.procs.(i) in
  let ctx =
    Context.create env ~in_module:p.routine.origin.in_module ~proc:(Some p) ~position:(number_position m positions)
  in
  let coq t = Representation.coq_type env t in
  parameters ctx p;
  let ret = Context.temporary ctx p.decl.name.loc p.routine.returns in
  let control = match part with Itself -> Statement.body ctx p ~ret | In_front f -> in_front ctx p f ~ret in
  let variables = Context.variables ctx in
  let params = List.map (fun (mode, _, t) -> (mode, coq t)) p.routine.params in
  let n = List.length params in
  let locals = Array.to_list (Array.map (fun (v : Context.variable) -> coq v.ty) (Array.sub variables n (Array.length variables - n))) in
  let describe (v : Context.variable) : Program_info.variable =
    { var_name = v.name; var_ty = coq v.ty; var_at = position m v.at }
  in
  ( {
      params; locals; result = coq p.routine.returns; ret; suspends = p.decl.coroutine;
      effects = p.asks;
      body = (if Errors.any env.errors then Skip else Control.lower (Trap_places.restore (Control.reached control)));
    },
    {
      proc_name = name env m p.routine.origin;
      variables = Array.map describe variables;
      ends_at = position m p.decl.closing;
      trapless = p.decl.trapless && part = Itself;
      requires = (if part = Itself then required env p else []);
      order = (if part = Itself then Option.map (Order_reading.order env (position m) p) p.decl.order else None);
      checks = (match part with Itself -> None | In_front f -> Some f);
    } )

let type_info env m (t : Types.t) : Program_info.type_info =
  let made_up base : Program_info.name = { module_name = ""; base; defined_at = position m Loc.none } in
  let of_origin suffix o = let n = name env m o in { n with base = n.base ^ suffix } in
  let type_name, (kind : Program_info.type_kind) =
    match t with
    | Record i -> (name env m env.Env.records.(i).r_origin, Record)
    | Union i -> (name env m env.unions.(i).u_origin, Union)
    | Option _ -> (made_up (Resolution.show env t), Option)
    | Event i -> (of_origin "_event" env.procs.(i).routine.origin, Event env.procs.(i).number)
    | Arguments i -> (of_origin "_arguments" env.effects.(i).e_origin, Arguments i)
    | _ -> (made_up "unit", Unit)
  in
  let members, has_payload =
    match (Resolution.fields env t, Resolution.cases env t) with
    | Some fields, _ -> (Array.map fst fields, Array.map (fun _ -> true) fields)
    | _, Some cases -> (Array.map fst cases, Array.map (fun (_, p) -> p <> None) cases)
    | _ -> ([||], [||])
  in
  { type_name; kind; members; has_payload; representation = Representation.coq_type env t }

let routine_args (r : Env.routine) = Array.of_list (List.map (fun (_, n, _) -> n) r.params)

let assemble env m positions procs : Program_info.t =
  let coq t = Representation.coq_type env t in
  let effs =
    Array.map (fun (e : Env.effect_decl) -> { eff_args = List.map (fun (_, t) -> coq t) e.args; eff_result = coq e.response }) env.Env.effects
  in
  let externs =
    Array.map
      (fun (r : Env.routine) -> { ext_params = List.map (fun (mode, _, t) -> (mode, coq t)) r.params; ext_result = coq r.returns })
      env.externs
  in
  let tables = Constants.tables env in
  let told i (c : Env.constant) =
    match Constants.value env i with
    | ((Int _ | Bool | Bytes _ | View | Array (_, Int _)) as t), value -> [ (name env m c.c_origin, coq t, value) ]
    | _ -> []
  in
  let program =
    {
      procs = List.map fst procs;
      effs = Array.to_list effs;
      consts = List.map (fun (_, t, c) -> (coq t, c)) tables;
      externs = Array.to_list externs;
      extern_types = List.init (Array.length env.extern_types) (fun i ->
            let bytes, align = Representation.extern_extent env i in
            (Z.of_int bytes, Z.of_int align));
    }
  in
  {
    program;
    procedures = Array.of_list (List.map snd procs);
    types = Array.of_list (List.map (type_info env m) (Representation.named_types env));
    effects =
      Array.map
        (fun (e : Env.effect_decl) : Program_info.effect_info ->
          { effect_name = name env m e.e_origin; effect_args = Array.of_list (List.map fst e.args) })
        env.effects;
    externs =
      Array.map
        (fun (r : Env.routine) : Program_info.extern_info ->
          { extern_name = name env m r.origin; symbol = r.origin.name.id; extern_args = routine_args r })
        env.externs;
    extern_types = Array.map (fun (x : Env.extern_type) -> name env m x.x_origin) env.extern_types;
    told = Array.of_list (List.concat (Array.to_list (Array.mapi told env.constants)));
    constants = Array.of_list (List.map (fun (o, _, _) -> Option.map (name env m) o) tables);
    positions = Array.of_list (List.rev positions.list);
    marks = Order_reading.marks env positions.numbers;
    files = Array.to_list (Array.map (fun (u : Env.unit_) -> u.file) m.units);
  }

let program errors (m : Modules.t) =
  let env = Env.create errors m.units in
  env.evaluate <- Expression.evaluate env;
  Resolution.resolve_types env;
  Signatures.resolve env;
  Constants.evaluate_all env;
  let order = Call_order.sort env in
  let positions = { list = []; count = 0; numbers = Hashtbl.create 256 } in
  let one k i =
    let p = env.procs.(i) in
    let name = p.routine.origin.name in
    let part = if k = p.number then Itself else In_front p.number in
    Errors.guard errors
      (fun () ->
        (try Env.intact env (Proc i) with Errors.Reported -> only_mistakes env i; raise Errors.Reported);
        match procedure env m positions (i, part) with
        | p -> Some p
        | exception Diagnostic.Error d when d.loc = Loc.none -> raise (Diagnostic.Error { d with loc = name.loc })
        | exception (Stack_overflow | Out_of_memory) ->
            Diagnostic.fail name.loc "`%s` is too large, or too deeply nested" name.id ~help:"split it")
      None
  in
  let procs = List.filter_map Fun.id (List.mapi one (Array.to_list order)) in
  if Errors.any errors then None else Some (assemble env m positions procs)
