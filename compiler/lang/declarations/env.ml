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

type extern_type = { x_origin : origin; x_size : Surface.expr; x_align : Surface.expr }

type record = { r_origin : origin; r_decl : (Surface.name * Surface.ty) list; fields : (string * T.t) array Lazy_definition.t }

type union = {
  u_origin : origin;
  u_decl : (Surface.name * Surface.ty option) list;
  cases : (string * T.t option) array Lazy_definition.t;
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
  value : (T.t * const) Lazy_definition.t;
  mutable table : int option;
}

type alias = { a_origin : origin; a_ty : Surface.ty; target : T.t Lazy_definition.t }

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
  mutable suspending : bool array;
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
  tables : origin Tables.t;
  mutable constant_bytes : Z.t;  (* of those evaluated so far *)
  chain : Lazy_definition.chain;
  mutable nesting : int;  (* of the type being translated *)
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

let on_demand env (origin : origin) value compute = Lazy_definition.force env.state.chain origin.name value compute

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
    on_demand env a.a_origin a.target (fun () ->
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
  on_demand env r.r_origin r.fields (fun () ->
      unique "field" (List.map fst r.r_decl);
      let field ((n : Surface.name), t) = (n.id, resolve env r.r_origin.in_module ~view:false t) in
      Array.of_list (List.map field r.r_decl))

let cases_of env (u : union) =
  on_demand env u.u_origin u.cases (fun () ->
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
let all_finite env =
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

let finite env = Errors.guard env.errors (fun () -> all_finite env; true) false

(* Constants in the sizes of types are evaluated before [finite] has run. *)
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

(* They are written out element by element. *)
let max_constants = Z.of_int (4 * 1024 * 1024)

let constant env i =
  let c = env.constants.(i) in
  on_demand env c.c_origin c.value (fun () ->
      let m = c.c_origin.in_module in
      let t, v = env.evaluate m (resolve env m ~view:true c.c_ty) c.c_expr in
      let total = Z.add env.state.constant_bytes (byte_size env t) in
      if Z.gt total max_constants then
        fail c.c_expr.loc "with this constant, those of the program take more than 4 MiB"
          ~help:"make the tables smaller, or fill them when the program runs";
      env.state.constant_bytes <- total;
      (t, v))

let evaluate_constants env =
  Array.iteri
    (fun i _ -> Errors.guard env.errors (fun () -> ignore (constant env i)) ())
    env.constants

let table env i =
  let c = env.constants.(i) in
  match c.table with
  | Some n -> n
  | None ->
      let t, v = constant env i in
      let n = Tables.add env.state.tables c.c_origin t v in
      c.table <- Some n;
      n

let anonymous_table env t v = Tables.literal env.state.tables t v
let table_type env n = Tables.type_of env.state.tables n
let table_value env n = Tables.value env.state.tables n
let tables env = Tables.all env.state.tables

(* --- Declarations --- *)

let reserved = [ "bool"; "u8"; "u16"; "u32"; "u64"; "len"; "count"; "_" ]

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
            define n (fun o -> Const (add "const" constants { c_origin = o; c_ty = t; c_expr = e; value = Lazy_definition.pending (); table = None }))
        | D_record (n, l) -> define n (fun o -> Type_record (add "record" records { r_origin = o; r_decl = l; fields = Lazy_definition.pending () }))
        | D_union (n, l) -> define n (fun o -> Type_union (add "union" unions { u_origin = o; u_decl = l; cases = Lazy_definition.pending () }))
        | D_alias (n, t) -> define n (fun o -> Type_alias (add "alias" aliases { a_origin = o; a_ty = t; target = Lazy_definition.pending () }))
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
      aliases = array aliases; coq_types = Hashtbl.create 64; numbers = Hashtbl.create 64; named = []; constant_bytes = Z.zero;
      sizes = Hashtbl.create 64; tables = Tables.create (); chain = Lazy_definition.chain (); nesting = 0; held = Hashtbl.create 64;
      broken = Hashtbl.create 8;
    }
  in
  {
    modules; records = array records; unions = array unions; effects = array effects; procs = array procs;
    externs = array externs; constants = array constants; extern_types = array extern_types; errors; suspending = [||];
    evaluate = (fun _ _ e -> fail e.loc "constants are not available yet" ~help:"report this as a bug"); state;
  }

let guarded env definition resolve =
  match resolve () with
  | () -> ()
  | exception Diagnostic.Error d -> Hashtbl.replace env.state.broken definition (); Errors.add env.errors d
  | exception Errors.Reported -> Hashtbl.replace env.state.broken definition ()

let resolve_types env =
  Array.iteri
    (fun i (a : alias) ->
      Errors.guard env.errors (fun () -> ignore (resolve_alias env a.a_origin.name.loc ~view:true i)) ())
    env.state.aliases;
  Array.iteri (fun i r -> guarded env (Type_record i) (fun () -> ignore (fields_of env r))) env.records;
  Array.iteri (fun i u -> guarded env (Type_union i) (fun () -> ignore (cases_of env u))) env.unions
