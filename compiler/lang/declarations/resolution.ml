(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Env
open Names
module T = Types

let fail = Diagnostic.fail

let rec show env : T.t -> string = function
  | Unit -> "nothing"
  | Bool -> "bool"
  | Int w -> T.width_name w
  | Bytes n -> Printf.sprintf "bytes<%d>" n
  | View -> "bytes"
  | Array (n, t) -> Printf.sprintf "[%s; %d]" (show env t) n
  | Record i -> qualified env env.records.(i).r_origin
  | Union i -> qualified env env.unions.(i).u_origin
  | Option t -> show env t ^ "?"
  | Map (n, k, t) -> Printf.sprintf "map<%s, %s, %d>" (T.width_name k) (show env t) n
  | Extern i -> qualified env env.extern_types.(i).x_origin
  | Coro i -> "coro " ^ qualified env env.procs.(i).routine.origin
  | Event i -> "event " ^ qualified env env.procs.(i).routine.origin
  | Arguments i -> "the arguments of " ^ qualified env env.effects.(i).e_origin

let size env m (e : Surface.expr) =
  match env.evaluate m (Int W32) e with
  | _, CInt z when Z.sign z > 0 -> Z.to_int z
  | _ -> fail e.loc "a size must be at least 1" ~help:"leave out what has no room"

let max_nesting = 200

let rec nested_deeper n (t : T.t) =
  n = 0 || match t with Option t | Array (_, t) | Map (_, _, t) -> nested_deeper (n - 1) t | _ -> false

let type_names = [ "bool"; "u8"; "u16"; "u32"; "u64" ]

let rec resolve env m ~view (t : Surface.ty) : T.t =
  let inner = resolve env m ~view:false in
  match t.t with
  | T_bytes (Some n) -> Bytes (size env m n)
  | T_bytes None ->
      if view then View
      else
        fail t.t_loc "`bytes` without a size is a view of bytes stored elsewhere, and cannot be stored itself"
          ~help:"give it room of its own: bytes<N>"
  | T_array (t, n) ->
      let t = inner t in
      Array (size env m n, t)
  | T_option t -> Option (inner t)
  | T_map (k, v, n) -> (
      match inner k with
      | Int w ->
          let v = inner v in
          Map (size env m n, w, v)
      | other -> fail k.t_loc "a map's keys are integers, not %s" (show env other) ~help:"u8, u16, u32 or u64")
  | T_coro p -> Coro (find_proc env m p)
  | T_event p ->
      let i = find_proc env m p in
      driven_here env t.t_loc i;
      Event i
  | T_name { qualifier = None; base = { id = "bool"; _ } } -> Bool
  | T_name { qualifier = None; base = { id; _ } } when T.width_of_name id <> None ->
      Int (Option.get (T.width_of_name id))
  | T_name p -> (
      let is_type = function
        | Type_record i -> Some (T.Record i)
        | Type_union i -> Some (Union i)
        | Type_extern i -> Some (Extern i)
        | _ -> None
      in
      let d =
        match find_opt env m p with
        | Some d -> d
        | None when p.qualifier = None && (p.base.id = "usize" || p.base.id = "int" || p.base.id = "string") ->
            fail t.t_loc "there is no type `%s`" p.base.id
              ~help:(if p.base.id = "string" then "text is bytes<N>" else "integers are u8, u16, u32 and u64")
        | None when p.qualifier = None ->
            let known = type_names @ candidates env m (fun d -> is_type d <> None || match d with Type_alias _ -> true | _ -> false) in
            fail t.t_loc "there is no type `%s`" p.base.id ~help:(Diagnostic.did_you_mean p.base.id known ~otherwise:declare_it)
        | None -> find env m p
      in
      match d with
      | Type_alias i -> resolve_alias env t.t_loc ~view i
      | Proc i when env.procs.(i).decl.coroutine ->
          fail t.t_loc "`%s` is a coroutine, not a type" p.base.id
            ~help:(Printf.sprintf "the type of a suspended one is `coro %s`" p.base.id)
      | d -> (
          match is_type d with
          | Some t -> t
          | None -> fail t.t_loc "`%s` is %s, not a type" p.base.id (described env d) ~help:"name a type here"))

(* Its requests can be stored in variables. *)
and driven_here env loc i =
  List.iter
    (fun (path : Surface.path) ->
      match find_opt env env.procs.(i).routine.origin.in_module path with
      | Some (Effect e) ->
          let d = env.effects.(e) in
          let takes_view (p : Surface.param) = resolve env d.e_origin.in_module ~view:true p.p_ty = View in
          if List.exists takes_view d.e_decl.params then
            fail loc "`%s` asks `%s`, which takes a view, so only C code can drive it" env.procs.(i).routine.origin.name.id
              path.base.id ~help:"to resume it here, give the effect's argument a size: bytes<N>"
      | _ -> ())
    env.procs.(i).decl.asks

and resolve_alias env loc ~view i =
  let a = env.state.aliases.(i) in
  let t =
    on_demand env a.a_origin a.target (fun () ->
        let t = resolve env a.a_origin.in_module ~view:true a.a_ty in
        (* Here, as the next alias has this one in it: a chain of thousands would be compared and hashed whole. *)
        if nested_deeper max_nesting t then
          fail a.a_ty.t_loc "types are nested more than %d deep" max_nesting ~help:"flatten some of them";
        t)
  in
  if t = View && not view then
    fail loc "`%s` is a view of bytes stored elsewhere, and cannot be stored itself" a.a_origin.name.id
      ~help:"give it room of its own: bytes<N>";
  t

let unique env what names =
  let seen = Hashtbl.create 16 in
  let twice (n : Surface.name) =
    Hashtbl.mem seen n.id
    || (Hashtbl.replace seen n.id ();
        false)
  in
  let report (n : Surface.name) =
    Errors.add env.errors (Diagnostic.make n.loc "the %s `%s` appears twice" what n.id ~help:"rename one of them")
  in
  match List.filter twice names with
  | [] -> ()
  | names -> List.iter report names; raise Errors.Reported

(* Each is computed, so that the mistakes of all are reported. *)
let each env f l =
  let results = List.map (fun x -> Errors.guard env.errors (fun () -> Some (f x)) None) l in
  if List.mem None results then raise Errors.Reported;
  List.filter_map Fun.id results

let fields_of env (r : record) =
  on_demand env r.r_origin r.fields (fun () ->
      unique env "field" (List.map fst r.r_decl);
      let field ((n : Surface.name), t) = (n.id, resolve env r.r_origin.in_module ~view:false t) in
      Array.of_list (each env field r.r_decl))

let cases_of env (u : union) =
  on_demand env u.u_origin u.cases (fun () ->
      unique env "case" (List.map fst u.u_decl);
      if u.u_decl = [] then fail u.u_origin.name.loc "a union has at least one case" ~help:"for a value that says nothing, write one case without payload";
      let case ((n : Surface.name), t) = (n.id, Option.map (resolve env u.u_origin.in_module ~view:false) t) in
      Array.of_list (each env case u.u_decl))

let cases env : T.t -> (string * T.t option) array option = function
  | Union i -> Some (cases_of env env.unions.(i))
  | Option t -> Some [| ("none", None); ("some", Some t) |]
  | Event i ->
      let p = env.procs.(i) in
      intact env (Proc i);
      let asked = Hashtbl.create 17 in
      List.iter (fun e -> Hashtbl.add asked env.effects.(e).e_origin.name.id e) p.asks;
      let called o = match Hashtbl.find_all asked o.name.id with _ :: _ :: _ -> qualified env o | _ -> o.name.id in
      let of_effect e =
        let d = env.effects.(e) in
        intact env (Effect e);
        ( called d.e_origin,
          match d.args with [] -> None | [ (_, t) ] -> Some t | _ -> Some (T.Arguments e) )
      in
      let result = match p.routine.returns with Unit -> None | t -> Some t in
      Some (Array.of_list (List.map of_effect p.asks @ [ ("done", result) ]))
  | _ -> None

let fields env : T.t -> (string * T.t) array option = function
  | Record i -> Some (fields_of env env.records.(i))
  | Arguments i -> Some (Array.of_list env.effects.(i).args)
  | _ -> None

let resolve_types env =
  Array.iteri
    (fun i (a : alias) ->
      Errors.guard env.errors (fun () -> ignore (resolve_alias env a.a_origin.name.loc ~view:true i)) ())
    env.state.aliases;
  Array.iteri (fun i r -> guarded env (Type_record i) (fun () -> ignore (fields_of env r))) env.records;
  Array.iteri (fun i u -> guarded env (Type_union i) (fun () -> ignore (cases_of env u))) env.unions
