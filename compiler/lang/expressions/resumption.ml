(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Coerce
open Naming
open Typing

let start ctx loc path args : value =
  ignore (need_proc ctx loc "start");
  let i = Names.find_proc (env ctx) (Context.in_module ctx) path in
  let p = (env ctx).procs.(i) in
  Env.intact (env ctx) (Proc i);
  List.iter
    (fun (mode, n, _) ->
      if mode = Inout then
        fail loc "`%s` has an inout parameter `%s`, so it can only be called" path.base.id n
          ~help:"a coroutine that is kept owns all it uses: pass a value, or lend storage with each resume")
    p.routine.params;
  let params = List.filter (fun (mode, _, _) -> mode <> Lent) p.routine.params in
  let args = Calls.arguments ctx loc path.base.id params args in
  { e = ECoro (p.number, List.map (function AIn e, _ -> e | _ -> assert false) args); ty = Coro i }

let resume ctx loc (c : Surface.expr) lending answer : value =
  ignore (need_proc ctx loc "resume");
  let child = Places.target ctx c in
  let i = match child.ty with Coro i -> i | t -> fail c.loc "`resume` takes a coroutine, not %s" (show ctx t) ~help:"make one with `start`" in
  let p = (env ctx).procs.(i) in
  Env.intact (env ctx) (Proc i);
  Resolution.driven_here (env ctx) loc i;
  let name = p.routine.origin.name.id in
  let lent = List.map (fun (_, n, t) -> (Lent, n, t)) (Calls.lent_parameters p) in
  let lending = Option.value ~default:[] lending in
  if List.length lending <> List.length lent then
    fail loc "`%s` is lent %d place%s with each resume, not %d" name (List.length lent)
      (if List.length lent = 1 then "" else "s")
      (List.length lending)
      ~help:
        (if lent = [] then "remove `lending`"
        else "write: lending (" ^ String.concat ", " (List.map (fun (_, n, t) -> Printf.sprintf "inout %s /* %s */" n (show ctx t)) lent) ^ ")");
  let reply =
    Option.map
      (fun ((path : Surface.path), (args : Surface.arg list)) ->
        let e =
          match request ctx i path with
          | Some e -> e
          | None ->
              let names = requests ctx i in
              let help =
                Diagnostic.did_you_mean path.base.id names
                  ~otherwise:(if names = [] then "it asks nothing" else "it asks: " ^ String.concat ", " names)
              in
              fail path.base.loc "`%s` never asks `%s`" name path.base.id ~help
        in
        let response = (env ctx).effects.(e).response in
        match (response, args) with
        | Unit, [] -> (e, None)
        | Unit, _ -> fail path.base.loc "`%s` is answered with nothing" path.base.id ~help:(Printf.sprintf "write: with %s()" path.base.id)
        | t, [ { inout = false; value } ] -> (e, Some (value, t))
        | t, _ -> fail path.base.loc "`%s` is answered with one value, of type %s" path.base.id (show ctx t)
              ~help:(Printf.sprintf "write: with %s(VALUE)" path.base.id))
      answer
  in
  let child_operand () : Evaluation_order.operand = { arg = AInout child.place; ty = child.ty; loc = c.loc } in
  let reply_operand = match reply with Some (_, Some (value, t)) -> [ value_operand ctx value t ] | _ -> [] in
  let operands = (child_operand :: List.map2 (Calls.argument ctx) lent lending) @ reply_operand in
  let elaborated = Evaluation_order.in_order ctx operands in
  let locs = (c.loc :: List.map (fun (a : Surface.arg) -> a.value.loc) lending) @ List.map (fun _ -> loc) reply_operand in
  let located = List.combine elaborated locs in
  Evaluation_order.check_disjoint ctx located;
  match Evaluation_order.settle_arguments ctx located with
  | AInout place :: rest ->
      let n = List.length lent in
      let lend = List.filteri (fun k _ -> k < n) rest in
      let value = match List.filteri (fun k _ -> k >= n) rest with [ AIn e ] -> Some e | _ -> None in
      let event = Context.temporary ctx loc (Event i) in
      let reply = Option.map (fun (e, _) -> (e, value)) reply in
      Context.emit ctx (Resume { child = place; child_proc = p.number; reply; lend; event = PVar event });
      { e = ERead (PVar event); ty = Event i }
  | _ -> assert false
