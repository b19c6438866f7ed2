(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
module T = Types

let fail = Diagnostic.fail
let env = Context.env
let show ctx t = Resolution.show (env ctx) t

(* Emits nothing outside procedures. *)
let need_proc ctx loc what =
  match Context.proc ctx with
  | Some p -> p
  | None -> fail loc "%s is not a constant expression" what ~help:"constants are computed at compile time, from literals and other constants"

let not_a_value ctx loc id d =
  let help =
    match (d : Env.definition) with
    | Proc i when (env ctx).procs.(i).decl.coroutine ->
        Printf.sprintf "`start %s(...)` makes one, `call %s(...)` runs one" id id
    | Proc _ | Extern_fn _ -> Printf.sprintf "call it: %s(...)" id
    | Effect _ -> Printf.sprintf "ask for it: ask %s(...)" id
    | Type_record _ -> Printf.sprintf "a value is written %s { field: ... }" id
    | Type_union _ -> Printf.sprintf "a value is written %s.case(...)" id
    | _ -> "name a variable or a constant"
  in
  fail loc ~help "`%s` is a%s %s, not a value" id
    (match (Names.describe (env ctx) d).[0] with 'e' -> "n" | _ -> "")
    (Names.describe (env ctx) d)

(* What an expression names at the top level of a module, if it does. *)
let global ctx (e : Surface.expr) : Env.definition option =
  let m = Context.in_module ctx in
  match e.e with
  | Name id when Context.lookup ctx id = None ->
      Names.find_opt (env ctx) m { qualifier = None; base = { id; loc = e.loc } }
  | Field ({ e = Name q; loc; _ }, base)
    when Context.lookup ctx q = None && Hashtbl.mem (env ctx).modules.(m).imports q ->
      Some (Names.find (env ctx) m { qualifier = Some { id = q; loc }; base })
  | _ -> None

(* The union named by an expression, also through an alias. *)
let union_named ctx (e : Surface.expr) =
  match global ctx e with
  | Some (Type_union i) -> Some (T.Union i)
  | Some (Type_alias _) -> (
      let path : Surface.path =
        match e.e with
        | Field ({ e = Name q; loc; _ }, base) -> { qualifier = Some { id = q; loc }; base }
        | Name id -> { qualifier = None; base = { id; loc = e.loc } }
        | _ -> assert false
      in
      match Resolution.resolve (env ctx) (Context.in_module ctx) ~view:true { t = T_name path; t_loc = e.loc; t_depth = 1 } with
      | (Union _ | Option _) as t -> Some t
      | _ -> None)
  | _ -> None

let find_index a f =
  let rec go i = if i >= Array.length a then None else if f a.(i) then Some i else go (i + 1) in
  go 0

let a_few names =
  let n = List.length names in
  let shown = List.filteri (fun i _ -> i < 8) names in
  String.concat ", " shown ^ if n > 8 then Printf.sprintf " and %d more" (n - 8) else ""

let requests ctx coroutine =
  match Resolution.cases (env ctx) (Event coroutine) with
  | Some cases -> List.filter (( <> ) "done") (Array.to_list (Array.map fst cases))
  | None -> []

let request ctx coroutine (path : Surface.path) =
  let env = env ctx and m = Context.in_module ctx in
  let p = env.procs.(coroutine) in
  let called id e = env.Env.effects.(e).e_origin.name.id = id in
  match (List.filter (called path.base.id) p.asks, path.qualifier) with
  | [], _ -> None
  | asked, Some _ ->
      let e = Names.find_effect env m path in
      if List.mem e asked then Some e
      else
        fail path.base.loc "`%s` asks another effect called `%s`" p.routine.origin.name.id path.base.id
          ~help:"name the effect that the coroutine asks"
  | [ e ], None -> Some e
  | several, None -> (
      match Names.find_opt env m path with
      | Some (Effect e) when List.mem e several -> Some e
      | _ ->
          fail path.base.loc "`%s` asks several effects called `%s`" p.routine.origin.name.id path.base.id
            ~help:(Printf.sprintf "tell them apart in a `match`, by their modules: MODULE.%s" path.base.id))

let find_case ctx (ty : T.t) (path : Surface.path) =
  let n = path.base in
  match Resolution.cases (env ctx) ty with
  | None ->
      fail n.loc "%s has no cases" (show ctx ty) ~help:"cases are those of unions, options and events"
  | Some cases -> (
      let called id = find_index cases (fun (id', _) -> id' = id) in
      let found =
        match ty with
        | Event c -> (
            match request ctx c path with
            | Some e -> find_index (Array.of_list (env ctx).procs.(c).asks) (Int.equal e)
            | None -> if path.qualifier = None then called n.id else None)
        | _ when path.qualifier <> None ->
            fail n.loc "the cases of %s are named without a module" (show ctx ty) ~help:"write just the case"
        | _ -> called n.id
      in
      match found with
      | Some i -> (i, snd cases.(i))
      | None ->
          let names = Array.to_list (Array.map fst cases) in
          fail n.loc "%s has no case `%s`" (show ctx ty) n.id
            ~help:(Diagnostic.did_you_mean n.id names ~otherwise:("its cases: " ^ a_few names)))

let find_case_here ctx ty base = find_case ctx ty { qualifier = None; base }

let find_field ctx (ty : T.t) (n : Surface.name) =
  match Resolution.fields (env ctx) ty with
  | None -> None
  | Some fields -> (
      match find_index fields (fun (id, _) -> id = n.id) with
      | Some i -> Some (i, snd fields.(i))
      | None ->
          let names = Array.to_list (Array.map fst fields) in
          let help =
            Diagnostic.did_you_mean n.id names
              ~otherwise:(if names = [] then "it has no fields" else "its fields: " ^ a_few names)
          in
          fail n.loc "%s has no field `%s`" (show ctx ty) n.id ~help)

let variable_read_only ctx x =
  let v = Context.variable ctx x in
  let named = match v.name with Some n -> "`" ^ n ^ "`" | None -> "a temporary value" in
  match v.kind with
  | Parameter In -> Some (named ^ " is a parameter that is not `inout`")
  | Parameter (Inout | Lent) -> None
  | Local -> if v.assignable then None else Some (named ^ " is not declared with `var`")
