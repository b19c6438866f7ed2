(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Coerce
open Naming
open Typing
module T = Types

type parameter = mode * string * T.t

let argument ctx ((mode, name, ty) : parameter) (a : Surface.arg) () : Evaluation_order.operand =
  let loc = a.value.loc in
  match mode with
  | In ->
      if a.inout then fail loc "the parameter `%s` is not inout" name ~help:"remove `inout`";
      Evaluation_order.cut_out ctx (value_operand ctx a.value ty ())
  | Inout | Lent -> (
      if not a.inout then fail loc "the parameter `%s` is changed by the call" name ~help:"write `inout` before the argument";
      match (ty, a.value.e) with
      | View, Slice (b, lo, hi) ->
          let place, lo, hi = Places.target_slice ctx b lo hi in
          { arg = AInoutSlice (place, lo, hi); ty = View; loc }
      | _ -> (
          let p = Places.target ctx a.value in
          match (ty, p.ty) with
          | View, Bytes _ -> { arg = AInoutSlice (p.place, EInt (W32, Z.zero), ELen (ERead p.place)); ty = View; loc }
          | expected, found when expected = found -> { arg = AInout p.place; ty; loc }
          | expected, found -> mismatch (env ctx) loc ~expected ~found))

let arguments ctx loc name params (args : Surface.arg list) =
  let n = List.length params and given = List.length args in
  if n <> given then
    fail loc "`%s` takes %d argument%s, not %d" name n (if n = 1 then "" else "s") given
      ~help:
        (if n = 0 then "write " ^ name ^ "()"
        else "its parameters: " ^ String.concat ", " (List.map (fun (m, p, t) ->
            (match m with In -> "" | Inout | Lent -> "inout ") ^ p ^ ": " ^ show ctx t) params));
  let locs = List.map (fun (a : Surface.arg) -> a.value.loc) args in
  let elaborated = in_order ctx (List.map2 (argument ctx) params args) in
  let located = List.combine elaborated locs in
  Evaluation_order.check_disjoint ctx located;
  List.combine (Evaluation_order.settle_arguments ctx located) locs

let call_function ctx loc i args : value =
  let p = (env ctx).procs.(i) in
  ignore (need_proc ctx loc "a call");
  Env.intact (env ctx) (Proc i);
  let args = arguments ctx loc p.routine.origin.name.id p.routine.params args in
  let dest = Destination.result_place ctx loc p.routine.returns in
  (* What is required is known where a trapless procedure calls, or it is refused. Elsewhere it is tested. *)
  let knows = match Context.proc ctx with Some caller -> caller.decl.trapless | None -> false in
  let callee = if knows then p.number else p.checked in
  Context.emit ctx
    (Call { callee; call_args = List.map fst args; call_dest = Option.map (fun x -> PVar x) dest });
  Destination.result_value p.routine.returns dest

let call_extern ctx loc i args : value =
  let r = (env ctx).externs.(i) in
  ignore (need_proc ctx loc "a call");
  Env.intact (env ctx) (Extern_fn i);
  let args = arguments ctx loc r.origin.name.id r.params args in
  let dest = Destination.result_place ctx loc r.returns in
  Context.emit ctx (Do (BExtern (i, List.map fst args, Option.map (fun x -> PVar x) dest)));
  Destination.result_value r.returns dest

let own_coroutine ctx loc what =
  let p = need_proc ctx loc what in
  if not p.decl.coroutine then
    fail loc "a function never suspends, so there is no %s in `%s`" what p.routine.origin.name.id
      ~help:"make it a coroutine, or pass it what it needs to know";
  p

(* Numbers of our lent parameters, and their types. *)
let lent_parameters (p : Env.proc) =
  List.filter_map Fun.id
    (List.mapi (fun i (mode, name, t) -> if mode = Lent then Some (i, name, t) else None) p.routine.params)

let ask ctx loc path args : value =
  let own = own_coroutine ctx loc "ask" in
  let i = Names.find_effect (env ctx) (Context.in_module ctx) path in
  let eff = (env ctx).effects.(i) in
  Env.intact (env ctx) (Effect i);
  if not (List.mem i own.asks) then (
    Context.need_signature ctx;
    fail path.base.loc "`%s` does not ask `%s`" own.routine.origin.name.id path.base.id
      ~help:(Printf.sprintf "declare it: coroutine %s(...) asks ..., %s" own.routine.origin.name.id path.base.id));
  let params = List.map (fun (n, t) -> (In, n, t)) eff.args in
  let args = arguments ctx loc path.base.id params args in
  let ask_args = List.map (function AIn e, _ -> e | _ -> assert false) args in
  let dest = Destination.result_place ctx loc eff.response in
  let ask_lent = List.map (fun (i, _, _) -> i) (lent_parameters own) in
  Context.emit ctx (Suspend { ask_effect = i; ask_args; ask_dest = Option.map (fun x -> PVar x) dest; ask_lent });
  Destination.result_value eff.response dest

let call_coroutine ctx loc path args : value =
  let own = own_coroutine ctx loc "call" in
  let m = Context.in_module ctx in
  (match Names.find (env ctx) m path with
  | (Proc i) when not (env ctx).procs.(i).decl.coroutine ->
      fail loc "`%s` is a function" path.base.id ~help:"call it without `call`"
  | _ -> ());
  let i = Names.find_proc (env ctx) m path in
  let p = (env ctx).procs.(i) in
  Env.intact (env ctx) (Proc i);
  Context.need_signature ctx;
  let name = p.routine.origin.name.id in
  List.iter
    (fun e ->
      if not (List.mem e own.asks) then
        let id = Names.qualified (env ctx) (env ctx).effects.(e).e_origin in
        fail loc "`%s` asks `%s`, but `%s` does not pass it on" name id own.routine.origin.name.id
          ~help:(Printf.sprintf "add `%s` to the effects that `%s` asks" id own.routine.origin.name.id))
    p.asks;
  let ours = lent_parameters own and theirs = lent_parameters p in
  if List.map (fun (_, _, t) -> t) ours <> List.map (fun (_, _, t) -> t) theirs then (
    let list l = if l = [] then "none" else String.concat ", " (List.map (fun (_, n, t) -> n ^ ": " ^ show ctx t) l) in
    fail loc "`%s` needs other lent parameters than `%s` has: %s, not %s" name own.routine.origin.name.id (list theirs) (list ours)
      ~help:"a coroutine that is called works on the same lent storage: give both the same lent parameters, in the same order");
  let params = List.filter (fun (mode, _, _) -> mode <> Lent) p.routine.params in
  let args = arguments ctx loc name params args in
  (* Lent parameters are passed on without being written. *)
  let rec weave params lent args =
    match (params, lent, args) with
    | (Lent, _, _) :: params, (x, _, _) :: lent, _ -> (AInout (PVar x), loc) :: weave params lent args
    | _ :: params, _, a :: args -> a :: weave params lent args
    | _ -> []
  in
  let all = weave p.routine.params ours args in
  Evaluation_order.check_disjoint ctx all;
  (* What is lent changes while the callee is suspended: no index may depend on it. *)
  let call_args = Evaluation_order.settle_arguments ctx all in
  let dest = Destination.result_place ctx loc p.routine.returns in
  Context.emit ctx
    (Call { callee = p.number; call_args; call_dest = Option.map (fun x -> PVar x) dest });
  Destination.result_value p.routine.returns dest

let apply ctx loc (f : Surface.expr) args : value =
  let plain_args n what =
    if List.length args <> n then fail loc "`%s` takes %d argument%s" what n (if n = 1 then "" else "s") ~help:(Printf.sprintf "write %s(x)" what);
    List.iter (fun (a : Surface.arg) -> if a.inout then fail a.value.loc "`%s` changes nothing, so its argument is not inout" what ~help:"remove `inout`") args;
    List.map (fun (a : Surface.arg) -> a.value) args
  in
  match (f.e, global ctx f) with
  | Name "len", None when Context.lookup ctx "len" = None -> (
      let arg = List.hd (plain_args 1 "len") in
      let v = infer ctx arg in
      match (v.ty, v.e) with
      | Array (n, _), e ->
          Evaluation_order.must_hold ctx arg.loc v.ty e;
          { e = EInt (W32, Z.of_int n); ty = Int W32 }
      | (Bytes _ | View), EBytes l -> { e = EInt (W32, Z.of_int (List.length l)); ty = Int W32 }
      | (Bytes _ | View), e -> { e = ELen e; ty = Int W32 }
      | t, _ ->
          fail arg.loc "`len` is of bytes and arrays, not of %s" (show ctx t)
            ~help:(match t with Map _ -> "write count(...)" | _ -> "name bytes or an array"))
  | Name "count", None when Context.lookup ctx "count" = None -> (
      let arg = List.hd (plain_args 1 "count") in
      let p = Places.place ctx arg in
      match p.ty with
      | Map _ -> { e = ECount p.place; ty = Int W32 }
      | t ->
          fail arg.loc "`count` is of maps, not of %s" (show ctx t)
            ~help:(match t with Bytes _ | View | Array _ -> "write len(...)" | _ -> "name a map"))
  | _, Some (Proc i) when not (env ctx).procs.(i).decl.coroutine -> call_function ctx loc i args
  | _, Some (Extern_fn i) -> call_extern ctx loc i args
  | _, Some (Proc i) ->
      let id = (env ctx).procs.(i).routine.origin.name.id in
      fail loc "`%s` is a coroutine" id ~help:(Printf.sprintf "run it with `call %s(...)`, or keep it with `start %s(...)`" id id)
  | _, Some (Effect i) ->
      let id = (env ctx).effects.(i).e_origin.name.id in
      fail loc "`%s` is an effect" id ~help:(Printf.sprintf "ask for it: ask %s(...)" id)
  | Field (u, case), None when union_named ctx u <> None -> (
      let ty = Option.get (union_named ctx u) in
      match find_case_here ctx ty case with
      | tag, Some payload -> (
          match args with
          | [ { inout = false; value } ] -> { e = EUnion (coq ctx ty, tag, check ctx value payload); ty }
          | _ -> fail loc "the case `%s` takes one payload, of type %s" case.id (show ctx payload)
            ~help:"several values go into a record")
      | _, None -> fail loc "the case `%s` has no payload" case.id ~help:"write it without parentheses")
  | Name id, Some d -> not_a_value ctx f.loc id d
  | Name id, None when Context.lookup ctx id = None ->
      let m = Context.in_module ctx in
      let known = "len" :: "count" :: Names.visible_names (env ctx) m in
      fail f.loc "no function `%s` is known here" id ~help:(Diagnostic.did_you_mean id known ~otherwise:Names.declare_it)
  | Field ({ e = Name q; loc; _ }, base), None
    when Context.lookup ctx q = None && Names.find_opt (env ctx) (Context.in_module ctx) { qualifier = None; base = { id = q; loc } } = None ->
      ignore (Names.find (env ctx) (Context.in_module ctx) { qualifier = Some { id = q; loc }; base });
      raise Errors.Reported
  | _ -> fail f.loc "this cannot be called" ~help:"only functions can"
