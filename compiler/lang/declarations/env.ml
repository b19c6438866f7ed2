(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
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

type proc = {
  routine : routine;
  decl : Surface.procedure;
  mutable asks : int list;
  mutable number : int;
  mutable checked : int;
}

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
  mutable evaluate : int -> T.t -> Surface.expr -> T.t * const;
  state : state;
}

and modul = {
  module_name : string;
  path : string;
  imports : (string, int) Hashtbl.t;
  definitions : (string, definition) Hashtbl.t;
  complete : bool;
}

and state = {
  aliases : alias array;
  coq_types : (T.t, ty) Hashtbl.t;
  numbers : (T.t, int) Hashtbl.t;
  mutable named : T.t list;  (* last number first *)
  sizes : (T.t, Z.t) Hashtbl.t;
  parts : (T.t, int) Hashtbl.t;
  tables : origin Tables.t;
  mutable constant_bytes : Z.t;  (* of those evaluated so far *)
  chain : Lazy_definition.chain;
  depths : (T.t, int option) Hashtbl.t;  (* of finite types; [None]: reported *)
  held : (T.t, int list) Hashtbl.t;
  broken : (definition, unit) Hashtbl.t;  (* what could not be resolved, and has been reported *)
}

type unit_ = { file : string; unique_name : string; decls : Surface.decl list; whole : bool; import_of : (Surface.name * int) list }

let origin env = function
  | Type_record i -> env.records.(i).r_origin
  | Type_union i -> env.unions.(i).u_origin
  | Type_alias i -> env.state.aliases.(i).a_origin
  | Type_extern i -> env.extern_types.(i).x_origin
  | Const i -> env.constants.(i).c_origin
  | Effect i -> env.effects.(i).e_origin
  | Proc i -> env.procs.(i).routine.origin
  | Extern_fn i -> env.externs.(i).origin

let on_demand env (origin : origin) value compute = Lazy_definition.force env.state.chain origin.name value compute

let intact env d = if Hashtbl.mem env.state.broken d then raise Errors.Reported

let guarded env definition resolve =
  match resolve () with
  | () -> ()
  | exception Diagnostic.Error d ->
      Hashtbl.replace env.state.broken definition ();
      (* Types made up on the way have no place of their own. *)
      Errors.add env.errors (if d.loc = Loc.none then { d with loc = (origin env definition).name.loc } else d)
  | exception Errors.Reported -> Hashtbl.replace env.state.broken definition ()

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
            define p.name (fun o ->
                let proc = { routine = routine o p.signature; decl = p; asks = []; number = -1; checked = -1 } in
                Proc (add "proc" procs proc)))
      unit_.decls;
    { module_name = unit_.unique_name; path = unit_.file; imports; definitions; complete = unit_.whole }
  in
  let modules = Array.mapi register units in
  let array list = Array.of_list (List.rev !list) in
  let state =
    {
      aliases = array aliases; coq_types = Hashtbl.create 64; numbers = Hashtbl.create 64; named = []; constant_bytes = Z.zero;
      sizes = Hashtbl.create 64; parts = Hashtbl.create 64; tables = Tables.create (); chain = Lazy_definition.chain (); depths = Hashtbl.create 64; held = Hashtbl.create 64;
      broken = Hashtbl.create 8;
    }
  in
  {
    modules; records = array records; unions = array unions; effects = array effects; procs = array procs;
    externs = array externs; constants = array constants; extern_types = array extern_types; errors;
    evaluate = (fun _ _ e -> Diagnostic.fail e.loc "constants are not available yet" ~help:"report this as a bug"); state;
  }
