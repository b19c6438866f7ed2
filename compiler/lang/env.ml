open Fairlead_lang_coq.Syntax
module T = Types

type definition =
  | Type_record of int
  | Type_union of int
  | Type_alias of int
  | Type_extern of int
  | Const of int
  | Effect of int
  | Proc of int
  | Extern_fn of int

type origin = { name : Surface.name; in_module : int }
(* What is computed on demand, so that order of declaration does not matter. *)
type 'a on_demand = Pending | Busy | Known of 'a | Failed

type extern_type = { x_origin : origin; x_size : Surface.expr; x_align : Surface.expr }

type record = { r_origin : origin; r_decl : (Surface.name * Surface.ty) list; mutable fields : (string * T.t) array on_demand }

type union = {
  u_origin : origin;
  u_decl : (Surface.name * Surface.ty option) list;
  mutable cases : (string * T.t option) array on_demand;
}

type effect_decl = {
  e_origin : origin;
  e_decl : Surface.signature;
  mutable args : (string * T.t) list;
  mutable response : T.t;
}

type routine = {
  origin : origin;
  signature : Surface.signature;
  mutable params : (mode * string * T.t) list;
  mutable returns : T.t;
}

type proc = { routine : routine; decl : Surface.procedure; mutable asks : int list; mutable number : int }

type constant = {
  c_origin : origin;
  c_ty : Surface.ty;
  c_expr : Surface.expr;
  mutable value : (T.t * const) on_demand;
  mutable table : int option;
}

type alias = { a_origin : origin; a_ty : Surface.ty; mutable target : T.t on_demand }

type t = {
  modules : modul array;
  records : record array;
  unions : union array;
  effects : effect_decl array;
  procs : proc array;
  externs : routine array;
  constants : constant array;
  extern_types : extern_type array;
  errors : Errors.t;
  mutable evaluate : int -> T.t -> Surface.expr -> T.t * const;
  state : state;
}

and modul = {
  module_name : string;
  path : string;
  imports : (string, int) Hashtbl.t;
  definitions : (string, definition) Hashtbl.t;
}

and state = {
  aliases : alias array;
  coq_types : (T.t, ty) Hashtbl.t;
  numbers : (T.t, int) Hashtbl.t;
  mutable named : T.t list;  (* last number first *)
  sizes : (T.t, Z.t) Hashtbl.t;
  mutable tables : (origin option * T.t * const) list;  (* last first *)
  mutable table_count : int;
  table_values : (int, T.t * const) Hashtbl.t;
  mutable chain : int;  (* definitions being resolved on demand *)
  mutable nesting : int;  (* of the type being translated *)
  literals : (const, int) Hashtbl.t;
  held : (T.t, int list) Hashtbl.t;
  broken : (definition, unit) Hashtbl.t;  (* what could not be resolved, and has been reported *)
}

type unit_ = { file : string; unique_name : string; decls : Surface.decl list; import_of : (Surface.name * int) list }

let fail = Diagnostic.fail

(* --- Names --- *)

let origin env = function
  | Type_record i -> env.records.(i).r_origin
  | Type_union i -> env.unions.(i).u_origin
  | Type_alias i -> env.state.aliases.(i).a_origin
  | Type_extern i -> env.extern_types.(i).x_origin
  | Const i -> env.constants.(i).c_origin
  | Effect i -> env.effects.(i).e_origin
  | Proc i -> env.procs.(i).routine.origin
  | Extern_fn i -> env.externs.(i).origin

let describe env = function
  | Type_record _ -> "record"
  | Type_union _ -> "union"
  | Type_alias _ -> "type"
  | Type_extern _ -> "extern type"
  | Const _ -> "constant"
  | Effect _ -> "effect"
  | Proc i -> if env.procs.(i).decl.coroutine then "coroutine" else "function"
  | Extern_fn _ -> "extern function"

let qualified env o =
  let m = env.modules.(o.in_module).module_name in
  if m = "" then o.name.id else m ^ "." ^ o.name.id

let keys table = Hashtbl.fold (fun k _ l -> k :: l) table []

let visible_names env m =
  let modul = env.modules.(m) in
  keys modul.definitions @ keys modul.imports

let find_opt env m (path : Surface.path) =
  match path.qualifier with
  | None -> Hashtbl.find_opt env.modules.(m).definitions path.base.id
  | Some q -> (
      match Hashtbl.find_opt env.modules.(m).imports q.id with
      | None -> None
      | Some m -> Hashtbl.find_opt env.modules.(m).definitions path.base.id)

let declare_it = "declare it, or import the file that does"

let find env m (path : Surface.path) =
  match find_opt env m path with
  | Some d -> d
  | None -> (
      match path.qualifier with
      | None ->
          fail path.base.loc "nothing called `%s` is known here" path.base.id
            ~help:(Diagnostic.did_you_mean path.base.id (visible_names env m) ~otherwise:declare_it)
      | Some q -> (
          match Hashtbl.find_opt env.modules.(m).imports q.id with
          | None ->
              let imports = keys env.modules.(m).imports in
              fail q.loc "no module `%s` is imported here" q.id
                ~help:(Diagnostic.did_you_mean q.id imports ~otherwise:(Printf.sprintf "import it first: import \"%s.fl\";" q.id))
          | Some other ->
              fail path.base.loc "module `%s` has nothing called `%s`" q.id path.base.id
                ~help:
                  (Diagnostic.did_you_mean path.base.id (keys env.modules.(other).definitions)
                     ~otherwise:(Printf.sprintf "define it in %s" env.modules.(other).path))))

let candidates env m wanted =
  Hashtbl.fold (fun k d l -> if wanted d then k :: l else l) env.modules.(m).definitions []

(* Looks for one kind of definition and says what was found instead. *)
let find_kind env m (path : Surface.path) kind select =
  let d = find env m path in
  match select d with
  | Some i -> i
  | None ->
      let help =
        Diagnostic.did_you_mean path.base.id
          (candidates env m (fun d -> select d <> None))
          ~otherwise:(Printf.sprintf "name the %s that is meant" kind)
      in
      fail path.base.loc ~help "`%s` is a%s %s, not a%s %s" path.base.id
        (if (describe env d).[0] = 'e' then "n" else "")
        (describe env d)
        (if kind = "effect" then "n" else "")
        kind

let find_proc env m path =
  find_kind env m path "coroutine" (function Proc i when env.procs.(i).decl.coroutine -> Some i | _ -> None)

let find_effect env m path = find_kind env m path "effect" (function Effect i -> Some i | _ -> None)

(* --- Types --- *)

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

let type_names = [ "bool"; "u8"; "u16"; "u32"; "u64" ]

(* Definitions that lead to each other on demand, one inside the other. *)
let max_chain = 1000

let on_demand env value set (origin : origin) compute =
  match value with
  | Known x -> x
  | Failed -> raise Errors.Reported
  | Busy -> fail origin.name.loc "the definition of `%s` depends on itself" origin.name.id
        ~help:"break the circle: one of the definitions in it must not use the others"
  | Pending -> (
      let level = env.state.chain in
      if level > max_chain then
        fail origin.name.loc "more than %d definitions depend on each other one after the other" max_chain
          ~help:"declare some of them before they are used";
      set Busy;
      env.state.chain <- level + 1;
      match compute () with
      | x -> env.state.chain <- level; set (Known x); x
      | exception e -> env.state.chain <- level; set Failed; raise e)

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
          | None -> fail t.t_loc "`%s` is a %s, not a type" p.base.id (describe env d) ~help:"name a type here"))

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
    on_demand env a.target (fun s -> a.target <- s) a.a_origin (fun () ->
        resolve env a.a_origin.in_module ~view:true a.a_ty)
  in
  if t = View && not view then
    fail loc "`%s` is a view of bytes stored elsewhere, and cannot be stored itself" a.a_origin.name.id
      ~help:"give it room of its own: bytes<N>";
  t

let unique what names =
  let seen = Hashtbl.create 16 in
  List.iter
    (fun (n : Surface.name) ->
      if Hashtbl.mem seen n.id then fail n.loc "the %s `%s` appears twice" what n.id ~help:"rename one of them";
      Hashtbl.replace seen n.id ())
    names

let intact env d = if Hashtbl.mem env.state.broken d then raise Errors.Reported

let fields_of env (r : record) =
  on_demand env r.fields (fun s -> r.fields <- s) r.r_origin (fun () ->
      unique "field" (List.map fst r.r_decl);
      let field ((n : Surface.name), t) = (n.id, resolve env r.r_origin.in_module ~view:false t) in
      Array.of_list (List.map field r.r_decl))

let cases_of env (u : union) =
  on_demand env u.cases (fun s -> u.cases <- s) u.u_origin (fun () ->
      unique "case" (List.map fst u.u_decl);
      if u.u_decl = [] then fail u.u_origin.name.loc "a union has at least one case" ~help:"for a value that says nothing, write one case without payload";
      let case ((n : Surface.name), t) = (n.id, Option.map (resolve env u.u_origin.in_module ~view:false) t) in
      Array.of_list (List.map case u.u_decl))

let cases env : T.t -> (string * T.t option) array option = function
  | Union i -> Some (cases_of env env.unions.(i))
  | Option t -> Some [| ("none", None); ("some", Some t) |]
  | Event i ->
      let p = env.procs.(i) in
      intact env (Proc i);
      let of_effect e =
        let d = env.effects.(e) in
        intact env (Effect e);
        ( d.e_origin.name.id,
          match d.args with [] -> None | [ (_, t) ] -> Some t | _ -> Some (T.Arguments e) )
      in
      let result = match p.routine.returns with Unit -> None | t -> Some t in
      Some (Array.of_list (List.map of_effect p.asks @ [ ("done", result) ]))
  | _ -> None

let fields env : T.t -> (string * T.t) array option = function
  | Record i -> Some (fields_of env env.records.(i))
  | Arguments i -> Some (Array.of_list env.effects.(i).args)
  | _ -> None

let number env t =
  match Hashtbl.find_opt env.state.numbers t with
  | Some n -> n
  | None ->
      let n = 1 + List.length env.state.named in
      Hashtbl.add env.state.numbers t n;
      env.state.named <- t :: env.state.named;
      n

let named_types env = T.Unit :: List.rev env.state.named

(* The largest type, in bytes, padding and coroutine frames not counted; every leaf counts at least
   one, so this bounds the size of the type as a tree. *)
let max_type_size = Z.shift_left Z.one 31

let max_nesting = 200

let type_loc env : T.t -> Loc.t = function
  | Record i -> env.records.(i).r_origin.name.loc
  | Union i -> env.unions.(i).u_origin.name.loc
  | Event i -> env.procs.(i).routine.origin.name.loc
  | Arguments i -> env.effects.(i).e_origin.name.loc
  | _ -> Loc.none

(* Every type has a fixed size: no record, union or event contains itself. *)
let check_finite env =
  let finished = Hashtbl.create 64 in
  let rec visit chain (t : T.t) =
    if not (Hashtbl.mem finished t) then (
      if List.mem t chain then (
        let rec until = function [] -> [] | x :: l -> if x = t then [ x ] else x :: until l in
        let named = List.filter (fun t -> type_loc env t <> Loc.none) (until chain) in
        let shown = List.rev_map (show env) named in
        let first = List.nth named (List.length named - 1) in
        fail (type_loc env first) "%s contains itself: %s" (List.hd shown)
          (String.concat " -> " (shown @ [ List.hd shown ]))
          ~help:"a value has a fixed size; keep the items in an array or map and refer to them by index");
      if List.compare_length_with chain max_nesting > 0 then
        fail (type_loc env t) "types are nested more than %d deep" max_nesting ~help:"flatten some of them";
      let chain = t :: chain in
      (match (t, fields env t, cases env t) with
      | (Array (_, t) | Map (_, _, t)), _, _ -> visit chain t
      | _, Some fields, _ -> Array.iter (fun (_, t) -> visit chain t) fields
      | _, _, Some cases -> Array.iter (fun (_, t) -> Option.iter (visit chain) t) cases
      | _ -> ());
      Hashtbl.replace finished t ())
  in
  let roots name a = Array.iteri (fun i _ -> visit [] (name i)) a in
  roots (fun i -> T.Record i) env.records;
  roots (fun i -> T.Union i) env.unions;
  Array.iteri (fun i p -> if p.decl.coroutine then visit [] (T.Event i)) env.procs

(* Constants in the sizes of types are evaluated before [check_finite] has run. *)
let nested env t f =
  let level = env.state.nesting in
  if level > 3 * max_nesting then
    fail (type_loc env t) "the type %s contains itself" (show env t)
      ~help:"a value has a fixed size; keep the items in an array or map and refer to them by index";
  env.state.nesting <- level + 1;
  Fun.protect f ~finally:(fun () -> env.state.nesting <- level)

let extern_extent env i =
  let x = env.extern_types.(i) in
  let m = x.x_origin.in_module in
  let bytes = size env m x.x_size and align = size env m x.x_align in
  if align > 64 || align land (align - 1) <> 0 then
    fail x.x_align.loc "an alignment is 1, 2, 4, 8, 16, 32 or 64" ~help:"that of the C type: _Alignof(T)";
  if bytes mod align <> 0 then
    fail x.x_size.loc "%d is not a multiple of the alignment" bytes ~help:"the size of the C type is sizeof(T)";
  (bytes, align)

let rec coq_type env (t : T.t) : ty =
  match t with
  | Bool -> TBool
  | Int w -> TInt w
  | View -> TView
  | Unit -> TRecord (0, [])
  | Bytes n -> TBytes (Z.of_int n)
  | Extern i -> TExtern i
  | Coro i -> TCoro env.procs.(i).number
  | _ -> (
      match Hashtbl.find_opt env.state.coq_types t with
      | Some c -> c
      | None ->
          nested env t @@ fun () ->
          if Z.gt (byte_size env t) max_type_size then
            fail (type_loc env t) "the type %s takes more than 2 GiB" (show env t) ~help:"reduce its capacities";
          let c =
            try compound env t
            with Diagnostic.Error d when d.loc = Loc.none -> raise (Diagnostic.Error { d with loc = type_loc env t })
          in
          Hashtbl.replace env.state.coq_types t c;
          c)

and compound env t =
  let payload = function None -> TRecord (0, []) | Some t -> coq_type env t in
  match (t, fields env t, cases env t) with
  | Array (n, t), _, _ -> TArray (Z.of_int n, coq_type env t)
  | Map (n, k, t), _, _ -> TMap (Z.of_int n, k, coq_type env t)
  | _, Some fields, _ ->
      let parts = Array.to_list (Array.map (fun (_, t) -> coq_type env t) fields) in
      TRecord (number env t, parts)
  | _, _, Some cases ->
      let parts = Array.to_list (Array.map (fun (_, t) -> payload t) cases) in
      TUnion (number env t, parts)
  | _ -> coq_type env t

(* Only of types whose parts are known to be finite. *)
and byte_size env (t : T.t) =
  match Hashtbl.find_opt env.state.sizes t with
  | Some z -> z
  | None ->
      nested env t @@ fun () ->
      let sum l = Array.fold_left Z.add Z.one l in
      let z =
        match (t, fields env t, cases env t) with
        | Int w, _, _ -> Z.of_int (T.bits w / 8)
        | Extern i, _, _ -> Z.of_int (fst (extern_extent env i))
        | Bytes n, _, _ -> Z.of_int (n + 4)
        | Array (n, t), _, _ -> Z.mul (Z.of_int n) (byte_size env t)
        | Map (n, _, t), _, _ -> Z.mul (Z.of_int n) (Z.add (Z.of_int 8) (byte_size env t))
        | _, Some fields, _ -> sum (Array.map (fun (_, t) -> byte_size env t) fields)
        | _, _, Some cases -> sum (Array.map (function _, None -> Z.one | _, Some t -> byte_size env t) cases)
        | _ -> Z.one
      in
      Hashtbl.replace env.state.sizes t z;
      z

let coroutines_in env t =
  let rec go (t : T.t) =
    match Hashtbl.find_opt env.state.held t with
    | Some l -> l
    | None ->
        (* Breaks cycles, which are reported elsewhere. *)
        Hashtbl.replace env.state.held t [];
        let parts =
          match (t, fields env t, cases env t) with
          | Coro i, _, _ -> [ i ]
          | (Array (_, t) | Map (_, _, t)), _, _ -> go t
          | _, Some fields, _ -> List.concat_map (fun (_, t) -> go t) (Array.to_list fields)
          | _, _, Some cases ->
              List.concat_map (function _, None -> [] | _, Some t -> go t) (Array.to_list cases)
          | _ -> []
        in
        let l = List.sort_uniq compare parts in
        Hashtbl.replace env.state.held t l;
        l
  in
  go t

(* --- Constants --- *)

let constant env i =
  let c = env.constants.(i) in
  on_demand env c.value (fun s -> c.value <- s) c.c_origin (fun () ->
      let m = c.c_origin.in_module in
      env.evaluate m (resolve env m ~view:true c.c_ty) c.c_expr)

let evaluate_constants env =
  Array.iteri
    (fun i _ -> Errors.guard env.errors (fun () -> ignore (constant env i)) ())
    env.constants

let new_table env ((_, t, value) as entry) =
  let n = env.state.table_count in
  Hashtbl.replace env.state.table_values n (t, value);
  env.state.table_count <- n + 1;
  env.state.tables <- entry :: env.state.tables;
  n

let table env i =
  let c = env.constants.(i) in
  match c.table with
  | Some n -> n
  | None ->
      let t, v = constant env i in
      let n = new_table env (Some c.c_origin, t, v) in
      c.table <- Some n;
      n

let anonymous_table env t v =
  match Hashtbl.find_opt env.state.literals v with
  | Some n -> n
  | None ->
      let n = new_table env (None, t, v) in
      Hashtbl.add env.state.literals v n;
      n

let table_type env n = fst (Hashtbl.find env.state.table_values n)
let table_value env n = snd (Hashtbl.find env.state.table_values n)
let tables env = List.rev env.state.tables

(* --- Declarations --- *)

let reserved = [ "bool"; "u8"; "u16"; "u32"; "u64"; "len"; "count"; "_" ]

let forbid_coroutines env loc what t =
  if coroutines_in env t <> [] then
    fail loc "%s cannot hold a coroutine (%s)" what (show env t) ~help:"keep it here, and pass what the other side needs to know"

let resolve_signature env m ~result_view (s : Surface.signature) =
  let param (p : Surface.param) =
    let t = resolve env m ~view:true p.p_ty in
    (p.mode, p.p_name.id, t)
  in
  unique "parameter" (List.map (fun (p : Surface.param) -> p.p_name) s.params);
  let result = match s.result with None -> T.Unit | Some t -> resolve env m ~view:result_view t in
  (List.map param s.params, result)

let plain_only what (s : Surface.signature) =
  List.iter
    (fun (p : Surface.param) ->
      if p.mode <> In then
        fail p.p_name.loc "%s has plain parameters only" what ~help:"return the new value as its result")
    s.params

let resolve_routine env what (r : routine) =
  let m = r.origin.in_module in
  let params, returns = resolve_signature env m ~result_view:false r.signature in
  r.params <- params;
  r.returns <- returns;
  List.iter
    (fun (p : Surface.param) ->
      if p.mode = Lent && what <> "coroutine" then
        fail p.p_name.loc "only coroutines have `lent` parameters" ~help:"a function updates its caller's storage through `inout`")
    r.signature.params

let resolve_proc env (p : proc) =
  let what = if p.decl.coroutine then "coroutine" else "function" in
  resolve_routine env what p.routine;
  let m = p.routine.origin.in_module in
  p.asks <- List.map (find_effect env m) p.decl.asks;
  let seen = Hashtbl.create 8 in
  List.iter2
    (fun e (path : Surface.path) ->
      let base = env.effects.(e).e_origin.name.id in
      if base = "done" then fail path.base.loc "an effect called `done` cannot be told from the end of the coroutine" ~help:"rename it";
      if Hashtbl.mem seen base then fail path.base.loc "two effects called `%s` are asked" base ~help:"ask each once; rename one of two with the same name";
      Hashtbl.add seen base ())
    p.asks p.decl.asks;
  if p.decl.coroutine then
    List.iter2
      (fun (mode, _, t) (s : Surface.param) ->
        if mode = In && t = T.View then
          fail s.p_ty.t_loc "a coroutine keeps its parameters across suspensions, so it cannot keep a view"
            ~help:"take bytes<N>, or make it a `lent` parameter")
      p.routine.params p.routine.signature.params

let border_proc env (p : proc) =
  List.iter2
    (fun (mode, _, t) (s : Surface.param) ->
      if mode = Lent then forbid_coroutines env s.p_ty.t_loc "what a driver lends" t)
    p.routine.params p.routine.signature.params

let resolve_extern env (r : routine) = resolve_routine env "extern function" r

let border_extern env (r : routine) =
  List.iter2
    (fun (_, _, t) (p : Surface.param) -> forbid_coroutines env p.p_ty.t_loc "an argument of an extern function" t)
    r.params r.signature.params;
  Option.iter (fun (t : Surface.ty) -> forbid_coroutines env t.t_loc "the result of an extern function" r.returns) r.signature.result

let resolve_effect env (e : effect_decl) =
  plain_only "an effect" e.e_decl;
  let params, result = resolve_signature env e.e_origin.in_module ~result_view:false e.e_decl in
  e.args <- List.map (fun (_, n, t) -> (n, t)) params;
  e.response <- result

(* Only of what was resolved. *)
let border_effect env (e : effect_decl) =
  List.iter2
    (fun (_, t) (p : Surface.param) -> forbid_coroutines env p.p_ty.t_loc "an effect's argument" t)
    e.args e.e_decl.params;
  Option.iter (fun (t : Surface.ty) -> forbid_coroutines env t.t_loc "an effect's response" e.response) e.e_decl.result

let create errors (units : unit_ array) =
  let records = ref [] and unions = ref [] and aliases = ref [] and extern_types = ref [] in
  let constants = ref [] and effects = ref [] and procs = ref [] and externs = ref [] in
  let counters = Hashtbl.create 8 in
  let add key list x =
    let n = Option.value ~default:0 (Hashtbl.find_opt counters key) in
    Hashtbl.replace counters key (n + 1);
    list := x :: !list;
    n
  in
  let register in_module (unit_ : unit_) =
    let imports = Hashtbl.create 8 and definitions = Hashtbl.create 64 in
    List.iter
      (fun ((n : Surface.name), target) ->
        if Hashtbl.mem imports n.id then
          Errors.add errors (Diagnostic.make n.loc "two imports are called `%s`" n.id ~help:"rename one: import \"...\" as other;");
        Hashtbl.replace imports n.id target)
      unit_.import_of;
    let define (name : Surface.name) make =
      let origin = { name; in_module } in
      if List.mem name.id reserved then
        Errors.add errors (Diagnostic.make name.loc "`%s` is built in and cannot be defined again" name.id ~help:"choose another name");
      (match Hashtbl.find_opt definitions name.id with
      | Some _ -> Errors.add errors (Diagnostic.make name.loc "`%s` is defined twice in this file" name.id ~help:"rename one of them")
      | None when Hashtbl.mem imports name.id ->
          Errors.add errors
            (Diagnostic.make name.loc "`%s` is also the name of an imported module" name.id
               ~help:(Printf.sprintf "rename it, or import \"...\" as another name"))
      | None -> ());
      Hashtbl.replace definitions name.id (make origin)
    in
    let routine origin signature = { origin; signature; params = []; returns = T.Unit } in
    List.iter
      (fun (d : Surface.decl) ->
        match d with
        | D_import _ -> ()
        | D_const (n, t, e) ->
            define n (fun o -> Const (add "const" constants { c_origin = o; c_ty = t; c_expr = e; value = Pending; table = None }))
        | D_record (n, l) -> define n (fun o -> Type_record (add "record" records { r_origin = o; r_decl = l; fields = Pending }))
        | D_union (n, l) -> define n (fun o -> Type_union (add "union" unions { u_origin = o; u_decl = l; cases = Pending }))
        | D_alias (n, t) -> define n (fun o -> Type_alias (add "alias" aliases { a_origin = o; a_ty = t; target = Pending }))
        | D_extern_type (n, (x_size, x_align)) ->
            define n (fun o -> Type_extern (add "extern type" extern_types { x_origin = o; x_size; x_align }))
        | D_extern_fn (n, s) -> define n (fun o -> Extern_fn (add "extern" externs (routine o s)))
        | D_effect (n, s) ->
            define n (fun o -> Effect (add "effect" effects { e_origin = o; e_decl = s; args = []; response = T.Unit }))
        | D_proc p ->
            define p.name (fun o -> Proc (add "proc" procs { routine = routine o p.signature; decl = p; asks = []; number = -1 })))
      unit_.decls;
    { module_name = unit_.unique_name; path = unit_.file; imports; definitions }
  in
  let modules = Array.mapi register units in
  let array list = Array.of_list (List.rev !list) in
  let state =
    {
      aliases = array aliases; coq_types = Hashtbl.create 64; numbers = Hashtbl.create 64; named = [];
      sizes = Hashtbl.create 64; tables = []; table_count = 0; table_values = Hashtbl.create 16; chain = 0; nesting = 0; literals = Hashtbl.create 16; held = Hashtbl.create 64;
      broken = Hashtbl.create 8;
    }
  in
  {
    modules; records = array records; unions = array unions; effects = array effects; procs = array procs;
    externs = array externs; constants = array constants; extern_types = array extern_types; errors;
    evaluate = (fun _ _ e -> fail e.loc "constants are not available yet" ~help:"report this as a bug"); state;
  }

let resolve_declarations env =
  let each declared f a =
    Array.iteri
      (fun i x ->
        match f x with
        | () -> ()
        | exception Diagnostic.Error d -> Hashtbl.replace env.state.broken (declared i) (); Errors.add env.errors d
        | exception Errors.Reported -> Hashtbl.replace env.state.broken (declared i) ())
      a
  in
  Array.iteri
    (fun i (a : alias) ->
      Errors.guard env.errors (fun () -> ignore (resolve_alias env a.a_origin.name.loc ~view:true i)) ())
    env.state.aliases;
  each (fun i -> Type_record i) (fun r -> ignore (fields_of env r)) env.records;
  each (fun i -> Type_union i) (fun u -> ignore (cases_of env u)) env.unions;
  each (fun i -> Effect i) (resolve_effect env) env.effects;
  each (fun i -> Proc i) (resolve_proc env) env.procs;
  each (fun i -> Extern_fn i) (resolve_extern env) env.externs;
  let finite = Errors.guard env.errors (fun () -> check_finite env; true) false in
  if finite then (
    let each_intact declared f a =
      each declared (fun (i, x) -> intact env (declared i); f x) (Array.mapi (fun i x -> (i, x)) a)
    in
    each (fun i -> Type_extern i) (fun i -> ignore (extern_extent env i)) (Array.mapi (fun i _ -> i) env.extern_types);
    each_intact (fun i -> Effect i) (border_effect env) env.effects;
    each_intact (fun i -> Proc i) (border_proc env) env.procs;
    each_intact (fun i -> Extern_fn i) (border_extern env) env.externs);
  finite
