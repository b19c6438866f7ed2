(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Surface

type local = { name : name; is_parameter : bool; mutable is_read : bool; mutable is_written : bool }

type t = {
  mutable found : Diagnostic.t list;
  modules : (string, unit) Hashtbl.t;  (* qualifiers that the file uses *)
}

let say t ?also ~help loc format =
  Printf.ksprintf (fun s -> t.found <- Diagnostic.make ?also ~help loc "%s" s :: t.found) format
let path t (p : path) = Option.iter (fun (q : name) -> Hashtbl.replace t.modules q.id ()) p.qualifier

(* {2 Variables} *)

let is_quiet (n : name) = String.starts_with ~prefix:"_" n.id

(* At the end of its scope. *)
let judge t l =
  if not (l.is_read || l.is_parameter || is_quiet l.name) then
    if l.is_written then
      say t l.name.loc "`%s` is assigned, and never read" l.name.id ~help:"remove it; or begin its name with `_`"
    else say t l.name.loc "`%s` is never used" l.name.id ~help:(Printf.sprintf "remove it; or call it `_%s`" l.name.id)

let declare t scope ?(is_parameter = false) (n : name) =
  (match List.find_opt (fun l -> l.name.id = n.id) scope with
  | Some outer when n.id <> "_" && not is_parameter ->
      say t n.loc "`%s` hides another `%s`" n.id n.id
        ~also:(outer.name.loc, if outer.is_parameter then "this parameter" else "this one")
        ~help:"give one of them another name"
  | _ -> ());
  { name = n; is_parameter; is_read = false; is_written = false }

let rec ty t (x : ty) =
  match x.t with
  | T_name p | T_coro p | T_event p -> path t p
  | T_bytes e -> Option.iter (expr t []) e
  | T_array (x, e) -> ty t x; expr t [] e
  | T_option x -> ty t x
  | T_map (k, v, e) -> ty t k; ty t v; expr t [] e

and read t scope id =
  match List.find_opt (fun l -> l.name.id = id) scope with
  | Some l -> l.is_read <- true
  | None -> Hashtbl.replace t.modules id ()

and expr t scope (e : expr) =
  (match e.e with
  | Name id -> read t scope id
  | Record (p, _) | Ask (p, _) | Call (p, _) | Start (p, _) | Resume (_, _, Some (p, _)) -> path t p
  | _ -> ());
  let exprs, stmts = Subterms.of_expr e.e in
  List.iter (expr t scope) exprs;
  block t scope stmts

(* A place that is written: its variable is not read by that. *)
and written t scope (e : expr) =
  match e.e with
  | Name id -> (
      match List.find_opt (fun l -> l.name.id = id) scope with Some l -> l.is_written <- true | None -> read t scope id)
  | Field (p, _) -> written t scope p
  | Index (p, i) -> written t scope p; expr t scope i
  | Slice (p, lo, hi) -> written t scope p; Option.iter (expr t scope) lo; Option.iter (expr t scope) hi
  | _ -> expr t scope e

and block t scope (b : block) =
  let own = ref [] in
  let one scope s =
    let declared ?of_type n =
      Option.iter (ty t) of_type;
      let l = declare t scope n in
      own := l :: !own;
      l :: scope
    in
    match s.s with
    | Let (n, of_type, e) -> expr t scope e; declared ?of_type n
    | Var (n, of_type, e) -> Option.iter (expr t scope) e; declared ?of_type n
    | s -> stmt t scope s; scope
  in
  ignore (List.fold_left one scope b);
  List.iter (judge t) !own

and inside t scope names b =
  let own = List.map (fun n -> declare t scope n) names in
  block t (own @ scope) b;
  List.iter (judge t) own

and stmt t scope s =
  match s with
  | Assign (p, None, e) | Push (p, e) | Append (p, e) | Resize (p, e) | Store (_, _, p, e) | Remove (p, e) ->
      expr t scope e;
      written t scope p
  (* What counts rounds need not be looked at. *)
  | For_range (_, n, lo, hi, b) ->
      expr t scope lo;
      expr t scope hi;
      block t ({ (declare t scope n) with is_read = true } :: scope) b
  | For_each (_, n, v, e, b) -> expr t scope e; inside t scope (n :: Option.to_list v) b
  | Match (e, arms) -> expr t scope e; List.iter (arm t scope) arms
  | If (e, a, b) -> expr t scope e; block t scope a; block t scope b
  | s ->
      let exprs, stmts = Subterms.of_stmt s in
      List.iter (expr t scope) exprs;
      block t scope stmts

and arm t scope (a : arm) =
  let names = function P_case (p, names) -> path t p; names | P_int _ -> [] in
  inside t scope (List.concat_map names a.patterns) a.body

let signature t (s : signature) =
  List.iter (fun p -> ty t p.p_ty) s.params;
  Option.iter (ty t) s.result

let procedure t (p : procedure) =
  signature t p.signature;
  List.iter (path t) p.asks;
  let parameter (x : param) = declare t [] ~is_parameter:true x.p_name in
  let parameters = List.map parameter p.signature.params in
  List.iter (expr t parameters) p.requires;
  block t parameters p.body;
  let unreachable (s : stmt) =
    say t s.s_loc "control never gets here"
      ~help:"remove it, or what always leaves in front of it; `trap;` says that nothing comes there"
  in
  List.iter unreachable (Control_ends.unreachable p.body)

let decl t = function
  | D_import _ -> ()
  | D_const (_, x, e) -> ty t x; expr t [] e
  | D_record (_, l) -> List.iter (fun (_, x) -> ty t x) l
  | D_union (_, l) -> List.iter (fun (_, x) -> Option.iter (ty t) x) l
  | D_alias (_, x) -> ty t x
  | D_extern_type (_, (size, align)) -> expr t [] size; expr t [] align
  | D_extern_fn (_, s) | D_effect (_, s) -> signature t s
  | D_proc p -> procedure t p

(* {2 Effects and imports}

   What a file declares at its top may be for files that import it: nothing is said of that. *)

let module_of (units : Env.unit_ array) m (p : path) =
  match p.qualifier with
  | None -> Some m
  | Some q -> Option.map snd (List.find_opt (fun ((n : name), _) -> n.id = q.id) units.(m).import_of)

(* Which effect is meant: its module and its name. *)
let effect_of units m p = Option.map (fun m -> (m, p.base.id)) (module_of units m p)

let asks_of units m (p : path) =
  let it = function D_proc q when q.coroutine && q.name.id = p.base.id -> Some q | _ -> None in
  match module_of units m p with
  | None -> []
  | Some m -> (
      match List.find_map it units.(m).Env.decls with
      | Some q -> List.filter_map (effect_of units m) q.asks
      | None -> [])

(* What a body can ask: by itself, in what it calls, and what it forwards. *)
let asked units m (b : block) =
  let found = Hashtbl.create 17 in
  let add e = Hashtbl.replace found e () in
  let rec expr (e : expr) =
    (match e.e with
    | Ask (p, _) -> Option.iter add (effect_of units m p)
    | Call (p, _) -> List.iter add (asks_of units m p)
    | _ -> ());
    let exprs, stmts = Subterms.of_expr e.e in
    List.iter expr exprs;
    List.iter stmt stmts
  and stmt s =
    (match s.s with
    | Match (_, arms) -> List.iter forwarded arms
    | _ -> ());
    let exprs, stmts = Subterms.of_stmt s.s in
    List.iter expr exprs;
    List.iter stmt stmts
  and forwarded (a : arm) =
    match a.body with
    | [ { s = Forward _; _ } ] ->
        (* By its name alone: a case says no module unless there are two. *)
        List.iter (function P_case (p, _) -> add (-1, p.base.id) | P_int _ -> ()) a.patterns;
        if a.patterns = [] then add (-1, "")
    | _ -> ()
  in
  List.iter stmt b;
  found

let never_asked t units m (p : procedure) =
  let found = asked units m p.body in
  let one (e : path) =
    let is_asked =
      match effect_of units m e with
      | None -> true
      | Some it -> List.exists (Hashtbl.mem found) [ it; (-1, e.base.id); (-1, "") ]
    in
    if not is_asked then
      say t e.base.loc "`%s` never asks `%s`" p.name.id e.base.id ~help:"remove it from the coroutine's `asks`"
  in
  if p.coroutine then List.iter one p.asks

let unused_imports t (u : Env.unit_) =
  let one ((n : name), _) =
    if not (Hashtbl.mem t.modules n.id) then
      say t n.loc "nothing of the module `%s` is used" n.id ~help:"remove the import"
  in
  List.iter one u.import_of

let warnings (units : Env.unit_ array) main =
  let u = units.(main) in
  let t = { found = []; modules = Hashtbl.create 17 } in
  List.iter (decl t) u.decls;
  List.iter (function D_proc p -> never_asked t units main p | _ -> ()) u.decls;
  unused_imports t u;
  let place (d : Diagnostic.t) = d.loc.start in
  List.stable_sort (fun a b -> compare (place a) (place b)) (List.rev t.found)
