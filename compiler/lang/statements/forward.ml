(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Surface
open Typing

let forwards (a : arm) = match a.body with [ { s = Forward (c, lent); s_loc; _ } ] -> Some (c, lent, s_loc) | _ -> None

(* It is written to as well as read. *)
let rec is_plain (e : expr) =
  match e.e with
  | Name _ | Int _ -> true
  | Field (e, _) | Cast (e, _, _) -> is_plain e
  | Index (a, b) | Binary (_, _, a, b) -> is_plain a && is_plain b
  | _ -> false

let rec names (e : expr) = match e.e with Name n -> [ n ] | _ -> List.concat_map names (Subterms.expressions e.e)

(* As our own list of effects names it. *)
let path_of ctx (own : Env.proc) effect loc : path option =
  let is_it p = Names.find_effect (env ctx) (Context.in_module ctx) p = effect in
  let at (n : name) = { n with loc } in
  Option.map (fun p -> { qualifier = Option.map at p.qualifier; base = at p.base }) (List.find_opt is_it own.decl.asks)

let arm ctx own matched (child : expr) lent ~stands loc effect : arm =
  let eff = (env ctx).effects.(effect) in
  let id = eff.e_origin.name.id in
  let path =
    match path_of ctx own effect loc with
    | Some p -> p
    | None ->
        fail loc "`%s` cannot be passed on: `%s` does not ask it" id own.routine.origin.name.id
          ~help:(Printf.sprintf "give `%s` an arm of its own, or declare: coroutine %s(...) asks ..., %s" id own.routine.origin.name.id id)
  in
  let taken = List.concat_map names (matched :: child :: List.map (fun a -> a.value) (Option.value lent ~default:[])) in
  let rec unused n = if List.mem n taken then unused (n ^ "_") else n in
  let binders = List.map (fun (n, _) -> ({ id = unused n; loc } : name)) eff.args in
  let expr e : expr = { e; loc; depth = 1 } in
  let stmt s = { s; s_loc = stands; s_depth = 1 } in
  let given value = { inout = false; value } in
  let ask = expr (Ask (path, List.map (fun (n : name) -> given (expr (Name n.id))) binders)) in
  let resume answer = stmt (Assign (matched, None, { (expr (Resume (child, lent, Some (path, answer)))) with loc = child.loc })) in
  let body = if eff.response = Unit then [ stmt (Expr ask); resume [] ] else [ resume [ given ask ] ] in
  { patterns = [ P_case (path, binders) ]; body; arm_loc = loc }

let requests ctx coroutine (arms : arm list) (a : arm) loc =
  let p = (env ctx).procs.(coroutine) in
  let means e = function P_case (q, _) -> ( try Naming.request ctx coroutine q = Some e with Diagnostic.Error _ | Errors.Reported -> false) | P_int _ -> false in
  let mentioned e (b : arm) = List.exists (means e) b.patterns in
  match a.patterns with
  | [] -> (
      match List.filter (fun e -> not (List.exists (mentioned e) arms)) p.asks with
      | [] -> fail a.arm_loc "every request has an arm already" ~help:"remove this one"
      | rest -> List.map (fun e -> (e, loc)) rest)
  | patterns ->
      List.map
        (function
          | P_int (_, _, loc) -> fail loc "this is not a request" ~help:"name a case"
          | P_case (q, _ :: _) -> fail q.base.loc "what is passed on needs no names" ~help:(Printf.sprintf "write: %s => forward ..." q.base.id)
          | P_case (q, []) -> (
              match Naming.request ctx coroutine q with
              | Some e -> (e, q.base.loc)
              | None when q.base.id = "done" -> fail q.base.loc "`done` is no request: there is nothing to pass on" ~help:"give it an arm of its own: done { ... }"
              | None ->
                  fail q.base.loc "`%s` never asks `%s`" p.routine.origin.name.id q.base.id
                    ~help:(Diagnostic.did_you_mean q.base.id (Naming.requests ctx coroutine) ~otherwise:"name requests of the coroutine")))
        patterns

let expand ctx (matched : expr) ty arms =
  match (List.find_map forwards arms, (ty : Types.t)) with
  | None, _ -> arms
  | Some _, Event coroutine ->
      let own =
        match Context.proc ctx with
        | Some p when p.decl.coroutine -> p
        | _ -> fail matched.loc "a function never suspends, so it cannot pass requests on" ~help:"make it a coroutine"
      in
      if not (is_plain matched) then
        fail matched.loc "what the coroutine does next has no place to go to" ~help:"match a variable: var step: event ... = resume ...; match step { ... }";
      List.concat_map
        (fun a ->
          match forwards a with
          | None -> [ a ]
          | Some (child, lent, loc) -> List.map (fun (e, at) -> arm ctx own matched child lent ~stands:loc at e) (requests ctx coroutine arms a loc))
        arms
  | Some (_, _, loc), t -> fail loc "only requests of a coroutine can be passed on, not cases of %s" (show ctx t) ~help:"match an event: what `resume` gives"
