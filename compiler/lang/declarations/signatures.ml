(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Env
open Names
open Resolution
open Representation

(* What leaves for a driver, for C or for another machine is data. *)
let forbid_coroutines env loc what t =
  if coroutines_in env t <> [] then
    Diagnostic.fail loc "%s cannot hold a coroutine (%s)" what (show env t) ~help:"keep it here, and pass what the other side needs to know"

let resolve_signature env m (s : Surface.signature) =
  let param (p : Surface.param) =
    let t = resolve env m ~view:true p.p_ty in
    (p.mode, p.p_name.id, t)
  in
  let result t = resolve env m ~view:false t in
  let names = List.map (fun (p : Surface.param) -> p.p_name) s.params in
  let all f = Errors.guard env.errors (fun () -> Some (f ())) None in
  let distinct = all (fun () -> unique env "parameter" names) in
  let params = all (fun () -> each env param s.params) in
  match (distinct, params, all (fun () -> each env result (Option.to_list s.result))) with
  | Some (), Some params, Some [ result ] -> (params, result)
  | Some (), Some params, Some _ -> (params, Types.Unit)
  | _ -> raise Errors.Reported

let plain_only what (s : Surface.signature) =
  List.iter
    (fun (p : Surface.param) ->
      if p.mode <> In then
        Diagnostic.fail p.p_name.loc "%s has plain parameters only" what ~help:"return the new value as its result")
    s.params

let resolve_routine env what (r : routine) =
  let m = r.origin.in_module in
  let params, returns = resolve_signature env m r.signature in
  r.params <- params;
  r.returns <- returns;
  List.iter
    (fun (p : Surface.param) ->
      if p.mode = Lent && what <> "coroutine" then
        Diagnostic.fail p.p_name.loc "only coroutines have `lent` parameters" ~help:"a function updates its caller's storage through `inout`")
    r.signature.params

let resolve_proc env (p : proc) =
  let what = if p.decl.coroutine then "coroutine" else "function" in
  let signature = Errors.guard env.errors (fun () -> Some (resolve_routine env what p.routine)) None in
  let m = p.routine.origin.in_module in
  p.asks <- each env (find_effect env m) p.decl.asks;
  let seen = Hashtbl.create 8 in
  List.iter2
    (fun e (path : Surface.path) ->
      let base = env.effects.(e).e_origin.name.id in
      if base = "done" then Diagnostic.fail path.base.loc "an effect called `done` cannot be told from the end of the coroutine" ~help:"rename it";
      if Hashtbl.mem seen e then Diagnostic.fail path.base.loc "the effect `%s` is asked twice" base ~help:"name each once";
      Hashtbl.add seen e ())
    p.asks p.decl.asks;
  if signature = None then raise Errors.Reported;
  (match p.decl.requires with
  | e :: _ when not p.decl.trapless ->
      Diagnostic.fail e.loc "`%s` is not trapless, so it cannot require anything" p.routine.origin.name.id
        ~help:"write `trapless fn`, or begin with an `assert`"
  | _ -> ());
  if p.decl.coroutine then
    List.iter2
      (fun (mode, _, t) (s : Surface.param) ->
        if mode = In && t = Types.View then
          Diagnostic.fail s.p_ty.t_loc "a coroutine keeps its parameters across suspensions, so it cannot keep a view"
            ~help:"take bytes<N>, or make it a `lent` parameter")
      p.routine.params p.routine.signature.params

let border_proc env (p : proc) =
  List.iter2
    (fun (mode, _, t) (s : Surface.param) ->
      if mode = Lent then forbid_coroutines env s.p_ty.t_loc "what a driver lends" t)
    p.routine.params p.routine.signature.params

let border_extern env (r : routine) =
  List.iter2
    (fun (_, _, t) (p : Surface.param) -> forbid_coroutines env p.p_ty.t_loc "an argument of an extern function" t)
    r.params r.signature.params;
  Option.iter (fun (t : Surface.ty) -> forbid_coroutines env t.t_loc "the result of an extern function" r.returns) r.signature.result

let resolve_effect env (e : effect_decl) =
  plain_only "an effect" e.e_decl;
  let params, result = resolve_signature env e.e_origin.in_module e.e_decl in
  e.args <- List.map (fun (_, n, t) -> (n, t)) params;
  e.response <- result


let border_effect env (e : effect_decl) =
  List.iter2
    (fun (_, t) (p : Surface.param) -> forbid_coroutines env p.p_ty.t_loc "an effect's argument" t)
    e.args e.e_decl.params;
  Option.iter (fun (t : Surface.ty) -> forbid_coroutines env t.t_loc "an effect's response" e.response) e.e_decl.result

let resolve env =
  let each definition resolve a = Array.iteri (fun i x -> guarded env (definition i) (fun () -> resolve x)) a in
  each (fun i -> Effect i) (resolve_effect env) env.effects;
  each (fun i -> Proc i) (resolve_proc env) env.procs;
  each (fun i -> Extern_fn i) (resolve_routine env "extern function") env.externs;
  finite env;
  let each_intact definition check a =
    Array.iteri (fun i x -> guarded env (definition i) (fun () -> intact env (definition i); check x)) a
  in
  Array.iteri (fun i _ -> guarded env (Type_extern i) (fun () -> ignore (extern_extent env i))) env.extern_types;
  each_intact (fun i -> Effect i) (border_effect env) env.effects;
  each_intact (fun i -> Proc i) (border_proc env) env.procs;
  each_intact (fun i -> Extern_fn i) (border_extern env) env.externs
